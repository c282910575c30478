/**
 * The cheap tests before Z3, in order, and a shallow case split over disjunctions ("the threads differ in x, or in y").
 * They say `unsatisfiable`, and by which test, or nothing. Every step keeps the solutions of the system, so that a
 * contradiction of the last is one of the first.
 */
import type { NormalForm } from '../normal/normal-form.ts';
import type { Literal, Prop } from '../normal/proposition.ts';
import { negate, plus, polyText } from '../normal/polynomial.ts';
import { negation } from '../normal/proposition.ts';
import type { System, Work } from './system.ts';
import { boundsTest } from './bounds.ts';
import { divisibilityTest } from './divisibility.ts';
import { quotientBounds, separated, spelledOut } from './separation.ts';
import { atomsIn } from '../normal/atoms.ts';
import type { Atom } from '../normal/atoms.ts';
import { withDigits, withTermDigits } from './digits.ts';
import { maySee, systemOf, withProps, workFor } from './system.ts';

export type ArithmeticTest = 'folding' | 'bounds' | 'divisibility' | 'separation';

const maxSteps = 24;
const maxCases = 32;
const maxDepth = 6;
/** In as many clauses a literal must be, to be asked about by itself. */
const minShared = 3;
/** Larger systems go to Z3 straight away: these tests are for pairs with affine indices. */
const maxLiterals = 400;

/** The test that refuted the formula, or null. `work`: what it may cost. */
export function refute(form: NormalForm, work: Work = workFor('full')): ArithmeticTest | null {
  const named = systemOf(form, work);
  if (named === 'contradiction') return 'folding';
  const system = named.literals.length > maxLiterals ? named : spelledOut(named);
  if (system === 'contradiction') return 'bounds';
  if (system.literals.length > maxLiterals) return null;
  const digits = withDigits(system, form.atoms.all.length);
  if (digits === 'contradiction') return 'bounds';
  const byTerms = withTermDigits(digits ?? system, lastFirst(form), form.atoms.all.length + system.literals.length);
  if (byTerms === 'contradiction') return 'bounds';
  // where the two places lie is the longest equation, if it is one: to be tried before the others use up the budget
  const views = (
    longestEquation(digits ?? system) > longestEquation(system) ? [digits, system, byTerms] : [system, digits, byTerms]
  ).filter((view) => view !== null);
  const first = refutedViews(views, true);
  if (first !== null || work.seen !== Infinity) return first;
  const whole = { ...system, work: workFor('full') };
  return (
    (system.clauses.length === 0 ? null : refutedViews([whole], false)) ??
    refutedViews(
      views.flatMap((view) => withQuotientBounds({ ...view, work: workFor('full') }) ?? []),
      true,
    )
  );
}

const longestEquation = ({ literals }: System): number =>
  Math.max(0, ...literals.map(({ kind, poly }) => (kind === 'eq' ? poly.terms.size : 0)));

/**
 * Systems with the same solutions: the test that refutes one of them, or null. `isSoon`: whether equations that cannot
 * be taken apart are used up before clauses are split, which is simpler; else they are left whole: what a clause says
 * may be what takes them apart.
 */
function refutedViews(views: readonly (System | 'contradiction')[], isSoon: boolean): ArithmeticTest | null {
  const left: Left[] = [];
  for (const view of views) {
    const simpler = view === 'contradiction' ? 'bounds' : simplified(view, isSoon);
    if (typeof simpler === 'string') return simpler;
    left.push(simpler);
  }
  for (const one of left) {
    const by = byCases(one, maxDepth, { cases: maxCases }, isSoon);
    if (by !== null) return by;
  }
  return null;
}

const boundRounds = 3;

/**
 * The system with what its inequalities say of quotients by terms, which costs other searches some of their budget;
 * null: they say nothing new.
 */
function withQuotientBounds(start: System): System | 'contradiction' | null {
  let system = start;
  for (let round = 0; round < boundRounds; round++) {
    const narrowed = boundsTest(system);
    if (narrowed === 'contradiction') return narrowed;
    const bounds = quotientBounds(narrowed);
    if (bounds.length === 0) return round === 0 ? null : narrowed;
    const more = withProps(narrowed, bounds);
    if (more === 'contradiction') return more;
    system = more;
  }
  return system;
}

