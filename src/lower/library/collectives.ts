/**
 * Calls that all threads of a block make together, with temporary storage in shared memory, as CUB's: each thread
 * writes a byte of the storage, waits for the others, and reads another thread's byte. So two calls on one storage race
 * unless a barrier stands between them, and one call does not (ir/views.ts says what its waiting orders). Which bytes a
 * thread really touches is not documented. Storage that shares its memory with anything else, in a union or beside
 * other members, stands for an array of its own, which alone the waiting orders, and each thread touches any byte of
 * the shared memory by an atomic: two calls do not race there a second time, but what the program does with the rest of
 * the memory does, unless a barrier stands between.
 */
import type { Expr } from '../../base/expr.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { ArrayId } from '../../base/brand.ts';
import type { CType } from '../types/c-type.ts';
import type { Context } from '../context.ts';
import type { Intrinsic } from '../calls/intrinsic.ts';
import type { MemoryPlace, Pointer, Slot } from '../expressions/value.ts';
import { bytes } from '../../base/brand.ts';
import { i32, u32, u8 } from '../../base/ctype.ts';
import { builtin, int } from '../../base/expr-build.ts';
import { invariant } from '../../base/invariant.ts';
import { scalar, sizeOfType } from '../types/c-type.ts';
import { combine, convert } from '../expressions/constants.ts';
import { conditionally, emit, note, spanOf, temporary, unknownScalar } from '../context.ts';
import { pointerOf, toScalar } from '../types/conversions.ts';
import { count } from '../ranks.ts';
import { typedPlace } from '../memory/memory.ts';
import { sharedArray } from '../names.ts';
import { scalarValue, voidValue } from '../expressions/value.ts';
import { messages } from '../wording.ts';

/** Bytes of every storage of a block: one for each thread, with room for blocks above 1,024 threads. */
export const storageBytes = 2048;

/** The thread's number in its block, in row-major order. */
export function threadRank(): Expr {
  const inner = combine('+', builtin('threadIdx.y'), combine('*', builtin('blockDim.y'), builtin('threadIdx.z')));
  return combine('+', builtin('threadIdx.x'), combine('*', builtin('blockDim.x'), inner));
}

/**
 * `__sw_collective(storage, tid, threads)`: one collective call of a block of at most that many threads, by the thread
 * that takes itself for number `tid`; without storage (null) it has its own.
 */
