/**
 * C's arithmetic on typed host values: constants are computed, everything else is kept as an expression over host
 * variables (symbols).
 * Exact: null is what is undefined in C or not known for certain, never a guess.
 */
import type { BinaryOp, Expr } from '../base/expr.ts';
import type { IntType, ScalarType } from '../base/ctype.ts';
import { commonType, holds, integerResult, isComparison, isInRange, promoted, wrap } from '../base/arithmetic.ts';
import { bool, f32, f64, i16, i32, i64, i8, sameType, u16, u32, u64, u8 } from '../base/ctype.ts';
import { binary, cast, float, int, not, select, truth, typeOf, unary } from '../base/expr-build.ts';
import { operandsOf } from '../base/expr-walk.ts';

type HostConstant = bigint | number;

/** The number of a constant expression, bools as 0 and 1; null for what has symbols in it. */
export function constantOf(expr: Expr | null): HostConstant | null {
  if (expr === null) return null;
  return expr.kind === 'int' || expr.kind === 'float'
    ? expr.value
    : expr.kind === 'bool'
      ? expr.value
        ? 1n
        : 0n
      : null;
}

/** The operand of casts that keep every value. */
export function withoutWidening(expr: Expr): Expr {
  if (expr.kind !== 'cast' || expr.to.kind !== 'int') return expr;
  const from = typeOf(expr.operand);
  const keeps =
    from.kind === 'bool' ||
    (from.kind === 'int' &&
      (from.signed
        ? expr.to.signed && expr.to.bits >= from.bits
        : expr.to.bits > from.bits || (!expr.to.signed && expr.to.bits === from.bits)));
  return keeps ? withoutWidening(expr.operand) : expr;
}

const maxNodes = 512;

/** Whether an expression is of a size that is worth carrying on. */
export function isSmall(expr: Expr): boolean {
  let nodes = 0;
  const count = (node: Expr): boolean => ++nodes <= maxNodes && operandsOf(node).every(count);
  return count(expr);
}

const isTrueConstant = (value: HostConstant): boolean => value !== 0n && value !== 0;

/**
 * The value as this type; null where C leaves the conversion undefined, or a signed value would not keep its meaning.
 */
export function converted(type: ScalarType, expr: Expr | null): Expr | null {
  if (expr === null || sameType(typeOf(expr), type)) return expr;
  const value = constantOf(expr);
  if (value === null)
    return expr.kind === 'apply' && expr.fn === 'ceil' && type.kind === 'int'
      ? ceiling(type, expr.args[0])
      : (overChoices(expr, (one) => converted(type, one)) ?? cast(type, expr));
  switch (type.kind) {
    case 'bool':
      return truth(isTrueConstant(value));
    case 'float':
      return typeof value === 'bigint' && (value > 2n ** 53n || value < -(2n ** 53n))
        ? null
        : float(type.bits === 64 ? Number(value) : Math.fround(Number(value)), type);
    case 'int': {
      const whole = typeof value === 'bigint' ? value : Number.isFinite(value) ? BigInt(Math.trunc(value)) : null;
      if (whole === null) return null;
      if (isInRange(whole, type)) return int(whole, type);
      // modulo 2^bits, into signed types too (C++ [conv.integral])
      return typeof value === 'bigint' ? int(wrap(whole, type), type) : null;
    }
  }
}

/**
 * `(int)ceil((double)a / b)` of 32-bit integers, b a positive constant, where a double's rounding cannot reach the next
 * integer.
 */
function ceiling(type: IntType, quotient: Expr | undefined): Expr | null {
  if (quotient?.kind !== 'binary' || quotient.op !== '/') return null;
  const [a, b] = [wholeOf(quotient.left), wholeOf(quotient.right)];
  const divisor = constantOf(b);
  if (a === null || b === null || typeof divisor !== 'bigint' || divisor <= 0n) return null;
  const left = converted(i64, a);
  const right = int(divisor, i64);
  return left === null
    ? null
    : converted(
        type,
        binary(
          '+',
          binary('/', left, right),
          select(binary('>', binary('%', left, right), int(0, i64)), int(1, i64), int(0, i64)),
        ),
      );
}

