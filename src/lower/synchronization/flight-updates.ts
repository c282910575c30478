/**
 * How a scalar changes in each turn of a loop that is followed (flights.ts): by one statement, or by several that stand
 * together, such as a count that starts anew: `if (++stage == 3) stage = 0;`. Exact; null where it is something else.
 */
import type { Expr } from '../../base/expr.ts';
import type { VarId } from '../../base/brand.ts';
import type { Counted, Pass, Where } from './flight-pass.ts';
import type { Stmt, StmtOf } from '../../ir/ir.ts';
import { constantOf, convert } from '../expressions/constants.ts';
import { freeVariables } from '../../base/expr-walk.ts';
import { int } from '../../base/expr-build.ts';
import { goesPast, isAnew as isAnewAt } from './flight-loops.ts';
import { orderOf, substituted } from './flight-pass.ts';
import { someStmt, targetOf } from '../../ir/walk.ts';

/**
 * `first`, `last`: between where it stands; `sum`: where it only adds or subtracts something; `values`: where it takes
 * the same few values over and over, those of the turns until it begins anew; `valueAt`: what it is when a turn begins.
 */
export type Update = Readonly<{
  first: number;
  last: number;
  sum: Readonly<{ op: '+' | '-'; by: Expr }> | null;
  values: readonly bigint[] | null;
  valueAt: (turn: number) => bigint | null;
}>;

export function updateIn(pass: Pass, { loop }: Counted, id: VarId, inside: readonly Where[]): Update | null {
  const own = [...loop.body, ...loop.step].filter((stmt) => assigns(stmt, id));
  // all of them, and nothing between body and step
  if (!own.every(isPlain) || inside.some(({ stmt }) => !someStmt(own, ({ id: one }) => one === stmt.id))) return null;
  if (
    own.some((stmt) => isSkipped(loop, stmt)) ||
    (own.some((stmt) => loop.body.includes(stmt)) && own.some((stmt) => loop.step.includes(stmt)))
  )
    return null;
  const orders = [...inside.map(({ order }) => order), ...own.map((stmt) => orderOf(pass, stmt.id))];
  const turns = turnsOf(pass, loop, id);
  const valueAt = (turn: number): bigint | null => {
    if (turns === null || !turns.isAnew || (turn >= turns.states.length && !turns.isCycle)) return null;
    return turns.states[turn % turns.states.length]?.get(id) ?? null;
  };
  return {
    first: Math.min(...orders),
    last: Math.max(...orders),
    sum: sumOf(own, id),
    values: turns?.isCycle === true ? cycleOf(turns.states, id) : null,
    valueAt,
  };
}

/**
 * Whether a turn may go on to the next one before it comes to this statement of the body: by a `continue`, or a
 * `return`.
 */
const isSkipped = ({ body }: StmtOf<'loop'>, stmt: Stmt): boolean =>
  body.includes(stmt) && body.slice(0, body.indexOf(stmt)).some(goesPast);

const assigns = (stmt: Stmt, id: VarId): boolean => someStmt([stmt], (inner) => targetOf(inner) === id);

/** Turns that are computed, at most. */
const maxStates = 48;

type Env = ReadonlyMap<VarId, bigint>;
/**
 * What the scalar, and those that it is computed from, are when turns begin: from the first one on, `isCycle`: until
 * they are again what they were at first; `isAnew`: they begin so whenever the loop is come to.
 */
type Turns = Readonly<{ states: readonly Env[]; isCycle: boolean; isAnew: boolean }>;

