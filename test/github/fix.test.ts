/** Mode `fix`, through the action's program and the loopback GitHub. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Run } from './world.ts';
import { World, token } from './world.ts';
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
const fix = { inputs: { mode: 'fix' } };
const opening = ['git/create-ref', 'graphql', 'pulls/create'];
const ids = (run: Run): readonly string[] => run.writes.map((one) => one.id);

function fixBranch(): string {
  return world.state.pulls.at(-1)?.headRef ?? '';
}

test('opens one pull request with the proved patch; run again, or once a person has committed to it or closed it, it writes nothing', async () => {
  world.commit('main', correct);
  const pull = world.openPull(racy);
  const run = await world.run(pull, fix);
  expect(run.status).toBe(0);
  expect(ids(run)).toEqual(opening);
  expect(fixBranch()).toMatch(/^syncwright\/fix\/pr-1\/[0-9a-f]{16}$/);
  expect(world.state.store.file(fixBranch(), 'src/shift.cu')?.text).toContain('__syncthreads();');
  const mine = world.state.pulls[1];
  expect([mine?.baseRef, mine?.author.login]).toEqual(['change', 'github-actions[bot]']);
  expect(mine?.title).toMatch(/^Fix SW101 in shift: /);
  expect(mine?.body).toContain('### The bug');
  expect(mine?.body).toContain('syncwright check src/shift.cu');
  const again = await world.run(pull, fix);
  expect(again.writes).toEqual([]);
  expect(again.log).toContain('Already up to date: ');
  expect(`${run.log}${again.log}`.split(token)).toHaveLength(3); // the two masks
  world.commit(fixBranch(), { 'src/shift.cu': shift({ barrier: true, lead: '// By hand.\n' }) });
  world.commit('change', { 'src/shift.cu': shift({ barrier: false, lead: '// One more line.\n' }) });
  const edited = await world.run(pull, fix);
  expect([edited.status, edited.writes]).toEqual([0, []]);
  expect(edited.log).toContain('Not changed, because someone else has committed to ');
  if (mine !== undefined) world.state.closePull(mine);
  const closed = await world.run(pull, fix);
  expect([closed.status, closed.writes]).toEqual([0, []]);
  expect(closed.log).toContain('Not reopened, because a person closed the pull request of ');
});

test('the fix branch, reviewed like any other, is clean', async () => {
  world.commit('main', correct);
  const pull = world.openPull(racy);
  await world.run(pull, fix);
  const mine = world.state.pulls[1];
  if (mine === undefined) throw new Error('no pull request was opened');
  const run = await world.run(mine);
  expect(run.status).toBe(0);
  expect(run.writes).toEqual([]);
  expect(run.outputs.get('drf')).toBe('1');
});

test('markers in a source, which the body of a follow-up quotes, are not ours: nothing is written twice, and closed by a person it stays closed', async () => {
  world.commit('main', correct);
  const forged = racy['src/shift.cu'].replace(
    'tile[(t + 1) % 256];',
    'tile[(t + 1) % 256]; // <!-- syncwright:closed x --> <!-- syncwright:fix y -->',
  );
  const pull = world.openPull({ 'src/shift.cu': forged });
  await world.run(pull, { inputs: { mode: 'fix' } });
  const [, followUp] = world.state.pulls;
  if (followUp === undefined) throw new Error('no follow-up');
  expect((await world.run(pull, { inputs: { mode: 'fix' } })).writes).toEqual([]);
  world.state.closePull(followUp);
  expect((await world.run(pull, { inputs: { mode: 'fix' } })).writes).toEqual([]);
});

test('follows the pull request when it moves on', async () => {
  world.commit('main', correct);
  const pull = world.openPull(racy);
  await world.run(pull, fix);
  world.commit('change', { 'src/shift.cu': shift({ barrier: false, lead: '// One more line.\n' }) });
  const run = await world.run(pull, fix);
  expect(ids(run)).toEqual(['git/create-tree', 'git/create-commit', 'graphql', 'pulls/update']);
  expect(world.state.store.file(fixBranch(), 'src/shift.cu')?.text).toContain('// One more line.');
  expect(world.state.store.commitsBetween('change', fixBranch())).toHaveLength(1);
  expect(world.state.pulls).toHaveLength(2);
  expect(world.state.pulls[1]?.state).toBe('open');
});

test('a commit that changes nothing of it brings no write', async () => {
  world.commit('main', correct);
  const pull = world.openPull(racy);
  await world.run(pull, fix);
  world.commit('change', { 'README.md': 'Something else.\n' });
  const run = await world.run(pull, fix);
  expect(run.writes).toEqual([]);
});

test('where actions may not open pull requests: the branch is pushed and the link given', async () => {
  world.commit('main', correct);
  world.state.actionsMayOpenPulls = false;
  const run = await world.run(world.openPull(racy), fix);
  expect(run.status).toBe(0);
  expect(run.writes.map((one) => [one.id, one.status]).at(-1)).toEqual(['pulls/create', 403]);
  expect(ids(run)).toEqual(opening);
  expect(world.state.pulls).toHaveLength(1);
  expect(run.log).toMatch(
    /::warning title=Syncwright::the fix is on branch syncwright\/fix\/pr-1\/[0-9a-f]{16}, but this repository does not let GitHub Actions open pull requests. Open it by hand at https:\/\/github\.com\/ada\/kernels\/compare\/change\.\.\.syncwright\/fix\/pr-1\/[0-9a-f]{16}\?expand=1/,
  );
});

test('a token that may not write contents: one line', async () => {
  world.commit('main', correct);
  const { github } = world;
  const caller = github.callers.get(token);
  if (caller !== undefined) github.callers.set(token, { ...caller, write: new Set(['pull-requests']) });
  const run = await world.run(world.openPull(racy), fix);
  expect(run.status).toBe(2);
  expect(run.writes.map((one) => [one.id, one.status])).toEqual([['git/create-ref', 403]]);
  expect(run.log).toContain(
    '::error title=Syncwright::the fixes cannot be offered: the token lacks `contents: write` or `pull-requests: write`; grant this under `permissions:` of the job (GitHub: Resource not accessible by integration; it needs contents: write)',
  );
});

test('a push to main: the fix goes into main', async () => {
  const before = world.commit('main', correct);
  const after = world.commit('main', racy);
  const run = await world.runOnPush(before, after, fix);
  expect(run.status).toBe(0);
  expect(ids(run)).toEqual(opening);
  expect(world.state.pulls.map((pull) => [pull.baseRef, pull.headRef.replace(/[0-9a-f]{16}$/, 'FP')])).toEqual([
    ['main', 'syncwright/fix/main/FP'],
  ]);
});

test('nothing to fix: GitHub is asked for branches of ours, and nothing is written', async () => {
  world.commit('main', correct);
  const run = await world.run(
    world.openPull({ 'src/shift.cu': shift({ barrier: true }).replace('int t', 'const int t') }),
    fix,
  );
  expect(run.requests.map((one) => one.id)).toEqual(['git/get-ref', 'pulls/get', 'graphql', 'git/list-matching-refs']);
  expect(run.writes).toEqual([]);
  expect(run.log).toContain('There are no fixes to offer.');
});

test('the race is mended by hand: the follow-up is closed, and its branch removed', async () => {
  world.commit('main', correct);
  const pull = world.openPull(racy);
  await world.run(pull, fix);
  const branch = fixBranch();
  world.commit('change', {
    'src/shift.cu': shift({ barrier: true, lead: '// Mended.\n' }).replace('int t', 'const int t'),
  });
  const run = await world.run(pull, fix);
  expect(ids(run)).toEqual(['issues/create-comment', 'pulls/update', 'graphql']);
  expect(world.state.pulls[1]?.state).toBe('closed');
  expect(world.state.store.branchAt(branch)).toBe(null);
  expect(run.log).toContain('Closed because it is obsolete: https://github.com/ada/kernels/pull/2');
});

test('the pull request is closed: so are its follow-ups, without an analysis', async () => {
  world.commit('main', correct);
  const pull = world.openPull(racy);
  await world.run(pull, fix);
  world.state.closePull(pull);
  const run = await world.run(pull, fix);
  expect(run.log).not.toContain('touched kernel');
  expect(ids(run)).toEqual(['issues/create-comment', 'pulls/update', 'graphql']);
  expect(world.state.pulls.map((one) => one.state)).toEqual(['closed', 'closed']);
  expect(world.state.conversation.map((one) => one.body)).toEqual([
    expect.stringContaining('Pull request #1, which this fixes, was closed.'),
  ]);
});

test.each(['workflow_dispatch', 'schedule'] as const)(
  '%s: all kernels of the branch, and the fix goes into it; run again, nothing is written',
  async (event) => {
    world.commit('main', racy);
    world.commit('main', { 'README.md': 'x\n' });
    const run = await world.runOnBranch('main', event, fix);
    expect(run.status).toBe(0);
    expect(ids(run)).toEqual(opening);
    expect(world.state.pulls.map((pull) => [pull.baseRef, pull.headRef.replace(/[0-9a-f]{16}$/, 'FP')])).toEqual([
      ['main', 'syncwright/fix/main/FP'],
    ]);
    expect((await world.runOnBranch('main', event, fix)).writes).toEqual([]);
  },
);

test("rules of the repository refuse the branch: one line with GitHub's words and the way by hand", async () => {
  world.commit('main', correct);
  world.state.ruleFor = () => 'Cannot create ref due to creations being restricted.';
  const run = await world.run(world.openPull(racy), fix);
  expect(run.status).toBe(0);
  expect(run.writes.map((one) => [one.id, one.status])).toEqual([['git/create-ref', 422]]);
  expect(run.log).toMatch(
    /::warning title=Syncwright::a rule of this repository rejects branch syncwright\/fix\/pr-1\/[0-9a-f]{16} \(GitHub: Repository rule violations found +Cannot create ref due to creations being restricted\.\)\. Exempt Syncwright's account from the rule, or apply the patch in the job summary by hand: https:\/\/github\.com\/ada\/kernels\/edit\/change\/src\/shift\.cu/,
  );
});
