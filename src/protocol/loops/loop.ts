/**
 * One loop of the IR as one loop step [D3, D9]. The body is executed once, for a turn in which the carried scalars are
 * variables; what they are at first and next is data of the step, and closed-form.ts adds facts.
 *
 * Every loop is brought to the shape [if !condition leave; body; step] first, exactly: what a condition needs
 * (`before`) runs once ahead of the loop and again at the end of each turn. A `break`, `return` or exit inside becomes
 * a carried flag that the guard asks, so that the guard alone says which turns run.
 */
import type { At, Env, Escape, Outcome, Target } from '../escape.ts';
import type { Builder } from '../builder.ts';
import type { Carried, Protocol } from '../protocol.ts';
import type { Expr } from '../../base/expr.ts';
import type { LoopScalar, LoopShape } from './closed-form.ts';
import type { ScalarType } from '../../base/ctype.ts';
import type { Stmt, StmtOf } from '../../ir/ir.ts';
import type { TurnParts } from './carried.ts';
import type { Uniformity } from '../sync/uniformity.ts';
import type { VarId } from '../../base/brand.ts';
import { bool, i64 } from '../../base/ctype.ts';
import { binary, int, not, truth, variable } from '../../base/expr-build.ts';
import { assignedIn, someStmt } from '../../ir/walk.ts';
import { bounded, declare, declareLocal, expressionLimit, numbered, uniformity, unknownValue } from '../builder.ts';
import { consume, exitTarget, inSequence, joinedEnv, leavesTo } from '../escape.ts';
import { evaluate } from '../evaluate.ts';
import { and, countNodes, isFalse, negation } from '../fold.ts';
import { throughTurns } from '../index/cells.ts';
import { hasBarrier } from '../sync/barriers.ts';
import { leastUniform, uniformityOf } from '../sync/uniformity.ts';
import { newSummaries, turnsMayMeet } from '../sync/summary.ts';
import { carriedScalars, isReadOutside } from './carried.ts';
import { closedForms } from './closed-form.ts';
import { flagName } from './flags.ts';
import { lastTurnFacts } from './last-turn.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

type RunList = (builder: Builder, list: readonly Stmt[], env: Env, at: At) => Outcome;
type Loop = StmtOf<'loop'>;

export function runLoop(builder: Builder, loop: Loop, env: Env, run: RunList): Outcome {
  const parts = turnParts(loop);
  if (!loop.testFirst || loop.before.length === 0) return runTurns(builder, loop, parts, env, run);
  return inSequence(
    builder,
    [(here) => run(builder, loop.before, here, loop), (here) => runTurns(builder, loop, parts, here, run)],
    env,
    loop,
  );
}

function turnParts(loop: Loop): TurnParts {
  const { before, body, step, condition } = loop;
  if (loop.testFirst) return { body, step: [...step, ...before], condition };
  if (step.length === 0) return { body, step: before, condition };
  const leave: Stmt = { kind: 'jump', id: loop.id, span: loop.span, source: loop.source, to: 'break' };
  const test: Stmt = {
    kind: 'branch',
    id: loop.id,
    span: loop.span,
    source: loop.source,
    when: not(condition),
    then: [leave],
    otherwise: [],
  };
  return { body, step: [...before, test, ...step], condition: truth(true) };
}

/** A scalar whose value goes from turn to turn: of the source, or a flag that says the thread has left. */
type Carry = Readonly<{
  source: VarId | null;
  name: string;
  type: ScalarType;
  id: VarId;
  first: Expr;
  varies: boolean;
  key: string;
}>;

type Turn = Readonly<{
  key: string;
  turn: VarId;
  outcome: Outcome;
  steps: Protocol[];
  locals: VarId[];
  head: Env;
  carries: readonly Carry[];
  synchronized: boolean;
  outer: ReadonlySet<VarId>;
}>;

function runTurns(builder: Builder, loop: Loop, parts: TurnParts, env: Env, run: RunList): Outcome {
  const key = numbered(builder, `loop ${loop.id}`);
  if (loop.testFirst && isFalse(evaluate(builder, parts.condition, env, loop))) return { steps: [], env, escapes: [] };
  const turn = runOneTurn(builder, loop, parts, env, key, run);
  builder.locals.push(turn.locals);
  const scalars = turn.carries.map((carry) => scalarOf(builder, turn, carry, loop));
  const flags = flagsOf(builder, turn, loop);
  const guard = guardOf(builder, turn, parts, env, flags, loop);
  builder.locals.pop();
  const all = [...scalars, ...flags.map((flag) => flag.scalar), ...guard.extra];
  learn(builder, turn, all);
  return finish(builder, loop, turn, env, { scalars: all, flags, guard: guard.guard, parts });
}

