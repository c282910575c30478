/** New local variables: scalars, pointer variables, structs field by field, local arrays. */
import type { Expr } from '../../base/expr.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { ScalarType } from '../../base/ctype.ts';
import type { CType } from '../types/c-type.ts';
import type { Slot, Value } from '../expressions/value.ts';
import { int } from '../../base/expr-build.ts';
import { freeVariables } from '../../base/expr-walk.ts';
import { assertNever } from '../../base/invariant.ts';
import { emit, freshScalar, note } from '../context.ts';
import { functionVariable } from './function-variables.ts';
import { enumerationOf, isFunction, pointerTo } from '../types/c-type.ts';
import { keep } from '../../base/memoize.ts';
import { convert } from '../expressions/constants.ts';
import { arrayElement } from '../classes/fields.ts';
import { toPointer } from '../types/conversions.ts';
import { writeSlot } from './memory.ts';
import { arraySlot } from '../names.ts';
import { elementsKey, pinnedExpr, pinnedPlace } from './pointers.ts';
import { addressVariable, holdsAddresses } from './addresses.ts';
import { declarePointer } from './pointer-variable.ts';
import { withItems, withMembers } from './parts.ts';
import { scalarValue, typeOfValue, unknownOf } from '../expressions/value.ts';
import { leftUndefined } from '../../ir/gaps.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

const maxSeparateElements = 16;
const maxInitialized = 256;

/** How a new variable starts: not at all (`undefined` values), or with a value of its type. */
type Initial = Value | null;

/** Declares a variable of that type. `key` names it across rounds. */
export function newSlot(
  cx: Context,
  type: CType,
  name: string,
  key: string,
  initial: Initial,
  node: SyntaxNode,
  inStruct = false,
): Slot {
  if (initial?.kind === 'group') return { kind: 'value', value: initial, type };
  if (isFunction(type)) return functionVariable(cx, type, { name, key }, initial, node);
  switch (type.kind) {
    case 'scalar': {
      if (holdsAddresses(cx, key, initial)) return addressVariable(cx, type.type, { key, name }, initial, node);
      const id = freshScalar(cx, name, type.type, 'local');
      const slot: Slot = { kind: 'scalar', id, type: type.type, key, ...enumerationOf(type) };
      if (initial === null) emit(cx, node, { kind: 'unknown-value', target: id, because: leftUndefined });
      else writeSlot(cx, slot, initial, node);
      return slot;
    }
    case 'pointer':
      return {
        kind: 'pointer',
        variable: declarePointer(cx, key, name, type, initial === null ? null : toPointer(cx, initial, type.to), node),
      };
    case 'reference':
      // What the member was bound to is not kept: a copy would lose what is written through it.
      if (inStruct)
        return {
          kind: 'unknown',
          because: fill(messages.referenceMember, { name }),
          type: type.to,
          footprint: 'everything',
          clobbers: null,
        };
      return newSlot(cx, type.to, name, key, initial, node, inStruct);
    case 'struct':
      return newStruct(cx, type, name, key, initial, node);
    case 'array':
      return newArray(cx, type, name, key, initial, node, inStruct);
    case 'opaque':
    case 'void':
      if (initial !== null && initial.kind !== 'unknown' && initial.kind !== 'void')
        return newUndeclared(cx, type, name, key, initial, node, inStruct);
      return {
        kind: 'unknown',
        because: fill(messages.undeclaredType, { type: type.kind === 'opaque' ? type.text : 'void' }),
        type,
        footprint: [],
        clobbers: null,
      };
    default:
      return assertNever(type);
  }
}

/** A variable for what an inlined function returns, without a value yet. */
export function resultSlot(cx: Context, type: CType, name: string, key: string, node: SyntaxNode): Slot {
  if (type.kind !== 'scalar' || holdsAddresses(cx, key, null)) return newSlot(cx, type, name, key, null, node);
  const id = freshScalar(cx, name, type.type, 'temporary');
  return { kind: 'scalar', id, type: type.type, key, ...enumerationOf(type) };
}

