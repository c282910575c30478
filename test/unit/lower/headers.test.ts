/** Functions whose parameters the parser could not read. */
import { expect, test } from 'vitest';
import { lowerText } from './lowered.ts';

const refused = async (text: string): Promise<readonly (string | undefined)[]> =>
  (await lowerText(text)).map(({ unsupported }) => unsupported?.text);

test.each([
  ['a parenthesis is missing', '__global__ void k(float *a { a[threadIdx.x] = 1; }'],
  ['a default value is missing', '__global__ void k(float *a, int n = ) { a[threadIdx.x] = 1; }'],
  [
    'a word that may hide a parameter',
    '__global__ void k(const float *a, PITCH(n) float *b) { b[threadIdx.x] = a[0]; }',
  ],
])('a kernel is unsupported: %s', async (_, text) => {
  expect(await refused(text)).toEqual(['the syntax of the parameters of `k` is not supported']);
});

test('so is a kernel that calls such a function', async () => {
  expect(
    await refused(
      '__device__ void put(float *a, int at { a[at] = 1; }\n__global__ void k(float *a) { put(a, threadIdx.x); }',
    ),
  ).toEqual(['the syntax of the parameters of `put` is not supported']);
});

test('a word that no macro explains beside a parameter takes nothing away', async () => {
  expect(await refused('__global__ void k(float *RESTRICT a, int n) { if (n > 0) a[threadIdx.x] = 1; }')).toEqual([
    undefined,
  ]);
});
