/**
 * Parameters of a type that is not declared in the text (a header analysed alone): members are inferred from their use.
 * One that is subscripted with something other than literals, moved like a pointer, or stored through is an array of
 * the type's first template argument; any other is an integer. A note says so. Neither over- nor under-approximating:
 * it is an assumption on the source.
 *
 * Example: `CParam<T> in` with `in.ptr[i]` and `in.dims[0]` gets the array `in.ptr` and the scalar `in.dims[0]`.
 */
import type { Expr } from '../base/expr.ts';
import type { Context } from './context.ts';
import type { Slot, UndeclaredParameter } from './value.ts';
import { bytes } from '../base/brand.ts';
import { i64 } from '../base/ctype.ts';
import { freshScalar, note } from './context.ts';
import { constantOf } from './constants.ts';
import { isSized, sizeOfType } from './c-type.ts';
import { arraySlot } from './names.ts';
import { declarePointer } from './pointer-variable.ts';

/** The member of an undeclared parameter. */
export function inferredMember(cx: Context, of: UndeclaredParameter, member: string): Slot {
  const name = `${of.name}.${member}`;
  const known = cx.inferred.get(name);
  if (known !== undefined) return known;
  note(cx, of.node, `the type of ${of.name} is not declared: its members are inferred from their use`);
  const made = cx.facts.arrayMembers.has(name) ? inferredArray(cx, of, name) : inferredScalar(cx, name);
  cx.inferred.set(name, made);
  return made;
}

function inferredScalar(cx: Context, name: string): Slot {
  const id = freshScalar(cx, name, i64, 'parameter');
  cx.steady.add(id);
  cx.symbolic.add(name);
  cx.params.push({ kind: 'scalar', name, id, type: i64 });
  return { kind: 'scalar', id, type: i64 };
}

function inferredArray(cx: Context, of: UndeclaredParameter, name: string): Slot {
  const slot = arraySlot(cx, name, 'global', { kind: 'array', of: of.element, extent: null }, false, of.node, name);
  if (slot.kind !== 'memory') return slot;
  cx.symbolic.add(name);
  cx.params.push({ kind: 'array', name, id: slot.place.array, elementBytes: bytes(isSized(of.element) ? sizeOfType(of.element) : 1), isConst: of.isConst });
  const pointer = { to: of.element, volatile: false, target: { kind: 'memory', place: slot.place } } as const;
  return { kind: 'pointer', variable: declarePointer(cx, `param:${name}`, name, { kind: 'pointer', to: of.element, volatile: false, isConst: false }, pointer, of.node) };
}

/** `member[index]` of what was inferred to be a scalar: an element with a literal index, or a sign that it is an array. */
export function inferredElement(cx: Context, slot: Slot, index: Expr): Slot | null {
  const name = inferredName(cx, slot);
  if (name === null) return null;
  const known = constantOf(index);
  if (known === null) {
    treatAsArray(cx, name);
    return null;
  }
  const element = `${name}[${known}]`;
  const made = cx.inferred.get(element) ?? inferredScalar(cx, element);
  cx.inferred.set(element, made);
  return made;
}

function inferredName(cx: Context, slot: Slot): string | null {
  if (slot.kind !== 'scalar') return null;
  for (const [name, known] of cx.inferred) if (known.kind === 'scalar' && known.id === slot.id) return name;
  return null;
}

/** A number that comes from an inferred member is used as a pointer, or written: the member is an array. */
export function treatAsArray(cx: Context, name: string): void {
  cx.facts.arrayMembers.add(name.replace(/\[\d+\]$/, ''));
  cx.facts.changed = true;
}

/** Whether an expression starts with an inferred member; then that is an array. */
export function pointerFromNumber(cx: Context, expr: Expr): boolean {
  let at = expr;
  while (at.kind === 'binary' || at.kind === 'cast') at = at.kind === 'cast' ? at.operand : at.left;
  if (at.kind !== 'var') return false;
  const name = inferredName(cx, { kind: 'scalar', id: at.id, type: at.type });
  if (name === null || cx.facts.arrayMembers.has(name)) return false;
  treatAsArray(cx, name);
  return true;
}

/** A literal-indexed member that is stored through is an array. */
export function writtenMember(cx: Context, slot: Slot): void {
  const name = inferredName(cx, slot);
  if (name !== null && name.endsWith(']')) treatAsArray(cx, name);
}
