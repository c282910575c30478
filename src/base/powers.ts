/** Numbers that are 2^k for some k >= 0. */
export const isPowerOfTwo = (value: bigint): boolean => value > 0n && (value & (value - 1n)) === 0n;

/** The smallest power of two that is at least the positive value. */
export const leastPowerFrom = (value: bigint): bigint =>
  1n << BigInt((value - 1n).toString(2).replace(/^0$/, '').length);