/**
 * Of a type that is not declared: a variable of its first value's type; or that value, where no variable is in it and
 * nothing is stored later.
 */
function newUndeclared(
  cx: Context,
  type: CType,
  name: string,
  key: string,
  initial: Value,
  node: SyntaxNode,
  inStruct: boolean,
): Slot {
  const own = typeOfValue(initial);
  if (own === null || initial.kind === 'group' || own.kind === 'opaque' || own.kind === 'void')
    return { kind: 'value', value: initial, type };
  const isConstant =
    initial.kind === 'scalar' && freeVariables(initial.expr).size === 0 && !cx.facts.notConstant.has(key);
  if (isConstant) return { kind: 'value', value: initial, type, assumedConstant: key };
  note(cx, node, fill(messages.inferredType, { name }));
  const slot = newSlot(cx, own, name, key, initial, node, inStruct);
  if (cx.facts.notConstant.has(key) && slot.kind === 'scalar') cx.onlyVariables.set(key, slot.id);
  return slot;
}

/**
 * Whether the text says what the arguments of the class template are deduced as [temp.deduct.guide], which is not
 * followed.
 */
function hasGuide(cx: Context, name: string): boolean {
  return (
    /^\w+$/.test(name) &&
    keep(cx.unit.kept.guides, name, () => {
      const called = new RegExp(`\\b${name}\\s*\\(`);
      const arrow = new RegExp(`->\\s*(?:\\w+\\s*::\\s*)*${name}\\b`);
      return cx.unit.source.text
        .split(';')
        .some((statement) => statement.includes('->') && arrow.test(statement) && called.test(statement));
    })
  );
}

function newStruct(
  cx: Context,
  type: Extract<CType, { kind: 'struct' }>,
  name: string,
  key: string,
  initial: Initial,
  node: SyntaxNode,
): Slot {
  const { struct } = type;
  if (struct.body?.node.type === 'union_specifier') {
    const slot = arraySlot(cx, name, 'local', type, false, node);
    if (initial !== null) writeSlot(cx, slot, initial, node);
    return slot;
  }
  if (struct.fields.some((field) => field.type.kind === 'opaque') && hasGuide(cx, struct.name)) {
    return {
      kind: 'unknown',
      because: fill(messages.deductionGuide, { name: struct.name }),
      type,
      footprint: 'everything',
      clobbers: null,
    };
  }
  if (cx.declaring.has(struct))
    return {
      kind: 'unknown',
      because: fill(messages.selfReference, { name: struct.name }),
      type,
      footprint: 'everything',
      clobbers: null,
    };
  cx.declaring.add(struct);
  const fields = new Map(
    struct.fields.map((field): [string, Slot] => {
      const own = field.role === 'member' ? `${name}.${field.name}` : name;
      const start: Initial =
        initial === null
          ? null
          : initial.kind === 'struct'
            ? (initial.fields.get(field.name) ?? null)
            : unknownOf(initial.kind === 'unknown' ? initial.because : messages.initializer);
      if (field.bits !== null && field.type.kind === 'scalar')
        return [field.name, newBits(cx, field.type.type, field.bits.width, own, start, node)];
      const type = field.type.kind === 'reference' ? pointerTo(field.type.to) : field.type;
      return [field.name, newSlot(cx, type, own, `${key}.${field.name}`, start, node, true)];
    }),
  );
  cx.declaring.delete(struct);
  return withMembers(cx, { kind: 'struct', type: struct, fields });
}

