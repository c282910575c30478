/**
 * Proves `poly <= 0` by adding up known inequalities and ranges: `t - bd + 1 <= 0` and t2 >= 0 prove `t - t2 - bd + 1 <= 0`.
 * Facts may be multiplied by atoms that are not negative: `bx <= gd - 1` proves `bx*bd <= gd*bd - bd`.
 * A small search; what it does not find is simply not proved.
 */
import { addScaled, monomialKey, multiply, negate, zero } from '../normal/polynomial.ts';
import type { AtomId, Monomial, Poly } from '../normal/polynomial.ts';
import type { Literal } from '../normal/proposition.ts';
import { memoized } from '../../base/memoize.ts';
import type { Range } from '../normal/range.ts';
import type { System } from './system.ts';
import { rangeOfMonomial } from '../normal/atoms.ts';

const maxDepth = 4;
const maxSteps = 300;

export function provesAtMost(system: System, poly: Poly): boolean {
  const facts = factsIn(system.literals);
  const rangeOf = unitRanges(system.rangeOf);
  let steps = 0;
  // the same facts, added in another order, make the same goal
  const search = (goal: Poly, depth: number, added: readonly string[], seen: Set<string>): boolean => {
    for (const [key, term] of goal.terms) {
      const { lo, hi } = rangeOf(key, term);
      const highest = term.coef > 0n ? hi : lo;
      if (highest !== null && highest * term.coef <= 0n) continue;
      for (const { fact, id } of facts.dividing(key, term)) {
        if (steps >= maxSteps || system.work.left <= 0) return false;
        const multiplier = cancelling(system, term, fact);
        if (multiplier === null) continue;
        const name = `${id} ${multiplier.key}*${multiplier.coef}`;
        const now = added.length === 0 ? [name] : [...added, name].sort();
        const sum = now.length === 1 ? name : now.join(';');
        if (seen.has(sum)) continue;
        seen.add(sum);
        steps++;
        system.work.left -= goal.terms.size + 1;
        const [more, factor] = multiplier.atoms.length === 0 ? [fact, -multiplier.coef] : [multiply({ constant: 0n, terms: new Map([[multiplier.key, multiplier]]) }, fact), -1n];
        if (isAtMost(goal, more, factor, rangeOf)) return true;
        if (depth > 1 && search(addScaled(goal, more, factor), depth - 1, now, seen)) return true;
      }
    }
    return false;
  };
  // what one fact or two say is not to be lost among all that many say
  return isAtMost(poly, zero, 1n, rangeOf) || [1, 2, maxDepth].some((depth) => search(poly, depth, [], new Set()));
}

/** Whether the ranges alone say that `goal + factor * more` is at most 0. It is not made: most sums are of no use. */
function isAtMost(goal: Poly, more: Poly, factor: bigint, rangeOf: UnitRanges): boolean {
  let highest = goal.constant + factor * more.constant;
  const add = (key: string, term: Monomial, coef: bigint): boolean => {
    if (coef === 0n) return true;
    const { lo, hi } = rangeOf(key, term);
    const bound = coef > 0n ? hi : lo;
    if (bound === null) return false;
    highest += coef * bound;
    return true;
  };
  for (const [key, term] of goal.terms) {
    const other = more.terms.get(key);
    if (!add(key, term, other === undefined ? term.coef : term.coef + factor * other.coef)) return false;
  }
  for (const [key, term] of more.terms) if (!goal.terms.has(key) && !add(key, term, factor * term.coef)) return false;
  return highest <= 0n;
}

/** The range of a monomial with the coefficient 1; found once for the ranges of the atoms. */
type UnitRanges = (key: string, term: Monomial) => Range;
const unitRanges = memoized((rangeOfAtom: (atom: AtomId) => Range): UnitRanges => {
  const known = new Map<string, Range>();
  return (key, { atoms }) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const range = rangeOfMonomial({ atoms, coef: 1n }, rangeOfAtom);
    known.set(key, range);
    return range;
  };
});

/** `dividing`: what is known to be at most 0, as far as it has a monomial that divides this one. In order. */
type Facts = Readonly<{ dividing: (key: string, term: Monomial) => readonly Readonly<{ fact: Poly; id: number }>[] }>;
const factsIn = memoized((literals: readonly Literal[]): Facts => {
  const all = literals.flatMap((l) => (l.kind === 'le' ? [l.poly] : l.kind === 'eq' ? [l.poly, negate(l.poly)] : []));
  const having = new Map<string, number[]>();
  all.forEach((fact, k) => {
    for (const key of fact.terms.keys()) {
      const others = having.get(key);
      if (others === undefined) having.set(key, [k]);
      else others.push(k);
    }
  });
  const known = new Map<string, ReturnType<Facts['dividing']>>();
  return {
    dividing: (key, term) => {
      const before = known.get(key);
      if (before !== undefined) return before;
      const numbers = [...new Set(divisorsOf(term.atoms).flatMap((divisor) => having.get(divisor) ?? []))].sort((a, b) => a - b);
      const found = numbers.flatMap((id) => { const fact = all[id]; return fact === undefined ? [] : [{ fact, id }]; });
      known.set(key, found);
      return found;
    },
  };
});

/** The keys of all monomials of some of the atoms. */
function divisorsOf(atoms: readonly AtomId[]): readonly string[] {
  const [first, ...rest] = atoms;
  if (first === undefined) return [];
  return [`${first}`, ...divisorsOf(rest).flatMap((key) => [key, `${first}*${key}`])];
}

/** A factor of facts: a number, or one with atoms. */
type Multiplier = Monomial & Readonly<{ key: string }>;

/** A factor m >= 0 with which m * fact has exactly the given term, or null. */
function cancelling(system: System, term: Monomial, fact: Poly): Multiplier | null {
  for (const part of fact.terms.values()) {
    if ((part.coef > 0n) !== (term.coef > 0n) || term.coef % part.coef !== 0n) continue;
    const atoms = quotient(term.atoms, part.atoms);
    if (atoms === null || atoms.some((atom) => (system.rangeOf(atom).lo ?? -1n) < 0n)) continue;
    return { atoms, coef: term.coef / part.coef, key: monomialKey(atoms) };
  }
  return null;
}

/** The atoms of a without those of b, or null if b has others. */
function quotient(a: readonly AtomId[], b: readonly AtomId[]): readonly AtomId[] | null {
  const rest = [...a];
  for (const atom of b) {
    const at = rest.indexOf(atom);
    if (at < 0) return null;
    rest.splice(at, 1);
  }
  return rest;
}