const collective: Intrinsic = (cx, call) => {
  const [arg, own, most] = call.args;
  if (arg === undefined) return null;
  const place = storageOf(cx, pointerOf(cx, cx.rules.value(cx, arg)), call.node);
  if (place === null) {
    emit(cx, call.node, {
      kind: 'unknown',
      because: 'the temporary storage of a collective call is not resolved',
      footprint: cx.everything,
      synchronizes: false,
    });
    emit(cx, call.node, {
      kind: 'barrier',
      scope: { kind: 'collective', storage: ownStorage(cx, call.node).array },
      reduction: null,
    });
    return voidValue;
  }
  const apart = isStorageAlone(cx, place.array) ? { storage: place, within: null } : standIn(cx, place, call.node);
  if (apart === null) {
    const shared = cx.arrays.get(place.array);
    const because = `the temporary storage of a collective call shares the memory of ${shared === undefined ? 'an array' : `\`${shared.name}\``}`;
    emit(cx, call.node, { kind: 'unknown', because, footprint: [place.array], synchronizes: false });
    note(cx, call.node, because);
  }
  if (holdsSeveral(cx, place.array)) {
    const because = 'whether all threads give the same temporary storage to a collective call is not modelled';
    emit(cx, call.node, { kind: 'unknown', because, footprint: [place.array], synchronizes: false });
    note(cx, call.node, because);
  }
  const storage = apart?.storage ?? place;
  const within = apart?.within ?? null;
  if (most !== undefined) exceeded(cx, toScalar(cx, cx.rules.value(cx, most), u32, most), place.array, call.node);
  const rank = own === undefined ? threadRank() : toScalar(cx, cx.rules.value(cx, own), i32, own);
  // What is stored differs where threads that take themselves for one do.
  const given = combine('^', threadRank(), combine('>>', threadRank(), int(8, u32)));
  if (within !== null) touch(cx, within, rank, call.node);
  emit(cx, call.node, {
    kind: 'store',
    place: typedPlace(cx, cellOf(storage, rank, storageBytes), u8),
    value: convert(given, u8),
  });
  emit(cx, call.node, { kind: 'barrier', scope: { kind: 'collective', storage: storage.array }, reduction: null });
  if (within !== null) touch(cx, within, rank, call.node);
  const read = temporary(cx, 'storage', u8);
  emit(cx, call.node, {
    kind: 'load',
    target: read.id,
    place: typedPlace(cx, cellOf(storage, combine('+', rank, int(1)), storageBytes), u8),
  });
  return voidValue;
};

const cellOf = (place: MemoryPlace, index: Expr, extent: number): MemoryPlace => ({
  ...place,
  subscripts: [...place.subscripts, { index, stride: bytes(1), extent }],
});

/**
 * Memory that a collective shares: `size` bytes from `place` on. `isTouched`: it certainly touches the first of them,
 * and not only perhaps.
 */
type SharedBytes = Readonly<{ place: MemoryPlace; size: number; isTouched: boolean }>;

/**
 * A place like that of the storage in an array that only collectives use; `within`: the memory itself. Null: what it is
 * part of is not understood.
 */
function standIn(
  cx: Context,
  place: MemoryPlace,
  node: SyntaxNode,
): Readonly<{ storage: MemoryPlace; within: SharedBytes }> | null {
  const whole = wholeOf(cx, place.array);
  const within = whole === null ? null : sharedWith(whole, place);
  if (whole === null || within === null) return null;
  const key = `storage in ${place.array}`;
  const size = whole.type.kind === 'struct' ? whole.type.struct.size : within.size;
  const known =
    cx.globals.get(key) ??
    sharedArray(
      cx,
      'storage',
      { kind: 'array', of: scalar(u8), extent: Math.max(size, storageBytes) },
      false,
      node,
      false,
    );
  cx.globals.set(key, known);
  invariant(known.kind === 'memory', 'an array of bytes has a layout');
  return { storage: { ...place, array: known.place.array }, within };
}

/** Larger than any shared memory. */
const anySize = 0x40000;

/** Members of a class lie apart; those of a union, and what a plain array is taken for, may lie anywhere in it. */
function sharedWith({ place: start, type }: Extract<Slot, { kind: 'memory' }>, place: MemoryPlace): SharedBytes | null {
  if (type.kind === 'struct' && type.struct.sized) {
    return hasUnion(type)
      ? { place: start, size: type.struct.size, isTouched: true }
      : { place, size: storageBytes, isTouched: true };
  }
  if (type.kind !== 'array' || type.of.kind !== 'scalar') return null;
  const size = type.extent === null ? anySize : type.extent * sizeOfType(type.of);
  return { place: start, size, isTouched: size === storageBytes };
}

/**
 * Before and after the threads meet, each touches any byte of the memory, and one of which its rank tells, as a witness
 * needs it.
 */
function touch(cx: Context, { place, size, isTouched }: SharedBytes, rank: Expr, node: SyntaxNode): void {
  const any = combine('%', unknownScalar(cx, u32, 'an index inside a library', node), int(size, u32));
  for (const index of isTouched ? [combine('%', convert(rank, u32), int(size, u32)), any] : [any]) {
    const value = unknownScalar(cx, u8, 'what a library stores is not modelled', node);
    emit(cx, node, {
      kind: 'atomic',
      op: 'exch',
      place: typedPlace(cx, cellOf(place, index, size), u8),
      operands: [value],
      target: null,
      scope: 'block',
      order: 'relaxed',
    });
  }
}

const hasUnion = (type: CType): boolean =>
  type.kind === 'array'
    ? hasUnion(type.of)
    : type.kind === 'struct' &&
      (type.struct.body?.node.type === 'union_specifier' || type.struct.fields.some((field) => hasUnion(field.type)));

/** A block of more threads than the call is made for uses memory behind its storage. */
function exceeded(cx: Context, most: Expr, storage: ArrayId, node: SyntaxNode): void {
  const because = messages.collectiveTooLarge;
  const then = conditionally(cx, () => {
    emit(cx, node, { kind: 'unknown', because, footprint: [storage], synchronizes: false });
  });
  emit(cx, node, { kind: 'branch', when: combine('>', count('blockDim'), most), then, otherwise: [] });
}

/** `__sw_touch(storage)`: lanes of a warp read and write the storage, ordered among themselves. */
const touched: Intrinsic = (cx, call) => {
  const [arg] = call.args;
  const place = arg === undefined ? null : storageOf(cx, pointerOf(cx, cx.rules.value(cx, arg)), call.node);
  const because = 'the order in which a warp uses the temporary storage of a collective call is not modelled';
  emit(cx, call.node, {
    kind: 'unknown',
    because,
    footprint: place === null ? cx.everything : [place.array],
    synchronizes: false,
  });
  return voidValue;
};

/** `__sw_site()`: a number that each place in the text at which a kernel uses it has for itself. */
const site: Intrinsic = (cx) => {
  const before = [...cx.scalars.values()].filter(({ name }) => name === 'site').length;
  temporary(cx, 'site', i32);
  return scalarValue(int(before));
};

/** `__sw_together(array)`: the block waits, which orders what it does to that array. */
const together: Intrinsic = (cx, call) => {
  const [arg] = call.args;
  const pointer = arg === undefined ? null : pointerOf(cx, cx.rules.value(cx, arg));
  if (pointer?.target.kind === 'memory')
    emit(cx, call.node, {
      kind: 'barrier',
      scope: { kind: 'collective', storage: pointer.target.place.array },
      reduction: null,
    });
  return voidValue;
};

/** Where the storage is; null when that is not resolved. */
function storageOf(cx: Context, pointer: Pointer, node: SyntaxNode): MemoryPlace | null {
  const { target } = pointer;
  if (target.kind === 'null') return ownStorage(cx, node);
  if (target.kind !== 'memory' || cx.arrays.get(target.place.array)?.space !== 'shared') return null;
  return target.place;
}

/**
 * Storage that the library keeps: one for each of its classes. So a second call site without storage may use that of
 * the first.
 */
function ownStorage(cx: Context, node: SyntaxNode): MemoryPlace {
  const at = spanOf(cx, node);
  const key = `storage of ${at.file}:${at.start}`;
  const isSecond = [...cx.globals.keys()].some((other) => other.startsWith('storage of ') && other !== key);
  const known =
    cx.globals.get(key) ??
    sharedArray(cx, 'storage', { kind: 'array', of: scalar(u8), extent: storageBytes }, false, node, false);
  cx.globals.set(key, known);
  invariant(known.kind === 'memory', 'an array of bytes has a layout');
  if (isSecond) {
    const because = 'collective calls without storage may share one that the library keeps';
    emit(cx, node, { kind: 'unknown', because, footprint: [known.place.array], synchronizes: false });
    note(cx, node, because);
  }
  return known.place;
}

/** The variable of the file or of a function that is the array. */
function wholeOf(cx: Context, array: ArrayId): Extract<Slot, { kind: 'memory' }> | null {
  const whole = [...cx.globals.values()].find(
    (slot) => slot.kind === 'memory' && slot.place.array === array && slot.place.subscripts.length === 0,
  );
  return whole?.kind === 'memory' ? whole : null;
}

/** Whether no memory of the array is both storage of a collective and something else. */
function isStorageAlone(cx: Context, array: ArrayId): boolean {
  const whole = wholeOf(cx, array);
  return whole !== null && (cx.arrays.get(array)?.name === 'storage' || keepsStorageApart(whole.type));
}

/** Whether the array holds a row of storages, of which each thread may give another one. */
function holdsSeveral(cx: Context, array: ArrayId): boolean {
  const whole = wholeOf(cx, array);
  const isRow = (type: CType): boolean =>
    type.kind === 'array'
      ? type.of.kind === 'struct'
      : type.kind === 'struct' &&
        type.struct.name !== 'TempStorage' &&
        type.struct.fields.some((field) => isRow(field.type));
  return whole !== null && isRow(whole.type);
}

function keepsStorageApart(type: CType): boolean {
  if (type.kind === 'array') return keepsStorageApart(type.of);
  if (type.kind !== 'struct') return false;
  const { struct } = type;
  if (struct.name === 'TempStorage') return true;
  // A field that is no storage would be ordered by the collective too, in the view of the array that holds both.
  return struct.fields.every((field) => keepsStorageApart(field.type));
}

export const collectivePrimitives: ReadonlyMap<string, Intrinsic> = new Map<string, Intrinsic>([
  ['__sw_collective', collective],
  ['__sw_together', together],
  ['__sw_site', site],
  ['__sw_touch', touched],
]);
