/**
 * What a configuration means for a review. It is read from the commit that the pull request goes to: whoever opens a
 * pull request must not be able to change by it what is said of it. Comments in the sources are read from both sides,
 * and those that the pull request adds are told.
 */
import type { AnalysisLimits } from './analysis.ts';
import type { Baseline } from '../config/baseline.ts';
import type { ChangedFile } from './changes.ts';
import type { Compared } from './compare.ts';
import type { Config } from '../config/config.ts';
import type { Finding, Report } from '../verdict/finding.ts';
import type { Fetching } from './fetching.ts';
import type { GitProblem } from './git.ts';
import type { ReadSource } from '../preprocess/preprocess.ts';
import type { Result } from '../base/result.ts';
import { allowancesIn } from '../config/inline.ts';
import { askGit, checkRepository, resolveCommit } from './git.ts';
import { compareFindings } from './compare.ts';
import { configPath, noConfig, problemWords, readConfig } from '../config/config.ts';
import { fail, ok } from '../base/result.ts';
import { fetchFiles } from './missing-files.ts';
import { findingsOf } from '../report/wording.ts';
import { readBaseline, withBaseline } from '../config/baseline.ts';
import { regressionsIn } from './regressions.ts';
import { withNewsApart } from './news-apart.ts';
import { inReportSet } from '../config/report-set.ts';
import { scopeFilter } from '../config/globs.ts';
import type { Suppressed } from '../config/suppress.ts';
import { suppressed } from '../config/suppress.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** `file`: where the configuration comes from, in words. */
export type ReviewPolicy = Readonly<{ config: Config; file: string; baseline: Baseline | null }>;
export const noPolicy: ReviewPolicy = { config: noConfig, file: configPath, baseline: null };

const mostBytes = 16 * 1024 * 1024;

/** The policy of a commit, whose files may be fetched. The problem is one line for the user. */
export async function policyAt(fetching: Fetching, revision: string): Promise<Result<ReviewPolicy, string>> {
  const read = await filesAt(fetching, revision);
  if (!read.ok) return read;
  const text = await read.value(configPath);
  if (!text.ok) return fail(fill(messages.configOfBase, { configPath, problem: text.problem.text }));
  if (text.value === null) return ok(noPolicy);
  const config = readConfig(text.value);
  if (!config.ok)
    return fail(fill(messages.inBase, { problem: problemWords(config.problem), commit: revision.slice(0, 12) }));
  return withBaselineAt(config.value, configPath, read.value);
}

/** The policy of a configuration, with its baseline as it is in a commit. */
export async function policyOf(
  config: Config,
  file: string,
  fetching: Fetching,
  revision: string,
): Promise<Result<ReviewPolicy, string>> {
  const read = await filesAt(fetching, revision);
  return read.ok ? withBaselineAt(config, file, read.value) : read;
}

type ReadFile = (path: string) => Promise<Result<string | null, GitProblem>>;

async function withBaselineAt(config: Config, file: string, read: ReadFile): Promise<Result<ReviewPolicy, string>> {
  if (config.baseline === null) return ok({ config, file, baseline: null });
  const text = await read(config.baseline);
  if (!text.ok) return fail(fill(messages.badBaseline, { baseline: config.baseline, problem: text.problem.text }));
  if (text.value === null) return fail(fill(messages.noBaseline, { baseline: config.baseline }));
  const baseline = readBaseline(text.value);
  return baseline.ok
    ? ok({ config, file, baseline: baseline.value })
    : fail(fill(messages.badBaseline, { baseline: config.baseline, problem: baseline.problem }));
}

/** The regular files of a commit; null: there is none. No link is followed. */
async function filesAt(fetching: Fetching, revision: string): Promise<Result<ReadFile, string>> {
  const { git, repo } = fetching;
  const repository = await checkRepository(git, repo);
  if (!repository.ok) return fail(repository.problem.text);
  const commit = await resolveCommit(git, revision);
  return commit.ok ? ok((path) => fileAt(fetching, commit.value, path)) : fail(commit.problem.text);
}

async function fileAt(fetching: Fetching, commit: string, path: string): Promise<Result<string | null, GitProblem>> {
  const { git } = fetching;
  const fetched = await fetchFiles(fetching, [{ commit, isNeeded: (one) => one === path, withIncludes: false }]);
  if (!fetched.ok) return fetched;
  const listed = await askGit(git, ['ls-tree', '-z', '-l', '--full-tree', commit, '--', path]);
  if (!listed.ok) return listed;
  const [, mode, blob, size] = /^(\d{6}) \w+ ([0-9a-f]+) +(\d+|-)\t/.exec(listed.value.out.toString('utf8')) ?? [];
  if (mode === undefined || blob === undefined) return ok(null);
  if (size === '-') return fail({ kind: 'git-failed', text: messages.noPlainFile });
  if (!mode.startsWith('100')) return fail({ kind: 'git-failed', text: messages.linkNotFollowed });
  if (Number(size) > mostBytes)
    return fail({ kind: 'git-failed', text: fill(messages.tooManyBytes, { bytes: size ?? '', mostBytes }) });
  const content = await askGit(git, ['cat-file', 'blob', blob]);
  return content.ok ? ok(content.value.out.toString('utf8')) : content;
}

