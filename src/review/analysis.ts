/**
 * Asks about the touched kernels of the head and, for comparison, about those of the merge base that bear the name of
 * one with findings.
 *
 * A kernel of the head is touched through its own lines or, where lines were only removed, through those of the base
 * kernel of the same name: so the base is looked over first, without deciding anything.
 */
import type { ChangedFile } from './changes.ts';
import type { Crew } from './crew.ts';
import type { EngineOptions } from '../engine.ts';
import type { KernelAnswer, Report } from '../verdict/finding.ts';
import type { Git, GitProblem } from './git.ts';
import type { Includes } from './includes.ts';
import type { Result } from '../base/result.ts';
import type { Scope, ScopeLimits } from './scope.ts';
import type { Before, Questions, SideAnswer } from './side.ts';
import type { Snapshot } from './snapshot.ts';
import type { Touching } from './touched.ts';
import type { Unread, UnreadFile } from './unread.ts';
import { agreed } from '../pipeline/redundant.ts';
import { baseName } from '../base/kernel-name.ts';
import { changedLines, launchesTouched } from './touched.ts';
import { joinAnswers, numbered } from '../verdict/join.ts';
import { isSourceFile, joinPath, printablePath } from './paths.ts';
import { kernelKey } from './side.ts';
import { loneHeaders } from './lone-headers.ts';
import { isNotRead } from '../verdict/catalogue.ts';
import { ok } from '../base/result.ts';
import { scopeOf } from './scope.ts';
import { unreadable } from './snapshot.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/**
 * `totalSeconds`: for all kernels of one side (head or base); what comes later is answered `unknown`. `tellsRemoved`:
 * the base is also asked about kernels in which the head has no findings, to tell which ones went; nobody need wait for
 * that in a review.
 */
export type AnalysisLimits = ScopeLimits &
  Readonly<{ maxKernels: number; totalSeconds: number; tellsRemoved: boolean }>;
export const defaultLimits: AnalysisLimits = {
  maxFiles: 400,
  maxKernels: 200,
  totalSeconds: 600,
  tellsRemoved: true,
  isWanted: () => true,
};

type AnalysisRequest = Readonly<{
  crew: Crew;
  options: EngineOptions;
  /** A folder of the clone. */
  repo: string;
  git: Git;
  files: readonly ChangedFile[];
  includes: Readonly<Record<'base' | 'head', Includes>>;
  base: Snapshot;
  head: Snapshot;
  limits: AnalysisLimits;
  /** Measures a step under a name. */
  timed: <Value>(name: string, step: () => Promise<Value>) => Promise<Value>;
}>;
/** `beyondLimit`: how many touched kernels are not looked at. `asides`: what else is to be said. */
type Analysis = Readonly<{
  head: Report;
  base: Report;
  asides: readonly string[];
  unread: readonly Unread[];
  /** Files of the head. */ analysed: ReadonlySet<string>;
  beyondLimit: number;
  notes: readonly string[];
}>;

export async function analyseBoth(request: AnalysisRequest): Promise<Result<Analysis, GitProblem>> {
  const { limits, timed } = request;
  const sides: Sides = { base: changedLines(request.files, 'base'), head: changedLines(request.files, 'head') };
  const headScope = await timed('git', () =>
    scopeOf(request.git, request.head, request.includes.head, sides.head.keys(), limits),
  );
  if (!headScope.ok) return headScope;
  const baseScope = await timed('git', () =>
    scopeOf(request.git, request.base, request.includes.base, sides.base.keys(), limits),
  );
  if (!baseScope.ok) return baseScope;

  // read in one go, not one git for each
  request.base.expect(sides.base.keys());
  request.head.expect(sides.head.keys());
  const { touchedInBase, unreadInBase, questions } = await lookedOver(request, sides, baseScope.value);
  const inHead = touchingHead(request, sides, touchedInBase, unreadInBase);
  const before: Before = {
    questions,
    renamed: new Map(
      request.files.flatMap(({ basePath, headPath }) =>
        basePath === null || headPath === null || basePath === headPath ? [] : [[headPath, basePath]],
      ),
    ),
  };
  const scope = withPathsOf(headScope.value, baseScope.value, request.files, request.head, limits);
  const found = await timed('kernels of the head', () =>
    answersOf(request, request.head, scope, inHead, 'patches', before),
  );
  const head = capped(found, limits.maxKernels);

  const compared = new Set([
    ...(limits.tellsRemoved ? touchedInBase : []),
    ...head.report.kernels.filter((kernel) => kernel.findings.length > 0).map((kernel) => baseName(kernel.name)),
  ]);
  const inBase = await verdictsOfBase(request, compared, baseScope.value, headScope.value);
  const renamed = new Map(request.files.map((file) => [file.headPath, file.basePath]));
  const unread = unreadFiles(headScope.value, found, request.head, request.includes.head).map(
    ({ path, because }): Unread => ({ name: path, because, isOld: unreadInBase.has(renamed.get(path) ?? path) }),
  );
  const lone = loneHeaders({
    snapshot: request.head,
    lines: request.includes.head.lines,
    changed: [...sides.head.keys()].filter(limits.isWanted),
    seen: new Set(found.flatMap(({ seen }) => seen)),
    unread: new Set(unread.map(({ name }) => name)),
  });
  return ok({
    head: head.report,
    base: merged(inBase.map(({ report }) => report)),
    asides: loneWords(lone),
    unread: [...unread, ...head.unread],
    analysed: new Set([...scope.units, ...scope.headers]),
    beyondLimit: head.unread.length,
    notes: [...headScope.value.notes, ...head.notes],
  });
}

