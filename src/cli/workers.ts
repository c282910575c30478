/**
 * `check` in other processes of this program, each with some of the files, and a report of all
 * (docs/decisions/0008-processes-as-workers.md). Files that include each other, or launch each other's kernels, go to
 * one of them. This process stays free to show how far they are, and to hear Ctrl-C.
 */
import { availableParallelism } from 'node:os';
import type { ProgressEvent, ReportPart } from '../engine.ts';
import type { KernelAnswer, Report } from '../verdict/finding.ts';
import type { Trace } from '../cache/trace.ts';
import { faultInAnalysis, reasonText } from '../verdict/catalogue.ts';
import { independentGroups } from '../pipeline/units.ts';
import { together } from '../pipeline/together.ts';
import { unreadKernels } from '../pipeline/unread.ts';
import type { AnalysisFlags } from './analysis-options.ts';
import { filesRead } from './source-files.ts';
import type { Sources } from './source-files.ts';
import { startProcess } from '../workers/pool.ts';
import { stopsSoon, untilStopped } from '../audit/stop.ts';

/**
 * What a worker is asked: `files` are some of those that `paths` stand for. `isTraced`: whether it reads them anew, and
 * answers with what it read.
 */
export type WorkerTask = Readonly<{
  paths: readonly string[];
  flags: AnalysisFlags;
  files: readonly string[];
  isTraced: boolean;
}>;
export type WorkerAnswer = Readonly<{ report: Report; trace: Trace | null }>;
export type WorkerEvent = Readonly<{ progress: ProgressEvent }> | Readonly<{ part: ReportPart }>;

/** A process that does one task after the other. */
export type Worker = Readonly<{
  /** Fails where the process ends; the worker is of no use then. */
  analyze: (task: WorkerTask, onEvent: (event: WorkerEvent) => void) => Promise<WorkerAnswer>;
  close: () => Promise<void>;
}>;

/** Groups of files below which another process costs more than it gives, where the user did not ask for one. */
const fewGroups = 6;

/** Groups of files that one worker takes each, and how many workers there are. */
export type Shares = Readonly<{ groups: readonly (readonly string[])[]; workers: number }>;

/**
 * Options that speak of one kernel are judged over all files: those are one group then. `apart`: groups are wanted even
 * where one worker does them all.
 */
export function sharesOf(sources: Sources, flags: AnalysisFlags & Readonly<{ jobs?: number }>, apart = false): Shares {
  const files = filesRead(sources);
  const whole: Shares = { groups: [files], workers: 1 };
  if (flags.kernel !== undefined || flags.assume.length > 0 || flags.param.size > 0 || isStatedOfMany(flags))
    return whole;
  if (flags.jobs === 1 && !apart) return whole;
  const groups = independentGroups(files, sources.read, flags.include);
  const isWorthIt = groups.length >= (flags.jobs === undefined ? fewGroups : 2);
  const workers = isWorthIt ? Math.min(flags.jobs ?? availableParallelism(), groups.length) : 1;
  return workers < 2 && !apart ? whole : { groups, workers };
}

/** What is stated by a pattern of names is judged over all kernels, too. */
const isStatedOfMany = ({ stated = [] }: AnalysisFlags): boolean =>
  stated.some(({ name, assumes, params }) => name.includes('*') && (assumes.length > 0 || params.size > 0));

/** Starts with its first task. */
export function createWorker(script: string): Worker {
  const worker =
    startProcess<Readonly<{ analyze: Readonly<{ asked: WorkerTask; answer: WorkerAnswer; event: WorkerEvent }> }>>(
      script,
    );
  return { analyze: (task, onEvent) => worker.ask('analyze', task, onEvent), close: worker.close };
}

/** What is known of groups from runs before, as long as what they read has not changed. */
export type Memory = Readonly<{
  find: (files: readonly string[]) => Report | null;
  keep: (files: readonly string[], answer: WorkerAnswer) => void;
}>;

type Shared = Shares &
  Readonly<{
    task: Omit<WorkerTask, 'files' | 'isTraced'>;
    sources: Sources;
    open: () => Promise<Worker>;
    /** `slot`: which worker. `files`: of the group that it is at. */
    show: (event: ProgressEvent, slot: number, done: number) => void;
    stop: AbortSignal;
    /** Why kernels are not decided once the run is stopped. */
    stopReason: () => string;
    memory: Memory | null;
  }>;

