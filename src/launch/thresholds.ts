/**
 * What host code halves or divides in a loop, and what it asks of that, by what it began with: `x >> 1 >> 1` is `x >>
 * 2`, and that it is above 1 means `x >= 8`. So a loop over a variable that is not known ends after as many turns as
 * its type has bits. Exact.
 */
import type { BinaryOp, CompareOp, Expr } from '../base/expr.ts';
import type { IntType } from '../base/ctype.ts';
import { isComparison, isInRange } from '../base/arithmetic.ts';
import { sameType } from '../base/ctype.ts';
import { binary, int, not, truth, typeOf } from '../base/expr-build.ts';
import { printExpr } from '../base/expr-print.ts';
import { constantOf } from './host-value.ts';

type Range = Readonly<{ low: bigint; high: bigint }>;

/** Shifts and quotients by constants, one after the other, as one. */
export function collapsed(expr: Expr): Expr {
  if (expr.kind !== 'binary' || (expr.op !== '>>' && expr.op !== '/')) return expr;
  const [type, inner, by] = [typeOf(expr), expr.left, constantOf(expr.right)];
  if (
    type.kind !== 'int' ||
    inner.kind !== 'binary' ||
    inner.op !== expr.op ||
    !sameType(typeOf(inner), type) ||
    !sameType(typeOf(inner.left), type)
  )
    return expr;
  const before = constantOf(inner.right);
  if (typeof by !== 'bigint' || typeof before !== 'bigint' || by < 0n || before < 0n) return expr;
  if (expr.op === '>>') return shiftedBy(inner.left, before + by, type);
  if (by === 0n || before === 0n || !sameType(typeOf(inner.right), type) || !sameType(typeOf(expr.right), type))
    return expr;
  const divisor = before * by;
  if (isInRange(divisor, type)) return collapsed(binary('/', inner.left, int(divisor, type)));
  // the least value of a signed type is the only one that such a divisor may leave something of
  return rangeOf(inner.left, type).low <= -divisor ? expr : int(0, type);
}

function shiftedBy(of: Expr, amount: bigint, type: IntType): Expr {
  const bits = BigInt(type.bits);
  return amount >= bits && !type.signed ? int(0, type) : binary('>>', of, int(amount >= bits ? bits - 1n : amount));
}

/** What an integer expression of this type can be. */
function rangeOf(expr: Expr, type: IntType): Range {
  const all = type.signed
    ? { low: -(1n << BigInt(type.bits - 1)), high: (1n << BigInt(type.bits - 1)) - 1n }
    : { low: 0n, high: (1n << BigInt(type.bits)) - 1n };
  const value = constantOf(expr);
  if (typeof value === 'bigint') return { low: value, high: value };
  if (expr.kind === 'cast') {
    const from = typeOf(expr.operand);
    const inner =
      from.kind === 'int' ? rangeOf(expr.operand, from) : from.kind === 'bool' ? { low: 0n, high: 1n } : all;
    return inner.low >= all.low && inner.high <= all.high ? inner : all;
  }
  const by = expr.kind === 'binary' ? constantOf(expr.right) : null;
  if (expr.kind !== 'binary' || typeof by !== 'bigint' || !sameType(typeOf(expr.left), type)) return all;
  const of = rangeOf(expr.left, type);
  if (expr.op === '>>' && by >= 0n && by < BigInt(type.bits)) return { low: of.low >> by, high: of.high >> by };
  return expr.op === '/' && by > 0n ? { low: of.low / by, high: of.high / by } : all;
}

const mirrored: Readonly<Record<CompareOp, CompareOp>> = {
  '==': '==',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};
const opposite: Readonly<Record<CompareOp, CompareOp>> = {
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
};

