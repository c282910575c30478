/** Local objects as the variables that hold them, and their new values part by part. Exact. */
import type { VarId } from '../../base/brand.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { Slot, Value } from '../expressions/value.ts';
import { assertNever } from '../../base/invariant.ts';
import { constantOf } from '../expressions/constants.ts';
import { keptFor } from '../expressions/order.ts';
import { unknownOf } from '../expressions/value.ts';
import { isSized, sizeOfType } from '../types/c-type.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

type Part = Readonly<{ slot: Slot; value: Value }>;

/**
 * The parts of an object with their new values, none of which reads a part that was written before: `p = {p.y, p.x}`.
 */
export function settledParts(
  cx: Context,
  slot: Extract<Slot, { kind: 'struct' | 'elements' }>,
  value: Value,
  node: SyntaxNode,
): readonly Part[] {
  const parts: Part[] =
    slot.kind === 'struct'
      ? [...slot.fields].map(([name, field]) => ({ slot: field, value: fieldOf(value, name) }))
      : slot.items.map((item, k) => ({ slot: item, value: itemOf(value, k) }));
  const written = new Set<VarId>();
  return parts.map((part) => {
    const settled = { ...part, value: keptFor(cx, part.value, written, node) };
    for (const id of variablesIn(part.slot)) written.add(id);
    return settled;
  });
}

/** The object, as that which its members are members of. */
export function withMembers(cx: Context, whole: Extract<Slot, { kind: 'struct' }>): Slot {
  for (const part of whole.fields.values()) cx.wholes.set(part, whole);
  return whole;
}

/** The array, as that which its elements are parts of. */
export function withItems<Items extends Extract<Slot, { kind: 'elements' }>>(cx: Context, whole: Items): Items {
  for (const item of whole.items) cx.wholes.set(item, whole);
  return whole;
}

/** The object that a slot is a member or an element of, or a member of a member; itself if it is none. */
export function wholeOf(cx: Context, slot: Slot): Slot {
  const whole = cx.wholes.get(slot);
  return whole === undefined ? slot : wholeOf(cx, whole);
}

/**
 * A place surely outside the array that is a member of a local object: what is there is another member, none of which
 * is in the member's array; null for other places.
 */
export function beyondMember(cx: Context, { place, type }: Extract<Slot, { kind: 'memory' }>): Slot | null {
  const decl = cx.arrays.get(place.array);
  if (decl?.space !== 'local' || decl.extents === null || decl.extents.length === 0 || !isSized(type)) return null;
  const at = place.subscripts.reduce<number | null>((sum, { index, stride }) => {
    const known = constantOf(index);
    return sum === null || known === null ? null : sum + Number(known) * Number(stride);
  }, place.offset);
  const size = decl.extents.reduce<number>(
    (product, extent) => product * (extent ?? Infinity),
    Number(decl.elementBytes),
  );
  if (at === null || (at >= 0 && at + sizeOfType(type) <= size)) return null;
  const member = [...cx.wholes.keys()].find((slot) => slot.kind === 'memory' && slot.place.array === place.array);
  return member === undefined
    ? null
    : { kind: 'unknown', because: messages.outOfArray, type, footprint: [], clobbers: member, isBeyond: true };
}

/** The variables that hold a local object. */
export function variablesIn(slot: Slot): readonly VarId[] {
  switch (slot.kind) {
    case 'scalar':
      return [slot.id];
    case 'pointer':
      return [slot.variable.state.count, slot.variable.state.tag].filter((id) => id !== null);
    case 'struct':
      return [...slot.fields.values()].flatMap(variablesIn);
    case 'elements':
      return slot.items.flatMap(variablesIn);
    case 'bits':
      return variablesIn(slot.of);
    case 'joined':
      return slot.parts.flatMap(variablesIn);
    case 'chosen':
      return [...slot.cases.map((one) => one.slot), slot.last].flatMap(variablesIn);
    case 'memory':
    case 'value':
    case 'unknown':
      return [];
    default:
      return assertNever(slot);
  }
}

/** The value of a member of a struct value. */
export function fieldOf(value: Value, name: string): Value {
  return value.kind === 'struct'
    ? (value.fields.get(name) ?? unknownOf(fill(messages.unknownField, { name })))
    : unknownOf(value.kind === 'unknown' ? value.because : messages.structFromOther);
}

/** The value of an element of a list. */
export function itemOf(value: Value, k: number): Value {
  return value.kind === 'list'
    ? (value.items[k] ?? unknownOf(messages.missingElement))
    : unknownOf(value.kind === 'unknown' ? value.because : messages.arrayFromOther);
}
