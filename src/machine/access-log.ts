/**
 * Finds races while the machine runs: every racing pair of statements, once for each scope, with two concrete threads.
 *
 * Why not all accesses: two threads of a statement stand for all of them. If statement A touched a cell in one barrier
 * interval by two different threads, then any thread that touches it by B in that interval differs from one of the two.
 * So a cell keeps, per statement and block, a node for the block's current interval, with few slots: threads of one
 * warp (as many as partial warp barriers make necessary, else two) and one thread of another warp.
 *
 * Two accesses of one warp are ordered when the later thread's clock covers the earlier thread's epoch (vector clocks
 * over 32 lanes, joined by warp barriers; over the block's threads, and for accesses of all its warps, where numbered
 * barriers join these: then a node keeps a slot for each thread). A slot whose access is ordered before a new one of
 * the same statement may be replaced by it: whatever is unordered with the old one is unordered with the new one. Nodes
 * of an older interval stay, as witnesses against other blocks, of which two finished ones are kept.
 *
 * Needs cells such that accesses are unions of whole cells (array-layout.ts). Exact in which pairs race at all under
 * this schedule; a pair reported between warps may lack its report within a warp, and has none there that claims equal
 * values where between warps they differ: not all lanes were kept that could tell otherwise.
 */
import type { StmtId } from '../base/brand.ts';
import type { Block, Machine, Thread } from './state.ts';
import type { MachineAccess, MachineRace } from './machine.ts';
import type { CompiledKernel, MemorySite } from './compiled.ts';
import type { Page } from './memory.ts';
import { invariant } from '../base/invariant.ts';
import { isAfter, isPastEntry } from './clocks.ts';
import { between, within } from './conflict.ts';
import { isOpenNeed, recordNeed } from './needs.ts';
import { epochOf, isReleased } from './order.ts';
import { createPool } from './pool.ts';
import type { Pool } from './pool.ts';
import { countBytes, describeThread, endSoon } from './state.ts';
import { formatValue } from './value.ts';

/** Fields of a node and of a slot, as byte offsets. Both begin with the next of their list. */
const node = {
  next: 0,
  site: 4,
  block: 8,
  interval: 12,
  grid: 16,
  mixed: 20,
  first: 24,
  warp: 28,
  full: 32,
  cluster: 36,
  bytes: 40,
} as const;
/** `agent`: 1 + the column of the copy that made the access; 0: the thread itself. */
const slot = { next: 0, thread: 4, epoch: 8, low: 12, high: 16, at: 20, agent: 24, turns: 28 } as const;
/** `warp`: that of the first slot. `full`: no read by this warp, by others, can add a slot (see `isKnownRead`). */
const fullWithin = 1;
const fullOutside = 2;
/** `mixed`: values differed among writes of this interval; of this block at all. */
const mixedNow = 1;
const mixedEver = 2;
/** State of a pair of sites: reported for good, or (shifted by 3) reported with equal values only. */
const scopes = { warp: 1, block: 2, grid: 4 } as const;
type Scope = keyof typeof scopes;

export type AccessLog = Readonly<{
  nodes: Pool;
  slots: Pool;
  siteCount: number;
  conflicts: Uint8Array;
  state: Uint8Array;
  races: Map<string, MachineRace>;
  /** Threads of one warp that a node keeps. */
  lanesKept: number;
  ordersLanes: boolean;
  /** By array: 1 where no other block can conflict, so that nodes of past intervals are of no use. */
  isPrivate: Uint8Array;
  /** By site: 1 where it accessed something. */
  accessing: Uint8Array;
}>;

export function createAccessLog(
  { memory, conflicts, depth, warpBarriers, arrays }: CompiledKernel,
  blocks: number,
): AccessLog {
  return {
    nodes: createPool(node.bytes),
    slots: createPool(slot.turns + 4 * depth),
    siteCount: memory.length,
    conflicts,
    state: new Uint8Array(conflicts.length),
    races: new Map(),
    lanesKept: warpBarriers === 'partial' ? 32 : 2,
    ordersLanes: warpBarriers !== 'none',
    isPrivate: Uint8Array.from(arrays, (info) => (info.space === 'shared' || blocks === 1 ? 1 : 0)),
    accessing: new Uint8Array(memory.length),
  };
}

