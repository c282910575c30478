/**
 * What scalars held when a copy was issued, in terms of what they hold behind a barrier in a later turn of its loop
 * (flights.ts). Null where that is not known.
 */
import type { VarId } from '../../base/brand.ts';
import type { Expr } from '../../base/expr.ts';
import type { ScalarType } from '../../base/ctype.ts';
import type { StmtId } from '../../base/brand.ts';
import type { Counted, Pass, Where } from './flight-pass.ts';
import type { Stmt, StmtOf } from '../../ir/ir.ts';
import type { Update } from './flight-updates.ts';
import { freeVariables } from '../../base/expr-walk.ts';
import { int, variable } from '../../base/expr-build.ts';
import { isPast, updateIn } from './flight-updates.ts';
import { leavesCall } from '../../ir/walk.ts';
import { choose, combine, convert } from '../expressions/constants.ts';
import { giveUp, orderOf, substituted } from './flight-pass.ts';

/**
 * How long ago, in turns of its loop, an instance of a copy was issued, seen from a place; or in which turn, where that
 * is known.
 */
export type Instance = Readonly<{
  pass: Pass;
  copy: StmtId;
  home: Counted | null;
  age: number | null;
  turn: number;
  behind: Where | null;
  /** plain loops around it, with their new counters */ renamed: Map<VarId, Expr>;
  /** what has to be read, before the next statement that is made, from arrays of the thread's own */ reads: Stmt[];
}>;

/**
 * What a variable that the copy, or in its turn the statement of the order `at`, reads was then, in terms of what there
 * is behind the barrier; null: not known.
 */
export function valueThen(
  one: Instance,
  id: VarId,
  type: ScalarType,
  at = orderOf(one.pass, one.copy),
  depth = 0,
): Expr | null {
  const { pass, home } = one;
  const renamed = one.renamed.get(id);
  if (renamed !== undefined) return renamed;
  const all = pass.assignments.get(id) ?? [];
  const [only] = all;
  if (only === undefined) return variable(id, type);
  if (depth > 16) return null;
  const atCopy = pass.where.get(one.copy) ?? giveUp();
  const isInHome = home !== null && at > orderOf(pass, home.loop.id);
  if (home !== null && id === home.counter) {
    if (!isInHome) return null;
    if (one.age === null)
      return home.first === null ? null : convert(int(home.first + home.by * BigInt(one.turn)), type);
    return one.age === 0
      ? variable(id, type)
      : convert(combine('-', variable(id, type), convert(int(home.by * BigInt(one.age)), type)), type);
  }
  const isInside = (where: Where): boolean => home !== null && where.path.includes(home.loop.id);
  const inside = all.filter(isInside);
  // what is assigned before the copy, in no other turn of what the copy is in, is what it was
  if (all.every((where) => isSteady(one, where, at))) return variable(id, type);
  if (all.length === 1 && only.order < at) {
    const isOnTheWay = only.path.every((id) => atCopy.path.includes(id) || isPassed(pass.where.get(id)?.stmt));
    if (only.stmt.kind === 'load' && isOnTheWay) return readAgain(one, only.stmt, only.order, depth);
    return only.stmt.kind === 'assign' && isOnTheWay
      ? substituted(only.stmt.value, (inner, of) => valueThen(one, inner, of, only.order, depth + 1))
      : null;
  }
  const update = home === null || !isInHome ? null : updateIn(pass, home, id, inside);
  return update === null
    ? null
    : carriedThen(one, { id, type, update, outside: all.filter((where) => !isInside(where)) }, at, depth);
}

/** A call that is not left before its end. */
const isPassed = (stmt: Stmt | undefined): boolean => stmt?.kind === 'call' && !stmt.body.some(leavesCall);

/** What happens before `at`, in no other turn of what the copy is in, is as it was. */
function isSteady({ pass, copy, home }: Instance, where: Where, at: number): boolean {
  const atCopy = pass.where.get(copy) ?? giveUp();
  const isInside = home !== null && where.path.includes(home.loop.id);
  return (
    where.order < at &&
    !isInside &&
    where.path.every(
      (id) => !atCopy.path.includes(id) || pass.where.get(id)?.stmt.kind !== 'loop' || pass.counted.has(id),
    )
  );
}

/**
 * The element of an array of the thread's own, once more: it holds what it held then if it was stored before, as
 * scalars are.
 */
function readAgain(one: Instance, load: StmtOf<'load'>, at: number, depth: number): Expr | null {
  const { pass } = one;
  const stores = pass.locals.get(load.place.array);
  if (stores === undefined || !stores.every((where) => isSteady(one, where, at))) return null;
  const indices = load.place.subscripts.map(({ index }) =>
    substituted(index, (id, type) => valueThen(one, id, type, at, depth + 1)),
  );
  const subscripts = load.place.subscripts.flatMap((subscript, k) => {
    const index = indices[k] ?? null;
    return index === null ? [] : [{ ...subscript, index }];
  });
  if (subscripts.length < indices.length) return null;
  const target = pass.fresh.scalar('copied', load.place.type);
  one.reads.push({ ...load, id: pass.fresh.stmt(), place: { ...load.place, subscripts }, target });
  return variable(target, load.place.type);
}

type CarriedBy = Readonly<{ id: VarId; type: ScalarType; update: Update; outside: readonly Where[] }>;

/**
 * A scalar that the body of the copy's loop changes once in every turn: by adding what does not change, or to the next
 * of few values.
 */
function carriedThen(one: Instance, { id, type, update, outside }: CarriedBy, at: number, depth: number): Expr | null {
  const { pass, home, age } = one;
  if (home === null || type.kind !== 'int' || outside.some((where) => where.order > orderOf(pass, home.loop.id)))
    return null;
  const atCopy = isPast(update, at);
  const atBarrier = one.behind?.path.includes(home.loop.id) === true ? isPast(update, one.behind.order) : false;
  if (atCopy === null || atBarrier === null) return null;
  if (age === null) {
    const value = update.valueAt(one.turn + (atCopy ? 1 : 0));
    return value === null ? null : convert(int(value), type);
  }
  const back = age + (atBarrier ? 1 : 0) - (atCopy ? 1 : 0);
  const now = variable(id, type);
  if (back === 0) return now;
  const { sum } = update;
  if (sum !== null) {
    const by = substituted(sum.by, (inner, of) =>
      (pass.assignments.get(inner) ?? []).every((where) => !where.path.includes(home.loop.id))
        ? valueThen(one, inner, of, at, depth + 1)
        : null,
    );
    if (by === null || freeVariables(sum.by).has(id)) return null;
    return convert(
      combine(sum.op === '+' ? '-' : '+', now, combine('*', convert(by, type), convert(int(back), type))),
      type,
    );
  }
  return amongFew({ id, type, update, outside }, back);
}

/** Of a scalar that takes few values in turn, over and over: the one that came so many before the one that it has. */
function amongFew({ id, type, update: { values } }: CarriedBy, back: number): Expr | null {
  const [first] = values ?? [];
  if (values === null || first === undefined || values.length > 16 || back < 0) return null;
  const now = variable(id, type);
  const before = (k: number): Expr =>
    convert(int(values[(((k - back) % values.length) + values.length) % values.length] ?? first), type);
  return values
    .slice(1)
    .reduce<Expr>(
      (rest, value, k) => choose(combine('==', now, convert(int(value), type)), before(k + 1), rest),
      before(0),
    );
}
