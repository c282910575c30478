/**
 * Symbolic execution of IR statements into protocol steps [D3]: scalars become expressions, memory accesses become
 * steps, jumps become guards (escape.ts), loops become loop steps (loops/).
 *
 * Example: `x = a + 1; if (x < n) s[x] = 0;` gives `if (a + 1 < n) { write s[a + 1] }`.
 */
import type { At, Env, Outcome } from './escape.ts';
import type { Builder } from './builder.ts';
import type { Cells } from './index/cells.ts';
import type { Access, Claim, Place, Protocol } from './protocol.ts';
import type { Expr } from '../base/expr.ts';
import type { Place as IrPlace, Stmt, StmtOf } from '../ir/ir.ts';
import type { VarId } from '../base/brand.ts';
import { assertNever, invariant } from '../base/invariant.ts';
import { bool, sizeOf } from '../base/ctype.ts';
import { expressionsOf, targetOf } from '../ir/walk.ts';
import { apply, truth, typeOf } from '../base/expr-build.ts';
import { approximate, bounded, expressionLimit, numbered, turnsAround, unknownValue } from './builder.ts';
import { consume, exitTarget, inSequence, mergedEnv } from './escape.ts';
import { both, divisorsNotZero } from './divisors.ts';
import { evaluate, evaluatePlace } from './evaluate.ts';
import { and, convert, countNodes, implies, isTrue, isFalse, negation } from './fold.ts';
import { afterBarrier, afterStore, afterUnknown, isRemembered, knownValue, withCell } from './index/cells.ts';
import { claimed } from './index/claims.ts';
import { loadedValue } from './index/load.ts';
import { laneResult, meetingSteps, withExchanged } from './lanes.ts';
import { notModelled } from './protocol.ts';
import { placeText } from './index/text.ts';
import { runLoop } from './loops/loop.ts';
import { rangeOf } from './range.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

export function runList(builder: Builder, list: readonly Stmt[], env: Env, at: At): Outcome {
  return inSequence(
    builder,
    list.map((stmt) => (here: Env) => runStmt(builder, stmt, here)),
    env,
    at,
  );
}

const flow = (env: Env, steps: readonly Protocol[] = []): Outcome => ({ steps, env, escapes: [] });
const withValue = (env: Env, target: VarId, value: Expr): Env => ({
  ...env,
  values: new Map(env.values).set(target, value),
});

function runStmt(builder: Builder, stmt: Stmt, env: Env): Outcome {
  builder.deadline.check();
  const defined = runDivisors(builder, stmt, env);
  const out = exchanged(builder, stmt, runEffect(builder, stmt, env));
  return defined.length === 0 ? out : { ...out, steps: [...defined, ...out.steps] };
}

/**
 * What a thread that gets past the statement's quotients shows [D17]. Of a loop's condition: in its first test, where
 * nothing is done before.
 */
function runDivisors(builder: Builder, stmt: Stmt, env: Env): readonly Protocol[] {
  if (stmt.kind === 'loop' && (!stmt.testFirst || stmt.before.length > 0)) return [];
  const demand = both(expressionsOf(stmt).map(divisorsNotZero));
  if (demand === null) return [];
  const condition = evaluate(builder, demand, env, stmt);
  if (isTrue(condition) || isFalse(condition) || countNodes(condition, expressionLimit) > expressionLimit) return [];
  builder.assumptions.add(fill(messages.divisorNotZero, { line: stmt.span.line }));
  return [{ kind: 'assume', id: stmt.id, span: stmt.span, condition, text: 'divisor' }];
}

/** With what lanes have in common behind it. */
function exchanged(builder: Builder, stmt: Stmt, out: Outcome): Outcome {
  if (out.env === null || !builder.exchanges.has(stmt.id)) return out;
  const steps = [...out.steps];
  return { ...out, env: withExchanged(builder, stmt, out.env, steps), steps };
}

