/**
 * Reading and writing slots. Memory is read by `load` and written by `store`, field by field; what is not resolved
 * becomes an `unknown` statement with its footprint. Exact, apart from those.
 */
import type { Expr } from '../../base/expr.ts';
import type { ScalarType } from '../../base/ctype.ts';
import type { Place } from '../../ir/ir.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { CType, StructType } from '../types/c-type.ts';
import type { MemoryPlace, Pointer, Slot, Value } from '../expressions/value.ts';
import { putTogether, takenApart } from './joined.ts';
import { bytes } from '../../base/brand.ts';
import { bool, u64 } from '../../base/ctype.ts';
import { variable } from '../../base/expr-build.ts';
import { assertNever } from '../../base/invariant.ts';
import { conditionally, emit, fail, temporary, textOf, unknownScalar } from '../context.ts';
import { bitsOf, cutTo, promotedBits, withBits } from '../classes/bit-fields.ts';
import { choose, convert } from '../expressions/constants.ts';
import { beyondMember, fieldOf, itemOf, settledParts, wholeOf } from './parts.ts';
import { toPointer, toScalar } from '../types/conversions.ts';
import { isUndeclaredOnly, sizeOfType } from '../types/c-type.ts';
import { fieldInMemory, subobject } from '../classes/fields.ts';
import { isScopeOpen, libraryClassOf, memoryScopeOf } from '../library/types.ts';
import { ofAnyScope } from '../synchronization/orders.ts';
import { decayed, elementsKey, pinnedExpr } from './pointers.ts';
import { assignPointer, readPointer } from './pointer-variable.ts';
import { pointerRead, pointerStored } from './reached.ts';
import { inSharedMemory } from './shared-addresses.ts';
import { inferredValue } from '../types/undeclared.ts';
import { valueOfType, pointerValue, scalarValue, typeOfSlot, unknownOf } from '../expressions/value.ts';
import { fill } from '../../base/message.ts';
import { noteAddress } from './addresses.ts';
import { noteFunction, writeFunction } from './function-variables.ts';
import { messages } from '../wording.ts';

const maxCopiedElements = 64;

/** The IR place of a scalar there. Opaque elements count as single bytes of their own. */
export function typedPlace(cx: Context, place: MemoryPlace, type: ScalarType): Place {
  const isShared = cx.arrays.get(place.array)?.space === 'shared';
  const subscripts = isShared
    ? place.subscripts.map((one) => ({ ...one, index: inSharedMemory(one.index) }))
    : place.subscripts;
  return { array: place.array, subscripts, offset: bytes(place.offset), type, volatile: place.volatile };
}

function loadScalar(cx: Context, place: MemoryPlace, type: ScalarType, node: SyntaxNode): Expr {
  const name = cx.arrays.get(place.array)?.name ?? 'value';
  const made = temporary(cx, `${name}.value`, type);
  const { space } = cx.arrays.get(place.array) ?? {};
  if (cx.frame.isAtomic && (space === 'global' || space === 'shared'))
    emit(cx, node, {
      kind: 'atomic',
      op: 'load',
      place: typedPlace(cx, place, type),
      operands: [],
      target: made.id,
      scope: 'device',
      order: 'relaxed',
    });
  else emit(cx, node, { kind: 'load', target: made.id, place: typedPlace(cx, place, type) });
  return made.expr;
}

/** The value that a slot holds; reads of memory are emitted. */
export function readSlot(cx: Context, slot: Slot, node: SyntaxNode): Value {
  switch (slot.kind) {
    case 'scalar':
      return valueOfType(variable(slot.id, slot.type), { ...slot });
    case 'pointer':
      return pointerValue(readPointer(slot.variable));
    case 'struct':
      return {
        kind: 'struct',
        type: slot.type,
        fields: new Map([...slot.fields].map(([name, field]) => [name, readWholeSlot(cx, field, node)])),
      };
    case 'elements':
      return pointerValue(decayed(cx, slot, slot.of, slot.items.length, elementsKey(cx, slot, node)));
    case 'memory': {
      const other = beyondMember(cx, slot);
      return other === null ? readMemory(cx, slot.place, slot.type, node) : readSlot(cx, other, node);
    }
    case 'bits':
      return readBits(cx, slot, node);
    case 'joined':
      return putTogether(
        slot,
        slot.parts.map((part) => readSlot(cx, part, node)),
      );
    case 'chosen':
      return readChosen(cx, slot, node);
    case 'value':
      return slot.value;
    case 'unknown': {
      const taken =
        slot.parameter === undefined || slot.type?.kind !== 'opaque'
          ? null
          : inferredValue(cx, slot.parameter, slot.type.text);
      if (taken !== null) return scalarValue(taken);
      // an array is where the object is that it is part of, and not read
      if (slot.type?.kind === 'array' && slot.clobbers === null)
        return pointerValue({
          to: slot.type.of,
          volatile: false,
          target: { kind: 'unknown', because: slot.because, footprint: slot.footprint },
        });
      touch(cx, slot, node, onlyReads);
      return unknownOf(slot.because, slot.type);
    }
    default:
      return assertNever(slot);
  }
}

