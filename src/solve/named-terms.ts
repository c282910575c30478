/**
 * Factors that are terms themselves: in `i * (ceil(a) - floor(b)) + j` with `j < ceil(a) - floor(b)` only that the
 * stride is one number matters, which the normal form of a product loses (`i * ceil(a) - i * floor(b)`). Every such
 * factor that speaks of the launch alone becomes a variable wherever it stands. Over-approximating [T4], for
 * refutations only: the variable may have any value of the factor's type.
 */
import type { Expr } from '../base/expr.ts';
import type { Formula } from '../obligation/obligation.ts';
import { eachNode, freeVariables, mapExpr } from '../base/expr-walk.ts';
import { memoized } from '../base/memoize.ts';
import { printExpr } from '../base/expr-print.ts';
import { typeOf, variable } from '../base/expr-build.ts';
import { varId } from '../base/brand.ts';

/** Factors that are named, the longest first. */
const mostNames = 4;

const textOf = memoized(printExpr);

/** The formula with its factors as variables, or null where it has none. */
export function withNamedTerms(formula: Formula): Formula | null {
  const factors = new Map<string, Expr>();
  for (const constraint of formula.constraints) {
    eachNode(constraint, (node) => {
      if (node.kind !== 'binary' || node.op !== '*') return;
      for (const factor of [node.left, node.right].map(withoutCasts))
        if (isTerm(factor) && isOfLaunch(factor, formula)) factors.set(textOf(factor), factor);
    });
  }
  if (factors.size === 0) return null;
  const variables = new Map(formula.variables);
  let { constraints } = formula;
  for (const [text, factor] of [...factors].sort(([a], [b]) => b.length - a.length).slice(0, mostNames)) {
    const [id, type] = [varId(`term:${text}`), typeOf(factor)];
    variables.set(id, { id, type, of: id, copy: 'launch' });
    constraints = constraints.map((constraint) =>
      mapExpr(constraint, (node) => (node.kind === factor.kind && textOf(node) === text ? variable(id, type) : node)),
    );
  }
  return { ...formula, variables, constraints };
}

const withoutCasts = (expr: Expr): Expr =>
  expr.kind === 'cast' && typeOf(expr.operand).kind === 'int' ? withoutCasts(expr.operand) : expr;

/** More than a variable or a number, and an integer. */
const isTerm = (expr: Expr): boolean =>
  typeOf(expr).kind === 'int' &&
  (expr.kind === 'binary' || expr.kind === 'apply' || expr.kind === 'select' || expr.kind === 'cast');

/** Whether it has variables, and all of them are the same for both threads. */
function isOfLaunch(expr: Expr, { variables }: Formula): boolean {
  const free = [...freeVariables(expr)];
  return free.length > 0 && free.every((id) => ['launch', 'block'].includes(variables.get(id)?.copy ?? ''));
}
