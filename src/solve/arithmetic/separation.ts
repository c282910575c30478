/**
 * Separation, the injectivity of mixed-radix indices: from `d*A + B = 0` and |B| < d follow A = 0 and B = 0.
 * `d` is a literal (`256*bx + t` with t in 0..255) or a term (`bx*bd + t` with 0 <= t < bd, `(z*h + y)*w + x`, `z*(h*w)
 * + i` with 0 <= i < h*w). Equations between single atoms are then substituted, until "the threads differ" reads `t /=
 * t`.
 */
import { gcd } from '../../base/arithmetic.ts';
import {
  addScaled,
  atomPoly,
  constantPoly,
  dividedExactly,
  monomialKey,
  multiply,
  negate,
  plus,
  polyText,
  subtract,
  withoutAtoms,
} from '../normal/polynomial.ts';
import type { AtomId, Monomial, Poly } from '../normal/polynomial.ts';
import { ceilDiv, floorDiv } from '../normal/range.ts';
import type { Range } from '../normal/range.ts';
import { eliminated, rangeIn, withProps } from './system.ts';
import type { Literal, Prop } from '../normal/proposition.ts';
import type { System } from './system.ts';
import { atMost, equal } from '../normal/proposition.ts';
import { provesAtMost, provesSoon } from './combination.ts';

const zero = constantPoly(0n);

/** What one equation may cost, of all that is left: the one that says where two places lie is seldom the first. */
const share = 1 / 2;

function withShare<Found>(system: System, search: (system: System) => Found): Found {
  const work = { ...system.work, left: Math.ceil(system.work.left * share) };
  const before = work.left;
  const found = search({ ...system, work });
  system.work.left -= before - work.left;
  system.work.pairs = work.pairs;
  return found;
}

/**
 * What one product of two atoms may cost as a radix, beside what the other searches may: few are one, and those are
 * seen at once.
 */
const pairWork = 1000;

/**
 * The system with one equation taken apart or used up, or null if no rule applies. `substitutes`: whether the last one
 * of an atom is used up where it cannot be taken apart.
 */
export function separated(system: System, substitutes: boolean): System | 'contradiction' | null {
  const equations = system.literals.filter(({ kind }) => kind === 'eq');
  const apart = (literal: Literal, parts: readonly Prop[]): System | 'contradiction' =>
    withProps(without(system, literal), parts);
  for (const literal of equations) {
    const solved = solvedFor(literal.poly);
    if (solved !== null) return eliminated(without(system, literal), solved.atom, solved.value);
    const parts = byLiteral(system, literal.poly);
    if (parts !== null) return parts === 'contradiction' ? parts : apart(literal, parts);
  }
  // the longest says where the two places lie, the others how far a loop came
  for (const literal of equations.toSorted((a, b) => b.poly.terms.size - a.poly.terms.size)) {
    // what is taken apart says nothing of its own parts
    const parts = withShare(
      without(system, literal),
      (one) => byTermInTurn(one, literal.poly) ?? byBoundedProducts(one, literal.poly),
    );
    if (parts !== null) return apart(literal, parts);
  }
  return divided(system) ?? substituted(system, substitutes);
}

/**
 * The system with the names written out that equations give to sums of products, `index = j*pitch + i`, where equations
 * of such names say where two places lie: taken apart one by one, they say nothing. Only names of which little else is
 * known: no small bound, and nothing in clauses.
 */
export function spelledOut(start: System): System | 'contradiction' {
  let system = start;
  for (let names = 0; names < mostNames; names++) {
    const found = nameIn(system);
    if (found === null) return system;
    const written = eliminated(without(system, found.literal), found.atom, found.value);
    if (written === 'contradiction') return written;
    system = written;
  }
  return system;
}

function nameIn(system: System): Readonly<{ literal: Literal; atom: AtomId; value: Poly }> | null {
  for (const literal of system.literals) {
    if (literal.kind !== 'eq' || !hasProducts(literal.poly)) continue;
    for (const term of literal.poly.terms.values()) {
      const atom = term.atoms[0];
      if (atom === undefined || !isUnit(term) || occursTwice(literal.poly, term) || !isFree(system.rangeOf(atom)))
        continue;
      const others = system.literals.filter(
        ({ poly }) => poly !== literal.poly && [...poly.terms.values()].some(({ atoms }) => atoms.includes(atom)),
      );
      const isName =
        others.length > 0 &&
        others.length <= mostUses &&
        others.every(({ poly }) => poly.terms.has(`${atom}`)) &&
        !system.clauses.some((clause) => speaksOf(clause, atom));
      if (isName) return { literal, atom, value: solution(literal.poly, atom, term.coef) };
    }
  }
  return null;
}

