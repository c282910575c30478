/** The whole life of a follow-up pull request, without the engine: fix sets are made by hand. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { githubDialect } from '../../src/github/dialect.ts';
import type { Client } from '../../src/github/octokit.ts';
import type { PullRecord } from './shapes.ts';
import { World, ada, robot, direct, token } from './world.ts';
import { answer, finding, fixWith, reportOf, spanAt } from '../unit/review/example.ts';
import { branchLabel, endFollowUps, folderOf, followUps, hasMovedOn } from '../../src/github/follow-up.ts';
import type { FollowUpRequest } from '../../src/github/follow-up.ts';
import { connect } from '../../src/github/octokit.ts';
import { defaultSettings, planReview } from '../../src/review/plan.ts';
import type { ReviewPlan } from '../../src/review/plan.ts';
import { offerOf } from '../../src/review/offer.ts';
import { obsoleteIn } from '../../src/review/obsolete.ts';

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

const text = Array.from({ length: 40 }, (_, k) => `line ${k + 1};`).join('\n') + '\n';
const words = { source: () => text, address: null, fixesBy: 'diff' as const, dialect: githubDialect };
const place = { owner: 'ada', repo: 'kernels' };
const patch = '__syncthreads();\n';
const branch = 'syncwright/fix/pr-1/one';

function client(): Client {
  const made = connect({
    ...direct,
    apiUrl: world.github.url,
    token,
    mostWaitSeconds: 5,
    sleep: () => Promise.resolve(),
    paced: false,
    log: () => undefined,
  });
  if (!made.ok) throw new Error(made.problem.text);
  return made.value;
}

function opened(): PullRecord {
  world.commit('main', { 'a.cu': text });
  return world.openPull({ 'a.cu': text, 'README.md': 'x\n' });
}

/** A plan whose findings, in kernels k0, k1, … of their own, have the given fingerprints. */
function planWith(keys: readonly string[], insert = patch): ReviewPlan {
  const findings = keys.map((fingerprint, k) =>
    finding({
      span: spanAt('a.cu', 20 + k),
      kernel: `k${k}`,
      fingerprint,
      fix: fixWith([{ file: 'a.cu', start: 0, end: 0, text: k === 0 ? insert : `// ${k}\n${insert}` }]),
    }),
  );
  const head = world.state.store.branchAt('change') ?? '';
  return planReview({
    base: head,
    mergeBase: head,
    head,
    changes: [],
    report: reportOf(...findings.map((one) => answer({ name: one.kernel, findings: [one] }))),
    compared: { fresh: findings, old: [], fixed: [] },
    read: () => text,
    isExactText: () => true,
    notes: [],
    settings: defaultSettings,
  });
}

async function offer(
  plan: ReviewPlan,
  changes: Partial<FollowUpRequest> = {},
  mode = '100644',
): Promise<readonly string[]> {
  const target = { ...place, base: 'change', commit: plan.head, label: 'pr-1', server: 'https://github.com' };
  const offers = plan.fixes.map((set) => offerOf(set, words, 'change', () => mode));
  const done = await followUps({
    client: client(),
    target,
    login: robot.login,
    offers,
    most: 1,
    isAskedFor: false,
    obsolete: obsoleteIn(plan, 'pull'),
    ...changes,
  });
  if (!done.ok) throw new Error(done.problem.text);
  return done.value.map((outcome) => outcome.kind);
}

const isUpdate = (_method: string, _path: string, body: unknown): boolean =>
  JSON.stringify(body ?? '').includes('updateRefs(');

/** A person commits to the branch when such a request comes in, before it is carried out. */
function pushBefore(matches: (method: string, path: string, body: unknown) => boolean): void {
  let isPushed = false;
  world.github.faults.push({
    matches: (...request) => {
      if (!isPushed && matches(...request)) {
        isPushed = true;
        world.commit(branch, { 'x.md': 'quick\n' }, 'main', ada);
      }
      return false;
    },
    times: 1,
    act: { kind: 'lost' },
  });
}

const writes = (): number => world.github.log.filter((one) => one.isWrite).length;
const mine = (): PullRecord => {
  const pull = world.state.pulls[1];
  if (pull === undefined) throw new Error('no follow-up was opened');
  return pull;
};

