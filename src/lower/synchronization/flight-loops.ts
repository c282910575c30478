/**
 * Loops that are followed turn by turn (flight-walk.ts): by which scalar their turns are told apart, and how many there
 * are.
 */
import type { StmtId, VarId } from '../../base/brand.ts';
import type { Expr } from '../../base/expr.ts';
import type { Stmt, StmtOf } from '../../ir/ir.ts';
import type { Counted, Pass, Where } from './flight-pass.ts';
import { i32 } from '../../base/ctype.ts';
import { int } from '../../base/expr-build.ts';
import { bodiesOf, someStmt } from '../../ir/walk.ts';
import { constantOf, convert } from '../expressions/constants.ts';
import { giveUp, maxTurns, orderOf, substituted } from './flight-pass.ts';

/** A loop `for (k = …; …; k += c)` whose turns can be told apart by k; others get a counter of their own. */
export function countedLoop(pass: Pass, loop: StmtOf<'loop'>): Counted {
  if (!loop.testFirst) giveUp();
  const isAligned = alwaysMeets(loop.body);
  for (const stmt of loop.step) {
    if (stmt.kind !== 'assign') continue;
    const by = stepOf(stmt.value, stmt.target);
    const all = pass.assignments.get(stmt.target) ?? [];
    const outside = all.filter(({ path }) => !path.includes(loop.id));
    const init = outside[0];
    if (by === null || by === 0n || all.length !== 2 || init === undefined || init.order > orderOf(pass, loop.id))
      continue;
    const first = init.stmt.kind === 'assign' && isAnew(pass, loop.id, init) ? constantOf(init.stmt.value) : null;
    return {
      loop,
      counter: stmt.target,
      by,
      first,
      last: first === null ? null : turnsOf(loop, stmt.target, first, by),
      isAligned,
      isMade: false,
    };
  }
  return { loop, counter: pass.fresh.scalar('turn', i32), by: 1n, first: 0n, last: null, isAligned, isMade: true };
}

/**
 * Whether the scalar is given its first value whenever the loop is come to, not only the first time in loops around.
 */
export const isAnew = (pass: Pass, loop: StmtId, init: Where): boolean =>
  (pass.where.get(loop) ?? giveUp()).path.every(
    (id) => pass.where.get(id)?.stmt.kind !== 'loop' || init.path.includes(id),
  );

function stepOf(value: Expr, id: VarId): bigint | null {
  if (value.kind === 'cast') return null;
  if (
    value.kind !== 'binary' ||
    (value.op !== '+' && value.op !== '-') ||
    value.left.kind !== 'var' ||
    value.left.id !== id
  )
    return null;
  const by = constantOf(value.right);
  return by === null ? null : value.op === '+' ? by : -by;
}

/** The number of turns, if the condition is about the counter and constants alone. */
function turnsOf(loop: StmtOf<'loop'>, counter: VarId, first: bigint, by: bigint): number | null {
  if (loop.before.length > 0 || someStmt(loop.body, ({ kind }) => kind === 'jump')) return null;
  for (let turn = 0; turn <= maxTurns; turn++) {
    const holds = substituted(loop.condition, (id, type) =>
      id === counter ? convert(int(first + by * BigInt(turn)), type) : null,
    );
    if (holds?.kind !== 'bool') return null;
    if (!holds.value) return turn;
  }
  return null;
}

/**
 * Whether each way through the list, but for those that leave the loop or the kernel, passes a barrier of the block.
 */
function alwaysMeets(list: readonly Stmt[]): boolean {
  for (const stmt of list) {
    if (
      stmt.kind === 'barrier' &&
      stmt.isStandIn !== true &&
      (stmt.scope.kind === 'block' || stmt.scope.kind === 'grid')
    )
      return true;
    if (stmt.kind === 'branch' && alwaysMeets(stmt.then) && alwaysMeets(stmt.otherwise)) return true;
    if (stmt.kind === 'call' && alwaysMeets(stmt.body)) return true;
    if (goesPast(stmt)) return false;
  }
  return false;
}

/** Whether a thread may go on behind the list that it stands in, in the next turn or behind the call. */
export const goesPast = (stmt: Stmt): boolean =>
  (stmt.kind === 'jump' && (stmt.to === 'continue' || stmt.to === 'return')) ||
  (stmt.kind === 'branch' && bodiesOf(stmt).some((list) => list.some(goesPast))) ||
  (stmt.kind === 'loop' && someStmt([stmt], (one) => one.kind === 'jump' && one.to === 'return'));
