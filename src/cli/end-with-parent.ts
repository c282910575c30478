/**
 * Ends this process once the one that started it is gone, however busy it is: a thread of its own looks after it. A
 * process that is killed takes nobody with it, and one that computes hears no message.
 */
import { Worker as Thread } from 'node:worker_threads';

const everyMs = 500;

export function endWithParent(): void {
  const looking = `
    const parent = ${process.ppid};
    const isThere = () => { try { return process.ppid === parent && process.kill(parent, 0); } catch (error) { return error.code === 'EPERM'; } };
    setInterval(() => { if (!isThere()) process.kill(process.pid, 'SIGKILL'); }, ${everyMs});`;
  new Thread(looking, { eval: true, execArgv: [] }).unref();
}