describe('opening and following', () => {
  test('one commit, one pull request; again nothing is written; a new patch updates it in place', async () => {
    opened();
    expect(await offer(planWith(['one']))).toEqual(['opened']);
    expect(world.state.store.file(branch, 'a.cu')?.text).toBe(`${patch}${text}`);
    expect(world.state.pulls.map((one) => [one.headRef, one.baseRef])).toEqual([
      ['change', 'main'],
      [branch, 'change'],
    ]);
    expect(mine().body).toContain('Two threads collide');
    const before = writes();
    expect(await offer(planWith(['one']))).toEqual(['unchanged']);
    expect(writes()).toBe(before);
    expect(await offer(planWith(['one'], '__syncwarp();\n'))).toEqual(['updated']);
    expect(world.state.store.file(branch, 'a.cu')?.text).toBe(`__syncwarp();\n${text}`);
    expect(world.state.store.commitsBetween('change', branch)).toHaveLength(1);
    expect(world.state.pulls).toHaveLength(2);
    expect(mine().state).toBe('open');
  });

  test('a file of which GitHub gives no text (above 1 MB) is known again by its blob', async () => {
    opened();
    const large = `// ${'x'.repeat(1_100_000)}\n`;
    expect(await offer(planWith(['one'], large))).toEqual(['opened']);
    expect(await offer(planWith(['one'], large))).toEqual(['unchanged']);
  });

  test('the branch that was analysed has moved on', async () => {
    opened();
    const target = {
      ...place,
      base: 'change',
      commit: world.state.store.branchAt('change') ?? '',
      server: 'https://github.com',
    };
    expect(await hasMovedOn(client(), target)).toEqual({ ok: true, value: false });
    world.commit('change', { 'x.md': 'y\n' });
    expect(await hasMovedOn(client(), target)).toEqual({ ok: true, value: true });
    expect(await hasMovedOn(client(), { ...target, base: 'gone' })).toEqual({ ok: true, value: true });
  });

  test('the mode of an executable file is kept, through single git objects', async () => {
    opened();
    expect(await offer(planWith(['one']), {}, '100755')).toEqual(['opened']);
    expect(world.state.store.git(['ls-tree', branch, 'a.cu'])).toContain('100755');
  });

  test('at most so many are open at once; the next comes when one is merged', async () => {
    opened();
    expect(await offer(planWith(['one', 'two', 'three']), { most: 2 })).toEqual(['opened', 'opened', 'waiting']);
    expect(await offer(planWith(['one', 'two', 'three']), { most: 2 })).toEqual(['unchanged', 'unchanged', 'waiting']);
    world.state.closePull(mine());
    mine().mergedAt = '2026-11-01T12:00:00Z';
    expect(await offer(planWith(['two', 'three']), { most: 2 })).toEqual(['updated', 'opened']);
  });

  test('when another finding of the set comes first, it is the same pull request', async () => {
    opened();
    await offer(planWith(['one']));
    const [set] = planWith(['one']).fixes;
    if (set === undefined) throw new Error('no fix');
    const renamed = { ...set, key: 'zero', findings: [finding({ fingerprint: 'zero' }), ...set.findings] };
    expect(await offer({ ...planWith(['one']), fixes: [renamed] })).not.toContain('opened');
    expect(world.state.pulls).toHaveLength(2);
  });

  test('after a force-push of the base its branch is laid anew on it', async () => {
    opened();
    await offer(planWith(['one']));
    world.state.store.git(['update-ref', '-d', 'refs/heads/change']);
    world.commit('change', { 'a.cu': text, 'other.md': 'rebased\n' });
    expect(await offer(planWith(['one']))).toEqual(['updated']);
    expect(world.state.store.commitsBetween('change', branch)).toHaveLength(1);
  });

  test('branches of several labels never meet', () => {
    const labels = ['main', 'feature/x', 'feature-x', 'pr-1', branchLabel('pr-1'), 'pr-10', 'feature x', '…'];
    expect(new Set(labels.map(folderOf)).size).toBe(labels.length);
    expect(folderOf('main')).toBe('syncwright/fix/main/');
    for (const label of labels)
      expect(() => world.state.store.git(['check-ref-format', `refs/heads/${folderOf(label)}key`])).not.toThrow();
  });
});

