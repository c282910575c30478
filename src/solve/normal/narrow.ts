/**
 * Bounds propagation: from `a + b <= 10` and b in 0..20 follows a <= 10. Each narrowed range follows from the
 * propositions and the ranges given. Stops after a fixed number of passes, since `x < y, y < x` never would.
 */
import { addScaled, contentOf } from './polynomial.ts';
import type { AtomId, Monomial, Poly } from './polynomial.ts';
import { ceilDiv, floorDiv, isEmpty, meet, rangeFrom, scaled } from './range.ts';
import { memoized } from '../../base/memoize.ts';
import type { Literal, Prop } from './proposition.ts';
import type { Range } from './range.ts';
import { rangeOfMonomial } from './atoms.ts';

const passes = 6;

/** The atoms whose range gets narrower, with it. An empty range is a contradiction. */
export const narrowed = (props: readonly Prop[], rangeOf: (atom: AtomId) => Range): ReadonlyMap<AtomId, Range> =>
  narrowedFurther(props, rangeOf, new Set()).ranges;

/** `isSettled`: another call with these ranges and propositions would narrow nothing. */
type Narrowed = Readonly<{ ranges: ReadonlyMap<AtomId, Range>; isSettled: boolean }>;

/** As `narrowed`; what `settled` says narrows nothing of the ranges given. */
export function narrowedFurther(
  props: readonly Prop[],
  rangeOf: (atom: AtomId) => Range,
  settled: ReadonlySet<Prop>,
): Narrowed {
  const found = new Map<AtomId, Range>();
  const current = (atom: AtomId): Range => found.get(atom) ?? rangeOf(atom);
  const literals = props.flatMap((p) => (p.kind === 'le' || p.kind === 'eq' || p.kind === 'ne' ? [p] : []));
  const seen = { changes: 0, isContradiction: false };
  const changedAt = new Map<AtomId, number>();
  const narrow = (atom: AtomId, range: Range): void => {
    const before = current(atom);
    const after = meet(before, range);
    if (after.lo === before.lo && after.hi === before.hi) return;
    found.set(atom, after);
    changedAt.set(atom, ++seen.changes);
    seen.isContradiction ||= isEmpty(after);
  };
  const lookedAt = literals.map((literal): number => (settled.has(literal) ? 0 : -1));
  for (let pass = 0; pass < passes; pass++) {
    const { changes } = seen;
    for (const [k, literal] of literals.entries()) {
      const before = lookedAt[k] ?? -1;
      if (before >= 0 && !atomsIn(literal.poly.terms).some((atom) => (changedAt.get(atom) ?? 0) > before)) continue;
      lookedAt[k] = seen.changes;
      if (literal.kind === 'ne') excluded(literal.poly, current, narrow);
      else bounded(literal, current, narrow);
      if (seen.isContradiction) return { ranges: found, isSettled: false };
    }
    if (seen.changes === changes) return { ranges: found, isSettled: true };
  }
  return { ranges: found, isSettled: false };
}

type Narrow = (atom: AtomId, range: Range) => void;

/**
 * From `coef*atom + rest <= 0`: coef*atom is at most the negative of the rest's lower bound; for equations also at
 * least that of its upper bound.
 */
function bounded({ kind, poly }: Literal, current: (atom: AtomId) => Range, narrow: Narrow): void {
  const sums = totals(poly, current);
  for (const { term, atom } of lonely(poly.terms)) {
    const own = rangeOfMonomial(term, current);
    const rest = sums.without(own);
    const others = rangeFrom(kind === 'eq' && rest.hi !== null ? -rest.hi : null, rest.lo === null ? null : -rest.lo);
    if (others.lo === null && others.hi === null) continue;
    narrow(atom, dividedBy(others, term.coef));
    sums.change(own, rangeOfMonomial(term, current));
  }
  for (const term of products(poly.terms)) {
    const rest = sums.without(rangeOfMonomial(term, current));
    const others = rangeFrom(kind === 'eq' && rest.hi !== null ? -rest.hi : null, rest.lo === null ? null : -rest.lo);
    factorsBounded(term.atoms, dividedBy(others, term.coef), current, narrow);
  }
}

/** The terms of several atoms, all different. */
const products = memoized((terms: Poly['terms']): readonly Monomial[] =>
  [...terms.values()].filter(({ atoms }) => atoms.length > 1 && new Set(atoms).size === atoms.length),
);

/**
 * Of factors that are not negative, and whose product is in the range: each is positive if that is, and none is larger
 * than the others let it be.
 */