/** The lines that differ, by file, of each side. */
type Sides = Readonly<Record<'base' | 'head', Touching['lines']>>;

/**
 * Looks over the base without deciding anything. Gives: names of kernels that the change touches there, files that
 * could not be read, and the questions of its kernels.
 */
async function lookedOver(
  request: AnalysisRequest,
  sides: Sides,
  scope: Scope,
): Promise<
  Readonly<{ touchedInBase: readonly string[]; unreadInBase: ReadonlySet<string>; questions: Before['questions'] }>
> {
  const looked = await request.timed('reading the base', () =>
    answersOf(
      request,
      request.base,
      scope,
      { lines: sides.base, names: launchesTouched(sides.base, request.base.read) },
      'names',
    ),
  );
  const unread = unreadFiles({ ...scope, beyond: [] }, looked, request.base, request.includes.base);
  return {
    touchedInBase: looked.flatMap(({ touched }) => [...touched.values()].flat()),
    unreadInBase: new Set(unread.map(({ path }) => path)),
    questions: questionsIn(looked),
  };
}

/**
 * What touches kernels of the head. A file of the base that could not be read says nothing of what its kernels were:
 * all of them count as touched.
 */
function touchingHead(
  { files, head }: AnalysisRequest,
  sides: Sides,
  touchedInBase: readonly string[],
  unreadInBase: ReadonlySet<string>,
): Touching {
  const nameNow = new Map(
    files.flatMap(({ basePath, headPath }) => (basePath === null || headPath === null ? [] : [[basePath, headPath]])),
  );
  const wholly = [...unreadInBase].map((path) => [nameNow.get(path) ?? path, null] as const);
  return {
    lines: new Map([...sides.head, ...wholly]),
    names: new Set([...launchesTouched(sides.head, head.read), ...touchedInBase]),
  };
}

/** What the base says of the kernels that are compared. */
async function verdictsOfBase(
  request: AnalysisRequest,
  compared: ReadonlySet<string>,
  baseScope: Scope,
  headScope: Scope,
): Promise<Awaited<ReturnType<typeof answersOf>>> {
  if (compared.size === 0) return [];
  const { files, base, limits } = request;
  return await request.timed('kernels of the base', () =>
    answersOf(
      request,
      base,
      withPathsOf(baseScope, headScope, files.map(reversed), base, limits),
      { lines: new Map(), names: compared },
      'verdicts',
    ),
  );
}

/**
 * A kernel may be reached on one side only through files that did not change there (a header that it no longer
 * includes): the files of the other side's scope are looked at too, under their names on this side.
 */
function withPathsOf(
  scope: Scope,
  other: Scope,
  files: readonly ChangedFile[],
  here: Snapshot,
  limits: ScopeLimits,
): Scope {
  const renamed = new Map(
    files.flatMap((file) => (file.basePath === null || file.headPath === null ? [] : [[file.basePath, file.headPath]])),
  );
  const translate = (paths: readonly string[]): readonly string[] =>
    paths
      .map((path) => renamed.get(path) ?? path)
      .filter((path) => here.files.has(path) && unreadable(here, path) === null && limits.isWanted(path));
  return {
    ...scope,
    units: [...new Set([...scope.units, ...translate(other.units)])],
    headers: [...new Set([...scope.headers, ...translate(other.headers)])],
  };
}

const reversed = (file: ChangedFile): ChangedFile => ({ ...file, basePath: file.headPath, headPath: file.basePath });