/** The races found, each pair of statements once for each scope. */
export function racesOf({ races }: AccessLog): readonly MachineRace[] {
  const isDoubtful = (key: string, { scope, sameValue }: MachineRace): boolean =>
    scope === 'warp' && sameValue && races.get(key.replace(/warp$/, 'block'))?.sameValue === false;
  return [...races].flatMap(([key, race]) => (isDoubtful(key, race) ? [] : [race]));
}

export const accessingIn = ({ accessing }: AccessLog, { memory }: CompiledKernel): ReadonlySet<StmtId> =>
  new Set(memory.flatMap(({ site }, k) => (accessing[k] === 1 ? [site.stmt] : [])));

/** One access as it is logged: who, by which statement, and the bits of its value. */
export type Logged = Readonly<{ thread: Thread; site: MemorySite; low: number; high: number; address: number }>;

/**
 * Logs an access to the cells `first` to `last` of a page and reports the races that it completes; none of a thread
 * that divided by zero before.
 */
export function logAccess(m: Machine, access: Logged, page: Page, shift: number, first: number, last: number): void {
  if (access.thread.isUndefined) return;
  for (let cell = first; cell <= last; cell++)
    logCell(m, access, page, cell, page.base + cell * (1 << shift), 1 << shift);
}

/**
 * Whether a read can be dropped unseen: its node has all the slots it may have, and nothing in the cell conflicts with
 * it now. This is most reads of most kernels. Where warp barriers order lanes, slots may have to be replaced, so never
 * there.
 */
export function isKnownRead(m: Machine, thread: Thread, site: MemorySite, page: Page, cell: number): boolean {
  const { log } = m;
  // copies that are under way, or a proxy that was handed nothing, may conflict with any access
  if (m.compiled.isAsync) return false;
  const view = log.nodes.view;
  const { block } = thread;
  const row = site.index * log.siteCount;
  let isKnown = false;
  for (let at = page.heads[cell] ?? 0; at !== 0; at = view.getInt32(at + node.next, true)) {
    const other = view.getInt32(at + node.site, true);
    const isOwnBlock = view.getInt32(at + node.block, true) === block.ordinal;
    const conflict = log.conflicts[row + other] ?? 0;
    if (conflict !== 0) {
      if (
        isOwnBlock
          ? (conflict & within) !== 0 && view.getInt32(at + node.interval, true) === block.interval
          : (conflict & between) !== 0
      )
        return false;
    } else if (other === site.index && isOwnBlock && view.getInt32(at + node.interval, true) === block.interval) {
      const bit = view.getInt32(at + node.warp, true) === thread.linear >> 5 ? fullWithin : fullOutside;
      isKnown = (view.getInt32(at + node.full, true) & bit) !== 0;
      if (!isKnown) return false;
    }
  }
  return isKnown;
}

function logCell(m: Machine, access: Logged, page: Page, cell: number, address: number, cellBytes: number): void {
  const { log } = m;
  const view = log.nodes.view;
  const { site, thread } = access;
  const row = site.index * log.siteCount;
  const block = thread.block.ordinal;
  const head = page.heads[cell] ?? 0;
  const isPrivate = log.isPrivate[site.array] === 1;
  let own = 0;
  let spare = 0;
  let stale = 0;
  let finished = 0;
  for (let at = head; at !== 0; at = view.getInt32(at + node.next, true)) {
    const other = view.getInt32(at + node.site, true);
    const conflict = log.conflicts[row + other] ?? 0;
    const otherBlock = view.getInt32(at + node.block, true);
    if (otherBlock === block) {
      if (other === site.index) own = at;
      const interval = view.getInt32(at + node.interval, true);
      const isOfCopy = m.compiled.memory[other]?.copy !== null;
      if (interval !== thread.block.interval && (isOfCopy || isBulk(access))) {
        if ((conflict & within) !== 0) compareWithin(m, access, at, other, address, cellBytes);
      } else if (interval !== thread.block.interval) {
        stale = at;
        if ((conflict & within) !== 0 && isOpenNeed(m, thread.block, interval) && isByOther(m, at, thread))
          recordNeed(m, thread.block);
      } else if ((conflict & within) !== 0) compareWithin(m, access, at, other, address, cellBytes);
    } else {
      if (
        (conflict & between) !== 0 &&
        view.getInt32(at + node.grid, true) === m.gridEpoch &&
        !isOfEarlierCluster(m, at, thread.block)
      )
        compareBetween(m, access, at, other, address, cellBytes);
      if (other === site.index && site.copy === null && isFinished(m, otherBlock)) {
        finished++;
        spare = at;
      }
    }
  }
  const offset = address - access.address;
  if (own !== 0 && site.copy !== null) keepCopy(m, access, own, offset);
  else if (own === 0 && stale !== 0 && isPrivate && site.copy === null) restart(m, access, stale, offset, cellBytes);
  else if (own === 0 && finished < 2) page.heads[cell] = addNode(m, access, head, offset);
  else if (own === 0) restart(m, access, spare, offset, cellBytes);
  else if (view.getInt32(own + node.interval, true) !== thread.block.interval)
    restart(m, access, own, offset, cellBytes);
  else keepSlot(m, access, own, offset, cellBytes);
}

