/**
 * An address as digits: what differs between threads by the products of arguments that it is multiplied by [T8]. Of
 * `dst[i + j * s1]`, `i` without one, and `j` by `s1`.
 */
import type { BinaryExpr, Expr } from '../base/expr.ts';
import type { IntType } from '../base/ctype.ts';
import type { IntervalAccess } from '../protocol/protocol.ts';
import type { Subject } from './conditions.ts';
import { i32, u32 } from '../base/ctype.ts';
import { assertNever } from '../base/invariant.ts';
import { asSigned, bare, boundOf, boundsOf, isDimension, maxDepth, meaningOf } from './extents.ts';
import { binary } from '../base/expr-build.ts';
import { conjuncts } from '../base/expr-walk.ts';
import { sameExpr } from '../protocol/fold.ts';

/** `scale` times a product of the kernel's arguments, as a stride. */
export type Stride = Readonly<{ key: string; names: readonly string[]; type: IntType; scale: bigint }>;
/** `factor * product of own`, of a thread. */
export type Coordinate = Readonly<{ factor: bigint; own: readonly Expr[] }>;
export type Digit = Readonly<{ stride: Stride; coordinates: readonly Coordinate[] }>;

const mostTerms = 24;

const constantStride: Stride = { key: '', names: [], type: { kind: 'int', bits: 64, signed: true }, scale: 1n };

/** The smallest stride, in bytes. */
export function unitOf(subscripts: IntervalAccess['access']['place']['subscripts']): bigint {
  const strides = subscripts.map(({ stride }) => BigInt(stride));
  return strides.reduce((least, stride) => (stride < least ? stride : least), strides[0] ?? 1n);
}

/** The digits of the place of an access; null: it is too long a sum. */
export function digitsOf(access: IntervalAccess, subject: Subject): readonly Digit[] | null {
  const strides = access.access.place.subscripts.map(({ stride }) => BigInt(stride));
  const unit = unitOf(access.access.place.subscripts);
  const terms: Term[] = [];
  for (const [k, { index }] of access.access.place.subscripts.entries()) {
    const stride = strides[k] ?? 1n;
    const own = stride % unit === 0n ? termsOf(index, { access, subject }, maxDepth) : null;
    if (own === null) return null;
    terms.push(...own.map((term) => ({ ...term, factor: term.factor * (stride / unit) })));
  }
  if (terms.length > mostTerms) return null;
  const digits = new Map<string, { stride: Stride; coordinates: Coordinate[] }>();
  for (const { factor, strides: names, own } of withRemainders(withCompared(summed(terms), { access, subject }))) {
    // what counts the iterations of a loop that has one is 0
    if (factor === 0n || own.length === 0 || own.some((one) => boundOf(one, { access, subject }) === 1n)) continue;
    const key = names
      .map(({ name }) => name)
      .sort()
      .join(' * ');
    const digit = digits.get(key) ?? {
      stride:
        key === ''
          ? constantStride
          : {
              key,
              names: names.map(({ name }) => name).sort(),
              type: widest(names.map(({ type }) => type)),
              scale: 1n,
            },
      coordinates: [],
    };
    digit.coordinates.push({ factor, own });
    digits.set(key, digit);
  }
  return [...digits.values()];
}

/** With one term for each product. */
function summed(terms: readonly Term[]): readonly Term[] {
  const sums: Term[] = [];
  for (const term of terms) {
    const at = sums.findIndex(({ own, strides }) => sameProduct(own, term.own) && sameNames(strides, term.strides));
    const before = sums[at];
    if (before === undefined) sums.push(term);
    else sums[at] = { ...before, factor: before.factor + term.factor };
  }
  return sums;
}

/**
 * With what is compared as a sum as one coordinate, though other terms stand between: of `y * n + row + t` with `row +
 * t < rows`, `row + t`.
 */
function withCompared(terms: readonly Term[], at: At): readonly Term[] {
  for (const fact of at.access.when.flatMap(conjuncts)) {
    const sum = fact.kind === 'binary' && fact.op === '<' ? bare(fact.left) : null;
    const parts = sum?.kind === 'binary' && sum.op === '+' ? sumOrProduct(sum, at, maxDepth) : null;
    if (sum === null || parts === null || parts.length < 2) continue;
    const found = parts.map((part) => terms.find((term) => isMultipleOf(term, part)));
    const [first, ...others] = found.map((term, k) =>
      term === undefined ? null : term.factor / (parts[k]?.factor ?? 1n),
    );
    if (
      first === null ||
      first === undefined ||
      others.some((factor) => factor !== first) ||
      new Set(found).size < parts.length
    )
      continue;
    return withCompared(
      [...terms.filter((term) => !found.includes(term)), { factor: first, strides: [], own: [sum] }],
      at,
    );
  }
  return terms;
}

/** Whether a term without an argument is a multiple of a part of a sum. */
const isMultipleOf = (term: Term, { factor, strides, own }: Term): boolean =>
  term.strides.length + strides.length === 0 &&
  own.length > 0 &&
  sameProduct(own, term.own) &&
  factor !== 0n &&
  term.factor % factor === 0n;

const sameProduct = (a: readonly Expr[], b: readonly Expr[]): boolean =>
  a.length === b.length && a.every((one, k) => sameExpr(one, b[k] ?? one));

