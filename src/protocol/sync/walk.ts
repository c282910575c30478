/**
 * The forward walk [D6]: from a place in the protocol on, every access that can come before the next barrier, with the
 * conditions under which it is reached. A part is passed at most once per walk, so that its cost is that of the
 * accesses it finds.
 *
 * Synchronized loops whose turns always meet a barrier are entered with their first values, exactly. Where a turn may
 * pass without one (a barrier under a condition, an inner loop without turns), threads may be in different turns within
 * one interval: then the body is walked once, for any turn that can be reached that way (over-approximating; exact for
 * the first such turn).
 */
import type { Access, Carried, Interval, IntervalAccess, Place, Protocol, ProtocolOf } from '../protocol.ts';
import type { Copies, Scope } from './scope.ts';
import type { Deadline } from '../../base/deadline.ts';
import type { Expr } from '../../base/expr.ts';
import type { Here } from './here.ts';
import type { Loop, Summaries } from './summary.ts';
import type { Slicer } from './slice.ts';
import type { VarId } from '../../base/brand.ts';
import { assertNever, invariant } from '../../base/invariant.ts';
import { i64 } from '../../base/ctype.ts';
import { binary, int, truth, typeOf, variable } from '../../base/expr-build.ts';
import { freeVariables } from '../../base/expr-walk.ts';
import {
  and,
  arithmetic,
  compare,
  constantOf,
  convert,
  fold,
  implies,
  isFalse,
  isTrue,
  negation,
  or,
} from '../fold.ts';
import { stepOf } from '../loops/affine.ts';
import { isFlag, stayingValues, unlessLeft } from '../loops/flags.ts';
import { withFact, withPath, withScope } from './here.ts';
import { bind, exprTypeOf, instantiate, renameApart } from './scope.ts';
import { passedBetween } from './between.ts';
import { recalled, withAccess, withStep } from './recall.ts';
import { relevantConditions } from './slice.ts';
import {
  factsAfter,
  firstValues,
  nextValues,
  previousValues,
  synchronizes,
  through,
  throughLastTurn,
  throughList,
  throughToNext,
  throughTurn,
  turnsMayMeet,
  within,
} from './summary.ts';

/** `skips`: arrays that are not looked at. */
export type Walker = Readonly<{
  copies: Copies;
  summaries: Summaries;
  slicer: Slicer;
  deadline: Deadline;
  skips: ReadonlySet<Access['place']['array']>;
  /** Whether a thread that reads a cell twice in an interval finds one value. */ recalls: boolean;
}>;
/** The interval being filled. */
export type Filling = Readonly<{ accesses: IntervalAccess[]; unknowns: Map<number, Interval['unknowns'][number]> }>;

/**
 * Walks the list from position `from`. Gives where a thread is that passed all of it without a barrier; null: none
 * does.
 */
export function walkList(
  walker: Walker,
  list: readonly Protocol[],
  from: number,
  start: Here,
  into: Filling,
): Here | null {
  let here = start;
  for (const step of list.slice(from)) {
    const next = walkStep(walker, step, here, into);
    if (next === null) return null;
    here = next;
  }
  return here;
}

function walkStep(walker: Walker, step: Protocol, here: Here, into: Filling): Here | null {
  walker.deadline.check();
  switch (step.kind) {
    case 'access':
      addAccess(walker, step.access, here, into);
      return afterAccess(walker, step.access, here);
    case 'barrier':
      return null;
    case 'meeting':
    case 'part':
      return here;
    case 'assume':
      return withFact(here, instantiate(walker.copies, step.condition, here.scope));
    case 'unknown':
      into.unknowns.set(step.id, step);
      return passed(walker, step, here);
    case 'branch':
      return walkBranch(walker, step, here, into);
    case 'loop':
      return synchronizes(walker.summaries, step)
        ? enterLoop(walker, step, here, into)
        : passLoop(walker, step, here, into);
    default:
      return assertNever(step);
  }
}

function walkBranch(walker: Walker, step: ProtocolOf<'branch'>, here: Here, into: Filling): Here | null {
  const when = instantiate(walker.copies, step.when, here.scope);
  if (isTrue(when)) return walkList(walker, step.then, 0, here, into);
  if (isFalse(when)) return walkList(walker, step.otherwise, 0, here, into);
  const arms = [
    walkList(walker, step.then, 0, withPath(here, when), into),
    walkList(walker, step.otherwise, 0, withPath(here, negation(when)), into),
  ];
  const passing = instantiate(walker.copies, through(walker.summaries, step), here.scope);
  if (isFalse(passing)) return null;
  return arms.reduce<Here>((at, arm) => withReadsOf(at, arm, here), afterStep(walker, step, withPath(here, passing)));
}

