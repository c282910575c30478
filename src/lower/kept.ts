/**
 * What the text of a node alone decides, kept for the unit: a body is lowered once for every call, instance and round
 * of it. Values here depend on no scope, no kernel and no place of a call.
 */
import type { Expr } from '../base/expr.ts';
import type { MappedText } from '../base/text-map.ts';
import type { Span } from '../base/span.ts';
import type { SyntaxNode } from '../parse/node.ts';
import type { Slot } from './expressions/value.ts';
import type { AddressesTaken } from './calls/function-pointers.ts';
import type { Parameter } from './calls/parameters.ts';
import type { Enumerator } from './types/enums.ts';
import type { IntType } from '../base/ctype.ts';
import { keep } from '../base/memoize.ts';

export type Kept = Readonly<{
  /** Where nodes stand; library code not in a call of its own. */
  spans: Map<SyntaxNode, Span>;
  /** Number literals, by their text; null: malformed. */
  numbers: Map<string, Expr | null>;
  /** `threadIdx` and its kin. */
  builtins: Map<string, Slot | null>;
  /** The formal parameters that a declarator has. */
  parameters: Map<SyntaxNode, readonly Parameter[]>;
  /** Whether the parser could not read a part of a function. */
  broken: Map<SyntaxNode, boolean>;
  /** Whether a function is an atomic operation of the file's own. */
  atomicBodies: Map<SyntaxNode, boolean>;
  /** How many `return`s a function's body has. */
  returns: Map<SyntaxNode, number>;
  /**
   * Whether an enumeration names nothing outside of it; and of those that do not, the integer type and the enumerators.
   */
  closedEnums: Map<SyntaxNode, boolean>;
  enumTypes: Map<SyntaxNode, IntType>;
  enumerators: Map<SyntaxNode, readonly Enumerator[]>;
  /** The names of variables whose type is an enumeration; one entry. */
  enumNames: Map<'all', ReadonlySet<string>>;
  /** The names that are declared `const` or may be, and where; one entry. */
  constNames: Map<'all', ReadonlyMap<string, readonly Readonly<{ start: number; end: number }>[]>>;
  /** Whether a pattern matches the text of the unit, by the pattern. */
  mentions: Map<string, boolean>;
  /** Whether the text defines or declares an operator of that name. */
  operators: Map<string, boolean>;
  /** Whether the text has a deduction guide for the class template of that name. */
  guides: Map<string, boolean>;
  /** The outermost templates; one entry. */
  templates: Map<'all', readonly SyntaxNode[]>;
  /** Where using-declarations stand that name something, by its name with that of its namespace. */
  usings: Map<string, readonly number[]>;
  /** The functions that pointers may hold; one entry. */
  addressesTaken: Map<'all', AddressesTaken>;
}>;

export const nothingKept = (): Kept => ({
  spans: new Map(),
  numbers: new Map(),
  builtins: new Map(),
  parameters: new Map(),
  broken: new Map(),
  atomicBodies: new Map(),
  returns: new Map(),
  mentions: new Map(),
  operators: new Map(),
  guides: new Map(),
  addressesTaken: new Map(),
  templates: new Map(),
  usings: new Map(),
  constNames: new Map(),
  enumNames: new Map(),
  closedEnums: new Map(),
  enumTypes: new Map(),
  enumerators: new Map(),
});

/** Whether the text of a unit has a place that the pattern matches. Texts are long: each pattern is sought once. */
export const mentions = ({ kept, source }: Readonly<{ kept: Kept; source: MappedText }>, pattern: RegExp): boolean =>
  keep(kept.mentions, pattern.source, () => pattern.test(source.text));
