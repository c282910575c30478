/**
 * Facts that a configuration states of single kernels: they hold for the kernels meant, give way to options, and are
 * named in the answer.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Engine, EngineOptions } from '../../../src/engine.ts';
import type { KernelAnswer, Report } from '../../../src/verdict/finding.ts';
import type { StatedFacts } from '../../../src/launch/stated.ts';
import { createEngine } from '../../../src/pipeline.ts';
import { assetPaths } from '../../../src/assets.ts';

const options: EngineOptions = {
  kernel: null,
  block: null,
  grid: null,
  params: new Map(),
  assumes: [],
  defines: new Map(),
  includeDirs: [],
  warpModel: 'its',
  level: 'block',
  timeoutSeconds: null,
  repair: true,
};
/** Race-free where the stride is not smaller than the block; both kernels alike. */
const kernelOf = (name: string): string =>
  `__global__ void ${name}(int *out, int stride, int rows) { for (int r = 0; r < rows; r++) out[r * stride + threadIdx.x] = r; }\n`;
const source = `${kernelOf('scan_rows')}${kernelOf('scan_cols')}${kernelOf('other')}`;

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine(assetPaths(), () => performance.now());
});
afterAll(() => engine.close());

const stated = (facts: Partial<StatedFacts>): StatedFacts => ({
  name: '*',
  block: null,
  grid: null,
  params: new Map(),
  assumes: [],
  from: '.syncwright.yml:3',
  ...facts,
});
const report = (facts: readonly StatedFacts[], more: Partial<EngineOptions> = {}): Promise<Report> =>
  engine.analyze({
    files: ['a.cu'],
    read: (path) => (path === 'a.cu' ? source : null),
    options: { ...options, ...more, stated: facts },
  });
const named = ({ kernels }: Report, name: string): KernelAnswer | undefined =>
  kernels.find((kernel) => kernel.name === name);
const words = (answer: KernelAnswer | undefined): string =>
  JSON.stringify([answer?.launches.map((launch) => launch.origin), answer?.assumptions]);

test('a condition holds for the kernels that it is stated of, and for no other', async () => {
  const found = await report([
    stated({ name: 'scan_*', block: [64, 1, 1], grid: [1, 1, 1], assumes: ['stride >= 64'] }),
  ]);
  expect(named(found, 'scan_rows')?.verdict).toBe('drf');
  expect(named(found, 'scan_cols')?.verdict).toBe('drf');
  expect(named(found, 'other')?.verdict).not.toBe('drf');
  expect(words(named(found, 'scan_rows'))).toContain('grid from .syncwright.yml:3, block from .syncwright.yml:3');
  expect(words(named(found, 'scan_rows'))).toContain('stride >= 64 (.syncwright.yml:3)');
  expect(words(named(found, 'other'))).not.toContain('syncwright.yml');
  expect(found.problems).toEqual([]);
});

test('the later goes before the earlier, options before both', async () => {
  const facts = [
    stated({ block: [32, 1, 1], params: new Map([['stride', 8n]]) }),
    stated({ name: 'scan_rows', params: new Map([['stride', 64n]]), from: '.syncwright.yml:9' }),
  ];
  const found = await report(facts, { grid: [1, 1, 1] });
  expect(named(found, 'scan_rows')).toMatchObject({
    verdict: 'drf',
    launches: [{ block: [32, 1, 1], grid: [1, 1, 1] }],
  });
  expect(words(named(found, 'scan_rows'))).toContain(
    '--grid, block from .syncwright.yml:3, stride of .syncwright.yml:9',
  );
  expect(named(found, 'scan_cols')?.verdict).toBe('racy');
  const over = await report(facts, { grid: [1, 1, 1], block: [128, 1, 1], params: new Map([['stride', 100n]]) });
  expect(named(over, 'scan_rows')).toMatchObject({ verdict: 'racy', launches: [{ block: [128, 1, 1] }] });
  expect(words(named(over, 'scan_rows'))).toContain('--grid, --block, --param stride');
});

test('what means nothing for a kernel is left out; what means nothing for any is named with its place', async () => {
  const facts = [
    stated({ name: 'scan_*', assumes: ['width > 3', 'stride >= 2000'], params: new Map([['wdith', 3n]]) }),
    stated({ name: 'absent', assumes: ['x > 1'] }),
  ];
  const found = await report(facts, { block: [64, 1, 1], grid: [1, 1, 1] });
  expect(named(found, 'scan_rows')?.verdict).toBe('drf');
  expect(found.problems).toMatchObject([
    { file: '.syncwright.yml:3', code: 'SI114' },
    { file: '.syncwright.yml:3', code: 'SI117' },
  ]);
  expect(found.problems[0]?.text).toContain('"width > 3" cannot be used');
});

test('a patch is proved under what is stated', async () => {
  const racy =
    'constexpr int N = 64;\n__global__ void turn(int *a, int k) { __shared__ int s[N]; s[threadIdx.x] = a[threadIdx.x]; a[threadIdx.x] = s[(threadIdx.x + k) % N]; }\n';
  const found = await engine.analyze({
    files: ['a.cu'],
    read: (path) => (path === 'a.cu' ? racy : null),
    options: {
      ...options,
      stated: [stated({ name: 'turn', block: [64, 1, 1], grid: [1, 1, 1], params: new Map([['k', 1n]]) })],
    },
  });
  expect(found.kernels[0]?.verdict).toBe('racy');
  expect(found.kernels[0]?.findings[0]?.fix?.proof).toBe('drf');
});