function runEffect(builder: Builder, stmt: Stmt, env: Env): Outcome {
  switch (stmt.kind) {
    case 'assign':
      return runAssign(builder, stmt, env);
    case 'load':
    case 'store':
    case 'atomic':
      return runAccess(builder, stmt, env);
    case 'barrier':
      return runBarrier(builder, stmt, { ...env, cells: afterBarrier(builder, env.cells) });
    case 'fence':
      return flow(env);
    case 'async': {
      const target = targetOf(stmt);
      return target === null
        ? flow(env)
        : flow(withValue(env, target, unknownFor(builder, stmt, target, messages.arrivalToken)));
    }
    case 'lanes':
      return runLanes(builder, stmt, env);
    case 'unknown-value':
      return runUnknown(builder, stmt, env);
    case 'loop':
      return runLoop(builder, stmt, env, runList);
    case 'branch':
      return runBranch(builder, stmt, env);
    case 'call': {
      const target = numbered(builder, `return ${stmt.callee}`);
      builder.calls.push(target);
      const out = runList(builder, stmt.body, env, stmt);
      builder.calls.pop();
      return consume(builder, target, out, stmt);
    }
    case 'jump':
      return runJump(builder, stmt, env);
    case 'assert':
      return runAssert(builder, stmt, env);
    case 'unknown':
      return flow(
        { ...env, cells: afterUnknown(builder, env.cells, stmt) },
        isHarmless(builder, stmt)
          ? []
          : [
              {
                kind: 'unknown',
                id: stmt.id,
                span: stmt.span,
                because: stmt.because,
                footprint: stmt.footprint,
                synchronizes: stmt.synchronizes,
              },
            ],
      );
    default:
      return assertNever(stmt);
  }
}

/**
 * Whether a step without a model touches only what no other thread sees, or reads only what nothing changes. One that
 * touches nothing says something else (synchronization/marks.ts).
 */
const isHarmless = (builder: Builder, { footprint, synchronizes, onlyReads }: StmtOf<'unknown'>): boolean =>
  !synchronizes &&
  footprint.length > 0 &&
  footprint.every(
    (id) => builder.kernel.arrays.get(id)?.space === 'local' || (onlyReads === true && builder.isReadOnly(id)),
  );

function runLanes(builder: Builder, stmt: StmtOf<'lanes'>, env: Env): Outcome {
  const steps: Protocol[] = [];
  const result = laneResult(builder, stmt, env, steps);
  return flow(withValue(env, stmt.target, result), [...steps, ...meetingSteps(builder, stmt, env)]);
}

function unknownFor(builder: Builder, at: At, target: VarId, because: string): Expr {
  const scalar = builder.kernel.scalars.get(target);
  return unknownValue(builder, {
    name: scalar?.name ?? target,
    type: scalar?.type ?? { kind: 'int', bits: 32, signed: true },
    because,
    span: at.span,
    read: null,
    uniformity: 'thread',
  });
}

/** What is a function of known arguments, though not a known one, is kept as that. */
function runUnknown(builder: Builder, stmt: StmtOf<'unknown-value'>, env: Env): Outcome {
  const { target, result } = stmt;
  const type = builder.kernel.scalars.get(target)?.type;
  if (result === undefined || type === undefined)
    return flow(withValue(env, target, unknownFor(builder, stmt, target, stmt.because)));
  const steps: Protocol[] = [];
  const args = result.args.map((arg) => bounded(builder, evaluate(builder, arg, env, stmt), 'argument', stmt, steps));
  return flow(withValue(env, target, apply(`${notModelled}${result.name}`, args, type)), steps);
}

function runAssign(builder: Builder, stmt: StmtOf<'assign'>, env: Env): Outcome {
  const steps: Protocol[] = [];
  const value = bounded(
    builder,
    evaluate(builder, stmt.value, env, stmt, stmt.target),
    builder.kernel.scalars.get(stmt.target)?.name ?? stmt.target,
    stmt,
    steps,
  );
  return flow(withValue(env, stmt.target, value), steps);
}

