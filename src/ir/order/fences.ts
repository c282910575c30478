/**
 * By which fences what a thread does at one place comes before what another one does at another place, where a signal
 * leads from the one to the other [T17]. Under-approximating: what is said to be released, or acquired, is.
 */
import type { StmtId } from '../../base/brand.ts';
import type { Kernel, MemoryOrder, MemoryScope, Stmt } from '../ir.ts';
import type { Access, Behind } from './answers.ts';
import type { Path } from './paths.ts';
import type { Shape } from './counting.ts';
import { commonList, conditionsOf, isBlockBarrier, mayLeave, passedBefore, passedBehind } from './paths.ts';
import { eachStmt } from '../walk.ts';
import { isCertain, isOfBlock, isOfThread } from './counting.ts';
import { printExpr } from '../../base/expr-print.ts';

export type Reach = 'block' | 'device';

/**
 * How one side of a signal is fenced. `isOwn`: by an order of the signal or the look, or a fence of the thread that
 * gives or sees it: a release or acquire pattern (PTX ISA, "Release and Acquire Patterns"). `isTotal`: by a `fence.sc`
 * of any thread which a barrier, or the thread's own steps, part from it: such fences are in one order (PTX ISA,
 * "Fence-SC order", "Memory Synchronization"), which follows the signal.
 */
export type Fenced = Readonly<{ isOwn: boolean; isTotal: boolean }>;
export const always: Fenced = { isOwn: true, isTotal: true };

/** Whether the two sides make an order: both by patterns, or both by fences of the one order. */
export const areJoined = (release: Fenced | null, acquire: Fenced | null): boolean =>
  release !== null && acquire !== null && ((release.isOwn && acquire.isOwn) || (release.isTotal && acquire.isTotal));

// Before --------------------------------------------------------------------------------------------------------------

const isAtLeast = (order: MemoryOrder, needed: 'acquire' | 'release'): boolean =>
  order === needed || order === 'acq_rel' || order === 'seq_cst';
const holds = (scope: MemoryScope, reach: Reach): boolean => reach === 'block' || scope !== 'block';

export const isFence =
  (needed: 'acquire' | 'release', reach: Reach) =>
  (stmt: Stmt): boolean =>
    stmt.kind === 'fence' && stmt.isGuessed !== true && holds(stmt.scope, reach) && isAtLeast(stmt.order, needed);
export const isOrdered = (stmt: Access, needed: 'acquire' | 'release', reach: Reach): boolean =>
  stmt.kind === 'atomic' && stmt.isGuessed !== true && holds(stmt.scope, reach) && isAtLeast(stmt.order, needed);
export const reaches = (stmt: Access, reach: Reach): boolean =>
  stmt.kind !== 'atomic' || (stmt.isGuessed !== true && holds(stmt.scope, reach));

const isTotalFence =
  (reach: Reach) =>
  (stmt: Stmt): boolean =>
    isFence('release', reach)(stmt) && stmt.kind === 'fence' && stmt.order === 'seq_cst';

/**
 * What fences, and maybe an order of the access itself, make of one side: `own` of the thread that gives or sees the
 * signal, `others` of whoever. Null: nothing.
 */
function fencedBy(
  isInOrder: boolean,
  needed: 'acquire' | 'release',
  reach: Reach,
  { own, others }: Readonly<{ own: readonly Stmt[]; others: readonly Stmt[] }>,
): Fenced | null {
  const isOwn = isInOrder || own.some(isFence(needed, reach));
  const isTotal = [...own, ...others].some(isTotalFence(reach));
  return isOwn || isTotal ? { isOwn, isTotal } : null;
}

/** How a signal's own write is released. */
export const releasedAt = (stmt: Access, path: Path, reach: Reach): Fenced | null =>
  reaches(stmt, reach)
    ? fencedBy(isOrdered(stmt, 'release', reach), 'release', reach, { own: passedBefore(path, 0, -1), others: [] })
    : null;

/**
 * Through whom, and by which fences, what a thread does at `id` is released before the signal: by its own, or behind a
 * barrier by that of a thread of its block. Null: it need not be.
 */
