/**
 * What the first thread of a block knows in the k-th round of a barrier that the grid makes of atomics [T23]: numbers
 * as polynomials in k, the number of blocks, the answer of its own arrival, and what it looks at; values that change to
 * and fro from round to round; and whether a condition can hold before all blocks have arrived. Nothing wraps around
 * here, which the verdict says of the counter. Under-approximating: what is not followed has no value.
 * Example: `goal` in `goal += gridDim.x; while (*count < goal);` is k * N, and an answer before all have come is k * N
 * - 1 at most.
 */
import type { BuiltinName, Expr } from '../../base/expr.ts';
import type { Poly } from './polynomials.ts';
import type { VarId } from '../../base/brand.ts';
import {
  areSame,
  constant,
  isNeverNegative,
  mentions,
  minus,
  plus,
  replaced,
  symbol,
  times,
  wholeOf,
} from './polynomials.ts';
import { computed } from './values.ts';
import { typeOf } from '../../base/expr-build.ts';

/**
 * `number`: `wraps` where it is a difference of unsigned numbers that may be below 0. `parity`: (k + of) mod 2.
 * `other`: one that is not `than`.
 * `rest`: what is left of it when it is divided by the number of blocks. `truth`: of a condition, with what its
 * variables held.
 */
export type Value =
  | Readonly<{ kind: 'number'; of: Poly; wraps: boolean }>
  | Readonly<{ kind: 'parity'; of: bigint }>
  | Readonly<{ kind: 'other'; than: Poly }>
  | Readonly<{ kind: 'rest'; of: Poly }>
  | Readonly<{ kind: 'truth'; when: Expr; env: Env }>;
export type Env = ReadonlyMap<VarId, Value>;

/** `round`: k. `base`: what the counter held before the first arrival of the round. */
export type Round = Readonly<{
  round: Poly;
  blocks: Poly;
  base: Poly;
  builtin: (name: BuiltinName) => Poly | null;
  scalar: (id: VarId) => bigint | null;
}>;

/**
 * Names in polynomials: of the round, of blocks, of the answer of the thread's arrival, of what the generation was
 * before it, of an answer to a look.
 */
export const names = { round: 'E', blocks: 'N', arrival: 'O', generation: 'G', answer: 'A' } as const;
const counted = [names.round, names.blocks];

export const number = (of: Poly): Value => ({ kind: 'number', of, wraps: false });
const parity = (of: bigint): Value => ({ kind: 'parity', of: ((of % 2n) + 2n) % 2n });

export function valueIn(expr: Expr, env: Env, at: Round, depth = 16): Value | null {
  const of = (one: Expr): Value | null => valueIn(one, env, at, depth - 1);
  if (depth <= 0) return null;
  switch (expr.kind) {
    case 'int':
      return number(constant(expr.value));
    case 'bool':
      return number(constant(expr.value ? 1n : 0n));
    case 'builtin': {
      const known = at.builtin(expr.name);
      return known === null ? null : number(known);
    }
    case 'var': {
      const given = at.scalar(expr.id);
      return env.get(expr.id) ?? (given === null ? null : number(constant(given)));
    }
    case 'cast':
      return castOf(expr, of(expr.operand), env, at);
    case 'unary':
      return unaryOf(expr, of(expr.operand), env);
    case 'binary':
      return typeOf(expr).kind === 'bool'
        ? { kind: 'truth', when: expr, env }
        : binaryOf(expr, of(expr.left), of(expr.right), at);
    case 'select':
    case 'float':
    case 'apply':
      return null;
  }
}

function castOf(expr: Extract<Expr, { kind: 'cast' }>, value: Value | null, env: Env, at: Round): Value | null {
  const [to, from] = [expr.to, typeOf(expr.operand)];
  if (to.kind === 'bool') {
    const known = value?.kind === 'number' ? wholeOf(value.of) : null;
    return known !== null
      ? number(constant(known === 0n ? 0n : 1n))
      : value?.kind === 'parity'
        ? value
        : { kind: 'truth', when: expr, env };
  }
  if (value === null || to.kind !== 'int' || from.kind === 'float') return null;
  if (value.kind !== 'number')
    return from.kind === 'bool' || value.kind === 'parity' || (to.bits >= 32 && to.bits >= from.bits) ? value : null;
  const known = wholeOf(value.of);
  if (known !== null && known >= 0n && known < 1n << BigInt(to.bits - 1)) return value;
  if (to.bits < 32 || (from.kind === 'int' && to.bits < from.bits)) return null;
  // a difference of the same width is signed again; what is below 0 is no longer when it is unsigned
  if (value.wraps) return to.signed && from.kind === 'int' && from.bits === to.bits ? { ...value, wraps: false } : null;
  return to.signed || isPlain(value.of) || isCounted(value.of, at) ? value : null;
}

