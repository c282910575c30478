/**
 * Order by release and acquire, beyond barriers [D29]: PTX ISA, Memory Consistency Model, "Release and Acquire
 * Patterns", "Observation Order", "Causality Order". A fence keeps what its thread has done and comes after; the strong
 * writes behind it publish that at their cell. Who reads such a write, or one that read-modify-writes lead on from it,
 * and has a fence behind, comes after it too. Both fences, and both accesses, must be of a scope that holds both
 * threads. Atomics with an order of their own are fences at that place. Barriers pass on to all what one of their
 * threads comes after.
 *
 * Four things are taken for order that the model does not name, since code rests on them: a `fence.sc` before a barrier
 * releases for whoever signals behind it, whatever the fence of who sees that; and, after the CUDA guide's sample of a
 * last block (Memory Fence Functions), a step of a counter counts as an acquiring one, a barrier behind a read as a
 * fence, and volatile or atomic accesses behind a read are ordered. So a pair that is not ordered here is a race in the
 * model.
 *
 * Example: `data[0] = 1; __threadfence(); atomicExch(flag, 1);` and `while (atomicAdd(flag, 0) == 0) { }
 * __threadfence(); x = data[0];`.
 */
import type { Block, Machine, Thread } from './state.ts';
import type { CompiledKernel, MemorySite } from './compiled.ts';
import type { MemoryOrder, MemoryScope } from '../ir/ir.ts';
import type { Store } from './memory.ts';

/**
 * What comes before: of a thread (by its index) all up to that epoch, of a block (by -1 - ordinal) all in intervals
 * below that number. Never changed once it is made.
 */
export type Clock = ReadonlyMap<number, number>;
export const nothing: Clock = new Map();

/** For threads of all blocks (`wide`), and for those of the thread's own. */
type Published = Readonly<{ wide: Clock; narrow: Clock }>;
const unpublished: Published = { wide: nothing, narrow: nothing };

/** What a thread knows of others beyond its block's barriers. */
export type ThreadOrder = {
  /** It comes after this. */
  after: Clock;
  /** What its latest fences have released. */
  released: Published;
  /** Of that, what fences of the one order of `fence.sc` have released: barriers pass it on. */
  total: Published;
  /** The thread's epoch up to its latest releasing fence. */
  fencedAt: number;
  /**
   * What it has read of, from writers of its own block and of others: it comes after that from its next acquiring fence
   * on.
   */
  observed: Readonly<{ own: Clock; others: Clock }>;
  /**
   * What its releasing operations have published at cells: later strong writes of the thread to such a cell do, too.
   */
  atCells: Map<Store, Map<number, Published>>;
};

export const newThreadOrder = (): ThreadOrder => ({
  after: nothing,
  released: unpublished,
  total: unpublished,
  fencedAt: -2,
  observed: { own: nothing, others: nothing },
  atCells: new Map(),
});

/** By cell that strong writes went to, how many bytes that has, and what they published, for each writing block. */
export type Releases = Map<Store, Map<number, Readonly<{ size: number; by: ReadonlyMap<Block, Published> }>>>;

export type FenceSite = Readonly<{ scope: MemoryScope; order: Exclude<MemoryOrder, 'relaxed'> }>;

/** Whether fences, or atomics with an order, may order threads. */
export const mayOrder = ({ fences, memory }: CompiledKernel): boolean =>
  fences.length > 0 || memory.some(({ atomic }) => atomic !== null && atomic.order !== 'relaxed');

const acquires = (order: MemoryOrder): boolean => order === 'acquire' || order === 'acq_rel' || order === 'seq_cst';
const releases = (order: MemoryOrder): boolean => order === 'release' || order === 'acq_rel' || order === 'seq_cst';

export function passFence(m: Machine, thread: Thread, { scope, order }: FenceSite): void {
  if (m.releases === null) return;
  if (acquires(order)) acquire(m, thread, scope);
  if (!releases(order)) return;
  thread.order.released = publishedBy(m, thread, scope, thread.order.released);
  if (order === 'seq_cst') thread.order.total = publishedBy(m, thread, scope, thread.order.total);
  thread.order.fencedAt = thread.epoch;
  thread.epoch++;
}

