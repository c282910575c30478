/**
 * Asynchronous steps: copies, batches, barrier objects. Each copy is an agent with a column of its own in the clocks of
 * the block (clocks.ts): its accesses come after what the thread comes after when it issues it, and before what a
 * thread does that has waited for it. PTX ISA, "Asynchronous operations", "mbarrier"; libcu++ documentation,
 * `cuda::barrier`: "arrive ... strongly happens before the start of the phase completion step", which comes before the
 * return from `wait`.
 *
 * Columns: the threads; for each queue one for each thread, in which an epoch is a batch; one for each barrier object,
 * in which an epoch is a phase. With bulk copies all once more: what `fence.proxy.async` has handed to the async proxy.
 *
 * A phase may depend on the schedule, where arrivals, copies or waits are not ordered with the phases before and after;
 * then the run tells nothing of others (`openPhase`). What has no meaning ends the run: more arrivals than a phase
 * takes, phases that are long past.
 */
import type { Block, Machine, Thread } from './state.ts';
import type { CompiledAsync } from './compiled.ts';
import type { MachineReport } from './machine.ts';
import type { Gathered } from './order.ts';
import { gather, goOnFrom, nothing } from './order.ts';
import { addTo, comeAfter, isAfter, isAfterAll, handToProxy } from './clocks.ts';
import { assertNever, invariant } from '../base/invariant.ts';
import { describeThread, endRun } from './state.ts';
import { meetingOf } from './meeting.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** What the accesses of a copy are logged as: the column and epoch by which others come after it. */
export type Agent = Readonly<{ column: number; epoch: number; isBulk: boolean }>;

/** A step of a thread of the block. */
type Moment = Readonly<{ linear: number; epoch: number }>;

/**
 * `count`: arrivals that a phase takes. `tx`: bytes that are expected and not copied. `clock`: what comes before the
 * end of the phase. `mustCome`: steps that lie in this phase only if its end comes after them.
 */
type BarrierObject = {
  readonly name: string;
  readonly array: number | null;
  readonly column: number;
  count: number;
  pending: number;
  tx: number;
  phase: number;
  clock: Int32Array;
  /** What all who arrived so far hand on beyond the block (order.ts). */
  readonly order: Gathered;
  readonly mustCome: Moment[];
  /** The latest that bytes were expected in this phase. */
  expected: Moment | null;
  /** By phase: what comes before its end. Of the latest phases. */
  readonly ended: Map<number, Int32Array>;
  readonly waiting: Set<Thread>;
  /** The phase that each thread has looked at last. */
  readonly looked: Map<Thread, number>;
};

/**
 * Of each queue and thread, `open`: the epoch of copies that it issues now, from 1; `commits`: the last epoch of each
 * batch; `oldest`: how many were waited for one by one.
 */
export type Agents = {
  readonly objects: Map<string, BarrierObject>;
  readonly open: Int32Array;
  readonly commits: Map<number, number[]>;
  readonly oldest: Int32Array;
};

/** Objects of a block for which there are columns. */
const maxObjects = 128;
/** Phases of an object whose ends are kept. */
const keptPhases = 2;

/** Entries of a clock that cost as much as a step. */
const entriesPerStep = 8;

export function columnsFor(
  threads: number,
  compiled: Pick<Machine['compiled'], 'isAsync' | 'isBulk' | 'queues'>,
): number {
  if (!compiled.isAsync) return threads;
  return (threads * (1 + compiled.queues) + maxObjects) * (compiled.isBulk ? 2 : 1);
}

export const createAgents = (threads: number, queues: number): Agents => ({
  objects: new Map(),
  open: new Int32Array(threads * queues).fill(1),
  commits: new Map(),
  oldest: new Int32Array(threads * queues),
});

