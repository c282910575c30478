/**
 * Bounds propagation: from `a + b <= 10` and b in 0..20 follows a <= 10. Each narrowed range follows from the
 * propositions and the ranges given. Stops after a fixed number of passes, since `x < y, y < x` never would.
 */
import { addScaled, contentOf } from './polynomial.ts';
import type { AtomId, Monomial, Poly } from './polynomial.ts';
import { ceilDiv, exactly, floorDiv, isEmpty, meet, rangeFrom, scaled, sum } from './range.ts';
import type { Literal, Prop } from './proposition.ts';
import type { Range } from './range.ts';
import { rangeOfMonomial } from './atoms.ts';

const passes = 6;

/** The atoms whose range gets narrower, with it. An empty range is a contradiction. */
export function narrowed(props: readonly Prop[], rangeOf: (atom: AtomId) => Range): ReadonlyMap<AtomId, Range> {
  const found = new Map<AtomId, Range>();
  const current = (atom: AtomId): Range => found.get(atom) ?? rangeOf(atom);
  const literals = props.flatMap((p) => (p.kind === 'le' || p.kind === 'eq' || p.kind === 'ne' ? [p] : []));
  for (let pass = 0; pass < passes; pass++) {
    let changed = false;
    for (const literal of literals) {
      for (const [atom, range] of consequences(literal, current)) {
        const before = current(atom);
        const after = meet(before, range);
        if (after.lo === before.lo && after.hi === before.hi) continue;
        found.set(atom, after);
        changed = true;
        if (isEmpty(after)) return found;
      }
    }
    if (!changed) return found;
  }
  return found;
}

function* consequences(literal: Literal, current: (atom: AtomId) => Range): Generator<readonly [AtomId, Range]> {
  const terms = [...literal.poly.terms.values()];
  if (literal.kind === 'ne') {
    yield* excluded(literal.poly, terms, current);
    return;
  }
  for (const term of terms) {
    const atom = term.atoms[0];
    if (term.atoms.length !== 1 || atom === undefined || occursElsewhere(atom, term, terms)) continue;
    // coef*atom <= -(lower bound of the rest), and for equations also >= -(upper bound)
    const others = restRange(literal.poly, term, terms, current);
    const negated = scaled(others, -1n);
    yield [atom, dividedBy(literal.kind === 'eq' ? negated : rangeFrom(null, negated.hi), term.coef)];
  }
}

const occursElsewhere = (atom: AtomId, term: Monomial, terms: readonly Monomial[]): boolean => terms.some((t) => t !== term && t.atoms.includes(atom));

function restRange(poly: Poly, without: Monomial, terms: readonly Monomial[], current: (atom: AtomId) => Range): Range {
  let range = exactly(poly.constant);
  for (const term of terms) if (term !== without) range = sum(range, rangeOfMonomial(term, current));
  return range;
}

/** The integers x with coef*x in the range. */
function dividedBy(range: Range, coef: bigint): Range {
  const r = coef > 0n ? range : scaled(range, -1n);
  const d = coef > 0n ? coef : -coef;
  return { lo: r.lo === null ? null : ceilDiv(r.lo, d), hi: r.hi === null ? null : floorDiv(r.hi, d) };
}

/** From `x /= k` where k is the first or last value of x. */
function* excluded(poly: Poly, terms: readonly Monomial[], current: (atom: AtomId) => Range): Generator<readonly [AtomId, Range]> {
  const [term] = terms;
  const atom = term?.atoms[0];
  if (term === undefined || atom === undefined || terms.length !== 1 || term.atoms.length !== 1) return;
  if (poly.constant % term.coef !== 0n) return;
  const value = -poly.constant / term.coef;
  const range = current(atom);
  if (range.lo === value) yield [atom, rangeFrom(value + 1n, null)];
  if (range.hi === value) yield [atom, rangeFrom(null, value - 1n)];
}

/** The literal with its coefficients divided by their common divisor, rounded soundly; the same integers satisfy it. */
export function tightened(literal: Literal): Poly | null {
  const content = contentOf(literal.poly);
  if (content <= 1n) return literal.poly;
  const divisible = literal.poly.constant % content === 0n;
  if (literal.kind === 'eq' && !divisible) return null;
  if (literal.kind === 'ne' && !divisible) return literal.poly;
  const terms = new Map([...literal.poly.terms].map(([key, t]) => [key, { atoms: t.atoms, coef: t.coef / content }] as const));
  return addScaled({ constant: ceilDiv(literal.poly.constant, content), terms }, { constant: 0n, terms: new Map() }, 1n);
}