function wholeOf(expr: Expr): Expr | null {
  if (expr.kind === 'float')
    return expr.type.bits === 64 && Number.isInteger(expr.value) && Math.abs(expr.value) < 2 ** 31
      ? int(expr.value, i64)
      : null;
  if (expr.kind !== 'cast' || !sameType(expr.to, f64)) return null;
  const from = typeOf(expr.operand);
  return from.kind === 'int' && from.bits <= 32 ? expr.operand : null;
}

const isOperator = (text: string): text is BinaryOp => /^(?:[-+*/%&|^<>]|<<|>>|[<>=!]=|&&|\|\|)$/.test(text);

export function applyBinary(operator: string, a: Expr | null, b: Expr | null): Expr | null {
  if (a === null || b === null || !isOperator(operator)) return null;
  if (operator === '&&' || operator === '||') return logic(operator, converted(bool, a), converted(bool, b));
  if (operator === '<<' || operator === '>>')
    return shifted(operator, converted(promoted(typeOf(a)), a), converted(i32, b));
  const type = commonType(typeOf(a), typeOf(b));
  if (type.kind === 'float' && /^[%&|^]$/.test(operator)) return null;
  const [left, right] = [converted(type, a), converted(type, b)];
  if (left === null || right === null) return null;
  const [x, y] = [constantOf(left), constantOf(right)];
  if ((x === null || y === null) && isComparison(operator)) return binary(operator, left, right);
  if (x === null || y === null)
    return (operator === '/' || operator === '%') && y === 0n
      ? null
      : (withChoice(left, right, (p, q) => applyBinary(operator, p, q)) ?? binary(operator, left, right));
  if (isComparison(operator)) return truth(holds(operator, x, y));
  if (typeof x === 'bigint' && typeof y === 'bigint' && type.kind === 'int')
    return ofType(type, integerResult(operator, x, y, type));
  return type.kind === 'float' ? rounded(type, onFloats(operator, Number(x), Number(y))) : null;
}

/**
 * What is done to a choice between constants, done to each: `(c ? 1 : 2) + 3` is `c ? 4 : 5`. Null: it is none, or one
 * of them has no value.
 */
function overChoices(expr: Expr, of: (one: Expr) => Expr | null): Expr | null {
  if (expr.kind !== 'select') return null;
  const [then, otherwise] = [expr.then, expr.otherwise].map((arm) =>
    constantOf(arm) === null ? overChoices(arm, of) : of(arm),
  );
  return then === null || then === undefined || otherwise === null || otherwise === undefined
    ? null
    : select(expr.when, then, otherwise);
}

/** The same for an operator of which one side is a constant. */
function withChoice(a: Expr, b: Expr, of: (a: Expr, b: Expr) => Expr | null): Expr | null {
  if (constantOf(b) !== null) return overChoices(a, (one) => of(one, b));
  return constantOf(a) === null ? null : overChoices(b, (one) => of(a, one));
}

function logic(operator: '&&' | '||', a: Expr | null, b: Expr | null): Expr | null {
  if (a === null || b === null) return null;
  for (const [one, other] of [
    [a, b],
    [b, a],
  ] as const) {
    if (one.kind === 'bool') return one.value === (operator === '&&') ? other : one;
  }
  return binary(operator, a, b);
}

function shifted(operator: '<<' | '>>', a: Expr | null, b: Expr | null): Expr | null {
  if (a === null || b === null) return null;
  const [x, y, type] = [constantOf(a), constantOf(b), typeOf(a)];
  if (type.kind !== 'int' || (typeof y === 'bigint' && (y < 0n || y >= BigInt(type.bits)))) return null;
  if (typeof x !== 'bigint' || typeof y !== 'bigint')
    return withChoice(a, b, (p, q) => shifted(operator, p, q)) ?? binary(operator, a, b);
  // C++ [expr.shift]: modulo 2^bits, of signed types too
  return int(wrap(operator === '<<' ? x << y : x >> y, type), type);
}

/** Unsigned results wrap around; signed ones that do not fit are undefined. */
function ofType(type: IntType, value: bigint | null): Expr | null {
  if (value === null) return null;
  return type.signed ? (isInRange(value, type) ? int(value, type) : null) : int(wrap(value, type), type);
}

function onFloats(operator: string, a: number, b: number): number | null {
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return b === 0 ? null : a / b;
    default:
      return null;
  }
}

function rounded(type: ScalarType, value: number | null): Expr | null {
  return value === null || !Number.isFinite(value) || type.kind !== 'float'
    ? null
    : float(type.bits === 64 ? value : Math.fround(value), type);
}

