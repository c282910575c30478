/** Declared sizes of the arrays of a kernel, and the cells that races are looked for in. */
import type { ArrayId } from '../base/brand.ts';
import type { ArrayDecl, Kernel, Place } from '../ir/ir.ts';
import type { ArrayInfo } from './compiled.ts';
import { sizeOf } from '../base/ctype.ts';
import { eachStmt, placeOf } from '../ir/walk.ts';

/**
 * A cell is the largest power of two, up to 8 bytes, that divides the width, offset and strides of every access, so
 * that two accesses share a byte if and only if they share a cell. Arrays that nothing writes are not logged.
 */
export function layOutArrays(kernel: Kernel): ReadonlyMap<ArrayId, ArrayInfo> {
  const units = new Map<ArrayId, number>();
  const written = new Set<ArrayId>();
  eachStmt(kernel.body, (stmt) => {
    const place = placeOf(stmt);
    if (place === null) return;
    units.set(place.array, (units.get(place.array) ?? 8) | unitOf(place));
    if (stmt.kind === 'store' || (stmt.kind === 'atomic' && stmt.op !== 'load')) written.add(place.array);
  });
  return new Map(
    [...kernel.arrays.values()].map((decl, index) => {
      const unit = units.get(decl.id) ?? 1;
      return [
        decl.id,
        {
          index,
          id: decl.id,
          name: decl.name,
          parameter: decl.parameter,
          space: decl.space,
          elementType: decl.element,
          elementBytes: decl.elementBytes,
          bytes: declaredBytes(decl),
          cellShift: 31 - Math.clz32(unit & -unit),
          isLogged: written.has(decl.id) && (decl.space === 'shared' || decl.space === 'global'),
        },
      ];
    }),
  );
}

/** All numbers whose common power of two counts, or-ed: the lowest bit that is set is that power. */
function unitOf(place: Place): number {
  return place.subscripts.reduce((bits, subscript) => bits | subscript.stride, sizeOf(place.type) | place.offset);
}

function declaredBytes(decl: ArrayDecl): number | null {
  if (decl.extents === null) return null;
  return decl.extents.reduce<number | null>(
    (size, extent) => (size === null || extent === null ? null : size * extent),
    decl.elementBytes,
  );
}
