/** Pushes, through the action's program: what they are compared with. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { World } from './world.ts';
import { shift } from './kernels.ts';

// A machine with other work on it is slow; nothing here measures time.
vi.setConfig({ testTimeout: 300_000 });

let world: World;
beforeEach(async () => {
  world = await World.open();
});
afterEach(async () => {
  const { violations } = world.github;
  await world.close();
  expect(violations).toEqual([]);
});

const none = '0'.repeat(40);
const correct = { 'src/shift.cu': shift({ barrier: true }) };
const racy = { 'src/shift.cu': shift({ barrier: false }) };
const other = { 'src/other.cu': shift({ barrier: false, name: 'other' }) };

test('a push that made a branch is compared with where it left the default branch', async () => {
  const base = world.commit('main', { ...correct, ...other });
  world.commit('topic', { 'README.md': 'x\n' });
  const head = world.commit('topic', racy);
  world.commit('main', { 'main.md': 'on\n' });
  const run = await world.runOnPush(none, head, { inputs: { 'check-run': 'true' } }, 'topic');
  expect(run.status).toBe(1);
  expect(run.log).toContain(
    `The push created topic; it is compared with ${base.slice(0, 12)}, where it branched off main.`,
  );
  expect([run.outputs.get('racy'), run.outputs.get('drf')]).toEqual(['1', '0']);
  expect(run.writes.map((one) => one.id)).toEqual(['checks/create']);
});

test('the first push of a repository, and a clone without the default branch that cannot be fetched: all of it is looked at, and said; else the branch is fetched', async () => {
  const head = world.commit('main', { ...racy, 'src/other.cu': shift({ barrier: true, name: 'other' }) });
  const first = await world.runOnPush(none, head);
  expect(first.status).toBe(1);
  expect(first.log).toContain(
    'The push created main, and there is nothing to compare it with (it is the default branch); all kernels at this commit are analysed.',
  );
  expect([first.outputs.get('racy'), first.outputs.get('drf')]).toEqual(['1', '1']);
  const tip = world.commit('topic', { 'README.md': 'x\n' });
  const fetched = await world.runOnPush(none, tip, { depth: 1 }, 'topic');
  expect(fetched.status).toBe(0);
  expect(fetched.log).toContain(
    `The push created topic; it is compared with ${head.slice(0, 12)}, where it branched off main.`,
  );
  const shallow = await world.runOnPush(none, tip, { depth: 1, inputs: { token: '' } }, 'topic');
  expect(shallow.status).toBe(1);
  expect(shallow.log).toContain(
    'The push created topic, and there is nothing to compare it with (branch main is not in this clone and cannot be fetched: the server requires a token with `contents: read` for the repository; the clone is shallow, so set `fetch-depth: 0` for actions/checkout); all kernels at this commit are analysed.',
  );
});

test('a push that deleted a branch is nothing', async () => {
  const head = world.commit('main', racy);
  const gone = await world.runOnBranch('main', 'schedule', {
    env: {
      GITHUB_EVENT_NAME: 'push',
      GITHUB_EVENT_PATH: world.file(
        JSON.stringify({ ref: 'refs/heads/gone', before: head, after: none, repository: { full_name: 'ada/kernels' } }),
      ),
    },
  });
  expect([gone.status, gone.requests]).toEqual([0, []]);
  expect(gone.log).toContain('Nothing to analyse: the push deleted the branch.');
});