/** The thread does an asynchronous step; it waits on where it must. */
export function performAsync(m: Machine, thread: Thread): void {
  const { async } = meetingOf(m, thread);
  invariant(async !== null, 'asynchronous steps say what they do');
  thread.status = 'runnable';
  const { op } = async;
  switch (op.kind) {
    case 'issue':
      return issue(m, thread, async, op.on, op.isBulk);
    case 'issued':
      thread.agent = null;
      return;
    case 'commit': {
      const { commits } = thread.block.agents;
      const at = op.queue * m.threadsPerBlock + thread.linear;
      const ends = commits.get(at) ?? [];
      commits.set(at, ends);
      ends.push(closeEpoch(thread, at));
      return;
    }
    case 'await-batches':
      return awaitBatches(m, thread, op.queue, op.keep);
    case 'proxy-fence':
      if (m.compiled.isBulk) handToProxy(thread);
      return;
    case 'init':
      return initialize(m, thread, async);
    case 'arrive':
      return arriveAt(m, thread, async, op.drops);
    case 'arrive-copies':
      return arriveWithCopies(m, thread, async, op.isExtra);
    case 'await-phase':
      return awaitPhase(m, thread, async, op.isParity);
    case 'look':
      return op.isAwaited ? awaitPhase(m, thread, async, op.isParity) : lookAt(m, thread, async, op.isParity);
    default:
      return assertNever(op);
  }
}

const columnOfQueue = (m: Machine, queue: number, linear: number): number => m.threadsPerBlock * (1 + queue) + linear;

function issue(m: Machine, thread: Thread, async: CompiledAsync, on: number | object, isBulk: boolean): void {
  if (typeof on === 'number') {
    thread.agent = {
      column: columnOfQueue(m, on, thread.linear),
      epoch: thread.block.agents.open[on * m.threadsPerBlock + thread.linear] ?? 1,
      isBulk,
    };
    return;
  }
  const object = objectFor(m, thread, async);
  if (object === null) return;
  thread.agent = { column: object.column, epoch: object.phase + 1, isBulk };
  comesInPhase(m, thread, object);
  const bytes = numberIn(thread, async.bytes);
  const isExpected =
    bytes !== null && object.expected !== null && object.tx >= bytes && isPast(thread, object.expected);
  if (!isExpected) object.mustCome.push({ linear: thread.linear, epoch: thread.epoch });
  thread.epoch++;
  if (bytes === null) return;
  object.tx -= bytes;
  completeIfOver(m, object);
}

/** Copies that are issued from here on have another epoch; gives that of those before. */
function closeEpoch(
  {
    block: {
      agents: { open },
    },
  }: Thread,
  at: number,
): number {
  const epoch = open[at] ?? 1;
  open[at] = epoch + 1;
  return epoch;
}

/** Batches end in order, whatever they hold. PTX ISA, `cp.async.wait_group N`: all but the N latest are complete. */
function awaitBatches(m: Machine, { linear, block }: Thread, queue: number, keep: number | 'oldest'): void {
  const { commits, oldest } = block.agents;
  const at = queue * m.threadsPerBlock + linear;
  const ends = commits.get(at) ?? [];
  const batches = keep === 'oldest' ? Math.min(ends.length, (oldest[at] ?? 0) + 1) : ends.length - keep;
  if (keep === 'oldest') oldest[at] = batches;
  const last = ends[batches - 1] ?? 0;
  const entry = linear * block.clockWidth + columnOfQueue(m, queue, linear);
  block.clocks[entry] = Math.max(block.clocks[entry] ?? 0, last);
}

// Barrier objects -----------------------------------------------------------------------------------------------------

const numberIn = ({ block, base }: Thread, slot: number | null): number | null =>
  slot === null ? null : block.frames.getUint32(base + slot, true);

const keyOf = (thread: Thread, { object }: CompiledAsync): string =>
  object === null ? 'block' : `${object.array}:${numberIn(thread, object.address) ?? 0}`;

/** The object of the step; null, and the end of the run, where it was not initialized. */
function objectFor(m: Machine, thread: Thread, async: CompiledAsync): BarrierObject | null {
  const known = thread.block.agents.objects.get(keyOf(thread, async));
  if (known !== undefined) return known;
  if (async.object === null) return newObject(m, thread, async, m.threadsPerBlock);
  endRun(m, {
    kind: 'deadlock',
    object: {
      ...described(m, thread, { name: nameOf(m, async), array: async.object.array }),
      how: 'uninitialized',
      arrived: 0,
      count: 0,
      bytes: 0,
    },
  });
  return null;
}

