/**
 * Looks for a model of a formula by local search: it starts with small values and changes one variable at a time so
 * that fewer constraints are broken. Where strides and sizes are open, most questions have many models, and finding one
 * takes less time than learning that no test refutes the question. It only finds models; if it finds none, that says
 * nothing. Deterministic.
 */
import type { Expr } from '../../base/expr.ts';
import type { Formula, FormulaVariable } from '../../obligation/obligation.ts';
import type { Model } from '../solve.ts';
import type { Random } from '../../base/random.ts';
import type { Tape } from './tape.ts';
import { conjuncts, disjuncts } from '../../base/expr-walk.ts';
import { createRandom } from '../../base/random.ts';
import { run, tapeOf } from './tape.ts';
import { satisfies } from '../evaluate.ts';

/** Evaluations of the formula for each start. */
const maxPoints = 1200;
/** Operations in all evaluations together. */
const maxOperations = 300_000;
/** Steps for which a variable keeps its value after a change. */
const tabu = 2;
const starts: readonly ((k: number) => number)[] = [() => 1, (k) => k % 2, () => 0, (k) => 1 + (k % 4)];

type Search = {
  readonly tape: Tape;
  readonly lows: readonly number[];
  readonly highs: readonly number[];
  readonly values: Float64Array;
  points: number;
};

/** A model of the formula in which signed arithmetic does not wrap around, or null. */
export function guess(formula: Formula): Model | null {
  const tape = tapeOf(formula);
  if (tape === null) return null;
  const bounds = [...formula.variables.values()].map(boundsOf);
  const random = createRandom(tape.variables.length);
  const most = Math.min(maxPoints, Math.floor(maxOperations / (starts.length * Math.max(1, tape.operations.length))));
  for (const start of starts) {
    const search: Search = {
      tape,
      lows: bounds.map(([low]) => low),
      highs: bounds.map(([, high]) => high),
      values: new Float64Array(tape.variables.length + tape.operations.length),
      points: most,
    };
    tape.variables.forEach((_, k) => {
      search.values[k] = inside(search, k, start(k));
    });
    if (!descend(search, formula.constraints, random)) continue;
    const model: Model = {
      values: new Map(tape.variables.map((id, k) => [id, BigInt(search.values[k] ?? 0)] as const)),
      functions: new Map(),
    };
    if (satisfies(formula, model, 'ideal')) return model;
  }
  return null;
}

function boundsOf({ type }: FormulaVariable): readonly [number, number] {
  if (type.kind === 'bool') return [0, 1];
  if (type.kind !== 'int') return [-(2 ** 50), 2 ** 50];
  const size = Math.min(type.bits, 50);
  return type.signed ? [-(2 ** (size - 1)), 2 ** (size - 1) - 1] : [0, 2 ** size - 1];
}

const inside = ({ lows, highs }: Search, k: number, value: number): number =>
  Math.max(lows[k] ?? 0, Math.min(highs[k] ?? 0, value));

/** The number of constraints that are broken there. */
function broken({ tape, values }: Search): number {
  run(tape, values);
  let count = 0;
  for (const place of tape.constraints) if (values[place] !== 1) count++;
  return count;
}

/** Whether it comes to a point at which no constraint is broken. */
function descend(search: Search, constraints: readonly Expr[], random: Random): boolean {
  const { tape, values } = search;
  const changed = new Map<number, number>();
  let count = broken(search);
  for (let step = 0; count > 0 && search.points > 0; step++) {
    const violated = tape.constraints.flatMap((place, k) => (values[place] === 1 ? [] : [k]));
    const chosen = constraints[violated[random.below(violated.length)] ?? 0];
    const moves = chosen === undefined ? [] : movesFor(search, reasonIn(search, chosen, random));
    let best: Readonly<{ k: number; value: number; count: number }> | null = null;
    let alike = 0;
    for (const { k, value } of moves) {
      if (search.points-- <= 0) break;
      if ((changed.get(k) ?? -Infinity) > step - tabu && moves.length > 8) continue;
      const before = values[k] ?? 0;
      values[k] = value;
      const now = broken(search);
      values[k] = before;
      alike = best === null || now < best.count ? 1 : now === best.count ? alike + 1 : alike;
      // of those that are as good, each with the same chance
      if (best === null || now < best.count || (now === best.count && random.below(alike) === 0))
        best = { k, value, count: now };
    }
    if (best === null) return false;
    values[best.k] = best.value;
    changed.set(best.k, step);
    count = broken(search);
  }
  return count === 0;
}

/** A part of the constraint that has to change: a comparison, or a truth value. */
function reasonIn({ tape, values }: Search, constraint: Expr, random: Random): Expr {
  let at = constraint;
  for (;;) {
    const all = conjuncts(at).filter((part) => values[tape.places.get(part) ?? 0] !== 1);
    const any = disjuncts(at);
    const parts = all.length > 0 && conjuncts(at).length > 1 ? all : any.length > 1 ? any : [];
    const next = parts[random.below(Math.max(1, parts.length))];
    if (next === undefined) return at;
    at = next;
  }
}

/**
 * Of the point that was evaluated last, values for each variable of a comparison: small ones, neighbours of its own,
 * sums with the values of the others, and where the two sides meet if they are linear in it.
 */
function movesFor(search: Search, reason: Expr): readonly Readonly<{ k: number; value: number }>[] {
  const { tape, values } = search;
  const moves: Readonly<{ k: number; value: number }>[] = [];
  const sides =
    reason.kind === 'binary' ? ([tape.places.get(reason.left), tape.places.get(reason.right)] as const) : null;
  const gap = (): number => (sides === null ? NaN : (values[sides[0] ?? 0] ?? NaN) - (values[sides[1] ?? 0] ?? NaN));
  const here = gap();
  const all = [...tape.supportOf(reason)];
  const steps = new Set(all.map((k) => values[k] ?? 0));
  for (const k of all) {
    const own = values[k] ?? 0;
    const found = new Set<number>([
      0,
      1,
      2,
      own + 1,
      own - 1,
      own * 2,
      Math.floor(own / 2),
      ...[...steps].flatMap((by) => [own + by, own - by]),
    ]);
    if (!Number.isNaN(here) && search.points-- > 0) {
      values[k] = inside(search, k, own + 1);
      run(tape, values);
      const slope = gap() - here;
      values[k] = own;
      if (slope !== 0 && Number.isFinite(slope))
        for (const meet of [Math.floor(own - here / slope), Math.ceil(own - here / slope)])
          found
            .add(meet)
            .add(meet + 1)
            .add(meet - 1);
      else for (const far of [4, 32, 256]) found.add(own + far);
    }
    for (const value of found)
      if (value !== own && Number.isSafeInteger(value) && value === inside(search, k, value)) moves.push({ k, value });
  }
  return moves;
}