/** Executes body and step with the carried scalars as variables. */
function runOneTurn(builder: Builder, loop: Loop, parts: TurnParts, env: Env, key: string, run: RunList): Turn {
  const outer = new Set(builder.variables.keys());
  const synchronized = hasBarrierStmt(parts, builder) && !builder.knowledge.unsynchronized.has(key);
  const turn = declare(
    builder,
    `turn@${loop.id}`,
    { type: { kind: 'integer' }, sharing: 'block', origin: { kind: 'turn', loop: loop.id } },
    synchronized ? 'block' : 'turn',
  );
  const values = new Map(env.values);
  const assigned = assignedIn([...parts.body, ...parts.step]);
  const carries = carriedScalars(builder.kernel, builder.reads, loop, parts)
    .filter((id) => env.values.has(id) || !loop.testFirst || isReadOutside(builder.reads, loop, id))
    .map((id) => carryOf(builder, loop, id, env, key, synchronized));
  for (const id of assigned) values.delete(id);
  for (const carry of carries) if (carry.source !== null) values.set(carry.source, variable(carry.id, carry.type));
  const head: Env = { values, cells: throughTurns(builder, env.cells, [...parts.body, ...parts.step]) };
  const locals: VarId[] = [];
  builder.locals.push(locals);
  builder.loops.push({ id: key, stmt: loop.id, synchronized });
  const body = (here: Env): Outcome => consume(builder, `continue ${key}`, run(builder, parts.body, here, loop), loop);
  const outcome = inSequence(builder, [body, (here) => run(builder, parts.step, here, loop)], head, loop);
  builder.loops.pop();
  builder.locals.pop();
  return { key, turn, outcome, steps: [...outcome.steps], locals, head, carries, synchronized, outer };
}

const hasBarrierStmt = (parts: TurnParts, { together }: Builder): boolean =>
  someStmt(
    [...parts.body, ...parts.step],
    (stmt) => stmt.kind === 'barrier' && (stmt.scope.kind === together || stmt.scope.kind === 'grid'),
  );

function carryOf(builder: Builder, loop: Loop, source: VarId, env: Env, key: string, synchronized: boolean): Carry {
  const scalar = builder.kernel.scalars.get(source);
  const name = scalar?.name ?? source;
  const type = scalar?.type ?? i64;
  const first =
    env.values.get(source) ??
    unknownValue(builder, {
      name,
      type,
      because: messages.unassignedBeforeLoop,
      span: loop.span,
      read: null,
      uniformity: 'thread',
    });
  return { ...newCarry(builder, loop, source, name, type, key, synchronized), source, first };
}

function newCarry(
  builder: Builder,
  loop: Loop,
  label: string,
  name: string,
  type: ScalarType,
  key: string,
  synchronized: boolean,
): Omit<Carry, 'first'> {
  const carryKey = `${key}: ${label}`;
  const varies = builder.knowledge.varying.has(carryKey);
  const how: Uniformity = varies ? 'thread' : synchronized ? 'block' : 'turn';
  const id = declare(
    builder,
    `${label}@${loop.id}`,
    { type, sharing: 'block', origin: { kind: 'carried', loop: loop.id, name } },
    how,
  );
  builder.carryKeys.set(id, carryKey);
  return { source: null, name, type, id, varies, key: carryKey };
}

/** The values of a variable that a loop around carries, as an earlier run found them. */
function carriedValues(builder: Builder, id: VarId): readonly bigint[] | null {
  const key = builder.carryKeys.get(id);
  if (key === undefined) return null;
  builder.knowledge.asked.add(key);
  return builder.knowledge.values.get(key) ?? null;
}

/**
 * Notes what values the loops inside asked for. What was taken for granted in this run and is found to be otherwise
 * counts as not known.
 */
function learnValues(
  builder: Builder,
  scalars: readonly Unfinished[],
  found: ReadonlyMap<VarId, readonly bigint[]>,
): void {
  const { asked, values } = builder.knowledge;
  for (const { id, carry } of scalars) {
    if (!asked.has(carry.key)) continue;
    const before = values.get(carry.key);
    const now = found.get(id) ?? null;
    if (before === undefined) values.set(carry.key, now);
    else if (before !== null && before.join() !== now?.join()) values.set(carry.key, null);
  }
}

