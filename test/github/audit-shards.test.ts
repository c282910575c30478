/** Modes `audit-plan`, `audit` with a shard, and `audit-merge`, as the jobs of a matrix run them. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Run, RunOptions } from './world.ts';
import { World } from './world.ts';
import { fieldsOf, listOf, textOf } from './json.ts';
import { shift } from './kernels.ts';

// A machine with other work on it is slow; nothing here measures time.
vi.setConfig({ testTimeout: 600_000 });

let world: World;
beforeEach(async () => {
  world = await World.open(['issues']);
});
afterEach(async () => {
  const { violations } = world.github;
  await world.close();
  expect(violations).toEqual([]);
});

const run = (mode: string, inputs: RunOptions['inputs'], beside: RunOptions['beside'] = {}): Promise<Run> =>
  world.runOnBranch('main', 'workflow_dispatch', {
    beside,
    inputs: { mode, 'max-fixes': '0', 'fail-on': 'error', ...inputs },
  });
const result = (of: Run, name: string): string => readFileSync(join(of.workspace, name), 'utf8');
const errorIn = ({ log }: Run): string => /^::error title=Syncwright::(.*)$/m.exec(log)?.[1] ?? '';

test('a plan, its two shards, and the merge: the issue and the results of all; a shard that is missing, of another commit or version is one line', async () => {
  world.commit('main', {
    'src/a.cu': shift({ barrier: false, name: 'a' }),
    'src/b.cu': shift({ barrier: true, name: 'b' }),
  });
  const plan = await run('audit-plan', { shards: '2' });
  expect([plan.status, plan.requests]).toEqual([0, []]);
  const shards = listOf(fieldsOf(JSON.parse(plan.outputs.get('matrix') ?? ''))['include']).map((job) =>
    textOf(fieldsOf(job)['shard']),
  );
  expect(shards).toEqual(['1/2', '2/2']);
  const planned = { 'syncwright-plan.json': result(plan, 'syncwright-plan.json') };

  const files: Record<string, string> = {};
  for (const shard of shards) {
    const one = await run('audit', { shard }, planned);
    expect([one.status, one.requests]).toEqual([0, []]);
    const name = one.outputs.get('audit') ?? '';
    files[name] = result(one, name);
  }
  expect(Object.keys(files)).toEqual(['syncwright-audit-1-of-2.jsonl', 'syncwright-audit-2-of-2.jsonl']);

  const merged = await run('audit-merge', {}, files);
  expect(merged.status).toBe(1);
  expect(merged.writes.map(({ id }) => id)).toEqual(['issues/create']);
  expect(['racy', 'drf', 'issue', 'audit'].map((name) => merged.outputs.get(name))).toEqual([
    '1',
    '1',
    'https://github.com/ada/kernels/issues/1',
    'syncwright-audit.jsonl',
  ]);
  expect(merged.summary).toContain('2 units on 2 machines');
  expect((await run('audit-merge', {}, files)).writes).toEqual([]);

  const [firstName, first] = Object.entries(files)[0] ?? ['', ''];
  const missing = await run('audit-merge', {}, { [firstName]: first });
  expect([missing.status, missing.requests, errorIn(missing)]).toEqual([
    2,
    [],
    'the shards cannot be merged: shard 2 of 2 is missing',
  ]);
  const none = await run('audit-merge', {});
  expect([none.status, errorIn(none)]).toEqual([2, 'the shards cannot be merged: no audit file was found']);
  const twice = await run('audit-merge', {}, { ...files, 'syncwright-audit-3-of-2.jsonl': first });
  expect([twice.status, errorIn(twice)]).toEqual([2, expect.stringContaining('shard 1 of 2 is also in')]);
  const damaged = await run('audit-merge', {}, { ...files, [firstName]: first.replace(/\}\n$/, '') });
  expect([damaged.status, damaged.requests]).toEqual([2, []]);
  world.commit('main', { 'README.md': 'x\n' });
  const moved = await run('audit-merge', {}, files);
  expect([moved.status, moved.requests, errorIn(moved)]).toEqual([
    2,
    [],
    expect.stringMatching(
      /^the shards cannot be merged: syncwright-audit-1-of-2\.jsonl is for commit [0-9a-f]{12}, but this run is for [0-9a-f]{12}; download only the artifacts of this run$/,
    ),
  ]);
});

test('a shard that is none is one line', async () => {
  world.commit('main', { 'src/a.cu': shift({ barrier: true }) });
  const wrong = await run('audit', { shard: '3/2' });
  expect([wrong.status, errorIn(wrong)]).toEqual([
    2,
    'input `shard` is "3/2"; it must be I/N, such as 2/8, with N at most 256',
  ]);
});

test('a cache folder is used by the next run', async () => {
  world.commit('main', { 'src/a.cu': shift({ barrier: true }) });
  const folder = join(world.folder, 'cache');
  await run('audit', { 'cache-dir': folder });
  expect((await run('audit', { 'cache-dir': folder })).log).toContain('all of them from the cache');
});
