/**
 * Functions that a call cannot mean, because one of a nearer scope hides their name (C++ [basic.scope.hiding]). Numbers and pointers to numbers lead
 * to no namespaces of their own [basic.lookup.argdep], so that only using-declarations and -directives could bring the others back. Exact where it
 * answers true.
 *
 * Example: in `int f(int); namespace a { int f(long); int g() { return f(1); } }`, `g` calls `a::f`.
 */
import type { Context } from '../context.ts';
import type { CType } from '../types/c-type.ts';
import type { FunctionDecl } from '../file-scope.ts';
import type { Argument } from './invocation.ts';
import { isInLibrary, textOf } from '../context.ts';
import { isDirectedTo, usingPlaces } from '../namesakes.ts';
import { hasOpen, isNamedEnum } from '../types/open-const.ts';

/** Whether the declaration of `near` hides `far` from the function that is lowered, for these arguments. */
export function isHiddenBy(cx: Context, near: FunctionDecl, far: FunctionDecl, args: readonly Argument[]): boolean {
  const isAround = near.path.length > 0 && near.path.every((part, k) => part === cx.frame.path[k]);
  if (!isAround || isInLibrary(near.node) || isInLibrary(far.node) || near.inlined !== undefined || far.inlined !== undefined) return false;
  return far.path.length < near.path.length && far.path.every((part, k) => part === near.path[k]) && !isDirectedTo(cx, far) && usingPlaces(cx, far).length === 0 && !hasOpen(cx.scope) && args.every((arg) => leadsNowhere(cx, arg));
}

function leadsNowhere(cx: Context, { type, node }: Argument): boolean {
  return type !== null && isOfNumbers(type) && !isNamedEnum(cx, textOf(cx, node));
}

function isOfNumbers(type: CType): boolean {
  switch (type.kind) {
    case 'scalar':
      return true;
    case 'pointer':
    case 'reference':
      return isOfNumbers(type.to);
    case 'array':
      return isOfNumbers(type.of);
    case 'struct':
    case 'opaque':
    case 'void':
      return false;
  }
}
