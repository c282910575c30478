/** Which kernels a change reaches does not hang on how an include is written, or on the name of what is included. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { World, ada } from './world.ts';
import { here } from './here.ts';
import { shift } from './kernels.ts';

// A machine with other work on it is slow; nothing here measures time.
vi.setConfig({ testTimeout: 300_000 });

let world: World;
beforeEach(async () => {
  world = await World.open(undefined, undefined, here);
});
afterEach(async () => {
  const { violations } = world.github;
  await world.close();
  expect(violations).toEqual([]);
});

const kernel = (name: string): string => shift({ barrier: true, name }).replace('__syncthreads()', `meet_${name}()`);
const helper = (name: string, barrier: string): string => `__device__ inline void meet_${name}() { ${barrier} }\n`;

/** By the name of the kernel: the unit above it, and the file that it includes. */
const ways: Readonly<Record<string, readonly [above: string, included: string]>> = {
  of_another_kind: ['#include "other.impl"\n', 'other.impl'],
  without_a_suffix: ['#include "plain"\n', 'plain'],
  in_capitals: ['#include "large.CUH"\n', 'large.CUH'],
  with_pluses: ['#include "plus.h++"\n', 'plus.h++'],
  by_a_macro: ['#define BODY "macro.cuh"\n#include BODY\n', 'macro.cuh'],
  by_a_string: ['#define TEXT(x) #x\n#define NAME(x) TEXT(x)\n#include NAME(string.cuh)\n', 'string.cuh'],
  by_a_digraph: ['%:include "digraph.cuh"\n', 'digraph.cuh'],
  behind_a_comment: ['/* so */ #include /* it */ "comment.cuh"\n', 'comment.cuh'],
  on_two_lines: ['#include \\\n  "lines.cuh"\n', 'lines.cuh'],
};

test('of each way to include a file, what changes there is found', async () => {
  const files = (barrier: string): Readonly<Record<string, string>> =>
    Object.fromEntries(Object.entries(ways).map(([name, [, path]]) => [`src/${path}`, helper(name, barrier)]));
  world.commit('main', {
    ...files('__syncthreads();'),
    ...Object.fromEntries(Object.entries(ways).map(([name, [above]]) => [`src/${name}.cu`, `${above}${kernel(name)}`])),
  });
  const run = await world.run(world.openPull(files('')));
  expect(run.status).toBe(1);
  const found = Object.keys(ways).filter((name) => run.log.includes(name));
  expect(found).toEqual(Object.keys(ways));
  expect(run.outputs.get('racy')).toBe(`${found.length}`);
});

test('a file that is a source only because another one includes it: its kernel, with the comment at its lines', async () => {
  world.commit('main', {
    'src/a.cu': '#include "one.txt"\n',
    'src/one.txt': '#include "two.dat"\n',
    'src/two.dat': shift({ barrier: true }),
  });
  const run = await world.run(world.openPull({ 'src/two.dat': shift({ barrier: false }) }));
  expect([run.status, run.outputs.get('racy')]).toEqual([1, '1']);
  expect(world.state.comments.map(({ path, subject }) => [path, subject])).toEqual([['src/two.dat', 'line']]);
});

test('in a clone without files, what is included is fetched, at any depth', async () => {
  world.commit('main', {
    'src/a.cu': '#include "one.txt"\n',
    'src/one.txt': '#include "two.dat"\n',
    'src/two.dat': shift({ barrier: true }),
    'README.txt': 'x\n',
  });
  const run = await world.run(world.openPull({ 'src/two.dat': shift({ barrier: false }) }), {
    filter: 'blob:none',
    depth: 1,
  });
  expect([run.status, run.outputs.get('racy')], run.log).toEqual([1, '1']);
});

test('a header that nothing includes, and whose kernel is marked over two lines', async () => {
  const header = (barrier: boolean): string => shift({ barrier }).replace('__global__', '__glo\\\nbal__');
  world.commit('main', { 'src/k.cuh': header(true) });
  const run = await world.run(world.openPull({ 'src/k.cuh': header(false) }));
  expect([run.status, run.outputs.get('racy')]).toEqual([1, '1']);
});

test('a file that no source includes is not analysed, whatever is in it: named where it is no text about code', async () => {
  world.commit('main', { 'src/a.cu': shift({ barrier: true }), 'notes.md': 'x\n', 'notes.txt': 'x\n' });
  const run = await world.run(
    world.openPull({ 'notes.md': shift({ barrier: false }), 'notes.txt': shift({ barrier: false }) }),
  );
  expect([run.status, run.outputs.get('racy'), run.outputs.get('unread'), run.writes]).toEqual([0, '0', '1', []]);
  expect(run.log).toContain('1 not read: notes.txt (');
});

test('headers of device code that are part of no kernel are named; what a source includes, or holds no device code, is not', async () => {
  const files = {
    'src/lone.cuh': '__device__ int twice(int x) { return 2 * x; }\n',
    'src/off.cuh': `#if 0\n${shift({ barrier: false })}#endif\n`,
    'src/chain.cuh': '#include "lone.cuh"\n__device__ int once(int x) { return x; }\n',
    'src/used.cuh': '__device__ int thrice(int x) { return 3 * x; }\n',
    'src/host.h': 'int main();\n',
    'src/a.cu': `#include "used.cuh"\n${shift({ barrier: true })}`,
  };
  world.commit('main', { 'src/a.cu': shift({ barrier: true }) });
  const run = await world.run(world.openPull(files));
  expect([run.status, run.outputs.get('unread')], run.log).toEqual([0, '0']);
  expect(run.summary).toContain(
    'src/chain.cuh, src/lone.cuh, src/off.cuh: no kernel was found there, and no source includes them, so nothing there was analysed',
  );
});

test('a header that becomes a link to another one of the repository, or whose folder does, is read there', async () => {
  const stretch =
    '#include "inc/width.h"\n__global__ void stretch(float *data) {\n  __shared__ float tile[64];\n  int t = threadIdx.x;\n  tile[t] = data[t];\n  data[t] = tile[t ^ WIDTH];\n}\nvoid go(float *d) { stretch<<<1, 64>>>(d); }\n';
  world.commit('main', {
    'stretch.cu': stretch,
    'inc/width.h': '#define WIDTH 0\n',
    'other/none.h': '#define WIDTH 0\n',
    'other/w.h': '#define WIDTH 1\n',
    'inc2/width.h': '#define WIDTH 0\n',
  });
  const { store } = world.state;
  const main = store.branchAt('main') ?? '';
  const results: unknown[] = [];
  for (const [path, target] of [
    ['inc/width.h', '../other/none.h'],
    ['inc/width.h', '../other/w.h'],
    ['inc', 'inc2'],
  ] as const) {
    const branch = `change-${results.length}`;
    const tree = store.makeTree(main, [
      { path: 'inc/width.h', text: null },
      { path, text: target, mode: '120000' },
    ]);
    store.setRef(
      `refs/heads/${branch}`,
      store.makeCommit(tree, [main], 'links', { name: 'm', email: 'm@example.org' }),
    );
    const run = await world.run(world.state.openPull('links', '', ada, branch, 'main'), {
      env: { GITHUB_WORKSPACE: store.folder },
    });
    results.push([run.status, run.outputs.get('racy'), run.outputs.get('drf'), run.outputs.get('unread')]);
  }
  expect(results).toEqual([
    [0, '0', '1', '0'],
    [1, '1', '0', '0'],
    [0, '0', '1', '0'],
  ]);
});
