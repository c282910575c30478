/**
 * Files that are included by others, missing includes and the build's choices, from the text of files to the report.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine, EngineOptions } from '../../../src/engine.ts';
import { assetPaths } from '../../../src/assets.ts';
import { createEngine } from '../../../src/pipeline.ts';
import { includersFirst } from '../../../src/pipeline/units.ts';
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

function analyzed(
  files: Readonly<Record<string, string>>,
  given: readonly string[] = Object.keys(files),
  more: Partial<EngineOptions> = {},
): Promise<Report> {
  return engine.analyze({ files: given, read: (path) => files[path] ?? null, options: { ...options, ...more } });
}
const seen = (report: Report): readonly string[] =>
  report.kernels.map(
    ({ name, span, verdict, launches }) =>
      `${name} in ${span.file}: ${verdict} under ${launches.map((l) => `${l.grid[0] ?? '*'}x${l.block[0] ?? '*'}`).join(' ')}`,
  );

const shift =
  '__global__ void shift(int *a) {\n  __shared__ int s[TILE];\n  s[threadIdx.x] = a[threadIdx.x];\n  __syncthreads();\n  a[threadIdx.x] = s[TILE - 1 - threadIdx.x];\n}\n';

describe('files that others include', () => {
  test('are seen with their includer, with its macros and launches, and once', async () => {
    const report = await analyzed({
      'kernels.cu': shift,
      'main.cu': '#define TILE 64\n#include "kernels.cu"\nvoid run(int *a) { shift<<<1, TILE>>>(a); }\n',
    });
    expect([seen(report), report.problems]).toEqual([['shift in kernels.cu: drf under 1x64'], []]);
  });

  test('are read alone for kernels that no includer shows', async () => {
    const report = await analyzed({
      'k.cu':
        '__global__ void a(int *p) { p[threadIdx.x] = 1; }\n#ifdef MORE\n__global__ void b(int *p) {}\n#else\n__global__ void c(int *p) {}\n#endif\n',
      'main.cu': '#define MORE\n#include "k.cu"\n',
    });
    expect(report.kernels.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  });

  test('two includers that agree give one kernel the launches of both', async () => {
    const report = await analyzed({
      'k.cuh': '#pragma once\n__global__ void k(int *p) { p[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n',
      'a.cu': '#include "k.cuh"\nvoid a(int *p) { k<<<2, 32>>>(p); }\n',
      'b.cu': '#include "k.cuh"\nvoid b(int *p) { k<<<4, 64>>>(p); }\n',
      'c.cu': '#include "k.cuh"\n',
    });
    expect(seen(report)).toEqual(['k in k.cuh: drf under 2x32 4x64']);
  });

  test('two includers whose macros differ give one answer, the worse of the two', async () => {
    const report = await analyzed({
      'k.cuh': '__global__ void k(int *p) {\n  p[threadIdx.x] = 1;\n  MEET;\n  p[threadIdx.x + 1] = 2;\n}\n',
      'a.cu': '#define MEET __syncthreads()\n#include "k.cuh"\nvoid a(int *p) { k<<<1, 32>>>(p); }\n',
      'b.cu': '#define MEET\n#include "k.cuh"\nvoid b(int *p) { k<<<1, 64>>>(p); }\n',
    });
    expect(seen(report)).toEqual(['k in k.cuh: racy under 1x32 1x64']);
  });

  test('two includers whose macros differ give the worse of the two answers where neither launches the kernel', async () => {
    const report = await analyzed(
      {
        'k.cuh':
          '#pragma once\n__global__ void k(int *p) {\n  __shared__ int s[256];\n  s[threadIdx.x] = p[threadIdx.x];\n  MEET;\n  p[threadIdx.x] = s[255 - threadIdx.x];\n}\n',
        'a.cu': '#define MEET __syncthreads()\n#include "k.cuh"\n',
        'b.cu': '#define MEET\n#include "k.cuh"\n',
      },
      undefined,
      { block: [256, 1, 1], grid: [1, 1, 1] },
    );
    expect(seen(report)).toEqual(['k in k.cuh: racy under 1x256 1x256']);
  });

  test('a source with several commands gives the worse of their answers, and the kernels of all', async () => {
    const command = (flags: string): unknown => ({ directory: '/p', file: 'a.cu', command: `nvcc ${flags} -c a.cu` });
    const text = `${shift.replace('__syncthreads()', 'MEET')}#ifdef MORE\n__global__ void more(int *p) {}\n#endif\n`;
    const given = (...all: readonly unknown[]): Promise<Report> =>
      analyzed({ 'a.cu': text, 'compile_commands.json': JSON.stringify(all) }, ['a.cu'], {
        block: [64, 1, 1],
        grid: [1, 1, 1],
      });
    const [safe, unsafe] = [command('-DTILE=64 -DMEET="__syncthreads()"'), command('-DTILE=64 -DMEET= -DMORE')];
    expect((await given(safe)).kernels.map(({ name, verdict }) => `${name} ${verdict}`)).toEqual(['shift drf']);
    expect((await given(safe, unsafe)).kernels.map(({ name, verdict }) => `${name} ${verdict}`)).toEqual([
      'shift racy',
      'more drf',
    ]);
    expect((await given(unsafe, safe)).kernels.map(({ name, verdict }) => `${name} ${verdict}`)).toEqual([
      'shift racy',
      'more drf',
    ]);
    expect((await given(safe, safe)).kernels.map(({ name, verdict }) => `${name} ${verdict}`)).toEqual(['shift drf']);
  });

  test('come after their includers in the order of reading', () => {
    const texts: Readonly<Record<string, string>> = {
      'x/a.cu': '',
      'x/b.cu': '#include "a.cu"\n#include "../y/c.cu"\n',
      'y/a.cu': '',
      'y/c.cu': '#include "a.cu"\n',
      'y/loop.cu': '#include "loop.cu"\n',
    };
    expect(includersFirst(Object.keys(texts), (path) => texts[path] ?? null)).toEqual([
      'x/b.cu',
      'x/a.cu',
      'y/c.cu',
      'y/a.cu',
      'y/loop.cu',
    ]);
  });
});

test('a header whose includer takes too long to read is not read with types that are guessed', async () => {
  const late = await createEngine(assetPaths(), clockOf(1000));
  try {
    const texts: Readonly<Record<string, string>> = {
      'main.cu': '#define TILE 64\n#include "k.cuh"\nvoid run(int *a) { shift<<<1, TILE>>>(a); }\n',
      'k.cuh': shift,
    };
    const { kernels, problems } = await late.analyze({
      files: Object.keys(texts),
      read: (path) => texts[path] ?? null,
      options: { ...options, timeoutSeconds: 1 },
    });
    expect(kernels.map(({ name, verdict, reasons }) => [name, verdict, reasons])).toEqual([
      [
        'shift',
        'unknown',
        [
          expect.stringContaining(
            'not analysed separately: main.cu, which includes it, is not read to the end: the time limit of 1 s was reached',
          ),
        ],
      ],
    ]);
    expect(problems.map(({ file, code }) => `${file} ${code}`)).toEqual(['main.cu SI116', 'k.cuh SI116']);
  } finally {
    await late.close();
  }
});

/** So many milliseconds later with each look at it. */
function clockOf(step: number): () => number {
  let now = 0;
  return () => (now += step);
}

