/** Members of structs, and elements of arrays, as slots. */
import type { Expr } from '../../base/expr.ts';
import type { CType, Field, StructType } from '../types/c-type.ts';
import type { MemoryPlace, Slot, Value } from '../expressions/value.ts';
import { bytes } from '../../base/brand.ts';
import { assertNever } from '../../base/invariant.ts';
import { isSameClass, isUndeclaredOnly, sizeOfType } from '../types/c-type.ts';
import { readPointer } from '../memory/pointer-variable.ts';
import { dereference, elementOf } from '../memory/pointers.ts';
import { constantOf } from '../expressions/constants.ts';
import { typeOfSlot, unknownOf } from '../expressions/value.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

/** The member `name` of a slot, or null when it is not known to have one. */
export function fieldSlot(slot: Slot, name: string): Slot | null {
  if (slot.kind === 'chosen') return ownField(slot, name);
  const struct = structIn(slot);
  const path = struct === null ? null : pathTo(struct, name);
  if (struct !== null && isOfSeveralBases(struct, name))
    return {
      kind: 'unknown',
      because: fill(messages.ambiguousMember, { name }),
      type: null,
      footprint: 'everything',
      clobbers: slot,
    };
  if (path === null) return slot.kind === 'struct' ? ownField(slot, name) : null;
  return path.reduce<Slot | null>((at, field) => (at === null ? null : member(at, field)), slot);
}

/** A member as an expression names it: one that is a reference is what it refers to. */
function member(slot: Slot, field: Field): Slot | null {
  const own = subobject(slot, field);
  return own === null || field.type.kind !== 'reference' ? own : referred(own, field.type.to);
}

function referred(own: Slot, to: CType): Slot {
  if (own.kind === 'pointer') return dereference(readPointer(own.variable));
  if (own.kind === 'value' && own.value.kind === 'pointer') return dereference(own.value.pointer);
  if (own.kind === 'memory' && own.type.kind !== 'reference') return own;
  return {
    kind: 'unknown',
    because: messages.unresolvedMemberReference,
    type: to,
    footprint: 'everything',
    clobbers: null,
  };
}

/** The struct that a slot holds; null when it holds none. */
export function structIn(slot: Slot): StructType | null {
  const type = typeOfSlot(slot);
  if (type?.kind === 'struct') return type.struct;
  return slot.kind === 'value' && slot.value.kind === 'struct' ? slot.value.type : null;
}

/** The fields that lead to a member: its own first, then those of anonymous members and base classes. */
export function pathTo(struct: StructType, name: string): readonly Field[] | null {
  const own = struct.fields.find((field) => field.name === name);
  if (own !== undefined) return [own];
  for (const role of ['anonymous', 'base'] as const) {
    for (const field of struct.fields) {
      const inner = field.role === role && field.type.kind === 'struct' ? pathTo(field.type.struct, name) : null;
      if (inner !== null) return [field, ...inner];
    }
  }
  return null;
}

/**
 * Whether two bases have a member of that name, and the class has none: a using-declaration decides
 * [class.member.lookup].
 */
function isOfSeveralBases(struct: StructType, name: string): boolean {
  if (struct.fields.some((field) => field.name === name)) return false;
  return (
    struct.fields.filter(
      (field) => field.role === 'base' && field.type.kind === 'struct' && pathTo(field.type.struct, name) !== null,
    ).length > 1
  );
}

/** The base subobject of that class (itself for its own name), or null. */
export function baseNamed(slot: Slot, name: string): Slot | null {
  const struct = structIn(slot);
  if (struct === null) return null;
  if (struct.name === name || struct.template?.name === name) return slot;
  for (const field of struct.fields) {
    const inner = field.role === 'base' ? subobject(slot, field) : null;
    const found = inner === null ? null : baseNamed(inner, name);
    if (found !== null) return found;
  }
  return null;
}

/** The fields from a class down to its base subobject of another class; [] for the class itself, null for no base. */
export function basePath(struct: StructType, base: StructType): readonly Field[] | null {
  if (isSameClass(struct, base)) return [];
  for (const field of struct.fields) {
    const inner = field.role === 'base' && field.type.kind === 'struct' ? basePath(field.type.struct, base) : null;
    if (inner !== null) return [field, ...inner];
  }
  return null;
}