function acquire(m: Machine, { order }: Thread, scope: MemoryScope): void {
  const { own, others } = order.observed;
  order.after = joined(m, order.after, scope === 'block' ? [own] : [own, others]);
}

/** What the thread has done and comes after so far, for whom the scope holds, beside what was published before. */
function publishedBy(m: Machine, thread: Thread, scope: MemoryScope, before: Published): Published {
  const { block, linear, order } = thread;
  const clock = new Map(order.after);
  const add = (key: number, value: number): void => void clock.set(key, Math.max(clock.get(key) ?? 0, value));
  if (block.interval > 0) add(-1 - block.ordinal, block.interval);
  const first = thread.index - linear;
  const warp = block.clockWidth > 32 ? 0 : linear & ~31;
  // columns behind those of threads are for copies and barrier objects (agents.ts)
  const width = block.clockWidth > 32 ? m.threadsPerBlock : block.clockWidth;
  for (let k = 0; k < width && block.clocks.length > 0; k++) {
    const epoch = block.clocks[linear * block.clockWidth + k] ?? 0;
    if (epoch > 0) add(first + warp + k, epoch);
  }
  add(thread.index, thread.epoch);
  m.steps += clock.size;
  return scope === 'block' ? { ...before, narrow: clock } : { wide: clock, narrow: clock };
}

export function joined(m: Machine, first: Clock, more: readonly Clock[]): Clock {
  const others = more.filter((one) => one !== first && !covers(first, one));
  if (others.length === 0) return first;
  const [only] = others;
  if (only !== undefined && others.length === 1 && covers(only, first)) return only;
  const all = new Map(first);
  for (const other of others) {
    m.steps += other.size;
    for (const [key, value] of other) if ((all.get(key) ?? 0) < value) all.set(key, value);
  }
  return all;
}

/** Whether nothing in the other clock is new. */
function covers(clock: Clock, other: Clock): boolean {
  for (const [key, value] of other) if ((clock.get(key) ?? 0) < value) return false;
  return true;
}

// Accesses ------------------------------------------------------------------------------------------------------------

/** PTX ISA, "Operation Types": volatile accesses are relaxed ones of system scope. */
const isStrong = (site: MemorySite): boolean => site.atomic !== null || site.isVolatile;

const isStep = ({ atomic }: MemorySite): boolean =>
  atomic !== null && ['add', 'sub', 'inc', 'dec', 'or', 'and', 'xor'].includes(atomic.op);

/** What an access did to its cell; `changed`: it left another value. */
type Deed = Readonly<{ hasRead: boolean; hasWritten: boolean; hasChanged: boolean }>;

export function passAccess(
  m: Machine,
  thread: Thread,
  site: MemorySite,
  store: Store,
  address: number,
  { hasRead, hasWritten, hasChanged }: Deed,
): void {
  if (m.releases === null || site.isLocal) return;
  const cells = m.releases.get(store);
  if (!isStrong(site)) {
    if (hasWritten && cells !== undefined)
      for (let at = address - 7; at < address + site.size; at++)
        if (at + (cells.get(at)?.size ?? 0) > address) cells.delete(at);
    return;
  }
  const scope = site.atomic?.scope ?? 'system';
  const order = site.atomic?.order ?? 'relaxed';
  const known = cells?.get(address)?.by;
  if (hasRead && known !== undefined) observe(m, thread, known, scope);
  if (hasRead && (acquires(order) || (hasChanged && isStep(site)))) acquire(m, thread, scope);
  if (!hasWritten) return;
  const own = publishedAt(m, thread, { order, scope }, store, address);
  const seen = scope === 'block' ? { wide: nothing, narrow: own.narrow } : own;
  if (seen.narrow.size === 0 && (known === undefined || !hasRead)) return void cells?.delete(address);
  const before = hasRead ? (known ?? new Map<Block, Published>()) : new Map<Block, Published>();
  const last = before.get(thread.block) ?? unpublished;
  const next = new Map(before).set(thread.block, {
    wide: joined(m, last.wide, [seen.wide]),
    narrow: joined(m, last.narrow, [seen.narrow, seen.wide]),
  });
  const cell = { size: site.size, by: next };
  if (cells === undefined) m.releases.set(store, new Map([[address, cell]]));
  else cells.set(address, cell);
}