describe('what is undeclared of the build', () => {
  const twoWays =
    '#ifdef WIDE\n#define STEP 2\n#else\n#define STEP 1\n#endif\n#ifdef TALK\nvoid say();\n#endif\n__global__ void k(int *p) { p[threadIdx.x * STEP] = 1; }\nvoid run(int *p) { k<<<1, 32>>>(p); }\n';

  test('is tried, where kernels rest on it', async () => {
    const [kernel] = (await analyzed({ 'a.cu': twoWays })).kernels;
    expect([kernel?.verdict, kernel?.reasons]).toEqual(['drf', ['also race-free when `WIDE` is defined']]);
    const [given] = (await analyzed({ 'a.cu': twoWays }, ['a.cu'], { defines: new Map([['WIDE', '1']]) })).kernels;
    expect([given?.verdict, given?.reasons]).toEqual(['drf', []]);
  });

  test('a missing include is one problem, however many files ask for it; a reached #error is another', async () => {
    const kernel = '__global__ void k(int *p) { p[threadIdx.x] = 1; }\n';
    const report = await analyzed({
      'a.cu': `#include "gone.h"\n#include "gone.h"\n${kernel}`,
      'b.cu': `#include "gone.h"\n#include <cuda_runtime.h>\n${kernel}\n#ifndef SIZE\n#error SIZE is needed\n#endif\n`,
    });
    expect(report.problems).toEqual([
      {
        file: 'a.cu',
        line: 1,
        code: 'SI107',
        text: 'included file gone.h was not found in the repository (-I adds a folder to search)',
      },
      { file: 'b.cu', line: 6, code: 'SI115', text: '#error SIZE is needed' },
    ]);
  });

  test('what is wrong in a header is one problem, however many files include it', async () => {
    const kernel = (name: string): string =>
      `#include "h.h"\n__global__ void ${name}(int *p) { p[threadIdx.x] = 1; }\n`;
    const report = await analyzed(
      {
        'h.h': '#ifndef SIZE\n#error SIZE is needed\n#endif\n',
        'a.cu': kernel('a'),
        'b.cu': kernel('b'),
        'c.cu': kernel('c'),
      },
      ['a.cu', 'b.cu', 'c.cu'],
    );
    expect([
      report.kernels.length,
      report.problems.map(({ file, line, code }) => `${file}:${line ?? 0} ${code}`),
    ]).toEqual([3, ['h.h:2 SI115']]);
  });

  test('includes without end are a problem with their own words', async () => {
    const report = await analyzed({ 'a.cu': '#include "a.cu"\n' });
    expect(report.problems).toEqual([
      {
        file: 'a.cu',
        line: 1,
        code: 'SI110',
        text: 'includes are nested deeper than 100; does a file include itself?',
      },
    ]);
  });
});
