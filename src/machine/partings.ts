/**
 * Where lanes of a warp, or threads of a grid, are waited for and do not come. CUDA guide, Warp Shuffle Functions: each
 * calling thread must have its own bit in the mask, and all non-exited threads that it names must execute the same
 * intrinsic with the same mask. A lane that only ends is not missed. Two statements of one operation with one mask may
 * be meant to meet, so they are nothing here; nor is a thread whose way depended on data, which the run made up.
 */
import type { Block, Machine, Thread } from './state.ts';
import type { MachineParting } from './machine.ts';
import type { Rendezvous } from './compiled.ts';
import { meetingOf } from './meeting.ts';
import { describeThread } from './state.ts';

/** Whether the meeting says whom it waits for: votes and shuffles without a mask are for those who are there. */
const namesLanes = ({ scope, mask }: Rendezvous): boolean => scope === 'warp' || (scope === 'lanes' && mask !== null);

const isNamed = (mask: number, { lane }: Thread): boolean => (mask & (1 << lane)) !== 0;
const isEvidence = (thread: Thread): boolean => !thread.isSteered && !thread.isUndefined;

function record(
  m: Machine,
  waiting: Thread,
  other: Thread,
  how: MachineParting['how'],
  otherAt: MachineParting['otherAt'],
): void {
  if (!isEvidence(waiting) || !isEvidence(other)) return;
  const { site } = meetingOf(m, waiting);
  // Two meetings that wait for each other are one fault.
  if (m.partings.has(site.stmt) || (otherAt.kind === 'barrier' && m.partings.has(otherAt.stmt))) return;
  m.partings.set(site.stmt, {
    barrier: site.stmt,
    span: site.span,
    waiting: describeThread(m, waiting),
    other: describeThread(m, other),
    otherAt,
    how,
  });
}

function whereOf(m: Machine, thread: Thread): MachineParting['otherAt'] {
  const { stmt, span } = meetingOf(m, thread).site;
  return { kind: 'barrier', stmt, span };
}

/** A thread has come to a meeting whose mask it gives; `thread.mask` holds that. */
export function recordLeftOut(m: Machine, thread: Thread): void {
  const meeting = meetingOf(m, thread);
  if (meeting.mask === null || isNamed(thread.mask, thread)) return;
  const named = thread.block.warps[thread.linear >> 5]?.find((lane) => isNamed(thread.mask, lane));
  if (named !== undefined) record(m, thread, named, 'left-out', whereOf(m, thread));
}

/** The meeting of `waiting` is complete: whom it names and who is not there has ended. */
export function recordGone(m: Machine, waiting: Thread, warp: readonly Thread[]): void {
  const meeting = meetingOf(m, waiting);
  if (!namesLanes(meeting)) return;
  for (const lane of warp)
    if (isNamed(waiting.mask, lane) && wentAround(m, lane, meeting))
      record(m, waiting, lane, 'gone', { kind: 'exited', span: null });
}

/**
 * Whether the thread ended where the kernel does, after it had done something behind the meeting: behind the loop
 * around it where it had come to it in earlier turns.
 */
function wentAround(m: Machine, { status, exit, met, latest }: Thread, { index, site }: Rendezvous): boolean {
  if (status !== 'exited' || m.compiled.exits[exit] !== null) return false;
  const [loop] = site.loops;
  return (
    latest > (!met.has(index) || loop === undefined ? site.stmt : (m.compiled.loopEnds.get(loop.loop) ?? site.stmt))
  );
}

/** Nobody in the machine can move. Where a thread has left itself out, that may be why. */
export function recordElsewhere(m: Machine, block: Block): void {
  if ([...m.partings.values()].some(({ how }) => how === 'left-out')) return;
  for (const waiting of block.threads) {
    if (waiting.status !== 'waiting') continue;
    const meeting = meetingOf(m, waiting);
    if (meeting.scope !== 'grid' && !namesLanes(meeting)) continue;
    const named =
      meeting.scope === 'grid'
        ? block.threads
        : (block.warps[waiting.linear >> 5] ?? []).filter((lane) => isNamed(waiting.mask, lane));
    const other = named.find((one) => isEvidence(one) && one.status === 'waiting' && waitForEachOther(m, waiting, one));
    if (other !== undefined) record(m, waiting, other, 'elsewhere', whereOf(m, other));
  }
}

function waitForEachOther(m: Machine, a: Thread, b: Thread): boolean {
  const [first, second] = [meetingOf(m, a), meetingOf(m, b)];
  if (
    first.scope === second.scope &&
    (first.scope === 'grid' || a.mask === b.mask) &&
    first.lanes?.op === second.lanes?.op
  )
    return false;
  if (second.scope === 'block' || second.scope === 'grid') return true;
  return a.linear >> 5 === b.linear >> 5 && namesLanes(second) && isNamed(b.mask, a);
}

/**
 * All threads of the grid are at its barrier or have ended. Blocks of which nobody came are missed whichever way they
 * ended.
 */
export function recordGridGone(m: Machine, arrived: readonly Thread[]): void {
  const waiting = arrived.find(isEvidence);
  if (waiting === undefined) return;
  for (const block of m.blocks) {
    const gone = block?.threads.find((thread) => thread.status === 'exited' && isEvidence(thread));
    if (gone !== undefined)
      return record(m, waiting, gone, 'gone', { kind: 'exited', span: m.compiled.exits[gone.exit]?.span ?? null });
  }
}
