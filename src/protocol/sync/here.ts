/** Where a walk through a protocol is: which instances names stand for, what holds, in which turns of which loops. */
import type { Expr } from '../../base/expr.ts';
import type { IntervalAccess } from '../protocol.ts';
import type { Scope } from './scope.ts';
import type { StmtId } from '../../base/brand.ts';
import { isTrue } from '../fold.ts';
import { rootScope } from './scope.ts';

/**
 * Conditions as a list that grows at the front and is shared. `path`: the thread is here only if it holds. `fact`: it
 * holds anyway, and matters only to who uses its variables.
 */
export type Conditions = Readonly<{ kind: 'path' | 'fact'; condition: Expr; earlier: Conditions | null }>;

export type Here = Readonly<{ scope: Scope; conditions: Conditions | null; crossed: readonly StmtId[]; loops: IntervalAccess['loops'] }>;

export const atEntry: Here = { scope: rootScope, conditions: null, crossed: [], loops: [] };

export const withPath = (here: Here, condition: Expr): Here => (isTrue(condition) ? here : { ...here, conditions: { kind: 'path', condition, earlier: here.conditions } });
export const withFact = (here: Here, condition: Expr): Here => (isTrue(condition) ? here : { ...here, conditions: { kind: 'fact', condition, earlier: here.conditions } });
export const withScope = (here: Here, scope: Scope): Here => ({ ...here, scope });
