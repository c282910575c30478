/**
 * Whether threads look at a cell that all of them count down and nobody sets, a latch: what it holds at first is how
 * many are waited for, which only the host knows. Runs that begin with another number show nothing of what comes behind
 * such a look.
 * Example: `atomicSub(left, 1); while (atomicAdd(left, 0) > 0) { }`.
 */
import type { ArrayId } from '../base/brand.ts';
import type { Kernel, StmtOf } from '../ir/ir.ts';
import { constantOf, isPoll, onlyReads } from './polls.ts';
import { eachStmt } from '../ir/walk.ts';
import { memoized } from '../base/memoize.ts';

type Change = StmtOf<'atomic'> | StmtOf<'store'>;

export const countsDown: (kernel: Kernel) => boolean = memoized((kernel: Kernel) => {
  const changes = new Map<ArrayId, Change[]>();
  const looked = new Set<ArrayId>();
  eachStmt(kernel.body, (stmt) => {
    if (isPoll(stmt, kernel)) looked.add(stmt.place.array);
    if (stmt.kind === 'store' || (stmt.kind === 'atomic' && !onlyReads(stmt)))
      changes.set(stmt.place.array, [...(changes.get(stmt.place.array) ?? []), stmt]);
  });
  return [...changes].some(
    ([array, own]) => looked.has(array) && kernel.arrays.get(array)?.space === 'global' && own.every(isStepDown),
  );
});

function isStepDown(stmt: Change): boolean {
  if (stmt.kind !== 'atomic') return false;
  if (stmt.op === 'dec') return true;
  const by = stmt.operands[0] === undefined ? null : constantOf(stmt.operands[0]);
  const { type } = stmt.place;
  if (by === null || type.kind !== 'int') return false;
  const signed = BigInt.asIntN(type.bits, by);
  return stmt.op === 'sub' ? signed > 0n : stmt.op === 'add' && signed < 0n;
}
