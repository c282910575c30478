/**
 * Who analyses the sides of a pull request: this process, or as many others as there are processor cores and groups of files that do not
 * include each other. The answers come in the order of the tasks, whoever gave them.
 */
import type { Engine, ProgressEvent } from '../engine.ts';
import type { SideAnswer, SideTask } from './side.ts';
import type { Snapshot } from './snapshot.ts';
import { answerSide } from './side.ts';
import { faultInAnalysis, reasonText } from '../verdict/catalogue.ts';
import { independentGroups } from '../pipeline/units.ts';
import { unreadKernels } from '../pipeline/unread.ts';

/** Another process for the same work. Fails where it ends; it is not closed then. */
export type SideWorker = Readonly<{
  answer: (task: SideTask, onProgress: (event: ProgressEvent) => void) => Promise<SideAnswer>;
  close: () => Promise<void>;
}>;

/** `mostWorkers`: processor cores that may be used; with less than 2 everything is done in this process. */
export type CrewParts = Readonly<{ openEngine: () => Promise<Engine>; openWorker: (() => SideWorker) | null; mostWorkers: number; onProgress?: (event: ProgressEvent) => void }>;

export type Crew = Readonly<{
  /** Of `files` of the snapshot, the rest of the task given. */
  ask: (snapshot: Snapshot, files: readonly string[], rest: Omit<SideTask, 'files' | 'commit'>) => Promise<readonly SideAnswer[]>;
  /** Most memory that was resident in any process so far, added up, in MiB. */
  peakMiB: () => number;
  close: () => Promise<void>;
}>;

/** Groups of files below which another process costs more than it gives. */
const fewGroups = 3;

export function crewOf({ openEngine, openWorker, mostWorkers, onProgress = () => undefined }: CrewParts): Crew {
  let engine: Promise<Engine> | null = null;
  const idle: SideWorker[] = [];
  const peaks = new Map<unknown, number>();
  const alone: Crew['ask'] = async (snapshot, files, rest) => {
    engine ??= openEngine();
    return [await answerSide(await engine, snapshot, { ...rest, files, commit: snapshot.commit }, onProgress)];
  };
  const shared = async (open: () => SideWorker, snapshot: Snapshot, groups: readonly (readonly string[])[], rest: Omit<SideTask, 'files' | 'commit'>): Promise<readonly SideAnswer[]> => {
    const started = performance.now();
    const answers = new Map<readonly string[], SideAnswer>();
    const waiting = groups.values();
    const work = async (): Promise<void> => {
      let worker = idle.pop() ?? open();
      for (const files of waiting) {
        const totalSeconds = Math.max(0, rest.totalSeconds - (performance.now() - started) / 1000);
        try {
          const answer = await worker.answer({ ...rest, files, commit: snapshot.commit, totalSeconds }, onProgress);
          peaks.set(worker, answer.peakMiB);
          answers.set(files, answer);
        } catch (error) {
          answers.set(files, lost(files, snapshot, error));
          worker = open();
        }
      }
      idle.push(worker);
    };
    await Promise.all(Array.from({ length: Math.min(mostWorkers, groups.length) }, work));
    return groups.flatMap((files) => answers.get(files) ?? []);
  };
  return {
    ask: async (snapshot, files, rest) => {
      if (files.length === 0) return [];
      const groups = openWorker === null || mostWorkers < 2 ? [] : independentGroups(files, snapshot.read);
      return openWorker === null || (groups.length < fewGroups && idle.length === 0) ? alone(snapshot, files, rest) : shared(openWorker, snapshot, groups, rest);
    },
    peakMiB: () => [...peaks.values()].reduce((sum, one) => sum + one, process.resourceUsage().maxRSS / 1024),
    close: async () => {
      await Promise.all([...idle.map((worker) => worker.close()), engine?.then((one) => one.close())]);
    },
  };
}

/** What a process was at that ended: its kernels are unknown, never passed over. */
function lost(files: readonly string[], snapshot: Snapshot, error: unknown): SideAnswer {
  const [first = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  const because = reasonText(faultInAnalysis(first));
  return { report: { version: 1, kernels: unreadKernels(files.map((file) => ({ file, text: snapshot.read(file) ?? '', because })), null, false), problems: [] }, touched: new Map(), seen: files, peakMiB: 0 };
}
