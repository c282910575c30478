/** Names in scope inside functions: variables, constants, types. Names of the file are in file-scope.ts. */
import type { CType } from './types/c-type.ts';
import type { Slot } from './expressions/value.ts';
import type { ImpliedObject } from './calls/implied-object.ts';

export type Binding =
  /** `object`: what it is qualified with as an object of a class; null, or not given: not known. */
  | Readonly<{ kind: 'slot'; slot: Slot; key: string; object?: ImpliedObject | null }>
  | Readonly<{ kind: 'type'; type: CType }>
  /** A parameter pack, of a template or a function (calls/packs.ts). */
  | Readonly<{ kind: 'pack'; elements: readonly Binding[] }>;

/**
 * A chain of blocks. `names` grows while its block is lowered. `instance`: it holds the template parameters of that
 * instance of a function (calls/instance-keys.ts).
 */
export type Scope = Readonly<{ names: Map<string, Binding>; parent: Scope | null; instance?: string }>;

export const emptyScope: Scope = { names: new Map(), parent: null };

/** Runs with names looked up in another scope. */
export function within<Made>(cx: { scope: Scope }, scope: Scope, run: () => Made): Made {
  const outer = cx.scope;
  cx.scope = scope;
  const made = run();
  cx.scope = outer;
  return made;
}

/** Runs with names bound in an inner scope. */
export function withBound<Made>(cx: { scope: Scope }, bound: ReadonlyMap<string, Binding>, run: () => Made): Made {
  return within(cx, { names: new Map(bound), parent: cx.scope }, run);
}

/** The innermost binding of a name, or null. */
export function lookUp(scope: Scope | null, name: string): Binding | null {
  for (let at = scope; at !== null; at = at.parent) {
    const found = at.names.get(name);
    if (found !== undefined) return found;
  }
  return null;
}
