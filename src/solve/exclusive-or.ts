/**
 * Partners of an exchange: `t ^ s` is the partner of t, whose own partner is t again, whatever s is. So `t ^ s == u ^
 * s` says `t == u`, and `t == u ^ s` says `u == t ^ s`, after which everything that is asked of u is asked of the
 * partner of t. Exact where all terms have a value, else over-approximating, and asked for refutations only [T4].
 *
 * Smallest example: of `(t ^ s) > t`, `(u ^ s) > u` and `t == u ^ s` is left `(t ^ s) > t` and `t > (t ^ s)`, a
 * contradiction. A bitonic sort is proved by it without looking at what s may be.
 */
import type { BinaryExpr, Expr } from '../base/expr.ts';
import type { Formula } from '../obligation/obligation.ts';
import { binary, typeOf } from '../base/expr-build.ts';
import { conjuncts, eachNode, freeVariables, mapExpr, someNode, substitute } from '../base/expr-walk.ts';
import { printExpr } from '../base/expr-print.ts';
import { memoized } from '../base/memoize.ts';
import { sameType, widens } from '../base/ctype.ts';
import { unitsAbout } from './units.ts';

export const withPartners: (formula: Formula) => Formula = memoized((formula: Formula): Formula =>
  formula.constraints.some((one) => one.kind === 'binary' && one.op === '==' && hasExclusive(one))
    ? partnersNamed(withValues(formula))
    : formula,
);

/**
 * With the names written out that equations give to what is exchanged by, where it is not written alike: the steps of
 * two threads are then seen to be one.
 */
function withValues(formula: Formula): Formula {
  const statements = formula.constraints.flatMap(conjuncts);
  const steps = stepsIn(statements);
  if (steps.size < 2) return formula;
  const { values } = unitsAbout(
    { ...formula, constraints: statements.filter((one) => !hasExclusive(one)) },
    new Set([...steps.values()].flatMap((step) => [...freeVariables(step)])),
  );
  return values.size === 0
    ? formula
    : { ...formula, constraints: statements.map((one) => (hasExclusive(one) ? substitute(one, values) : one)) };
}

/** By their texts. */
function stepsIn(statements: readonly Expr[]): ReadonlyMap<string, Expr> {
  const found = new Map<string, Expr>();
  for (const one of statements.filter(hasExclusive)) {
    eachNode(one, (node) => {
      if (isExclusive(node))
        for (const step of [node.left, node.right])
          if (!isName(step) && step.kind !== 'int') found.set(printExpr(step), step);
    });
  }
  return found;
}

const hasExclusive = memoized((expr: Expr): boolean => someNode(expr, isExclusive));

function partnersNamed(formula: Formula): Formula {
  const statements = formula.constraints.flatMap(conjuncts);
  const equation = statements.find((one) => partnersIn(one) !== null);
  const found = equation === undefined ? null : partnersIn(equation);
  if (equation === undefined || found === null) return formula;
  const others = statements.filter((one) => one !== equation);
  if (found.kind === 'alike') return partnersNamed({ ...formula, constraints: [...others, found.equation] });
  const text = printExpr(found.name);
  const renamed = (expr: Expr): Expr =>
    mapExpr(expr, (node) => simpler(isNamed(node, found.name, text) ? found.value : node));
  return { ...formula, constraints: [...others.map(renamed), binary('==', found.name, found.value)] };
}

/** `alike`: two that have one partner are one. `partner`: what is named is the partner of something else. */
type Partners = Readonly<{ kind: 'alike'; equation: Expr }> | Readonly<{ kind: 'partner'; name: Expr; value: Expr }>;

function partnersIn(statement: Expr): Partners | null {
  if (statement.kind !== 'binary' || statement.op !== '==') return null;
  const [left, right] = withoutWidening(statement.left, statement.right);
  for (const [one, other] of [
    [left, right],
    [right, left],
  ] as const) {
    if (!isExclusive(other)) continue;
    if (isExclusive(one)) {
      const rest = commonTaken(one, other);
      if (rest !== null) return { kind: 'alike', equation: binary('==', rest[0], rest[1]) };
      continue;
    }
    for (const [name, by] of [
      [other.left, other.right],
      [other.right, other.left],
    ] as const) {
      if (isName(name) && isName(one) && printExpr(name) !== printExpr(one) && !mentions(by, name))
        return { kind: 'partner', name, value: binary('^', one, by) };
    }
  }
  return null;
}

/** Both sides in the narrowest type that the same conversions, which change no value, leave them in. */
function withoutWidening(left: Expr, right: Expr): readonly [Expr, Expr] {
  if (left.kind !== 'cast' || right.kind !== 'cast') return [left, right];
  const [a, b] = [typeOf(left.operand), typeOf(right.operand)];
  return sameType(a, b) && widens(a, left.to) ? withoutWidening(left.operand, right.operand) : [left, right];
}

type Exclusive = BinaryExpr & Readonly<{ op: '^' }>;
const isExclusive = (expr: Expr): expr is Exclusive =>
  expr.kind === 'binary' && expr.op === '^' && typeOf(expr).kind === 'int';
const isName = (expr: Expr): boolean => expr.kind === 'var' || (expr.kind === 'cast' && isName(expr.operand));
const isNamed = (node: Expr, name: Expr, text: string): boolean => node.kind === name.kind && printExpr(node) === text;

function mentions(expr: Expr, name: Expr): boolean {
  const text = printExpr(name);
  return someNode(expr, (node) => isNamed(node, name, text));
}

/** The other operands of two that have one in common. */
function commonTaken(a: Exclusive, b: Exclusive): readonly [Expr, Expr] | null {
  for (const [x, rest] of [
    [a.left, a.right],
    [a.right, a.left],
  ] as const) {
    for (const [y, other] of [
      [b.left, b.right],
      [b.right, b.left],
    ] as const)
      if (printExpr(x) === printExpr(y)) return [rest, other];
  }
  return null;
}

/** The partner of a partner. */
function simpler(node: Expr): Expr {
  if (!isExclusive(node)) return node;
  for (const [inner, by] of [
    [node.left, node.right],
    [node.right, node.left],
  ] as const) {
    if (!isExclusive(inner)) continue;
    if (printExpr(inner.right) === printExpr(by)) return inner.left;
    if (printExpr(inner.left) === printExpr(by)) return inner.right;
  }
  return node;
}
