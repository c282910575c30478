/**
 * How the thread that arrives for its block gets through one round of a barrier of the grid [T23]: it arrives once,
 * behind a fence; it comes to the end only after all blocks have arrived, by the answer of its arrival or one that it
 * waits for; and only one thread that knows of all sets the counter back and tells the others. Under-approximating.
 * Needs: what holds before it. Gives: what holds behind it, or null where the round may be none.
 */
import type { Access } from './answers.ts';
import type { Early, Env, Round, Value } from './round-values.ts';
import type { Shape } from './counting.ts';
import type { Stmt, StmtOf } from '../ir.ts';
import { exitBehind } from './exits.ts';
import { assignedIn, someStmt } from '../walk.ts';
import { constant, minus, plus, symbol, wholeOf } from './polynomials.ts';
import { flat } from './paths.ts';
import { isFence, isOrdered } from './fences.ts';
import { isLook, isReset } from './signals.ts';
import { inNextRound, inRound, isNeverEarly, isSameValue, names, number, valueIn } from './round-values.ts';
import { isStrong } from './answers.ts';
import { literal, timesAtMost } from './counting.ts';

/**
 * `grows`: the counter is never set back; `inc`: it wraps around by itself; `reset`: the last one sets it back to 0.
 */
export type Counting = 'grows' | 'inc' | 'reset';
/**
 * The cells of the counter and, if there is one, of the generation that tells the others; `told`: what the generation
 * is behind round k, as far as it is known.
 */
export type Cells = Readonly<{
  isCounter: (stmt: Access) => boolean;
  isGeneration: (stmt: Access) => boolean;
  counting: Counting;
  told: Value | null;
  /** Whether waits are taken to be what they must, to find out what the generation is told. */
  isTrusting: boolean;
  /**
   * Gets each change of the generation, with its value; and who makes it, or sets the counter back: the last one to
   * arrive, or one that the launch says.
   */
  onTold: (stmt: Access, value: Value | null, at: Round) => void;
  onAlone: (by: 'last' | 'chosen') => void;
}>;
export type Passage = Readonly<{ at: Round; cells: Cells; shape: Shape }>;

/**
 * `arrived`: 'before', 'arrived', or it knows that 'all' have. `isOne`: no other thread comes here in this round.
 * `released`: what it did before is fenced. `acquired`: it has seen what others did (`byArrival`: by its own arrival,
 * once that was the last). `isFenced`: since then, and since it set the counter back. `isSetBack`, `isTold`: it did
 * that;
 * `mustSetBack`: it has seen the full counter, which another one could set back later than the others go on.
 */
type State = Readonly<{
  env: Env;
  arrived: 'before' | 'arrived' | 'all';
  isOne: boolean;
  released: boolean;
  acquired: boolean;
  byArrival: boolean;
  isFenced: boolean;
  isSetBack: boolean;
  isTold: boolean;
  mustSetBack: boolean;
}>;

/** `isReleased`: all threads of the block have fenced before; `isAcquired`: they do so behind. */
export function throughRound(
  body: readonly Stmt[],
  env: Env,
  { isReleased, isAcquired }: Readonly<{ isReleased: boolean; isAcquired: boolean }>,
  passage: Passage,
): Env | null {
  const first: State = {
    env,
    arrived: 'before',
    isOne: false,
    released: isReleased,
    acquired: false,
    byArrival: false,
    isFenced: false,
    isSetBack: false,
    isTold: false,
    mustSetBack: false,
  };
  const last = follow(body, first, passage);
  return last === null || last.arrived !== 'all' || last.mustSetBack || !(last.acquired || isAcquired)
    ? null
    : last.env;
}

function follow(list: readonly Stmt[], from: State, passage: Passage): State | null {
  let now: State | null = from;
  for (const stmt of flat(list)) now = now === null ? null : step(stmt, now, passage);
  return now;
}

function step(stmt: Stmt, from: State, passage: Passage): State | null {
  switch (stmt.kind) {
    case 'assign':
      return holding(from, stmt.target, valueIn(stmt.value, from.env, passage.at));
    case 'unknown-value':
      return holding(from, stmt.target, null);
    case 'assert':
      return from;
    case 'fence':
      return behindFence(stmt, from);
    case 'branch':
      return behindBranch(stmt, from, passage);
    case 'loop':
      return behindWait(stmt, from, passage);
    case 'load':
    case 'store':
    case 'atomic':
      return passage.cells.isCounter(stmt)
        ? atCounter(stmt, from, passage)
        : passage.cells.isGeneration(stmt)
          ? atGeneration(stmt, from, passage)
          : null;
    case 'call':
    case 'barrier':
    case 'lanes':
    case 'jump':
    case 'unknown':
    case 'async':
      return null;
  }
}

