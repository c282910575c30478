/** How many models are run before one confirms. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Engine, EngineOptions } from '../../../src/engine.ts';
import { createEngine } from '../../../src/pipeline.ts';
import { assetPaths } from '../../../src/assets.ts';

const options: EngineOptions = {
  kernel: null,
  block: [32, 1, 1],
  grid: [1, 1, 1],
  params: new Map(),
  assumes: [],
  defines: new Map(),
  includeDirs: [],
  warpModel: 'its',
  level: 'block',
  timeoutSeconds: null,
  repair: false,
};
let engine: Engine;
beforeAll(async () => {
  engine = await createEngine(assetPaths(), () => 0);
});
afterAll(() => engine.close());

/** The verdict, and how many runs the solver proposed. */
async function tried(text: string): Promise<readonly [string | undefined, number]> {
  let runs = 0;
  const { kernels } = await engine.analyze({
    files: ['a.cu'],
    read: (path) => (path === 'a.cu' ? text : null),
    options,
    dump: { stage: 'witness', write: () => runs++ },
  });
  return [kernels[0]?.verdict, runs];
}

test('a model in which two threads collide before the beginning of a shared array is followed by one in which they collide in it', async () => {
  const text = `__global__ void k(const int *in, int *out, int skipped) {
    __shared__ int kept[32];
    if (threadIdx.x < 2 && skipped > -3) kept[-1 - skipped] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = kept[threadIdx.x];
  }\n`;
  expect(await tried(text)).toEqual(['racy', 2]);
  // as many as there are, where the beginning is all that is wrong with them
  expect(await tried(text.replace('> -3', '> 0'))).toEqual(['unknown', 1]);
});
