/**
 * `syncwright fix`: the proved patches of all confirmed findings, as a diff or written into the files.
 * A patch is proved for its kernel as a whole, so each round takes one per kernel, in memory, and analyses again; what
 * is written at the end is exactly the text that was analysed last.
 */
import { chmodSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, normalize, relative } from 'node:path';
import { applyEdits } from '../engine.ts';
import type { Engine } from '../engine.ts';
import { patchBetween } from '../report/patch.ts';
import { problemLine } from '../report/text.ts';
import { visible } from '../report/visible.ts';
import { plural, presumedOf, proofWords, summaryWords, suppressionWords, verdictWords } from '../report/wording.ts';
import type { Edit, Finding, Fix, KernelAnswer, Report } from '../verdict/finding.ts';
import { isTimeReason } from '../verdict/catalogue.ts';
import { isConditionNote } from '../verdict/conditional.ts';
import { isDecided } from '../verdict/decided.ts';
import type { AnalysisFlags } from './analysis-options.ts';
import { analyzeSources } from './analyze-files.ts';
import { exitStatus } from './check-command.ts';
import { status } from './io.ts';
import { baselineFor, judged } from './policy.ts';
import type { Policy } from './policy.ts';
import type { CliIo } from './io.ts';
import { gatherSources } from './source-files.ts';
import type { Sources } from './source-files.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

export type FixFlags = AnalysisFlags & Readonly<{ write?: boolean; presume?: boolean }>;

const maxRounds = 8;

/** `flags` with what the policy settles. */
export async function fix(paths: readonly string[], flags: FixFlags, policy: Policy, io: CliIo): Promise<number> {
  const sources = gatherSources(paths, flags);
  for (const problem of sources.problems) io.err(problemLine(problem));
  if (sources.files.length === 0) return status.usage;
  const engine = await io.openEngine();
  try {
    const done = await patched(engine, sources, flags, policy, io);
    for (const problem of done.before.problems.slice(sources.problems.length)) io.err(problemLine(problem));
    const statusOf = (report: Report): number => exitStatus(report, sources, flags, policy.config.failOnOld ?? false);
    if (flags.write === true) return written(done, sources, io) ? statusOf(done.after) : status.usage;
    shown(done, sources, io);
    return statusOf(done.before);
  } finally {
    await engine.close();
  }
}

/** `file`: where the kernel stands, which need not be where its accesses do. */
type Taken = Readonly<{
  file: string;
  finding: Finding;
  fix: Fix;
  /** Suppressed findings of the kernel that it ends as well: a patch is proved for its kernel as a whole. */ alsoEnds: readonly Finding[];
}>;
type Patched = Readonly<{
  texts: ReadonlyMap<string, string>;
  taken: readonly Taken[];
  refused: readonly string[];
  before: Report;
  after: Report;
}>;

async function patched(engine: Engine, sources: Sources, flags: FixFlags, policy: Policy, io: CliIo): Promise<Patched> {
  const baseline = baselineFor(policy, flags.baseline);
  const seen = async (from: Sources): Promise<Report> =>
    judged(await analyzeSources(engine, from, flags, io), from, policy, { baseline, isWhole: false }).report;
  const texts = new Map<string, string>();
  const taken: Taken[] = [];
  const refused = new Set<string>();
  const over: Sources = { ...sources, problems: [], read: (path) => texts.get(path) ?? sources.read(path) };
  const before = await seen(sources);
  let report = before;
  for (let round = 0; round < maxRounds; round += 1) {
    const chosen = chosenFixes(
      report,
      sources,
      { notes: flags.failOn === 'info', presumed: flags.presume === true },
      refused,
    );
    if (chosen.length === 0) break;
    const edits = chosen.flatMap((one) => one.fix.edits);
    for (const file of new Set(edits.map((edit) => edit.file))) {
      texts.set(
        file,
        applyEdits(
          over.read(file) ?? '',
          edits.filter((edit) => edit.file === file),
        ),
      );
    }
    const next = keeping(report, await seen(over), chosen);
    taken.push(...chosen.map((one) => ({ ...one, alsoEnds: suppressedThatEnd(one, report, next) })));
    report = next;
  }
  return { texts, taken, refused: [...refused], before, after: report };
}

