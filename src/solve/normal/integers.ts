/**
 * C's integer operators as polynomials over atoms. Exact, under the printed assumption that signed arithmetic does not
 * overflow: `+ - * << neg` of signed types are those of the integers; unsigned results are reduced modulo 2^bits by an
 * explicit quotient, `x - 2^32*k` with 0 <= x - 2^32*k < 2^32, unless the ranges show that k is 0.
 * Example: `(bx*256 + tid) / 32` with tid in 0..255 becomes `8*bx + k`, 0 <= tid - 32*k <= 31, k in 0..7.
 */
import { gcd } from '../../base/arithmetic.ts';
import { applyKey } from './atoms.ts';
import type { Atom, AtomTable } from './atoms.ts';
import type { IntType, ScalarType } from '../../base/ctype.ts';
import {
  addScaled,
  constantOf,
  constantPoly,
  contentOf,
  degree,
  dividedExactly,
  monomialKey,
  multiply,
  negate,
  plus,
  polyText,
  scale,
  subtract,
  withoutAtoms,
} from './polynomial.ts';
import type { Monomial, Poly } from './polynomial.ts';
import { atMost, conjunction, equal, implication, negation, propText, unequal, yes, no } from './proposition.ts';
import type { Prop } from './proposition.ts';
import { ceilDiv, floorDiv, floorDivided, hull, meet, rangeFrom, rangeOfType, within } from './range.ts';
import type { Range } from './range.ts';

/** Beyond these a polynomial gets a name of its own: an atom equal to it. */
const maxTerms = 48;
const maxDegree = 5;

const defined = { kind: 'defined' } as const;

/** An atom that equals the polynomial, when it has grown too large to be multiplied out. */
export function compact(atoms: AtomTable, p: Poly): Poly {
  if (p.terms.size <= maxTerms && degree(p) <= maxDegree) return p;
  return atoms.intern(`name(${polyText(p)})`, defined, atoms.rangeOf(p), (self) => [equal(self, p)]);
}

export function times(atoms: AtomTable, a: Poly, b: Poly): Poly {
  if (a.terms.size * b.terms.size <= maxTerms && degree(a) + degree(b) <= maxDegree) return multiply(a, b);
  const name = (p: Poly): Poly =>
    p.terms.size <= 1 && degree(p) <= 1
      ? p
      : atoms.intern(`name(${polyText(p)})`, defined, atoms.rangeOf(p), (self) => [equal(self, p)]);
  return multiply(name(a), name(b));
}

/** ⌊p / d⌋ for a literal d > 0; what d divides goes outside. */
export function floorQuotient(atoms: AtomTable, p: Poly, d: bigint): Poly {
  if (d === 1n) return p;
  const outside = new Map<string, Monomial>();
  const inside = new Map<string, Monomial>();
  for (const [key, term] of p.terms) {
    const whole = floorDiv(term.coef, d);
    if (whole * d === term.coef) outside.set(key, { atoms: term.atoms, coef: whole });
    else inside.set(key, term);
  }
  const wholeConstant = floorDiv(p.constant, d);
  const left: Poly = { constant: wholeConstant, terms: outside };
  const rest: Poly = { constant: p.constant - wholeConstant * d, terms: inside };
  const range = floorDivided(atoms.rangeOf(rest), d);
  if (range.lo !== null && range.lo === range.hi) return plus(left, range.lo);
  const quotient = atoms.intern(
    `floor(${polyText(rest)}/${d})`,
    { kind: 'quotient', of: rest, by: d },
    range,
    (self) => {
      const remainder = addScaled(rest, self, -d);
      return [atMost(constantPoly(0n), remainder), atMost(remainder, constantPoly(d - 1n))];
    },
  );
  return addScaled(left, quotient, 1n);
}

/** ⌊p / by⌋ for a divisor that is above 0. */
export function floorBy(atoms: AtomTable, p: Poly, by: Poly): Poly {
  const literal = constantOf(by);
  if (literal !== null) return floorQuotient(atoms, p, literal);
  const [dividend, divisor] = [atoms.rangeOf(p), atoms.rangeOf(by)];
  const [least, most] = [divisor.lo ?? 1n, divisor.hi];
  const within0 = (n: bigint): bigint => (n >= 0n ? (most === null ? 0n : floorDiv(n, most)) : floorDiv(n, least));
  const beyond = (n: bigint): bigint => (n >= 0n ? floorDiv(n, least) : most === null ? -1n : floorDiv(n, most));
  const range = rangeFrom(
    dividend.lo === null ? null : within0(dividend.lo),
    dividend.hi === null ? null : beyond(dividend.hi),
  );
  return atoms.intern(`floor(${polyText(p)}/${polyText(by)})`, { kind: 'floor', of: p, by }, range, (self) => {
    const remainder = subtract(p, times(atoms, self, by));
    return [atMost(constantPoly(0n), remainder), atMost(plus(remainder, 1n), by)];
  });
}

