/**
 * Flags: bools that a loop carries to say that the thread has left it by `break`, `return` or an exit. In a turn that
 * is executed all of them are false.
 */
import type { Expr } from '../../base/expr.ts';
import type { ProtocolOf, ProtocolVariable } from '../protocol.ts';
import type { VarId } from '../../base/brand.ts';
import { truth } from '../../base/expr-build.ts';
import { mapExpr } from '../../base/expr-walk.ts';
import { fold, isFalse, negation, sameExpr } from '../fold.ts';

const prefix = 'left.';
export const flagName = (target: string): string => `${prefix}${target.split(' ')[0] ?? target}`;
export const isFlagName = (name: string): boolean => name.startsWith(prefix);

export function isFlag(id: VarId, variables: ReadonlyMap<VarId, ProtocolVariable>): boolean {
  const origin = variables.get(id)?.origin;
  return origin?.kind === 'carried' && isFlagName(origin.name);
}

/** The condition for a thread that has not left. */
export function unlessLeft(condition: Expr, variables: ReadonlyMap<VarId, ProtocolVariable>): Expr {
  return mapExpr(condition, (node) =>
    node.kind === 'var' ? (isFlag(node.id, variables) ? truth(false) : node) : fold(node),
  );
}

/**
 * What the carried variables are next, for a thread that has not left in this turn: choices on having left are made.
 */
export function stayingValues(
  loop: ProtocolOf<'loop'>,
  variables: ReadonlyMap<VarId, ProtocolVariable>,
): ReadonlyMap<VarId, Expr> {
  const excluded = loop.carried.filter((c) => isFlag(c.id, variables)).flatMap((c) => disjuncts(c.next));
  return new Map(
    loop.carried.map((c) => [
      c.id,
      excluded.length === 0 || isFlag(c.id, variables) ? c.next : withoutChoices(c.next, excluded),
    ]),
  );
}

function disjuncts(expr: Expr): readonly Expr[] {
  if (expr.kind === 'binary' && expr.op === '||') return [...disjuncts(expr.left), ...disjuncts(expr.right)];
  return isFalse(expr) ? [] : [expr];
}

function withoutChoices(value: Expr, excluded: readonly Expr[]): Expr {
  if (value.kind !== 'select') return value;
  const whens = disjuncts(value.when);
  if (whens.every((when) => excluded.some((other) => sameExpr(when, other))))
    return withoutChoices(value.otherwise, excluded);
  if (excluded.some((other) => sameExpr(negation(other), value.when))) return withoutChoices(value.then, excluded);
  return value;
}
