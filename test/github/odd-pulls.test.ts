/**
 * Pull requests as they come: files that go, are split, renamed or written anew without a change of meaning, and
 * workflows that check out the base.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Files } from './world.ts';
import { World, ada } from './world.ts';
import { here } from './here.ts';
import { pullEvent } from './shapes.ts';
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

const racy = shift({ barrier: false });
const good = shift({ barrier: true });
const second = shift({ barrier: true, name: 'second' });

/** What was there, what is there now, how many findings are new. */
const odd: readonly (readonly [string, Files, Files, number])[] = [
  ['a racy file is deleted', { 'a.cu': racy, 'b.cu': second }, { 'a.cu': null }, 0],
  [
    'a header is deleted that a file still includes',
    { 'a.cu': `#include "k.cuh"\n${good}`, 'k.cuh': '#define X\n' },
    { 'k.cuh': null },
    0,
  ],
  ['line ends change', { 'a.cu': racy }, { 'a.cu': racy.replaceAll('\n', '\r\n') }, 0],
  ['a file is emptied', { 'a.cu': racy }, { 'a.cu': '' }, 0],
  ['a file is split, its race in the new one', { 'a.cu': `${racy}${second}` }, { 'a.cu': second, 'b.cu': racy }, 0],
  [
    'a racy file is copied under another name of its kernel',
    { 'a.cu': racy },
    { 'b.cu': shift({ barrier: false, name: 'second' }) },
    1,
  ],
  ['a unit becomes a header, and racy', { 'a.cu': good }, { 'a.cu': '#include "a.cuh"\n', 'a.cuh': racy }, 1],
  ['only the launch lets threads race', { 'a.cu': racy.replace('256>>>', '1>>>') }, { 'a.cu': racy }, 1],
  ['a race in front of 20,000 new lines', { 'a.cu': good }, { 'a.cu': `${racy}${'// x\n'.repeat(20_000)}` }, 1],
];

test.each(odd)('%s', async (_what, before, after, findings) => {
  world.commit('main', before);
  const run = await world.run(world.openPull(after));
  expect([run.status, run.outputs.get('new-findings'), run.outputs.get('unread')]).toEqual([
    Math.sign(findings),
    `${findings}`,
    '0',
  ]);
  expect(world.state.reviews.length).toBe(Math.sign(findings));
});

test('`pull_request_target` in a clone of the base: the commits of the pull request are fetched, and it is reviewed like any other', async () => {
  world.commit('main', { 'a.cu': good });
  const pull = world.openPull({ 'a.cu': racy });
  const base = world.state.store.branchAt('main') ?? '';
  const run = await world.run(pull, { event: 'pull_request_target', at: base, depth: 1, filter: 'blob:none' });
  expect([run.status, world.state.comments.length]).toEqual([1, 1]);
  expect((await world.run(pull, { event: 'pull_request_target', at: base })).writes).toEqual([]);
});

test('pushed by force while it is analysed: nothing is written', async () => {
  world.commit('main', { 'a.cu': good });
  const pull = world.openPull({ 'a.cu': racy });
  const old = world.state.tips(pull).head;
  world.commit('change', { 'a.cu': `${racy}// more\n` });
  const run = await world.run(pull, {
    payload: JSON.stringify(pullEvent(world.state.name, pull, { ...world.state.tips(pull), head: old })),
    at: old,
  });
  expect([run.status, run.writes]).toEqual([1, []]);
});

test('the base branch is gone by the time it runs: the commit that the event calls the base is used, and that is said', async () => {
  const base = world.commit('main', { 'a.cu': good });
  world.commit('old', { 'x.md': 'x\n' });
  world.commit('change', { 'a.cu': racy });
  const pull = world.state.openPull('A change', '', ada, 'change', 'old');
  const payload = JSON.stringify(pullEvent(world.state.name, pull, { ...world.state.tips(pull), base }));
  world.state.store.git(['update-ref', '-d', 'refs/heads/old']);
  const run = await world.run(pull, { payload, depth: 1, inputs: { comments: 'none' } });
  expect([run.status, run.outputs.get('new-findings')], run.log).toEqual([1, '1']);
  expect(run.log).toContain(`the base of the event, ${base.slice(0, 12)}, is used`);
});

test('a branch that has no commit in common with its base is refused in one line, and does not pass', async () => {
  world.commit('main', { 'a.cu': good });
  const { store } = world.state;
  store.setRef(
    'refs/heads/orphan',
    store.makeCommit(store.makeTree(null, [{ path: 'a.cu', text: racy }]), [], 'all of it', {
      name: 'm',
      email: 'm@example.org',
    }),
  );
  const run = await world.run(world.state.openPull('Another history', '', ada, 'orphan', 'main'), { depth: 1 });
  expect([run.status, run.writes, run.log.match(/^::error .*$/gm)]).toEqual([
    2,
    [],
    [expect.stringMatching(/have no common ancestor in this clone$/)],
  ]);
});
