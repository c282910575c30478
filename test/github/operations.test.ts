/** The operations on GitHub without the engine: publishing a plan made by hand, check runs. */
import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { githubDialect } from '../../src/github/dialect.ts';
import type { Finding } from '../../src/verdict/finding.ts';
import type { PullRecord } from './shapes.ts';
import { Stage } from './stage.ts';
import { World, ada, direct, token } from './world.ts';
import { answer, finding, reportOf, spanAt } from '../unit/review/example.ts';
import { changesBetween } from '../../src/review/diff.ts';
import { checkOf } from '../../src/review/check.ts';
import { connect } from '../../src/github/octokit.ts';
import type { Client } from '../../src/github/octokit.ts';
import { defaultSettings, planReview } from '../../src/review/plan.ts';
import type { ReviewPlan } from '../../src/review/plan.ts';
import { gitIn } from '../../src/review/git.ts';
import { pullsOfBranch } from '../../src/github/pulls.ts';
import { githubPlatform } from '../../src/github/platform.ts';
import { publishReview } from '../../src/review/publish.ts';
import { reportCheck } from '../../src/github/checks.ts';

// A machine with other work on it is slow; nothing here measures time.
vi.setConfig({ testTimeout: 300_000 });

let world: World;
let waited: number[];
beforeEach(async () => {
  world = await World.open();
  waited = [];
});
afterEach(async () => {
  const { violations } = world.github;
  await world.close();
  expect(violations).toEqual([]);
});

const before = Array.from({ length: 40 }, (_, k) => `line ${k + 1};`).join('\n') + '\n';
const after = before.replace('line 20;', 'line 20 changed;');
const words = { source: () => after, address: null, fixesBy: 'diff' as const, dialect: githubDialect };

function client(): Client {
  const made = connect({
    ...direct,
    apiUrl: world.github.url,
    token,
    mostWaitSeconds: 5,
    sleep: async (seconds) => {
      waited.push(seconds);
    },
    paced: false,
    log: () => undefined,
  });
  if (!made.ok) throw new Error(made.problem.text);
  return made.value;
}

async function planFor(pull: PullRecord, findings: readonly Finding[]): Promise<ReviewPlan> {
  const { head, base } = world.state.tips(pull);
  const mergeBase = world.state.store.mergeBase(base, head) ?? '';
  const changes = await changesBetween(gitIn(world.state.store.folder), mergeBase, head);
  if (!changes.ok) throw new Error(changes.problem.text);
  return planReview({
    base,
    mergeBase,
    head,
    changes: changes.value.files,
    report: reportOf(answer({ findings })),
    compared: { fresh: findings, old: [], fixed: [] },
    read: () => after,
    isExactText: () => true,
    notes: [],
    settings: defaultSettings,
  });
}

function opened(): PullRecord {
  world.commit('main', { 'a.cu': before });
  return world.openPull({ 'a.cu': after });
}

const at = (line: number, fingerprint: string, changes: Partial<Finding> = {}): Finding =>
  finding({ span: spanAt('a.cu', line), fingerprint, ...changes });
const place = { owner: 'ada', repo: 'kernels' };

