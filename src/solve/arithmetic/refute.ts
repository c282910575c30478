/**
 * The cheap tests before Z3, in order, and a shallow case split over disjunctions ("the threads differ in x, or in y").
 * They say `unsatisfiable`, and by which test, or nothing. Every step keeps the solutions of the system, so that a
 * contradiction of the last is one of the first.
 */
import type { NormalForm } from '../normal/normal-form.ts';
import type { Prop } from '../normal/proposition.ts';
import type { System } from './system.ts';
import { boundsTest } from './bounds.ts';
import { divisibilityTest } from './divisibility.ts';
import { separated } from './separation.ts';
import { withDigits } from './digits.ts';
import { systemOf, withProps } from './system.ts';

export const arithmeticTests = ['folding', 'bounds', 'divisibility', 'separation'] as const;
export type ArithmeticTest = (typeof arithmeticTests)[number];

const maxSteps = 24;
const maxCases = 32;
const maxDepth = 3;
/** Larger systems go to Z3 straight away: these tests are for pairs with affine indices. */
const maxLiterals = 400;

/** The test that refuted the formula, or null. */
export function refute(form: NormalForm): ArithmeticTest | null {
  const system = systemOf(form);
  if (system === 'contradiction') return 'folding';
  if (system.literals.length > maxLiterals) return null;
  const test = refuted(system, maxDepth, { cases: maxCases });
  if (test !== null) return test;
  const digits = withDigits(system, form.atoms.all.length);
  if (digits === null) return null;
  return digits === 'contradiction' ? 'bounds' : refuted(digits, maxDepth, { cases: maxCases });
}

function refuted(start: System, depth: number, budget: { cases: number }): ArithmeticTest | null {
  let system = start;
  let last: ArithmeticTest = 'bounds';
  for (let step = 0; step < maxSteps; step++) {
    const bounded = boundsTest(system);
    if (bounded === 'contradiction') return last;
    const divided = divisibilityTest(bounded);
    if (divided === 'contradiction') return 'divisibility';
    const simpler = separated(divided);
    if (simpler === 'contradiction') return 'separation';
    system = divided;
    if (simpler === null) break;
    system = simpler;
    last = 'separation';
  }
  return depth === 0 ? null : byCases(system, depth, budget, last);
}

/** Takes the clause with the fewest cases; all must be refuted. */
function byCases(system: System, depth: number, budget: { cases: number }, last: ArithmeticTest): ArithmeticTest | null {
  const clause = system.clauses.reduce<Prop | null>((best, c) => (c.kind === 'or' && (best === null || sizeOf(c) < sizeOf(best)) ? c : best), null);
  if (clause === null || clause.kind !== 'or' || clause.parts.length > budget.cases) return null;
  budget.cases -= clause.parts.length;
  const rest: System = { ...system, clauses: system.clauses.filter((c) => c !== clause) };
  let by = last;
  for (const part of clause.parts) {
    const assumed = withProps(rest, [part]);
    const test = assumed === 'contradiction' ? last : refuted(assumed, depth - 1, budget);
    if (test === null) return null;
    by = test;
  }
  return by;
}

const sizeOf = (p: Prop): number => (p.kind === 'or' || p.kind === 'and' ? p.parts.length : 1);
