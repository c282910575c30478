/**
 * Two opposite inequalities are one equation with a bounded remainder: from 0 <= t - 32*q <= 31 follows t = 32*q + r
 * with r in 0..31, and `q*33 + t % 32` becomes the mixed-radix number `33*q + r`. The same makes an equation of "the
 * bytes of a float4 and a float overlap". Likewise for a radix that is no literal: a floor q of t by s makes t = s*q +
 * r with r in 0..s-1. Exact; the new atoms stand for nothing outside the system.
 */
import {
  add,
  addScaled,
  atomPoly,
  constantPoly,
  contentOf,
  multiply,
  plus,
  polyText,
  subtract,
} from '../normal/polynomial.ts';
import type { Atom } from '../normal/atoms.ts';
import type { AtomId, Poly } from '../normal/polynomial.ts';
import { ceilDiv, floorDiv, rangeFrom } from '../normal/range.ts';
import type { Literal } from '../normal/proposition.ts';
import type { Range } from '../normal/range.ts';
import type { System } from './system.ts';
import { atMost, equal } from '../normal/proposition.ts';
import { eliminated, rangeIn, noneSettled, withProps } from './system.ts';

/** What may be larger only fits in its type. */
const largestDigit = 2n ** 62n;

/**
 * The system with an equation for every pair of opposite inequalities; null if there is none. `fresh`: an unused atom
 * number.
 */
export function withDigits(system: System, fresh: AtomId): System | 'contradiction' | null {
  const upper = new Map<string, Literal>();
  for (const literal of system.literals) {
    if (literal.kind === 'le' && literal.poly.terms.size > 1) upper.set(termsText(literal.poly, 1n), literal);
  }
  const remainders = new Map<AtomId, Range>();
  const equations = [];
  const said = new Set<Literal>();
  let next = fresh;
  for (const [text, high] of upper) {
    const low = upper.get(termsText(high.poly, -1n));
    if (low === undefined || text > termsText(high.poly, -1n)) continue;
    // low: -terms + low.constant <= 0, high: terms + high.constant <= 0
    const content = contentOf(high.poly);
    const [from, to] = [ceilDiv(low.poly.constant, content), floorDiv(-high.poly.constant, content)];
    if (to - from > largestDigit) continue;
    const terms = new Map(
      [...high.poly.terms].map(([key, t]) => [key, { atoms: t.atoms, coef: t.coef / content }] as const),
    );
    // the remainder counts from 0
    const remainder = plus(atomPoly(next), from);
    remainders.set(next, rangeFrom(0n, to - from));
    equations.push(equal(addScaled({ constant: 0n, terms }, remainder, -1n), constantPoly(0n)));
    said.add(low).add(high);
    next++;
  }
  if (equations.length === 0) return null;
  // the equation with the range of its remainder says the same: beside it, they would be taken for facts that help to
  // take it apart
  return withProps(
    {
      ...system,
      literals: system.literals.filter((literal) => !said.has(literal)),
      settled: noneSettled,
      rangeOf: (atom) => remainders.get(atom) ?? system.rangeOf(atom),
    },
    equations,
  );
}

function termsText(poly: Poly, sign: bigint): string {
  return polyText(addScaled(constantPoly(0n), { constant: 0n, terms: poly.terms }, sign));
}

/**
 * The system with every variable that a floor divides by a term written by its digits, which takes the place of the
 * variable; null if there is none. A variable that is divided by several is written in digits of the first. `fresh`:
 * unused atom numbers begin there.
 */
export function withTermDigits(system: System, atoms: readonly Atom[], fresh: AtomId): System | 'contradiction' | null {
  let found: System | null = null;
  const gone = new Set<AtomId>();
  let next = fresh;
  for (const { id, meaning } of atoms) {
    if (meaning.kind !== 'floor') continue;
    const whole = [...meaning.of.terms.values()].find(
      ({ coef, atoms: [atom, ...others] }) =>
        coef === 1n && others.length === 0 && atom !== undefined && !gone.has(atom),
    );
    const atom = whole?.atoms[0];
    if (
      atom === undefined ||
      [...meaning.of.terms.values(), ...meaning.by.terms.values()].some(
        (t) => t.atoms.some((other) => gone.has(other)) || (t !== whole && t.atoms.includes(atom)),
      )
    )
      continue;
    const remainder = next++;
    const most = rangeIn(system, meaning.by).hi;
    const ranges: System = {
      ...(found ?? system),
      settled: noneSettled,
      rangeOf: remembering((found ?? system).rangeOf, remainder, rangeFrom(0n, most === null ? null : most - 1n)),
    };
    const bounded = withProps(ranges, [atMost(plus(atomPoly(remainder), 1n), meaning.by)]);
    if (bounded === 'contradiction') return bounded;
    const digits = add(multiply(meaning.by, atomPoly(id)), atomPoly(remainder));
    const written = eliminated(bounded, atom, add(digits, subtract(atomPoly(atom), meaning.of)));
    if (written === 'contradiction') return written;
    gone.add(atom);
    found = written;
  }
  return found;
}

const remembering =
  (rangeOf: (atom: AtomId) => Range, own: AtomId, range: Range) =>
  (atom: AtomId): Range =>
    atom === own ? range : rangeOf(atom);
