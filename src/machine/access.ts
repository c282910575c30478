/**
 * Performs memory accesses: finds the page, checks bounds and initialization, moves the value, logs the access.
 * An access out of bounds goes nowhere; a load reads what the budget says, or 0, and an atomic 0.
 */
import type { ArrayInfo, MemorySite } from './compiled.ts';
import type { Logged } from './access-log.ts';
import type { Machine, Thread } from './state.ts';
import type { Page, Store } from './memory.ts';
import { invariant } from '../base/invariant.ts';
import { isKnownRead, logAccess } from './access-log.ts';
import { performAtomic } from './atomic.ts';
import { recordAccess } from './footsteps.ts';
import { passAccess } from './order.ts';
import { bitsAt, expectedBits, traceAccess } from './trace.ts';
import { readToSlot, turnToPage, writeFromSlot, writtenMark } from './memory.ts';
import { addFault, countBytes } from './state.ts';

/** Target of accesses that straddle two pages, and of those out of bounds. */
const scratchBytes = 8;

export function performLoad(m: Machine, thread: Thread, site: MemorySite, slot: number, address: number): void {
  const store = storeOf(thread, site);
  const at = site.isLocal ? localAddress(m, thread, site, store, address) : address;
  let page = store.page;
  let offset = at - page.base;
  const { frames } = thread.block;
  if (!(offset >= 0 && offset + site.size <= page.size)) {
    const found = findPage(m, thread, site, store, at);
    if (found === null) return readToSlot(m.outside, 0, site.format, frames, thread.base + slot);
    page = found;
    offset = at - page.base;
    if (offset + site.size > page.size) return loadAcross(m, thread, site, store, slot, at);
  }
  readToSlot(page.view, offset, site.format, frames, thread.base + slot);
  if (!store.initial.isDefined) checkSet(m, thread, site, store.info, page, offset, address);
  if (m.footsteps !== null)
    recordAccess(m, thread, site, page.base + offset, null, bitsAt(page.view, offset, site.size));
  if (!site.isLogged) return;
  log(m, thread, site, store.info, page, offset);
  passAccess(m, thread, site, store, at, reading);
  if (m.trace !== null) traceRead(m, thread, site, page, offset);
}

export function performStore(m: Machine, thread: Thread, site: MemorySite, slot: number, address: number): void {
  const store = storeOf(thread, site);
  const at = site.isLocal ? localAddress(m, thread, site, store, address) : address;
  let page = store.page;
  let offset = at - page.base;
  const { frames } = thread.block;
  if (!(offset >= 0 && offset + site.size <= page.size)) {
    const found = findPage(m, thread, site, store, at);
    if (found === null) return;
    page = found;
    offset = at - page.base;
    if (offset + site.size > page.size) return storeAcross(m, thread, site, store, slot, at);
  }
  const before = m.trace === null && m.footsteps === null ? 0n : bitsAt(page.view, offset, site.size);
  writeFromSlot(page.view, offset, site.format, frames, thread.base + slot);
  mark(store.info, page, offset, site.size);
  m.changes++;
  if (m.footsteps !== null)
    recordAccess(m, thread, site, page.base + offset, before, bitsAt(page.view, offset, site.size));
  if (!site.isLogged) return;
  log(m, thread, site, store.info, page, offset);
  passAccess(m, thread, site, store, at, writing);
  if (m.trace !== null) traceAccess(m, thread, site, page.base + offset, before, bitsAt(page.view, offset, site.size));
}

