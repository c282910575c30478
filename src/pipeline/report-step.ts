/** How far the analysis of one kernel is, for a person who waits. */
import type { KernelStep } from '../engine.ts';
import type { KernelInput } from './kernel.ts';

/** Whether the analysis serves that of another text or a question, such as that of a patch. */
export const isPartOfAnother = ({ onlyProof, isPatched, isSecondStep, isOpen }: Pick<KernelInput, 'onlyProof' | 'isPatched' | 'isSecondStep' | 'isOpen'>): boolean =>
  onlyProof === true || isPatched === true || isSecondStep === true || isOpen !== undefined;

/** Says how far the kernel itself is; nothing of what is analysed on the way, such as a patched text. */
export function reportStep(input: KernelInput, step: KernelStep, done: number, total: number | null): void {
  const { kernel, request } = input;
  if (isPartOfAnother(input)) return;
  request.onProgress?.({ kind: 'step', name: kernel.name, file: kernel.span.file, step, done, total });
}