/**
 * Units first; then those headers whose kernels no unit has shown. `give`: the names of touched kernels alone, or what
 * they are, or patches too.
 */
async function answersOf(
  request: AnalysisRequest,
  snapshot: Snapshot,
  scope: Scope,
  touching: Touching,
  give: 'names' | 'verdicts' | 'patches',
  before?: Before,
): Promise<readonly SideAnswer[]> {
  const { crew, repo, limits } = request;
  const options: EngineOptions = {
    ...request.options,
    repair: give === 'patches' && request.options.repair,
    includeDirs: [...new Set([...request.options.includeDirs, ...scope.includeFolders])],
  };
  const rest = {
    repo,
    options,
    touching,
    decide: give !== 'names',
    ...(before === undefined ? {} : { before }),
    maxKernels: limits.maxKernels,
    totalSeconds: limits.totalSeconds,
  };
  const units = await crew.ask(snapshot, scope.units, rest);
  const seen = new Set(units.flatMap((answer) => answer.seen));
  return [
    ...units,
    ...(await crew.ask(
      snapshot,
      scope.headers.filter((path) => !seen.has(path)),
      rest,
    )),
  ];
}

const loneWords = (lone: readonly string[]): readonly string[] =>
  lone.length === 0
    ? []
    : [
        fill(messages.loneHeaders, {
          names: lone.slice(0, 5).map(printablePath).join(', '),
          more: lone.length > 5 ? ', …' : '',
          includes: lone.length === 1 ? 'it' : 'them',
        }),
      ];

function questionsIn(answers: readonly SideAnswer[]): Questions {
  const all = new Map<string, Set<string | null>>();
  for (const [name, digests] of answers.flatMap(({ questions }) => [...questions]))
    all.set(name, new Set([...(all.get(name) ?? []), ...digests]));
  return all;
}

/** Each with one reason. What fails that is no source (a build file, a picture) holds no kernel. */
function unreadFiles(
  { unread, beyond }: Scope,
  answers: readonly SideAnswer[],
  snapshot: Snapshot,
  { unusual }: Includes,
): readonly UnreadFile[] {
  const failed = [...answers.flatMap((answer) => answer.unread), ...snapshot.failed()].filter(
    ({ path }) => isSourceFile(path) || unusual.has(path),
  );
  return [
    ...new Map(
      [...failed, ...problemFiles(answers, snapshot), ...unread, ...beyond].map((one) => [one.path, one]),
    ).values(),
  ];
}

/** Files of the commit of which the engine says that it did not read them. */
const problemFiles = (answers: readonly SideAnswer[], { files }: Snapshot): readonly UnreadFile[] =>
  answers
    .flatMap(({ report }) =>
      report.problems
        .filter(isNotRead)
        .map((problem) => ({ path: joinPath('', problem.file) ?? problem.file, because: problem.text })),
    )
    .filter(({ path }) => files.has(path));

/** The first kernels of all answers, and what was left out. */
function capped(
  answers: readonly SideAnswer[],
  most: number,
): Readonly<{ report: Report; unread: readonly Unread[]; notes: readonly string[] }> {
  const keys = [...new Set(answers.flatMap(({ touched }) => [...touched.keys()]))];
  const report = merged(answers.map((answer) => answer.report));
  const skipped = keys.slice(most);
  if (skipped.length === 0) return { report, unread: [], notes: [] };
  const isLeftOut = new Set(skipped);
  return {
    report: { ...report, kernels: report.kernels.filter((kernel) => !isLeftOut.has(kernelKey(kernel.uses))) },
    unread: skipped.map((name) => ({ name, because: fill(messages.beyondKernels, { most }), isOld: false })),
    notes: [
      fill(messages.kernelsSkipped, {
        count: skipped.length,
        most,
        names: skipped.slice(0, 5).join(', '),
        more: skipped.length > 5 ? ', …' : '',
      }),
    ],
  };
}

/** Joins reports: a kernel that several units include is one kernel, with the worst of its verdicts. */
function merged(reports: readonly Report[]): Report {
  const kernels = new Map<string, KernelAnswer>();
  for (const kernel of reports.flatMap((report) => report.kernels)) {
    const key = `${joinPath('', kernel.span.file) ?? kernel.span.file}\n${kernel.name}\n${kernel.span.start}`;
    const same = kernels.get(key);
    kernels.set(key, same === undefined ? kernel : joinAnswers(same, kernel));
  }
  const problems = reports.flatMap((report) => report.problems);
  return {
    version: 1,
    kernels: numbered(agreed([...kernels.values()])),
    problems: [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()],
  };
}
