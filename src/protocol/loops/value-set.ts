/**
 * Scalars that start at a constant and are changed, under any conditions, by functions of themselves that together
 * reach few values: stages of a ring, switches, flags [D10]. Over-approximating: which of the values it is in a turn is
 * not kept.
 *
 * Example: `if (ready(t)) stage = (stage + 1) % 3;` keeps stage in {0, 1, 2}. Likewise where the first value depends on
 * a variable that a loop around carries, and that has few values: `for (s = size / 2; s > 0; s >>= 1)`, size in {2, 4,
 * 8}.
 */
import type { Expr } from '../../base/expr.ts';
import type { VarId } from '../../base/brand.ts';
import type { ScalarType } from '../../base/ctype.ts';
import { truth, typeOf } from '../../base/expr-build.ts';
import { eachNode, freeVariables, substitute } from '../../base/expr-walk.ts';
import { compare, constant, constantOf, or, simplify } from '../fold.ts';

/** The most values that are written down: of what is changed under conditions, and of what goes one way. */
const valueLimit = 8;
const chainLimit = 40;

/** The values that an expression may choose from. */
export function choicesOf(expr: Expr): readonly Expr[] {
  return expr.kind === 'select' ? [...choicesOf(expr.then), ...choicesOf(expr.otherwise)] : [expr];
}

/** The values of an expression over variables that have few; null when they are too many or unknown. */
export function possibleValues(
  expr: Expr,
  valuesOf: (id: VarId) => readonly bigint[] | null,
): readonly bigint[] | null {
  const [only, ...others] = freeVariables(expr);
  if (only === undefined) {
    const value = constantOf(simplify(expr));
    return value === null ? null : [value];
  }
  const values = others.length > 0 ? null : valuesOf(only);
  const type = typeOfVariable(expr, only);
  if (values === null || type === null) return null;
  const found = values.map((value) => constantOf(simplify(substitute(expr, new Map([[only, constant(value, type)]])))));
  return found.every((value) => value !== null) ? [...new Set(found)] : null;
}

function typeOfVariable(expr: Expr, id: VarId): ScalarType | null {
  let type: ScalarType | null = null;
  eachNode(expr, (node) => {
    if (node.kind === 'var' && node.id === id) type = node.type;
  });
  return type;
}

/**
 * All values the scalar can come to have, in the order in which they are found; null when they are too many or unknown.
 */
export function reachableValues(id: VarId, firsts: readonly bigint[] | null, next: Expr): readonly bigint[] | null {
  const choices = choicesOf(next);
  if (firsts === null || !choices.every((choice) => [...freeVariables(choice)].every((used) => used === id)))
    return null;
  const limit = choices.length === 1 ? chainLimit : valueLimit;
  const found = new Set(firsts);
  for (const value of found) {
    for (const choice of choices) {
      const reached = constantOf(simplify(substitute(choice, new Map([[id, constant(value, typeOf(next))]]))));
      if (reached === null || found.size > limit) return null;
      found.add(reached);
    }
  }
  return [...found];
}

export function isOneOf(at: Expr, values: readonly bigint[]): Expr {
  return values.map((value) => compare('==', at, constant(value, typeOf(at)))).reduce(or, truth(false));
}
