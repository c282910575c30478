/**
 * Whether carried scalars wrap around while their loop runs [D9, D10]. Signed ones of 32 bits or more do not, by C, but
 * where they are shifted; of others it follows from the guard, or from the number of turns where that is known.
 * Over-approximating: `may` is said wherever it is not seen that they do not, and becomes an assumption of the answer.
 *
 * Example: `unsigned char c = t; for (j = 0; j < 4; j++) c += 64;` surely wraps around for some t: no closed form is
 * right.
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
import { growthOf, trendOf } from './geometric.ts';

/**
 * `does`: for some threads, whatever the arguments are. `goes round`: in the usual course of the loop, whose turns are
 * not known.
 */
type Wrapping = 'no' | 'may' | 'does' | 'goes round';

/**
 * Whether a scalar that goes by a step in every turn leaves the range of its type. `trips`: the number of turns, null
 * where it is not known.
 */
export function wrapping(s: LoopScalar, step: Expr, shape: LoopShape, trips: number | null): Wrapping {
  if (!wrapsAround(s.type)) return 'no';
  if (trips === null) return !mayWrap(s, step, shape) ? 'no' : goesRound(s, step, shape) ? 'goes round' : 'may';
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

/**
 * Whether its value is `first + step * turn`, under the assumption that is stated where it only may wrap around; or is
 * that number reduced modulo 2^bits.
 */
export function affineCourse(
  s: LoopScalar,
  step: Expr,
  shape: LoopShape,
  trips: number | null,
): 'straight' | 'reduced' | null {
  const found = wrapping(s, step, shape, trips);
  if (found === 'no') return 'straight';
  if (s.type.kind === 'int' && s.type.bits < 32) return null;
  return found === 'may' ? 'straight' : found === 'goes round' ? 'reduced' : null;
}

/**
 * Whether what may wrap around is meant to: an unsigned counter goes down and no guard keeps it above 0, or the step is
 * that of a hash or a generator, not of a counter. That it does not wrap around would then leave nothing that follows
 * the loop.
 */
function goesRound(s: LoopScalar, step: Expr, shape: LoopShape): boolean {
  const amount = constantOf(step);
  if (amount === null || s.type.kind !== 'int' || s.type.signed || s.type.bits < 32) return false;
  if ((amount < 0n ? -amount : amount) >= 1n << BigInt(s.type.bits - 8)) return true;
  return amount < 0n && lowerBound(shape.guard, s.id, shape.ranges) === null;
}

/**
 * The step as the scalar takes it: what is added to a signed one as an unsigned amount beyond its range makes it count
 * down. Dimensions of the launch, their sums and products are never that large.
 */
export function takenStep(s: LoopScalar, step: Expr, shape: LoopShape): Expr {
  const [range, by] = [rangeOfType(s.type), rangeOf(step, shape.ranges)];
  const isWide =
    s.type.kind === 'int' &&
    s.type.signed &&
    range !== null &&
    by !== null &&
    (by.high > range.high || by.low < range.low);
  return isWide && !isOfDimensions(step, shape) ? convert(i64, convert(s.type, step)) : step;
}

/** Whether the expression is a sum or product of variables whose range is known. */
function isOfDimensions(expr: Expr, shape: LoopShape): boolean {
  if (expr.kind === 'var') return shape.ranges(expr.id) !== undefined;
  if (expr.kind === 'cast') return isOfDimensions(expr.operand, shape);
  const value = constantOf(expr);
  if (value !== null) return value >= 0n && value < 1n << 31n;
  return (
    expr.kind === 'binary' &&
    (expr.op === '+' || expr.op === '*') &&
    isOfDimensions(expr.left, shape) &&
    isOfDimensions(expr.right, shape)
  );
}

/** Whether a counter could wrap around, for all that the guard shows. */
function mayWrap(s: LoopScalar, step: Expr, shape: LoopShape): boolean {
  if (s.type.kind !== 'int') return false;
  const amount = constantOf(step);
  const range = rangeOfType(s.type);
  if (amount === null || range === null || !shape.testFirst) return true;
  const high = amount > 0n ? upperBound(shape.guard, s.id, shape.ranges) : null;
  if (high !== null) return high + amount > range.high;
  const low = amount < 0n ? lowerBound(shape.guard, s.id, shape.ranges) : null;
  return low === null || low + amount < range.low;
}

/**
 * Whether a value is multiplied in every turn until it wraps around: no guard ends that, or the guard is a constant
 * that comes too late. Signed ones wrap around where they are shifted, unless the turns are too few. `trips`: the
 * number of turns, null where it is not known.
 */
export function growsWithoutBound(s: LoopScalar, trend: Trend, shape: LoopShape, trips: number | null): boolean {
  if (trend !== 'grows' || (!wrapsAround(s.type) && !isShifted(s.live))) return false;
  const high = upperBound(shape.guard, s.id, shape.ranges);
  if (high === null) return wrapsAround(s.type) || !fitsFor(s, trips ?? mostTurns(shape), shape);
  return isBeyond(s, high) && (isNarrow(s.type) || isBoundedByConstant(shape.guard, s.id));
}

/** Whether the value is one of its type's after so many turns. */
function fitsFor(s: LoopScalar, turns: number | null, shape: LoopShape): boolean {
  const [factor, range, first] = [growthOf(s.live), rangeOfType(s.type), rangeOf(s.first, shape.ranges)];
  if (turns === null || factor === null || range === null || first === null || turns > 64) return false;
  return first.low >= 0n && first.high * factor ** BigInt(turns) <= range.high;
}

/**
 * The most turns that a guard allows that asks for a positive number, which is halved in every turn or divided by more;
 * null if it does not.
 */
function mostTurns(shape: LoopShape): number | null {
  for (const s of shape.scalars) {
    const first = rangeOf(s.first, shape.ranges);
    if (
      first === null ||
      trendOf(s.live, s.id) !== 'shrinks' ||
      !isDivided(s.live) ||
      !staysPositive(shape, s.id, first.low)
    )
      continue;
    return (first.high > 0n ? first.high.toString(2).length : 0) + (shape.testFirst ? 0 : 1);
  }
  return null;
}

function staysPositive(shape: LoopShape, id: VarId, least: bigint): boolean {
  const low = lowerBound(shape.guard, id, shape.ranges);
  return low !== null && low >= 1n && (least >= 0n || isAbove(shape.guard, id));
}

/** Whether the guard compares the variable with what is below it, rather than with 0 for equality. */
function isAbove(guard: Expr, id: VarId): boolean {
  if (guard.kind !== 'binary') return false;
  if (guard.op === '&&') return isAbove(guard.left, id) || isAbove(guard.right, id);
  return (guard.op === '>' || guard.op === '>=') && guard.left.kind === 'var' && guard.left.id === id;
}

/** Whether a value that shrinks loses half of itself at least. */
function isDivided(next: Expr): boolean {
  if (next.kind === 'cast') return isDivided(next.operand);
  const by = next.kind === 'binary' ? constantOf(next.right) : null;
  return next.kind === 'binary' && by !== null && by >= (next.op === '>>' ? 1n : 2n);
}

const isNarrow = (type: ScalarType): boolean => type.kind === 'int' && type.bits < 32;
const isShifted = (next: Expr): boolean =>
  next.kind === 'cast' ? isShifted(next.operand) : next.kind === 'binary' && next.op === '<<';

/** Whether such a value could wrap around before its guard ends the loop. */
export function mayOutgrow(s: LoopScalar, shape: LoopShape): boolean {
  if (!wrapsAround(s.type) && !isShifted(s.live)) return false;
  const high = upperBound(shape.guard, s.id, shape.ranges);
  if (high === null) return wrapsAround(s.type);
  const first = shape.testFirst ? null : rangeOf(s.first, shape.ranges);
  return isBeyond(s, high) || (!shape.testFirst && (first === null || isBeyond(s, first.high)));
}

/** Whether the next value after such a one may be beyond the type. */
function isBeyond(s: LoopScalar, high: bigint): boolean {
  const [factor, range] = [growthOf(s.live), rangeOfType(s.type)];
  return factor === null || range === null || high * factor > range.high;
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

/** Whether no argument has a say in the upper bound that the guard gives the variable. */
function isBoundedByConstant(guard: Expr, id: VarId): boolean {
  if (guard.kind !== 'binary') return false;
  if (guard.op === '&&') return isBoundedByConstant(guard.left, id) || isBoundedByConstant(guard.right, id);
  return (
    isBelowWhereCast(guard.left, id) && (guard.op === '<' || guard.op === '<=') && constantOf(guard.right) !== null
  );
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

/** The smallest value of the unsigned variable with which the guard holds, if the guard bounds it. */
function lowerBound(guard: Expr, id: VarId, ranges: RangeOfVariable): bigint | null {
  const isItself = (expr: Expr): boolean => expr.kind === 'var' && expr.id === id;
  if (guard.kind === 'cast') return guard.to.kind === 'bool' && isItself(guard.operand) ? 1n : null;
  if (guard.kind !== 'binary') return null;
  if (guard.op === '&&') return lowerBound(guard.left, id, ranges) ?? lowerBound(guard.right, id, ranges);
  if (!isItself(guard.left)) return null;
  const bound = rangeOf(guard.right, ranges);
  if (bound === null) return null;
  if (guard.op === '!=') return bound.low === 0n && bound.high === 0n ? 1n : null;
  return guard.op === '>' ? bound.low + 1n : guard.op === '>=' && bound.low > 0n ? bound.low : null;
}
