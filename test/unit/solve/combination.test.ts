/** Sums of known inequalities, against all values in range: what is proved holds for each of them. */
import { describe, expect, it, test } from 'vitest';
import type { AtomId, Poly } from '../../../src/solve/normal/polynomial.ts';
import type { Literal } from '../../../src/solve/normal/proposition.ts';
import type { Range } from '../../../src/solve/normal/range.ts';
import type { System } from '../../../src/solve/arithmetic/system.ts';
import {
  add,
  addScaled,
  atomPoly,
  constantPoly,
  evaluatePoly,
  multiply,
  plus,
  scale,
  zero,
} from '../../../src/solve/normal/polynomial.ts';
import { holds } from '../../../src/solve/normal/proposition.ts';
import { noneSettled, workFor } from '../../../src/solve/arithmetic/system.ts';
import { everything, rangeFrom } from '../../../src/solve/normal/range.ts';
import { provesAtMost } from '../../../src/solve/arithmetic/combination.ts';
import { fc } from '../../seeded.ts';

const [x, y] = [atomPoly(0), atomPoly(1)];
const le = (poly: Poly): Literal => ({ kind: 'le', poly });
const systemOf = (literals: readonly Literal[], ranges: readonly Range[]): System => ({
  literals,
  clauses: [],
  rangeOf: (atom: AtomId) => ranges[atom] ?? everything,
  settled: noneSettled,
  work: workFor('full'),
});

describe('what ranges alone say', () => {
  const proves = (poly: Poly, ...ranges: readonly Range[]): boolean => provesAtMost(systemOf([], ranges), poly);
  it('takes the upper end for a positive coefficient, and the lower one for a negative', () => {
    expect(proves(plus(x, -5n), rangeFrom(-9n, 5n))).toBe(true);
    expect(proves(plus(x, -5n), rangeFrom(-9n, 6n))).toBe(false);
    expect(proves(plus(scale(x, -2n), 6n), rangeFrom(3n, null))).toBe(true);
    expect(proves(plus(scale(x, -2n), 7n), rangeFrom(3n, null))).toBe(false);
  });
  it('says nothing where the end that counts is infinite', () => {
    expect(proves(x, rangeFrom(null, null))).toBe(false);
    expect(proves(x, rangeFrom(0n, null))).toBe(false);
    expect(proves(scale(x, -1n), rangeFrom(null, 0n))).toBe(false);
  });
  it('knows that a square is not negative, and a product of others may be', () => {
    expect(proves(scale(multiply(x, x), -1n), rangeFrom(-4n, 4n))).toBe(true);
    expect(proves(scale(multiply(x, x), -1n), everything)).toBe(true);
    expect(proves(scale(multiply(x, y), -1n), rangeFrom(-4n, 4n), rangeFrom(-4n, 4n))).toBe(false);
    expect(proves(scale(multiply(x, multiply(x, x)), -1n), rangeFrom(-4n, 4n))).toBe(false);
  });
});

test('narrower ranges of a later system are its own', () => {
  const wide = systemOf([], [rangeFrom(0n, 10n)]);
  const narrow = { ...wide, rangeOf: () => rangeFrom(0n, 3n) };
  expect([wide, narrow, wide].map((system) => provesAtMost(system, plus(x, -3n)))).toEqual([false, true, false]);
});

test('a fact is multiplied only by what is not negative', () => {
  const fact = le(plus(x, -3n));
  const product = add(multiply(x, y), scale(y, -3n));
  expect(provesAtMost(systemOf([fact], [everything, rangeFrom(0n, null)]), product)).toBe(true);
  expect(provesAtMost(systemOf([fact], [everything, rangeFrom(-1n, null)]), product)).toBe(false);
});

const atoms: readonly Poly[] = [0, 1, 2].map(atomPoly);
const products: readonly Poly[] = atoms.flatMap((a, k) => atoms.slice(k).map((b) => multiply(a, b)));
const monomials: readonly Poly[] = [
  ...atoms,
  ...products,
  ...products.slice(0, 3).map((product) => multiply(product, atoms[2] ?? zero)),
];
const poly = fc
  .tuple(
    fc.integer({ min: -6, max: 6 }),
    fc.array(fc.tuple(fc.nat(monomials.length - 1), fc.integer({ min: -3, max: 3 })), { minLength: 1, maxLength: 3 }),
  )
  .map(([constant, terms]) =>
    terms.reduce<Poly>(
      (sum, [k, coef]) => addScaled(sum, monomials[k] ?? zero, BigInt(coef)),
      constantPoly(BigInt(constant)),
    ),
  );
const literal = fc
  .tuple(fc.constantFrom('le', 'le', 'eq', 'ne' as const), poly)
  .map(([kind, of]): Literal => ({ kind, poly: of }));
const range = fc
  .tuple(fc.integer({ min: -3, max: 2 }), fc.nat(3))
  .map(([lo, size]) => rangeFrom(BigInt(lo), BigInt(lo + size)));
/** What is multiplied by counts and pitches: no factor is negative, and a radix of 1 at least. */
const count = fc
  .tuple(fc.integer({ min: 0, max: 1 }), fc.nat(3))
  .map(([lo, size]) => rangeFrom(BigInt(lo), BigInt(lo + size)));
/** A literal or two, and a goal that is near to their sum: else nothing is ever proved. */
const questions = fc
  .tuple(
    fc.array(literal, { maxLength: 3 }),
    fc.oneof(fc.tuple(range, range, range), fc.tuple(count, count, count)),
    poly,
    fc.integer({ min: 0, max: 2 }),
    fc.integer({ min: -3, max: 1 }),
  )
  .map(([literals, ranges, other, times, more]) => ({
    literals,
    ranges,
    goal: plus(
      literals.reduce((sum, l) => addScaled(sum, l.poly, 1n), scale(other, BigInt(times))),
      BigInt(more),
    ),
  }));

test('what is proved holds for all values in range that the facts allow', () => {
  let proved = 0;
  fc.assert(
    fc.property(questions, ({ literals, ranges, goal }) => {
      if (!provesAtMost(systemOf(literals, ranges), goal)) return;
      proved++;
      for (const values of valuesIn(ranges)) {
        const valueOf = (atom: AtomId): bigint => values[atom] ?? 0n;
        if (literals.every((l) => holds(l, valueOf))) expect(evaluatePoly(goal, valueOf)).toBeLessThanOrEqual(0n);
      }
    }),
    { numRuns: Number(process.env['RUNS'] ?? 3000) },
  );
  expect(proved).toBeGreaterThan(200);
});

function* valuesIn(ranges: readonly Range[]): Generator<readonly bigint[]> {
  const [first, ...others] = ranges;
  if (first === undefined) {
    yield [];
    return;
  }
  for (let value = first.lo ?? 0n; value <= (first.hi ?? 0n); value++)
    for (const rest of valuesIn(others)) yield [value, ...rest];
}