/** The limits with what the configuration says of them. `isChosen`: whether the user chose the files otherwise. */
export function limitedBy(limits: AnalysisLimits, { config }: ReviewPolicy, isChosen: boolean): AnalysisLimits {
  const isWanted = scopeFilter(config);
  return {
    ...limits,
    maxFiles: config.maxFiles ?? limits.maxFiles,
    maxKernels: config.maxKernels ?? limits.maxKernels,
    totalSeconds: config.totalTimeout ?? limits.totalSeconds,
    isWanted: isChosen ? limits.isWanted : (path) => isWanted(path) && limits.isWanted(path),
  };
}

type Side = Readonly<{ report: Report; read: ReadSource }>;
export type Judged = Readonly<{
  report: Report;
  compared: Compared;
  /** In words; about the configuration and suppressions, not about what was left out. */ asides: readonly string[];
}>;

/**
 * The head's findings, told from those of the base. What is suppressed is neither new nor old, but where only a comment
 * of the head suppresses it: that is told as new, and does not count. What the baseline lists is old.
 */
export function judge(head: Side, base: Side, changes: readonly ChangedFile[], policy: ReviewPolicy): Judged {
  const judged = ({ report, read }: Side): Suppressed =>
    suppressed(report, {
      rules: policy.config.ignore,
      rulesFile: policy.file,
      files: [],
      pathOf: (file) => file,
      isWhole: false,
      allowances: (file) => allowancesIn(file, read(file) ?? ''),
    });
  const theirs = judged(base);
  const known = findingsOf(theirs.report).filter((finding) => finding.suppressed === undefined);
  const ours = judged({ ...head, report: withNewsApart(head.report, known) });
  const report = policy.baseline === null ? ours.report : withBaseline(ours.report, policy.baseline).report;
  const counted = findingsOf(report).filter((finding) => finding.suppressed === undefined);
  const { fresh, old, fixed } = compareFindings(counted, known);
  const silenced = silencedIn(report, theirs.report);
  const isKnown = (finding: Finding): boolean => finding.inBaseline === true;
  const isGone = (finding: Finding): boolean =>
    !findingsOf(report).some((other) => other.suppressed !== undefined && other.fingerprint === finding.fingerprint);
  const regressions = regressionsIn({ fresh: fresh.filter((finding) => !isKnown(finding)), old, fixed }, theirs.report);
  const regressed = new Map(
    [...regressions].map(([finding, before]): [Finding, Finding] => [
      finding,
      {
        ...finding,
        severity: 'error',
        message: fill(before === 'proved' ? messages.regressionOfProved : messages.regression, finding),
      },
    ]),
  );
  const loud = (finding: Finding): Finding => regressed.get(finding) ?? finding;
  return {
    report:
      regressed.size === 0
        ? report
        : { ...report, kernels: report.kernels.map((kernel) => ({ ...kernel, findings: kernel.findings.map(loud) })) },
    compared: {
      fresh: [...fresh.filter((finding) => !isKnown(finding)).map(loud), ...silenced],
      old: [...old, ...fresh.filter(isKnown)],
      fixed: fixed.filter(isGone),
      regressions: new Set(regressed.values()),
    },
    asides: [
      ...(changes.some((file) => file.headPath === configPath || file.basePath === configPath)
        ? [
            fill(messages.configChanged, {
              configPath,
              effect: policy.file === configPath ? messages.baseUsed : `${policy.file} was used`,
            }),
          ]
        : []),
      ...ours.problems.map(({ file, line, text }) => `${file}${line === null ? '' : `:${line}`}: ${text}`),
    ],
  };
}

/**
 * Suppressed by a comment of the head, where the base does not suppress the same: the comment is new, or stands at
 * something new.
 */
function silencedIn(report: Report, base: Report): readonly Finding[] {
  const left = findingsOf(base).flatMap((finding) => (finding.suppressed === undefined ? [] : [finding.fingerprint]));
  return findingsOf(report).filter(({ suppressed: said, fingerprint }) => {
    const at = said === undefined ? -1 : left.indexOf(fingerprint);
    if (at >= 0) left.splice(at, 1);
    return said?.by === 'comment' && at < 0;
  });
}

/**
 * The review with the findings that reports hold, by the configuration; what the gate and the comments look at is
 * decided before.
 */
export function withReportSet<Review extends Readonly<{ plan: Readonly<{ report: Report }> }>>(
  review: Review,
  { config }: ReviewPolicy,
): Review {
  return {
    ...review,
    plan: { ...review.plan, report: inReportSet(review.plan.report, config.report ?? 'all').report },
  };
}
