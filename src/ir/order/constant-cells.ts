/** Cells that are one for all threads, since their address is a constant. */
import type { ArrayId } from '../../base/brand.ts';
import type { Place } from '../ir.ts';
import { groupBy } from '../../base/group.ts';

/** One cell for all threads: its address is a constant, in words that tell it and its size. */
export function cellOf({ offset, subscripts, type }: Place): string | null {
  let address = BigInt(offset);
  for (const { index, stride } of subscripts) {
    if (index.kind !== 'int') return null;
    address += index.value * BigInt(stride);
  }
  return `${address} ${type.kind === 'bool' ? 8 : type.bits}`;
}

/** Cells of one array that are told apart: those of locks and flags are few, and each is compared with all others. */
const maxCells = 16;

/** Accesses by array; of arrays of which all threads access a few cells of constant addresses, by cell. */
export function cellByCell<Stmt extends Readonly<{ place: Place }>>(
  accesses: ReadonlyMap<ArrayId, readonly Stmt[]>,
): readonly (readonly [ArrayId, readonly Stmt[]])[] {
  return [...accesses].flatMap(([array, own]): readonly (readonly [ArrayId, readonly Stmt[]])[] => {
    const cells = groupBy(own, ({ place }) => cellOf(place));
    if (cells.size > maxCells || cells.has(null) || !areApart([...cells.keys()])) return [[array, own]];
    return [...cells.values()].map((each) => [array, each] as const);
  });
}

/** Whether both places are cells with constant addresses, which share no byte. */
export const areTwoCells = (one: Place, other: Place): boolean => {
  const cells = [cellOf(one), cellOf(other)];
  return !cells.includes(null) && areApart(cells);
};

/** Whether no two of the cells, in the words of {@link cellOf}, share a byte. */
function areApart(cells: readonly (string | null)[]): boolean {
  const bytes = cells.map((cell) => {
    const [from = 0, bits = 0] = (cell ?? '').split(' ').map(Number);
    return { from, to: from + Math.ceil(bits / 8) };
  });
  return bytes.every((one, k) => bytes.slice(k + 1).every((other) => one.to <= other.from || other.to <= one.from));
}
