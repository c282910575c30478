/**
 * Literals of C++: their values and types (C++ [lex.icon], [lex.ccon], [lex.fcon]), on a platform where `long` has 64
 * bits.
 */
import type { Expr } from '../../base/expr.ts';
import type { IntType } from '../../base/ctype.ts';
import { f16, f32, f64, i32, i64, i8, u32, u64 } from '../../base/ctype.ts';
import { float, int } from '../../base/expr-build.ts';
import { negated } from './constants.ts';
import { trailingFrom } from '../../base/trailing.ts';

/** The constant that a number literal denotes, or null when it is malformed. */
export function numberLiteral(text: string): Expr | null {
  // The grammar takes a sign into the literal where it can.
  const sign = /^[+-]\s*/.exec(text)?.[0];
  if (sign !== undefined) {
    const inner = numberLiteral(text.slice(sign.length));
    return inner === null ? null : sign.startsWith('-') ? negated(inner) : inner;
  }
  const digits = text.replaceAll("'", '').toLowerCase();
  const hex = digits.startsWith('0x');
  if (hex ? /[.p]/.test(digits) : /[.e]/.test(digits) || /^\d+[fh]$/.test(digits)) return floatLiteral(digits, hex);
  const match = /^(0x[0-9a-f]+|0b[01]+|[0-9]+)([ulz]*)$/.exec(digits);
  if (match?.[1] === undefined || match[2] === undefined) return null;
  const body = match[1];
  const octal = /^0[0-7]+$/.test(body);
  if (/^0\d+$/.test(body) && !octal) return null;
  const value = BigInt(octal ? `0o${body.slice(1)}` : body);
  return int(BigInt.asUintN(64, value), integerType(value, match[2], /^[1-9]/.test(body)));
}

/** The first type of the standard's list that holds the value. */
function integerType(value: bigint, suffix: string, decimal: boolean): IntType {
  const unsigned = suffix.includes('u');
  const long = /[lz]/.test(suffix);
  if (unsigned) return !long && value < 2n ** 32n ? u32 : u64;
  if (!long && value < 2n ** 31n) return i32;
  if (!long && !decimal && value < 2n ** 32n) return u32;
  return value < 2n ** 63n ? i64 : u64;
}

function floatLiteral(digits: string, hex: boolean): Expr | null {
  const suffix = hex ? /p[+-]?\d+([fl]?)$/.exec(digits)?.[1] : digits.slice(trailingFrom(digits, /[flh]/));
  const body = suffix === undefined || suffix === '' ? digits : digits.slice(0, -suffix.length);
  const value = hex ? hexFloat(body) : Number(body);
  if (!Number.isFinite(value) && !/^\d/.test(body)) return null;
  if (suffix === 'f') return float(Math.fround(value), f32);
  return suffix === 'h' ? float(value, f16) : float(value, f64);
}

function hexFloat(body: string): number {
  const match = /^0x([0-9a-f]*)(?:\.([0-9a-f]*))?p([+-]?\d+)$/.exec(body);
  if (match === null) return Number.NaN;
  const fraction = match[2] ?? '';
  return Number(BigInt(`0x0${match[1] ?? ''}${fraction}`)) * 2 ** (Number(match[3]) - 4 * fraction.length);
}

const escapes: ReadonlyMap<string, number> = new Map([
  ['n', 10],
  ['t', 9],
  ['r', 13],
  ['0', 0],
  ['a', 7],
  ['b', 8],
  ['f', 12],
  ['v', 11],
  ['\\', 92],
  ["'", 39],
  ['"', 34],
  ['?', 63],
]);

/**
 * `'a'`, `'\n'`, `'\x1f'`: of type char. Null for wide ones, and for several characters in one, whose type is int
 * [lex.ccon].
 */