/**
 * The report on all files. What a worker that ended was at is `unknown`, and another one goes on. What was not decided
 * when the run is stopped is `unknown`, too.
 */
export async function analyzeShared({
  groups,
  workers,
  task,
  sources,
  open,
  show,
  stop,
  stopReason,
  memory,
}: Shared): Promise<Report> {
  const reports = new Map<readonly string[], Report>();
  const begun = new Map<readonly string[], ReportPart[]>();
  for (const files of groups) {
    const report = memory?.find(files) ?? null;
    if (report !== null) reports.set(files, report);
  }
  const waiting = groups.filter((files) => !reports.has(files));
  const toCome = waiting.values();
  let done = [...reports.keys()].reduce((sum, files) => sum + files.length, 0);
  const work = async (slot: number): Promise<void> => {
    let worker = await open();
    for (const files of toCome) {
      if (stop.aborted) break;
      const parts: ReportPart[] = [];
      begun.set(files, parts);
      const hear = (event: WorkerEvent): void => {
        if ('part' in event) parts.push(event.part);
        else show(event.progress, slot, done);
      };
      try {
        const answer = await untilStopped(stop, worker.analyze({ ...task, files, isTraced: memory !== null }, hear));
        if (answer === null) break;
        reports.set(files, answer.report);
        memory?.keep(files, answer);
      } catch (error) {
        // asked to stop, and a process heard it first
        if (isSignalled(error) && (await stopsSoon(stop))) break;
        reports.set(files, unread(files, sources, reasonText(faultInAnalysis(firstLine(error)))));
        // workerpool waits for the end of a process that has ended: it is not closed
        worker = await open();
      }
      done += files.length;
    }
    // one that computes is ended by its own watch once this process is gone
    if (stop.aborted) worker.close().catch(() => undefined);
    else await worker.close();
  };
  await Promise.all(Array.from({ length: Math.min(workers, waiting.length) }, (_, slot) => work(slot)));
  const asFar = (files: readonly string[]): Report =>
    soFar(begun.get(files) ?? [], files, { sources, because: stopReason(), kernel: task.flags.kernel ?? null });
  return together(
    groups.map((files) => reports.get(files) ?? asFar(files)),
    groups.flat(),
  );
}

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
const isSignalled = (error: unknown): boolean => error instanceof Error && /signalCode: `SIG/.test(error.message);

/** What was known of a group when its run was stopped. */
function soFar(
  parts: readonly ReportPart[],
  files: readonly string[],
  { sources, because, kernel }: Readonly<{ sources: Sources; because: string; kernel: string | null }>,
): Report {
  const read = parts.find((part) => part.kind === 'read');
  if (read?.kind !== 'read') return unread(files, sources, because, kernel);
  const placeOf = ({ name, span: { file, start } }: Pick<KernelAnswer, 'name' | 'span'>): string =>
    `${file}:${start} ${name}`;
  const known = new Map(
    parts.flatMap((part) => (part.kind === 'answer' ? [[placeOf(part.answer), part.answer] as const] : [])),
  );
  const answers = [...known.values()];
  const open = read.kernels.filter((kernel) => !known.has(placeOf(kernel)));
  return {
    version: 1,
    problems: read.problems,
    kernels: [
      ...answers,
      ...open.map(({ name, span, unit }) => ({
        name,
        span,
        ...(unit === undefined ? {} : { unit }),
        verdict: 'unknown' as const,
        reasons: [because],
        assumptions: [],
        launches: [],
        findings: [],
        uses: [],
        timeMs: 0,
      })),
    ],
  };
}

function unread(files: readonly string[], sources: Sources, because: string, kernel: string | null = null): Report {
  return {
    version: 1,
    kernels: unreadKernels(
      files
        .filter((file) => !sources.includers.includes(file))
        .map((file) => ({ file, text: sources.read(file) ?? '', because })),
      kernel,
      kernel !== null,
    ),
    problems: [],
  };
}
