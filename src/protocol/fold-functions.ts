/**
 * Bit functions of the CUDA Math API (Integer Intrinsics) on constants, such as `__ffs(1024)`, by which kernels write a
 * logarithm. Exact. Written apart from the machine's on purpose, as fold.ts is.
 */
import type { ScalarType } from '../base/ctype.ts';

const ones = (bits: bigint): bigint => BigInt(bits.toString(2).replaceAll('0', '').length);
/** The number of digits up to the highest one. */
const length = (bits: bigint): bigint => (bits === 0n ? 0n : BigInt(bits.toString(2).length));
/** Position of the lowest one, counted from 1; 0 if there is none. */
const lowest = (bits: bigint): bigint => length(bits & -bits);

const functions: ReadonlyMap<string, Readonly<{ width: number; value: (bits: bigint) => bigint }>> = new Map([
  ['__ffs', { width: 32, value: lowest }],
  ['__ffsll', { width: 64, value: lowest }],
  ['__popc', { width: 32, value: ones }],
  ['__popcll', { width: 64, value: ones }],
  ['__clz', { width: 32, value: (bits: bigint) => 32n - length(bits) }],
  ['__clzll', { width: 64, value: (bits: bigint) => 64n - length(bits) }],
]);

/** The function's value for constant arguments, or null if it is none of these. */
export function valueOfFunction(fn: string, args: readonly (bigint | null)[], type: ScalarType): bigint | null {
  const known = functions.get(fn);
  const [arg] = args;
  if (known === undefined || args.length !== 1 || arg === undefined || arg === null || type.kind !== 'int') return null;
  return known.value(BigInt.asUintN(known.width, arg));
}
