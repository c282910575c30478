/**
 * `check` on several processor cores: processes of this program that each analyse some of the files, and a report of all
 * (docs/decisions/0008-processes-as-workers.md). Files that include each other, or launch each other's kernels, go to one of them.
 */
import { availableParallelism } from 'node:os';
import type { ProgressEvent } from '../engine.ts';
import type { Report } from '../verdict/finding.ts';
import { faultInAnalysis, reasonText } from '../verdict/catalogue.ts';
import { independentGroups } from '../pipeline/units.ts';
import { together } from '../pipeline/together.ts';
import { unreadKernels } from '../pipeline/unread.ts';
import type { AnalysisFlags } from './analysis-options.ts';
import type { Sources } from './source-files.ts';
import { startProcess } from '../workers/pool.ts';

/** What a worker is asked: `files` are some of those that `paths` stand for. */
export type WorkerTask = Readonly<{ paths: readonly string[]; flags: AnalysisFlags; files: readonly string[] }>;

/** A process that does one task after the other. */
export type Worker = Readonly<{
  /** Fails where the process ends; the worker is of no use then. */
  analyze: (task: WorkerTask, onProgress: (event: ProgressEvent) => void) => Promise<Report>;
  close: () => Promise<void>;
}>;

/** Groups of files below which another process costs more than it gives, where the user did not ask for one. */
const fewGroups = 6;

/** Groups of files that one worker takes each, and how many workers there are. */
type Shares = Readonly<{ groups: readonly (readonly string[])[]; workers: number }>;

/** Null where this process does it alone: options that speak of one kernel are judged over all files. */
export function sharesOf(sources: Sources, flags: AnalysisFlags & Readonly<{ jobs?: number }>): Shares | null {
  if (flags.jobs === 1 || flags.kernel !== undefined || flags.assume.length > 0 || flags.param.size > 0 || isStatedOfMany(flags)) return null;
  const groups = independentGroups(sources.files, sources.read, flags.include);
  if (groups.length < (flags.jobs === undefined ? fewGroups : 2)) return null;
  const workers = Math.min(flags.jobs ?? availableParallelism(), groups.length);
  return workers < 2 ? null : { groups, workers };
}

/** What is stated by a pattern of names is judged over all kernels, too. */
const isStatedOfMany = ({ stated = [] }: AnalysisFlags): boolean => stated.some(({ name, assumes, params }) => name.includes('*') && (assumes.length > 0 || params.size > 0));

/** Starts with its first task. */
export function createWorker(script: string): Worker {
  const worker = startProcess<Readonly<{ analyze: Readonly<{ asked: WorkerTask; answer: Report; event: ProgressEvent }> }>>(script);
  return { analyze: (task, onProgress) => worker.ask('analyze', task, onProgress), close: worker.close };
}

type Shared = Readonly<{ groups: readonly (readonly string[])[]; workers: number; task: Omit<WorkerTask, 'files'>; sources: Sources; open: () => Promise<Worker>; show: (event: ProgressEvent) => void }>;

/** The report on all files. What a worker that ended was at is `unknown`, and another one goes on. */
export async function analyzeShared({ groups, workers, task, sources, open, show }: Shared): Promise<Report> {
  const total = sources.files.length;
  const reports = new Map<readonly string[], Report>();
  const waiting = groups.values();
  let done = 0;
  const work = async (): Promise<void> => {
    let worker = await open();
    for (const files of waiting) {
      try {
        reports.set(files, await worker.analyze({ ...task, files }, (event) => show({ ...event, done, total })));
      } catch (error) {
        reports.set(files, lost(files, sources, error));
        // workerpool waits for the end of a process that has ended: it is not closed
        worker = await open();
      }
      done += files.length;
    }
    await worker.close();
  };
  await Promise.all(Array.from({ length: workers }, work));
  return together(groups.flatMap((files) => reports.get(files) ?? []), groups.flat());
}

function lost(files: readonly string[], sources: Sources, error: unknown): Report {
  const [first = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  const because = reasonText(faultInAnalysis(first));
  return { version: 1, kernels: unreadKernels(files.map((file) => ({ file, text: sources.read(file) ?? '', because })), null, false), problems: [] };
}