describe('people', () => {
  test('a commit of a person: left alone, also when it is made over ours by a rebase', async () => {
    opened();
    await offer(planWith(['one']));
    const ours = world.state.store.branchAt(branch) ?? '';
    world.commit(branch, { 'a.cu': 'mine\n' }, 'main', ada);
    expect(await offer(planWith(['one'], 'other\n'))).toEqual(['left-alone']);
    expect(world.state.store.file(branch, 'a.cu')?.text).toBe('mine\n');
    const { tree, parents, message } = world.state.store.commit(ours);
    const rebased = world.state.store
      .git(['commit-tree', tree, '-p', parents[0] ?? '', '-m', message], undefined, {
        GIT_AUTHOR_NAME: robot.login,
        GIT_AUTHOR_EMAIL: `${robot.id}+${robot.login}@users.noreply.github.com`,
        GIT_COMMITTER_NAME: 'ada',
        GIT_COMMITTER_EMAIL: '7+ada@users.noreply.github.com',
      })
      .trim();
    world.state.store.setRef(`refs/heads/${branch}`, rebased);
    expect(await offer(planWith(['one'], 'other\n'))).toEqual(['left-alone']);
  });

  test('closed by a person: left closed, and opened again when a person asks for it', async () => {
    opened();
    await offer(planWith(['one']));
    world.state.closePull(mine());
    expect(await offer(planWith(['one']))).toEqual(['closed-by-person']);
    world.state.store.git(['update-ref', '-d', `refs/heads/${branch}`]);
    expect(await offer(planWith(['one']))).toEqual(['closed-by-person']);
    expect(await offer(planWith(['one'], 'new\n'), { isAskedFor: true })).toEqual(['reopened']);
    expect(mine().state).toBe('open');
    expect(world.state.store.file(branch, 'a.cu')?.text).toBe(`new\n${text}`);
    expect(world.state.pulls).toHaveLength(2);
  });

  test("one that a person opened on our branch keeps that person's words, and is not closed", async () => {
    opened();
    world.state.actionsMayOpenPulls = false;
    expect(await offer(planWith(['one']))).toEqual(['branch-only']);
    world.state.openPull('Their title', 'Their words', ada, branch, 'change');
    expect(await offer(planWith(['one'], 'new\n'))).toEqual(['updated']);
    expect([mine().title, mine().body]).toEqual(['Their title', 'Their words']);
    expect(await offer(planWith([]))).toEqual(['left-alone']);
    expect(mine().state).toBe('open');
  });
});

