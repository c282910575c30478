/**
 * What expressions mean to the solver's side, on concrete values: a model counts only after its formula was evaluated
 * with it. Written apart from the machine's meaning, and from the two encodings.
 * Signed arithmetic is that of the integers (the assumption that it does not overflow) or, `wrapping`, two's
 * complement.
 */
import type { BinaryExpr, Expr } from '../base/expr.ts';
import { exactFunctionOf, opaqueOf } from './opaque.ts';
import type { Formula } from '../obligation/obligation.ts';
import type { Model } from './solve.ts';
import type { ScalarType } from '../base/ctype.ts';
import { assertNever } from '../base/invariant.ts';
import { nearestToZero, rangeOfType } from './normal/range.ts';
import { typeOf } from '../base/expr-build.ts';

export type Signed = 'ideal' | 'wrapping';

/** Whether every constraint holds. Undefined operations (division by 0, shift by 99) make it false. */
export function satisfies(formula: Formula, model: Model, signed: Signed): boolean {
  return formula.constraints.every((constraint) => evaluate(constraint, model, signed) === 1n);
}

/** The value of an expression (bools: 0 or 1), or null where C leaves it undefined or a variable has no value. */
export function evaluate(expr: Expr, model: Model, signed: Signed): bigint | null {
  const opaque = opaqueOf(expr);
  if (opaque !== null) {
    const args = opaque.args.map((arg) => evaluate(arg, model, signed));
    return args.some((a) => a === null) ? null : lookUp(model, opaque.fn, args, opaque.type);
  }
  const value = (e: Expr): bigint | null => evaluate(e, model, signed);
  switch (expr.kind) {
    case 'int':
      return fit(expr.value, expr.type);
    case 'bool':
      return expr.value ? 1n : 0n;
    case 'var':
      return model.values.get(expr.id) ?? null;
    case 'float':
    case 'builtin':
      return null;
    case 'unary': {
      const operand = value(expr.operand);
      if (operand === null) return null;
      if (expr.op === 'not') return operand === 0n ? 1n : 0n;
      return result(expr.op === 'neg' ? -operand : -operand - 1n, typeOf(expr.operand), signed);
    }
    case 'binary':
      return evaluateBinary(expr, value, signed);
    case 'cast': {
      const operand = value(expr.operand);
      if (operand === null) return null;
      if (expr.to.kind === 'bool') return operand === 0n ? 0n : 1n;
      return signed === 'ideal' && isKept(operand, typeOf(expr.operand), expr.to) ? operand : fit(operand, expr.to);
    }
    case 'select': {
      const when = value(expr.when);
      return when === null ? null : value(when !== 0n ? expr.then : expr.otherwise);
    }
    case 'apply': {
      const [a, b] = expr.args.map(value);
      if (a === null || a === undefined) return null;
      if (exactFunctionOf(expr.fn, expr.args, expr.type) === 'abs') return result(a < 0n ? -a : a, expr.type, signed);
      if (b === null || b === undefined) return null;
      return (exactFunctionOf(expr.fn, expr.args, expr.type) === 'min') === a < b ? a : b;
    }
    default:
      return assertNever(expr);
  }
}

/** Whether the conversion keeps such a value of a signed operand, if that does not overflow. */
const isKept = (value: bigint, from: ScalarType, to: ScalarType): boolean =>
  from.kind === 'int' && to.kind === 'int' && from.signed && (to.signed || value >= 0n) && from.bits <= to.bits;

function lookUp(model: Model, fn: string, args: readonly (bigint | null)[], type: ScalarType): bigint {
  const found = model.functions
    .get(fn)
    ?.find((entry) => entry.args.length === args.length && entry.args.every((arg, k) => arg === args[k]));
  return found?.value ?? nearestToZero(rangeOfType(type));
}

/** Reduced into the type, two's complement. */
function fit(value: bigint, type: ScalarType): bigint {
  if (type.kind !== 'int') return value;
  return type.signed ? BigInt.asIntN(type.bits, value) : BigInt.asUintN(type.bits, value);
}
const result = (value: bigint, type: ScalarType, signed: Signed): bigint =>
  type.kind === 'int' && type.signed && signed === 'ideal' ? value : fit(value, type);

function evaluateBinary(expr: BinaryExpr, value: (e: Expr) => bigint | null, signed: Signed): bigint | null {
  const a = value(expr.left);
  if (a === null) return null;
  if (expr.op === '&&' && a === 0n) return 0n;
  if (expr.op === '||' && a !== 0n) return 1n;
  const b = value(expr.right);
  if (b === null) return null;
  const type = typeOf(expr.left);
  const fitting = (v: bigint): bigint => result(v, type, signed);
  const truth = (v: boolean): bigint => (v ? 1n : 0n);
  switch (expr.op) {
    case '+':
      return fitting(a + b);
    case '-':
      return fitting(a - b);
    case '*':
      return fitting(a * b);
    case '/':
      return b === 0n ? null : fitting(a / b);
    case '%':
      return b === 0n ? null : fitting(a % b);
    case '<<':
      return legalShift(b, type) ? fit(a << b, type) : null;
    case '>>':
      return legalShift(b, type) ? a >> b : null;
    case '&':
      return fit(a & b, type);
    case '|':
      return fit(a | b, type);
    case '^':
      return fit(a ^ b, type);
    case '==':
      return truth(a === b);
    case '!=':
      return truth(a !== b);
    case '<':
      return truth(a < b);
    case '<=':
      return truth(a <= b);
    case '>':
      return truth(a > b);
    case '>=':
      return truth(a >= b);
    case '&&':
    case '||':
      return truth(b !== 0n);
    default:
      return assertNever(expr.op);
  }
}

const legalShift = (amount: bigint, type: ScalarType): boolean =>
  type.kind === 'int' && amount >= 0n && amount < BigInt(type.bits);