/** The value of a slot; of an array, all its elements. */
export function readWholeSlot(cx: Context, slot: Slot, node: SyntaxNode): Value {
  if (slot.kind === 'elements') return { kind: 'list', items: slot.items.map((item) => readWholeSlot(cx, item, node)) };
  if (slot.kind === 'memory' && slot.type.kind === 'array') return readArray(cx, slot.place, slot.type, node);
  return readSlot(cx, slot, node);
}

function readMemory(cx: Context, place: MemoryPlace, type: CType, node: SyntaxNode): Value {
  switch (type.kind) {
    case 'scalar':
      return valueOfType(loadScalar(cx, place, type.type, node), type);
    case 'array':
      return pointerValue(decayed(cx, { kind: 'memory', place, type }, type.of, type.extent, `decay:${node.start}`));
    case 'pointer':
    case 'reference': {
      const number = loadScalar(cx, place, u64, node);
      return pointerValue({
        to: type.to,
        volatile: type.kind === 'pointer' && type.volatile,
        target: pointerRead(cx, place, type.to, number, node),
      });
    }
    case 'struct':
      if (libraryClassOf(type.struct) === 'atomic') return atomicValue(cx, place, type.struct, node);
      if (!isUndeclaredOnly(type)) return readWhole(cx, place, type, node);
      return {
        kind: 'struct',
        type: type.struct,
        fields: new Map(
          type.struct.fields.map((field) => [field.name, readWholeSlot(cx, fieldInMemory(place, field), node)]),
        ),
      };
    case 'opaque':
    case 'void':
      return readWhole(cx, place, type, node);
    default:
      return assertNever(type);
  }
}

/** C++: reading an atomic object as its value, and assigning to it, are sequentially consistent accesses. */
function atomicValue(cx: Context, place: MemoryPlace, struct: StructType, node: SyntaxNode): Value {
  const type = struct.fields[0]?.type;
  if (type?.kind !== 'scalar') return readWhole(cx, place, { kind: 'opaque', text: struct.name }, node);
  const scope = memoryScopeOf(struct);
  if (scope === null) return scalarValue(loadScalar(cx, place, type.type, node));
  const made = temporary(cx, 'load', type.type);
  emit(cx, node, {
    kind: 'atomic',
    op: 'load',
    place: typedPlace(cx, place, type.type),
    operands: [],
    target: made.id,
    scope,
    order: 'seq_cst',
    ...(isScopeOpen(struct) ? ofAnyScope : {}),
  });
  return scalarValue(made.expr);
}

function setAtomic(cx: Context, place: MemoryPlace, struct: StructType, value: Value, node: SyntaxNode): void {
  const type = struct.fields[0]?.type;
  if (type?.kind !== 'scalar') return writeWhole(cx, place, { kind: 'opaque', text: struct.name }, node);
  const operand = toScalar(cx, value.kind === 'struct' ? fieldOf(value, 'value') : value, type.type, node);
  const scope = memoryScopeOf(struct);
  if (scope === null) emit(cx, node, { kind: 'store', place: typedPlace(cx, place, type.type), value: operand });
  else
    emit(cx, node, {
      kind: 'atomic',
      op: 'store',
      place: typedPlace(cx, place, type.type),
      operands: [operand],
      target: null,
      scope,
      order: 'seq_cst',
      ...(isScopeOpen(struct) ? ofAnyScope : {}),
    });
}

/** A read of something without known layout: its first byte stands for it. */
function readWhole(cx: Context, place: MemoryPlace, type: CType, node: SyntaxNode): Value {
  if (type.kind === 'struct' && !type.struct.sized)
    touchArray(cx, place, fill(messages.unknownLayout, { name: type.struct.name }), node, onlyReads);
  else loadScalar(cx, place, { kind: 'int', bits: 8, signed: false }, node);
  return unknownOf(messages.unknownType, type);
}

