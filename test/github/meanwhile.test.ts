/** Pull requests that are merged, closed, locked or in a merge queue by the time the action looks at them. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PullRecord } from './shapes.ts';
import type { RunOptions } from './world.ts';
import { World, ada } from './world.ts';
import { here } from './here.ts';
import { pullEvent, repoShape } from './shapes.ts';
import { shift } from './kernels.ts';

// A machine with other work on it is slow; nothing here measures time.
vi.setConfig({ testTimeout: 300_000 });

let world: World;
beforeEach(async () => {
  world = await World.open(undefined, undefined, here);
  world.state.permissions.set(ada.login, 'write');
  world.commit('main', { 'src/shift.cu': shift({ barrier: true }) });
});
afterEach(async () => {
  const { violations } = world.github;
  await world.close();
  expect(violations).toEqual([]);
});

const racy = { 'src/shift.cu': shift({ barrier: false }) };
const withCheck = { inputs: { 'check-run': 'true' } };

/** The commit that merges the pull request into main as it is. */
function mergeOf(pull: PullRecord): string {
  const { store } = world.state;
  const { base, head } = world.state.tips(pull);
  return store.makeCommit(store.makeTree(head, []), [base, head], 'merge', { name: 'm', email: 'm@example.org' });
}

function merge(pull: PullRecord): void {
  const commit = mergeOf(pull);
  world.state.mergePull(pull);
  world.state.store.setRef('refs/heads/main', commit);
}

/** The event as it was when the pull request was open. */
const eventOf = (pull: PullRecord): string => JSON.stringify(pullEvent(world.state.name, pull, world.state.tips(pull)));

test.each<readonly [string, RunOptions]>([
  ['a whole clone', {}],
  ['a shallow and partial clone', { depth: 1, filter: 'blob:none' }],
])(
  'run again once it is merged, in %s: compared with what it was merged into, so nothing counts as gone',
  async (_what, options) => {
    const pull = world.openPull(racy);
    const payload = eventOf(pull);
    expect((await world.run(pull, { ...withCheck, payload })).status).toBe(1);
    const [before] = world.state.comments.map(({ body }) => body);
    merge(pull);
    const run = await world.run(pull, { ...withCheck, ...options, payload });
    expect([run.status, run.outputs.get('new-findings'), run.writes], run.log).toEqual([1, '1', []]);
    expect(run.log).toMatch(
      /The pull request is merged: main has its head\. It is compared with [0-9a-f]{12}, the base before that\./,
    );
    expect(world.state.comments.map(({ body, resolved }) => [body, resolved ?? false])).toEqual([[before, false]]);
    expect(world.state.checks.map(({ conclusion }) => conclusion)).toEqual(['failure']);
  },
);

test('merged before the first run comes to it: its race is reported', async () => {
  const pull = world.openPull(racy);
  const payload = eventOf(pull);
  merge(pull);
  expect((await world.run(pull, { payload })).status).toBe(1);
  expect(world.state.comments.map(({ path }) => path)).toEqual(['src/shift.cu']);
});

test('merged after it took in the base, by an event with an older base: what others did is not blamed on it; more commits come after the merge', async () => {
  const { store } = world.state;
  const stale = store.branchAt('main') ?? '';
  world.commit('change', { 'src/own.cu': shift({ barrier: false, name: 'own' }) });
  const newer = world.commit('main', { 'src/theirs.cu': shift({ barrier: false, name: 'theirs' }) });
  const own = store.branchAt('change') ?? '';
  store.setRef(
    'refs/heads/change',
    store.makeCommit(
      store.makeTree(newer, [{ path: 'src/own.cu', text: shift({ barrier: false, name: 'own' }) }]),
      [own, newer],
      'update',
      { name: 'm', email: 'm@example.org' },
    ),
  );
  const pull = world.state.openPull('A change', '', ada, 'change', 'main');
  const payload = JSON.stringify(pullEvent(world.state.name, pull, { ...world.state.tips(pull), base: stale }));
  merge(pull);
  world.commit('main', { 'README.md': 'later\n' });
  const run = await world.run(pull, { payload });
  expect([run.status, run.outputs.get('new-findings')], run.log).toEqual([1, '1']);
  expect(run.log).toContain(`It is compared with ${newer.slice(0, 12)}`);
  expect(world.state.comments.map(({ path }) => path)).toEqual(['src/own.cu']);
  expect(run.log).not.toContain('theirs');
});

