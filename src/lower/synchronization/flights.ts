/**
 * Copies in flight across barriers [D30]: a copy of a thread may still touch its memory behind every barrier that stands between its issue and its wait. Here
 * the batches of a thread are counted turn by turn, which tells of each barrier which copies may be in flight there, by how many turns of their loop they are
 * older; their accesses are put behind the barrier once more, as what they were in that turn. So the prover needs no order but barriers for a ring of stages.
 *
 * Example: of `for (k = 0; k < n; k++) { wait_prior(1); barrier; use(s[k % 3]); copy(s[(k + 2) % 3]); commit; }` the copy of the turn before is in flight
 * at the barrier: behind it stands `if (k - start >= 1) copy(s[(k - 1 + 2) % 3])`.
 *
 * Over-approximating: conditions that cannot be said for the other turn are left out, and an address that cannot be said gives no answer.
 */
import type { StmtId, VarId } from '../../base/brand.ts';
import type { Expr } from '../../base/expr.ts';
import type { ScalarType } from '../../base/ctype.ts';
import type { Place, Stmt, StmtOf } from '../../ir/ir.ts';
import type { Mark } from './marks.ts';
import { freeVariables, mapExpr } from '../../base/expr-walk.ts';
import { int, truth, typeOf, variable } from '../../base/expr-build.ts';
import { bodiesOf, someStmt, targetOf } from '../../ir/walk.ts';
import { choose, combine, constantOf, convert } from '../expressions/constants.ts';
import { markAt } from './marks.ts';

type Copy = Extract<Mark, { kind: 'copy' }>;
/** `behind`: what stands behind each barrier; `before`: what stands before each loop. */
export type InFlight = Readonly<{ behind: ReadonlyMap<StmtId, readonly Stmt[]>; before: ReadonlyMap<StmtId, readonly Stmt[]> }>;
export type Fresh = Readonly<{ stmt: () => StmtId; scalar: (name: string, type: ScalarType) => VarId }>;

/** Turns that are followed one by one before it is given up that they become alike. */
const maxTurns = 24;
const maxBatches = 24;
/** Copies that are put behind barriers, of one kernel. */
const maxCopies = 256;

/**
 * `turn`: in which turn of its loop it was issued; `age`: how many turns ago, once that loop is left, or `turn` is that of a loop with a known number of
 * turns. `later`: batches committed since its own; null: it is in none. `ahead`: batches that are waited for up to its own.
 */
type Flight = Readonly<{ copy: StmtId; turn: number; isLeft: boolean; later: number | null; ahead: number }>;
/** `open`: batches not waited for, by what counts them; null: not one number on all ways. */
type State = Readonly<{ flights: ReadonlyMap<string, Flight>; open: ReadonlyMap<string, number | null> }>;

type Where = Readonly<{ order: number; path: readonly StmtId[]; stmt: Stmt }>;
/** A loop whose turns are followed; `last`: the number of its turns, where that is known. */
type Counted = Readonly<{ loop: StmtOf<'loop'>; counter: VarId; by: bigint; first: bigint | null; last: number | null; isAligned: boolean }>;
type Seen = Readonly<{ barrier: StmtId; flight: Flight; age: number; at: number; around: StmtId | null }>;

class GivenUp extends Error {}

type Pass = {
  readonly marks: ReadonlyMap<StmtId, Mark>;
  readonly where: ReadonlyMap<StmtId, Where>;
  readonly assignments: ReadonlyMap<VarId, readonly Where[]>;
  readonly counted: Map<StmtId, Counted>;
  readonly seen: Map<string, Seen>;
  /** Loops around, with the turn that is followed, and from which turn on all are alike. */
  readonly turns: { loop: StmtId; turn: number }[];
  readonly alikeFrom: Map<StmtId, number>;
  readonly fresh: Fresh;
};

/** What the copies `agents` (marks) do behind barriers; null: it is not known. */
export function inFlightBehind(body: readonly Stmt[], marks: ReadonlyMap<StmtId, Mark>, agents: ReadonlySet<StmtId>, fresh: Fresh): InFlight | null {
  const { where, assignments } = placed(body);
  const pass: Pass = { marks, where, assignments, counted: new Map(), seen: new Map(), turns: [], alikeFrom: new Map(), fresh };
  try {
    follow(pass, body, { flights: new Map(), open: new Map() });
    for (const id of agents) isOncePerInterval(pass, id);
    return repeated(pass, body, agents);
  } catch (reason) {
    if (reason instanceof GivenUp) return null;
    throw reason;
  }
}

function giveUp(): never {
  throw new GivenUp();
}

