/**
 * Follows the thread of a block that arrives for it through the kernel, from round to round of a barrier that the grid
 * makes of atomics [T23]: what its variables hold in the k-th round. Under-approximating: what is not followed has no
 * value.
 * Needs: the branches that are rounds, and how a thread gets through one. Gives: whether it gets through all of them as
 * it must.
 */
import type { Env, Round, Value } from './round-values.ts';
import type { Expr } from '../../base/expr.ts';
import type { Flow } from './forward.ts';
import type { Stmt, StmtOf } from '../ir.ts';
import type { VarId } from '../../base/brand.ts';
import { assignedIn, eachStmt, someStmt, targetOf } from '../walk.ts';
import { flat, mayLeave } from './paths.ts';
import { forward } from './forward.ts';
import { inNextRound, isSameValue, joinedValue, valueIn } from './round-values.ts';
import { freeVariables } from '../../base/expr-walk.ts';

/** `round`: how many there were; null: it depends. */
export type At = Readonly<{ env: Env; round: bigint | null }>;
/** `through`: what holds behind the round, null where it may be none. `isOwn`: a condition of this thread holds. */
export type Rounds = Readonly<{
  isRound: (stmt: Stmt) => boolean;
  isOwn: (when: Expr) => boolean;
  through: (branch: StmtOf<'branch'>, at: At) => Env | null;
  roundOf: (round: bigint | null) => Round;
}>;
/** Rounds that a thread may not get through as it must, and those that it comes to. */
type Seen = Readonly<{ failed: Set<Stmt>; passed: Set<Stmt> }>;

/** Whether each of the rounds is one, whenever the thread comes to it. */
export function areRounds(body: readonly Stmt[], rounds: Rounds): boolean {
  const seen: Seen = { failed: new Set(), passed: new Set() };
  forward(body, { env: new Map(), round: 0n }, flowThrough(rounds, toggledIn(body), seen));
  return seen.failed.size === 0 && seen.passed.size > 0;
}

/** Variables that are made of themselves otherwise than by adding. */
function toggledIn(body: readonly Stmt[]): ReadonlySet<VarId> {
  const found = new Set<VarId>();
  const isSum = (value: Expr): boolean =>
    value.kind === 'cast'
      ? isSum(value.operand)
      : value.kind === 'binary' && (value.op === '+' || (value.op === '-' && value.left.kind === 'var'));
  eachStmt(body, (stmt) => {
    if (stmt.kind === 'assign' && freeVariables(stmt.value).has(stmt.target) && !isSum(stmt.value))
      found.add(stmt.target);
  });
  return found;
}

const flowThrough = (rounds: Rounds, toggled: ReadonlySet<VarId>, seen: Seen): Flow<At> => ({
  listed: flat,
  plain: (stmt, from) => {
    const target = targetOf(stmt);
    return target === null
      ? from
      : holding(
          from,
          target,
          stmt.kind === 'assign' ? valueIn(stmt.value, from.env, rounds.roundOf(from.round)) : null,
        );
  },
  branch: (stmt, from, behind, together) => {
    if (rounds.isRound(stmt)) return throughRound(stmt, from, rounds, seen);
    return rounds.isOwn(stmt.when) ? behind(stmt.then) : together(behind(stmt.then), behind(stmt.otherwise));
  },
  call: (stmt, from, end) => {
    // it may be left in its middle
    if (someStmt(stmt.body, rounds.isRound)) seen.failed.add(stmt);
    return end === null || mayLeaveIn(stmt.body) ? without(from, assignedIn(stmt.body)) : end;
  },
  joined: (one, other) => joined(one, other, toggled),
  isSame: isSameAt,
  atHead: (state, loop, passes) =>
    passes <= maxTries ? state : { ...without(state, assignedIn([loop])), round: null },
});

const mayLeaveIn = (body: readonly Stmt[]): boolean => body.some((stmt) => mayLeave(stmt));

function throughRound(stmt: StmtOf<'branch'>, { env, round }: At, rounds: Rounds, { failed, passed }: Seen): At {
  const next = round === null ? null : round + 1n;
  const renamed = round !== null ? env : mapped(env, inNextRound);
  const behind = rounds.through(stmt, { env: renamed, round: next });
  passed.add(stmt);
  if (behind === null) failed.add(stmt);
  else failed.delete(stmt);
  // answers are those of this round
  return behind === null
    ? { env: without({ env: renamed, round: next }, assignedIn([stmt])).env, round: next }
    : { env: mapped(behind, ofAnyRound), round: next };
}

const ofAnyRound = (value: Value): Value | null => (inNextRound(value) === null ? null : value);

function mapped(env: Env, of: (value: Value) => Value | null): Env {
  return new Map(
    [...env].flatMap(([id, value]) => {
      const made = of(value);
      return made === null ? [] : [[id, made] as const];
    }),
  );
}

function holding({ env, round }: At, id: VarId, value: Value | null): At {
  const now = new Map(env);
  if (value === null) now.delete(id);
  else now.set(id, value);
  return { env: now, round };
}

const without = ({ env, round }: At, assigned: ReadonlySet<VarId>): At => ({
  env: new Map([...env].filter(([id]) => !assigned.has(id))),
  round,
});

/** Where two ways come together. */
function joined(one: At, other: At, toggled: ReadonlySet<VarId>): At {
  const env = new Map<VarId, Value>();
  for (const [id, value] of one.env) {
    const second = other.env.get(id);
    const both = second === undefined ? null : joinedValue([value, one.round], [second, other.round], toggled.has(id));
    if (both !== null) env.set(id, both);
  }
  return { env, round: one.round === other.round ? one.round : null };
}

const isSameAt = (one: At, other: At): boolean =>
  one.round === other.round &&
  one.env.size === other.env.size &&
  [...one.env].every(([id, value]) => isSameValue(other.env.get(id) ?? null, value));

/** How often what holds at the head of a loop is looked at anew before what still changes is forgotten. */
const maxTries = 6;
