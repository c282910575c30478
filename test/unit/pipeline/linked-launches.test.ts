/** Kernels that one file defines and another one launches, from the text of files to the report. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine, EngineOptions } from '../../../src/engine.ts';
import type { Use } from '../../../src/base/span.ts';
import { assetPaths } from '../../../src/assets.ts';
import { createEngine } from '../../../src/pipeline.ts';
import { kernelNamesIn } from '../../../src/pipeline/kernel-names.ts';
import type { Report } from '../../../src/verdict/finding.ts';

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

type Files = Readonly<Record<string, string>>;
const read =
  (files: Files) =>
  (path: string): string | null =>
    files[path] ?? null;
const units = (files: Files): readonly string[] => Object.keys(files).filter((path) => path.endsWith('.cu'));
const analyzed = (files: Files, more: Partial<EngineOptions> = {}): Promise<Report> =>
  engine.analyze({ files: units(files), read: read(files), options: { ...options, ...more } });
const seen = (report: Report): readonly string[] =>
  report.kernels.map(
    ({ name, span, verdict, launches }) =>
      `${name} in ${span.file}: ${verdict} by ${launches.map(({ origin, block }) => `${origin} x${block[0] ?? '*'}`).join('; ')}`,
  );

/** Apart only in one block from 64 threads at most. */
const body = '{ p[threadIdx.x] = 1; p[threadIdx.x + 64] = 2; }\n';
const header = '#pragma once\n__global__ void k(int *p);\n';
const kernel = `#include "k.h"\n__global__ void k(int *p) ${body}`;
const main = '#include "k.h"\nvoid run(int *a) { k<<<1, 64>>>(a); }\n';

