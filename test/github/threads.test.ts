/** The life of our comments: settled when their finding is gone, opened again when it is back, never written twice. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { githubDialect } from '../../src/github/dialect.ts';
import type { Finding, Verdict } from '../../src/verdict/finding.ts';
import type { Permission } from './loopback.ts';
import type { PullRecord } from './shapes.ts';
import { World, ada, robot, direct, token } from './world.ts';
import { here } from './here.ts';
import { answer, finding, reportOf, spanAt } from '../unit/review/example.ts';
import { changesBetween } from '../../src/review/diff.ts';
import { connect } from '../../src/github/octokit.ts';
import { defaultSettings, planReview } from '../../src/review/plan.ts';
import { gitIn } from '../../src/review/git.ts';
import { githubPlatform } from '../../src/github/platform.ts';
import { type Published, publishReview } from '../../src/review/publish.ts';
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

const before = Array.from({ length: 40 }, (_, k) => `line ${k + 1};`).join('\n') + '\n';
const after = before.replace('line 20;', 'line 20 changed;');
const words = { source: () => after, address: null, fixesBy: 'diff' as const, dialect: githubDialect };
const place = { owner: 'ada', repo: 'kernels' };

type Kernel = Readonly<{ name: string; verdict: Verdict }>;
type Head = Readonly<{
  findings?: readonly Finding[];
  kernels?: readonly Kernel[];
  notes?: readonly string[];
  /** In the report, and not counted. */ silenced?: readonly Finding[];
}>;

/** A run on the pull request's head, with findings and verdicts given. */
async function publish(
  pull: PullRecord,
  { findings = [], kernels = [{ name: 'k', verdict: 'drf' }], notes = [], silenced = [] }: Head,
): Promise<Published> {
  const client = connect({
    ...direct,
    apiUrl: world.github.url,
    token,
    mostWaitSeconds: 5,
    sleep: () => Promise.resolve(),
    paced: false,
    log: () => undefined,
  });
  if (!client.ok) throw new Error(client.problem.text);
  const { head, base } = world.state.tips(pull);
  const mergeBase = world.state.store.mergeBase(base, head) ?? '';
  const changes = await changesBetween(gitIn(world.state.store.folder), mergeBase, head);
  if (!changes.ok) throw new Error(changes.problem.text);
  const report = reportOf(
    ...kernels.map((kernel) =>
      answer({ ...kernel, findings: [...findings, ...silenced].filter((one) => one.kernel === kernel.name) }),
    ),
  );
  const plan = planReview({
    base,
    mergeBase,
    head,
    changes: changes.value.files,
    report,
    compared: { fresh: findings, old: [], fixed: [] },
    read: () => after,
    isExactText: () => true,
    notes,
    settings: defaultSettings,
  });
  const published = await publishReview(githubPlatform(client.value, { ...place, number: pull.number }), plan, words);
  if (!published.ok) throw new Error(published.problem.text);
  return published.value;
}

const racy: readonly Kernel[] = [{ name: 'k', verdict: 'racy' }];
const at = (line: number, fingerprint: string, changes: Partial<Finding> = {}): Finding =>
  finding({ span: spanAt('a.cu', line), fingerprint, ...changes });
const push = (): string => world.commit('change', { 'other.txt': `${world.github.log.length}\n` });
const writes = (): number => world.github.log.filter((one) => one.isWrite).length;
const allow = (...permissions: readonly Permission[]): void => {
  world.github.callers.set(token, { actor: robot, write: new Set(permissions) });
};

function opened(): PullRecord {
  world.commit('main', { 'a.cu': before });
  return world.openPull({ 'a.cu': after });
}

