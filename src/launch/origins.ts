/**
 * Sets of places that pointers of host code may come from, and whether two of them have one in common.
 * Over-approximating.
 */
import type { SyntaxNode } from '../parse/node.ts';
import { functionAround } from '../parse/parents.ts';
import type { Evaluation } from './evaluation.ts';
import type { Declaration } from './host-names.ts';

/**
 * `any`: may be anything besides. `isUnseen`: may be what code out of sight stores besides. `own`: of those, the ones
 * that no two places of one kind share: elements of one array with different indices, one member of different objects.
 * `isCopied`: but for places that are copied to one another. `arrived`: of an object's, those that were built out of
 * sight, and copies; `isBuilt`: some object may be built in sight of something else.
 */
export type Origins = Readonly<{
  from: ReadonlySet<string>;
  own: ReadonlySet<string>;
  arrived: ReadonlySet<string>;
  any: boolean;
  isUnseen: boolean;
  isCopied: boolean;
  isBuilt: boolean;
}>;

export const nowhere: Origins = {
  from: new Set(),
  own: new Set(),
  arrived: new Set(),
  any: true,
  isUnseen: false,
  isCopied: true,
  isBuilt: true,
};
export const onlyFrom = (origin: string): Origins => ({
  from: new Set([origin]),
  own: new Set(),
  arrived: new Set(),
  any: false,
  isUnseen: false,
  isCopied: false,
  isBuilt: true,
});

/** The variable's first value, or the variable as an object or array. */
export const originOfVariable = (cx: Evaluation, declaration: Declaration): string =>
  `var ${declaration.name} ${declaration.node.start}|${outlivesCalls(cx, declaration) ? '' : cx.frame}`;
/** `by`: the function out of sight that is trusted to allocate; null: one that is known to. */
export const originOfAllocation = (cx: Evaluation, call: SyntaxNode, by: string | null = null): string =>
  `alloc ${call.start}${by === null ? '' : ` by ${by}`}|${cx.frame}`;

/** The functions out of sight among them that are trusted to allocate. */
export const trustedAmong = ({ from }: Origins): readonly string[] =>
  [...from].flatMap((origin) => /^alloc \d+ by (\w+)\|/.exec(origin)?.[1] ?? []);

/** Variables that outlive a call are the same ones in every call. */
export const outlivesCalls = ({ names }: Evaluation, { scope, isStatic }: Declaration): boolean =>
  isStatic || scope === names.root || scope.type === 'declaration_list' || scope.type === 'field_declaration_list';

/**
 * Whether a variable is one of the call that the frame stands for: a lambda also sees those of the function around it,
 * which are of another call.
 */
export function isOfFrame({ names, frame, anchor }: Evaluation, { node }: Declaration): boolean {
  if (frame === '' || frame.startsWith('*')) return true;
  const around = functionAround(names.parents, anchor);
  return (
    around === null || around.type === 'function_definition' || (around.start <= node.start && node.end <= around.end)
  );
}

/** Whether all such objects were built out of sight: what constructors in sight give to members is none of theirs. */
export const areFromOutside = ({ from, arrived, any, isUnseen, isBuilt }: Origins): boolean =>
  !any && !isUnseen && !isBuilt && [...from].every((origin) => arrived.has(origin));

/** The origins that two pointers share; null: any. */
export function sharedOrigins(a: Origins, b: Origins): readonly string[] | null {
  return a.any || b.any || a.isUnseen || b.isUnseen ? null : seenShared(a, b);
}

/** The same, whatever code out of sight stores; null: any. */
export function seenShared(a: Origins, b: Origins): readonly string[] | null {
  if (a.any || b.any) return null;
  const places = new Map<string, string[]>();
  for (const origin of b.from) {
    const [place = '', frame = ''] = origin.split('|');
    places.set(place, [...(places.get(place) ?? []), frame]);
  }
  return [...a.from].filter((origin) => {
    const [place = '', frame = ''] = origin.split('|');
    return (places.get(place) ?? []).some((other) => mayBeOne(frame, other));
  });
}

/** Whether two frames may be of one call. */
function mayBeOne(a: string, b: string): boolean {
  if (a === b) return true;
  if (!a.startsWith('*') && !b.startsWith('*')) return false;
  const [x, y] = [a, b].map((frame) => frame.slice(Math.max(frame.lastIndexOf('>'), frame.lastIndexOf('*')) + 1));
  return x === undefined || y === undefined || x.endsWith(y) || y.endsWith(x);
}

export const mayMeet = (a: Origins, b: Origins): boolean => sharedOrigins(a, b)?.length !== 0;
