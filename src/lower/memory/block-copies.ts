/**
 * `memcpy`, `memmove` and `memset` of device code [CUDA guide, dynamic memory and string functions]. Copies of whole
 * objects of one type, and of memory to memory, are exact: element by element, or byte by byte where the types or the
 * number of bytes do not divide. What is left (locals seen as other types) may touch both arrays, with any values.
 */
import type { Expr } from '../../base/expr.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { CType } from '../types/c-type.ts';
import type { Intrinsic } from '../calls/intrinsic.ts';
import type { Pointer, Value } from '../expressions/value.ts';
import type { ScalarType } from '../../base/ctype.ts';
import { sameType, u64, u8 } from '../../base/ctype.ts';
import { int, typeOf, variable } from '../../base/expr-build.ts';
import { conditionally, emit, freshScalar } from '../context.ts';
import { combine, constantOf, convert } from '../expressions/constants.ts';
import { isSized, sameCType, scalar, sizeOfType } from '../types/c-type.ts';
import { asIndex, pointerOf } from '../types/conversions.ts';
import { inOrder } from '../expressions/order.ts';
import { giveAway } from './give-away.ts';
import { clobber, readWholeSlot, writeSlot } from './memory.ts';
import { withSameBits } from './joined.ts';
import { wholeOf } from './parts.ts';
import { addToPointer, dereference, pinned, pinnedExpr } from './pointers.ts';
import { pointerValue, scalarValue, unknownOf } from '../expressions/value.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

/** Elements that are copied one by one; more become a loop. */
const maxUnrolled = 32;

type Copy = Readonly<{
  to: Pointer;
  from: Pointer | null;
  /** memset: the byte */ byte: Expr | null;
  bytes: Expr;
  isMove: boolean;
  name: string;
}>;

const copyOf =
  (name: string): Intrinsic =>
  (cx, { args, node }) => {
    const [to, other, bytes] = inOrder(cx, args, (arg) => cx.rules.value(cx, arg));
    if (to === undefined || other === undefined || bytes === undefined) return null;
    const isSet = name === 'memset';
    const target = pinned(cx, pointerOf(cx, to), 'to', node);
    const source = isSet ? null : pinned(cx, pointerOf(cx, other), 'from', node);
    lowerCopy(
      cx,
      {
        to: target,
        from: source,
        byte: isSet ? convert(asIndex(cx, other, node), u8) : null,
        bytes: convert(asIndex(cx, bytes, node), u64),
        isMove: name === 'memmove',
        name,
      },
      node,
    );
    return pointerValue(target);
  };

export const blockCopies: ReadonlyMap<string, Intrinsic> = new Map(
  ['memcpy', 'memmove', 'memset'].map((name) => [name, copyOf(name)]),
);

function lowerCopy(cx: Context, copy: Copy, node: SyntaxNode): void {
  if (constantOf(copy.bytes) === 0n) return;
  const unit = unitOf(copy);
  const count = unit === null ? null : countOf(copy.bytes, sizeOfType(unit));
  const known = count === null ? null : constantOf(count);
  if (unit !== null && known !== null && known <= BigInt(maxUnrolled)) copyUnits(cx, copy, unit, Number(known), node);
  else if (unit !== null && count !== null && isInMemory(copy)) copyInLoop(cx, copy, unit, count, node);
  else if (isInMemory(copy)) copyInLoop(cx, copy, scalar(u8), copy.bytes, node);
  else copyUnknown(cx, copy, node);
}

/** The type that both sides are copied as; null where there is none. */
function unitOf({ to, from, byte }: Copy): CType | null {
  const own = from === null ? [to] : [to, from];
  if (own.some((one) => one.target.kind !== 'memory' && one.target.kind !== 'slot')) return null;
  const local = own.find((one) => one.target.kind === 'slot');
  if (local !== undefined) {
    const isOne = own.every(
      (one) =>
        one.target.kind === 'memory' ||
        sameCType(one.to, local.to) ||
        (scalarOf(one.to) !== null && scalarOf(local.to) !== null && sizeOfType(one.to) === sizeOfType(local.to)),
    );
    return isOne && isSized(local.to) && (byte === null || constantOf(byte) === 0n || scalarOf(local.to) !== null)
      ? local.to
      : null;
  }
  const fitting = own
    .map((one) => elementType(one.to))
    .filter((type) => scalarOf(type) !== null || (byte === null && type.kind === 'struct' && isSized(type)));
  const smallest = fitting.sort((a, b) => sizeOfType(a) - sizeOfType(b))[0];
  return smallest ?? scalar(u8);
}

const elementType = (type: CType): CType => (type.kind === 'array' ? elementType(type.of) : type);
const scalarOf = (type: CType): Extract<CType, { kind: 'scalar' }>['type'] | null =>
  type.kind === 'scalar' && type.type.kind !== 'bool' ? type.type : null;

