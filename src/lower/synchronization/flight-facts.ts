/**
 * What is known of scalars on one way through a kernel: constants that they hold, and bounds of sums of them that
 * conditions on the way have stated. So a copy that is issued where `k + 2 < n` is told from the turn in which it is
 * not, also by `k + 1 < n` in the next one. Exact as far as it goes (signed sums do not overflow, as C has it); what is
 * not understood is not known. Used for copies in flight (flight-walk.ts) [D30].
 */
import type { VarId } from '../../base/brand.ts';
import type { BinaryOp, Expr } from '../../base/expr.ts';
import type { ScalarType } from '../../base/ctype.ts';
import { freeVariables } from '../../base/expr-walk.ts';
import { int, typeOf } from '../../base/expr-build.ts';
import { constantOf, convert } from '../expressions/constants.ts';
import { substituted } from './flight-pass.ts';

/** A term of a sum: a variable, or what is no sum, by its text. */
type Term = Readonly<{
  by: bigint;
  variables: ReadonlySet<VarId>;
  /** the variable that it is, if it is one */ is: VarId | null;
}>;
type Terms = ReadonlyMap<string, Term>;
type Sum = Readonly<{ terms: Terms; constant: bigint }>;
type Bound = Readonly<{ terms: Terms; low: bigint | null; high: bigint | null }>;
/** `meanings`: the conditions that bools were assigned, while nothing that these are about has changed. */
export type Facts = Readonly<{
  constants: ReadonlyMap<VarId, bigint>;
  meanings: ReadonlyMap<VarId, Expr>;
  bounds: ReadonlyMap<string, Bound>;
}>;

export const noFacts: Facts = { constants: new Map(), meanings: new Map(), bounds: new Map() };

/** More of them are forgotten. */
const maxBounds = 24;

/** The facts in words that are equal for equal facts. */
export function factsText({ constants, meanings, bounds }: Facts): string {
  const of = (value: bigint | null): string => (value === null ? '' : `${value}`);
  return [
    ...[...constants].map(([id, value]) => `${id}=${value}`),
    ...[...meanings].map(([id, value]) => `${id}:${textOf(value)}`),
    ...[...bounds].map(([text, { low, high }]) => `${of(low)}<${text}<${of(high)}`),
  ]
    .sort()
    .join(' ');
}

/** What holds on both ways. */
export function commonFacts(a: Facts, b: Facts): Facts {
  const constants = new Map([...a.constants].filter(([id, value]) => b.constants.get(id) === value));
  const bounds = new Map<string, Bound>();
  for (const [text, one] of a.bounds) {
    const other = b.bounds.get(text);
    if (other === undefined) continue;
    const low = one.low === null || other.low === null ? null : one.low < other.low ? one.low : other.low;
    const high = one.high === null || other.high === null ? null : one.high > other.high ? one.high : other.high;
    if (low !== null || high !== null) bounds.set(text, { terms: one.terms, low, high });
  }
  return {
    constants,
    meanings: new Map([...a.meanings].filter(([id, value]) => b.meanings.get(id) === value)),
    bounds,
  };
}

/** The facts once the scalar has this value (null: one that is not known). */
export function assignedFacts(facts: Facts, target: VarId, value: Expr | null): Facts {
  const made = value === null ? null : known(value, facts);
  const next = made === null ? null : constantOf(made);
  const step = value === null ? null : stepOf(value, target);
  const bounds = new Map<string, Bound>();
  for (const [text, bound] of facts.bounds) {
    const touched = [...bound.terms.values()].filter(({ variables }) => variables.has(target));
    const [term] = touched;
    if (term === undefined) bounds.set(text, bound);
    else if (touched.length === 1 && term.is === target && step !== null) {
      const by = term.by * step;
      bounds.set(text, {
        terms: bound.terms,
        low: bound.low === null ? null : bound.low + by,
        high: bound.high === null ? null : bound.high + by,
      });
    }
  }
  const constants = new Map(facts.constants);
  if (next === null) constants.delete(target);
  else constants.set(target, next);
  const meanings = without(facts.meanings, (id) => id === target);
  const isMeant = made !== null && next === null && typeOf(made).kind === 'bool' && !freeVariables(made).has(target);
  return { constants, meanings: isMeant ? new Map(meanings).set(target, made) : meanings, bounds };
}