/**
 * Adds what an arm knows of values that it has read. They are its own: where it was not taken, no one asks for them.
 */
function withReadsOf(at: Here, arm: Here | null, start: Here): Here {
  let all = at;
  for (let known = arm?.conditions ?? null; known !== null && known !== start.conditions; known = known.earlier) {
    if (known.of !== null) all = withFact(all, known.condition, known.of);
  }
  return all;
}

/** Adds what holds for whoever has passed the step. */
export function afterStep(walker: Walker, step: Protocol, here: Here): Here {
  return factsAfter(walker.summaries, step).reduce(
    (at, fact) => withFact(at, instantiate(walker.copies, fact, here.scope)),
    passed(walker, step, here),
  );
}

/** Where a thread is that may have been in the step, and has written there what it writes. */
const passed = (walker: Walker, step: Protocol, here: Here): Here => ({
  ...here,
  writes: withStep(here.writes, walker.summaries, step),
});

/** Behind an access, with what is known of the value that it read. */
function afterAccess(walker: Walker, access: Access, here: Here): Here {
  if (!walker.recalls || (access.gives === null && access.mode === 'read')) return here;
  const made = instantiated(walker, access, here);
  const fact = recalled(here.writes, made);
  const known = fact === null || made.gives?.kind !== 'var' ? here : withFact(here, fact, made.gives.id);
  return { ...known, writes: withAccess(here.writes, made) };
}

/** The access as it stands here. */
function instantiated(walker: Walker, access: Access, here: Here): Access {
  const of = (expr: Expr): Expr => instantiate(walker.copies, expr, here.scope);
  const orNull = (expr: Expr | null): Expr | null => (expr === null ? null : of(expr));
  const at = (place: Place): Place => ({
    ...place,
    subscripts: place.subscripts.map((subscript) => ({ ...subscript, index: of(subscript.index) })),
  });
  return {
    ...access,
    place: at(access.place),
    cells: access.cells.map((one) => ({ ...one, place: at(one.place) })),
    value: orNull(access.value),
    gives: orNull(access.gives),
  };
}

/** A loop without barriers: one turn that stands for all. */
function passLoop(walker: Walker, loop: Loop, here: Here, into: Filling): Here {
  walkList(walker, loop.body, 0, inTurn(walker, loop, here), into);
  return afterStep(walker, loop, here);
}

/** Inside a turn of the loop, whichever the scope's instance is. */
export function inTurn(walker: Walker, loop: Loop, here: Here): Here {
  const of = (expr: Expr): Expr => instantiate(walker.copies, expr, here.scope);
  const facts = loop.facts.reduce((at, fact) => withFact(at, of(fact)), passed(walker, loop, here));
  const guard = of(unlessLeft(loop.guard, walker.copies.variables));
  const runs = withPath(facts, loop.testFirst ? guard : or(compare('==', of(turnOf(loop)), int(0, i64)), guard));
  return { ...runs, loops: [...runs.loops, { loop: loop.id, turn: of(turnExpression(loop)) }] };
}

function counterOf(loop: Loop): Carried {
  const counter = loop.carried[0];
  invariant(counter !== undefined, 'inferProtocol puts the turn counter first');
  return counter;
}

const turnOf = (loop: Loop): Expr => variable(counterOf(loop).id, i64);
const finalTurnOf = (loop: Loop): Expr => variable(counterOf(loop).final, i64);

/** The number of the turn: the counter where facts speak of it, else read off a scalar that goes by one. */
function turnExpression(loop: Loop): Expr {
  const turn = turnOf(loop);
  if (
    turn.kind !== 'var' ||
    !loop.testFirst ||
    [...loop.facts, loop.guard].some((fact) => freeVariables(fact).has(turn.id))
  )
    return turn;
  for (const c of loop.carried.slice(1)) {
    const step = typeOf(c.first).kind === 'int' ? stepOf(c.next, c.id, new Set([c.id])) : null;
    const value = step === null ? null : constantOf(step);
    const [at, first] = [convert(i64, variable(c.id, typeOf(c.first))), convert(i64, c.first)];
    if (value === 1n) return arithmetic('-', at, first);
    if (value === -1n) return arithmetic('-', first, at);
  }
  return turn;
}

/** Where threads are that have left a loop without meeting a barrier in it: under `path`, with `finals`. */
type Leaving = Readonly<{ path: Expr; finals: ReadonlyMap<VarId, Expr> }>;

