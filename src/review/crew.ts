/**
 * Who analyses the sides of a pull request: this process, or as many others as there are processor cores and groups of
 * files that do not include each other or launch each other's kernels. The answers come in the order of the tasks,
 * whoever gave them.
 */
import type { Engine, ProgressEvent } from '../engine.ts';
import type { SideAnswer, SideTask } from './side.ts';
import type { Snapshot } from './snapshot.ts';
import { answerSide } from './side.ts';
import { faultInAnalysis, reasonText, totalTimeReached } from '../verdict/catalogue.ts';
import { independentGroups } from '../pipeline/units.ts';
import { unreadKernels } from '../pipeline/unread.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** Another process for the same work. Fails where it ends; it is not closed then. `close` ends it whatever it is at. */
export type SideWorker = Readonly<{
  answer: (task: SideTask, onProgress: (event: ProgressEvent) => void) => Promise<SideAnswer>;
  close: () => Promise<void>;
}>;

/**
 * `mostWorkers`: processor cores that may be used; with less than 2 everything is done in this process. `isApart`:
 * nothing is, where there can be others: this process holds a token, and what is analysed is somebody else's.
 * `graceSeconds`: see {@link endAfter}.
 */
export type CrewParts = Readonly<{
  openEngine: () => Promise<Engine>;
  openWorker: (() => SideWorker) | null;
  mostWorkers: number;
  isApart?: boolean;
  graceSeconds?: number;
  onProgress?: (event: ProgressEvent) => void;
}>;

export type Crew = Readonly<{
  /** Of `files` of the snapshot, the rest of the task given. */
  ask: (
    snapshot: Snapshot,
    files: readonly string[],
    rest: Omit<SideTask, 'files' | 'commit'>,
  ) => Promise<readonly SideAnswer[]>;
  /** Most memory that was resident in any process so far, added up, in MiB. */
  peakMiB: () => number;
  close: () => Promise<void>;
}>;

/** Groups of files below which another process costs more than it gives. */
const fewGroups = 3;

/**
 * When a process is ended that does not answer: it looks at its limits between steps, and a step may have no end. After
 * the limit on all kernels, the last of them may still take its own, twice: for its verdict and for its patch.
 */
const endAfter = ({ totalSeconds, options }: Pick<SideTask, 'totalSeconds' | 'options'>, grace: number): number =>
  Math.ceil(totalSeconds + 2 * (options.timeoutSeconds ?? totalSeconds) + grace);

export function crewOf({
  openEngine,
  openWorker,
  mostWorkers,
  isApart = false,
  graceSeconds = 120,
  onProgress = () => undefined,
}: CrewParts): Crew {
  let engine: Promise<Engine> | null = null;
  const idle: SideWorker[] = [];
  const peaks = new Map<unknown, number>();
  const alone: Crew['ask'] = async (snapshot, files, rest) => {
    engine ??= openEngine();
    return [await answerSide(await engine, snapshot, { ...rest, files, commit: snapshot.commit }, onProgress)];
  };
  const shared = async (
    open: () => SideWorker,
    snapshot: Snapshot,
    groups: readonly (readonly string[])[],
    rest: Omit<SideTask, 'files' | 'commit'>,
  ): Promise<readonly SideAnswer[]> => {
    const started = performance.now();
    const answers = new Map<readonly string[], SideAnswer>();
    const waiting = groups.values();
    const ahead = groups.flat();
    const work = async (): Promise<void> => {
      let worker = idle.pop() ?? open();
      for (const files of waiting) {
        const totalSeconds = Math.max(0, rest.totalSeconds - (performance.now() - started) / 1000);
        try {
          const answer = await within(
            endAfter({ ...rest, totalSeconds }, graceSeconds),
            worker,
            worker.answer(
              { ...rest, files, ahead, commit: snapshot.commit, totalSeconds, limitSeconds: rest.totalSeconds },
              onProgress,
            ),
          );
          peaks.set(worker, answer.peakMiB);
          answers.set(files, answer);
        } catch (error) {
          answers.set(files, lost(files, snapshot, error));
          worker = open();
        }
      }
      idle.push(worker);
    };
    await Promise.all(Array.from({ length: Math.min(Math.max(1, mostWorkers), groups.length) }, work));
    return groups.flatMap((files) => answers.get(files) ?? []);
  };
  return {
    ask: async (snapshot, files, rest) => {
      if (files.length === 0) return [];
      snapshot.expect(files);
      const groups =
        openWorker === null || mostWorkers < 2 ? [] : independentGroups(files, snapshot.read, rest.options.includeDirs);
      const isShared = groups.length >= fewGroups || idle.length > 0;
      if (openWorker === null || (!isShared && !isApart)) return alone(snapshot, files, rest);
      return shared(openWorker, snapshot, isShared && groups.length > 0 ? groups : [files], rest);
    },
    peakMiB: () => [...peaks.values()].reduce((sum, one) => sum + one, process.resourceUsage().maxRSS / 1024),
    close: async () => {
      await Promise.all([...idle.map((worker) => worker.close()), engine?.then((one) => one.close())]);
    },
  };
}

/**
 * The answer, or a failure once the time is over, when the process is ended. The time is that of the clock by which it
 * keeps its own limits.
 */
async function within(seconds: number, worker: SideWorker, answer: Promise<SideAnswer>): Promise<SideAnswer> {
  let timer: NodeJS.Timeout | undefined;
  const end = performance.now() + 1000 * seconds;
  const over = new Promise<never>((_resolve, reject) => {
    const look = (): void => {
      const left = end - performance.now();
      if (left > 0) {
        timer = setTimeout(look, left);
        return;
      }
      reject(new Overtime(seconds));
      void worker.close().catch(() => undefined);
    };
    look();
  });
  try {
    return await Promise.race([answer, over]);
  } finally {
    clearTimeout(timer);
    answer.catch(() => undefined);
  }
}

class Overtime extends Error {
  readonly seconds: number;
  constructor(seconds: number) {
    super(fill(messages.timedOut, { seconds }));
    this.seconds = seconds;
  }
}

/**
 * What a process was at that ended: its kernels are unknown, as far as the text names them, and its files count as not
 * read.
 */
function lost(files: readonly string[], snapshot: Snapshot, error: unknown): SideAnswer {
  const [first = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  const because = reasonText(error instanceof Overtime ? totalTimeReached(error.seconds) : faultInAnalysis(first));
  return {
    report: {
      version: 1,
      kernels: unreadKernels(
        files.map((file) => ({ file, text: snapshot.read(file) ?? '', because })),
        null,
        false,
      ),
      problems: [],
    },
    touched: new Map(),
    questions: new Map(),
    seen: files,
    unread: files.map((path) => ({ path, because })),
    peakMiB: 0,
  };
}
