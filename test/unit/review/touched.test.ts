import { expect, test } from 'vitest';
import { changed, spanAt } from './example.ts';
import { changedLines, launchTexts, launchesTouched, touchesKernel } from '../../../src/review/touched.ts';
import { dependentsOf, includeResolver, inferIncludeFolders } from '../../../src/review/includes.ts';
import { parseIncludes, parseNames } from '../../../src/review/include-lines.ts';

const none = new Set<string>();
const kernelAt = (file: string, from: number, to: number) => ({
  what: 'kernel' as const,
  name: 'k',
  span: spanAt(file, from, to),
});

test("a kernel is touched by its own lines, and not by its neighbour's", () => {
  const lines = changedLines([changed('a.cu', '@@ -5,1 +5,1 @@\n-x\n+y\n')], 'head');
  expect(touchesKernel({ lines, names: none })([kernelAt('a.cu', 3, 9)])).toBe(true);
  expect(touchesKernel({ lines, names: none })([kernelAt('a.cu', 6, 9)])).toBe(false);
  expect(touchesKernel({ lines, names: none })([kernelAt('b.cu', 3, 9)])).toBe(false);
});

test('through a macro, a device function, a constant or a type in another file', () => {
  const lines = changedLines([changed('a.h', '@@ -5,1 +5,1 @@\n-x\n+y\n')], 'head');
  for (const what of ['macro', 'function', 'constant', 'type', 'array'] as const) {
    expect(
      touchesKernel({ lines, names: none })([kernelAt('a.cu', 3, 9), { what, name: 'n', span: spanAt('a.h', 5) }]),
    ).toBe(true);
  }
});

test('a line removed from its middle touches it on both sides', () => {
  const file = changed('a.cu', '@@ -4,3 +4,2 @@\n a\n-__syncthreads();\n b\n');
  expect(touchesKernel({ lines: changedLines([file], 'base'), names: none })([kernelAt('a.cu', 1, 9)])).toBe(true);
  expect(touchesKernel({ lines: changedLines([file], 'head'), names: none })([kernelAt('a.cu', 1, 8)])).toBe(true);
});

test('no hunks means the whole file, never no filter and never nothing', () => {
  const lines = changedLines([{ status: 'modified', basePath: 'a.cu', headPath: 'a.cu', hunks: null }], 'head');
  expect(touchesKernel({ lines, names: none })([kernelAt('a.cu', 3, 9)])).toBe(true);
  expect(
    touchesKernel({
      lines: changedLines([{ status: 'modified', basePath: 'a.cu', headPath: 'a.cu', hunks: [] }], 'head'),
      names: none,
    })([kernelAt('a.cu', 3, 9)]),
  ).toBe(false);
});

const host = `#include "k.cuh"
const int width = 64;
void go(float *p) {
  dim3 block(32, 8);

  scan<float, (4 > 2)> <<<1,
      block>>>(p, width);
  other<<<1, 1>>>(q);
}
`;

test('launches are found over templates and lines, with the names they use', () => {
  expect(launchTexts(host).map((one) => [one.kernel, one.lines.start, one.lines.count])).toEqual([
    ['scan', 6, 2],
    ['other', 8, 1],
  ]);
  expect(launchTexts('cudaLaunchCooperativeKernel((void*)sum<int>, 1, 32, args);').map((one) => one.kernel)).toContain(
    'sum',
  );
});

test.each([
  [4, 'dim3 block'],
  [7, 'block>>>'],
  [2, 'const int width'],
])('a change of line %i (%s) touches the kernel that is launched with it, and no other', (line) => {
  const lines = new Map([['host.cu', [{ start: line, count: 1 }]]]);
  expect([...launchesTouched(lines, () => host)]).toEqual(['scan']);
});

test('a word that changed inside another function does not touch a launch', () => {
  const host =
    'namespace n {\n__global__ void other(float *d) {\n  d[0] = 1;\n}\nvoid run(float *d, int n) {\n  dim3 b(n);\n  scan<<<1, b>>>(d);\n}\n}\n';
  const changedAt = (line: number) => changedLines([changed('a.cu', `@@ -${line},1 +${line},1 @@\n-x\n+y\n`)], 'head');
  expect([...launchesTouched(changedAt(3), () => host)]).toEqual([]);
  expect([...launchesTouched(changedAt(6), () => host)]).toEqual(['scan']);
});

const grepped = (...lines: readonly string[]): string => [...lines, ''].join('\n').replaceAll('|', '\0');

