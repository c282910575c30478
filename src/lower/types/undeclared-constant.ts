/**
 * A constant that is not declared in the text (its header is missing): one value for all threads, which a note says.
 * Host code may name it as well (launch/host-variable.ts). Neither over- nor under-approximating: it is an assumption
 * on the source.
 *
 * Example: `k<<<n, kThreads>>>(a)` with `a[blockIdx.x * kThreads + threadIdx.x]` in the kernel, where `kThreads` is of
 * a header that was not found.
 */
import type { Context } from '../context.ts';
import type { ScalarType } from '../../base/ctype.ts';
import type { Slot, Value } from '../expressions/value.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import { freshScalar, note } from '../context.ts';
import { fill } from '../../base/message.ts';
import { i32 } from '../../base/ctype.ts';
import { isConstantName } from '../../base/constant-name.ts';
import { lookUp } from '../scope.ts';
import { messages } from '../wording.ts';
import { printCType } from './c-type.ts';
import { scalarValue } from '../expressions/value.ts';
import { variable } from '../../base/expr-build.ts';

/**
 * An undeclared name that is spelled like a constant is one: one value for all threads, and for host code. Null for
 * other names.
 */
export function undeclaredConstant(
  cx: Context,
  written: string,
  node: SyntaxNode,
  within: readonly string[] = cx.frame.path,
): Value | null {
  if (!isConstantName(written)) return null;
  const name = ofArgument(cx, written);
  if (name === null) return null;
  const path = within.join('::');
  const place = cx.undeclared.get(name);
  cx.undeclared.set(name, place === undefined || place === path ? path : null);
  const known = cx.inferred.get(name);
  const slot = known?.kind === 'scalar' ? known : inferredScalar(cx, name, i32);
  cx.inferred.set(name, slot);
  if (known === undefined) note(cx, node, fill(messages.undeclaredConstant, { name }), name);
  return scalarValue(variable(slot.id, slot.type));
}

/**
 * `T::SIZE` of a template parameter `T` is the constant of what `T` stands for. Null: it may be of any class, and host
 * code that launches with `T::kBlock` is not followed to one.
 */
function ofArgument(cx: Context, name: string): string | null {
  const [head = '', ...rest] = name.split('::');
  const binding = rest.length === 0 ? null : lookUp(cx.scope, head);
  if (binding?.kind !== 'type') return name;
  return isMacroName(rest.at(-1) ?? '') ? [printCType(binding.type), ...rest].join('::') : null;
}

/** In capitals alone. */
const isMacroName = (name: string): boolean => /^[A-Z][A-Z0-9_]*$/.test(name);

/** A number of our own making that nothing declares, as a parameter of the kernel. */
export function inferredScalar(cx: Context, name: string, type: ScalarType): Extract<Slot, { kind: 'scalar' }> {
  const id = freshScalar(cx, name, type, 'parameter');
  cx.steady.add(id);
  cx.symbolic.add(name);
  cx.params.push({ kind: 'scalar', name, id, type });
  return { kind: 'scalar', id, type };
}
