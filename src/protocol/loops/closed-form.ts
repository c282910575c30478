/**
 * The facts about the carried scalars of a loop [D9, D10]: what holds at the start of every executed turn, and after
 * the loop. Every fact holds in every execution without undefined behaviour and under the assumptions that are
 * returned.
 *
 * Example: `for (i = tid; i < n; i += 32)`: in a turn, i == tid + 32*turn; after it, also !(i < n), and turn == 0 or
 * i - 32 < n.
 */
import type { Expr } from '../../base/expr.ts';
import type { RangeOfVariable } from '../range.ts';
import type { ScalarType } from '../../base/ctype.ts';
import type { VarId } from '../../base/brand.ts';
import type { Sequence, Trajectory } from './trajectory.ts';
import { i64, printType } from '../../base/ctype.ts';
import { binary, int, variable } from '../../base/expr-build.ts';
import { freeVariables, substitute } from '../../base/expr-walk.ts';
import {
  arithmetic,
  choose,
  compare,
  constant,
  constantOf,
  convert,
  implies,
  isTrue,
  negation,
  or,
  sameExpr,
  simplify,
} from '../fold.ts';
import { foldByRange, rangeOfType } from '../range.ts';
import { stepOf } from './affine.ts';
import { isFlagName } from './flags.ts';
import type { Trend } from './geometric.ts';
import { powerFacts, trendFacts, trendOf } from './geometric.ts';
import { iterationBounds } from './strides.ts';
import { trajectoryOf } from './trajectory.ts';
import { choicesOf, isOneOf, possibleValues, reachableValues } from './value-set.ts';
import { affineCourse, growsWithoutBound, mayOutgrow, takenStep, wrapping } from './wrapping.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

/**
 * A carried scalar: `live` is its value for the next turn, given that there is one; `next` also for those who leave.
 */
export type LoopScalar = Readonly<{
  name: string;
  id: VarId;
  final: VarId;
  type: ScalarType;
  first: Expr;
  live: Expr;
  next: Expr;
  shared: boolean;
}>;

export type LoopShape = Readonly<{
  scalars: readonly LoopScalar[];
  guard: Expr;
  testFirst: boolean;
  /** No turn ends the loop: the guard alone says how many turns there are. */
  onlyGuard: boolean;
  synchronized: boolean;
  /** Whether threads in one interval may be in different turns, although the loop is synchronized. */
  turnsMayDiffer: boolean;
  turn: VarId;
  finalTurn: VarId;
  /** Variables that differ from turn to turn. */
  inner: ReadonlySet<VarId>;
  ranges: RangeOfVariable;
  /** All values of a variable that a loop around carries; null where they are not known. */
  valuesOf: (id: VarId) => readonly bigint[] | null;
}>;

type ClosedForms = Readonly<{
  facts: readonly Expr[];
  finalFacts: readonly Expr[];
  /** Final values that are known outright. */
  finals: ReadonlyMap<VarId, Expr>;
  /** Whether the number of turns is known. */
  counted: boolean;
  assumptions: readonly string[];
  /** All values that a scalar has in any turn, where they are few. */
  values: ReadonlyMap<VarId, readonly bigint[]>;
}>;

type Form =
  | Readonly<{ kind: 'invariant' }>
  /** `isReduced`: modulo 2^bits, for what may wrap around in the usual course of the loop. */
  | Readonly<{ kind: 'affine'; step: Expr; isReduced: boolean }>
  | Readonly<{ kind: 'sequence'; sequence: Sequence }>
  | Readonly<{ kind: 'trend'; trend: Trend; values: readonly bigint[] | null }>
  | Readonly<{ kind: 'set'; values: readonly bigint[] }>
  | Readonly<{ kind: 'free' }>;

