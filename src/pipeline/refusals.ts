/** What no question asks, and yet forbids a proof under a launch. Null: nothing. */
import type { Kernel } from '../ir/ir.ts';
import type { LaunchConfig } from '../launch/launch.ts';
import { synchronizesGrid } from '../ir/walk.ts';

/** CUDA guide, Grid Synchronization: the barrier of the grid has a meaning in cooperative launches only. */
export const notCooperative = ({ span, origin, cooperative }: LaunchConfig, kernel: Kernel): string | null =>
  (cooperative || span === null || !synchronizesGrid(kernel.body) ? null : `${origin} is not seen to be a cooperative launch, which a barrier of the grid needs`);

export function overlapping({ overlaps, origin }: LaunchConfig, kernel: Kernel): string | null {
  const [names] = overlaps;
  const isRead = [...kernel.arrays.values()].some((decl) => decl.reached !== undefined && names?.includes(decl.name) === true);
  if (isRead && names !== undefined) return `${[...new Set(names)].join(' and ')} may ${names[0] === names[1] ? 'be one array twice' : 'be one array'}: which arrays the pointers that are read from memory point to is not followed`;
  return names === undefined ? null : `${origin} passes, or may pass, parts of one array as ${names.join(' and ')}: not modelled (\`__restrict__\` on one of them promises that they are apart)`;
}
