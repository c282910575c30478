/**
 * A local variable seen as another type: `*(int2 *)&pair` of a `float2`, the bytes of an integer, two `half` as one
 * word. Its scalars are joined or taken apart bit by bit, little-endian. Exact; null where the layouts do not divide
 * each other, or where a part is not a scalar.
 */
import type { Expr } from '../../base/expr.ts';
import type { ScalarType } from '../../base/ctype.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { CType } from '../types/c-type.ts';
import type { Slot, Value } from '../expressions/value.ts';
import { apply, int, typeOf, variable } from '../../base/expr-build.ts';
import { sameType, sizeOf } from '../../base/ctype.ts';
import { combine, convert } from '../expressions/constants.ts';
import { emit, freshScalar } from '../context.ts';
import { isSized, sizeOfType } from '../types/c-type.ts';
import { scalarValue, typeOfSlot, unknownOf } from '../expressions/value.ts';
import { messages } from '../wording.ts';

export type Joined = Extract<Slot, { kind: 'joined' }>;
/** In bytes; `slot` null: not one that can be taken apart. */
type Leaf = Readonly<{ offset: number; size: number; slot: Slot | null }>;
type IntType = Extract<ScalarType, { kind: 'int' }>;

/** More elements are not kept apart. */
const maxElements = 256;

/** The local variable as the elements of an array of that type. */
export function viewedAs(slot: Slot, to: CType): Extract<Slot, { kind: 'elements' }> | null {
  const own = typeOfSlot(slot);
  if (own === null || !isSized(own) || !isSized(to)) return null;
  const size = sizeOfType(to);
  const count = size === 0 ? 0 : Math.floor(sizeOfType(own) / size);
  const leaves = count === 0 || count > maxElements ? null : leavesOf(slot, 0);
  if (leaves === null) return null;
  const items = Array.from({ length: count }, (_, k) => shaped(leaves, to, k * size));
  const known = items.filter((item) => item !== null);
  return known.length < items.length ? null : { kind: 'elements', of: to, items: known };
}

function leavesOf(slot: Slot, offset: number): readonly Leaf[] | null {
  switch (slot.kind) {
    case 'scalar':
    case 'joined':
      return [{ offset, size: sizeOf(slot.type), slot: slot.type.kind === 'bool' ? null : slot }];
    case 'struct': {
      if (slot.type.body?.node.type === 'union_specifier' || !slot.type.sized) return null;
      const parts = slot.type.fields.map((field) => {
        const inner = slot.fields.get(field.name);
        return field.bits !== null || inner === undefined ? null : leavesOf(inner, offset + field.offset);
      });
      return parts.includes(null) ? null : parts.flatMap((part) => part ?? []);
    }
    case 'elements': {
      const parts = slot.items.map((item, k) => leavesOf(item, offset + k * sizeOfType(slot.of)));
      return parts.includes(null) ? null : parts.flatMap((part) => part ?? []);
    }
    case 'pointer':
      return [{ offset, size: 8, slot: null }];
    case 'bits':
    case 'chosen':
    case 'memory':
    case 'value':
    case 'unknown':
      return null;
  }
}

function shaped(leaves: readonly Leaf[], to: CType, base: number): Slot | null {
  if (to.kind === 'scalar') return to.type.kind === 'bool' ? null : scalarAt(leaves, to.type, base);
  if (to.kind === 'array') {
    const items = Array.from({ length: to.extent ?? 0 }, (_, k) => shaped(leaves, to.of, base + k * sizeOfType(to.of)));
    const known = items.filter((item) => item !== null);
    return to.extent === null || known.length < items.length ? null : { kind: 'elements', of: to.of, items: known };
  }
  if (to.kind !== 'struct' || !to.struct.sized || to.struct.body?.node.type === 'union_specifier') return null;
  const fields = to.struct.fields.map(
    (field) => [field.name, field.bits !== null ? null : shaped(leaves, field.type, base + field.offset)] as const,
  );
  const known = fields.flatMap(([name, slot]) => (slot === null ? [] : [[name, slot] as const]));
  return known.length < fields.length ? null : { kind: 'struct', type: to.struct, fields: new Map(known) };
}

