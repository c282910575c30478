/** Instances that stand for those which another file asks for, from the text of files to the report. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine, EngineOptions } from '../../../src/engine.ts';
import { assetPaths } from '../../../src/assets.ts';
import { createEngine } from '../../../src/pipeline.ts';

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
const named = async (files: Files): Promise<readonly string[]> => {
  const report = await engine.analyze({
    files: Object.keys(files).filter((path) => path.endsWith('.cu')),
    read: (path) => files[path] ?? null,
    options,
  });
  return report.kernels.map(({ name, verdict }) => `${name}: ${verdict}`).sort();
};

const header = `#pragma once
template <int N> __global__ void k(int *p) { p[blockIdx.x * blockDim.x + threadIdx.x] = N; }
template <int N> void run(int *a) { k<N><<<2, 64>>>(a); }
`;
const plain =
  '#include "k.cuh"\n__global__ void own(int *p) { p[threadIdx.x] = 1; }\nvoid go(int *a) { own<<<1, 32>>>(a); }\n';

describe('a template of a kernel that a file launches nowhere', () => {
  const kernel = 'template <int N> __global__ void k(int *p) { p[blockIdx.x * blockDim.x + threadIdx.x] = N; }\n';
  const launching = '#include "k.cuh"\nvoid use(int *a) { k<2><<<1, 64>>>(a); }\n';

  test('is left out where another file launches it, in whichever order they are read', async () => {
    for (const names of [
      ['a.cu', 'b.cu'],
      ['b.cu', 'a.cu'],
    ] as const) {
      expect(await named({ 'k.cuh': kernel, [names[0]]: launching, [names[1]]: plain })).toEqual([
        'k<2>: drf',
        'own: drf',
      ]);
    }
  });

  test('stays where no file does', async () => {
    expect(await named({ 'k.cuh': kernel, 'b.cu': plain })).toEqual(['k<N>: drf', 'own: drf']);
  });

  test('stays beside another one of the same name', async () => {
    const other = 'namespace other { template <int N> __global__ void k(int *p) { p[0] = N; } }\n';
    expect(await named({ 'k.cuh': kernel, 'a.cu': launching, 'b.cu': other })).toEqual([
      'k<2>: drf',
      expect.stringMatching(/k<N>/),
    ]);
  });
});

describe('an instance that only a host template asks for which nothing instantiates', () => {
  test('is left out where another file instantiates the template, in whichever order they are read', async () => {
    for (const names of [
      ['a.cu', 'b.cu'],
      ['b.cu', 'a.cu'],
    ] as const) {
      const files = {
        'k.cuh': header,
        [names[0]]: '#include "k.cuh"\nvoid use(int *a) { run<2>(a); }\n',
        [names[1]]: plain,
      };
      expect(await named(files)).toEqual(['k<2>: drf', 'own: drf']);
    }
  });

  test('is left out as well where it is analysed apart for values of its parameter', async () => {
    const chosen = header
      .replace(
        'template <int N> __global__',
        'template <int N> struct Size { static const int n = 1; };\ntemplate <> struct Size<4> { static const int n = 2; };\ntemplate <int N> __global__',
      )
      .replace('] = N', '] = Size<N>::n');
    const files = { 'k.cuh': chosen, 'a.cu': plain, 'b.cu': '#include "k.cuh"\nvoid use(int *a) { run<2>(a); }\n' };
    expect(await named({ 'k.cuh': chosen, 'a.cu': plain })).toEqual(['k<4>: drf', 'k<N>: drf', 'own: drf']);
    expect(await named(files)).toEqual(['k<2>: drf', 'own: drf']);
  });

  test('stays where no file does', async () => {
    expect(await named({ 'k.cuh': header, 'b.cu': plain })).toEqual(['k<N>: drf', 'own: drf']);
  });

  test('stays where another template launches what is instantiated', async () => {
    const two = `${header}template <int N> void runWide(int *a) { k<N><<<1, 2000>>>(a); }\n`;
    expect(await named({ 'k.cuh': two, 'a.cu': '#include "k.cuh"\nvoid use(int *a) { run<2>(a); }\n' })).toEqual([
      'k<2>: drf',
      expect.stringMatching(/^k<N>/),
    ]);
  });

  test('stays where a use is seen and not followed', async () => {
    const open =
      '#include "k.cuh"\ntemplate <class T> void pass(int *a) { run<T::value>(a); }\nvoid other(int *a) { pass<Unseen>(a); }\n';
    expect(
      await named({ 'k.cuh': header, 'a.cu': '#include "k.cuh"\nvoid use(int *a) { run<2>(a); }\n', 'b.cu': open }),
    ).toEqual(['k<2>: drf', expect.stringMatching(/^k<(?!2>)/)]);
  });
});
