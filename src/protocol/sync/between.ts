/**
 * Turns that lie between two others of a loop whose turns may pass without a barrier. Threads in one interval are in
 * turns such that all turns between passed without one. Where the loop has a known small number of turns, that is said
 * turn by turn, exactly; elsewhere walk.ts says it of the first and last of them.
 *
 * Example: `for (i = 0; i < 8; i++) { a; if (i == 4) sync; b }`: from the entry, a of turn 5 is not reached, since turn
 * 4 has a barrier.
 */
import type { Expr } from '../../base/expr.ts';
import type { Loop, Summaries } from './summary.ts';
import type { VarId } from '../../base/brand.ts';
import { i64 } from '../../base/ctype.ts';
import { int, truth } from '../../base/expr-build.ts';
import { freeVariables, substitute } from '../../base/expr-walk.ts';
import { and, compare, constantOf, countNodes, or, simplify } from '../fold.ts';
import { stayingValues } from '../loops/flags.ts';
import { firstValues, throughTurn, within } from './summary.ts';

/** The most turns that are gone through. */
const turnLimit = 16;
const sizeLimit = 60;

/**
 * Every turn from number `from` to before number `to`, as they stand here, passed without a barrier. `of` makes what is
 * around the loop stand here.
 */
export function passedBetween(summaries: Summaries, loop: Loop, from: Expr, to: Expr, of: (expr: Expr) => Expr): Expr {
  const turns = knownTurns(loop);
  if (turns === null) return truth(true);
  const inside = within(summaries, loop);
  let values = firstValues(loop);
  let all: Expr = truth(true);
  for (let k = 0; k < turns; k++) {
    const number = int(k, i64);
    all = and(
      all,
      or(or(compare('<', number, from), compare('<=', to, number)), of(throughTurn(summaries, loop, values))),
    );
    values = valuesAfter(summaries, loop, values, inside);
  }
  return all;
}

/** Values one turn later; what depends on the turn otherwise is left out. */
function valuesAfter(
  summaries: Summaries,
  loop: Loop,
  values: ReadonlyMap<VarId, Expr>,
  inside: ReadonlySet<VarId>,
): ReadonlyMap<VarId, Expr> {
  const next = new Map<VarId, Expr>();
  for (const [id, value] of stayingValues(loop, summaries.variables)) {
    if ([...freeVariables(value)].some((used) => inside.has(used) && !values.has(used))) continue;
    const after = simplify(substitute(value, values));
    if (countNodes(after, sizeLimit) <= sizeLimit) next.set(id, after);
  }
  return next;
}

/** The bound that loops/closed-form.ts states as the fact `turn < bound`. */
function knownTurns(loop: Loop): number | null {
  for (const fact of loop.facts) {
    if (fact.kind !== 'binary' || fact.op !== '<' || fact.left.kind !== 'var' || fact.left.id !== loop.carried[0]?.id)
      continue;
    const bound = constantOf(fact.right);
    if (bound !== null && bound <= BigInt(turnLimit)) return Number(bound);
  }
  return null;
}
