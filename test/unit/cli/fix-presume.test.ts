import { afterAll, expect, test } from 'vitest';
import type { EngineOptions } from '../../../src/engine.ts';
import { assetPaths } from '../../../src/assets.ts';
import { createEngine } from '../../../src/pipeline.ts';
import { baseOf } from '../../../src/cli/fix-command.ts';
import { roundTrip } from '../../round-trip.ts';

const engine = await createEngine(assetPaths(), () => performance.now());
afterAll(() => engine.close());

const options: EngineOptions = {
  kernel: null,
  block: null,
  grid: null,
  params: new Map(),
  assumes: [],
  defines: new Map(),
  includeDirs: [],
  warpModel: 'its',
  level: 'grid',
  timeoutSeconds: 20,
  repair: true,
};

const link = `__global__ void link(int *parent, const int *to) {
  parent[to[threadIdx.x]] = threadIdx.x;
}

void host(int *parent, const int *to) { link<<<1, 64>>>(parent, to); }
`;
const rows = `__global__ void rows(float *a, int pitch) {
  a[threadIdx.y * pitch + threadIdx.x] = threadIdx.x * 2 + threadIdx.y;
}

void host(float *a, int pitch) { rows<<<1, dim3(8, 8)>>>(a, pitch); }
`;
const mean = `__global__ void mean(const float *in, float *out) {
  float sum = in[blockIdx.x * 64 + threadIdx.x];
  out[blockIdx.x] = sum;
}

void host(const float *in, float *out) { mean<<<4, 32>>>(in, out); }
`;

test.each([
  ['stores of which any may stay', link, 'atomicExch(&parent[to[threadIdx.x]], threadIdx.x);'],
  ['a condition that launches keep', rows, 'assert(pitch >= (int)blockDim.x);'],
  ['stores of which that of the first thread stays', mean, 'if (threadIdx.x == 0) out[blockIdx.x] = sum;'],
])('%s: fix takes a patch that presumes something only if it is told to', async (_, source, patched) => {
  const files = new Map([['kernel.cu', source]]);
  const plain = await roundTrip(engine, files, options);
  expect(plain.diff).toBe('');
  const presumed = await roundTrip(engine, files, options, ['--presume']);
  expect(presumed.diff).toContain(`+  ${patched}`);
  expect(presumed.verdicts).toEqual(['drf']);
  expect(presumed.again).toBe('');
});

test('line ends are kept', async () => {
  const presumed = await roundTrip(engine, new Map([['kernel.cu', rows.replaceAll('\n', '\r\n')]]), options, [
    '--presume',
  ]);
  expect(presumed.text).toBe(
    `#include <cassert>\n\n${rows.replace('int pitch) {\n', 'int pitch) {\n  assert(pitch >= (int)blockDim.x);\n')}`.replaceAll(
      '\n',
      '\r\n',
    ),
  );
  expect(presumed.verdicts).toEqual(['drf']);
});

test('a patch that needs nothing to be meant comes first', async () => {
  const both = `__global__ void both(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  out[threadIdx.x / 2] = s[63 - threadIdx.x];
}

void host(int *out) { both<<<1, 64>>>(out); }
`;
  const plain = await roundTrip(engine, new Map([['kernel.cu', both]]), options);
  expect(plain.text).toContain('__syncthreads();');
  expect(plain.text).not.toContain('atomicExch');
  const presumed = await roundTrip(engine, new Map([['kernel.cu', both]]), options, ['--presume']);
  expect(presumed.text).toContain('__syncthreads();');
  expect(presumed.text).toContain('atomicExch(&out[threadIdx.x / 2], s[63 - threadIdx.x]);');
  expect(presumed.verdicts).toEqual(['drf']);
});

test('paths of the diff begin where git can apply it', () => {
  expect(baseOf(['a.cu', 'src/../b.cu', './c.cu'])).toBeNull();
  expect(baseOf(['../a.cu', 'b.cu'])).toBe('..');
  expect(baseOf(['../a.cu', './../../src/b.cu'])).toBe('../..');
  expect(baseOf(['/tmp/a.cu', '../b.cu'])).toBeNull();
});