describe('the end', () => {
  test('the finding is gone: said, closed, the branch removed; it comes back: opened again', async () => {
    opened();
    await offer(planWith(['one']));
    expect(await offer(planWith([]))).toEqual(['closed']);
    expect(mine().state).toBe('closed');
    expect(world.state.store.branchAt(branch)).toBe(null);
    expect(
      world.state.conversation.map((one) => [one.pull, one.author.login, one.body.replace(/[0-9a-f]{12,}/g, 'SHA')]),
    ).toEqual([
      [
        2,
        robot.login,
        '<!-- syncwright:closed SHA -->\nThe finding is gone at SHA; this fix is no longer needed. Its branch is removed; if the finding comes back, this pull request is opened again.',
      ],
    ]);
    const before = writes();
    expect(await offer(planWith([]))).toEqual([]);
    expect(writes()).toBe(before);
    expect(await offer(planWith(['one'], 'new\n'))).toEqual(['reopened']);
    expect(mine().state).toBe('open');
    expect(mine().body).not.toContain('syncwright:closed');
    expect(world.state.store.file(branch, 'a.cu')?.text).toBe(`new\n${text}`);
  });

  test('a person pushes while it is closed: their commit stays', async () => {
    opened();
    await offer(planWith(['one']));
    world.github.faults.push({
      matches: (method, path) => {
        if (method === 'PATCH' && path.endsWith('/pulls/2')) world.commit(branch, { 'x.md': 'quick\n' }, 'main', ada);
        return false;
      },
      times: 1,
      act: { kind: 'lost' },
    });
    expect(await offer(planWith([]))).toEqual(['left-alone']);
    expect(world.state.store.file(branch, 'x.md')?.text).toBe('quick\n');
  });

  test('a person pushes just before the branch is removed: their commit stays', async () => {
    opened();
    await offer(planWith(['one']));
    pushBefore(isUpdate);
    expect(await offer(planWith([]))).toEqual(['left-alone']);
    expect(world.state.store.file(branch, 'x.md')?.text).toBe('quick\n');
  });

  test('one that cannot be opened again, because its branch was made anew, is followed by another', async () => {
    opened();
    await offer(planWith(['one']));
    await offer(planWith([]));
    world.state.store.setRef(`refs/heads/${branch}`, world.state.store.branchAt('change') ?? '');
    expect(await offer(planWith(['one']))).toEqual(['opened']);
    expect(world.state.pulls.map((pull) => pull.state)).toEqual(['open', 'closed', 'open']);
  });

  test('what is not decided ends nothing: the kernel is unknown, or something was left out', async () => {
    opened();
    const plan = planWith(['one']);
    await offer(plan);
    const unknown: ReviewPlan = {
      ...planWith([]),
      report: reportOf(answer({ name: 'k0', verdict: 'unknown', findings: [] })),
    };
    expect(await offer(unknown)).toEqual([]);
    expect(await offer({ ...planWith([]), isComplete: false })).toEqual([]);
    expect(await offer(planWith([]), { obsolete: obsoleteIn(planWith([]), 'range') })).toEqual([]);
    const decided: ReviewPlan = {
      ...planWith([]),
      report: reportOf(answer({ name: 'k0', verdict: 'drf', findings: [] })),
      isComplete: false,
    };
    expect(await offer(decided, { obsolete: obsoleteIn(decided, 'range') })).toEqual(['closed']);
  });

  test('the pull request it is for is merged: closed, except where a person committed', async () => {
    opened();
    await offer(planWith(['one', 'two']), { most: 2 });
    world.commit('syncwright/fix/pr-1/two', { 'a.cu': 'mine\n' }, 'main', ada);
    const commit = world.state.store.branchAt('change') ?? '';
    world.state.store.git(['update-ref', '-d', 'refs/heads/change']);
    const target = { ...place, base: 'change', commit, server: 'https://github.com' };
    const ended = await endFollowUps(
      { client: client(), target, login: robot.login },
      'pr-1',
      'Pull request #1, which this fixes, was merged.',
    );
    if (!ended.ok) throw new Error(ended.problem.text);
    expect(ended.value.map((outcome) => [outcome.branch.slice(-3), outcome.kind])).toEqual([
      ['one', 'closed'],
      ['two', 'left-alone'],
    ]);
    expect(world.state.pulls.map((pull) => pull.state)).toEqual(['open', 'closed', 'open']);
  });
});

