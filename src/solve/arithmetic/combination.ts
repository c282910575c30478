/**
 * Proves `poly <= 0` by adding up known inequalities and ranges: `t - bd + 1 <= 0` and t2 >= 0 prove `t - t2 - bd + 1 <= 0`.
 * Facts may be multiplied by atoms that are not negative: `bx <= gd - 1` proves `bx*bd <= gd*bd - bd`.
 * A small search; what it does not find is simply not proved.
 */
import { addScaled, monomialKey, multiply, negate } from '../normal/polynomial.ts';
import type { AtomId, Monomial, Poly } from '../normal/polynomial.ts';
import { rangeIn } from './system.ts';
import type { System } from './system.ts';
import { rangeOfMonomial } from '../normal/atoms.ts';

const maxDepth = 4;
const maxSteps = 300;

export function provesAtMost(system: System, poly: Poly): boolean {
  const facts = system.literals.flatMap((l) => (l.kind === 'le' ? [l.poly] : l.kind === 'eq' ? [l.poly, negate(l.poly)] : []));
  let steps = 0;
  const search = (goal: Poly, depth: number): boolean => {
    const hi = rangeIn(system, goal).hi;
    if (hi !== null && hi <= 0n) return true;
    if (depth === 0) return false;
    for (const term of goal.terms.values()) {
      const range = rangeOfMonomial(term, system.rangeOf);
      if (range.hi !== null && range.hi <= 0n) continue;
      for (const fact of facts) {
        if (steps >= maxSteps || system.work.left <= 0) return false;
        const multiplier = cancelling(system, term, fact);
        if (multiplier === null) continue;
        steps++;
        system.work.left -= goal.terms.size + 1;
        if (search(addScaled(goal, multiply(multiplier, fact), -1n), depth - 1)) return true;
      }
    }
    return false;
  };
  // what one fact or two say is not to be lost among all that many say
  return [1, 2, maxDepth].some((depth) => search(poly, depth));
}

/** A factor m >= 0 with which m * fact has exactly the given term, or null. */
function cancelling(system: System, term: Monomial, fact: Poly): Poly | null {
  for (const part of fact.terms.values()) {
    if (part.coef === 0n || term.coef % part.coef !== 0n || term.coef / part.coef <= 0n) continue;
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
