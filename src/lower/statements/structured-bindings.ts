/**
 * Structured bindings `auto [a, b] = x;`: names for the members of a class or the elements of an array
 * [dcl.struct.bind]. Exact.
 */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { Slot } from '../expressions/value.ts';
import { int } from '../../base/expr-build.ts';
import { childIn, namedChildren } from '../../parse/node.ts';
import { fail, textOf } from '../context.ts';
import { mentions } from '../kept.ts';
import { arrayElement, structIn, subobject } from '../classes/fields.ts';
import { copied, endsWithScope } from '../classes/lifetimes.ts';
import { readWholeSlot } from '../memory/memory.ts';
import { newSlot, pinnedSlot } from '../memory/slots.ts';
import { typeOfSlot } from '../expressions/value.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

/** The `[a, b]` of a declarator, or null. */
export function structuredBinding(declarator: SyntaxNode): SyntaxNode | null {
  if (declarator.type === 'structured_binding_declarator') return declarator;
  const inner =
    childIn(declarator, 'declarator') ?? declarator.children.find((child) => child.type.endsWith('_declarator'));
  return inner === undefined ? null : structuredBinding(inner);
}

/** Binds the names; they stay what they are when a type is not understood: unknown. */
export function bindParts(cx: Context, binding: SyntaxNode, declarator: SyntaxNode, value: SyntaxNode | null): void {
  const inner = declarator.type === 'init_declarator' ? childIn(declarator, 'declarator') : declarator;
  const list =
    value?.type === 'argument_list' || value?.type === 'initializer_list' ? namedChildren(value)[0] : undefined;
  const given = list ?? value;
  if (mentions(cx.unit, /\btuple_size\s*</)) fail(cx, declarator, messages.bindingWithOwnTuples);
  const whole = given === null ? null : wholeOf(cx, given, inner?.type === 'reference_declarator', declarator);
  bindSlots(cx, binding, whole);
}

/** Binds the names to the parts of an object. */
export function bindSlots(cx: Context, binding: SyntaxNode, whole: Slot | null): void {
  const parts = whole === null ? [] : partsOf(whole);
  namedChildren(binding).forEach((name, k) => {
    const slot: Slot = parts[k] ?? {
      kind: 'unknown',
      because: fill(messages.binding, { text: textOf(cx, name) }),
      type: null,
      footprint: 'everything',
      clobbers: whole,
    };
    cx.scope.names.set(textOf(cx, name), { kind: 'slot', slot, key: `${cx.frame.key}:${name.start}` });
  });
}

function wholeOf(cx: Context, given: SyntaxNode, byReference: boolean, declarator: SyntaxNode): Slot {
  const slot = cx.rules.slot(cx, given);
  if (byReference && slot !== null) return pinnedSlot(cx, slot, 'bound', declarator);
  const raw = slot === null ? cx.rules.value(cx, given) : readWholeSlot(cx, slot, given);
  const made = raw.kind === 'struct' ? copied(cx, raw, given) : raw;
  const type = slot === null ? null : typeOfSlot(slot);
  const own = made.kind === 'struct' ? { kind: 'struct' as const, struct: made.type } : type;
  if (own === null) return { kind: 'value', value: made, type: { kind: 'opaque', text: 'auto' } };
  const bound = newSlot(cx, own, 'bound', `${cx.frame.key}:${declarator.start}`, made, declarator);
  endsWithScope(cx, bound, own, declarator);
  return bound;
}

function partsOf(whole: Slot): readonly (Slot | null)[] {
  const struct = structIn(whole);
  if (struct !== null) {
    const own = struct.fields.filter((field) => field.role === 'member');
    const base = own.length === 0 ? struct.fields.find((field) => field.role === 'base') : undefined;
    const inner = base === undefined ? null : subobject(whole, base);
    return inner === null ? own.map((field) => subobject(whole, field)) : partsOf(inner);
  }
  const type = typeOfSlot(whole);
  return type?.kind !== 'array'
    ? []
    : Array.from({ length: Math.min(type.extent ?? 0, 64) }, (_, k) => arrayElement(whole, int(k)));
}