export function performAtomicAccess(m: Machine, thread: Thread, site: MemorySite, address: number): void {
  const store = storeOf(thread, site);
  const at = site.isLocal ? localAddress(m, thread, site, store, address) : address;
  const page = findPage(m, thread, site, store, at);
  if (page === null || at - page.base + site.size > page.size) {
    const target = site.atomic?.target ?? null;
    if (target !== null) clearSlot(thread.block.frames, thread.base + target);
    return;
  }
  const offset = at - page.base;
  if (!store.initial.isDefined && site.atomic?.op !== 'store' && site.atomic?.op !== 'exch')
    checkSet(m, thread, site, store.info, page, offset, address);
  const before = m.watchesChanges || m.releases !== null ? bitsAt(page.view, offset, site.size) : 0n;
  const expected = m.trace === null && m.releases === null ? null : expectedBits(thread, site);
  performAtomic(site, page.view, offset, thread.block.frames, thread.base);
  if (site.atomic?.op !== 'load') mark(store.info, page, offset, site.size);
  const after = m.watchesChanges || m.releases !== null ? bitsAt(page.view, offset, site.size) : 0n;
  if (before !== after) m.changes++;
  if (m.footsteps !== null) recordAccess(m, thread, site, page.base + offset, before, after);
  if (!site.isLogged) return;
  log(m, thread, site, store.info, page, offset);
  passAccess(m, thread, site, store, at, {
    hasRead: site.atomic?.op !== 'store',
    hasWritten: isWritten(site, before, expected),
    hasChanged: before !== after,
  });
  if (m.trace !== null) traceAccess(m, thread, site, page.base + offset, before, after, expected);
}

/** Whether an atomic operation stored: a compare-and-swap does if it finds what it expects. */
const isWritten = ({ atomic }: MemorySite, before: bigint, expected: bigint | null): boolean =>
  atomic?.op !== 'load' && (atomic?.op !== 'cas' || expected === before);
const reading = { hasRead: true, hasWritten: false, hasChanged: false };
const writing = { hasRead: false, hasWritten: true, hasChanged: true };

function traceRead(m: Machine, thread: Thread, site: MemorySite, page: Page, offset: number): void {
  const bits = bitsAt(page.view, offset, site.size);
  traceAccess(m, thread, site, page.base + offset, bits, bits);
}

function storeOf(thread: Thread, site: MemorySite): Store {
  const store = thread.block.stores[site.array];
  invariant(store !== undefined, 'every array has a store');
  return store;
}

/** Slots of all classes are 0 when their bits are. */
function clearSlot(frames: DataView, slot: number): void {
  frames.setFloat64(slot, 0, true);
}

/** The page that holds the first byte, or null (and a fault) when the access is not within the array. */
function findPage(m: Machine, thread: Thread, site: MemorySite, store: Store, address: number): Page | null {
  if (!(address >= 0 && address + site.size <= store.size && address <= Number.MAX_SAFE_INTEGER)) {
    if (address === address) reportOutside(m, thread, site, store, address, store.size);
    return null;
  }
  const before = store.allocated;
  const page = turnToPage(store, address);
  if (store.allocated !== before) countBytes(m, store.allocated - before);
  return page;
}

/** The address in the memory of all threads; NaN, which is nowhere, after an out-of-bounds fault. */
function localAddress(m: Machine, thread: Thread, site: MemorySite, store: Store, address: number): number {
  if (address >= 0 && address + site.size <= store.perThread) return address + thread.linear * store.perThread;
  reportOutside(m, thread, site, store, address, store.perThread);
  return NaN;
}

function reportOutside(
  m: Machine,
  thread: Thread,
  site: MemorySite,
  store: Store,
  address: number,
  size: number,
): void {
  addFault(
    m,
    'out-of-bounds',
    site.site,
    thread,
    () =>
      `${site.mode} of ${site.size} bytes at byte ${address} of ${store.info.name}, which has ${size === Infinity ? 'no negative addresses' : `${size} bytes`}`,
  );
}

function checkSet(
  m: Machine,
  thread: Thread,
  site: MemorySite,
  info: ArrayInfo,
  page: Page,
  offset: number,
  address: number,
): void {
  const last = (offset + site.size - 1) >> info.cellShift;
  for (let cell = offset >> info.cellShift; cell <= last; cell++) {
    if (page.marks[cell] === 0)
      return addFault(
        m,
        'uninitialized',
        site.site,
        thread,
        () => `byte ${address} of ${info.name} is read before anything was written to it`,
      );
  }
}

