/**
 * A short text that determines a formula: its constraints, and the types of its variables. Formulas that read alike have one key, whatever kernel,
 * instance, launch or patch they come from. Constraints are numbered by their text, which is printed once for an expression.
 */
import type { Expr } from '../base/expr.ts';
import type { Formula } from '../obligation/obligation.ts';
import { eachNode } from '../base/expr-walk.ts';
import { printExpr } from '../base/expr-print.ts';
import { printType } from '../base/ctype.ts';

/** Texts that are kept; beyond, numbers start anew, and keys from before are never met again. */
const maxTexts = 200_000;

let numbers = new Map<string, number>();
let last = 0;
const known = new WeakMap<Expr, number>();

function numberOf(expr: Expr): number {
  const before = known.get(expr);
  if (before !== undefined) return before;
  const text = textOf(expr);
  if (numbers.size >= maxTexts) numbers = new Map();
  const number = numbers.get(text) ?? ++last;
  numbers.set(text, number);
  known.set(expr, number);
  return number;
}

/** The text of an expression, with the types of its functions, which it leaves out. */
function textOf(expr: Expr): string {
  const types = new Set<string>();
  eachNode(expr, (node) => {
    if (node.kind === 'apply') types.add(`${node.fn}:${printType(node.type)}`);
  });
  return types.size === 0 ? printExpr(expr) : `${printExpr(expr)} ${[...types].join(' ')}`;
}

export function formulaKey({ variables, constraints }: Formula): string {
  const types = [...variables.values()].map(({ id, type, of, copy }) => `${id}:${type.kind === 'integer' ? 'integer' : printType(type)}:${copy}:${of}`);
  return `${types.join(' ')}\n${keyOfExprs(constraints)}`;
}

/** The same for expressions alone. */
export const keyOfExprs = (exprs: readonly Expr[]): string => exprs.map(numberOf).join(' ');
