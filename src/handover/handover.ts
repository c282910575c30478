/**
 * Which hand-over of data a pair of accesses belongs to, and what it lacks: a flag, a counter of arrivals or a lock
 * tells one thread that another is done (docs/codes/SW404.md to SW407.md; CUDA guide, Memory Fence Functions; PTX ISA,
 * Release and Acquire Patterns). `handoversOf` names the cause of a race that is found otherwise, and decides nothing.
 * `followersOf` is what replay asks before it takes a collision for a race in a kernel with ordered atomics: which
 * statements no hand-over can order.
 * Example: of `data[0] = 1; atomicExch(flag, 1);` and `while (atomicAdd(flag, 0) == 0) { } x = data[0];` the pair on
 * `data` lacks a fence before the `atomicExch`.
 */
import type { ArrayId, StmtId } from '../base/brand.ts';
import type { Kernel, Place, Stmt } from '../ir/ir.ts';
import type { Span } from '../base/span.ts';
import type { Behind, Poll } from './polls.ts';
import type { Lock } from './locks.ts';
import type { Moment } from './timeline.ts';
import { memoized } from '../base/memoize.ts';
import { printExpr } from '../base/expr-print.ts';
import { eachStmt, placeOf } from '../ir/walk.ts';
import { isPoll, isWait, leavingOf, onlyReads, pollsBehind } from './polls.ts';
import { locksOf } from './locks.ts';
import { accessesTo, areExclusive, fencedBetween, isWithin, loopAround, timelineOf } from './timeline.ts';

/**
 * `flag`: one thread sets it; `arrivals`: a counter that all increase, on which they wait or by which the last one is
 * known.
 */
export type Handover = Readonly<{
  by: 'flag' | 'arrivals' | 'lock';
  /** The array of the flag, counter or lock. */
  array: ArrayId;
  /** What gives the data over: the flag is set, the lock is released. */
  given: Span;
  /** What takes it: the flag is read, the lock taken. */
  taken: Span;
  lacks: 'fence-before' | 'fence-after' | 'atomic-release' | 'wide-fence';
}>;

/** Two statements; `isBetweenBlocks`: the threads are of two blocks. */
type Pair = Readonly<{ first: StmtId; second: StmtId; isBetweenBlocks: boolean }>;
export type Handovers = (pair: Pair) => Handover | null;

type Context = Readonly<{ kernel: Kernel; timeline: readonly Moment[]; behind: Behind; locks: readonly Lock[] }>;

/** What a pair lacks; null where it belongs to no hand-over that is seen, or to one that lacks nothing. */
export function handoversOf(kernel: Kernel): Handovers {
  const timeline = timelineOf(kernel.body);
  if (!timeline.some(({ stmt }) => isPoll(stmt, kernel))) return () => null;
  const behind = pollsBehind(kernel, 'block');
  const context = { kernel, timeline, behind, locks: locksOf(kernel, timeline, behind) };
  const byId = new Map(timeline.map((moment) => [moment.stmt.id, moment]));
  return ({ first, second, isBetweenBlocks }) => {
    const [a, b] = [byId.get(first), byId.get(second)];
    if (a === undefined || b === undefined) return null;
    return (
      ofLocks(a, b, isBetweenBlocks, context) ??
      ofFlags(a, b, isBetweenBlocks, context) ??
      ofFlags(b, a, isBetweenBlocks, context)
    );
  };
}

// Locks ---------------------------------------------------------------------------------------------------------------

function ofLocks(a: Moment, b: Moment, isBetweenBlocks: boolean, context: Context): Handover | null {
  for (const lock of context.locks) {
    const lacks = lackedBy(lock, a, b, isBetweenBlocks, context);
    if (lacks !== null)
      return {
        by: 'lock',
        array: lock.taken.stmt.place.array,
        given: lock.released.stmt.span,
        taken: lock.taken.stmt.span,
        lacks,
      };
  }
  return null;
}

