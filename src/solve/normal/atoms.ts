/**
 * The table of atoms of one normal form: the variables, and the terms that are no polynomials, each with its range and
 * the conditions that define it. Asking twice for the same key gives the same atom: that is what makes equal terms
 * equal.
 */
import { addScaled, atomPoly, constantPoly, polyText } from './polynomial.ts';
import type { AtomId, Monomial, Poly } from './polynomial.ts';
import type { Prop } from './proposition.ts';
import type { Range } from './range.ts';
import { everything, exactly, meet, product, rangeFrom, scaled, sum } from './range.ts';
import type { VarId } from '../../base/brand.ts';
import { invariant } from '../../base/invariant.ts';
import { isPowerOfTwo } from '../../base/powers.ts';

/**
 * `defined`: its definition determines it wherever C does. `inexact`: the definition only bounds it; a model may be
 * wrong, a contradiction is none the less one. `quotient`: defined as ⌊of / by⌋; `floor`: the same for a divisor above
 * 0 that is no literal. `truncated` and `remainder`: C's quotient and remainder of the two, wherever the divisor is not
 * 0. `power`: 2 to some power. `apply`: an uninterpreted function at these arguments.
 */
export type AtomMeaning =
  | Readonly<{ kind: 'variable'; id: VarId }>
  | Readonly<{ kind: 'defined' | 'inexact' | 'power' }>
  | Readonly<{ kind: 'quotient'; of: Poly; by: bigint }>
  | Readonly<{ kind: 'floor' | 'truncated' | 'remainder'; of: Poly; by: Poly }>
  | Readonly<{ kind: 'apply'; fn: string; args: readonly Poly[] }>;
/** `definition`: holds in every model; whatever the other atoms are, the atom has a value with which it does. */
export type Atom = Readonly<{
  id: AtomId;
  key: string;
  range: Range;
  meaning: AtomMeaning;
  definition: readonly Prop[];
}>;

/**
 * How a division by a term is written. `digits`: quotient and remainder as an atom each, which have ranges. `whole`:
 * the remainder by its quotient, and a quotient of a quotient as one, so that an index that is taken apart and put
 * together again is what it was.
 */
export type Divisions = 'digits' | 'whole';

export type AtomTable = Readonly<{
  all: readonly Atom[];
  divisions: Divisions;
  /** The atom of that key, made at the first request. */
  intern: (key: string, meaning: AtomMeaning, range: Range, definition: (self: Poly) => readonly Prop[]) => Poly;
  rangeOf: (poly: Poly) => Range;
  rangeOfAtom: (atom: AtomId) => Range;
  /** Whether it is a power of two, 1 or more, in every solution [L7]. */
  isPower: (poly: Poly) => boolean;
}>;

/** `powers`: variables that are 0, negative or a power of two. */
export function createAtoms(powers: ReadonlySet<VarId> = new Set(), divisions: Divisions = 'digits'): AtomTable {
  const all: Atom[] = [];
  const byKey = new Map<string, Poly>();
  const rangeOfAtom = (id: AtomId): Range => all[id]?.range ?? everything;
  return {
    all,
    divisions,
    rangeOfAtom,
    rangeOf: (poly) => rangeByDigits(poly, all, rangeOfAtom),
    isPower: (poly) => (rangeOfPoly(poly, rangeOfAtom).lo ?? 0n) > 0n && isProductOfPowers(poly, all, powers),
    intern: (key, meaning, range, definition) => {
      const known = byKey.get(key);
      if (known !== undefined) return known;
      const only = range.lo !== null && range.lo === range.hi && meaning.kind !== 'apply' ? range.lo : null;
      if (only !== null && meaning.kind === 'variable') {
        byKey.set(key, constantPoly(only));
        return constantPoly(only);
      }
      const id = all.length;
      const self = atomPoly(id);
      const own: Prop[] = [];
      all.push({ id, key, range, meaning, definition: own });
      byKey.set(key, self);
      own.push(...definition(self));
      return self;
    },
  };
}

/**
 * The atoms that the propositions speak of, themselves or through definitions, in order of their making. Any solution
 * for these is one for all, since the others have values that their definitions give: `(x mod 2^32 + y) mod 2^32`
 * leaves behind the quotient of the inner reduction.
 */
