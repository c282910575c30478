/**
 * Races whose only changed line is not theirs: a macro, a helper, a removed definition, a launch. The thread stands at
 * the changed line, says where it happens, and lives as others do.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PullRecord } from './shapes.ts';
import type { Run } from './world.ts';
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

const kernel = (name: string, sync: string, size = '256', block = '256'): string => `#include "sync.cuh"
__global__ void ${name}(float *data) {
  __shared__ float tile[${size}];
  int t = threadIdx.x;
  tile[t] = data[t];
  ${sync}
  data[t] = tile[(t + 1) % ${size}];
}
void launch_${name}(float *data) { ${name}<<<1, ${block}>>>(data); }
`;
const places = (): readonly (readonly [string, string, number | null, boolean])[] =>
  world.state.comments.map((one) => [one.path, one.subject, one.line, one.resolved === true]);

async function racy(pull: PullRecord): Promise<Run> {
  const run = await world.run(pull);
  expect([run.status, run.log.includes('::error')]).toEqual([1, true]);
  expect((await world.run(pull)).writes).toEqual([]);
  return run;
}

test('a macro that loses its barrier, used by kernels of two files: one thread, which settles part by part', async () => {
  const lead = '#pragma once\n\n\n\n\n\n';
  world.commit('main', {
    'sync.cuh': `${lead}#define SYNC() __syncthreads()\n`,
    'a.cu': kernel('shift', 'SYNC();'),
    'b.cu': kernel('turn', 'SYNC();'),
  });
  const pull = world.openPull({ 'sync.cuh': `${lead}#define SYNC()\n` });
  await racy(pull);
  expect(places()).toEqual([['sync.cuh', 'line', 7, false]]);
  const [comment] = world.state.comments;
  expect(comment?.body).toMatch(
    /\*\*It happens elsewhere:\*\* at \[`a\.cu:5`\][^\n]* and \[`a\.cu:7`\][^\n]* in `shift`, which rests on what is changed here\./,
  );
  expect(comment?.body).toMatch(/\[`b\.cu:7`\][^\n]* in `turn`, which rests/);
  expect(comment?.body).not.toContain('```suggestion');
  // a reply needs an id where several findings share the thread
  expect(comment?.body.match(/wrong\? comment `\/syncwright ignore [0-9a-f]{8} REASON`/g)).toHaveLength(2);
  // one kernel is mended in its own file
  world.commit('change', { 'a.cu': kernel('shift', '__syncthreads();') });
  expect((await world.run(pull)).status).toBe(1);
  expect([places(), comment?.body.includes('1 of 2 settled')]).toEqual([[['sync.cuh', 'line', 7, false]], true]);
  world.commit('change', { 'sync.cuh': `${lead}#define SYNC() __syncthreads()\n` });
  expect((await world.run(pull)).status).toBe(0);
  expect([places(), comment?.body.includes('Gone in')]).toEqual([[['sync.cuh', 'line', 7, true]], true]);
});

test('a removed definition that an `#ifdef` asks for: at the line beside it', async () => {
  world.commit('main', {
    'sync.cuh': '#pragma once\n#define WITH_SYNC\n#define OTHER 1\n',
    'a.cu': kernel('shift', '\n#ifdef WITH_SYNC\n  __syncthreads();\n#endif\n'),
  });
  await racy(world.openPull({ 'sync.cuh': '#pragma once\n#define OTHER 1\n' }));
  expect(places()).toEqual([['sync.cuh', 'line', 1, false]]);
});

test('a helper of a header; then its lines are rewritten and the race stays: said again there', async () => {
  const helper = (body: string, lead = ''): string =>
    `#pragma once\n${lead}__device__ inline void all() {\n  ${body}\n}\n`;
  world.commit('main', { 'sync.cuh': helper('__syncthreads();'), 'a.cu': kernel('shift', 'all();') });
  const pull = world.openPull({ 'sync.cuh': helper('__threadfence();') });
  await racy(pull);
  expect(places()).toEqual([['sync.cuh', 'line', 3, false]]);
  world.commit('change', { 'sync.cuh': helper('__threadfence_block();', '// All threads.\n') });
  expect((await world.run(pull)).status).toBe(1);
  expect(places()).toEqual([
    ['sync.cuh', 'line', 3, true],
    ['sync.cuh', 'line', 4, false],
  ]);
  expect((await world.run(pull)).writes).toEqual([]);
});

test('a launch of a kernel of another file', async () => {
  const [text = '', launch = ''] = kernel('shift', '__syncwarp();', '32', '32').split('void launch');
  world.commit('main', { 'sync.cuh': '', 'shift.cuh': text, 'host.cu': `#include "shift.cuh"\nvoid launch${launch}` });
  await racy(
    world.openPull({ 'host.cu': `#include "shift.cuh"\nvoid launch${launch.replace('<<<1, 32>>>', '<<<1, 128>>>')}` }),
  );
  expect(places()).toEqual([['host.cu', 'line', 2, false]]);
});

test('a barrier removed far from both accesses: at the line beside it, not at the file', async () => {
  const filler = '  // a long explanation\n'.repeat(8);
  world.commit('main', { 'sync.cuh': '', 'a.cu': kernel('shift', `\n${filler}  __syncthreads();\n${filler}`) });
  await racy(world.openPull({ 'a.cu': kernel('shift', `\n${filler}${filler}`) }));
  expect(places()).toEqual([['a.cu', 'line', 14, false]]);
});

test('another header is included: at the line that says so, since no other source is changed; beside a second one, in the body', async () => {
  const [text = ''] = kernel('shift', 'SYNC();').replace('#include "sync.cuh"\n', '').split('void launch');
  const main = (header: string): string =>
    `#include "${header}"\n#include "shift.cuh"\nvoid launch(float *data) { shift<<<1, 256>>>(data); }\n`;
  world.commit('main', {
    'sync.cuh': '#define SYNC() __syncthreads()\n',
    'none.cuh': '#define SYNC()\n',
    'shift.cuh': text,
    'a.cu': main('sync.cuh'),
    'b.cu': 'int b;\n',
  });
  const pull = world.openPull({ 'a.cu': main('none.cuh'), 'README.md': 'Faster.\n' });
  await racy(pull);
  expect(places()).toEqual([['a.cu', 'line', 1, false]]);
  expect(world.state.comments[0]?.body).toContain('It happens elsewhere');
  world.commit('change', { 'a.cu': main('sync.cuh') });
  expect((await world.run(pull)).status).toBe(0);
  expect(places()).toEqual([['a.cu', 'line', 1, true]]);
  await racy(world.openPull({ 'a.cu': main('none.cuh'), 'b.cu': 'int c;\n' }, 'other'));
  expect(places()).toHaveLength(1);
  expect(world.state.reviews.at(-1)?.body).toContain('shift.cuh');
});

test('kernels that read alike, one in the header itself: none is taken for a copy of the other', async () => {
  const own = (name: string): string => kernel(name, 'SYNC();').replace('#include "sync.cuh"\n', '');
  const header = (sync: string): string =>
    `#pragma once\n#define SYNC() ${sync}\n#ifdef IN_HEADER\n${own('shift')}#endif\n`;
  world.commit('main', {
    'sync.cuh': header('__syncthreads()'),
    'a.cu': kernel('shift', 'SYNC();'),
    'b.cu': kernel('shift', 'SYNC();'),
  });
  const pull = world.openPull({ 'sync.cuh': header('') });
  await racy(pull);
  expect(world.state.comments.map((one) => one.minimized ?? null)).toEqual([null]);
  expect(world.state.comments[0]?.body.match(/It happens elsewhere/g)).toHaveLength(3);
  world.commit('change', { 'a.cu': kernel('shift', '__syncthreads();') });
  expect((await world.run(pull)).status).toBe(1);
  expect([places(), world.state.comments[0]?.body.includes('1 of 3 settled')]).toEqual([
    [['sync.cuh', 'line', 2, false]],
    true,
  ]);
});