type Touch = Readonly<{ onlyReads?: true }>;
const onlyReads: Touch = { onlyReads: true };

/** `how`: not given, it may change what it touches. */
export function touchArray(cx: Context, place: MemoryPlace, because: string, node: SyntaxNode, how: Touch = {}): void {
  emit(cx, node, { kind: 'unknown', because, footprint: [place.array], synchronizes: false, ...how });
}

function readArray(cx: Context, place: MemoryPlace, type: Extract<CType, { kind: 'array' }>, node: SyntaxNode): Value {
  const count = type.extent ?? 0;
  if (count > maxCopiedElements) {
    touchArray(cx, place, fill(messages.structWithArray, { count }), node, onlyReads);
    return unknownOf(messages.largeArray, type);
  }
  const size = sizeOfType(type.of);
  return {
    kind: 'list',
    items: Array.from({ length: count }, (_, k) =>
      readMemory(cx, { ...place, offset: place.offset + k * size }, type.of, node),
    ),
  };
}

function readChosen(cx: Context, slot: Extract<Slot, { kind: 'chosen' }>, node: SyntaxNode): Value {
  const type = typeOfSlot(slot);
  if (type?.kind !== 'scalar') {
    if (type?.kind === 'pointer') return chosenPointer(cx, slot, type.to, node);
    if (type?.kind === 'array') return chosenPointer(cx, slot, type.of, node);
    const fields = type?.kind === 'struct' ? chosenFields(cx, slot, type, node) : null;
    if (type?.kind === 'struct' && fields !== null) return { kind: 'struct', type: type.struct, fields };
    chosenEffect(cx, slot, node, (inner) => {
      readSlot(cx, inner, node);
    });
    return unknownOf(messages.unresolvedRead, type);
  }
  const pure = pureChoice(slot);
  if (pure !== null) return scalarValue(pure);
  const made = temporary(cx, 'chosen', type.type);
  chosenEffect(cx, slot, node, (inner) => {
    emit(cx, node, {
      kind: 'assign',
      target: made.id,
      value: toScalar(cx, readSlot(cx, inner, node), type.type, node),
    });
  });
  return scalarValue(made.expr);
}

/** Of one of several objects, each member by itself; null where some is an array, or not known. */
function chosenFields(
  cx: Context,
  slot: Extract<Slot, { kind: 'chosen' }>,
  type: Extract<CType, { kind: 'struct' }>,
  node: SyntaxNode,
): ReadonlyMap<string, Value> | null {
  if (libraryClassOf(type.struct) === 'atomic' || !isUndeclaredOnly(type)) return null;
  const members = type.struct.fields.flatMap((field) => {
    const member = field.type.kind === 'array' ? null : subobject(slot, field);
    return member === null ? [] : [[field.name, member] as const];
  });
  return members.length < type.struct.fields.length
    ? null
    : new Map(members.map(([name, member]) => [name, readWholeSlot(cx, member, node)]));
}

/** One of two variables, without a branch; null when memory is read or there are more. */
function pureChoice({ cases, last }: Extract<Slot, { kind: 'chosen' }>): Expr | null {
  const [first, ...more] = cases;
  const [a, b] = [first === undefined ? null : variableOf(first.slot), variableOf(last)];
  return first === undefined || more.length > 0 || a === null || b === null ? null : choose(first.when, a, b);
}

const variableOf = (slot: Slot): Expr | null => (slot.kind === 'scalar' ? variable(slot.id, slot.type) : null);

function chosenPointer(cx: Context, slot: Extract<Slot, { kind: 'chosen' }>, to: CType, node: SyntaxNode): Value {
  const pointers: Pointer[] = [];
  const read = (inner: Slot): void => {
    pointers.push(toPointer(cx, readSlot(cx, inner, node), to));
  };
  const all = [...slot.cases.map((one) => one.slot), slot.last];
  // to read a variable, or where an array is, does nothing
  if (all.every((inner) => inner.kind === 'pointer' || typeOfSlot(inner)?.kind === 'array')) all.forEach(read);
  else chosenEffect(cx, slot, node, read);
  const pointerAt = (k: number): Pointer =>
    pointers[k] ?? {
      to,
      volatile: false,
      target: { kind: 'unknown', because: messages.indexedPointer, footprint: 'everything' },
    };
  const cases = slot.cases.map((one, k) => ({ when: one.when, pointer: pointerAt(k) }));
  return pointerValue({ to, volatile: false, target: { kind: 'chosen', cases, last: pointerAt(slot.cases.length) } });
}

