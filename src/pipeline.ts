/**
 * The order of the stages, written once (`stages` in engine.ts; each is called from here or from pipeline/kernel.ts, in
 * that order). With pipeline/, the only place that may import every stage. `createEngine` is what command line, review
 * and audit call.
 */
import type { AnalyzeRequest, CoverageRequest, Engine, Replayed, ReplayRequest } from './engine.ts';
import type { Coverage, KernelCoverage } from './verdict/coverage.ts';
import type { InputProblem, KernelAnswer, Report } from './verdict/finding.ts';
import type { Kernel } from './ir/ir.ts';
import type { Parser, ParserAssets } from './parse/tree-sitter.ts';
import type { Deadline } from './base/deadline.ts';
import type { Variant } from './pipeline/variants.ts';
import type { Solver } from './solve/solve.ts';
import type { Instance, Limit } from './pipeline/instances.ts';
import { answerInstances } from './pipeline/instances.ts';
import type { Variants } from './pipeline/instance-of.ts';
import { instanceOf } from './pipeline/instance-of.ts';
import { createSiblings } from './pipeline/siblings.ts';
import { coverageOf } from './pipeline/coverage.ts';
import { deadlineAfter, earlier, noDeadline } from './base/deadline.ts';
import { createParser } from './parse/tree-sitter.ts';
import { createSolver } from './solve/z3.ts';
import { dumpOf } from './pipeline/dump.ts';
import { fail, ok } from './base/result.ts';
import { groupBy } from './base/group.ts';
import { memoized } from './base/memoize.ts';
import { invariant } from './base/invariant.ts';
import type { Result } from './base/result.ts';
import { configurationsOf } from './preprocess/preprocess.ts';
import {
  isUnparsed,
  kernelMissing,
  notCuda,
  readingTimedOut,
  reasonText,
  timeLimitReached,
  totalTimeReached,
} from './verdict/catalogue.ts';
import { agreed } from './pipeline/redundant.ts';
import { factsFor, misstated, misunderstood, parametersMissing } from './pipeline/user-facts.ts';
import { nearestFirst } from './base/nearest.ts';
import { printKernel } from './ir/print.ts';
import { baseName } from './base/kernel-name.ts';
import { isInPart } from './pipeline/parts-of-files.ts';
import { numbered } from './verdict/join.ts';
import { questionOf } from './pipeline/question.ts';
import { replayed } from './pipeline/replay.ts';
import { createStandIns } from './pipeline/stand-ins.ts';
import { variantsOf } from './pipeline/variants.ts';
import { createBuilds, noBuilds } from './pipeline/builds.ts';
import type { Builds } from './pipeline/builds.ts';
import { createTried } from './pipeline/tried.ts';
import { stopwatch } from './pipeline/stopwatch.ts';
import type { Linking } from './pipeline/linked-launches.ts';
import { allOf, linker, linkingOf } from './pipeline/linked-launches.ts';
import { launchedElsewhere } from './pipeline/kernel-names.ts';
import type { ReadUnit } from './pipeline/unit.ts';
import { readUnit, usesOf } from './pipeline/unit.ts';
import { aboutOf, otherUnits, readUnits } from './pipeline/units.ts';
import type { UnreadFile } from './pipeline/unread.ts';
import { unreadKernels } from './pipeline/unread.ts';

/** Where the foreign parts lie: the parser's grammars. (Z3 finds its own: solve/z3-wasm.ts.) */
export type EngineAssets = ParserAssets;

/** Starts the parser; the solver starts with the first question it is asked. `clock` gives milliseconds. */
export async function createEngine(assets: EngineAssets, clock: () => number): Promise<Engine> {
  const parser = await createParser(assets);
  const solver = await createSolver();
  const parts: Parts = { parser, solver, clock };
  return {
    analyze: (request) => analyze(request, parts),
    coverage: (request) => coverage(request, parts),
    replay: (request) => Promise.resolve(replay(request, parser)),
    close: async () => {
      parser.close();
      await solver.close();
    },
  };
}

/**
 * In the first way of building the file in which the run shows something, with the other builds that the text has; else
 * in the first that has the kernel.
 */
function replay(request: ReplayRequest, parser: Parser): Result<Replayed, string> {
  const count = configurationsOf(request.file, request.read, request.options.compileCommands ?? null);
  let known: Result<Replayed, string> | null = null;
  for (let configuration = 0; configuration < count; configuration++) {
    for (const made of replaysIn(configuration, request, parser)) {
      if (made.ok && made.value.races.length + made.value.divergences.length > 0) return made;
      if (known?.ok !== true) known = made.ok ? made : (known ?? made);
    }
  }
  return known ?? fail(`no kernel named ${request.kernel} in ${request.file}`);
}