/** The value of the type that is congruent to p modulo 2^bits. */
export function wrapped(atoms: AtomTable, p: Poly, type: ScalarType): Poly {
  if (type.kind !== 'int') return p;
  const range = rangeOfType(type);
  if (within(atoms.rangeOf(p), range)) return p;
  const size = 1n << BigInt(type.bits);
  return addScaled(p, floorQuotient(atoms, plus(p, -(range.lo ?? 0n)), size), -size);
}

/**
 * A cast of an integer: the value itself where all values of a signed operand, which does not overflow, are values of
 * the type.
 */
export function convertedInt(atoms: AtomTable, p: Poly, from: ScalarType, to: ScalarType): Poly {
  const isSigned = from.kind === 'int' && from.signed;
  return isSigned && within(meet(atoms.rangeOf(p), rangeOfType(from)), rangeOfType(to)) ? p : wrapped(atoms, p, to);
}

/** C's truncating quotient and remainder; unconstrained where the divisor is 0. */
export function divided(
  atoms: AtomTable,
  p: Poly,
  by: Poly,
  type: ScalarType,
): Readonly<{ quotient: Poly; remainder: Poly }> {
  const d = constantOf(by);
  if (d !== null && d !== 0n) {
    const size = d < 0n ? -d : d;
    const truncated = dividedByLiteral(atoms, p, size);
    const quotient = d < 0n ? negate(truncated) : truncated;
    return { quotient, remainder: addScaled(p, quotient, -d) };
  }
  return atoms.divisions === 'whole' ? dividedWhole(atoms, p, by, type) : dividedByTerm(atoms, p, by, type);
}

function dividedByLiteral(atoms: AtomTable, p: Poly, d: bigint): Poly {
  const inner = singleAtom(atoms, p);
  if (inner?.meaning.kind === 'truncated')
    return truncated(
      atoms,
      dividedByLiteral(atoms, inner.meaning.of, d),
      inner.meaning.by,
      hull(inner.range, rangeFrom(0n, 0n)),
    );
  const range = atoms.rangeOf(p);
  if (range.lo !== null && range.lo >= 0n) return floorQuotient(atoms, p, d);
  if (range.hi !== null && range.hi <= 0n) return negate(floorQuotient(atoms, negate(p), d));
  const bounds = rangeFrom(
    range.lo === null ? null : ceilDiv(range.lo, d),
    range.hi === null ? null : floorDiv(range.hi, d),
  );
  return atoms.intern(`trunc(${polyText(p)}/${d})`, defined, bounds, (self) =>
    remainderRules(atoms, p, addScaled(p, self, -d), constantPoly(d)),
  );
}

/** |remainder| < size, with the sign of the dividend. */
function remainderRules(atoms: AtomTable, p: Poly, remainder: Poly, size: Poly): readonly Prop[] {
  const limit = plus(size, -1n);
  const zeroPoly = constantPoly(0n);
  const ofPositive = implication(
    decidedByRange(atoms, atMost(zeroPoly, p)),
    conjunction([atMost(zeroPoly, remainder), atMost(remainder, limit)]),
  );
  // of a dividend that is 0, the one rule says the same as the other
  if ((atoms.rangeOf(p).lo ?? -1n) >= 0n) return [ofPositive];
  return [
    ofPositive,
    implication(
      decidedByRange(atoms, atMost(p, zeroPoly)),
      conjunction([atMost(negate(limit), remainder), atMost(remainder, zeroPoly)]),
    ),
  ];
}

/** What C says of a quotient, for a divisor of either sign. */
function quotientRules(atoms: AtomTable, p: Poly, by: Poly, quotient: Poly): readonly Prop[] {
  const remainder = subtract(p, times(atoms, quotient, by));
  return [
    ...remainderRules(atoms, p, remainder, by).map((rule) =>
      implication(decidedByRange(atoms, atMost(constantPoly(1n), by)), rule),
    ),
    ...remainderRules(atoms, p, remainder, negate(by)).map((rule) =>
      implication(decidedByRange(atoms, atMost(by, constantPoly(-1n))), rule),
    ),
  ];
}

type Divided = Readonly<{ quotient: Poly; remainder: Poly }>;

