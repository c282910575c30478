/** A patched text of which more is taken for granted than of the text before is no patch. */
import { expect, test } from 'vitest';
import { hasNewDoubts } from '../../../src/pipeline/doubts.ts';
import { lowerOne } from '../lower/lowered.ts';

const inKernel = (body: string): string =>
  `__device__ int put(int *s) { s[threadIdx.x] = 1; __syncthreads(); return 1; } __global__ void k(int *out, int n) { __shared__ int s[64]; int t = threadIdx.x; ${body} }`;
const isDoubtful = async (was: string, now: string): Promise<boolean> =>
  hasNewDoubts(await lowerOne(inKernel(now)), await lowerOne(inKernel(was)));

test.each([
  ['a name that nothing declares', 's[t] = 1; out[t] = s[n];', 's[t] = 1; __syncthreads(); out[t] = s[m];'],
  ['a function that is undeclared', 's[t] = 1;', 's[t] = other(t);'],
  ['a barrier in one of two operands', 's[t] = 1; out[t] = 1 + s[n];', 's[t] = 1; out[t] = put(s) + s[n];'],
])('%s', async (_, was, now) => {
  expect(await isDoubtful(was, now)).toBe(true);
});

test.each([
  ['a barrier', 's[t] = 1; out[t] = s[n];', 's[t] = 1; __syncthreads(); out[t] = s[n];'],
  ['what was not known before', 's[t] = other(n); out[t] = s[n];', 's[t] = other(n); __syncthreads(); out[t] = s[n];'],
])('not by %s', async (_, was, now) => {
  expect(await isDoubtful(was, now)).toBe(false);
});
