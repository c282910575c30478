/**
 * The review of a pull request on a local clone: the same for `syncwright review --base --head`, the action, and a dry
 * run. Reads git, asks the engine, and gives a plan; it writes nothing anywhere.
 */
import type { AnalysisLimits } from './analysis.ts';
import type { ChangedFile } from './changes.ts';
import type { Crew } from './crew.ts';
import type { EngineOptions } from '../engine.ts';
import type { Git, GitProblem } from './git.ts';
import type { Ignore } from './ignored.ts';
import type { MarkdownContext } from '../report/markdown.ts';
import type { ReviewPolicy } from './policy.ts';
import type { Result } from '../base/result.ts';
import type { Report } from '../verdict/finding.ts';
import type { ReviewInput, ReviewPlan, ReviewSettings } from './plan.ts';
import type { Use } from '../base/span.ts';
import { baseName } from '../base/kernel-name.ts';
import { analyseBoth, defaultLimits } from './analysis.ts';
import { changesBetween } from './diff.ts';
import type { Includes } from './includes.ts';
import { includesOf } from './includes.ts';
import { checkRepository, emptyTree, gitIn, mergeBaseOf, readBlobsIn, resolveCommit } from './git.ts';
import { defaultSettings, planReview } from './plan.ts';
import { groupBy } from '../base/group.ts';
import { judge, noPolicy } from './policy.ts';
import { fill } from '../base/message.ts';
import { isBuildFile, joinPath, printablePath } from './paths.ts';
import { notFollowed } from './not-followed.ts';
import { ok } from '../base/result.ts';
import { otherNames } from './other-names.ts';
import type { Snapshot } from './snapshot.ts';
import { takeSnapshot } from './snapshot.ts';
import { messages } from './wording.ts';

type LocalReviewRequest = Readonly<{
  /** A folder of the clone. */
  repo: string;
  /** Git there that has been asked already, and does not ask again for what stays as it is. */
  git?: Git;
  /** Null: nothing is compared, and every kernel of the head counts as new. */
  base: string | null;
  head: string;
  crew: Crew;
  options: EngineOptions;
  settings?: ReviewSettings;
  limits?: AnalysisLimits;
  /** What the repository says of findings; not given: nothing. */
  policy?: ReviewPolicy;
  /**
   * What a head means that is an ancestor of the base, and so brings nothing of its own: true (as on the command line)
   * compares the two directly, as if the head took the later commits back; false finds nothing changed.
   */
  backwards?: boolean;
}>;

export type LocalReview = Readonly<{
  plan: ReviewPlan;
  /** What the plan was made from. */
  input: ReviewInput;
  /** Texts of the head, for rendering. */
  source: MarkdownContext['source'];
  /** Git file modes of the head, for commits. */
  modeOf: (path: string) => string | null;
  /**
   * What commands at the pull request say does not count; not given: nothing. The input does not know of it, the plan
   * does.
   */
  ignores?: readonly Ignore[];
  /** Seconds by step, in their order. */
  times: ReadonlyMap<string, number>;
}>;