function factorsBounded(
  atoms: readonly AtomId[],
  product: Range,
  current: (atom: AtomId) => Range,
  narrow: Narrow,
): void {
  const { lo, hi } = product;
  if ((lo === null || lo < 1n) && hi === null) return;
  if (atoms.some((atom) => (current(atom).lo ?? -1n) < 0n)) return;
  for (const atom of atoms) {
    const others = atoms.filter((other) => other !== atom).map(current);
    const least = others.reduce((sum, other) => sum * (other.lo ?? 0n), 1n);
    const most = others.reduce<bigint | null>(
      (sum, other) => (sum === null || other.hi === null ? null : sum * other.hi),
      1n,
    );
    if (lo !== null && lo >= 1n) narrow(atom, rangeFrom(most === null || most < 1n ? 1n : ceilDiv(lo, most), null));
    if (hi !== null && hi >= 0n && least >= 1n) narrow(atom, rangeFrom(null, floorDiv(hi, least)));
  }
}

const atomsIn = memoized((terms: Poly['terms']): readonly AtomId[] => [
  ...new Set([...terms.values()].flatMap(({ atoms }) => atoms)),
]);

/** The terms of one atom that stands in no other term. */
const lonely = memoized((terms: Poly['terms']): readonly Readonly<{ term: Monomial; atom: AtomId }>[] => {
  const uses = new Map<AtomId, number>();
  for (const { atoms } of terms.values()) for (const atom of new Set(atoms)) uses.set(atom, (uses.get(atom) ?? 0) + 1);
  return [...terms.values()].flatMap((term) => {
    const [atom, ...others] = term.atoms;
    return atom !== undefined && others.length === 0 && uses.get(atom) === 1 ? [{ term, atom }] : [];
  });
});

/** The sum of the bounds of all terms, of which one can be taken out: what is infinite is counted. */
function totals(
  poly: Poly,
  current: (atom: AtomId) => Range,
): Readonly<{ without: (own: Range) => Range; change: (before: Range, after: Range) => void }> {
  let [lo, hi, openBelow, openAbove] = [poly.constant, poly.constant, 0, 0];
  const count = (range: Range, times: bigint): void => {
    if (range.lo === null) openBelow += Number(times);
    else lo += times * range.lo;
    if (range.hi === null) openAbove += Number(times);
    else hi += times * range.hi;
  };
  for (const term of poly.terms.values()) count(rangeOfMonomial(term, current), 1n);
  return {
    without: (own) => ({
      lo: openBelow > (own.lo === null ? 1 : 0) ? null : lo - (own.lo ?? 0n),
      hi: openAbove > (own.hi === null ? 1 : 0) ? null : hi - (own.hi ?? 0n),
    }),
    change: (before, after) => {
      count(before, -1n);
      count(after, 1n);
    },
  };
}

/** The integers x with coef*x in the range. */
function dividedBy(range: Range, coef: bigint): Range {
  const r = coef > 0n ? range : scaled(range, -1n);
  const d = coef > 0n ? coef : -coef;
  if (d === 1n) return r;
  return { lo: r.lo === null ? null : ceilDiv(r.lo, d), hi: r.hi === null ? null : floorDiv(r.hi, d) };
}

/** From `x /= k` where k is the first or last value of x. */
function excluded({ terms, constant }: Poly, current: (atom: AtomId) => Range, narrow: Narrow): void {
  const [term] = terms.size === 1 ? terms.values() : [];
  const atom = term?.atoms[0];
  if (term === undefined || atom === undefined || term.atoms.length !== 1) return;
  if (constant % term.coef !== 0n) return;
  const value = -constant / term.coef;
  const range = current(atom);
  if (range.lo === value) narrow(atom, rangeFrom(value + 1n, null));
  if (range.hi === value) narrow(atom, rangeFrom(null, value - 1n));
}

/** The literal with its coefficients divided by their common divisor, rounded soundly; the same integers satisfy it. */
export function tightened(literal: Literal): Poly | null {
  const content = contentOf(literal.poly);
  if (content <= 1n) return literal.poly;
  const divisible = literal.poly.constant % content === 0n;
  if (literal.kind === 'eq' && !divisible) return null;
  if (literal.kind === 'ne' && !divisible) return literal.poly;
  const terms = new Map(
    [...literal.poly.terms].map(([key, t]) => [key, { atoms: t.atoms, coef: t.coef / content }] as const),
  );
  return addScaled(
    { constant: ceilDiv(literal.poly.constant, content), terms },
    { constant: 0n, terms: new Map() },
    1n,
  );
}
