/** Ends this process when it holds more memory than it may, however busy it is: a thread of its own looks after it. */
import { Worker as Thread } from 'node:worker_threads';

/** Nobody else sends it to a worker: so the process that started it knows why it ended. */
export const memorySignal = 'SIGUSR2';

const everyMs = 100;

export function watchMemory(mostMiB: number): void {
  const looking = `
    setInterval(() => { if (process.memoryUsage.rss() > ${mostMiB} * 1024 * 1024) process.kill(process.pid, '${memorySignal}'); }, ${everyMs});`;
  new Thread(looking, { eval: true, execArgv: [] }).unref();
}
