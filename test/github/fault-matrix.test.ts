/**
 * Whatever write fails once, and however: in the end GitHub has what it has where nothing fails, and no run needs to be
 * repeated.
 */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Finding } from '../../src/verdict/finding.ts';
import type { Play } from './fault-matrix.ts';
import { ada } from './world.ts';
import { finding, fixWith, spanAt } from '../unit/review/example.ts';
import { hasten } from './clock.ts';
import { played, ways } from './fault-matrix.ts';

// A machine with other work on it is slow; nothing here measures time.
vi.setConfig({ testTimeout: 600_000 });

let restore = (): void => undefined;
beforeAll(() => {
  restore = hasten(500);
});
afterAll(() => {
  restore();
});

const before = { 'a.cu': Array.from({ length: 40 }, (_, k) => `line ${k + 1};`).join('\n') + '\n', 'b.cu': 'b;\n' };
const after = { 'a.cu': before['a.cu'].replace('line 20;', 'line 20 changed;'), 'b.cu': 'bb;\n' };
const mallory = { login: 'mallory', id: 9, type: 'User' } as const;

const onLine = finding({ span: spanAt('a.cu', 20), fingerprint: '1'.repeat(16) });
const onFile = finding({ span: spanAt('a.cu', 2), fingerprint: '2'.repeat(16), array: 'other' });
const inBody = finding({ span: spanAt('elsewhere.cu', 3), fingerprint: '3'.repeat(16), array: 'third' });
const patched = (insert: string): Finding =>
  finding({
    span: spanAt('a.cu', 1),
    fingerprint: 'a'.repeat(16),
    fix: fixWith([{ file: 'a.cu', start: 0, end: 0, text: insert }]),
  });
const opening = ['createRef', 'commit', 'open'];

