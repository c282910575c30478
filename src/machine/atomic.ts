/** Atomic read-modify-write operations (CUDA guide, Atomic Functions), in that order and vocabulary. */
import type { AtomicOp } from '../ir/ir.ts';
import type { ScalarType } from '../base/ctype.ts';
import type { MemorySite } from './compiled.ts';
import { invariant } from '../base/invariant.ts';
import { roundFloat, wrapBig } from './convert.ts';
import { readToSlot, writeFromSlot } from './memory.ts';

/** Performs the operation at `offset`; the frame's target gets the old value. */
export function performAtomic(site: MemorySite, view: DataView, offset: number, frames: DataView, base: number): void {
  const { atomic } = site;
  invariant(atomic !== null, 'only atomics come here');
  const [first, second] = atomic.operands;
  const cell = new DataView(new ArrayBuffer(24));
  readToSlot(view, offset, site.format, cell, 0);
  // Operands are copied before the target is written: they may be the same slot.
  if (first !== undefined) copySlot(frames, base + first, cell, 8);
  if (second !== undefined) copySlot(frames, base + second, cell, 16);
  if (atomic.target !== null) copySlot(cell, 0, frames, base + atomic.target);
  if (atomic.op === 'load') return;
  replaceOld(atomic.op, site.type, cell);
  writeFromSlot(view, offset, site.format, cell, 0);
}

function copySlot(from: DataView, at: number, to: DataView, where: number): void {
  to.setInt32(where, from.getInt32(at, true), true);
  to.setInt32(where + 4, from.getInt32(at + 4, true), true);
}

/** Slot 0 of `cell` holds the old value and gets the new one; 8 and 16 are the operands. */
export function replaceOld(op: AtomicOp, type: ScalarType, cell: DataView): void {
  if (type.kind === 'float') {
    const value = newFloat(op, cell.getFloat64(0, true), cell.getFloat64(8, true), cell.getFloat64(16, true));
    return cell.setFloat64(0, roundFloat(value, type.bits), true);
  }
  const int = type.kind === 'bool' ? ({ kind: 'int', bits: 8, signed: false } as const) : type;
  const read = (at: number): bigint =>
    int.bits === 64 ? wrapBig(cell.getBigInt64(at, true), int) : wrapBig(BigInt(cell.getInt32(at, true)), int);
  const value = wrapBig(newInt(op, read(0), read(8), read(16)), int);
  if (int.bits === 64) cell.setBigInt64(0, BigInt.asIntN(64, value), true);
  else cell.setInt32(0, Number(BigInt.asIntN(32, value)), true);
}

function newInt(op: AtomicOp, old: bigint, a: bigint, b: bigint): bigint {
  switch (op) {
    case 'add':
      return old + a;
    case 'sub':
      return old - a;
    case 'min':
      return old < a ? old : a;
    case 'max':
      return old > a ? old : a;
    case 'and':
      return old & a;
    case 'or':
      return old | a;
    case 'xor':
      return old ^ a;
    case 'inc':
      return old >= a ? 0n : old + 1n;
    case 'dec':
      return old === 0n || old > a ? a : old - 1n;
    case 'cas':
      return old === a ? b : old;
    case 'exch':
    case 'store':
      return a;
    case 'load':
      return old;
  }
}

function newFloat(op: AtomicOp, old: number, a: number, b: number): number {
  switch (op) {
    case 'add':
      return old + a;
    case 'sub':
      return old - a;
    case 'min':
      return Math.min(old, a);
    case 'max':
      return Math.max(old, a);
    case 'cas':
      return Object.is(old, a) ? b : old;
    case 'exch':
    case 'store':
      return a;
    case 'and':
    case 'or':
    case 'xor':
    case 'inc':
    case 'dec':
    case 'load':
      return old;
  }
}
