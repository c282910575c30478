import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assetPaths, workerPath } from '../../../src/assets.ts';
import { runCli } from '../../../src/cli/run-cli.ts';
import { createWorker } from '../../../src/cli/workers.ts';
import { createEngine } from '../../../src/pipeline.ts';
import { independentGroups } from '../../../src/pipeline/units.ts';

const root = mkdtempSync(join(tmpdir(), 'syncwright-workers-'));
const reversing = (name: string, barrier: string): string => `__global__ void ${name}(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  ${barrier}
  out[threadIdx.x] = s[63 - threadIdx.x];
}
void launch_${name}(int *out) { ${name}<<<1, 64>>>(out); }
`;
beforeAll(() => {
  writeFileSync(join(root, 'a.cu'), reversing('hasty', ''));
  writeFileSync(
    join(root, 'b.cu'),
    '#include "c.cuh"\n#include "missing.h"\nvoid launch_shared(int *out) { shared<<<1, 64>>>(out); }\n',
  );
  writeFileSync(join(root, 'c.cuh'), reversing('shared', '__syncthreads();').replace(/void launch.*\n/, ''));
  writeFileSync(join(root, 'd.cu'), `#include "missing.h"\n${reversing('quiet', '__syncthreads();')}`);
});
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

async function reportOf(
  jobs: string,
  script = workerPath(),
  path = root,
): Promise<Readonly<{ status: number; report: unknown }>> {
  let out = '';
  const status = await runCli(['check', path, '--format', 'json', '--jobs', jobs], {
    out: (text) => {
      out += text;
    },
    err: () => undefined,
    outIsTerminal: false,
    errIsTerminal: false,
    color: false,
    width: 100,
    keys: null,
    openEngine: () => createEngine(assetPaths(), () => 0),
    openWorker: async () => createWorker(script),
    openSideWorker: null,
  });
  return { status, report: JSON.parse(out, (key, value: unknown) => (key === 'timeMs' ? 0 : value)) };
}

test('several processes report what one does', async () => {
  const alone = await reportOf('1');
  expect(alone.status).toBe(1);
  expect(JSON.stringify(alone.report)).toContain('"hasty"');
  expect(await reportOf('3')).toEqual(alone);
});

test('a header that is named is decided as the source launches it that includes it, whose own kernels nobody asked about', async () => {
  const folder = join(root, 'repository');
  mkdirSync(join(folder, '.git'), { recursive: true });
  writeFileSync(
    join(folder, 'k.cuh'),
    'template <int N> __global__ void k(int *p) { p[threadIdx.x % N] = threadIdx.x; }\n',
  );
  writeFileSync(
    join(folder, 'main.cu'),
    `#include "k.cuh"\n${reversing('hasty', '')}void run(int *p) { k<64><<<1, 64>>>(p); }\n`,
  );
  for (const jobs of ['1', '2']) {
    const { status, report } = await reportOf(jobs, workerPath(), join(folder, 'k.cuh'));
    expect([status, report]).toMatchObject([0, { kernels: [{ name: 'k<64>', verdict: 'drf' }], problems: [] }]);
    expect(JSON.stringify(report)).not.toContain('"hasty"');
  }
  rmSync(folder, { recursive: true });
});

test('what a process was at that ended is unknown, and the exit status says that it is our bug', async () => {
  const script = join(root, 'ends.cjs');
  writeFileSync(script, 'process.exit(7);\n');
  const { status, report } = await reportOf('2', script);
  expect(status).toBe(3);
  expect(report).toMatchObject({
    kernels: ['hasty', 'shared', 'quiet'].map((name) => ({
      name,
      verdict: 'unknown',
      reasons: [expect.stringContaining('[SL111]')],
    })),
  });
});

test('a process that computes ends once the one that started it is gone', async () => {
  const busy = join(root, 'busy.mjs');
  const module = new URL('../../../src/cli/end-with-parent.ts', import.meta.url).href;
  // it starts the thread, lets it begin, and then listens to nothing for longer than the test
  writeFileSync(
    busy,
    `const { endWithParent } = await import(${JSON.stringify(module)});\nendWithParent();\nsetTimeout(() => { process.send(process.pid); const end = Date.now() + 100_000; while (Date.now() < end); }, 1_000);\n`,
  );
  const starter = `require('node:child_process').fork(${JSON.stringify(busy)}, { stdio: 'ignore' }).on('message', (pid) => { process.stdout.write(String(pid), () => process.exit(0)); });`;
  const pid = Number(execFileSync(process.execPath, ['-e', starter], { encoding: 'utf8' }));
  const isThere = (): boolean => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  for (let k = 0; k < 100 && isThere(); k++)
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
  expect(isThere()).toBe(false);
});