function placed(body: readonly Stmt[]): Readonly<{ where: ReadonlyMap<StmtId, Where>; assignments: ReadonlyMap<VarId, readonly Where[]> }> {
  const where = new Map<StmtId, Where>();
  const assignments = new Map<VarId, Where[]>();
  const walk = (list: readonly Stmt[], path: readonly StmtId[]): void => {
    for (const stmt of list) {
      const here = { order: where.size, path, stmt };
      where.set(stmt.id, here);
      const target = targetOf(stmt);
      if (target !== null) assignments.set(target, [...(assignments.get(target) ?? []), here]);
      for (const inner of bodiesOf(stmt)) walk(inner, [...path, stmt.id]);
    }
  };
  walk(body, []);
  return { where, assignments };
}

/** The state behind a list; null: nothing comes there. */
function follow(pass: Pass, list: readonly Stmt[], from: State): State | null {
  let state: State | null = from;
  for (const stmt of list) {
    if (state === null) return null;
    state = step(pass, stmt, state);
  }
  return state;
}

function step(pass: Pass, stmt: Stmt, state: State): State | null {
  const mark = markAt(pass.marks, stmt);
  if (mark !== null) return atMark(pass, stmt, mark, state);
  switch (stmt.kind) {
    case 'branch':
      return merged(follow(pass, stmt.then, state), follow(pass, stmt.otherwise, state));
    case 'call':
      return isIdle(pass, stmt) ? state : follow(pass, stmt.body, state);
    case 'loop':
      return aroundLoop(pass, stmt, state);
    case 'jump':
      if (state.flights.size > 0 || stmt.to !== 'exit') giveUp();
      return null;
    case 'barrier':
      for (const flight of state.flights.values()) see(pass, stmt.id, flight);
      return state;
    case 'atomic':
      // those of a copy of the block are said by its mark
      if (state.flights.size > 0) giveUp();
      return state;
    case 'fence':
      if (state.flights.size > 0) giveUp();
      return state;
    case 'unknown':
      if (stmt.synchronizes) giveUp();
      return state;
    case 'assign':
    case 'load':
    case 'store':
    case 'async':
    case 'lanes':
    case 'assert':
    case 'unknown-value':
      return state;
  }
}

function atMark(pass: Pass, stmt: Stmt, mark: Mark, state: State): State {
  switch (mark.kind) {
    case 'copy': {
      if (mark.by !== 'thread' || mark.doubt !== null) giveUp();
      const turn = pass.turns.at(-1)?.turn ?? 0;
      const flight: Flight = { copy: stmt.id, turn, isLeft: false, later: null, ahead: 0 };
      return { ...state, flights: new Map(state.flights).set(keyOf(flight), flight) };
    }
    case 'commit': {
      const count = state.open.has(mark.on) ? (state.open.get(mark.on) ?? null) : 0;
      const next = count === null || count >= maxBatches ? null : count + 1;
      const committed = ([key, flight]: readonly [string, Flight]): [string, Flight] => {
        if (copyOf(pass, flight).on !== mark.on) return [key, flight];
        return [key, flight.later === null ? { ...flight, later: 0, ahead: next ?? maxBatches } : { ...flight, later: Math.min(flight.later + 1, maxBatches) }];
      };
      return { flights: new Map([...state.flights].map(committed)), open: new Map(state.open).set(mark.on, next) };
    }
    case 'wait':
      return waited(pass, mark, state);
    case 'exact':
      if (typeof mark.op !== 'string' && state.flights.size > 0 && /^(?:init|arrive|await-phase)/.test(mark.op.kind)) giveUp();
      return state;
    case 'meet':
    case 'odd':
    case 'init':
    case 'arrive':
    case 'settle':
      if (state.flights.size > 0) giveUp();
      return state;
  }
}

/** PTX ISA, `cp.async.wait_group N`: all but the N latest batches are complete; a pipeline's `consumer_wait`: the oldest that was not waited for. */
function waited(pass: Pass, { on, keep }: Extract<Mark, { kind: 'wait' }>, state: State): State {
  const count = state.open.has(on) ? (state.open.get(on) ?? null) : 0;
  const flights = new Map<string, Flight>();
  for (const [key, flight] of state.flights) {
    if (copyOf(pass, flight).on !== on || flight.later === null || keep === null) flights.set(key, flight);
    else if (keep === 'oldest') {
      if (count === null || flight.ahead > 1) flights.set(key, { ...flight, ahead: Math.max(0, flight.ahead - 1) });
    } else if (flight.later < keep) flights.set(key, flight);
  }
  const left = keep === null ? count : keep === 'oldest' ? (count === null ? null : Math.max(0, count - 1)) : keep === 0 ? 0 : count === null ? null : Math.min(count, keep);
  return { flights, open: new Map(state.open).set(on, left) };
}

