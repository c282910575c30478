/** What a call hands to the function that it calls. */
import type { SyntaxNode } from '../../parse/node.ts';
import type { CType, TemplateArgument } from '../types/c-type.ts';
import type { FunctionDecl } from '../file-scope.ts';
import type { Scope } from '../scope.ts';
import type { ImpliedObject } from './implied-object.ts';
import type { Slot, Value } from '../expressions/value.ts';

/** As it is written: `slot` is the object that it names, if it names one; `value` reads it. */
export type Argument = Readonly<{ node: SyntaxNode; slot: Slot | null; value: () => Value; type: CType | null }>;
/** `object`: how `self` is qualified, null where that is not known. */
export type Invocation = Readonly<{
  self: Slot | null;
  object?: ImpliedObject | null;
  explicit: readonly TemplateArgument[];
  scope: Scope | null;
  /** Of an operator: those that are not members compete with the candidates. */ rivals?: Rivals;
}>;
/** Functions that are no members, with their arguments: of a member that they compete with, the object is the first. */
type Rivals = Readonly<{ decls: readonly FunctionDecl[]; args: readonly Argument[] }>;
