/**
 * Pointer arithmetic on statically resolved pointers: array + subscripts. Exact: address arithmetic is done in 64 bits,
 * as C does it, and only where two indices of one stride are added.
 */
import type { Expr } from '../../base/expr.ts';
import type { Subscript } from '../../ir/ir.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { CType } from '../types/c-type.ts';
import type { MemoryPlace, Pointer, PointerTarget, Slot } from '../expressions/value.ts';
import { viewedAs } from './joined.ts';
import { bytes } from '../../base/brand.ts';
import { i64, sameType, sizeOf, u64 } from '../../base/ctype.ts';
import { int, truth, typeOf, variable } from '../../base/expr-build.ts';
import { freeVariables } from '../../base/expr-walk.ts';
import { assertNever } from '../../base/invariant.ts';
import { emit, temporary } from '../context.ts';
import { choose, combine, constantOf, convert } from '../expressions/constants.ts';
import { isSized, printCType, sameCType, sizeOfType } from '../types/c-type.ts';
import { typeOfSlot } from '../expressions/value.ts';
import { leftUndefined } from '../../ir/gaps.ts';
import { messages } from '../wording.ts';

/** Sum of two indices without wrap-around. */
export function addIndices(a: Expr, b: Expr): Expr {
  if (constantOf(a) === 0n) return b;
  if (constantOf(b) === 0n) return a;
  if (b.kind === 'unary' && b.op === 'neg') return combine('-', convert(a, i64), convert(b.operand, i64));
  return combine('+', convert(a, i64), convert(b, i64));
}

export function negatedIndex(index: Expr): Expr {
  const wide = convert(index, i64);
  const known = constantOf(wide);
  return known !== null ? int(-known, i64) : { kind: 'unary', op: 'neg', operand: wide };
}

/** The place `index` elements of `stride` bytes further. Adds to the last subscript of equal stride. */
function advanced(place: MemoryPlace, index: Expr, stride: number): MemoryPlace {
  const at = place.subscripts.findLastIndex((subscript) => Number(subscript.stride) === stride);
  if (at === -1) return { ...place, subscripts: [...place.subscripts, { index, stride: bytes(stride), extent: null }] };
  const alone = place.subscripts.length === 1;
  const subscripts = place.subscripts.map((subscript, k): Subscript => {
    if (k !== at) return subscript;
    const sum = addIndices(subscript.index, index);
    return {
      index: sum,
      stride: subscript.stride,
      extent: alone || constantOf(index) === 0n ? subscript.extent : null,
    };
  });
  return { ...place, subscripts };
}

/** `pointer + index`. */
export function addToPointer(pointer: Pointer, index: Expr): Pointer {
  const target = pointer.target;
  switch (target.kind) {
    case 'memory':
      return { ...pointer, target: { kind: 'memory', place: advanced(target.place, index, sizeOfType(pointer.to)) } };
    case 'slot':
      return { ...pointer, target: movedInSlot(target, pointer.to, index) };
    case 'chosen':
      return {
        ...pointer,
        target: {
          kind: 'chosen',
          cases: target.cases.map((one) => ({
            when: one.when,
            pointer: addToPointer({ ...one.pointer, to: pointer.to }, index),
          })),
          last: addToPointer({ ...target.last, to: pointer.to }, index),
        },
      };
    case 'null':
    case 'unknown':
      return pointer;
    default:
      return assertNever(target);
  }
}

function movedInSlot(target: Extract<PointerTarget, { kind: 'slot' }>, to: CType, index: Expr): PointerTarget {
  if (constantOf(index) === 0n) return target;
  if (!isInStep(target.slot, to) || isOfOther(target.slot, to)) {
    const start =
      target.slot.kind === 'elements' ? startIn(target.slot, target.index, to) : target.index === null ? int(0) : null;
    const view = start === null ? null : viewedAs(target.slot, to);
    if (view === null || start === null) return { ...target, slot: somewhereIn(target.slot), index: null };
    return { kind: 'slot', key: `${target.key} as ${printCType(to)}`, slot: view, index: addIndices(start, index) };
  }
  return { ...target, index: target.index === null ? index : addIndices(target.index, index) };
}

/** Whether an object that is no array is counted in parts of it. */
function isOfOther(slot: Slot, to: CType): boolean {
  const own = slot.kind === 'elements' ? null : typeOfSlot(slot);
  return own !== null && !sameCType(own, to) && !isAnyPointer(own, to);
}

