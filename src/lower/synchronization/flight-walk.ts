/**
 * The walk that counts the batches of a thread (flights.ts): statement by statement, with several states where
 * conditions tell ways apart (flight-facts.ts), and turn by turn through loops, until two turns leave the same copies
 * under way with the same ages. What is seen at barriers on the way is kept in the pass. Over-approximating: a way of a
 * run is one that is walked.
 */
import type { StmtId, VarId } from '../../base/brand.ts';
import type { Copy, Counted, Flight, Pass, State } from './flight-pass.ts';
import type { Mark } from './marks.ts';
import type { Stmt, StmtOf } from '../../ir/ir.ts';
import { assertNever } from '../../base/invariant.ts';
import { typeOf } from '../../base/expr-build.ts';
import { freeVariables } from '../../base/expr-walk.ts';
import { assignedFacts, assumed, commonFacts, enteredFacts, factsText, forgotten, noFacts } from './flight-facts.ts';
import { bodiesOf, eachStmt, leavesCall, someStmt, targetOf } from '../../ir/walk.ts';
import { countedLoop } from './flight-loops.ts';
import { giveUp, homeOf, maxBatches, maxTurns } from './flight-pass.ts';
import { assignedWithMarks, markAt, targetOfMark } from './marks.ts';

export const atEntry: State = { flights: new Map(), open: new Map(), facts: noFacts };

/** Ways that are told apart; where there are more, one state stands for all. */
const maxStates = 12;
/** Turns of a loop after which nothing is told apart by conditions any more. */
const maxTold = 8;

/** The states behind a list, none: nothing comes there. */
export function follow(pass: Pass, list: readonly Stmt[], from: readonly State[]): readonly State[] {
  let states = from;
  for (const stmt of list) {
    if (states.length === 0) return states;
    states = joined(states.flatMap((state) => step(pass, stmt, state)));
  }
  return states;
}

function step(pass: Pass, stmt: Stmt, state: State): readonly State[] {
  if (pass.stepsLeft-- === 0) giveUp();
  const mark = markAt(pass.marks, stmt);
  if (mark !== null) {
    const target = targetOfMark(mark);
    return [
      atMark(pass, stmt, mark, target === null ? state : { ...state, facts: assignedFacts(state.facts, target, null) }),
    ];
  }
  switch (stmt.kind) {
    case 'branch':
      return atBranch(pass, stmt, state);
    case 'call':
      return isIdle(pass, stmt) ? [skipped(pass, stmt, state)] : throughCall(pass, stmt, state);
    case 'loop':
      return aroundLoop(pass, stmt, state);
    case 'jump':
      return atJump(pass, stmt, state);
    case 'barrier':
      for (const flight of state.flights.values()) see(pass, stmt.id, flight);
      return [assigned(state, stmt)];
    case 'atomic':
      // those of a copy of the block are said by its mark
      if (state.flights.size > 0) giveUp();
      return [assigned(state, stmt)];
    case 'fence':
      if (state.flights.size > 0) giveUp();
      return [state];
    case 'unknown':
      if (stmt.synchronizes) giveUp();
      return [state];
    case 'assign':
    case 'load':
    case 'lanes':
    case 'async':
    case 'unknown-value':
      return [assigned(state, stmt)];
    case 'store':
    case 'assert':
      return [state];
    default:
      return assertNever(stmt);
  }
}

function assigned(state: State, stmt: Stmt): State {
  const target = targetOf(stmt);
  return target === null
    ? state
    : { ...state, facts: assignedFacts(state.facts, target, stmt.kind === 'assign' ? stmt.value : null) };
}

/** What is not followed changes scalars. */
const skipped = (pass: Pass, stmt: Stmt, state: State): State => ({
  ...state,
  facts: forgotten(state.facts, changedBy(pass, stmt)),
});

function changedBy(pass: Pass, stmt: Stmt): ReadonlySet<VarId> {
  let found = pass.changed.get(stmt.id);
  if (found === undefined) {
    found = assignedWithMarks([stmt], pass.marks);
    pass.changed.set(stmt.id, found);
  }
  return found;
}

function atBranch(pass: Pass, stmt: StmtOf<'branch'>, state: State): readonly State[] {
  const sides = (
    [
      [stmt.then, true],
      [stmt.otherwise, false],
    ] as const
  ).flatMap(([list, is]) => {
    const facts = assumed(stmt.when, is, state.facts);
    return facts === null ? [] : [...follow(pass, list, [{ ...state, facts }])];
  });
  // copies alone tell no ways apart: they are in one batch or the other with all that is beside them
  const [first, ...others] = sides;
  return first !== undefined && onlyCopies(pass, stmt) ? [others.reduce(merged, first)] : sides;
}

