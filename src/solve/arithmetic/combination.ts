/**
 * Proves `poly <= 0` by adding up known inequalities and ranges: `t - bd + 1 <= 0` and t2 >= 0 prove `t - t2 - bd + 1 <= 0`.
 * Facts may be multiplied by atoms that are not negative: `bx <= gd - 1` proves `bx*bd <= gd*bd - bd`.
 * A small search; what it does not find is simply not proved.
 */
import { addScaled, monomialKey, multiply, negate, polyText } from '../normal/polynomial.ts';
import type { AtomId, Monomial, Poly } from '../normal/polynomial.ts';
import type { Literal } from '../normal/proposition.ts';
import { memoized } from '../../base/memoize.ts';
import { rangeIn } from './system.ts';
import type { System } from './system.ts';
import { rangeOfMonomial } from '../normal/atoms.ts';

const maxDepth = 4;
const maxSteps = 300;

export function provesAtMost(system: System, poly: Poly): boolean {
  const facts = factsIn(system.literals);
  let steps = 0;
  // the same facts, added in another order, make the same goal
  const search = (goal: Poly, depth: number, added: readonly string[], seen: Set<string>): boolean => {
    const hi = rangeIn(system, goal).hi;
    if (hi !== null && hi <= 0n) return true;
    if (depth === 0) return false;
    for (const [key, term] of goal.terms) {
      const range = rangeOfMonomial(term, system.rangeOf);
      if (range.hi !== null && range.hi <= 0n) continue;
      for (const { fact, id } of facts.dividing(key, term)) {
        if (steps >= maxSteps || system.work.left <= 0) return false;
        const multiplier = cancelling(system, term, fact);
        if (multiplier === null) continue;
        const now = [...added, `${id} ${polyText(multiplier)}`].sort();
        const sum = now.join(';');
        if (seen.has(sum)) continue;
        seen.add(sum);
        steps++;
        system.work.left -= goal.terms.size + 1;
        const rest = multiplier.terms.size === 0 ? addScaled(goal, fact, -multiplier.constant) : addScaled(goal, multiply(multiplier, fact), -1n);
        if (search(rest, depth - 1, now, seen)) return true;
      }
    }
    return false;
  };
  // what one fact or two say is not to be lost among all that many say
  return [1, 2, maxDepth].some((depth) => search(poly, depth, [], new Set()));
}

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

/** A factor m >= 0 with which m * fact has exactly the given term, or null. */
function cancelling(system: System, term: Monomial, fact: Poly): Poly | null {
  for (const part of fact.terms.values()) {
    if ((part.coef > 0n) !== (term.coef > 0n) || term.coef % part.coef !== 0n) continue;
    const rest = quotient(term.atoms, part.atoms);
    if (rest === null || rest.some((atom) => (system.rangeOf(atom).lo ?? -1n) < 0n)) continue;
    const coef = term.coef / part.coef;
    if (rest.length === 0) return { constant: coef, terms: new Map() };
    return { constant: 0n, terms: new Map([[monomialKey(rest), { atoms: rest, coef }]]) };
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