function runAccess(builder: Builder, stmt: StmtOf<'load' | 'store' | 'atomic'>, env: Env): Outcome {
  const steps: Protocol[] = [];
  const place = evaluatePlace(builder, stmt.place, env, stmt, steps);
  const loadSteps: Protocol[] = [];
  const load = stmt.kind === 'load' ? runLoad(builder, stmt, place, env, loadSteps) : null;
  if (isSharedAmongThreads(builder, stmt.place)) {
    const access: Access = {
      id: stmt.id,
      span: stmt.span,
      place,
      mode: stmt.kind === 'load' ? 'read' : stmt.kind === 'store' ? 'write' : 'atomic',
      scope: stmt.kind === 'atomic' ? stmt.scope : null,
      value: stmt.kind === 'store' ? shortValue(builder, stmt.value, env, stmt) : null,
      gives:
        load?.fresh?.kind === 'var' &&
        builder.kernel.arrays.get(place.array)?.space === 'shared' &&
        !builder.handed.has(stmt.id)
          ? load.fresh
          : null,
      cells: (builder.cells.get(stmt.id) ?? []).map((one) => ({
        ...one,
        place: evaluatePlace(builder, one.place, env, stmt, steps),
      })),
      isInFlight: stmt.copy?.isInFlight === true,
      text: placeText(stmt.place, builder.kernel),
    };
    steps.push({ kind: 'access', id: stmt.id, span: stmt.span, access });
  }
  if (stmt.kind === 'load') return flow(load?.env ?? env, [...steps, ...loadSteps]);
  if (stmt.kind === 'store') return flow({ ...env, cells: storedCells(builder, stmt, place, env, steps) }, steps);
  const after = { ...env, cells: afterStore(env.cells, place) };
  // also of what nobody asks for its answer it counts what it writes
  const claim = claimAt(builder, stmt, env);
  if (stmt.target === null) return flow(after, steps);
  const counts = builder.amounts.get(stmt.id);
  if (counts !== undefined || builder.allocations.allocating.has(stmt.id))
    builder.assumptions.add(
      fill(messages.counterNoWrap, { name: placeText(stmt.place, builder.kernel), line: stmt.span.line }),
    );
  const old = unknownValue(builder, {
    name: stmt.target,
    type: stmt.place.type,
    because: fill(messages.atomicResult, { op: stmt.op }),
    span: stmt.span,
    read: place,
    uniformity: 'thread',
    turns: turnsAround(builder),
    ...(claim === null ? {} : { claim }),
    ...(counts === undefined ? {} : { counts }),
    ...(builder.allocations.counted.has(stmt.id) ? { when: [...builder.guards] } : {}),
  });
  return flow(withValue(after, stmt.target, old), steps);
}

/** What the atomic claims [D31]; null: nothing. */
function claimAt(builder: Builder, stmt: StmtOf<'atomic'>, env: Env): Claim | null {
  const by = builder.claims.get(stmt.id);
  const operand = by === undefined ? undefined : by.kind === 'bits' ? stmt.operands[0] : by.written;
  if (by === undefined || operand === undefined || stmt.isGuessed === true) return null;
  const claim = claimed(by, evaluate(builder, operand, env, stmt), (written) =>
    rangeOf(written, (id) => builder.ranges.get(id)),
  );
  if (claim === 'returns') builder.knowledge.returning.add(by.array);
  return claim === 'returns' || builder.knowledge.returning.has(by.array) ? null : claim;
}

/** `fresh`: the value read, where it is not one that the thread knows already. */
function runLoad(
  builder: Builder,
  stmt: StmtOf<'load'>,
  place: Place,
  env: Env,
  steps: Protocol[],
): Readonly<{ env: Env; fresh: Expr | null }> {
  const { type } = stmt.place;
  const known =
    isRemembered(builder, stmt.place) && !builder.handed.has(stmt.id) ? knownValue(env.cells, place, type) : null;
  if (known !== null) return { env: withValue(env, stmt.target, known), fresh: null };
  const value = loadedValue(builder, { ...stmt.place, ...place }, type, stmt.target, stmt, steps);
  const cells = isRemembered(builder, stmt.place) ? withCell(env.cells, { place, type, value }) : env.cells;
  return { env: { ...withValue(env, stmt.target, value), cells }, fresh: value };
}

function storedCells(builder: Builder, stmt: StmtOf<'store'>, place: Place, env: Env, steps: Protocol[]): Cells {
  const cells = afterStore(env.cells, place);
  if (!isRemembered(builder, stmt.place)) return cells;
  const value = bounded(builder, evaluate(builder, stmt.value, env, stmt, 'memory'), 'stored', stmt, steps);
  return withCell(cells, { place, type: stmt.place.type, value });
}

/** Local arrays belong to one thread and constant ones are never written: neither can take part in a race. */
function isSharedAmongThreads(builder: Builder, place: IrPlace): boolean {
  const space = builder.kernel.arrays.get(place.array)?.space;
  return (space === 'shared' || space === 'global') && sizeOf(place.type) > 0;
}

function shortValue(builder: Builder, value: Expr, env: Env, at: At): Expr | null {
  const stored = evaluate(builder, value, env, at, 'memory');
  return countNodes(stored, expressionLimit) > expressionLimit ? null : stored;
}