function throughCall(pass: Pass, stmt: StmtOf<'call'>, state: State): readonly State[] {
  pass.returns.push([]);
  const end = follow(pass, stmt.body, [state]);
  return [...end, ...(pass.returns.pop() ?? [])];
}

function atJump(pass: Pass, { to }: StmtOf<'jump'>, state: State): readonly State[] {
  const waiting =
    to === 'break'
      ? pass.breaks.at(-1)
      : to === 'continue'
        ? pass.continues.at(-1)
        : to === 'return'
          ? pass.returns.at(-1)
          : undefined;
  if (waiting !== undefined) waiting.push(state);
  else if (state.flights.size > 0 || to !== 'exit') giveUp();
  return [];
}

function atMark(pass: Pass, stmt: Stmt, mark: Mark, state: State): State {
  switch (mark.kind) {
    case 'copy': {
      if (mark.by !== 'thread' || mark.doubt !== null) giveUp();
      const home = homeOf(pass, stmt.id);
      const turn = pass.turns.find(({ loop }) => loop === home?.loop.id)?.turn ?? 0;
      const flight: Flight = { copy: stmt.id, turn, isLeft: false, later: null, ahead: 0 };
      return { ...state, flights: new Map(state.flights).set(keyOf(flight), flight) };
    }
    case 'commit': {
      const count = state.open.has(mark.on) ? (state.open.get(mark.on) ?? null) : 0;
      const next = count === null || count >= maxBatches ? null : count + 1;
      const committed = ([key, flight]: readonly [string, Flight]): [string, Flight] => {
        if (copyOf(pass, flight).on !== mark.on) return [key, flight];
        return [
          key,
          flight.later === null
            ? { ...flight, later: 0, ahead: next ?? maxBatches }
            : { ...flight, later: Math.min(flight.later + 1, maxBatches) },
        ];
      };
      return {
        ...state,
        flights: new Map([...state.flights].map(committed)),
        open: new Map(state.open).set(mark.on, next),
      };
    }
    case 'wait':
      return waited(pass, mark, state);
    case 'exact':
      if (typeof mark.op !== 'string' && state.flights.size > 0 && /^(?:init|arrive|await-phase)/.test(mark.op.kind))
        giveUp();
      return state;
    case 'meet':
    case 'odd':
    case 'init':
    case 'arrive':
    case 'settle':
      if (state.flights.size > 0) giveUp();
      return state;
    default:
      return assertNever(mark);
  }
}

/**
 * PTX ISA, `cp.async.wait_group N`: all but the N latest batches are complete; a pipeline's `consumer_wait`: the oldest
 * that was not waited for.
 */
function waited(pass: Pass, { on, keep }: Extract<Mark, { kind: 'wait' }>, state: State): State {
  const count = state.open.has(on) ? (state.open.get(on) ?? null) : 0;
  const flights = new Map<string, Flight>();
  for (const [key, flight] of state.flights) {
    if (copyOf(pass, flight).on !== on || flight.later === null || keep === null) flights.set(key, flight);
    else if (keep === 'oldest') {
      if (count === null || flight.ahead > 1) flights.set(key, { ...flight, ahead: Math.max(0, flight.ahead - 1) });
    } else if (flight.later < keep) flights.set(key, flight);
  }
  const left =
    keep === null
      ? count
      : keep === 'oldest'
        ? count === null
          ? null
          : Math.max(0, count - 1)
        : keep === 0
          ? 0
          : count === null
            ? null
            : Math.min(count, keep);
  return { ...state, flights, open: new Map(state.open).set(on, left) };
}

const keyOf = ({ copy, turn, isLeft }: Flight): string => `${copy} ${turn} ${isLeft}`;

function copyOf(pass: Pass, { copy }: Flight): Copy {
  const mark = pass.marks.get(copy);
  return mark?.kind === 'copy' ? mark : giveUp();
}

// States --------------------------------------------------------------------------------------------------------------

/** One state for ways that leave the same under way; one for all if there are too many. */
function joined(states: readonly State[]): readonly State[] {
  const [first, ...others] = states;
  if (first === undefined || others.length === 0) return states;
  const groups = new Map<string, State>();
  for (const state of states) {
    const text = flightsText(state);
    const known = groups.get(text);
    groups.set(text, known === undefined ? state : { ...state, facts: commonFacts(known.facts, state.facts) });
  }
  return groups.size <= maxStates ? [...groups.values()] : [others.reduce(merged, first)];
}

const flightText = ({ copy, turn, isLeft, later, ahead }: Flight, age: string = `${turn}`): string =>
  `${copy} ${age} ${isLeft} ${later ?? 'none'} ${ahead}`;