/** The facts where these scalars may have changed. */
export function forgotten(facts: Facts, changed: ReadonlySet<VarId>): Facts {
  if (changed.size === 0) return facts;
  const constants = new Map([...facts.constants].filter(([id]) => !changed.has(id)));
  const bounds = new Map(
    [...facts.bounds].filter(([, { terms }]) =>
      [...terms.values()].every(({ variables }) => [...variables].every((id) => !changed.has(id))),
    ),
  );
  return { constants, meanings: without(facts.meanings, (id) => changed.has(id)), bounds };
}

/** But for those that are, or are about, what has changed. */
function without(meanings: Facts['meanings'], isChanged: (id: VarId) => boolean): Facts['meanings'] {
  if (meanings.size === 0) return meanings;
  return new Map([...meanings].filter(([id, value]) => !isChanged(id) && ![...freeVariables(value)].some(isChanged)));
}

/**
 * At the head of a loop that changes these scalars: what constants they have is said by what they are less than others,
 * as that may hold in later turns, too. Of those only that conditions of the loop are about (`asked`), and no more than
 * there is room for.
 */
export function enteredFacts(
  facts: Facts,
  {
    changed,
    asked,
    typeOfVariable,
  }: Readonly<{
    changed: ReadonlySet<VarId>;
    asked: ReadonlySet<VarId>;
    typeOfVariable: (id: VarId) => ScalarType | null;
  }>,
): Facts {
  const constants = new Map([...facts.constants].filter(([id]) => !changed.has(id)));
  const bounds = new Map(facts.bounds);
  for (const [id, value] of facts.constants) {
    const type = changed.has(id) && asked.has(id) ? typeOfVariable(id) : null;
    if (type === null || !isSigned(type)) continue;
    for (const bound of facts.bounds.values()) {
      const about = [...bound.terms.values()].flatMap(({ variables }) => [...variables]);
      if (bounds.size >= maxBounds || about.some((one) => changed.has(one)) || !about.every((one) => asked.has(one)))
        continue;
      const terms = new Map(bound.terms).set(id, { by: -1n, variables: new Set([id]), is: id });
      const { text, flips, terms: sorted } = canonical(terms);
      const [low, high] = [
        bound.low === null ? null : bound.low - value,
        bound.high === null ? null : bound.high - value,
      ];
      bounds.set(text, { terms: sorted, low: flips ? opposite(high) : low, high: flips ? opposite(low) : high });
    }
  }
  return { constants, meanings: without(facts.meanings, (id) => changed.has(id)), bounds };
}

/** Whether the condition holds by the facts; null: they do not say. */
export function decided(condition: Expr, facts: Facts): boolean | null {
  const made = known(condition, facts);
  if (made === null) return null;
  const constant = constantOf(made);
  if (constant !== null) return constant !== 0n;
  if (made.kind === 'unary' && made.op === 'not') return negate(decided(made.operand, facts));
  if (made.kind === 'binary' && (made.op === '&&' || made.op === '||')) {
    const [left, right] = [decided(made.left, facts), decided(made.right, facts)];
    const absorbing = made.op === '||';
    if (left === absorbing || right === absorbing) return absorbing;
    return left === null || right === null ? null : !absorbing;
  }
  const asked = comparison(made);
  const { low, high } = rangeOf(asked.sum, facts);
  switch (asked.op) {
    case '<':
      return high !== null && high < 0n ? true : low !== null && low >= 0n ? false : null;
    case '==':
      return low === 0n && high === 0n
        ? true
        : (low !== null && low > 0n) || (high !== null && high < 0n)
          ? false
          : null;
    case '!=':
      return low === 0n && high === 0n
        ? false
        : (low !== null && low > 0n) || (high !== null && high < 0n)
          ? true
          : null;
  }
}

