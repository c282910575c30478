/** Members of structs, and elements of arrays, as slots. */
import type { Expr } from '../base/expr.ts';
import type { Slot, Value } from './value.ts';
import { bytes } from '../base/brand.ts';
import { assertNever } from '../base/invariant.ts';
import { sizeOfType } from './c-type.ts';
import { elementOf } from './pointers.ts';
import { constantOf } from './constants.ts';
import { unknownOf } from './value.ts';

/** The member `name` of a slot, or null when it is not known to have one. */
export function fieldSlot(slot: Slot, name: string): Slot | null {
  switch (slot.kind) {
    case 'struct':
      return slot.fields.get(name) ?? null;
    case 'memory': {
      const field = slot.type.kind === 'struct' ? slot.type.struct.fields.find((one) => one.name === name) : undefined;
      if (field === undefined || slot.type.kind !== 'struct') return null;
      if (!slot.type.struct.sized) return { kind: 'unknown', because: `the layout of ${slot.type.struct.name} is not known`, type: field.type, footprint: [slot.place.array], clobbers: null };
      return { kind: 'memory', place: { ...slot.place, offset: slot.place.offset + field.offset }, type: field.type };
    }
    case 'chosen': {
      const last = fieldSlot(slot.last, name);
      const cases = slot.cases.map((one) => ({ when: one.when, slot: fieldSlot(one.slot, name) }));
      if (last === null || cases.some((one) => one.slot === null)) return null;
      return { kind: 'chosen', cases: cases.flatMap((one) => (one.slot === null ? [] : [{ when: one.when, slot: one.slot }])), last };
    }
    case 'value': {
      const { value } = slot;
      const field = value.kind === 'struct' ? value.fields.get(name) : undefined;
      return field === undefined ? null : valueSlot(field);
    }
    case 'scalar':
    case 'pointer':
    case 'elements':
    case 'unknown':
      return null;
    default:
      return assertNever(slot);
  }
}

/** A slot for a value that nobody assigns. */
export function valueSlot(value: Value): Slot {
  return { kind: 'value', value, type: { kind: 'opaque', text: 'a value' } };
}

/** What stands for a member that is not known: it may touch what the whole may touch. */
export function unknownMember(slot: Slot, name: string): Slot {
  const because = `the member ${name} is not known`;
  switch (slot.kind) {
    case 'memory':
      return { kind: 'unknown', because, type: null, footprint: [slot.place.array], clobbers: null };
    case 'unknown':
      return { ...slot, type: null };
    case 'value':
      return valueSlot(unknownOf(slot.value.kind === 'unknown' ? slot.value.because : because));
    case 'scalar':
    case 'pointer':
    case 'struct':
    case 'elements':
    case 'chosen':
      return { kind: 'unknown', because, type: null, footprint: [], clobbers: slot };
    default:
      return assertNever(slot);
  }
}

/** Element `index` of an array slot, or null when the slot is no array. */
export function arrayElement(slot: Slot, index: Expr): Slot | null {
  switch (slot.kind) {
    case 'memory': {
      if (slot.type.kind !== 'array') return null;
      const { of, extent } = slot.type;
      const subscript = { index, stride: bytes(sizeOfType(of)), extent };
      return { kind: 'memory', place: { ...slot.place, subscripts: [...slot.place.subscripts, subscript] }, type: of };
    }
    case 'elements':
      return elementOf(slot, index);
    case 'value': {
      const known = constantOf(index);
      if (slot.value.kind !== 'list') return null;
      const item = known === null ? undefined : slot.value.items[Number(known)];
      return valueSlot(item ?? unknownOf('an element of a value is chosen by an index'));
    }
    case 'chosen': {
      const last = arrayElement(slot.last, index);
      if (last === null) return null;
      return { kind: 'chosen', cases: slot.cases.flatMap((one) => {
        const inner = arrayElement(one.slot, index);
        return inner === null ? [] : [{ when: one.when, slot: inner }];
      }), last };
    }
    case 'scalar':
    case 'pointer':
    case 'struct':
    case 'unknown':
      return null;
    default:
      return assertNever(slot);
  }
}

