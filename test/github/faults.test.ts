/** What GitHub can refuse or fail to answer, through the action's program: one clear line, the rest done. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { World, ada, robot, token } from './world.ts';
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

const correct = { 'src/shift.cu': shift({ barrier: true }) };
const racy = { 'src/shift.cu': shift({ barrier: false }) };
const isReviewPost = (method: string, path: string): boolean => method === 'POST' && path.endsWith('/reviews');
const loudLines = (log: string): readonly string[] =>
  log.split('\n').filter((line) => /^::(error|warning|notice) title=Syncwright::/.test(line));

test('a token that may not write reviews: one line names the permission, the findings stand in the log, status 1 by the gate', async () => {
  world.commit('main', correct);
  world.github.callers.set(token, { actor: robot, write: new Set() });
  const run = await world.run(world.openPull(racy));
  expect(run.status).toBe(1);
  expect(run.writes.map((one) => one.status)).toEqual([403]);
  expect(loudLines(run.log)).toEqual([
    '::error title=Syncwright::1 finding at or above `fail-on`: SW101 in shift',
    '::error title=Syncwright::the review cannot be written: the token lacks `pull-requests: write`; grant this under `permissions:` of the job (GitHub: Resource not accessible by integration; it needs pull-requests: write)',
  ]);
  expect(run.log).toMatch(/::error title=SW101 in shift,file=src\/shift\.cu,line=\d+,endLine=\d+::/);
  expect(run.summary).toContain('SW101');
});

test('the same with the gate off: status 2, the set-up is wrong', async () => {
  world.commit('main', correct);
  world.github.callers.set(token, { actor: robot, write: new Set() });
  const run = await world.run(world.openPull(racy), { inputs: { 'fail-on': 'never' } });
  expect(run.status).toBe(2);
});

test('a pull request from a fork, with a token that only reads: said in clear words, no failure besides the gate', async () => {
  world.commit('main', correct);
  world.github.callers.set(token, { actor: robot, write: new Set() });
  world.commitTo('refs/forks/mallory/change', racy, 'main', { login: 'mallory', id: 9, type: 'User' });
  const pull = world.state.openPull('From a fork', '', { login: 'mallory', id: 9, type: 'User' }, 'change', 'main', {
    owner: 'mallory',
    repo: 'kernels',
  });
  const run = await world.run(pull, { inputs: { 'fail-on': 'never' } });
  expect(run.status).toBe(0);
  expect(loudLines(run.log)).toEqual([
    '::notice title=Syncwright::no review is written: the token of a pull request from a fork is read-only. The findings are in the log and the job summary; docs/workflows/forks-analyze.yml shows how to get reviews',
  ]);
  const fix = await world.run(pull, { inputs: { mode: 'fix' } });
  expect(fix.status).toBe(0);
  expect(fix.requests).toEqual([]);
  expect(loudLines(fix.log)).toHaveLength(1);
});

test.each([
  [
    {
      message: 'Validation Failed',
      errors: [{ resource: 'PullRequestReview', code: 'custom', message: 'was submitted too quickly' }],
    },
  ],
  [{ message: 'Validation Failed', errors: [{ resource: 'PullRequestReview', code: 'abuse', field: 'body' }] }],
])('a rate limit that comes as a 422 is waited for, and no comment moves to the body', async (body) => {
  world.commit('main', correct);
  world.github.faults.push({ matches: isReviewPost, times: 1, act: { kind: 'answer', status: 422, body } });
  const run = await world.run(world.openPull(racy), { haste: 200 });
  expect([run.status, world.state.reviews.length, world.state.comments.map(({ subject }) => subject)]).toEqual([
    1,
    1,
    ['line'],
  ]);
});

test('a 502 once: tried again, one review in the end', async () => {
  world.commit('main', correct);
  world.github.faults.push({
    matches: isReviewPost,
    times: 1,
    act: { kind: 'answer', status: 502, body: { message: 'Server Error' } },
  });
  const run = await world.run(world.openPull(racy));
  expect(
    run.requests.filter((one) => one.method === 'POST' && one.path.endsWith('/reviews')).map((one) => one.status),
  ).toEqual([502, 200]);
  expect(world.state.reviews).toHaveLength(1);
});

test('a 500 on a read: tried again', async () => {
  world.commit('main', correct);
  world.github.faults.push({
    matches: (_, path) => path.endsWith('/graphql'),
    times: 2,
    act: { kind: 'answer', status: 500, body: { message: 'Server Error' } },
  });
  const run = await world.run(world.openPull(racy));
  expect(run.writes.map((one) => one.id)).toEqual(['pulls/create-review']);
  expect(world.state.reviews).toHaveLength(1);
});

test('an answer that gets lost: not posted twice', async () => {
  world.commit('main', correct);
  world.github.faults.push({ matches: isReviewPost, times: 1, act: { kind: 'lost' } });
  const run = await world.run(world.openPull(racy));
  expect(run.writes.map((one) => [one.id, one.status])).toEqual([['pulls/create-review', 0]]);
  expect(world.state.reviews).toHaveLength(1);
  expect(world.state.comments).toHaveLength(1);
  expect(run.log).toContain('Review written');
});

test('GitHub gone for good: one line, status 1 by the gate, and 3 without it', async () => {
  world.commit('main', correct);
  const pull = world.openPull(racy);
  world.github.faults.push({
    matches: isReviewPost,
    times: 99,
    act: { kind: 'answer', status: 503, body: { message: 'Unavailable' } },
  });
  const run = await world.run(pull, { inputs: { 'fail-on': 'never' } });
  expect(run.status).toBe(3);
  expect(loudLines(run.log)).toEqual([
    '::error title=Syncwright::the review cannot be written: GitHub does not answer properly (503): Unavailable',
  ]);
});

test('a 429 with retry-after: waits that long, then writes', async () => {
  world.commit('main', correct);
  world.github.faults.push({
    matches: isReviewPost,
    times: 1,
    act: {
      kind: 'answer',
      status: 429,
      headers: { 'retry-after': '2' },
      body: { message: 'You have exceeded a secondary rate limit. Please wait.' },
    },
  });
  const run = await world.run(world.openPull(racy), { haste: 1 });
  const posts = run.requests.filter((one) => one.path.endsWith('/reviews') && one.method === 'POST');
  expect(posts.map((one) => one.status)).toEqual([429, 200]);
  expect((posts[1]?.at ?? 0) - (posts[0]?.at ?? 0)).toBeGreaterThanOrEqual(2000);
  expect(run.log).toContain('waiting 2 s');
  expect(world.state.reviews).toHaveLength(1);
});

/** With status 200; the last two are no answer of GraphQL's form. */
const limits: readonly object[] = [
  {
    data: null,
    errors: [
      { type: 'RATE_LIMIT', code: 'graphql_rate_limit', message: 'API rate limit already exceeded for user ID 1.' },
    ],
  },
  {
    data: null,
    errors: [{ message: 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.' }],
  },
  { data: null, errors: [{ type: 'UNPROCESSABLE', message: 'was submitted too quickly' }] },
  { message: 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.' },
  {},
];

test.each(limits)('GraphQL answers %j: waits, asks again, and writes', async (body) => {
  world.commit('main', { 'src/shift.cu': shift({ barrier: true }) });
  world.github.faults.push({
    matches: (_, path) => path === '/graphql',
    times: 1,
    act: { kind: 'answer', status: 200, body, headers: { 'retry-after': '1' } },
  });
  const run = await world.run(world.openPull(racy));
  expect([run.status, world.state.reviews.length], run.log).toEqual([1, 1]);
  expect(run.log).not.toContain('cannot be written');
});

test('a file whose lines GitHub does not show: the comment stands in the body, nothing is lost', async () => {
  world.commit('main', correct);
  const pull = world.openPull(racy);
  world.state.filesWithoutPatch.add('src/shift.cu');
  const run = await world.run(pull);
  expect(run.requests.filter((one) => one.id === 'pulls/create-review').map((one) => one.status)).toEqual([422, 200]);
  expect(world.state.comments).toEqual([]);
  expect(world.state.reviews[0]?.body).toContain('SW101');
  expect(world.state.reviews[0]?.body).toContain('__syncthreads');
  expect(run.log).toContain('1 moved to the body because GitHub rejected their lines');
  expect((await world.run(pull)).writes).toEqual([]);
});

test('a wrong token: one line', async () => {
  world.commit('main', correct);
  const run = await world.run(world.openPull(racy), { inputs: { token: 'ghs_wrong', 'fail-on': 'never' } });
  expect(run.status).toBe(2);
  expect(loudLines(run.log)).toEqual([
    '::error title=Syncwright::the review cannot be written: GitHub rejects the token',
  ]);
  expect(run.log.replace('::add-mask::ghs_wrong', '')).not.toContain('ghs_wrong');
});

test('a comment written by hand is never touched', async () => {
  world.commit('main', correct);
  const pull = world.openPull(racy);
  world.state.reviews.push({
    id: 5,
    pull: pull.number,
    author: ada,
    body: 'Why this?',
    commit: world.state.tips(pull).head,
  });
  await world.run(pull);
  expect(world.state.reviews.map((review) => review.author.login)).toEqual(['ada', 'github-actions[bot]']);
});
