/**
 * Functions of the program that share the name of a barrier of CUDA: members, functions of a namespace, overloads with
 * other parameters. Which one a call means hangs on classes, bases and `using`; nobody names one so by accident, and a
 * barrier that is none hides a race, so such calls are not modelled. One at file scope that has CUDA's parameters
 * changes nothing: nvcc takes its own all the same.
 */
import type { Context } from '../context.ts';
import type { FunctionDecl } from '../file-scope.ts';
import { childIn } from '../../parse/node.ts';
import { memoized } from '../../base/memoize.ts';
import { parametersOf } from '../calls/parameters.ts';

/** Barriers and fences without parameters. */
const bare = /^__(?:syncthreads|threadfence(?:_block|_system)?)$/;

/** Whether the program has a function of this name, a barrier's, that is not CUDA's. */
export function hasOwnBarrier(cx: Context, name: string): boolean {
  const written = declarations(cx.unit.source).get(name) ?? 0;
  if (written === 0) return false;
  const isSame = ({ path, declarator, node }: FunctionDecl): boolean =>
    path.length === 0 &&
    childIn(node, 'body') !== null &&
    !(bare.test(name) && parametersOf(cx, declarator).length > 0);
  return written > (cx.unit.declared.functions.get(name) ?? []).filter(isSame).length;
}

/** `void NAME(…) {`, `S::NAME(…) {` */
const definition =
  /(?:\w[\s*&]+|::)(__(?:syncthreads|syncwarp|threadfence|barrier_sync|cluster_barrier)\w*)[ \t\n]{0,9}\([^(){};]*\)\s*(?:const\b|noexcept\b)?\s*\{/g;

/** How often the text defines a function of each such name. */
const declarations = memoized(({ text }: Context['unit']['source']): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  if (!/__(?:sync|threadfence|barrier|cluster)/.test(text)) return counts;
  for (const [, name] of text.replace(/"(?:[^"\\\n]|\\.)*"?/g, '""').matchAll(definition))
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
});