type Unfinished = Omit<LoopScalar, 'final'> & Readonly<{ carry: Carry }>;

function scalarOf(builder: Builder, turn: Turn, carry: Carry, loop: Loop): Unfinished {
  const source = carry.source ?? carry.id;
  const own = variable(carry.id, carry.type);
  const staying = turn.outcome.escapes
    .filter((escape) => escape.target !== exitTarget)
    .map((escape) => ({ ...escape, env: only(source, escape.env) }));
  const end = turn.outcome.env === null ? null : only(source, turn.outcome.env);
  const live = end?.values.get(source) ?? own;
  const next = joinedEnv(builder, staying, end, loop, turn.steps)?.values.get(source) ?? live;
  return {
    carry,
    name: carry.name,
    id: carry.id,
    type: carry.type,
    first: carry.first,
    live,
    next,
    shared: turn.synchronized && !carry.varies,
  };
}

function only(id: VarId, env: Env): Env {
  const value = env.values.get(id);
  return { values: new Map(value === undefined ? [] : [[id, value]]), cells: [] };
}

type Flag = Readonly<{ scalar: Unfinished; target: Target; escape: Escape }>;

/** One flag for every target outside the turn that some thread may leave for. */
function flagsOf(builder: Builder, turn: Turn, loop: Loop): readonly Flag[] {
  const targets = [...new Set(turn.outcome.escapes.map((escape) => escape.target))];
  return targets.flatMap((target) => {
    const leaves = bounded(builder, leavesTo(target, turn.outcome.escapes), 'left', loop, turn.steps);
    const escape = turn.outcome.escapes.find((e) => e.target === target);
    if (isFalse(leaves) || escape === undefined) return [];
    const label = flagName(target);
    const carry: Carry = {
      ...newCarry(builder, loop, label, label, bool, turn.key, turn.synchronized),
      first: truth(false),
    };
    const scalar = {
      carry,
      name: label,
      id: carry.id,
      type: bool,
      first: carry.first,
      live: truth(false),
      next: leaves,
      shared: turn.synchronized && !carry.varies,
    };
    return [{ scalar, target, escape }];
  });
}

/**
 * The condition of the loop over the carried variables, and that nobody has left. A long condition is carried as a
 * bool.
 */
function guardOf(
  builder: Builder,
  turn: Turn,
  parts: TurnParts,
  env: Env,
  flags: readonly Flag[],
  loop: Loop,
): Readonly<{ guard: Expr; extra: readonly Unfinished[] }> {
  const stays = flags.reduce<Expr>((all, flag) => and(all, negation(variable(flag.scalar.id, bool))), truth(true));
  const condition = evaluate(builder, parts.condition, turn.head, loop);
  if (countNodes(condition, expressionLimit) <= expressionLimit) return { guard: and(stays, condition), extra: [] };
  const first = loop.testFirst ? evaluate(builder, parts.condition, env, loop) : truth(true);
  const next =
    turn.outcome.env === null
      ? truth(false)
      : bounded(builder, evaluate(builder, parts.condition, turn.outcome.env, loop), 'goes-on', loop, turn.steps);
  const carry: Carry = { ...newCarry(builder, loop, 'goes-on', 'goes-on', bool, turn.key, turn.synchronized), first };
  const scalar = {
    carry,
    name: carry.name,
    id: carry.id,
    type: bool,
    first,
    live: next,
    next,
    shared: turn.synchronized && !carry.varies,
  };
  return { guard: and(stays, variable(carry.id, bool)), extra: [scalar] };
}

/** Notes what the optimistic view got wrong; the inference is then run again. */
function learn(builder: Builder, turn: Turn, scalars: readonly Unfinished[]): void {
  if (turn.synchronized && !hasBarrier(turn.steps)) builder.knowledge.unsynchronized.add(turn.key);
  for (const s of scalars) {
    const how = leastUniform(uniformity(builder, s.first), uniformity(builder, s.live));
    if (how === 'thread' || (how === 'turn' && turn.synchronized)) builder.knowledge.varying.add(s.carry.key);
  }
}

type Pieces = Readonly<{ scalars: readonly Unfinished[]; flags: readonly Flag[]; guard: Expr; parts: TurnParts }>;