describe('a launch of a kernel that another file defines', () => {
  test('counts like one of its own', async () => {
    expect(seen(await analyzed({ 'kernel.cu': kernel, 'main.cu': main, 'k.h': header }))).toEqual([
      'k in kernel.cu: drf by main.cu:2 x64',
    ]);
    expect(seen(await analyzed({ 'kernel.cu': kernel, 'main.cu': main.replace('64', '65'), 'k.h': header }))).toEqual([
      'k in kernel.cu: racy by main.cu:2 x65',
    ]);
  });

  test('is no assumption where one header declares both, and is one where only the name says so', async () => {
    const told = (report: Report): unknown => [seen(report), report.kernels.flatMap(({ reasons }) => reasons)];
    expect(told(await analyzed({ 'kernel.cu': kernel, 'main.cu': main, 'k.h': header }))).toEqual([
      ['k in kernel.cu: drf by main.cu:2 x64'],
      [],
    ]);
    const alone = `__global__ void k(int *p) ${body}`;
    const declaring = main.replace('#include "k.h"', '__global__ void k(int *);');
    expect(told(await analyzed({ 'a/kernel.cu': alone, 'a/main.cu': declaring }))).toEqual([
      ['k in a/kernel.cu: drf by a/main.cu:2 x64'],
      [
        'assuming the `k` that a/main.cu launches is this kernel, the only one with its name and parameters in that folder',
      ],
    ]);
    expect(told(await analyzed({ 'a/kernel.cu': alone, 'b/main.cu': declaring }))).toEqual([
      ['k in a/kernel.cu: drf by b/main.cu:2 x64'],
      [
        'assuming the `k` that b/main.cu launches is this kernel, the only one with its name and parameters that was read',
      ],
    ]);
  });

  test('makes its file one of use: it is not told to have no kernel', async () => {
    const problems = async (files: Files): Promise<readonly string[]> =>
      (await analyzed(files)).problems.map(({ file, code }) => `${file} ${code}`);
    expect(await problems({ 'kernel.cu': kernel, 'main.cu': main, 'k.h': header, 'idle.cu': 'int one;\n' })).toEqual([
      'idle.cu SI112',
    ]);
    expect(await problems({ 'main.cu': main, 'k.h': header })).toEqual(['main.cu SI112']);
  });

  test('asks for an instance of a template that the other file makes', async () => {
    const files = (run: string): Files => ({
      'k.h': '#pragma once\ntemplate <typename T, int N> __global__ void k(T *p);\n',
      'kernel.cu':
        '#include "k.h"\ntemplate <typename T, int N> __global__ void k(T *p) { p[threadIdx.x] = 1; p[threadIdx.x + N] = 2; }\ntemplate __global__ void k<int, 64>(int *);\ntemplate __global__ void k<float, 32>(float *);\n',
      'main.cu': `#include "k.h"\n${run}`,
    });
    const both =
      'template <typename T, int N> void run(T *a) { k<T, N><<<1, N>>>(a); }\ntemplate void run<int, 64>(int *);\ntemplate void run<float, 32>(float *);\n';
    expect(
      seen(
        await analyzed(files('void run(int *a, float *b) { k<int, 64><<<1, 64>>>(a); k<float, 32><<<1, 33>>>(b); }\n')),
      ),
    ).toEqual(['k<int, 64> in kernel.cu: drf by main.cu:2 x64', 'k<float, 32> in kernel.cu: racy by main.cu:2 x33']);
    // deduced, and of an instance that the file does not make
    expect(
      seen(
        await analyzed(
          files(
            'void run(int *a, float *b) { k<int, 64><<<1, 65>>>(a); k<int, 16><<<1, 256>>>(a); k<float, 32><<<1, 16>>>(b); }\n',
          ),
        ),
      ),
    ).toEqual(['k<int, 64> in kernel.cu: racy by main.cu:2 x65', 'k<float, 32> in kernel.cu: drf by main.cu:2 x16']);
    const [first, second] = seen(await analyzed(files(both)));
    expect(first).toMatch(/^k<int, 64> in kernel\.cu: \w+ by main\.cu:2 x/);
    expect(second).toMatch(/^k<float, 32> in kernel\.cu: \w+ by main\.cu:2 x/);
  });

  test('asks for any instance of a template where it asks for too many to tell', async () => {
    const numbers = Array.from({ length: 30 }, (_, k) => k);
    const files: Files = {
      'k.h': '#pragma once\ntemplate <int N> __global__ void k(int *p);\n',
      'kernel.cu':
        '#include "k.h"\ntemplate <int N> __global__ void k(int *p) { p[threadIdx.x % 64] = threadIdx.x; }\ntemplate __global__ void k<29>(int *);\nvoid here(int *a) { k<29><<<1, 64>>>(a); }\n',
      'main.cu': `#include "k.h"\ntemplate <int N> void run(int *a) { k<N><<<1, 128>>>(a); }\n${numbers.map((n) => `template void run<${n}>(int *);\n`).join('')}`,
    };
    expect(seen(await analyzed(files))).toEqual(['k<29> in kernel.cu: racy by kernel.cu:4 x64; main.cu:2 x128']);
  });

  test('comes beside launches of its own', async () => {
    expect(
      seen(
        await analyzed({
          'kernel.cu': `${kernel}void here(int *a) { k<<<1, 32>>>(a); }\n`,
          'main.cu': main.replace('64', '128'),
          'k.h': header,
        }),
      ),
    ).toEqual(['k in kernel.cu: racy by kernel.cu:3 x32; main.cu:2 x128']);
  });

  test('gives its arguments by their places, and says which of them are one array', async () => {
    const copy =
      '__global__ void copy(int *to, const int *from, int by) { to[threadIdx.x] = from[threadIdx.x + by]; }\n';
    const declared = '__global__ void copy(int *, const int *, int);\n';
    const from = (call: string): Files => ({
      'kernel.cu': `#include "k.h"\n${copy}`,
      'k.h': declared,
      'main.cu': `#include "k.h"\nvoid run(int *by, int *to) { copy<<<1, 64>>>(${call}); }\n`,
    });
    expect(seen(await analyzed(from('by, to, 1')))).toEqual(['copy in kernel.cu: drf by main.cu:2 x64']);
    expect(seen(await analyzed(from('by, by, 0')))).toEqual(['copy in kernel.cu: drf by main.cu:2 x64']);
    expect(seen(await analyzed(from('by, by, 1')))).toEqual(['copy in kernel.cu: racy by main.cu:2 x64']);
  });

  test('gives the members of an object', async () => {
    const report = await analyzed({
      'k.h': 'struct Size { int w; };\n__global__ void k(int *p, Size s);\n',
      'kernel.cu':
        '#include "k.h"\n__global__ void k(int *p, Size s) { p[threadIdx.x] = 1; p[threadIdx.x + s.w] = 2; }\n',
      'main.cu': '#include "k.h"\nvoid run(int *a) { Size s = {64}; k<<<1, 64>>>(a, s); }\n',
    });
    expect(seen(report)).toEqual(['k in kernel.cu: drf by main.cu:2 x64']);
  });

  test('rests on what its own file takes for granted', async () => {
    const choosing =
      '#include "k.h"\n#ifdef WIDE\n#define T 128\n#else\n#define T 64\n#endif\nvoid run(int *a) { k<<<1, T>>>(a); }\n';
    const [answer] = (await analyzed({ 'kernel.cu': kernel, 'main.cu': choosing, 'k.h': header })).kernels;
    expect([answer?.verdict, answer?.reasons]).toEqual([
      'drf',
      ['assuming `WIDE` is undefined (main.cu:2; -D defines it)'],
    ]);
  });

  test('is one of the uses by which a kernel is touched', async () => {
    const files = {
      'kernel.cu': kernel,
      'main.cu': main.replace('64', 'T').replace('void', 'constexpr int T = 64;\nvoid'),
      'k.h': header,
    };
    const uses: (readonly Use[])[] = [];
    await engine.analyze({ files: units(files), read: read(files), options, touches: (own) => uses.push(own) > 0 });
    expect(
      uses.map((own) => own.filter(({ what }) => what === 'launch').map(({ span }) => `${span.file}:${span.line}`)),
    ).toEqual([['main.cu:3', 'main.cu:2']]);
  });

  test('is known as a launch where kernels are counted', () => {
    const files = { 'kernel.cu': kernel, 'main.cu': main, 'k.h': header };
    expect(
      engine
        .coverage({ files: units(files), read: read(files), options })
        .kernels.map(({ name, block, launches }) => [name, block, launches.length]),
    ).toEqual([['k', 'known', 1]]);
  });

  test('is found where the launching file is read with the device functions of the other one', async () => {
    const report = await analyzed({
      'k.h': '__device__ int two(int);\n__global__ void k(int *p);\n',
      'k.cu': `#include "k.h"\n__device__ int two(int x) { return 2 * x; }\n__global__ void k(int *p) ${body}`,
      'main.cu':
        '#include "k.h"\n__global__ void other(int *p) { p[two(threadIdx.x)] = 1; }\nvoid run(int *a) { other<<<1, 64>>>(a); k<<<1, 64>>>(a); }\n',
    });
    expect(seen(report)).toEqual(['k in k.cu: drf by main.cu:3 x64', 'other in main.cu: drf by main.cu:3 x64']);
  });
});

