/**
 * Sizes and numbers as people write them, on the command line and in the configuration. The problem says what was
 * expected.
 */
import type { Dim3 } from '../launch/launch.ts';
import type { Result } from '../base/result.ts';
import { deviceLimits } from '../launch/launch.ts';
import { fail, ok } from '../base/result.ts';
import { volumeOf } from '../launch/dimensions.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/**
 * More than a device runs (1,024): such a launch is analysed all the same, as one that host code states is, and the
 * answer says that no device runs it. Kernels that were written for other machines, or are proved for a size of the
 * algorithm, have such blocks.
 */
const most = 65_536;

/** `16,16` or `256`: threads in a block. */
export function readBlock(text: string): Result<Dim3, string> {
  const dim = readDim(text, [most, most, deviceLimits.block[2]]);
  if (!dim.ok) return dim;
  const threads = volumeOf(dim.value);
  return threads > most ? fail(fill(messages.tooManyThreads, { threads, most })) : dim;
}

export const readGrid = (text: string): Result<Dim3, string> => readDim(text, deviceLimits.grid);

function readDim(text: string, limits: Dim3): Result<Dim3, string> {
  const parts = text.split(',');
  if (parts.length > 3 || !parts.every((part) => /^\d{1,10}$/.test(part.trim())))
    return fail('Expected one to three integers, such as 16,16 or 256.');
  const [x = 1, y = 1, z = 1] = parts.map(Number);
  const dim: Dim3 = [x, y, z];
  for (const [k, axis] of (['x', 'y', 'z'] as const).entries()) {
    const value = dim[k] ?? 1;
    const limit = limits[k] ?? 1;
    if (value < 1 || value > limit) return fail(fill(messages.axisRange, { axis, value, limit }));
  }
  return ok(dim);
}

/** Whole numbers (decimal or 0x…), true, false, or floating; null: none of these. */
export function readNumber(text: string): bigint | number | null {
  if (text === 'true') return 1n;
  if (text === 'false') return 0n;
  const whole = /^([+-]?)(\d+|0[xX][0-9a-fA-F]+)[uUlL]{0,3}$/.exec(text);
  if (whole !== null) return whole[1] === '-' ? -BigInt(whole[2] ?? '0') : BigInt(whole[2] ?? '0');
  return /^[+-]?(\d+\.\d*|\.\d+|\d+(?=[eE]))([eE][+-]?\d+)?[fF]?$/.test(text)
    ? Number(text.replace(/[fF]$/, ''))
    : null;
}