/**
 * What a strong write releases: by its own order, by a fence before it, or as it follows a releasing operation of the
 * thread on the cell (PTX ISA, "Release Patterns").
 */
function publishedAt(
  m: Machine,
  thread: Thread,
  { order, scope }: Readonly<{ order: MemoryOrder; scope: MemoryScope }>,
  store: Store,
  address: number,
): Published {
  const { released, atCells } = thread.order;
  if (releases(order)) {
    const own = publishedBy(m, thread, scope, released);
    thread.epoch++;
    const cells = atCells.get(store) ?? new Map<number, Published>();
    atCells.set(store, cells.set(address, own));
    return own;
  }
  const before = atCells.get(store)?.get(address);
  return before === undefined
    ? released
    : { wide: joined(m, released.wide, [before.wide]), narrow: joined(m, released.narrow, [before.narrow]) };
}

function observe(m: Machine, { block, order }: Thread, known: ReadonlyMap<Block, Published>, scope: MemoryScope): void {
  const own = known.get(block);
  const others = scope === 'block' ? [] : [...known].flatMap(([writer, { wide }]) => (writer === block ? [] : [wide]));
  order.observed = {
    own: own === undefined ? order.observed.own : joined(m, order.observed.own, [own.narrow]),
    others: joined(m, order.observed.others, others),
  };
}

/**
 * The epoch under which an access counts: a strong write behind a fence belongs to what the fence released, as part of
 * one pattern.
 */
export const epochOf = (thread: Thread, site: MemorySite): number =>
  isStrong(site) && thread.epoch === thread.order.fencedAt + 1 ? thread.order.fencedAt : thread.epoch;

/**
 * Whether what the thread does at `site` comes after what another one did in that epoch, in that interval of its block.
 */
export function isReleased(
  { order }: Thread,
  site: MemorySite,
  by: Readonly<{ index: number; epoch: number; block: number; interval: number }>,
): boolean {
  const {
    after,
    observed: { own, others },
  } = order;
  return (isStrong(site) ? [after, own, others] : [after]).some(
    (clock) => (clock.get(by.index) ?? -1) >= by.epoch || (clock.get(-1 - by.block) ?? 0) > by.interval,
  );
}

// Barriers ------------------------------------------------------------------------------------------------------------

/**
 * What an arrival at a barrier hands on: to what the barrier has gathered, it adds what the thread comes after and what
 * its fences have released.
 */
export type Gathered = { after: Clock; released: Clock; /** For threads of the same block. */ narrow: Clock };
export function gather(m: Machine, { order }: Thread, to: Gathered): void {
  to.after = joined(m, to.after, [order.after, order.observed.own, order.observed.others]);
  to.released = joined(m, to.released, [order.total.wide]);
  to.narrow = joined(m, to.narrow, [order.total.narrow]);
}

export function goOnFrom(m: Machine, { order }: Thread, { after, released, narrow }: Gathered): void {
  order.after = joined(m, order.after, [after]);
  const also = (own: Published): Published => ({
    wide: joined(m, own.wide, [released]),
    narrow: joined(m, own.narrow, [released, narrow]),
  });
  order.total = also(order.total);
  order.released = also(order.released);
}

/**
 * Threads meet at a barrier: each now comes after what the others come after, and hands on what their fences have
 * released: `x = 1; __threadfence(); __syncthreads();`, and one thread signals.
 */
export function meetInOrder(m: Machine, threads: readonly Thread[]): void {
  if (m.releases === null) return;
  const all: Gathered = { after: nothing, released: nothing, narrow: nothing };
  for (const thread of threads) gather(m, thread, all);
  if (threads.some(({ block }) => block !== threads[0]?.block)) all.narrow = nothing;
  for (const thread of threads) goOnFrom(m, thread, all);
}
