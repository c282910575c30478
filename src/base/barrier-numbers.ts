/**
 * Numbers of barriers of a part of a block. PTX ISA, `bar`: 0 to 15 for each block, of which 0 is also that of
 * `__syncthreads()`. From `firstOwnBarrier` on they are of our own making, for groups that have one each.
 */
export const lastPtxBarrier = 15;
export const firstOwnBarrier = 1 << 12;
