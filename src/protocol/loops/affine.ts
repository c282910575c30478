/**
 * Scalars that grow by the same amount in every turn: `i += c`, `p -= stride` [D9]. Exact where the arithmetic does not
 * wrap: signed overflow is undefined in C; for unsigned and narrow counters that is stated as an assumption, unless the
 * loop's guard shows it.
 *
 * Example: `for (i = tid; i < n; i += 32)` gives the fact i == tid + 32*turn, and i >= tid. What is added may depend on
 * a condition that does not change in the loop: `if (active) i += 32`.
 */
import type { BinaryExpr, Expr } from '../../base/expr.ts';
import type { ScalarType } from '../../base/ctype.ts';
import type { VarId } from '../../base/brand.ts';
import { wrap } from '../../base/arithmetic.ts';
import { i64 } from '../../base/ctype.ts';
import { freeVariables } from '../../base/expr-walk.ts';
import { int, typeOf } from '../../base/expr-build.ts';
import { arithmetic, choose, constantOf, convert, negated } from '../fold.ts';

/** The i64 amount by which `next` exceeds the variable `id`, if it does not depend on `inner` variables; else null. */
export function stepOf(next: Expr, id: VarId, inner: ReadonlySet<VarId>): Expr | null {
  const type = typeOf(next);
  const step = type.kind === 'int' ? difference(next, id, type.bits) : null;
  if (step === null) return null;
  for (const used of freeVariables(step)) if (inner.has(used)) return null;
  return step;
}

/**
 * `bits`: of the variable. What is never narrower keeps sums modulo 2^bits, and so their value where they do not wrap.
 */
function difference(next: Expr, id: VarId, bits: number): Expr | null {
  if (next.kind === 'var') return next.id === id ? int(0, i64) : null;
  if (next.kind === 'cast')
    return typeOf(next.operand).kind === 'int' && next.to.kind === 'int' && next.to.bits >= bits
      ? difference(next.operand, id, bits)
      : null;
  if (next.kind === 'select') {
    const [then, otherwise] = [difference(next.then, id, bits), difference(next.otherwise, id, bits)];
    return then === null || otherwise === null ? null : choose(next.when, then, otherwise);
  }
  if (next.kind !== 'binary' || (next.op !== '+' && next.op !== '-')) return null;
  return sum(next, id, bits);
}

function sum(next: BinaryExpr, id: VarId, bits: number): Expr | null {
  const onLeft = freeVariables(next.left).has(id);
  const onRight = freeVariables(next.right).has(id);
  if (onLeft === onRight || (onRight && next.op === '-')) return null;
  const inner = difference(onLeft ? next.left : next.right, id, bits);
  const added = addend(onLeft ? next.right : next.left);
  if (inner === null || added === null) return null;
  return arithmetic(next.op === '-' ? '-' : '+', inner, added);
}

/**
 * What is added, as an i64. Unsigned constants from the upper half are negative amounts, and what is converted from a
 * signed type may be one.
 */
function addend(expr: Expr): Expr | null {
  const type = typeOf(expr);
  if (type.kind !== 'int') return null;
  const value = constantOf(expr);
  if (value !== null) return int(wrap(value, { ...type, signed: true }), i64);
  // A difference of unsigned values may wrap around; what it adds is then not its value. So may a multiple of what
  // counts down.
  if (!type.signed && ((expr.kind === 'binary' && expr.op === '-') || countsDown(expr))) return null;
  if (expr.kind === 'unary') return expr.op === 'neg' && type.signed ? negated(convert(i64, expr.operand)) : null;
  return convert(i64, expr.kind === 'cast' && isSignedWithin(typeOf(expr.operand), type.bits) ? expr.operand : expr);
}

const isSignedWithin = (type: ScalarType, bits: number): boolean =>
  type.kind === 'int' && type.signed && type.bits <= bits;

/** Whether a sum or product has an unsigned part that stands for a negative number: `t * ~0u`. */
function countsDown(expr: Expr): boolean {
  const type = typeOf(expr);
  if (type.kind !== 'int') return false;
  const value = constantOf(expr);
  if (value !== null) return !type.signed && value >= 1n << BigInt(type.bits - 1);
  if (expr.kind === 'cast') return countsDown(expr.operand);
  if (expr.kind === 'unary') return !type.signed;
  return (
    expr.kind === 'binary' && (expr.op === '+' || expr.op === '*') && (countsDown(expr.left) || countsDown(expr.right))
  );
}
