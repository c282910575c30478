/**
 * A small concrete launch among those that an open configuration allows: questions under it are linear, so races are
 * found fast, before the general question is asked. Under-approximating: it proves nothing about other launches.
 */
import type { LaunchConfig } from './launch.ts';
import type { Kernel } from '../ir/ir.ts';
import { blockMadeFor } from './block-limits.ts';
import { closedDimensions } from './dimensions.ts';
import { deviceLimits } from './launch.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** Threads along x, y and z by how many axes of the block are open: at least two warps or two blocks' worth of them. */
const blocks = [[], [64], [16, 4], [8, 4, 2]] as const;
const blocksPerAxis = 2;

/**
 * Null when every axis is known. Blocks are of the size that the kernel is made for, as far as it tells, and within its
 * `__launch_bounds__`.
 */
export function probeLaunch(config: LaunchConfig, kernel: Kernel): LaunchConfig | null {
  if (!config.block.includes(null) && !config.grid.includes(null)) return null;
  const limit = kernel.maxThreads ?? deviceLimits.threadsPerBlock;
  const made = blockMadeFor(kernel, config.block);
  const sizes = [...(blocks[config.block.filter((extent) => extent === null).length] ?? [])];
  let room = Math.max(1, Math.floor(limit / made.reduce((all: number, extent) => all * (extent ?? 1), 1)));
  const [x, y, z] = config.block.map((extent, k) => {
    const size = extent === null ? (sizes.shift() ?? 1) : extent;
    const known = made[k] ?? null;
    if (known !== null) return known;
    const chosen = Math.min(size, room);
    room = Math.floor(room / chosen);
    return chosen;
  });
  const grid = closedDimensions(config.grid, [blocksPerAxis, blocksPerAxis, blocksPerAxis]);
  return {
    ...config,
    block: [x ?? 1, y ?? 1, z ?? 1],
    grid,
    origin: fill(messages.chosenSize, { origin: config.origin }),
  };
}
