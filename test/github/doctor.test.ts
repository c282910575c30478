/** Mode `doctor`: each thing that can be missing, named with its remedy; nothing is ever written. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Permission } from './loopback.ts';
import type { PullRecord } from './shapes.ts';
import type { Run, RunOptions } from './world.ts';
import { World, ada, robot, token } from './world.ts';

// A machine with other work on it is slow; nothing here measures time.
vi.setConfig({ testTimeout: 300_000 });

let world: World;
beforeEach(async () => {
  world = await World.open();
});
afterEach(async () => {
  const { violations, log } = world.github;
  await world.close();
  expect(violations).toEqual([]);
  expect(log.filter((one) => one.isWrite && one.status < 400)).toEqual([]);
});

function open(): PullRecord {
  world.commit('main', { 'a.cu': '// a\n' });
  const pull = world.openPull({ 'a.cu': '// b\n' });
  for (const text of ['c', 'd', 'e']) world.commit('change', { 'a.cu': `// ${text}\n` });
  return pull;
}

const may = (...write: readonly Permission[]): void => {
  world.github.callers.set(token, { actor: robot, write: new Set(write) });
};
const run = (pull: PullRecord, options: RunOptions = {}): Promise<Run> =>
  world.run(pull, { ...options, inputs: { mode: 'doctor', ...options.inputs } });
const lines = (log: string): readonly string[] =>
  log
    .split('\n')
    .filter((line) => /^(ok|::error|::notice)/.test(line))
    .map((line) => line.replace(' title=Syncwright', ''));
const setting = '"Allow GitHub Actions to create and approve pull requests" (modes fix, command)';

test('all is well, as far as the token may see', async () => {
  const pull = open();
  may('actions', 'checks', 'contents', 'issues', 'pull-requests');
  const done = await run(pull);
  expect(done.status).toBe(0);
  expect(lines(done.log)).toEqual([
    'ok    event pull_request',
    'ok    clone, with the merge base',
    'ok    pull-requests: write (modes review, publish, fix, command)',
    'ok    contents: write (modes fix, command; resolving threads)',
    'ok    checks: write (input check-run)',
    'ok    issues: write (the tracking issue of mode audit)',
    'ok    actions: write (mode command: running a failed check again)',
    `::notice::doctor: ${setting}: this cannot be checked (this token has no access to settings); see Settings > Actions > General of the repository and of its organization`,
  ]);
  expect(world.state.pulls).toHaveLength(1);
  expect(world.state.checks).toEqual([]);
  expect(world.state.issues).toEqual([]);
});

test('a repository without issues: nobody can tell', async () => {
  const pull = open();
  may('issues');
  world.state.hasIssues = false;
  expect(lines((await run(pull)).log).find((line) => line.includes('issues: write'))).toMatch(
    /^::notice::doctor: issues: write .*: this cannot be checked: GitHub does not find it/,
  );
});

test('permissions that are missing: an error where the review needs them, else a notice', async () => {
  const pull = open();
  may('checks');
  const done = await run(pull);
  expect(done.status).toBe(2);
  expect(lines(done.log)).toContain(
    '::error::doctor: pull-requests: write (modes review, publish, fix, command): add `pull-requests: write` to the `permissions:` of the job',
  );
  expect(lines(done.log)).toContain(
    '::notice::doctor: actions: write (mode command: running a failed check again): add `actions: write` to the `permissions:` of the job',
  );
  expect(lines(done.log)).toContain(
    '::notice::doctor: contents: write (modes fix, command; resolving threads): add `contents: write` to the `permissions:` of the job',
  );
  expect(lines(done.log)).toContain(
    '::notice::doctor: issues: write (the tracking issue of mode audit): add `issues: write` to the `permissions:` of the job',
  );
  may('pull-requests');
  expect((await run(pull)).status).toBe(0);
  const strict = await run(pull, { inputs: { 'check-run': 'true' } });
  expect(strict.status).toBe(2);
  expect(lines(strict.log)).toContain(
    '::error::doctor: checks: write (input check-run): add `checks: write` to the `permissions:` of the job',
  );
});

test('the setting that forbids actions to open pull requests, told by the refusal or by the settings', async () => {
  const pull = open();
  world.state.actionsMayOpenPulls = false;
  const off = `::notice::doctor: ${setting}: it is off; turn it on under Settings > Actions > General of the repository and of its organization`;
  expect(lines((await run(pull)).log)).toContain(off);
  may('pull-requests', 'administration');
  world.github.callers.set(token, { actor: ada, write: new Set(['pull-requests', 'administration']) });
  expect(lines((await run(pull)).log)).toContain(off);
});

test('a shallow clone, of which the rest cannot be fetched: how deep it must be; no clone; an event that is not supported; a fork', async () => {
  const pull = open();
  expect(lines((await run(pull, { depth: 1 })).log)).toContain('ok    clone (shallow; what is missing is fetched)');
  world.github.faults.push({
    matches: (_, path) => path.endsWith('/info/refs'),
    times: 2,
    act: { kind: 'answer', status: 403, body: {} },
  });
  const shallow = await run(pull, { depth: 1 });
  expect(shallow.status).toBe(2);
  expect(lines(shallow.log)).toContain(
    '::error::doctor: clone: it is shallow and does not reach the merge base, which cannot be fetched (the server rejects the token (403), which needs `contents: read` for the repository): set `fetch-depth: 0` for actions/checkout (at the moment, at least 6)',
  );
  expect(lines((await run(pull, { env: { GITHUB_WORKSPACE: world.folder } })).log)).toContain(
    '::error::doctor: clone: there is no clone in the workspace: add a step `uses: actions/checkout` before this one',
  );
  expect(lines((await run(pull, { event: 'release' })).log)[0]).toMatch(
    /^::error::doctor: event release: the event "release" is not supported/,
  );
  may();
  world.commitTo('refs/forks/mallory/change', { 'a.cu': '// m\n' }, 'main', ada);
  const fork = world.state.openPull('From a fork', '', ada, 'change', 'main', { owner: 'mallory', repo: 'kernels' });
  expect(lines((await run(fork)).log).join('\n')).toContain(
    'run `mode: analyze` here, and `mode: publish` on workflow_run',
  );
});

test('a token that GitHub does not take', async () => {
  const done = await run(open(), { inputs: { token: 'ghs_wrong' } });
  expect(done.status).toBe(2);
  expect(lines(done.log)).toEqual(['::error::doctor: the GitHub API cannot be used: GitHub rejects the token']);
});