function mark(info: ArrayInfo, page: Page, offset: number, size: number): void {
  const last = (offset + size - 1) >> info.cellShift;
  for (let cell = offset >> info.cellShift; cell <= last; cell++)
    page.marks[cell] = (page.marks[cell] ?? 0) | writtenMark;
}

function log(m: Machine, thread: Thread, site: MemorySite, info: ArrayInfo, page: Page, offset: number): void {
  const first = offset >> info.cellShift;
  const last = (offset + site.size - 1) >> info.cellShift;
  if (first === last && site.mode === 'read' && isKnownRead(m, thread, site, page, first)) return;
  logAccess(m, loggedAccess(thread, site, page.view, offset, page.base + offset), page, info.cellShift, first, last);
}

function loggedAccess(thread: Thread, site: MemorySite, view: DataView, offset: number, address: number): Logged {
  const { size } = site;
  return {
    thread,
    site,
    address,
    low: size >= 4 ? view.getInt32(offset, true) : size === 2 ? view.getUint16(offset, true) : view.getUint8(offset),
    high: size === 8 ? view.getInt32(offset + 4, true) : 0,
  };
}

// Accesses that straddle two pages (unaligned, or 8 bytes in cells of less) -------------------------------------------

function loadAcross(m: Machine, thread: Thread, site: MemorySite, store: Store, slot: number, address: number): void {
  const scratch = new DataView(new ArrayBuffer(scratchBytes));
  eachByte(m, store, address, site.size, (page, offset, k) => {
    scratch.setUint8(k, page.view.getUint8(offset));
    if (!store.initial.isDefined) checkSet(m, thread, { ...site, size: 1 }, store.info, page, offset, address);
  });
  readToSlot(scratch, 0, site.format, thread.block.frames, thread.base + slot);
  logAcross(m, thread, site, store, scratch, address);
}

function storeAcross(m: Machine, thread: Thread, site: MemorySite, store: Store, slot: number, address: number): void {
  const scratch = new DataView(new ArrayBuffer(scratchBytes));
  writeFromSlot(scratch, 0, site.format, thread.block.frames, thread.base + slot);
  eachByte(m, store, address, site.size, (page, offset, k) => {
    page.view.setUint8(offset, scratch.getUint8(k));
    mark(store.info, page, offset, 1);
  });
  logAcross(m, thread, site, store, scratch, address);
}

function eachByte(
  m: Machine,
  store: Store,
  address: number,
  size: number,
  visit: (page: Page, offset: number, k: number) => void,
): void {
  const before = store.allocated;
  for (let k = 0; k < size; k++) {
    const page = turnToPage(store, address + k);
    visit(page, address + k - page.base, k);
  }
  countBytes(m, store.allocated - before);
}

function logAcross(
  m: Machine,
  thread: Thread,
  site: MemorySite,
  store: Store,
  scratch: DataView,
  address: number,
): void {
  if (!site.isLogged) return;
  const bits = bitsAt(scratch, 0, site.size);
  recordAccess(m, thread, site, address, null, bits);
  // What was there before a store that straddles pages is not looked up: it counts as changed.
  traceAccess(m, thread, site, address, site.mode === 'read' ? bits : ~bits, bits);
  const access = loggedAccess(thread, site, scratch, 0, address);
  const cellBytes = 1 << store.info.cellShift;
  for (let at = Math.floor(address / cellBytes) * cellBytes; at < address + site.size; at += cellBytes) {
    const page = turnToPage(store, at);
    const cell = (at - page.base) >> store.info.cellShift;
    logAccess(m, access, page, store.info.cellShift, cell, cell);
  }
}
