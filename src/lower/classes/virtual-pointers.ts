/**
 * The pointers to virtual functions that objects in memory begin with. Constructing an object writes them, calling a
 * virtual function reads one: threads race on them as on members. Their values are not modelled.
 */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { CType, StructType } from '../types/c-type.ts';
import type { Slot } from '../expressions/value.ts';
import { u64 } from '../../base/ctype.ts';
import { scalar } from '../types/c-type.ts';
import { writeSlot } from '../memory/memory.ts';
import { basesOf } from '../types/c-type.ts';
import { isPolymorphic } from './structs.ts';
import { unknownOf } from '../expressions/value.ts';
import { messages } from '../wording.ts';

/**
 * The pointers to virtual functions of an object and its parts, its own first; none where the object is not in memory.
 */
export function virtualPointers(object: Slot, struct: StructType): readonly Slot[] {
  if (object.kind === 'chosen') {
    const last = virtualPointers(object.last, struct);
    const cases = object.cases.map((one) => ({ when: one.when, slots: virtualPointers(one.slot, struct) }));
    return last.flatMap((slot, k): Slot[] => {
      const others = cases.flatMap(({ when, slots }) => (slots[k] === undefined ? [] : [{ when, slot: slots[k] }]));
      return others.length === cases.length ? [{ kind: 'chosen', cases: others, last: slot }] : [];
    });
  }
  if (object.kind !== 'memory') return [];
  const { place } = object;
  return offsetsIn(struct).map((offset) => ({
    kind: 'memory',
    place: { ...place, offset: place.offset + offset },
    type: scalar(u64),
  }));
}

function offsetsIn(struct: StructType): readonly number[] {
  const own = isPolymorphic(struct) && !basesOf(struct).some(isPolymorphic) ? [0] : [];
  return [...own, ...struct.fields.flatMap((field) => offsetsOf(field.type).map((offset) => field.offset + offset))];
}

function offsetsOf(type: CType): readonly number[] {
  if (type.kind === 'struct') return offsetsIn(type.struct);
  if (type.kind !== 'array' || type.extent === null) return [];
  const { of } = type;
  const inner = offsetsOf(of);
  const size = of.kind === 'struct' ? of.struct.size : 0;
  return inner.length === 0
    ? []
    : Array.from({ length: type.extent }, (_, k) => inner.map((offset) => k * size + offset)).flat();
}

/** An object begins. */
export function writeVirtualPointers(cx: Context, object: Slot, struct: StructType, node: SyntaxNode): void {
  for (const slot of virtualPointers(object, struct)) writeSlot(cx, slot, unknownOf(messages.virtualAddress), node);
}

/** The object of a class that begins so many bytes before a part of it; null where it is not in memory. */
export function asDynamic(part: Slot, struct: StructType, distance: number): Slot | null {
  if (part.kind === 'memory')
    return {
      ...part,
      place: { ...part.place, offset: part.place.offset - distance },
      type: { kind: 'struct', struct },
    };
  if (part.kind !== 'chosen') return null;
  const last = asDynamic(part.last, struct, distance);
  const cases = part.cases.flatMap((one) => {
    const slot = asDynamic(one.slot, struct, distance);
    return slot === null ? [] : [{ when: one.when, slot }];
  });
  return last === null || cases.length < part.cases.length ? null : { kind: 'chosen', cases, last };
}
