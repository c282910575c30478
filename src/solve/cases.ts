/**
 * Case split on a variable of few values, before the formula is translated: `t & (stride - 1)` with stride in {1, 2, 4}
 * says nothing to integer arithmetic, but each of `t & 0`, `t & 1`, `t & 3` does. Exact [T7]: a formula is satisfiable
 * exactly when one of its cases is.
 */
import type { BinaryExpr, Expr } from '../base/expr.ts';
import type { Formula } from '../obligation/obligation.ts';
import type { VarId } from '../base/brand.ts';
import { binary, int } from '../base/expr-build.ts';
import { disjuncts, eachNode } from '../base/expr-walk.ts';

/** The most cases that a formula is split into. */
const maxCases = 40;
/** The same where a variable is known already, as in a case of another split. */
const maxCasesWithin = 8;

/** A variable, and all values that it can have. */
export type Stated = Readonly<{ variable: Expr; id: VarId; values: readonly Expr[] }>;

/**
 * The cases of the formula by the values of one variable that is a hard operand somewhere and whose values a constraint
 * states; null where there is none.
 */
export function casesOf(formula: Formula): readonly Formula[] | null {
  const stated = formula.constraints.flatMap(valuesStated).sort((a, b) => a.values.length - b.values.length);
  if (stated.length === 0) return null;
  const settled = new Set(stated.flatMap(({ id, values }) => (values.length === 1 ? [id] : [])));
  const limit = settled.size === 0 ? maxCases : maxCasesWithin;
  const chosenAmong = (constraints: readonly Expr[]): Stated | undefined => {
    const hard = hardOperands(constraints);
    return stated.find(
      ({ id, values }) => hard.has(id) && !settled.has(id) && values.length > 1 && values.length <= limit,
    );
  };
  // what is asked stands last: that two places overlap, that two threads answer differently
  const chosen = chosenAmong(formula.constraints.slice(-1)) ?? chosenAmong(formula.constraints);
  if (chosen === undefined) return null;
  return chosen.values.map((value) => ({
    ...formula,
    constraints: [binary('==', chosen.variable, value), ...formula.constraints],
  }));
}

/** `v == 1 || v == 2 || …`, or `v == (c ? 1 : d ? 2 : 4)`. */
export function valuesStated(constraint: Expr): readonly Stated[] {
  const equations = disjuncts(constraint);
  const [first] = equations;
  if (first?.kind !== 'binary' || first.left.kind !== 'var') return [];
  const { left } = first;
  const values: Expr[] = [];
  for (const equation of equations) {
    const leaves =
      equation.kind === 'binary' && equation.op === '==' && equation.left.kind === 'var' && equation.left.id === left.id
        ? leavesOf(equation.right)
        : null;
    if (leaves === null) return [];
    values.push(...leaves);
  }
  const distinct = new Map(values.flatMap((value) => (value.kind === 'int' ? [[value.value, value] as const] : [])));
  return [{ variable: left, id: left.id, values: [...distinct.values()] }];
}

/** The constants that the expression chooses from, or null if it may be anything else. */
function leavesOf(expr: Expr): readonly Expr[] | null {
  if (expr.kind === 'int') return [int(expr.value, expr.type)];
  if (expr.kind !== 'select') return null;
  const [then, otherwise] = [leavesOf(expr.then), leavesOf(expr.otherwise)];
  return then === null || otherwise === null ? null : [...then, ...otherwise];
}

/** Variables that stand under a bit operation, shift, division or product of which no operand is a constant. */
function hardOperands(constraints: readonly Expr[]): ReadonlySet<VarId> {
  const found = new Set<VarId>();
  const seen = new Set<Expr>();
  for (const constraint of constraints) {
    eachNode(constraint, (node) => {
      if (node.kind !== 'binary' || seen.has(node) || !isHard(node)) return;
      seen.add(node);
      eachNode(node, (inner) => {
        if (inner.kind === 'var') found.add(inner.id);
      });
    });
  }
  return found;
}

function isHard({ op, left, right }: BinaryExpr): boolean {
  switch (op) {
    case '&':
    case '|':
    case '^':
    case '*':
      return left.kind !== 'int' && right.kind !== 'int';
    case '<<':
    case '>>':
    case '/':
    case '%':
      return right.kind !== 'int';
    case '+':
    case '-':
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
    case '&&':
    case '||':
      return false;
  }
}
