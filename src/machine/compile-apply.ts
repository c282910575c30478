/**
 * Compiles calls of pure functions (functions.ts) to natives: arguments are read by type, the result written by type.
 */
import type { ScalarType } from '../base/ctype.ts';
import type { Slot } from './assembler.ts';
import type { ExprContext } from './compile-expr.ts';
import { bigToFloat, floatToBig, floatToInt, roundFloat, wrapInt } from './convert.ts';
import { functionOfBigs, functionOfNumbers } from './functions.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

type Argument = Readonly<{ slot: Slot; type: ScalarType }>;
type Read<Value> = (frame: DataView, base: number) => Value;

/** Emits `target = fn(args)`, or the end of the run when `fn` is not known for these types. */
export function compileApply(
  c: ExprContext,
  fn: string,
  args: readonly Argument[],
  type: ScalarType,
  target: Slot,
): void {
  const same = fn === '__double_as_longlong' || fn === '__longlong_as_double' ? args[0] : undefined;
  if (same !== undefined)
    return c.asm.native((f, base) => f.setBigInt64(base + target, f.getBigInt64(base + same.slot, true), true));
  const wide = [type, ...args.map((arg) => arg.type)].some((t) => t.kind === 'int' && t.bits === 64);
  const big = wide && args.every((arg) => arg.type.kind !== 'float') ? functionOfBigs(fn) : null;
  if (big !== null) {
    const [a, b, d] = [readBig(args[0]), readBig(args[1]), readBig(args[2])];
    const write = writeBig(type, target);
    return c.asm.native((f, base) => write(f, base, big(a(f, base), b(f, base), d(f, base))));
  }
  const plain =
    wide && args.some((arg) => arg.type.kind === 'int' && arg.type.bits === 64)
      ? null
      : functionOfNumbers(fn, type.kind === 'float' && type.bits === 32);
  if (plain === null) return c.unmodelled(fill(messages.unknownFunction, { fn }));
  const [a, b, d] = [readNumber(args[0]), readNumber(args[1]), readNumber(args[2])];
  const write = writeNumber(type, target, args.some((arg) => arg.type.kind === 'float') && !fn.includes('_as_'));
  return c.asm.native((f, base) => write(f, base, plain(a(f, base), b(f, base), d(f, base))));
}

function readNumber(arg: Argument | undefined): Read<number> {
  if (arg === undefined) return () => 0;
  const { slot, type } = arg;
  if (type.kind === 'float') return (f, base) => f.getFloat64(base + slot, true);
  if (type.kind === 'int' && !type.signed) return (f, base) => f.getUint32(base + slot, true);
  return (f, base) => f.getInt32(base + slot, true);
}

function readBig(arg: Argument | undefined): Read<bigint> {
  if (arg === undefined) return () => 0n;
  const { slot, type } = arg;
  if (type.kind === 'int' && type.bits === 64) {
    return type.signed ? (f, base) => f.getBigInt64(base + slot, true) : (f, base) => f.getBigUint64(base + slot, true);
  }
  const read = readNumber(arg);
  return (f, base) => BigInt(read(f, base));
}

function writeNumber(
  type: ScalarType,
  slot: Slot,
  saturates: boolean,
): (frame: DataView, base: number, value: number) => void {
  if (type.kind === 'float') return (f, base, value) => f.setFloat64(base + slot, roundFloat(value, type.bits), true);
  if (type.kind === 'bool') return (f, base, value) => f.setInt32(base + slot, value !== 0 ? 1 : 0, true);
  if (type.bits === 64)
    return (f, base, value) => f.setBigInt64(base + slot, BigInt.asIntN(64, floatToBig(value, type)), true);
  // Integer arguments give a result that wraps; a result computed from floats is converted, which saturates.
  return saturates
    ? (f, base, value) => f.setInt32(base + slot, floatToInt(value, type), true)
    : (f, base, value) => f.setInt32(base + slot, wrapInt(value | 0, type), true);
}

function writeBig(type: ScalarType, slot: Slot): (frame: DataView, base: number, value: bigint) => void {
  if (type.kind === 'float') return (f, base, value) => f.setFloat64(base + slot, bigToFloat(value, type.bits), true);
  if (type.kind === 'int' && type.bits === 64)
    return (f, base, value) => f.setBigInt64(base + slot, BigInt.asIntN(64, value), true);
  if (type.kind === 'bool') return (f, base, value) => f.setInt32(base + slot, value === 0n ? 0 : 1, true);
  return (f, base, value) => f.setInt32(base + slot, wrapInt(Number(BigInt.asIntN(32, value)), type), true);
}
