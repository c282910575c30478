/**
 * Locks that one thread takes for its whole block [T15]: between the first barrier behind the taking and the last one
 * before the release only threads of a block that holds the lock are inside. Orders threads of different blocks.
 * Under-approximating.
 * Example: `if (t == 0) { while (atomicCAS(lock, 0, 1) != 0) { } __threadfence(); } __syncthreads(); … __syncthreads();
 * if (t == 0) { __threadfence(); atomicExch(lock, 0); }`.
 */
import type { Shape } from './counting.ts';
import type { Expr } from '../../base/expr.ts';
import type { Path } from './paths.ts';
import type { Stmt, StmtOf } from '../ir.ts';
import type { StmtId, VarId } from '../../base/brand.ts';
import { commonList, isBlockBarrier, isInLoop, mayLeave, passedBefore, passedBehind } from './paths.ts';
import { isCertain, timesInBlock } from './counting.ts';
import { bodiesOf, eachStmt } from '../walk.ts';
import { isFence, isOrdered } from './fences.ts';
import { operandsOf } from '../../base/expr-walk.ts';

type Atomic = StmtOf<'atomic'>;

/**
 * What is run with the lock held; null: nothing that is known. `waits`: whether a loop is left only with the lock
 * taken.
 */
export function heldByBlock(
  taken: Atomic,
  released: Atomic,
  waits: (loop: StmtOf<'loop'>) => boolean,
  shape: Shape,
): ReadonlySet<StmtId> | null {
  const from = shape.paths.get(taken.id);
  const loop = from?.at(-1)?.owner;
  return from !== undefined && loop?.kind === 'loop' && waits(loop)
    ? betweenBarriers(from.slice(0, -1), taken, released, shape)
    : null;
}

/**
 * What a block does between the first barrier behind the wait of one of its threads and the last one before the release
 * by one of them.
 */
export function betweenBarriers(wait: Path, taken: Atomic, released: Atomic, shape: Shape): ReadonlySet<StmtId> | null {
  const to = shape.paths.get(released.id);
  const common = to === undefined ? null : commonList(wait, to);
  if (to === undefined || common === null || common.a >= common.b) return null;
  // one thread of each block that comes to the list takes the lock, once in each iteration, and one gives it back
  const { depth } = common;
  if (!isTogether(wait, depth, shape) || !isCertain(wait, shape, wait.slice(0, depth + 1), depth + 1)) return null;
  if (timesInBlock(wait, shape) !== 1n || timesInBlock(to, shape) !== 1n || isInLoop(to.slice(depth + 1))) return null;
  const list = wait[depth]?.list ?? [];
  const isBarrier = (stmt: Stmt, k: number): boolean =>
    k > common.a && k < common.b && isBlockBarrier(stmt) && stmt.isStandIn !== true;
  const [first, last] = [list.findIndex(isBarrier), list.findLastIndex(isBarrier)];
  if (first < 0 || first === last || list.slice(common.a, common.b + 1).some((stmt) => mayLeave(stmt))) return null;
  const acquires =
    isOrdered(taken, 'acquire', 'device') || passedBehind(wait, depth, first).some(isFence('acquire', 'device'));
  const releases =
    isOrdered(released, 'release', 'device') || passedBefore(to, depth, last).some(isFence('release', 'device'));
  if (
    !acquires ||
    !releases ||
    [taken, released].some(({ scope, isGuessed }) => scope === 'block' || isGuessed === true)
  )
    return null;
  const held = new Set<StmtId>();
  eachStmt(list.slice(first + 1, last), ({ id }) => held.add(id));
  return held;
}

/**
 * Whether all threads of a block come to the list around the path together, in each iteration of the loops around it,
 * or none.
 */
function isTogether(path: Path, depth: number, shape: Shape): boolean {
  return path.slice(1, depth + 1).every(({ owner }) => {
    if (owner?.kind === 'branch') return isUniform(owner.when, shape, new Set());
    return owner?.kind === 'loop' && isLeftByTest(owner) && isUniform(owner.condition, shape, new Set());
  });
}

const isLeftByTest = (loop: StmtOf<'loop'>): boolean =>
  !bodiesOf(loop)
    .flat()
    .some((stmt) => mayLeave(stmt));

/**
 * Whether it has one value for the threads of a block, in one iteration of all loops: what its variables are given is
 * made of what the block has in common, and all threads give it together. `assumed`: variables of which that is taken
 * to be so, for it is looked at.
 */
function isUniform(expr: Expr, shape: Shape, assumed: ReadonlySet<VarId>): boolean {
  if (expr.kind === 'apply') return false;
  if (expr.kind === 'builtin') return !expr.name.startsWith('threadIdx');
  if (expr.kind !== 'var') return operandsOf(expr).every((operand) => isUniform(operand, shape, assumed));
  if (assumed.has(expr.id)) return true;
  const within = new Set(assumed).add(expr.id);
  return (shape.definitions.get(expr.id) ?? []).every((stmt) => {
    const path = shape.paths.get(stmt.id);
    if (stmt.kind !== 'assign' || path === undefined || !isUniform(stmt.value, shape, within)) return false;
    return path.every(({ owner, list, at }, k) => {
      if (k > 0 && list.slice(0, at).some((other) => mayLeave(other))) return false;
      if (owner === null || owner.kind === 'call') return true;
      return owner.kind === 'branch'
        ? isUniform(owner.when, shape, within)
        : owner.kind === 'loop' && isLeftByTest(owner) && isUniform(owner.condition, shape, within);
    });
  });
}