/** The problem's text is one line for the user. */
export async function runLocalReview(request: LocalReviewRequest): Promise<Result<LocalReview, GitProblem>> {
  const git = request.git ?? gitIn(request.repo);
  const times = new Map<string, number>();
  const timed = async <Value>(name: string, step: () => Promise<Value>): Promise<Value> => {
    const start = performance.now();
    const value = await step();
    times.set(name, (times.get(name) ?? 0) + (performance.now() - start) / 1000);
    return value;
  };
  const repository = await checkRepository(git, request.repo);
  if (!repository.ok) return repository;
  const base = request.base === null ? await emptyTree(git) : await resolveCommit(git, request.base);
  if (!base.ok) return base;
  const head = await resolveCommit(git, request.head);
  if (!head.ok) return head;
  const common = request.base === null ? base : await mergeBaseOf(git, base.value, head.value);
  if (!common.ok) return common;
  const isBackwards = (request.backwards ?? true) && common.value === head.value && base.value !== head.value;
  const mergeBase = isBackwards ? base : common;
  // Listed first, because a tree can unfold to millions of files: a listing comes as it goes and is cut, while a
  // comparison with renames has to hold them all.
  const baseFiles = await timed('git', () => takeSnapshot(git, readBlobsIn(request.repo), mergeBase.value));
  if (!baseFiles.ok) return baseFiles;
  const headFiles = await timed('git', () => takeSnapshot(git, readBlobsIn(request.repo), head.value));
  if (!headFiles.ok) return headFiles;
  const includes = await timed('git', () => includesOfBoth(git, baseFiles.value, headFiles.value));
  if (!includes.ok) return includes;
  const unusual = { base: includes.value.base.unusual, head: includes.value.head.unusual };
  const changes = await timed('git', () => changesBetween(git, mergeBase.value, head.value, unusual));
  if (!changes.ok) return changes;

  const limits = request.limits ?? defaultLimits;
  const analysis = await analyseBoth({
    crew: request.crew,
    options: request.options,
    repo: request.repo,
    git,
    files: changes.value.files,
    includes: includes.value,
    base: baseFiles.value,
    head: headFiles.value,
    limits,
    timed,
  });
  if (!analysis.ok) return analysis;
  const isOther = (path: string): boolean =>
    (headFiles.value.files.get(path)?.bytes ?? 0) > 0 &&
    !analysis.value.analysed.has(path) &&
    !unusual.head.has(path) &&
    limits.isWanted(path);
  const others = await timed('git', () => otherNames(git, head.value, changes.value.files, isOther));
  if (!others.ok) return others;
  const judged = judge(
    { report: analysis.value.head, read: headFiles.value.read },
    { report: analysis.value.base, read: baseFiles.value.read },
    changes.value.files,
    request.policy ?? noPolicy,
  );
  const input: ReviewInput = {
    base: base.value,
    mergeBase: mergeBase.value,
    head: head.value,
    changes: changes.value.files,
    report: judged.report,
    compared: judged.compared,
    baseUses: usesOf(analysis.value.base),
    asides: [...judged.asides, ...analysis.value.asides, ...changedBuild(changes.value.files)],
    read: headFiles.value.read,
    isExactText: headFiles.value.isExactText,
    beyondLimit: analysis.value.beyondLimit,
    unread: [
      ...changes.value.refused.map(({ path, because, isOld }) => ({ name: path, because, isOld })),
      ...notFollowed(changes.value, {
        repo: request.repo,
        base: baseFiles.value,
        head: headFiles.value,
        isWanted: limits.isWanted,
      }),
      ...others.value,
      ...analysis.value.unread,
    ],
    notes: [
      ...(isBackwards ? [messages.headIsAncestor] : []),
      ...missingCommands(request.options.compileCommands, headFiles.value),
      ...changes.value.notes,
      ...analysis.value.notes,
    ],
    settings: request.settings ?? defaultSettings,
  };
  return ok({
    plan: planReview(input),
    input,
    source: headFiles.value.read,
    modeOf: (path) => headFiles.value.files.get(path)?.mode ?? null,
    times,
  });
}

/** A tree without files has nothing to ask for. */
async function includesOfBoth(
  git: Git,
  base: Snapshot,
  head: Snapshot,
): Promise<Result<Readonly<Record<'base' | 'head', Includes>>, GitProblem>> {
  const before = base.files.size === 0 ? ok({ lines: [], unusual: new Set<string>() }) : await includesOf(git, base);
  const after = await includesOf(git, head);
  return !before.ok ? before : after.ok ? ok({ base: before.value, head: after.value }) : after;
}

const usesOf = ({ kernels }: Report): ReadonlyMap<string, readonly Use[]> =>
  new Map(
    [...groupBy(kernels, ({ name }) => baseName(name))].map(([name, answers]) => [
      name,
      answers.flatMap(({ uses }) => uses),
    ]),
  );

/** Kernels are looked for where sources changed, or what they include. */
function changedBuild(files: readonly ChangedFile[]): readonly string[] {
  const names = files.flatMap(({ headPath, basePath }) => headPath ?? basePath ?? []).filter(isBuildFile);
  const few = names.slice(0, 5).map(printablePath).join(', ');
  return names.length === 0 ? [] : [fill(messages.buildFilesChanged, { names: names.length > 5 ? `${few}, …` : few })];
}

/** Only files of the commit are read, so one that a build writes is not there. */
function missingCommands(path: string | undefined, { files, commit }: Snapshot): readonly string[] {
  return path === undefined || files.has(joinPath('', path) ?? path)
    ? []
    : [fill(messages.noCommands, { path: printablePath(path), commit: commit.slice(0, 12) })];
}
