/**
 * What `__restrict__` promises of a kernel's parameters: no other pointer leads to what is reached through such a
 * pointer, if that is written (C11 6.7.3.1). A parameter may have it itself; or a pointer that the body starts from it
 * has, where the parameter is read for nothing else: then all that is reached through the parameter is reached through
 * that pointer.
 *
 * Smallest example: `__global__ void k(float *p, const float *q) { float *__restrict__ a = p; a[threadIdx.x] =
 * q[threadIdx.x]; }` promises that `p` and `q` share no memory, as `float *__restrict__ p` would.
 */
import type { Context } from './context.ts';
import type { SyntaxNode } from '../parse/node.ts';
import { childIn, childrenIn, namedChildren } from '../parse/node.ts';
import { declaredName } from './file-scope.ts';
import { textOf } from './context.ts';

/** `T *__restrict__ p`: the pointer that is declared itself, not one that it leads to. */
function isRestrict(cx: Context, declarator: SyntaxNode): boolean {
  const inner = declarator.type === 'pointer_declarator' ? childIn(declarator, 'declarator') : null;
  if (inner === null) return false;
  if (inner.type === 'pointer_declarator') return isRestrict(cx, inner);
  return saysRestrict(cx, declarator);
}

/** Whether a pointer's own declarator has the word. */
export const saysRestrict = (cx: Context, declarator: SyntaxNode): boolean =>
  declarator.children.some((child) => child.type === 'type_qualifier' && textOf(cx, child) === '__restrict__');

/** The names that start a restricted pointer of the body's outermost block, and stand nowhere else in it. */
export function promisedInBody(cx: Context, body: SyntaxNode): readonly string[] {
  const starts = namedChildren(body)
    .filter(({ type }) => type === 'declaration')
    .flatMap((declaration) => childrenIn(declaration, 'declarator'))
    .flatMap((declarator) =>
      declarator.type === 'init_declarator' && isStarted(cx, declarator) ? (childIn(declarator, 'value') ?? []) : [],
    );
  if (starts.length === 0) return [];
  const counts = new Map<string, number>();
  const count = (node: SyntaxNode): void => {
    if (node.children.length === 0) counts.set(textOf(cx, node), (counts.get(textOf(cx, node)) ?? 0) + 1);
    node.children.forEach(count);
  };
  count(body);
  return starts.flatMap((value) => startOf(cx, value) ?? []).filter((name) => counts.get(name) === 1);
}

function isStarted(cx: Context, declarator: SyntaxNode): boolean {
  const own = childIn(declarator, 'declarator');
  return own !== null && declaredName(own) !== null && isRestrict(cx, own);
}

/** The name of the pointer that a value leads on from: of `p`, `(T *)p`, `static_cast<T *>(p)`, `p + n`. */
function startOf(cx: Context, value: SyntaxNode): string | null {
  switch (value.type) {
    case 'identifier':
      return textOf(cx, value);
    case 'parenthesized_expression': {
      const [inner, second] = namedChildren(value);
      return inner === undefined || second !== undefined ? null : startOf(cx, inner);
    }
    case 'cast_expression': {
      const inner = childIn(value, 'value');
      return inner === null ? null : startOf(cx, inner);
    }
    case 'binary_expression': {
      const [left, operator] = [childIn(value, 'left'), childIn(value, 'operator')];
      return left === null || operator === null || !/^[+-]$/.test(textOf(cx, operator)) ? null : startOf(cx, left);
    }
    case 'call_expression': {
      const callee = childIn(value, 'function');
      const [given, second] = namedChildren(childIn(value, 'arguments') ?? value);
      const isCast = callee !== null && /^(?:reinterpret|static|const)_cast\s*</.test(textOf(cx, callee));
      return !isCast || given === undefined || second !== undefined ? null : startOf(cx, given);
    }
    default:
      return null;
  }
}
