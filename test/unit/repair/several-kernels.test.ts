/** A patch of text that several kernels have: it is made where it makes none of them the worse, proved or not. */
import { expect, test } from 'vitest';
import { firstPatches, lines } from './first-patch.ts';

const patched = firstPatches();

/** Neither instance can be proved: a stride below 4 makes stores meet. */
const shifted = (...barrier: readonly string[]): string => lines(
  '\n', 'template <bool last>', '__global__ void shifted(int *out, const int *in, int stride) {', '  __shared__ int s[64];', '  int t = threadIdx.x;', '  for (int j = 0; j < 4; j++) {',
  '    s[t] = in[64 * j + t];', '    __syncthreads();', '    out[stride * t + j] = s[63 - t];', ...barrier, '  }', '  if (last && t == 0) out[256] = 0;', '}',
  'void host(int *out, const int *in, int stride) {', '  shifted<true><<<1, 64>>>(out, in, stride);', '  shifted<false><<<1, 64>>>(out, in, stride);', '}',
);

test('instances of which more is open than the patch is for', async () => {
  expect(await patched(shifted())).toBe(shifted('    __syncthreads();'));
});

const turned = (call: string): string => lines(
  '\n', '__device__ void turn(float *s, float *data, int t) {', '  s[t] = data[t];', '  data[t] = s[31 - t % 32];', '}',
  '__global__ void first(float *data) {', '  __shared__ float s[64];', '  turn(s, data, threadIdx.x);', '}',
  '__global__ void second(float *data) {', '  __shared__ float s[64];', `  ${call}`, '}',
);

test('a device function gets a barrier where all threads of every caller come to it', async () => {
  expect(await patched(turned('turn(s, data, threadIdx.x);'))).toContain('s[t] = data[t];\n  __syncthreads();\n');
  expect(await patched(turned('if (threadIdx.x < 32) turn(s, data, threadIdx.x);')) ?? '').not.toContain('s[t] = data[t];\n  __syncthreads();\n');
});
