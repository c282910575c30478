/** Events that lack something, or come late: a base that is stale, an old commit that is gone, a draft, a command in a thread. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { World, ada } from './world.ts';
import { here } from './here.ts';
import { fieldsOf } from './json.ts';
import { pullEvent } from './shapes.ts';
import { shift } from './kernels.ts';

// A machine with other work on it is slow; nothing here measures time.
vi.setConfig({ testTimeout: 300_000 });

let world: World;
beforeEach(async () => { world = await World.open(undefined, undefined, here); });
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
  const run = await world.run(pull, { payload: JSON.stringify({ ...event, pull_request: { ...record, base: { ...fieldsOf(record['base']), sha: stale } } }) });
  expect([run.status, run.outputs.get('racy'), run.writes]).toEqual([0, '0', []]);
});

test('a push whose old commit is gone is compared with the default branch', async () => {
  world.commit('main', correct);
  const head = world.commit('topic', racy);
  const run = await world.runOnPush('f'.repeat(40), head, { env: { GITHUB_SERVER_URL: world.github.server } }, 'topic');
  expect(run.log).toContain(`The old commit of the push, ${'f'.repeat(12)}, is gone.`);
  expect([run.status, run.outputs.get('racy')]).toEqual([1, '1']);
});

test('a schedule whose payload names no repository takes that of the runner', async () => {
  world.commit('main', racy);
  const pull = world.openPull({ 'a.txt': 'a' });
  const run = await world.run(pull, { event: 'schedule', payload: '{"schedule":"0 0 * * 0"}', env: { GITHUB_REF: 'refs/heads/change' } });
  expect([run.status, run.outputs.get('racy')]).toEqual([1, '1']);
});

test('a follow-up of a pull request that is merged with its race goes into the base', async () => {
  world.commit('main', correct);
  const pull = world.openPull(racy);
  await world.run(pull, { inputs: { mode: 'fix' } });
  const event = pullEvent(world.state.name, pull, world.state.tips(pull));
  const run = await world.run(pull, { inputs: { mode: 'fix' }, payload: JSON.stringify({ ...event, action: 'closed', pull_request: { ...fieldsOf(event['pull_request']), state: 'closed', merged: true } }) });
  expect([run.status, run.writes.map((one) => one.id)]).toEqual([0, ['pulls/update']]);
  expect(world.state.pulls.map(({ state, baseRef }) => [state, baseRef])).toEqual([['open', 'main'], ['open', 'main']]);
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
  const payload = {
    action: 'created', repository: { full_name: 'ada/kernels' }, pull_request: { number: pull.number },
    comment: { id: 99_001, in_reply_to_id: root?.id, user: { login: ada.login, type: 'User' }, body: '/syncwright explain', created_at: '2026-01-01T00:00:00Z' },
  };
  const run = await world.run(pull, { event: 'pull_request_review_comment', payload: JSON.stringify(payload), inputs: { mode: 'command' }, env: { GITHUB_SERVER_URL: world.github.server } });
  expect(run.status).toBe(0);
  expect(run.writes.map((one) => one.id)).toEqual(['issues/create-comment']);
  expect(world.state.conversation.at(-1)?.body).toContain('What SW101 means');
});

test('a 200 that is no answer is looked after, and the address of the review is told', async () => {
  world.commit('main', correct);
  world.github.faults.push({ matches: (method, path) => method === 'POST' && path.endsWith('/reviews'), times: 1, act: { kind: 'answer', status: 200, body: {} } });
  const run = await world.run(world.openPull(racy));
  expect(run.log).toMatch(/Review written: https:/);
  expect(world.state.reviews).toHaveLength(1);
});
