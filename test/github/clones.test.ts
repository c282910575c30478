/**
 * Clones that lack history or files, through the action's program: what is fetched, in how many requests, and that the
 * answer is that of a whole clone.
 */
import { readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PullRecord } from './shapes.ts';
import type { Run, RunOptions } from './world.ts';
import { World, ada, token } from './world.ts';
import { shift } from './kernels.ts';

// A machine with other work on it is slow; nothing here measures time.
vi.setConfig({ testTimeout: 300_000 });

let world: World;
beforeEach(async () => {
  world = await World.open();
});
/** On the clock of this machine: a kernel that its own limit cuts off on a slow one would make two answers differ. */
const unhurried = { haste: 1 } as const;
afterEach(async () => {
  const { violations } = world.github;
  await world.close();
  expect(violations).toEqual([]);
});

const header = '#define N 256\n#include "data/table.dat"\n';
/**
 * The base has a race of its own and goes on after the head left it; the head moves a file, and brings a race by a
 * header that it changes.
 */
function open(): PullRecord {
  const old = shift({ barrier: false, name: 'old' });
  const wide = (barrier: boolean): string => `#include "wide.cuh"\n${shift({ barrier, name: 'wide' })}`;
  world.commit('main', {
    'src/old.cu': old,
    'src/wide.cuh': header,
    'src/data/table.dat': '// a table\n',
    'src/wide.cu': wide(true),
    'docs/guide.md': 'guide\n',
    'README.md': 'one\n',
  });
  world.commit('change', { 'src/moved.cu': old, 'src/old.cu': null });
  world.commit('change', { 'src/wide.cu': wide(false) });
  for (const text of ['two', 'three', 'four'])
    world.commit('main', { 'README.md': `${text}\n`, [`docs/${text}.md`]: text });
  return world.state.openPull('A change', 'Please look.', ada, 'change', 'main');
}

/** The commit that GitHub offers for checkout. */
function mergeOf(pull: PullRecord): string {
  const { base, head } = world.state.tips(pull);
  const { store } = world.state;
  const tree = store.makeTree(base, [
    { path: 'src/old.cu', text: null },
    ...['src/moved.cu', 'src/wide.cu'].map((path) => ({ path, text: store.file(head, path)?.text ?? '' })),
  ]);
  return store.makeCommit(tree, [base, head], 'merge', { name: 'ada', email: 'ada@example.com' });
}

const lines = (log: string): readonly string[] =>
  log
    .split('\n')
    .filter((line) => line.startsWith('::') && !/^::(?:add-mask|stop-commands)::|^::syncwright-/.test(line));
const fetched = (run: Run): readonly string[] => run.log.split('\n').filter((line) => line.startsWith('Fetched '));
const requestsOfGit = (run: Run): number => run.requests.filter(({ id }) => id === 'git').length;
const result = (run: Run, name = 'syncwright.json'): string =>
  readFileSync(join(run.workspace, name), 'utf8').replace(/"timeMs": ?\d+/g, '"timeMs": 0');
const missing = (run: Run, ...commits: readonly string[]): readonly string[] =>
  execFileSync('git', ['-C', run.clone, 'rev-list', '--objects', '--no-walk', '--missing=print', ...commits], {
    encoding: 'utf8',
  })
    .split('\n')
    .filter((line) => line.startsWith('?'));

/**
 * Each with what is said of it, and the most requests: a fetch has one for the greeting and one or two more; files come
 * together. The tip of the base is fetched before, and not counted.
 */
const cases: readonly (readonly [options: RunOptions, line: RegExp, requests: number])[] = [
  [{ depth: 1 }, /^Fetched \d commits? to reach the merge base [0-9a-f]{7}; the clone was shallow\.$/, 7],
  [{ filter: 'blob:none' }, /^Fetched \d files?; the clone was partial\.$/, 7],
  [
    { depth: 1, filter: 'blob:none' },
    /^Fetched \d commits? to reach the merge base [0-9a-f]{7} and \d files?; the clone was shallow and partial\.$/,
    11,
  ],
  [
    { depth: 1, filter: 'tree:0' },
    /^Fetched \d commits? to reach the merge base [0-9a-f]{7} and \d files?; the clone was shallow and partial\.$/,
    15,
  ],
  [
    { depth: 1, sparse: 'docs' },
    /^Fetched \d commits? to reach the merge base [0-9a-f]{7} and \d files?; the clone was shallow and partial\.$/,
    15,
  ],
];