export function closedForms(shape: LoopShape): ClosedForms {
  const known = withoutInvariants(shape.scalars);
  const trajectory = trajectoryIn(shape, known);
  const forms = new Map(known.map((s) => [s.id, formOf(s, trajectory, shape)]));
  const counted = countsBare(shape, forms);
  const trips = trajectory.trips?.count ?? null;
  const facts: Expr[] = [];
  const finalFacts: Expr[] = [];
  const finals = new Map<VarId, Expr>();
  const assumptions: string[] = [];
  if (!counted) facts.push(compare('<=', int(0, i64), variable(shape.turn, i64)));
  if (trajectory.trips !== null && !counted)
    facts.push(compare('<', variable(shape.turn, i64), int(trajectory.trips.count, i64)));
  for (const s of known) {
    const form = forms.get(s.id) ?? { kind: 'free' };
    facts.push(...turnFacts(s, form, shape, counted, trajectory.trips !== null));
    if (form.kind === 'affine' && !form.isReduced && shape.testFirst && !counted)
      facts.push(
        ...iterationBounds(shape.guard, {
          id: s.id,
          first: s.first,
          step: form.step,
          turn: variable(shape.turn, i64),
        }),
      );
    const final = finalValue(s, form, trajectory);
    if (final !== null) {
      finals.set(s.id, final);
      if (s.type.kind !== 'float') finalFacts.push(compare('==', variable(s.final, s.type), final));
    } else finalFacts.push(...afterFacts(s, form, shape, counted));
    const wraps =
      form.kind === 'affine'
        ? !form.isReduced && wrapping(s, form.step, shape, trips) !== 'no'
        : form.kind === 'trend' && form.trend === 'grows' && mayOutgrow(s, shape);
    if (!wraps) continue;
    assumptions.push(fill(messages.noWrap, { name: s.name, type: printType(s.type) }));
    if (form.kind === 'affine' && shape.onlyGuard) facts.push(...steppedFacts(s, form.step));
  }
  facts.push(...stayedFacts(shape, forms));
  finalFacts.push(...leavingFacts(shape, forms, trajectory, counted, finals));
  return {
    facts: facts.filter((fact) => !isTrue(fact)),
    finalFacts: finalFacts.filter((fact) => !isTrue(fact)),
    finals,
    counted: trajectory.trips !== null,
    assumptions,
    values: new Map(
      [...forms].flatMap(([id, form]) =>
        valuesIn(form, trajectory.sequences.get(id)).map((values) => [id, values] as const),
      ),
    ),
  };
}

/**
 * Exact turns where also those who leave early can be followed; else what the others go through, without counting
 * turns.
 */
function trajectoryIn(shape: LoopShape, known: readonly LoopScalar[]): Trajectory {
  const followed = trajectoryOf(
    shape.scalars.map((s) => ({ id: s.id, first: s.first, next: s.next })),
    shape.guard,
    shape.testFirst,
    shape.ranges,
  );
  if (followed.trips !== null) return followed;
  return trajectoryOf(
    known.map((s) => ({ id: s.id, first: s.first, next: s.live })),
    shape.onlyGuard ? shape.guard : null,
    shape.testFirst,
    shape.ranges,
  );
}

/** What does not change is its first value wherever the others use it. */
function withoutInvariants(scalars: readonly LoopScalar[]): readonly LoopScalar[] {
  const first = new Map(scalars.filter((s) => isInvariant(s)).map((s) => [s.id, s.first]));
  return first.size === 0
    ? scalars
    : scalars.map((s) => (first.has(s.id) ? s : { ...s, live: simplify(substitute(s.live, first)) }));
}

function isInvariant(s: LoopScalar): boolean {
  return sameExpr(s.live, variable(s.id, s.type)) || sameExpr(s.live, s.first);
}

