/**
 * `& | ^` as integer arithmetic, where it can be said that way: with a literal mask (`x & 31` is x mod 32, in general a
 * sum over the mask's runs of ones), and for operands that share no bits (`bx << 5 | lane`). `x | y` is `x + y - (x &
 * y)` and `x ^ y` is `x + y - 2*(x & y)`, so that only `&` needs a rule. What is left is a bounded but otherwise free
 * value: over-approximating, marked `inexact`, and left to the bit-vectors.
 */
import type { AtomTable } from './atoms.ts';
import type { IntType, ScalarType } from '../../base/ctype.ts';
import { gcd } from '../../base/arithmetic.ts';
import {
  add,
  addScaled,
  constantOf,
  constantPoly,
  contentOf,
  negate,
  plus,
  polyText,
  scale,
  subtract,
  zero,
} from './polynomial.ts';
import type { Poly } from './polynomial.ts';
import { atMost, conjunction, disjunction, equal, equivalence } from './proposition.ts';
import type { Prop } from './proposition.ts';
import { meet, rangeFrom, rangeOfType } from './range.ts';
import type { Range } from './range.ts';
import { floorBy, floorQuotient, indicator, times } from './integers.ts';

const maxRuns = 8;

export function bitwise(atoms: AtomTable, op: '&' | '|' | '^', p: Poly, q: Poly, type: ScalarType): Poly {
  const both = bitAnd(atoms, p, q, type);
  if (op === '&') return both;
  return addScaled(add(p, q), both, op === '|' ? -1n : -2n);
}

function bitAnd(atoms: AtomTable, p: Poly, q: Poly, type: ScalarType): Poly {
  const [a, b] = [constantOf(p), constantOf(q)];
  if (type.kind === 'int' && b !== null) return masked(atoms, p, b, type) ?? free(atoms, p, q, type);
  if (type.kind === 'int' && a !== null) return masked(atoms, q, a, type) ?? free(atoms, p, q, type);
  if (polyText(p) === polyText(q)) return p;
  const [rp, rq] = [atoms.rangeOf(p), atoms.rangeOf(q)];
  if (isBit(rp) && isBit(rq))
    return indicator(atoms, conjunction([equal(p, constantPoly(1n)), equal(q, constantPoly(1n))]));
  if (apart(p, rq) || apart(q, rp)) return zero;
  if (type.kind === 'int' && constantOf(subtract(p, q)) === null) {
    const digits = byPower(atoms, p, q, type) ?? byPower(atoms, q, p, type);
    if (digits !== null) return digits;
  }
  return free(atoms, p, q, type);
}

const isBit = (r: Range): boolean => r.lo === 0n && r.hi === 1n;

/** Whether `other`, in 0..2^k-1, shares no bits with p, a multiple of 2^k. */
function apart(p: Poly, other: Range): boolean {
  if (other.lo === null || other.lo < 0n || other.hi === null) return false;
  const content = gcd(contentOf(p), p.constant);
  return content !== 0n && other.hi < (content & -content);
}

/** `x & mask` for a literal mask. */
function masked(atoms: AtomTable, x: Poly, mask: bigint, type: IntType): Poly | null {
  if (mask < 0n) {
    const cleared = masked(atoms, x, -mask - 1n, type);
    return cleared === null ? null : subtract(x, cleared);
  }
  const runs = runsOf(mask);
  if (runs.length > maxRuns) return null;
  // quotients of quotients, x = 2^k*q + r, q = 2^l*q' + r', so that all parts are digits of one number
  let [quotient, at] = [x, 0n];
  const above = (position: bigint): Poly => {
    quotient = floorQuotient(atoms, quotient, 1n << (position - at));
    at = position;
    return quotient;
  };
  return runs.reduce<Poly>((sum, [from, to]) => {
    const start = above(from);
    return add(sum, scale(addScaled(start, above(to), -(1n << (to - from))), 1n << from));
  }, zero);
}

/** `x & (s - 1)` and `x & -s` for a power of two s: the remainder of x by s, and what is left without it [L7]. */
function byPower(atoms: AtomTable, x: Poly, mask: Poly, type: IntType): Poly | null {
  const next = plus(mask, 1n);
  if (atoms.isPower(next)) return subtract(x, times(atoms, next, floorBy(atoms, x, next)));
  const cleared = subtract(constantPoly(type.signed ? 0n : 1n << BigInt(type.bits)), mask);
  return atoms.isPower(cleared) ? times(atoms, cleared, floorBy(atoms, x, cleared)) : null;
}

/** The runs of ones, as [from, to) of bit positions. */
function runsOf(mask: bigint): readonly (readonly [bigint, bigint])[] {
  const runs: (readonly [bigint, bigint])[] = [];
  let [rest, at] = [mask, 0n];
  while (rest > 0n) {
    while ((rest & 1n) === 0n) [rest, at] = [rest >> 1n, at + 1n];
    const from = at;
    while ((rest & 1n) === 1n) [rest, at] = [rest >> 1n, at + 1n];
    runs.push([from, at]);
  }
  return runs;
}

function free(atoms: AtomTable, p: Poly, q: Poly, type: ScalarType): Poly {
  const texts = [polyText(p), polyText(q)].sort().join(',');
  const [rp, rq] = [atoms.rangeOf(p), atoms.rangeOf(q)];
  let range = rangeOfType(type);
  const rules: ((self: Poly) => Prop)[] = [];
  for (const [poly, r] of [
    [p, rp],
    [q, rq],
  ] as const) {
    if (r.lo === null || r.lo < 0n) continue;
    range = meet(range, rangeFrom(0n, r.hi));
    rules.push((self) => atMost(self, poly));
  }
  if (constantOf(subtract(p, plus(q, 1n))) === 0n) rules.push((self) => powerTest(self, p, rp));
  else if (constantOf(subtract(q, plus(p, 1n))) === 0n) rules.push((self) => powerTest(self, q, rq));
  return atoms.intern(`and(${texts})`, { kind: 'inexact' }, range, (self) => rules.map((rule) => rule(self)));
}

/** `x & (x - 1)` is 0 exactly for 0 and the powers of two, where x is not negative. */
function powerTest(self: Poly, x: Poly, range: Range): Prop {
  if (range.lo === null || range.lo < 0n || range.hi === null) return atMost(zero, zero);
  const powers: Prop[] = [equal(x, zero)];
  for (let power = 1n; power <= range.hi; power *= 2n) powers.push(equal(x, constantPoly(power)));
  return equivalence(equal(self, zero), disjunction(powers));
}

/** `~x` */
export function complement(p: Poly, type: IntType): Poly {
  return type.signed ? plus(negate(p), -1n) : subtract(constantPoly((1n << BigInt(type.bits)) - 1n), p);
}
