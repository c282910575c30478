import { expect, test } from 'vitest';
import { i32 } from '../../../src/base/ctype.ts';
import { valueOfFunction } from '../../../src/protocol/fold-functions.ts';

const value = (fn: string, ...args: readonly (bigint | null)[]): bigint | null => valueOfFunction(fn, args, i32);

// CUDA Math API, Integer Intrinsics
test.each([
  ['__ffs', 0n, 0n],
  ['__ffs', 1024n, 11n],
  ['__ffs', -1n, 1n],
  ['__ffsll', 1n << 40n, 41n],
  ['__popc', -1n, 32n],
  ['__popc', 10n, 2n],
  ['__popcll', -1n, 64n],
  ['__clz', 0n, 32n],
  ['__clz', 1n, 31n],
  ['__clz', -1n, 0n],
  ['__clzll', 1n, 63n],
] as const)('%s(%s) is %s', (fn, arg, made) => {
  expect(value(fn, arg)).toBe(made);
});

test('leaves other functions and unknown arguments alone', () => {
  expect([value('__brev', 1n), value('__ffs', null), value('__ffs')]).toEqual([null, null, null]);
});
