/** A workflow that is set up wrongly: one clear line each, status 2, nothing written. Needs no engine. */
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { World } from './world.ts';
import type { RunOptions } from './world.ts';
import { shift } from './kernels.ts';

// A machine with other work on it is slow; nothing here measures time.
vi.setConfig({ testTimeout: 300_000 });

let world: World;
beforeEach(async () => {
  world = await World.open();
});
afterEach(async () => {
  await world.close();
});

const lines = (log: string): readonly string[] =>
  log.split('\n').filter((line) => line.startsWith('::') && !line.startsWith('::add-mask::'));

async function refusal(options: RunOptions): Promise<string> {
  world.commit('main', { 'a.cu': shift({ barrier: true }) });
  const run = await world.run(world.openPull({ 'a.cu': shift({ barrier: true, lead: '// x\n' }) }), options);
  expect(run.status).toBe(2);
  expect(run.requests).toEqual([]);
  expect(lines(run.log)).toHaveLength(1);
  return (lines(run.log)[0] ?? '').replace('::error title=Syncwright::', '');
}

test.each([
  [{ payload: 'not json' }, 'the file in GITHUB_EVENT_PATH (event pull_request) does not contain a JSON object'],
  [{ payload: '[]' }, 'the pull_request event does not name its repository'],
  [{ payload: '{"repository":{"full_name":"a/b"}}' }, 'the pull_request event has no pull request number'],
  [
    {
      payload:
        '{"repository":{"full_name":"a/b"},"pull_request":{"number":1,"base":{"sha":"--help","ref":"m"},"head":{"sha":"x","ref":"y"}}}',
    },
    'the pull_request event does not name the commits of its pull request',
  ],
  [{ payload: '{"repository":{"full_name":"../x"}}' }, 'the pull_request event does not name its repository'],
  [
    { event: 'issues' },
    'the event "issues" is not supported; use pull_request, merge_group, push, workflow_dispatch or schedule',
  ],
  [
    { env: { GITHUB_EVENT_PATH: '' } },
    'GITHUB_EVENT_PATH or GITHUB_EVENT_NAME is not set: this program runs in GitHub Actions; on your own machine, use `syncwright review`',
  ],
  [
    { env: { GITHUB_WORKSPACE: '' } },
    'GITHUB_WORKSPACE is not set: this program runs in GitHub Actions; on your own machine, use `syncwright review`',
  ],
  [
    { inputs: { mode: 'dance' } },
    'input `mode` is "dance"; it must be one of review, fix, analyze, publish, command, audit, audit-plan, audit-merge, doctor',
  ],
  [
    { inputs: { 'fail-on': 'all', timeout: 'soon' } },
    'input `timeout` is "soon"; it must be a number from 0 to 86400 (and 1 more problem)',
  ],
  [{ inputs: { defines: '1=2' } }, 'input `defines` has the entry "1=2"; it must be NAME or NAME=VALUE'],
  [
    { inputs: { mode: 'fix', token: '' } },
    'mode `fix` needs a token: set the input `token`, normally to ${{ github.token }}',
  ],
] as const)('%j', async (options, line) => {
  expect(await refusal(options)).toBe(line);
});

test('a workspace that is no clone, and one that is not there', async () => {
  expect(await refusal({ env: { GITHUB_WORKSPACE: world.folder } })).toBe(`${world.folder} is not a git repository`);
  expect(await refusal({ env: { GITHUB_WORKSPACE: '/nowhere' } })).toBe(
    'git cannot be started in /nowhere: is git installed, and does the folder exist?',
  );
});

test('results are not written through a symbolic link of the checkout, nor out of the workspace', async () => {
  world.commit('main', { 'a.txt': 'x\n' });
  const pull = world.openPull({ 'a.txt': 'y\n' });
  const run = await world.run(pull, { inputs: { 'sarif-file': '../out.sarif' } });
  expect(lines(run.log)).toContain(
    '::warning title=Syncwright::cannot write ../out.sarif: the path leads out of the workspace',
  );
  expect(run.outputs.get('json')).toBe('syncwright.json');
  expect(run.status).toBe(0);
  const { writeInside } = await import('../../src/action/results.ts');
  symlinkSync(join(world.folder, 'target'), join(run.workspace, 'link.sarif'));
  expect(writeInside(run.workspace, 'link.sarif', 'x')).toEqual({
    ok: false,
    problem: 'cannot write link.sarif: it is a symbolic link',
  });
  symlinkSync(world.folder, join(run.workspace, 'folder'));
  expect(writeInside(run.workspace, 'folder/x.sarif', 'x')).toEqual({
    ok: false,
    problem: 'cannot write folder/x.sarif: the path leads out of the workspace',
  });
  const absolute = join(run.workspace, 'folder/x.sarif');
  expect(writeInside(run.workspace, absolute, 'x')).toEqual({
    ok: false,
    problem: `cannot write ${absolute}: the path leads out of the workspace`,
  });
  expect(writeInside(run.workspace, '..folder.sarif', 'x')).toEqual({ ok: true, value: null });
  expect(writeInside(run.workspace, join(world.folder, 'beside.sarif'), 'x')).toEqual({ ok: true, value: null });
  expect(writeInside(run.workspace, 'folder/new/x.sarif', 'x')).toMatchObject({ ok: false });
  expect(existsSync(join(world.folder, 'new'))).toBe(false);
  expect(writeInside(run.workspace, '../beside/x.sarif', 'x')).toMatchObject({ ok: false });
  expect(existsSync(join(run.workspace, '..', 'beside'))).toBe(false);
  expect(writeInside(run.workspace, 'audits/history/x.jsonl', 'x')).toEqual({ ok: true, value: null });
  expect(readFileSync(join(run.workspace, 'audits/history/x.jsonl'), 'utf8')).toBe('x');
});
