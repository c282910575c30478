/** A patch changes all instances of a template: what it may leave open in one, it may leave open in the others. */
import { expect, test } from 'vitest';
import { firstPatches, lines } from './first-patch.ts';

const patched = firstPatches();
const template = (...inside: readonly string[]): string => lines('\n', 'template <typename T> __global__ void mirror(T *data, T *out, int n) {', '  __shared__ T s[64];', '  int t = threadIdx.x, at;', '  asm("mov.u32 %0, %clock;" : "=r"(at));', '  if (t >= n) return;', ...inside, '}', 'void run(float *f, float *fo, double *d, double *e, int n) { mirror<<<1, 64>>>(f, fo, n); mirror<<<1, 64>>>(d, e, n); }');

test('instances of which the same is open before and after', async () => {
  expect(await patched(template('  s[t] = data[t];', '  __syncthreads();', '  out[at] = s[t];'))).toContain('  const bool active = t < n;\n  if (active) {\n    s[t] = data[t];\n  }\n  __syncthreads();\n  if (active) {\n    out[at] = s[t];\n  }\n');
});

test('an instance that is none the better for it', async () => {
  expect(await patched(template('  s[t] = data[t];', '  __syncthreads();', '  out[at] = s[t];', '  if (sizeof(T) == 8) out[0] = t;'))).toBe(null);
});