describe('a review', () => {
  test('is posted once, with comments on lines, on the file and in the body', async () => {
    const pull = opened();
    const plan = await planFor(pull, [
      at(20, 'one'),
      at(2, 'two'),
      at(3, 'four', { array: 'other' }),
      finding({ span: spanAt('elsewhere.cu', 3), fingerprint: 'three' }),
    ]);
    const first = await publishReview(githubPlatform(client(), { ...place, number: pull.number }), plan, words);
    expect(first).toMatchObject({ ok: true, value: { outcome: { kind: 'posted', comments: 1, moved: 0 } } });
    expect(world.state.comments.map((comment) => [comment.path, comment.subject, comment.line])).toEqual([
      ['a.cu', 'file', null],
      ['a.cu', 'line', 20],
    ]);
    expect(world.state.reviews.at(-1)?.body).toContain('elsewhere.cu');
    const again = await publishReview(githubPlatform(client(), { ...place, number: pull.number }), plan, words);
    expect(again).toMatchObject({ ok: true, value: { outcome: { kind: 'said-before' } } });
    expect(world.state.reviews).toHaveLength(2);
  });

  test('of an older commit, whose run ends late or is run again, is not written', async () => {
    const pull = opened();
    const [found, clean] = [await planFor(pull, [at(20, 'one')]), await planFor(pull, [])];
    await publishReview(githubPlatform(client(), { ...place, number: pull.number }), found, words);
    world.commit('change', { 'other.txt': 'x\n' });
    const written = (): number => world.github.log.filter((one) => one.isWrite).length;
    const before = written();
    for (const plan of [found, clean])
      expect(
        await publishReview(githubPlatform(client(), { ...place, number: pull.number }), plan, words),
      ).toMatchObject({ ok: true, value: { outcome: { kind: 'moved' } } });
    expect(written()).toBe(before);
  });

  test('with a line that GitHub refuses moves that comment to the body, and keeps the others', async () => {
    const pull = opened();
    world.commit('change', { 'b.cu': 'x\n' });
    world.state.filesWithoutPatch.add('b.cu');
    const plan = await planFor(pull, [
      at(20, 'one'),
      finding({ span: spanAt('b.cu', 1), fingerprint: 'two', message: 'said in the body' }),
    ]);
    const posted = await publishReview(githubPlatform(client(), { ...place, number: pull.number }), plan, words);
    expect(posted).toMatchObject({ ok: true, value: { outcome: { kind: 'posted', comments: 1, moved: 1 } } });
    expect(world.state.comments.map((comment) => [comment.path, comment.line])).toEqual([['a.cu', 20]]);
    expect(world.state.reviews[0]?.body).toContain('Said in the body');
  });

  test('of which the answer gets lost is not posted twice', async () => {
    const pull = opened();
    world.github.faults.push({
      matches: (method, path) => method === 'POST' && path.endsWith('/reviews'),
      times: 1,
      act: { kind: 'lost' },
    });
    const posted = await publishReview(
      githubPlatform(client(), { ...place, number: pull.number }),
      await planFor(pull, [at(20, 'one')]),
      words,
    );
    expect(posted).toMatchObject({ ok: true, value: { outcome: { kind: 'posted' } } });
    expect(world.state.reviews).toHaveLength(1);
    expect(world.state.comments).toHaveLength(1);
  });

  test('that meets a 502 is posted when it did not happen', async () => {
    const pull = opened();
    world.github.faults.push({
      matches: (method, path) => method === 'POST' && path.endsWith('/reviews'),
      times: 1,
      act: { kind: 'answer', status: 502, body: { message: 'Bad gateway' } },
    });
    await publishReview(
      githubPlatform(client(), { ...place, number: pull.number }),
      await planFor(pull, [at(20, 'one')]),
      words,
    );
    expect(world.state.reviews).toHaveLength(1);
    expect(waited).toEqual([1]);
  });

  test('that meets 502 for ever ends with one line', async () => {
    const pull = opened();
    world.github.faults.push({
      matches: (method, path) => method === 'POST' && path.endsWith('/reviews'),
      times: 99,
      act: { kind: 'answer', status: 502, body: { message: 'Bad gateway' } },
    });
    const posted = await publishReview(
      githubPlatform(client(), { ...place, number: pull.number }),
      await planFor(pull, [at(20, 'one')]),
      words,
    );
    expect(posted).toMatchObject({
      ok: false,
      problem: { kind: 'unavailable', text: 'GitHub does not answer properly (502): Bad gateway' },
    });
  });

  test("that meets a 429 without GitHub's usual words waits as long as it says", async () => {
    const pull = opened();
    world.github.faults.push({
      matches: (method, path) => method === 'POST' && path.endsWith('/reviews'),
      times: 1,
      act: { kind: 'answer', status: 429, headers: { 'retry-after': '4' }, body: { message: 'slow down' } },
    });
    const posted = await publishReview(
      githubPlatform(client(), { ...place, number: pull.number }),
      await planFor(pull, [at(20, 'one')]),
      words,
    );
    expect(posted.ok).toBe(true);
    expect(waited).toEqual([4]);
  });

  test.each([
    ['a date', 'Wed, 01 Jan 2031 00:00:04 GMT', 4],
    ['a date that has passed', 'Tue, 31 Dec 2030 23:59:00 GMT', 1],
    ['a word', 'later', null],
  ])("that meets a 429 with %s waits by the server's clock, or is given up", async (_what, until, seconds) => {
    const pull = opened();
    world.github.faults.push({
      matches: (method, path) => method === 'POST' && path.endsWith('/reviews'),
      times: 1,
      act: {
        kind: 'answer',
        status: 429,
        headers: { 'retry-after': until, date: 'Wed, 01 Jan 2031 00:00:00 GMT' },
        body: { message: 'slow down' },
      },
    });
    const posted = await publishReview(
      githubPlatform(client(), { ...place, number: pull.number }),
      await planFor(pull, [at(20, 'one')]),
      words,
    );
    expect([posted.ok, waited]).toEqual(seconds === null ? [false, []] : [true, [seconds]]);
  });

  test('that would have to wait too long is given up with a line', async () => {
    const pull = opened();
    world.github.faults.push({
      matches: (method, path) => method === 'POST' && path.endsWith('/reviews'),
      times: 9,
      act: { kind: 'answer', status: 429, headers: { 'retry-after': '600' }, body: { message: 'slow down' } },
    });
    const posted = await publishReview(
      githubPlatform(client(), { ...place, number: pull.number }),
      await planFor(pull, [at(20, 'one')]),
      words,
    );
    expect(posted).toMatchObject({ ok: false, problem: { kind: 'rate-limited', retryAfterSeconds: 600 } });
    expect(waited).toEqual([]);
  });
});

