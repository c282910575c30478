/**
 * Integer polynomials over numbered atoms, in one canonical form: equal polynomials have equal text.
 * `3*a4 + a1*a2 - 7`. All arithmetic is that of mathematical integers; wrap-around is made explicit by the
 * translation (see integers.ts), so that everything after it is ordinary algebra.
 */
import { gcd } from '../../base/arithmetic.ts';
import { memoized } from '../../base/memoize.ts';

/** A number of an atom: a variable or an irreducible term. See atoms.ts. */
export type AtomId = number;
export type Monomial = Readonly<{
  /** ascending, repeated for powers, never empty */ atoms: readonly AtomId[];
  coef: bigint;
}>;
export type Poly = Readonly<{
  constant: bigint;
  /** by atoms joined with `*`; no zero coefficients */ terms: ReadonlyMap<string, Monomial>;
}>;

const noTerms: ReadonlyMap<string, Monomial> = new Map();
export const constantPoly = (value: bigint): Poly => ({ constant: value, terms: noTerms });
export const zero = constantPoly(0n);
export const one = constantPoly(1n);

export const monomialKey = (atoms: readonly AtomId[]): string => atoms.join('*');

/** The atoms of a product without those of another one, or null if that has others. */
export function withoutAtoms(atoms: readonly AtomId[], some: readonly AtomId[]): readonly AtomId[] | null {
  const rest = [...atoms];
  for (const atom of some) {
    const at = rest.indexOf(atom);
    if (at < 0) return null;
    rest.splice(at, 1);
  }
  return rest;
}

export function atomPoly(atom: AtomId): Poly {
  return { constant: 0n, terms: new Map([[`${atom}`, { atoms: [atom], coef: 1n }]]) };
}

export const constantOf = (p: Poly): bigint | null => (p.terms.size === 0 ? p.constant : null);

/** a + k*b */
export function addScaled(a: Poly, b: Poly, k: bigint): Poly {
  if (k === 0n) return a;
  if (b.terms.size === 0) return { constant: a.constant + k * b.constant, terms: a.terms };
  const terms = new Map(a.terms);
  for (const [key, term] of b.terms) addTerm(terms, key, term.atoms, k * term.coef);
  return { constant: a.constant + k * b.constant, terms };
}

/** Adds a monomial to a sum that is being made. */
function addTerm(sum: Map<string, Monomial>, key: string, atoms: readonly AtomId[], by: bigint): void {
  const before = sum.get(key);
  const coef = before === undefined ? by : before.coef + by;
  if (coef === 0n) sum.delete(key);
  else sum.set(key, { atoms, coef });
}

export const add = (a: Poly, b: Poly): Poly => addScaled(a, b, 1n);
export const subtract = (a: Poly, b: Poly): Poly => addScaled(a, b, -1n);
export const plus = (a: Poly, k: bigint): Poly => ({ constant: a.constant + k, terms: a.terms });
export const negate = (p: Poly): Poly => scale(p, -1n);

export function scale(p: Poly, k: bigint): Poly {
  if (k === 0n) return zero;
  if (k === 1n) return p;
  const terms = new Map<string, Monomial>();
  for (const [key, t] of p.terms) terms.set(key, { atoms: t.atoms, coef: t.coef * k });
  return { constant: p.constant * k, terms };
}

export function multiply(a: Poly, b: Poly): Poly {
  if (a.terms.size === 0) return scale(b, a.constant);
  if (b.terms.size === 0) return scale(a, b.constant);
  const { constant, terms: start } = addScaled(scale(a, b.constant), { constant: 0n, terms: b.terms }, a.constant);
  const terms = new Map(start);
  for (const x of a.terms.values()) {
    for (const y of b.terms.values()) {
      const atoms = [...x.atoms, ...y.atoms].sort((p, q) => p - q);
      addTerm(terms, monomialKey(atoms), atoms, x.coef * y.coef);
    }
  }
  return { constant, terms };
}

export const degree = (p: Poly): number => Math.max(0, ...[...p.terms.values()].map((t) => t.atoms.length));

function speaksOf(p: Poly, atom: AtomId): boolean {
  for (const term of p.terms.values()) if (term.atoms.includes(atom)) return true;
  return false;
}

/** Replaces an atom wherever it stands. */
export function substituteAtom(p: Poly, atom: AtomId, by: Poly): Poly {
  if (!speaksOf(p, atom)) return p;
  let { constant } = p;
  const terms = new Map<string, Monomial>();
  for (const [key, term] of p.terms) {
    if (!term.atoms.includes(atom)) {
      addTerm(terms, key, term.atoms, term.coef);
      continue;
    }
    const rest = term.atoms.filter((a) => a !== atom);
    const power = term.atoms.length - rest.length;
    let value: Poly =
      rest.length === 0
        ? constantPoly(term.coef)
        : { constant: 0n, terms: new Map([[monomialKey(rest), { atoms: rest, coef: term.coef }]]) };
    for (let k = 0; k < power; k++) value = multiply(value, by);
    constant += value.constant;
    for (const [own, t] of value.terms) addTerm(terms, own, t.atoms, t.coef);
  }
  return { constant, terms };
}

/** Greatest common divisor of all coefficients (not of the constant); 0 for constants. */
export function contentOf(p: Poly): bigint {
  let g = 0n;
  for (const t of p.terms.values()) {
    g = gcd(g, t.coef);
    if (g === 1n) break;
  }
  return g;
}
/** By a number that divides the constant and all coefficients. */
export function dividedExactly(p: Poly, by: bigint): Poly {
  const terms = new Map<string, Monomial>();
  for (const [key, t] of p.terms) terms.set(key, { atoms: t.atoms, coef: t.coef / by });
  return { constant: p.constant / by, terms };
}

type Terms = Poly['terms'];
function textOf(terms: Terms, sign: bigint): string {
  let text = '';
  for (const key of [...terms.keys()].sort())
    text += `${text === '' ? '' : '+'}${sign * (terms.get(key)?.coef ?? 0n)}*${key}`;
  return text;
}
// the same polynomials are compared again and again, in one system after the other
const ownText = memoized((terms: Terms) => textOf(terms, 1n));
const negatedText = memoized((terms: Terms) => textOf(terms, -1n));

/** Canonical text of the polynomial without its constant, or of its negative. */
export const termsText = ({ terms }: Poly, sign: 1 | -1): string => (sign === 1 ? ownText(terms) : negatedText(terms));

/** Canonical text. */
export const polyText = (p: Poly): string =>
  p.terms.size === 0 ? `${p.constant}` : `${ownText(p.terms)}+${p.constant}`;

/** The value, given that of every atom. */
export function evaluatePoly(p: Poly, valueOf: (atom: AtomId) => bigint): bigint {
  let sum = p.constant;
  for (const t of p.terms.values()) sum += t.atoms.reduce((product, atom) => product * valueOf(atom), t.coef);
  return sum;
}
