/**
 * Building typed expressions with C's conversions, folding what is constant. Exact: nothing is folded whose C value is
 * undefined (signed overflow, division by zero), and floats only where the result is exactly representable.
 */
import type { BinaryOp, Expr } from '../../base/expr.ts';
import type { ScalarType } from '../../base/ctype.ts';
import { commonType, holds, integerResult, isComparison, promoted, wrap } from '../../base/arithmetic.ts';
import { bool, i32, sameType } from '../../base/ctype.ts';
import { binary, cast, float, int, select, truth, typeOf, unary } from '../../base/expr-build.ts';

/** The value of an integer or bool constant, or null. */
export function constantOf(expr: Expr): bigint | null {
  if (expr.kind === 'int') return expr.value;
  if (expr.kind === 'bool') return expr.value ? 1n : 0n;
  return null;
}

/** Whether an expression is a constant: an integer, a bool or a floating point number. */
export const isConstantExpr = (expr: Expr): boolean => constantOf(expr) !== null || expr.kind === 'float';

/** C's conversion to `to`, implicit or by cast. */
export function convert(expr: Expr, to: ScalarType): Expr {
  const from = typeOf(expr);
  if (sameType(from, to)) return expr;
  const known = constantOf(expr);
  if (known !== null) {
    if (to.kind === 'int') return int(wrap(known, to), to);
    if (to.kind === 'bool') return truth(known !== 0n);
    const limit = to.bits === 64 ? 2n ** 53n : to.bits === 32 ? 2n ** 24n : 2n ** 11n;
    if (known <= limit && known >= -limit) return float(Number(known), to);
  }
  if (expr.kind === 'float' && to.kind === 'float') {
    if (to.bits === 64) return float(expr.value, to);
    if (to.bits === 32) return float(Math.fround(expr.value), to);
  }
  return cast(to, expr);
}

/** `left op right` after C's conversions, folded where both are constant. */
export function combine(op: BinaryOp, left: Expr, right: Expr): Expr {
  if (op === '&&' || op === '||') return logic(op, convert(left, bool), convert(right, bool));
  if (op === '<<' || op === '>>') {
    const type = promoted(typeOf(left));
    return foldBinary(op, convert(left, type), convert(right, i32));
  }
  const type = commonType(typeOf(left), typeOf(right));
  if (sameType(typeOf(left), bool) && sameType(typeOf(right), bool) && (op === '==' || op === '!='))
    return foldBinary(op, left, right);
  return foldBinary(op, convert(left, type), convert(right, type));
}

function logic(op: '&&' | '||', left: Expr, right: Expr): Expr {
  const absorbing = op === '||';
  if (left.kind === 'bool') return left.value === absorbing ? left : right;
  if (right.kind === 'bool' && right.value !== absorbing) return left;
  return binary(op, left, right);
}

function foldBinary(op: BinaryOp, left: Expr, right: Expr): Expr {
  const a = constantOf(left);
  const b = constantOf(right);
  const type = typeOf(left);
  if (a === null || b === null) return simplified(op, left, right, type) ?? binary(op, left, right);
  if (isComparison(op)) return truth(holds(op, a, b));
  if (type.kind !== 'int' || op === '&&' || op === '||') return binary(op, left, right);
  const value = integerResult(op, a, b, type);
  if (value === null) return binary(op, left, right);
  const wrapped = wrap(value, type);
  return type.signed && wrapped !== value && op !== '<<' ? binary(op, left, right) : int(wrapped, type);
}

/** `x + 0`, `0 + x`, `x * 1`, `1 * x` of integers. */
function simplified(op: BinaryOp, left: Expr, right: Expr, type: ScalarType): Expr | null {
  if (type.kind !== 'int') return null;
  const a = constantOf(left);
  const b = constantOf(right);
  if (op === '+' && a === 0n) return right;
  if ((op === '+' || op === '-' || op === '<<' || op === '>>') && b === 0n) return left;
  if (op === '*' && a === 1n) return right;
  if ((op === '*' || op === '/') && b === 1n) return left;
  return null;
}

/** Unary minus and complement after promotion. */
export function negated(expr: Expr): Expr {
  const operand = convert(expr, promoted(typeOf(expr)));
  const type = typeOf(operand);
  const known = constantOf(operand);
  if (operand.kind === 'float') return float(-operand.value, operand.type);
  if (known !== null && type.kind === 'int' && (!type.signed || wrap(-known, type) === -known))
    return int(wrap(-known, type), type);
  return unary('neg', operand);
}

export function complemented(expr: Expr): Expr {
  const operand = convert(expr, promoted(typeOf(expr)));
  const type = typeOf(operand);
  const known = constantOf(operand);
  return known !== null && type.kind === 'int' ? int(wrap(~known, type), type) : unary('bitnot', operand);
}

export function negation(expr: Expr): Expr {
  const operand = convert(expr, bool);
  if (operand.kind === 'bool') return truth(!operand.value);
  if (operand.kind === 'unary' && operand.op === 'not') return operand.operand;
  return unary('not', operand);
}

/** `when ? then : otherwise` with both arms converted to one type. */
export function choose(when: Expr, then: Expr, otherwise: Expr): Expr {
  const same = sameType(typeOf(then), typeOf(otherwise));
  const type = same ? typeOf(then) : commonType(typeOf(then), typeOf(otherwise));
  const test = convert(when, bool);
  if (test.kind === 'bool') return convert(test.value ? then : otherwise, type);
  return select(test, convert(then, type), convert(otherwise, type));
}