test('files that include each other stay together', () => {
  const kernel = '__global__ void k() {}';
  const texts = new Map([
    ['a.cu', '#include "k.cuh"'],
    ['b.cu', ''],
    ['c.cu', '#include "sub/k.cuh"'],
    ['k.cuh', kernel],
    ['sub/k.cuh', '#include "../m.cuh"'],
    ['m.cuh', kernel],
    ['z.cu', '#include "m.cuh"'],
  ]);
  const groups = independentGroups([...texts.keys()], (path) => texts.get(path) ?? null);
  expect(groups).toEqual([['a.cu', 'k.cuh'], ['b.cu'], ['c.cu', 'sub/k.cuh', 'z.cu', 'm.cuh']]);
});

test('files that launch a kernel of another stay with it: of the nearest, and of no more than may be meant', () => {
  const [defines, launches] = [
    '__global__ void k(int *p) {}',
    '__global__ void k(int *);\nvoid run() { k<<<1, 1>>>(0); }',
  ];
  const groups = (texts: Readonly<Record<string, string>>): unknown =>
    independentGroups(Object.keys(texts), (path) => texts[path] ?? null).map((group) => group.join(' '));
  expect(groups({ 'a/k.cu': defines, 'a/main.cu': launches, 'b/k.cu': defines, 'c/other.cu': '' })).toEqual([
    'a/k.cu a/main.cu',
    'b/k.cu',
    'c/other.cu',
  ]);
  expect(groups({ 'a/k.cu': defines, 'b/k.cu': defines, 'c/main.cu': launches })).toEqual(['a/k.cu b/k.cu c/main.cu']);
  expect(groups({ 'a.cu': defines, 'b.cu': `${defines} void go() { k<<<1, 1>>>(0); }` })).toEqual(['a.cu', 'b.cu']);
  expect(
    groups({
      'a/k.cu': `#include "k.h"\n${defines}`,
      'b/k.cu': defines,
      'c/main.cu': '#include "../a/k.h"\nvoid run() { k<<<1, 1>>>(0); }',
    }),
  ).toEqual(['a/k.cu c/main.cu', 'b/k.cu']);
  expect(groups({ 'a/k.cu': defines, 'c/main.cu': 'void run(void (*k)(int *)) { k<<<1, 1>>>(0); }' })).toHaveLength(2);
  expect(
    groups({ 'a/k.cu': defines, 'b/k.cu': defines, 'c/k.cu': defines, 'd/k.cu': defines, 'e/main.cu': launches }),
  ).toHaveLength(5);
  expect(
    groups({ 'x/k.cu': defines, 'k.cu': defines, 'main.cu': `#include "x/k.cu"\nvoid run() { k<<<1, 1>>>(0); }` }),
  ).toEqual(['main.cu x/k.cu', 'k.cu']);
});

test('a header without kernels ties nobody, and goes with the first that includes it', () => {
  const texts = new Map([
    ['a.cu', '#include "m.cuh"'],
    ['b.cu', '#include "m.cuh"'],
    ['m.cuh', '#include "n.cuh"'],
    ['n.cuh', ''],
  ]);
  expect(independentGroups([...texts.keys()], (path) => texts.get(path) ?? null)).toEqual([
    ['a.cu', 'm.cuh', 'n.cuh'],
    ['b.cu'],
  ]);
});

test('a name that many folders have means the one that the rules of includes find, or none', () => {
  const kernel = '__global__ void k() {}';
  const texts = new Map([
    ['x/a.cu', '#include "k.cuh"'],
    ['x/include/k.cuh', kernel],
    ['y/a.cu', '#include "k.cuh"'],
    ['y/k.cuh', kernel],
    ['z/a.cu', '#include "k.cuh"'],
    ['w/c.cu', '#include <k.cuh>'],
    ['v/k.cuh', kernel],
  ]);
  const groups = (dirs: readonly string[]): unknown =>
    independentGroups([...texts.keys()], (path) => texts.get(path) ?? null, dirs)
      .map((group) => group.join(' '))
      .sort();
  expect(groups([])).toEqual(['v/k.cuh', 'w/c.cu', 'x/a.cu x/include/k.cuh', 'y/a.cu y/k.cuh', 'z/a.cu']);
  expect(groups(['v'])).toEqual(['x/a.cu z/a.cu w/c.cu v/k.cuh', 'x/include/k.cuh', 'y/a.cu y/k.cuh']);
});

test('a header without kernels beside its includer is what the name means, not one with kernels elsewhere', () => {
  const texts = new Map([
    ['x/a.cu', '#include "reference.h"'],
    ['y/a.cu', '#include "reference.h"'],
    ['y/reference.h', '__global__ void k() {}'],
  ]);
  const onDisk = new Map([...texts, ['x/reference.h', 'void on_host();']]);
  expect(independentGroups([...texts.keys()], (path) => onDisk.get(path) ?? null)).toEqual([
    ['x/a.cu'],
    ['y/a.cu', 'y/reference.h'],
  ]);
});
