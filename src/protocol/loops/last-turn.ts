/**
 * What holds after a loop that may be left early: there was a last turn, in which its facts and guard held, and the
 * final values are what that turn made of its own; or there was no turn. Exact. The last turn's values are variables of
 * their own, since no closed form says in which turn a thread left.
 *
 * Example: `for (i = tid; i < n; i += 32) { if (s[i] == 0) break; }` ends with i == i.last and i.last < n and
 * i.last == tid + 32*turn.last, or with i == i.last + 32, or with i == tid after no turn.
 */
import type { Builder } from '../builder.ts';
import type { Expr } from '../../base/expr.ts';
import type { LoopShape } from './closed-form.ts';
import type { StmtId, VarId } from '../../base/brand.ts';
import type { Uniformity } from '../sync/uniformity.ts';
import { i64 } from '../../base/ctype.ts';
import { binary, int, truth, variable } from '../../base/expr-build.ts';
import { eachNode, substitute } from '../../base/expr-walk.ts';
import { declareLocal } from '../builder.ts';
import { arithmetic, compare, fold, implies, isTrue, negation, or, simplify } from '../fold.ts';
import { isFlagName, unlessLeft } from './flags.ts';

/** Facts over the final variables and fresh ones for the last turn, which belong to the turn around the loop. */
export function lastTurnFacts(
  builder: Builder,
  loop: StmtId,
  shape: LoopShape,
  facts: readonly Expr[],
  among: Uniformity,
): readonly Expr[] {
  const last = lastValues(builder, loop, shape, facts, among);
  const at = (expr: Expr): Expr => simplify(substitute(expr, last));
  const turns = variable(shape.finalTurn, i64);
  const none = shape.testFirst ? compare('==', turns, int(0, i64)) : truth(false);
  const guard = at(unlessLeft(shape.guard, builder.variables));
  const isFirst = compare('==', turns, int(1, i64));
  const holding = [
    compare('==', turns, arithmetic('+', at(variable(shape.turn, i64)), int(1, i64))),
    ...facts.map(at),
    shape.testFirst ? guard : or(isFirst, guard),
  ];
  const ends = shape.scalars
    .filter((s) => s.type.kind !== 'float')
    .flatMap((s) => {
      const final = variable(s.final, s.type);
      return [
        implies(negation(none), fold(binary('==', final, at(s.next)))),
        implies(none, fold(binary('==', final, s.first))),
      ];
    });
  return [...holding.map((fact) => or(none, fact)), ...ends].filter((fact) => !isTrue(fact));
}

function lastValues(
  builder: Builder,
  loop: StmtId,
  shape: LoopShape,
  facts: readonly Expr[],
  among: Uniformity,
): ReadonlyMap<VarId, Expr> {
  const values = new Map<VarId, Expr>();
  for (const s of shape.scalars) if (isFlagName(s.name)) values.set(s.id, truth(false));
  for (const expr of [variable(shape.turn, i64), ...facts, shape.guard, ...shape.scalars.map((s) => s.next)]) {
    eachNode(expr, (node) => {
      if (node.kind !== 'var' || !shape.inner.has(node.id) || values.has(node.id)) return;
      const original = builder.variables.get(node.id);
      if (original === undefined) return;
      const carried = { type: original.type, sharing: 'block', origin: original.origin } as const;
      values.set(node.id, variable(declareLocal(builder, `${node.id}.last@${loop}`, carried, among), node.type));
    });
  }
  return values;
}