export function atomsIn({ all }: AtomTable, props: readonly Prop[]): readonly Atom[] {
  const found = new Set<AtomId>();
  const pending: Prop[] = [...props];
  const visit = (poly: Poly): void => {
    for (const term of poly.terms.values()) {
      for (const id of term.atoms) {
        if (found.has(id)) continue;
        found.add(id);
        const atom = all[id];
        pending.push(...(atom?.definition ?? []));
        if (atom?.meaning.kind === 'apply') atom.meaning.args.forEach(visit);
      }
    }
  };
  for (let prop = pending.pop(); prop !== undefined; prop = pending.pop()) {
    if ('parts' in prop) pending.push(...prop.parts);
    else if ('poly' in prop) visit(prop.poly);
  }
  return all.filter(({ id }) => found.has(id));
}

/**
 * The same, closer: `x - d*⌊x/d⌋` is in 0..d-1, which the ranges of its terms alone do not show. Without it a mask in
 * an unsigned index (`(x & 63) * 64`) would look as if it could wrap around.
 */
function rangeByDigits(poly: Poly, all: readonly Atom[], rangeOfAtom: (atom: AtomId) => Range): Range {
  const plain = rangeOfPoly(poly, rangeOfAtom);
  let rest = poly;
  let digits = exactly(0n);
  for (const term of poly.terms.values()) {
    const meaning = term.atoms.length === 1 ? all[term.atoms[0] ?? -1]?.meaning : undefined;
    if (meaning?.kind !== 'quotient') continue;
    const times = multipleOf(rest, meaning.of);
    if (times === 0n || times > 0n === term.coef > 0n) continue;
    rest = addScaled(addScaled(rest, meaning.of, -times), atomPoly(term.atoms[0] ?? -1), times * meaning.by);
    digits = sum(digits, scaled(rangeFrom(0n, meaning.by - 1n), times));
  }
  return rest === poly ? plain : meet(plain, sum(digits, rangeOfPoly(rest, rangeOfAtom)));
}

/**
 * Whether it is a product of factors that are powers of two if they are above 0, which all but a single one are known
 * to be.
 */
function isProductOfPowers(poly: Poly, all: readonly Atom[], powers: ReadonlySet<VarId>): boolean {
  const [term, ...others] = poly.terms.values();
  if (term === undefined || others.length > 0 || poly.constant !== 0n || !isPowerOfTwo(term.coef)) return false;
  return term.atoms.every((id) => {
    const atom = all[id];
    if (atom === undefined || (term.atoms.length > 1 && (atom.range.lo ?? -1n) < 0n)) return false;
    const { meaning } = atom;
    if (meaning.kind === 'variable') return powers.has(meaning.id);
    return (
      meaning.kind === 'power' ||
      (meaning.kind === 'quotient' && isPowerOfTwo(meaning.by) && isProductOfPowers(meaning.of, all, powers))
    );
  });
}

/** How many times `part` is in the polynomial, by its first term; 0: not at all. */
function multipleOf(poly: Poly, part: Poly): bigint {
  for (const [key, term] of part.terms) {
    const coef = poly.terms.get(key)?.coef ?? 0n;
    return coef % term.coef === 0n ? coef / term.coef : 0n;
  }
  return 0n;
}

export function rangeOfPoly(poly: Poly, rangeOfAtom: (atom: AtomId) => Range): Range {
  let [lo, hi]: [bigint | null, bigint | null] = [poly.constant, poly.constant];
  for (const term of poly.terms.values()) {
    const range = rangeOfMonomial(term, rangeOfAtom);
    lo = lo === null || range.lo === null ? null : lo + range.lo;
    hi = hi === null || range.hi === null ? null : hi + range.hi;
    if (lo === null && hi === null) break;
  }
  return { lo, hi };
}

export function rangeOfMonomial(term: Monomial, rangeOfAtom: (atom: AtomId) => Range): Range {
  const [first] = term.atoms;
  invariant(first !== undefined, 'a monomial has at least one atom');
  let range = rangeOfAtom(first);
  if (term.atoms.length === 1) return scaled(range, term.coef);
  const rest = term.atoms.slice(1);
  let previous = first;
  for (const atom of rest) {
    const next = product(range, rangeOfAtom(atom));
    // a square is never negative
    range = atom === previous && rest.length === 1 ? meet(next, { lo: 0n, hi: null }) : next;
    previous = atom;
  }
  return scaled(range, term.coef);
}

export const applyKey = (fn: string, args: readonly Poly[]): string => `${fn}(${args.map(polyText).join(',')})`;