const keyOf = ({ copy, turn, isLeft }: Flight): string => `${copy} ${turn} ${isLeft}`;

function copyOf(pass: Pass, { copy }: Flight): Copy {
  const mark = pass.marks.get(copy);
  return mark?.kind === 'copy' ? mark : giveUp();
}

function merged(a: State | null, b: State | null): State | null {
  if (a === null || b === null) return a ?? b;
  const flights = new Map(a.flights);
  for (const [key, other] of b.flights) {
    const one = flights.get(key);
    flights.set(key, one === undefined ? other : { ...other, later: one.later === null || other.later === null ? null : Math.min(one.later, other.later), ahead: Math.max(one.ahead, other.ahead) });
  }
  const countOf = (state: State, on: string): number | null => (state.open.has(on) ? (state.open.get(on) ?? null) : 0);
  const open = new Map([...new Set([...a.open.keys(), ...b.open.keys()])].map((on) => [on, countOf(a, on) === countOf(b, on) ? countOf(a, on) : null] as const));
  return { flights, open };
}

/** Loops without a commit, wait or barrier issue copies of one batch: they are followed once. */
const isPlain = (pass: Pass, loop: Stmt): boolean => !someStmt([loop], (stmt) => {
  const mark = markAt(pass.marks, stmt);
  return stmt.kind === 'barrier' || stmt.kind === 'jump' || (mark !== null && mark.kind !== 'copy' && mark.kind !== 'exact');
});

/** Nothing of it matters for what is in flight; its jumps stay inside. */
const isIdle = (pass: Pass, inner: Stmt): boolean => isUnmarked(pass, inner) && !someStmt([inner], ({ kind }) => kind === 'barrier' || kind === 'atomic' || kind === 'fence');

const isUnmarked = (pass: Pass, inner: Stmt): boolean =>
  !someStmt([inner], (stmt) => markAt(pass.marks, stmt) !== null || (stmt.kind === 'unknown' && stmt.synchronizes) || (stmt.kind === 'jump' && stmt.to === 'exit'));

function aroundLoop(pass: Pass, loop: StmtOf<'loop'>, state: State): State {
  if (isIdle(pass, loop) || (state.flights.size === 0 && isUnmarked(pass, loop))) return state;
  if (isPlain(pass, loop)) {
    let now: State | null = state;
    for (const part of bodiesOf(loop)) now = now === null ? null : follow(pass, part, now);
    return merged(state, now) ?? state;
  }
  const counted = countedLoop(pass, loop);
  pass.counted.set(loop.id, counted);
  const turns = { loop: loop.id, turn: 0 };
  let head = state;
  let left: State | null = null;
  for (;; turns.turn++) {
    if (counted.last === null || turns.turn === counted.last) left = merged(left, leaving(pass, counted, turns.turn, head));
    if (turns.turn === counted.last) return left ?? giveUp();
    if (turns.turn > maxTurns) giveUp();
    pass.turns.push(turns);
    let now: State | null = head;
    for (const part of [loop.before, loop.body, loop.step]) now = now === null ? null : follow(pass, part, now);
    pass.turns.pop();
    if (now === null) giveUp();
    // around another loop that is followed, nothing may be in flight from one turn to the next
    if (hasCountedLoop(pass, loop) && now.flights.size > 0) giveUp();
    if (counted.last === null && agedText(pass, loop.id, turns.turn + 1, now) === agedText(pass, loop.id, turns.turn, head)) {
      pass.alikeFrom.set(loop.id, Math.min(turns.turn, pass.alikeFrom.get(loop.id) ?? turns.turn));
      return left ?? giveUp();
    }
    head = now;
  }
}

/** Whether another loop inside is followed turn by turn. */
const hasCountedLoop = (pass: Pass, loop: StmtOf<'loop'>): boolean => someStmt(bodiesOf(loop).flat(), (stmt) => stmt.kind === 'loop' && pass.counted.has(stmt.id));

/** Whether the flight's turns are those of this loop. */
const isOf = (pass: Pass, flight: Flight, loop: StmtId): boolean => !flight.isLeft && homeOf(pass, flight.copy)?.loop.id === loop;

/** The innermost loop around a copy that is followed turn by turn. */
function homeOf(pass: Pass, copy: StmtId): Counted | null {
  const path = pass.where.get(copy)?.path ?? [];
  return path.map((id) => pass.counted.get(id)).findLast((one) => one !== undefined) ?? null;
}

