/** Intervals of mathematical integers; `null` is infinite. Every operation over-approximates, most are exact. */
import type { ScalarType } from '../../base/ctype.ts';

export type Range = Readonly<{ lo: bigint | null; hi: bigint | null }>;

export const everything: Range = { lo: null, hi: null };
export const rangeFrom = (lo: bigint | null, hi: bigint | null): Range => ({ lo, hi });
export const exactly = (value: bigint): Range => ({ lo: value, hi: value });

/** The values of a C type; opaque ones (floats) have none to speak of. */
export function rangeOfType(type: ScalarType | Readonly<{ kind: 'integer' }>): Range {
  switch (type.kind) {
    case 'int': {
      const size = 1n << BigInt(type.bits);
      return type.signed ? rangeFrom(-size / 2n, size / 2n - 1n) : rangeFrom(0n, size - 1n);
    }
    case 'bool':
      return rangeFrom(0n, 1n);
    case 'float':
    case 'integer':
      return everything;
  }
}

export const isEmpty = (r: Range): boolean => r.lo !== null && r.hi !== null && r.lo > r.hi;
/** Whether every value of `inner` is one of `outer`. */
export const within = (inner: Range, outer: Range): boolean =>
  (outer.lo === null || (inner.lo !== null && inner.lo >= outer.lo)) &&
  (outer.hi === null || (inner.hi !== null && inner.hi <= outer.hi));

export const meet = (a: Range, b: Range): Range => ({
  lo: a.lo === null ? b.lo : b.lo === null ? a.lo : a.lo > b.lo ? a.lo : b.lo,
  hi: a.hi === null ? b.hi : b.hi === null ? a.hi : a.hi < b.hi ? a.hi : b.hi,
});
export const hull = (a: Range, b: Range): Range => ({
  lo: a.lo === null || b.lo === null ? null : a.lo < b.lo ? a.lo : b.lo,
  hi: a.hi === null || b.hi === null ? null : a.hi > b.hi ? a.hi : b.hi,
});
export const sum = (a: Range, b: Range): Range => ({
  lo: a.lo === null || b.lo === null ? null : a.lo + b.lo,
  hi: a.hi === null || b.hi === null ? null : a.hi + b.hi,
});
export function scaled(r: Range, by: bigint): Range {
  if (by === 0n) return exactly(0n);
  if (by === 1n) return r;
  const lo = r.lo === null ? null : r.lo * by;
  const hi = r.hi === null ? null : r.hi * by;
  return by > 0n ? { lo, hi } : { lo: hi, hi: lo };
}

export function product(a: Range, b: Range): Range {
  if (a.lo !== null && a.hi !== null && b.lo !== null && b.hi !== null) {
    if (a.lo >= 0n && b.lo >= 0n) return { lo: a.lo * b.lo, hi: a.hi * b.hi };
    const corners = [a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi];
    return { lo: corners.reduce((x, y) => (x < y ? x : y)), hi: corners.reduce((x, y) => (x > y ? x : y)) };
  }
  if (a.lo !== null && a.lo === a.hi) return scaled(b, a.lo);
  if (b.lo !== null && b.lo === b.hi) return scaled(a, b.lo);
  if (a.lo !== null && a.lo >= 0n && b.lo !== null && b.lo >= 0n) return { lo: a.lo * b.lo, hi: null };
  return everything;
}

/** Quotient rounded towards minus infinity; `d` > 0. */
export const floorDiv = (n: bigint, d: bigint): bigint => (n >= 0n || n % d === 0n ? n / d : n / d - 1n);
export const ceilDiv = (n: bigint, d: bigint): bigint => -floorDiv(-n, d);
export const floorDivided = (r: Range, d: bigint): Range => ({
  lo: r.lo === null ? null : floorDiv(r.lo, d),
  hi: r.hi === null ? null : floorDiv(r.hi, d),
});

/** The value of a range that is nearest to 0. */
export const nearestToZero = (r: Range): bigint =>
  r.lo !== null && r.lo > 0n ? r.lo : r.hi !== null && r.hi < 0n ? r.hi : 0n;
