/**
 * Where lanes of a warp meet: `__syncwarp`, tiles, votes and shuffles.
 * CUDA guide: `__syncwarp(mask)` "will cause the executing thread to wait until all warp lanes named in mask have
 * executed a __syncwarp() (with the same mask) before resuming execution"; it orders memory among those lanes. Votes
 * and shuffles "do not imply a memory barrier". Lanes that exited, or that the block does not have, are not waited for.
 */
import type { Machine, Thread } from './state.ts';
import type { Rendezvous } from './compiled.ts';
import type { AtomicOp, LaneOp } from '../ir/ir.ts';
import { addTo, comeAfter } from './clocks.ts';
import { assertNever, invariant } from '../base/invariant.ts';
import { replaceOld } from './atomic.ts';
import { meetingOf, releaseThreads } from './meeting.ts';
import { meetInOrder } from './order.ts';
import { recordGone } from './partings.ts';

/** The lanes that a thread waits for, as a mask: those it names, its tile's, or all. */
export function expectedLanes(m: Machine, thread: Thread): number {
  const { mask, tile } = meetingOf(m, thread);
  if (tile !== null) return tile === 32 ? -1 : ((1 << tile) - 1) << (thread.lane & ~(tile - 1));
  return mask === null ? -1 : thread.block.frames.getInt32(thread.base + mask, true);
}

/**
 * Lets the lanes go on with which `thread`, which has just come, meets, if it was the last: no other meeting is
 * complete for its coming.
 */
export function releaseArrived(m: Machine, thread: Thread): void {
  releaseMeeting(m, thread, warpOf(thread), 'complete');
}

/**
 * Lets the lanes of `thread`'s warp go on whose meetings are complete. `stuck`: nobody else can move, and votes and
 * shuffles without mask go on with the lanes that are there, as those before Volta do.
 */
export function releaseWarp(m: Machine, thread: Thread, how: 'complete' | 'stuck'): boolean {
  const warp = warpOf(thread);
  let isReleased = false;
  for (const waiting of warp)
    if (waiting.status === 'waiting' && releaseMeeting(m, waiting, warp, how)) isReleased = true;
  return isReleased;
}

function warpOf({ block, linear }: Thread): readonly Thread[] {
  const warp = block.warps[linear >> 5];
  invariant(warp !== undefined, 'threads belong to warps');
  return warp;
}

/** Whether those that `waiting` meets went on. */
function releaseMeeting(m: Machine, waiting: Thread, warp: readonly Thread[], how: 'complete' | 'stuck'): boolean {
  const meeting = meetingOf(m, waiting);
  if (meeting.scope !== 'warp' && meeting.scope !== 'lanes') return false;
  const isOpen = how === 'stuck' && meeting.scope === 'lanes' && meeting.mask === null;
  if (!isOpen && isAwaiting(m, meeting, waiting, warp)) return false;
  const group = warp.filter((other) => meets(m, meeting, waiting, other));
  if (how === 'complete') recordGone(m, group[0] ?? waiting, warp);
  release(
    m,
    meeting,
    group,
    group.reduce((bits, other) => bits | (1 << other.lane), 0),
  );
  return true;
}

/**
 * Whether lanes are missing. The last ones come last in most schedules, so the first asked is mostly one that is still
 * awaited.
 */
function isAwaiting(m: Machine, meeting: Rendezvous, waiting: Thread, warp: readonly Thread[]): boolean {
  for (let k = warp.length - 1; k >= 0; k--) {
    const other = warp[k];
    if (
      other !== undefined &&
      (waiting.mask & (1 << other.lane)) !== 0 &&
      other.status !== 'exited' &&
      !meets(m, meeting, waiting, other)
    )
      return true;
  }
  return false;
}

/** Barriers may be different statements, with one mask; votes and shuffles are one statement. */
function meets(m: Machine, meeting: Rendezvous, waiting: Thread, other: Thread): boolean {
  if (other.status !== 'waiting' || waiting.mask !== other.mask) return false;
  const theirs = meetingOf(m, other);
  return theirs.scope === meeting.scope && (meeting.scope === 'warp' || theirs.index === meeting.index);
}

function release(m: Machine, meeting: Rendezvous, group: readonly Thread[], present: number): void {
  if (meeting.scope === 'warp') orderLanes(m, group);
  else exchange(m, meeting, group, present);
  releaseThreads(m, group);
}

/** Each lane is now ordered after all that the others of the group have done. */
function orderLanes(m: Machine, group: readonly Thread[]): void {
  if (m.lockstep) return;
  meetInOrder(m, group);
  const joined = new Int32Array(group[0]?.block.clockWidth ?? 0);
  for (const thread of group) addTo(joined, thread);
  for (const thread of group) comeAfter(thread, joined);
}

// Votes and shuffles --------------------------------------------------------------------------------------------------

function exchange(m: Machine, meeting: Rendezvous, group: readonly Thread[], present: number): void {
  const { lanes } = meeting;
  invariant(lanes !== null, 'only votes and shuffles exchange values');
  let alone: readonly Thread[] = [];
  if (lanes.op.startsWith('shfl')) alone = shuffle(m, meeting, lanes, group);
  else if (lanes.op.startsWith('match')) matchValues(lanes, group, present);
  else if (lanes.op.startsWith('reduce')) reduceValues(lanes, group);
  else vote(lanes, group, present);
  const { taintTo } = meeting;
  if (taintTo === null) return;
  let taint = 0;
  for (const { block, base } of group)
    for (const slot of meeting.taintFrom) taint |= block.frames.getInt32(base + slot, true);
  for (const { block, base } of group) block.frames.setInt32(base + taintTo, taint, true);
  for (const { block, base } of alone) block.frames.setInt32(base + taintTo, 1, true);
}

