/**
 * Counters: cells that the kernel changes only by adding (or only by subtracting) positive constants, atomically. Their
 * old values, which the atomics give, are apart for any two executions [D16]. Exact where the counter does not wrap
 * around, which is stated as an assumption.
 *
 * Example: `i = atomicAdd(&n, 1); a[i] = x;`: no two threads have one i. If `n = 0;` may come after such an atomic,
 * this does not hold: the same values come again.
 */
import type { ArrayId, StmtId } from '../../base/brand.ts';
import type { Kernel, Stmt, StmtOf } from '../../ir/ir.ts';
import { wrap } from '../../base/arithmetic.ts';
import { bodiesOf } from '../../ir/walk.ts';
import { sameType } from '../../base/ctype.ts';
import { constantOf, simplify } from '../fold.ts';

export type Touch = Readonly<{ stmt: Stmt; order: number; /** outermost first */ loops: readonly Stmt[] }>;

/** By what each such atomic changes its counter. */
export function countersOf(
  kernel: Kernel,
  isAliased: (array: ArrayId) => boolean,
  handed: ReadonlySet<StmtId>,
): ReadonlyMap<StmtId, bigint> {
  const amounts = new Map<StmtId, bigint>();
  for (const [array, touches] of touchesByArray(kernel)) {
    if (isAliased(array)) continue;
    const steps = touches.flatMap(({ stmt }) =>
      stmt.kind === 'atomic' && stmt.op !== 'load' ? [{ stmt, amount: amountOf(stmt) }] : [],
    );
    const [first] = steps;
    const goesUp = (first?.amount ?? 0n) > 0n;
    const isCounter =
      first !== undefined &&
      steps.every(
        ({ stmt, amount }) =>
          amount !== null &&
          amount > 0n === goesUp &&
          sameType(stmt.place.type, first.stmt.place.type) &&
          isWholeCell(stmt),
      );
    if (!isCounter || !comesFirst(kernel, array, touches) || isSetInTurn(touches, handed)) continue;
    for (const { stmt, amount } of steps) if (amount !== null) amounts.set(stmt.id, amount);
  }
  return amounts;
}

/** What changes each array, in the order of the text. */
export function touchesByArray(kernel: Kernel): ReadonlyMap<ArrayId, readonly Touch[]> {
  const found = new Map<ArrayId, Touch[]>();
  let order = 0;
  const add = (array: ArrayId, stmt: Stmt, loops: readonly Stmt[]): void =>
    void found.set(array, [...(found.get(array) ?? []), { stmt, order: order++, loops }]);
  const visit = (body: readonly Stmt[], loops: readonly Stmt[]): void => {
    for (const stmt of body) {
      if (stmt.kind === 'store' || stmt.kind === 'atomic') add(stmt.place.array, stmt, loops);
      if (stmt.kind === 'unknown') for (const array of stmt.footprint) add(array, stmt, loops);
      for (const inner of bodiesOf(stmt)) visit(inner, stmt.kind === 'loop' ? [...loops, stmt] : loops);
    }
  };
  visit(kernel.body, []);
  return found;
}

/**
 * A counter takes more than these steps before it wraps around, as a power of two: what is added in larger ones is a
 * field or a phase.
 */
const leastSteps = 12n;

/** The constant that an atomic adds, negative if it subtracts, or null; never 0. */
function amountOf({ op, operands, place }: StmtOf<'atomic'>): bigint | null {
  const [operand] = operands;
  // it begins anew behind the largest value, as an addition does
  if (
    op === 'inc' &&
    operand !== undefined &&
    place.type.kind === 'int' &&
    constantOf(simplify(operand)) === (1n << BigInt(place.type.bits)) - 1n
  )
    return 1n;
  if ((op !== 'add' && op !== 'sub') || operand === undefined || place.type.kind !== 'int') return null;
  const value = constantOf(simplify(operand));
  const amount = value === null ? null : wrap(value, { ...place.type, signed: true });
  const limit = 1n << (BigInt(place.type.bits) - leastSteps);
  if (amount === null || amount === 0n || amount <= -limit || amount >= limit) return null;
  return op === 'add' ? amount : -amount;
}

/** So that cells of two such places are equal or apart. */
export function isWholeCell({ place }: StmtOf<'atomic'>): boolean {
  const width = place.type.kind === 'int' ? place.type.bits / 8 : 0;
  return width > 0 && place.offset % width === 0 && place.subscripts.every(({ stride }) => stride % width === 0);
}

/**
 * Whether nothing sets the counter after it has counted: of global memory nothing does at all; stores to shared memory
 * stand before all atomics, in no loop with one. Up to the first race or divergence, such a store is then before each
 * of them.
 */
export function comesFirst(kernel: Kernel, array: ArrayId, touches: readonly Touch[]): boolean {
  const setters = touches.filter(({ stmt }) => stmt.kind !== 'atomic');
  if (setters.length === 0) return true;
  const steps = touches.filter(({ stmt }) => stmt.kind === 'atomic');
  return (
    kernel.arrays.get(array)?.space === 'shared' &&
    setters.every(
      (setter) =>
        setter.stmt.kind === 'store' &&
        steps.every((step) => setter.order < step.order && !setter.loops.some((loop) => step.loops.includes(loop))),
    )
  );
}

/** Whether threads may set it one after the other without a race [D29]. */
export const isSetInTurn = (touches: readonly Touch[], handed: ReadonlySet<StmtId>): boolean =>
  touches.some(({ stmt }) => stmt.kind !== 'atomic' && handed.has(stmt.id));
