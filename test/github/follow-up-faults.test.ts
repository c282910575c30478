/** Each write in the life of a follow-up pull request fails once, in each way: what is there in the end is what is there without. */
import { expect, test, vi } from 'vitest';
import type { Client } from '../../src/github/octokit.ts';
import type { Fault } from './loopback.ts';
import type { ReviewPlan } from '../../src/review/plan.ts';
import { World, robot, token } from './world.ts';
import { answer, finding, fixWith, reportOf, spanAt } from '../unit/review/example.ts';
import { connect } from '../../src/github/octokit.ts';
import { defaultSettings, planReview } from '../../src/review/plan.ts';
import { followUps } from '../../src/review/follow-up.ts';
import { followUpTexts } from '../../src/review/follow-up-text.ts';
import { obsoleteIn } from '../../src/review/obsolete.ts';

// A machine with other work on it is slow; nothing here measures time.
vi.setConfig({ testTimeout: 600_000 });

const text = 'line 1;\nline 2;\n';
const place = { owner: 'ada', repo: 'kernels' };
const words = { source: () => text, address: null, fixesBy: 'diff' as const };

type Act = Fault['act'];
const ways: Readonly<Record<string, Act>> = {
  '502': { kind: 'answer', status: 502, body: { message: 'Server Error' } },
  '429': { kind: 'answer', status: 429, headers: { 'retry-after': '1' }, body: { message: 'slow down' } },
  'secondary rate limit': { kind: 'answer', status: 403, headers: { 'retry-after': '1' }, body: { message: 'You have exceeded a secondary rate limit. Please wait.' } },
  'lost answer': { kind: 'lost' },
};

function planAt(head: string, insert: string | null): ReviewPlan {
  const findings = insert === null ? [] : [finding({ span: spanAt('a.cu', 1), fingerprint: 'one', fix: fixWith([{ file: 'a.cu', start: 0, end: 0, text: insert }]) })];
  return planReview({ base: head, mergeBase: head, head, changes: [], report: reportOf(answer({ findings, verdict: insert === null ? 'drf' : 'racy' })), compared: { fresh: findings, old: [], fixed: [] }, read: () => text, isExactText: () => true, notes: [], settings: defaultSettings });
}

/** Opened, updated, closed because the finding is gone, opened again; what is there after each step, and how many writes there were. */
async function life(fault: Readonly<{ act: Act; /** Of the writes to one address, those of this parity fail. */ parity: 0 | 1 }> | null): Promise<Readonly<{ states: readonly unknown[]; writes: readonly string[] }>> {
  const world = await World.open();
  try {
    world.commit('main', { 'a.cu': text });
    world.openPull({ 'README.md': 'x\n' });
    const made = connect({ apiUrl: world.github.url, token, mostWaitSeconds: 5, sleep: () => Promise.resolve(), paced: false, log: () => undefined });
    if (!made.ok) throw new Error(made.problem.text);
    const client: Client = made.value;
    // The login is not asked for here, so every request to GraphQL writes.
    const seen = new Map<string, number>();
    const fails = (method: string, path: string): boolean => {
      const before = seen.get(`${method} ${path}`) ?? 0;
      seen.set(`${method} ${path}`, before + 1);
      return before % 2 === fault?.parity;
    };
    if (fault !== null) world.github.faults.push({ matches: (method, path) => method !== 'GET' && fails(method, path), times: 1000, act: fault.act });
    const head = world.state.store.branchAt('change') ?? '';
    const states: unknown[] = [];
    for (const insert of ['// a\n', '// b\n', null, '// c\n']) {
      const plan = planAt(head, insert);
      const target = { ...place, base: 'change', commit: head, label: 'pr-1', server: 'https://github.com' };
      const done = await followUps({ client, target, login: robot.login, offers: plan.fixes.map((set) => ({ set, texts: followUpTexts(set, words, 'change') })), most: 1, isAskedFor: false, modeOf: () => '100644', obsolete: obsoleteIn(plan, 'pull') });
      const branch = 'syncwright/fix/pr-1/one';
      states.push({
        outcome: done.ok ? done.value.map((one) => one.kind) : done.problem, pulls: world.state.pulls.map((pull) => [pull.state, pull.title, pull.body.replace(/[0-9a-f]{40}/g, 'SHA')]),
        file: world.state.store.file(branch, 'a.cu')?.text ?? null, commits: world.state.store.branchAt(branch) === null ? 0 : world.state.store.commitsBetween('change', branch).length,
        said: world.state.conversation.map((one) => one.body.replace(/[0-9a-f]{40}/g, 'SHA')),
      });
    }
    expect(world.github.violations).toEqual([]);
    return { states, writes: world.github.log.filter((one) => one.isWrite).map((one) => one.id) };
  } finally {
    await world.close();
  }
}

test('the life of a follow-up, with each write failing once in each way', async () => {
  const plain = await life(null);
  expect(plain.states).toMatchObject([{ outcome: ['opened'] }, { outcome: ['updated'] }, { outcome: ['closed'] }, { outcome: ['reopened'] }]);
  expect(plain.writes).toEqual([
    'git/create-ref', 'graphql', 'pulls/create', 'git/create-tree', 'git/create-commit', 'git/update-ref', 'pulls/update', 'issues/create-comment', 'pulls/update', 'git/delete-ref',
    'git/create-ref', 'pulls/update', 'git/create-tree', 'git/create-commit', 'git/update-ref',
  ]);
  // A write of which only the answer is lost is not sent again, so there both parities are needed to reach all of them.
  const faults = Object.entries(ways).flatMap(([way, act]) => (act.kind === 'lost' ? [0, 1] as const : [0] as const).map((parity) => ({ way, act, parity })));
  for (const { way, act, parity } of faults) expect((await life({ act, parity })).states, `${way} (${parity})`).toEqual(plain.states);
});