function lackedBy(
  { taken, released }: Lock,
  a: Moment,
  b: Moment,
  isBetweenBlocks: boolean,
  { timeline }: Context,
): Handover['lacks'] | null {
  const isPlain = released.stmt.kind === 'store';
  if (
    [a, b].some(({ at }) => at === released.at) &&
    isPlain &&
    [a, b].every(({ stmt }) => placeOf(stmt)?.array === taken.stmt.place.array)
  )
    return 'atomic-release';
  const isInside = ({ at }: Moment): boolean => at > taken.at && at < released.at;
  if (!isInside(a) || !isInside(b)) return null;
  const before = [a, b].map((one) => reachOf(released.stmt, fencedBetween(timeline, one, released), 'release'));
  const after = [a, b].map((one) => reachOf(taken.stmt, fencedBetween(timeline, taken, one), 'acquire'));
  return lackedOf(before, after, isBetweenBlocks);
}

function lackedOf(
  before: readonly Reach[],
  after: readonly Reach[],
  isBetweenBlocks: boolean,
): Handover['lacks'] | null {
  if (before.includes('nothing')) return 'fence-before';
  if (after.includes('nothing')) return 'fence-after';
  return isBetweenBlocks && [...before, ...after].includes('block') ? 'wide-fence' : null;
}

// Flags and counters --------------------------------------------------------------------------------------------------

type Reach = 'nothing' | 'block' | 'device';

/** `data` is used before something is set, `later` after it has been read. */
function ofFlags(data: Moment, later: Moment, isBetweenBlocks: boolean, context: Context): Handover | null {
  const array = placeOf(data.stmt)?.array;
  let found: Handover | null = null;
  for (const taken of context.timeline) {
    const { stmt } = taken;
    if (!isPoll(stmt, context.kernel) || stmt.place.array === array || !isAfterPoll(later, taken, stmt, context))
      continue;
    // What follows a counter's own increase sets it back for the next time.
    for (const given of accessesTo(context.timeline, stmt.place.array)) {
      if (
        given.at <= data.at ||
        areExclusive(data, given) ||
        !isSet(given.stmt) ||
        (!onlyReads(stmt) && given.at > taken.at)
      )
        continue;
      const handover = { by: kindOf(given, stmt), array: stmt.place.array, given: given.stmt.span, taken: stmt.span };
      const before = reachOf(given.stmt, fencedBetween(context.timeline, data, given), 'release');
      // The CUDA guide's own sample of a last block that sums up has no fence after the counter.
      const after = onlyReads(stmt)
        ? reachOf(
            stmt,
            fencedBetween(context.timeline, taken, later),
            'acquire',
            hasBarrier(context.timeline, taken, later),
          )
        : 'device';
      const lacks = lackedOf([before], [after], isBetweenBlocks);
      if (lacks === null) return null;
      found ??= { ...handover, lacks };
    }
  }
  return found;
}

/** Whether a thread gets to `later` only after it has seen something in the poll: by waiting, or by a condition. */
function isAfterPoll(later: Moment, taken: Moment, poll: Poll, { kernel, behind }: Context): boolean {
  const loop = loopAround(taken);
  if (loop !== null && !isWithin(later, loop.id) && later.at > taken.at && !areExclusive(taken, later)) {
    return isWait(loop, poll, behind, kernel) || leavingOf(loop, behind).has(poll.id);
  }
  return (
    later.at > taken.at && later.within.some(({ stmt }) => stmt.kind === 'branch' && behind(stmt.when).has(poll.id))
  );
}

const isSet = (stmt: Stmt): boolean => stmt.kind === 'store' || (stmt.kind === 'atomic' && !onlyReads(stmt));