const mostNames = 8;
/** A name of an index is compared with that of the other thread, in one equation or two inequalities. */
const mostUses = 4;
const anyIndex = 1n << 31n;
const isFree = ({ hi }: Range): boolean => hi === null || hi >= anyIndex - 1n;
const speaksOf = (prop: Prop, atom: AtomId): boolean =>
  'parts' in prop
    ? prop.parts.some((part) => speaksOf(part, atom))
    : 'poly' in prop && [...prop.poly.terms.values()].some(({ atoms }) => atoms.includes(atom));

/**
 * `d*a + 1 <= 0` as `a + 1 <= 0`, and `d*a <= 0` as `a <= 0`, for an atom that is positive: `turn*pitch < rows*pitch`
 * says `turn < rows`.
 */
function divided(system: System): System | 'contradiction' | null {
  for (const literal of system.literals) {
    const { kind, poly } = literal;
    const [first] = poly.terms.values();
    if (kind !== 'le' || first === undefined || (poly.constant !== 0n && poly.constant !== 1n)) continue;
    const d = first.atoms.find(
      (atom) =>
        (system.rangeOf(atom).lo ?? 0n) >= 1n &&
        [...poly.terms.values()].every(
          ({ atoms }) => atoms.includes(atom) && (atoms.length > 1 || poly.terms.size > 1),
        ),
    );
    if (d !== undefined)
      return withProps(without(system, literal), [atMost(plus(quotientBy(poly, [d]), poly.constant), zero)]);
  }
  return null;
}

/**
 * What inequalities say of quotients: of `d*a + r <= 0`, where d is positive and r is not negative, `a <= 0`, and `a <
 * 0` where r is positive. From `d*q <= z` and `z < d*n` follows `q < n`, and from `z < d*q + d` and `0 <= z` that q is
 * not negative. Few are of use, and only those that are new are given.
 */
export function quotientBounds(system: System): readonly Prop[] {
  const known = new Set(system.literals.map(({ kind, poly }) => `${kind} ${polyText(poly)}`));
  const facts = system.literals.flatMap(({ kind, poly }) =>
    kind === 'ne' || !hasProducts(poly) ? [] : kind === 'eq' ? [poly, negate(poly)] : [poly],
  );
  const found = [...facts, ...facts.flatMap((fact) => sumsWithout(fact, facts))].flatMap((fact) =>
    boundsIn(system, fact),
  );
  return found
    .filter((bound) => {
      if (bound.kind !== 'le') return false;
      const [text, { hi }] = [`le ${polyText(bound.poly)}`, rangeIn(system, bound.poly)];
      const isNew = !known.has(text) && (hi === null || hi > 0n);
      known.add(text);
      return isNew;
    })
    .slice(0, mostBounds);
}

const mostBounds = 8;
const hasProducts = ({ terms }: Poly): boolean => [...terms.values()].some(({ atoms }) => atoms.length > 1);

/**
 * The sums of a short fact with other short ones that cancel an atom of it which stands by itself, such as `z` of `d*q
 * <= z` and of `z < d*n`.
 */
function sumsWithout(fact: Poly, others: readonly Poly[]): readonly Poly[] {
  const single = [...fact.terms].filter(([, { atoms, coef }]) => atoms.length === 1 && coef === 1n);
  return single.flatMap(([key]) =>
    others.flatMap((other) =>
      other.terms.get(key)?.coef === -1n && other.terms.size <= 3 && fact.terms.size <= 3
        ? [addScaled(fact, other, 1n)]
        : [],
    ),
  );
}

function boundsIn(system: System, fact: Poly): readonly Prop[] {
  const radices = new Set([...fact.terms.values()].flatMap(({ atoms }) => (atoms.length > 1 ? atoms : [])));
  return [...radices].flatMap((d) => {
    if ((system.rangeOf(d).lo ?? 0n) < 1n) return [];
    const high = quotientBy(fact, [d]);
    const rest = rangeIn(system, subtract(fact, multiply(atomPoly(d), high))).lo;
    return rest === null || rest < 0n ? [] : [atMost(plus(high, rest > 0n ? 1n : 0n), zero)];
  });
}

/**
 * Last, because it mixes the digits: an equation with an atom of factor 1 or -1 gives its value, `t = 2*q + 1`. Short
 * ones first: `i = 4*turn` leaves the digits of an index in i whole, where the index's own equation would not.
 * `isLast`: also what no other equation speaks of.
 */
function substituted(system: System, isLast: boolean): System | 'contradiction' | null {
  // the equations of digits.ts come last, and write a number by its digits
  const equations = [...system.literals].reverse().filter(({ kind }) => kind === 'eq');
  for (const literal of equations.sort((a, b) => a.poly.terms.size - b.poly.terms.size)) {
    const isGiven = ({ atoms: [atom] }: Monomial): boolean =>
      isLast || equations.some((other) => other !== literal && other.poly.terms.has(`${atom ?? -1}`));
    const term = [...literal.poly.terms.values()].find((t) => isUnit(t) && !occursTwice(literal.poly, t) && isGiven(t));
    const atom = term?.atoms[0];
    if (term !== undefined && atom !== undefined)
      return eliminated(without(system, literal), atom, solution(literal.poly, atom, term.coef));
  }
  return null;
}

