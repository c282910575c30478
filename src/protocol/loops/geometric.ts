/**
 * Bounds of scalars that are multiplied, divided or shifted by a constant in every turn, from a first value that is not
 * known [D10]. Over-approximating: that the values are the first one times powers of the factor is not kept here, but
 * stays in the step from one turn to the next.
 *
 * Example: `for (s = blockDim.x / 2; s > 0; s >>= 1)` gives the fact s <= blockDim.x / 2.
 */
import type { Expr } from '../../base/expr.ts';
import type { VarId } from '../../base/brand.ts';
import { sizeOf, widens } from '../../base/ctype.ts';
import { int, typeOf } from '../../base/expr-build.ts';
import { eachNode } from '../../base/expr-walk.ts';
import { isPowerOfTwo } from '../../base/powers.ts';
import { and, arithmetic, compare, constantOf, implies, or } from '../fold.ts';

export type Trend = 'shrinks' | 'grows';

/** Whether `next` is the variable times, or divided by, a constant of at least one, as long as nothing wraps around. */
export function trendOf(next: Expr, id: VarId): Trend | null {
  // what is narrower than the variable may cut its value off
  if (next.kind === 'cast')
    return sizeOf(next.to) >= sizeOf(typeOf(next.operand)) || sizeOf(next.to) >= sizeOfVariable(next.operand, id)
      ? trendOf(next.operand, id)
      : null;
  if (next.kind !== 'binary') return null;
  const factor = constantOf(next.right) ?? (next.op === '*' ? constantOf(next.left) : null);
  const base = constantOf(next.right) === null ? next.right : next.left;
  if (factor === null || !isVariable(base, id)) return null;
  if (next.op === '/') return factor >= 1n ? 'shrinks' : null;
  if (next.op === '>>') return factor >= 0n ? 'shrinks' : null;
  if (next.op === '*') return factor >= 1n ? 'grows' : null;
  return next.op === '<<' && factor >= 0n ? 'grows' : null;
}

/** The width in bytes of the variable where the expression reads it; otherwise 8. */
function sizeOfVariable(expr: Expr, id: VarId): number {
  let size = 8;
  eachNode(expr, (node) => {
    if (node.kind === 'var' && node.id === id) size = sizeOf(node.type);
  });
  return size;
}

function isVariable(expr: Expr, id: VarId): boolean {
  if (expr.kind !== 'cast') return expr.kind === 'var' && expr.id === id;
  const from = typeOf(expr.operand);
  return from.kind === 'int' && expr.to.kind === 'int' && widens(from, expr.to) && isVariable(expr.operand, id);
}

/** Whether a power of two stays one, or becomes 0: it is shifted, or multiplied or divided by one. */
function keepsPowers(next: Expr): boolean {
  if (next.kind === 'cast') return keepsPowers(next.operand);
  if (next.kind !== 'binary') return false;
  const factor = constantOf(next.right) ?? constantOf(next.left);
  return next.op === '<<' || next.op === '>>' || (factor !== null && isPowerOfTwo(factor));
}

/**
 * That `at` is a power of two, or 0, if the first value is one, for a scalar that has a trend: what masks with it rest
 * on [L7].
 */
export function powerFacts(next: Expr, at: Expr, first: Expr): readonly Expr[] {
  const type = typeOf(first);
  if (type.kind !== 'int' || !keepsPowers(next)) return [];
  const zero = int(0, type);
  const isPower = (e: Expr): Expr => {
    const tested = compare('==', arithmetic('&', e, arithmetic('-', e, int(1, type))), zero);
    return type.signed ? or(compare('<=', e, zero), tested) : tested;
  };
  return [implies(isPower(first), isPower(at))];
}

/** By how much a value that grows is multiplied in every turn. */
export function growthOf(next: Expr): bigint | null {
  if (next.kind === 'cast') return growthOf(next.operand);
  if (next.kind !== 'binary') return null;
  const factor = constantOf(next.right) ?? constantOf(next.left);
  return factor === null ? null : next.op === '<<' ? 1n << factor : factor;
}

/** What follows for a value `at` of the variable in some turn, or after the last. */
export function trendFacts(trend: Trend, at: Expr, first: Expr): readonly Expr[] {
  const type = typeOf(first);
  if (type.kind !== 'int') return [];
  const zero = int(0, type);
  const fromZero = compare('<=', zero, first);
  if (trend === 'grows') return [implies(compare('<', zero, first), compare('<=', first, at))];
  if (!type.signed) return [compare('<=', at, first)];
  return [implies(fromZero, and(compare('<=', zero, at), compare('<=', at, first)))];
}