/** A field of a slot that holds its struct. */
export function subobject(slot: Slot, field: Field): Slot | null {
  if (slot.kind === 'memory' && slot.type.kind === 'struct') {
    if (!isUndeclaredOnly(slot.type))
      return {
        kind: 'unknown',
        because: fill(messages.unknownLayout, { name: slot.type.struct.name }),
        type: field.type,
        footprint: [slot.place.array],
        clobbers: null,
      };
    return fieldInMemory(slot.place, field);
  }
  return ownField(slot, field.name);
}

/** A field of a struct at a place. */
export function fieldInMemory(place: MemoryPlace, field: Field): Slot {
  const at = {
    ...place,
    offset: place.offset + field.offset,
    volatile: place.volatile || field.isVolatile === true,
    label: field.role === 'member' ? `${place.label ?? ''}.${field.name}` : (place.label ?? ''),
  };
  if (field.bits === null || field.type.kind !== 'scalar') return { kind: 'memory', place: at, type: field.type };
  return {
    kind: 'bits',
    of: { kind: 'memory', place: at, type: { kind: 'scalar', type: field.bits.unit } },
    shift: field.bits.shift,
    width: field.bits.width,
    type: field.type.type,
  };
}

function ownField(slot: Slot, name: string): Slot | null {
  switch (slot.kind) {
    case 'struct':
      return slot.fields.get(name) ?? null;
    case 'chosen': {
      const slots = [...slot.cases.map((one) => one.slot), slot.last];
      if (slots.every((one) => fieldSlot(one, name) === null)) return null;
      // a pointer that may also be null, or point out of sight
      const own = (one: Slot): Slot | null =>
        fieldSlot(one, name) ?? (one.kind === 'unknown' ? unknownMember(one, name) : null);
      const last = own(slot.last);
      const cases = slot.cases.map((one) => ({ when: one.when, slot: own(one.slot) }));
      if (last === null || cases.some((one) => one.slot === null)) return null;
      return {
        kind: 'chosen',
        cases: cases.flatMap((one) => (one.slot === null ? [] : [{ when: one.when, slot: one.slot }])),
        last,
      };
    }
    case 'value': {
      const { value } = slot;
      const field = value.kind === 'struct' ? value.fields.get(name) : undefined;
      return field === undefined ? null : valueSlot(field);
    }
    case 'memory':
    case 'bits':
    case 'joined':
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

/** The type of a member of an object of which only the type is known. */
function memberType(slot: Slot, name: string): CType | null {
  const struct = structIn(slot);
  const type = struct === null ? undefined : pathTo(struct, name)?.at(-1)?.type;
  return type?.kind === 'reference' ? type.to : (type ?? null);
}

/** What stands for a member that is not known: it may touch what the whole may touch. */
export function unknownMember(slot: Slot, name: string): Slot {
  const because = fill(messages.unknownMember, { name });
  switch (slot.kind) {
    case 'memory':
      return { kind: 'unknown', because, type: null, footprint: [slot.place.array], clobbers: null };
    case 'unknown':
      return { ...slot, type: memberType(slot, name) };
    case 'value':
      return valueSlot(unknownOf(slot.value.kind === 'unknown' ? slot.value.because : because));
    case 'bits':
    case 'joined':
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
      const label = slot.place.label === undefined ? {} : { label: `${slot.place.label}[]` };
      return {
        kind: 'memory',
        place: { ...slot.place, subscripts: [...slot.place.subscripts, subscript], ...label },
        type: of,
      };
    }
    case 'elements':
      return elementOf(slot, index);
    case 'value': {
      const known = constantOf(index);
      if (slot.value.kind !== 'list') return null;
      const item = known === null ? undefined : slot.value.items[Number(known)];
      return valueSlot(item ?? unknownOf(messages.indexedValue));
    }
    case 'chosen': {
      const last = arrayElement(slot.last, index);
      if (last === null) return null;
      return {
        kind: 'chosen',
        cases: slot.cases.flatMap((one) => {
          const inner = arrayElement(one.slot, index);
          return inner === null ? [] : [{ when: one.when, slot: inner }];
        }),
        last,
      };
    }
    case 'unknown':
      return slot.type?.kind === 'array' && slot.parameter === undefined ? { ...slot, type: slot.type.of } : null;
    case 'bits':
    case 'joined':
    case 'scalar':
    case 'pointer':
    case 'struct':
      return null;
    default:
      return assertNever(slot);
  }
}
