/**
 * Whether two runs ended in the same memory, up to the names of what the kernel itself allocated. Where threads draw
 * indices from a counter (`i = atomicAdd(&next, 3)`), who gets which depends on the schedule, and means nothing: the
 * k-th index that a thread draws in one run is taken for the k-th that it draws in the other.
 *
 * Over-approximates equality: a value counts as equal if it is the same number or the renamed one, and an array may be
 * indexed by what was drawn or not, as a whole. So a difference that is reported is one.
 *
 * Source: PRIOR-ART, "final states compared up to renaming of allocated nodes" (Chiang et al., NFM 2013, section 5.1,
 * `bintree`).
 */
import type { ArrayId } from '../../base/brand.ts';
import type { TraceEvent } from '../../machine/trace.ts';
import { isChange, threadKey } from './conflicts.ts';

/**
 * What is left of a run when it is over: what it changed in arrays that outlive the kernel, and what was drawn from
 * counters.
 */
export type FinalState = Readonly<{
  arrays: ReadonlyMap<ArrayId, ReadonlyMap<string, FinalCell>>;
  drawn: ReadonlyMap<string, Readonly<{ from: bigint; to: bigint }>>;
}>;

/**
 * A place that was changed as a whole: `size` bytes at `offset` in an element; the bits in it at the end, and at first.
 */
type FinalCell = Readonly<{ element: number; offset: number; size: number; value: bigint; initial: bigint }>;

/** `elementBytes`: of each array, so that an index can be told from a member of what it names. */
export function finalState(trace: readonly TraceEvent[], elementBytes: (array: ArrayId) => number): FinalState {
  const arrays = new Map<ArrayId, Map<string, FinalCell>>();
  for (const event of trace) {
    if (event.owner !== null || !isChange(event)) continue;
    const bytes = Math.max(1, elementBytes(event.array));
    const place = { element: Math.floor(event.address / bytes), offset: event.address % bytes, size: event.size };
    const cells = arrays.get(event.array) ?? new Map<string, FinalCell>();
    arrays.set(event.array, cells);
    cells.set(placeKey(place.element, place), {
      ...place,
      value: event.after,
      initial: cells.get(placeKey(place.element, place))?.initial ?? event.before,
    });
  }
  return { arrays, drawn: drawnIn(trace) };
}

const placeKey = (element: number, { offset, size }: Readonly<{ offset: number; size: number }>): string =>
  `${element}.${offset}.${size}`;

/** Ranges that additions to a counter gave their thread, by thread, counter and number. */
function drawnIn(trace: readonly TraceEvent[]): FinalState['drawn'] {
  const drawn = new Map<string, Readonly<{ from: bigint; to: bigint }>>();
  const counts = new Map<string, number>();
  for (const event of trace) {
    if (
      event.mode !== 'atomic' ||
      !event.isKept ||
      (event.op !== 'add' && event.op !== 'inc') ||
      event.after <= event.before
    )
      continue;
    const who = `${threadKey(event)} ${event.array}/${event.owner ?? ''}/${event.address}`;
    const number = counts.get(who) ?? 0;
    counts.set(who, number + 1);
    drawn.set(`${who} ${number}`, { from: event.before, to: event.after });
  }
  return drawn;
}

/** An element in which the two differ; null: they are the same. */
export function difference(a: FinalState, b: FinalState): Readonly<{ array: ArrayId; element: number }> | null {
  const renamed = renaming(a, b);
  const nothing = new Map<string, FinalCell>();
  for (const array of new Set([...a.arrays.keys(), ...b.arrays.keys()])) {
    const one = a.arrays.get(array) ?? nothing;
    const other = b.arrays.get(array) ?? nothing;
    const element = differsAt(one, other, (index) => index, renamed);
    if (element === null || differsAt(one, other, (index) => Number(renamed(BigInt(index))), renamed) === null)
      continue;
    return { array, element };
  }
  return null;
}

/** What an index or value of the first run is called in the second. */
function renaming(a: FinalState, b: FinalState): (value: bigint) => bigint {
  const ranges = [...a.drawn].flatMap(([key, from]) => {
    const to = b.drawn.get(key);
    return to === undefined ? [] : [{ from, by: to.from - from.from }];
  });
  return (value) => {
    const range = ranges.find(({ from }) => value >= from.from && value < from.to);
    return range === undefined ? value : value + range.by;
  };
}

/** What only one of the two changed must be as it was at first. */
function differsAt(
  one: ReadonlyMap<string, FinalCell>,
  other: ReadonlyMap<string, FinalCell>,
  indexOf: (index: number) => number,
  renamed: (value: bigint) => bigint,
): number | null {
  const met = new Set<string>();
  for (const cell of one.values()) {
    const key = placeKey(indexOf(cell.element), cell);
    met.add(key);
    const there = other.get(key)?.value ?? cell.initial;
    if (there !== cell.value && there !== renamed(cell.value)) return cell.element;
  }
  for (const [key, cell] of other) if (!met.has(key) && cell.value !== cell.initial) return cell.element;
  return null;
}
