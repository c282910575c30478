/**
 * Chooses who moves next. Units of movement are threads, or whole warps in lockstep (lockstep.ts).
 *
 * `canonical`: block by block, unit by unit, each to its next meeting. A unit that does not come to one within a slice
 * lets the others go (it may spin on what they write). `preferred`: some units first. `delayed`: a thread stands still
 * before certain visible steps until nobody else can move, or all others only spin; then the one goes on that stood
 * longest. `random`: a seeded choice at every visible step, over all blocks.
 */
import type { Block, Machine, Thread } from './state.ts';
import { stuckObject } from './agents.ts';
import { startBlock } from './block.ts';
import { endlessWait } from './endless.ts';
import { recordStuck } from './divergence.ts';
import { recordStep } from './footsteps.ts';
import { recordElsewhere } from './partings.ts';
import { runThread } from './interpret.ts';
import { stepWarp } from './lockstep.ts';
import { createRandom } from '../base/random.ts';
import { endRun } from './state.ts';
import { inVain } from './numbered.ts';
import { releaseWarp } from './warp.ts';

/** Visible steps after which a unit that met nobody lets others go. */
const slice = 1 << 14;
/** The same of a unit that changed nothing meanwhile, and of one that let others go before. */
const patience = 1 << 10;
const shortSlice = 1 << 8;

/** Runs all blocks until they are done, or none can move, or the budget is spent. */
export function runSchedule(m: Machine): void {
  const { schedule } = m.run;
  if (schedule.kind === 'random') runRandom(m, schedule.seed);
  else runInOrder(m, schedule.kind === 'preferred' ? schedule.order : []);
  endRun(m, { kind: 'completed' });
}

/** Steps after which the clock is looked at again: threads move too often for each time. */
const stepsPerLook = 4096;

const isSpent = (m: Machine): boolean => {
  if (m.steps >= m.maxSteps) endRun(m, { kind: 'budget', which: 'steps' });
  else if (m.steps >= m.nextLook) {
    m.nextLook = m.steps + stepsPerLook;
    if (m.budget.isTimeUp?.() === true) endRun(m, { kind: 'budget', which: 'time' });
  }
  return m.outcome !== null;
};

/** Moves one thread by up to `visible` visible steps, less where a delay holds it. */
function advance(m: Machine, thread: Thread, visible: number): void {
  const hold = thread.delays[0];
  if (hold === undefined) return runThread(m, thread, visible);
  runThread(m, thread, Math.max(0, Math.min(visible, hold - thread.visible)));
  if (thread.status === 'runnable' && thread.visible >= hold) {
    thread.delays.shift();
    thread.status = 'held';
    thread.heldAs = ++m.holds;
    recordStep(m, thread, null, { kind: 'held' });
  }
}

// In order ------------------------------------------------------------------------------------------------------------

type Order = readonly Readonly<{ block: number; thread: number }>[];

function runInOrder(m: Machine, preferred: Order): void {
  const count = m.run.blocks.length;
  for (const { block, thread } of preferred) {
    const ordinal = m.run.blocks.indexOf(block);
    const unit = ordinal < 0 ? undefined : (m.blocks[ordinal] ?? startBlock(m, ordinal)).threads[thread];
    if (unit !== undefined) runUnit(m, unit);
    if (isSpent(m)) return;
  }
  for (;;) {
    let hasMoved = false;
    let hasComeFurther = false;
    for (let ordinal = 0; ordinal < count; ordinal++) {
      const block = m.blocks[ordinal] ?? startBlock(m, ordinal);
      const moved = runBlock(m, block, preferred);
      if (moved !== 'nobody') hasMoved = true;
      if (moved === 'further') hasComeFurther = true;
      if (isSpent(m)) return;
    }
    if (m.exited === count * m.threadsPerBlock) return;
    if (!hasMoved && !unstick(m)) return;
    if (hasMoved && !hasComeFurther && !releaseHeld(m)) noticeWait(m);
  }
}

/** Ends a run in which nobody would ever change anything again. */
function noticeWait(m: Machine): void {
  const { watchesChanges } = m;
  m.watchesChanges = true;
  const wait = endlessWait(m, (unit) => (m.lockstep ? stepWarp(m, unit, advance) : advance(m, unit, 1)));
  m.watchesChanges = watchesChanges;
  if (wait !== null) endRun(m, wait);
}

/** Who moved: `further`, to a meeting, a delay or the end; `spinning`, all of them by whole slices. */
type Moved = 'nobody' | 'spinning' | 'further';

