/**
 * Ranges of integer expressions from the ranges of their variables. Over-approximating: every value that C defines is
 * in the range. Unsigned results that may wrap get the whole range of the type; signed overflow is taken not to happen;
 * what is shifted to the left loses its upper bits.
 *
 * Example: with threadIdx.x in [0, 31], `threadIdx.x * 2 + 1` is in [1, 63], so `threadIdx.x * 2 + 1 < 64` folds to
 * true.
 */
import type { BinaryExpr, Expr } from '../base/expr.ts';
import type { ScalarType } from '../base/ctype.ts';
import type { VarId } from '../base/brand.ts';
import { typeOf, truth } from '../base/expr-build.ts';
import { constantOf } from './fold.ts';

export type Range = Readonly<{ low: bigint; high: bigint }>;
export type RangeOfVariable = (id: VarId) => Range | undefined;

const exactly = (value: bigint): Range => ({ low: value, high: value });
const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** All values of an integer type or bool; null for floats. */
export function rangeOfType(type: ScalarType): Range | null {
  if (type.kind === 'bool') return { low: 0n, high: 1n };
  if (type.kind === 'float') return null;
  const bits = BigInt(type.bits);
  return type.signed
    ? { low: -(1n << (bits - 1n)), high: (1n << (bits - 1n)) - 1n }
    : { low: 0n, high: (1n << bits) - 1n };
}

/** The range of an expression, or null where it is not an integer. */
export function rangeOf(expr: Expr, ofVariable: RangeOfVariable): Range | null {
  const whole = rangeOfType(typeOf(expr));
  if (whole === null) return null;
  const value = constantOf(expr);
  if (value !== null) return exactly(value);
  switch (expr.kind) {
    case 'var':
      return ofVariable(expr.id) ?? whole;
    case 'cast': {
      const inner = rangeOf(expr.operand, ofVariable);
      return inner !== null && expr.to.kind === 'int' && inner.low >= whole.low && inner.high <= whole.high
        ? inner
        : whole;
    }
    case 'select': {
      const then = rangeOf(expr.then, ofVariable);
      const otherwise = rangeOf(expr.otherwise, ofVariable);
      return then === null || otherwise === null
        ? whole
        : { low: smaller(then.low, otherwise.low), high: larger(then.high, otherwise.high) };
    }
    case 'binary':
      return rangeOfBinary(expr, whole, ofVariable);
    case 'int':
    case 'float':
    case 'bool':
    case 'builtin':
    case 'unary':
    case 'apply':
      return whole;
  }
}

function rangeOfBinary(expr: BinaryExpr, whole: Range, ofVariable: RangeOfVariable): Range {
  if (typeOf(expr).kind !== 'int') return whole;
  const left = rangeOf(expr.left, ofVariable);
  const right = rangeOf(expr.right, ofVariable);
  if (left === null || right === null) return whole;
  const result = combined(expr.op, left, right);
  if (result === null) return whole;
  if (result.low >= whole.low && result.high <= whole.high) return result;
  const signed = whole.low < 0n;
  return signed && expr.op !== '<<'
    ? { low: larger(result.low, whole.low), high: smaller(result.high, whole.high) }
    : whole;
}

function combined(op: BinaryExpr['op'], left: Range, right: Range): Range | null {
  switch (op) {
    case '+':
      return { low: left.low + right.low, high: left.high + right.high };
    case '-':
      return { low: left.low - right.high, high: left.high - right.low };
    case '*':
      return corners(left, right, (a, b) => a * b);
    case '/':
      return right.low > 0n ? corners(left, right, (a, b) => a / b) : null;
    case '%':
      return left.low >= 0n && right.low > 0n ? { low: 0n, high: smaller(left.high, right.high - 1n) } : null;
    case '>>':
      return right.low >= 0n && right.high < 64n ? corners(left, right, (a, b) => a >> b) : null;
    case '<<':
      return left.low >= 0n && right.low >= 0n && right.high < 64n ? corners(left, right, (a, b) => a << b) : null;
    case '&':
      return maskRange(left, right);
    case '|':
    case '^':
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
    case '&&':
    case '||':
      return null;
  }
}

function maskRange(left: Range, right: Range): Range | null {
  if (left.low >= 0n && right.low >= 0n) return { low: 0n, high: smaller(left.high, right.high) };
  if (left.low >= 0n) return { low: 0n, high: left.high };
  return right.low >= 0n ? { low: 0n, high: right.high } : null;
}

function corners(left: Range, right: Range, op: (a: bigint, b: bigint) => bigint): Range {
  const values = [
    op(left.low, right.low),
    op(left.low, right.high),
    op(left.high, right.low),
    op(left.high, right.high),
  ];
  return { low: values.reduce(smaller), high: values.reduce(larger) };
}

/** A comparison of integers that the ranges decide becomes a constant; anything else stays. Exact. */
export function foldByRange(expr: Expr, ofVariable: RangeOfVariable): Expr {
  if (expr.kind !== 'binary' || typeOf(expr).kind !== 'bool' || typeOf(expr.left).kind !== 'int') return expr;
  const left = rangeOf(expr.left, ofVariable);
  const right = rangeOf(expr.right, ofVariable);
  if (left === null || right === null) return expr;
  const decided = decide(expr, left, right);
  return decided === null ? expr : truth(decided);
}

function decide(expr: BinaryExpr, left: Range, right: Range): boolean | null {
  const { op } = expr;
  if (op === '<' || op === '>=')
    return left.high < right.low ? op === '<' : left.low >= right.high ? op === '>=' : null;
  if (op === '>' || op === '<=')
    return left.low > right.high ? op === '>' : left.high <= right.low ? op === '<=' : null;
  if (op !== '==' && op !== '!=') return null;
  if (left.high < right.low || left.low > right.high) return op === '!=';
  return null;
}