/** Where element `index` of the array begins, in elements of another type; null where that is inside of one. */
function startIn(slot: Extract<Slot, { kind: 'elements' }>, index: Expr | null, to: CType): Expr | null {
  if (index === null || constantOf(index) === 0n) return int(0);
  if (!isSized(slot.of) || !isSized(to)) return null;
  const [own, size, known] = [sizeOfType(slot.of), sizeOfType(to), constantOf(index)];
  if (own === size) return index;
  if (size > 0 && own % size === 0) return combine('*', convert(index, i64), int(own / size, i64));
  const bytes = known === null || size === 0 ? null : Number(known) * own;
  return bytes === null || bytes % size !== 0 ? null : int(bytes / size, i64);
}

/** What a pointer leads to that was moved by steps that are no elements. */
const somewhereIn = (slot: Slot): Slot => ({
  kind: 'unknown',
  because: messages.localStride,
  type: null,
  footprint: [],
  clobbers: slot,
  isBeyond: true,
});

/** Whether pointers of the type count the elements of an array that is kept as separate slots. */
export const isInStep = (slot: Slot, to: CType): boolean =>
  slot.kind !== 'elements' || (isSized(to) && sizeOfType(to) === sizeOfType(slot.of));

/** What `*pointer` is. */
export function dereference(pointer: Pointer): Slot {
  const { target, to } = pointer;
  switch (target.kind) {
    case 'memory':
      return {
        kind: 'memory',
        place: { ...target.place, volatile: target.place.volatile || pointer.volatile },
        type: to,
      };
    case 'slot':
      return slotAt(target, to);
    case 'chosen':
      return {
        kind: 'chosen',
        cases: target.cases.map((one) => ({ when: one.when, slot: dereference({ ...one.pointer, to }) })),
        last: dereference({ ...target.last, to }),
      };
    case 'null':
      return { kind: 'unknown', because: leftUndefined, type: to, footprint: [], clobbers: null };
    case 'unknown':
      return { kind: 'unknown', because: target.because, type: to, footprint: target.footprint, clobbers: null };
    default:
      return assertNever(target);
  }
}

function slotAt(target: Extract<PointerTarget, { kind: 'slot' }>, to: CType): Slot {
  const { slot } = target;
  const index = target.index ?? int(0);
  if (slot.kind === 'elements' && sameCType(slot.of, to)) return elementOf(slot, index);
  const type = typeOfSlot(slot);
  if (constantOf(index) === 0n && type !== null && (sameCType(type, to) || isAnyPointer(type, to))) return slot;
  const start = slot.kind === 'elements' ? startIn(slot, index, to) : constantOf(index) === 0n ? index : null;
  const view = start === null ? null : viewedAs(slot, to);
  if (view !== null && start !== null) return elementOf(view, start);
  const known = constantOf(index);
  const touched =
    slot.kind === 'elements'
      ? known === null
        ? undefined
        : slot.items[Number(known)]
      : known === 0n
        ? slot
        : undefined;
  const own = touched === undefined ? null : typeOfSlot(touched);
  const isBeyond = own === null || !isSized(to) || sizeOfType(to) > sizeOfType(own);
  return {
    kind: 'unknown',
    because: messages.localReinterpreted,
    type: to,
    footprint: [],
    clobbers: isBeyond ? slot : (touched ?? slot),
    isBeyond,
  };
}

/** A pointer variable seen as a `void *`: it holds the same, and nothing can be reached through it as such. */
const isAnyPointer = (type: CType, to: CType): boolean =>
  type.kind === 'pointer' && to.kind === 'pointer' && to.to.kind === 'void';

/** Element `index` of a small array that is kept as separate slots; outside of it C leaves the meaning undefined. */
export function elementOf(slot: Extract<Slot, { kind: 'elements' }>, index: Expr): Slot {
  const known = constantOf(index);
  const outside: Slot = {
    kind: 'unknown',
    because: messages.outOfArray,
    type: slot.of,
    footprint: [],
    clobbers: slot,
    isBeyond: true,
  };
  if (known !== null) return slot.items[Number(known)] ?? outside;
  const last = slot.items.at(-1);
  if (last === undefined) return outside;
  const cases = slot.items.slice(0, -1).map((item, k) => ({ when: combine('==', index, int(k)), slot: item }));
  return cases.length === 0 ? last : { kind: 'chosen', cases, last };
}