/** Whether a slot of the node is another thread's. */
function isByOther({ log }: Machine, at: number, thread: Thread): boolean {
  for (
    let s = log.nodes.view.getInt32(at + node.first, true);
    s !== 0;
    s = log.slots.view.getInt32(s + slot.next, true)
  ) {
    if (log.slots.view.getInt32(s + slot.thread, true) !== thread.index) return true;
  }
  return false;
}

function isFinished(m: Machine, ordinal: number): boolean {
  const block = m.blocks[ordinal];
  return block !== undefined && block.exited === m.threadsPerBlock;
}

// Comparing -----------------------------------------------------------------------------------------------------------

function compareWithin(
  m: Machine,
  access: Logged,
  at: number,
  other: number,
  address: number,
  cellBytes: number,
): void {
  const { log } = m;
  const state = log.state[access.site.index * log.siteCount + other] ?? 0;
  if ((state & 3) === 3) return;
  const { thread } = access;
  const firstIndex = thread.index - thread.linear;
  for (
    let s = log.nodes.view.getInt32(at + node.first, true);
    s !== 0;
    s = log.slots.view.getInt32(s + slot.next, true)
  ) {
    const index = log.slots.view.getInt32(s + slot.thread, true);
    const linear = index - firstIndex;
    const agent = log.slots.view.getInt32(s + slot.agent, true);
    if (agent > 0 || isBulk(access)) {
      if (!isOrderedWithCopy(m, access, s, linear, other))
        report(
          m,
          linear >> 5 === thread.linear >> 5 ? 'warp' : 'block',
          access,
          at,
          s,
          other,
          address,
          cellBytes,
          mixedNow,
        );
      continue;
    }
    if (index === thread.index) continue;
    if (linear >> 5 !== thread.linear >> 5) {
      if (!isAfter(thread, linear, epochIn(m, s)) && !isHandedOver(m, access, at, s))
        report(m, 'block', access, at, s, other, address, cellBytes, mixedNow);
    } else if (!isOrdered(m, access, s, linear, other) && !isHandedOver(m, access, at, s))
      report(m, 'warp', access, at, s, other, address, cellBytes, mixedNow);
  }
}

/**
 * Where the earlier access is a copy's, or the new one a bulk copy's, to which generic writes must have been handed
 * (agents.ts).
 */
function isOrderedWithCopy(m: Machine, access: Logged, s: number, linear: number, other: number): boolean {
  const { view } = m.log.slots;
  const { thread } = access;
  const agent = view.getInt32(s + slot.agent, true);
  const epoch = epochIn(m, s);
  if (agent > 0) return isOneCopy(m, access, s, linear, other) || isPastEntry(thread, agent - 1, epoch);
  const needsFence = m.compiled.memory[other]?.mode !== 'read';
  return needsFence
    ? isPastEntry(thread, linear, epoch, true)
    : linear === thread.linear || isPastEntry(thread, linear, epoch);
}

/** Both are made for the same copy that a group asked for: some thread of it makes the access, once. */
function isOneCopy(m: Machine, { thread, site }: Logged, s: number, linear: number, other: number): boolean {
  const { copy } = site;
  if (other !== site.index || copy === null || copy === 'thread') return false;
  if (copy !== 'block' && Math.floor(linear / copy) !== Math.floor(thread.linear / copy)) return false;
  const { view } = m.log.slots;
  return site.site.loops.every(
    ({ turn }, k) =>
      view.getInt32(s + slot.turns + 4 * k, true) === thread.block.frames.getInt32(thread.base + turn, true),
  );
}

const isBulk = ({ site, thread }: Logged): boolean => site.copy !== null && thread.agent?.isBulk === true;