/** How many units of that size the bytes are, where that is certain: `n * sizeof(T)` too. */
function countOf(bytes: Expr, size: number): Expr | null {
  const known = constantOf(bytes);
  if (known !== null) return known % BigInt(size) === 0n ? int(Number(known) / size, u64) : null;
  if (size === 1) return bytes;
  const inner = bytes.kind === 'cast' ? bytes.operand : bytes;
  if (inner.kind !== 'binary' || inner.op !== '*') return null;
  for (const [factor, other] of [
    [inner.left, inner.right],
    [inner.right, inner.left],
  ] as const) {
    const scale = constantOf(factor);
    if (scale !== null && scale > 0n && scale % BigInt(size) === 0n)
      return combine('*', convert(other, u64), int(Number(scale) / size, u64));
  }
  return null;
}

/** Whether a loop over the elements copies the same: both sides are memory, and it is no `memmove` within one array. */
const isInMemory = ({ to, from, isMove }: Copy): boolean =>
  to.target.kind === 'memory' &&
  (from === null || (from.target.kind === 'memory' && !(isMove && from.target.place.array === to.target.place.array)));

/** All is read before anything is written, so that parts may overlap. */
function copyUnits(cx: Context, copy: Copy, unit: CType, count: number, node: SyntaxNode): void {
  const values = Array.from({ length: count }, (_, k) => unitValue(cx, copy, unit, int(k, u64), node));
  values.forEach((value, k) => {
    writeUnit(cx, copy.to, unit, int(k, u64), value, node);
  });
}

function copyInLoop(cx: Context, copy: Copy, unit: CType, count: Expr, node: SyntaxNode): void {
  const end = pinnedExpr(cx, count, copy.name, node);
  const k = freshScalar(cx, `${copy.name}.at`, u64, 'local');
  emit(cx, node, { kind: 'assign', target: k, value: int(0, u64) });
  const at = variable(k, u64);
  const body = conditionally(cx, () => {
    writeUnit(cx, copy.to, unit, at, unitValue(cx, copy, unit, at, node), node);
  });
  const step = conditionally(cx, () => {
    emit(cx, node, { kind: 'assign', target: k, value: combine('+', at, int(1, u64)) });
  });
  emit(cx, node, { kind: 'loop', before: [], condition: combine('<', at, end), body, step, testFirst: true });
}

function elementAt(pointer: Pointer, unit: CType, k: Expr): Pointer {
  const seen = pointer.target.kind === 'memory' ? { ...pointer, to: unit } : pointer;
  return constantOf(k) === 0n ? seen : addToPointer(seen, k);
}

function unitValue(cx: Context, { from, byte }: Copy, unit: CType, k: Expr, node: SyntaxNode): Value {
  if (from !== null) return readWholeSlot(cx, dereference(elementAt(from, unit, k)), node);
  const filled = byte === null ? null : filledWith(unit, byte);
  return filled ?? unknownOf(messages.memorySet);
}

/** The scalar or object all of whose bytes are the given one. */
function filledWith(unit: CType, byte: Expr): Value | null {
  const known = constantOf(byte);
  if (unit.kind === 'scalar' && unit.type.kind === 'int') {
    const { type } = unit;
    if (type.bits === 8) return scalarValue(convert(byte, type));
    if (known !== null)
      return scalarValue(
        convert(
          {
            kind: 'int',
            value: BigInt.asUintN(64, known * 0x0101010101010101n) & (2n ** BigInt(type.bits) - 1n),
            type: { ...type, signed: false },
          },
          type,
        ),
      );
  }
  if (known !== 0n) return null;
  if (unit.kind === 'scalar')
    return unit.type.kind === 'float'
      ? scalarValue({ kind: 'float', value: 0, type: unit.type })
      : scalarValue(convert(int(0), unit.type));
  if (unit.kind === 'array')
    return {
      kind: 'list',
      items: Array.from({ length: unit.extent ?? 0 }, () => filledWith(unit.of, byte) ?? unknownOf(messages.memorySet)),
    };
  if (unit.kind === 'pointer') return pointerValue({ to: unit.to, volatile: false, target: { kind: 'null' } });
  if (unit.kind !== 'struct') return null;
  return {
    kind: 'struct',
    type: unit.struct,
    fields: new Map(
      unit.struct.fields.map((field) => [field.name, filledWith(field.type, byte) ?? unknownOf(messages.memorySet)]),
    ),
  };
}

function writeUnit(cx: Context, to: Pointer, unit: CType, k: Expr, value: Value, node: SyntaxNode): void {
  const slot = dereference(elementAt(to, unit, k));
  const type = to.target.kind === 'slot' ? scalarOf(to.to) : null;
  const given = value.kind === 'scalar' ? typeOf(value.expr) : null;
  // a local variable of another type of the same size: the bits stay
  const made =
    value.kind === 'scalar' && type !== null && given !== null && !sameType(type, given)
      ? bitsAs(value.expr, type)
      : value;
  writeSlot(cx, slot, made, node);
}

function bitsAs(expr: Expr, type: ScalarType): Value {
  const made = withSameBits(expr, type);
  return made === null ? unknownOf(messages.reinterpreted) : scalarValue(made);
}

function copyUnknown(cx: Context, copy: Copy, node: SyntaxNode): void {
  const because = fill(messages.notModelledHere, { name: copy.name });
  if (copy.from !== null && copy.from.target.kind !== 'slot') giveAway(cx, pointerValue(copy.from), because, node);
  const slot = dereference(copy.to);
  clobber(cx, wholeOf(cx, copy.to.target.kind === 'slot' ? copy.to.target.slot : slot), because, node);
}
