/**
 * How many values a coordinate of a thread has, in words of arguments and dimensions: what comparisons, remainders and
 * quotients say of it [T8]. Of `j` where `j < n`, `n`.
 */
import type { BinaryExpr, Expr } from '../base/expr.ts';
import type { VarId } from '../base/brand.ts';
import type { IntervalAccess } from '../protocol/protocol.ts';
import type { Subject } from './conditions.ts';
import { i32, sameType, u32 } from '../base/ctype.ts';
import { int, typeOf } from '../base/expr-build.ts';
import { sameExpr } from '../protocol/fold.ts';
import { conjuncts } from '../base/expr-walk.ts';

/** How many values there are: a number, or a text. */
export type Extent = bigint | string;
type Bounding = Readonly<{ access: Pick<IntervalAccess, 'when'>; subject: Pick<Subject, 'whole' | 'parameters'> }>;

/** Definitions that are followed. */
export const maxDepth = 6;

/** The unsigned number of 32 bits that is taken as a signed one, which is another number if it is large. */
export function asSigned(expr: Expr): VarId | null {
  if (expr.kind !== 'cast' || expr.operand.kind !== 'var') return null;
  return sameType(expr.to, i32) && sameType(typeOf(expr.operand), u32) ? expr.operand.id : null;
}

export const bare = (expr: Expr): Expr =>
  expr.kind === 'cast' && expr.to.kind === 'int' && expr.to.bits >= 32 ? bare(expr.operand) : expr;
const isVar = (expr: Expr, id: VarId): boolean => {
  const inner = bare(expr);
  return inner.kind === 'var' && inner.id === id;
};

/** What the variable is said to be equal to. */
export function meaningOf(id: VarId, { access: { when } }: Pick<Bounding, 'access'>): Expr | null {
  for (const fact of when) {
    if (fact.kind !== 'binary' || fact.op !== '==') continue;
    if (isVar(fact.left, id)) return fact.right;
    if (isVar(fact.right, id)) return fact.left;
  }
  return null;
}

/** One more than the largest value of the coordinate, in words of arguments and dimensions; null: not known. */
export function boundOf(expr: Expr, at: Bounding, depth: number = maxDepth): Extent | null {
  const inner = bare(expr);
  const bounds = boundsOf(inner, at, depth);
  const texts = bounds.filter((bound) => typeof bound === 'string');
  const known = texts.find((bound) => !bound.includes('Dim.')) ?? texts[0] ?? bounds[0] ?? null;
  if (known !== null || inner.kind !== 'binary') return known;
  if (inner.op === '%') return wordsOf(inner.right, at);
  if (inner.op === '&' && inner.right.kind === 'int' && inner.right.value > 0n) return inner.right.value + 1n;
  const divisor = divisorOf(inner);
  const [whole, by] = divisor === null ? [null, null] : [boundOf(inner.left, at, depth), wordsOf(divisor, at)];
  if (typeof whole === 'bigint' && typeof by === 'bigint') return (whole - 1n) / by + 1n;
  if (typeof whole === 'string' && typeof by === 'bigint') return roundedUp(whole, by);
  // below n * m, a quotient by m is below n
  return typeof whole === 'string' && typeof by === 'string'
    ? (without(whole.split(' * '), [by])?.join(' * ') ?? null)
    : null;
}

const roundedUp = (whole: string, by: bigint): string => `(${whole} + ${by - 1n}) / ${by}`;
const quotientRoundedUp = /\(([\w.]+(?: \* [\w.]+)*) \+ \d+\) \/ \d+/g;

/** The whole and the divisor of such a quotient; null: it is none. */
export function dividedRoundedUp(extent: string): Readonly<{ whole: string; by: bigint }> | null {
  const [, whole, by] = /^\(([\w.]+(?: \* [\w.]+)*) \+ \d+\) \/ (\d+)$/.exec(extent) ?? [];
  return whole === undefined || by === undefined || extent !== roundedUp(whole, BigInt(by))
    ? null
    : { whole, by: BigInt(by) };
}

/**
 * A text with the whole for each quotient of it that is rounded up, which is more room than it takes: a row of pairs
 * may be said to be as long as one of their elements.
 */
export const inWholeRows = (text: string): string => text.replace(quotientRoundedUp, '$1');

/** What the quotient is by: of `x >> 5`, 32. */
function divisorOf({ op, right }: BinaryExpr): Expr | null {
  if (op === '/') return right;
  return op === '>>' && right.kind === 'int' && right.value < 31n ? int(1n << right.value, i32) : null;
}