describe('a launch is of no other kernel', () => {
  test('of that name in another folder', async () => {
    const folder = (name: string, threads: number): Files => ({
      [`${name}/kernel.cu`]: `__global__ void k(int *p) ${body}`,
      [`${name}/main.cu`]: `__global__ void k(int *p);\nvoid run(int *a) { k<<<1, ${threads}>>>(a); }\n`,
    });
    expect(seen(await analyzed({ ...folder('a', 32), ...folder('b', 64) }))).toEqual([
      'k in a/kernel.cu: drf by a/main.cu:2 x32',
      'k in b/kernel.cu: drf by b/main.cu:2 x64',
    ]);
  });

  test('where several may be meant', async () => {
    const one = `__global__ void k(int *p) ${body}`;
    const launching = '__global__ void k(int *);\nvoid run(int *a) { k<<<1, 64>>>(a); }\n';
    const none = (path: string): string => `k in ${path}: racy by no launch found x*`;
    expect(seen(await analyzed({ 'a/k.cu': one, 'b/k.cu': one, 'c/main.cu': launching }))).toEqual([
      none('a/k.cu'),
      none('b/k.cu'),
    ]);
    expect(seen(await analyzed({ 'a.cu': one, 'b.cu': one, 'main.cu': launching }))).toEqual([
      none('a.cu'),
      none('b.cu'),
    ]);
  });

  test('but of each that one header declares', async () => {
    const report = await analyzed({
      'a.cu': kernel,
      'b.cu': kernel.replace('64', '32'),
      'main.cu': main,
      'k.h': header,
    });
    expect(seen(report)).toEqual(['k in a.cu: drf by main.cu:2 x64', 'k in b.cu: racy by main.cu:2 x64']);
    expect(report.kernels[0]?.reasons).toEqual(['assuming the `k` that main.cu launches is this kernel']);
  });

  test('and of these only of the nearest', async () => {
    const program = (name: string, threads: number): Files => ({
      [`${name}/kernel.cu`]: kernel.replace('k.h', '../k.h'),
      [`${name}/main.cu`]: main.replace('k.h', '../k.h').replace('64', `${threads}`),
    });
    expect(seen(await analyzed({ 'k.h': header, ...program('a', 32), ...program('b', 64) }))).toEqual([
      'k in a/kernel.cu: drf by a/main.cu:2 x32',
      'k in b/kernel.cu: drf by b/main.cu:2 x64',
    ]);
  });

  test.each([
    ['with other parameters', 'k(int *p, int n)', 'k(int *p)', 'k<<<1, 64>>>(a, 1)'],
    ['with parameters of other types', 'k(float *p)', 'k(int *p)', 'k<<<1, 64>>>((float *)a)'],
    ['in another namespace', 'k(int *p)', 'k(int *p)', 'm::k<<<1, 64>>>(a)'],
  ])('%s', async (_, declared, defined, call) => {
    const isSpaced = call.startsWith('m::');
    const report = await analyzed({
      'kernel.cu': `${isSpaced ? 'namespace n {\n' : ''}__global__ void ${defined} ${body}${isSpaced ? '}\n' : ''}`,
      'main.cu': `${isSpaced ? 'namespace m {' : ''}__global__ void ${declared};${isSpaced ? '}' : ''}\nvoid run(int *a) { ${call}; }\n`,
    });
    expect(report.kernels.map(({ launches }) => launches.map(({ origin }) => origin))).toEqual([['no launch found']]);
  });

  test.each([
    'static __global__ void k(int *p)',
    'namespace { __global__ void k(int *p)',
    'template <class T> __global__ void k(T *p)',
  ])('%s …', async (defined) => {
    const report = await analyzed({
      'kernel.cu': `${defined} ${body}${defined.startsWith('namespace') ? '}\n' : ''}`,
      'main.cu': '__global__ void k(int *p);\nvoid run(int *a) { k<<<1, 64>>>(a); }\n',
    });
    expect(report.kernels.map(({ launches }) => launches.map(({ origin }) => origin))).toEqual([['no launch found']]);
  });

  test('if its file has that kernel itself', async () => {
    const report = await analyzed({
      'a.cu': `__global__ void k(int *p) ${body}`,
      'main.cu': `__global__ void k(int *p);\nvoid run(int *a) { k<<<1, 64>>>(a); }\n__global__ void k(int *p) ${body}`,
    });
    expect(seen(report)).toEqual(['k in a.cu: racy by no launch found x*', 'k in main.cu: drf by main.cu:2 x64']);
  });

  test('if its file has that kernel itself, behind a declaration with default arguments', async () => {
    const defined = '__global__ void k(int *p, int n) { p[threadIdx.x] = n; }\n';
    const report = await analyzed({
      'k.h': '__global__ void k(int *p, int n = 1);\n',
      'a.cu': `#include "k.h"\n${defined}`,
      'main.cu': `#include "k.h"\nvoid run(int *a) { k<<<1, 64>>>(a); }\n${defined}`,
    });
    expect(seen(report).map((one) => one.replace(/: \w+ by/, ' by'))).toEqual([
      'k in a.cu by no launch found x*',
      'k in main.cu by main.cu:2 x64',
    ]);
  });

  test('of overloads, but of the one whose parameters it fits', async () => {
    const report = await analyzed({
      'k.h': '__global__ void k(int *p);\n__global__ void k(float *p);\n',
      'kernel.cu': `#include "k.h"\n__global__ void k(int *p) ${body}__global__ void k(float *p) ${body}`,
      'main.cu': '#include "k.h"\nvoid run(int *a, float *b) { k<<<1, 32>>>(a); k<<<1, 64>>>(b); }\n',
    });
    expect(report.kernels.map(({ launches }) => launches.map(({ block }) => block[0]))).toEqual([[32], [64]]);
  });
});