function* replaysIn(
  configuration: number,
  request: ReplayRequest,
  parser: Parser,
): Generator<Result<Replayed, string>> {
  const read = readUnit(request.file, { ...request, configuration }, parser, () => undefined);
  const from = read.ok ? read.value : null;
  const kernel = from?.unit.kernels.find((one) => one.name === request.kernel);
  if (from === null || kernel === undefined) {
    const build =
      from === null
        ? undefined
        : otherUnits(from, request, parser).flatMap(({ unit, only }) =>
            only !== undefined && unit.kernels.some(({ name }) => name === request.kernel) ? [only.macros] : [],
          )[0];
    if (build !== undefined && request.options.build === undefined)
      yield* replaysIn(configuration, { ...request, options: { ...request.options, build } }, parser);
    else yield fail(read.ok ? `no kernel named ${request.kernel} in ${request.file}` : read.problem.text);
    return;
  }
  const run = (one: Kernel): Result<Replayed, string> => {
    const facts = factsFor(request.options, one, parser);
    return facts.ok ? ok(replayed(one, facts.value, request.run, request.sought)) : fail(facts.problem.text);
  };
  yield run(kernel);
  const isKnown = (problem: InputProblem): boolean => from.problems.some((one) => aboutOf(one) === aboutOf(problem));
  for (const other of createBuilds({ request, parser, nextDeadline: () => noDeadline, isKnown })(kernel, from).others)
    yield run(other.kernel);
}

type Parts = Readonly<{ parser: Parser; solver: Solver; clock: () => number }>;

async function analyze(request: AnalyzeRequest, parts: Parts): Promise<Report> {
  const { timeoutSeconds } = request.options;
  const totalSeconds = request.totalSeconds ?? null;
  const whole = deadlineAfter(
    totalSeconds,
    parts.clock,
    reasonText(totalTimeReached(request.limitSeconds ?? totalSeconds ?? 0)),
  );
  const nextDeadline = (times = 1): Deadline => {
    const seconds = timeoutSeconds === null ? null : times * timeoutSeconds;
    return earlier(deadlineAfter(seconds, parts.clock, reasonText(timeLimitReached(seconds ?? 0))), whole);
  };
  const { work: read, buildsOf, unread, problems } = readAll(request, parts, nextDeadline);
  const work = chosenOf(read, buildsOf, request);
  request.onPart?.({ kind: 'read', kernels: [...unread, ...work.map(([first]) => placeOf(first))], problems });
  for (const answer of unread) request.onPart?.({ kind: 'answer', answer });
  await request.letSend?.();
  const tried = createTried();
  const total = work.length + unread.length;
  const decided = new Map<Variants, KernelAnswer>();
  const done = (): number => decided.size + unread.length;
  const limitOf = (instances: number): Limit => {
    const times = limitsFor(instances);
    const seconds = timeoutSeconds === null ? null : timeoutSeconds * times;
    return {
      seconds,
      times,
      clock: parts.clock,
      text: reasonText(timeLimitReached(seconds ?? 0)),
      within: (own) => earlier(own, whole),
    };
  };
  const { isFirst = () => false } = request;
  const inOrder = [
    ...work.filter(([{ kernel }]) => isFirst(kernel.span)),
    ...work.filter(([{ kernel }]) => !isFirst(kernel.span)),
  ];
  for (const group of groupBy(inOrder, ([first]) => sourceOf(first)).values()) {
    const given = { ...parts, tried, siblings: createSiblings(group.length) };
    await answerInstances(
      group.map((variants): Instance => ({
        ...instanceOf(variants, buildsOf(variants), request, given),
        onStart: () => request.onProgress?.({ kind: 'start', ...nameOf(variants), done: done(), total }),
        onVerdict: async (answer) => {
          request.onPart?.({ kind: 'answer', answer });
          await request.letSend?.();
        },
        onAnswer: (answer) => {
          decided.set(variants, answer);
          request.onPart?.({ kind: 'answer', answer });
          request.onProgress?.({ kind: 'kernel', ...nameOf(variants), verdict: answer.verdict, done: done(), total });
        },
      })),
      limitOf(group.length),
    );
  }
  const answers = work.map((variants) => {
    const answer = decided.get(variants);
    invariant(answer !== undefined, 'every kernel is answered');
    return answer;
  });
  // what was not read comes last
  return { version: 1, kernels: numbered(agreed([...answers, ...unread])), problems };
}

function chosenOf(read: Read['work'], buildsOf: Read['buildsOf'], request: AnalyzeRequest): Read['work'] {
  if (request.chosen === undefined) return read;
  const chosen = request.chosen(
    read.map((variants) => {
      const [{ kernel, from }] = variants;
      return {
        name: kernel.name,
        span: kernel.span,
        uses: usesOf(kernel, from),
        question: () => questionOf(variants, buildsOf(variants), request),
      };
    }),
  );
  const sources = new Set(read.filter((_, k) => chosen.has(k)).map(([first]) => sourceOf(first)));
  return read.filter(([first]) => sources.has(sourceOf(first)));
}