function finish(builder: Builder, loop: Loop, turn: Turn, env: Env, pieces: Pieces): Outcome {
  const finalTurn = declareLocal(
    builder,
    `turns@${loop.id}`,
    { type: { kind: 'integer' }, sharing: 'block', origin: { kind: 'turn', loop: loop.id } },
    finalUniformity(builder, turn, pieces, null),
  );
  const scalars = pieces.scalars.map((s): LoopScalar & Readonly<{ carry: Carry }> => {
    const origin = { kind: 'carried', loop: loop.id, name: s.name } as const;
    return {
      ...s,
      final: declareLocal(
        builder,
        `${s.id}.end`,
        { type: s.type, sharing: 'block', origin },
        finalUniformity(builder, turn, pieces, s),
      ),
    };
  });
  const shape: LoopShape = {
    scalars,
    guard: pieces.guard,
    testFirst: loop.testFirst,
    onlyGuard: pieces.flags.length === 0,
    synchronized: turn.synchronized,
    turnsMayDiffer:
      turn.synchronized && turnsMayMeet(newSummaries(builder.variables), { body: turn.steps, carried: scalars }),
    turn: turn.turn,
    finalTurn,
    inner: new Set([...builder.variables.keys()].filter((id) => !turn.outer.has(id))),
    ranges: (id) => builder.ranges.get(id),
    valuesOf: (id) => carriedValues(builder, id),
  };
  const forms = closedForms(shape);
  learnValues(builder, pieces.scalars, forms.values);
  const lastTurn =
    pieces.flags.length > 0 && !forms.counted ? lastTurnFacts(builder, loop.id, shape, forms.facts, 'thread') : [];
  for (const text of forms.assumptions) builder.assumptions.add(fill(messages.inLoop, { text, line: loop.span.line }));
  const values = new Map(env.values);
  for (const id of assignedIn([...pieces.parts.body, ...pieces.parts.step])) values.delete(id);
  for (const s of scalars)
    if (s.carry.source !== null) values.set(s.carry.source, forms.finals.get(s.id) ?? variable(s.final, s.type));
  const after: Env = { values, cells: turn.head.cells };
  const counter: Carried = {
    id: turn.turn,
    first: int(0, i64),
    next: binary('+', variable(turn.turn, i64), int(1, i64)),
    final: finalTurn,
  };
  const node: Protocol = {
    kind: 'loop',
    id: loop.id,
    span: loop.span,
    carried: [counter, ...scalars.map((s) => ({ id: s.id, first: s.first, next: s.next, final: s.final }))],
    facts: forms.facts,
    guard: pieces.guard,
    testFirst: loop.testFirst,
    body: turn.steps,
    finalFacts: [...forms.finalFacts, ...lastTurn],
    locals: turn.locals,
    synchronized: hasBarrier(turn.steps),
    mayBreak: false,
  };
  return { steps: [node], env: after, escapes: escapesAfter(pieces.flags, scalars, forms.finals, after, turn.key) };
}

/** Those who left for a target beyond the loop are still on their way. */
function escapesAfter(
  flags: readonly Flag[],
  scalars: readonly LoopScalar[],
  finals: ReadonlyMap<VarId, Expr>,
  env: Env,
  key: string,
): readonly Escape[] {
  return flags
    .filter((flag) => flag.target !== `break ${key}`)
    .flatMap((flag) => {
      const scalar = scalars.find((s) => s.id === flag.scalar.id);
      const when = scalar === undefined ? truth(false) : (finals.get(scalar.id) ?? variable(scalar.final, bool));
      return isFalse(when) ? [] : [{ target: flag.target, when, env, cause: flag.escape.cause }];
    });
}

/**
 * Among whom a value after the loop is one [D7]. For a synchronized loop its turns are common to the block. For others,
 * first value, step and guard must be, and who leaves early; then all threads make the same turns, each at its own
 * time.
 */
function finalUniformity(builder: Builder, turn: Turn, pieces: Pieces, scalar: Unfinished | null): Uniformity {
  const steady = pieces.scalars.filter((s) => !s.carry.varies && uniformity(builder, s.next) !== 'thread');
  if (scalar !== null && !steady.includes(scalar)) return 'thread';
  if (turn.synchronized) return 'block';
  const own = new Set([turn.turn, ...steady.map((s) => s.id)]);
  const how = (expr: Expr): Uniformity =>
    uniformityOf(expr, (id) => {
      if (own.has(id) || builder.variables.get(id)?.sharing !== 'thread') return 'block';
      return builder.turnUniform.has(id) && !pieces.scalars.some((s) => s.id === id) ? 'turn' : 'thread';
    });
  const guard = how(pieces.guard);
  if (guard === 'thread') return 'thread';
  return steady.flatMap((s) => [how(s.first), how(s.next)]).reduce(leastUniform, guard);
}
