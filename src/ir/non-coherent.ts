/**
 * Loads past the coherent caches of arrays that the kernel writes, too: such a load may read old data whatever barriers
 * and fences stand between (PTX ISA,
 * `ld.global.nc`: the memory must not be written while the kernel runs). Over-approximating: cells are not told apart.
 */
import type { ArrayId } from '../base/brand.ts';
import type { Kernel, Stmt, StmtOf } from './ir.ts';
import { eachStmt } from './walk.ts';

type StaleRead = Readonly<{ load: StmtOf<'load'>; written: Stmt }>;

/** The first such load, with what writes; null where there is none. */
export function staleRead(kernel: Kernel): StaleRead | null {
  const loads: StmtOf<'load'>[] = [];
  eachStmt(kernel.body, (stmt) => {
    if (stmt.kind === 'load' && stmt.isNonCoherent === true) loads.push(stmt);
  });
  if (loads.length === 0) return null;
  const writers = writersIn(kernel);
  for (const load of loads) {
    const written = writers.get(load.place.array);
    if (written !== undefined) return { load, written };
  }
  return null;
}

/** What may write to each array. What all pointers lead to in the end may be any array. */
function writersIn(kernel: Kernel): ReadonlyMap<ArrayId, Stmt> {
  const writers = new Map<ArrayId, Stmt>();
  const add = (id: ArrayId, stmt: Stmt): void => {
    const all = kernel.arrays.get(id)?.reached?.isAnything === true ? [...kernel.arrays.keys()] : [id];
    for (const array of all) if (!writers.has(array)) writers.set(array, stmt);
  };
  eachStmt(kernel.body, (stmt) => {
    if (stmt.kind === 'store' || (stmt.kind === 'atomic' && stmt.op !== 'load')) add(stmt.place.array, stmt);
    if (stmt.kind === 'unknown' && stmt.onlyReads !== true) for (const id of stmt.footprint) add(id, stmt);
  });
  return writers;
}
