/**
 * Numbered barriers of a block. PTX ISA, `bar`, `barrier`: "barrier{.cta} instruction causes executing thread to wait
 * for all non-exited threads from its warp and marks warps' arrival at barrier"; `sync` also waits "for non-exited
 * threads of all other warps participating in the barrier to arrive", `arrive` does not. When the stated number of
 * threads has come, those that wait go on, and the barrier begins anew. What came before an arrival comes before what
 * those do who waited. Threads are counted one by one, which is the same where whole warps come. What has no meaning
 * there ends the run: another number of threads while some wait, parts of a warp, numbers that are none of a part's
 * barrier.
 */
import type { Machine, Thread } from './state.ts';
import type { Gathered } from './order.ts';
import type { MachineReport } from './machine.ts';
import { firstOwnBarrier, lastPtxBarrier } from '../base/barrier-numbers.ts';
import { addTo, comeAfter, isAfterAll } from './clocks.ts';
import { gather, goOnFrom, nothing } from './order.ts';
import { endRun } from './state.ts';
import { meetingOf, releaseThreads } from './meeting.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** One barrier since it was last passed. `clock`: all that came before the arrivals. `lanes`: arrivals by warp. */
export type NumberedBarrier = {
  readonly threads: number;
  arrived: number;
  readonly waiting: Thread[];
  readonly clock: Int32Array;
  readonly lanes: Int32Array;
  readonly order: Gathered;
};

/** What had come before a barrier was last passed, and in which of the block's intervals that was. */
export type PassedBarrier = Readonly<{ clock: Int32Array; interval: number }>;

/** Steps that a clock of the block costs: so many of its entries take as long as one. */
const entriesPerStep = 8;

/** The thread has come to a numbered barrier, and stands behind it where it does not wait. */
export function arriveAtNumber(m: Machine, thread: Thread): void {
  const { number, site } = meetingOf(m, thread);
  const { block, base } = thread;
  if (number === null) return;
  const barrier = block.frames.getUint32(base + number.barrier, true);
  const threads = number.threads === null ? m.threadsPerBlock : block.frames.getUint32(base + number.threads, true);
  const refuse = (because: string): void => {
    endRun(m, { kind: 'unmodelled', because, span: site.span });
  };
  if (
    (barrier > lastPtxBarrier && barrier < firstOwnBarrier) ||
    (barrier === 0 && m.compiled.rendezvous.some(({ scope }) => scope === 'block'))
  )
    return refuse(fill(messages.partialBarrier, { barrier }));
  if (threads === 0 || threads % 32 !== 0) return refuse(fill(messages.notWholeWarps, { barrier, threads }));
  const pending = block.numbered.get(barrier) ?? {
    threads,
    arrived: 0,
    waiting: [],
    clock: new Int32Array(block.clockWidth),
    lanes: new Int32Array(block.warps.length),
    order: { after: nothing, released: nothing, narrow: nothing },
  };
  if (pending.threads !== threads)
    return refuse(fill(messages.twoCounts, { barrier, threads: pending.threads, threads2: threads }));
  block.numbered.set(barrier, pending);
  m.steps += block.clockWidth / entriesPerStep;
  const last = block.passedNumbers.get(barrier);
  if (last !== undefined && last.interval === block.interval && !isAfterAll(thread, last.clock))
    m.openPhase ??= site.span;
  addTo(pending.clock, thread);
  gather(m, thread, pending.order);
  pending.arrived++;
  const warp = thread.linear >> 5;
  pending.lanes[warp] = (pending.lanes[warp] ?? 0) + 1;
  if (number.arrive) thread.status = 'runnable';
  else pending.waiting.push(thread);
  if (pending.arrived < threads) return;
  if (pending.lanes.some((lanes) => lanes % 32 !== 0)) return refuse(fill(messages.partialWarps, { barrier }));
  block.numbered.delete(barrier);
  block.passedNumbers.set(barrier, { clock: pending.clock, interval: block.interval });
  m.steps += pending.waiting.length * (block.clockWidth / entriesPerStep);
  for (const waiting of pending.waiting) {
    comeAfter(waiting, pending.clock);
    goOnFrom(m, waiting, pending.order);
  }
  releaseThreads(m, pending.waiting);
}

/**
 * Nobody can move, and somebody waits at a numbered barrier: that may be why, and how warps with ended threads are
 * counted there is not modelled.
 */
export function inVain(m: Machine): MachineReport['outcome'] | null {
  for (const block of m.blocks) {
    for (const [
      barrier,
      {
        waiting: [first],
        arrived,
        threads,
      },
    ] of block?.numbered ?? []) {
      if (first !== undefined)
        return {
          kind: 'unmodelled',
          because: fill(messages.tooFew, { arrived, threads, barrier }),
          span: meetingOf(m, first).site.span,
        };
    }
  }
  return null;
}