/** A synchronized loop met from outside. */
function enterLoop(walker: Walker, loop: Loop, here: Here, into: Filling): Here | null {
  if (turnsMayMeet(walker.summaries, loop)) return enterAnyTurn(walker, loop, here, into);
  const first = valuesIn(walker, firstValues(loop), here.scope);
  const scope = bind(here.scope, first);
  const guard = loop.testFirst ? instantiate(walker.copies, loop.guard, scope) : truth(true);
  const leaving: Leaving[] = [
    { path: negation(guard), finals: new Map(loop.carried.map((c) => [c.final, first.get(c.id) ?? c.first])) },
  ];
  if (!isFalse(guard)) leaving.push(...walkTurn(walker, loop, here, scope, guard, int(0, i64), into));
  return behind(walker, loop, passed(walker, loop, here), leaving);
}

/** One turn in `scope` up to its first barrier; gives those who leave the loop in it before that. */
function walkTurn(
  walker: Walker,
  loop: Loop,
  here: Here,
  scope: Scope,
  guard: Expr,
  turn: Expr,
  into: Filling,
): readonly Leaving[] {
  const end = walkList(
    walker,
    loop.body,
    0,
    { ...withPath(withScope(here, scope), guard), loops: [...here.loops, { loop: loop.id, turn }] },
    into,
  );
  return end === null
    ? []
    : [
        leavingAfter(
          walker,
          loop,
          scope,
          and(guard, instantiate(walker.copies, throughList(walker.summaries, loop.body), scope)),
        ),
      ];
}

/** Leaving at the end of the turn in `scope`, which is reached under `path`. */
function leavingAfter(walker: Walker, loop: Loop, scope: Scope, path: Expr): Leaving {
  const next = valuesIn(walker, nextValues(loop), scope);
  const guard = instantiate(walker.copies, loop.guard, bind(scope, next));
  return {
    path: and(path, negation(guard)),
    finals: new Map(loop.carried.map((c) => [c.final, next.get(c.id) ?? c.next])),
  };
}

/** Joins those who leave in different ways. Exact. */
function behind(walker: Walker, loop: Loop, here: Here, ways: readonly Leaving[]): Here | null {
  const possible = ways.filter((way) => !isFalse(way.path));
  const [only] = possible;
  if (only === undefined) return null;
  if (possible.length === 1) return withPath(withScope(here, bind(here.scope, only.finals)), only.path);
  const joined = withPath(here, possible.map((way) => way.path).reduce(or));
  return possible.reduce(
    (at, way) => tied(walker, loop, at, way.finals, (equal) => implies(way.path, equal)),
    afterStep(walker, loop, joined),
  );
}

/** Adds facts about the final variables: `when` applied to the equality of each with its value. */
function tied(
  walker: Walker,
  loop: Loop,
  here: Here,
  finals: ReadonlyMap<VarId, Expr>,
  when: (equal: Expr) => Expr,
): Here {
  return loop.carried.reduce((at, c) => {
    const value = finals.get(c.final);
    if (value === undefined || typeOf(value).kind === 'float') return at;
    const final = instantiate(walker.copies, variable(c.final, exprTypeOf(walker.copies, c.final)), at.scope);
    return withFact(at, when(fold(binary('==', final, value))));
  }, here);
}

function valuesIn(walker: Walker, values: ReadonlyMap<VarId, Expr>, scope: Scope): ReadonlyMap<VarId, Expr> {
  return new Map([...values].map(([id, value]) => [id, instantiate(walker.copies, value, scope)]));
}

/** Turns of a loop that may pass without a barrier, entered from outside: any, after turns that did so. */
function enterAnyTurn(walker: Walker, loop: Loop, here: Here, into: Filling): Here | null {
  walkList(walker, loop.body, 0, laterTurn(walker, loop, here, firstValues(loop), int(0, i64)), into);
  const passing = instantiate(walker.copies, through(walker.summaries, loop), here.scope);
  if (isFalse(passing)) return null;
  const none = loop.testFirst ? compare('==', finalTurnOf(loop), int(0, i64)) : truth(false);
  const last = or(none, throughLastTurn(walker.summaries, loop));
  const of = (expr: Expr): Expr => instantiate(walker.copies, expr, here.scope);
  const all = passedBetween(walker.summaries, loop, int(0, i64), of(finalTurnOf(loop)), of);
  return afterStep(walker, loop, withPath(withPath(here, passing), and(of(last), all)));
}

