/**
 * Rings of asynchronous copies with an open number of iterations and one fault each: none may be called race-free;
 * those of `right` are.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Engine } from '../src/engine.ts';
import { assetPaths } from '../src/assets.ts';
import { createEngine } from '../src/pipeline.ts';

const copy = (stage: string, tile: string): string =>
  `__pipeline_memcpy_async(&s[${stage}][t], &g[(${tile}) * 32 + t], 4);`;
const kernel = (body: string): string => `#include <cuda_pipeline.h>
__global__ void k(const float *g, float *out, int n) { __shared__ float s[3][32]; int t = threadIdx.x; float sum = 0; ${body} out[blockIdx.x * 32 + t] = sum; }
void go(float *g, float *out, int n) { k<<<1, 32>>>(g, out, n); }`;
const first = `for (int k = 0; k < 2; k++) { if (k < n) ${copy('k', 'k')} __pipeline_commit(); }`;
const next = `if (k + 2 < n) ${copy('(k + 2) % 3', 'k + 2')} __pipeline_commit();`;
const ring = (body: string): string => `${first} for (int k = 0; k < n; k++) { ${body} }`;
const ready = '__pipeline_wait_prior(1); __syncthreads();';
const read = 'sum += s[k % 3][31 - t];';

const wrong: Readonly<Record<string, string>> = {
  'the wait leaves too many batches open': ring(`__pipeline_wait_prior(2); __syncthreads(); ${read} ${next}`),
  'a thread reads what its own copy may still write': ring(`${ready} sum += s[(k + 1) % 3][t]; ${next}`),
  'a thread writes where its own copy does': ring(`${ready} ${read} ${next} s[(k + 2) % 3][t] += 1;`),
  'the wait is behind the barrier': ring(`__syncthreads(); __pipeline_wait_prior(1); ${read} __syncthreads(); ${next}`),
  'the first copies are one batch': `for (int k = 0; k < 2; k++) if (k < n) ${copy('k', 'k')} __pipeline_commit(); for (int k = 0; k < n; k++) { ${ready} ${read} __syncthreads(); ${next} }`,
  'the last turns commit nothing': ring(
    `${ready} ${read} if (k + 2 < n) { ${copy('(k + 2) % 3', 'k + 2')} __pipeline_commit(); }`,
  ),
  'a stage is filled while it is read': ring(
    `${ready} sum += s[k % 2][31 - t]; if (k + 2 < n) ${copy('(k + 2) % 2', 'k + 2')} __pipeline_commit();`,
  ),
  'copies are under way behind the loop': `${ring(`${ready} ${read} ${copy('(k + 2) % 3', 'k + 2')} __pipeline_commit();`)} __syncthreads(); s[t % 3][t] = 1;`,
  'only every other turn has a barrier': ring(
    `__pipeline_wait_prior(1); if (k % 2 == 0) __syncthreads(); ${read} ${next}`,
  ),
  'copies of one inner loop write one cell': `for (int k = 0; k < n; k++) { for (int i = 0; i < 4; i++) ${copy('k % 3', 'k * 4 + i')} __pipeline_commit(); __syncthreads(); __pipeline_wait_prior(0); __syncthreads(); ${read} }`,
  'the next ring begins without a barrier': `for (int o = 0; o < n; o++) { ${ring(`${ready} ${read} ${next}`)} __pipeline_wait_prior(0); }`,
  'a count of stages begins anew one turn too late': `int from = 0, to = 2; ${ring(`${ready} sum += s[from][31 - t]; if (k + 2 < n) ${copy('to', 'k + 2')} __pipeline_commit(); if (++from > 3) from = 0; if (++to == 3) to = 0;`)}`,
  'a count of stages is changed under a condition': `int from = 0, to = 2; ${ring(`${ready} sum += s[from][31 - t]; if (k + 2 < n) ${copy('to', 'k + 2')} __pipeline_commit(); if (++from == 3) from = 0; if (k != 5) { if (++to == 3) to = 0; }`)}`,
  'the stage that follows begins with another one': `int from = 1, to = 2; ${ring(`${ready} sum += s[from][31 - t]; if (k + 2 < n) ${copy('to', 'k + 2')} __pipeline_commit(); to = from; if (++from == 3) from = 0;`)}`,
  'a copy is under way behind a break': `${ring(`${ready} ${read} ${next} if (k == 7) break;`)} __syncthreads(); s[t % 3][t] = 1;`,
  'a loop that counts down waits for too few': `${first} int left = n, k = 0; while (left-- > 0) { __pipeline_wait_prior(2); __syncthreads(); ${read} ${next} k++; }`,
};

const right: Readonly<Record<string, string>> = {
  'the wait leaves one batch open': ring(`${ready} ${read} ${next}`),
  'the next ring begins behind a barrier': `for (int o = 0; o < n; o++) { ${ring(`${ready} ${read} ${next}`)} __pipeline_wait_prior(0); __syncthreads(); }`,
  'stages are counted by branches': `int from = 0, to = 2; ${ring(`${ready} sum += s[from][31 - t]; if (k + 2 < n) ${copy('to', 'k + 2')} __pipeline_commit(); if (++from == 3) from = 0; if (++to == 3) to = 0;`)}`,
  'a loop counts down': `${first} int left = n, k = 0; while (left-- > 0) { ${ready} ${read} ${next} k++; }`,
  'stages are counted apart from turns': `int from = 0, to = 2; ${ring(`${ready} sum += s[from][31 - t]; if (k + 2 < n) ${copy('to', 'k + 2')} __pipeline_commit(); from = (from + 1) % 3; to = (to + 1) % 3;`)}`,
};

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine(assetPaths(), () => performance.now());
});
afterAll(() => engine.close());

async function verdictOf(source: string): Promise<string> {
  const { kernels } = await engine.analyze({
    files: ['k.cu'],
    read: (path) => (path === 'k.cu' ? kernel(source) : null),
    options: {
      kernel: null,
      block: null,
      grid: null,
      params: new Map(),
      assumes: [],
      defines: new Map(),
      includeDirs: [],
      warpModel: 'its',
      level: 'grid',
      timeoutSeconds: null,
      repair: false,
    },
  });
  return kernels.map(({ verdict }) => verdict).join();
}

test.each(Object.entries(wrong))('%s', async (_, source) => {
  expect(await verdictOf(source)).toMatch(/^(?:racy|unknown|unsupported)$/);
});

test.each(Object.entries(right))('proved: %s', async (_, source) => {
  expect(await verdictOf(source)).toBe('drf');
});
