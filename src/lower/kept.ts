/**
 * What the text of a node alone decides, kept for the unit: a body is lowered once for every call, instance and round of it.
 * Values here depend on no scope, no kernel and no place of a call.
 */
import type { Expr } from '../base/expr.ts';
import type { Span } from '../base/span.ts';
import type { SyntaxNode } from '../parse/node.ts';
import type { Parameter } from './calls/inline.ts';

export type Kept = Readonly<{
  /** Where nodes stand; library code not in a call of its own. */
  spans: Map<SyntaxNode, Span>;
  /** Number literals, by their text; null: malformed. */
  numbers: Map<string, Expr | null>;
  /** The formal parameters that a declarator has. */
  parameters: Map<SyntaxNode, readonly Parameter[]>;
  /** Whether the parser could not read a part of the node. */
  broken: Map<SyntaxNode, boolean>;
  /** Whether names could group the node's operators otherwise than the parser did. */
  ambiguous: Map<SyntaxNode, boolean>;
  /** How many `return`s a function's body has. */
  returns: Map<SyntaxNode, number>;
}>;

export const nothingKept = (): Kept => ({ spans: new Map(), numbers: new Map(), parameters: new Map(), broken: new Map(), ambiguous: new Map(), returns: new Map() });

/** The kept value of a key, or a new one that is kept. */
export function keep<Key, Value>(map: Map<Key, Value>, key: Key, make: (key: Key) => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make(key);
  map.set(key, made);
  return made;
}