function kindOf({ stmt, place }: Readonly<{ stmt: Stmt; place: Place }>, poll: Poll): Handover['by'] {
  const counts = stmt.kind === 'atomic' && ['add', 'sub', 'inc', 'dec'].includes(stmt.op);
  return counts && textOf(place) === textOf(poll.place) ? 'arrivals' : 'flag';
}

const textOf = ({ offset, subscripts }: Place): string =>
  [offset, ...subscripts.map(({ index }) => printExpr(index))].join(' ');

/**
 * Statements that a thread may only get to, or may only use the cell that it does, after it has seen something in a
 * poll. No other is ordered after what another thread has done, but by barriers. Over-approximating.
 */
export const followersOf: (kernel: Kernel) => (stmt: StmtId) => boolean = memoized((kernel: Kernel) => {
  const timeline = timelineOf(kernel.body);
  const polls = timeline.filter(({ stmt }) => isPoll(stmt, kernel));
  if (polls.length === 0) return () => false;
  const behind = pollsBehind(kernel, 'all');
  const known = new Map(timeline.map((moment) => [moment.stmt.id, moment]));
  const steered = timeline.filter(
    ({ stmt }) =>
      (stmt.kind === 'branch' && behind(stmt.when).size > 0) ||
      (stmt.kind === 'assert' && behind(stmt.condition).size > 0),
  );
  return (id: StmtId) => {
    const later = known.get(id);
    if (later === undefined || (placeOf(later.stmt)?.subscripts ?? []).some(({ index }) => behind(index).size > 0))
      return true;
    if (
      later.within.some(
        ({ stmt }) =>
          (stmt.kind === 'branch' && behind(stmt.when).size > 0) ||
          (stmt.kind === 'loop' && leavingOf(stmt, behind).size > 0),
      )
    )
      return true;
    return (
      polls.some((taken) => endsWait(taken, later, behind)) || steered.some((branch) => mayPassOver(branch, later))
    );
  };
});

/**
 * Whether the loop around the poll is left before `later`, in the text or in a turn before, because of what is seen
 * there.
 */
function endsWait(taken: Moment, later: Moment, behind: Behind): boolean {
  const isBefore =
    taken.at < later.at || taken.within.some(({ stmt }) => stmt.kind === 'loop' && isWithin(later, stmt.id));
  return (
    isBefore &&
    taken.within.some(
      ({ stmt }) => stmt.kind === 'loop' && !isWithin(later, stmt.id) && leavingOf(stmt, behind).size > 0,
    )
  );
}

/** Whether a jump or a failing assertion in the statement may pass `later` over. */
function mayPassOver(branch: Moment, later: Moment): boolean {
  let passes = false;
  eachStmt([branch.stmt], (stmt) => {
    if (stmt.kind === 'assert') passes ||= branch.at < later.at;
    if (stmt.kind !== 'jump') return;
    const around = [...branch.within]
      .reverse()
      .find((frame) => frame.stmt.kind === (stmt.to === 'return' ? 'call' : 'loop'));
    passes ||= branch.at < later.at && (stmt.to === 'exit' || around === undefined || isWithin(later, around.stmt.id));
  });
  return passes;
}

// Fences --------------------------------------------------------------------------------------------------------------

/**
 * How far the data is ordered with `stmt`: by fences between, and by what `stmt` itself orders. A barrier after a wait
 * is taken to be enough.
 */
function reachOf(stmt: Stmt, fenced: Reach, needed: 'acquire' | 'release', hasBarrierToo = false): Reach {
  if (fenced === 'device' || hasBarrierToo) return 'device';
  if (stmt.kind !== 'atomic' || ![needed, 'acq_rel', 'seq_cst'].includes(stmt.order)) return fenced;
  return stmt.scope === 'block' ? 'block' : 'device';
}

const hasBarrier = (timeline: readonly Moment[], from: Moment, to: Moment): boolean =>
  timeline.slice(from.at + 1, to.at).some(({ stmt }) => stmt.kind === 'barrier' && stmt.scope.kind === 'block');
