/**
 * Values that nothing asks for: `color == (r * 255 << 16 | g * 255 << 8)` says nothing of where colors are stored, and
 * costs the tests and Z3 all that floats, bits and quotients cost. A constraint `v == e`, or `c || v == e`, is left out
 * where v stands in no other; so are those that give it values in different branches, and what only they spoke of.
 *
 * For refutations over-approximating [T4]. A model is completed by v := e, and counts only if it is one of the whole.
 */
import type { Expr } from '../base/expr.ts';
import type { Formula } from '../obligation/obligation.ts';
import type { Model } from './solve.ts';
import type { Signed } from './evaluate.ts';
import type { VarId } from '../base/brand.ts';
import { disjuncts, eachNode, freeVariables } from '../base/expr-walk.ts';
import { evaluate, satisfies } from './evaluate.ts';
import { binary, not, select } from '../base/expr-build.ts';
import { printExpr } from '../base/expr-print.ts';
import { memoized } from '../base/memoize.ts';

type Definition = Readonly<{ variable: VarId; value: Expr }>;

/**
 * `definitions`: what was left out, in that order; a later one may use variables of an earlier one, but not the
 * reverse.
 */
export type Asked = Readonly<{ formula: Formula; definitions: readonly Definition[] }>;

export const withoutUnused: (formula: Formula) => Asked = memoized((formula: Formula): Asked => {
  const users = new Map<VarId, Set<Expr>>();
  for (const constraint of formula.constraints)
    for (const id of variablesOf(constraint)) users.set(id, (users.get(id) ?? new Set()).add(constraint));
  const left = new Set(formula.constraints);
  const definitions: Definition[] = [];
  for (let before = -1; before < definitions.length;) {
    before = definitions.length;
    for (const constraint of left) {
      for (const { variable } of waysIn(constraint)) {
        if (!left.has(constraint)) break;
        const all = [...(users.get(variable) ?? [])];
        const definition = definitionBy(variable, all);
        if (definition === null) continue;
        definitions.push(definition);
        for (const one of all) {
          left.delete(one);
          for (const id of variablesOf(one)) users.get(id)?.delete(one);
        }
      }
    }
  }
  if (definitions.length === 0) return { formula, definitions };
  return {
    formula: { ...formula, constraints: formula.constraints.filter((constraint) => left.has(constraint)) },
    definitions,
  };
});

/** The model with what was left out, or null if it is none of the whole formula. */
export function completed(
  model: Model,
  whole: Formula,
  definitions: readonly Definition[],
  signed: Signed,
): Model | null {
  const values = new Map(model.values);
  const all = { ...model, values };
  for (const { variable, value } of [...definitions].reverse()) {
    const found = evaluate(value, all, signed);
    // where no branch gives it a value, it may have any
    values.set(variable, found !== null && isIn(found, whole, variable) ? found : 0n);
  }
  return satisfies(whole, all, signed) ? all : null;
}

/** Whether the variable's type has the value. */
function isIn(value: bigint, { variables }: Formula, id: VarId): boolean {
  const type = variables.get(id)?.type;
  if (type?.kind !== 'int') return type !== undefined;
  return value === (type.signed ? BigInt.asIntN(type.bits, value) : BigInt.asUintN(type.bits, value));
}

/** How a constraint gives a value to a variable: where none of `unless` holds. */
type Way = Definition & Readonly<{ unless: readonly Expr[] }>;

/** Of a value given in any case only what is no plain sum: those cost nothing, and tell what fits in a type. */
const waysIn = memoized((constraint: Expr): readonly Way[] => {
  const parts = disjuncts(constraint);
  return parts.flatMap((part): readonly Way[] => {
    if (part.kind !== 'binary' || part.op !== '==' || part.left.kind !== 'var') return [];
    const {
      left: { id: variable },
      right: value,
    } = part;
    const unless = parts.filter((other) => other !== part);
    const isElsewhere = [value, ...unless].some((other) => variablesOf(other).has(variable));
    return isElsewhere || (unless.length === 0 && isSum(value)) ? [] : [{ variable, value, unless }];
  });
});

/** Constraints that give a value to one variable, of branches for example: more are not compared with each other. */
const mostWays = 6;

/**
 * What the constraints, which are all that speak of the variable, say of it, if it has a value in any case: each gives
 * one, and never do two of them.
 */
function definitionBy(variable: VarId, constraints: readonly Expr[]): Definition | null {
  if (constraints.length === 0 || constraints.length > mostWays) return null;
  const ways = constraints.flatMap((one) => waysIn(one).find((way) => way.variable === variable) ?? []);
  const [last, ...others] = [...ways].reverse();
  if (
    last === undefined ||
    ways.length < constraints.length ||
    !ways.every((way, k) => ways.slice(k + 1).every((other) => excludes(way, other)))
  )
    return null;
  const value = others.reduce<Expr>(
    (rest, way) =>
      select(
        way.unless.reduce((any, one) => binary('||', any, one)),
        rest,
        way.value,
      ),
    last.value,
  );
  return { variable, value };
}

/**
 * Whether never both give a value: a condition is among those of the one, and its negation among those of the other.
 */
const excludes = (a: Way, b: Way): boolean => deniesOne(a, b) || deniesOne(b, a);

function deniesOne({ unless }: Way, other: Way): boolean {
  const texts = new Set(other.unless.map(printExpr));
  return unless.some((one) => texts.has(printExpr(not(one))));
}

const variablesOf = memoized(freeVariables);

function isSum(expr: Expr): boolean {
  let isPlain = true;
  eachNode(expr, (node) => {
    if (node.kind === 'apply' || node.kind === 'select' || node.kind === 'float') isPlain = false;
    if (
      node.kind === 'binary' &&
      node.op !== '+' &&
      node.op !== '-' &&
      (node.op !== '*' || (node.left.kind !== 'int' && node.right.kind !== 'int'))
    )
      isPlain = false;
  });
  return isPlain;
}
