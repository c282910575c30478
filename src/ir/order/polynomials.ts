/**
 * Polynomials over a few named numbers, with rational coefficients: of rounds and blocks of a grid that synchronizes
 * itself (round-values.ts). Exact.
 */
import { gcd } from '../../base/arithmetic.ts';

type Ratio = readonly [over: bigint, under: bigint];
/** By monomial (its names, sorted), the coefficient, which is not 0. */
export type Poly = ReadonlyMap<string, Ratio>;

function reduced([over, under]: Ratio): Ratio {
  const by = gcd(over, under) * (under < 0n ? -1n : 1n);
  return [over / by, under / by];
}

function made(terms: readonly (readonly [string, Ratio])[]): Poly {
  const found = new Map<string, Ratio>();
  for (const [name, [over, under]] of terms) {
    const [a, b] = found.get(name) ?? [0n, 1n];
    const sum = reduced([a * under + over * b, b * under]);
    if (sum[0] === 0n) found.delete(name);
    else found.set(name, sum);
  }
  return found;
}

export const constant = (value: bigint, under = 1n): Poly => made([['', [value, under]]]);
export const symbol = (name: string): Poly => made([[name, [1n, 1n]]]);
export const plus = (a: Poly, b: Poly): Poly => made([...a, ...b]);
export const minus = (a: Poly, b: Poly): Poly => plus(a, times(b, constant(-1n)));
export const times = (a: Poly, b: Poly): Poly =>
  made(
    [...a].flatMap(([one, [p, q]]) =>
      [...b].map(([other, [r, s]]) => [[...one, ...other].sort().join(''), [p * r, q * s]] as const),
    ),
  );

export const areSame = (a: Poly, b: Poly): boolean => minus(a, b).size === 0;
export const mentions = (poly: Poly, name: string): boolean => [...poly.keys()].some((one) => one.includes(name));
/** The number that it is, if it is a whole one. */
export const wholeOf = (poly: Poly): bigint | null => {
  const [over, under] = poly.get('') ?? [0n, 1n];
  return under === 1n && poly.size === (poly.has('') ? 1 : 0) ? over : null;
};

/** With `by` in the place of the name. */
export const replaced = (poly: Poly, name: string, by: Poly): Poly =>
  [...poly].reduce(
    (sum: Poly, [names, ratio]) =>
      plus(
        sum,
        [...names].reduce((product: Poly, one) => times(product, one === name ? by : symbol(one)), made([['', ratio]])),
      ),
    constant(0n),
  );

/** Whether it is 0 or more for all values, from 1 on, of the names. Under-approximating. */
export function isNeverNegative(poly: Poly, names: readonly string[]): boolean {
  const shifted = names.reduce((now, name) => replaced(now, name, plus(symbol(name), constant(1n))), poly);
  return [...shifted].every(([monomial, [over]]) => over >= 0n && [...monomial].every((one) => names.includes(one)));
}
