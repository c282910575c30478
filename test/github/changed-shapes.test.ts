/**
 * Pull requests whose changes have unusual shapes: kernels that get other names or files, files that go, texts that are
 * hard to show, and repositories with several workflows.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { World } from './world.ts';
import { here } from './here.ts';
import { shift } from './kernels.ts';

// A machine with other work on it is slow; nothing here measures time.
vi.setConfig({ testTimeout: 300_000 });

let world: World;
beforeEach(async () => {
  world = await World.open(undefined, undefined, here);
  world.commit('main', { 'src/shift.cu': shift({ barrier: true }) });
});
afterEach(async () => {
  const { violations } = world.github;
  await world.close();
  expect(violations).toEqual([]);
});

const racy = shift({ barrier: false });
/** Where our comments stand, whether they are open, and what they say of a change. */
const threads = (): readonly (readonly [path: string, state: string, status: string])[] =>
  world.state.comments.map(({ path, resolved, minimized, body }) => [
    path,
    resolved === true ? (minimized ?? 'resolved') : 'open',
    /^\*\*(?:Fixed|Gone|Found again) in \w+/m
      .exec(body)?.[0]
      .replace(/ in .*/, '')
      .slice(2) ?? '',
  ]);

test('a kernel with an open thread gets another name: the race is told of the new one, and the old thread is not called fixed', async () => {
  const pull = world.openPull({ 'src/shift.cu': racy });
  await world.run(pull);
  world.commit('change', { 'src/shift.cu': racy.replaceAll('shift', 'moved') });
  expect((await world.run(pull)).status).toBe(1);
  expect(threads()).toEqual([
    ['src/shift.cu', 'resolved', 'Gone'],
    ['src/shift.cu', 'open', ''],
  ]);
  expect((await world.run(pull)).writes).toEqual([]);
});

test('a kernel with an open thread moves to another file: its thread does', async () => {
  const pull = world.openPull({ 'src/shift.cu': racy });
  await world.run(pull);
  world.commit('change', {
    'src/shift.cu': '// nothing is left\n',
    'lib/other.cu': `#include <cstdio>\n\nint first;\n${racy}`,
  });
  expect((await world.run(pull)).status).toBe(1);
  expect(threads()).toEqual([
    ['src/shift.cu', 'OUTDATED', ''],
    ['lib/other.cu', 'open', ''],
  ]);
  expect((await world.run(pull)).writes).toEqual([]);
});

test('the file of an open thread is deleted, and comes back: the thread settles, and opens again', async () => {
  const pull = world.openPull({ 'src/shift.cu': racy });
  await world.run(pull);
  world.commit('change', { 'src/shift.cu': null, 'readme.txt': 'a' });
  expect((await world.run(pull)).status).toBe(0);
  expect(threads()).toEqual([['src/shift.cu', 'resolved', 'Gone']]);
  expect((await world.run(pull)).writes).toEqual([]);
  world.commit('change', { 'src/shift.cu': racy });
  expect((await world.run(pull)).status).toBe(1);
  expect(threads()).toEqual([['src/shift.cu', 'open', 'Found again']]);
});

test('two workflows for other paths: neither says anything of what only the other looks at, and each has its check', async () => {
  world.commit('main', { 'lib/other.cu': shift({ barrier: true, name: 'other' }) });
  const other = (barrier: boolean): string => shift({ barrier, name: 'other', lead: '// once more\n' });
  const pull = world.openPull({ 'src/shift.cu': racy, 'lib/other.cu': other(false) });
  const ran = async (paths: string): Promise<readonly [number, number]> => {
    const { status, writes } = await world.run(pull, { inputs: { paths, 'check-run': 'true' } });
    return [status, writes.length];
  };
  expect([(await ran('src/**'))[0], (await ran('lib/**'))[0]]).toEqual([1, 1]);
  expect(threads()).toEqual([
    ['src/shift.cu', 'open', ''],
    ['lib/other.cu', 'open', ''],
  ]);
  expect([await ran('src/**'), await ran('lib/**')]).toEqual([
    [1, 0],
    [1, 0],
  ]);
  world.commit('change', { 'lib/other.cu': other(true) });
  expect([(await ran('src/**'))[0], (await ran('lib/**'))[0]]).toEqual([1, 0]);
  expect(threads()).toEqual([
    ['src/shift.cu', 'open', ''],
    ['lib/other.cu', 'resolved', 'Gone'],
  ]);
  const { head } = world.state.tips(pull);
  expect(
    world.state.checks.filter((check) => check.head === head).map(({ name, conclusion }) => [name, conclusion]),
  ).toEqual([
    ['syncwright (src/**)', 'failure'],
    ['syncwright (lib/**)', 'success'],
  ]);
  // one that looks at everything knows of both
  world.commit('change', { 'src/shift.cu': `${shift({ barrier: true })}// mended\n` });
  expect((await ran('src/**'))[0]).toBe(0);
  expect(threads().map(([, state]) => state)).toEqual(['resolved', 'resolved']);
});

