/**
 * Loads of shared memory that give all who read them between two barriers of the block one value, whatever barriers of
 * warps and tiles order: of arrays to which nobody stores there [D8 (b), T13]. By the intervals of the block.
 *
 * Example: of `s[t] += s[t + 1]; __syncwarp(); … __syncthreads(); out[0] = s[0];` the last load is quiet, if a barrier
 * comes before the next store to `s`.
 */
import type { StmtId } from '../base/brand.ts';
import { seesAll } from '../ir/views.ts';
import { splitView } from './view-split.ts';

type QuietInput = Omit<Parameters<typeof splitView>[0], 'inFull'>;

export function quietLoads(input: QuietInput): ReadonlySet<StmtId> {
  const { kernel } = input.view;
  const shared = new Set([...kernel.arrays.values()].filter(({ space }) => space === 'shared').map(({ id }) => id));
  const { split } = splitView({ ...input, view: { kernel, sees: seesAll }, inFull: shared });
  const quiet = new Set<StmtId>();
  const disturbed = new Set<StmtId>();
  for (const { accesses, unknowns } of split.intervals) {
    const stored = new Set(
      accesses.filter(({ access }) => access.mode !== 'read').map(({ access }) => access.place.array),
    );
    for (const { access } of accesses) {
      if (access.mode !== 'read' || !shared.has(access.place.array)) continue;
      const isDisturbed = unknowns.length > 0 || stored.has(access.place.array);
      (isDisturbed ? disturbed : quiet).add(access.id);
    }
  }
  return new Set([...quiet].filter((id) => !disturbed.has(id)));
}
