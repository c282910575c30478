/**
 * Indices into shared memory, whose addresses have 32 bits: PTX cuts wider ones off (PTX ISA, "Addresses as Operands").
 * So an unsigned 32-bit index that went below zero leads back: with an unsigned `width`, `p[(row - 1) * width]` is the
 * row before `p`, where 64 bits would be 2^32 elements further. C leaves the latter undefined, so no run that C gives a
 * meaning is changed.
 *
 * Needs: the index of a place in shared memory. Gives: one that is equal modulo 2^32, and the same wherever it is
 * within 2^31 of zero without this. Leaves alone: an index of one term (below zero is before its array), terms that
 * cannot be below zero, and pointers that count their steps while they walk.
 */
import type { Expr } from '../../base/expr.ts';
import { i32, i64, sameType, u32 } from '../../base/ctype.ts';
import { cast, int, typeOf } from '../../base/expr-build.ts';
import { eachNode } from '../../base/expr-walk.ts';

export const inSharedMemory = (index: Expr): Expr => (isSum(index) ? withTerms(index) : index);

const isSum = (expr: Expr): expr is Extract<Expr, { kind: 'binary' }> =>
  expr.kind === 'binary' && (expr.op === '+' || expr.op === '-') && sameType(typeOf(expr), i64);

function withTerms(expr: Expr): Expr {
  if (isSum(expr)) return { ...expr, left: withTerms(expr.left), right: withTerms(expr.right) };
  if (expr.kind === 'int') return int(BigInt.asIntN(32, expr.value), i64);
  if (expr.kind !== 'cast' || !sameType(expr.to, i64)) return expr;
  return sameType(typeOf(expr.operand), u32) && mayGoBelow(expr.operand) ? cast(i64, cast(i32, expr.operand)) : expr;
}

/** Whether unsigned arithmetic may have wrapped below zero: something is subtracted, or was signed. */
function mayGoBelow(expr: Expr): boolean {
  let may = false;
  eachNode(expr, (node) => {
    may ||=
      (node.kind === 'binary' && node.op === '-') ||
      (node.kind === 'unary' && node.op === 'neg') ||
      (node.kind === 'cast' && sameType(node.to, u32) && sameType(typeOf(node.operand), i32));
  });
  return may;
}