/** An answer or generation as it is. */
const isPlain = (of: Poly): boolean => [names.answer, names.generation].some((name) => areSame(of, symbol(name)));
/** Not below 0, whatever the round and the answers, which are not. */
const isCounted = (of: Poly, { base }: Round): boolean => {
  const fromZero = (name: string): Poly => minus(symbol(name), constant(1n));
  const shifted = replaced(
    replaced(of, names.arrival, plus(base, fromZero(names.arrival))),
    names.answer,
    fromZero(names.answer),
  );
  return isNeverNegative(shifted, [...counted, names.arrival, names.answer]);
};

function unaryOf(expr: Extract<Expr, { kind: 'unary' }>, value: Value | null, env: Env): Value | null {
  if (expr.op === 'not') {
    const known = value?.kind === 'number' ? wholeOf(value.of) : null;
    return known !== null
      ? number(constant(known === 0n ? 1n : 0n))
      : value?.kind === 'parity'
        ? parity(value.of + 1n)
        : { kind: 'truth', when: expr, env };
  }
  return expr.op === 'bitnot' && value?.kind === 'number' && !value.wraps ? { kind: 'other', than: value.of } : null;
}

function binaryOf(
  expr: Extract<Expr, { kind: 'binary' }>,
  left: Value | null,
  right: Value | null,
  at: Round,
): Value | null {
  const type = typeOf(expr);
  if (type.kind !== 'int' || left === null || right === null) return null;
  const [a, b] = [left.kind === 'number' ? wholeOf(left.of) : null, right.kind === 'number' ? wholeOf(right.of) : null];
  if (a !== null && b !== null) {
    const value = computed(expr.op, a, b);
    return typeof value === 'bigint' && (value >= 0n || type.signed) && value < 1n << BigInt(type.bits - 1)
      ? number(constant(value))
      : null;
  }
  if (left.kind === 'parity' || right.kind === 'parity') return parityOf(expr.op, left, right, a, b);
  if (
    left.kind !== 'number' ||
    right.kind !== 'number' ||
    left.wraps ||
    right.wraps ||
    type.bits < 32 ||
    ![left.of, right.of].every(isSmall)
  )
    return null;
  switch (expr.op) {
    case '+':
      return number(plus(left.of, right.of));
    case '*':
      return number(times(left.of, right.of));
    case '-':
      return {
        kind: 'number',
        of: minus(left.of, right.of),
        wraps: !type.signed && !isCounted(minus(left.of, right.of), at),
      };
    case '<<':
      return b !== null && b >= 0n && b < 16n ? number(times(left.of, constant(1n << b))) : null;
    case '/':
      return quotientOf(left.of, right.of, at);
    case '%':
      return areSame(right.of, at.blocks) ? restOf(left.of, at) : b === 2n ? lastBit(left.of) : null;
    case '&':
      return b === 1n ? lastBit(left.of) : null;
    case '^':
      return b !== null && b !== 0n ? { kind: 'other', than: left.of } : null;
    default:
      return null;
  }
}

/** What is added is not a number below 0 that is taken as one without a sign. */
const isSmall = (of: Poly): boolean => [...of.values()].every(([over]) => over < smallest && over > -smallest);
const smallest = 1n << 24n;

/** Of `1 - p`, `p ^ 1` and `p & 1`. */
function parityOf(op: string, left: Value, right: Value, a: bigint | null, b: bigint | null): Value | null {
  const [one, by] = left.kind === 'parity' ? [left, b] : right.kind === 'parity' ? [right, a] : [null, null];
  if (one === null || by !== 1n) return null;
  return op === '^' || (op === '-' && a === 1n) ? parity(one.of + 1n) : op === '&' ? one : null;
}

