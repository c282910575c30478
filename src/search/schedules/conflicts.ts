/**
 * Where holding a thread back can change the order of two steps: before a step that another thread's later step
 * conflicts with, if no barrier orders the two (Chiang et al., NFM 2013, section 4: the first instructions of the pairs
 * in `Confl`).
 *
 * Two steps of different threads conflict if they touch common bytes and one of them is a change. A compare-and-swap
 * that failed only read. Operations of one kind that commute and whose results nobody keeps are no conflict: their
 * order cannot be seen.
 *
 * Example: `atomicAdd(&n, 1)` by two threads is none; `i = atomicAdd(&n, 1)` by two threads is one.
 */
import type { TraceEvent } from '../../machine/trace.ts';

export const threadKey = ({ block, thread }: Readonly<{ block: number; thread: number }>): string =>
  `${block}/${thread}`;
export const cellKey = ({ array, owner }: TraceEvent, byte: number): string => `${array}/${owner ?? ''}/${byte}`;

/**
 * Whether the step wrote: an operation that left the value as it was (a compare-and-swap that failed, `atomicAdd(&x,
 * 0)`) only read.
 */
export const isChange = ({ mode, op, before, after }: TraceEvent): boolean =>
  mode === 'write' || op === 'exch' || op === 'store' || (mode === 'atomic' && before !== after);

/** Steps that conflict with the same steps as each other: of one thread between two barriers, doing the same. */
const kindOf = (event: TraceEvent): string => {
  const { op, commutes, block, interval, grid } = event;
  const what = commutes && op !== null ? op : isChange(event) ? 'change' : 'read';
  return `${threadKey(event)} ${what} ${block} ${interval} ${grid}`;
};

function isConflict(a: TraceEvent, b: TraceEvent): boolean {
  if ((a.block === b.block && a.thread === b.thread) || (!isChange(a) && !isChange(b))) return false;
  if (a.grid !== b.grid || (a.block === b.block && a.interval !== b.interval)) return false;
  return !(a.commutes && b.commutes && a.op === b.op);
}

/**
 * Which steps only say again what the thread's last step on the cell said: the same statement reads the same value, as
 * when it spins. To hold the thread back before one of them is to hold it back before the first.
 */
export function repetitions(trace: readonly TraceEvent[]): ReadonlySet<TraceEvent> {
  const last = new Map<string, TraceEvent>();
  const repeated = new Set<TraceEvent>();
  for (const event of trace) {
    const key = `${threadKey(event)} ${cellKey(event, event.address)}`;
    const before = last.get(key);
    if (
      before?.stmt === event.stmt &&
      !isChange(event) &&
      !isChange(before) &&
      before.after === event.after &&
      before.interval === event.interval
    )
      repeated.add(event);
    last.set(key, event);
  }
  return repeated;
}

/** The first steps of conflicts whose second step comes after position `since`, ascending. */
export function delayPoints(trace: readonly TraceEvent[], since: number): readonly TraceEvent[] {
  const points: TraceEvent[] = [];
  const repeated = repetitions(trace);
  /** By byte: the later steps, one of each kind, and the position of the last of it. */
  const later = new Map<string, Map<string, Readonly<{ event: TraceEvent; at: number }>>>();
  for (let at = trace.length - 1; at >= 0; at--) {
    const event = trace[at];
    if (event === undefined) continue;
    let isFirst = repeated.has(event);
    const isAsked = !isFirst;
    const kind = kindOf(event);
    for (let byte = event.address; byte < event.address + event.size; byte++) {
      const key = cellKey(event, byte);
      const kinds = later.get(key) ?? new Map<string, Readonly<{ event: TraceEvent; at: number }>>();
      later.set(key, kinds);
      if (!isFirst) isFirst = [...kinds.values()].some((other) => other.at > since && isConflict(event, other.event));
      if (!kinds.has(kind)) kinds.set(kind, { event, at });
    }
    if (isAsked && isFirst) points.push(event);
  }
  return points.reverse();
}
