/**
 * Copies in flight across barriers [D30]: a copy of a thread may still touch its memory behind every barrier that
 * stands between its issue and its wait. Here the batches of a thread are counted turn by turn, which tells of each
 * barrier which copies may be in flight there, by how many turns of their loop they are older; their accesses are put
 * behind the barrier once more, as what they were in that turn. So the prover needs no order but barriers for a ring of
 * stages.
 *
 * Example: of `for (k = 0; k < n; k++) { wait_prior(1); barrier; use(s[k % 3]); copy(s[(k + 2) % 3]); commit; }` the
 * copy of the turn before is in flight at the barrier: behind it stands `if (k - start >= 1) copy(s[(k - 1 + 2) % 3])`.
 *
 * Over-approximating: conditions that cannot be said for the other turn are left out, and an address that cannot be
 * said gives no answer.
 */
import type { ArrayId, StmtId, VarId } from '../../base/brand.ts';
import type { Expr } from '../../base/expr.ts';
import type { ScalarType } from '../../base/ctype.ts';
import type { Stmt } from '../../ir/ir.ts';
import type { Counted, Fresh, InFlight, Pass, Seen, Where } from './flight-pass.ts';
import type { Instance } from './flight-values.ts';
import type { Mark } from './marks.ts';
import { i32 } from '../../base/ctype.ts';
import { int, truth, typeOf, variable } from '../../base/expr-build.ts';
import { bodiesOf, eachStmt, mapStmts, targetOf } from '../../ir/walk.ts';
import { combine, convert } from '../expressions/constants.ts';
import { GivenUp, counterType, giveUp, homeOf, maxCopies, maxSteps } from './flight-pass.ts';
import { atEntry, follow } from './flight-walk.ts';
import { cloned, isOncePerInterval } from './flight-copies.ts';

/** What the copies `agents` (marks) do behind barriers; null: it is not known. `locals`: arrays of the thread's own. */
export function inFlightBehind(
  body: readonly Stmt[],
  marks: ReadonlyMap<StmtId, Mark>,
  { agents, locals: own }: Readonly<{ agents: ReadonlySet<StmtId>; locals: ReadonlySet<ArrayId> }>,
  fresh: Fresh,
): InFlight | null {
  const { where, assignments } = placed(body);
  const locals = new Map(
    [...own].map((id) => [id, [...where.values()].filter(({ stmt }) => changes(stmt, id))] as const),
  );
  const pass: Pass = {
    marks,
    where,
    assignments,
    locals,
    counted: new Map(),
    seen: new Map(),
    turns: [],
    breaks: [],
    continues: [],
    returns: [],
    changed: new Map(),
    types: typesIn(body),
    asked: new Map(),
    alikeFrom: new Map(),
    stepsLeft: maxSteps,
    fresh,
  };
  try {
    follow(pass, body, [atEntry]);
    for (const id of agents) isOncePerInterval(pass, id);
    return repeated(pass, body, agents);
  } catch (reason) {
    if (reason instanceof GivenUp) return null;
    throw reason;
  }
}

const changes = (stmt: Stmt, array: ArrayId): boolean =>
  ((stmt.kind === 'store' || stmt.kind === 'atomic') && stmt.place.array === array) ||
  (stmt.kind === 'unknown' && stmt.footprint.includes(array));

function typesIn(body: readonly Stmt[]): ReadonlyMap<VarId, ScalarType> {
  const types = new Map<VarId, ScalarType>();
  eachStmt(body, (stmt) => {
    if (stmt.kind === 'assign') types.set(stmt.target, typeOf(stmt.value));
  });
  return types;
}

function placed(
  body: readonly Stmt[],
): Readonly<{ where: ReadonlyMap<StmtId, Where>; assignments: ReadonlyMap<VarId, readonly Where[]> }> {
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
      before.set(counted.loop.id, [
        {
          kind: 'assign',
          id: pass.fresh.stmt(),
          span: like.span,
          source: like.source,
          target: start,
          value: variable(counted.counter, type),
        },
      ]);
    }
    const [now, first] = [variable(counted.counter, type), variable(start, type)];
    return counted.by > 0n ? combine('-', now, first) : combine('-', first, now);
  };
  for (const {
    loop: { id, span, source },
    counter,
    isMade,
  } of pass.counted.values()) {
    if (!isMade) continue;
    const counting = (value: Expr): Stmt => ({
      kind: 'assign',
      id: pass.fresh.stmt(),
      span,
      source,
      target: counter,
      value,
    });
    before.set(id, [counting(int(0))]);
    steps.set(id, [counting(combine('+', variable(counter, i32), int(1)))]);
  }
  for (const group of groups.values()) {
    const [seen] = group;
    if (seen === undefined) continue;
    const { barrier, flight, age, around } = seen;
    const at = pass.where.get(barrier) ?? giveUp();
    const home = homeOf(pass, flight.copy);
    // until it is left, an instance stands for all turns that are of this age
    const isKnownTurn = flight.isLeft && home !== null && home.last !== null;
    const conditions: Expr[] = [];
    const counted = around === null ? undefined : pass.counted.get(around);
    const width = (one: Counted): bigint => (one.by > 0n ? one.by : -one.by);
    const bound = (one: Counted, turn: number): Expr => convert(int(BigInt(turn) * width(one)), counterType(one));
    if (home !== null && !isKnownTurn && age > 0)
      conditions.push(combine('>=', turnNow(home, at.stmt), bound(home, age)));
    const isOfLoop = !flight.isLeft && home !== null && home.loop.id === around;
    if (counted !== undefined && !isOfLoop) {
      // from before the loop, or from another turn than its own: in flight in these turns only
      const from = pass.alikeFrom.get(counted.loop.id);
      const last = Math.max(...group.map((one) => one.at));
      if (from === undefined || last < from)
        conditions.push(combine('<=', turnNow(counted, at.stmt), bound(counted, last)));
    }
    const one: Instance = {
      pass,
      copy: flight.copy,
      home,
      age: isKnownTurn ? null : age,
      turn: flight.turn,
      behind: at,
      renamed: new Map(),
      reads: [],
    };
    const copied = cloned(one, body);
    const when = conditions.reduce<Expr>((all, condition) => combine('&&', all, condition), truth(true));
    behind.set(barrier, [
      ...(behind.get(barrier) ?? []),
      {
        kind: 'branch',
        id: pass.fresh.stmt(),
        span: at.stmt.span,
        source: at.stmt.source,
        when,
        then: copied,
        otherwise: [],
        isStandIn: true,
      },
    ]);
  }
  return { behind, before, steps };
}

/** With what copies in flight do behind barriers. */
export function withFlights(body: readonly Stmt[], { behind, before, steps }: InFlight): readonly Stmt[] {
  const stepped = (stmt: Stmt): Stmt =>
    stmt.kind === 'loop' && steps.has(stmt.id)
      ? { ...stmt, step: [...stmt.step, ...(steps.get(stmt.id) ?? [])] }
      : stmt;
  return mapStmts(body, (stmt) => [...(before.get(stmt.id) ?? []), stepped(stmt), ...(behind.get(stmt.id) ?? [])]);
}
