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
import type { Stmt, StmtOf } from '../../ir/ir.ts';
import type { Copy, Counted, Flight, Fresh, InFlight, Pass, Seen, State, Where } from './flight-pass.ts';
import type { Instance } from './flight-values.ts';
import type { Mark } from './marks.ts';
import { i32 } from '../../base/ctype.ts';
import { int, truth, typeOf, variable } from '../../base/expr-build.ts';
import { bodiesOf, mapStmts, someStmt, targetOf } from '../../ir/walk.ts';
import { combine, constantOf, convert } from '../expressions/constants.ts';
import { GivenUp, counterType, giveUp, homeOf, maxBatches, maxCopies, maxTurns, orderOf, substituted, through } from './flight-pass.ts';
import { cloned, isOncePerInterval } from './flight-copies.ts';
import { markAt } from './marks.ts';

/** What the copies `agents` (marks) do behind barriers; null: it is not known. */
export function inFlightBehind(body: readonly Stmt[], marks: ReadonlyMap<StmtId, Mark>, agents: ReadonlySet<StmtId>, fresh: Fresh): InFlight | null {
  const { where, assignments } = placed(body);
  const pass: Pass = { marks, where, assignments, counted: new Map(), seen: new Map(), turns: [], breaks: [], alikeFrom: new Map(), fresh };
  try {
    follow(pass, body, { flights: new Map(), open: new Map() });
    for (const id of agents) isOncePerInterval(pass, id);
    return repeated(pass, body, agents);
  } catch (reason) {
    if (reason instanceof GivenUp) return null;
    throw reason;
  }
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
const follow = (pass: Pass, list: readonly Stmt[], from: State): State | null => through(list, from, (stmt, state) => step(pass, stmt, state));

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
      if (stmt.to === 'break') pass.breaks.at(-1)?.push(state);
      else if (state.flights.size > 0 || stmt.to !== 'exit') giveUp();
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
    pass.breaks.push([]);
    let now: State | null = head;
    for (const part of [loop.before, loop.body, loop.step]) now = now === null ? null : follow(pass, part, now);
    pass.turns.pop();
    for (const broken of pass.breaks.pop() ?? []) left = merged(left, leftInTheMiddle(pass, loop.id, broken));
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

/** What the state is, with turns counted back from `now`. */
function agedText(pass: Pass, loop: StmtId, now: number, { flights, open }: State): string {
  const parts = [...flights.values()].map((flight) => `${flight.copy} ${isOf(pass, flight, loop) ? `-${now - flight.turn}` : flight.turn} ${flight.isLeft} ${flight.later ?? 'none'} ${flight.ahead}`);
  return [...parts.sort(), ...[...open].map(([on, count]) => `${on} ${count ?? 'unknown'}`).sort()].join('\n');
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

/** The state where a turn is left before its end: of which turn the copies were is not said. */
function leftInTheMiddle(pass: Pass, loop: StmtId, state: State): State {
  const flights = new Map([...state.flights.values()].map((flight) => {
    const own: Flight = isOf(pass, flight, loop) ? { ...flight, isLeft: true, turn: noTurn } : flight;
    return [keyOf(own), own] as const;
  }));
  return { ...state, flights };
}

const noTurn = -1;

function see(pass: Pass, barrier: StmtId, flight: Flight): void {
  const current = pass.turns.at(-1);
  const home = homeOf(pass, flight.copy);
  if (flight.turn === noTurn) giveUp();
  if (!flight.isLeft && home !== null && home.loop.id !== current?.loop) {
    // a loop further out: the copy is of its current turn
    if (pass.turns.find(({ loop }) => loop === home.loop.id)?.turn !== flight.turn) giveUp();
  }
  const age = flight.isLeft ? flight.turn : home?.loop.id === current?.loop && current !== undefined ? current.turn - flight.turn : 0;
  const at = current?.turn ?? 0;
  pass.seen.set(`${barrier} ${flight.copy} ${flight.isLeft} ${age} ${at}`, { barrier, flight, age, at, around: current?.loop ?? null });
}

/** A loop `for (k = …; …; k += c)` whose turns can be told apart by k; others get a counter of their own. */
function countedLoop(pass: Pass, loop: StmtOf<'loop'>): Counted {
  if (!loop.testFirst) giveUp();
  const isAligned = loop.body.some((one) => one.kind === 'barrier' && one.isStandIn !== true && (one.scope.kind === 'block' || one.scope.kind === 'grid'));
  for (const stmt of loop.step) {
    if (stmt.kind !== 'assign') continue;
    const by = stepOf(stmt.value, stmt.target);
    const all = pass.assignments.get(stmt.target) ?? [];
    const outside = all.filter(({ path }) => !path.includes(loop.id));
    const init = outside[0];
    if (by === null || by === 0n || all.length !== 2 || init === undefined || init.order > orderOf(pass, loop.id)) continue;
    const first = init.stmt.kind === 'assign' ? constantOf(init.stmt.value) : null;
    return { loop, counter: stmt.target, by, first, last: first === null ? null : turnsOf(loop, stmt.target, first, by), isAligned, isMade: false };
  }
  return { loop, counter: pass.fresh.scalar('turn', i32), by: 1n, first: 0n, last: null, isAligned, isMade: true };
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
  const steps = new Map<StmtId, Stmt[]>();
  const turnNow = (counted: Counted, like: Stmt): Expr => {
    if (counted.isMade) return variable(counted.counter, i32);
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
  for (const { loop: { id, span, source }, counter, isMade } of pass.counted.values()) {
    if (!isMade) continue;
    const counting = (value: Expr): Stmt => ({ kind: 'assign', id: pass.fresh.stmt(), span, source, target: counter, value });
    before.set(id, [counting(int(0))]);
    steps.set(id, [counting(combine('+', variable(counter, i32), int(1)))]);
  }
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
  return { behind, before, steps };
}

/** With what copies in flight do behind barriers. */
export function withFlights(body: readonly Stmt[], { behind, before, steps }: InFlight): readonly Stmt[] {
  const stepped = (stmt: Stmt): Stmt => (stmt.kind === 'loop' && steps.has(stmt.id) ? { ...stmt, step: [...stmt.step, ...(steps.get(stmt.id) ?? [])] } : stmt);
  return mapStmts(body, (stmt) => [...(before.get(stmt.id) ?? []), stepped(stmt), ...(behind.get(stmt.id) ?? [])]);
}