/**
 * Whether releases and acquires order the access in slot `s` of the node before the new one. What a copy does, they do
 * not: a wait comes first (agents.ts).
 */
function isHandedOver(m: Machine, { thread, site }: Logged, at: number, s: number): boolean {
  const { nodes, slots } = m.log;
  return (
    m.releases !== null &&
    slots.view.getInt32(s + slot.agent, true) === 0 &&
    isReleased(thread, site, {
      index: slots.view.getInt32(s + slot.thread, true),
      epoch: epochIn(m, s),
      block: nodes.view.getInt32(at + node.block, true),
      interval: nodes.view.getInt32(at + node.interval, true),
    })
  );
}

const epochIn = ({ log }: Machine, s: number): number => log.slots.view.getInt32(s + slot.epoch, true);

/** Whether the access in slot `s`, by the lane `linear` of the same warp, is ordered with the new one. */
function isOrdered(m: Machine, { thread, site }: Logged, s: number, linear: number, other: number): boolean {
  const epoch = epochIn(m, s);
  if (m.lockstep) return other !== site.index || site.mode !== 'write' || epoch !== thread.epoch;
  return isAfter(thread, linear, epoch);
}

function compareBetween(
  m: Machine,
  access: Logged,
  at: number,
  other: number,
  address: number,
  cellBytes: number,
): void {
  const { log } = m;
  if (((log.state[access.site.index * log.siteCount + other] ?? 0) & scopes.grid) !== 0) return;
  for (
    let s = log.nodes.view.getInt32(at + node.first, true);
    s !== 0;
    s = log.slots.view.getInt32(s + slot.next, true)
  ) {
    if (m.releases === null || !isHandedOver(m, access, at, s))
      return report(m, 'grid', access, at, s, other, address, cellBytes, mixedNow | mixedEver);
  }
}

function report(
  m: Machine,
  scope: Scope,
  access: Logged,
  at: number,
  s: number,
  other: number,
  address: number,
  cellBytes: number,
  mixedBits: number,
): void {
  const { log } = m;
  const forth = access.site.index * log.siteCount + other;
  const back = other * log.siteCount + access.site.index;
  const state = log.state[forth] ?? 0;
  const bit = scopes[scope];
  if ((state & bit) !== 0) return;
  const earlier = m.compiled.memory[other];
  invariant(earlier !== undefined, 'nodes name sites');
  const sameValue =
    access.site.mode === 'write' &&
    earlier.mode === 'write' &&
    access.site.copy === null &&
    earlier.copy === null &&
    (log.nodes.view.getInt32(at + node.mixed, true) & mixedBits) === 0 &&
    sameBytes(log.slots, s, access, address - access.address, cellBytes);
  if (sameValue && (state & (bit << 3)) !== 0) return;
  log.state[forth] = log.state[back] = state | (sameValue ? bit << 3 : bit);
  const array = m.compiled.arrays[access.site.array];
  invariant(array !== undefined, 'sites name arrays');
  const race: MachineRace = {
    array: array.id,
    address,
    scope,
    sameValue,
    first: earlierAccess(m, earlier, log.nodes.view.getInt32(at + node.interval, true), s),
    second: currentAccess(m, access),
  };
  log.races.set(`${Math.min(forth, back)}:${scope}`, race);
  const sighting = m.budget.sought?.race(race) ?? 'other';
  if (sighting !== 'other') endSoon(m, sighting);
}

/** Whether both accesses put the same bytes into the cell. */
function sameBytes(slots: Pool, s: number, access: Logged, offset: number, cellBytes: number): boolean {
  const low = slots.view.getInt32(s + slot.low, true);
  const high = slots.view.getInt32(s + slot.high, true);
  if (cellBytes === 8) return low === access.low && high === access.high;
  return (
    part(low, high, slots.view.getInt32(s + slot.at, true), cellBytes) ===
    part(access.low, access.high, offset, cellBytes)
  );
}

const part = (low: number, high: number, offset: number, cellBytes: number): number => {
  const word = offset < 4 ? low : high;
  return cellBytes === 4 ? word : (word >>> ((offset & 3) * 8)) & (cellBytes === 2 ? 0xffff : 0xff);
};