/** What the state is, with turns counted back from `now`. */
function agedText(pass: Pass, loop: StmtId, now: number, { flights, open }: State): string {
  const parts = [...flights.values()].map((flight) => `${flight.copy} ${isOf(pass, flight, loop) ? `-${now - flight.turn}` : flight.turn} ${flight.isLeft} ${flight.later} ${flight.ahead}`);
  return [...parts.sort(), ...[...open].map(([on, count]) => `${on} ${count}`).sort()].join('\n');
}

/** The state where the loop is left before turn `now`: turns become ages, unless it is known which they are. */
function leaving(pass: Pass, counted: Counted, now: number, state: State): State {
  const flights = new Map<string, Flight>();
  for (const flight of state.flights.values()) {
    const own = isOf(pass, flight, counted.loop.id) ? { ...flight, isLeft: true, turn: counted.last === null ? now - flight.turn : flight.turn } : flight;
    const key = keyOf(own);
    const known = flights.get(key);
    flights.set(key, known === undefined ? own : { ...own, later: known.later === null || own.later === null ? null : Math.min(known.later, own.later) });
  }
  return { ...state, flights };
}

function see(pass: Pass, barrier: StmtId, flight: Flight): void {
  const current = pass.turns.at(-1);
  const home = homeOf(pass, flight.copy);
  if (!flight.isLeft && home !== null && home.loop.id !== current?.loop) {
    // a loop further out: the copy is of its current turn
    if (pass.turns.find(({ loop }) => loop === home.loop.id)?.turn !== flight.turn) giveUp();
  }
  const age = flight.isLeft ? flight.turn : home?.loop.id === current?.loop && current !== undefined ? current.turn - flight.turn : 0;
  const at = current?.turn ?? 0;
  pass.seen.set(`${barrier} ${flight.copy} ${flight.isLeft} ${age} ${at}`, { barrier, flight, age, at, around: current?.loop ?? null });
}

/** A loop `for (k = …; …; k += c)` whose turns can be told apart by k. */
function countedLoop(pass: Pass, loop: StmtOf<'loop'>): Counted {
  if (!loop.testFirst) giveUp();
  for (const stmt of loop.step) {
    if (stmt.kind !== 'assign') continue;
    const by = stepOf(stmt.value, stmt.target);
    const all = pass.assignments.get(stmt.target) ?? [];
    const outside = all.filter(({ path }) => !path.includes(loop.id));
    const init = outside[0];
    if (by === null || by === 0n || all.length !== 2 || init === undefined || init.order > orderOf(pass, loop.id)) continue;
    const first = init.stmt.kind === 'assign' ? constantOf(init.stmt.value) : null;
    const isAligned = loop.body.some((one) => one.kind === 'barrier' && one.isStandIn !== true && (one.scope.kind === 'block' || one.scope.kind === 'grid'));
    return { loop, counter: stmt.target, by, first, last: first === null ? null : turnsOf(loop, stmt.target, first, by), isAligned };
  }
  return giveUp();
}

function stepOf(value: Expr, id: VarId): bigint | null {
  if (value.kind === 'cast') return null;
  if (value.kind !== 'binary' || (value.op !== '+' && value.op !== '-') || value.left.kind !== 'var' || value.left.id !== id) return null;
  const by = constantOf(value.right);
  return by === null ? null : value.op === '+' ? by : -by;
}

/** The number of turns, if the condition is about the counter and constants alone. */
function turnsOf(loop: StmtOf<'loop'>, counter: VarId, first: bigint, by: bigint): number | null {
  if (loop.before.length > 0 || someStmt(loop.body, ({ kind }) => kind === 'jump')) return null;
  for (let turn = 0; turn <= maxTurns; turn++) {
    const holds = substituted(loop.condition, (id, type) => (id === counter ? convert(int(first + by * BigInt(turn)), type) : null));
    if (holds?.kind !== 'bool') return null;
    if (!holds.value) return turn;
  }
  return null;
}

const orderOf = (pass: Pass, id: StmtId): number => pass.where.get(id)?.order ?? giveUp();

/** The expression with variables replaced, constants folded; null where one has no value. */
function substituted(expr: Expr, valueOf: (id: VarId, type: ScalarType) => Expr | null): Expr | null {
  let isKnown = true;
  const made = mapExpr(expr, (node) => {
    if (node.kind === 'var') {
      const value = valueOf(node.id, node.type);
      if (value === null) isKnown = false;
      return value ?? node;
    }
    if (node.kind === 'binary') return combine(node.op, node.left, node.right);
    if (node.kind === 'cast') return convert(node.operand, node.to);
    if (node.kind === 'select') return choose(node.when, node.then, node.otherwise);
    return node;
  });
  return isKnown ? made : null;
}

