/** Kernels whose template parameters nothing states, where classes are specialized for values of them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Engine } from '../../../src/engine.ts';
import { assetPaths } from '../../../src/assets.ts';
import { createEngine } from '../../../src/pipeline.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine(assetPaths(), () => 0);
});
afterAll(async () => {
  await engine.close();
});

async function verdicts(text: string): Promise<readonly string[]> {
  const report = await engine.analyze({
    files: ['k.cu'],
    read: (path) => (path === 'k.cu' ? text : null),
    options: {
      kernel: null,
      block: [256, 1, 1],
      grid: [1, 1, 1],
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
  return report.kernels.map(({ name, verdict }) => `${name}: ${verdict}`);
}

const barrier = '{ static __device__ void wait() { __syncthreads(); } };\n';
const nothing = '{ static __device__ void wait() {} };\n';
const mirrored = (parameters: string, step: string): string =>
  `template <${parameters}>\n__global__ void mirrored(const int *in, int *out) {\n  __shared__ int s[256];\n  s[threadIdx.x] = in[threadIdx.x];\n  ${step}::wait();\n  out[threadIdx.x] = s[255 - threadIdx.x];\n}\n`;

test('a kernel is lowered once for the value of a specialization and once for all others', async () => {
  expect(
    await verdicts(
      `template <int width> struct Step ${barrier}template <> struct Step<32> ${nothing}${mirrored('int width', 'Step<width>')}`,
    ),
  ).toEqual(['mirrored<32>: racy', 'mirrored<width>: drf']);
  expect(
    await verdicts(
      `template <int width> struct Step ${nothing}template <> struct Step<32> ${barrier}${mirrored('int width', 'Step<width>')}`,
    ),
  ).toEqual(['mirrored<32>: drf', 'mirrored<width>: racy']);
});

test('the instance for all others does not take the value', async () => {
  const branch = mirrored('int width', 'Step<width>').replace(
    'Step<width>::wait();',
    'Step<width>::wait();\n  if (width != 32) __syncthreads();',
  );
  expect(
    await verdicts(`template <int width> struct Step ${nothing}template <> struct Step<32> ${barrier}${branch}`),
  ).toEqual(['mirrored<32>: drf', 'mirrored<width>: drf']);
});

test('names without a declaration are values of their own, of which no number is known', async () => {
  const steps = `template <mode_t mode> struct Step ${barrier}template <> struct Step<alone> ${nothing}template <> struct Step<warps> ${barrier}`;
  expect(await verdicts(steps + mirrored('mode_t mode', 'Step<mode>'))).toEqual([
    'mirrored<alone>: racy',
    'mirrored<warps>: drf',
    'mirrored<mode>: drf',
  ]);
  const branch = mirrored('mode_t mode', 'Step<mode>').replace(
    'Step<mode>::wait();',
    'if (mode == 0) Step<mode>::wait();',
  );
  expect(
    await verdicts(`template <mode_t mode> struct Step ${barrier}template <> struct Step<alone> ${barrier}${branch}`),
  ).toEqual(['mirrored<alone>: racy', 'mirrored<mode>: racy']);
});

test('a second parameter is told apart where it matters', async () => {
  const steps = `template <int a, int b> struct Step ${barrier}template <int b> struct Step<1, b> ${nothing}template <> struct Step<1, 2> ${barrier}`;
  expect([...(await verdicts(steps + mirrored('int a, int b', 'Step<a, b>')))].sort()).toEqual([
    'mirrored<1, 2>: drf',
    'mirrored<1, b>: racy',
    'mirrored<a, b>: drf',
  ]);
});

test('with more values than are told apart, it stays open which class is meant', async () => {
  const steps = `template <int w> struct Step ${barrier}${[1, 2, 3, 4, 5, 6, 7].map((w) => `template <> struct Step<${w}> ${nothing}`).join('')}`;
  expect(await verdicts(steps + mirrored('int w', 'Step<w>'))).toEqual(['mirrored<w>: unsupported']);
});

test('a parameter that is cast to a smaller type may give the value whatever it is', async () => {
  const steps = `template <unsigned char w> struct Step ${barrier}template <> struct Step<44> ${nothing}`;
  expect(await verdicts(steps + mirrored('int w', 'Step<(unsigned char)w>'))).toEqual(['mirrored<w>: unsupported']);
  // an argument that does not fit is an error in C++
  expect(await verdicts(steps + mirrored('int w', 'Step<w>'))).toEqual(['mirrored<44>: racy', 'mirrored<w>: drf']);
});