/** The last bit of k and a constant, or one that the generation does not end with. */
function lastBit(of: Poly): Value | null {
  const [more, from] = [wholeOf(minus(of, symbol(names.round))), wholeOf(minus(of, symbol(names.generation)))];
  if (more !== null) return parity(more);
  return from !== null && from % 2n !== 0n ? { kind: 'other', than: symbol(names.generation) } : null;
}

/** Of an arrival's answer, between the base and so many blocks more; the base is a multiple of their number. */
function quotientOf(of: Poly, by: Poly, { round, blocks, base }: Round): Value | null {
  if (!areSame(by, blocks) || !areSame(of, symbol(names.arrival))) return null;
  return number(base.size === 0 ? constant(0n) : minus(round, constant(1n)));
}

const restOf = (of: Poly, { base }: Round): Value =>
  areSame(of, symbol(names.arrival)) ? number(minus(of, base)) : { kind: 'rest', of };

// What holds before all have come -------------------------------------------------------------------------------------

/**
 * What an answer may be before all blocks have arrived: of the one name, between two numbers; or just this one value.
 */
export type Early = Readonly<{ of: string; from: Poly; to: Poly }> | Readonly<{ of: string; is: Value }>;

/** Whether the condition, or its opposite, holds of no early answer. */
export function isNeverEarly(when: Expr, isTrue: boolean, env: Env, early: Early, at: Round, depth = 12): boolean {
  const again = (expr: Expr, truth: boolean, own = env): boolean =>
    isNeverEarly(expr, truth, own, early, at, depth - 1);
  if (depth <= 0) return false;
  if (when.kind === 'unary' && when.op === 'not') return again(when.operand, !isTrue);
  if (when.kind === 'binary' && (when.op === '&&' || when.op === '||'))
    return (when.op === '&&') === isTrue
      ? again(when.left, isTrue) || again(when.right, isTrue)
      : again(when.left, isTrue) && again(when.right, isTrue);
  if (when.kind === 'var' || when.kind === 'cast') {
    const value = when.kind === 'var' ? (env.get(when.id) ?? null) : valueIn(when.operand, env, at);
    if (value?.kind === 'truth') return again(value.when, isTrue, value.env);
    return isNever(isTrue ? '!=' : '==', value, number(constant(0n)), early, at);
  }
  if (when.kind !== 'binary') return false;
  const op = isTrue ? when.op : opposite[when.op];
  const [left, right] = [valueIn(when.left, env, at), valueIn(when.right, env, at)];
  // a truth value that is compared with a constant
  const [truth, than] = left?.kind === 'truth' ? [left, right] : [right, left];
  const known = than?.kind === 'number' ? wholeOf(than.of) : null;
  if (truth?.kind === 'truth')
    return (op === '==' || op === '!=') && (known === 0n || known === 1n)
      ? again(truth.when, (op === '==') === (known === 1n), truth.env)
      : false;
  return op !== undefined && isNever(op, left, right, early, at);
}

const opposite: Readonly<Record<string, string>> = {
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
  '!=': '==',
  '==': '!=',
};

function isNever(op: string, one: Value | null, other: Value | null, early: Early, at: Round): boolean {
  const [left, right] = [earlyOf(one, early), earlyOf(other, early)];
  if (left === null || right === null) return false;
  if (left.kind === 'rest' || right.kind === 'rest') return isRestNever(op, left, right, early, at);
  if (left.kind === 'parity' && right.kind === 'parity')
    return (op === '==' && left.of !== right.of) || (op === '!=' && left.of === right.of);
  if (left.kind === 'other' || right.kind === 'other') {
    const [than, value] =
      left.kind === 'other' ? [left.than, right] : [right.kind === 'other' ? right.than : null, left];
    return op === '==' && than !== null && value.kind === 'number' && areSame(than, value.of);
  }
  return (
    left.kind === 'number' &&
    right.kind === 'number' &&
    !left.wraps &&
    !right.wraps &&
    isNeverOf(op, minus(left.of, right.of), early, at)
  );
}

/** With the early value in the place of the answer, if that is one. */
function earlyOf(value: Value | null, early: Early): Value | null {
  if (value?.kind !== 'number' || !('is' in early) || !mentions(value.of, early.of)) return value;
  if (areSame(value.of, symbol(early.of))) return early.is;
  return early.is.kind === 'number' ? { ...value, of: replaced(value.of, early.of, early.is.of) } : null;
}

