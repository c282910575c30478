/** Where the barriers of a protocol are. */
import type { Protocol, ProtocolOf } from '../protocol.ts';

/** Whether some step of the list, or in it, is a barrier. */
export function hasBarrier(body: readonly Protocol[]): boolean {
  return firstBarrier(body) !== null;
}

/** The first barrier in text order. */
export function firstBarrier(body: readonly Protocol[]): ProtocolOf<'barrier'> | null {
  for (const step of body) {
    const found =
      step.kind === 'barrier'
        ? step
        : step.kind === 'branch'
          ? (firstBarrier(step.then) ?? firstBarrier(step.otherwise))
          : step.kind === 'loop'
            ? firstBarrier(step.body)
            : null;
    if (found !== null) return found;
  }
  return null;
}
