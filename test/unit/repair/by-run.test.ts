/** Where only a run decides the kernel with its barriers [T9], it decides the patched one too. */
import { expect, test } from 'vitest';
import { firstPatches, lines } from './first-patch.ts';

const patched = firstPatches();
const permute = (...between: readonly string[]): string =>
  lines(
    '\n',
    '__global__ void permute(int *out, const int *in) {',
    '  __shared__ int table[64], s[64];',
    '  unsigned t = threadIdx.x;',
    '  table[t] = (t * 7) % 64;',
    '  s[table[t]] = in[t] + (int)t;',
    ...between,
    '  out[t] = s[63 - t];',
    '}',
  );

test('cells that a table in shared memory chooses', async () => {
  expect(await patched(permute())).toBe(permute('  __syncthreads();'));
});
