/**
 * What a formula says outright, once alternatives are left out that cannot be: of `turn == n + 1 || k <= 0`, with k a
 * power of two, the first is left, and then of `turn != n + 1 || s == k * 2` the second. Exact: whatever is given
 * follows from the formula [T4].
 */
import type { Expr } from '../base/expr.ts';
import type { Formula } from '../obligation/obligation.ts';
import type { VarId } from '../base/brand.ts';
import { not } from '../base/expr-build.ts';
import { conjuncts, disjuncts, eachNode, freeVariables } from '../base/expr-walk.ts';
import { printExpr } from '../base/expr-print.ts';
import { normalForm } from './normal/normal-form.ts';
import { keyOfExprs } from './formula-key.ts';
import { memoized } from '../base/memoize.ts';
import { remembered } from '../base/remembered.ts';

/** `values`: of variables, as equations give them. */
export type Units = Readonly<{ values: ReadonlyMap<VarId, Expr> }>;

/** Times that all alternatives are looked at. */
const maxRounds = 4;
/** In nodes: longer values, such as lists by turns, are no names of something simpler. */
const longest = 8;

/** Formulas whose units are remembered: many pairs of one interval differ only in what does not matter here. */
const known = remembered<Units>(2000);
const variablesOf = memoized(freeVariables);

/** What those of its statements say that speak of these variables, or of others together with them. */
export function unitsAbout({ variables, constraints }: Formula, about: ReadonlySet<VarId>): Units {
  const reached = new Set(about);
  for (let before = -1; before < reached.size;) {
    before = reached.size;
    for (const one of constraints)
      if ([...variablesOf(one)].some((id) => reached.has(id))) for (const id of variablesOf(one)) reached.add(id);
  }
  const asked = constraints.filter((one) => [...variablesOf(one)].some((id) => reached.has(id)));
  const key = keyOfExprs(asked);
  const units = known.get(key) ?? unitsIn({ variables, constraints: asked });
  known.set(key, units);
  return units;
}

function unitsIn(formula: Formula): Units {
  const form = normalForm(formula);
  const isImpossible = (part: Expr): boolean =>
    form.translated([part]).every((prop) => prop.kind === 'const' && !prop.value);
  const statements = formula.constraints.flatMap(conjuncts);
  const units = new Map(statements.filter((one) => disjuncts(one).length === 1).map((one) => [printExpr(one), one]));
  let open = statements.map(disjuncts).filter((parts) => parts.length > 1);
  for (let round = 0, before = -1; round < maxRounds && before < units.size; round++) {
    before = units.size;
    open = open.map((parts) => parts.filter((part) => !units.has(printExpr(opposite(part))) && !isImpossible(part)));
    for (const [only, ...others] of open)
      if (only !== undefined && others.length === 0) units.set(printExpr(only), only);
    open = open.filter((parts) => parts.length > 1);
  }
  return { values: new Map([...units.values()].flatMap(valueStated)) };
}

function opposite(part: Expr): Expr {
  if (part.kind === 'binary' && part.op === '!=') return { ...part, op: '==' };
  return part.kind === 'binary' && part.op === '==' ? { ...part, op: '!=' } : not(part);
}

function valueStated(unit: Expr): readonly (readonly [VarId, Expr])[] {
  if (unit.kind !== 'binary' || unit.op !== '==' || unit.left.kind !== 'var') return [];
  const {
    left: { id },
    right,
  } = unit;
  return right.kind === 'var' || freeVariables(right).size === 0 || freeVariables(right).has(id) || !isShort(right)
    ? []
    : [[id, right]];
}

function isShort(expr: Expr): boolean {
  let nodes = 0;
  eachNode(expr, () => {
    nodes++;
  });
  return nodes <= longest;
}
