/**
 * Kernels of which no line is changed, nor of what they use, and whose code reads otherwise all the same: another file
 * is included, a macro is defined before it, another size is handed to the function that launches it.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Files } from './world.ts';
import { World } from './world.ts';
import { here } from './here.ts';

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

const kernel = (sync: string, size = 256): string => `__global__ void shift(float *data) {
  __shared__ float tile[${size}];
  int t = threadIdx.x;
  tile[t] = data[t];
  ${sync}
  data[t] = tile[(t + 1) % ${size}];
}
`;
const launch = 'void go(float *d) { shift<<<1, 256>>>(d); }\n';
const headers = { 'with.cuh': '#define SYNC() __syncthreads()\n', 'without.cuh': '#define SYNC()\n' };
const far = '\n'.repeat(9);
const main = (threads: string): string =>
  `#include "api.cuh"\n\nint main() {\n  float *d;\n  cudaMalloc(&d, 4096);\n  api(d, ${threads});\n}\n`;
const guarded = `${far}${kernel('\n#ifndef FAST\n  __syncthreads();\n#endif\n')}${launch}`;
const member = (threads: number): string => `#pragma once\nstruct Sizes {\n  int threads = ${threads};\n};\n`;

test.each<readonly [string, Files, Files]>([
  [
    'another header is included',
    { ...headers, 'a.cu': `#include "with.cuh"${far}${kernel('SYNC();')}${launch}` },
    { 'a.cu': `#include "without.cuh"${far}${kernel('SYNC();')}${launch}` },
  ],
  [
    'a header includes another one',
    { ...headers, 'sync.cuh': '#include "with.cuh"\n', 'a.cu': `#include "sync.cuh"\n${kernel('SYNC();')}${launch}` },
    { 'sync.cuh': '#include "without.cuh"\n' },
  ],
  ['a macro is defined before it', { 'a.cu': `// For speed.\n${guarded}` }, { 'a.cu': `#define FAST\n${guarded}` }],
  [
    'a caller gives another size',
    {
      'kernel.cuh': `#pragma once\n${kernel('__syncwarp();', 32)}`,
      'api.cuh': '#include "kernel.cuh"\ninline void api(float *d, int n) { shift<<<1, n>>>(d); }\n',
      'main.cu': main('32'),
    },
    { 'main.cu': main('128') },
  ],
  [
    'a member has another value',
    {
      'sizes.h': member(32),
      'a.cu': `#include "sizes.h"\n${kernel('__syncwarp();', 32)}int main() { Sizes c; float *d; cudaMalloc(&d, 4096); shift<<<1, c.threads>>>(d); }\n`,
    },
    { 'sizes.h': member(128) },
  ],
])('%s: the race is found, new, and fails', async (_how, before, after) => {
  world.commit('main', before);
  const pull = world.openPull(after);
  const run = await world.run(pull);
  expect([run.status, run.outputs.get('racy'), run.outputs.get('new-findings')]).toEqual([1, '1', '1']);
  expect(world.state.reviews.length).toBeGreaterThan(0);
  expect((await world.run(pull)).writes).toEqual([]);
});

test('an edit of host code, or another name of the file, touches no kernel', async () => {
  const text = (include: string, word: string): string =>
    `#include <cstdio>\n${include}\n// A kernel.\n\n${kernel('')}${launch}\nvoid say() { printf("${word}\\n"); }\n`;
  world.commit('main', { 'a.cu': text('', 'hello') });
  const edited = await world.run(world.openPull({ 'a.cu': text('#include <cstring>\n', 'hallo') }));
  expect([edited.status, edited.outputs.get('racy')]).toEqual([0, '0']);
  const renamed = await world.run(world.openPull({ 'a.cu': null, 'lib/b.cu': text('', 'hello') }, 'rename'));
  expect([renamed.status, renamed.outputs.get('racy')]).toEqual([0, '0']);
});

test('where only a build file changes, that its flags are not looked at is said', async () => {
  world.commit('main', {
    'CMakeLists.txt': 'add_library(a a.cu)\n',
    'a.cu': `${kernel('\n#ifndef FAST\n  __syncthreads();\n#endif\n')}${launch}`,
  });
  const run = await world.run(world.openPull({ 'CMakeLists.txt': 'add_definitions(-DFAST)\nadd_library(a a.cu)\n' }));
  expect(run.status).toBe(0);
  expect(run.summary).toContain('CMakeLists.txt: changed; kernels whose text is as before are not analysed again');
});

test('a race whose statement is rewritten is not called fixed', async () => {
  const text = (read: string): string => `${kernel('').replace('tile[(t + 1) % 256]', read)}${launch}`;
  world.commit('main', { 'a.cu': `${kernel('__syncthreads();')}${launch}` });
  const pull = world.openPull({ 'a.cu': text('tile[(t + 1) % 256]') });
  await world.run(pull);
  world.commit('change', { 'a.cu': text('tile[(1 + t) % 256]') });
  expect((await world.run(pull)).status).toBe(1);
  expect(world.state.comments.map(({ resolved }) => resolved === true)).toEqual([true, false]);
  expect(world.state.comments[0]?.body).toMatch(/\*\*Gone in \w+\*\*; the kernel has other findings\./);
});