/** A bit-field of a local variable is a variable of its own. */
function newBits(cx: Context, type: ScalarType, width: number, name: string, initial: Initial, node: SyntaxNode): Slot {
  const unit: ScalarType = type.kind === 'int' ? { ...type, signed: false } : { kind: 'int', bits: 8, signed: false };
  const slot: Slot = {
    kind: 'bits',
    of: { kind: 'scalar', id: freshScalar(cx, name, unit, 'local'), type: unit },
    shift: 0,
    width,
    type,
  };
  if (initial === null) writeSlot(cx, slot.of, unknownOf(leftUndefined), node);
  else
    writeSlot(
      cx,
      slot.of,
      initial.kind === 'scalar' ? scalarValue(convert(initial.expr, unit)) : unknownOf(messages.initializer),
      node,
    );
  return slot;
}

/** How many scalars a type is made of; too many where it is made of anything else. */
function scalarsIn(type: CType): number {
  if (type.kind === 'scalar') return 1;
  if (type.kind !== 'struct' || !type.struct.sized || type.struct.body?.node.type === 'union_specifier')
    return Infinity;
  return type.struct.fields.reduce((sum, { type: of, bits }) => sum + (bits === null ? scalarsIn(of) : Infinity), 0);
}

function newArray(
  cx: Context,
  type: Extract<CType, { kind: 'array' }>,
  name: string,
  key: string,
  initial: Initial,
  node: SyntaxNode,
  inStruct: boolean,
): Slot {
  const count = type.extent ?? 0;
  const separate =
    count > 0 &&
    count <= maxSeparateElements &&
    (type.of.kind === 'pointer' ||
      isFunction(type.of) ||
      (inStruct && count * scalarsIn(type.of) <= maxSeparateElements));
  const items = initial?.kind === 'list' ? initial.items : null;
  if (separate) {
    const start = (k: number): Initial =>
      items === null ? (initial === null ? null : unknownOf(messages.initializer)) : (items[k] ?? scalarValue(int(0)));
    const made = withItems(cx, {
      kind: 'elements',
      of: type.of,
      items: Array.from({ length: count }, (_, k) =>
        newSlot(cx, type.of, `${name}[${k}]`, `${key}[${k}]`, start(k), node, true),
      ),
    });
    cx.pointed.set(elementsKey(cx, made, node), made);
    return made;
  }
  const slot = arraySlot(cx, name, 'local', type, false, node);
  if (items !== null) initialize(cx, slot, type, items, node);
  return slot;
}

/** Stores the elements of a braced list; what the list leaves out is zero. */
function initialize(
  cx: Context,
  slot: Slot,
  type: Extract<CType, { kind: 'array' }>,
  items: readonly Value[],
  node: SyntaxNode,
): void {
  for (let k = 0; k < (type.extent ?? 0); k++) {
    const at: Expr = int(k);
    const element = arrayElement(slot, at);
    const value = items[k];
    if (element === null) return;
    if (type.of.kind === 'array') initialize(cx, element, type.of, value?.kind === 'list' ? value.items : [], node);
    else if (value === undefined && k >= maxInitialized) return;
    else
      writeSlot(
        cx,
        element,
        value ??
          cx.rules.coerce(
            cx,
            type.of.kind === 'struct' ? { kind: 'list', items: [] } : scalarValue(int(0)),
            type.of,
            node,
          ),
        node,
      );
  }
}

/** The slot with its indices kept, so that a reference to it stays where it is. */
export function pinnedSlot(cx: Context, slot: Slot, name: string, node: SyntaxNode): Slot {
  switch (slot.kind) {
    case 'memory':
      return { ...slot, place: pinnedPlace(cx, slot.place, name, node) };
    case 'chosen':
      return {
        kind: 'chosen',
        cases: slot.cases.map((one) => ({
          when: pinnedExpr(cx, one.when, name, node),
          slot: pinnedSlot(cx, one.slot, name, node),
        })),
        last: pinnedSlot(cx, slot.last, name, node),
      };
    case 'bits':
      return { ...slot, of: pinnedSlot(cx, slot.of, name, node) };
    case 'joined':
    case 'scalar':
    case 'pointer':
    case 'struct':
    case 'elements':
    case 'value':
    case 'unknown':
      return slot;
    default:
      return assertNever(slot);
  }
}
