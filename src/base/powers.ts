/** Numbers that are 2^k for some k >= 0. */
export const isPowerOfTwo = (value: bigint): boolean => value > 0n && (value & (value - 1n)) === 0n;