describe('of what is linked', () => {
  test('a definition under an #if that does not hold is none, and names count with their namespaces', async () => {
    const report = await analyzed({
      'k.h': 'namespace n { __global__ void k(int *p); }\n',
      'old.cu': `#include "k.h"\n#ifdef OLD\nnamespace n { __global__ void k(int *p) ${body}}\n#endif\n`,
      'kernel.cu': `#include "k.h"\n__global__ void n::k(int *p) ${body}`,
      'main.cu': '#include "k.h"\nusing namespace n;\nvoid run(int *a) { k<<<1, 64>>>(a); }\n',
    });
    expect(seen(report)).toEqual(['k in old.cu: racy by no launch found x*', 'k in kernel.cu: drf by main.cu:3 x64']);
    expect(report.kernels.map(({ reasons }) => reasons.at(-1) ?? '')).toEqual([
      expect.stringMatching(/^exists only when /),
      '',
    ]);
  });

  test('C linkage and calls of the runtime are launches too', async () => {
    const report = await analyzed({
      'k.h': 'extern "C" __global__ void k(int *p);\n',
      'kernel.cu': `extern "C" {\n#include "k.h"\n__global__ void k(int *p) ${body}}\n`,
      'main.cu':
        '#include "k.h"\nvoid run(int *a) { void *args[] = {&a}; cudaLaunchKernel((void *)k, dim3(1), dim3(64), args, 0, 0); }\n',
    });
    expect(seen(report)).toEqual(['k in kernel.cu: drf by main.cu:2 x64']);
  });

  test('a kernel whose address is kept is launched from somewhere', async () => {
    const keeping = '#include "k.h"\nvoid (*table[])(int *) = {k};\n';
    const asking = `#include "k.h"\nvoid run(int *a) { cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536); k<<<1, 64>>>(a); }\n`;
    expect(
      seen(
        await analyzed({
          'kernel.cu': `${kernel}void here(int *a) { k<<<1, 32>>>(a); }\n`,
          'main.cu': keeping,
          'k.h': header,
        }),
      ),
    ).toEqual(['k in kernel.cu: racy by kernel.cu:3 x32; main.cu:2 x*']);
    expect(seen(await analyzed({ 'kernel.cu': kernel, 'main.cu': asking, 'k.h': header }))).toEqual([
      'k in kernel.cu: drf by main.cu:2 x64',
    ]);
  });

  test("a pointer may be to a device variable whose address only the kernel's file takes", async () => {
    const files = (address: string): Files => ({
      'k.h': '__global__ void k(int *p);\nint *table();\n',
      'kernel.cu': `#include "k.h"\n__device__ int all[256];\n__global__ void k(int *p) { p[threadIdx.x] = all[threadIdx.x + 1]; }\n${address}`,
      'main.cu': '#include "k.h"\nvoid run() { k<<<1, 64>>>(table()); }\n',
    });
    expect(seen(await analyzed(files('')))).toEqual(['k in kernel.cu: drf by main.cu:2 x64']);
    expect(
      seen(await analyzed(files('int *table() { void *p; cudaGetSymbolAddress(&p, all); return (int *)p; }\n'))),
    ).not.toEqual(['k in kernel.cu: drf by main.cu:2 x64']);
  });

  test('nothing is linked with one kernel asked for that another file does not have', async () => {
    expect(seen(await analyzed({ 'kernel.cu': kernel, 'main.cu': main, 'k.h': header }, { kernel: 'k' }))).toEqual([
      'k in kernel.cu: drf by main.cu:2 x64',
    ]);
  });
});

test('names of kernels are read off texts in linear time', () => {
  const names = kernelNamesIn(
    '__global__ void __launch_bounds__(MAX(a, b)) one(int (*f)(int), int n = g(2));\n#define K __global__ void\nK two(int) {}\ntemplate <int N> __global__ LAUNCH(256) void three(int *p)\n{ four<N, (1 > 0)><<<1, 2>>>(p); one<<<1, 2>>>(p); }\ncudaLaunchCooperativeKernel((void *)five, g, b);',
  );
  expect([[...names.defined].sort(), [...names.elsewhere].sort()]).toEqual([
    ['LAUNCH', 'three', 'two'],
    ['five', 'four', 'one'],
  ]);
  const before = performance.now();
  for (const text of [
    '__global__'.repeat(200_000),
    '__global__ a '.repeat(200_000),
    '__global__ (a('.repeat(100_000),
    'a<<<'.repeat(200_000),
    `__global__ ${' '.repeat(1_000_000)}`,
  ])
    kernelNamesIn(text);
  expect(performance.now() - before).toBeLessThan(20_000);
});