test('a check run has its annotations in pages of 50, and is written once', async () => {
  const pull = opened();
  const plan = await planFor(
    pull,
    Array.from({ length: 120 }, (_, k) => at(20, `f${k}`)),
  );
  expect(await reportCheck(client(), place, checkOf(plan, words))).toEqual({ ok: true, value: 'created' });
  expect(world.state.checks[0]?.annotations).toHaveLength(120);
  expect(world.state.checks[0]?.conclusion).toBe('failure');
  expect(await reportCheck(client(), place, checkOf(plan, words))).toEqual({ ok: true, value: 'unchanged' });
});

test('of more than 500 annotations, ten requests are sent, and the summary says how many are left', async () => {
  const pull = opened();
  const face = '\u{1F600}'.repeat(9000);
  const plan = await planFor(
    pull,
    Array.from({ length: 1000 }, (_, k) => at(20, `f${k}`, { kernel: `k${k}`, message: face })),
  );
  expect(await reportCheck(client(), place, checkOf(plan, words))).toEqual({ ok: true, value: 'created' });
  expect(world.github.log.filter(({ isWrite }) => isWrite)).toHaveLength(10);
  const [check] = world.state.checks;
  expect(check).toMatchObject({ title: '1000 new findings', conclusion: 'failure' });
  expect(check?.annotations).toHaveLength(500);
  expect(check?.summary).toMatch(/^.*500 of 1000/m);
  expect(check?.summary.length).toBeLessThanOrEqual(65_535);
});