export function applyUnary(operator: string, operand: Expr | null): Expr | null {
  if (operand === null) return null;
  if (operator === '!') {
    const condition = converted(bool, operand);
    return condition === null ? null : condition.kind === 'bool' ? truth(!condition.value) : not(condition);
  }
  const value = converted(promoted(typeOf(operand)), operand);
  if (value === null || operator === '+') return value;
  const [number, type] = [constantOf(value), typeOf(value)];
  if (operator === '~')
    return typeof number === 'bigint' && type.kind === 'int'
      ? ofType(type, ~number)
      : type.kind === 'int'
        ? unary('bitnot', value)
        : null;
  if (operator !== '-') return null;
  if (number === null) return unary('neg', value);
  return typeof number === 'bigint' && type.kind === 'int' ? ofType(type, -number) : rounded(type, -Number(number));
}

/** `when ? a : b`; null where an arm that may be taken is not known. */
export function chosen(when: Expr | null, a: Expr | null, b: Expr | null): Expr | null {
  const condition = converted(bool, when);
  if (condition === null) return null;
  if (a === null || b === null) return condition.kind === 'bool' ? (condition.value ? a : b) : null;
  const type = sameType(typeOf(a), typeOf(b)) ? typeOf(a) : commonType(typeOf(a), typeOf(b));
  const [x, y] = [converted(type, a), converted(type, b)];
  if (condition.kind === 'bool') return condition.value ? x : y;
  return x === null || y === null ? null : select(condition, x, y);
}

/** Functions of the standard library and CUDA's headers, by base name. */
export function applyFunction(name: string, args: readonly Expr[]): Expr | null {
  const [a, b] = args;
  if (a === undefined) return null;
  if (/^f?(?:min|max)f?$/.test(name)) return b === undefined ? null : smallerOrLarger(name, a, b);
  const [x, y] = [constantOf(a), b === undefined ? null : constantOf(b)];
  const type = name.endsWith('f') || sameType(typeOf(a), f32) ? f32 : f64;
  if ((name === 'ceil' || name === 'log2') && x === null)
    return { kind: 'apply', fn: name, args: [name === 'log2' ? (converted(type, a) ?? a) : a], type };
  if (x === null) return null;
  if (name === 'abs' && typeof x === 'bigint') return x < 0n ? applyUnary('-', a) : a;
  const on = mathOf(
    name.replace(/(?<=ceil|floor|round|sqrt|pow|log2|fabs)f$/, ''),
    Number(x),
    y === null ? null : Number(y),
  );
  return rounded(type, on);
}

function smallerOrLarger(name: string, a: Expr, b: Expr): Expr | null {
  const isKnown = constantOf(a) !== null && constantOf(b) !== null;
  const overEach =
    isKnown || !sameType(typeOf(a), typeOf(b)) ? null : withChoice(a, b, (p, q) => smallerOrLarger(name, p, q));
  return overEach ?? (/min/.test(name) ? chosen(applyBinary('<', b, a), b, a) : chosen(applyBinary('<', a, b), b, a));
}

/**
 * Functions of the library that have overloads for other types than those of a function of the file with the same name.
 */
export const isMathematics = (name: string): boolean =>
  /^(?:f?(?:min|max)|(?:a?(?:sin|cos|tan)h?|atan2|ceil|floor|l?l?r?(?:ound|int)|trunc|sqrt|cbrt|hypot|pow|exp2?|expm1|log(?:2|10|1p|b)?|ilogb|l?l?abs|fabs|fmod|remainder|signbit|gcd|lcm|midpoint)[fl]?)$/.test(
    name,
  );

function mathOf(name: string, a: number, b: number | null): number | null {
  switch (name) {
    case 'ceil':
      return Math.ceil(a);
    case 'floor':
      return Math.floor(a);
    case 'round':
      return Math.sign(a) * Math.round(Math.abs(a));
    case 'sqrt':
      return a >= 0 ? Math.sqrt(a) : null;
    case 'abs':
    case 'fabs':
      return Math.abs(a);
    case 'pow':
      return b === null ? null : a ** b;
    case 'log2':
      return a > 0 ? Math.log2(a) : null;
    default:
      return null;
  }
}

