/**
 * Instances of variables. A step of the protocol names variables of "a turn"; an interval may meet several turns of one
 * loop (the rest of one, the start of the next). A scope says which value or which fresh copy a name stands for [D6].
 *
 * Example: crossing the back edge of `for (i = 0; …; i += 1)` binds i to i + 1 and renames what the body reads: x? to
 * x?~2.
 */
import type { Expr } from '../../base/expr.ts';
import type { ProtocolVariable } from '../protocol.ts';
import type { ScalarType } from '../../base/ctype.ts';
import type { VarId } from '../../base/brand.ts';
import { varId } from '../../base/brand.ts';
import { i64 } from '../../base/ctype.ts';
import { mapExpr } from '../../base/expr-walk.ts';
import { variable } from '../../base/expr-build.ts';
import { fold } from '../fold.ts';

export type Scope = Readonly<{
  values: ReadonlyMap<VarId, Expr>;
  /** Variables that stand for fresh copies. `apart`: threads may be in different turns, so each has its own copy. */
  renamed: Readonly<{ ids: ReadonlySet<VarId>; suffix: string; apart: boolean }> | null;
  parent: Scope | null;
}>;

/** All variables, with the copies made so far. */
export type Copies = Readonly<{ variables: Map<VarId, ProtocolVariable>; counter: { next: number } }>;

export const rootScope: Scope = { values: new Map(), renamed: null, parent: null };

export function bind(parent: Scope, values: ReadonlyMap<VarId, Expr>): Scope {
  return { values, renamed: null, parent };
}

export function renameApart(copies: Copies, parent: Scope, ids: ReadonlySet<VarId>, apart: boolean): Scope {
  copies.counter.next += 1;
  return { values: new Map(), renamed: { ids, suffix: `~${copies.counter.next}`, apart }, parent };
}

/** The expression as it stands in a scope, folded. */
export function instantiate(copies: Copies, expr: Expr, scope: Scope): Expr {
  if (scope.parent === null) return expr;
  return mapExpr(expr, (node) =>
    node.kind === 'var' ? (lookup(copies, node.id, node.type, scope) ?? node) : fold(node),
  );
}

function lookup(copies: Copies, id: VarId, type: ScalarType, scope: Scope): Expr | null {
  for (let at: Scope | null = scope; at !== null; at = at.parent) {
    const value = at.values.get(id);
    if (value !== undefined) return value;
    if (at.renamed?.ids.has(id) === true)
      return variable(copyOf(copies, id, at.renamed.suffix, at.renamed.apart), type);
  }
  return null;
}

function copyOf(copies: Copies, id: VarId, suffix: string, apart: boolean): VarId {
  const copy = varId(`${id}${suffix}`);
  const original = copies.variables.get(id);
  if (original !== undefined && !copies.variables.has(copy)) {
    copies.variables.set(copy, {
      ...original,
      id: copy,
      sharing: apart && original.sharing === 'block' ? 'thread' : original.sharing,
    });
  }
  return copy;
}

/** The type that an expression over the variable has. Turn counters count in i64. */
export function exprTypeOf(copies: Copies, id: VarId): ScalarType {
  const type = copies.variables.get(id)?.type;
  return type === undefined || type.kind === 'integer' ? i64 : type;
}