/** How long ago, in turns of its loop, an instance of a copy was issued, seen from a place; or in which turn, where that is known. */
type Instance = Readonly<{ pass: Pass; copy: StmtId; home: Counted | null; age: number | null; turn: number; behind: Where | null; /** plain loops around it, with their new counters */ renamed: Map<VarId, Expr> }>;

/** What a variable that the copy reads was then, in terms of what there is behind the barrier; null: not known. */
function valueThen(one: Instance, id: VarId, type: ScalarType, depth = 0): Expr | null {
  const { pass, home } = one;
  const renamed = one.renamed.get(id);
  if (renamed !== undefined) return renamed;
  const all = pass.assignments.get(id) ?? [];
  const [only] = all;
  if (only === undefined) return variable(id, type);
  if (depth > 16) return null;
  const atCopy = pass.where.get(one.copy) ?? giveUp();
  if (home !== null && id === home.counter) {
    if (one.age === null) return home.first === null ? null : convert(int(home.first + home.by * BigInt(one.turn)), type);
    return one.age === 0 ? variable(id, type) : convert(combine('-', variable(id, type), convert(int(home.by * BigInt(one.age)), type)), type);
  }
  const isInside = (where: Where): boolean => home !== null && where.path.includes(home.loop.id);
  const inside = all.filter(isInside);
  // what is assigned before the copy, in no other turn of what the copy is in, is what it was
  const isSteady = all.every((where) => where.order < atCopy.order && !isInside(where) && where.path.every((id) => !atCopy.path.includes(id) || pass.where.get(id)?.stmt.kind !== 'loop' || pass.counted.has(id)));
  if (isSteady) return variable(id, type);
  if (all.length === 1 && only.order < atCopy.order) {
    const isOnTheWay = only.path.every((id) => atCopy.path.includes(id) || pass.where.get(id)?.stmt.kind === 'call');
    return only.stmt.kind === 'assign' && isOnTheWay ? substituted(only.stmt.value, (inner, of) => valueThen(one, inner, of, depth + 1)) : null;
  }
  const [update] = inside;
  if (home === null || update === undefined || inside.length !== 1) return null;
  return carriedThen(one, { id, type, update, outside: all.filter((where) => !isInside(where)) }, depth);
}

type CarriedBy = Readonly<{ id: VarId; type: ScalarType; update: Where; outside: readonly Where[] }>;

/** A scalar that one statement in the body of the copy's loop changes in every turn: by adding what does not change, or to the next of few values. */
function carriedThen(one: Instance, { id, type, update, outside }: CarriedBy, depth: number): Expr | null {
  const { pass, home, age } = one;
  if (home === null || type.kind !== 'int' || update.stmt.kind !== 'assign') return null;
  const start = orderOf(pass, home.loop.id);
  const isStraight = update.path.at(-1) === home.loop.id && !home.loop.before.some(({ id: own }) => own === update.stmt.id);
  if (!isStraight || outside.some((where) => where.order > start)) return null;
  if (age === null) return afterTurns({ id, type, update, outside }, one.turn + (orderOf(pass, one.copy) > update.order ? 1 : 0));
  const done = (order: number): number => (order > update.order ? 1 : 0);
  const back = age + (one.behind?.path.includes(home.loop.id) === true ? done(one.behind.order) : 0) - done(orderOf(pass, one.copy));
  const { value } = update.stmt;
  const now = variable(id, type);
  if (back === 0) return now;
  if (value.kind === 'binary' && (value.op === '+' || value.op === '-') && value.left.kind === 'var' && value.left.id === id) {
    const by = substituted(value.right, (inner, of) => ((pass.assignments.get(inner) ?? []).every((where) => !where.path.includes(home.loop.id)) ? valueThen(one, inner, of, depth + 1) : null));
    if (by === null || freeVariables(value.right).has(id)) return null;
    return convert(combine(value.op === '+' ? '-' : '+', now, combine('*', convert(by, type), convert(int(back), type))), type);
  }
  return amongFew({ id, type, update, outside }, back);
}

/** What it is after so many changes. */
function afterTurns({ id, type, update, outside }: CarriedBy, changes: number): Expr | null {
  const [init] = outside;
  if (outside.length !== 1 || init?.stmt.kind !== 'assign' || update.stmt.kind !== 'assign') return null;
  let now = constantOf(init.stmt.value);
  for (let k = 0; k < changes && now !== null; k++) {
    const value = now;
    const next = substituted(update.stmt.value, (inner, of) => (inner === id ? convert(int(value), of) : null));
    now = next === null ? null : constantOf(next);
  }
  return now === null ? null : convert(int(now), type);
}

