/** How far behind the start of its array a pointer of host code points: bytes, and multiples of values of host code. */
import type { Expr } from '../base/expr.ts';
import { i64 } from '../base/ctype.ts';
import { printExpr } from '../base/expr-print.ts';
import { constantOf, converted } from './host-value.ts';

/** `bytes + Σ index * stride`; the indices are of type i64, and no two of them are the same. */
export type Offset = Readonly<{ bytes: bigint; terms: readonly Readonly<{ index: Expr; stride: bigint }>[] }>;

/**
 * Whether two pointers are one array: the second is `by` behind the first, they are equal or apart, or anything;
 * `isUnseen`: but nothing that is followed makes them overlap.
 */
export type Sameness = MayBeSame | Readonly<{ kind: 'distinct' }>;
export type MayBeSame =
  | Readonly<{ kind: 'same'; by: Offset }>
  | Readonly<{ kind: 'either' }>
  | Readonly<{ kind: 'may'; isUnseen?: true }>;

export const start: Offset = { bytes: 0n, terms: [] };
export const isNone = ({ bytes, terms }: Offset): boolean => bytes === 0n && terms.length === 0;

/** `stride` bytes for each of `index`; null where that is no integer. */
export function offsetOf(index: Expr, stride: bigint): Offset | null {
  const whole = constantOf(index);
  if (whole !== null) return typeof whole === 'bigint' ? { bytes: whole * stride, terms: [] } : null;
  const value = converted(i64, index);
  return value === null ? null : { bytes: 0n, terms: [{ index: value, stride }] };
}

export function sum(a: Offset, b: Offset): Offset {
  const terms = new Map<string, Offset['terms'][number]>();
  for (const { index, stride } of [...a.terms, ...b.terms]) {
    const key = printExpr(index);
    terms.set(key, { index, stride: stride + (terms.get(key)?.stride ?? 0n) });
  }
  return { bytes: a.bytes + b.bytes, terms: [...terms.values()].filter(({ stride }) => stride !== 0n) };
}

const negated = ({ bytes, terms }: Offset): Offset => ({
  bytes: -bytes,
  terms: terms.map(({ index, stride }) => ({ index, stride: -stride })),
});
export const difference = (a: Offset, b: Offset): Offset => sum(a, negated(b));

/** `+ 128 + 4 * n` bytes. */
export const printOffset = ({ bytes, terms }: Offset): string =>
  [
    ...(bytes === 0n && terms.length > 0 ? [] : [`${bytes}`]),
    ...terms.map(({ index, stride }) => `${stride} * ${printExpr(index)}`),
  ].join(' + ');
