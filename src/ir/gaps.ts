/**
 * Where the source itself says nothing: C leaves a value undefined, as of a local without initializer. No approximation
 * of ours.
 */
import type { Stmt } from './ir.ts';

/** The reason of such an `unknown-value` or `unknown` statement (`because`). */
export const leftUndefined = 'undefined';

/** Whether a statement stands for what is not modelled, and not for what C leaves undefined and touches no memory. */
export function isUnmodelled(stmt: Stmt): boolean {
  if (stmt.kind === 'unknown') return stmt.because !== leftUndefined || stmt.footprint.length > 0;
  return stmt.kind === 'unknown-value' && stmt.because !== leftUndefined;
}
