/**
 * Views of a kernel for collective calls, which wait like a block barrier but order only what they do to their own
 * storage (CUB: "a subsequent __syncthreads() … should be invoked … if the collective's temporary storage is to be reused
 * or repurposed"; no more is promised). One view has no such barrier and speaks of all other arrays; for each storage one
 * view has its calls as block barriers and speaks of that storage. Exact: each pair of accesses to one array, and each
 * barrier's question of divergence, is in the view where its order is as promised.
 *
 * Example: `r = BlockReduce(temp).Sum(x)` in a loop: in the view of `temp`, [write; barrier; read] meets the next turn's write.
 */
import type { ArrayId } from '../base/brand.ts';
import type { Kernel, Stmt } from './ir.ts';
import { eachStmt, mapStmts } from './walk.ts';
import { memoized } from '../base/memoize.ts';

/** `sees`: the arrays whose accesses this view is about. */
export type View = Readonly<{ kernel: Kernel; sees: (array: ArrayId) => boolean }>;

export const seesAll: View['sees'] = () => true;

/** The kernel itself when it has no collective calls. */
export const viewsOf = memoized((kernel: Kernel): readonly View[] => {
  const storages = new Set<ArrayId>();
  eachStmt(kernel.body, (stmt) => { if (stmt.kind === 'barrier' && stmt.scope.kind === 'collective') storages.add(stmt.scope.storage); });
  if (storages.size === 0) return [{ kernel, sees: seesAll }];
  return [
    { kernel: { ...kernel, body: ordering(kernel.body, null) }, sees: (array) => !storages.has(array) },
    ...[...storages].map((storage) => ({ kernel: { ...kernel, body: ordering(kernel.body, storage) }, sees: (array: ArrayId) => array === storage })),
  ];
});

/** The statements with the collective calls on `storage` as block barriers and all others left out. */
function ordering(body: readonly Stmt[], storage: ArrayId | null): readonly Stmt[] {
  return mapStmts(body, (stmt): readonly Stmt[] => {
    if (stmt.kind !== 'barrier' || stmt.scope.kind !== 'collective') return [stmt];
    return stmt.scope.storage === storage ? [{ ...stmt, scope: { kind: 'block' } }] : [];
  });
}
