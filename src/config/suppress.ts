/**
 * Which findings a person says do not count: by comments in the sources, and by `ignore` of the configuration. Pure.
 * A finding stays in the report, and the verdict of its kernel stays; it is marked. A finding with several pairs of
 * places is suppressed by comments only if each pair has an end at one: a comment says nothing of a race that it does
 * not stand at.
 */
import type { Finding, InputProblem, KernelAnswer, Report, Suppression } from '../verdict/finding.ts';
import type { Allowance, Allowances } from './inline.ts';
import type { IgnoreRule } from './config.ts';
import type { Span } from '../base/span.ts';
import { fitsKernel } from '../base/name-pattern.ts';
import { scopeFilter } from './globs.ts';
import { commentInsufficient, commentUnused, entryUnused } from '../verdict/catalogue.ts';
import { isDecided } from '../verdict/decided.ts';

type Said = Readonly<{
  rules: readonly IgnoreRule[];
  /** Where the rules stand. */
  rulesFile: string;
  /** What the comments of a file allow. */
  allowances: (file: string) => Allowances;
  /** Files of which comments are read beside those of the kernels and findings. */
  files: readonly string[];
  /** A file's path from the root of the repository, as globs mean it. */
  pathOf: (file: string) => string;
  /** Whether all kernels of `files` were analysed: then what suppresses nothing is named wherever it stands. */
  isWhole: boolean;
}>;

/** `problems`: comments that are not understood, and what suppresses nothing. */
export type Suppressed = Readonly<{ report: Report; problems: readonly InputProblem[] }>;

export function suppressed(report: Report, said: Said): Suppressed {
  const files = [
    ...new Set([
      ...said.files,
      ...report.kernels.flatMap((kernel) => [
        kernel.span.file,
        ...kernel.uses.map(({ span }) => span.file),
        ...kernel.findings
          .flatMap(endsOf)
          .flat()
          .map(({ file }) => file),
      ]),
    ]),
  ];
  const read = files.map((file) => said.allowances(file));
  const allowed = new Map(files.map((file, k) => [file, read[k]?.allowed ?? []]));
  const rules = said.rules.map((rule) => ({
    rule,
    isMeant: rule.file === null ? () => true : scopeFilter({ include: [rule.file], exclude: [] }),
  }));
  const used = new Set<Allowance>();
  const usedRules = new Set<IgnoreRule>();
  const mark = (finding: Finding, kernel: KernelAnswer): Finding => {
    const comments = coveredBy(finding, (file) => allowed.get(file) ?? []);
    const [comment] = comments;
    for (const one of comments) used.add(one);
    const rule = rules.find(
      ({ rule: one, isMeant }) =>
        saysOf(one, finding) && [finding.span.file, kernel.span.file].some((file) => isMeant(said.pathOf(file))),
    )?.rule;
    if (rule !== undefined) usedRules.add(rule);
    const suppression: Suppression | null =
      comment !== undefined
        ? { by: 'comment', reason: comment.reason, author: null, file: comment.file, line: comment.line }
        : rule !== undefined
          ? { by: 'configuration', reason: rule.reason, author: rule.author, file: said.rulesFile, line: rule.line }
          : null;
    return suppression === null ? finding : { ...finding, suppressed: suppression };
  };
  const kernels = report.kernels.map((kernel) => ({
    ...kernel,
    findings: kernel.findings.map((finding) => mark(finding, kernel)),
  }));
  const idle = [...allowed.values()]
    .flat()
    .filter((one) => !used.has(one) && isIdle(one, kernels, said.isWhole))
    .map((one) => unusedProblem(one, kernels));
  const idleRules = said.isWhole
    ? said.rules
        .filter((rule) => !usedRules.has(rule) && isIdleRule(rule, kernels))
        .map((rule) => entryUnused(said.rulesFile, rule.line, rule.id))
    : [];
  return {
    report: { ...report, kernels },
    problems: [...read.flatMap(({ problems }) => problems), ...idle, ...idleRules],
  };
}

/** The places of each pair of a finding. */
const endsOf = (finding: Finding): readonly (readonly Span[])[] =>
  finding.pairs.length > 0
    ? finding.pairs.map(({ first, second }) => [first, second])
    : [[finding.span, ...(finding.witness?.accesses.map(({ span }) => span) ?? [])]];

/** One comment for each pair; none where one pair has none. */
function coveredBy(finding: Finding, allowed: (file: string) => readonly Allowance[]): readonly Allowance[] {
  const covers = endsOf(finding).map(
    (ends) => ends.flatMap((end) => allowed(end.file).filter((one) => accepts(one, finding, end)))[0],
  );
  return covers.some((one) => one === undefined) ? [] : covers.flatMap((one) => one ?? []);
}

/** A finding may be where the comment stands, and have other pairs that no comment accepts. */
function unusedProblem(one: Allowance, kernels: readonly KernelAnswer[]): InputProblem {
  const partly = kernels
    .flatMap(({ findings }) => findings)
    .find(
      (finding) =>
        finding.suppressed === undefined &&
        endsOf(finding).some((ends) => ends.some((end) => accepts(one, finding, end))),
    );
  return partly === undefined
    ? commentUnused(one.file, one.line, one.codes)
    : commentInsufficient(one.file, one.line, partly.code);
}

const accepts = (one: Allowance, { code }: Finding, end: Span): boolean =>
  one.file === end.file && one.codes.includes(code) && one.at.some((line) => end.line <= line && line <= end.endLine);

const saysOf = (rule: IgnoreRule, finding: Finding): boolean =>
  (rule.id === finding.code || rule.id === finding.fingerprint) &&
  (rule.kernel === null || fitsKernel(rule.kernel, finding.kernel));

/** Whether all kernels that use the lines were decided. Lines that no kernel uses suppress nothing either. */
function isIdle({ file, at, line }: Allowance, kernels: readonly KernelAnswer[], isWhole: boolean): boolean {
  const lines = at.length === 0 ? [line] : at;
  const users = kernels.filter((kernel) =>
    [kernel.span, ...kernel.uses.map(({ span }) => span)].some(
      (span) => span.file === file && lines.some((one) => span.line <= one && one <= span.endLine),
    ),
  );
  return users.every(isDecided) && (isWhole || users.length > 0);
}

/**
 * A rule for kernels of a name that were all decided. Of others, kernels that were not looked at may have what it
 * means.
 */
function isIdleRule(rule: IgnoreRule, kernels: readonly KernelAnswer[]): boolean {
  const meant = kernels.filter((kernel) => rule.kernel !== null && fitsKernel(rule.kernel, kernel.name));
  return meant.length > 0 && meant.every(isDecided);
}
