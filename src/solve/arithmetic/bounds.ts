/**
 * Bounds test: narrows the range of every atom; an empty one, or a literal outside its range, is a contradiction.
 * Literals and parts of clauses that the ranges decide are dropped, also by bounds that literals state of whole sums
 * (`t + 32*u <= 75`). Example: `t + 64 = u`, t in 0..31, u in 0..31.
 */
import { disjunction, no, yes } from '../normal/proposition.ts';
import { mapLiterals, noneSettled, withProps } from './system.ts';
import type { AtomId } from '../normal/polynomial.ts';
import type { Literal, Prop } from '../normal/proposition.ts';
import type { Range } from '../normal/range.ts';
import type { System } from './system.ts';
import { termsText } from '../normal/polynomial.ts';
import type { Poly } from '../normal/polynomial.ts';
import { everything, exactly, isEmpty, meet, sum } from '../normal/range.ts';
import { narrowedFurther } from '../normal/narrow.ts';
import { rangeOfPoly } from '../normal/atoms.ts';

export function boundsTest(system: System): System | 'contradiction' {
  const { ranges: narrower, isSettled } = narrowedFurther(system.literals, system.rangeOf, system.settled);
  if ([...narrower.values()].some(isEmpty)) return 'contradiction';
  const rangeOf = narrower.size === 0 ? system.rangeOf : remembered(narrower, system.rangeOf);
  const stated = statedBounds(system.literals);
  const decide = (literal: Literal): Prop =>
    decided(
      literal,
      meet(rangeOfPoly(literal.poly, rangeOf), sum(stated(literal.poly), exactly(literal.poly.constant))),
    );
  if (system.literals.some((l) => isFalse(decide(l)))) return 'contradiction';
  const clauses = system.clauses.map((clause) => mapLiterals(clause, decide));
  // literals stay, even those that the ranges imply: the other tests read their shape
  const settled: ReadonlySet<Prop> = isSettled ? new Set(system.literals) : noneSettled;
  if (clauses.every((clause, k) => clause === system.clauses[k])) return { ...system, rangeOf, settled };
  return withProps(
    { ...system, clauses: [], rangeOf, settled },
    clauses.map((c) => (c.kind === 'or' ? disjunction(c.parts) : c)),
  );
}

/**
 * Ranges of systems that come of each other are asked for often: what is found stands in one table, not behind one
 * system after the other.
 */
function remembered(narrower: ReadonlyMap<AtomId, Range>, rangeOf: (atom: AtomId) => Range): (atom: AtomId) => Range {
  const known = new Map(narrower);
  return (atom) => {
    const before = known.get(atom);
    if (before !== undefined) return before;
    const range = rangeOf(atom);
    known.set(atom, range);
    return range;
  };
}

const isFalse = (p: Prop): boolean => p.kind === 'const' && !p.value;

/** Of a polynomial without its constant. */
function statedBounds(literals: readonly Literal[]): (poly: Poly) => Range {
  const upper = new Map<string, bigint>();
  const note = (key: string, bound: bigint): void => {
    const known = upper.get(key);
    if (known === undefined || bound < known) upper.set(key, bound);
  };
  for (const { kind, poly } of literals) {
    if (kind === 'ne' || poly.terms.size < 2) continue;
    note(termsText(poly, 1), -poly.constant);
    if (kind === 'eq') note(termsText(poly, -1), poly.constant);
  }
  return (poly) => {
    if (poly.terms.size < 2 || upper.size === 0) return everything;
    const below = upper.get(termsText(poly, -1));
    return { lo: below === undefined ? null : -below, hi: upper.get(termsText(poly, 1)) ?? null };
  };
}

function decided(literal: Literal, range: Range): Prop {
  const [positive, negative] = [range.lo !== null && range.lo > 0n, range.hi !== null && range.hi < 0n];
  switch (literal.kind) {
    case 'le':
      return positive ? no : range.hi !== null && range.hi <= 0n ? yes : literal;
    case 'eq':
      return positive || negative ? no : range.lo === 0n && range.hi === 0n ? yes : literal;
    case 'ne':
      return positive || negative ? yes : range.lo === 0n && range.hi === 0n ? no : literal;
  }
}
