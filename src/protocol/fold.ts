/**
 * Exact constant folding with C's meaning, and the identities that keep protocols readable. Exact: a folded expression
 * has the value of the original wherever C defines the original. What C leaves undefined on constants (division by
 * zero, signed overflow, shifts beyond the width) is left as it stands, so that loops/trajectory.ts can see it.
 *
 * Example: `(128 >> 1) + x * 1` folds to `64 + x`; `select(c, true, d)` to `c || d`.
 * Independent of the machine's arithmetic on purpose (ARCHITECTURE.md, invariant 2: a replay is evidence because the
 * two sides share no meaning).
 */
import type {
  ArithmeticOp,
  BinaryExpr,
  BinaryOp,
  CastExpr,
  CompareOp,
  Expr,
  SelectExpr,
  UnaryExpr,
} from '../base/expr.ts';
import type { IntType, ScalarType } from '../base/ctype.ts';
import { holds, integerResult, wrap } from '../base/arithmetic.ts';
import { binary, cast, int, not, truth, typeOf, unary } from '../base/expr-build.ts';
import { mapExpr, operandsOf } from '../base/expr-walk.ts';
import { sameType, widens } from '../base/ctype.ts';
import { assertNever } from '../base/invariant.ts';
import { foldedQuotient } from './quotients.ts';
import { valueOfFunction } from './fold-functions.ts';

/** Folds every node, operands first. */
export function simplify(expr: Expr): Expr {
  return mapExpr(expr, fold);
}

/** The value of an integer or bool constant; bools are 0 and 1. */
export function constantOf(expr: Expr): bigint | null {
  if (expr.kind === 'int') return expr.value;
  return expr.kind === 'bool' ? BigInt(expr.value) : null;
}

/** A constant of an integer type or bool. */
export function constant(value: bigint, type: ScalarType): Expr {
  return type.kind === 'bool'
    ? truth(value !== 0n)
    : int(value, type.kind === 'int' ? type : { kind: 'int', bits: 64, signed: true });
}

export const isTrue = (expr: Expr): boolean => expr.kind === 'bool' && expr.value;
export const isFalse = (expr: Expr): boolean => expr.kind === 'bool' && !expr.value;

/** Equality of trees. */
export function sameExpr(a: Expr, b: Expr): boolean {
  if (a === b) return true;
  if (a.kind !== b.kind || !sameHead(a, b)) return false;
  const left = operandsOf(a);
  const right = operandsOf(b);
  return (
    left.length === right.length &&
    left.every((operand, k) => {
      const other = right[k];
      return other !== undefined && sameExpr(operand, other);
    })
  );
}

function sameHead(a: Expr, b: Expr): boolean {
  if (a.kind === 'int' && b.kind === 'int') return a.value === b.value && sameType(a.type, b.type);
  if (a.kind === 'float' && b.kind === 'float') return Object.is(a.value, b.value) && sameType(a.type, b.type);
  if (a.kind === 'bool' && b.kind === 'bool') return a.value === b.value;
  if (a.kind === 'var' && b.kind === 'var') return a.id === b.id;
  if (a.kind === 'builtin' && b.kind === 'builtin') return a.name === b.name;
  if (a.kind === 'unary' && b.kind === 'unary') return a.op === b.op;
  if (a.kind === 'binary' && b.kind === 'binary') return a.op === b.op;
  if (a.kind === 'cast' && b.kind === 'cast') return sameType(a.to, b.to);
  if (a.kind === 'apply' && b.kind === 'apply') return a.fn === b.fn && sameType(a.type, b.type);
  return true;
}

/** Number of nodes, or `limit + 1` when there are more. Costs at most `limit`. */
export function countNodes(expr: Expr, limit: number): number {
  let count = 1;
  for (const operand of operandsOf(expr)) {
    if (count > limit) return limit + 1;
    count += countNodes(operand, limit - count);
  }
  return Math.min(count, limit + 1);
}

