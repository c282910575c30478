/** Lvalues: the slot that an expression denotes. Effects (of indices, of calls) are emitted on the way. */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { Argument } from '../calls/invocation.ts';
import type { Slot, Value } from '../expressions/value.ts';
import { assertNever } from '../../base/invariant.ts';
import { childIn, namedChildren } from '../../parse/node.ts';
import { isPackElement, withElement } from '../calls/packs.ts';
import { regrouped } from '../statements/ambiguity.ts';
import { assign, update } from '../expressions/assignments.ts';
import { bool } from '../../base/ctype.ts';
import { textOf, unknownScalar } from '../context.ts';
import { refuseOperator } from '../expressions/user-operators.ts';
import { asIndex, pointerOf, slotSeenAs } from '../types/conversions.ts';
import { splitName } from '../file-scope.ts';
import { lookUp } from '../scope.ts';
import { arrayElement, baseNamed, fieldSlot, unknownMember, valueSlot } from '../classes/fields.ts';
import { readSlot } from './memory.ts';
import { resolveName } from '../names.ts';
import { conditionalSlot } from '../expressions/conditional.ts';
import { operandOf, operatorSlot, overloaded, slotArgument, valueArgument } from '../expressions/operators.ts';
import { addressOf, addToPointer, dereference } from './pointers.ts';
import { methodsNamed } from '../classes/structs.ts';
import { inferredArrayNamed, inferredElement, inferredMember, pointerFromNumber } from '../types/undeclared.ts';
import { pointerValue, typeOfSlot, unknownOf } from '../expressions/value.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

function childText(cx: Context, node: SyntaxNode, field: string): string {
  const child = childIn(node, field);
  return child === null ? '' : textOf(cx, child);
}

/** The slot of an lvalue expression; null, without effects, when the node is none. */
export function slotOf(cx: Context, node: SyntaxNode): Slot | null {
  const other = regrouped(cx, node);
  return slotOfNode(cx, other ?? node);
}

function slotOfNode(cx: Context, node: SyntaxNode): Slot | null {
  switch (node.type) {
    case 'parenthesized_expression': {
      const inner = namedChildren(node)[0];
      return inner === undefined ? null : slotOf(cx, inner);
    }
    case 'identifier':
    case 'type_identifier':
    case 'qualified_identifier':
    case 'field_identifier':
      return resolveName(cx, node) ?? undeclared(cx, node);
    case 'this':
      return cx.frame.self === null
        ? null
        : valueSlot(pointerValue(addressOf(cx, cx.frame.self, `this:${cx.frame.key}`)));
    case 'field_expression':
      return memberOf(cx, node);
    case 'subscript_expression':
      return subscripted(cx, node);
    case 'pointer_expression':
      return childText(cx, node, 'operator') === '*' ? pointee(cx, node) : null;
    case 'conditional_expression':
      return conditionalSlot(cx, node);
    case 'call_expression':
      return cx.rules.call(cx, node);
    case 'cast_expression':
      return castSlot(cx, node);
    case 'assignment_expression':
      return assign(cx, node).slot;
    case 'comma_expression': {
      const right = childIn(node, 'right');
      refuseOperator(cx, 'operator,', namedChildren(node), node);
      cx.rules.discard(cx, childIn(node, 'left'));
      return right === null ? null : (slotOf(cx, right) ?? valueSlot(cx.rules.value(cx, right)));
    }
    case 'binary_expression':
    case 'unary_expression':
      return operatorSlot(cx, node);
    case 'update_expression':
      return isPrefix(node)
        ? (update(cx, node, true), slotOf(cx, childIn(node, 'argument') ?? node))
        : operatorSlot(cx, node);
    default:
      return isPackElement(node) ? withElement(cx, node, (pattern) => slotOf(cx, pattern)) : null;
  }
}

/** `(T &)x`; null for casts that make values. */
function castSlot(cx: Context, node: SyntaxNode): Slot | null {
  const [typeNode, value] = [childIn(node, 'type'), childIn(node, 'value')];
  if (
    typeNode === null ||
    value === null ||
    !typeNode.children.some((child) => child.type === 'abstract_reference_declarator')
  )
    return null;
  const type = cx.rules.type(cx, typeNode);
  const slot = type.kind === 'reference' ? slotOf(cx, value) : null;
  return type.kind === 'reference' && slot !== null ? slotSeenAs(cx, slot, type.to) : null;
}

function isPrefix(node: SyntaxNode): boolean {
  return node.children[0]?.field === 'operator';
}

function undeclared(cx: Context, node: SyntaxNode): Slot {
  const because = fill(messages.undeclared, { text: textOf(cx, node) });
  return { kind: 'unknown', because, type: null, footprint: 'everything', clobbers: null };
}

/** A constant of the object's class; null for other members. */
function classConstant(object: Slot, name: string): Slot | null {
  const type = typeOfSlot(object);
  const found = type?.kind === 'struct' && type.struct.body !== null ? lookUp(type.struct.body.scope, name) : null;
  return found?.kind === 'slot' && found.slot.kind === 'value' ? found.slot : null;
}

function memberOf(cx: Context, node: SyntaxNode): Slot {
  const argument = childIn(node, 'argument');
  const field = childIn(node, 'field');
  if (argument === null || field === null) return valueSlot(unknownOf(messages.memberOfNothing));
  const object = childText(cx, node, 'operator') === '->' ? throughPointer(cx, argument) : objectOf(cx, argument);
  const split = splitName(field, (inner) => textOf(cx, inner));
  const scope = split.scopes.at(-1);
  const whole = scope === undefined ? object : (baseNamed(object, scope) ?? object);
  if (whole.kind === 'unknown' && whole.parameter !== undefined) return inferredMember(cx, whole.parameter, split.name);
  if (whole.kind === 'memory' && whole.type.kind === 'opaque') return partOf(cx, whole, split.name, node);
  return fieldSlot(whole, split.name) ?? classConstant(whole, split.name) ?? unknownMember(whole, split.name);
}