test('lines that include something, or give a macro the name of a file, in all their forms', () => {
  const { lines, open } = parseIncludes(
    grepped(
      'R:a|1|/* so */ %: include /* it */ "b.h"',
      'R:a|2|#include_next <c.h>',
      'R:a|3|# define BODY "d.cuh"',
      'R:a|4|#include STRING(e.cuh)',
      'R:f|1|#include BODY',
      'R:g|1|#include \\',
      'R:h|1|// to include is nothing',
      'other|1|#include "x"',
    ),
    'R',
  );
  expect(lines).toEqual([
    { from: 'a', spec: 'b.h', how: 'quoted' },
    { from: 'a', spec: 'c.h', how: 'angle' },
    { from: 'a', spec: 'd.cuh', how: 'perhaps' },
    { from: 'a', spec: 'e.cuh', how: 'perhaps' },
  ]);
  expect([...open]).toEqual(['f', 'g']);
  expect(parseNames(grepped('R:g|2|"i.h"', 'R:g|3|j.h'), 'R').map(({ spec }) => spec)).toEqual(['i.h', 'j.h']);
});

test('a name in quotes means the file beside, in any other form every file of that name', () => {
  const resolve = includeResolver(['a/x.h', 'b/x.h', 'a/kernels']);
  expect((['quoted', 'angle', 'perhaps'] as const).map((how) => resolve({ from: 'a/a.cu', spec: 'x.h', how }))).toEqual(
    [['a/x.h'], ['a/x.h', 'b/x.h'], ['a/x.h', 'b/x.h']],
  );
  expect(resolve({ from: 'a/a.cu', spec: 'kernels', how: 'quoted' })).toEqual(['a/kernels']);
});

test('includes are followed to all who include, at any depth', () => {
  const { lines: includes } = parseIncludes(
    grepped('R:a.cu|1|#include "x/b.h"', 'R:x/b.h|2|#  include <c.h>', 'R:d.cu|1|#include <vector>'),
    'R',
  );
  const paths = ['a.cu', 'x/b.h', 'inc/c.h', 'd.cu'];
  expect([...dependentsOf(new Set(['inc/c.h']), includes, paths)].sort()).toEqual(['a.cu', 'inc/c.h', 'x/b.h']);
  expect(includeResolver(paths)({ from: 'd.cu', spec: '../other/inc/c.h', how: 'quoted' })).toEqual([]);
  expect(inferIncludeFolders(['a.cu'], includes, paths, 9)).toEqual(['inc']);
});

test('of several files that an include may mean, the nearest shows the folder', () => {
  const includes = [
    { from: 'src/cuda/scan.cu', spec: 'kernel/scan.hpp', how: 'quoted' },
    { from: 'src/cuda/kernel/scan.hpp', spec: 'Param.hpp', how: 'angle' },
  ] as const;
  const paths = [
    'src/cuda/scan.cu',
    'src/opencl/kernel/scan.hpp',
    'src/cuda/kernel/scan.hpp',
    'src/opencl/Param.hpp',
    'src/cuda/Param.hpp',
  ];
  expect(inferIncludeFolders(['src/cuda/scan.cu'], includes, paths, 9)).toEqual(['src/cuda']);
});

test('a launch on a line that two functions share belongs to both', () => {
  const shared =
    'void f() {\n  int n = 3;\n  scan<<<n, 1>>>(); } void g() {\n  int m = 4;\n}\nvoid h() {\n  int n = 5;\n}\n';
  const at = (line: number) => new Map([['a.cu', [{ start: line, count: 1 }]]]);
  expect([2, 4, 7].map((line) => [...launchesTouched(at(line), () => shared)])).toEqual([['scan'], [], []]);
  expect([...launchesTouched(at(4), () => shared.replace('<<<n,', '<<<m,'))]).toEqual(['scan']);
  expect([...launchesTouched(new Map([['a.cu', [{ start: 4, count: 0 }]]]), () => shared)]).toEqual(['scan']);
});

// It was quadratic: 5 s for 4,000 launches.
test.each([
  ['each in a function of its own', (k: number) => `void f${k}() { k${k}<<<1, n>>>(); }\n`],
  ['without an end', (k: number) => `k${k}<<<n\n`],
])('a file of 50,000 launches, %s, is looked through in linear time', (_, launch) => {
  const text = Array.from({ length: 50_000 }, (__, k) => launch(k)).join('');
  const ranges = Array.from({ length: 10_000 }, (__, k) => ({ start: 5 * k + 1, count: 1 }));
  const started = performance.now();
  const found = launchesTouched(new Map([['a.cu', ranges]]), () => text);
  expect(found.size).toBeGreaterThanOrEqual(10_000);
  expect(performance.now() - started).toBeLessThan(20_000);
});
