import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { countKernelMarks, hasKernelMark, kernelMarkOfLine } from '../../../src/base/kernel-mark.ts';
import { kernelNamesIn } from '../../../src/pipeline/kernel-names.ts';
import { unreadKernels } from '../../../src/pipeline/unread.ts';

const kernels = [
  '__global__ void k(int *a) {}',
  'static void __global__ k(int *a) {}',
  '__attribute__((global)) void k(int *a) {}',
  '__attribute__((noinline, launch_bounds(64), global)) void k(int *a) {}',
  '__attribute__ ((__launch_bounds__(64))) __attribute((global)) void k(int *a) {}',
  '__location__(global) void k(int *a) {}',
  '__declspec(__global__) void k(int *a) {}',
];
const others = [
  'int global; void f() { global = 1; }',
  '__attribute__((noinline)) void f(int);',
  'void use(int global);',
];

test('every spelling of a kernel is seen in text, and nothing else', () => {
  expect(kernels.filter((text) => countKernelMarks(text) !== 1 || !hasKernelMark(text))).toEqual([]);
  expect(others.filter((text) => countKernelMarks(text) !== 0 || hasKernelMark(text))).toEqual([]);
});

test('git grep sees the same lines', () => {
  const folder = mkdtempSync(join(tmpdir(), 'syncwright-mark-'));
  try {
    writeFileSync(join(folder, 'a.cu'), [...kernels, ...others].join('\n'));
    const found = execFileSync('git', ['grep', '--no-index', '-h', '-E', '-e', kernelMarkOfLine], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(found.trimEnd().split('\n')).toEqual(kernels);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test.each(kernels)('its name is read off `%s`', (text) => {
  expect([...kernelNamesIn(text).defined]).toContain('k');
  expect(unreadKernels([{ file: 'a.cu', text, because: '' }], null, true).map(({ name }) => name)).toEqual(['k']);
});
