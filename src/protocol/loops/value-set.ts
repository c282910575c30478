/**
 * Scalars that start at a constant and are changed, under any conditions, by functions of themselves that together reach
 * few values: stages of a ring, switches, flags [D10]. Over-approximating: which of the values it is in a turn is not kept.
 *
 * Example: `if (ready(t)) stage = (stage + 1) % 3;` keeps stage in {0, 1, 2}.
 */
import type { Expr } from '../../base/expr.ts';
import type { VarId } from '../../base/brand.ts';
import { truth, typeOf } from '../../base/expr-build.ts';
import { freeVariables, substitute } from '../../base/expr-walk.ts';
import { compare, constant, constantOf, or, simplify } from '../fold.ts';

/** The most values that are written down. */
const valueLimit = 8;

/** The values that an expression may choose from. */
export function choicesOf(expr: Expr): readonly Expr[] {
  return expr.kind === 'select' ? [...choicesOf(expr.then), ...choicesOf(expr.otherwise)] : [expr];
}

/** All values the scalar can come to have, in the order in which they are found; null when they are too many or unknown. */
export function reachableValues(id: VarId, first: Expr, next: Expr): readonly bigint[] | null {
  const start = constantOf(first);
  const choices = choicesOf(next);
  if (start === null || !choices.every((choice) => [...freeVariables(choice)].every((used) => used === id))) return null;
  const found = new Set([start]);
  for (const value of found) {
    for (const choice of choices) {
      const reached = constantOf(simplify(substitute(choice, new Map([[id, constant(value, typeOf(first))]]))));
      if (reached === null || found.size > valueLimit) return null;
      found.add(reached);
    }
  }
  return [...found];
}

export function isOneOf(at: Expr, values: readonly bigint[]): Expr {
  return values.map((value) => compare('==', at, constant(value, typeOf(at)))).reduce(or, truth(false));
}