/** Branches to the slot that is meant. */
function chosenEffect(
  cx: Context,
  slot: Extract<Slot, { kind: 'chosen' }>,
  node: SyntaxNode,
  effect: (slot: Slot) => void,
): void {
  const [first, ...rest] = slot.cases;
  if (first === undefined) {
    effect(slot.last);
    return;
  }
  const then = conditionally(cx, () => {
    effect(first.slot);
  });
  const otherwise = conditionally(cx, () => {
    chosenEffect(cx, { ...slot, cases: rest }, node, effect);
  });
  emit(cx, node, { kind: 'branch', when: convert(first.when, bool), then, otherwise });
}

/** Whatever an unresolved access may touch, may be touched. */
export function touch(cx: Context, slot: Extract<Slot, { kind: 'unknown' }>, node: SyntaxNode, how: Touch = {}): void {
  if (slot.footprint !== 'everything' && slot.footprint.length === 0) return;
  emit(cx, node, {
    kind: 'unknown',
    because: slot.because,
    footprint: slot.footprint === 'everything' ? cx.everything : slot.footprint,
    synchronizes: false,
    ...how,
  });
}

/** What was taken as a constant is a variable: for the next round. */
export function isNotConstant(cx: Context, key: string): void {
  cx.facts.changed ||= !cx.facts.notConstant.has(key);
  cx.facts.notConstant.add(key);
}

/** Stores a value, converted to the slot's type. */
export function writeSlot(cx: Context, slot: Slot, value: Value, node: SyntaxNode): void {
  switch (slot.kind) {
    case 'scalar':
      noteAddress(cx, slot, value);
      if (value.kind === 'unknown') emit(cx, node, { kind: 'unknown-value', target: slot.id, because: value.because });
      else emit(cx, node, { kind: 'assign', target: slot.id, value: toScalar(cx, value, slot.type, node) });
      cx.steady.delete(slot.id);
      return;
    case 'pointer':
      assignPointer(cx, slot.variable, toPointer(cx, value, slot.variable.to), node);
      return;
    case 'struct':
    case 'elements':
      for (const part of settledParts(cx, slot, value, node)) writeSlot(cx, part.slot, part.value, node);
      return;
    case 'memory': {
      const other = beyondMember(cx, slot);
      if (other === null) writeMemory(cx, slot.place, slot.type, value, node);
      else writeSlot(cx, other, value, node);
      return;
    }
    case 'bits':
      writeBits(cx, slot, value, node);
      return;
    case 'joined':
      for (const { part, value: own } of takenApart(cx, slot, toScalar(cx, value, slot.type, node), node))
        writeSlot(cx, part, own, node);
      return;
    case 'chosen':
      chosenEffect(cx, settled(cx, slot, node), node, (inner) => {
        writeSlot(cx, inner, value, node);
      });
      return;
    case 'value':
      // what is not known stays so
      if (slot.holds !== undefined) writeFunction(cx, slot, value, node);
      else if (slot.assumedConstant !== undefined) isNotConstant(cx, slot.assumedConstant);
      else if (slot.value.kind !== 'unknown') fail(cx, node, fill(messages.storeToValue, { text: textOf(cx, node) }));
      return;
    case 'unknown':
      touch(cx, slot, node);
      if (slot.clobbers !== null)
        clobber(cx, slot.isBeyond === true ? wholeOf(cx, slot.clobbers) : slot.clobbers, slot.because, node);
      return;
    default:
      assertNever(slot);
  }
}

/** The conditions of a choice, kept before the write changes what they read. */
function settled(
  cx: Context,
  slot: Extract<Slot, { kind: 'chosen' }>,
  node: SyntaxNode,
): Extract<Slot, { kind: 'chosen' }> {
  return {
    ...slot,
    cases: slot.cases.map((one) => ({ when: pinnedExpr(cx, one.when, 'which', node), slot: one.slot })),
  };
}

