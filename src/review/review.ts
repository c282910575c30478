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
import type { Changes } from './diff.ts';
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

/** Measures a step under a name. */
type Timed = <Value>(name: string, step: () => Promise<Value>) => Promise<Value>;

/** The problem's text is one line for the user. */
export async function runLocalReview(request: LocalReviewRequest): Promise<Result<LocalReview, GitProblem>> {
  const git = request.git ?? gitIn(request.repo);
  const times = new Map<string, number>();
  const timed: Timed = async (name, step) => {
    const start = performance.now();
    const value = await step();
    times.set(name, (times.get(name) ?? 0) + (performance.now() - start) / 1000);
    return value;
  };
  const revisions = await revisionsOf(request, git);
  if (!revisions.ok) return revisions;
  const sides = await sidesOf(request.repo, git, revisions.value, timed);
  if (!sides.ok) return sides;
  const input = await reviewInput(request, git, revisions.value, sides.value, timed);
  if (!input.ok) return input;
  const { headFiles } = sides.value;
  return ok({
    plan: planReview(input.value),
    input: input.value,
    source: headFiles.read,
    modeOf: (path) => headFiles.files.get(path)?.mode ?? null,
    times,
  });
}

/** Commits. `isBackwards`: the head is an ancestor of the base, and is compared with the base itself. */
type Revisions = Readonly<{ base: string; head: string; mergeBase: string; isBackwards: boolean }>;

async function revisionsOf(request: LocalReviewRequest, git: Git): Promise<Result<Revisions, GitProblem>> {
  const repository = await checkRepository(git, request.repo);
  if (!repository.ok) return repository;
  const base = request.base === null ? await emptyTree(git) : await resolveCommit(git, request.base);
  if (!base.ok) return base;
  const head = await resolveCommit(git, request.head);
  if (!head.ok) return head;
  const common = request.base === null ? base : await mergeBaseOf(git, base.value, head.value);
  if (!common.ok) return common;
  const isBackwards = (request.backwards ?? true) && common.value === head.value && base.value !== head.value;
  const mergeBase = isBackwards ? base.value : common.value;
  return ok({ base: base.value, head: head.value, mergeBase, isBackwards });
}

/** The files of both sides, what they include, and what changed between them. */
type Sides = Readonly<{
  baseFiles: Snapshot;
  headFiles: Snapshot;
  includes: Readonly<Record<'base' | 'head', Includes>>;
  changes: Changes;
}>;

async function sidesOf(
  repo: string,
  git: Git,
  { mergeBase, head }: Revisions,
  timed: Timed,
): Promise<Result<Sides, GitProblem>> {
  // Listed first, because a tree can unfold to millions of files: a listing comes as it goes and is cut, while a
  // comparison with renames has to hold them all.
  const baseFiles = await timed('git', () => takeSnapshot(git, readBlobsIn(repo), mergeBase));
  if (!baseFiles.ok) return baseFiles;
  const headFiles = await timed('git', () => takeSnapshot(git, readBlobsIn(repo), head));
  if (!headFiles.ok) return headFiles;
  const includes = await timed('git', () => includesOfBoth(git, baseFiles.value, headFiles.value));
  if (!includes.ok) return includes;
  const unusual = { base: includes.value.base.unusual, head: includes.value.head.unusual };
  const changes = await timed('git', () => changesBetween(git, mergeBase, head, unusual));
  if (!changes.ok) return changes;
  return ok({
    baseFiles: baseFiles.value,
    headFiles: headFiles.value,
    includes: includes.value,
    changes: changes.value,
  });
}

/** Asks about the kernels of both sides. Gives: all that a plan is made from. */
async function reviewInput(
  request: LocalReviewRequest,
  git: Git,
  { base, mergeBase, head, isBackwards }: Revisions,
  { baseFiles, headFiles, includes, changes }: Sides,
  timed: Timed,
): Promise<Result<ReviewInput, GitProblem>> {
  const limits = request.limits ?? defaultLimits;
  const { crew, options, repo } = request;
  const { files } = changes;
  const analysed = await analyseBoth({
    crew,
    options,
    repo,
    git,
    files,
    includes,
    base: baseFiles,
    head: headFiles,
    limits,
    timed,
  });
  if (!analysed.ok) return analysed;
  const analysis = analysed.value;
  const isOther = (path: string): boolean =>
    (headFiles.files.get(path)?.bytes ?? 0) > 0 &&
    !analysis.analysed.has(path) &&
    !includes.head.unusual.has(path) &&
    limits.isWanted(path);
  const others = await timed('git', () => otherNames(git, head, files, isOther));
  if (!others.ok) return others;
  const judged = judge(
    { report: analysis.head, read: headFiles.read },
    { report: analysis.base, read: baseFiles.read },
    files,
    request.policy ?? noPolicy,
  );
  return ok({
    base,
    mergeBase,
    head,
    changes: files,
    report: judged.report,
    compared: judged.compared,
    baseUses: usesOf(analysis.base),
    asides: [...judged.asides, ...analysis.asides, ...changedBuild(files)],
    read: headFiles.read,
    isExactText: headFiles.isExactText,
    beyondLimit: analysis.beyondLimit,
    unread: [
      ...changes.refused.map(({ path, because, isOld }) => ({ name: path, because, isOld })),
      ...notFollowed(changes, { repo, base: baseFiles, head: headFiles, isWanted: limits.isWanted }),
      ...others.value,
      ...analysis.unread,
    ],
    notes: [
      ...(isBackwards ? [messages.headIsAncestor] : []),
      ...missingCommands(options.compileCommands, headFiles),
      ...changes.notes,
      ...analysis.notes,
    ],
    settings: request.settings ?? defaultSettings,
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