function turnsOf(pass: Pass, loop: StmtOf<'loop'>, id: VarId): Turns | null {
  const all = [...loop.body, ...loop.step];
  const names = new Set([id]);
  for (const name of names) {
    for (const stmt of all.filter((one) => assigns(one, name))) {
      if (!isPlain(stmt) || isSkipped(loop, stmt)) return null;
      for (const read of variablesIn(stmt)) if (all.some((one) => assigns(one, read))) names.add(read);
    }
  }
  const first = new Map<VarId, bigint>();
  let isAnew = true;
  for (const name of names) {
    const [init, ...others] = (pass.assignments.get(name) ?? []).filter(({ path }) => !path.includes(loop.id));
    const value =
      init?.stmt.kind === 'assign' && others.length === 0 && init.order < orderOf(pass, loop.id)
        ? constantOf(init.stmt.value)
        : null;
    if (init === undefined || value === null) return null;
    // a loop around comes here again with what they were last, which is among the same values if no turn was left in
    // its middle
    isAnew &&= isAnewAt(pass, loop.id, init);
    first.set(name, value);
  }
  if (!isAnew && someStmt(all, ({ kind }) => kind === 'jump')) return null;
  const list = all.filter((stmt) => [...names].some((name) => assigns(stmt, name)));
  const states: Env[] = [first];
  while (states.length < maxStates) {
    const next = after(list, names, states.at(-1) ?? first);
    if (next === null) return null;
    if ([...names].every((name) => next.get(name) === first.get(name))) return { states, isCycle: true, isAnew };
    states.push(next);
  }
  return { states, isCycle: false, isAnew };
}

function variablesIn(stmt: Stmt): readonly VarId[] {
  const inner = stmt.kind === 'branch' ? [...stmt.then, ...stmt.otherwise].flatMap(variablesIn) : [];
  return [
    ...inner,
    ...(stmt.kind === 'branch' ? freeVariables(stmt.when) : stmt.kind === 'assign' ? freeVariables(stmt.value) : []),
  ];
}

/** Its values, each once, where each always follows the same one. */
function cycleOf(states: readonly Env[], id: VarId): readonly bigint[] | null {
  const values = states.map((state) => state.get(id) ?? null);
  const period = values.findIndex((value, k) => k > 0 && value === values[0]);
  const cycle = period < 0 ? values : values.slice(0, period);
  const isRegular =
    values.length % cycle.length === 0 &&
    values.every((value, k) => value !== null && value === cycle[k % cycle.length]);
  return isRegular && new Set(cycle).size === cycle.length
    ? cycle.flatMap((value) => (value === null ? [] : [value]))
    : null;
}

/** Whether a place stands behind the update, or before it; null: in the middle. */
export const isPast = ({ first, last }: Update, order: number): boolean | null =>
  order < first ? false : order > last ? true : null;

/** Branches, and what assigns scalars from what is known. */
const isPlain = (stmt: Stmt): boolean =>
  stmt.kind === 'assign' || (stmt.kind === 'branch' && [...stmt.then, ...stmt.otherwise].every(isPlain));

/** What these hold behind the list; null: it does not follow from what they held before. */
function after(list: readonly Stmt[], names: ReadonlySet<VarId>, from: Env): Env | null {
  let now: Env = from;
  for (const stmt of list) {
    const before = now;
    const of = (expr: Expr): Expr | null =>
      substituted(expr, (inner, type) => {
        const value = before.get(inner);
        return value === undefined ? null : convert(int(value), type);
      });
    if (stmt.kind === 'branch') {
      const when = of(stmt.when);
      const next = when?.kind === 'bool' ? after(when.value ? stmt.then : stmt.otherwise, names, now) : null;
      if (next === null) return null;
      now = next;
    } else if (stmt.kind === 'assign' && names.has(stmt.target)) {
      const made = of(stmt.value);
      const value = made === null ? null : constantOf(made);
      if (value === null) return null;
      now = new Map(now).set(stmt.target, value);
    }
  }
  return now;
}

function sumOf([only, ...others]: readonly Stmt[], id: VarId): Update['sum'] {
  if (only?.kind !== 'assign' || others.length > 0) return null;
  const { value } = only;
  return value.kind === 'binary' &&
    (value.op === '+' || value.op === '-') &&
    value.left.kind === 'var' &&
    value.left.id === id
    ? { op: value.op, by: value.right }
    : null;
}
