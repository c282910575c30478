/**
 * Lambdas: what is captured by value is copied to variables of the lambda's own where it is made
 * [expr.prim.lambda.capture]; the body is inlined where it is called, in a scope that sees the copies first. Exact; a
 * captured array that is too large to copy, or an object whose copy has a destructor, is not modelled.
 */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { FunctionDecl } from '../file-scope.ts';
import type { Binding, Scope } from '../scope.ts';
import type { Slot, Value } from '../expressions/value.ts';
import { childIn } from '../../parse/node.ts';
import { textOf } from '../context.ts';
import { copied, refuseCopy, refuseEnd } from './lifetimes.ts';
import { readWholeSlot, readSlot } from '../memory/memory.ts';
import { newSlot, pinnedSlot } from '../memory/slots.ts';
import { lookUp } from '../scope.ts';
import { typeOfSlot, typeOfValue } from '../expressions/value.ts';
import { messages } from '../wording.ts';

type Capture = Readonly<{ name: string; byReference: boolean; value: SyntaxNode | null; node: SyntaxNode }>;

/** The value of a lambda expression. */
export function lambdaValue(cx: Context, node: SyntaxNode): Value {
  const list = childIn(node, 'captures');
  const scope: Scope = { names: new Map(), parent: cx.scope };
  const captures = list === null ? [] : capturesOf(cx, node, list);
  for (const capture of captures) {
    const bound = captured(cx, capture, node);
    if (bound !== null) scope.names.set(capture.name, bound);
  }
  const { self } = cx.frame;
  const copiesSelf = list !== null && /\*\s*this\b/.test(textOf(cx, list)) && self !== null;
  return { kind: 'lambda', node, scope, path: cx.frame.path, self: copiesSelf ? copyOf(cx, self, 'this', node) : self };
}

/** A lambda's body as a function. */
export function lambdaDecl(lambda: Extract<Value, { kind: 'lambda' }>): FunctionDecl {
  return {
    name: 'lambda',
    path: lambda.path,
    node: lambda.node,
    declarator: childIn(lambda.node, 'declarator') ?? lambda.node,
    template: childIn(lambda.node, 'template_parameters'),
    specialization: null,
    isKernel: false,
  };
}

/** Explicit captures, and with `[=]` the local variables that the body names. */
function capturesOf(cx: Context, node: SyntaxNode, list: SyntaxNode): readonly Capture[] {
  const explicit: Capture[] = [];
  let byReference = false;
  for (const child of list.children) {
    if (child.type === '&') byReference = true;
    if (child.type === 'identifier') explicit.push({ name: textOf(cx, child), byReference, value: null, node: child });
    if (child.type === 'lambda_capture_initializer') {
      const left = childIn(child, 'left');
      const value = childIn(child, 'right');
      if (left !== null && value !== null)
        explicit.push({
          name: textOf(cx, left),
          byReference: byReference || child.children[0]?.type === '&',
          value,
          node: child,
        });
    }
    if (child.type !== '&') byReference = false;
  }
  const byDefault = list.children.find((child) => child.type === 'lambda_default_capture');
  if (byDefault === undefined || textOf(cx, byDefault) !== '=') return explicit;
  const body = childIn(node, 'body');
  const names = body === null ? new Set<string>() : identifiersIn(cx, body);
  for (const capture of explicit) names.delete(capture.name);
  return [...explicit, ...[...names].map((name): Capture => ({ name, byReference: false, value: null, node }))];
}

function identifiersIn(cx: Context, node: SyntaxNode): Set<string> {
  const found = new Set<string>();
  const visit = (at: SyntaxNode): void => {
    if (at.type === 'identifier' || at.type === 'type_identifier') found.add(textOf(cx, at));
    for (const child of at.children) visit(child);
  };
  visit(node);
  return found;
}

function captured(cx: Context, capture: Capture, node: SyntaxNode): Binding | null {
  const key = `${cx.frame.key}:${node.start}.${capture.name}`;
  if (capture.value !== null) {
    if (capture.byReference) cx.references.add(key);
    const slot = capture.byReference ? cx.rules.slot(cx, capture.value) : null;
    return {
      kind: 'slot',
      slot: slot === null ? initialized(cx, capture, capture.value, key) : pinnedSlot(cx, slot, capture.name, node),
      key,
    };
  }
  const known = lookUp(cx.scope, capture.name);
  if (capture.byReference || known?.kind !== 'slot' || !isAutomatic(cx, known.slot)) return null;
  if (cx.references.has(known.key)) cx.references.add(key);
  return { kind: 'slot', slot: copyOf(cx, known.slot, capture.name, node), key };
}

function initialized(cx: Context, capture: Capture, value: SyntaxNode, key: string): Slot {
  const raw = cx.rules.value(cx, value);
  const made = raw.kind === 'struct' ? copied(cx, raw, value) : raw;
  const type = typeOfValue(made);
  if (type !== null) refuseEnd(cx, type, messages.copiedByLambda, value);
  if (type !== null) refuseCopy(cx, type, messages.copiedByLambda, value);
  return type === null
    ? { kind: 'value', value: made, type: { kind: 'opaque', text: 'auto' } }
    : newSlot(cx, type, capture.name, key, made, value);
}

/**
 * Variables with static storage, `__shared__` ones among them, are not captured: the name means the variable itself.
 */
function isAutomatic(cx: Context, slot: Slot): boolean {
  if (slot.kind === 'value') return false;
  if (slot.kind !== 'memory') return true;
  const space = cx.arrays.get(slot.place.array)?.space;
  return space === 'local' || slot.place.subscripts.length > 0 || slot.place.offset > 0;
}

function copyOf(cx: Context, slot: Slot, name: string, node: SyntaxNode): Slot {
  const type = typeOfSlot(slot);
  if (type === null || slot.kind === 'unknown') return slot;
  refuseEnd(cx, type, messages.copiedByLambda, node);
  refuseCopy(cx, type, messages.copiedByLambda, node);
  const whole = type.kind === 'array' ? readWholeSlot(cx, slot, node) : readSlot(cx, slot, node);
  return newSlot(
    cx,
    type,
    name,
    `${cx.frame.key}:${node.start}.${name}`,
    whole.kind === 'struct' ? copied(cx, whole, node) : whole,
    node,
  );
}
