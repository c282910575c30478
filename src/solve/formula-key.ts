/**
 * A short text that determines a formula: its constraints, and the types of its variables. Formulas that read alike have one key, whatever kernel,
 * instance, launch or patch they come from. Constraints are numbered by their text, which is printed once for an expression.
 */
import type { Expr } from '../base/expr.ts';
import type { Formula } from '../obligation/obligation.ts';
import { eachNode } from '../base/expr-walk.ts';
import { printExpr } from '../base/expr-print.ts';
import { printType } from '../base/ctype.ts';

/** Texts that are kept; beyond, the table is emptied. No number is given twice, so that keys from before are never met again. */
const maxTexts = 200_000;

let numbers = new Map<string, number>();
let last = 0;
const known = new WeakMap<object, number>();

function numberOf(owner: object, print: () => string): number {
  const before = known.get(owner);
  if (before !== undefined) return before;
  const text = print();
  if (numbers.size >= maxTexts) numbers = new Map();
  const number = numbers.get(text) ?? ++last;
  numbers.set(text, number);
  known.set(owner, number);
  return number;
}

/** The text of an expression, with the types that `printExpr` leaves out, of variables and functions: one for each place, since a name may have several. */
function textOf(expr: Expr): string {
  const types: string[] = [];
  eachNode(expr, (node) => {
    if (node.kind === 'apply' || node.kind === 'var') types.push(printType(node.type));
  });
  return `${printExpr(expr)}\n${types.join(' ')}`;
}

/** In order: what is found may depend on it. */
function textOfVariables(variables: Formula['variables']): string {
  return [...variables.values()].map(({ id, type, of, copy }) => `${type.kind === 'integer' ? 'integer' : printType(type)} ${copy} ${id}\t${of}`).join('\n');
}

export const formulaKey = ({ variables, constraints }: Formula): string => `${numberOf(variables, () => textOfVariables(variables))}: ${keyOfExprs(constraints)}`;

/** The same for expressions alone. */
export const keyOfExprs = (exprs: readonly Expr[]): string => exprs.map((expr) => numberOf(expr, () => textOf(expr))).join(' ');
