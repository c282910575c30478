/**
 * Follows the thread of a block that arrives for it through the kernel, from round to round of a barrier that the grid makes of atomics [T23]: what its variables hold in
 * the k-th round. Under-approximating: what is not followed has no value.
 * Needs: the branches that are rounds, and how a thread gets through one. Gives: whether it gets through all of them as it must.
 */
import type { Env, Round, Value } from './round-values.ts';
import type { Expr } from '../../base/expr.ts';
import type { Stmt, StmtOf } from '../ir.ts';
import type { VarId } from '../../base/brand.ts';
import { assignedIn, eachStmt, someStmt, targetOf } from '../walk.ts';
import { flat, mayLeave } from './paths.ts';
import { inNextRound, isSameValue, joinedValue, valueIn } from './round-values.ts';
import { freeVariables } from '../../base/expr-walk.ts';

/** `round`: how many there were; null: it depends. */
export type At = Readonly<{ env: Env; round: bigint | null }>;
/** `through`: what holds behind the round, null where it may be none. `isOwn`: a condition of this thread holds. */
export type Rounds = Readonly<{ isRound: (stmt: Stmt) => boolean; isOwn: (when: Expr) => boolean; through: (branch: StmtOf<'branch'>, at: At) => Env | null; roundOf: (round: bigint | null) => Round }>;
type Walk = Readonly<{ rounds: Rounds; toggled: ReadonlySet<VarId>; breaks: At[]; continues: At[]; failed: Set<Stmt>; passed: Set<Stmt> }>;

/** Whether each of the rounds is one, whenever the thread comes to it. */
export function areRounds(body: readonly Stmt[], rounds: Rounds): boolean {
  const walk: Walk = { rounds, toggled: toggledIn(body), breaks: [], continues: [], failed: new Set(), passed: new Set() };
  follow(body, { env: new Map(), round: 0n }, walk);
  return walk.failed.size === 0 && walk.passed.size > 0;
}

/** Variables that are made of themselves otherwise than by adding. */
function toggledIn(body: readonly Stmt[]): ReadonlySet<VarId> {
  const found = new Set<VarId>();
  const isSum = (value: Expr): boolean => (value.kind === 'cast' ? isSum(value.operand) : value.kind === 'binary' && (value.op === '+' || (value.op === '-' && value.left.kind === 'var')));
  eachStmt(body, (stmt) => { if (stmt.kind === 'assign' && freeVariables(stmt.value).has(stmt.target) && !isSum(stmt.value)) found.add(stmt.target); });
  return found;
}

/** What holds behind the list; null: the thread does not come there. */
function follow(list: readonly Stmt[], from: At, walk: Walk): At | null {
  let now: At | null = from;
  for (const stmt of flat(list)) {
    if (now === null) return null;
    now = step(stmt, now, walk);
  }
  return now;
}

function step(stmt: Stmt, from: At, walk: Walk): At | null {
  const { rounds } = walk;
  switch (stmt.kind) {
    case 'assign': return holding(from, stmt.target, valueIn(stmt.value, from.env, rounds.roundOf(from.round)));
    case 'branch': {
      if (rounds.isRound(stmt)) return throughRound(stmt, from, walk);
      if (rounds.isOwn(stmt.when)) return follow(stmt.then, from, walk);
      return joined(follow(stmt.then, from, walk), follow(stmt.otherwise, from, walk), walk);
    }
    case 'call': {
      // it may be left in its middle
      const within = follow(stmt.body, from, { ...walk, breaks: [], continues: [] });
      if (someStmt(stmt.body, rounds.isRound)) walk.failed.add(stmt);
      return within === null || mayLeaveIn(stmt.body) ? without(from, assignedIn(stmt.body)) : within;
    }
    case 'loop': return aroundLoop(stmt, from, walk);
    case 'jump': {
      if (stmt.to === 'break') walk.breaks.push(from);
      if (stmt.to === 'continue') walk.continues.push(from);
      return null;
    }
    case 'load': case 'store': case 'atomic': case 'barrier': case 'fence': case 'lanes': case 'assert': case 'unknown': case 'unknown-value': case 'async': {
      const target = targetOf(stmt);
      return target === null ? from : holding(from, target, null);
    }
  }
}

const mayLeaveIn = (body: readonly Stmt[]): boolean => body.some((stmt) => mayLeave(stmt));

function throughRound(stmt: StmtOf<'branch'>, { env, round }: At, walk: Walk): At | null {
  const next = round === null ? null : round + 1n;
  const renamed = round !== null ? env : mapped(env, inNextRound);
  const behind = walk.rounds.through(stmt, { env: renamed, round: next });
  walk.passed.add(stmt);
  if (behind === null) walk.failed.add(stmt);
  else walk.failed.delete(stmt);
  // answers are those of this round
  return behind === null ? { env: without({ env: renamed, round: next }, assignedIn([stmt])).env, round: next } : { env: mapped(behind, ofAnyRound), round: next };
}

const ofAnyRound = (value: Value): Value | null => (inNextRound(value) === null ? null : value);

function mapped(env: Env, of: (value: Value) => Value | null): Env {
  return new Map([...env].flatMap(([id, value]) => { const made = of(value); return made === null ? [] : [[id, made] as const]; }));
}

function holding({ env, round }: At, id: VarId, value: Value | null): At {
  const now = new Map(env);
  if (value === null) now.delete(id);
  else now.set(id, value);
  return { env: now, round };
}

const without = ({ env, round }: At, assigned: ReadonlySet<VarId>): At => ({ env: new Map([...env].filter(([id]) => !assigned.has(id))), round });

/** Where two ways come together. */
function joined(one: At | null, other: At | null, { toggled }: Walk): At | null {
  if (one === null || other === null) return one ?? other;
  const env = new Map<VarId, Value>();
  for (const [id, value] of one.env) {
    const second = other.env.get(id);
    const both = second === undefined ? null : joinedValue([value, one.round], [second, other.round], toggled.has(id));
    if (both !== null) env.set(id, both);
  }
  return { env, round: one.round === other.round ? one.round : null };
}

const isSameAt = (one: At, other: At): boolean => one.round === other.round && one.env.size === other.env.size && [...one.env].every(([id, value]) => isSameValue(other.env.get(id) ?? null, value));

/** How often what holds at the head of a loop is looked at anew before what still changes is forgotten. */
const maxTries = 6;

function aroundLoop(loop: StmtOf<'loop'>, from: At, walk: Walk): At | null {
  const assigned = assignedIn([loop]);
  for (let head = from, tries = 0; ; tries++) {
    const inner: Walk = { ...walk, breaks: [], continues: [] };
    const first = loop.testFirst ? follow(loop.before, head, inner) : head;
    const body = first === null ? null : follow(loop.body, first, inner);
    const ends = [body, ...inner.continues].reduce((a, b) => joined(a, b, walk), null);
    const tested = loop.testFirst || ends === null ? ends : follow(loop.before, ends, inner);
    const stepped = tested === null ? null : follow(loop.step, tested, inner);
    const next = joined(head, stepped, walk) ?? head;
    if (isSameAt(next, head)) return [loop.testFirst ? first : tested, ...inner.breaks].reduce((a, b) => joined(a, b, walk), null);
    head = tries < maxTries ? next : { env: new Map([...next.env].filter(([id]) => !assigned.has(id))), round: null };
  }
}

