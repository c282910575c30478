/**
 * Arrays at cells of which threads look at what others say: by atomics whose answers are used, and by volatile loads.
 * None where nothing releases. Over-approximating.
 */
import type { ArrayId } from '../../base/brand.ts';
import type { Kernel } from '../ir.ts';
import { eachStmt, someStmt } from '../walk.ts';
import { memoized } from '../../base/memoize.ts';

export const lookedAt: (kernel: Kernel) => ReadonlySet<ArrayId> = memoized((kernel: Kernel) => {
  const found = new Set<ArrayId>();
  if (!someStmt(kernel.body, (stmt) => stmt.kind === 'fence' || (stmt.kind === 'atomic' && stmt.order !== 'relaxed')))
    return found;
  eachStmt(kernel.body, (stmt) => {
    const isLook = stmt.kind === 'atomic' ? stmt.target !== null : stmt.kind === 'load' && stmt.place.volatile;
    if (
      isLook &&
      (stmt.kind === 'atomic' || stmt.kind === 'load') &&
      kernel.arrays.get(stmt.place.array)?.space === 'global'
    )
      found.add(stmt.place.array);
  });
  return found;
});
