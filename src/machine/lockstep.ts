/**
 * Warps before Volta: converged lanes perform each statement together, all loads, then all stores (each is a statement
 * of its own in the IR). Diverged lanes converge again at the end of the branch or loop: the lanes at the smallest
 * address go first, and since code only jumps back at the end of a loop's turn, where lanes stop too, they wait for the
 * others exactly where control joins.
 */
import type { Machine, Thread } from './state.ts';
import { op } from './opcode.ts';
import { releaseWarp } from './warp.ts';

/** Performs one step of the warp of `lane`; false when no lane of it can move. `advance` moves one thread. */
export function stepWarp(
  m: Machine,
  lane: Thread,
  advance: (m: Machine, thread: Thread, visible: number) => void,
): boolean {
  const warp = lane.block.warps[lane.linear >> 5] ?? [];
  for (const thread of warp) if (thread.status === 'runnable' && !isAtStop(m, thread)) advance(m, thread, 0);
  let first = Infinity;
  let step = 0;
  for (const thread of warp) {
    step = Math.max(step, thread.epoch);
    if (thread.status === 'runnable') first = Math.min(first, thread.pc);
  }
  if (first === Infinity) return releaseWarp(m, lane, 'stuck');
  const group = warp.filter((thread) => thread.status === 'runnable' && thread.pc === first && isAtStop(m, thread));
  for (const thread of group) {
    thread.epoch = step + 1;
    advance(m, thread, 1);
  }
  return true;
}

function isAtStop(m: Machine, thread: Thread): boolean {
  const opcode = m.compiled.code.words.getInt32(thread.pc, true) & 255;
  return opcode === op.load || opcode === op.store || opcode === op.atomic || opcode === op.loopBack;
}
