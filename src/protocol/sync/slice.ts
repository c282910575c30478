/**
 * The conditions that matter to one access or question: all path conditions, and the facts that are connected to them
 * through variables other than parameters and built-ins. Over-approximating: a fact that is left out can only make the
 * formula easier to satisfy.
 *
 * This is the inner loop of splitting, so variables and conditions are numbered once and sets are marks in arrays.
 */
import type { Conditions } from './here.ts';
import type { Expr } from '../../base/expr.ts';
import type { ProtocolVariable } from '../protocol.ts';
import type { VarId } from '../../base/brand.ts';
import { freeVariables } from '../../base/expr-walk.ts';
import { printExpr } from '../../base/expr-print.ts';
import { negation } from '../fold.ts';

/** What is remembered of a condition: numbers of its text, of its opposite's text, and of its connecting variables. */
type Known = Readonly<{ text: number; opposite: number; variables: readonly number[] }>;

export type Slicer = Readonly<{
  variables: ReadonlyMap<VarId, ProtocolVariable>;
  known: Map<Expr, Known>;
  numbers: Map<string, number>;
  /** Number of the query in which a variable or text was last marked. */
  marks: number[];
  query: { number: number };
}>;

export const newSlicer = (variables: ReadonlyMap<VarId, ProtocolVariable>): Slicer => ({
  variables,
  known: new Map(),
  numbers: new Map(),
  marks: [],
  query: { number: 0 },
});

/**
 * The relevant conditions, each once, path conditions first; null when two of them contradict each other to the letter,
 * so that no thread is here.
 */
export function relevantConditions(
  slicer: Slicer,
  conditions: Conditions | null,
  about: readonly Expr[],
): readonly Expr[] | null {
  slicer.query.number += 1;
  for (const expr of about) markVariables(slicer, connecting(slicer, expr));
  const chosen: Expr[] = [];
  let facts: Conditions[] = [];
  for (let at = conditions; at !== null; at = at.earlier) {
    if (at.kind === 'fact') facts.push(at);
    else if (!choose(slicer, at.condition, chosen)) return null;
  }
  chosen.reverse();
  facts.reverse();
  for (let grown = true; grown;) {
    const rest: Conditions[] = [];
    for (const fact of facts) {
      const variables = fact.of === null ? knownOf(slicer, fact.condition).variables : [numbered(slicer, fact.of)];
      if (variables.length > 0 && !variables.some((v) => isMarked(slicer, v))) rest.push(fact);
      else if (!choose(slicer, fact.condition, chosen)) return null;
    }
    grown = rest.length < facts.length;
    facts = rest;
  }
  return chosen;
}

/** False: its opposite was chosen before. */
function choose(slicer: Slicer, condition: Expr, chosen: Expr[]): boolean {
  const { text, opposite, variables } = knownOf(slicer, condition);
  if (isMarked(slicer, opposite)) return false;
  if (isMarked(slicer, text)) return true;
  slicer.marks[text] = slicer.query.number;
  markVariables(slicer, variables);
  chosen.push(condition);
  return true;
}

const isMarked = (slicer: Slicer, number: number): boolean => slicer.marks[number] === slicer.query.number;

function markVariables(slicer: Slicer, variables: readonly number[]): void {
  for (const v of variables) slicer.marks[v] = slicer.query.number;
}

function knownOf(slicer: Slicer, condition: Expr): Known {
  const known = slicer.known.get(condition);
  if (known !== undefined) return known;
  const numberOf = (expr: Expr): number => numbered(slicer, `text ${printExpr(expr)}`);
  const made = {
    text: numberOf(condition),
    opposite: numberOf(negation(condition)),
    variables: connecting(slicer, condition),
  };
  slicer.known.set(condition, made);
  return made;
}

function connecting(slicer: Slicer, expr: Expr): readonly number[] {
  const found: number[] = [];
  for (const id of freeVariables(expr)) {
    const kind = slicer.variables.get(id)?.origin.kind;
    if (kind !== 'builtin' && kind !== 'parameter') found.push(numbered(slicer, id));
  }
  return found;
}

function numbered(slicer: Slicer, text: string): number {
  const known = slicer.numbers.get(text);
  if (known !== undefined) return known;
  const number = slicer.numbers.size;
  slicer.numbers.set(text, number);
  slicer.marks[number] = 0;
  return number;
}