function dividedByTerm(atoms: AtomTable, p: Poly, by: Poly, type: ScalarType): Divided {
  const digits = withinRemainder(atoms, p, by, type);
  if (digits !== null) return digits;
  const [dividend, divisor] = [atoms.rangeOf(p), atoms.rangeOf(by)];
  const any = rangeOfType(type);
  const mayBeZero = (divisor.lo === null || divisor.lo <= 0n) && (divisor.hi === null || divisor.hi >= 0n);
  const positive = divisor.lo !== null && divisor.lo > 0n;
  const zeroRange = rangeFrom(0n, 0n);
  const text = `${polyText(p)}/${polyText(by)}`;
  const quotientRange: Range = positive ? hull(dividend, zeroRange) : any;
  const quotient = atoms.intern(`quotient(${text})`, defined, quotientRange, (self) =>
    quotientRules(atoms, p, by, self),
  );
  const exact = subtract(p, times(atoms, quotient, by));
  const remainderRange = hull(positive ? meet(hull(dividend, zeroRange), boundsOfRemainder(divisor)) : any, zeroRange);
  const remainder = atoms.intern(`remainder(${text})`, { kind: 'remainder', of: p, by }, remainderRange, (self) => [
    mayBeZero ? implication(unequal(by, constantPoly(0n)), equal(self, exact)) : equal(self, exact),
  ]);
  return { quotient, remainder };
}

/**
 * Of `x % (a * b)` by `a`: `x / a % b` and `x % a`, where x is not negative and a and b are positive. Null: it is no
 * such remainder.
 */
function withinRemainder(atoms: AtomTable, p: Poly, by: Poly, type: ScalarType): Divided | null {
  const inner = singleAtom(atoms, p)?.meaning;
  const rest = inner?.kind === 'remainder' ? otherFactor(inner.by, by) : null;
  if (
    inner?.kind !== 'remainder' ||
    rest === null ||
    (atoms.rangeOf(inner.of).lo ?? -1n) < 0n ||
    [by, rest].some((one) => (atoms.rangeOf(one).lo ?? 0n) < 1n)
  )
    return null;
  const outer = dividedByTerm(atoms, inner.of, by, type);
  return { quotient: dividedByTerm(atoms, outer.quotient, rest, type).remainder, remainder: outer.remainder };
}

/**
 * The product b of which `product` is `factor * b`, where both are products of atoms; null: they are not, or b is a
 * number.
 */
function otherFactor(product: Poly, factor: Poly): Poly | null {
  const [whole, part] = [monomialOf(product), monomialOf(factor)];
  if (whole === null || part === null || part.coef !== 1n) return null;
  const rest = withoutAtoms(whole.atoms, part.atoms);
  return rest === null || rest.length === 0
    ? null
    : { constant: 0n, terms: new Map([[monomialKey(rest), { atoms: rest, coef: whole.coef }]]) };
}

function monomialOf(p: Poly): Monomial | null {
  const [term, ...others] = p.terms.values();
  return term === undefined || others.length > 0 || p.constant !== 0n ? null : term;
}

/**
 * Exact where the divisor is not 0. `x % n` is `x - n * (x / n)`, and `x / s / n` is `x / (s * n)`, of which literals
 * are divided by first.
 */
function dividedWhole(
  atoms: AtomTable,
  p: Poly,
  by: Poly,
  type: ScalarType,
): Readonly<{ quotient: Poly; remainder: Poly }> {
  const inner = singleAtom(atoms, p)?.meaning;
  const isWhole = inner?.kind === 'truncated' && degree(inner.by) + degree(by) < maxDegree;
  const [of, divisor] = isWhole ? [inner.of, multiply(inner.by, by)] : [p, by];
  const content = gcd(contentOf(divisor), divisor.constant);
  const quotient =
    content > 1n && divisor.terms.size > 0
      ? truncated(atoms, dividedByLiteral(atoms, of, content), dividedExactly(divisor, content), rangeOfType(type))
      : truncated(atoms, of, divisor, rangeOfType(type));
  return { quotient, remainder: subtract(p, times(atoms, quotient, by)) };
}

/** The atom that the polynomial is, if it is one. */
function singleAtom(atoms: AtomTable, p: Poly): Atom | undefined {
  const term = monomialOf(p);
  return term?.coef === 1n && term.atoms.length === 1 ? atoms.all[term.atoms[0] ?? -1] : undefined;
}

/** `any`: what it may be where the divisor may be 0. */
function truncated(atoms: AtomTable, of: Poly, by: Poly, any: Range): Poly {
  const [dividend, divisor] = [atoms.rangeOf(of), atoms.rangeOf(by)];
  const isPositive = divisor.lo !== null && divisor.lo > 0n;
  const range = isPositive ? hull(dividend, rangeFrom(0n, 0n)) : any;
  return atoms.intern(`whole(${polyText(of)}/${polyText(by)})`, { kind: 'truncated', of, by }, range, (self) =>
    quotientRules(atoms, of, by, self),
  );
}