function flightsText(
  { flights, open }: State,
  textOf: (flight: Flight) => string = (flight) => flightText(flight),
): string {
  return [
    ...[...flights.values()].map(textOf).sort(),
    ...[...open].map(([on, count]) => `${on} ${count ?? 'unknown'}`).sort(),
  ].join('\n');
}

function merged(a: State, b: State): State {
  const flights = new Map(a.flights);
  for (const [key, other] of b.flights) {
    const one = flights.get(key);
    flights.set(key, one === undefined ? other : together(one, other));
  }
  const countOf = (state: State, on: string): number | null => (state.open.has(on) ? (state.open.get(on) ?? null) : 0);
  const open = new Map(
    [...new Set([...a.open.keys(), ...b.open.keys()])].map(
      (on) => [on, countOf(a, on) === countOf(b, on) ? countOf(a, on) : null] as const,
    ),
  );
  return { flights, open, facts: commonFacts(a.facts, b.facts) };
}

const together = (one: Flight, other: Flight): Flight => ({
  ...other,
  later: one.later === null || other.later === null ? null : Math.min(one.later, other.later),
  ahead: Math.max(one.ahead, other.ahead),
});

// Loops ---------------------------------------------------------------------------------------------------------------

/** Loops without a commit, wait or barrier issue copies of one batch: they are followed once. */
const isPlain = (pass: Pass, loop: Stmt): boolean =>
  onlyCopies(pass, loop) && !someStmt([loop], ({ kind }) => kind === 'jump');

const onlyCopies = (pass: Pass, inner: Stmt): boolean =>
  !someStmt([inner], (stmt) => {
    const mark = markAt(pass.marks, stmt);
    return (
      stmt.kind === 'barrier' ||
      stmt.kind === 'jump' ||
      (mark !== null && mark.kind !== 'copy' && mark.kind !== 'exact')
    );
  });

/** Nothing of it matters for what is in flight; its jumps stay inside. */
const isIdle = (pass: Pass, inner: Stmt): boolean =>
  isUnmarked(pass, inner) &&
  !someStmt([inner], ({ kind }) => kind === 'barrier' || kind === 'atomic' || kind === 'fence');

const isUnmarked = (pass: Pass, inner: Stmt): boolean =>
  !leavesCall(inner) &&
  !someStmt(
    [inner],
    (stmt) =>
      markAt(pass.marks, stmt) !== null ||
      (stmt.kind === 'unknown' && stmt.synchronizes) ||
      (stmt.kind === 'jump' && stmt.to === 'exit'),
  );

function aroundLoop(pass: Pass, loop: StmtOf<'loop'>, state: State): readonly State[] {
  const changed = changedBy(pass, loop);
  if (isIdle(pass, loop) || (state.flights.size === 0 && isUnmarked(pass, loop))) return [skipped(pass, loop, state)];
  if (isPlain(pass, loop)) {
    const from = skipped(pass, loop, state);
    const now = bodiesOf(loop).reduce<readonly State[]>((states, part) => follow(pass, part, states), [from]);
    return [now.reduce(merged, from)];
  }
  const counted = countedLoop(pass, loop);
  pass.counted.set(loop.id, counted);
  const facts =
    counted.last === null
      ? enteredFacts(state.facts, {
          changed,
          asked: askedIn(pass, loop),
          typeOfVariable: (id) => pass.types.get(id) ?? null,
        })
      : state.facts;
  return turnByTurn(pass, counted, { ...state, facts });
}

/** The scalars that conditions of the loop, and bools that it assigns, are about. */
function askedIn(pass: Pass, loop: StmtOf<'loop'>): ReadonlySet<VarId> {
  const known = pass.asked.get(loop.id);
  if (known !== undefined) return known;
  const asked = new Set<VarId>();
  eachStmt([loop], (stmt) => {
    const condition =
      stmt.kind === 'loop'
        ? stmt.condition
        : stmt.kind === 'branch'
          ? stmt.when
          : stmt.kind === 'assign' && typeOf(stmt.value).kind === 'bool'
            ? stmt.value
            : null;
    for (const id of condition === null ? [] : freeVariables(condition)) asked.add(id);
  });
  pass.asked.set(loop.id, asked);
  return asked;
}

