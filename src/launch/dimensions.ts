/**
 * Blocks and grids as three extents: linear ids and coordinates in them, and extents for axes that a launch leaves
 * open.
 */
import type { Dim3, LaunchConfig } from './launch.ts';

/** Of a block: its threads; of a grid: its blocks. */
export const volumeOf = ([x, y, z]: Dim3): number => x * y * z;

export const sameDim = (a: Dim3, b: Dim3): boolean => a.every((axis, k) => axis === b[k]);

/** The linear id of a place in a block or grid of these extents. */
export const linearOf = ([x, y, z]: Dim3, [width, height]: Dim3): number => x + width * (y + height * z);

/** Where a linear id lies; x counts fastest (CUDA C++ Programming Guide, "Thread Hierarchy"). */
export const coordinatesOf = (linear: number, [x, y]: Dim3): Dim3 => [
  linear % x,
  Math.floor(linear / x) % y,
  Math.floor(linear / (x * y)),
];

/** Each extent as the launch states it, or else as it is chosen. */
export const closedDimensions = ([x, y, z]: LaunchConfig['block'], chosen: Dim3): Dim3 => [
  x ?? chosen[0],
  y ?? chosen[1],
  z ?? chosen[2],
];
