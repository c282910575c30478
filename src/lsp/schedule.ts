/**
 * Which document is analysed when. A document that changes ends the analysis that covers it, and waits until it has not
 * changed for a moment; what was asked for last comes first.
 */
export type Schedule = Readonly<{
  ask: (uri: string, delayMs: number) => void;
  /** What waits for a document to stay unchanged for a moment begins now. */
  hurry: (uri: string) => void;
  /** The document is gone. */
  forget: (uri: string) => void;
  close: () => void;
}>;

/** `run`: `covers` says which documents the same analysis answers for. Never fails. */
export type Run = (
  uri: string,
  slot: number,
  stop: AbortSignal,
  covers: (uris: readonly string[]) => void,
) => Promise<void>;

type Job = Readonly<{ slot: number; covered: Set<string>; abort: AbortController }>;

/** `slots`: how many analyses there are at once. */
export function createSchedule(slots: number, run: Run): Schedule {
  const jobs = new Set<Job>();
  const timers = new Map<string, NodeJS.Timeout>();
  let waiting: readonly string[] = [];
  let isClosed = false;
  const pump = (): void => {
    for (let slot = 0; slot < slots && !isClosed; slot += 1) {
      const [next] = waiting;
      if (next === undefined) return;
      if ([...jobs].some((job) => job.slot === slot)) continue;
      waiting = waiting.slice(1);
      start(next, slot);
    }
  };
  const start = (uri: string, slot: number): void => {
    const job: Job = { slot, covered: new Set([uri]), abort: new AbortController() };
    jobs.add(job);
    const covers = (uris: readonly string[]): void => {
      if (job.abort.signal.aborted) return;
      for (const one of uris) job.covered.add(one);
      waiting = waiting.filter((one) => !job.covered.has(one));
    };
    run(uri, slot, job.abort.signal, covers)
      .finally(() => {
        jobs.delete(job);
        pump();
      })
      .catch(() => undefined);
  };
  /** Gives the other documents that were to be answered for. */
  const endJobsOf = (uri: string): readonly string[] =>
    [...jobs]
      .filter(({ covered, abort }) => covered.has(uri) && !abort.signal.aborted)
      .flatMap(({ covered, abort }) => {
        abort.abort();
        return [...covered].filter((one) => one !== uri);
      });
  const drop = (uri: string): void => {
    clearTimeout(timers.get(uri));
    timers.delete(uri);
    waiting = waiting.filter((one) => one !== uri);
  };
  const wait = (uri: string, delayMs: number): void => {
    drop(uri);
    timers.set(
      uri,
      setTimeout(() => {
        timers.delete(uri);
        waiting = [uri, ...waiting];
        pump();
      }, delayMs),
    );
  };
  return {
    ask: (uri, delayMs) => {
      for (const one of [...endJobsOf(uri), uri]) wait(one, delayMs);
    },
    hurry: (uri) => {
      if (timers.has(uri)) wait(uri, 0);
    },
    forget: (uri) => {
      drop(uri);
      for (const one of endJobsOf(uri)) wait(one, 0);
    },
    close: () => {
      isClosed = true;
      for (const timer of timers.values()) clearTimeout(timer);
      for (const { abort } of jobs) abort.abort();
    },
  };
}