function holding(from: State, id: Parameters<Env['get']>[0] | null, value: Value | null): State {
  if (id === null) return from;
  const env = new Map(from.env);
  if (value === null) env.delete(id);
  else env.set(id, value);
  return { ...from, env };
}

function behindFence(fence: Stmt, from: State): State {
  const [releases, acquires] = [isFence('release', 'device')(fence), isFence('acquire', 'device')(fence)];
  return {
    ...from,
    released: from.released || (releases && from.arrived === 'before'),
    byArrival: from.byArrival || (acquires && from.arrived !== 'before'),
    acquired: from.acquired || (acquires && from.arrived === 'all'),
    isFenced: from.isFenced || (releases && from.arrived !== 'before'),
  };
}

// The counter ---------------------------------------------------------------------------------------------------------

function atCounter(stmt: Access, from: State, passage: Passage): State | null {
  const {
    at,
    cells: { counting },
  } = passage;
  if (isLook(stmt)) return isStrong(stmt) ? holding(from, stmt.kind === 'store' ? null : stmt.target, null) : null;
  if (isReset(stmt)) {
    // a store behind the last answer comes after all arrivals, as in the sample of the CUDA guide
    const isBehindAll =
      from.arrived === 'all' &&
      !from.isTold &&
      (from.isOne || from.acquired || isStrong(stmt)) &&
      isAlone(stmt, from, passage);
    return counting === 'reset' && isBehindAll
      ? {
          ...holding(from, stmt.kind === 'atomic' ? stmt.target : null, null),
          isSetBack: true,
          isFenced: false,
          mustSetBack: false,
        }
      : null;
  }
  if (stmt.kind !== 'atomic' || stmt.isGuessed === true || stmt.scope === 'block' || from.arrived !== 'before')
    return null;
  if (!from.released && !isOrdered(stmt, 'release', 'device')) return null;
  if (!isArrival(stmt, counting, from, at)) return null;
  return {
    ...holding(from, stmt.target, number(symbol(names.arrival))),
    arrived: 'arrived',
    byArrival: isOrdered(stmt, 'acquire', 'device'),
    isFenced: false,
  };
}

/** Whether one thread at most comes there in a round. */
function isAlone(stmt: Access, { isOne }: State, { cells, shape }: Passage): boolean {
  if (!isOne && timesAtMost(shape.paths.get(stmt.id) ?? [], 'global', shape) !== 1n) return false;
  cells.onAlone(isOne ? 'last' : 'chosen');
  return true;
}

/** One more; of a counter that wraps around, at just as many as there are blocks. */
function isArrival(stmt: StmtOf<'atomic'>, counting: Counting, from: State, at: Round): boolean {
  const [operand] = stmt.operands;
  if (operand === undefined) return false;
  if (stmt.op === 'add') return counting !== 'inc' && literal(operand) === 1n;
  return (
    stmt.op === 'inc' &&
    counting === 'inc' &&
    isSameValue(valueIn(operand, from.env, at), number(minus(at.blocks, constant(1n))))
  );
}

// The generation ------------------------------------------------------------------------------------------------------

function atGeneration(stmt: Access, from: State, passage: Passage): State | null {
  const { at, cells } = passage;
  if (isLook(stmt)) {
    const target = stmt.kind === 'store' ? null : stmt.target;
    if (from.arrived === 'before')
      return { ...holding(from, target, number(symbol(names.generation))), released: from.released && isStrong(stmt) };
    return isStrong(stmt) ? holding(from, target, null) : null;
  }
  const isReleasing = from.isFenced || isOrdered(stmt, 'release', 'device');
  const isWide = stmt.kind !== 'atomic' || (stmt.isGuessed !== true && stmt.scope !== 'block');
  if (
    from.arrived !== 'all' ||
    !isAlone(stmt, from, passage) ||
    !from.acquired ||
    !isStrong(stmt) ||
    !isReleasing ||
    !isWide ||
    from.isTold
  )
    return null;
  if (cells.counting === 'reset' && !from.isSetBack) return null;
  cells.onTold(stmt, toldBy(stmt, from, at), at);
  return { ...holding(from, stmt.kind === 'atomic' ? stmt.target : null, null), isTold: true };
}

function toldBy(stmt: Access, { env }: State, at: Round): Value | null {
  if (stmt.kind === 'store') return valueIn(stmt.value, env, at);
  if (stmt.kind !== 'atomic') return null;
  const [operand] = stmt.operands;
  if (operand === undefined) return null;
  if (stmt.op === 'store' || stmt.op === 'exch') return valueIn(operand, env, at);
  if (stmt.op === 'add' && literal(operand) === 1n) return number(at.round);
  return null;
}

// Who goes on ---------------------------------------------------------------------------------------------------------

