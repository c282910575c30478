/**
 * Byte-addressed memory of one array: dense when it is small and its size is known, else made page by page as it is
 * touched, so that unbounded parameter arrays cost what is used of them.
 * A page keeps, beside the bytes, one mark per cell (written in this run) and the head of the cell's access log.
 */
import type { InitialArray } from '../launch/run.ts';
import type { ScalarType } from '../base/ctype.ts';
import type { ArrayInfo, Format } from './compiled.ts';
import { format, formatOf } from './compiled.ts';
import { bitsToHalf, halfToBits, roundFloat } from './convert.ts';

export type Page = Readonly<{
  /** Address of the first byte. */
  base: number;
  size: number;
  view: DataView;
  marks: Uint8Array;
  /** Per cell, a node of the access log (0: none); empty for arrays that are not logged. */
  heads: Int32Array;
}>;

export type Store = {
  readonly info: ArrayInfo;
  /** Bytes that exist; Infinity: unbounded. For local arrays, of all threads together. */
  readonly size: number;
  /** Bytes of each thread's own part of a local array, else 0. */
  readonly perThread: number;
  readonly initial: Initial;
  readonly pages: Map<number, Page>;
  readonly pageBytes: number;
  /** The page used last. */
  page: Page;
  /** What a whole page holds that begins with one value everywhere, once there is one. */
  blank: Uint8Array | null;
  /** Bytes allocated, all told. */
  allocated: number;
};

/** What a new page holds. */
/** `type`: null for elements that are structures: each of their bytes holds the value. */
type Initial = Readonly<{
  fill: bigint | number | 'distinct';
  type: ScalarType | null;
  elementBytes: number;
  values: ReadonlyMap<number, readonly (readonly [number, bigint | number])[]>;
  isDefined: boolean;
}>;

const denseBytes = 1 << 16;
/** Of large arrays: kernels touch few bytes in each row of a matrix, and all of a page begin with some value. */
const sparseBytes = 1 << 12;
const emptyPage: Page = {
  base: 0,
  size: 0,
  view: new DataView(new ArrayBuffer(0)),
  marks: new Uint8Array(0),
  heads: new Int32Array(0),
};

/** Makes the memory of an array. `threads` is the number of parts of a local array, else 1. */
export function createStore(info: ArrayInfo, initial: InitialArray | null, threads: number): Store {
  const given = initial === null || initial.elements === null ? null : initial.elements * info.elementBytes;
  const own = info.bytes ?? given ?? Infinity;
  const size = own * threads;
  const pageBytes = size <= denseBytes ? Math.max(8, Math.ceil(size / 8) * 8) : sparseBytes;
  const isDefined = (info.space === 'global' || info.space === 'constant') && initial?.fill !== 'uninitialized';
  const values = new Map<number, (readonly [number, bigint | number])[]>();
  for (const [element, value] of initial?.values ?? []) {
    const page = Math.floor((element * info.elementBytes) / pageBytes);
    const list = values.get(page);
    if (list === undefined) values.set(page, [[element, value]]);
    else list.push([element, value]);
  }
  const fill = initial === null || initial.fill === 'uninitialized' ? 0 : initial.fill;
  return {
    info,
    size,
    perThread: info.space === 'local' ? own : 0,
    pages: new Map(),
    pageBytes,
    page: emptyPage,
    blank: null,
    allocated: 0,
    initial: { fill, type: info.elementType, elementBytes: Math.max(1, info.elementBytes), values, isDefined },
  };
}

/** Makes the page with this address the store's `page`; the address exists. */
export function turnToPage(store: Store, address: number): Page {
  const number = Math.floor(address / store.pageBytes);
  let page = store.pages.get(number);
  if (page === undefined) {
    page = createPage(store, number);
    store.pages.set(number, page);
  }
  store.page = page;
  return page;
}

function createPage(store: Store, number: number): Page {
  const { info, initial, pageBytes } = store;
  const base = number * pageBytes;
  const size = Math.min(pageBytes, store.size - base);
  const cells = Math.ceil(pageBytes >> info.cellShift);
  const page: Page = {
    base,
    size,
    view: new DataView(new ArrayBuffer(pageBytes)),
    marks: new Uint8Array(cells),
    heads: new Int32Array(info.isLogged ? cells : 0),
  };
  store.allocated += pageBytes + cells + page.heads.byteLength;
  if (initial.fill !== 0 && initial.fill !== 0n) {
    if (initial.fill === 'distinct') fillDistinct(page, initial);
    else if (store.blank !== null && size === pageBytes) new Uint8Array(page.view.buffer).set(store.blank);
    else {
      for (let at = 0; at + initial.elementBytes <= size; at += initial.elementBytes)
        writeInitial(page.view, at, initial, initial.fill);
      if (size === pageBytes) store.blank = new Uint8Array(page.view.buffer.slice(0));
    }
  }
  for (const [element, value] of initial.values.get(number) ?? []) {
    const at = element * initial.elementBytes - base;
    if (at >= 0 && at + initial.elementBytes <= size) writeInitial(page.view, at, initial, value);
  }
  if (!initial.isDefined) {
    for (const [element] of initial.values.get(number) ?? []) {
      const first = (element * initial.elementBytes - base) >> info.cellShift;
      page.marks.fill(initiallySet, first, first + Math.max(1, initial.elementBytes >> info.cellShift));
    }
  }
  return page;
}

