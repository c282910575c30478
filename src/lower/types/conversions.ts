/** Values as scalars, indices and pointers, by C's implicit conversions. What has no such meaning gets any value. */
import type { Expr } from '../../base/expr.ts';
import type { ScalarType } from '../../base/ctype.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { CType, StructType } from './c-type.ts';
import type { MemoryPlace, Pointer, Slot, Value } from '../expressions/value.ts';
import { i32, i64, u64 } from '../../base/ctype.ts';
import { typeOf } from '../../base/expr-build.ts';
import { assertNever } from '../../base/invariant.ts';
import { unknownScalar } from '../context.ts';
import { convert } from '../expressions/constants.ts';
import { isSameClass, isSized, sameCType } from './c-type.ts';
import { arithmeticType } from './conversion-functions.ts';
import { basePath, structIn, subobject } from '../classes/fields.ts';
import { addressOf, dereference, isNotNull } from '../memory/pointers.ts';
import { typeOfSlot } from '../expressions/value.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

/** The value as a scalar of that type, by C's implicit conversions. */
export function toScalar(cx: Context, value: Value, type: ScalarType, node: SyntaxNode): Expr {
  switch (value.kind) {
    case 'scalar':
      return convert(value.expr, type);
    case 'pointer': {
      const given = type.kind === 'bool' ? isNotNull(cx, value.pointer) : null;
      return given ?? unknownScalar(cx, type, messages.pointerAsNumber, node);
    }
    case 'list': {
      const first = value.items[0];
      return first === undefined
        ? convert({ kind: 'int', value: 0n, type: i32 }, type)
        : toScalar(cx, first, type, node);
    }
    case 'unknown':
      return unknownScalar(cx, type, value.because, node);
    case 'struct': {
      const made = cx.rules.coerce(cx, value, { kind: 'scalar', type }, node);
      return made.kind === 'scalar'
        ? convert(made.expr, type)
        : unknownScalar(cx, type, fill(messages.usedAsNumber, { name: value.type.name }), node);
    }
    case 'group':
    case 'lambda':
    case 'function':
    case 'functions':
    case 'void':
      return unknownScalar(cx, type, fill(messages.kindAsNumber, { kind: value.kind }), node);
    default:
      return assertNever(value);
  }
}

/** The value as a scalar of its own type; `fallback` where it has none. */
export function asScalar(cx: Context, value: Value, node: SyntaxNode, fallback: ScalarType = i32): Expr {
  if (value.kind === 'scalar') return value.expr;
  if (value.kind === 'unknown' && value.type?.kind === 'scalar') return toScalar(cx, value, value.type.type, node);
  const own = value.kind === 'struct' ? arithmeticType(cx, value.type) : null;
  return toScalar(cx, value, own?.kind === 'scalar' ? own.type : value.kind === 'pointer' ? u64 : fallback, node);
}

/** The value as an index: any integer. */
export function asIndex(cx: Context, value: Value, node: SyntaxNode): Expr {
  const expr = asScalar(cx, value, node, i64);
  const type = typeOf(expr);
  return type.kind === 'int' ? expr : convert(expr, type.kind === 'bool' ? i32 : i64);
}

/** The value as a pointer to that type. */
export function toPointer(cx: Context, value: Value, to: CType): Pointer {
  const unresolved = (because: string): Pointer => ({
    to,
    volatile: false,
    target: { kind: 'unknown', because, footprint: 'everything' },
  });
  switch (value.kind) {
    case 'pointer':
      return seenAs(cx, value.pointer, to);
    case 'scalar':
      return value.expr.kind === 'int' && value.expr.value === 0n
        ? { to, volatile: false, target: { kind: 'null' } }
        : unresolved(messages.numberAsPointer);
    case 'unknown':
      return unresolved(value.because);
    case 'struct':
    case 'list':
    case 'group':
    case 'lambda':
    case 'function':
    case 'functions':
    case 'void':
      return unresolved(fill(messages.kindAsPointer, { kind: value.kind }));
    default:
      return assertNever(value);
  }
}

/** The value as a pointer to whatever it points to. */
export function pointerOf(cx: Context, value: Value): Pointer {
  return value.kind === 'pointer' ? value.pointer : toPointer(cx, value, { kind: 'opaque', text: 'an object' });
}

const withoutNumber = ({ to, volatile, target }: Pointer): Pointer => ({ to, volatile, target });

