/**
 * Exact values of scalars that start at a constant and change by a function of themselves: geometric counters
 * (`s >>= 1`), ping-pong buffers (`k ^= 1`), wrap-around (`k = (k + 1) % 3`) [D10]. They are computed turn by turn;
 * sequences that neither repeat nor end within the limit are left alone. Exact.
 *
 * Example: `for (s = 128; s > 0; s >>= 1)`: 8 turns, s = 128, 64, …, 1.
 */
import type { Expr } from '../../base/expr.ts';
import type { VarId } from '../../base/brand.ts';
import type { RangeOfVariable } from '../range.ts';
import { conjuncts, eachNode, freeVariables, mapExpr, substitute } from '../../base/expr-walk.ts';
import { constant, constantOf, fold, isFalse } from '../fold.ts';
import { foldByRange } from '../range.ts';
import { typeOf } from '../../base/expr-build.ts';

/** The most turns that are computed. */
const turnLimit = 64;

export type Sequence = Readonly<{
  /**
   * Value at turn 0, 1, …; a turn beyond the last is `values[values.length - period + …]`, repeating the last `period`.
   */
  values: readonly bigint[];
  /** 0: there is no turn beyond the last value. */
  period: number;
}>;

type Evolving = Readonly<{ id: VarId; first: Expr; next: Expr }>;

export type Trajectory = Readonly<{
  sequences: ReadonlyMap<VarId, Sequence>;
  /** Number of executed turns, where the guard depends on constants only; and the values after the loop. */
  trips: Readonly<{ count: number; final: ReadonlyMap<VarId, bigint> }> | null;
}>;

/**
 * `guard` null: the loop may be left otherwise, so that turns cannot be counted. A guard that depends on more than
 * these variables ends their sequences where the ranges of the others leave no turn: `s < blockDim.x` does where s is
 * 1024.
 */
export function trajectoryOf(
  variables: readonly Evolving[],
  guard: Expr | null,
  testFirst: boolean,
  ranges: RangeOfVariable,
): Trajectory {
  const closed = closedSubset(variables);
  const states = simulate(closed, guard, testFirst, ranges);
  const trips = states.ended
    ? { count: states.turns.length - 1, final: asMap(closed, states.turns.at(-1) ?? []) }
    : null;
  const executed = trips === null ? states.turns : states.turns.slice(0, -1);
  const complete = trips !== null || states.stuck;
  const sequences = new Map<VarId, Sequence>();
  closed.forEach((v, k) => {
    const needed = dependenciesOf(v, closed);
    const keys = executed.map((state) => (complete ? [k] : needed).map((at) => (state[at] ?? 0n).toString()).join());
    const sequence = sequenceOf(
      executed.map((state) => state[k] ?? 0n),
      keys,
      complete,
    );
    if (sequence !== null) sequences.set(v.id, sequence);
  });
  return { sequences, trips };
}

/** Positions in `closed` of all that determine the next values of `v`. */
function dependenciesOf(v: Evolving, closed: readonly Evolving[]): readonly number[] {
  const found = new Set<VarId>([v.id]);
  for (const id of found) {
    const next = closed.find((other) => other.id === id)?.next;
    if (next !== undefined) for (const used of freeVariables(next)) found.add(used);
  }
  return closed.flatMap((other, k) => (found.has(other.id) ? [k] : []));
}

/** Largest set of variables with constant first values whose next values depend on the set alone. */
function closedSubset(variables: readonly Evolving[]): readonly Evolving[] {
  let set = variables.filter((v) => constantOf(v.first) !== null);
  for (;;) {
    const ids = new Set(set.map((v) => v.id));
    const kept = set.filter((v) => [...freeVariables(v.next)].every((id) => ids.has(id)) && isComputable(v.next));
    if (kept.length === set.length) return set;
    set = kept;
  }
}

/** Folding succeeds on every constant for which C defines a value: no floats, no functions. */
function isComputable(expr: Expr): boolean {
  let computable = true;
  eachNode(expr, (node) => {
    if (node.kind === 'apply' || node.kind === 'builtin' || typeOf(node).kind === 'float') computable = false;
  });
  return computable;
}

type States = Readonly<{
  turns: readonly (readonly bigint[])[];
  /** the guard failed in the last state */ ended: boolean;
  /** the next state is undefined in C, or is not reached whatever the variables are that the guard depends on beside */ stuck: boolean;
}>;

function simulate(set: readonly Evolving[], guard: Expr | null, testFirst: boolean, ranges: RangeOfVariable): States {
  const isDecidable = guard !== null && [...freeVariables(guard)].every((id) => set.some((v) => v.id === id));
  const turns: (readonly bigint[])[] = [];
  let state = set.map((v) => constantOf(v.first) ?? 0n);
  for (;;) {
    turns.push(state);
    const values = new Map(set.map((v, k) => [v.id, constant(state[k] ?? 0n, typeOf(v.first))]));
    const at = (expr: Expr): Expr => mapExpr(substitute(expr, values), fold);
    if (guard !== null && (testFirst || turns.length > 1) && isNever(at(guard), ranges))
      return { turns, ended: isDecidable, stuck: !isDecidable };
    if (turns.length > turnLimit) return { turns, ended: false, stuck: false };
    const next = set.map((v) => constantOf(at(v.next)));
    if (!next.every((value) => value !== null)) return { turns, ended: false, stuck: true };
    state = next;
  }
}

const isNever = (guard: Expr, ranges: RangeOfVariable): boolean =>
  isFalse(guard) || conjuncts(guard).some((part) => isFalse(foldByRange(part, ranges)));

function asMap(set: readonly Evolving[], state: readonly bigint[]): ReadonlyMap<VarId, bigint> {
  return new Map(set.map((v, k) => [v.id, state[k] ?? 0n]));
}

/** The most different values that a repeating sequence may have to be written down. */
const longestPeriod = 8;

/**
 * `keys` decide the next key: states of all that matter, or, when the values are complete, just the values.
 */
function sequenceOf(values: readonly bigint[], keys: readonly string[], complete: boolean): Sequence | null {
  for (let period = 1; period <= longestPeriod && period < keys.length; period++) {
    const start = repeatsFrom(keys, period);
    if (start !== null && (period === 1 || start === 0) && start <= 40)
      return { values: values.slice(0, start + period), period };
  }
  return complete && values.length <= turnLimit ? { values, period: 0 } : null;
}

/** The turn from which the keys repeat every `period` turns to the end. */
function repeatsFrom(keys: readonly string[], period: number): number | null {
  let start = keys.length - period;
  while (start > 0 && keys[start - 1] === keys[start - 1 + period]) start--;
  return start < keys.length - period ? start : null;
}