/**
 * Any turn from the one on in which the carried variables have `values` and that has number `number`. If it is a later
 * one, that first turn passed without a barrier, and so did the one before it.
 */
function laterTurn(walker: Walker, loop: Loop, here: Here, values: ReadonlyMap<VarId, Expr>, number: Expr): Here {
  const of = (expr: Expr): Expr => instantiate(walker.copies, expr, here.scope);
  const scope = renameApart(walker.copies, here.scope, within(walker.summaries, loop), true);
  const turn = instantiate(walker.copies, turnOf(loop), scope);
  const isFirst = compare('==', turn, number);
  let at = withPath(withScope(here, scope), compare('<=', number, turn));
  at = withPath(at, or(isFirst, of(throughToNext(walker.summaries, loop, values))));
  at = withPath(
    at,
    or(
      isFirst,
      instantiate(
        walker.copies,
        throughToNext(walker.summaries, loop, previousValues(walker.summaries, loop, 'turn')),
        scope,
      ),
    ),
  );
  at = withPath(at, passedBetween(walker.summaries, loop, number, turn, of));
  for (const c of loop.carried.slice(1)) {
    const value = values.get(c.id);
    if (value === undefined || typeOf(value).kind === 'float' || isFlag(c.id, walker.copies.variables)) continue;
    const copy = instantiate(walker.copies, variable(c.id, exprTypeOf(walker.copies, c.id)), scope);
    at = withFact(at, implies(isFirst, fold(binary('==', copy, of(value)))));
  }
  return inTurn(walker, loop, at);
}

/**
 * From the end of a turn: the start of the next one, up to its first barrier. Gives where a thread is behind the loop.
 */
export function endTurn(walker: Walker, loop: Loop, here: Here, into: Filling): Here | null {
  const outside: Here = { ...here, loops: here.loops.filter((entry) => entry.loop !== loop.id) };
  const across: Here = { ...outside, crossed: [...here.crossed, loop.id] };
  const staying = stayingValues(loop, walker.copies.variables);
  const leaving = leavingAfter(walker, loop, here.scope, truth(true));
  if (turnsMayMeet(walker.summaries, loop)) {
    const stayed = loop.carried
      .filter((c) => isFlag(c.id, walker.copies.variables))
      .reduce((at, c) => withPath(at, negation(instantiate(walker.copies, c.next, here.scope))), across);
    const number = instantiate(walker.copies, arithmetic('+', turnOf(loop), int(1, i64)), here.scope);
    walkList(walker, loop.body, 0, laterTurn(walker, loop, stayed, staying, number), into);
    const passes = instantiate(walker.copies, throughTurn(walker.summaries, loop, staying), here.scope);
    const turns = instantiate(walker.copies, finalTurnOf(loop), here.scope);
    const of = (expr: Expr): Expr => instantiate(walker.copies, expr, here.scope);
    const last = and(
      of(throughLastTurn(walker.summaries, loop)),
      passedBetween(walker.summaries, loop, number, turns, of),
    );
    const direct = compare('==', turns, number);
    const left = withPath(outside, or(and(direct, leaving.path), and(passes, last)));
    return tied(walker, loop, afterStep(walker, loop, left), leaving.finals, (equal) => implies(direct, equal));
  }
  const next = valuesIn(walker, staying, here.scope);
  const scope = bind(renameApart(walker.copies, here.scope, within(walker.summaries, loop), false), next);
  const guard = instantiate(
    walker.copies,
    loop.guard,
    bind(here.scope, valuesIn(walker, nextValues(loop), here.scope)),
  );
  if (isFalse(guard)) return behind(walker, loop, outside, [leaving]);
  const ways = walkTurn(
    walker,
    loop,
    across,
    scope,
    guard,
    instantiate(walker.copies, turnExpression(loop), scope),
    into,
  );
  return behind(walker, loop, ways.length === 0 ? outside : passed(walker, loop, outside), [leaving, ...ways]);
}

/** Adds an access as it stands here, unless no thread can be here. */
export function addAccess(walker: Walker, access: Access, here: Here, into: Filling): void {
  if (walker.skips.has(access.place.array)) return;
  const made = instantiated(walker, access, here);
  const about = [
    ...[made, ...made.cells].flatMap(({ place }) => place.subscripts.map(({ index }) => index)),
    ...(made.value !== null && typeOf(made.value).kind !== 'float' ? [made.value] : []),
  ];
  const when = relevantConditions(walker.slicer, here.conditions, about);
  if (when !== null) into.accesses.push({ access: made, when, crossed: here.crossed, loops: here.loops });
}