function suppressedThatEnd({ file, finding }: Taken, before: Report, after: Report): readonly Finding[] {
  const inKernel = ({ kernels }: Report): KernelAnswer | undefined =>
    kernels.find(({ name, span }) => name === finding.kernel && span.file === file);
  const now = inKernel(after);
  if (now === undefined || !isDecided(now)) return [];
  return (inKernel(before)?.findings ?? []).filter(
    (one) => one.suppressed !== undefined && now.findings.every(({ fingerprint }) => fingerprint !== one.fingerprint),
  );
}

/**
 * What an analysis that ran out of time lost: findings of kernels that were decided before, and that no patch was taken
 * for since. They stay, without their patches, which are of the text as it was.
 */
function keeping(before: Report, after: Report, taken: readonly Taken[]): Report {
  const kernels = after.kernels.map((kernel) => {
    const isSame = ({ file, name }: Readonly<{ file: string; name: string }>): boolean =>
      file === kernel.span.file && name === kernel.name;
    const known = before.kernels.find(({ span: { file }, name }) => isSame({ file, name }));
    const isLost =
      kernel.verdict === 'unknown' &&
      kernel.reasons.some(isTimeReason) &&
      !taken.some(({ file, finding }) => isSame({ file, name: finding.kernel }));
    return !isLost || (known?.verdict !== 'racy' && known?.verdict !== 'conditional')
      ? kernel
      : { ...kernel, verdict: known.verdict, findings: known.findings.map(lost) };
  });
  return { ...after, kernels };
}

const lost = (finding: Finding): Finding => ({
  ...finding,
  fix: null,
  alternatives: [],
  advice: messages.notCheckedTogether,
});

/**
 * One fix per kernel, of a confirmed finding; notes (`info`) only when the gate asks for them, what presumes something
 * only where there is no other. None that overlaps one already chosen, and none in a file that was not given.
 */
function chosenFixes(
  report: Report,
  sources: Sources,
  also: Readonly<{ notes: boolean; presumed: boolean }>,
  refused: Set<string>,
): readonly Taken[] {
  const given = new Set(sources.files);
  const chosen: Taken[] = [];
  for (const kernel of report.kernels) {
    const wanted = kernel.findings.filter(
      (finding) =>
        finding.status === 'confirmed' &&
        finding.suppressed === undefined &&
        (also.notes || finding.severity !== 'info' || isConditionNote(finding)),
    );
    const found =
      wanted.find(({ fix: own }) => own !== null) ??
      (also.presumed ? wanted.find((finding) => presumedOf(finding) !== null) : undefined);
    const one = found === undefined ? null : (found.fix ?? presumedOf(found));
    if (found === undefined || one === null) continue;
    const outside = one.edits.find((edit) => !given.has(edit.file));
    if (outside !== undefined) refused.add(fill(messages.outsidePath, { name: kernel.name, file: outside.file }));
    else if (!chosen.some((other) => overlap(other.fix.edits, one.edits)))
      chosen.push({ file: kernel.span.file, finding: found, fix: one, alsoEnds: [] });
  }
  return chosen;
}

const overlap = (a: readonly Edit[], b: readonly Edit[]): boolean =>
  a.some((one) => b.some((other) => one.file === other.file && one.start <= other.end && other.start <= one.end));

/** Without `--write`: one diff that `git apply` takes, on standard output; words go to standard error. */
function shown(done: Patched, sources: Sources, io: CliIo): void {
  const base = baseOf([...done.texts.keys()]);
  for (const [file, text] of done.texts) {
    if (sources.encodingOf(file) === 'utf8')
      io.out(patchBetween(base === null ? file : relative(base, file), sources.read(file) ?? '', text));
    else io.err(fill(messages.notText, { path: visible(file) }));
  }
  io.err(wordsOf(done));
  if (base !== null) io.err(fill(messages.diffBase, { path: visible(base), folder: visible(base) }));
  if (done.taken.length > 0) io.err(messages.nothingWritten);
}

/**
 * The folder that holds all files, of which some stand outside of the current one: git takes no path with `..`. Null:
 * none does.
 */
export function baseOf(files: readonly string[]): string | null {
  const steps = Math.max(0, ...files.map((file) => (/^(?:\.\.\/)+/.exec(normalize(file))?.[0].length ?? 0) / 3));
  return steps === 0 || files.some((file) => isAbsolute(file)) ? null : Array<string>(steps).fill('..').join('/');
}

