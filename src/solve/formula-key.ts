/**
 * Formulas with names of their own (v0, v1 … in the order in which the constraints mention them), and a short text that
 * determines them: formulas that differ only in what their variables are called have one key, whatever kernel,
 * instance, launch or patch they come from, and are solved as one. A variable is known by its type, whose copy it is
 * and, of the launch, which dimension or index. What no constraint mentions is left out, and so is a constraint that is
 * repeated. Exact: a model of one is a model of the other, with the names exchanged.
 */
import type { Expr } from '../base/expr.ts';
import type { Formula, FormulaVariable } from '../obligation/obligation.ts';
import type { Model } from './solve.ts';
import type { VarId } from '../base/brand.ts';
import { eachNode, mapExpr } from '../base/expr-walk.ts';
import { memoized } from '../base/memoize.ts';
import { nearestToZero, rangeOfType } from './normal/range.ts';
import { printExpr } from '../base/expr-print.ts';
import { printType } from '../base/ctype.ts';
import { varId } from '../base/brand.ts';
import { invariant } from '../base/invariant.ts';

/**
 * `key`: of the constraints alone; `wishes`: of the preferred constraints, in the same names. `made`: the formula and
 * the wishes in these names.
 */
export type Canonical = Readonly<{
  key: string;
  wishes: string;
  made: () => Readonly<{ formula: Formula; prefer: readonly Expr[] }>;
  /** A model of `made`'s formula, as one of the formula that was given. */
  restored: (model: Model) => Model;
  /** The name of a variable that a constraint mentions; null: none does. */
  nameOf: (id: VarId) => VarId | null;
}>;

export function canonical({ variables, constraints }: Formula, prefer: readonly Expr[] = []): Canonical {
  const names = new Map<VarId, VarId>();
  const declared: string[] = [];
  const nameOf = (id: VarId): VarId => {
    const before = names.get(id);
    if (before !== undefined) return before;
    const variable = variables.get(id);
    invariant(variable !== undefined, `the formula declares its variable ${id}`);
    const name = varId(`v${names.size}`);
    names.set(id, name);
    declared.push(textOfVariable(variable));
    return name;
  };
  const token = (expr: Expr): string => {
    const { number, mentioned } = shapeOf(expr);
    return `${number}(${mentioned.map(nameOf).join()})`;
  };
  const distinct = new Map<string, Expr>();
  for (const constraint of constraints) {
    const own = token(constraint);
    if (!distinct.has(own)) distinct.set(own, constraint);
  }
  const key = `${[...distinct.keys()].join(' ')}: ${declared.join('\t')}`;
  const wishes = prefer.length === 0 ? '' : `${prefer.map(token).join(' ')}: ${declared.join('\t')}`;
  const renamed = (expr: Expr): Expr =>
    mapExpr(expr, (node) => (node.kind === 'var' ? { ...node, id: nameOf(node.id) } : node));
  return {
    key,
    wishes,
    nameOf: (id) => names.get(id) ?? null,
    made: () => ({
      formula: {
        variables: new Map([...names].map(([id, name]) => [name, variableNamed(name, variables.get(id))] as const)),
        constraints: [...distinct.values()].map(renamed),
      },
      prefer: prefer.map(renamed),
    }),
    restored: ({ values, functions }) => ({
      values: new Map(
        [...variables.values()].map(
          ({ id, type }) => [id, values.get(names.get(id) ?? id) ?? nearestToZero(rangeOfType(type))] as const,
        ),
      ),
      functions,
    }),
  };
}

/** A text that determines expressions, with the names of their variables. */
export const keyOfExprs = (exprs: readonly Expr[]): string =>
  exprs.map((expr) => `${shapeOf(expr).number}(${JSON.stringify(shapeOf(expr).mentioned)})`).join(' ');

/** The key of a formula alone. */
export const formulaKey = (formula: Formula): string => canonical(formula).key;

const builtin = /^(?:threadIdx|blockIdx|blockDim|gridDim)\.[xyz]$/;

const originOf = (of: VarId, name: VarId): VarId => (builtin.test(of) ? of : name);

function variableNamed(name: VarId, variable: FormulaVariable | undefined): FormulaVariable {
  invariant(variable !== undefined, `the formula declares what ${name} stands for`);
  return { id: name, type: variable.type, of: originOf(variable.of, name), copy: variable.copy };
}

const textOfVariable = ({ type, of, copy }: FormulaVariable): string =>
  `${type.kind === 'integer' ? 'integer' : printType(type)} ${copy}${builtin.test(of) ? ` ${of}` : ''}`;

/**
 * Texts that are kept; beyond, the table is emptied. No number is given twice, so that keys from before are never met
 * again.
 */
const maxTexts = 200_000;

let numbers = new Map<string, number>();
let last = 0;

/** A number for the expression, whatever its variables are called, and these in the order of their first mention. */
const shapeOf = memoized((expr: Expr): Readonly<{ number: number; mentioned: readonly VarId[] }> => {
  const places = new Map<VarId, VarId>();
  const placed = mapExpr(expr, (node) => {
    if (node.kind !== 'var') return node;
    const place = places.get(node.id) ?? varId(`?${places.size}`);
    places.set(node.id, place);
    return { ...node, id: place };
  });
  const text = textOf(placed);
  if (numbers.size >= maxTexts) numbers = new Map();
  const number = numbers.get(text) ?? ++last;
  numbers.set(text, number);
  return { number, mentioned: [...places.keys()] };
});

/**
 * The text of an expression, with the types that `printExpr` leaves out, of variables and functions: one for each
 * place, since a name may have several.
 */
function textOf(expr: Expr): string {
  const types: string[] = [];
  eachNode(expr, (node) => {
    if (node.kind === 'apply' || node.kind === 'var') types.push(printType(node.type));
  });
  return `${printExpr(expr)}\n${types.join(' ')}`;
}
