/** What the text is after a patch: layout, line ends and comments stay as the file has them. */
import { expect, test } from 'vitest';
import { firstPatches, lines } from './first-patch.ts';

const patched = firstPatches();

test('tabs and line ends of Windows stay, and a comment stays with its statement', async () => {
  const text = lines(
    '\r\n',
    '__global__ void mirror(float *data) {',
    '\t__shared__ float s[64];',
    '\ts[threadIdx.x] = data[threadIdx.x]; // keep',
    '\tdata[threadIdx.x] = s[63 - threadIdx.x];',
    '}',
  );
  expect(await patched(text)).toBe(
    lines(
      '\r\n',
      '__global__ void mirror(float *data) {',
      '\t__shared__ float s[64];',
      '\ts[threadIdx.x] = data[threadIdx.x]; // keep',
      '\t__syncthreads();',
      '\tdata[threadIdx.x] = s[63 - threadIdx.x];',
      '}',
    ),
  );
});

const fold = (...loop: readonly string[]): string =>
  lines(
    '\n',
    '__global__ void fold(float *data) {',
    '  __shared__ float s[128];',
    '  int t = threadIdx.x;',
    '  s[t] = data[t];',
    '  s[127 - t] = data[t + 64];',
    '  __syncthreads();',
    ...loop,
    '  if (t == 0) data[0] = s[0];',
    '}',
  );

test('a loop of one statement gets braces', async () => {
  expect(
    await patched(fold('  for (int k = 64; k > 0; k /= 2)', '    if (t < k) s[t] += s[t + k]; // one half', '')),
  ).toBe(
    fold(
      '  for (int k = 64; k > 0; k /= 2) {',
      '    if (t < k) s[t] += s[t + k]; // one half',
      '    __syncthreads();',
      '  }',
      '',
    ),
  );
  expect(await patched(fold('  for (int k = 64; k > 0; k /= 2) if (t < k) s[t] += s[t + k];'))).toBe(
    fold('  for (int k = 64; k > 0; k /= 2) { if (t < k) s[t] += s[t + k]; __syncthreads(); }'),
  );
  expect(await patched(fold('  for (int k = 64; k > 0; k /= 2) // halves', '    if (t < k) s[t] += s[t + k];'))).toBe(
    fold('  for (int k = 64; k > 0; k /= 2) // halves', '    { if (t < k) s[t] += s[t + k]; __syncthreads(); }'),
  );
});

const mirror = (...body: readonly string[]): string =>
  lines('\n', '__global__ void mirror(int *data) {', '  __shared__ int s[64];', '  int t = threadIdx.x;', ...body, '}');

test('statements that share a line stay in it', async () => {
  expect(await patched(mirror('  s[t] = data[t]; data[t] = s[63 - t];'))).toBe(
    mirror('  s[t] = data[t]; __syncthreads(); data[t] = s[63 - t];'),
  );
  expect(await patched(mirror('  { s[t] = data[t]; } /* own', '  cells */', '  data[t] = s[63 - t];'))).toBe(
    mirror('  { s[t] = data[t]; } /* own', '  cells */', '  __syncthreads();', '  data[t] = s[63 - t];'),
  );
  expect(await patched(mirror('  data[t] = t; s[t] = t; s[t] = s[t ^ 1];'))).toContain(
    's[t] = t; __syncthreads(); int other = s[t ^ 1]; __syncthreads(); s[t] = other;\n',
  );
});

test('what a macro makes is edited where the macro says it', async () => {
  const text = (define: string): string =>
    `${define}\n${lines('\n', '__global__ void mirror(float *data) {', '  __shared__ float s[64];', '  int t = threadIdx.x;', '  REVERSE', '}')}`;
  expect(await patched(text('#define REVERSE s[t] = data[t]; data[t] = s[63 - t];'))).toBe(
    text('#define REVERSE s[t] = data[t]; __syncthreads(); data[t] = s[63 - t];'),
  );
  const continued = (...barrier: readonly string[]): string =>
    text(['#define REVERSE   \\', '  s[t] = data[t]; \\', ...barrier, '  data[t] = s[63 - t];'].join('\n'));
  expect(await patched(continued())).toBe(continued('  __syncthreads(); \\'));
  expect(await patched(continued().replaceAll('\n', '\r\n'))).toBe(
    continued('  __syncthreads(); \\').replaceAll('\n', '\r\n'),
  );
});

test('what is open about other accesses to the same array may stay', async () => {
  const text = (...between: readonly string[]): string =>
    lines(
      '\n',
      '__global__ void mirror(int *out) {',
      '  __shared__ int s[128];',
      '  int t = threadIdx.x, at;',
      '  asm("mov.u32 %0, %pm0;" : "=r"(at));',
      '  s[t] = t;',
      ...between,
      '  int v = s[63 - t];',
      '  s[64 + (at & 63)] = v;',
      '  out[t] = v;',
      '}',
    );
  expect(await patched(text())).toBe(text('  __syncthreads();'));
});