/** A pointer seen as one to another type; where the sizes of elements are not known, it is not resolved any more. */
export function seenAs(cx: Context, pointer: Pointer, to: CType): Pointer {
  if (pointer.asNumber !== undefined) return seenAs(cx, withoutNumber(pointer), to);
  if (to.kind === 'void') return { ...pointer };
  const related =
    to.kind === 'struct' && pointer.to.kind === 'struct'
      ? relatedPointer(cx, pointer, pointer.to.struct, to.struct)
      : null;
  if (related !== null) return related;
  if (pointer.target.kind === 'chosen') {
    const of = (one: Pointer): Pointer => seenAs(cx, { ...one, to: pointer.to }, to);
    const { cases, last } = pointer.target;
    return {
      ...pointer,
      to,
      target: {
        kind: 'chosen',
        cases: cases.map((one) => ({ when: one.when, pointer: of(one.pointer) })),
        last: of(last),
      },
    };
  }
  if (pointer.target.kind === 'memory' && !isMeasured(cx, pointer.target.place, to)) {
    const array = cx.arrays.get(pointer.target.place.array);
    const because = fill(messages.unknownSizeView, { text: array === undefined ? 'an array' : `\`${array.name}\`` });
    return {
      to,
      volatile: pointer.volatile,
      target: { kind: 'unknown', because, footprint: [pointer.target.place.array] },
    };
  }
  return { ...pointer, to };
}

/** Whether it is known where objects of a type lie in an array: both have a size, or they are its elements. */
function isMeasured(cx: Context, place: MemoryPlace, type: CType): boolean {
  const element = cx.madeUp.get(place.array);
  if (element === undefined) return isSized(type);
  return type.kind === 'array' ? isMeasured(cx, place, type.of) : sameCType(element, type);
}

/**
 * A pointer to an object as one to its base subobject, or back [expr.static.cast]; null for classes that are not
 * related.
 */
function relatedPointer(cx: Context, pointer: Pointer, from: StructType, to: StructType): Pointer | null {
  const up = basePath(from, to);
  const down = up === null ? basePath(to, from) : null;
  const path = up ?? down;
  if (path === null || path.length === 0) return null;
  const seen: CType = { kind: 'struct', struct: to };
  const { target } = pointer;
  const distance = path.reduce((sum, field) => sum + field.offset, 0);
  switch (target.kind) {
    case 'memory':
      return {
        ...pointer,
        to: seen,
        target: {
          kind: 'memory',
          place: { ...target.place, offset: target.place.offset + (up === null ? -distance : distance) },
        },
      };
    case 'slot': {
      const slot =
        up === null
          ? enclosingOf(cx, target.slot, to)
          : path.reduce<Slot | null>((at, field) => (at === null ? null : subobject(at, field)), target.slot);
      if (slot === null || target.index !== null) return null;
      const key = `${target.key}::${to.name}`;
      if (up !== null) cx.enclosing.set(slot, target.slot);
      cx.pointed.set(key, slot);
      return { ...pointer, to: seen, target: { kind: 'slot', key, slot, index: null } };
    }
    case 'chosen':
      return {
        ...pointer,
        to: seen,
        target: {
          kind: 'chosen',
          cases: target.cases.map((one) => ({
            when: one.when,
            pointer: seenAs(cx, { ...one.pointer, to: pointer.to }, seen),
          })),
          last: seenAs(cx, { ...target.last, to: pointer.to }, seen),
        },
      };
    case 'null':
    case 'unknown':
      return null;
    default:
      return assertNever(target);
  }
}

/** The object of that class that a base subobject lies in, as far as it was seen; itself if it is one. */
function enclosingOf(cx: Context, slot: Slot, struct: StructType): Slot | null {
  for (let at: Slot | undefined = slot; at !== undefined; at = cx.enclosing.get(at)) {
    const own = structIn(at);
    if (own !== null && basePath(own, struct)?.length === 0) return at;
  }
  return null;
}

/** An lvalue as one of another type, as a cast to a reference makes it: memory is read as that type, locals are not. */
export function slotSeenAs(cx: Context, slot: Slot, type: CType): Slot {
  const related = type.kind === 'struct' ? baseOrDerived(cx, slot, type.struct) : null;
  if (related !== null) return related;
  const own = typeOfSlot(slot);
  if (
    own === null ||
    type.kind === 'opaque' ||
    sameCType(own, type) ||
    (own.kind === 'struct' && type.kind === 'struct' && isSameClass(own.struct, type.struct))
  )
    return slot;
  if (slot.kind === 'memory' && !isMeasured(cx, slot.place, type))
    return dereference({
      ...seenAs(cx, { to: own, volatile: false, target: { kind: 'memory', place: slot.place } }, type),
      to: type,
    });
  return slot.kind === 'memory'
    ? { ...slot, type }
    : dereference({ ...addressOf(cx, slot, `${cx.frame.key}&seen`), to: type });
}

/** An object as its base subobject, or as the object around it; null for classes that are not related. */
export function baseOrDerived(cx: Context, slot: Slot, struct: StructType): Slot | null {
  const own = structIn(slot);
  if (own === null || basePath(own, struct)?.length === 0) return null;
  if (basePath(own, struct) === null && basePath(struct, own) === null) return null;
  return dereference(seenAs(cx, addressOf(cx, slot, `${cx.frame.key}&cast`), { kind: 'struct', struct }));
}
