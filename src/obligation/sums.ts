/** Sums, differences and products, which are computed modulo 2^bits, and what they are as mathematical integers. */
import type { Expr } from '../base/expr.ts';
import { all, binary, cast, int, typeOf, unary } from '../base/expr-build.ts';
import { operandsOf } from '../base/expr-walk.ts';
import { i64, isUnsigned, u64 } from '../base/ctype.ts';

export const bitsOf = (expr: Expr): number => {
  const type = typeOf(expr);
  return type.kind === 'int' ? type.bits : 0;
};

/** Computed modulo 2^bits. */
export function isRing(expr: Expr): boolean {
  const bits = bitsOf(expr);
  if (bits < 32) return false;
  if (expr.kind === 'binary') return expr.op === '+' || expr.op === '-' || expr.op === '*';
  if (expr.kind === 'unary') return expr.op === 'neg';
  return expr.kind === 'cast' && bitsOf(expr.operand) >= bits && isRing(expr.operand);
}

/** What the sum is made of: its operands that are no sums, or are reduced to fewer bits before. */
export const leavesOf = (expr: Expr, bits: number): readonly Expr[] =>
  isRing(expr) && bitsOf(expr) >= bits ? operandsOf(expr).flatMap((part) => leavesOf(part, bits)) : [expr];

/**
 * With which sign a signed operand of an unsigned sum counts: that of a loop's limits is an `int` again before it is
 * used.
 */
export type Sign = 'converted' | 'own';

/** The value of the sum as a mathematical integer. */
export function idealOf(expr: Expr, bits: number, sign: Sign): Expr {
  if (expr.kind === 'int') return int(BigInt.asIntN(bits, expr.value), i64);
  if (isRing(expr) && bitsOf(expr) >= bits) {
    if (expr.kind === 'binary') return binary(expr.op, idealOf(expr.left, bits, sign), idealOf(expr.right, bits, sign));
    if (expr.kind === 'unary') return unary(expr.op, idealOf(expr.operand, bits, sign));
    if (expr.kind === 'cast') return idealOf(expr.operand, bits, sign);
  }
  return cast(i64, sign === 'own' && expr.kind === 'cast' && bitsOf(expr.operand) === bits ? expr.operand : expr);
}

/**
 * A condition as who states it means it: sums and products of unsigned numbers of 64 bits are those of integers, so
 * that `s3 >= n * s2` says nothing of a remainder by 2^64. Their operands are then below 2^63.
 */
export function asIntegers(condition: Expr): Expr {
  if (condition.kind !== 'binary') return condition;
  const { op, left, right } = condition;
  if (op === '&&' || op === '||') return binary(op, asIntegers(left), asIntegers(right));
  if (
    bitsOf(left) !== 64 ||
    !isUnsigned(typeOf(left)) ||
    (!isRing(left) && !isRing(right)) ||
    typeOf(condition).kind !== 'bool'
  )
    return condition;
  const operands = [...leavesOf(left, 64), ...leavesOf(right, 64)].filter(
    (leaf) => leaf.kind !== 'int' && isUnsigned(typeOf(leaf)),
  );
  return all([
    ...operands.map((leaf) => binary('<=', leaf, int(2n ** 63n - 1n, u64))),
    binary(op, idealOf(left, 64, 'own'), idealOf(right, 64, 'own')),
  ]);
}
