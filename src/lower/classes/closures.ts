/**
 * Calls of lambdas that host code made: the body sees the captures as its own names, and `this` as the lambda captured
 * it [expr.prim.lambda.capture]. Exact; a capture whose type is not known may be anything.
 */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { FunctionDecl } from '../file-scope.ts';
import type { Binding, Scope } from '../scope.ts';
import type { StructType } from '../types/c-type.ts';
import type { Slot } from '../expressions/value.ts';
import { childIn } from '../../parse/node.ts';
import { dereference } from '../memory/pointers.ts';
import { readSlot } from '../memory/memory.ts';
import { fieldSlot } from './fields.ts';
import { messages } from '../wording.ts';

/** The member that holds the object of `[*this]`. */
export const copiedThis = '*this';

/** What calling an object of a lambda's type calls; null for other classes. */
export function callOperatorOf(
  cx: Context,
  object: Slot,
  struct: StructType,
  node: SyntaxNode,
): Readonly<{ decls: readonly FunctionDecl[]; self: Slot | null; scope: Scope }> | null {
  const { closure, body } = struct;
  if (closure === undefined || body === null) return null;
  const names = new Map<string, Binding>();
  let self: Slot | null = null;
  for (const { name } of struct.fields) {
    const slot = open(fieldSlot(object, name));
    if (name === copiedThis) self = slot;
    else if (name === 'this') self = pointedTo(cx, slot, node);
    else names.set(name, { kind: 'slot', slot, key: `${cx.frame.key}:captured ${closure.start} ${name}` });
  }
  const decl: FunctionDecl = {
    name: 'lambda',
    path: body.path.slice(0, -1),
    node: closure,
    declarator: childIn(closure, 'declarator') ?? closure,
    template: childIn(closure, 'template_parameters'),
    specialization: null,
    isKernel: false,
  };
  return { decls: [decl], self, scope: { names, parent: body.scope } };
}

function open(slot: Slot | null): Slot {
  if (slot === null)
    return { kind: 'unknown', because: messages.unknownCapture, type: null, footprint: 'everything', clobbers: null };
  return slot.kind === 'unknown' ? { ...slot, footprint: 'everything' } : slot;
}

function pointedTo(cx: Context, slot: Slot, node: SyntaxNode): Slot {
  const value = readSlot(cx, slot, node);
  return value.kind === 'pointer' ? dereference(value.pointer) : open(null);
}