test('a check run that was cut off is finished without an annotation twice; other results are a new run', async () => {
  const pull = opened();
  const plan = await planFor(
    pull,
    Array.from({ length: 120 }, (_, k) => at(20, `f${k}`)),
  );
  world.github.faults.push({
    matches: (method, path) => method === 'PATCH' && path.includes('/check-runs/'),
    times: 3,
    act: { kind: 'answer', status: 502, body: { message: 'Bad gateway' } },
  });
  expect(await reportCheck(client(), place, checkOf(plan, words))).toMatchObject({ ok: false });
  expect(world.state.checks[0]?.annotations).toHaveLength(50);
  expect(await reportCheck(client(), place, checkOf(plan, words))).toEqual({ ok: true, value: 'updated' });
  expect(world.state.checks.map((check) => check.annotations.length)).toEqual([120]);
  const less = await planFor(pull, [at(20, 'f0')]);
  expect(await reportCheck(client(), place, checkOf(less, words))).toEqual({ ok: true, value: 'created' });
  expect(await reportCheck(client(), place, checkOf(less, words))).toEqual({ ok: true, value: 'unchanged' });
  expect(world.state.checks.map((check) => check.annotations.length)).toEqual([120, 1]);
});

test('a check run of that name and result that another app wrote is not taken for ours', async () => {
  const pull = opened();
  const check = checkOf(await planFor(pull, [at(20, 'f0')]), words);
  world.state.checks.push({
    id: 5,
    head: check.head,
    name: check.name,
    externalId: check.externalId,
    conclusion: 'success',
    title: '',
    summary: '',
    annotations: [],
    app: 'evil',
  });
  expect(await reportCheck(client(), place, check)).toEqual({ ok: true, value: 'created' });
  expect(await reportCheck(client(), place, check)).toEqual({ ok: true, value: 'unchanged' });
  expect(world.state.checks.map((one) => [one.app, one.conclusion])).toEqual([
    ['evil', 'success'],
    ['github-actions', 'failure'],
  ]);
  const cut = { ...check, externalId: 'syncwright:cut' };
  world.state.checks.push({
    id: 6,
    head: check.head,
    name: check.name,
    externalId: 'syncwright:cut:part-7',
    conclusion: 'success',
    title: '',
    summary: '',
    annotations: [],
    app: 'evil',
  });
  expect(await reportCheck(client(), place, cut)).toEqual({ ok: true, value: 'created' });
});

test("a file behind the third page of GitHub's list of a pull request's files keeps its comment when GitHub refuses another", async () => {
  const stage = await Stage.open();
  const many = Object.fromEntries(Array.from({ length: 398 }, (_, k) => [`data/${k}.txt`, `${k}\n`]));
  const pull = stage.openPull({ 'a.cu': before, 'k.cu': before }, { ...many, 'a.cu': after, 'k.cu': after });
  stage.world.state.filesWithoutPatch.add('a.cu');
  await stage.review(pull, {
    findings: [
      finding({ span: spanAt('a.cu', 20), fingerprint: 'one' }),
      finding({ span: spanAt('k.cu', 20), fingerprint: 'two' }),
    ],
  });
  expect(stage.world.state.comments.map((comment) => [comment.path, comment.line])).toEqual([['k.cu', 20]]);
  expect(stage.world.github.log.filter((one) => one.id === 'pulls/list-files')).toHaveLength(4);
  expect(stage.world.github.violations).toEqual([]);
  await stage.world.close();
});

test('a list of many pages ends where there are enough entries', async () => {
  const pull = opened();
  world.state.closePull(pull);
  for (let k = 0; k < 101; k += 1)
    world.state.closePull(world.state.openPull(`Number ${k}`, '', ada, 'change', 'main'));
  const pulls = await pullsOfBranch(client(), place, 'change', 'main');
  expect(pulls.ok ? pulls.value.map((one) => one.title) : []).toEqual(
    Array.from({ length: 100 }, (_, k) => `Number ${100 - k}`),
  );
  expect(world.github.log.filter((one) => one.id === 'pulls/list')).toHaveLength(1);
});