export const and = (left: Expr, right: Expr): Expr => fold(binary('&&', left, right));
export const or = (left: Expr, right: Expr): Expr => fold(binary('||', left, right));
export const negation = (operand: Expr): Expr => fold(not(operand));
export const implies = (when: Expr, then: Expr): Expr => or(negation(when), then);
export const choose = (when: Expr, then: Expr, otherwise: Expr): Expr =>
  fold({ kind: 'select', when, then, otherwise });
export const compare = (op: CompareOp, left: Expr, right: Expr): Expr => fold(binary(op, left, right));
/** Arithmetic on two expressions of one type, folded. */
export const arithmetic = (op: ArithmeticOp, left: Expr, right: Expr): Expr => fold(binary(op, left, right));
export const convert = (to: ScalarType, operand: Expr): Expr => fold(cast(to, operand));

/** Folds one node whose operands are folded. */
export function fold(expr: Expr): Expr {
  switch (expr.kind) {
    case 'int':
    case 'float':
    case 'bool':
    case 'var':
    case 'builtin':
      return expr;
    case 'apply': {
      const value = valueOfFunction(expr.fn, expr.args.map(constantOf), expr.type);
      return value === null ? expr : constant(value, expr.type);
    }
    case 'unary':
      return foldUnary(expr);
    case 'binary':
      return foldBinary(expr);
    case 'cast':
      return foldCast(expr);
    case 'select':
      return foldSelect(expr);
    default:
      return assertNever(expr);
  }
}

const flipped: Readonly<Partial<Record<BinaryOp, BinaryOp>>> = {
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
};

function foldUnary(expr: UnaryExpr): Expr {
  const { op, operand } = expr;
  const value = constantOf(operand);
  if (op === 'not') {
    if (value !== null) return truth(value === 0n);
    if (operand.kind === 'unary' && operand.op === 'not') return operand.operand;
    // a guard that leaves (`if (a || b) return;`) states each part of its negation by itself
    if (operand.kind === 'binary' && operand.op === '||') return and(negation(operand.left), negation(operand.right));
    const opposite = operand.kind === 'binary' ? flipped[operand.op] : undefined;
    // Not for floats: with NaN, !(a < b) is not a >= b.
    if (operand.kind === 'binary' && opposite !== undefined && typeOf(operand.left).kind !== 'float')
      return binary(opposite, operand.left, operand.right);
    return expr;
  }
  const type = typeOf(operand);
  if (value === null || type.kind !== 'int') return expr;
  const result = op === 'neg' ? -value : ~value;
  return overflows(result, type) ? expr : int(wrap(result, type), type);
}

function overflows(result: bigint, type: IntType): boolean {
  return type.signed && wrap(result, type) !== result;
}

function foldBinary(expr: BinaryExpr): Expr {
  const { op, left, right } = expr;
  switch (op) {
    case '&&':
    case '||':
      return foldLogic(expr, op === '&&');
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return foldComparison(expr, op, left, right);
    case '+':
    case '-':
    case '*':
    case '/':
    case '%':
    case '<<':
    case '>>':
    case '&':
    case '|':
    case '^':
      return foldArithmetic(expr, op, left, right);
    default:
      return assertNever(op);
  }
}

function foldLogic(expr: BinaryExpr, isAnd: boolean): Expr {
  const { left, right } = expr;
  if (left.kind === 'bool') return left.value === isAnd ? right : left;
  if (right.kind === 'bool') return right.value === isAnd ? left : right;
  if (sameExpr(left, right)) return left;
  if (sameExpr(negation(left), right) || sameExpr(left, negation(right))) return truth(!isAnd);
  return expr;
}

function foldComparison(expr: BinaryExpr, op: CompareOp, left: Expr, right: Expr): Expr {
  const a = constantOf(left);
  const b = constantOf(right);
  if (a !== null && b !== null) return truth(holds(op, a, b));
  if (typeOf(left).kind !== 'float' && sameExpr(left, right)) return truth(holds(op, 0n, 0n));
  return expr;
}

