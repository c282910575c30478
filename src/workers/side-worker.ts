/** A process that answers for sides of a pull request (review/side.ts). */
import type { ProgressEvent } from '../engine.ts';
import type { SideAnswer, SideTask } from '../review/side.ts';
import type { SideWorker } from '../review/crew.ts';
import { startProcess } from './pool.ts';

/** Starts with its first task. */
export function openSideWorker(script: string): SideWorker {
  const worker =
    startProcess<Readonly<{ side: Readonly<{ asked: SideTask; answer: SideAnswer; event: ProgressEvent }> }>>(script);
  return { answer: (task, onProgress) => worker.ask('side', task, onProgress), close: worker.close };
}
