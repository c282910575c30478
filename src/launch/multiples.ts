/**
 * Of what number a value of host code is a multiple, whatever the variables in it are. Exact: 1 where nothing is known.
 * What wraps around or is narrowed keeps its factor of two only.
 *
 * Example: `n` of `int n = atoi(argv[1]) * 1024;` is a multiple of 1024.
 */
import type { Expr } from '../base/expr.ts';
import { typeOf } from '../base/expr-build.ts';
import { constantOf, withoutWidening } from './host-value.ts';

/** Larger ones say no more, and sizes of 32 bits hold them. */
const largest = 2n ** 24n;

/** The greatest such number that is found, up to 2^24; 0 of 0. */
export function multipleIn(expr: Expr): bigint {
  const type = typeOf(expr);
  if (type.kind !== 'int') return 1n;
  const found = factorIn(expr);
  return type.signed ? found : powerOfTwoIn(found);
}

function factorIn(expr: Expr): bigint {
  const value = constantOf(expr);
  if (typeof value === 'bigint') return bounded(value < 0n ? -value : value);
  switch (expr.kind) {
    case 'cast': {
      if (typeOf(expr.operand).kind !== 'int') return 1n;
      const found = multipleIn(expr.operand);
      return withoutWidening(expr) === expr ? powerOfTwoIn(found) : found;
    }
    case 'select':
      return common(multipleIn(expr.then), multipleIn(expr.otherwise));
    case 'unary':
      return expr.op === 'neg' ? multipleIn(expr.operand) : 1n;
    case 'binary':
      return ofBinary(expr);
    case 'var':
    case 'builtin':
    case 'apply':
    case 'int':
    case 'float':
    case 'bool':
      return 1n;
  }
}

function ofBinary({ op, left, right }: Extract<Expr, { kind: 'binary' }>): bigint {
  switch (op) {
    case '*':
      return bounded(multipleIn(left) * multipleIn(right));
    case '+':
    case '-':
      return common(multipleIn(left), multipleIn(right));
    case '&':
      return [left, right].map((side) => powerOfTwoIn(multipleIn(side))).reduce((a, b) => (a > b ? a : b));
    case '<<': {
      const by = constantOf(right);
      return typeof by === 'bigint' && by >= 0n && by < 32n ? powerOfTwoIn(bounded(multipleIn(left) * 2n ** by)) : 1n;
    }
    default:
      return 1n;
  }
}

const common = (a: bigint, b: bigint): bigint => (b === 0n ? a : common(b, a % b));
const powerOfTwoIn = (value: bigint): bigint => value & -value;

/** Of what is too large, the factor of two, which divides it too. */
const bounded = (value: bigint): bigint => (value <= largest ? value : common(powerOfTwoIn(value), largest));