/** Of a scalar that takes few values in turn, over and over: the one that came so many before the one that it has. */
function amongFew({ id, type, update, outside }: CarriedBy, back: number): Expr | null {
  const [init] = outside;
  const first = outside.length === 1 && init?.stmt.kind === 'assign' ? constantOf(init.stmt.value) : null;
  if (first === null || back < 0 || update.stmt.kind !== 'assign') return null;
  const values = [first];
  for (;;) {
    const last = values.at(-1) ?? first;
    const next: Expr | null = substituted(update.stmt.value, (inner, of) => (inner === id ? convert(int(last), of) : null));
    const value = next === null ? null : constantOf(next);
    if (value === null || values.length > 16) return null;
    if (value === first) break;
    if (values.includes(value)) return null;
    values.push(value);
  }
  const now = variable(id, type);
  const before = (k: number): Expr => convert(int(values[(((k - back) % values.length) + values.length) % values.length] ?? first), type);
  return values.slice(1).reduce<Expr>((rest, value, k) => choose(combine('==', now, convert(int(value), type)), before(k + 1), rest), before(0));
}

/**
 * One statement's copies in one interval are one thread's apart: in turns of a plain loop by a subscript that moves on; in turns that are followed, by a
 * barrier in each of them, or by where they are.
 */
function isOncePerInterval(pass: Pass, copy: StmtId): void {
  const at = pass.where.get(copy) ?? giveUp();
  const mark = pass.marks.get(copy);
  if (mark?.kind !== 'copy') giveUp();
  const home = homeOf(pass, copy);
  const loops = at.path.flatMap((id) => {
    const stmt = pass.where.get(id)?.stmt;
    return stmt?.kind === 'loop' && !pass.counted.has(id) ? [stmt] : [];
  });
  if (loops.length > 1) giveUp();
  const [plain] = loops;
  if (plain !== undefined && !movesOn(pass, plain, mark)) giveUp();
  if (home === null || home.isAligned) return;
  if (home.last === null || plain !== undefined) giveUp();
  const { place } = mark;
  if (place === null) giveUp();
  const placesAt = Array.from({ length: home.last }, (_, turn) => {
    const one: Instance = { pass, copy, home, age: null, turn, behind: null, renamed: new Map() };
    return place.subscripts.map(({ index }) => substituted(index, (id, type) => valueThen(one, id, type)) ?? giveUp());
  });
  const textOf = (expr: Expr): string => JSON.stringify(expr, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));
  for (const [k, first] of placesAt.entries()) {
    for (const second of placesAt.slice(k + 1)) {
      let distance = 0n;
      for (const [n, { stride }] of place.subscripts.entries()) {
        const [a, b] = [first[n], second[n]];
        if (a === undefined || b === undefined) giveUp();
        const [x, y] = [constantOf(a), constantOf(b)];
        if (x !== null && y !== null) distance += (x - y) * BigInt(stride);
        else if (textOf(a) !== textOf(b)) giveUp();
      }
      if ((distance < 0n ? -distance : distance) < BigInt(place.bytes)) giveUp();
    }
  }
}

/** Whether the copies of the turns of a plain loop are apart: one subscript has its counter as a term, and the others nothing that changes in it. */
function movesOn(pass: Pass, loop: StmtOf<'loop'>, { place }: Copy): boolean {
  if (place === null) return false;
  return loop.step.some((stmt) => {
    if (stmt.kind !== 'assign') return false;
    const all = (pass.assignments.get(stmt.target) ?? []).filter(({ path }) => path.includes(loop.id));
    const { value } = stmt;
    const by = value.kind === 'binary' && value.op === '+' && value.left.kind === 'var' && value.left.id === stmt.target ? value.right : null;
    if (all.length !== 1 || by === null || !isPositive(by)) return false;
    const changes = (id: VarId): boolean => (pass.assignments.get(id) ?? []).some(({ path }) => path.includes(loop.id));
    let found = 0;
    for (const { index, stride } of place.subscripts) {
      const coefficient = countOf(pass, index, stmt.target, changes);
      if (coefficient === null || (coefficient === 1 && stride < place.bytes)) return false;
      found += coefficient;
    }
    return found === 1;
  });
}

