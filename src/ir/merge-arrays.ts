/**
 * Arrays that a launch makes one, as one: every access under a second name becomes an access under the first. Exact for pointers that are
 * equal: a place counts bytes from the start of its array.
 *
 * Example: `k<<<1, 64>>>(d, d)` of `k(float *a, float *b)` makes `b[i]` the place `a[i]`.
 */
import type { ArrayId } from '../base/brand.ts';
import type { AsyncOp, Kernel, Place, Stmt } from './ir.ts';
import { sameType } from '../base/ctype.ts';
import { mapStmts } from './walk.ts';

/** `classes`: names of parameters. Null where elements differ, so that contents of one could not be told as contents of the other. */
export function mergeArrays(kernel: Kernel, classes: readonly (readonly string[])[]): Kernel | null {
  const first = new Map<ArrayId, ArrayId>();
  for (const names of classes) {
    const [kept, ...others] = names.flatMap((name) => [...kernel.arrays.values()].filter((decl) => decl.parameter === name));
    if (kept === undefined) return null;
    for (const other of others) {
      if (kept.element === null || other.element === null || !sameType(kept.element, other.element) || kept.elementBytes !== other.elementBytes) return null;
      first.set(other.id, kept.id);
    }
  }
  const nameOf = (id: ArrayId): ArrayId => first.get(id) ?? id;
  const at = (place: Place): Place => ({ ...place, array: nameOf(place.array) });
  const opAt = (op: AsyncOp): AsyncOp => ('on' in op && typeof op.on === 'object' && op.on.kind === 'at' ? { ...op, on: { ...op.on, place: at(op.on.place) } } : op);
  const renamed = (stmt: Stmt): Stmt => {
    switch (stmt.kind) {
      case 'load':
      case 'store':
      case 'atomic':
        return { ...stmt, place: at(stmt.place) };
      case 'async':
        return { ...stmt, op: opAt(stmt.op) };
      case 'unknown':
        return { ...stmt, footprint: [...new Set(stmt.footprint.map(nameOf))] };
      case 'assign':
      case 'barrier':
      case 'fence':
      case 'lanes':
      case 'loop':
      case 'branch':
      case 'call':
      case 'jump':
      case 'assert':
      case 'unknown-value':
        return stmt;
    }
  };
  return { ...kernel, body: mapStmts(kernel.body, (stmt) => [renamed(stmt)]) };
}