const boundsOfRemainder = (divisor: Range): Range =>
  divisor.hi === null ? { lo: null, hi: null } : rangeFrom(1n - divisor.hi, divisor.hi - 1n);

/** `condition ? a : b` */
export function chosen(atoms: AtomTable, condition: Prop, a: Poly, b: Poly): Poly {
  if (condition.kind === 'const') return condition.value ? a : b;
  if (polyText(a) === polyText(b)) return a;
  const key = `if(${propText(condition)},${polyText(a)},${polyText(b)})`;
  return atoms.intern(key, defined, hull(atoms.rangeOf(a), atoms.rangeOf(b)), (self) => [
    implication(condition, equal(self, a)),
    implication(negation(condition), equal(self, b)),
  ]);
}

/** 1 where the condition holds, else 0. */
export const indicator = (atoms: AtomTable, condition: Prop): Poly =>
  chosen(atoms, condition, constantPoly(1n), constantPoly(0n));

export function smaller(atoms: AtomTable, a: Poly, b: Poly): Poly {
  return chosen(atoms, decidedByRange(atoms, atMost(a, b)), a, b);
}

/** The proposition, folded where the ranges of its atoms decide it. */
export function decidedByRange(atoms: AtomTable, p: Prop): Prop {
  if (p.kind !== 'le' && p.kind !== 'eq' && p.kind !== 'ne') return p;
  const range = atoms.rangeOf(p.poly);
  const [positive, negative] = [range.lo !== null && range.lo > 0n, range.hi !== null && range.hi < 0n];
  if (p.kind === 'le') return positive ? no : range.hi !== null && range.hi <= 0n ? yes : p;
  if (!positive && !negative) return p;
  return p.kind === 'ne' ? yes : no;
}

/** An uninterpreted function of these arguments. */
export function applied(atoms: AtomTable, fn: string, symbol: string, args: readonly Poly[], range: Range): Poly {
  return atoms.intern(applyKey(symbol, args), { kind: 'apply', fn, args }, range, () => []);
}

/** 2^amount for an amount in 0..bits-1; unconstrained beyond. */
function powerOfTwo(atoms: AtomTable, amount: Poly, bits: number): Poly {
  const range = meet(atoms.rangeOf(amount), rangeFrom(0n, BigInt(bits - 1)));
  const [lo, hi] = [range.lo ?? 0n, range.hi ?? BigInt(bits - 1)];
  if (lo === hi) return constantPoly(1n << lo);
  return atoms.intern(`2^(${polyText(amount)})/${bits}`, { kind: 'power' }, rangeFrom(1n << lo, 1n << hi), (self) => {
    const rules: Prop[] = [];
    for (let k = lo; k <= hi; k++)
      rules.push(implication(equal(amount, constantPoly(k)), equal(self, constantPoly(1n << k))));
    return rules;
  });
}

/**
 * `value << amount`, of which the upper bits are lost whatever the sign (C++20, expr.shift), and `value >> amount`
 * (arithmetic for signed values); any value for an amount that C leaves undefined.
 */
export function shifted(atoms: AtomTable, op: '<<' | '>>', value: Poly, amount: Poly, type: IntType): Poly {
  const legal = rangeFrom(0n, BigInt(type.bits - 1));
  const range = atoms.rangeOf(amount);
  if (within(range, legal)) return legallyShifted(atoms, op, value, amount, type);
  if ((range.lo !== null && range.lo > BigInt(type.bits - 1)) || (range.hi !== null && range.hi < 0n))
    return anyShift(atoms, op, value, amount, type, yes);
  const inside = conjunction([atMost(constantPoly(0n), amount), atMost(amount, constantPoly(BigInt(type.bits - 1)))]);
  const result = legallyShifted(atoms, op, value, amount, type);
  return chosen(atoms, inside, result, anyShift(atoms, op, value, amount, type, inside));
}

function anyShift(atoms: AtomTable, op: string, value: Poly, amount: Poly, type: IntType, unless: Prop): Poly {
  const key = `undefined(${polyText(value)}${op}${polyText(amount)}:${propText(unless)})`;
  return atoms.intern(key, defined, rangeOfType(type), () => []);
}

function legallyShifted(atoms: AtomTable, op: '<<' | '>>', value: Poly, amount: Poly, type: IntType): Poly {
  const power = powerOfTwo(atoms, amount, type.bits);
  const literal = constantOf(power);
  if (op === '<<') {
    const result = literal === null ? times(atoms, value, power) : scale(value, literal);
    return wrapped(atoms, result, type);
  }
  if (literal !== null) return floorQuotient(atoms, value, literal);
  return floorBy(atoms, value, power);
}