/** The facts where the condition has turned out so; null: it cannot. */
export function assumed(condition: Expr, is: boolean, facts: Facts): Facts | null {
  const before = decided(condition, facts);
  if (before !== null) return before === is ? facts : null;
  const made = known(condition, facts);
  if (made === null) return facts;
  if (made.kind === 'unary' && made.op === 'not') return assumed(made.operand, !is, facts);
  if (made.kind === 'binary' && (made.op === '&&' || made.op === '||')) {
    if ((made.op === '&&') !== is) return facts;
    const left = assumed(made.left, is, facts);
    return left === null ? null : assumed(made.right, is, left);
  }
  const { op, sum } = comparison(made);
  if (op === '<') return within(facts, sum, is ? { low: null, high: -1n } : { low: 0n, high: null });
  if ((op === '==') === is) return within(facts, sum, { low: 0n, high: 0n });
  const { low, high } = rangeOf(sum, facts);
  return low === 0n
    ? within(facts, sum, { low: 1n, high: null })
    : high === 0n
      ? within(facts, sum, { low: null, high: -1n })
      : facts;
}

const negate = (value: boolean | null): boolean | null => (value === null ? null : !value);

const opposite = (value: bigint | null): bigint | null => (value === null ? null : -value);

/** With constants, and conditions, in the place of what holds them. */
const known = (expr: Expr, { constants, meanings }: Facts): Expr | null =>
  substituted(expr, (id, type) => {
    const value = constants.get(id);
    return value === undefined ? (meanings.get(id) ?? { kind: 'var', id, type }) : convert(int(value), type);
  });

function stepOf(value: Expr, id: VarId): bigint | null {
  if (
    value.kind !== 'binary' ||
    (value.op !== '+' && value.op !== '-') ||
    !isSigned(typeOf(value)) ||
    value.left.kind !== 'var' ||
    value.left.id !== id
  )
    return null;
  const by = constantOf(value.right);
  return by === null ? null : value.op === '+' ? by : -by;
}

const isSigned = (type: ScalarType): boolean => type.kind === 'int' && type.signed && type.bits >= 32;

// Sums ----------------------------------------------------------------------------------------------------------------

/** A condition as what is asked of a sum: whether it is less than 0, 0, or not. */
function comparison(made: Expr): Readonly<{ op: '<' | '==' | '!='; sum: Sum }> {
  if (made.kind === 'cast' && made.to.kind === 'bool') return { op: '!=', sum: sumOf(made.operand) };
  if (made.kind === 'binary' && isSigned(typeOf(made.left)) && isSigned(typeOf(made.right))) {
    const of = (op: BinaryOp): ReturnType<typeof comparison> | null => {
      const [left, right] = [sumOf(made.left), sumOf(made.right)];
      switch (op) {
        case '<':
          return { op: '<', sum: plus(left, right, -1n) };
        case '>':
          return { op: '<', sum: plus(right, left, -1n) };
        case '<=':
          return { op: '<', sum: shifted(plus(left, right, -1n), -1n) };
        case '>=':
          return { op: '<', sum: shifted(plus(right, left, -1n), -1n) };
        case '==':
          return { op: '==', sum: plus(left, right, -1n) };
        case '!=':
          return { op: '!=', sum: plus(left, right, -1n) };
        default:
          return null;
      }
    };
    const found = of(made.op);
    if (found !== null) return found;
  }
  // any other condition is a term that is 0 or 1
  return { op: '!=', sum: { terms: termOf(made), constant: 0n } };
}

const textOf = (expr: Expr): string =>
  JSON.stringify(expr, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));

