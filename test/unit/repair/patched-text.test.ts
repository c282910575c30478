/** What the text is after a patch: layout, line ends and comments stay as the file has them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assetPaths } from '../../../src/assets.ts';
import type { Engine, EngineOptions } from '../../../src/engine.ts';
import { createEngine } from '../../../src/pipeline.ts';
import { applyEdits } from '../../../src/verdict/edit.ts';

const options: EngineOptions = {
  kernel: null, block: [64, 1, 1], grid: [1, 1, 1], params: new Map(), assumes: [], defines: new Map(), includeDirs: [],
  warpModel: 'its', level: 'block', timeoutSeconds: null, repair: true,
};
let engine: Engine;
beforeAll(async () => { engine = await createEngine(assetPaths(), () => 0); });
afterAll(() => engine.close());

/** The text with the first patch of its first kernel, or null. */
async function patched(text: string): Promise<string | null> {
  const { kernels } = await engine.analyze({ files: ['a.cu'], read: (path) => (path === 'a.cu' ? text : null), options });
  const fix = kernels[0]?.findings.find((finding) => finding.fix !== null)?.fix;
  return fix === undefined || fix === null ? null : applyEdits(text, fix.edits);
}
const lines = (eol: string, ...all: readonly string[]): string => all.map((line) => `${line}${eol}`).join('');

test('tabs and line ends of Windows stay, and a comment stays with its statement', async () => {
  const text = lines('\r\n', '__global__ void mirror(float *data) {', '\t__shared__ float s[64];', '\ts[threadIdx.x] = data[threadIdx.x]; // keep', '\tdata[threadIdx.x] = s[63 - threadIdx.x];', '}');
  expect(await patched(text)).toBe(lines('\r\n', '__global__ void mirror(float *data) {', '\t__shared__ float s[64];', '\ts[threadIdx.x] = data[threadIdx.x]; // keep', '\t__syncthreads();', '\tdata[threadIdx.x] = s[63 - threadIdx.x];', '}'));
});

const fold = (...loop: readonly string[]): string => lines('\n', '__global__ void fold(float *data) {', '  __shared__ float s[128];', '  int t = threadIdx.x;', '  s[t] = data[t];', '  s[127 - t] = data[t + 64];', '  __syncthreads();', ...loop, '  if (t == 0) data[0] = s[0];', '}');

test('a loop of one statement gets braces', async () => {
  expect(await patched(fold('  for (int k = 64; k > 0; k /= 2)', '    if (t < k) s[t] += s[t + k]; // one half', ''))).toBe(fold('  for (int k = 64; k > 0; k /= 2) {', '    if (t < k) s[t] += s[t + k]; // one half', '    __syncthreads();', '  }', ''));
  expect(await patched(fold('  for (int k = 64; k > 0; k /= 2) if (t < k) s[t] += s[t + k];'))).toBe(fold('  for (int k = 64; k > 0; k /= 2) { if (t < k) s[t] += s[t + k]; __syncthreads(); }'));
  expect(await patched(fold('  for (int k = 64; k > 0; k /= 2) // halves', '    if (t < k) s[t] += s[t + k];'))).toBe(fold('  for (int k = 64; k > 0; k /= 2) // halves', '    { if (t < k) s[t] += s[t + k]; __syncthreads(); }'));
});

test('what a macro makes is not edited', async () => {
  expect(await patched(`#define REVERSE s[t] = data[t]; data[t] = s[63 - t];\n${lines('\n', '__global__ void mirror(float *data) {', '  __shared__ float s[64];', '  int t = threadIdx.x;', '  REVERSE', '}')}`)).toBe(null);
});