test('the next page of a list is not read from another host', async () => {
  world.github.faults.push({
    matches: () => true,
    times: 1,
    act: { kind: 'answer', status: 200, headers: { link: '<http://localhost:9/steal>; rel="next"' }, body: [] },
  });
  const pulls = await pullsOfBranch(client(), place, 'change', 'main');
  expect(pulls.ok ? '' : pulls.problem.text).toContain('refused to follow a redirect from');
});

test('the token is not taken to another host', async () => {
  world.commit('main', { 'a.cu': before });
  world.github.faults.push({
    matches: () => true,
    times: 9,
    act: { kind: 'answer', status: 307, headers: { location: 'http://localhost:9/steal' }, body: {} },
  });
  const answer307 = await client().rest((api) => api.git.getRef({ ...place, ref: 'heads/main' }));
  expect(answer307).toMatchObject({ ok: false });
  if (!answer307.ok) expect(answer307.problem.text).toContain('refused to follow a redirect from');
});

test('what was read before costs no request of the limit while it is the same', async () => {
  const pull = opened();
  const [one, another] = [client(), client()];
  const read = (from: Client): Promise<unknown> =>
    from.rest((api) => api.pulls.get({ ...place, pull_number: pull.number }));
  const first = await read(one);
  expect(await read(one)).toEqual(first);
  pull.title = 'Another title';
  expect(await read(one)).toMatchObject({ ok: true, value: { title: 'Another title' } });
  expect(await read(one)).toMatchObject({ ok: true, value: { title: 'Another title' } });
  await read(another);
  expect(world.github.log.map((request) => request.status)).toEqual([200, 304, 200, 304, 200]);
});

test('a token that fits into no header is refused without its words', () => {
  for (const wrong of [`${token}\nmore`, `${token} more`, `${token}\u{2028}`]) {
    const made = connect({
      ...direct,
      apiUrl: world.github.url,
      token: wrong,
      mostWaitSeconds: 5,
      sleep: () => Promise.resolve(),
      paced: false,
      log: () => undefined,
    });
    expect(made).toMatchObject({ ok: false, problem: { kind: 'unauthorized' } });
    expect(JSON.stringify(made)).not.toContain(token);
  }
});

test('a server that takes requests and never answers is given up', async () => {
  let asked = 0;
  const silent = createServer(() => {
    asked += 1;
  });
  await new Promise<void>((resolve) => {
    silent.listen(0, '127.0.0.1', resolve);
  });
  const address = silent.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  const made = connect({
    ...direct,
    apiUrl: url,
    token,
    mostWaitSeconds: 5,
    sleep: () => Promise.resolve(),
    paced: false,
    answerSeconds: 0.2,
    log: () => undefined,
  });
  if (!made.ok) throw new Error(made.problem.text);
  expect(await made.value.rest((api) => api.git.getRef({ ...place, ref: 'heads/main' }))).toMatchObject({
    ok: false,
    problem: { kind: 'unavailable' },
  });
  expect(asked).toBe(4);
  await new Promise((resolve) => {
    silent.close(resolve);
    silent.closeAllConnections();
  });
});

test.each([
  ['status 403', 403, { message: 'API rate limit exceeded' }],
  ['an error of GraphQL', 200, { errors: [{ type: 'RATE_LIMITED', message: 'API rate limit exceeded' }] }],
])("a limit without retry-after, as %s, is waited for until its reset, by GitHub's clock", async (_, status, body) => {
  const now = Date.parse('2031-01-01T00:00:00Z') / 1000;
  const headers = {
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': `${now + 30}`,
    date: new Date(now * 1000).toUTCString(),
  };
  world.github.faults.push({
    matches: (_method, path) => path === '/graphql',
    times: 1,
    act: { kind: 'answer', status, headers, body },
  });
  expect(await client().graphql('query { viewer { login } }', {})).toMatchObject({
    ok: false,
    problem: { kind: 'rate-limited', retryAfterSeconds: 31 },
  });
});
