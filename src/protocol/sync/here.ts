/** Where a walk through a protocol is: which instances names stand for, what holds, in which turns of which loops. */
import type { Expr } from '../../base/expr.ts';
import type { IntervalAccess } from '../protocol.ts';
import type { Scope } from './scope.ts';
import type { OwnWrites } from './recall.ts';
import type { StmtId, VarId } from '../../base/brand.ts';
import { isTrue } from '../fold.ts';
import { noWrites } from './recall.ts';
import { rootScope } from './scope.ts';

/**
 * Conditions as a list that grows at the front and is shared. `path`: the thread is here only if it holds. `fact`: it
 * holds anyway, and matters only to who uses its variables.
 */
export type Conditions = Readonly<{
  kind: 'path' | 'fact';
  condition: Expr;
  /** of a fact: matters only to who uses this variable */ of: VarId | null;
  earlier: Conditions | null;
}>;

export type Here = Readonly<{
  scope: Scope;
  conditions: Conditions | null;
  crossed: readonly StmtId[];
  loops: IntervalAccess['loops'];
  /** since the interval began */ writes: OwnWrites;
}>;

export const atEntry: Here = { scope: rootScope, conditions: null, crossed: [], loops: [], writes: noWrites };

export const withPath = (here: Here, condition: Expr): Here =>
  isTrue(condition) ? here : { ...here, conditions: { kind: 'path', condition, of: null, earlier: here.conditions } };
export const withFact = (here: Here, condition: Expr, of: VarId | null = null): Here =>
  isTrue(condition) ? here : { ...here, conditions: { kind: 'fact', condition, of, earlier: here.conditions } };
export const withScope = (here: Here, scope: Scope): Here => ({ ...here, scope });
