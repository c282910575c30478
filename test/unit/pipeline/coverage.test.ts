/** What `coverage` counts, from source text to the lines that a user reads. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Coverage } from '../../../src/verdict/coverage.ts';
import type { Engine, EngineOptions } from '../../../src/engine.ts';
import { assetPaths } from '../../../src/assets.ts';
import { countReasons } from '../../../src/verdict/coverage.ts';
import { coverageJson, coverageMarkdown, coverageText } from '../../../src/report/coverage.ts';
import { createEngine } from '../../../src/pipeline.ts';
import { plain } from '../../../src/report/text.ts';

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
  timeoutSeconds: null,
  repair: false,
};
let engine: Engine;
beforeAll(async () => {
  engine = await createEngine(assetPaths(), () => 0);
});
afterAll(async () => {
  await engine.close();
});

function covered(files: Readonly<Record<string, string>>): Coverage {
  return engine.coverage({ files: Object.keys(files), read: (path) => files[path] ?? null, options });
}

const source = `
__global__ void exact(int *a) { a[threadIdx.x] = 1; }
__global__ void gap(int *a, int *b) { b[threadIdx.x] = mystery(a, 2); }
__global__ void all(int *a) { a[threadIdx.x] = mystery(a, 2); }
__global__ void lost(int *a) { goto again; if (a[0]) { again: a[threadIdx.x] = 1; } }
template <int N> __global__ void twice(int *a) { a[threadIdx.x * N] = N; }
void run(int *a) { exact<<<1, 64>>>(a); twice<1><<<1, 64>>>(a); twice<2><<<1, 64>>>(a); }
void open(int *a, int n) { gap<<<1, n>>>(a, a); }
`;

describe('coverage', () => {
  test('says of each kernel how it was lowered and what is known of its block', () => {
    const { kernels } = covered({ 'a.cu': source });
    expect(kernels.map(({ name, lowering, block, instances }) => [name, lowering, block, instances.length])).toEqual([
      ['exact', 'exact', 'known', 1],
      ['gap', 'approximated', 'open', 1],
      ['all', 'unsupported', 'elsewhere', 1],
      ['lost', 'unsupported', 'elsewhere', 1],
      ['twice', 'exact', 'known', 2],
    ]);
  });

  test('every approximation has its line', () => {
    const gap = covered({ 'a.cu': source }).kernels.find(({ name }) => name === 'gap');
    expect(gap?.approximations.map(({ text, span }) => [text.includes('mystery'), span.file, span.line])).toEqual([
      [true, 'a.cu', 3],
    ]);
  });

  test('a kernel in a header counts once, as the file that launches it sees it', () => {
    const found = covered({
      'first.cu': '#include "k.h"\n',
      'second.cu': '#include "k.h"\nvoid run(int *a) { shared<<<2, 32>>>(a); }\n',
      'k.h': '__global__ void shared(int *a) { a[threadIdx.x] = 1; }\n',
    });
    expect(found.kernels.map(({ name, block }) => [name, block])).toEqual([['shared', 'known']]);
  });

  test('a file that cannot be read is a problem, and the others are still counted', () => {
    const found = covered({ 'a.cu': source, 'b.cu': 'int x\0;' });
    expect(found.kernels).toHaveLength(5);
    expect(found.problems.map(({ file, code }) => [file, code])).toEqual([['b.cu', 'SI103']]);
  });

  test('the text ends with the counts', () => {
    const text = coverageText(covered({ 'a.cu': source }), { paint: plain, verbose: false });
    expect(text.trimEnd().split('\n').slice(-2)).toEqual([
      '5 kernels in 1 file: 2 exact (40.0 %), 1 approximated (20.0 %), 2 unsupported (40.0 %)',
      '3 of them are launched where they are read, 2 with a known block (66.7 %)',
    ]);
  });

  test('JSON and Markdown carry the same counts', () => {
    const found = covered({ 'a.cu': source });
    expect(JSON.parse(coverageJson(found))).toMatchObject({
      version: 1,
      files: 1,
      kernels: [
        { name: 'exact', lowering: 'exact', launches: [expect.stringContaining('block (64, 1, 1)')] },
        {},
        {},
        {},
        {},
      ],
    });
    expect(coverageMarkdown(found)).toContain('5 kernels in 1 file: 2 exact');
  });
});

test('reasons of one shape are one reason, with the names in backticks counted', () => {
  const span = { file: 'a.cu', start: 0, end: 1, line: 1, column: 1, endLine: 1, endColumn: 2 };
  const kernel = (name: string, ...texts: readonly string[]) =>
    ({
      name,
      span: { ...span, start: name.length },
      instances: [name],
      lowering: 'approximated',
      approximations: texts.map((text) => ({ text, span })),
      block: 'open',
      launches: [],
    }) as const;
  const [first, ...rest] = countReasons(
    [kernel('k', '`a` is undeclared', '`b` is undeclared'), kernel('kk', '`a` is undeclared'), kernel('kkk', 'other')],
    'approximated',
  );
  expect(first).toMatchObject({
    words: '`a` is undeclared',
    kernels: 2,
    names: [
      { name: 'a', kernels: 2 },
      { name: 'b', kernels: 1 },
    ],
  });
  expect(rest.map(({ words }) => words)).toEqual(['other']);
});