function writeMemory(cx: Context, place: MemoryPlace, type: CType, value: Value, node: SyntaxNode): void {
  switch (type.kind) {
    case 'scalar':
      emit(cx, node, {
        kind: 'store',
        place: typedPlace(cx, place, type.type),
        value: toScalar(cx, value, type.type, node),
      });
      return;
    case 'pointer':
    case 'reference':
      emit(cx, node, {
        kind: 'store',
        place: typedPlace(cx, place, u64),
        value: pointerStored(
          cx,
          place,
          toPointer(cx, type.kind === 'pointer' ? value : unknownOf(messages.storedReference), type.to),
          node,
        ),
      });
      return;
    case 'array': {
      const count = type.extent ?? 0;
      const size = sizeOfType(type.of);
      if (count > maxCopiedElements) touchArray(cx, place, fill(messages.arrayCopy, { count }), node);
      else
        for (let k = 0; k < count; k++)
          writeMemory(cx, { ...place, offset: place.offset + k * size }, type.of, itemOf(value, k), node);
      return;
    }
    case 'struct':
      if (libraryClassOf(type.struct) === 'atomic') setAtomic(cx, place, type.struct, value, node);
      else if (isUndeclaredOnly(type)) writeFields(cx, place, type.struct, value, node);
      else writeWhole(cx, place, type, node);
      return;
    case 'opaque':
    case 'void':
      writeWhole(cx, place, type, node);
      return;
    default:
      assertNever(type);
  }
}

/** Of a union, only the members that the value has: they lie over each other. */
function writeFields(cx: Context, place: MemoryPlace, struct: StructType, value: Value, node: SyntaxNode): void {
  const isUnion = struct.body?.node.type === 'union_specifier';
  for (const field of struct.fields) {
    if (isUnion && value.kind === 'struct' && !value.fields.has(field.name)) continue;
    writeSlot(cx, fieldInMemory(place, field), fieldOf(value, field.name), node);
  }
}

function readBits(cx: Context, slot: Extract<Slot, { kind: 'bits' }>, node: SyntaxNode): Value {
  const whole = readSlot(cx, slot.of, node);
  return whole.kind === 'scalar'
    ? scalarValue(promotedBits(bitsOf(whole.expr, slot), slot.width))
    : unknownOf(messages.bitField, { kind: 'scalar', type: slot.type });
}

/** A store to a bit-field writes the whole integer that it lies in. */
function writeBits(cx: Context, slot: Extract<Slot, { kind: 'bits' }>, value: Value, node: SyntaxNode): void {
  const given = toScalar(cx, value, slot.type, node);
  if (slot.of.kind === 'scalar' && slot.shift === 0) {
    writeSlot(cx, slot.of, scalarValue(cutTo(given, slot)), node);
    return;
  }
  const whole = readSlot(cx, slot.of, node);
  if (whole.kind === 'scalar') writeSlot(cx, slot.of, scalarValue(withBits(whole.expr, given, slot)), node);
  else writeSlot(cx, slot.of, unknownOf(messages.bitField), node);
}

function writeWhole(cx: Context, place: MemoryPlace, type: CType, node: SyntaxNode): void {
  if (type.kind === 'struct' && !type.struct.sized)
    touchArray(cx, place, fill(messages.unknownLayout, { name: type.struct.name }), node);
  else {
    const byte: ScalarType = { kind: 'int', bits: 8, signed: false };
    emit(cx, node, {
      kind: 'store',
      place: typedPlace(cx, place, byte),
      value: unknownScalar(cx, byte, messages.unknownType, node),
    });
  }
}

/** Gives every local variable of a slot a value that is not modelled. */
export function clobber(cx: Context, slot: Slot, because: string, node: SyntaxNode): void {
  switch (slot.kind) {
    case 'scalar':
      emit(cx, node, { kind: 'unknown-value', target: slot.id, because });
      cx.steady.delete(slot.id);
      return;
    case 'pointer':
      assignPointer(
        cx,
        slot.variable,
        { to: slot.variable.to, volatile: false, target: { kind: 'unknown', because, footprint: 'everything' } },
        node,
      );
      return;
    case 'struct':
      for (const field of slot.fields.values()) clobber(cx, field, because, node);
      return;
    case 'elements':
      for (const item of slot.items) clobber(cx, item, because, node);
      return;
    case 'chosen':
      for (const one of slot.cases) clobber(cx, one.slot, because, node);
      clobber(cx, slot.last, because, node);
      return;
    case 'bits':
      writeSlot(cx, slot, unknownOf(because), node);
      return;
    case 'joined':
      for (const part of slot.parts) clobber(cx, part, because, node);
      return;
    case 'memory':
      touchArray(cx, slot.place, because, node);
      return;
    case 'value':
      if (slot.holds !== undefined) noteFunction(cx, slot.holds, unknownOf(because));
      if (slot.assumedConstant !== undefined) isNotConstant(cx, slot.assumedConstant);
      return;
    case 'unknown':
      touch(cx, slot, node);
      if (slot.clobbers !== null)
        clobber(cx, slot.isBeyond === true ? wholeOf(cx, slot.clobbers) : slot.clobbers, because, node);
      return;
    default:
      assertNever(slot);
  }
}
