/** Mode `audit`, through the action's program and the loopback GitHub. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Run, RunOptions } from './world.ts';
import type { IssueRecord } from './shapes.ts';
import { World, ada, robot, token } from './world.ts';
import { here } from './here.ts';
import { shift } from './kernels.ts';

// A machine with other work on it is slow; nothing here measures time.
vi.setConfig({ testTimeout: 600_000 });

let world: World;
beforeEach(async () => {
  world = await World.open(['contents', 'pull-requests', 'issues'], undefined, here);
});
afterEach(async () => {
  const { violations } = world.github;
  await world.close();
  expect(violations).toEqual([]);
});

const correct = { 'src/shift.cu': shift({ barrier: true }) };
const racy = { 'src/shift.cu': shift({ barrier: false }) };
const audited = (inputs: RunOptions['inputs'] = {}, more: RunOptions = {}): Promise<Run> =>
  world.runOnBranch('main', 'schedule', {
    ...more,
    inputs: { mode: 'audit', 'max-fixes': '0', 'fail-on': 'never', ...inputs },
  });
const ids = (run: Run): readonly string[] => run.writes.map((one) => one.id);
const result = (run: Run, name: string): string => readFileSync(join(run.workspace, name), 'utf8');

function issue(): IssueRecord {
  const last = world.state.issues.at(-1);
  if (last === undefined) throw new Error('there is no issue');
  return last;
}

test('nothing is found: nothing is written at GitHub, and all files are there', async () => {
  world.commit('main', { ...correct, 'README.md': 'x\n' });
  const run = await audited();
  expect([run.status, run.writes]).toEqual([0, []]);
  expect(run.requests.map(({ id }) => id)).toEqual(['graphql', 'issues/list-for-repo']);
  expect(run.summary).toContain('## Syncwright audit\n\n1 kernel: 1 drf (race-free).');
  expect(run.summary).toContain('| `src` | 0 | 0 | 1 | 0 | 0 |');
  expect(Object.fromEntries(run.outputs)).toEqual({
    audit: 'syncwright-audit.jsonl',
    racy: '0',
    conditional: '0',
    drf: '1',
    unknown: '0',
    unsupported: '0',
    'new-findings': '0',
    sarif: 'syncwright.sarif',
    json: 'syncwright.json',
    html: 'syncwright.html',
    overview: 'syncwright-overview.svg',
    badge: 'syncwright-badge.svg',
    'badge-json': 'syncwright-badge.json',
  });
  for (const name of [
    'syncwright-audit.jsonl',
    'syncwright.sarif',
    'syncwright.json',
    'syncwright.html',
    'syncwright-overview.svg',
  ])
    expect(existsSync(join(run.workspace, name)), name).toBe(true);
});

test('a race: an issue; unchanged, nothing; fixed, closed; back, opened again; a title that a person gave stays', async () => {
  world.commit('main', racy);
  const first = await audited({ 'fail-on': 'error' });
  expect(first.status).toBe(1);
  expect(ids(first)).toEqual(['issues/create']);
  expect(first.outputs.get('issue')).toBe('https://github.com/ada/kernels/issues/1');
  expect([issue().title, issue().author.login, issue().state]).toEqual([
    'Syncwright: findings of the audit of main',
    'github-actions[bot]',
    'open',
  ]);
  expect(issue().body).toMatch(
    /### New \(1\)\n\n- \[ \] \*\*SW101 .*\*\* in `shift` at \[`src\/shift\.cu:\d+`\]\(https:\/\/github\.com\/ada\/kernels\/blob\/[0-9a-f]{40}\/src\/shift\.cu#L\d+\)/,
  );
  expect(first.summary).toContain('- Tracking issue: https://github.com/ada/kernels/issues/1');

  world.commit('main', { 'README.md': 'Something else.\n' });
  const again = await audited();
  expect([again.status, again.writes]).toEqual([0, []]);
  expect(again.log).toContain('The tracking issue is up to date: ');

  issue().title = 'Races in our kernels';
  world.commit('main', { ...correct, 'src/other.cu': shift({ barrier: false, name: 'other' }) });
  const changed = await audited();
  expect(ids(changed)).toEqual(['issues/update']);
  expect(Object.keys(changed.writes[0]?.body ?? {})).toEqual(['body']);
  expect(issue().body).toMatch(/### New \(1\)\n\n- \[ \] .* in `other` [^]*### Fixed \(1\)\n\n- \[x\] .* in `shift` /);

  world.commit('main', { 'src/other.cu': null });
  const clean = await audited();
  expect(clean.writes.map(({ id, body }) => [id, body])).toEqual([
    ['issues/update', { body: issue().body, state: 'closed', state_reason: 'completed' }],
  ]);
  expect(issue().body).toContain('No findings are left.');
  expect((await audited()).writes).toEqual([]);

  world.commit('main', racy);
  const back = await audited();
  expect(back.writes.map(({ id, body }) => [id, body])).toEqual([
    ['issues/update', { body: issue().body, state: 'open', state_reason: 'reopened' }],
  ]);
  expect([world.state.issues.length, issue().title, issue().state]).toEqual([1, 'Races in our kernels', 'open']);
  expect(`${first.log}${back.log}`.split(token)).toHaveLength(3); // the two masks
});

test('the tasks of the issue stand under the owners that `CODEOWNERS` names', async () => {
  const named = (name: string): string => shift({ barrier: false, name });
  world.commit('main', {
    '.github/CODEOWNERS': '* @ada\n/src/b/ @kernels/team @bob\n/src/c.cu\n',
    'src/a.cu': named('a'),
    'src/b/b.cu': named('b'),
    'src/c.cu': named('c'),
    'src/d.cu': named('d'),
  });
  await audited();
  expect(
    [...issue().body.matchAll(/^(#### .*)$|^- \[ \] .*? in `(\w+)`/gm)].map(([, owner, kernel]) => owner ?? kernel),
  ).toEqual(['#### `@ada`', 'a', 'd', '#### `@kernels/team` `@bob`', 'b', '#### No owner', 'c']);
  expect(issue().body).not.toMatch(/(?<!`)@\w/);
});

test('a file of earlier audits that is kept gets a point with each, which the report draws', async () => {
  const file = { 'history-file': 'history.jsonl', issue: 'false' };
  const points = (run: Run): readonly unknown[] =>
    result(run, 'history.jsonl')
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
  const before = world.commit('main', racy);
  const first = await audited(file);
  expect(first.outputs.get('history')).toBe('history.jsonl');
  expect(points(first)).toMatchObject([{ commit: before, counts: { racy: 1, drf: 0 } }]);
  const beside = { beside: { 'history.jsonl': result(first, 'history.jsonl') } };
  expect(points(await audited(file, beside))).toHaveLength(1);
  const after = world.commit('main', correct);
  const second = await audited(file, beside);
  expect(points(second)).toMatchObject([
    { commit: before, counts: { racy: 1, drf: 0 } },
    { commit: after, counts: { racy: 0, drf: 1 } },
  ]);
  expect(
    [first, second].map(
      (run) => /id="trend">.*?(\d+ audits) from .*?: (.*?)\.</s.exec(result(run, 'syncwright.html'))?.slice(1) ?? null,
    ),
  ).toEqual([null, ['2 audits', '−1 racy, +1 race-free']]);
});

test('closed by a person: left closed until something new is found', async () => {
  world.commit('main', racy);
  await audited();
  issue().state = 'closed';
  expect((await audited()).writes).toEqual([]);
  world.commit('main', { 'src/other.cu': shift({ barrier: false, name: 'other' }) });
  const run = await audited();
  expect(ids(run)).toEqual(['issues/update']);
  expect([issue().state, world.state.issues.length]).toEqual(['open', 1]);
});

test("a stranger's issue with our marker is not ours, nor is a pull request of ours with it", async () => {
  world.commit('main', racy);
  await audited();
  const { body } = issue();
  world.state.issues.length = 0;
  world.state.openIssue('Mine', body, ada);
  world.commit('change', { 'README.md': 'x\n' });
  world.state.openPull('A change', body, robot, 'change', 'main');
  const run = await audited();
  expect(ids(run)).toEqual(['issues/create']);
  expect(world.state.issues.map(({ title }) => title)).toEqual(['Mine', 'Syncwright: findings of the audit of main']);
});

test('without `issues: write`: one line, and the rest goes on', async () => {
  world.commit('main', racy);
  world.github.callers.set(token, { actor: robot, write: new Set(['contents', 'pull-requests']) });
  const run = await audited({ 'max-fixes': '1', 'fail-on': 'error' });
  expect(run.status).toBe(1);
  expect(run.writes.map(({ id, status }) => [id, status])).toEqual([
    ['issues/create', 403],
    ['git/create-ref', 201],
    ['graphql', 200],
    ['pulls/create', 201],
  ]);
  expect(run.log).toContain(
    '::warning title=Syncwright::the tracking issue cannot be written: the token lacks `issues: write`; grant this under `permissions:` of the job (GitHub: Resource not accessible by integration; it needs issues: write)',
  );
  expect(run.outputs.get('racy')).toBe('1');
});

test("where issues are switched off: one line with GitHub's words", async () => {
  world.commit('main', racy);
  world.state.hasIssues = false;
  const run = await audited();
  expect(run.status).toBe(0);
  expect(run.log).toMatch(
    /::warning title=Syncwright::the tracking issue cannot be written: .*Issues are disabled for this repo/,
  );
});

test('fixes: at most so many pull requests, into the branch; the others wait; without a token, and with `issue: false`, nothing is asked', async () => {
  world.commit('main', {
    ...racy,
    'src/a.cu': shift({ barrier: false, name: 'a' }),
    'src/b.cu': shift({ barrier: false, name: 'b' }),
  });
  const run = await audited({ 'max-fixes': '2', issue: 'false' });
  expect(ids(run)).toEqual(['git/create-ref', 'graphql', 'pulls/create', 'git/create-ref', 'graphql', 'pulls/create']);
  expect(world.state.pulls.map((pull) => [pull.baseRef, pull.headRef.replace(/[0-9a-f]{16}$/, 'FP')])).toEqual([
    ['main', 'syncwright/fix/main/FP'],
    ['main', 'syncwright/fix/main/FP'],
  ]);
  expect(run.log).toContain('1 more fix waits until these are merged or closed');
  expect((await audited({ 'max-fixes': '2', issue: 'false' })).writes).toEqual([]);
  const silent = await audited({ issue: 'false', token: '' });
  expect([silent.status, silent.requests]).toEqual([0, []]);
});

test('the branch moves on while it is audited: a patch is offered only where its file is what it was', async () => {
  world.commit('main', { ...racy, 'src/a.cu': shift({ barrier: false, name: 'a' }) });
  const head = world.state.store.branchAt('main') ?? '';
  world.commit('main', { 'src/a.cu': shift({ barrier: true, name: 'a' }) });
  const run = await world.runOnBranch('main', 'schedule', {
    inputs: { mode: 'audit', issue: 'false', 'max-fixes': '5', 'fail-on': 'never' },
    at: head,
  });
  expect(ids(run)).toEqual(['git/create-ref', 'graphql', 'pulls/create']);
  expect(world.state.pulls[0]?.title).toContain(' in shift: ');
});

test('a baseline is written on demand, and what it lists is not told again', async () => {
  world.commit('main', racy);
  const first = await audited({ 'baseline-file': 'baseline.json', issue: 'false' });
  expect(first.outputs.get('baseline')).toBe('baseline.json');
  world.commit('main', {
    'baseline.json': result(first, 'baseline.json'),
    '.syncwright.yml': 'baseline: baseline.json\n',
  });
  const second = await audited({ 'fail-on': 'error', 'max-fixes': '1' });
  expect([second.status, second.writes, second.outputs.get('racy'), second.outputs.get('new-findings')]).toEqual([
    0,
    [],
    '1',
    '0',
  ]);
  expect(second.summary).toContain('### No confirmed findings (and 1 confirmed finding suppressed or in the baseline)');
});

test('GitHub does not answer: the run fails, with its files', async () => {
  world.commit('main', racy);
  world.github.faults.push({
    matches: (method, path) => method === 'POST' && path.endsWith('/issues'),
    times: 9,
    act: { kind: 'answer', status: 502, body: { message: 'Server Error' } },
  });
  const run = await audited();
  expect([run.status, run.outputs.get('racy')]).toEqual([3, '1']);
  expect(run.log).toContain('::error title=Syncwright::the tracking issue cannot be written: ');
});

test('the answer to the opening is lost: one issue all the same', async () => {
  world.commit('main', racy);
  world.github.faults.push({
    matches: (method, path) => method === 'POST' && path.endsWith('/issues'),
    times: 1,
    act: { kind: 'lost' },
  });
  const run = await audited();
  expect([run.status, world.state.issues.length]).toEqual([0, 1]);
});

test('a pull request is not audited, nor are inputs for one taken', async () => {
  world.commit('main', correct);
  const run = await world.run(world.openPull(racy), { inputs: { mode: 'audit' } });
  expect([run.status, run.requests]).toEqual([2, []]);
  expect(run.log).toContain('audits run on the events push, schedule, workflow_dispatch, not on "pull_request"');
  const paths = await audited({ paths: 'src/**' });
  expect([paths.status, paths.requests]).toEqual([2, []]);
  expect(paths.log).toContain('input `paths` is for pull requests only');
});