describe('what goes wrong on the way', () => {
  const lose = (...steps: readonly (readonly [method: string, end: string])[]): void => {
    for (const [method, end] of steps)
      world.github.faults.push({
        matches: (m, path) => m === method && path.endsWith(end),
        times: 1,
        act: { kind: 'lost' },
      });
  };

  test('cut off between branch and commit, or the list of pull requests late: goes on', async () => {
    const pull = opened();
    world.state.store.setRef(`refs/heads/${branch}`, world.state.tips(pull).head);
    expect(await offer(planWith(['one']))).toEqual(['opened']);
    world.github.faults.push({
      matches: (method, path) => method === 'GET' && path.endsWith('/pulls'),
      times: 1,
      act: { kind: 'answer', status: 200, body: [] },
    });
    expect(await offer(planWith(['one'], 'new\n'))).toEqual(['updated']);
    expect(world.state.pulls).toHaveLength(2);
  });

  test('a branch that GraphQL does not know of yet, right after it was made: committed to a little later', async () => {
    opened();
    const isCommit = (_method: string, _path: string, body: unknown): boolean =>
      JSON.stringify(body ?? '').includes('createCommitOnBranch(');
    world.github.faults.push({
      matches: isCommit,
      times: 2,
      act: {
        kind: 'answer',
        status: 200,
        body: {
          data: { createCommitOnBranch: null },
          errors: [{ type: 'NOT_FOUND', path: ['createCommitOnBranch'], message: 'Branch not found' }],
        },
      },
    });
    expect(await offer(planWith(['one']))).toEqual(['opened']);
    expect(world.state.store.commitsBetween('change', branch)).toHaveLength(1);
  });

  test('answers that get lost: opened once, closed once', async () => {
    opened();
    lose(['POST', '/git/refs'], ['POST', '/graphql'], ['POST', '/pulls']);
    expect(await offer(planWith(['one']))).toEqual(['opened']);
    expect(world.state.pulls).toHaveLength(2);
    expect(world.state.store.commitsBetween('change', branch)).toHaveLength(1);
    lose(['POST', '/comments'], ['PATCH', '/pulls/2']);
    world.github.faults.push({ matches: isUpdate, times: 1, act: { kind: 'lost' } });
    expect(await offer(planWith([]))).toEqual(['closed']);
    expect(world.state.conversation).toHaveLength(1);
    expect(world.state.store.branchAt(branch)).toBe(null);
  });

  test('the branch moves between two requests: once more from fresh state', async () => {
    opened();
    world.github.faults.push({
      matches: (method, path) => {
        if (method !== 'POST' || !path.endsWith('/graphql')) return false;
        world.commit(branch, { 'x.md': 'quick\n' }, 'main', ada);
        return true;
      },
      times: 1,
      act: {
        kind: 'answer',
        status: 200,
        body: {
          errors: [
            { type: 'STALE_DATA', message: 'Expected branch to point to "x" but it did not. Pull and try again.' },
          ],
        },
      },
    });
    expect(await offer(planWith(['one']))).toEqual(['left-alone']);
    expect(world.state.store.file(branch, 'x.md')?.text).toBe('quick\n');
  });

  test.each(['trees', 'updateRefs'])(
    'a person pushes while the branch is laid anew, before %s: their commit stays',
    async (step) => {
      opened();
      await offer(planWith(['one']));
      pushBefore(step === 'trees' ? (method, path) => method === 'POST' && path.endsWith('/git/trees') : isUpdate);
      expect(await offer(planWith(['one'], 'new\n'))).toEqual(['left-alone']);
      expect(world.state.store.file(branch, 'x.md')?.text).toBe('quick\n');
    },
  );

  test('no answer to our commit, and a commit of somebody else is there: it is not taken for ours', async () => {
    opened();
    world.github.faults.push({
      matches: (_method, _path, body) => {
        const isOurs = JSON.stringify(body ?? '').includes('createCommitOnBranch(');
        if (isOurs) world.commit(branch, { 'x.md': 'quick\n' }, 'main', ada);
        return isOurs;
      },
      times: 1,
      act: { kind: 'answer', status: 502, body: { message: 'Server Error' } },
    });
    expect(await offer(planWith(['one']))).toEqual(['left-alone']);
    expect(world.state.pulls).toHaveLength(1);
    expect(world.state.store.file(branch, 'x.md')?.text).toBe('quick\n');
  });

  test('rules of the repository: creating the branch is refused, or the commit; nothing stays behind', async () => {
    opened();
    world.state.ruleFor = (_name, step) =>
      step === 'create' ? 'Cannot create ref due to creations being restricted.' : null;
    expect(await offer(planWith(['one']))).toEqual(['refused']);
    world.state.ruleFor = (_name, step) => (step === 'commit' ? 'Commits must have verified signatures.' : null);
    expect(await offer(planWith(['one']))).toEqual(['refused']);
    expect(world.state.store.branchAt(branch)).toBe(null);
    expect(world.state.pulls).toHaveLength(1);
  });

  test('actions may not open pull requests: the branch stays', async () => {
    opened();
    world.state.actionsMayOpenPulls = false;
    expect(await offer(planWith(['one']))).toEqual(['branch-only']);
    expect(await offer(planWith(['one']))).toEqual(['branch-only']);
    expect(world.state.store.file(branch, 'a.cu')?.text).toBe(`${patch}${text}`);
  });
});
