/**
 * What two places are made of: the constraints that speak of both threads, the definitions `v == e` that lead from them
 * back to arguments and indices, and what is said of no other variables. Values of other loops and branches say seldom
 * why two threads are apart, and cost the searches of the arithmetic tests their budgets. Over-approximating [T4], for
 * refutations only.
 */
import type { Expr } from '../base/expr.ts';
import type { Formula } from '../obligation/obligation.ts';
import type { VarId } from '../base/brand.ts';
import { freeVariables } from '../base/expr-walk.ts';
import { memoized } from '../base/memoize.ts';

const variablesOf = memoized(freeVariables);

/** The formula with fewer constraints, or null where these are all or none speaks of both threads. */
export function coneOf(formula: Formula): Formula | null {
  const { constraints } = formula;
  const copyOf = (id: VarId): string => formula.variables.get(id)?.copy ?? 'launch';
  const isShared = (id: VarId): boolean => copyOf(id) === 'launch';
  const speaksOfBoth = (constraint: Expr): boolean =>
    ['first', 'second'].every((side) => [...variablesOf(constraint)].some((id) => copyOf(id) === side));
  const known = new Set(constraints.filter(speaksOfBoth).flatMap((constraint) => [...variablesOf(constraint)]));
  if (known.size === 0) return null;
  const definitions = constraints.flatMap((constraint) => {
    const variable = definedBy(constraint);
    return variable === null ? [] : [{ variable, constraint }];
  });
  for (let size = -1; size < known.size;) {
    size = known.size;
    for (const { variable, constraint } of definitions)
      if (known.has(variable)) for (const id of variablesOf(constraint)) known.add(id);
  }
  const kept = constraints.filter((constraint) =>
    [...variablesOf(constraint)].every((id) => isShared(id) || known.has(id)),
  );
  return kept.length === constraints.length ? null : { ...formula, constraints: kept };
}

/** The variable of `v == e` or `(i64)v == e`, or null. */
function definedBy(constraint: Expr): VarId | null {
  if (constraint.kind !== 'binary' || constraint.op !== '==') return null;
  const left = constraint.left.kind === 'cast' ? constraint.left.operand : constraint.left;
  return left.kind === 'var' ? left.id : null;
}