/**
 * Template instances of one kernel that share one time limit; with more, the kernel gets the limit once more for each
 * so many, up to so often.
 */
const instancesOfLimit = 8;
const mostLimits = 4;
/** The same of very many, of which most are told by what others show. */
const manyOfLimit = 128;
/** How often a kernel with so many instances gets the limit. */
const limitsFor = (instances: number): number =>
  Math.max(Math.min(mostLimits, Math.ceil(instances / instancesOfLimit)), Math.ceil(instances / manyOfLimit));

/** The kernel of the source that it is an instance of. */
const sourceOf = ({ kernel: { span } }: Variant): string => `${span.file}:${span.start}`;

const placeOf = ({
  kernel: { name, span },
  from: {
    unit: { file },
  },
}: Variant): Pick<KernelAnswer, 'name' | 'span' | 'unit'> => ({
  name,
  span,
  ...(file === span.file ? {} : { unit: file }),
});

const nameOf = ([
  {
    kernel: {
      name,
      span: { file },
    },
  },
]: Variants): Readonly<{ name: string; file: string }> => ({ name, file });

type Read = Readonly<{
  work: ReturnType<typeof variantsOf>;
  buildsOf: (variants: Variants) => Builds;
  /** Answers for kernels of files that took too long to read. */ unread: readonly KernelAnswer[];
  problems: readonly InputProblem[];
}>;

/** All kernels to analyse, with the problems of reading them. */
function readAll(request: AnalyzeRequest, parts: Parts, nextDeadline: (times?: number) => Deadline): Read {
  const dump = dumpOf(request);
  const found: (Variant & Readonly<{ isDecided: boolean }>)[] = [];
  const linkings: Linking[] = [];
  const elsewhere = launchedElsewhere(request.files, request.read);
  const problems: InputProblem[] = [];
  const told = (problem: InputProblem): boolean => problems.some((one) => aboutOf(one) === aboutOf(problem));
  const isWholeRun = request.stopAfter === undefined;
  const otherBuilds = memoized(createBuilds({ request, parser: parts.parser, nextDeadline, isKnown: told }));
  const builds = (kernel: Kernel, from: ReadUnit): Builds => (isWholeRun ? otherBuilds(kernel, from) : noBuilds);
  // what is called in one build only may be what is touched
  const isTouched = (kernel: Kernel, from: ReadUnit): boolean =>
    request.touches === undefined ||
    request.touches(usesOf(kernel, from)) ||
    builds(kernel, from).others.some((other) => request.touches?.(usesOf(other.kernel, other.from)) === true);
  const isRead = (kernel: Kernel, from: ReadUnit): boolean => isTouched(kernel, from) || request.readsAll === true;
  const late: UnreadFile[] = [];
  const lost: KernelAnswer[] = [];
  const standIns = createStandIns();
  const known = new Set<string>();
  /** Files with kernels of other builds. */
  const shownElse = new Set<string>();
  const onFile = (file: string, done: number): void =>
    request.onProgress?.({ kind: 'read', file, done, total: request.files.length });
  for (const { file, from } of readUnits({ ...request, standIns }, parts.parser, dump, { nextDeadline, onFile })) {
    if (from === null) continue;
    if (!from.ok) {
      problems.push(from.problem);
      if (request.touches !== undefined || from.problem.code === readingTimedOut('', '').code)
        late.push({ file, text: request.read(file) ?? '', because: from.problem.text });
      continue;
    }
    problems.push(...from.value.problems);
    const { kernels, names } = from.value.unit;
    const isWhole = !from.value.problems.some(isUnparsed);
    lost.push(
      ...from.value.lost.filter(
        ({ name, span }) =>
          !lost.some((one) => one.name === name && one.span.file === span.file && one.span.start === span.start),
      ),
    );
    standIns.note(from.value);
    for (const name of names) known.add(name);
    if (from.value.only !== undefined) shownElse.add(file);
    else if (names.length === 0 && isWhole) problems.push(notCuda(file));
    if (from.value.only === undefined) linkings.push(linkingOf(from.value));
    for (const kernel of kernels) {
      dump('ir', kernel.name, () => printKernel(kernel));
      if (!isInPart(kernel.span, request.part)) continue;
      // whether a launch elsewhere touches it is known when all files are read
      const isDecided = !elsewhere.has(baseName(kernel.name));
      if (!isDecided || isRead(kernel, from.value)) found.push({ kernel, from: from.value, isDecided });
    }
  }
  const { link, givers } = linker(allOf(linkings));
  const origins = new Map(found.map(({ kernel, from }) => [kernel, from]));
  const read = found
    .filter((one) => !standIns.isOne(one.kernel))
    .map(({ kernel, from, isDecided }) => ({ kernel, from: link(kernel, from), isDecided }))
    .filter(({ kernel, from, isDecided }) => isDecided || isRead(kernel, from));
  const { kernel } = request.options;
  const unread = [
    ...lost.filter((one) => !standIns.isOne(one)),
    ...unreadKernels(late, kernel, kernel !== null && known.has(kernel)),
  ].filter(({ span }) => isInPart(span, request.part));
  if (late.length === 0) problems.push(...missingKernel(request, known));
  const isTouchedUnread = ({ name, span }: KernelAnswer): boolean =>
    request.touches?.([{ what: 'kernel', name, span: { ...span, line: 1, endLine: Number.MAX_SAFE_INTEGER } }]) ?? true;
  const work = variantsOf(read);
  const buildsOf = ([{ kernel, from }, ...more]: Variants): Builds => {
    // where several files include it, each of them gives it a build
    if (more.length > 0) return noBuilds;
    const found = builds(kernel, origins.get(kernel) ?? from);
    return { ...found, others: found.others.map((other) => ({ ...other, from: link(other.kernel, other.from) })) };
  };
  problems.push(
    ...misunderstood(
      request.options.assumes,
      work.map(([{ kernel }]) => kernel),
      parts.parser,
    ),
  );
  problems.push(
    ...misstated(
      request.options.stated ?? [],
      work.map(([{ kernel }]) => kernel),
      parts.parser,
    ),
  );
  if (request.options.params.size > 0)
    problems.push(
      ...parametersMissing(
        request.options.params,
        read.map(({ kernel }) => kernel),
        [...new Set(read.map(({ from }) => from.source.source.text))],
      ),
    );
  const isOfUse = ({ code, file }: InputProblem): boolean =>
    code === notCuda('').code && (givers.has(file) || shownElse.has(file));
  return {
    work,
    buildsOf,
    unread: unread.filter(isTouchedUnread),
    problems: distinctProblems(problems.filter((problem) => !isOfUse(problem))),
  };
}