function foldArithmetic(expr: BinaryExpr, op: ArithmeticOp, left: Expr, right: Expr): Expr {
  const type = typeOf(left);
  if (type.kind !== 'int') return expr;
  const a = constantOf(left);
  const b = constantOf(right);
  if (a !== null && b !== null) {
    const result = computed(op, a, b, type);
    return result === null ? expr : int(result, type);
  }
  const quotient = b === 0n || a === 0n ? null : foldedQuotient(op, left, right, type, folding);
  if (quotient !== null) return quotient;
  if (b !== null) return foldRight(expr, op, left, b, type);
  if (a === 0n) return op === '+' || op === '|' || op === '^' ? right : op === '*' || op === '&' ? left : expr;
  return a === 1n && op === '*' ? right : expr;
}

const folding = { make: arithmetic, same: sameExpr };

function foldRight(expr: BinaryExpr, op: ArithmeticOp, left: Expr, b: bigint, type: IntType): Expr {
  if (b === 0n) {
    if (op === '*' || op === '&') return int(0, type);
    return op === '/' || op === '%' ? expr : left;
  }
  if (b === 1n && (op === '*' || op === '/')) return left;
  if (b === 1n && op === '%') return int(0, type);
  if ((op === '+' || op === '-') && left.kind === 'binary' && (left.op === '+' || left.op === '-'))
    return foldChain(expr, left, op, b, type);
  return expr;
}

/** `(x + c1) - c2` to `x + c`; for signed types only where the constants themselves do not overflow. */
function foldChain(expr: BinaryExpr, left: BinaryExpr, op: '+' | '-', b: bigint, type: IntType): Expr {
  const inner = constantOf(left.right);
  if (inner === null) return expr;
  const sum = (left.op === '+' ? inner : -inner) + (op === '+' ? b : -b);
  if (sum === 0n) return left.left;
  if (overflows(sum, type) || overflows(-sum, type)) return expr;
  return sum > 0n
    ? binary('+', left.left, int(wrap(sum, type), type))
    : binary('-', left.left, int(wrap(-sum, type), type));
}

function computed(op: ArithmeticOp, a: bigint, b: bigint, type: IntType): bigint | null {
  const result = integerResult(op, a, b, type);
  if (result === null) return null;
  // A left shift that leaves the range wraps on every CUDA target.
  return op !== '<<' && overflows(result, type) ? null : wrap(result, type);
}

function foldCast(expr: CastExpr): Expr {
  const { to, operand } = expr;
  const from = typeOf(operand);
  if (sameType(to, from)) return operand;
  const value = constantOf(operand);
  if (value !== null && to.kind === 'int') return int(wrap(value, to), to);
  if (value !== null && to.kind === 'bool') return truth(value !== 0n);
  if (to.kind === 'bool' && operand.kind === 'cast' && typeOf(operand.operand).kind === 'bool' && from.kind === 'int')
    return operand.operand;
  const distributes =
    operand.kind === 'select' && constantOf(operand.then) !== null && constantOf(operand.otherwise) !== null;
  if (distributes && to.kind !== 'float')
    return choose(operand.when, convert(to, operand.then), convert(to, operand.otherwise));
  if (operand.kind === 'cast' && widens(typeOf(operand.operand), from) && to.kind === 'int')
    return convert(to, operand.operand);
  return expr;
}

function foldSelect(expr: SelectExpr): Expr {
  const { when, then, otherwise } = expr;
  if (when.kind === 'bool') return when.value ? then : otherwise;
  if (sameExpr(then, otherwise)) return then;
  if (when.kind === 'unary' && when.op === 'not') return choose(when.operand, otherwise, then);
  if (typeOf(then).kind !== 'bool') return expr;
  if (then.kind === 'bool') return then.value ? or(when, otherwise) : and(negation(when), otherwise);
  if (otherwise.kind === 'bool') return otherwise.value ? or(negation(when), then) : and(when, then);
  return expr;
}

/** The negated value of an integer expression, folded. */
export const negated = (expr: Expr): Expr => fold(unary('neg', expr));