function earlierAccess(m: Machine, site: MemorySite, interval: number, s: number): MachineAccess {
  const view = m.log.slots.view;
  const index = view.getInt32(s + slot.thread, true);
  const thread = m.blocks[Math.floor(index / m.threadsPerBlock)]?.threads[index % m.threadsPerBlock];
  invariant(thread !== undefined, 'slots name threads of started blocks');
  return {
    who: describeThread(m, thread),
    stmt: site.site.stmt,
    span: site.site.span,
    mode: site.mode,
    ...(site.copy === null ? {} : { isCopy: true }),
    value: formatValue(site.type, view.getInt32(s + slot.low, true), view.getInt32(s + slot.high, true)),
    turns: site.site.loops.map(({ loop }, k) => ({ loop, turn: view.getInt32(s + slot.turns + 4 * k, true) })),
    interval,
  };
}

function currentAccess(m: Machine, { thread, site, low, high }: Logged): MachineAccess {
  return {
    who: describeThread(m, thread),
    stmt: site.site.stmt,
    span: site.site.span,
    mode: site.mode,
    ...(site.copy === null ? {} : { isCopy: true }),
    value: formatValue(site.type, low, high),
    turns: site.site.loops.map(({ loop, turn }) => ({
      loop,
      turn: thread.block.frames.getInt32(thread.base + turn, true),
    })),
    interval: thread.block.interval,
  };
}

/** Whether a barrier of the cluster stands between an access of another block and what the block does now. */
function isOfEarlierCluster(m: Machine, at: number, { cluster }: Block): boolean {
  const { view } = m.log.nodes;
  return (
    cluster !== null &&
    m.blocks[view.getInt32(at + node.block, true)]?.cluster === cluster &&
    view.getInt32(at + node.cluster, true) !== cluster.epoch
  );
}

// Keeping -------------------------------------------------------------------------------------------------------------

function addNode(m: Machine, access: Logged, next: number, offset: number): number {
  const before = m.log.nodes.allocated;
  const at = m.log.nodes.take();
  if (m.log.nodes.allocated !== before) countBytes(m, m.log.nodes.allocated - before);
  const view = m.log.nodes.view;
  view.setInt32(at + node.next, next, true);
  view.setInt32(at + node.first, newSlot(m, access, 0, offset), true);
  view.setInt32(at + node.mixed, 0, true);
  stamp(m, at, access);
  return at;
}

function stamp(m: Machine, at: number, { thread: { block, linear }, site }: Logged): void {
  const view = m.log.nodes.view;
  m.log.accessing[site.index] = 1;
  view.setInt32(at + node.site, site.index, true);
  view.setInt32(at + node.warp, linear >> 5, true);
  view.setInt32(at + node.full, m.lockstep ? fullWithin : 0, true);
  view.setInt32(at + node.block, block.ordinal, true);
  view.setInt32(at + node.interval, block.interval, true);
  view.setInt32(at + node.grid, m.gridEpoch, true);
  view.setInt32(at + node.cluster, block.cluster?.epoch ?? 0, true);
}

/**
 * Reuses a node for a new interval, another block, or another statement: one slot stays, and whether values differed.
 */
function restart(m: Machine, access: Logged, at: number, offset: number, cellBytes: number): void {
  const { view } = m.log.nodes;
  const slots = m.log.slots;
  const first = view.getInt32(at + node.first, true);
  const isNewGrid = view.getInt32(at + node.grid, true) !== m.gridEpoch;
  const mixed =
    !isNewGrid && (view.getInt32(at + node.mixed, true) !== 0 || !sameBytes(slots, first, access, offset, cellBytes));
  view.setInt32(at + node.mixed, mixed ? mixedEver : 0, true);
  stamp(m, at, access);
  for (let s = slots.view.getInt32(first + slot.next, true); s !== 0;) {
    const next = slots.view.getInt32(s + slot.next, true);
    slots.give(s);
    s = next;
  }
  slots.view.setInt32(first + slot.next, 0, true);
  fillSlot(m, first, access, offset);
}

