/**
 * Spin locks by shape: `while (atomicCAS(l, 0, 1) != 0) { } … atomicExch(l, 0);`, also with the critical section in a
 * branch of the loop, and with `atomicExch` to take it. A lock is only what is taken by an atomic that writes one
 * constant, in a loop that it decides, and given back by writing another one to the same array: a compare-and-swap that
 * updates a value, or that claims a cell of a hash table for good, is none.
 */
import type { Kernel, StmtOf } from '../ir/ir.ts';
import type { Behind } from './polls.ts';
import type { Moment } from './timeline.ts';
import { accessesTo, areExclusive, loopAround } from './timeline.ts';
import { constantOf, isFixedIn, isPoll, isWait, leavingOf } from './polls.ts';

/** `waits`: the loop that takes it does nothing else, so that what the lock protects comes after it. */
export type Lock = Readonly<{ taken: Moment & Readonly<{ stmt: StmtOf<'atomic'> }>; released: Moment; waits: boolean }>;

export function locksOf(kernel: Kernel, timeline: readonly Moment[], behind: Behind): readonly Lock[] {
  return timeline.flatMap((taken) => {
    const { stmt } = taken;
    const loop = loopAround(taken);
    if (stmt.kind !== 'atomic' || loop === null || !isPoll(stmt, kernel)) return [];
    const free = freeValue(stmt);
    if (free === null || !leavingOf(loop, behind).has(stmt.id) || !isFixedIn(stmt.place, loop)) return [];
    const released = accessesTo(timeline, stmt.place.array).find(
      (moment) => moment.at > taken.at && !areExclusive(taken, moment) && givesBack(moment, free),
    );
    return released === undefined
      ? []
      : [{ taken: { ...taken, stmt }, released, waits: isWait(loop, stmt, behind, kernel) }];
  });
}

/** What the cell holds while nobody has the lock: one constant, or any but the one that is written. */
type Free = Readonly<{ is: bigint }> | Readonly<{ isNot: bigint }>;

function freeValue({ op, operands }: StmtOf<'atomic'>): Free | null {
  const [first = null, second = null] = operands.map(constantOf);
  if (op === 'cas') return first === null || second === null || first === second ? null : { is: first };
  return op === 'exch' && first !== null ? { isNot: first } : null;
}

function givesBack({ stmt }: Moment, free: Free): boolean {
  const isFree = (value: bigint | null): boolean =>
    value !== null && ('is' in free ? value === free.is : value !== free.isNot);
  if (stmt.kind === 'store') return isFree(constantOf(stmt.value));
  if (stmt.kind !== 'atomic') return false;
  const [first, second] = stmt.operands;
  if (stmt.op === 'exch' || stmt.op === 'store') return first !== undefined && isFree(constantOf(first));
  return stmt.op === 'cas' && second !== undefined && isFree(constantOf(second));
}
