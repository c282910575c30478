/** How far the analysis of one kernel is, for a person who waits. */
import type { KernelStep } from '../engine.ts';
import type { KernelInput } from './kernel-input.ts';
import { planOf } from './goal.ts';

/** Reports how far the kernel itself is; nothing of what is analysed on the way, such as a patched text. */
export function reportStep(
  { goal, kernel, request }: KernelInput,
  step: KernelStep,
  done: number,
  total: number | null,
): void {
  if (!planOf(goal).isReported) return;
  request.onProgress?.({ kind: 'step', name: kernel.name, file: kernel.span.file, step, done, total });
}
