/**
 * Events that lack something, or come late: a base that is stale, an old commit that is gone, a draft, a command in a
 * thread.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { World, ada } from './world.ts';
import { here } from './here.ts';
import { fieldsOf } from './json.ts';
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

const correct = { 'src/shift.cu': shift({ barrier: true }) };
const racy = { 'src/shift.cu': shift({ barrier: false }) };

test('a base that is stale blames no race of somebody else on the pull request', async () => {
  const stale = world.commit('main', correct);
  world.commit('main', racy);
  const pull = world.openPull({ 'src/own.cu': shift({ barrier: true, name: 'own' }) });
  const event = pullEvent(world.state.name, pull, world.state.tips(pull), 'edited');
  const record = fieldsOf(event['pull_request']);
  const run = await world.run(pull, {
    payload: JSON.stringify({
      ...event,
      pull_request: { ...record, base: { ...fieldsOf(record['base']), sha: stale } },
    }),
  });
  expect([run.status, run.outputs.get('racy'), run.writes]).toEqual([0, '0', []]);
});

test('a push whose old commit is gone is compared with the default branch', async () => {
  world.commit('main', correct);
  const head = world.commit('topic', racy);
  const run = await world.runOnPush('f'.repeat(40), head, { env: { GITHUB_SERVER_URL: world.github.server } }, 'topic');
  expect(run.log).toContain(`The old commit of the push, ${'f'.repeat(12)}, is gone.`);
  expect([run.status, run.outputs.get('racy')]).toEqual([1, '1']);
});

test('a forced push to the default branch whose old commit is gone: all of it is looked at', async () => {
  world.commit('main', { ...racy, 'src/own.cu': shift({ barrier: true, name: 'own' }) });
  const head = world.commit('main', { 'README.md': 'x\n' });
  const run = await world.runOnPush('f'.repeat(40), head, { env: { GITHUB_SERVER_URL: world.github.server } });
  expect(run.log).toContain(`The old commit of the push, ${'f'.repeat(12)}, is gone.`);
  expect(run.log).toContain(
    'There is nothing to compare main with (it is the default branch); all kernels at this commit are analysed.',
  );
  expect([run.status, run.outputs.get('racy'), run.outputs.get('drf')]).toEqual([1, '1', '1']);
});

test('a pull request that is retargeted is compared with its new base: what that has is said of it no longer', async () => {
  const stale = world.commit('main', correct);
  world.commit('release', racy);
  world.commit('change', { 'src/own.cu': shift({ barrier: true, name: 'own' }) }, 'release');
  const pull = world.state.openPull('A change', '', ada, 'change', 'main');
  expect([(await world.run(pull)).outputs.get('racy'), world.state.comments.map(({ path }) => path)]).toEqual([
    '1',
    ['src/shift.cu'],
  ]);
  pull.baseRef = 'release';
  const event = pullEvent(world.state.name, pull, world.state.tips(pull), 'edited');
  const record = fieldsOf(event['pull_request']);
  const base = { ...fieldsOf(record['base']), sha: stale };
  const run = await world.run(pull, {
    payload: JSON.stringify({
      ...event,
      changes: { base: { ref: { from: 'main' }, sha: { from: stale } } },
      pull_request: { ...record, base },
    }),
  });
  expect([run.status, run.outputs.get('racy'), run.outputs.get('drf')]).toEqual([0, '0', '1']);
  expect(world.state.comments).toMatchObject([{ resolved: true }]);
});

test('a schedule whose payload names no repository takes that of the runner', async () => {
  world.commit('main', racy);
  const pull = world.openPull({ 'a.txt': 'a' });
  const run = await world.run(pull, {
    event: 'schedule',
    payload: '{"schedule":"0 0 * * 0"}',
    env: { GITHUB_REF: 'refs/heads/change' },
  });
  expect([run.status, run.outputs.get('racy')]).toEqual([1, '1']);
});

test.each([
  ['with its race goes into the base, where a run on the base takes it over', racy, false, ['pulls/update']],
  ['with its race, and whose branch is deleted, is left where GitHub put it: into the base', racy, true, []],
  ['without its race is closed', null, false, ['issues/create-comment', 'pulls/update', 'graphql']],
  [
    'without its race, and whose branch is deleted, is closed',
    null,
    true,
    ['issues/create-comment', 'pulls/update', 'graphql'],
  ],
] as const)('a follow-up of a pull request that is merged %s', async (_how, merged, isDeleted, writes) => {
  world.commit('main', correct);
  const pull = world.openPull(racy);
  await world.run(pull, { inputs: { mode: 'fix' } });
  const [branch = ''] = world.state.store
    .branches()
    .map(({ name }) => name)
    .filter((name) => name.includes('syncwright/fix/'));
  const fixed = world.state.store.file(world.state.store.commitAt(branch) ?? '', 'src/shift.cu')?.text ?? '';
  const before = world.state.store.branchAt('main') ?? '';
  const tip = world.commit('main', merged ?? { 'src/shift.cu': fixed });
  const event = pullEvent(world.state.name, pull, world.state.tips(pull));
  world.state.mergePull(pull);
  if (isDeleted) world.state.deleteBranch('change');
  const run = await world.run(pull, {
    inputs: { mode: 'fix' },
    payload: JSON.stringify({
      ...event,
      action: 'closed',
      pull_request: { ...fieldsOf(event['pull_request']), state: 'closed', merged: true },
    }),
  });
  expect([run.status, run.writes.map((one) => one.id)]).toEqual([0, writes]);
  if (merged === null) {
    expect(world.state.pulls.map(({ state }) => state)).toEqual(['closed', 'closed']);
    return;
  }
  expect(world.state.pulls.map(({ state, baseRef }) => [state, baseRef])).toEqual([
    ['closed', 'main'],
    ['open', 'main'],
  ]);
  await world.runOnPush(before, tip, { inputs: { mode: 'fix' } });
  expect(world.state.pulls.map(({ state }) => state)).toEqual(['closed', 'open']);
  const mended = world.commit('main', { 'src/shift.cu': correct['src/shift.cu'].replace('int t', 'const int t') });
  await world.runOnPush(tip, mended, { inputs: { mode: 'fix' } });
  expect(world.state.pulls.map(({ state }) => state)).toEqual(['closed', 'closed']);
});

test('drafts are passed over where the workflow says so', async () => {
  world.commit('main', correct);
  const pull = world.openPull(racy);
  pull.draft = true;
  const run = await world.run(pull, { inputs: { drafts: 'skip' } });
  expect([run.status, run.writes, run.outputs.get('racy')]).toEqual([0, [], undefined]);
  expect(run.log).toContain('the pull request is a draft');
});

test('a command in the thread of a finding needs no id, and is answered', async () => {
  world.commit('main', correct);
  world.state.permissions.set(ada.login, 'write');
  const pull = world.openPull(racy);
  await world.run(pull);
  const [root] = world.state.comments;
  if (root === undefined) throw new Error('no comment');
  const asked = world.state.reply(root, ada, '/syncwright explain');
  const payload = {
    action: 'created',
    repository: { full_name: 'ada/kernels' },
    pull_request: { number: pull.number },
    comment: {
      id: asked.id,
      in_reply_to_id: root.id,
      user: { login: ada.login, type: 'User' },
      body: '/syncwright explain',
      created_at: '2026-01-01T00:00:00Z',
    },
  };
  const run = await world.run(pull, {
    event: 'pull_request_review_comment',
    payload: JSON.stringify(payload),
    inputs: { mode: 'command' },
    env: { GITHUB_SERVER_URL: world.github.server },
  });
  expect(run.status).toBe(0);
  expect(run.writes.map((one) => one.id)).toEqual([
    'reactions/create-for-pull-request-review-comment',
    'pulls/create-reply-for-review-comment',
    'reactions/create-for-pull-request-review-comment',
  ]);
  expect([world.state.comments.at(-1)?.replyTo, world.state.conversation]).toEqual([root.id, []]);
  expect(world.state.comments.at(-1)?.body).toContain('What SW101 means');
  const again = await world.run(pull, {
    event: 'pull_request_review_comment',
    payload: JSON.stringify(payload),
    inputs: { mode: 'command' },
    env: { GITHUB_SERVER_URL: world.github.server },
  });
  expect([again.status, again.writes]).toEqual([0, []]);
});

test('a 200 that is no answer is looked after, and the address of the review is told', async () => {
  world.commit('main', correct);
  world.github.faults.push({
    matches: (method, path) => method === 'POST' && path.endsWith('/reviews'),
    times: 1,
    act: { kind: 'answer', status: 200, body: {} },
  });
  const run = await world.run(world.openPull(racy));
  expect(run.log).toMatch(/Review written: https:/);
  expect(world.state.reviews).toHaveLength(1);
});
