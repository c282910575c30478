/** Declarations whose type is left to what initializes them (C++ [dcl.spec.auto]). */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import { childIn } from '../../parse/node.ts';
import { textOf } from '../context.ts';

/** Whether the `type` field of a declaration is `auto`. */
export function isDeduced(cx: Context, node: SyntaxNode): boolean {
  const type = childIn(node, 'type');
  return type !== null && (type.type === 'placeholder_type_specifier' || textOf(cx, type) === 'auto');
}
