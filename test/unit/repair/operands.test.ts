/** Text that moves under a test or beside an operator means there what it meant: macros, and the `else` of another `if`. */
import { expect, test } from 'vitest';
import { firstPatches, lines } from './first-patch.ts';

const patched = firstPatches();

const flagged = (statement: string): string =>
  lines(
    '\n',
    '#define LATE t < 5 || t > 9',
    '#define SOME (t < 5 || t > 9)',
    '#define FEW n < 3',
    '__global__ void flagged(const int *v, int *out, int n, int m) {',
    '  __shared__ int any;',
    '  int t = threadIdx.x;',
    '  if (t == 0) any = 0;',
    '  __syncthreads();',
    `  ${statement}`,
    '  __syncthreads();',
    '  if (t == 0) out[0] = any;',
    '}',
  );

test.each([
  ['if (LATE) any = any || v[t] > 3;', 'if ((LATE) && v[t] > 3) atomicExch(&any, 1);'],
  ['if (SOME) any = any || v[t] > 3;', 'if ((SOME) && v[t] > 3) atomicExch(&any, 1);'],
  ['if (FEW) any = any || v[t] > 3;', 'if (FEW && v[t] > 3) atomicExch(&any, 1);'],
  ['if (t < n) any = any || LATE;', 'if (t < n && (LATE)) atomicExch(&any, 1);'],
  [
    'if (n > 5) for (int k = 0; k < m; k++) any = any || v[k] > t; else out[1] = 1;',
    'if (n > 5) for (int k = 0; k < m; k++) { if (v[k] > t) atomicExch(&any, 1); } else out[1] = 1;',
  ],
  [
    'if (int k = v[t]) any = any || k > 3; else out[1] = 1;',
    'if (int k = v[t]) { if (k > 3) atomicExch(&any, 1); } else out[1] = 1;',
  ],
  [
    'if (n > 5) for (int k = 0; k < m; k++) any = blockDim.x + k; else out[1] = 1;',
    'if (n > 5) for (int k = 0; k < m; k++) { if (threadIdx.x == 0) any = blockDim.x + k; } else out[1] = 1;',
  ],
])('%s', async (statement, expected) => {
  expect(await patched(flagged(statement))).toContain(`  ${expected}\n`);
});

test('of a comment within, nothing is lost', async () => {
  expect(await patched(flagged('any = any || /* too far */ v[t] > 3;'))).toContain('/* too far */');
});

const scaled = (value: string): string =>
  lines('\n', '#define ODD 1 + v[0]', '__global__ void scaled(const float *v, float *x) {', `  ${value}`, '}');

test('a macro as an operand is put into parentheses', async () => {
  expect(await patched(scaled('x[0] -= ODD;'))).toContain('atomicAdd(&x[0], -(ODD));');
  expect(await patched(scaled('x[0] *= ODD * threadIdx.x;'))).toContain('old * (ODD * threadIdx.x)');
});
