/** Names in scope inside functions: variables, constants, types. Names of the file are in file-scope.ts. */
import type { CType } from './types/c-type.ts';
import type { Slot } from './expressions/value.ts';

export type Binding = Readonly<{ kind: 'slot'; slot: Slot; key: string }> | Readonly<{ kind: 'type'; type: CType }>;

/** A chain of blocks. `names` grows while its block is lowered. */
export type Scope = Readonly<{ names: Map<string, Binding>; parent: Scope | null }>;

export const emptyScope: Scope = { names: new Map(), parent: null };

/** The innermost binding of a name, or null. */
export function lookUp(scope: Scope | null, name: string): Binding | null {
  for (let at = scope; at !== null; at = at.parent) {
    const found = at.names.get(name);
    if (found !== undefined) return found;
  }
  return null;
}