function newObject(m: Machine, thread: Thread, async: CompiledAsync, count: number): BarrierObject | null {
  const { objects } = thread.block.agents;
  if (objects.size >= maxObjects) {
    endRun(m, { kind: 'unmodelled', because: messages.manyObjects, span: meetingOf(m, thread).site.span });
    return null;
  }
  const object: BarrierObject = {
    name: nameOf(m, async),
    array: async.object?.array ?? null,
    column: m.threadsPerBlock * (1 + m.compiled.queues) + objects.size,
    count,
    pending: count,
    tx: 0,
    phase: 0,
    clock: new Int32Array(thread.block.clockWidth),
    order: { after: nothing, released: nothing, narrow: nothing },
    mustCome: [],
    expected: null,
    ended: new Map(),
    waiting: new Set(),
    looked: new Map(),
  };
  objects.set(keyOf(thread, async), object);
  return object;
}

const nameOf = (m: Machine, { object }: CompiledAsync): string =>
  object === null ? messages.ownBarrier : (m.compiled.arrays[object.array]?.name ?? '');

function described(
  m: Machine,
  thread: Thread,
  { name, array }: Readonly<{ name: string; array: number | null }>,
): Pick<StuckObject, 'who' | 'stmt' | 'span' | 'name' | 'array'> {
  const { site } = meetingOf(m, thread);
  return {
    who: describeThread(m, thread),
    stmt: site.stmt,
    span: site.span,
    name,
    array: array === null ? null : (m.compiled.arrays[array]?.id ?? null),
  };
}

type StuckObject = NonNullable<Extract<MachineReport['outcome'], { kind: 'deadlock' }>['object']>;

function initialize(m: Machine, thread: Thread, async: CompiledAsync): void {
  const count = numberIn(thread, async.count) ?? 0;
  if (thread.block.agents.objects.has(keyOf(thread, async)))
    return endRun(m, { kind: 'unmodelled', because: messages.initializedTwice, span: meetingOf(m, thread).site.span });
  newObject(m, thread, async, count);
}

const isPast = (thread: Thread, { linear, epoch }: Moment): boolean =>
  linear === thread.linear || isAfter(thread, linear, epoch);

/**
 * The thread does something in the object's current phase; where it does not come after the end of the one before, it
 * might be in that one.
 */
function comesInPhase(m: Machine, thread: Thread, { phase, ended }: BarrierObject): void {
  const before = ended.get(phase - 1);
  if (before !== undefined && !isAfterAll(thread, before)) m.openPhase ??= meetingOf(m, thread).site.span;
}

function arriveAt(m: Machine, thread: Thread, async: CompiledAsync, drops: boolean): void {
  const object = objectFor(m, thread, async);
  if (object === null) return;
  const count = numberIn(thread, async.count) ?? 1;
  const bytes = numberIn(thread, async.bytes) ?? 0;
  m.steps += thread.block.clockWidth / entriesPerStep;
  comesInPhase(m, thread, object);
  if (async.target !== null) thread.block.frames.setBigInt64(thread.base + async.target, BigInt(object.phase), true);
  if (count > object.pending)
    return endRun(m, {
      kind: 'unmodelled',
      because: fill(messages.tooManyArrivals, { name: object.name, count: object.count }),
      span: meetingOf(m, thread).site.span,
    });
  if (bytes > 0) object.expected = { linear: thread.linear, epoch: thread.epoch };
  if (count > 0) {
    addTo(object.clock, thread);
    if (m.releases !== null) gather(m, thread, object.order);
  } else {
    object.mustCome.push({ linear: thread.linear, epoch: thread.epoch });
    thread.epoch++;
  }
  object.pending -= count;
  object.tx += bytes;
  if (drops) object.count -= count;
  completeIfOver(m, object);
}

/** The copies are complete at once here; what the thread did itself is not handed on with them. */
function arriveWithCopies(m: Machine, thread: Thread, async: CompiledAsync, isExtra: boolean): void {
  const object = objectFor(m, thread, async);
  if (object === null) return;
  comesInPhase(m, thread, object);
  const column = columnOfQueue(m, 0, thread.linear);
  object.clock[column] = Math.max(object.clock[column] ?? 0, closeEpoch(thread, thread.linear));
  if (isExtra) {
    object.mustCome.push({ linear: thread.linear, epoch: thread.epoch });
    thread.epoch++;
    return;
  }
  if (object.pending < 1)
    return endRun(m, {
      kind: 'unmodelled',
      because: fill(messages.tooManyArrivals, { name: object.name, count: object.count }),
      span: meetingOf(m, thread).site.span,
    });
  object.pending--;
  completeIfOver(m, object);
}

