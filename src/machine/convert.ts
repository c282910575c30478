/**
 * Number formats of the machine: wrap-around of integers, half precision, and the conversions of C and CUDA
 * (PTX ISA, `cvt`: float to integer truncates, saturates, and makes 0 of NaN).
 */
import type { IntType } from '../base/ctype.ts';

/** Wraps a 32-bit pattern to a narrower type, sign- or zero-extended again. */
export function wrapInt(value: number, type: IntType): number {
  switch (type.bits) {
    case 8:
      return type.signed ? (value << 24) >> 24 : value & 0xff;
    case 16:
      return type.signed ? (value << 16) >> 16 : value & 0xffff;
    case 32:
    case 64:
      return value | 0;
  }
}

export const wrapBig = (value: bigint, type: IntType): bigint =>
  type.signed ? BigInt.asIntN(type.bits, value) : BigInt.asUintN(type.bits, value);

/** Rounds a double to half precision, ties to even. */
export function roundHalf(value: number): number {
  const size = Math.abs(value);
  if (!(size < 65520)) return value === value ? Math.sign(value) * Infinity : NaN;
  if (size === 0) return value;
  // The spacing of halves near `size`: 2^-24 below 2^-14, else 2^(exponent - 10).
  const exponent = Math.max(Math.floor(Math.log2(size)), -14);
  const adjusted = size < 2 ** exponent ? exponent - 1 : size >= 2 ** (exponent + 1) ? exponent + 1 : exponent;
  const unit = 2 ** (Math.max(adjusted, -14) - 10);
  const turns = size / unit;
  const floor = Math.floor(turns);
  const rest = turns - floor;
  const rounded = rest > 0.5 || (rest === 0.5 && floor % 2 === 1) ? floor + 1 : floor;
  return (value < 0 ? -1 : 1) * rounded * unit;
}

/** The 16 bits of a value that is already a half. */
export function halfToBits(value: number): number {
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  const size = Math.abs(value);
  if (size !== size) return 0x7e00;
  if (size === Infinity) return sign | 0x7c00;
  if (size < 2 ** -14) return sign | (size * 2 ** 24);
  let exponent = Math.floor(Math.log2(size));
  if (size < 2 ** exponent) exponent--;
  else if (size >= 2 ** (exponent + 1)) exponent++;
  return sign | ((exponent + 15) << 10) | (size / 2 ** (exponent - 10) - 1024);
}

export function bitsToHalf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1024 + fraction) * 2 ** (exponent - 25);
}

/** Rounds to the format of `bits` bits. */
export function roundFloat(value: number, bits: 16 | 32 | 64): number {
  return bits === 64 ? value : bits === 32 ? Math.fround(value) : roundHalf(value);
}

/**
 * A 64-bit integer as a float of `bits` bits, rounded once. A value over 2^53 first has its low 11 bits folded into one
 * sticky bit, which a double holds exactly and which decides ties as the full value does.
 */
export function bigToFloat(value: bigint, bits: 16 | 32 | 64): number {
  const wide = value > 9007199254740992n || value < -9007199254740992n;
  if (bits === 64 || !wide) return roundFloat(Number(value), bits);
  const low = value & 0x7ffn;
  return roundFloat(Number(value - low + (low === 0n ? 0n : 0x400n)), bits);
}

const intLimits = (type: IntType): readonly [number, number] =>
  type.signed ? [-(2 ** (type.bits - 1)), 2 ** (type.bits - 1) - 1] : [0, 2 ** type.bits - 1];

/** Float to an integer of up to 32 bits, as the slot's bit pattern. */
export function floatToInt(value: number, type: IntType): number {
  if (value !== value) return 0;
  const [low, high] = intLimits(type);
  return Math.min(Math.max(Math.trunc(value), low), high) | 0;
}

/** Float to a 64-bit integer. */
export function floatToBig(value: number, type: IntType): bigint {
  if (value !== value) return 0n;
  if (value >= 2 ** (type.signed ? 63 : 64)) return type.signed ? 0x7fffffffffffffffn : 0xffffffffffffffffn;
  const low = type.signed ? -(2 ** 63) : 0;
  return BigInt(Math.trunc(Math.max(value, low)));
}

/** `a * b + c` in single precision with one rounding: the sum of exact product and addend is rounded to odd first. */
export function fusedSingle(a: number, b: number, c: number): number {
  const product = a * b;
  const sum = product + c;
  if (!Number.isFinite(sum)) return Math.fround(sum);
  const back = sum - product;
  const error = product - (sum - back) + (c - back);
  if (error === 0) return Math.fround(sum);
  const scratch = new DataView(new ArrayBuffer(8));
  scratch.setFloat64(0, sum);
  const bits = scratch.getBigInt64(0);
  if ((bits & 1n) === 0n) scratch.setBigInt64(0, bits + (error > 0 === sum > 0 ? 1n : -1n));
  return Math.fround(scratch.getFloat64(0));
}