function runBarrier(builder: Builder, stmt: StmtOf<'barrier'>, env: Env): Outcome {
  const { scope, reduction } = stmt;
  if (scope.kind === 'warp' || scope.kind === 'tile' || scope.kind === 'named' || scope.kind === 'collective') {
    const why = builder.ordering?.why.get(stmt.id);
    if (builder.ordering?.barriers.has(stmt.id) !== true)
      approximate(
        builder,
        fill(messages.barrierIgnored, { kind: scope.kind, why: why === undefined ? '' : `: ${why}` }),
        stmt.span,
      );
    return flow(
      reduction === null
        ? env
        : withValue(env, reduction.target, unknownFor(builder, stmt, reduction.target, messages.barrierResult)),
      meetingSteps(builder, stmt, env),
    );
  }
  // views have these as barriers of the block or the grid (ir/views.ts)
  invariant(scope.kind !== 'cluster', 'views have no barriers of clusters');
  const barrier: readonly Protocol[] =
    scope.kind === 'block' && builder.together === 'grid'
      ? []
      : [{ kind: 'barrier', id: stmt.id, span: stmt.span, scope: scope.kind }];
  if (reduction === null) return flow(env, barrier);
  const own = evaluate(builder, reduction.predicate, env, stmt);
  const scalar = builder.kernel.scalars.get(reduction.target);
  const result = unknownValue(builder, {
    name: scalar?.name ?? reduction.target,
    type: scalar?.type ?? { kind: 'int', bits: 32, signed: true },
    because: fill(messages.voteResult, { op: reduction.op }),
    span: stmt.span,
    read: null,
    uniformity: 'block',
  });
  const mine = convert(bool, own);
  const any = convert(bool, result);
  const condition = reduction.op === 'and' ? implies(any, mine) : implies(mine, any);
  return flow(withValue(env, reduction.target, result), [
    ...barrier,
    {
      kind: 'assume',
      id: stmt.id,
      span: stmt.span,
      condition,
      text: `the block's ${reduction.op} covers its own thread`,
    },
  ]);
}

function runBranch(builder: Builder, stmt: StmtOf<'branch'>, env: Env): Outcome {
  const before: Protocol[] = [];
  const when = bounded(builder, evaluate(builder, stmt.when, env, stmt), 'condition', stmt, before);
  if (isTrue(when)) return runList(builder, stmt.then, env, stmt);
  if (isFalse(when)) return runList(builder, stmt.otherwise, env, stmt);
  const then = runGuarded(builder, when, stmt.then, env, stmt);
  const otherwise = runGuarded(builder, negation(when), stmt.otherwise, env, stmt);
  const steps = [...before];
  if (then.steps.length + otherwise.steps.length > 0) {
    steps.push({
      kind: 'branch',
      id: stmt.id,
      span: stmt.span,
      when,
      then: then.steps,
      otherwise: otherwise.steps,
      cause: { kind: 'if' },
    });
  }
  const escapes = [
    ...then.escapes.map((escape) => ({
      ...escape,
      when: bounded(builder, and(when, escape.when), 'left', stmt, steps),
    })),
    ...otherwise.escapes.map((escape) => ({
      ...escape,
      when: bounded(builder, and(negation(when), escape.when), 'left', stmt, steps),
    })),
  ];
  if (then.env === null || otherwise.env === null) return { steps, env: then.env ?? otherwise.env, escapes };
  return { steps, env: mergedEnv(builder, when, then.env, otherwise.env, stmt, steps), escapes };
}

function runGuarded(builder: Builder, guard: Expr, list: readonly Stmt[], env: Env, at: At): Outcome {
  builder.guards.push(guard);
  const out = runList(builder, list, env, at);
  builder.guards.pop();
  return out;
}

function runJump(builder: Builder, stmt: StmtOf<'jump'>, env: Env): Outcome {
  const loop = builder.loops.at(-1)?.id ?? '';
  const escape = (target: string, kind: 'exit' | 'break' | 'continue'): Outcome => ({
    steps: [],
    env: null,
    escapes: [{ target, when: truth(true), env, cause: { kind, span: stmt.span } }],
  });
  switch (stmt.to) {
    case 'exit':
      return escape(exitTarget, 'exit');
    case 'return':
      return escape(builder.calls.at(-1) ?? exitTarget, 'break');
    case 'break':
      return escape(`break ${loop}`, 'break');
    case 'continue':
      return escape(`continue ${loop}`, 'continue');
    default:
      return assertNever(stmt.to);
  }
}

function runAssert(builder: Builder, stmt: StmtOf<'assert'>, env: Env): Outcome {
  const condition = evaluate(builder, stmt.condition, env, stmt);
  if (isTrue(condition) || countNodes(condition, expressionLimit) > expressionLimit) return flow(env);
  builder.assumptions.add(fill(messages.assertionHolds, { line: stmt.span.line }));
  const holds = typeOf(condition).kind === 'bool' ? condition : convert(bool, condition);
  return flow(env, [{ kind: 'assume', id: stmt.id, span: stmt.span, condition: holds, text: 'assert' }]);
}