function formOf(s: LoopScalar, trajectory: Trajectory, shape: LoopShape): Form {
  if (isInvariant(s)) return { kind: 'invariant' };
  if (s.type.kind !== 'int') {
    const sequence = trajectory.sequences.get(s.id);
    return s.type.kind === 'bool' && sequence !== undefined ? { kind: 'sequence', sequence } : { kind: 'free' };
  }
  const added = stepOf(s.live, s.id, shape.inner);
  const step = added === null ? null : takenStep(s, added, shape);
  const course = step === null ? null : affineCourse(s, step, shape, trajectory.trips?.count ?? null);
  if (step !== null && course !== null) return { kind: 'affine', step, isReduced: course === 'reduced' };
  const sequence = trajectory.sequences.get(s.id);
  if (sequence !== undefined) return { kind: 'sequence', sequence };
  const trend = trendOf(s.live, s.id);
  const values = reachableValues(s.id, possibleValues(s.first, shape.valuesOf), s.next);
  if (trend !== null && !growsWithoutBound(s, trend, shape, trajectory.trips?.count ?? null))
    return { kind: 'trend', trend, values };
  return values === null ? { kind: 'free' } : { kind: 'set', values };
}

/** The values of a scalar of this form, in a list of one; an empty list where they are not known. */
function valuesIn(form: Form, sequence: Sequence | undefined): readonly (readonly bigint[])[] {
  const values = form.kind === 'set' || form.kind === 'trend' ? form.values : (sequence?.values ?? null);
  return values === null ? [] : [[...new Set(values)]];
}

/** One counter that goes by one, the same for all who are compared: then its bound says all, and no turn is needed. */
function countsBare(shape: LoopShape, forms: ReadonlyMap<VarId, Form>): boolean {
  const moving = shape.scalars.filter((s) => ['affine', 'sequence'].includes(forms.get(s.id)?.kind ?? ''));
  const [only] = moving;
  if (
    only === undefined ||
    !shape.testFirst ||
    !shape.onlyGuard ||
    moving.length > 1 ||
    shape.turnsMayDiffer ||
    (shape.synchronized && !only.shared)
  )
    return false;
  const form = forms.get(only.id);
  return form?.kind === 'affine' && !form.isReduced && isUnit(form.step);
}

function isUnit(step: Expr): boolean {
  const value = constantOf(step);
  return value === 1n || value === -1n;
}

function turnFacts(
  s: LoopScalar,
  form: Form,
  shape: LoopShape,
  counted: boolean,
  tripsKnown: boolean,
): readonly Expr[] {
  const at = variable(s.id, s.type);
  switch (form.kind) {
    case 'invariant':
      return s.type.kind === 'float' || isFlagName(s.name) ? [] : [compare('==', at, s.first)];
    case 'affine':
      if (form.isReduced) return [isReduced(at, s, form.step, variable(shape.turn, i64))];
      return affineFacts(at, s.first, form.step, variable(shape.turn, i64), counted, shape.ranges);
    case 'sequence':
      return sequenceFacts(at, form.sequence, variable(shape.turn, i64), s.type, tripsKnown);
    case 'trend':
      return [
        ...trendFacts(form.trend, at, s.first),
        ...(form.values === null ? powerFacts(s.live, at, s.first) : [isOneOf(at, form.values)]),
      ];
    case 'set':
      return [isOneOf(at, form.values)];
    case 'free':
      return [];
  }
}

/** That the value is the first one with so many steps, modulo 2^bits. */
function isReduced(at: Expr, s: LoopScalar, step: Expr, turns: Expr): Expr {
  return compare('==', at, convert(s.type, arithmetic('+', convert(i64, s.first), arithmetic('*', step, turns))));
}

function affineFacts(
  at: Expr,
  first: Expr,
  step: Expr,
  turn: Expr,
  counted: boolean,
  ranges: RangeOfVariable,
): readonly Expr[] {
  if (step.kind === 'select') {
    const under = (when: Expr, taken: Expr): readonly Expr[] =>
      affineFacts(at, first, taken, turn, counted, ranges).map((fact) => implies(when, fact));
    return [...under(step.when, step.then), ...under(negation(step.when), step.otherwise)];
  }
  const zero = int(0, i64);
  const up = compare('<=', first, at);
  const down = compare('<=', at, first);
  const signs =
    constantOf(step) === null
      ? [
          implies(foldByRange(compare('<=', zero, step), ranges), up),
          implies(foldByRange(compare('<=', step, zero), ranges), down),
        ]
      : [(constantOf(step) ?? 0n) >= 0n ? up : down];
  if (counted) return signs;
  const closed = arithmetic('+', convert(i64, first), arithmetic('*', step, turn));
  return [compare('==', convert(i64, at), closed), ...signs];
}