const named: ReadonlyMap<string, ScalarType> = new Map<string, ScalarType>([
  ...(['int', 'signed', 'signed int', 'int32_t'] as const).map((name) => [name, i32] as const),
  ...(['unsigned', 'unsigned int', 'uint', 'uint32_t', 'cl_uint'] as const).map((name) => [name, u32] as const),
  ...(
    [
      'long',
      'long int',
      'long long',
      'long long int',
      'signed long',
      'int64_t',
      'ptrdiff_t',
      'ssize_t',
      'intptr_t',
    ] as const
  ).map((name) => [name, i64] as const),
  ...(
    [
      'unsigned long',
      'unsigned long int',
      'unsigned long long',
      'unsigned long long int',
      'size_t',
      'uint64_t',
      'ulong',
      'uintptr_t',
    ] as const
  ).map((name) => [name, u64] as const),
  ...(['short', 'short int', 'int16_t'] as const).map((name) => [name, i16] as const),
  ...(['unsigned short', 'ushort', 'uint16_t'] as const).map((name) => [name, u16] as const),
  ...(['char', 'signed char', 'int8_t'] as const).map((name) => [name, i8] as const),
  ...(['unsigned char', 'uchar', 'uint8_t'] as const).map((name) => [name, u8] as const),
  ['bool', bool],
  ['float', f32],
  ['double', f64],
]);

/** The scalar type of this spelling (`std::size_t`, `unsigned int`), or null. */
export function hostType(spelling: string): ScalarType | null {
  return (
    named.get(
      spelling
        .replace(/\b(?:const|constexpr|static|volatile)\b/g, ' ')
        .replace(/\bstd\s*::/g, '')
        .replace(/\s+/g, ' ')
        .trim(),
    ) ?? null
  );
}

const sizes: ReadonlyMap<string, number> = new Map([
  ['half', 2],
  ['__half', 2],
  ['__nv_bfloat16', 2],
]);
const vector = /^(u?char|u?short|u?int|u?long|u?longlong|float|double)([1-4])$/;
const vectorElement: ReadonlyMap<string, number> = new Map([
  ['char', 1],
  ['uchar', 1],
  ['short', 2],
  ['ushort', 2],
  ['int', 4],
  ['uint', 4],
  ['long', 8],
  ['ulong', 8],
  ['longlong', 8],
  ['ulonglong', 8],
  ['float', 4],
  ['double', 8],
]);

/** `sizeof` a type of this spelling, or null. */
export function sizeOfType(spelling: string): number | null {
  const text = spelling.replace(/\bconst\b/g, '').trim();
  if (text.endsWith('*')) return 8;
  const match = vector.exec(text);
  const element = vectorElement.get(match?.[1] ?? '');
  if (element !== undefined) return element * Number(match?.[2]);
  const type = hostType(text);
  return sizes.get(text) ?? (type === null ? null : type.kind === 'bool' ? 1 : type.bits / 8);
}

/** The value of a literal's spelling: `256u`, `0x10`, `1e3f`, `1'000`; null for what is none. */
export function literalValue(spelling: string): Expr | null {
  // the grammar takes a sign into the literal where it can
  const sign = /^[+-]\s*/.exec(spelling)?.[0];
  if (sign !== undefined) return applyUnary(sign.charAt(0), literalValue(spelling.slice(sign.length)));
  const text = spelling.replaceAll("'", '');
  const [, digits, suffix = ''] = /^(0[xX][0-9a-fA-F]+|0[bB][01]+|0[0-7]+|\d+)([uUlLzZ]*)$/.exec(text) ?? [];
  if (digits !== undefined) {
    const value = BigInt(/^0[0-7]+$/.test(digits) ? `0o${digits.slice(1)}` : digits);
    const isDecimal = /^[1-9]/.test(digits);
    const types = [i32, u32, i64, u64].filter(
      (type) =>
        (type.bits === 64 || !/[lLzZ]/.test(suffix)) &&
        (/[uU]/.test(suffix) ? !type.signed : type.signed || !isDecimal),
    );
    const type = types.find((each) => isInRange(value, each));
    return type === undefined ? null : int(value, type);
  }
  if (!/^(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?[fFlL]?$/.test(text)) return null;
  return /[fF]$/.test(text) ? float(Math.fround(Number.parseFloat(text)), f32) : float(Number.parseFloat(text), f64);
}
