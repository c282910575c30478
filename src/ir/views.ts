/**
 * Views of a kernel for collective calls, which wait like a block barrier but order only what they do to their own
 * storage (CUB: "a subsequent __syncthreads() … should be invoked … if the collective's temporary storage is to be
 * reused or repurposed"; no more is promised). One view has no such barrier and speaks of all other arrays; for each
 * storage one view has its calls as block barriers and speaks of that storage. Exact: each pair of accesses to one
 * array, and each barrier's question of divergence, is in the view where its order is as promised.
 *
 * Example: `r = BlockReduce(temp).Sum(x)` in a loop: in the view of `temp`, [write; barrier; read] meets the next
 * turn's write.
 */
import type { ArrayId } from '../base/brand.ts';
import type { BarrierScope, Kernel, Stmt } from './ir.ts';
import { eachStmt, mapStmts, someStmt } from './walk.ts';
import { memoized } from '../base/memoize.ts';

/** `sees`: the arrays whose accesses this view is about. */
export type View = Readonly<{ kernel: Kernel; sees: (array: ArrayId) => boolean }>;

export const seesAll: View['sees'] = () => true;

/** The kernel itself when it has no collective calls and no barriers of clusters. */
export const viewsOf = memoized((kernel: Kernel): readonly View[] =>
  clusterViews(kernel).flatMap(({ kernel: own, sees }) =>
    collectiveViews(own).map((view): View => ({ ...view, sees: (array) => sees(array) && view.sees(array) })),
  ),
);

/**
 * Barriers of clusters: to shared memory that blocks of a cluster reach they are as barriers of the grid, since blocks
 * of different clusters have no cell of it in common. To all else they are as barriers of the block alone, which
 * forgets that they order blocks of one cluster.
 */
function clusterViews(kernel: Kernel): readonly View[] {
  if (!someStmt(kernel.body, (stmt) => stmt.kind === 'barrier' && stmt.scope.kind === 'cluster'))
    return [{ kernel, sees: seesAll }];
  const isOfCluster = (array: ArrayId): boolean => kernel.arrays.get(array)?.isOfCluster !== undefined;
  const as = (scope: BarrierScope): Kernel => ({
    ...kernel,
    body: mapStmts(kernel.body, (stmt) => [
      stmt.kind === 'barrier' && stmt.scope.kind === 'cluster' ? { ...stmt, scope } : stmt,
    ]),
  });
  return [
    { kernel: as({ kind: 'block' }), sees: (array) => !isOfCluster(array) },
    { kernel: as({ kind: 'grid', isOfClusters: true }), sees: isOfCluster },
  ];
}

function collectiveViews(kernel: Kernel): readonly View[] {
  const storages = new Set<ArrayId>();
  eachStmt(kernel.body, (stmt) => {
    if (stmt.kind === 'barrier' && stmt.scope.kind === 'collective') storages.add(stmt.scope.storage);
  });
  if (storages.size === 0) return [{ kernel, sees: seesAll }];
  return [
    { kernel: { ...kernel, body: ordering(kernel.body, null) }, sees: (array) => !storages.has(array) },
    ...[...storages].map((storage) => ({
      kernel: { ...kernel, body: ordering(kernel.body, storage) },
      sees: (array: ArrayId) => array === storage,
    })),
  ];
}

/** The statements with the collective calls on `storage` as block barriers and all others left out. */
function ordering(body: readonly Stmt[], storage: ArrayId | null): readonly Stmt[] {
  return mapStmts(body, (stmt): readonly Stmt[] => {
    if (stmt.kind !== 'barrier' || stmt.scope.kind !== 'collective') return [stmt];
    return stmt.scope.storage === storage ? [{ ...stmt, scope: { kind: 'block' } }] : [];
  });
}