test('two workflows for other hardware: what is race-free on one is not called fixed by the other', async () => {
  const warp = (barrier: boolean): string => shift({ barrier, lead: '// a warp\n' }).replaceAll('256', '32');
  world.commit('main', { 'src/shift.cu': warp(true) });
  const pull = world.openPull({ 'src/shift.cu': warp(false) });
  const ran = async (model: string): Promise<number> =>
    (await world.run(pull, { inputs: { 'warp-model': model } })).status;
  expect([await ran('its'), await ran('lockstep')]).toEqual([1, 0]);
  expect(threads()).toEqual([['src/shift.cu', 'open', '']]);
  world.commit('change', { 'src/shift.cu': warp(true).replace('int t', 'int const t') });
  expect(await ran('lockstep')).toBe(0);
  expect(threads()).toEqual([['src/shift.cu', 'open', '']]);
  expect(await ran('its')).toBe(0);
  expect(threads()).toEqual([['src/shift.cu', 'resolved', 'Fixed']]);
});

test('tabs, fences, other directions of writing and characters without width: the patch is shown, nothing breaks out, and no suggestion is made of what cannot be repeated', async () => {
  const line = '\ttile[t] = data[t]; // ```suggestion ```` <!-- x --> @ada \u202e';
  const hard = (barrier: string): string =>
    `// \`\`\`suggestion\n// \u202e reversed \u200b zero \u2066 isolate\n__global__ void f\u200do(float *data) {\n\t__shared__ float tile[256];\n\tint t = threadIdx.x;\n${line}\n${barrier}\tdata[t] = tile[(t + 1) % 256]; // \`tick\n}\nvoid go(float *data) { f\u200do<<<1, 256>>>(data); }\n`;
  world.commit('main', { 'src/hard.cu': hard('\t__syncthreads();\n') });
  const pull = world.openPull({ 'src/hard.cu': hard('') });
  const run = await world.run(pull);
  expect([run.status, run.outputs.get('racy')]).toEqual([1, '1']);
  const texts = [...world.state.comments, ...world.state.reviews].map(({ body }) => body).join('\n');
  for (const bad of ['\u202e', '\u200b', '\u200d', '\u2066'])
    expect(`${texts}${run.log}${run.summary}`).not.toContain(bad);
  const blocks = [...(world.state.comments[0]?.body ?? '').matchAll(/^(`{3,})(\w+)\n([^]*?)\n\1$/gm)].map(
    ([, , kind, text]) => [kind, text],
  );
  expect(blocks[0]?.[0]).toBe('diff');
  expect(blocks[0]?.[1]).toContain('+\t__syncthreads();');
  expect(texts).not.toMatch(/^`{3,}suggestion/m);
});

test('a header that takes the barrier of 12 kernels away: one comment at its line tells three in full and lists the others', async () => {
  const header = (sync: string): string => `#pragma once\n__device__ inline void meet() { ${sync} }\n`;
  const kernel = (k: number): string =>
    `${shift({ barrier: true, name: `k${k}` })
      .replace('__syncthreads()', 'meet()')
      .replace('data[t];', `data[t] + ${k};`)}\n`;
  world.commit('main', {
    'src/meet.cuh': header('__syncthreads();'),
    ...Object.fromEntries(
      Array.from({ length: 4 }, (_, f) => [
        `src/f${f}.cu`,
        `#include "meet.cuh"\n${kernel(3 * f)}${kernel(3 * f + 1)}${kernel(3 * f + 2)}`,
      ]),
    ),
  });
  const pull = world.openPull({ 'src/meet.cuh': header('') });
  const run = await world.run(pull);
  expect([run.status, run.outputs.get('new-findings')]).toEqual([1, '12']);
  expect(world.state.comments.map(({ path }) => path)).toEqual(['src/meet.cuh']);
  const body = world.state.comments[0]?.body ?? '';
  expect([body.match(/^\*\*Data race:/gm)?.length, body.match(/<summary>Time line/g)?.length]).toEqual([12, 3]);
  expect(body).toContain('<details><summary>9 further findings that the same lines cause</summary>');
  for (let k = 0; k < 12; k += 1) expect(body).toContain(`\`k${k}\``);
  expect((await world.run(pull)).writes).toEqual([]);
});
