/**
 * Kernels that race whatever the types mean that they do not declare (a header analysed alone): what is stored to a
 * variable of such a type, or to what its first value was made of, was once lost. None may be called race-free.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Engine, EngineOptions } from '../src/engine.ts';
import { assetPaths } from '../src/assets.ts';
import { createEngine } from '../src/pipeline.ts';

const kernels: Readonly<Record<string, string>> = {
  'it is assigned': '__global__ void k(float *out) { index_t j = threadIdx.x; j = 0; out[j] = threadIdx.x; }',
  'it is incremented and divided':
    '__global__ void k(float *out) { index_t j = threadIdx.x; ++j; j /= 2; out[j] = threadIdx.x; }',
  'it is the counter of a loop':
    '__global__ void k(float *out) { for (index_t j = threadIdx.x; j < 64; j += 64) { if (j > 5) j = 5; out[j] = threadIdx.x; } }',
  'it is a pointer that moves':
    '__global__ void k(float *out) { it_t p = out + threadIdx.x; p -= threadIdx.x; *p = threadIdx.x; }',
  'it is changed through a pointer':
    '__global__ void k(float *out) { index_t j = threadIdx.x; index_t *q = &j; *q = 0; out[j] = threadIdx.x; }',
  'it is changed by a closure':
    '__global__ void k(float *out) { index_t j = threadIdx.x; auto g = [&]() { j = 0; }; g(); out[j] = threadIdx.x; }',
  'it is changed by a function':
    'template <class T> __device__ void zero(T &x) { x = 0; } __global__ void k(float *out) { index_t j = threadIdx.x; zero(j); out[j] = threadIdx.x; }',
  'it is a parameter of a function':
    '__device__ int add(index_t n) { n /= 2; return n; } __global__ void k(float *out) { out[add(threadIdx.x)] = threadIdx.x; }',
  'it is a member':
    'struct P { index_t n; }; __global__ void k(float *out) { P p{threadIdx.x}; p.n = 0; out[p.n] = threadIdx.x; }',
  'what it was copied from changes':
    '__global__ void k(float *out) { int t = 0; index_t u = t; t = threadIdx.x; out[u] = t; }',
  'what it points to moves': '__global__ void k(float *out) { int t = 0; it_t u = out + t; t = threadIdx.x; *u = t; }',
  'two of one declaration': '__global__ void k(float *out) { index_t t = threadIdx.x, u = t; t = t & 1; out[t] = u; }',
};

const options: EngineOptions = {
  kernel: null,
  block: [64, 1, 1],
  grid: [2, 1, 1],
  params: new Map(),
  assumes: [],
  defines: new Map(),
  includeDirs: [],
  warpModel: 'its',
  level: 'grid',
  timeoutSeconds: null,
  repair: false,
};

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine(assetPaths(), () => performance.now());
});
afterAll(() => engine.close());

test.each(Object.entries(kernels))('of a type that is not declared: %s', async (_what, source) => {
  const report = await engine.analyze({ files: ['k.cu'], read: (path) => (path === 'k.cu' ? source : null), options });
  expect(report.kernels.map(({ verdict }) => verdict).join()).toMatch(/^(?:racy|unknown|unsupported)$/);
});