export function comesBefore(
  id: StmtId,
  signal: Access,
  to: Path,
  reach: Reach | null,
  shape: Shape,
): Readonly<{ through: 'own' | 'block'; fenced: Fenced }> | null {
  const { paths } = shape;
  const from = paths.get(id);
  const common = from === undefined ? null : commonList(from, to);
  if (from === undefined || common === null || reach === null || common.a >= common.b || !reaches(signal, reach))
    return null;
  const list = to[common.depth]?.list ?? [];
  const between = list.slice(common.a, common.b);
  const isOwn = goesOnTo(to.slice(common.depth + 1), from, shape) && !between.some((stmt) => mayLeave(stmt));
  const isInOrder = isOrdered(signal, 'release', reach);
  const own = isOwn
    ? fencedBy(isInOrder, 'release', reach, {
        own: [...passedBehind(from, common.depth, common.b), ...passedBefore(to.slice(common.depth + 1), 0, -1)],
        others: [],
      })
    : null;
  if (own !== null) return { through: 'own', fenced: own };
  // by a barrier that all threads of the block come to
  if (!isOfWholeBlock(to, common.depth, shape)) return null;
  const barrier = list.findIndex((stmt, k) => k > common.a && k < common.b && isBlockBarrier(stmt));
  if (barrier < 0 || list.slice(common.a, barrier).some((stmt) => mayLeave(stmt)) || !isCertain(to, shape, from))
    return null;
  const fenced = fencedBy(isInOrder, 'release', reach, {
    own: passedBefore(to, common.depth, barrier),
    others: passedBehind(from, common.depth, barrier),
  });
  return fenced === null ? null : { through: 'block', fenced };
}

/**
 * Whether a thread that comes to `from`, and to the list around the frames, goes on into them: by the same conditions
 * on itself.
 */
function goesOnTo(frames: Path, from: Path, { definitions }: Shape): boolean {
  const known = new Set(conditionsOf(from).map(({ when, isTrue }) => `${isTrue} ${printExpr(when)}`));
  return frames.every(
    ({ owner, part, list, at }) =>
      owner?.kind === 'branch' &&
      known.has(`${part === 0} ${printExpr(owner.when)}`) &&
      isOfThread(owner.when, definitions) &&
      !list.slice(0, at).some((stmt) => mayLeave(stmt)),
  );
}

/** Whether a list around the path is one that all threads of a block come to together, or none. */
export const isOfWholeBlock = (path: Path, depth: number, { definitions }: Shape): boolean =>
  path.slice(1, depth + 1).every(({ owner }) => owner?.kind === 'branch' && isOfBlock(owner.when, definitions));

// Behind --------------------------------------------------------------------------------------------------------------

/** All answers of which one has said so. */
export const observedIn = ({ observed, or }: Behind): readonly Access[] => [observed, ...or.map((one) => one.observed)];
/** The one that has; null: it may be one of several. */
export const onlyObserved = (behind: Behind | null): StmtId | null =>
  behind === null || behind.or.length > 0 ? null : behind.observed.id;

/**
 * How a thread has acquired by then what the answer tells, by whichever it is; null: it need not have. `how`: whether a
 * barrier stands for a fence as in the CUDA guide's sample of a last block.
 */
export function acquires(
  id: StmtId,
  behind: Behind | null,
  reach: Reach | null,
  shape: Shape,
  how: 'sample' | 'strict' = 'sample',
): Fenced | null {
  if (behind === null) return null;
  const each = [behind, ...behind.or].map((one) => acquiredBy(id, one, reach, shape, how));
  return each.reduce((all, one) =>
    all === null || one === null ? null : { isOwn: all.isOwn && one.isOwn, isTotal: all.isTotal && one.isTotal },
  );
}

function acquiredBy(
  id: StmtId,
  { barrier, observed }: Behind,
  reach: Reach | null,
  { kernel, paths }: Shape,
  how: 'sample' | 'strict',
): Fenced | null {
  const [path, from] = [paths.get(id), paths.get(observed.id)];
  if (path === undefined || from === undefined || reach === null || !reaches(observed, reach)) return null;
  const common = commonList(from, path);
  const passed = common === null ? [] : passedBefore(path, common.depth, common.a);
  const own = barrier === null ? passed : passedBehind(from, barrier.depth, barrier.at);
  // the CUDA guide's sample of a last block: a barrier, and volatile loads
  if (barrier !== null && how === 'sample' && isNeverEarly(kernel, id)) return always;
  return fencedBy(isOrdered(observed, 'acquire', reach), 'acquire', reach, {
    own,
    others: barrier === null ? [] : passed,
  });
}

/** What is not done before the condition around it is known. */
function isNeverEarly(kernel: Kernel, id: StmtId): boolean {
  let stmt: Stmt | null = null;
  eachStmt(kernel.body, (one) => {
    if (one.id === id) stmt = one;
  });
  return isLate(stmt);
}

const isLate = (stmt: Stmt | null): boolean =>
  stmt !== null && (stmt.kind === 'store' || stmt.kind === 'atomic' || (stmt.kind === 'load' && stmt.place.volatile));