export function charLiteral(text: string): Expr | null {
  const body = /^'(.*)'$/su.exec(text)?.[1];
  if (body === undefined || body === '') return null;
  if (!body.startsWith('\\')) return body.length > 1 || body > '\x7f' ? null : int(BigInt(body.charCodeAt(0)), i8);
  const rest = body.slice(1);
  const code = rest.startsWith('x')
    ? Number.parseInt(rest.slice(1), 16)
    : /^[0-7]+$/.test(rest)
      ? Number.parseInt(rest, 8)
      : escapes.get(rest);
  return code === undefined || Number.isNaN(code) ? null : int(BigInt.asIntN(8, BigInt(code)), i8);
}

const namedFloats: ReadonlyMap<string, Expr> = new Map([
  ['FLT_MAX', float(3.4028234663852886e38, f32)],
  ['FLT_MIN', float(1.1754943508222875e-38, f32)],
  ['FLT_EPSILON', float(1.1920928955078125e-7, f32)],
  ['DBL_MAX', float(Number.MAX_VALUE, f64)],
  ['DBL_MIN', float(2.2250738585072014e-308, f64)],
  ['DBL_EPSILON', float(Number.EPSILON, f64)],
  ['INFINITY', float(Infinity, f32)],
  ['CUDART_INF_F', float(Infinity, f32)],
  ['CUDART_INF', float(Infinity, f64)],
  ['HUGE_VALF', float(Infinity, f32)],
  ['HUGE_VAL', float(Infinity, f64)],
  ['NAN', float(Number.NaN, f32)],
  ['CUDART_NAN_F', float(Number.NaN, f32)],
  ['M_PI', float(Math.PI, f64)],
  ['M_PI_2', float(Math.PI / 2, f64)],
  ['M_E', float(Math.E, f64)],
  ['M_LN2', float(Math.LN2, f64)],
  ['M_SQRT2', float(Math.SQRT2, f64)],
  ['CUDART_PI_F', float(Math.fround(Math.PI), f32)],
  ['CUDART_PI', float(Math.PI, f64)],
  ['CUDART_MAX_NORMAL_F', float(3.4028234663852886e38, f32)],
]);
const namedIntegers: ReadonlyMap<string, Expr> = new Map([
  ['INT_MAX', int(2n ** 31n - 1n, i32)],
  ['INT_MIN', int(-(2n ** 31n), i32)],
  ['UINT_MAX', int(2n ** 32n - 1n, u32)],
  ['CHAR_BIT', int(8, i32)],
  ['CHAR_MAX', int(127, i32)],
  ['CHAR_MIN', int(-128, i32)],
  ['SCHAR_MAX', int(127, i32)],
  ['UCHAR_MAX', int(255, i32)],
  ['SHRT_MAX', int(32767, i32)],
  ['SHRT_MIN', int(-32768, i32)],
  ['USHRT_MAX', int(65535, i32)],
  ['LONG_MAX', int(2n ** 63n - 1n, i64)],
  ['LONG_MIN', int(-(2n ** 63n), i64)],
  ['ULONG_MAX', int(2n ** 64n - 1n, u64)],
  ['LLONG_MAX', int(2n ** 63n - 1n, i64)],
  ['LLONG_MIN', int(-(2n ** 63n), i64)],
  ['ULLONG_MAX', int(2n ** 64n - 1n, u64)],
  ['RAND_MAX', int(2147483647, i32)],
  ['warpSize', int(32, i32)],
  ['SIZE_MAX', int(2n ** 64n - 1n, u64)],
  ['INT32_MAX', int(2n ** 31n - 1n, i32)],
  ['UINT32_MAX', int(2n ** 32n - 1n, u32)],
  ['cudaSuccess', int(0, i32)],
  ['cudaErrorInvalidValue', int(1, i32)],
  ['cudaErrorMemoryAllocation', int(2, i32)],
]);

/** Constants of the C and CUDA headers, which are not read; null for other names. */
export function namedConstant(name: string): Expr | null {
  return namedFloats.get(name) ?? namedIntegers.get(name) ?? null;
}
