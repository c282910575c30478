/**
 * Whether a pointer that a launch passes leads to memory that host code in sight allocates and never sets: what it
 * holds is decided by code that is not here, and it can break no condition. Under-approximating: every mention of the
 * variable must be its allocation, its release, or an argument of this launch.
 *
 * Example: `int *next; cudaMalloc(&next, 64); k<<<8, 256>>>(next);` sets nothing; with `cudaMemset(next, 0, 64);` in
 * between it does.
 */
import type { SyntaxNode } from '../parse/node.ts';
import type { Evaluation } from './evaluation.ts';
import { childIn, textOf } from '../parse/node.ts';
import { isNullPointer, withoutCasts } from './declarator.ts';
import { libraryCallee } from './library-callee.ts';
import { setsFresh } from './library-calls.ts';
import { isOfNamespace, isMember, lookup } from './lookup.ts';
import { mentionsOf } from './pointer-uses.ts';

/** `call`: the launch. */
export function isUnset(cx: Evaluation, node: SyntaxNode, call: SyntaxNode): boolean {
  const bare = withoutCasts(node);
  const declaration = bare.type === 'identifier' ? lookup(cx.names, textOf(cx.names.source, bare), bare) : null;
  if (declaration?.kind !== 'variable' || isMember(declaration) || isOfNamespace(declaration)) return false;
  const { initial } = declaration;
  const isEmpty =
    initial.kind === 'none' || (initial.kind === 'expression' && isNullPointer(cx.names.source, initial.node));
  const mentions = mentionsOf(cx, declaration);
  return (
    isEmpty &&
    mentions.some((mention) => isAllocated(cx, mention)) &&
    mentions.every((mention) => isAllocated(cx, mention) || isReleased(cx, mention) || callAround(cx, mention) === call)
  );
}

/** `&p` or `(void **)&p` where an allocation sets it. */
function isAllocated(cx: Evaluation, mention: SyntaxNode): boolean {
  const address = cx.names.parents.get(mention);
  if (address?.type !== 'pointer_expression' || address.children[0]?.type !== '&') return false;
  const call = callAround(cx, address);
  return call !== null && setsFresh(libraryCallee(cx.names, call) ?? '');
}

function isReleased(cx: Evaluation, mention: SyntaxNode): boolean {
  const call = callAround(cx, mention);
  return call !== null && /^(?:cuda|hip)Free(?:Async)?$/.test(libraryCallee(cx.names, call) ?? '');
}

/** The call of which the expression, or a conversion of it, is an argument. */
function callAround(cx: Evaluation, node: SyntaxNode): SyntaxNode | null {
  let list = cx.names.parents.get(node);
  while (list !== undefined && (list.type === 'cast_expression' || list.type === 'parenthesized_expression'))
    list = cx.names.parents.get(list);
  const call = list?.type === 'argument_list' ? cx.names.parents.get(list) : undefined;
  return call?.type === 'call_expression' && childIn(call, 'arguments') === list ? call : null;
}
