/**
 * A small concrete launch among those that an open configuration allows: questions under it are linear, so races are found
 * fast, before the general question is asked. Under-approximating: it proves nothing about other launches.
 */
import type { LaunchConfig } from './launch.ts';
import { closedDimensions } from './dimensions.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** Threads along x, y and z by how many axes of the block are open: at least two warps or two blocks' worth of them. */
const blocks = [[], [64], [16, 4], [8, 4, 2]] as const;
const blocksPerAxis = 2;

/** Null when every axis is known. `limit`: the most threads that a block of the kernel can have, which what is chosen does not exceed. */
export function probeLaunch(config: LaunchConfig, limit: number): LaunchConfig | null {
  const open = config.block.filter((extent) => extent === null).length;
  if (open === 0 && config.grid.every((extent) => extent !== null)) return null;
  let room = Math.max(1, Math.floor(limit / config.block.reduce((all: number, extent) => all * (extent ?? 1), 1)));
  const sizes = (blocks[open] ?? []).map((size) => {
    const chosen = Math.min(size, room);
    room = Math.floor(room / chosen);
    return chosen;
  });
  const [x, y, z] = config.block.map((extent) => extent ?? sizes.shift() ?? 1);
  const grid = closedDimensions(config.grid, [blocksPerAxis, blocksPerAxis, blocksPerAxis]);
  return { ...config, block: [x ?? 1, y ?? 1, z ?? 1], grid, origin: fill(messages.chosenSize, { origin: config.origin }) };
}