/** The phase is over when all have arrived and all bytes have come. */
function completeIfOver(m: Machine, object: BarrierObject): void {
  if (object.pending > 0 || object.tx !== 0) return;
  const { clock, phase, mustCome, ended, waiting } = object;
  clock[object.column] = phase + 1;
  const late = mustCome.find(({ linear, epoch }) => (clock[linear] ?? 0) < epoch);
  if (late !== undefined) m.openPhase ??= m.openAt;
  ended.set(phase, clock);
  ended.delete(phase - keptPhases);
  object.phase++;
  object.pending = object.count;
  object.clock = new Int32Array(clock.length);
  mustCome.length = 0;
  object.expected = null;
  for (const thread of waiting) {
    m.steps += clock.length / entriesPerStep;
    passPhase(m, thread, object, phase);
    thread.status = 'runnable';
  }
  if (waiting.size > 0) m.wakeups++;
  waiting.clear();
}

/** The thread comes after the end of the phase; the next one must not end before. */
function passPhase(m: Machine, thread: Thread, object: BarrierObject, phase: number): void {
  const end = object.ended.get(phase);
  if (end !== undefined) comeAfter(thread, end);
  if (m.releases !== null) goOnFrom(m, thread, object.order);
  object.mustCome.push({ linear: thread.linear, epoch: thread.epoch });
  thread.epoch++;
}

function awaitPhase(m: Machine, thread: Thread, async: CompiledAsync, isParity: boolean): void {
  const object = objectFor(m, thread, async);
  if (object === null) return;
  answer(thread, async, true);
  const given = numberIn(thread, async.phase) ?? 0;
  const { phase } = object;
  const wanted = isParity ? ((phase & 1) === (given & 1) ? phase : phase - 1) : given;
  if (wanted < phase - keptPhases || wanted > phase)
    return endRun(m, { kind: 'unmodelled', because: messages.phaseLongPast, span: meetingOf(m, thread).site.span });
  const before = object.ended.get(wanted - 1);
  if (wanted < phase - 1 || (isParity && before !== undefined && !isAfterAll(thread, before)))
    m.openPhase ??= meetingOf(m, thread).site.span;
  m.openAt = meetingOf(m, thread).site.span;
  if (wanted < phase) {
    m.steps += thread.block.clockWidth / entriesPerStep;
    return passPhase(m, thread, object, wanted);
  }
  thread.status = 'waiting';
  object.waiting.add(thread);
}

/** What a look finds: it stands where the thread goes on. */
function answer(thread: Thread, { target }: CompiledAsync, isOver: boolean): void {
  if (target !== null) thread.block.frames.setInt32(thread.base + target, Number(isOver), true);
}

/**
 * A look after which the thread goes on in either case. The first one at a phase whose end the thread does not come
 * after finds that it is not over, as it might be that early; later ones find what is so.
 */
function lookAt(m: Machine, thread: Thread, async: CompiledAsync, isParity: boolean): void {
  const object = objectFor(m, thread, async);
  if (object === null) return;
  const given = numberIn(thread, async.phase) ?? 0;
  const { phase } = object;
  const wanted = isParity ? ((phase & 1) === (given & 1) ? phase : phase - 1) : given;
  const end = object.ended.get(wanted);
  const isFirst = object.looked.get(thread) !== wanted;
  object.looked.set(thread, wanted);
  m.openPhase ??= meetingOf(m, thread).site.span;
  const isOver = wanted < phase && (!isFirst || end === undefined || isAfterAll(thread, end));
  answer(thread, async, isOver);
  if (isOver) passPhase(m, thread, object, wanted);
}

/** Nobody can move: a thread waits for a phase that is not over. */
export function stuckObject(m: Machine): MachineReport['outcome'] | null {
  for (const block of m.blocks) {
    for (const object of block?.agents.objects.values() ?? []) {
      const [first] = object.waiting;
      if (first !== undefined)
        return {
          kind: 'deadlock',
          object: {
            ...described(m, first, object),
            how: 'waits',
            arrived: object.count - object.pending,
            count: object.count,
            bytes: object.tx,
          },
        };
    }
  }
  return null;
}

/** A barrier of the block orders all that its threads have done and come after. */
export function orderBlock(m: Machine, block: Block, arrived: readonly Thread[]): void {
  const joined = new Int32Array(block.clockWidth);
  m.steps += (2 * arrived.length * block.clockWidth) / entriesPerStep;
  for (const thread of arrived) addTo(joined, thread);
  for (const thread of arrived) comeAfter(thread, joined);
}