test('closed or merged by the time it is analysed: no fix is offered, which nothing would end any more', async () => {
  const pull = world.openPull(racy);
  const payload = eventOf(pull);
  world.state.closePull(pull);
  const run = await world.run(pull, { payload, inputs: { mode: 'fix' } });
  expect([run.status, run.writes]).toEqual([0, []]);
  expect(run.log).toContain('No fixes are offered: the pull request is closed.');
});

/** A run of a merge queue on the pull request, as the last one of the group `number`. */
function runInQueue(pull: PullRecord, number: number): ReturnType<World['run']> {
  const { base } = world.state.tips(pull);
  const group = mergeOf(pull);
  const ref = `refs/heads/gh-readonly-queue/main/pr-${number}-${base}`;
  world.state.store.setRef(ref, group);
  const payload = {
    action: 'checks_requested',
    repository: repoShape(world.state.name),
    merge_group: { base_sha: base, base_ref: 'refs/heads/main', head_sha: group, head_ref: ref },
  };
  return world.run(pull, { event: 'merge_group', payload: JSON.stringify(payload), at: group });
}

test('what is ignored at the pull request is ignored in its merge queue, and not in that of another', async () => {
  const pull = world.openPull(racy);
  await world.run(pull);
  const [root] = world.state.comments;
  if (root === undefined) throw new Error('no comment');
  expect((await runInQueue(pull, pull.number)).status).toBe(1);
  await world.runInThread(pull, root, '/syncwright ignore it is one warp');
  const other = world.state.openPull('Another', '', ada, 'change', 'main');
  const own = await runInQueue(pull, pull.number);
  expect([own.status, own.outputs.get('new-findings'), own.writes]).toEqual([0, '0', []]);
  expect((await runInQueue(pull, other.number)).status).toBe(1);
});

const locks: readonly (readonly [string, number, object])[] = [
  [
    'of comments',
    403,
    {
      message: 'Unable to create comment because issue is locked.',
      documentation_url: 'https://docs.github.com/articles/locking-conversations/',
    },
  ],
  [
    'of reviews',
    422,
    {
      message: 'Unprocessable Entity',
      errors: ['lock prevents review'],
      documentation_url: 'https://docs.github.com/rest',
    },
  ],
];

test.each(locks)(
  'a locked conversation (the refusal %s): the findings are in the log, which says why, and only the gate decides',
  async (_what, status, body) => {
    const pull = world.openPull(racy);
    world.github.faults.push({
      matches: (method, path) => method === 'POST' && path.endsWith('/reviews'),
      times: 9,
      act: { kind: 'answer', status, body },
    });
    for (const [failOn, expected] of [
      ['error', 1],
      ['never', 0],
    ] as const) {
      const run = await world.run(pull, { inputs: { 'fail-on': failOn } });
      expect([
        run.status,
        run.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/reviews')).length,
      ]).toEqual([expected, 1]);
      expect(run.log).toMatch(
        /^::notice title=Syncwright::the review cannot be written: the conversation is locked, and GitHub takes nothing from this token there: /m,
      );
      expect(run.log).toMatch(/^::error title=SW101 in shift,file=src\/shift\.cu/m);
      expect(run.log).not.toContain('grant this');
    }
  },
);

test('a command in a conversation that is locked before it is answered: said in the log, without an error', async () => {
  const pull = world.openPull(racy);
  world.github.faults.push({
    matches: (method, path) => method === 'POST' && path.endsWith('/comments'),
    times: 9,
    act: { kind: 'answer', status: 403, body: { message: 'Unable to create comment because issue is locked.' } },
  });
  const run = await world.runOnComment(pull, world.say(pull, '/syncwright explain SW101'));
  expect([run.status, world.state.conversation.length]).toEqual([0, 1]);
  expect(run.log).toContain('::notice title=Syncwright::the command cannot be carried out: the conversation is locked');
});
