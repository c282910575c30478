/**
 * Locks that one thread takes for its whole block [T15]: between the first barrier behind the taking and the last one before the release only threads of a block
 * that holds the lock are inside. Orders threads of different blocks. Under-approximating.
 * Example: `if (t == 0) { while (atomicCAS(lock, 0, 1) != 0) { } __threadfence(); } __syncthreads(); … __syncthreads(); if (t == 0) { __threadfence(); atomicExch(lock, 0); }`.
 */
import type { Shape } from './counting.ts';
import type { StmtId } from '../../base/brand.ts';
import type { Stmt, StmtOf } from '../ir.ts';
import { commonList, isBlockBarrier, mayLeave, passedBefore, passedBehind } from './paths.ts';
import { isCertain, timesInBlock } from './counting.ts';
import { eachStmt } from '../walk.ts';
import { isFence, isOfWholeBlock, isOrdered } from './signals.ts';

type Atomic = StmtOf<'atomic'>;

/** What is run with the lock held; null: nothing that is known. `waits`: whether a loop is left only with the lock taken. */
export function heldByBlock(taken: Atomic, released: Atomic, waits: (loop: StmtOf<'loop'>) => boolean, shape: Shape): ReadonlySet<StmtId> | null {
  const [from, to] = [shape.paths.get(taken.id), shape.paths.get(released.id)];
  const loop = from?.at(-1)?.owner;
  const wait = from?.slice(0, -1) ?? [];
  const common = to === undefined ? null : commonList(wait, to);
  if (to === undefined || common === null || common.a >= common.b || loop?.kind !== 'loop' || !waits(loop)) return null;
  // one thread of each block that comes to the list takes the lock, once, and one gives it back
  const around = wait.slice(0, common.depth + 1);
  if (!isOfWholeBlock(wait, common.depth, shape) || !isCertain(wait, shape, around)) return null;
  if (timesInBlock(wait, shape) !== 1n || timesInBlock(to, shape) !== 1n || to.some(({ owner }) => owner?.kind === 'loop')) return null;
  const list = wait[common.depth]?.list ?? [];
  const isBarrier = (stmt: Stmt, k: number): boolean => k > common.a && k < common.b && isBlockBarrier(stmt) && stmt.isStandIn !== true;
  const [first, last] = [list.findIndex(isBarrier), list.findLastIndex(isBarrier)];
  if (first < 0 || first === last || list.slice(common.a, common.b + 1).some((stmt) => mayLeave(stmt))) return null;
  const acquires = isOrdered(taken, 'acquire', 'device') || passedBehind(wait, common.depth, first).some(isFence('acquire', 'device'));
  const releases = isOrdered(released, 'release', 'device') || passedBefore(to, common.depth, last).some(isFence('release', 'device'));
  if (!acquires || !releases || [taken, released].some(({ scope, isGuessed }) => scope === 'block' || isGuessed === true)) return null;
  const held = new Set<StmtId>();
  eachStmt(list.slice(first + 1, last), ({ id }) => held.add(id));
  return held;
}