/** What a program or test did, in the order of GitHub's log. */
const mutations = (from: number): readonly string[] =>
  world.github.log
    .slice(from)
    .filter((one) => one.isWrite)
    .map((one) => (one.id === 'graphql' ? (/\{ (\w+)\(/.exec(JSON.stringify(one.body))?.[1] ?? '') : one.id));

describe('a finding that is gone', () => {
  test('resolves its thread, and the comment says in which commit; a second run writes nothing', async () => {
    const pull = opened();
    await publish(pull, { findings: [at(20, 'one')], kernels: racy });
    const head = push();
    const from = world.github.log.length;
    const { outcome, settling } = await publish(pull, {});
    expect(outcome.kind).toBe('silent');
    expect(settling).toMatchObject({ resolved: 1, hidden: 0, edited: 0, reviews: 1, left: 0, problem: null });
    expect(mutations(from)).toEqual([
      'resolveReviewThread',
      'updatePullRequestReviewComment',
      'updatePullRequestReview',
    ]);
    const [comment] = world.state.comments;
    expect(comment?.resolved).toBe(true);
    expect(comment?.body).toContain(
      `**Fixed in ${head.slice(0, 7)}:** the kernel is proved race-free.\n\n<details><summary>The finding</summary>`,
    );
    expect(world.state.reviews[0]?.body).toContain(`**Fixed in ${head.slice(0, 7)}:**`);
    const count = writes();
    await publish(pull, {});
    push();
    await publish(pull, {});
    expect(writes()).toBe(count);
  });

  test('without `contents: write` the comment is hidden instead', async () => {
    const pull = opened();
    allow('pull-requests');
    await publish(pull, { findings: [at(20, 'one')], kernels: racy });
    const { settling } = await publish(pull, {});
    expect(settling).toMatchObject({ resolved: 0, hidden: 1, edited: 0 });
    expect(world.state.comments.map((comment) => [comment.resolved === true, comment.minimized])).toEqual([
      [false, 'RESOLVED'],
    ]);
  });

  test('and that a person answered is edited, not hidden; the answer stays as it was', async () => {
    const pull = opened();
    allow('pull-requests');
    await publish(pull, { findings: [at(20, 'one')], kernels: racy });
    const [comment] = world.state.comments;
    if (comment === undefined) throw new Error('no comment');
    const reply = { ...world.state.reply(comment, ada, 'Is that so?') };
    const { settling } = await publish(pull, {});
    expect(settling).toMatchObject({ resolved: 0, hidden: 0, edited: 1 });
    expect(comment.body).toContain('**Fixed in ');
    expect(comment.minimized ?? null).toBeNull();
    expect(world.state.comments[1]).toEqual(reply);
  });

  test('an answer behind the first hundred is seen', async () => {
    const pull = opened();
    allow('pull-requests');
    await publish(pull, { findings: [at(20, 'one')], kernels: racy });
    const [comment] = world.state.comments;
    if (comment === undefined) throw new Error('no comment');
    for (let k = 0; k < 130; k += 1) world.state.reply(comment, robot, `${k}`);
    world.state.reply(comment, ada, 'Is that so?');
    expect((await publish(pull, {})).settling).toMatchObject({ hidden: 0, edited: 1 });
  });

  test('among more than a hundred threads and reviews of others is found', async () => {
    const pull = opened();
    for (let k = 0; k < 130; k += 1) {
      world.state.reviews.push({
        id: world.state.nextId(),
        pull: pull.number,
        author: ada,
        body: 'hm',
        commit: world.state.tips(pull).head,
      });
      world.state.comments.push({
        id: world.state.nextId(),
        review: 0,
        pull: pull.number,
        author: ada,
        body: '<!-- syncwright:finding one -->\n<!-- syncwright:kernels k -->',
        path: 'a.cu',
        commit: world.state.tips(pull).head,
        line: 20,
        startLine: null,
        subject: 'line',
        hunk: '',
      });
    }
    await publish(pull, { findings: [at(20, 'one')], kernels: racy });
    expect((await publish(pull, {})).settling).toMatchObject({ resolved: 1, reviews: 1 });
    expect(
      world.state.comments.filter((comment) => comment.resolved === true).map((comment) => comment.author.login),
    ).toEqual([robot.login]);
    expect((await publish(pull, {})).settling).toMatchObject({ resolved: 0, edited: 0, reviews: 0 });
  });

  test('only because its kernel was not decided stays', async () => {
    const pull = opened();
    await publish(pull, { findings: [at(20, 'one')], kernels: racy });
    const count = writes();
    await publish(pull, { kernels: [{ name: 'k', verdict: 'unknown' }] });
    await publish(pull, { kernels: [{ name: 'k', verdict: 'unsupported' }] });
    await publish(pull, { kernels: [], notes: ['3 kernels skipped'] });
    expect(writes()).toBe(count);
  });

  test('with others left in its kernel says so; with the kernel gone too', async () => {
    const pull = opened();
    await publish(pull, { findings: [at(20, 'one'), at(21, 'two', { array: 'q' })], kernels: racy });
    await publish(pull, { findings: [at(21, 'two', { array: 'q' })], kernels: racy });
    expect(
      world.state.comments.map((comment) => [
        comment.resolved === true,
        /\*\*(?:Fixed|Gone) in \w+(?:\*\*;|:\*\*) (.*)/.exec(comment.body)?.[1],
      ]),
    ).toEqual([
      [true, 'the kernel has other findings.'],
      [false, undefined],
    ]);
    expect(world.state.reviews[0]?.body).not.toContain('Fixed in');
    await publish(pull, { kernels: [] });
    expect(world.state.comments[1]?.body).toContain(
      'the pull request no longer changes this kernel, or it is no longer there.',
    );
    expect(world.state.reviews[0]?.body).toContain('**Gone in ');
  });

  test('because it is suppressed now is not called fixed', async () => {
    const pull = opened();
    await publish(pull, { findings: [at(20, 'one')], kernels: racy });
    await publish(pull, {
      kernels: racy,
      silenced: [
        at(20, 'one', {
          suppressed: { by: 'configuration', reason: 'known', author: null, file: '.syncwright.yml', line: 3 },
        }),
      ],
    });
    expect(world.state.comments[0]?.body).toContain('**Suppressed as of ');
    expect(world.state.comments[0]?.body).not.toContain('Fixed');
    expect(world.state.comments[0]?.resolved).toBe(true);
  });

  test('in the body of a review: the body says so, and is hidden once nothing of it is left', async () => {
    const pull = opened();
    const elsewhere = (fingerprint: string): Finding =>
      finding({ span: spanAt('elsewhere.cu', 3), fingerprint, array: fingerprint });
    await publish(pull, { findings: [elsewhere('one'), elsewhere('two')], kernels: racy });
    expect(world.state.comments).toEqual([]);
    const { settling } = await publish(pull, { findings: [elsewhere('two')], kernels: racy });
    expect(settling).toMatchObject({ reviews: 1 });
    const [review] = world.state.reviews;
    expect(review?.body).toContain('**1 of 2 settled in ');
    expect(review?.minimized ?? null).toBeNull();
    await publish(pull, {});
    expect(review?.body).toContain('**Fixed in ');
    expect(review?.minimized).toBe('RESOLVED');
    await publish(pull, { findings: [elsewhere('one')], kernels: racy });
    expect(review?.body).toContain('**1 of 2 settled in ');
    expect(review?.minimized).toBeNull();
    expect(world.state.reviews).toHaveLength(1);
  });

  test('of which all on one file stand in one comment: settled when the last is gone', async () => {
    const pull = opened();
    const far = (line: number, fingerprint: string): Finding => at(line, fingerprint, { array: fingerprint });
    await publish(pull, { findings: [far(2, 'one'), far(3, 'two')], kernels: racy });
    await publish(pull, { findings: [far(3, 'two')], kernels: racy });
    const [comment] = world.state.comments;
    expect([comment?.subject, comment?.resolved === true]).toEqual(['file', false]);
    expect(comment?.body).toContain('**1 of 2 settled in ');
    await publish(pull, {});
    expect([comment?.resolved, comment?.body.match(/\b(?:fixed|settled) in\b/gi)]).toEqual([true, ['Fixed in']]);
  });
});

describe('a finding that comes back', () => {
  test('opens its thread again, and nothing is written twice', async () => {
    const pull = opened();
    await publish(pull, { findings: [at(20, 'one')], kernels: racy });
    const first = world.state.comments[0]?.body ?? '';
    await publish(pull, {});
    const head = push();
    const from = world.github.log.length;
    const { outcome, settling } = await publish(pull, { findings: [at(20, 'one')], kernels: racy });
    expect(outcome.kind).toBe('said-before');
    expect(settling).toMatchObject({ reopened: 1, reviews: 1 });
    expect(mutations(from)).toEqual([
      'unresolveReviewThread',
      'updatePullRequestReviewComment',
      'updatePullRequestReview',
    ]);
    expect(world.state.comments).toHaveLength(1);
    expect(world.state.comments[0]?.body).toContain(`**Found again in ${head.slice(0, 7)}.**`);
    expect(world.state.comments[0]?.body).not.toContain('<summary>What was found');
    expect(world.state.comments[0]?.body).toContain(first.split('\n').at(-1));
    const count = writes();
    await publish(pull, { findings: [at(20, 'one')], kernels: racy });
    expect(writes()).toBe(count);
    await publish(pull, {});
    expect(world.state.comments[0]?.body).not.toContain('Found again');
    expect(world.state.comments[0]?.body).toContain('**Fixed in ');
  });

  test('as a guess only leaves the thread settled', async () => {
    const pull = opened();
    await publish(pull, { findings: [at(20, 'one')], kernels: racy });
    await publish(pull, {});
    const count = writes();
    await publish(pull, {
      findings: [at(20, 'one', { status: 'possible', severity: 'warning' })],
      kernels: [{ name: 'k', verdict: 'unknown' }],
    });
    expect(writes()).toBe(count);
  });
});

describe('what a person did', () => {
  test('with a settled thread stays: opened again by hand, it is left open', async () => {
    const pull = opened();
    await publish(pull, { findings: [at(20, 'one')], kernels: racy });
    await publish(pull, {});
    const [comment] = world.state.comments;
    if (comment !== undefined) comment.resolved = false;
    const count = writes();
    await publish(pull, {});
    expect([writes(), comment?.resolved]).toEqual([count, false]);
  });

  test('a thread resolved by hand is only edited', async () => {
    const pull = opened();
    await publish(pull, { findings: [at(20, 'one')], kernels: racy });
    const [comment] = world.state.comments;
    if (comment !== undefined) comment.resolved = true;
    const from = world.github.log.length;
    await publish(pull, {});
    expect(mutations(from)).toEqual(['updatePullRequestReviewComment', 'updatePullRequestReview']);
  });

  test('a comment that was deleted is not written again', async () => {
    const pull = opened();
    await publish(pull, { findings: [at(20, 'one')], kernels: racy });
    world.state.comments.length = 0;
    const count = writes();
    await publish(pull, { findings: [at(20, 'one')], kernels: racy });
    expect(writes()).toBe(count);
  });
});

describe('two findings that read alike in two files', () => {
  const both = (): readonly Finding[] =>
    ['a.cu', 'b.cu'].map((path) => finding({ span: spanAt(path, 20), fingerprint: 'same' }));

  test('have a comment each, and the one that is mended is settled', async () => {
    world.commit('main', { 'a.cu': before, 'b.cu': before });
    const pull = world.openPull({ 'a.cu': after, 'b.cu': after });
    await publish(pull, { findings: both(), kernels: racy });
    expect(world.state.comments.map((comment) => comment.path)).toEqual(['a.cu', 'b.cu']);
    await publish(pull, { findings: both().slice(1), kernels: racy });
    expect(world.state.comments.map((comment) => comment.resolved === true)).toEqual([true, false]);
  });

  test('of which one comes later is said then', async () => {
    world.commit('main', { 'a.cu': before, 'b.cu': before });
    const pull = world.openPull({ 'a.cu': after, 'b.cu': after });
    await publish(pull, { findings: both().slice(1), kernels: racy });
    await publish(pull, { findings: both(), kernels: racy });
    expect(world.state.comments.map((comment) => comment.path)).toEqual(['b.cu', 'a.cu']);
  });
});

describe('a run that broke off', () => {
  for (const step of [0, 1, 2]) {
    test(`at write ${step + 1} of 3 is finished by the next, and each write that gets no answer is done once`, async () => {
      const pull = opened();
      await publish(pull, { findings: [at(20, 'one')], kernels: racy });
      const isMutation =
        ['resolveReviewThread', 'updatePullRequestReviewComment', 'updatePullRequestReview'][step] ?? '';
      world.github.faults.push({
        matches: (_, path, body) => path.endsWith('/graphql') && JSON.stringify(body).includes(`${isMutation}(`),
        times: 3,
        act: { kind: 'answer', status: 502, body: { message: 'Bad gateway' } },
      });
      const broken = await publish(pull, {});
      expect(broken.settling.problem?.kind).toBe('unavailable');
      expect(broken.settling.left).toBe(step === 2 ? 1 : 2);
      expect((await publish(pull, {})).settling.problem).toBeNull();
      expect([
        world.state.comments[0]?.resolved,
        world.state.comments[0]?.body.match(/Fixed in/g)?.length,
        world.state.reviews[0]?.body.match(/Fixed in/g)?.length,
      ]).toEqual([true, 1, 1]);
      const count = writes();
      await publish(pull, {});
      expect(writes()).toBe(count);
    });
  }

  test('a token that only reads: said, nothing else is lost', async () => {
    const pull = opened();
    await publish(pull, { findings: [at(20, 'one')], kernels: racy });
    allow();
    const { settling } = await publish(pull, {});
    expect(settling).toMatchObject({ edited: 0, left: 2, problem: { kind: 'forbidden' } });
  });
});

describe("through the action's program", () => {
  const file = (barrier: boolean, changes: Readonly<{ lead?: string }> = {}): string => shift({ barrier, ...changes });

  test('taking the change back settles the thread too', async () => {
    world.commit('main', { 'src/shift.cu': file(true) });
    const pull = world.openPull({ 'src/shift.cu': file(false) });
    await world.run(pull);
    world.commit('change', { 'src/shift.cu': file(true), 'note.txt': 'x\n' });
    const run = await world.run(pull);
    expect(run.writes).toHaveLength(3);
    expect(world.state.comments[0]?.body).toContain('the pull request no longer changes this kernel');
  });

  test('the file renamed: said again there, once; the branch rebased and forced, lines shifted: nothing is written', async () => {
    world.commit('main', { 'src/shift.cu': file(true), 'README.md': 'one\n' });
    const pull = world.openPull({ 'src/shift.cu': file(false) });
    await world.run(pull);
    world.commit('change', { 'src/shift.cu': null, 'lib/moved.cu': file(false) });
    const renamed = await world.run(pull);
    expect([renamed.status, renamed.writes.length]).toEqual([1, 4]);
    world.commit('main', { 'README.md': 'two\n' });
    world.state.store.setRef(
      'refs/heads/change',
      world.commit('rebased', { 'src/shift.cu': null, 'lib/moved.cu': file(false, { lead: '// More.\n\n' }) }),
    );
    const forced = await world.run(pull);
    expect([forced.status, forced.writes]).toEqual([1, []]);
    expect(world.state.comments.map(({ path, minimized }) => [path, minimized ?? null])).toEqual([
      ['src/shift.cu', 'OUTDATED'],
      ['lib/moved.cu', null],
    ]);
  });

  test('two races in one hunk: each once; the patch of both stands in one comment', async () => {
    const kernel = (barriers: boolean): string => `__global__ void turn(float *data) {
  __shared__ float left[64], right[64];
  int t = threadIdx.x;
  left[t] = data[t];
${barriers ? '  __syncthreads();\n' : ''}  right[t] = left[(t + 1) % 64];
${barriers ? '  __syncthreads();\n' : ''}  data[t] = right[(t + 2) % 64];
}
void go(float *d) { turn<<<1, 64>>>(d); }
`;
    world.commit('main', { 'turn.cu': kernel(true) });
    const pull = world.openPull({ 'turn.cu': kernel(false) });
    const run = await world.run(pull);
    expect(run.writes.map((one) => one.id)).toEqual(['pulls/create-review']);
    const bodies = world.state.comments.map((comment) => comment.body);
    expect(bodies.filter((body) => body.includes('```suggestion') || body.includes('```diff'))).toHaveLength(1);
    expect(bodies.slice(1).every((body) => body.includes('fixes this as well.'))).toBe(true);
    const [first] = world.state.comments;
    const replacement = /```suggestion\n([^]*?)\n```/.exec(first?.body ?? '')?.[1] ?? '';
    const lines = kernel(false).split('\n');
    const start = first?.startLine ?? first?.line ?? 0;
    lines.splice(start - 1, (first?.line ?? 0) - start + 1, ...replacement.split('\n'));
    world.commit('change', { 'turn.cu': lines.join('\n').replace('int t', 'const int t') });
    const mended = await world.run(pull);
    expect(mended.status).toBe(0);
    expect(world.state.comments.every((comment) => comment.resolved === true)).toBe(true);
    expect((await world.run(pull)).writes).toEqual([]);
  });

  test('a race through a changed header only, settled when the header is mended', async () => {
    const kernel =
      '#include "width.h"\n__global__ void stretch(float *data) {\n  __shared__ float tile[64];\n  int t = threadIdx.x;\n  tile[t] = data[t];\n  data[t] = tile[t ^ WIDTH];\n}\nvoid go(float *d) { stretch<<<1, 64>>>(d); }\n';
    world.commit('main', { 'width.h': '#define WIDTH 0\n', 'stretch.cu': kernel });
    const pull = world.openPull({ 'width.h': '#define WIDTH 1\n' });
    expect((await world.run(pull)).writes.map((one) => one.id)).toEqual(['pulls/create-review']);
    const count = world.state.comments.length;
    world.commit('change', { 'width.h': '#define WIDTH (1 - 1)\n' });
    expect([count, world.state.comments[0]?.path, world.state.comments[0]?.line]).toEqual([1, 'width.h', 1]);
    const run = await world.run(pull);
    expect(run.status).toBe(0);
    expect(run.writes.map((one) => one.id)).toEqual(['graphql', 'graphql', 'graphql']);
    expect([world.state.comments[0]?.resolved, world.state.comments[0]?.body.includes('**Fixed in ')]).toEqual([
      true,
      true,
    ]);
    expect(world.state.comments).toHaveLength(count);
    expect((await world.run(pull)).writes).toEqual([]);
  });
});