/** `&slot`. */
export function addressOf(cx: Context, slot: Slot, key: string): Pointer {
  switch (slot.kind) {
    case 'memory':
      return {
        to: slot.type,
        volatile: slot.place.volatile,
        target: isOfElements(cx, slot) ? { kind: 'memory', place: slot.place } : insideElement(slot),
      };
    case 'unknown':
      return {
        to: slot.type ?? { kind: 'void' },
        volatile: false,
        target: { kind: 'unknown', because: slot.because, footprint: slot.footprint },
      };
    case 'chosen':
      return {
        to: typeOfSlot(slot) ?? { kind: 'void' },
        volatile: false,
        target: {
          kind: 'chosen',
          cases: slot.cases.map((one, k) => ({ when: one.when, pointer: addressOf(cx, one.slot, `${key}.${k}`) })),
          last: addressOf(cx, slot.last, `${key}.last`),
        },
      };
    case 'bits':
    case 'joined':
    case 'scalar':
    case 'pointer':
    case 'struct':
    case 'elements':
    case 'value': {
      const around = cx.wholes.get(slot);
      if (around?.kind === 'elements') {
        // arithmetic leads from one element to the others
        if (slot.kind === 'scalar') cx.steady.delete(slot.id);
        const named = nameOfElements(around) ?? key;
        cx.pointed.set(named, around);
        const index = int(around.items.indexOf(slot), i64);
        return { to: around.of, volatile: false, target: { kind: 'slot', key: named, slot: around, index } };
      }
      cx.pointed.set(key, slot);
      if (slot.kind === 'value' && slot.assumedConstant !== undefined) {
        cx.facts.notConstant.add(slot.assumedConstant);
        cx.facts.changed = true;
      }
      if (slot.kind === 'scalar') cx.steady.delete(slot.id);
      const row = slot.kind === 'scalar' ? rowOf(cx, slot) : null;
      if (row !== null) return { to: row.slot.of, volatile: false, target: row };
      return {
        to: typeOfSlot(slot) ?? { kind: 'void' },
        volatile: false,
        target: { kind: 'slot', key, slot, index: null },
      };
    }
    default:
      return assertNever(slot);
  }
}

/**
 * A scalar among the members of an object that is part of no other, all of its type, as one of the elements of an
 * array; null where it is none.
 */
function rowOf(
  cx: Context,
  slot: Extract<Slot, { kind: 'scalar' }>,
): (Extract<PointerTarget, { kind: 'slot' }> & Readonly<{ slot: Extract<Slot, { kind: 'elements' }> }>) | null {
  const whole = cx.wholes.get(slot);
  if (whole?.kind !== 'struct' || cx.wholes.has(whole)) return null;
  const items = [...whole.fields.values()].filter((item) => item.kind === 'scalar');
  const [first] = items;
  if (
    first === undefined ||
    items.length < 2 ||
    items.length !== whole.fields.size ||
    !items.every(({ type }) => sameType(type, slot.type)) ||
    whole.type.size !== items.length * sizeOf(slot.type)
  )
    return null;
  const row = { kind: 'elements', of: { kind: 'scalar', type: slot.type }, items } as const;
  const key = `row ${first.id}`;
  cx.pointed.set(key, row);
  for (const { id } of items) cx.steady.delete(id);
  return { kind: 'slot', key, slot: row, index: int(items.indexOf(slot), i64) };
}

/** Names a small array across rounds: by its first scalar where it starts with one. */
export const elementsKey = (cx: Context, slot: Extract<Slot, { kind: 'elements' }>, node: SyntaxNode): string =>
  nameOfElements(slot) ?? `${cx.frame.key}:elements ${node.start}`;

function nameOfElements(slot: Extract<Slot, { kind: 'elements' }>): string | null {
  let [first] = slot.items;
  while (first?.kind === 'struct' || first?.kind === 'elements')
    first = first.kind === 'struct' ? [...first.fields.values()][0] : first.items[0];
  return first?.kind === 'scalar' ? `elements of ${slot.items.length} ${first.id}` : null;
}

/**
 * Whether the place is made of whole elements of its array, or its layout is known: else arithmetic may lead anywhere
 * in the array.
 */
function isOfElements(cx: Context, slot: Extract<Slot, { kind: 'memory' }>): boolean {
  const element = cx.madeUp.get(slot.place.array);
  let { type } = slot;
  while (type.kind === 'array') type = type.of;
  return element === undefined || (sameCType(type, element) && slot.place.offset === 0);
}

function insideElement({ place }: Extract<Slot, { kind: 'memory' }>): PointerTarget {
  return { kind: 'unknown', because: messages.pointsIntoUnknown, footprint: [place.array] };
}

