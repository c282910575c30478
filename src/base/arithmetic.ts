/**
 * C's rules for arithmetic on constants: promotions, the common type of two operands, and what an integer operator
 * gives before it is brought into its type. Exact. For those who compute before anything runs, or read literals. The
 * machine, which is to be independent of them, has its own (`machine/compile-operator.ts`).
 */
import type { ArithmeticOp, BinaryOp, CompareOp } from './expr.ts';
import type { IntType, ScalarType } from './ctype.ts';
import { f16, f32, f64, i32, i64, u32, u64 } from './ctype.ts';
import { assertNever } from './invariant.ts';

/** The value modulo 2^bits, in the range of the type. */
export function wrap(value: bigint, { bits, signed }: IntType): bigint {
  return signed ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value);
}

export const isInRange = (value: bigint, type: IntType): boolean => wrap(value, type) === value;

/** Integer promotion (C++ [conv.prom]); floats stay. */
export function promoted(type: ScalarType): ScalarType {
  if (type.kind === 'bool') return i32;
  return type.kind === 'int' && type.bits < 32 ? i32 : type;
}

/** The type of the usual arithmetic conversions (C++ [expr.arith.conv]). */
export function commonType(a: ScalarType, b: ScalarType): ScalarType {
  const [left, right] = [promoted(a), promoted(b)];
  if (left.kind === 'float' || right.kind === 'float') {
    const bits = Math.max(left.kind === 'float' ? left.bits : 0, right.kind === 'float' ? right.bits : 0);
    return bits === 64 ? f64 : bits === 32 ? f32 : f16;
  }
  if (left.kind === 'bool' || right.kind === 'bool') return i32;
  const bits = Math.max(left.bits, right.bits);
  const unsigned = [left, right].some((type) => !type.signed && type.bits === bits);
  return bits === 64 ? (unsigned ? u64 : i64) : unsigned ? u32 : i32;
}

const comparisons: ReadonlySet<string> = new Set<CompareOp>(['==', '!=', '<', '<=', '>', '>=']);

export const isComparison = (op: BinaryOp): op is CompareOp => comparisons.has(op);

/** Whether the comparison holds for two numbers of one sort. */
export function holds<Number extends bigint | number>(op: CompareOp, a: Number, b: Number): boolean {
  switch (op) {
    case '==':
      return a === b;
    case '!=':
      return a !== b;
    case '<':
      return a < b;
    case '<=':
      return a <= b;
    case '>':
      return a > b;
    case '>=':
      return a >= b;
    default:
      return assertNever(op);
  }
}

/**
 * The mathematical result, which need not lie in the type; null where C leaves it undefined whatever the type of the
 * result.
 */
export function integerResult(op: ArithmeticOp, a: bigint, b: bigint, { bits }: IntType): bigint | null {
  switch (op) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return b === 0n ? null : a / b;
    case '%':
      return b === 0n ? null : a % b;
    case '&':
      return a & b;
    case '|':
      return a | b;
    case '^':
      return a ^ b;
    case '<<':
      return b < 0n || b >= BigInt(bits) ? null : a << b;
    case '>>':
      return b < 0n || b >= BigInt(bits) ? null : a >> b;
    default:
      return assertNever(op);
  }
}

/** The greatest common divisor, not negative. */
export function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}
