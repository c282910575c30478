/**
 * When two places share a byte. Exact. Accesses whose addresses can only differ by whole multiples of their size, which
 * is the usual case, overlap exactly when they are equal; then the common factor goes: `s[i]` and `s[j]` of floats give
 * `i = j`, not `4*i < 4*j + 4 && 4*j < 4*i + 4`. Extents of inner dimensions are not assumed: `s[0][17]` is `s[1][1]`.
 * Of an array of several objects (ir/objects.ts), both the objects and the places in them must be the same.
 */
import { bytes } from '../base/brand.ts';
import { binary, cast, int } from '../base/expr-build.ts';
import type { Expr } from '../base/expr.ts';
import type { Place } from '../protocol/protocol.ts';
import { i64 } from '../base/ctype.ts';
import { objectAt, objectStride } from '../base/object-stride.ts';

type Rename = (expr: Expr) => Expr;

export function overlap(first: Place, renameFirst: Rename, second: Place, renameSecond: Rename): Expr {
  const [a, b] = [partsOf(first), partsOf(second)];
  if (a === null || b === null) return overlapInObject(first, renameFirst, second, renameSecond);
  const isOne = binary(
    '==',
    scaledAddress(a.object, objectStride, 0, renameFirst),
    scaledAddress(b.object, objectStride, 0, renameSecond),
  );
  return binary('&&', isOne, overlapInObject(a.inner, renameFirst, b.inner, renameSecond));
}

/** The address of the object and the place in it; null where all objects are counted in one. */
function partsOf(place: Place): Readonly<{ object: Place; inner: Place }> | null {
  const isObject = ({ stride }: Place['subscripts'][number]): boolean => stride % objectStride === 0;
  const { object, byte } = objectAt(place.offset);
  if (object === 0 && !place.subscripts.some(isObject)) return null;
  return {
    object: { ...place, subscripts: place.subscripts.filter(isObject), offset: bytes(object * objectStride) },
    inner: { ...place, subscripts: place.subscripts.filter((one) => !isObject(one)), offset: bytes(byte) },
  };
}

function overlapInObject(first: Place, renameFirst: Rename, second: Place, renameSecond: Rename): Expr {
  const unit = [...first.subscripts, ...second.subscripts].reduce(
    (g, s) => gcd(g, s.stride),
    Math.abs(first.offset - second.offset),
  );
  const sameWhereEqual = unit === 0 || unit >= Math.max(first.width, second.width);
  const divisor = sameWhereEqual && unit > 0 ? unit : 1;
  // dividing both addresses, whose difference is a multiple of the unit
  const base = Math.min(first.offset, second.offset);
  const [a, b] = [scaledAddress(first, divisor, base, renameFirst), scaledAddress(second, divisor, base, renameSecond)];
  if (sameWhereEqual) return binary('==', a, b);
  return binary(
    '&&',
    binary('<', a, binary('+', b, int(second.width, i64))),
    binary('<', b, binary('+', a, int(first.width, i64))),
  );
}

function scaledAddress(place: Place, divisor: number, base: number, rename: Rename): Expr {
  const parts = place.subscripts.map(({ index, stride }): Expr => {
    const wide = cast(i64, rename(index));
    return stride === divisor ? wide : binary('*', wide, int(stride / divisor, i64));
  });
  const constant = (place.offset - base) / divisor;
  if (constant !== 0 || parts.length === 0) parts.push(int(constant, i64));
  return parts.reduce((sum, part) => binary('+', sum, part));
}

export function gcd(a: number, b: number): number {
  let [x, y] = [Math.abs(a), Math.abs(b)];
  while (y !== 0) [x, y] = [y, x % y];
  return x;
}