/** An array lvalue as a pointer to its first element. */
export function decayed(cx: Context, slot: Slot, of: CType, extent: number | null, key: string): Pointer {
  if (slot.kind === 'memory') {
    if (!isOfElements(cx, slot)) return { to: of, volatile: slot.place.volatile, target: insideElement(slot) };
    const first: Subscript = { index: int(0), stride: bytes(sizeOfType(of)), extent };
    const place = { ...slot.place, subscripts: [...slot.place.subscripts, first] };
    return { to: of, volatile: slot.place.volatile, target: { kind: 'memory', place } };
  }
  if (slot.kind === 'elements') {
    cx.pointed.set(key, slot);
    return { to: of, volatile: false, target: { kind: 'slot', key, slot, index: int(0) } };
  }
  return { ...addressOf(cx, slot, key), to: of };
}

/** The pointer with every index that a later assignment could change kept in a temporary. */
export function pinned(cx: Context, pointer: Pointer, name: string, node: SyntaxNode): Pointer {
  const { target } = pointer;
  switch (target.kind) {
    case 'memory':
      return { ...pointer, target: { ...target, place: pinnedPlace(cx, target.place, name, node) } };
    case 'slot':
      return {
        ...pointer,
        target: { ...target, index: target.index === null ? null : pinnedExpr(cx, target.index, name, node) },
      };
    case 'chosen':
      return {
        ...pointer,
        target: {
          kind: 'chosen',
          cases: target.cases.map((one) => ({
            when: pinnedExpr(cx, one.when, name, node),
            pointer: pinned(cx, one.pointer, name, node),
          })),
          last: pinned(cx, target.last, name, node),
        },
      };
    case 'null':
    case 'unknown':
      return pointer;
    default:
      return assertNever(target);
  }
}

export function pinnedPlace(cx: Context, place: MemoryPlace, name: string, node: SyntaxNode): MemoryPlace {
  return {
    ...place,
    subscripts: place.subscripts.map((subscript) => ({
      ...subscript,
      index: pinnedExpr(cx, subscript.index, name, node),
    })),
  };
}

export function pinnedExpr(cx: Context, expr: Expr, name: string, node: SyntaxNode): Expr {
  if ([...freeVariables(expr)].every((id) => cx.steady.has(id))) return expr;
  const made = temporary(cx, `${name}.at`, typeOf(expr));
  emit(cx, node, { kind: 'assign', target: made.id, value: expr });
  return made.expr;
}

/** Distance of a place from the start of its array, in units; null when it is no multiple. */
export function flatIndex(place: MemoryPlace, unit: number): Expr | null {
  if (place.offset % unit !== 0 || place.subscripts.some((subscript) => Number(subscript.stride) % unit !== 0))
    return null;
  return place.subscripts.reduce<Expr>(
    (sum, subscript) => {
      const scale = int(Number(subscript.stride) / unit, i64);
      return addIndices(sum, combine('*', convert(subscript.index, i64), scale));
    },
    int(place.offset / unit, i64),
  );
}

/** Whether the pointer is not null; null when that is not known. */
export function isNotNull(cx: Context, pointer: Pointer): Expr | null {
  const { target } = pointer;
  switch (target.kind) {
    case 'null':
      return truth(false);
    case 'slot':
      return truth(true);
    case 'memory': {
      const decl = cx.arrays.get(target.place.array);
      if (target.number !== undefined) return combine('!=', target.number, int(0, u64));
      if (decl?.reached !== undefined || cx.facts.allocated.has(target.place.array)) return null;
      if (decl === undefined || decl.parameter === null) return truth(true);
      const name = `${decl.name}.nonnull`;
      const known = [...cx.scalars.values()].find((scalar) => scalar.name === name && scalar.role === 'parameter');
      if (known !== undefined) return variable(known.id, known.type);
      return parameterFlag(cx, name);
    }
    case 'chosen': {
      const last = isNotNull(cx, target.last);
      return target.cases.reduceRight<Expr | null>((rest, one) => {
        const given = rest === null ? null : isNotNull(cx, one.pointer);
        return rest === null || given === null ? null : choose(one.when, given, rest);
      }, last);
    }
    case 'unknown':
      return null;
    default:
      return assertNever(target);
  }
}

/** A bool parameter of our own making: whether a pointer argument is given. */
function parameterFlag(cx: Context, name: string): Expr {
  const made = temporary(cx, name, { kind: 'bool' });
  cx.scalars.set(made.id, { id: made.id, name, type: { kind: 'bool' }, role: 'parameter' });
  cx.params.push({ kind: 'scalar', name, id: made.id, type: { kind: 'bool' } });
  return made.expr;
}
