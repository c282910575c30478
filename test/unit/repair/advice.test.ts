/** What is said where there is no patch: where budgets end the search, and that nothing is said beside a patch. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assetPaths } from '../../../src/assets.ts';
import type { Fault } from '../../../src/repair/fault.ts';
import type { Engine, EngineOptions } from '../../../src/engine.ts';
import type { Finding } from '../../../src/verdict/finding.ts';
import { createEngine } from '../../../src/pipeline.ts';
import { adviceFor } from '../../../src/repair/advice.ts';
import { eachStmt } from '../../../src/ir/walk.ts';
import { lines } from './first-patch.ts';
import { lowerOne } from '../lower/lowered.ts';

const options: EngineOptions = {
  kernel: null,
  block: [64, 1, 1],
  grid: [1, 1, 1],
  params: new Map(),
  assumes: [],
  defines: new Map(),
  includeDirs: [],
  warpModel: 'its',
  level: 'block',
  timeoutSeconds: null,
  repair: true,
};

let engine: Engine | null = null;
beforeAll(async () => {
  engine = await createEngine(assetPaths(), () => 0);
});
afterAll(() => engine?.close());

async function findingsIn(text: string, more: Partial<EngineOptions> = {}): Promise<readonly Finding[]> {
  const report = await engine?.analyze({
    files: ['a.cu'],
    read: (path) => (path === 'a.cu' ? text : null),
    options: { ...options, ...more },
  });
  return report?.kernels.flatMap(({ findings }) => findings) ?? [];
}

const barrier = lines(
  '\n',
  '__global__ void k(int *b) {',
  '  __shared__ int s[64];',
  '  int t = threadIdx.x;',
  '  s[t] = t;',
  '  b[t] = s[63 - t];',
  '}',
);
const two = barrier.replace('}', '  b[t / 2] = t;\n}');

test('no advice beside a patch', async () => {
  const findings = await findingsIn(barrier);
  expect(findings.map(({ fix, advice }) => [fix?.proof, advice])).toEqual([['drf', null]]);
});

test('none where no patches are looked for', async () => {
  expect((await findingsIn(two, { repair: false })).every(({ advice }) => advice === null)).toBe(true);
});

test('a warning beside errors with a patch has no advice', async () => {
  const findings = await findingsIn(
    lines(
      '\n',
      '__global__ void k(const float *in, float *out, int n) {',
      '  __shared__ float s[64];',
      '  int t = threadIdx.x;',
      '  for (int i = t; i < n; i += 64) {',
      '    s[t] = in[i];',
      '    if (s[t] < 0.0f)',
      '      break;',
      '    __syncthreads();',
      '    out[i] = s[t];',
      '  }',
      '}',
    ),
  );
  expect(
    findings
      .filter(({ severity }) => severity !== 'info')
      .map(({ code, also = [], advice }) => [code, also.map((one) => one.code), advice]),
  ).toEqual([['SW202', ['SW203'], null]]);
});

test('that a budget ended the search is said', async () => {
  const kernel = await lowerOne(
    lines('\n', '__global__ void k(int *b) {', '  if (threadIdx.x < 16) {', '    __syncthreads();', '  }', '}'),
  );
  const faults: Fault[] = [];
  eachStmt(kernel.body, (stmt) => {
    if (stmt.kind === 'barrier')
      faults.push({ kind: 'divergence', code: 'SW201', barrier: stmt.id, at: stmt.id, span: kernel.span });
  });
  const [fault] = faults;
  if (fault === undefined) throw new Error('the kernel has a barrier');
  const said = (search: Parameters<typeof adviceFor>[2]): string =>
    adviceFor({ fault, isSameTurn: false }, [], search, { kernel, sourceOf: () => null, compiledFile: 't.cu' });
  expect(said({ tried: 3, cut: 'time', patched: null, under: null, broken: null })).toBe(
    'the time limit ended the search for a patch after 3 were tried',
  );
  expect(said({ tried: 32, cut: 'tries', patched: null, under: null, broken: null })).toBe(
    'the search for a patch ended at its budget of 32, none of which was proved: move the barrier on line 3 out of the branch at line 1, to where all threads of the block arrive',
  );
  expect(said({ tried: 0, cut: null, patched: null, under: null, broken: null })).toMatch(/^no patch is known: move/);
});