/** The atoms, those of what is asked before those of what is given: it stands last. */
function lastFirst({ atoms, constraints }: NormalForm): readonly Atom[] {
  const found = new Set<Atom>();
  for (const constraint of [...constraints].reverse()) for (const atom of atomsIn(atoms, [constraint])) found.add(atom);
  return [...found];
}

/** What the tests leave of a system that they do not refute. `last`: the one that changed it last. */
type Left = Readonly<{ system: System; last: ArithmeticTest }>;

function refuted(start: System, depth: number, budget: { cases: number }, isSoon: boolean): ArithmeticTest | null {
  const simpler = simplified(start, isSoon || start.clauses.length === 0);
  return typeof simpler === 'string' ? simpler : byCases(simpler, depth, budget, isSoon);
}

/** The test that refutes it without cases, or what is left. */
function simplified(start: System, substitutes: boolean): ArithmeticTest | Left {
  let system = start;
  let last: ArithmeticTest = 'bounds';
  for (let step = 0; step < maxSteps && maySee(system); step++) {
    const bounded = boundsTest(system);
    if (bounded === 'contradiction') return last;
    const divided = divisibilityTest(bounded);
    if (divided === 'contradiction') return 'divisibility';
    const simpler = separated(divided, substitutes);
    if (simpler === 'contradiction') return 'separation';
    system = divided;
    if (simpler === null) break;
    system = simpler;
    last = 'separation';
  }
  return { system, last };
}

/**
 * Splits by the literal that most clauses share, and its opposite; else by the clause with the fewest cases. All must
 * be refuted.
 */
function byCases(
  { system, last }: Left,
  depth: number,
  budget: { cases: number },
  isSoon: boolean,
): ArithmeticTest | null {
  if (depth === 0 || system.work.seen < 0) return null;
  const shared = mostShared(system.clauses);
  if (shared !== null) return eachCase(system, [shared, negation(shared)], depth, budget, last, isSoon);
  const clause = system.clauses.reduce<Prop | null>(
    (best, c) => (c.kind === 'or' && (best === null || sizeOf(c) < sizeOf(best)) ? c : best),
    null,
  );
  if (clause === null || clause.kind !== 'or') return null;
  return eachCase(
    { ...system, clauses: system.clauses.filter((c) => c !== clause) },
    clause.parts,
    depth,
    budget,
    last,
    isSoon,
  );
}

function eachCase(
  rest: System,
  parts: readonly Prop[],
  depth: number,
  budget: { cases: number },
  last: ArithmeticTest,
  isSoon: boolean,
): ArithmeticTest | null {
  if (parts.length > budget.cases) return null;
  budget.cases -= parts.length;
  let by = last;
  for (const part of parts) {
    const assumed = withProps(rest, [part]);
    const test = assumed === 'contradiction' ? last : refuted(assumed, depth - 1, budget, isSoon);
    if (test === null) return null;
    by = test;
  }
  return by;
}

/** The literal that stands, as it is or negated, in the most clauses; null if in few. */
function mostShared(clauses: readonly Prop[]): Literal | null {
  const counts = new Map<string, { literal: Literal; count: number }>();
  for (const clause of clauses) {
    const seen = new Set<string>();
    for (const literal of literalsIn(clause)) {
      const opposite = literal.kind === 'le' ? plus(negate(literal.poly), 1n) : negate(literal.poly);
      const [own, other] = [polyText(literal.poly), polyText(opposite)];
      const key = `${literal.kind === 'le' ? 'le' : 'eq'} ${own < other ? own : other}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const known = counts.get(key);
      if (known === undefined) counts.set(key, { literal, count: 1 });
      else known.count++;
    }
  }
  let best: { literal: Literal; count: number } | null = null;
  for (const one of counts.values())
    if (one.count >= minShared && (best === null || one.count > best.count)) best = one;
  return best === null ? null : best.literal;
}

function literalsIn(prop: Prop): readonly Literal[] {
  switch (prop.kind) {
    case 'const':
      return [];
    case 'le':
    case 'eq':
    case 'ne':
      return [prop];
    case 'and':
    case 'or':
      return prop.parts.flatMap(literalsIn);
  }
}

const sizeOf = (p: Prop): number => (p.kind === 'or' || p.kind === 'and' ? p.parts.length : 1);
