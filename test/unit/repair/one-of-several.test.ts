/** With `--kernel` too, a patch of what several kernels share must not spoil those that are not looked at. */
import { expect, test } from 'vitest';
import { firstPatches, lines } from './first-patch.ts';

const patched = firstPatches('inBranch');
const publish = ['__device__ void publish(int *s, int v) {', '  s[threadIdx.x] = v;', '  __syncthreads();', '}'];
const inBranch = [
  '__global__ void inBranch(const int *in, int *out, int n) {',
  '  __shared__ int s[64];',
  '  int t = threadIdx.x;',
  '  if (t < n) publish(s, in[t]);',
  '  out[t] = s[63 - t];',
  '}',
];
const always = [
  '__global__ void always(const int *in, int *out) {',
  '  __shared__ int s[64];',
  '  publish(s, in[threadIdx.x]);',
  '  out[threadIdx.x] = s[63 - threadIdx.x];',
  '}',
];

test('the barrier of a function that nobody else calls', async () => {
  expect(await patched(lines('\n', ...publish, ...inBranch))).toContain('  s[threadIdx.x] = v;\n}\n');
});

test('the barrier that a kernel needs which is not looked at', async () => {
  expect((await patched(lines('\n', ...publish, ...inBranch, ...always))) ?? '').not.toContain(
    '  s[threadIdx.x] = v;\n}\n',
  );
});
