/**
 * Where threads of a block or grid meet. CUDA guide: since compute capability 7.0, `__syncthreads()` is enforced per
 * thread, and completes when all non-exited threads of the block have reached it. So does the machine, whichever
 * barrier statements they have reached; what should not be is recorded (divergence.ts) and the run goes on.
 */
import type { Block, Cluster, Machine, Thread } from './state.ts';
import { assertNever } from '../base/invariant.ts';
import { orderBlock, performAsync } from './agents.ts';
import { compareArrivals } from './divergence.ts';
import { recordStep } from './footsteps.ts';
import { meetingOf, releaseThreads } from './meeting.ts';
import { recordGridGone, recordLeftOut } from './partings.ts';
import { passBarrier } from './needs.ts';
import { arriveAtNumber } from './numbered.ts';
import { meetInOrder } from './order.ts';
import { expectedLanes, releaseArrived, releaseWarp } from './warp.ts';

/** A thread has come to a rendezvous: it waits, and all go on if it was the last. */
export function arrive(m: Machine, thread: Thread, meeting: number): void {
  thread.status = 'waiting';
  thread.meeting = meeting;
  const { scope, site } = meetingOf(m, thread);
  if (m.footsteps !== null && scope !== 'async') recordStep(m, thread, site, { kind: 'arrives', scope });
  switch (scope) {
    case 'block':
      thread.block.arrived++;
      return releaseBlockIfComplete(m, thread.block);
    case 'grid':
      if (meetingOf(m, thread).cluster === null) {
        m.gridArrived++;
        return releaseGridIfComplete(m);
      }
      if (thread.block.cluster !== null) thread.block.cluster.arrived++;
      return releaseClusterIfComplete(m, thread.block.cluster);
    case 'named':
      return arriveAtNumber(m, thread);
    case 'async':
      return performAsync(m, thread);
    case 'warp':
    case 'lanes':
      thread.mask = expectedLanes(m, thread);
      thread.met.add(meeting);
      thread.latest = site.stmt;
      recordLeftOut(m, thread);
      releaseArrived(m, thread);
      return;
    default:
      return assertNever(scope);
  }
}

/** A thread has ended: those that waited only for it go on. */
export function leave(m: Machine, thread: Thread, exit: number): void {
  thread.status = 'exited';
  thread.exit = exit;
  if (m.footsteps !== null) recordStep(m, thread, m.compiled.exits[exit] ?? null, { kind: 'exits' });
  thread.block.exited++;
  if (!thread.isUndefined && thread.block.ended.every((other) => other.exit !== exit)) thread.block.ended.push(thread);
  m.exited++;
  releaseWarp(m, thread, 'complete');
  releaseBlockIfComplete(m, thread.block);
  releaseGridIfComplete(m);
  releaseClusterIfComplete(m, thread.block.cluster);
}

function releaseBlockIfComplete(m: Machine, block: Block): void {
  if (block.arrived === 0 || block.arrived + block.exited < m.threadsPerBlock) return;
  const arrived = block.threads.filter((thread) => thread.status === 'waiting');
  compareArrivals(m, arrived, block.ended);
  reduce(m, arrived);
  block.arrived = 0;
  if (m.compiled.isAsync) orderBlock(m, block, arrived);
  meetInOrder(m, arrived);
  passBarrier(m, block, arrived[0]);
  releaseThreads(m, arrived);
}

/** All threads of all executed blocks; blocks that have not started have not arrived. */
function releaseGridIfComplete(m: Machine): void {
  if (m.gridArrived === 0 || m.gridArrived + m.exited < m.run.blocks.length * m.threadsPerBlock) return;
  const all = passTogether(m, m.blocks);
  recordGridGone(m, all);
  m.gridArrived = 0;
  m.gridEpoch++;
  releaseThreads(m, all);
}

/** PTX ISA, `barrier.cluster.wait`: all non-exited threads of the cluster's blocks have arrived. */
function releaseClusterIfComplete(m: Machine, cluster: Cluster | null): void {
  if (cluster === null || cluster.arrived === 0) return;
  const blocks = m.blocks.filter((block) => block?.cluster === cluster);
  const exited = blocks.reduce((sum, block) => sum + (block?.exited ?? 0), 0);
  if (cluster.arrived + exited < cluster.blocks * m.threadsPerBlock) return;
  const all = passTogether(m, blocks);
  cluster.arrived = 0;
  cluster.epoch++;
  releaseThreads(m, all);
}

/** The waiting threads of the blocks, which are ordered by what they have come to. */
function passTogether(m: Machine, blocks: readonly (Block | undefined)[]): readonly Thread[] {
  const all: Thread[] = [];
  for (const block of blocks) {
    if (block === undefined) continue;
    const arrived = block.threads.filter((thread) => thread.status === 'waiting');
    compareArrivals(m, arrived, block.ended);
    if (m.compiled.isAsync) orderBlock(m, block, arrived);
    passBarrier(m, block, arrived[0]);
    all.push(...arrived);
  }
  meetInOrder(m, all);
  return all;
}

/** CUDA guide, `__syncthreads_count`, `_and`, `_or`: the predicate is evaluated for all threads of the block. */
function reduce(m: Machine, arrived: readonly Thread[]): void {
  let count = 0;
  let voters = 0;
  let taint = 0;
  for (const thread of arrived) {
    const { reduction, taintFrom } = meetingOf(m, thread);
    if (reduction === null) continue;
    const { frames } = thread.block;
    voters++;
    count += frames.getInt32(thread.base + reduction.predicate, true);
    for (const slot of taintFrom) taint |= frames.getInt32(thread.base + slot, true);
  }
  if (voters === 0) return;
  for (const thread of arrived) {
    const { reduction, taintTo } = meetingOf(m, thread);
    if (reduction === null) continue;
    const value = reduction.op === 'count' ? count : (reduction.op === 'and' ? count === voters : count > 0) ? 1 : 0;
    setWhole(thread, reduction.target, value, reduction.isLong);
    if (taintTo !== null) thread.block.frames.setInt32(thread.base + taintTo, taint, true);
  }
}

function setWhole(thread: Thread, slot: number, value: number, isLong: boolean): void {
  const at = thread.base + slot;
  if (isLong) thread.block.frames.setBigInt64(at, BigInt(value), true);
  else thread.block.frames.setInt32(at, value, true);
}
