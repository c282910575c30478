/**
 * Barrier divergence: threads of one block that meet at a barrier must be at the same statement (one id per inlined
 * instance, so that the call path is the same too) and in the same turn of all loops around it, and none may have
 * ended. CUDA guide, Synchronization Functions: `__syncthreads()` "is allowed in conditional code but only if the
 * conditional evaluates identically across the entire thread block".
 */
import type { Machine, Thread } from './state.ts';
import type { MachineDivergence } from './machine.ts';
import { recordStep } from './footsteps.ts';
import { meetingOf } from './meeting.ts';
import { describeThread, endSoon } from './state.ts';

/**
 * Compares all threads that a barrier is about to release, and one that ended in each place, with the first thread
 * there.
 */
export function compareArrivals(m: Machine, arrived: readonly Thread[], ended: readonly Thread[]): void {
  const first = arrived[0];
  if (first === undefined) return;
  for (const other of arrived) {
    if (other.meeting !== first.meeting) recordElsewhere(m, first, other);
    else if (!sameTurns(m, first, other))
      record(m, first, other, { kind: 'other-turn', span: meetingOf(m, other).site.span });
  }
  for (const other of ended) recordEnded(m, first, other);
}

/** `waiting` waits at a barrier that `other`, at another rendezvous, does not come to. */
function recordElsewhere(m: Machine, waiting: Thread, other: Thread): void {
  const { stmt, span } = meetingOf(m, other).site;
  record(m, waiting, other, { kind: 'barrier', stmt, span });
}

function recordEnded(m: Machine, waiting: Thread, other: Thread): void {
  record(m, waiting, other, { kind: 'exited', span: m.compiled.exits[other.exit]?.span ?? null });
}

function record(m: Machine, waiting: Thread, other: Thread, otherAt: MachineDivergence['otherAt']): void {
  if (waiting.isUndefined || other.isUndefined) return;
  const { site } = meetingOf(m, waiting);
  const place = otherAt.kind === 'barrier' ? otherAt.stmt : otherAt.kind === 'exited' ? other.exit : '';
  const key = `${site.stmt}:${otherAt.kind}:${place}`;
  if (m.divergences.has(key)) return;
  const divergence: MachineDivergence = {
    barrier: site.stmt,
    span: site.span,
    waiting: describeThread(m, waiting),
    other: describeThread(m, other),
    otherAt,
  };
  m.divergences.set(key, divergence);
  if (m.footsteps !== null) recordMoment(m, waiting, other);
  if (m.budget.sought?.divergence(divergence) === true) endSoon(m, 'sought');
}

function recordMoment(m: Machine, waiting: Thread, other: Thread): void {
  const { threads } = waiting.block;
  const did = {
    kind: 'diverges',
    arrived: threads.filter(({ status }) => status === 'waiting').length,
    exited: threads.filter(({ status }) => status === 'exited').length,
  } as const;
  for (const thread of [waiting, other]) recordStep(m, thread, null, did);
}

function sameTurns(m: Machine, a: Thread, b: Thread): boolean {
  const frames = a.block.frames;
  for (const { turn } of meetingOf(m, a).site.loops) {
    if (frames.getInt32(a.base + turn, true) !== frames.getInt32(b.base + turn, true)) return false;
  }
  return true;
}

/**
 * Threads of a block that wait for each other for ever: the first, with one at each other meeting or with another mask.
 */
export function recordStuck(m: Machine, waiting: readonly Thread[]): void {
  const first = waiting[0];
  if (first === undefined) return;
  for (const other of waiting) {
    if (other.meeting !== first.meeting || other.mask !== first.mask) recordElsewhere(m, first, other);
  }
}
