/**
 * Families of constructs call each other through `rules`, which are tied together here, so that their files do not
 * import each other in circles.
 */
import type { Expr } from '../base/expr.ts';
import type { SyntaxNode } from '../parse/node.ts';
import type { Argument, Invocation } from './calls/invocation.ts';
import type { CType } from './types/c-type.ts';
import type { Context } from './context.ts';
import type { FunctionDecl } from './file-scope.ts';
import type { Slot, Value } from './expressions/value.ts';
import { lowerCall } from './calls/calls.ts';
import { coerce, construct } from './types/casts.ts';
import { discarded, valueOf } from './expressions/expressions.ts';
import { invoke } from './calls/inline.ts';
import { leaveScope } from './classes/lifetimes.ts';
import { slotOf } from './memory/places.ts';
import { lowerList } from './statements/gotos.ts';
import { lowerBody, lowerCondition, lowerInit, lowerStatement } from './statements/statements.ts';
import { declared, namedType, typeOfNode } from './types/types.ts';

export type Rules = Readonly<{
  value: (cx: Context, node: SyntaxNode) => Value;
  /** The slot of an lvalue expression, or null when the expression is none. */
  slot: (cx: Context, node: SyntaxNode) => Slot | null;
  /** Evaluates an expression for its effects. */
  discard: (cx: Context, node: SyntaxNode | null) => void;
  statement: (cx: Context, node: SyntaxNode, inBlock: boolean) => void;
  /** The statements of a block or function, in the scope that is open. */
  list: (cx: Context, statements: readonly SyntaxNode[]) => void;
  /** The body of a branch or loop, in a scope of its own. */
  body: (cx: Context, node: SyntaxNode | null) => void;
  /** A condition in parentheses. */
  condition: (cx: Context, node: SyntaxNode) => Expr;
  /** The initializer of a `for`, `if` or `switch`. */
  init: (cx: Context, node: SyntaxNode) => void;
  call: (cx: Context, node: SyntaxNode) => Slot;
  /** Inlines a function with evaluated arguments; null when no overload fits. */
  invoke: (
    cx: Context,
    candidates: readonly FunctionDecl[],
    args: readonly Argument[],
    node: SyntaxNode,
    how: Invocation,
  ) => Slot | null;
  /** The type that a type node names. */
  type: (cx: Context, node: SyntaxNode) => CType;
  /** The type of that name as seen here. */
  namedType: (cx: Context, name: string, node: SyntaxNode) => CType;
  /** The type that a declarator makes of a base type. */
  declared: (
    cx: Context,
    declarator: SyntaxNode,
    base: CType,
    quals: Readonly<{ volatile: boolean; isConst: boolean }>,
  ) => CType;
  /** Builds a struct from constructor arguments or a braced list. */
  construct: (cx: Context, type: CType, args: readonly SyntaxNode[], node: SyntaxNode) => Value;
  /** A value converted to a type as by initialization. */
  coerce: (cx: Context, value: Value, type: CType, node: SyntaxNode) => Value;
  /** Leaves a scope that was entered when so many variables with destructors lived. */
  leaveScope: (cx: Context, living: number) => void;
}>;

export const rules: Rules = {
  value: valueOf,
  slot: slotOf,
  discard: discarded,
  statement: lowerStatement,
  list: lowerList,
  body: lowerBody,
  condition: lowerCondition,
  init: lowerInit,
  call: lowerCall,
  invoke,
  type: typeOfNode,
  namedType: (cx, name, node) => namedType(cx, name, [], null, node),
  declared,
  construct,
  coerce,
  leaveScope,
};