function scalarAt(leaves: readonly Leaf[], type: ScalarType, start: number): Slot | null {
  const end = start + sizeOf(type);
  const touched = leaves.filter(({ offset, size }) => offset < end && start < offset + size);
  const parts = touched.flatMap(({ slot }) => (slot === null ? [] : [slot]));
  const [first] = touched;
  if (first === undefined || parts.length < touched.length) return null;
  const [only] = parts;
  if (touched.length === 1 && only !== undefined && first.size >= end - start) {
    if (first.size === end - start) return isOf(only, type) ? only : { kind: 'joined', parts: [only], type };
    const whole: Slot = { kind: 'joined', parts: [only], type: unsigned(8 * first.size) };
    const cut: Slot = {
      kind: 'bits',
      of: whole,
      shift: 8 * (start - first.offset),
      width: 8 * (end - start),
      type: unsigned(8 * (end - start)),
    };
    return first.offset > start || end > first.offset + first.size ? null : { kind: 'joined', parts: [cut], type };
  }
  const tiles = touched.every(({ offset }, k) => offset === (k === 0 ? start : endOf(touched[k - 1])));
  const last = touched.at(-1);
  return tiles && last !== undefined && last.offset + last.size === end ? { kind: 'joined', parts, type } : null;
}

const endOf = (leaf: Leaf | undefined): number => (leaf === undefined ? NaN : leaf.offset + leaf.size);
const isOf = (slot: Slot, type: ScalarType): boolean =>
  (slot.kind === 'scalar' || slot.kind === 'joined') && sameType(slot.type, type);
const unsigned = (bits: number): IntType => ({
  kind: 'int',
  bits: bits === 8 || bits === 16 || bits === 32 ? bits : 64,
  signed: false,
});

/** What it holds, from what its parts hold. */
export function putTogether({ parts, type }: Joined, values: readonly Value[]): Value {
  const whole = unsigned(8 * sizeOf(type));
  let [sum, shift]: [Expr | null, number] = [null, 0];
  for (const [k, part] of parts.entries()) {
    const value = values[k];
    const own = scalarTypeOf(part);
    const bits = value?.kind === 'scalar' ? bitsOf(value.expr, own) : null;
    if (bits === null) return unknownOf(messages.localReinterpreted, { kind: 'scalar', type });
    const placed = shift === 0 ? convert(bits, whole) : combine('<<', convert(bits, whole), int(shift));
    sum = sum === null ? placed : combine('|', sum, placed);
    shift += 8 * sizeOf(own);
  }
  const made = sum === null ? null : ofBits(sum, type);
  return made === null ? unknownOf(messages.localReinterpreted, { kind: 'scalar', type }) : scalarValue(made);
}

/** What its parts hold once it holds the given value. */
export function takenApart(
  cx: Context,
  { parts, type }: Joined,
  value: Expr,
  node: SyntaxNode,
): readonly Readonly<{ part: Slot; value: Value }>[] {
  const bits = bitsOf(value, type);
  const whole = unsigned(8 * sizeOf(type));
  const kept = bits === null || parts.length < 2 ? null : freshScalar(cx, 'bits', whole, 'temporary');
  if (kept !== null && bits !== null) emit(cx, node, { kind: 'assign', target: kept, value: bits });
  const all = kept === null ? bits : variable(kept, whole);
  let shift = 0;
  return parts.map((part) => {
    const own = scalarTypeOf(part);
    const cut =
      all === null ? null : convert(shift === 0 ? all : combine('>>', all, int(shift)), unsigned(8 * sizeOf(own)));
    const made = cut === null ? null : ofBits(cut, own);
    shift += 8 * sizeOf(own);
    return { part, value: made === null ? unknownOf(messages.localReinterpreted) : scalarValue(made) };
  });
}

function scalarTypeOf(slot: Slot): ScalarType {
  const type = typeOfSlot(slot);
  return type?.kind === 'scalar' ? type.type : unsigned(8);
}

/** The bits of a scalar as an unsigned integer of its size; of floats by CUDA's functions for that. */
function bitsOf(expr: Expr, type: ScalarType): Expr | null {
  const from = typeOf(expr);
  if (from.kind === 'int' && type.kind === 'int') return convert(convert(expr, type), unsigned(type.bits));
  if (from.kind !== 'float' || !sameType(from, type)) return null;
  const name = { 16: '__half_as_ushort', 32: '__float_as_uint', 64: '__double_as_longlong' }[from.bits];
  return convert(
    apply(name, [expr], from.bits === 64 ? { kind: 'int', bits: 64, signed: true } : unsigned(from.bits)),
    unsigned(from.bits),
  );
}

/** The same bits as another scalar of that size; null where that is not modelled. */
export function withSameBits(expr: Expr, type: ScalarType): Expr | null {
  const from = typeOf(expr);
  if (from.kind === 'int' && type.kind === 'int') return convert(expr, type);
  const bits = bitsOf(expr, from);
  return bits === null ? null : ofBits(bits, type);
}

function ofBits(bits: Expr, type: ScalarType): Expr | null {
  if (type.kind === 'int') return convert(bits, type);
  if (type.kind !== 'float') return null;
  const name = { 16: '__ushort_as_half', 32: '__uint_as_float', 64: '__longlong_as_double' }[type.bits];
  return apply(name, [type.bits === 64 ? convert(bits, { kind: 'int', bits: 64, signed: true }) : bits], type);
}
