/** What the text is after branches, loops and exits are taken apart at barriers: layout, line ends and comments stay as the file has them. */
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
const kernel = (...body: readonly string[]): string => lines('\n', '__global__ void mirror(float *data, int n) {', '  __shared__ float s[64];', '  int t = threadIdx.x;', ...body, '}');

test('tabs, line ends of Windows and braces on lines of their own stay', async () => {
  const text = lines('\r\n', '__global__ void mirror(float *data, int n)', '{', '\t__shared__ float s[64];', '\tif (threadIdx.x < n)', '\t{', '\t\ts[threadIdx.x] = data[threadIdx.x]; // keep', '\t\t__syncthreads();', '\t\tdata[threadIdx.x] = s[63 - threadIdx.x];', '\t}', '}');
  expect(await patched(text)).toBe(lines('\r\n', '__global__ void mirror(float *data, int n)', '{', '\t__shared__ float s[64];', '\tconst bool active = threadIdx.x < n;', '\tif (active)', '\t{', '\t\ts[threadIdx.x] = data[threadIdx.x]; // keep', '\t}', '\t__syncthreads();', '\tif (active)', '\t{', '\t\tdata[threadIdx.x] = s[63 - threadIdx.x];', '\t}', '}'));
});

test('a name that the file has is not given again', async () => {
  const text = `#define active 1\n${kernel('  if (t >= n) return;', '  s[t] = data[t];', '  __syncthreads();', '  data[t] = s[t];')}`;
  expect(await patched(text)).toBe(`#define active 1\n${kernel('  const bool active2 = t < n;', '  if (active2) {', '    s[t] = data[t];', '  }', '  __syncthreads();', '  if (active2) {', '    data[t] = s[t];', '  }')}`);
});

test('a condition of floats is not turned round', async () => {
  const text = kernel('  const float x = t;', '  if (x >= 5.0f) return;', '  s[t] = data[t];', '  __syncthreads();', '  data[t] = s[t];');
  expect(await patched(text)).toContain('const bool active = !(x >= 5.0f);');
});

test('what is behind an exit in the same statement is guarded by itself', async () => {
  const text = kernel('  for (int k = 0; k < n; ++k) {', '    if (data[64 * k + t] > 1.0f) return;', '    s[t] = k;', '    __syncthreads();', '    data[t] = s[t];', '  }');
  expect(await patched(text)).toBe(kernel('  bool active = true;', '  for (int k = 0; k < n; ++k) {', '    if (active) {', '      if (data[64 * k + t] > 1.0f) active = false;', '    }', '    if (active) {', '      s[t] = k;', '    }', '    __syncthreads();', '    if (active) {', '      data[t] = s[t];', '    }', '  }'));
});

test('nothing is proposed for a switch, a directive in the branch, or a reference that is needed behind the barrier', async () => {
  expect(await patched(kernel('  switch (t & 1) {', '    case 0: s[t] = 1.0f; __syncthreads(); data[t] = s[t];', '  }'))).toBe(null);
  expect(await patched(kernel('  if (t < n) {', '    s[t] = data[t];', '#ifdef NEVER', '    s[t] = 0;', '#endif', '    __syncthreads();', '    data[t] = s[t];', '  }'))).toBe(null);
  expect(await patched(kernel('  if (t < n) {', '    float &own = data[t];', '    s[t] = own;', '    __syncthreads();', '    own = s[t];', '  }'))).toBe(null);
});