/**
 * Every turn ends with the step, so that a scalar that does not wrap around has room for it: what is less than a step
 * beyond it does not either.
 */
function steppedFacts(s: LoopScalar, step: Expr): readonly Expr[] {
  const range = s.type.kind === 'int' && s.type.bits <= 32 ? rangeOfType(s.type) : null;
  if (range === null) return [];
  const stepped = arithmetic('+', convert(i64, variable(s.id, s.type)), convert(i64, step));
  return [compare('<=', int(range.low, i64), stepped), compare('<=', stepped, int(range.high, i64))];
}

function sequenceFacts(
  at: Expr,
  sequence: Sequence,
  turn: Expr,
  type: ScalarType,
  tripsKnown: boolean,
): readonly Expr[] {
  const ends = sequence.period === 0 && !tripsKnown ? [compare('<', turn, int(sequence.values.length, i64))] : [];
  return [binary('==', at, valueAt(sequence, turn, type)), ...ends];
}

/** The value of a sequence at a turn, as a choice. */
function valueAt(sequence: Sequence, turn: Expr, type: ScalarType): Expr {
  const { values, period } = sequence;
  const position = period > 1 ? arithmetic('%', turn, int(period, i64)) : turn;
  const last = constant(values.at(-1) ?? 0n, type);
  return values
    .slice(0, -1)
    .reduceRight<Expr>(
      (rest, value, k) => choose(compare('==', position, int(k, i64)), constant(value, type), rest),
      last,
    );
}

/** The value after the loop where it is one expression. */
function finalValue(s: LoopScalar, form: Form, trajectory: Trajectory): Expr | null {
  const value = trajectory.trips?.final.get(s.id);
  if (value !== undefined) return constant(value, s.type);
  if (!sameExpr(s.next, s.live)) return null;
  if (form.kind === 'invariant') return s.first;
  const step = form.kind === 'affine' && trajectory.trips !== null ? constantOf(form.step) : null;
  return step === null || trajectory.trips === null
    ? null
    : simplify(arithmetic('+', s.first, constant(step * BigInt(trajectory.trips.count), s.type)));
}

function afterFacts(s: LoopScalar, form: Form, shape: LoopShape, counted: boolean): readonly Expr[] {
  const at = variable(s.final, s.type);
  const turn = variable(shape.finalTurn, i64);
  const regular = sameExpr(s.next, s.live);
  if (form.kind === 'trend' && regular) return trendFacts(form.trend, at, s.first);
  if (form.kind === 'set') return [isOneOf(at, form.values)];
  if (form.kind === 'sequence' && regular && shape.onlyGuard)
    return sequenceFacts(at, form.sequence, turn, s.type, false);
  if (form.kind !== 'affine') return [];
  if (shape.onlyGuard)
    return form.isReduced
      ? [isReduced(at, s, form.step, turn)]
      : affineFacts(at, s.first, form.step, turn, counted, shape.ranges);
  // Whoever leaves in the middle of a turn may have made its step or not, or hold another value altogether.
  if (!choicesOf(s.next).every((choice) => takesStep(choice, s, form.step, shape))) return [];
  if (form.isReduced)
    return [or(isReduced(at, s, form.step, turn), isReduced(at, s, form.step, arithmetic('-', turn, int(1, i64))))];
  const closed = (turns: Expr): Expr =>
    compare('==', convert(i64, at), arithmetic('+', convert(i64, s.first), arithmetic('*', form.step, turns)));
  return [
    or(closed(turn), closed(arithmetic('-', turn, int(1, i64)))),
    ...affineFacts(at, s.first, form.step, turn, true, shape.ranges),
  ];
}

/** Whether the value is that of the turn's start or of its regular end. */
function takesStep(value: Expr, s: LoopScalar, step: Expr, shape: LoopShape): boolean {
  const own = stepOf(value, s.id, shape.inner);
  return own !== null && (constantOf(own) === 0n || sameExpr(own, step));
}