describe('a review', () => {
  test('in a clone that lacks something says what it says in a whole one', async () => {
    const pull = open();
    const at = mergeOf(pull);
    const whole = await world.run(pull, { ...unhurried, at, inputs: { mode: 'analyze' } });
    expect([whole.status, fetched(whole), requestsOfGit(whole)]).toEqual([1, [], 0]);
    for (const [options, line, most] of cases) {
      const part = await world.run(pull, { ...unhurried, ...options, at, inputs: { mode: 'analyze' } });
      const what = JSON.stringify(options);
      expect(fetched(part), what).toEqual([expect.stringMatching(line)]);
      expect(part.status, what).toBe(1);
      expect(result(part), what).toBe(result(whole));
      expect(result(part, 'syncwright-analysis.json'), what).toBe(result(whole, 'syncwright-analysis.json'));
      expect(lines(part.log), what).toEqual(lines(whole.log));
      expect(requestsOfGit(part), what).toBeLessThanOrEqual(most);
      expect(
        part.requests.every(({ status }) => status === 200),
        what,
      ).toBe(true);
    }
  });

  test('is posted; what it needs is not fetched again, and what nobody reads is not fetched at all', async () => {
    const pull = open();
    const run = await world.run(pull, { ...unhurried, at: mergeOf(pull), depth: 1, sparse: 'nothing' });
    expect(run.status).toBe(1);
    expect(world.state.reviews).toHaveLength(1);
    const { base, head } = world.state.tips(pull);
    const left = missing(run, base, head);
    expect(left.length).toBeGreaterThan(0);
    const named = execFileSync('git', ['-C', run.clone, 'ls-tree', '-r', head], { encoding: 'utf8' })
      .split('\n')
      .filter((line) => left.includes(`?${line.split(/\s/)[2] ?? ''}`))
      .map((line) => line.split('\t')[1]);
    expect(named).toEqual(['README.md', 'docs/guide.md']);
    expect(execFileSync('git', ['-C', run.clone, 'config', '--list', '--local'], { encoding: 'utf8' })).not.toMatch(
      /syncwright|extraheader/,
    );
  });
});

describe('a token', () => {
  test.each(['config', 'included file'] as const)(
    'that actions/checkout left in the clone (%s) does where none is given',
    async (place) => {
      const pull = open();
      const run = await world.run(pull, {
        ...unhurried,
        at: mergeOf(pull),
        depth: 1,
        left: { token, in: place },
        inputs: { mode: 'analyze', token: '' },
      });
      expect([run.status, fetched(run).length]).toEqual([1, 1]);
    },
  );

  test('that may not read gives way to the one that actions/checkout left', async () => {
    const pull = open();
    const run = await world.run(pull, {
      ...unhurried,
      at: mergeOf(pull),
      depth: 1,
      left: { token, in: 'included file' },
      inputs: { mode: 'analyze', token: 'ghs_other' },
    });
    expect([run.status, fetched(run).length]).toEqual([1, 1]);
    expect(
      run.requests
        .filter(({ id }) => id === 'git')
        .map(({ status }) => status)
        .filter((status) => status === 401),
    ).toHaveLength(1);
  });

  test('that is refused, or none: one error that says what to do', async () => {
    const pull = open();
    const at = mergeOf(pull);
    const { base } = world.state.tips(pull);
    world.github.faults.push({
      matches: (_, path) => path.endsWith('/info/refs'),
      times: 4,
      act: { kind: 'answer', status: 403, body: {} },
    });
    const refused = await world.run(pull, { ...unhurried, at, depth: 1 });
    expect(refused.status).toBe(2);
    expect(lines(refused.log)).toEqual([
      `::error title=Syncwright::commit ${base} is not in this clone and cannot be fetched: the server rejects the token (403), which needs \`contents: read\` for the repository; the clone is shallow, so set \`fetch-depth: 0\` for actions/checkout`,
    ]);
    const none = await world.run(pull, {
      ...unhurried,
      at,
      filter: 'blob:none',
      inputs: { mode: 'analyze', token: '' },
    });
    expect(none.status).toBe(2);
    expect(lines(none.log)).toEqual([
      expect.stringMatching(
        /^::error title=Syncwright::\d files? of these commits cannot be fetched: the server requires a token with `contents: read` for the repository; the clone is partial, so remove `filter` and `sparse-checkout` from actions\/checkout$/,
      ),
    ]);
    expect(world.state.reviews).toEqual([]);
  });

  test('is no header of another form', async () => {
    const pull = open();
    const run = await world.run(pull, {
      ...unhurried,
      at: mergeOf(pull),
      depth: 1,
      left: { token: 'x'.repeat(9000), in: 'config' },
      inputs: { mode: 'analyze', token: '' },
    });
    expect(run.status).toBe(2);
    // for the tip of the base, then for the commit that the event calls it
    expect(requestsOfGit(run)).toBe(2);
  });
});

