/** Taking bits out of an unsigned integer and putting them back, with C's conversions [class.bit]. Exact. */
import type { Expr } from '../../base/expr.ts';
import type { ScalarType } from '../../base/ctype.ts';
import { promoted } from '../../base/arithmetic.ts';
import { bool, i32 } from '../../base/ctype.ts';
import { int, typeOf } from '../../base/expr-build.ts';
import { combine, convert } from '../expressions/constants.ts';

type Bits = Readonly<{ shift: number; width: number; type: ScalarType }>;

/** The value of a bit-field in an integer: its sign, if it has one, is extended. */
export function bitsOf(whole: Expr, bits: Bits): Expr {
  const wide = convert(whole, unsignedOf(whole));
  const mask = maskOf(bits.width, unsignedOf(whole));
  const field = combine('&', combine('>>', wide, int(bits.shift)), mask);
  if (bits.type.kind === 'bool') return convert(field, bool);
  if (bits.type.kind !== 'int' || !bits.type.signed) return convert(field, bits.type);
  const sign = int(2n ** BigInt(bits.width - 1), unsignedOf(whole));
  return convert(combine('-', combine('^', field, sign), sign), bits.type);
}

/** The integer with the bit-field replaced. */
export function withBits(whole: Expr, value: Expr, bits: Bits): Expr {
  const type = unsignedOf(whole);
  const mask = maskOf(bits.width, type);
  const cleared = combine('&', convert(whole, type), int(bitNot(mask, bits.shift, type), type));
  const placed = combine('<<', combine('&', convert(value, type), mask), int(bits.shift));
  return convert(combine('|', cleared, placed), typeOf(whole));
}

/** The value as a bit-field that has an integer for itself keeps it. */
export function cutTo(value: Expr, bits: Bits): Expr {
  const type: Extract<ScalarType, { kind: 'int' }> = { kind: 'int', bits: bits.width > 32 ? 64 : 32, signed: false };
  return combine('&', convert(value, type), maskOf(bits.width, type));
}

/** The value of a bit-field as operators see it: an int, where that has room for all its values [conv.prom]. */
export function promotedBits(value: Expr, width: number): Expr {
  const type = typeOf(value);
  return type.kind === 'int' && width < 32 ? convert(value, i32) : value;
}

/** The type in which to compute: the promoted one, unsigned. */
function unsignedOf(whole: Expr): Extract<ScalarType, { kind: 'int' }> {
  const type = promoted(typeOf(whole));
  return { kind: 'int', bits: type.kind === 'int' ? type.bits : 32, signed: false };
}

function maskOf(width: number, type: Extract<ScalarType, { kind: 'int' }>): Extract<Expr, { kind: 'int' }> {
  return { kind: 'int', value: 2n ** BigInt(Math.min(width, type.bits)) - 1n, type };
}

function bitNot(
  mask: Extract<Expr, { kind: 'int' }>,
  shift: number,
  type: Extract<ScalarType, { kind: 'int' }>,
): bigint {
  return BigInt.asUintN(type.bits, ~(mask.value << BigInt(shift)));
}