/** How often a sum has the counter as a term, and nothing else that changes; null: it is no such sum. */
function countOf(pass: Pass, expr: Expr, counter: VarId, changes: (id: VarId) => boolean): number | null {
  if (![...freeVariables(expr)].some(changes)) return 0;
  if (expr.kind === 'cast') return countOf(pass, expr.operand, counter, changes);
  if (expr.kind === 'var') {
    if (expr.id === counter) return 1;
    const all = pass.assignments.get(expr.id) ?? [];
    const [only] = all;
    return all.length === 1 && only?.stmt.kind === 'assign' ? countOf(pass, only.stmt.value, counter, changes) : null;
  }
  if (expr.kind !== 'binary' || expr.op !== '+') return null;
  const [left, right] = [countOf(pass, expr.left, counter, changes), countOf(pass, expr.right, counter, changes)];
  return left === null || right === null ? null : left + right;
}

function isPositive(expr: Expr): boolean {
  if (expr.kind === 'cast') return isPositive(expr.operand);
  const known = constantOf(expr);
  if (known !== null) return known > 0n;
  return expr.kind === 'builtin' ? expr.name.startsWith('blockDim') : expr.kind === 'binary' && expr.op === '*' && isPositive(expr.left) && isPositive(expr.right);
}

/** What was seen, as statements behind the barriers. */
function repeated(pass: Pass, body: readonly Stmt[], agents: ReadonlySet<StmtId>): InFlight {
  const behind = new Map<StmtId, Stmt[]>();
  const starts = new Map<StmtId, VarId>();
  const before = new Map<StmtId, Stmt[]>();
  const groups = new Map<string, Seen[]>();
  for (const seen of pass.seen.values()) {
    if (!agents.has(seen.flight.copy)) continue;
    const key = `${seen.barrier} ${seen.flight.copy} ${seen.flight.isLeft} ${seen.age}`;
    groups.set(key, [...(groups.get(key) ?? []), seen]);
  }
  if (groups.size > maxCopies) giveUp();
  const turnNow = (counted: Counted, like: Stmt): Expr => {
    let start = starts.get(counted.loop.id);
    const type = typeOf(variable(counted.counter, counterType(counted)));
    if (start === undefined) {
      start = pass.fresh.scalar('start', type);
      starts.set(counted.loop.id, start);
      before.set(counted.loop.id, [{ kind: 'assign', id: pass.fresh.stmt(), span: like.span, source: like.source, target: start, value: variable(counted.counter, type) }]);
    }
    const [now, first] = [variable(counted.counter, type), variable(start, type)];
    return counted.by > 0n ? combine('-', now, first) : combine('-', first, now);
  };
  for (const group of groups.values()) {
    const [seen] = group;
    if (seen === undefined) continue;
    const { barrier, flight, age, around } = seen;
    const at = pass.where.get(barrier) ?? giveUp();
    const home = homeOf(pass, flight.copy);
    const isKnownTurn = home !== null && home.last !== null;
    const conditions: Expr[] = [];
    const counted = around === null ? undefined : pass.counted.get(around);
    const width = (one: Counted): bigint => (one.by > 0n ? one.by : -one.by);
    const bound = (one: Counted, turn: number): Expr => convert(int(BigInt(turn) * width(one)), counterType(one));
    if (home !== null && !isKnownTurn && age > 0) conditions.push(combine('>=', turnNow(home, at.stmt), bound(home, age)));
    const isOfLoop = !flight.isLeft && home !== null && home.loop.id === around;
    if (counted !== undefined && !isOfLoop) {
      // from before the loop, or from another turn than its own: in flight in these turns only
      const from = pass.alikeFrom.get(counted.loop.id);
      const last = Math.max(...group.map((one) => one.at));
      if (from === undefined || last < from) conditions.push(combine('<=', turnNow(counted, at.stmt), bound(counted, last)));
    }
    const one: Instance = { pass, copy: flight.copy, home, age: isKnownTurn ? null : age, turn: flight.turn, behind: at, renamed: new Map() };
    const copied = cloned(one, body);
    const when = conditions.reduce<Expr>((all, condition) => combine('&&', all, condition), truth(true));
    behind.set(barrier, [...(behind.get(barrier) ?? []), { kind: 'branch', id: pass.fresh.stmt(), span: at.stmt.span, source: at.stmt.source, when, then: copied, otherwise: [], isStandIn: true }]);
  }
  return { behind, before };
}

function counterType({ counter, loop }: Counted): ScalarType {
  for (const stmt of loop.step) if (stmt.kind === 'assign' && stmt.target === counter) return typeOf(stmt.value);
  return giveUp();
}