/** Its writes where nothing fails, and the play. */
const scenarios: Readonly<Record<string, readonly [writes: readonly string[], play: Play]>> = {
  'a review with comments on a line, on a file and in the body, and its check run': [
    ['pulls/create-review-comment', 'pulls/create-review', 'checks/create'],
    async (stage, act) => {
      await act(
        stage.review(stage.openPull(before, after), { findings: [onLine, onFile, inBody] }, { 'check-run': 'true' }),
      );
    },
  ],
  'a review of which GitHub refuses a line': [
    ['pulls/create-review', 'pulls/create-review'],
    async (stage, act) => {
      const pull = stage.openPull(before, after);
      stage.world.state.filesWithoutPatch.add('b.cu');
      await act(
        stage.review(pull, {
          findings: [onLine, finding({ span: spanAt('b.cu', 1), fingerprint: '2'.repeat(16), array: 'other' })],
        }),
      );
    },
  ],
  'comments settled, and opened again': [
    [
      'pulls/create-review-comment',
      'pulls/create-review',
      'resolveReviewThread',
      'updatePullRequestReviewComment',
      'resolveReviewThread',
      'updatePullRequestReviewComment',
      'updatePullRequestReview',
      'unresolveReviewThread',
      'updatePullRequestReviewComment',
      'unresolveReviewThread',
      'updatePullRequestReviewComment',
      'updatePullRequestReview',
    ],
    async (stage, act) => {
      const pull = stage.openPull(before, after);
      await act(stage.review(pull, { findings: [onLine, onFile, inBody] }));
      const [first] = stage.world.state.comments;
      if (first !== undefined) stage.world.state.reply(first, ada, 'Is that so?');
      await act(stage.review(pull, {}));
      await act(stage.review(pull, { findings: [onLine, onFile, inBody] }));
    },
  ],
  'comments hidden where threads cannot be resolved, and shown again': [
    [
      'pulls/create-review',
      'pulls/create-review',
      'minimizeComment',
      'updatePullRequestReviewComment',
      'updatePullRequestReview',
      'minimizeComment',
      'updatePullRequestReview',
      'unminimizeComment',
      'updatePullRequestReviewComment',
      'updatePullRequestReview',
      'unminimizeComment',
      'updatePullRequestReview',
    ],
    async (stage, act) => {
      stage.may('pull-requests');
      const pull = stage.openPull(before, after);
      await act(stage.review(pull, { findings: [onLine] }));
      await act(stage.review(pull, { findings: [onLine, inBody] }));
      await act(stage.review(pull, {}));
      await act(stage.review(pull, { findings: [onLine, inBody] }));
    },
  ],
  'a check run of three pages, and another result': [
    ['checks/create', 'checks/update', 'checks/update', 'checks/create'],
    async (stage, act) => {
      const pull = stage.openPull(before, after);
      const inputs = { comments: 'none', 'check-run': 'true' };
      await act(
        stage.review(
          pull,
          { findings: Array.from({ length: 120 }, (_, k) => ({ ...onLine, fingerprint: `f${k}` })) },
          inputs,
        ),
      );
      await act(stage.review(pull, { findings: [onLine] }, inputs));
    },
  ],
  'commands, and one of a reader': [
    [
      'eyes',
      'answer',
      'rocket',
      'eyes',
      'pulls/create-review-comment',
      'pulls/create-review',
      'answer',
      'rocket',
      'eyes',
      ...opening,
      'answer',
      'rocket',
      'eyes',
      ...opening,
      'answer',
      'rocket',
      'resolveReviewThread',
      'updatePullRequestReviewComment',
      'updatePullRequestReview',
      'confused',
    ],
    async (stage, act) => {
      const pull = stage.openPull(before, after);
      const head = { findings: [patched('// a\n')] };
      await act(stage.command(pull, '/syncwright help', head));
      await act(stage.command(pull, '/syncwright recheck', head));
      await act(stage.command(pull, '/syncwright fix', head));
      await act(stage.command(pull, '/syncwright ignore aaaa known', head));
      await act(stage.command(pull, '/syncwright fix', head, mallory));
    },
  ],
  'a follow-up opened, updated, closed as obsolete, opened again, and closed with its pull request': [
    [
      ...opening,
      'git/create-tree',
      'git/create-commit',
      'updateRefs',
      'pulls/update',
      'answer',
      'pulls/update',
      'updateRefs',
      'createRef',
      'pulls/update',
      'git/create-tree',
      'git/create-commit',
      'updateRefs',
      'answer',
      'pulls/update',
      'updateRefs',
    ],
    async (stage, act) => {
      const pull = stage.openPull(before, after);
      for (const insert of ['// a\n', '// b\n']) await act(stage.fix(pull, { findings: [patched(insert)] }));
      await act(stage.fix(pull, {}));
      await act(stage.fix(pull, { findings: [patched('// c\n')] }));
      await act(stage.closed(pull));
    },
  ],
  'a follow-up of an executable file': [
    ['git/create-tree', 'git/create-commit', 'createRef', 'open'],
    async (stage, act) => {
      await act(stage.fix(stage.openPull(before, after), { findings: [patched('// a\n')] }, () => '100755'));
    },
  ],
  "a fork's review published, with its check run": [
    ['pulls/create-review', 'checks/create'],
    async (stage, act) => {
      stage.commit('main', before);
      stage.world.commitTo('refs/forks/mallory/change', after, 'main', mallory);
      const pull = stage.world.state.openPull('From a fork', '', mallory, 'change', 'main', {
        owner: 'mallory',
        repo: 'kernels',
      });
      await act(stage.publish(pull, { findings: [onLine, inBody] }, { 'check-run': 'true' }));
    },
  ],
};

const shortly: Readonly<Record<string, string>> = {
  'git/create-ref': 'createRef',
  createCommitOnBranch: 'commit',
  'pulls/create': 'open',
  'issues/create-comment': 'answer',
};

describe.each(Object.entries(scenarios))('%s', (_name, [writes, play]) => {
  test('each write fails once, and where GitHub fails so on reads each request, in each way', async () => {
    const plain = await played(play, null);
    expect(plain.violations).toEqual([]);
    expect(plain.writes.map((id) => shortly[id] ?? id)).toEqual(writes);
    for (const { name, act, isAnswerToReads } of ways) {
      const run = await played(play, { act, which: isAnswerToReads ? 'each request' : 'each write' });
      expect(run.acts, name).toEqual(plain.acts);
      expect(run.violations).toEqual([]);
    }
  });
});