function turnByTurn(pass: Pass, counted: Counted, from: State): readonly State[] {
  const { loop, last } = counted;
  const turns = { loop: loop.id, turn: 0 };
  const changed = changedBy(pass, loop);
  let heads: readonly State[] = [from];
  const left: State[] = [];
  for (; ; turns.turn++) {
    pass.turns.push(turns);
    const tested = follow(pass, loop.before, heads);
    pass.turns.pop();
    const goesOn = (state: State, is: boolean): readonly State[] => {
      if (last !== null) return turns.turn < last === is ? [state] : [];
      const facts = assumed(loop.condition, is, state.facts);
      return facts === null ? [] : [{ ...state, facts }];
    };
    for (const state of tested)
      left.push(...goesOn(state, false).map((one) => leaving(pass, counted, turns.turn, one)));
    const stays = tested.flatMap((state) => goesOn(state, true));
    if (stays.length === 0) return joined(left);
    if (turns.turn > maxTurns) giveUp();
    const { now, broken } = oneTurn(pass, loop, turns, stays);
    left.push(...broken.map((one) => leftInTheMiddle(pass, loop.id, one)));
    for (const { flights } of now)
      for (const flight of flights.values()) if (isOfInner(pass, flight, loop.id)) giveUp();
    const next =
      last === null && turns.turn >= maxTold
        ? joined(now.map((one) => ({ ...one, facts: forgotten(one.facts, changed) })))
        : now;
    if (last === null && agedText(pass, loop.id, turns.turn + 1, next) === agedText(pass, loop.id, turns.turn, heads)) {
      pass.alikeFrom.set(loop.id, Math.min(turns.turn, pass.alikeFrom.get(loop.id) ?? turns.turn));
      return joined(left);
    }
    heads = next;
  }
}

function oneTurn(
  pass: Pass,
  loop: StmtOf<'loop'>,
  turns: Pass['turns'][number],
  from: readonly State[],
): Readonly<{ now: readonly State[]; broken: readonly State[] }> {
  pass.turns.push(turns);
  pass.breaks.push([]);
  pass.continues.push([]);
  const body = follow(pass, loop.body, from);
  const now = follow(pass, loop.step, joined([...body, ...(pass.continues.pop() ?? [])]));
  pass.turns.pop();
  return { now, broken: pass.breaks.pop() ?? [] };
}

/** Whether the flight's turns are those of this loop. */
const isOf = (pass: Pass, flight: Flight, loop: StmtId): boolean =>
  !flight.isLeft && homeOf(pass, flight.copy)?.loop.id === loop;

/**
 * Whether they are those of a loop inside it: in another turn of this one they would be others, so nothing may be in
 * flight from one to the next.
 */
const isOfInner = (pass: Pass, { copy }: Flight, loop: StmtId): boolean =>
  pass.where.get(copy)?.path.includes(loop) === true && homeOf(pass, copy)?.loop.id !== loop;

/** What the states are, with turns counted back from `now`. */
function agedText(pass: Pass, loop: StmtId, now: number, states: readonly State[]): string {
  const aged = (flight: Flight): string =>
    flightText(flight, isOf(pass, flight, loop) ? `-${now - flight.turn}` : `${flight.turn}`);
  return states
    .map((state) => `${flightsText(state, aged)}\n${factsText(state.facts)}`)
    .sort()
    .join('\n\n');
}

/** The state where the loop is left before turn `now`: turns become ages, unless it is known which they are. */
function leaving(pass: Pass, counted: Counted, now: number, state: State): State {
  const flights = new Map<string, Flight>();
  for (const flight of state.flights.values()) {
    const own = isOf(pass, flight, counted.loop.id)
      ? { ...flight, isLeft: true, turn: counted.last === null ? now - flight.turn : flight.turn }
      : flight;
    const key = keyOf(own);
    const known = flights.get(key);
    flights.set(key, known === undefined ? own : together(known, own));
  }
  return { ...state, flights };
}

/** The state where a turn is left before its end: of which turn the copies were is not said. */
function leftInTheMiddle(pass: Pass, loop: StmtId, state: State): State {
  const flights = new Map<string, Flight>();
  for (const flight of state.flights.values()) {
    const own: Flight = isOf(pass, flight, loop) ? { ...flight, isLeft: true, turn: noTurn } : flight;
    const known = flights.get(keyOf(own));
    flights.set(keyOf(own), known === undefined ? own : together(known, own));
  }
  return { ...state, flights };
}

const noTurn = -1;

function see(pass: Pass, barrier: StmtId, flight: Flight): void {
  const current = pass.turns.at(-1);
  const home = homeOf(pass, flight.copy);
  if (flight.turn === noTurn) giveUp();
  const own = flight.isLeft || home === null ? undefined : pass.turns.find(({ loop }) => loop === home.loop.id);
  // its loop is neither around the barrier nor left
  if (!flight.isLeft && home !== null && own === undefined) giveUp();
  const age = flight.isLeft ? flight.turn : own === undefined ? 0 : own.turn - flight.turn;
  const at = current?.turn ?? 0;
  pass.seen.set(`${barrier} ${flight.copy} ${flight.isLeft} ${age} ${at}`, {
    barrier,
    flight,
    age,
    at,
    around: current?.loop ?? null,
  });
}