/** The copy's accesses, with what leads to them. */
function cloned(one: Instance, list: readonly Stmt[]): readonly Stmt[] {
  const { pass } = one;
  const mark = pass.marks.get(one.copy);
  if (mark?.kind !== 'copy') return giveUp();
  const at = pass.where.get(one.copy) ?? giveUp();
  const valueOf = (expr: Expr): Expr | null => substituted(expr, (id, type) => valueThen(one, id, type));
  return list.flatMap((stmt): readonly Stmt[] => {
    if (mark.own.has(stmt.id)) return ownStep(one, stmt);
    if (!at.path.includes(stmt.id)) return [];
    const step = { id: pass.fresh.stmt(), span: stmt.span, source: stmt.source };
    if (stmt.kind === 'branch') {
      const [then, otherwise] = [cloned(one, stmt.then), cloned(one, stmt.otherwise)];
      const when = valueOf(stmt.when);
      return when === null ? [...then, ...otherwise] : [{ ...stmt, ...step, when, then, otherwise }];
    }
    if (stmt.kind === 'loop' && !pass.counted.has(stmt.id)) return plainLoop(one, stmt);
    return cloned(one, bodiesOf(stmt).flat());
  });
}

/** A loop without batches of its own, with a counter of its own. */
function plainLoop(one: Instance, loop: StmtOf<'loop'>): readonly Stmt[] {
  const { pass } = one;
  const steps = loop.step.flatMap((stmt) => (stmt.kind === 'assign' ? [stmt] : []));
  const [step] = steps;
  if (step === undefined || steps.length !== 1 || loop.step.length !== 1 || loop.before.length > 0 || !loop.testFirst) return giveUp();
  const all = pass.assignments.get(step.target) ?? [];
  const inits = all.filter(({ path }) => !path.includes(loop.id));
  const [init] = inits;
  if (all.length !== 2 || init?.stmt.kind !== 'assign' || init.order > orderOf(pass, loop.id)) return giveUp();
  const valueOf = (expr: Expr): Expr => substituted(expr, (id, type) => valueThen(one, id, type)) ?? giveUp();
  const type = typeOf(step.value);
  const first = valueOf(init.stmt.value);
  const counter = pass.fresh.scalar('copied', type);
  one.renamed.set(step.target, variable(counter, type));
  const made = (): Pick<Stmt, 'id' | 'span' | 'source'> => ({ id: pass.fresh.stmt(), span: loop.span, source: loop.source });
  return [
    { kind: 'assign', ...made(), target: counter, value: first },
    { kind: 'loop', ...made(), before: [], condition: valueOf(loop.condition), body: cloned(one, loop.body), step: [{ kind: 'assign', ...made(), target: counter, value: valueOf(step.value) }], testFirst: true },
  ];
}

/** A statement of the copy itself; its scalars are new ones. */
function ownStep(one: Instance, stmt: Stmt): readonly Stmt[] {
  const { pass } = one;
  const step = { id: pass.fresh.stmt(), span: stmt.span, source: stmt.source };
  const valueOf = (expr: Expr): Expr => substituted(expr, (id, type) => valueThen(one, id, type)) ?? giveUp();
  const placeOf = (place: Place): Place => ({ ...place, subscripts: place.subscripts.map((subscript) => ({ ...subscript, index: valueOf(subscript.index) })) });
  const targetNow = (id: VarId, type: ScalarType): VarId => {
    const known = one.renamed.get(id);
    if (known?.kind === 'var') return known.id;
    const made = pass.fresh.scalar('copied', type);
    one.renamed.set(id, variable(made, type));
    return made;
  };
  switch (stmt.kind) {
    case 'load': {
      const place = placeOf(stmt.place);
      return [{ ...stmt, ...step, place, target: targetNow(stmt.target, stmt.place.type), copy: inFlight }];
    }
    case 'store':
      return [{ ...stmt, ...step, place: placeOf(stmt.place), value: valueOf(stmt.value), copy: inFlight }];
    case 'assign': {
      const value = valueOf(stmt.value);
      return [{ ...stmt, ...step, value, target: targetNow(stmt.target, typeOf(stmt.value)) }];
    }
    case 'loop': {
      const before = stmt.before.flatMap((inner) => ownStep(one, inner));
      const condition = valueOf(stmt.condition);
      return [{ ...stmt, ...step, before, condition, body: stmt.body.flatMap((inner) => ownStep(one, inner)), step: stmt.step.flatMap((inner) => ownStep(one, inner)) }];
    }
    case 'branch':
      return [{ ...stmt, ...step, when: valueOf(stmt.when), then: stmt.then.flatMap((inner) => ownStep(one, inner)), otherwise: stmt.otherwise.flatMap((inner) => ownStep(one, inner)) }];
    case 'unknown':
    case 'async':
      return [];
    default:
      return giveUp();
  }
}

/** Of the accesses of copies that may be in flight: their own thread's accesses are not ordered with them either. */
export const inFlight = { by: 'thread', isInFlight: true } as const;
