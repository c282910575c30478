/** Code for C's conversions between slots (convert.ts says what they compute), and plain moves. */
import type { FloatType, IntType, ScalarType } from '../base/ctype.ts';
import type { Slot, SlotClass } from './assembler.ts';
import type { ExprContext } from './compile-expr.ts';
import { classOf } from './assembler.ts';
import { isUnsigned } from '../base/ctype.ts';
import { bigToFloat, floatToBig, floatToInt, roundFloat, wrapBig, wrapInt } from './convert.ts';
import { op } from './opcode.ts';

export function move(c: ExprContext, cls: SlotClass, target: Slot, from: Slot): void {
  if (target !== from) c.asm.emit(cls === 'i' ? op.moveI : cls === 'l' ? op.moveL : op.moveF, target, from);
}

/** Brings the result of 32-bit arithmetic back into a type of 8 or 16 bits. */
export function wrapNarrow(c: ExprContext, type: ScalarType, slot: Slot): void {
  if (type.kind !== 'int' || type.bits >= 32) return;
  c.asm.native((f, b) => f.setInt32(b + slot, wrapInt(f.getInt32(b + slot, true), type), true));
}

export function toBool(c: ExprContext, cls: SlotClass, target: Slot, a: Slot): void {
  if (cls === 'i') return c.asm.emit(op.neI, target, a, c.asm.constant('i', 0));
  if (cls === 'f') return c.asm.emit(op.neD, target, a, c.asm.constant('f', 0));
  c.asm.emit(op.eqL, target, a, c.asm.constant('l', 0n));
  c.asm.emit(op.eqI, target, target, c.asm.constant('i', 0));
}

export function toInt(c: ExprContext, from: ScalarType, to: IntType, target: Slot, a: Slot): void {
  const cls = classOf(from);
  if (to.bits === 64) {
    if (cls === 'l') return move(c, 'l', target, a);
    if (cls === 'i') return c.asm.emit(isUnsigned(from) ? op.unsignedToLong : op.intToLong, target, a);
    return c.asm.native((f, b) =>
      f.setBigInt64(b + target, wrapBig(floatToBig(f.getFloat64(b + a, true), to), { ...to, signed: true }), true),
    );
  }
  if (cls === 'f')
    return c.asm.native((f, b) => f.setInt32(b + target, floatToInt(f.getFloat64(b + a, true), to), true));
  if (cls === 'l') c.asm.emit(op.longToInt, target, a);
  else move(c, 'i', target, a);
  const fits =
    from.kind === 'bool' ||
    (from.kind === 'int' &&
      (from.bits < to.bits ? !from.signed || to.signed : from.bits === to.bits && from.signed === to.signed));
  if (!fits) wrapNarrow(c, to, target);
}

export function toFloat(c: ExprContext, from: ScalarType, to: FloatType, target: Slot, a: Slot): void {
  const bits = to.bits;
  const round = (): void => {
    if (bits === 32) c.asm.emit(op.roundF, target, target);
    if (bits === 16)
      c.asm.native((f, b) => f.setFloat64(b + target, roundFloat(f.getFloat64(b + target, true), 16), true));
  };
  if (from.kind === 'float') {
    move(c, 'f', target, a);
    if (from.bits > bits) round();
    return;
  }
  if (classOf(from) === 'l') {
    const read = isUnsigned(from)
      ? (f: DataView, at: number): bigint => f.getBigUint64(at, true)
      : (f: DataView, at: number): bigint => f.getBigInt64(at, true);
    return c.asm.native((f, b) => f.setFloat64(b + target, bigToFloat(read(f, b + a), bits), true));
  }
  c.asm.emit(isUnsigned(from) ? op.unsignedToDouble : op.intToDouble, target, a);
  round();
}