/** Adds a copy's access to a node, in the place of one that the thread comes after. */
function keepCopy(m: Machine, access: Logged, at: number, offset: number): void {
  const { view } = m.log.slots;
  const first = m.log.nodes.view.getInt32(at + node.first, true);
  const blockStart = access.thread.index - access.thread.linear;
  m.log.nodes.view.setInt32(at + node.mixed, mixedNow | mixedEver, true);
  for (let s = first; s !== 0; s = view.getInt32(s + slot.next, true)) {
    const index = view.getInt32(s + slot.thread, true);
    const agent = view.getInt32(s + slot.agent, true);
    // of an object's copies, one stands for all that end with its phase
    const isOfObject =
      agent === 1 + (access.thread.agent?.column ?? -1) &&
      agent > m.threadsPerBlock * (1 + m.compiled.queues) &&
      epochIn(m, s) === access.thread.agent?.epoch;
    if (isOfObject && isOneCopy(m, access, s, index - blockStart, access.site.index)) return;
    const isSame =
      index === access.thread.index &&
      agent === 1 + (access.thread.agent?.column ?? -1) &&
      epochIn(m, s) === access.thread.agent?.epoch;
    if (isSame || (index >= blockStart && isPastEntry(access.thread, agent - 1, epochIn(m, s))))
      return fillSlot(m, s, access, offset);
  }
  const added = newSlot(m, access, view.getInt32(first + slot.next, true), offset);
  m.log.slots.view.setInt32(first + slot.next, added, true);
}

/** Adds the access to a node of the current interval, where it can tell something that the slots there do not. */
function keepSlot(m: Machine, access: Logged, at: number, offset: number, cellBytes: number): void {
  const { log } = m;
  const { thread } = access;
  const view = log.slots.view;
  const first = log.nodes.view.getInt32(at + node.first, true);
  if (access.site.mode === 'write' && !sameBytes(log.slots, first, access, offset, cellBytes))
    log.nodes.view.setInt32(at + node.mixed, mixedNow | mixedEver, true);
  const warpStart = thread.index - thread.lane;
  const blockStart = thread.index - thread.linear;
  const firstWarp = log.nodes.view.getInt32(at + node.warp, true);
  const { isNumbered } = m.compiled;
  let mine = 0;
  let replaced = 0;
  let hasOther = false;
  for (let s = first; s !== 0; s = view.getInt32(s + slot.next, true)) {
    const index = view.getInt32(s + slot.thread, true);
    if (index === thread.index) {
      if (view.getInt32(s + slot.epoch, true) !== thread.epoch) fillSlot(m, s, access, offset);
      return;
    }
    if (isNumbered && isAfter(thread, index - blockStart, epochIn(m, s))) replaced = s;
    if (index >= warpStart && index < warpStart + 32) {
      mine++;
      if (isOrdered(m, access, s, index - blockStart, access.site.index)) replaced = s;
    }
    if ((index - blockStart) >> 5 !== firstWarp) hasOther = true;
  }
  if (
    isNumbered
      ? replaced === 0
      : mine === 0
        ? !hasOther
        : replaced === 0 && thread.linear >> 5 === firstWarp && mine < log.lanesKept
  ) {
    const added = newSlot(m, access, log.slots.view.getInt32(first + slot.next, true), offset);
    log.slots.view.setInt32(first + slot.next, added, true);
    const full = log.nodes.view.getInt32(at + node.full, true) | (mine === 0 ? fullOutside : fullWithin);
    if (!log.ordersLanes) log.nodes.view.setInt32(at + node.full, full, true);
  } else if (replaced !== 0) fillSlot(m, replaced, access, offset);
}

function newSlot(m: Machine, access: Logged, next: number, offset: number): number {
  const before = m.log.slots.allocated;
  const s = m.log.slots.take();
  if (m.log.slots.allocated !== before) countBytes(m, m.log.slots.allocated - before);
  m.log.slots.view.setInt32(s + slot.next, next, true);
  fillSlot(m, s, access, offset);
  return s;
}

function fillSlot(m: Machine, s: number, { thread, site, low, high }: Logged, offset: number): void {
  const view = m.log.slots.view;
  view.setInt32(s + slot.thread, thread.index, true);
  const agent = site.copy === null ? null : thread.agent;
  view.setInt32(s + slot.epoch, agent?.epoch ?? epochOf(thread, site), true);
  view.setInt32(s + slot.agent, agent === null ? 0 : 1 + agent.column, true);
  view.setInt32(s + slot.low, low, true);
  view.setInt32(s + slot.high, high, true);
  view.setInt32(s + slot.at, offset, true);
  const { loops } = site.site;
  for (let k = 0; k < loops.length; k++)
    view.setInt32(
      s + slot.turns + 4 * k,
      thread.block.frames.getInt32(thread.base + (loops[k]?.turn ?? 0), true),
      true,
    );
}