export const isDimension = (name: string): boolean => /^(?:gridDim|blockDim)\.[xyz]$/.test(name);

const wordsOf = (bound: Expr, { subject: { parameters } }: Pick<Bounding, 'subject'>): Extent | null =>
  inWords(bound, (id) => parameters.find((one) => one.id === id)?.name ?? (isDimension(id) ? id : null));

/** What comparisons say of the expression. */
export function boundsOf(expr: Expr, at: Bounding, depth: number): readonly Extent[] {
  const {
    access: { when },
    subject: {
      whole: { protocol },
    },
  } = at;
  const inner = bare(expr);
  const bounds: Extent[] = [];
  const below: Expr[] = [];
  for (const fact of [...when, ...protocol.facts.map(({ condition }) => condition)].flatMap(conjuncts)) {
    if (fact.kind !== 'binary' || (fact.op !== '<' && fact.op !== '<=') || !sameExpr(bare(fact.left), inner)) continue;
    const bound = wordsOf(fact.right, at);
    if (bound !== null && fact.op === '<') bounds.push(bound);
    else if (typeof bound === 'bigint') bounds.push(bound + 1n);
    else if (bound !== null) bounds.push(upTo(bound, inner, at));
    else if (fact.op === '<') below.push(withoutSmall(fact.right));
  }
  // what is below another coordinate of the thread has no more values
  for (const other of depth > 0 && bounds.length === 0 ? below : [])
    bounds.push(...[boundOf(other, at, depth - 1)].filter((bound) => bound !== null));
  return bounds;
}

/**
 * How many values a coordinate has that is at most `last`: where it starts at an argument (`j = first + t`), those from
 * there on.
 */
function upTo(last: string, coordinate: Expr, { access, subject: { parameters } }: Bounding): string {
  const meaning = coordinate.kind === 'var' ? meaningOf(coordinate.id, { access }) : coordinate;
  const summands = meaning === null ? [] : summandsOf(meaning).flatMap((one) => (one.kind === 'var' ? [one.id] : []));
  const first = parameters.find((parameter) => summands.includes(parameter.id))?.name;
  return first === undefined ? `${last} + 1` : `${last} - ${first} + 1`;
}

function summandsOf(expr: Expr): readonly Expr[] {
  const inner = bare(expr);
  return inner.kind === 'binary' && inner.op === '+'
    ? [...summandsOf(inner.left), ...summandsOf(inner.right)]
    : [inner];
}

/** Of `k + 1` and `k + 0`, `k`: what is below the one is at most the other. */
function withoutSmall(expr: Expr): Expr {
  const inner = bare(expr);
  return inner.kind === 'binary' &&
    inner.op === '+' &&
    inner.right.kind === 'int' &&
    inner.right.value >= 0n &&
    inner.right.value <= 1n
    ? inner.left
    : inner;
}

/** A constant, argument or dimension, or a product of such; null: another expression. */
function inWords(expr: Expr, nameOf: (id: VarId) => string | null): Extent | null {
  const signed = asSigned(expr);
  if (signed !== null && !isDimension(signed)) {
    const name = nameOf(signed);
    return name === null ? null : `(int)${name}`;
  }
  const inner = bare(expr);
  if (inner.kind === 'int') return inner.value > 0n ? inner.value : null;
  if (inner.kind === 'var') return nameOf(inner.id);
  if (inner.kind === 'binary' && inner.op === '/' && inner.right.kind === 'int' && inner.right.value > 0n) {
    const divided = inWords(inner.left, nameOf);
    return typeof divided === 'string' && !divided.includes(' ') ? `${divided} / ${inner.right.value}` : null;
  }
  if (inner.kind !== 'binary' || inner.op !== '*') return null;
  const [left, right] = [inWords(inner.left, nameOf), inWords(inner.right, nameOf)];
  return left === null || right === null
    ? null
    : typeof left === 'bigint' && typeof right === 'bigint'
      ? left * right
      : `${left} * ${right}`;
}

/** The factors that are left; null: not all of `some` are among them. */
export function without(names: readonly string[], some: readonly string[]): readonly string[] | null {
  const rest = [...names];
  for (const name of some) {
    const at = rest.indexOf(name);
    if (at < 0) return null;
    rest.splice(at, 1);
  }
  return rest;
}
