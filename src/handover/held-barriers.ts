/**
 * Barriers that a thread comes to while it holds a spin lock: only one thread of the block can be there, and the others
 * wait for the lock, so that a block of several threads never passes [D25]. By the shape of the IR alone: not said of
 * locks whose taking not every thread at the barrier has passed.
 * Needs: a kernel. Gives: the first such barrier, and where its lock is taken.
 * Example: `while (atomicCAS(lock, 0, 1) != 0) { } __syncthreads(); atomicExch(lock, 0);`.
 */
import type { Kernel, StmtOf } from '../ir/ir.ts';
import type { Moment } from './timeline.ts';
import { locksOf } from './locks.ts';
import { isPoll, pollsBehind } from './polls.ts';
import { loopAround, timelineOf } from './timeline.ts';

type HeldBarrier = Readonly<{ barrier: StmtOf<'barrier'>; taken: StmtOf<'atomic'> }>;

export function heldBarrier(kernel: Kernel): HeldBarrier | null {
  const timeline = timelineOf(kernel.body);
  const barriers = timeline.filter(({ stmt }) => isOfBlock(stmt));
  if (barriers.length === 0 || !timeline.some(({ stmt }) => isPoll(stmt, kernel))) return null;
  for (const { taken, released, waits } of locksOf(kernel, timeline, pollsBehind(kernel, 'block'))) {
    const found = waits
      ? barriers.find((one) => one.at > taken.at && one.at < released.at && comesBy(one, taken))
      : undefined;
    if (found?.stmt.kind === 'barrier') return { barrier: found.stmt, taken: taken.stmt };
  }
  return null;
}

/** Whether all threads of the block must come to it. */
const isOfBlock = (stmt: Moment['stmt']): boolean =>
  stmt.kind === 'barrier' && ['block', 'grid', 'collective'].includes(stmt.scope.kind);

/**
 * Whether who comes to the barrier has come by the loop that takes the lock: the barrier stands behind it, in the same
 * list or deeper.
 */
function comesBy(barrier: Moment, taken: Moment): boolean {
  const loop = loopAround(taken);
  const depth = taken.within.findIndex(({ stmt }) => stmt === loop);
  const around = taken.within.slice(0, depth).filter(({ stmt }) => stmt.kind !== 'call');
  return (
    depth >= 0 &&
    !barrier.within.some(({ stmt }) => stmt === loop) &&
    around.every(({ stmt, part }) => barrier.within.some((frame) => frame.stmt === stmt && frame.part === part))
  );
}