function behindBranch(branch: StmtOf<'branch'>, from: State, passage: Passage): State | null {
  const within = (body: readonly Stmt[], isTrue: boolean): State | null => {
    const isLast =
      from.arrived === 'arrived' && isNeverEarly(branch.when, isTrue, from.env, lastArrival(passage), passage.at);
    return follow(body, isLast ? { ...from, arrived: 'all', isOne: true, acquired: from.byArrival } : from, passage);
  };
  const [one, other] = [within(branch.then, true), within(branch.otherwise, false)];
  return one === null || other === null ? null : joined(one, other);
}

function joined(one: State, other: State): State | null {
  if ((one.arrived === 'before') !== (other.arrived === 'before')) return null;
  const env = new Map([...one.env].filter(([id, value]) => isSameValue(value, other.env.get(id) ?? null)));
  return {
    env,
    arrived: one.arrived === other.arrived ? one.arrived : 'arrived',
    isOne: one.isOne && other.isOne,
    released: one.released && other.released,
    acquired: one.acquired && other.acquired,
    byArrival: one.byArrival && other.byArrival,
    isFenced: one.isFenced && other.isFenced,
    isSetBack: one.isSetBack && other.isSetBack,
    isTold: one.isTold || other.isTold,
    mustSetBack: one.mustSetBack || other.mustSetBack,
  };
}

/** A loop that does nothing but look until all have arrived. */
function behindWait(loop: StmtOf<'loop'>, from: State, passage: Passage): State | null {
  const { cells, at, shape } = passage;
  const looks: Access[] = [];
  const isQuiet = !someStmt([...loop.before, ...loop.body, ...loop.step], (stmt) => {
    if (
      (stmt.kind === 'load' || stmt.kind === 'atomic') &&
      isLook(stmt) &&
      isStrong(stmt) &&
      (cells.isCounter(stmt) || cells.isGeneration(stmt))
    ) {
      looks.push(stmt);
      return false;
    }
    return (
      stmt.kind !== 'assign' &&
      stmt.kind !== 'call' &&
      stmt.kind !== 'unknown-value' &&
      stmt.kind !== 'fence' &&
      stmt.kind !== 'branch' &&
      stmt.kind !== 'jump'
    );
  });
  const [look, ...others] = looks;
  const path = look === undefined ? undefined : shape.paths.get(look.id);
  if (
    !isQuiet ||
    look === undefined ||
    look.kind === 'store' ||
    others.length > 0 ||
    path === undefined ||
    path.at(-1)?.owner !== loop
  )
    return null;
  if (look.kind === 'atomic' && (look.isGuessed === true || look.scope === 'block')) return null;
  const exit = exitBehind(look, path);
  if (exit === null) return null;
  const assigned = assignedIn([loop]);
  const left: State = {
    ...from,
    env: new Map([...from.env].filter(([id, value]) => !assigned.has(id) && value.kind !== 'truth')),
  };
  if (from.arrived === 'all') return left;
  if (from.arrived === 'before') return null;
  const answered = exit.rest.reduce(
    (now: State | null, stmt) =>
      now === null
        ? null
        : stmt.kind === 'assign' || stmt.kind === 'unknown-value' || stmt.kind === 'fence'
          ? step(stmt, now, passage)
          : null,
    holding(left, look.target, number(symbol(names.answer))),
  );
  const isLeftLate =
    cells.isTrusting ||
    (answered !== null &&
      earlyAnswers(look, passage).some((early) => isNeverEarly(exit.when, exit.isTrue, answered.env, early, at)));
  return isLeftLate
    ? {
        ...left,
        arrived: 'all',
        isOne: false,
        acquired: isOrdered(look, 'acquire', 'device'),
        isFenced: false,
        mustSetBack: cells.counting === 'reset' && cells.isCounter(look),
      }
    : null;
}

/** What arrivals before the last one of the round are answered. */
const lastArrival = ({ at: { base, blocks } }: Passage): Early => ({
  of: names.arrival,
  from: base,
  to: plus(base, minus(blocks, constant(2n))),
});

/** What a look may be answered before all have arrived, in ways of which each is enough. */
function earlyAnswers(look: Access, { at, cells }: Passage): readonly Early[] {
  const { base, blocks } = at;
  if (cells.isCounter(look)) {
    const most = plus(base, minus(blocks, constant(1n)));
    // what is set back may be answered, too, which releases nothing
    return [{ of: names.answer, from: cells.counting === 'grows' ? plus(base, constant(1n)) : constant(0n), to: most }];
  }
  const before = cells.told === null ? null : beforeRound(cells.told, at);
  return [
    { of: names.answer, is: number(symbol(names.generation)) },
    ...(before === null ? [] : [{ of: names.answer, is: before }]),
  ];
}

/** What the generation is before the round. */
function beforeRound(told: Value, { round }: Round): Value | null {
  const now = wholeOf(round);
  return now === null ? inNextRound(told) : inRound(told, now - 1n);
}
