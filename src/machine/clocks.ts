/**
 * Vector clocks of the threads of a block: for each thread the latest epoch of each other one that it comes after, by
 * barriers that part a block's barriers do not. Of the lanes of its warp, where only these wait for each other; of the
 * whole block where numbered barriers join warps.
 */
import type { Block, Thread } from './state.ts';

/** Entries of one thread's clock: `warp`, or the threads of the block. */
export const warpClock = 32;

const columnOf = ({ clockWidth }: Block, linear: number): number => (clockWidth === warpClock ? linear & 31 : linear);

/**
 * Whether `thread` comes after what the thread `linear` of its block did in that epoch. Of threads of other warps only
 * where clocks are of the block.
 */
export function isAfter({ block, linear }: Thread, other: number, epoch: number): boolean {
  if (block.clocks.length === 0 || (block.clockWidth === warpClock && linear >> 5 !== other >> 5)) return false;
  return (block.clocks[linear * block.clockWidth + columnOf(block, other)] ?? 0) >= epoch;
}

/** Of an agent's column; `hasFenced`: of what was handed to the async proxy, in the second half of the columns. */
export function isPastEntry(
  { block: { clocks, clockWidth }, linear }: Thread,
  column: number,
  epoch: number,
  hasFenced = false,
): boolean {
  return (clocks[linear * clockWidth + column + (hasFenced ? clockWidth >> 1 : 0)] ?? 0) >= epoch;
}

/**
 * What the thread has done and comes after is handed to the async proxy: all entries of the first half go to the second
 * (agents.ts).
 */
export function handToProxy(thread: Thread): void {
  const {
    block: { clocks, clockWidth },
    linear,
  } = thread;
  const [start, half] = [linear * clockWidth, clockWidth >> 1];
  for (let k = 0; k < half; k++)
    clocks[start + half + k] = Math.max(
      clocks[start + half + k] ?? 0,
      clocks[start + k] ?? 0,
      k === linear ? thread.epoch : 0,
    );
  thread.epoch++;
}

/** Whether the thread comes after all that is in `clock`. */
export function isAfterAll({ block: { clocks, clockWidth }, linear, epoch }: Thread, clock: Int32Array): boolean {
  return clock.every((other, k) => other <= (clocks[linear * clockWidth + k] ?? 0) || (k === linear && other <= epoch));
}

/** Adds what the thread has done so far, and comes after, to `clock`; what it does from here on is not in it. */
export function addTo(clock: Int32Array, thread: Thread): void {
  const { block, linear } = thread;
  const { clockWidth } = block;
  for (let k = 0; k < clockWidth; k++) clock[k] = Math.max(clock[k] ?? 0, block.clocks[linear * clockWidth + k] ?? 0);
  const own = columnOf(block, linear);
  clock[own] = Math.max(clock[own] ?? 0, thread.epoch);
  thread.epoch++;
}

/** From here on the thread comes after all that is in `clock`. */
export function comeAfter(thread: Thread, clock: Int32Array): void {
  const {
    block: { clocks, clockWidth },
    linear,
  } = thread;
  for (let k = 0; k < clockWidth; k++)
    clocks[linear * clockWidth + k] = Math.max(clocks[linear * clockWidth + k] ?? 0, clock[k] ?? 0);
}