/**
 * A member of an object whose type is not declared: where in the object is not known, so that two of them may be one
 * place or two.
 */
function partOf(cx: Context, whole: Extract<Slot, { kind: 'memory' }>, name: string, node: SyntaxNode): Slot {
  const because = fill(messages.unknownMember, { name });
  const part: Slot = { ...whole, type: { kind: 'opaque', text: fill(messages.member, { name }) } };
  const elsewhere: Slot = { kind: 'unknown', because, type: null, footprint: [], clobbers: null };
  return { kind: 'chosen', cases: [{ when: unknownScalar(cx, bool, because, node), slot: part }], last: elsewhere };
}

/** The object that an expression denotes, as a slot (made up for values). */
export function objectOf(cx: Context, node: SyntaxNode): Slot {
  const slot =
    node.type === 'identifier' || node.type === 'qualified_identifier' ? resolveName(cx, node) : slotOf(cx, node);
  if (slot !== null) return slot;
  return valueSlot(cx.rules.value(cx, node));
}

/** What `node->` reaches: through a pointer, or through `operator->`. */
export function throughPointer(cx: Context, node: SyntaxNode): Slot {
  return followed(cx, operandOf(cx, node), node, 0);
}

function followed(cx: Context, object: Argument, node: SyntaxNode, depth: number): Slot {
  const made = object.type?.kind === 'struct' && depth < 8 ? overloaded(cx, 'operator->', [object], node) : null;
  return made === null
    ? dereference(pointerOf(cx, object.value()))
    : followed(cx, slotArgument(cx, made, node), node, depth + 1);
}

export function pointee(cx: Context, node: SyntaxNode): Slot {
  const argument = childIn(node, 'argument');
  if (argument === null) return valueSlot(unknownOf(messages.emptyDereference));
  const object = operandOf(cx, argument);
  const made = object.type?.kind === 'struct' ? overloaded(cx, 'operator*', [object], node) : null;
  return made ?? dereference(pointerOf(cx, object.value()));
}

export function addressValue(cx: Context, node: SyntaxNode): Value {
  const argument = childIn(node, 'argument');
  if (argument !== null) refuseOperator(cx, 'operator&', [argument], node);
  const slot = argument === null ? null : slotOf(cx, argument);
  if (slot === null) return unknownOf(messages.addressOfValue);
  if (slot.kind === 'unknown' && slot.footprint === 'everything') return unknownOf(slot.because);
  return pointerValue(addressOf(cx, slot, `&${keyOfSlot(slot) ?? `${cx.frame.key}:${node.start}`}`));
}

/** Names a local across rounds and uses: by its first scalar; null where it has none. */
function keyOfSlot(slot: Slot): string | null {
  switch (slot.kind) {
    case 'scalar':
      return slot.id;
    case 'struct':
    case 'elements': {
      const [first] = slot.kind === 'struct' ? slot.fields.values() : slot.items;
      const inner = first === undefined ? null : keyOfSlot(first);
      return inner === null ? null : `${slot.kind} ${inner}`;
    }
    case 'pointer':
    case 'memory':
    case 'bits':
    case 'joined':
    case 'chosen':
    case 'value':
    case 'unknown':
      return null;
    default:
      return assertNever(slot);
  }
}

function subscripted(cx: Context, node: SyntaxNode): Slot {
  const argument = childIn(node, 'argument');
  const list = childIn(node, 'indices') ?? childIn(node, 'index');
  const indices = list === null ? [] : list.type === 'subscript_argument_list' ? namedChildren(list) : [list];
  const last = indices.at(-1);
  if (argument === null || last === undefined) return valueSlot(unknownOf(messages.missingSubscript));
  const base = undeclaredArray(cx, argument) ?? objectOf(cx, argument);
  const type = typeOfSlot(base);
  if (type?.kind === 'struct' && type.struct.body !== null && methodsNamed(cx, type.struct, 'operator[]').length > 0) {
    const made = overloaded(
      cx,
      'operator[]',
      [slotArgument(cx, base, argument), valueArgument(cx.rules.value(cx, last), last)],
      node,
    );
    if (made !== null) return made;
  }
  const isArray = type?.kind === 'array' || (base.kind === 'value' && base.value.kind === 'list');
  const pointer = isArray ? null : readSlot(cx, base, argument);
  for (const index of indices.slice(0, -1)) cx.rules.discard(cx, index);
  const given = cx.rules.value(cx, last);
  if (pointer?.kind === 'scalar' && given.kind === 'pointer')
    return dereference(addToPointer(given.pointer, asIndex(cx, pointer, node)));
  const index = asIndex(cx, given, last);
  if (pointer === null) return arrayElement(base, index) ?? unknownMember(base, '[]');
  if (pointer.kind === 'scalar') {
    const inferred = inferredElement(cx, base, index);
    if (inferred !== null) return inferred;
    pointerFromNumber(cx, pointer.expr);
  }
  return dereference(addToPointer(pointerOf(cx, pointer), index));
}

function undeclaredArray(cx: Context, node: SyntaxNode): Slot | null {
  if (node.type !== 'identifier' || resolveName(cx, node) !== null) return null;
  return inferredArrayNamed(cx, textOf(cx, node), node);
}
