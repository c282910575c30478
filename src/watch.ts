/**
 * A process does not hang. The limit on the time of a kernel is looked at between the steps of an analysis; where one
 * step itself takes minutes, a thread of its own ends the process and says what it was at. A worker process that ends
 * so costs its files only.
 */
import { Worker as Thread } from 'node:worker_threads';
import type { AnalyzeRequest, Engine, ProgressEvent } from './engine.ts';

/** Seconds without a word after which a kernel's step is taken to have no end; the limit of the user counts on top. */
const patienceSeconds = 60;

/**
 * The engine, whose analyses end the process (SIGKILL) when one kernel or file takes far longer than `timeoutSeconds`;
 * null: no limit.
 */
export function watched(engine: Engine, patience: number = patienceSeconds): Engine {
  return {
    ...engine,
    analyze: async (request) => {
      const { timeoutSeconds } = request.options;
      if (timeoutSeconds === null) return engine.analyze(request);
      const watch = watchFor(patience + 2 * timeoutSeconds);
      try {
        return await engine.analyze({ ...request, onProgress: reporting(request, watch.heard) });
      } finally {
        watch.end();
      }
    },
  };
}

function reporting(
  { onProgress }: AnalyzeRequest,
  heard: (event: ProgressEvent) => void,
): (event: ProgressEvent) => void {
  return (event) => {
    // a kernel that goes on forever may take a step again and again
    if (event.kind !== 'step') heard(event);
    onProgress?.(event);
  };
}

type Watch = Readonly<{ heard: (event: ProgressEvent) => void; end: () => void }>;

function watchFor(seconds: number): Watch {
  const looking = `
    const { parentPort, workerData: seconds } = require('node:worker_threads');
    const { writeSync } = require('node:fs');
    let [at, since] = ['its first file', performance.now()];
    parentPort.on('message', (text) => { [at, since] = [text, performance.now()]; });
    setInterval(() => {
      if (performance.now() - since < 1000 * seconds) return;
      try { writeSync(2, 'syncwright: stopped: ' + at + ' took more than ' + seconds + ' s, and no limit stopped it; this is a bug in Syncwright, please report it\\n'); } catch {}
      process.kill(process.pid, 'SIGKILL');
    }, 200);`;
  const thread = new Thread(looking, { eval: true, execArgv: [], workerData: seconds });
  thread.unref();
  return { heard: (event) => thread.postMessage(wordsOf(event)), end: () => void thread.terminate() };
}

function wordsOf(event: ProgressEvent): string {
  return event.kind === 'read'
    ? `reading ${event.file}`
    : event.kind === 'start'
      ? `${event.name} of ${event.file}`
      : `what follows ${event.name} of ${event.file}`;
}