/** The same condition on what was divided or shifted; true or false where the ranges of types decide it. */
export function asked(condition: Expr): Expr {
  if (condition.kind === 'cast' && condition.to.kind === 'bool') {
    const from = typeOf(condition.operand);
    return from.kind === 'int' ? asked(binary('!=', condition.operand, int(0, from))) : condition;
  }
  if (condition.kind === 'unary' && condition.op === 'not') return denied(asked(condition.operand));
  if (condition.kind !== 'binary') return condition;
  const { op, left, right } = condition;
  if (op === '&&' || op === '||') return either(op, asked(left), asked(right));
  if (!isComparison(op)) return condition;
  const value = constantOf(right);
  if (constantOf(left) !== null && value === null) return asked(binary(mirrored[op], right, left));
  const type = typeOf(left);
  return type.kind === 'int' && typeof value === 'bigint' ? compared(op, left, value, type) : condition;
}

function either(op: '&&' | '||', left: Expr, right: Expr): Expr {
  for (const [one, other] of [
    [left, right],
    [right, left],
  ] as const)
    if (one.kind === 'bool') return one.value === (op === '&&') ? other : one;
  return binary(op, left, right);
}

/** That a condition does not hold. */
export function denied(condition: Expr): Expr {
  if (condition.kind === 'bool') return truth(!condition.value);
  if (condition.kind === 'unary' && condition.op === 'not') return condition.operand;
  return condition.kind === 'binary' && isComparison(condition.op) && typeOf(condition.left).kind === 'int'
    ? binary(opposite[condition.op], condition.left, condition.right)
    : not(condition);
}

function compared(op: CompareOp, left: Expr, value: bigint, type: IntType): Expr {
  const { low, high } = rangeOf(left, type);
  const known = decided(op, low, high, value);
  if (known !== null) return truth(known);
  const by = left.kind === 'binary' && sameType(typeOf(left.left), type) ? constantOf(left.right) : null;
  const divisor =
    left.kind !== 'binary' || typeof by !== 'bigint' || by <= 0n
      ? null
      : left.op === '>>'
        ? 1n << by
        : left.op === '/'
          ? by
          : null;
  const least = divisor === null ? null : leastAbove(op, value, low);
  // what C cuts off towards 0 is what the shift rounds down only where nothing is below 0
  if (left.kind !== 'binary' || divisor === null || least === null || (left.op === '/' && least <= 0n))
    return binary(op, left, int(value, type));
  return compared(op === '>' || op === '>=' || op === '!=' ? '>=' : '<', left.left, least * divisor, type);
}

/** The c of `x >= c`, where a comparison is that or its contrary for what is at least `low`. */
function leastAbove(op: BinaryOp, value: bigint, low: bigint): bigint | null {
  if (op === '>=' || op === '<') return value;
  if (op === '>' || op === '<=') return value + 1n;
  return value === low ? value + 1n : null;
}

function decided(op: CompareOp, low: bigint, high: bigint, value: bigint): boolean | null {
  switch (op) {
    case '<':
      return high < value ? true : low >= value ? false : null;
    case '<=':
      return high <= value ? true : low > value ? false : null;
    case '>':
      return low > value ? true : high <= value ? false : null;
    case '>=':
      return low >= value ? true : high < value ? false : null;
    case '==':
      return value < low || value > high ? false : low === high ? true : null;
    case '!=':
      return value < low || value > high ? true : low === high ? false : null;
  }
}

/** Whether two comparisons of one expression with constants cannot both hold. */
export function excludes(a: Expr, b: Expr): boolean {
  const [first, second] = [within(a), within(b)];
  return (
    first !== null && second !== null && first.of === second.of && (first.low > second.high || second.low > first.high)
  );
}

function within(condition: Expr): Readonly<{ of: string; low: bigint; high: bigint }> | null {
  if (condition.kind !== 'binary') return null;
  const [type, value] = [typeOf(condition.left), constantOf(condition.right)];
  if (type.kind !== 'int' || typeof value !== 'bigint' || !sameType(typeOf(condition.right), type)) return null;
  const { low, high } = rangeOf(condition.left, type);
  const of = printExpr(condition.left);
  switch (condition.op) {
    case '<':
      return { of, low, high: value - 1n };
    case '<=':
      return { of, low, high: value };
    case '>':
      return { of, low: value + 1n, high };
    case '>=':
      return { of, low: value, high };
    case '==':
      return { of, low: value, high: value };
    default:
      return null;
  }
}
