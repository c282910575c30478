/**
 * The value that a load gives [D8].
 * Read-only arrays: `read:ARRAY:TYPE(byte offset)`, exact. Shared memory at an index on which the block agrees: one
 * value for all who read it in this interval, exact for kernels without races: were it written by another thread in the
 * same interval, that write would race with the reads, and the first race in an execution has only values before it.
 * Global memory likewise, where races between blocks count. Anything else: any value (over).
 */
import type { Builder } from '../builder.ts';
import type { Expr } from '../../base/expr.ts';
import type { At } from '../escape.ts';
import type { Place, Protocol } from '../protocol.ts';
import type { ScalarType } from '../../base/ctype.ts';
import type { Uniformity } from '../sync/uniformity.ts';
import type { ArrayId, StmtId, VarId } from '../../base/brand.ts';
import { printType } from '../../base/ctype.ts';
import { apply } from '../../base/expr-build.ts';
import { addressOf } from './address.ts';
import { bounded, uniformity, unknownValue } from '../builder.ts';
import { leastUniform } from '../sync/uniformity.ts';
import { messages } from '../wording.ts';

export function loadedValue(
  builder: Builder,
  place: Place & Readonly<{ volatile: boolean }>,
  type: ScalarType,
  target: VarId,
  at: At,
  steps: Protocol[],
): Expr {
  if (builder.isReadOnly(place.array)) {
    return bounded(
      builder,
      apply(`read:${place.array}:${printType(type)}`, [addressOf(place)], type),
      target,
      at,
      steps,
    );
  }
  const space = builder.kernel.arrays.get(place.array)?.space;
  const name = builder.kernel.scalars.get(target)?.name ?? target;
  const shown =
    space === 'shared' || space === 'global'
      ? { array: place.array, subscripts: place.subscripts, offset: place.offset, width: place.width }
      : null;
  const isCommon = isCommonTo(builder, place, at.id);
  const startOf = builder.allocations.starts.get(at.id);
  return unknownValue(builder, {
    ...(startOf === undefined ? {} : { startOf }),
    ...(space === 'local' ? { own: place.array } : {}),
    name,
    type,
    because: messages.readFromMemory,
    span: at.span,
    read: shown,
    uniformity: isCommon ? indexUniformity(builder, place) : 'thread',
    isQuiet: space === 'shared' && builder.ordering?.quiet.has(at.id) === true,
  });
}

/** Whether all who read a cell of it in one interval read one value, in a kernel without races. */
export function isCommonTo(
  { handed, kernel, level }: Pick<Builder, 'handed' | 'kernel' | 'level'>,
  { array, volatile }: Readonly<{ array: ArrayId; volatile: boolean }>,
  load: StmtId,
): boolean {
  const space = kernel.arrays.get(array)?.space;
  // those who change it in turn do so without a race [D29]
  return !handed.has(load) && (space === 'shared' || (space === 'global' && level === 'grid' && !volatile));
}

function indexUniformity(builder: Builder, place: Place): Uniformity {
  return place.subscripts.map((subscript) => uniformity(builder, subscript.index)).reduce(leastUniform, 'block');
}