const isUnit = (t: Monomial): boolean => t.atoms.length === 1 && (t.coef === 1n || t.coef === -1n);
const occursTwice = (poly: Poly, term: Monomial): boolean =>
  [...poly.terms.values()].some((t) => t !== term && t.atoms.includes(term.atoms[0] ?? -1));

const without = (system: System, literal: Literal): System => ({
  ...system,
  literals: system.literals.filter((l) => l !== literal),
});

/** `a = k` or `a = ±b + k`. */
function solvedFor(poly: Poly): Readonly<{ atom: AtomId; value: Poly }> | null {
  const terms = [...poly.terms.values()];
  if (terms.length > 2 || !terms.every(isUnit)) return null;
  const term = terms.reduce<Monomial | undefined>(
    (best, t) => (best === undefined || (t.atoms[0] ?? 0) > (best.atoms[0] ?? 0) ? t : best),
    undefined,
  );
  const atom = term?.atoms[0];
  if (term === undefined || atom === undefined) return null;
  return { atom, value: solution(poly, atom, term.coef) };
}

/** The value of the atom where the polynomial, in which its factor is 1 or -1, is 0. */
function solution(poly: Poly, atom: AtomId, coef: bigint): Poly {
  const rest = addScaled(poly, atomPoly(atom), -coef);
  return coef === 1n ? negate(rest) : rest;
}

/** The radix is one of the literal coefficients. */
function byLiteral(system: System, poly: Poly): readonly Prop[] | 'contradiction' | null {
  for (const { d, high, low, rest } of literalRadices(poly)) {
    const range = rangeIn(system, rest);
    if (range.lo === null || range.hi === null) continue;
    const [first, last] = [ceilDiv(range.lo, d), floorDiv(range.hi, d)];
    if (first > last) return 'contradiction';
    if (first === last && low.size > 0)
      return [equal(rest, constantPoly(first * d)), equal({ constant: first, terms: high }, zero)];
  }
  return null;
}

/** Smaller radices are sizes of elements and tiles: what is below them has a range that says so. */
const leastBound = 1024n;

/**
 * The same, of a rest with products of which more is known than the ranges of their factors: `0 <= bx*bd + t < 2^21`.
 */
function byBoundedProducts(system: System, poly: Poly): readonly Prop[] | null {
  for (const { d, high, low, rest } of literalRadices(poly)) {
    if (d < leastBound || ![...low.values()].some((t) => t.atoms.length > 1)) continue;
    if (provesAtMost(system, plus(rest, 1n - d)) && provesAtMost(system, plus(negate(rest), 1n - d)))
      return [equal(rest, zero), equal({ constant: 0n, terms: high }, zero)];
  }
  return null;
}

type Radix = Readonly<{
  d: bigint;
  high: ReadonlyMap<string, Monomial>;
  low: ReadonlyMap<string, Monomial>;
  /** the low terms with the constant */ rest: Poly;
}>;

/** The ways to write the polynomial as `d*high + rest` for one of its coefficients, the largest first. */
function literalRadices(poly: Poly): readonly Radix[] {
  const sizes = new Set([...poly.terms.values()].map((t) => (t.coef < 0n ? -t.coef : t.coef)).filter((c) => c > 1n));
  return [...sizes]
    .sort((a, b) => (a > b ? -1 : 1))
    .map((d) => {
      const [high, low] = [new Map<string, Monomial>(), new Map<string, Monomial>()];
      for (const [key, t] of poly.terms) {
        if (t.coef % d === 0n) high.set(key, { atoms: t.atoms, coef: t.coef / d });
        else low.set(key, t);
      }
      return { d, high, low, rest: { constant: poly.constant, terms: low } };
    });
}

/** What each radix of an equation may cost, in the first attempts with all of them. */
const soonWork = [800, 4000] as const;

function byTermInTurn(system: System, poly: Poly): readonly Prop[] | null {
  for (const most of soonWork.filter((one) => one * 4 < system.work.left)) {
    const parts = byTerm(system, poly, most);
    if (parts !== null) return parts;
  }
  return byTerm(system, poly, Infinity);
}

/** The search with no more than this of the work that is left. */
function atMostWork<Found>(system: System, most: number, search: (system: System) => Found): Found {
  const work = { ...system.work, left: Math.min(most, system.work.left) };
  const before = work.left;
  const found = search({ ...system, work });
  system.work.left -= before - work.left;
  return found;
}