function leavingFacts(
  shape: LoopShape,
  forms: ReadonlyMap<VarId, Form>,
  trajectory: Trajectory,
  counted: boolean,
  finals: ReadonlyMap<VarId, Expr>,
): readonly Expr[] {
  const after = new Map(shape.scalars.map((s) => [s.id, finals.get(s.id) ?? variable(s.final, s.type)]));
  const turn = variable(shape.finalTurn, i64);
  const facts: Expr[] = counted ? [] : [compare('<=', int(shape.testFirst ? 0 : 1, i64), turn)];
  if (counted && trajectory.trips !== null) return [];
  if (trajectory.trips !== null) return [...facts, compare('==', turn, int(trajectory.trips.count, i64))];
  const left = negation(simplify(substitute(shape.guard, after)));
  const previous = shape.onlyGuard ? guardBefore(shape, forms, after) : null;
  if (previous === null) return [...facts, left];
  const counter = shape.scalars.find((s) => forms.get(s.id)?.kind === 'affine');
  if (counted && counter !== undefined) {
    return [...facts, left, or(compare('==', variable(counter.final, counter.type), counter.first), previous)];
  }
  return [...facts, left, or(compare('<=', turn, int(shape.testFirst ? 0 : 1, i64)), previous)];
}

/**
 * In a turn after the first, the thread left neither in the first nor in the one before: exact for conditions of
 * leaving that once hold or once do not hold from some turn on.
 */
function stayedFacts(shape: LoopShape, forms: ReadonlyMap<VarId, Form>): readonly Expr[] {
  const now = new Map(shape.scalars.map((s) => [s.id, variable(s.id, s.type)]));
  const turn = variable(shape.turn, i64);
  return shape.scalars
    .filter((s) => isFlagName(s.name))
    .flatMap((s) => {
      const left = [inFirstTurn(s.next, shape), oneTurnBefore(s.next, shape, forms, now, turn)];
      return left.flatMap((condition) =>
        condition === null ? [] : [or(compare('<=', turn, int(0, i64)), negation(condition))],
      );
    });
}

/** What an expression is in the first turn; null where that is not known. */
function inFirstTurn(expr: Expr, shape: LoopShape): Expr | null {
  const first = new Map(shape.scalars.map((s) => [s.id, s.first]));
  for (const id of freeVariables(expr)) if (shape.inner.has(id) && !first.has(id)) return null;
  return simplify(substitute(expr, first));
}

/** The guard as it was at the last executed turn, in terms of the final values. */
function guardBefore(shape: LoopShape, forms: ReadonlyMap<VarId, Form>, after: ReadonlyMap<VarId, Expr>): Expr | null {
  return oneTurnBefore(shape.guard, shape, forms, after, variable(shape.finalTurn, i64));
}

/**
 * What an expression was one turn before the one with number `turn` and the values `at`; null where that is not known.
 */
function oneTurnBefore(
  expr: Expr,
  shape: LoopShape,
  forms: ReadonlyMap<VarId, Form>,
  at: ReadonlyMap<VarId, Expr>,
  turn: Expr,
): Expr | null {
  const before = new Map<VarId, Expr>();
  const used = freeVariables(expr);
  const previous = arithmetic('-', turn, int(1, i64));
  for (const s of shape.scalars) {
    if (!used.has(s.id)) continue;
    const form = forms.get(s.id);
    const value = at.get(s.id);
    if (form === undefined || value === undefined) return null;
    if (form.kind === 'invariant') before.set(s.id, s.first);
    else if (form.kind === 'sequence') before.set(s.id, valueAt(form.sequence, previous, s.type));
    else if (form.kind === 'affine') before.set(s.id, arithmetic('-', value, convert(s.type, form.step)));
    else return null;
  }
  for (const id of used) if (shape.inner.has(id) && !before.has(id)) return null;
  return simplify(substitute(expr, before));
}