/** Runs a block until nobody in it can move, or someone used up a slice. */
function runBlock(m: Machine, block: Block, preferred: Order): Moved {
  const first = preferred.flatMap(({ block: id, thread }) => (id === block.id ? (block.threads[thread] ?? []) : []));
  const units = first.length === 0 ? block.threads : [...first, ...block.threads];
  let moved: Moved = 'nobody';
  for (;;) {
    let hasMovedNow = false;
    let isSpinning = false;
    /** In lockstep, the warps that let others go: their other lanes have moved with the first. */
    const spun = new Set<number>();
    for (const unit of units) {
      if (unit.status !== 'runnable' || spun.has(unit.linear >> 5)) continue;
      if (runUnit(m, unit)) {
        isSpinning = true;
        if (m.lockstep) spun.add(unit.linear >> 5);
      } else moved = 'further';
      hasMovedNow = true;
      if (isSpent(m)) return moved;
    }
    if (isSpinning && moved === 'nobody') moved = 'spinning';
    if (!hasMovedNow || isSpinning) return moved;
  }
}

/**
 * Visible steps without a change after which a thread lets others go, where threads are held back: it may wait for
 * those.
 */
const idle = 64;

const isDelaying = (m: Machine): boolean => !m.lockstep && m.run.schedule.kind === 'delayed';

/**
 * Moves a thread, or in lockstep its warp, to its next meeting. Gives whether it let others go before it came to one.
 */
function runUnit(m: Machine, unit: Thread): boolean {
  if (isDelaying(m)) return runWhileChanging(m, unit);
  if (m.lockstep) {
    for (let k = 0; k < slice; k++) if (!stepWarp(m, unit, advance) || isSpent(m)) return false;
    return true;
  }
  let left = unit.hasSpun ? shortSlice : slice;
  let changes = -1;
  while (changes !== m.changes && left > 0 && !isSpent(m)) {
    changes = m.changes;
    const most = Math.min(patience, left);
    const before = unit.visible;
    advance(m, unit, most);
    // it has come to a meeting, or its end
    if (unit.visible - before < most) return false;
    left -= most;
  }
  unit.hasSpun = true;
  return true;
}

/** As `runUnit`; the thread goes on for as long as it changes something. */
function runWhileChanging(m: Machine, thread: Thread): boolean {
  let changes = -1;
  while (changes !== m.changes && !isSpent(m)) {
    changes = m.changes;
    advance(m, thread, idle);
    if (thread.status !== 'runnable') return false;
  }
  return true;
}

// At random -----------------------------------------------------------------------------------------------------------

function runRandom(m: Machine, seed: number): void {
  const random = createRandom(seed);
  const all: Thread[] = [];
  for (let ordinal = 0; ordinal < m.run.blocks.length; ordinal++) {
    all.push(...startBlock(m, ordinal).threads);
    if (isSpent(m)) return;
  }
  let candidates: Thread[] = [];
  let wakeups = -1;
  while (m.exited < all.length && !isSpent(m)) {
    if (wakeups !== m.wakeups || candidates.length === 0) {
      candidates = all.filter((thread) => thread.status === 'runnable');
      wakeups = m.wakeups;
      if (candidates.length === 0) {
        if (!unstick(m)) return;
        continue;
      }
    }
    const k = random.below(candidates.length);
    const unit = candidates[k];
    const last = candidates.at(-1);
    if (unit === undefined || last === undefined) continue;
    if (unit.status !== 'runnable') {
      candidates[k] = last;
      candidates.pop();
    } else if (m.lockstep) stepWarp(m, unit, advance);
    else advance(m, unit, 1);
  }
}

// When nobody can move ------------------------------------------------------------------------------------------------

/** Lets the thread go that was held first of those that are. */
function releaseHeld(m: Machine): boolean {
  if (m.holds === 0) return false;
  const held = m.blocks.flatMap((block) => block?.threads.filter((thread) => thread.status === 'held') ?? []);
  const [first] = held.sort((a, b) => a.heldAs - b.heldAs);
  if (first === undefined) return false;
  first.status = 'runnable';
  recordStep(m, first, null, { kind: 'resumes' });
  m.wakeups++;
  return true;
}

/** Lets a held thread go, or votes and shuffles go on with the lanes that are there; else the run ends in deadlock. */
function unstick(m: Machine): boolean {
  if (m.exited === m.run.blocks.length * m.threadsPerBlock) return true;
  if (releaseHeld(m)) return true;
  for (const block of m.blocks) {
    for (const warp of block?.warps ?? []) {
      const lane = warp[0];
      if (lane !== undefined && releaseWarp(m, lane, 'stuck')) return true;
    }
  }
  const vain = inVain(m);
  if (vain !== null) {
    endRun(m, vain);
    return false;
  }
  const stuck = stuckObject(m);
  if (stuck !== null) {
    endRun(m, stuck);
    return false;
  }
  for (const block of m.blocks)
    if (block !== undefined)
      recordStuck(
        m,
        block.threads.filter((thread) => thread.status === 'waiting'),
      );
  for (const block of m.blocks) if (block !== undefined) recordElsewhere(m, block);
  endRun(m, { kind: 'deadlock' });
  return false;
}