type Lanes = NonNullable<Rendezvous['lanes']>;

function vote(lanes: Lanes, group: readonly Thread[], present: number): void {
  const predicate = lanes.operands[0];
  let ballot = 0;
  for (const { block, base, lane } of group) {
    if (predicate !== undefined && block.frames.getInt32(base + predicate, true) !== 0) ballot |= 1 << lane;
  }
  const result =
    lanes.op === 'ballot'
      ? ballot
      : lanes.op === 'activemask'
        ? present
        : lanes.op === 'all'
          ? Number(ballot === present)
          : Number(ballot !== 0);
  for (const thread of group) setBits(lanes, thread, result);
}

function setBits(lanes: Lanes, { block, base }: Thread, bits: number): void {
  if (lanes.isLong) block.frames.setBigInt64(base + lanes.target, BigInt(bits >>> 0), true);
  else block.frames.setInt32(base + lanes.target, bits, true);
}

/**
 * CUDA guide, Warp Match Functions: the lanes with one's own value; or all of them if all have one value, else none.
 */
function matchValues(lanes: Lanes, group: readonly Thread[], present: number): void {
  const operand = lanes.operands[0];
  invariant(operand !== undefined, 'matches have a value');
  const of = ({ block, base }: Thread): bigint => block.frames.getBigInt64(base + operand, true);
  const isNarrow = lanes.type?.kind === 'int' && lanes.type.bits <= 32;
  const values = group.map((thread) => ({
    lane: thread.lane,
    value: isNarrow ? BigInt.asIntN(32, of(thread)) : of(thread),
  }));
  group.forEach((thread, k) => {
    const equal = values.reduce(
      (bits, other) => (other.value === values[k]?.value ? bits | (1 << other.lane) : bits),
      0,
    );
    setBits(lanes, thread, lanes.op === 'match_any' || equal === present ? equal : 0);
  });
}

/** CUDA guide, Warp Reduce Functions: one result for all lanes that meet, taken in the order of lanes. */
function reduceValues(lanes: Lanes, group: readonly Thread[]): void {
  const operand = lanes.operands[0];
  invariant(operand !== undefined && lanes.type !== null, 'reductions have a value');
  const cell = new DataView(new ArrayBuffer(24));
  const copy = (from: DataView, at: number, to: DataView, where: number): void => {
    to.setBigInt64(where, from.getBigInt64(at, true), true);
  };
  for (const [k, { block, base }] of group.entries()) {
    copy(block.frames, base + operand, cell, k === 0 ? 0 : 8);
    if (k > 0) replaceOld(reductionOf(lanes.op), lanes.type, cell);
  }
  for (const { block, base } of group) copy(cell, 0, block.frames, base + lanes.target);
}

function reductionOf(op: LaneOp): AtomicOp {
  switch (op) {
    case 'reduce_min':
      return 'min';
    case 'reduce_max':
      return 'max';
    case 'reduce_and':
      return 'and';
    case 'reduce_or':
      return 'or';
    case 'reduce_xor':
      return 'xor';
    default:
      return 'add';
  }
}

/**
 * CUDA guide, Warp Shuffle Functions; a lane that is not there gives an undefined value: here 0, and it is said. Gives
 * the threads that got one.
 */
function shuffle(m: Machine, { site }: Rendezvous, lanes: Lanes, group: readonly Thread[]): readonly Thread[] {
  const [value, by] = lanes.operands;
  invariant(value !== undefined && by !== undefined, 'shuffles have a value and a lane');
  const low = new Int32Array(32);
  const high = new Int32Array(32);
  let there = 0;
  for (const { block, base, lane } of group) {
    low[lane] = block.frames.getInt32(base + value, true);
    high[lane] = block.frames.getInt32(base + value + 4, true);
    there |= 1 << lane;
  }
  const alone: Thread[] = [];
  for (const thread of group) {
    const { block, base, lane } = thread;
    const from = sourceLane(lanes, lane, block.frames.getInt32(base + by, true));
    if ((there & (1 << from)) === 0) {
      m.invented = true;
      if (thread === group[0]) m.lonely.add(site.stmt);
      alone.push(thread);
    }
    block.frames.setInt32(base + lanes.target, low[from] ?? 0, true);
    block.frames.setInt32(base + lanes.target + 4, high[from] ?? 0, true);
  }
  return alone;
}

/** PTX ISA, `shfl.sync`: segments of `width` lanes; a source outside the segment gives the lane's own value. */
function sourceLane({ op, width }: Lanes, lane: number, by: number): number {
  const size = width >= 1 && width <= 32 && (width & (width - 1)) === 0 ? width : 32;
  const start = lane & ~(size - 1);
  const end = start + size - 1;
  switch (op) {
    case 'shfl':
      return start | (by & (size - 1));
    case 'shfl_up':
      return lane - (by & 31) < start ? lane : lane - (by & 31);
    case 'shfl_down':
      return lane + (by & 31) > end ? lane : lane + (by & 31);
    case 'shfl_xor':
      return (lane ^ (by & 31)) > end ? lane : lane ^ (by & 31);
    case 'any':
    case 'all':
    case 'ballot':
    case 'activemask':
    case 'match_any':
    case 'match_all':
    case 'reduce_add':
    case 'reduce_min':
    case 'reduce_max':
    case 'reduce_and':
    case 'reduce_or':
    case 'reduce_xor':
      return lane;
    default:
      return assertNever(op);
  }
}
