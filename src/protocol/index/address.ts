/** Where a place lies in its array, for formulas and for reads of arrays that nobody writes. Exact. */
import type { Expr } from '../../base/expr.ts';
import type { Place } from '../protocol.ts';
import { i64 } from '../../base/ctype.ts';
import { int } from '../../base/expr-build.ts';
import { arithmetic, convert } from '../fold.ts';

/** Offset from the array's start, in bytes, as an i64. */
export function addressOf(place: Place): Expr {
  return place.subscripts.reduce<Expr>(
    (sum, subscript) =>
      arithmetic('+', sum, arithmetic('*', convert(i64, subscript.index), int(subscript.stride, i64))),
    int(place.offset, i64),
  );
}
