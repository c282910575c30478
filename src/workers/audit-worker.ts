/**
 * A process that does units of an audit (audit/run.ts). Why one ended is told as data: it costs the unit, not the
 * audit.
 */
import type { AuditWorker, UnitAnswer, UnitTask, WorkerEnd } from '../audit/run.ts';
import type { ProgressEvent } from '../engine.ts';
import { memorySignal } from './watch-memory.ts';
import { startProcess } from './pool.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** Left of the memory that a process may have for what is not V8's: Z3 and the parser. */
const besidesMiB = 800;

/** Starts with its first unit. `mostMiB`: of memory; a heap that does not fit is collected earlier. */
export function openAuditWorker(script: string, mostMiB: number): AuditWorker {
  const heap = Math.max(256, mostMiB - besidesMiB);
  const worker = startProcess<
    Readonly<{ audit: Readonly<{ asked: UnitTask; answer: UnitAnswer; event: ProgressEvent }> }>
  >(script, [`--max-old-space-size=${heap}`]);
  return {
    analyze: async (task, onProgress) => worker.ask('audit', task, onProgress).catch((error: unknown) => endOf(error)),
    close: worker.close,
  };
}

/** By what workerpool says of a process that ended: its exit code and signal. A V8 that is out of memory aborts. */
function endOf(error: unknown): WorkerEnd {
  const text = error instanceof Error ? error.message : String(error);
  const signal = /signalCode: `(\w+)`/.exec(text)?.[1] ?? 'null';
  if (signal === memorySignal || signal === 'SIGABRT') return { kind: 'memory', text };
  if (signal === 'SIGINT' || signal === 'SIGTERM' || signal === 'SIGHUP')
    return { kind: 'stopped', text: fill(messages.endedBySignal, { signal }) };
  const [first = ''] = text.split('\n');
  const code = /exitCode: `(\w+)`/.exec(text)?.[1] ?? 'null';
  return {
    kind: 'fault',
    text:
      signal !== 'null'
        ? fill(messages.endedBySignal, { signal })
        : code !== 'null'
          ? fill(messages.endedWith, { code })
          : first,
  };
}