describe('other modes', () => {
  test('fix, doctor and a command in a shallow and partial clone', async () => {
    const pull = open();
    const options = { at: mergeOf(pull), depth: 1, filter: 'blob:none' } as const;
    const doctor = await world.run(pull, { ...unhurried, ...options, inputs: { mode: 'doctor' } });
    expect(doctor.log).toContain('ok    clone (shallow and partial; what is missing is fetched)');
    const fix = await world.run(pull, { ...unhurried, ...options, inputs: { mode: 'fix' } });
    expect([fix.status, fix.writes.map(({ id }) => id)]).toEqual([0, ['git/create-ref', 'graphql', 'pulls/create']]);
    world.state.permissions.set('ada', 'write');
    const command = await world.runOnComment(pull, world.say(pull, '/syncwright recheck'), {
      ...unhurried,
      depth: 1,
      filter: 'blob:none',
    });
    expect(command.status).toBe(0);
    expect(world.state.conversation.at(-1)?.body).toContain('Checked 1 touched kernel: 1 new');
  });

  test('a merge queue and an audit', async () => {
    const pull = open();
    const at = mergeOf(pull);
    const { base } = world.state.tips(pull);
    const payload = JSON.stringify({
      merge_group: { base_sha: base, head_sha: at },
      repository: { full_name: 'ada/kernels' },
    });
    const queued = await world.run(pull, {
      ...unhurried,
      at,
      depth: 1,
      filter: 'blob:none',
      event: 'merge_group',
      payload,
    });
    expect([queued.status, fetched(queued).length]).toEqual([1, 1]);
    const audit = await world.runOnBranch('main', 'workflow_dispatch', {
      ...unhurried,
      depth: 1,
      filter: 'blob:none',
      path: 'kernels',
      inputs: { mode: 'audit', issue: 'false', 'working-directory': 'kernels' },
    });
    expect(audit.status).toBe(1);
    expect(JSON.parse(result(audit))).toMatchObject({ findings: [{ file: 'src/old.cu' }] });
    expect(result(audit, 'syncwright-audit.jsonl')).toContain('src/old.cu');
  });
});

describe('the input working-directory', () => {
  test('names a clone below the workspace: results lie in the workspace, places are those of the repository', async () => {
    const pull = open();
    const whole = await world.run(pull, { ...unhurried, inputs: { mode: 'analyze' } });
    const below = await world.run(pull, {
      ...unhurried,
      path: 'deep/kernels',
      inputs: { mode: 'analyze', 'working-directory': 'deep/kernels/' },
    });
    expect(below.status).toBe(1);
    expect(result(below)).toBe(result(whole));
    expect(result(below, 'syncwright.sarif')).toBe(result(whole, 'syncwright.sarif'));
    expect(lines(below.log)).toEqual(lines(whole.log));
    expect(below.outputs.get('sarif')).toBe('syncwright.sarif');
  });

  test.each([
    ['../kernels', 'it must be a folder in the workspace, without `..`'],
    ['nowhere', 'but the workspace has no such folder; use the `path` that actions/checkout has'],
    ['/', 'which leads out of the workspace'],
  ])('%s: one error', async (folder, words) => {
    const run = await world.run(open(), { ...unhurried, inputs: { 'working-directory': folder } });
    expect(run.status).toBe(2);
    expect(lines(run.log)).toHaveLength(1);
    expect(lines(run.log)[0]).toContain(words);
  });
});