/** Of `difference op 0`. */
function isNeverOf(op: string, difference: Poly, early: Early, { base }: Round): boolean {
  const of = 'is' in early ? null : difference.get(early.of);
  const sign = of === undefined || of === null ? 0n : of[1] === 1n ? of[0] : null;
  if (sign === null || sign > 1n || sign < -1n) return false;
  const end = (by: Poly | null): Poly =>
    replaced(
      by === null || 'is' in early ? difference : replaced(difference, early.of, by),
      names.arrival,
      plus(base, minus(symbol(names.arrival), constant(1n))),
    );
  const [least, most] =
    'is' in early || sign === 0n
      ? [end(null), end(null)]
      : sign === 1n
        ? [end(early.from), end(early.to)]
        : [end(early.to), end(early.from)];
  const isAtLeast = (bound: bigint): boolean =>
    isNeverNegative(minus(least, constant(bound)), [...counted, names.arrival]);
  const isAtMost = (bound: bigint): boolean =>
    isNeverNegative(minus(constant(bound), most), [...counted, names.arrival]);
  switch (op) {
    case '==':
      return isAtLeast(1n) || isAtMost(-1n);
    case '!=':
      return least.size === 0 && most.size === 0;
    case '<':
      return isAtLeast(0n);
    case '<=':
      return isAtLeast(1n);
    case '>':
      return isAtMost(0n);
    case '>=':
      return isAtMost(-1n);
    default:
      return false;
  }
}

/** `(answer + 1) % blocks == 0`: of the last arrival of a round alone. */
function isRestNever(op: string, left: Value, right: Value, early: Early, { base }: Round): boolean {
  if (left.kind !== 'rest' || right.kind !== 'number' || op !== '==' || 'is' in early || early.of !== names.arrival)
    return false;
  const more = wholeOf(minus(left.of, symbol(names.arrival)));
  return more === 1n && right.of.size === 0 && !mentions(base, names.arrival);
}

// From round to round -------------------------------------------------------------------------------------------------

/** What a value of round k - 1 is in terms of k. */
export function inNextRound(value: Value): Value | null {
  const before = minus(symbol(names.round), constant(1n));
  switch (value.kind) {
    case 'number':
      return [names.arrival, names.generation, names.answer].some((name) => mentions(value.of, name))
        ? null
        : { ...value, of: replaced(value.of, names.round, before) };
    case 'parity':
      return parity(value.of + 1n);
    case 'other':
    case 'rest':
    case 'truth':
      return null;
  }
}

/** The value in round k, where that is known. */
export function inRound(value: Value, round: bigint | null): Value {
  if (round === null) return value;
  if (value.kind === 'parity') return number(constant((((round + value.of) % 2n) + 2n) % 2n));
  return value.kind === 'number' ? { ...value, of: replaced(value.of, names.round, constant(round)) } : value;
}

export const isSameValue = (one: Value | null, other: Value | null): boolean => {
  if (one === null || other === null) return one === other;
  if (one.kind === 'number' && other.kind === 'number') return one.wraps === other.wraps && areSame(one.of, other.of);
  return one.kind === 'parity' && other.kind === 'parity' && one.of === other.of;
};

/**
 * A value that is the one in the one round, and the other one in the other, where two ways come together; null: none is
 * known. Rounds are null where they are open.
 * `isToggled`: it changes to and fro rather than grows.
 */
export function joinedValue(
  [one, k]: readonly [Value, bigint | null],
  [other, m]: readonly [Value, bigint | null],
  isToggled: boolean,
): Value | null {
  if (k === m) return isSameValue(one, other) ? one : null;
  if (k === null) return m !== null && isSameValue(inRound(one, m), other) ? one : null;
  if (m === null) return isSameValue(inRound(other, k), one) ? other : null;
  if (one.kind !== 'number' || other.kind !== 'number' || one.wraps || other.wraps) return null;
  const [a, b] = [wholeOf(one.of), wholeOf(other.of)];
  if (isToggled)
    return a !== null && b !== null && [a, b].every((bit) => bit === 0n || bit === 1n) && (a - b - (k - m)) % 2n === 0n
      ? parity(a + k)
      : null;
  const slope = times(minus(other.of, one.of), constant(1n, m - k));
  return number(plus(one.of, times(slope, minus(symbol(names.round), constant(k)))));
}
