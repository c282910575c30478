/**
 * Sources that are made to be too much: each ends with one clear answer, within the time of a test, and costs nobody
 * else.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine, EngineOptions } from '../../../src/engine.ts';
import type { Report } from '../../../src/verdict/finding.ts';
import { assetPaths } from '../../../src/assets.ts';
import { createEngine } from '../../../src/pipeline.ts';

const options: EngineOptions = {
  kernel: null,
  block: [64, 1, 1],
  grid: [1, 1, 1],
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
afterAll(() => engine.close());

const good = '__global__ void good(int *a) { a[threadIdx.x] = 1; }\n';

function analyzed(text: string, more: Readonly<Record<string, string>> = {}): Promise<Report> {
  const files: Readonly<Record<string, string>> = { 'a.cu': text, ...more };
  return engine.analyze({ files: ['a.cu'], read: (path) => files[path] ?? null, options });
}
const times = (count: number, text: (k: number) => string): string =>
  Array.from({ length: count }, (_, k) => text(k)).join('');
const inKernel = (statement: string): string => `__global__ void k(int *a) { ${statement} }\n`;
const doubling = times(29, (k) => `#define B${k + 1} B${k} + B${k} + B${k} + B${k}\n`);

describe('files that cannot be read to their end are one problem', () => {
  test.each([
    ['object-like macros that double', `#define B0 1\n${doubling}int z = B29;\n`, 'SI113'],
    [
      'function-like macros that double',
      `#define F(x) x x\nint z = ${'F('.repeat(3000)}1${')'.repeat(3000)};\n`,
      'SI113',
    ],
    ['macros that double in a condition', `#define B0 1\n${doubling}#if B29\n#endif\n`, 'SI113'],
    [
      'macros that paste and double',
      `#define C(a, b) a##b\n#define D0(x) C(x, x)\n${times(28, (k) => `#define D${k + 1}(x) C(D${k}(x), D${k}(x)) D${k}(x) D${k}(x)\n`)}int z = D28(q);\n`,
      'SI113',
    ],
    ['a file that includes itself', '#include "a.cu"\n', 'SI110'],
    ['a file that includes itself by __FILE__', '#include __FILE__\n', 'SI110'],
    ['NUL', 'int x;\0\n', 'SI103'],
  ])('%s', async (_what, text, code) => {
    const { kernels, problems } = await analyzed(text + good);
    expect([kernels.length, problems.map((problem) => problem.code)]).toEqual([0, [code]]);
  });

  test('files that include each other twice', async () => {
    const more = Object.fromEntries(
      Array.from({ length: 30 }, (_, k) => [
        `b${k}.h`,
        k === 29 ? `// ${'x'.repeat(100)}\n` : `#include "b${k + 1}.h"\n#include "b${k + 1}.h"\n`,
      ]),
    );
    const { problems } = await analyzed(`#include "b0.h"\n${good}`, more);
    expect(problems.map(({ code }) => code)).toEqual(['SI113']);
  });
});

describe('a kernel that is too much is unsupported or unknown with a reason, and the next one is decided', () => {
  test.each([
    ['parentheses', inKernel(`a[threadIdx.x] = ${'('.repeat(10_000)}1${')'.repeat(10_000)};`)],
    ['braces', inKernel(`${'{'.repeat(10_000)}a[threadIdx.x] = 1;${'}'.repeat(10_000)}`)],
    ['operators', inKernel(`a[threadIdx.x] = ${'1 + '.repeat(10_000)}1;`)],
    ['else if', inKernel(`${'if (a[0] == 1) a[1] = 2; else '.repeat(5000)}a[3] = 1;`)],
    ['loops', inKernel(`${times(300, (k) => `for (int i${k} = 0; i${k} < 4; i${k}++) `)}a[threadIdx.x] = 1;`)],
    ['a line of one megabyte', inKernel('a[threadIdx.x] = 1; '.repeat(50_000))],
    [
      'calls that double',
      `__device__ int f0(int x) { return x; }\n${times(40, (k) => `__device__ int f${k + 1}(int x) { return f${k}(x) + f${k}(x); }\n`)}${inKernel('a[threadIdx.x] = f40(1);')}`,
    ],
    [
      'classes that double',
      `struct S0 { int x; };\n${times(40, (k) => `struct S${k + 1} { S${k} a, b; };\n`)}${inKernel('S40 s; a[threadIdx.x] = s.a.b.a.x;')}`,
    ],
    [
      'class templates that double',
      `template <int N> struct S { S<N - 1> a, b; };\ntemplate <> struct S<0> { int x; };\n${inKernel('S<40> s; a[threadIdx.x] = s.a.b.a.x;')}`,
    ],
    [
      'templates without end',
      `template <int N> __device__ int f(int x) { return f<N + 1>(x); }\n${inKernel('a[threadIdx.x] = f<0>(1);')}`,
    ],
    [
      'types that are each other',
      `typedef A B;\ntypedef B A;\n__global__ void k(A s, int *a) { a[threadIdx.x] = s; }\n`,
    ],
  ])('%s', async (_what, text) => {
    const { kernels } = await analyzed(text + good);
    expect(
      kernels.map(({ name, verdict, reasons }) => [
        name,
        verdict === 'drf' || verdict === 'racy' ? verdict : reasons.length > 0,
      ]),
    ).toEqual([
      ['k', true],
      ['good', 'drf'],
    ]);
    expect(kernels[0]?.reasons.join()).not.toContain('bug in Syncwright');
  });
});

describe('what does not end at all, or takes very many turns, is given up within its budget', () => {
  test.each([
    ['constexpr recursion that doubles', 'constexpr int f(int x) { return f(x) + f(x); }\nconstexpr int N = f(1);\n'],
    [
      'constexpr recursion of Fibonacci',
      'constexpr int f(int x) { return x < 2 ? x : f(x - 1) + f(x - 2); }\nconstexpr int N = f(60);\n',
    ],
    [
      'a constexpr loop without end',
      'constexpr int f(int x) { while (true) x++; return x; }\nconstexpr int N = f(1);\n',
    ],
  ])('%s', async (_what, text) => {
    const { kernels } = await analyzed(`${text}__global__ void k(int *a) { a[threadIdx.x + N] = 1; }\n${good}`);
    expect(kernels.map(({ name }) => name)).toEqual(['k', 'good']);
  });

  test('thousands of launches', async () => {
    const { kernels } = await analyzed(`${good}void f(int *a) { ${'good<<<1, 64>>>(a); '.repeat(2000)}}\n`);
    expect(kernels.map(({ verdict }) => verdict)).toEqual(['drf']);
  });
});