function termOf(expr: Expr): Terms {
  const is = expr.kind === 'var' ? expr.id : null;
  return new Map([[is ?? textOf(expr), { by: 1n, variables: freeVariables(expr), is }]]);
}

function sumOf(expr: Expr): Sum {
  const constant = constantOf(expr);
  if (constant !== null) return { terms: new Map(), constant };
  if (
    expr.kind === 'cast' &&
    isSigned(expr.to) &&
    isSigned(typeOf(expr.operand)) &&
    widens(typeOf(expr.operand), expr.to)
  )
    return sumOf(expr.operand);
  if (expr.kind === 'binary' && isSigned(typeOf(expr))) {
    if (expr.op === '+' || expr.op === '-')
      return plus(sumOf(expr.left), sumOf(expr.right), expr.op === '+' ? 1n : -1n);
    const [left, right] = [constantOf(expr.left), constantOf(expr.right)];
    if (expr.op === '*' && (left ?? right) !== null)
      return plus(
        { terms: new Map(), constant: 0n },
        sumOf(left === null ? expr.left : expr.right),
        left ?? right ?? 1n,
      );
  }
  return { terms: termOf(expr), constant: 0n };
}

const widens = (from: ScalarType, to: ScalarType): boolean =>
  from.kind === 'int' && to.kind === 'int' && to.bits >= from.bits;

const shifted = ({ terms, constant }: Sum, by: bigint): Sum => ({ terms, constant: constant + by });

function plus(a: Sum, b: Sum, times: bigint): Sum {
  const terms = new Map(a.terms);
  for (const [text, term] of b.terms) {
    const by = (terms.get(text)?.by ?? 0n) + term.by * times;
    if (by === 0n) terms.delete(text);
    else terms.set(text, { ...term, by });
  }
  return { terms, constant: a.constant + b.constant * times };
}

/** One text for a sum and its negative: the first term counts up. */
function canonical(terms: Terms): Readonly<{ text: string; flips: boolean; terms: Terms }> {
  const list = [...terms].sort(([a], [b]) => (a < b ? -1 : 1));
  const flips = (list[0]?.[1].by ?? 1n) < 0n;
  const sorted = new Map(list.map(([text, term]) => [text, flips ? { ...term, by: -term.by } : term] as const));
  return { text: [...sorted].map(([text, { by }]) => `${by}*${text}`).join('+'), flips, terms: sorted };
}

function rangeOf({ terms, constant }: Sum, facts: Facts): Readonly<{ low: bigint | null; high: bigint | null }> {
  if (terms.size === 0) return { low: constant, high: constant };
  const { text, flips } = canonical(terms);
  const bound = facts.bounds.get(text);
  const [low, high] =
    bound === undefined ? [null, null] : flips ? [opposite(bound.high), opposite(bound.low)] : [bound.low, bound.high];
  return { low: low === null ? null : low + constant, high: high === null ? null : high + constant };
}

/** The facts with a sum in a range as well. */
function within(
  facts: Facts,
  { terms, constant }: Sum,
  range: Readonly<{ low: bigint | null; high: bigint | null }>,
): Facts | null {
  const { text, flips, terms: sorted } = canonical(terms);
  const [from, to] = [
    range.low === null ? null : range.low - constant,
    range.high === null ? null : range.high - constant,
  ];
  const [low, high] = flips ? [opposite(to), opposite(from)] : [from, to];
  const before = facts.bounds.get(text);
  if (before === undefined && facts.bounds.size >= maxBounds) return facts;
  const least = before === undefined || before.low === null ? low : low === null || low < before.low ? before.low : low;
  const most =
    before === undefined || before.high === null ? high : high === null || high > before.high ? before.high : high;
  if (least !== null && most !== null && least > most) return null;
  return { ...facts, bounds: new Map(facts.bounds).set(text, { terms: sorted, low: least, high: most }) };
}