/** `element ^ 5`, beyond 32 bits too: neighbours are out of order, so that a sort or a minimum has something to do. */
const scrambled = (element: number): number => element - (element % 8) + ((element % 8) ^ 5);

/**
 * Values that differ from element to element, never zero, and exact in their type. Bytes of structures are such that
 * floats among them are ordinary numbers.
 */
function fillDistinct({ view, base, size }: Page, initial: Initial): void {
  const { type, elementBytes } = initial;
  const exact =
    type === null || type.kind === 'bool'
      ? 0
      : type.kind === 'float'
        ? { 16: 8, 32: 24, 64: 52 }[type.bits]
        : type.bits - 1;
  const most = 2 ** Math.min(exact, 52) - 1;
  const isInt32 = type?.kind === 'int' && type.bits === 32;
  const isFloat32 = type?.kind === 'float' && type.bits === 32;
  for (let at = 0; at + elementBytes <= size; at += elementBytes) {
    const element = Math.floor((base + at) / elementBytes);
    const value =
      type === null ? 0x38 + ((element * 5) % 16) : type.kind === 'bool' ? 1 : 1 + (scrambled(element) % most);
    if (isInt32) view.setInt32(at, value, true);
    else if (isFloat32) view.setFloat32(at, value, true);
    else writeInitial(view, at, initial, value);
  }
}

/** Marks of a cell. */
export const writtenMark = 1;
const initiallySet = 2;

function writeInitial(view: DataView, at: number, { type, elementBytes }: Initial, value: bigint | number): void {
  if (type !== null) return writeElement(view, at, type, value);
  const byte = typeof value === 'bigint' ? Number(BigInt.asUintN(8, value)) : Math.trunc(value);
  // takes the value modulo 256
  for (let k = 0; k < elementBytes; k++) view.setUint8(at + k, byte);
}

/** Writes a value as memory holds it. */
export function writeElement(view: DataView, at: number, type: ScalarType, value: bigint | number): void {
  if (type.kind === 'float') return writeFloat(view, at, formatOf(type), roundFloat(Number(value), type.bits));
  const whole = typeof value === 'bigint' ? value : BigInt(Math.trunc(value));
  if (type.kind === 'bool') return view.setUint8(at, whole === 0n ? 0 : 1);
  if (type.bits === 64) return view.setBigInt64(at, BigInt.asIntN(64, whole), true);
  writeInt(view, at, formatOf(type), Number(BigInt.asIntN(32, whole)));
}

function writeInt(view: DataView, at: number, how: Format, value: number): void {
  if (how === format.int) view.setInt32(at, value, true);
  else if (how === format.u8 || how === format.i8) view.setInt8(at, value);
  else view.setInt16(at, value, true);
}

function writeFloat(view: DataView, at: number, how: Format, value: number): void {
  if (how === format.f32) view.setFloat32(at, value, true);
  else if (how === format.f64) view.setFloat64(at, value, true);
  else view.setUint16(at, halfToBits(value), true);
}

/** Copies a value from memory to a slot. */
export function readToSlot(view: DataView, at: number, how: Format, frame: DataView, slot: number): void {
  switch (how) {
    case 4:
      return frame.setInt32(slot, view.getInt32(at, true), true);
    case 7:
      return frame.setFloat64(slot, view.getFloat32(at, true), true);
    case 8:
      return frame.setFloat64(slot, view.getFloat64(at, true), true);
    case 5:
      return frame.setBigInt64(slot, view.getBigInt64(at, true), true);
    case 0:
      return frame.setInt32(slot, view.getInt8(at), true);
    case 1:
      return frame.setInt32(slot, view.getUint8(at), true);
    case 2:
      return frame.setInt32(slot, view.getInt16(at, true), true);
    case 3:
      return frame.setInt32(slot, view.getUint16(at, true), true);
    case 6:
      return frame.setFloat64(slot, bitsToHalf(view.getUint16(at, true)), true);
  }
}

/** Copies a value from a slot to memory. */
export function writeFromSlot(view: DataView, at: number, how: Format, frame: DataView, slot: number): void {
  switch (how) {
    case 4:
      return view.setInt32(at, frame.getInt32(slot, true), true);
    case 7:
      return view.setFloat32(at, frame.getFloat64(slot, true), true);
    case 8:
      return view.setFloat64(at, frame.getFloat64(slot, true), true);
    case 5:
      return view.setBigInt64(at, frame.getBigInt64(slot, true), true);
    case 0:
    case 1:
      return view.setInt8(at, frame.getInt32(slot, true));
    case 2:
    case 3:
      return view.setInt16(at, frame.getInt32(slot, true), true);
    case 6:
      return view.setUint16(at, halfToBits(frame.getFloat64(slot, true)), true);
  }
}

/** The written bytes of an array, address to value. */
export function writtenBytes(store: Store): ReadonlyMap<number, number> {
  const shift = store.info.cellShift;
  const bytes = new Map<number, number>();
  for (const [, page] of [...store.pages].sort(([a], [b]) => a - b)) {
    for (let cell = 0; cell < page.marks.length; cell++) {
      if (((page.marks[cell] ?? 0) & writtenMark) === 0) continue;
      for (let at = cell << shift; at < (cell + 1) << shift; at++) bytes.set(page.base + at, page.view.getUint8(at));
    }
  }
  return bytes;
}