/** What is wrong with a build file is found with each of its sources. */
const distinctProblems = (problems: readonly InputProblem[]): readonly InputProblem[] => [
  ...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values(),
];

/** The kernel asked for need not stand in every file, but in one of them. */
function missingKernel(
  { options: { kernel }, files }: Pick<AnalyzeRequest, 'options' | 'files'>,
  known: ReadonlySet<string>,
): readonly InputProblem[] {
  if (kernel === null || known.has(kernel)) return [];
  const [first = '', ...others] = files;
  return [
    kernelMissing(others.length === 0 ? first : `${files.length} files`, kernel, nearestFirst(kernel, [...known])),
  ];
}

/**
 * A kernel that several files include or launch counts once: as the file that launches it sees it, else as the first
 * one does.
 */
function coverage(request: CoverageRequest, { parser, clock }: Pick<Parts, 'parser' | 'clock'>): Coverage {
  const { timed, stageMs } = stopwatch(clock);
  const kernels = new Map<string, KernelCoverage>();
  const problems: InputProblem[] = [];
  const known = new Set<string>();
  let characters = 0;
  let done = 0;
  const linkings: Linking[] = [];
  const waiting: ReadUnit[] = [];
  const elsewhere = launchedElsewhere(request.files, request.read);
  const count = (kernel: KernelCoverage): void => {
    const key = `${kernel.span.file}:${kernel.span.start}`;
    const before = kernels.get(key);
    if (before === undefined || (before.block === 'elsewhere' && kernel.block !== 'elsewhere'))
      kernels.set(key, kernel);
  };
  for (const { file, from } of readUnits({ ...request, timed }, parser, () => undefined)) {
    if (from?.ok === false) problems.push(from.problem);
    else if (from !== null) {
      for (const name of from.value.unit.names) known.add(name);
      // what a build leaves out is no part of it
      if (from.value.only !== undefined) continue;
      problems.push(...from.value.problems);
      characters += from.value.source.source.text.length;
      for (const kernel of coverageOf(from.value, request.options)) count(kernel);
      linkings.push(linkingOf(from.value));
      if (from.value.unit.kernels.some(({ name }) => elsewhere.has(baseName(name)))) waiting.push(from.value);
    }
    request.onFile?.({ file, done: ++done, total: request.files.length });
  }
  const { link } = linker(allOf(linkings));
  for (const from of waiting) for (const kernel of coverageOf(from, request.options, link)) count(kernel);
  problems.push(...missingKernel(request, known));
  return { files: request.files.length, characters, stageMs, kernels: [...kernels.values()], problems };
}