/** Whether all was written. */
function written(done: Patched, sources: Sources, io: CliIo): boolean {
  let lost = false;
  for (const [file, text] of done.texts) {
    const encoding = sources.encodingOf(file);
    const refusal = replaceFile(file, Buffer.from(sources.read(file) ?? '', encoding), Buffer.from(text, encoding));
    if (refusal === null) io.out(`patched ${visible(file)}\n`);
    else {
      lost = true;
      io.err(`${visible(file)}: ${refusal}\n`);
    }
  }
  io.out(wordsOf(done));
  return !lost;
}

function wordsOf(done: Patched): string {
  const lines = done.taken.flatMap(({ file, finding, fix: one, alsoEnds }) => {
    const now = done.after.kernels.find((kernel) => kernel.name === finding.kernel && kernel.span.file === file);
    const ended = alsoEnds.flatMap(({ code, suppressed, span }) =>
      suppressed === undefined
        ? []
        : [
            `  ${visible(fill(messages.alsoEnds, { code, place: `${span.file}:${span.line}`, by: suppressionWords(suppressed) }))}`,
          ],
    );
    return [
      `${visible(finding.kernel)}: ${finding.code}: ${visible(one.title)} (${now?.verdict === 'drf' && one.proof === 'machine' ? messages.provedTogether : proofWords(one)})${now === undefined ? '' : `; checked again: ${verdictWords(now.verdict)}`}`,
      ...ended,
    ];
  });
  const confirmed = done.after.kernels
    .flatMap((kernel) => kernel.findings)
    .filter((finding) => finding.status === 'confirmed' && finding.severity !== 'info');
  const left = confirmed.filter((finding) => finding.suppressed === undefined);
  const presumed = left.filter((finding) => presumedOf(finding) !== null).length;
  return [
    ...lines,
    ...done.refused.map((line) => visible(line)),
    ...done.after.kernels.flatMap(cutShort),
    ...presumable(done.after),
    `${takenWords(done.taken.length)}${summaryWords(done.after)}${confirmed.length > left.length ? `; ${plural(confirmed.length - left.length, 'suppressed finding')}` : ''}${left.length > 0 ? fill(messages.withoutPatch, { findings: plural(left.length, 'confirmed finding'), presumed: presumed > 0 ? `, of which --presume patches ${presumed}` : '' }) : ''}`,
    '',
  ].join('\n');
}

const takenWords = (count: number): string =>
  count === 0 ? 'no patches; ' : count === 1 ? '1 patch; after it: ' : `${count} patches; after them: `;

/** What only `--presume` would take. */
function presumable({ kernels }: Report): readonly string[] {
  const lines = kernels.flatMap(({ name, findings }) => {
    const patches = new Set(
      findings.flatMap((finding) => (finding.suppressed === undefined ? (presumedOf(finding) ?? []) : [])),
    );
    return patches.size === 0
      ? []
      : [
          `${visible(name)}: ${[...patches].map(({ title, presumes = '' }) => `${visible(title)}, if ${visible(presumes)}`).join('; ')}`,
        ];
  });
  return lines.length === 0
    ? []
    : [...lines, fill(messages.presumeTakes, { patches: lines.length === 1 ? 'this patch' : 'these patches' })];
}

/** What no patch was looked for, or not to the end, since the time was over. */
function cutShort({ name, verdict, reasons, findings }: KernelAnswer): readonly string[] {
  const late = reasons.find(isTimeReason);
  if (late !== undefined && verdict === 'unknown')
    return [fill(messages.notDecided, { name: visible(name), why: visible(late) })];
  const ended = findings.find(({ fix: one, advice }) => one === null && advice?.startsWith('the time limit') === true);
  return ended === undefined ? [] : [`${visible(name)}: ${ended.code}: ${visible(ended.advice ?? '')}`];
}

/** Replaces a file in one step, unless it is no longer what was analysed. Null, or why not. */
function replaceFile(path: string, before: Buffer, after: Buffer): string | null {
  try {
    const real = realpathSync(path);
    if (!readFileSync(real).equals(before)) return messages.changedDuring;
    const beside = join(dirname(real), `.${basename(real)}.syncwright-${process.pid}`);
    try {
      writeFileSync(beside, after, { flag: 'wx' });
      chmodSync(beside, statSync(real).mode);
      renameSync(beside, real);
    } catch (error) {
      rmSync(beside, { force: true });
      throw error;
    }
    return null;
  } catch (error) {
    return fill(messages.unwritable, {
      why: error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'unknown reason',
    });
  }
}