/**
 * The radix is an atom d, or d + k for a literal k, or k*d where k divides all that d is a factor of (`bd = 32*d`), or
 * a product of two atoms that something is known of.
 */
function byTerm(system: System, poly: Poly, most: number): readonly Prop[] | null {
  const products = [...poly.terms.values()].filter((t) => t.atoms.length > 1);
  for (const d of new Set(products.flatMap((t) => t.atoms))) {
    const lo = leastOf(system, d);
    if (lo === null) continue;
    const high = quotientBy(poly, [d]);
    for (const shift of shiftsOf(poly, high)) {
      if (lo + shift < 1n) continue;
      const parts = atMostWork(system, most, (one) => byRadix(one, poly, plus(atomPoly(d), shift), high));
      if (parts !== null) return parts;
    }
    const factor = contentOf(high);
    const parts =
      lo < 1n || factor === 1n
        ? null
        : atMostWork(system, most, (one) =>
            byRadix(one, poly, times(atomPoly(d), factor), dividedExactly(high, factor)),
          );
    if (parts !== null) return parts;
  }
  for (const pair of pairsIn(products)) {
    const key = monomialKey(pair);
    const radix: Poly = { constant: 0n, terms: new Map([[key, { atoms: pair, coef: 1n }]]) };
    const isKnown = system.literals.some((l) => l.kind !== 'ne' && l.poly !== poly && l.poly.terms.has(key));
    const work = { ...system.work, left: Math.min(pairWork, system.work.pairs), pairs: 0 };
    const before = work.left;
    const parts = isKnown ? byRadix({ ...system, work }, poly, radix, quotientBy(poly, pair)) : null;
    system.work.pairs -= before - work.left;
    if (parts !== null) return parts;
  }
  return null;
}

/**
 * The least value of the atom; where its range leaves the sign open, 1 if two facts together say that it is positive:
 * `x < a + n` and `a <= x`.
 */
function leastOf(system: System, atom: AtomId): bigint | null {
  const { lo } = system.rangeOf(atom);
  const isOpen = lo === null || lo < 1n;
  return isOpen && provesSoon(system, plus(negate(atomPoly(atom)), 1n)) ? 1n : lo;
}

/** Of `radix*high + low`, whatever the sign of the radix: |low| <= radix - 1 says that it is positive. */
function byRadix(system: System, poly: Poly, radix: Poly, high: Poly): readonly Prop[] | null {
  const low = subtract(poly, multiply(radix, high));
  const limit = plus(radix, -1n);
  if (low.terms.size === 0 && low.constant === 0n)
    return provesAtMost(system, negate(limit)) ? [equal(high, zero)] : null;
  return provesAtMost(system, subtract(low, limit)) && provesAtMost(system, subtract(negate(low), limit))
    ? [equal(high, zero), equal(low, zero)]
    : null;
}

/** The greatest literal that divides all coefficients. */
function contentOf(poly: Poly): bigint {
  const all = [poly.constant, ...[...poly.terms.values()].map(({ coef }) => coef)].map((coef) =>
    coef < 0n ? -coef : coef,
  );
  const content = all.reduce(gcd, 0n);
  return content === 0n ? 1n : content;
}

const times = (poly: Poly, factor: bigint): Poly => addScaled(zero, poly, factor);

/** The products of two atoms that divide a product of more. */
function pairsIn(products: readonly Monomial[]): readonly (readonly AtomId[])[] {
  const found = new Map<string, readonly AtomId[]>();
  for (const { atoms } of products) {
    if (atoms.length < 3) continue;
    atoms.forEach((first, k) => {
      for (const second of atoms.slice(k + 1)) found.set(monomialKey([first, second]), [first, second]);
    });
  }
  return [...found.values()];
}

/** The terms that contain d, divided by d once. */
function quotientBy(poly: Poly, d: readonly AtomId[]): Poly {
  let sum: Poly = zero;
  for (const t of poly.terms.values()) {
    const rest = withoutAtoms(t.atoms, d);
    if (rest === null) continue;
    const factor =
      rest.length === 0
        ? constantPoly(1n)
        : { constant: 0n, terms: new Map([[rest.join('*'), { atoms: rest, coef: 1n }]]) };
    sum = addScaled(sum, factor, t.coef);
  }
  return sum;
}

/** Literals k for which (d + k) * high cancels more of the polynomial than d * high does. */
function shiftsOf(poly: Poly, high: Poly): readonly bigint[] {
  const shifts = new Set<bigint>([0n]);
  for (const [key, t] of high.terms) {
    const other = poly.terms.get(key);
    if (other !== undefined && other.coef % t.coef === 0n) shifts.add(other.coef / t.coef);
  }
  return [...shifts].slice(0, 3);
}
