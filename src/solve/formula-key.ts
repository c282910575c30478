/**
 * A short text that determines a formula: its constraints, and the types of its variables. Formulas that read alike have one key, whatever kernel,
 * instance, launch or patch they come from. Constraints are numbered by their text, which is printed once for an expression.
 */
import type { Expr } from '../base/expr.ts';
import type { Formula } from '../obligation/obligation.ts';
import { printExpr } from '../base/expr-print.ts';

/** Texts that are kept; beyond, numbers start anew, and keys from before are never met again. */
const maxTexts = 200_000;

let numbers = new Map<string, number>();
let last = 0;
const known = new WeakMap<Expr, number>();

function numberOf(expr: Expr): number {
  const before = known.get(expr);
  if (before !== undefined) return before;
  const text = printExpr(expr);
  if (numbers.size >= maxTexts) numbers = new Map();
  const number = numbers.get(text) ?? ++last;
  numbers.set(text, number);
  known.set(expr, number);
  return number;
}

export function formulaKey({ variables, constraints }: Formula): string {
  const types = [...variables.values()].map((v) => `${v.id}:${v.type.kind === 'int' ? `${v.type.signed ? 'i' : 'u'}${v.type.bits}` : v.type.kind}`);
  return `${types.join(' ')}\n${keyOfExprs(constraints)}`;
}

/** The same for expressions alone. */
export const keyOfExprs = (exprs: readonly Expr[]): string => exprs.map(numberOf).join(' ');