/** With `t + 96 * (t / 32)` as `t % 32 + 128 * (t / 32)`: whoever writes `t - 32 * (t / 32)` means the remainder. */
function withRemainders(terms: readonly Term[]): readonly Term[] {
  for (const [k, quotient] of terms.entries()) {
    const [only, ...others] = quotient.own;
    const divided = only === undefined || others.length > 0 ? null : bare(only);
    if (divided?.kind !== 'binary' || divided.op !== '/' || divided.right.kind !== 'int' || divided.right.value <= 0n)
      continue;
    const { left, right: by } = divided;
    const at = terms.findIndex(
      ({ own: [one, ...more], strides }) =>
        one !== undefined &&
        more.length === 0 &&
        sameExpr(bare(one), bare(left)) &&
        sameNames(strides, quotient.strides),
    );
    const dividend = terms[at];
    if (dividend === undefined || dividend.factor <= 0n) continue;
    const remainder: Term = { ...dividend, own: [binary('%', left, by)] };
    return withRemainders(
      terms.with(at, remainder).with(k, { ...quotient, factor: quotient.factor + dividend.factor * by.value }),
    );
  }
  return withTiles(terms);
}

/** With `t - t % 32` as `32 * (t / 32)`: where the tile of an element begins. */
function withTiles(terms: readonly Term[]): readonly Term[] {
  for (const [k, remainder] of terms.entries()) {
    const [only, ...others] = remainder.own;
    const divided = only === undefined || others.length > 0 || remainder.factor >= 0n ? null : bare(only);
    if (divided?.kind !== 'binary' || divided.op !== '%' || divided.right.kind !== 'int' || divided.right.value <= 0n)
      continue;
    const { left, right: by } = divided;
    const at = terms.findIndex(
      ({ factor, own: [one, ...more], strides }) =>
        one !== undefined &&
        more.length === 0 &&
        factor + remainder.factor >= 0n &&
        sameExpr(bare(one), bare(left)) &&
        sameNames(strides, remainder.strides),
    );
    const dividend = terms[at];
    if (dividend === undefined) continue;
    const tile: Term = { ...dividend, factor: dividend.factor * by.value, own: [binary('/', left, by)] };
    return withTiles(terms.with(at, tile).with(k, { ...remainder, factor: remainder.factor + dividend.factor }));
  }
  return terms;
}

const sameNames = (a: readonly Named[], b: readonly Named[]): boolean =>
  a.length === b.length && a.every(({ name }, k) => name === b[k]?.name);

const widest = (types: readonly IntType[]): IntType =>
  types.reduce((a, b) => (b.bits > a.bits ? b : a), types[0] ?? constantStride.type);

type Named = Readonly<{ name: string; type: IntType }>;
type Term = Readonly<{ factor: bigint; strides: readonly Named[]; own: readonly Expr[] }>;
type At = Readonly<{ access: IntervalAccess; subject: Subject }>;

/** The expression as a sum of products; null: it is too long. */
export function termsOf(expr: Expr, at: At, depth: number): readonly Term[] | null {
  // what the code compares as a whole is one coordinate
  if ((expr.kind === 'cast' || expr.kind === 'binary') && boundsOf(expr, at, 0).length > 0)
    return [{ factor: 1n, strides: [], own: [expr] }];
  switch (expr.kind) {
    case 'int':
      return [{ factor: expr.value, strides: [], own: [] }];
    case 'cast': {
      const signed = asSigned(expr);
      const parameter = signed === null ? undefined : at.subject.parameters.find(({ id }) => id === signed);
      if (parameter !== undefined)
        return [{ factor: 1n, strides: [{ name: `(int)${parameter.name}`, type: i32 }], own: [] }];
      return expr.to.kind === 'int' && expr.to.bits >= 32
        ? termsOf(expr.operand, at, depth)
        : [{ factor: 1n, strides: [], own: [expr] }];
    }
    case 'var': {
      const parameter =
        at.subject.parameters.find(({ id }) => id === expr.id) ??
        (isDimension(expr.id) ? { name: expr.id, type: u32 } : undefined);
      if (parameter !== undefined) return [{ factor: 1n, strides: [parameter], own: [] }];
      const meaning = boundOf(expr, at) !== null || depth === 0 ? null : meaningOf(expr.id, at);
      return meaning === null ? [{ factor: 1n, strides: [], own: [expr] }] : termsOf(meaning, at, depth - 1);
    }
    case 'binary':
      return sumOrProduct(expr, at, depth) ?? inUnits(expr, at) ?? [{ factor: 1n, strides: [], own: [expr] }];
    case 'float':
    case 'bool':
    case 'builtin':
    case 'unary':
    case 'select':
    case 'apply':
      return [{ factor: 1n, strides: [], own: [expr] }];
    default:
      return assertNever(expr);
  }
}

function sumOrProduct(expr: BinaryExpr, at: At, depth: number): readonly Term[] | null {
  const { op, left, right } = expr;
  if (op !== '+' && op !== '-' && op !== '*') return null;
  const [a, b] = [termsOf(left, at, depth), termsOf(right, at, depth)];
  if (a === null || b === null) return null;
  if (op !== '*') return [...a, ...b.map((term) => (op === '-' ? { ...term, factor: -term.factor } : term))];
  if (a.length * b.length > mostTerms) return null;
  return a.flatMap((x) =>
    b.map((y) => ({ factor: x.factor * y.factor, strides: [...x.strides, ...y.strides], own: [...x.own, ...y.own] })),
  );
}

/** An argument in units of a constant, as a stride of bytes that is counted in elements: `pitch / 4`. */
function inUnits({ op, left, right }: BinaryExpr, { subject: { parameters } }: At): readonly Term[] | null {
  const inner = bare(left);
  const parameter =
    op === '/' && right.kind === 'int' && right.value > 0n && inner.kind === 'var'
      ? parameters.find(({ id }) => id === inner.id)
      : undefined;
  return parameter === undefined || right.kind !== 'int'
    ? null
    : [{ factor: 1n, strides: [{ name: `(${parameter.name} / ${right.value})`, type: parameter.type }], own: [] }];
}
