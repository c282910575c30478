/**
 * Parameters of which a launch states all values that it passes: `for (s = 128; s > 0; s /= 2) kernel<<<…>>>(s)` passes
 * each of 128, 64 … 1. What happens for one of them happens: it is no matter of unusual arguments.
 */
import type { VarId } from '../base/brand.ts';
import type { Expr } from '../base/expr.ts';
import type { LaunchConfig } from './launch.ts';
import { disjuncts } from '../base/expr-walk.ts';

export function statedValues({ facts }: Pick<LaunchConfig, 'facts'>): ReadonlySet<VarId> {
  return new Set(
    facts.flatMap(({ condition }) => {
      const [first, ...others] = disjuncts(condition).map(equated);
      return first !== undefined && first !== null && others.every((id) => id === first) ? [first] : [];
    }),
  );
}

/** The variable that the equation gives a constant, or null. */
const equated = (expr: Expr): VarId | null =>
  expr.kind === 'binary' && expr.op === '==' && expr.left.kind === 'var' && expr.right.kind === 'int'
    ? expr.left.id
    : null;
