/**
 * Whether carried scalars wrap around while their loop runs [D9, D10]. Signed ones of 32 bits or more do not, by C; of others it follows
 * from the guard, or from the number of turns where that is known. Over-approximating: `may` is said wherever it is not seen that they do
 * not, and becomes an assumption of the answer.
 *
 * Example: `unsigned char c = t; for (j = 0; j < 4; j++) c += 64;` surely wraps around for some t: no closed form is right.
 */
import type { Expr } from '../../base/expr.ts';
import type { LoopScalar, LoopShape } from './closed-form.ts';
import type { RangeOfVariable } from '../range.ts';
import type { ScalarType } from '../../base/ctype.ts';
import type { Trend } from './geometric.ts';
import type { VarId } from '../../base/brand.ts';
import { i64 } from '../../base/ctype.ts';
import { typeOf } from '../../base/expr-build.ts';
import { freeVariables } from '../../base/expr-walk.ts';
import { constantOf, convert } from '../fold.ts';
import { rangeOf, rangeOfType } from '../range.ts';
import { growthOf } from './geometric.ts';

/** `does`: for some threads, whatever the arguments are. */
type Wrapping = 'no' | 'may' | 'does';

/** Whether a scalar that goes by a step in every turn leaves the range of its type. `trips`: the number of turns, null where it is not known. */
export function wrapping(s: LoopScalar, step: Expr, shape: LoopShape, trips: number | null): Wrapping {
  if (!wrapsAround(s.type)) return 'no';
  if (trips === null) return mayWrap(s, step, shape) ? 'may' : 'no';
  const [range, first, by] = [rangeOfType(s.type), rangeOf(s.first, shape.ranges), rangeOf(step, shape.ranges)];
  if (range === null || first === null || by === null) return 'may';
  const turns = BigInt(Math.max(trips - 1, 0));
  const low = first.low + (by.low < 0n ? by.low * turns : 0n);
  const high = first.high + (by.high > 0n ? by.high * turns : 0n);
  if (low >= range.low && high <= range.high) return 'no';
  const least = by.low > 0n ? by.low : by.high < 0n ? -by.high : 0n;
  if (least * turns > range.high - range.low) return 'does';
  const isGiven = [...freeVariables(s.first), ...freeVariables(step)].some((id) => shape.ranges(id) === undefined);
  return isGiven ? 'may' : 'does';
}

/** Whether its value is `first + step * turn`, under the assumption that is stated where it only may wrap around. */
export function staysAffine(s: LoopScalar, step: Expr, shape: LoopShape, trips: number | null): boolean {
  const found = wrapping(s, step, shape, trips);
  return found === 'no' || (found === 'may' && !(s.type.kind === 'int' && s.type.bits < 32));
}

/**
 * The step as the scalar takes it: what is added to a signed one as an unsigned amount beyond its range makes it count down. Dimensions
 * of the launch are never that large.
 */
export function takenStep(s: LoopScalar, step: Expr, shape: LoopShape): Expr {
  const [range, by] = [rangeOfType(s.type), rangeOf(step, shape.ranges)];
  const isWide = s.type.kind === 'int' && s.type.signed && range !== null && by !== null && (by.high > range.high || by.low < range.low);
  return isWide && [...freeVariables(step)].some((id) => shape.ranges(id) === undefined) ? convert(i64, convert(s.type, step)) : step;
}

/** Whether a counter could wrap around, for all that the guard shows. */
function mayWrap(s: LoopScalar, step: Expr, shape: LoopShape): boolean {
  if (s.type.kind !== 'int') return false;
  const amount = constantOf(step);
  const range = rangeOfType(s.type);
  if (amount === null || range === null || !shape.testFirst) return true;
  const high = amount > 0n ? upperBound(shape.guard, s.id, shape.ranges) : null;
  if (high !== null) return high + amount > range.high;
  return !(amount === -1n && !s.type.signed && excludesZero(shape.guard, s.id));
}

/** Whether a value of a type that wraps around is multiplied in every turn, and no guard ends that: then it does wrap around. */
export function growsWithoutBound(s: LoopScalar, trend: Trend, shape: LoopShape): boolean {
  return trend === 'grows' && wrapsAround(s.type) && upperBound(shape.guard, s.id, shape.ranges) === null;
}

/** Whether such a value could wrap around before its guard ends the loop. */
export function mayOutgrow(s: LoopScalar, shape: LoopShape): boolean {
  if (!wrapsAround(s.type)) return false;
  const high = upperBound(shape.guard, s.id, shape.ranges);
  const factor = growthOf(s.live);
  const range = rangeOfType(s.type);
  return !shape.testFirst || high === null || factor === null || range === null || high * factor > range.high;
}

/** Unsigned types by definition, narrow ones when the result is stored; overflow of the others is undefined. */
const wrapsAround = (type: ScalarType): boolean => type.kind === 'int' && !(type.signed && type.bits >= 32);

/** The largest value of the variable with which the guard holds, if the guard bounds it. */
function upperBound(guard: Expr, id: VarId, ranges: RangeOfVariable): bigint | null {
  if (guard.kind !== 'binary') return null;
  if (guard.op === '&&') return upperBound(guard.left, id, ranges) ?? upperBound(guard.right, id, ranges);
  if (!isBelowWhereCast(guard.left, id) || (guard.op !== '<' && guard.op !== '<=')) return null;
  const bound = rangeOf(guard.right, ranges);
  return bound === null ? null : guard.op === '<' ? bound.high - 1n : bound.high;
}

/** Whether the expression is the variable, cast so that an upper bound of the result is one of the variable. */
function isBelowWhereCast(expr: Expr, id: VarId): boolean {
  if (expr.kind !== 'cast') return expr.kind === 'var' && expr.id === id;
  const from = typeOf(expr.operand);
  if (from.kind !== 'int' || expr.to.kind !== 'int' || expr.to.bits < from.bits) return false;
  // a large unsigned value would turn negative
  if (expr.to.bits === from.bits && !from.signed && expr.to.signed) return false;
  return isBelowWhereCast(expr.operand, id);
}

function excludesZero(guard: Expr, id: VarId): boolean {
  if (guard.kind !== 'binary') return false;
  if (guard.op === '&&') return excludesZero(guard.left, id) || excludesZero(guard.right, id);
  const bound = guard.left.kind === 'var' && guard.left.id === id ? constantOf(guard.right) : null;
  return (bound === 0n && (guard.op === '>' || guard.op === '!=')) || (bound === 1n && guard.op === '>=');
}
