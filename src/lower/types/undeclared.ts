/**
 * What is not declared in the text (a header analysed alone). Members of parameters are inferred from their use.
 * One that is subscripted with something other than literals, moved like a pointer, or stored through is an array of
 * the type's first template argument; any other is an integer. A note says so. Neither over- nor under-approximating:
 * it is an assumption on the source.
 *
 * Example: `CParam<T> in` with `in.ptr[i]` and `in.dims[0]` gets the array `in.ptr` and the scalar `in.dims[0]`.
 */
import type { Expr } from '../../base/expr.ts';
import type { ScalarType } from '../../base/ctype.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { Slot, UndeclaredParameter } from '../expressions/value.ts';
import { bytes } from '../../base/brand.ts';
import { f32, i32, i64, u8 } from '../../base/ctype.ts';
import { variable } from '../../base/expr-build.ts';
import { freshScalar, note } from '../context.ts';
import { constantOf } from '../expressions/constants.ts';
import { inferredScalar } from './undeclared-constant.ts';
import { isSized, sizeOfType } from './c-type.ts';
import { arraySlot } from '../names.ts';
import { declarePointer } from '../memory/pointer-variable.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

/** The member of an undeclared parameter. */
export function inferredMember(cx: Context, of: UndeclaredParameter, member: string): Slot {
  const name = `${of.name}.${member}`;
  const known = cx.inferred.get(name);
  if (known !== undefined) return known;
  note(cx, of.node, fill(messages.inferredMembers, { name: of.name }), of.name);
  const made = cx.facts.arrayMembers.has(name) ? inferredArray(cx, of, name) : inferredScalar(cx, name, i64);
  cx.inferred.set(name, made);
  return made;
}

/** The parameter itself as a number (an enumeration, most likely); null for class templates. */
export function inferredValue(cx: Context, of: UndeclaredParameter, typeText: string): Expr | null {
  if (typeText.includes('<')) return null;
  const known = cx.inferred.get(of.name);
  if (known?.kind === 'scalar') return variable(known.id, known.type);
  note(cx, of.node, fill(messages.takenAsInt, { type: typeText, name: of.name }), of.name);
  const id = freshScalar(cx, of.name, i32, 'parameter');
  cx.steady.add(id);
  const at = cx.params.findIndex((param) => param.name === of.name);
  cx.params.splice(at, at === -1 ? 0 : 1, { kind: 'scalar', name: of.name, id, type: i32 });
  cx.inferred.set(of.name, { kind: 'scalar', id, type: i32 });
  return variable(id, i32);
}

function inferredArray(cx: Context, of: UndeclaredParameter, name: string): Slot {
  const slot = arraySlot(cx, name, 'global', { kind: 'array', of: of.element, extent: null }, false, of.node, name);
  if (slot.kind !== 'memory') return slot;
  cx.symbolic.add(name);
  cx.params.push({
    kind: 'array',
    name,
    id: slot.place.array,
    elementBytes: bytes(isSized(of.element) ? sizeOfType(of.element) : 1),
    isConst: of.isConst,
    isRestrict: false,
  });
  const pointer = { to: of.element, volatile: false, target: { kind: 'memory', place: slot.place } } as const;
  return {
    kind: 'pointer',
    variable: declarePointer(
      cx,
      `param:${name}`,
      name,
      { kind: 'pointer', to: of.element, volatile: false, isConst: false },
      pointer,
      of.node,
    ),
  };
}

/** An undeclared name that is subscripted: an array of its own, of floats. */
export const inferredArrayNamed = (cx: Context, name: string, node: SyntaxNode): Slot =>
  inferredGlobal(cx, name, f32, messages.ownGlobalArray, node);

/** An undeclared name that is written or read as a surface: the bytes of a surface reference of its own. */
export const inferredSurface = (cx: Context, name: string, node: SyntaxNode): Slot =>
  inferredGlobal(cx, name, u8, messages.ownSurface, node);

function inferredGlobal(cx: Context, name: string, element: ScalarType, as: string, node: SyntaxNode): Slot {
  const known = cx.inferred.get(name);
  if (known !== undefined) return known;
  note(cx, node, fill(messages.undeclaredTakenAs, { name, as }), name);
  const made = arraySlot(
    cx,
    name,
    'global',
    { kind: 'array', of: { kind: 'scalar', type: element }, extent: null },
    false,
    node,
  );
  cx.inferred.set(name, made);
  return made;
}

/**
 * `member[index]` of what was inferred to be a scalar: an element with a literal index, or a sign that it is an array.
 */
export function inferredElement(cx: Context, slot: Slot, index: Expr): Slot | null {
  const name = inferredName(cx, slot);
  if (name === null) return null;
  const known = constantOf(index);
  if (known === null) {
    treatAsArray(cx, name);
    return null;
  }
  const element = `${name}[${known}]`;
  const made = cx.inferred.get(element) ?? inferredScalar(cx, element, i64);
  cx.inferred.set(element, made);
  return made;
}

function inferredName(cx: Context, slot: Slot): string | null {
  if (slot.kind !== 'scalar') return null;
  for (const [name, known] of cx.inferred) if (known.kind === 'scalar' && known.id === slot.id) return name;
  return null;
}

/** A number that comes from an inferred member is used as a pointer, or written: the member is an array. */
function treatAsArray(cx: Context, name: string): void {
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
