/** Two runs for one head at once: the end is that of one run. */
import { expect, test, vi } from 'vitest';
import type { Run } from './world.ts';
import { Stage, otherToken } from './stage.ts';
import { World, robot, token } from './world.ts';
import { shift } from './kernels.ts';
import { finding, spanAt } from '../unit/review/example.ts';

// A machine with other work on it is slow; nothing here measures time.
vi.setConfig({ testTimeout: 300_000 });

const before = Array.from({ length: 40 }, (_, k) => `line ${k + 1};`).join('\n') + '\n';

test('what both wrote is hidden once as a duplicate, which no later run calls fixed', async () => {
  const stage = await Stage.open();
  const { state, github } = stage.world;
  const pull = stage.openPull({ 'a.cu': before }, { 'a.cu': before.replace('line 20;', 'line 20 changed;') });
  const head = {
    findings: [
      finding({ span: spanAt('a.cu', 20), fingerprint: 'one' }),
      finding({ span: spanAt('a.cu', 21), fingerprint: 'two' }),
    ],
  };
  const written = (): typeof state.comments | typeof state.reviews => [...state.comments, ...state.reviews];
  const writes = (): number => github.log.filter((one) => one.isWrite).length;
  await Promise.all([stage.review(pull, head), stage.review(pull, head)]);
  expect([state.comments.length, state.reviews.length]).toEqual([4, 2]);
  expect(written().map(({ minimized }) => minimized ?? null)).toEqual([
    null,
    null,
    'DUPLICATE',
    'DUPLICATE',
    null,
    'DUPLICATE',
  ]);
  const count = writes();
  await stage.review(pull, head);
  expect(writes()).toBe(count);
  stage.commit('change', { 'other.txt': 'x\n' });
  await stage.review(pull, {});
  expect(written().map(({ body }) => body.includes('**Fixed in'))).toEqual([true, true, false, false, true, false]);
  expect(github.violations).toEqual([]);
  await stage.world.close();
});

test('a run that has read what there is, and analysed, reads again before it writes, and adds nothing to what another wrote meanwhile', async () => {
  const world = await World.open();
  const { github, state } = world;
  github.callers.set(otherToken, { actor: robot, write: new Set(['contents', 'pull-requests']) });
  world.commit('main', { 'src/shift.cu': shift({ barrier: true }) });
  const pull = world.openPull({ 'src/shift.cu': shift({ barrier: false }) });
  const quick: Run[] = [];
  // what the slow run is told of the comments is held back until the other is done
  github.gate.beforeAnswer = async (id, own) => {
    if (own === token && id === 'pulls/list-review-comments' && quick.length === 0)
      quick.push(await world.run(pull, { isApart: true, inputs: { token: otherToken } }));
  };
  const slow = await world.run(pull, { isApart: true });
  expect(quick.map(({ status, log }) => [status, log.includes('Review written')])).toEqual([[1, true]]);
  expect([slow.status, state.comments.length, state.reviews.length]).toEqual([1, 1, 1]);
  expect(slow.log).toContain('already reported');
  expect([...state.comments, ...state.reviews].map(({ minimized }) => minimized ?? null)).toEqual([null, null]);
  expect(github.violations).toEqual([]);
  await world.close();
});
