/**
 * `.syncwright.yml` in the action: that of the base counts, inputs go before it, and what a pull request silences is
 * told.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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
  const { violations, log } = world.github;
  await world.close();
  expect(violations).toEqual([]);
  expect(JSON.stringify(log)).not.toContain(token);
});

const config = '.syncwright.yml';
const correct = { 'src/shift.cu': shift({ barrier: true }) };
const racy = { 'src/shift.cu': shift({ barrier: false }) };
/** The racy kernel with a suppression at one of its ends. */
const silenced = {
  'src/shift.cu': shift({ barrier: false }).replace(
    'tile[t] = data[t];',
    'tile[t] = data[t];  // syncwright: allow(SW101) <b>harmless</b>, says @ada',
  ),
};
const ignoring = 'ignore:\n  - id: SW101\n    kernel: shift\n    reason: known since 2020\n    author: ada\n';
const errors = (run: Run): readonly string[] => run.log.split('\n').filter((line) => line.startsWith('::error '));

test('what the base ignores is not commented and does not fail; the report and the verdict keep it', async () => {
  world.commit('main', { ...correct, [config]: ignoring });
  const run = await world.run(world.openPull(racy));
  expect(run.status).toBe(0);
  expect(run.writes).toEqual([]);
  expect(run.outputs.get('racy')).toBe('1');
  expect(run.outputs.get('new-findings')).toBe('0');
  expect(run.summary).toContain('known since 2020');
  expect(JSON.parse(readFileSync(join(run.workspace, 'syncwright.json'), 'utf8'))).toMatchObject({
    kernels: [{ verdict: 'racy' }],
    findings: [
      { suppressed: { by: 'configuration', reason: 'known since 2020', author: 'ada', file: config, line: 2 } },
    ],
  });
});

test('a pull request cannot configure its own review: the file of the base counts, and that is said', async () => {
  world.commit('main', correct);
  const run = await world.run(world.openPull({ ...racy, [config]: `${ignoring}gate: { fail-on: never }\n` }));
  expect(run.status).toBe(1);
  expect(run.writes.map((one) => one.id)).toEqual(['pulls/create-review']);
  expect(world.state.comments).toHaveLength(1);
  expect(world.state.reviews[0]?.body).toContain('is changed by these commits; the one of the base was used');
});

test('the input `compile-commands` names a file of the commits, which a partial clone fetches; one that is not there is reported', async () => {
  const guarded = shift({ barrier: true }).replace('  __syncthreads();\n', '#ifdef SYNC\n  __syncthreads();\n#endif\n');
  const flags = JSON.stringify([
    { directory: '/ci/p/build', file: '/ci/p/src/shift.cu', command: 'nvcc -DSYNC -c /ci/p/src/shift.cu' },
  ]);
  world.commit('main', { ...correct, 'ci/flags.json': flags });
  const pull = world.openPull({ 'src/shift.cu': guarded });
  const given = await world.run(pull, { filter: 'blob:none', inputs: { 'compile-commands': './ci/flags.json' } });
  expect([given.status, given.outputs.get('drf')]).toEqual([0, '1']);
  expect(given.log).not.toContain('is not in commit');
  expect(JSON.parse(readFileSync(join(given.workspace, 'syncwright.json'), 'utf8'))).toMatchObject({
    options: { compileCommands: 'ci/flags.json' },
  });
  const missing = await world.run(pull, { inputs: { 'compile-commands': 'build/flags.json' } });
  expect([missing.status, missing.outputs.get('racy')]).toEqual([1, '1']);
  expect(missing.log).toContain('build/flags.json is not in commit ');
  const outside = await world.run(pull, { inputs: { 'compile-commands': '../flags.json' } });
  expect([outside.status, errors(outside)]).toEqual([
    2,
    [
      '::error title=Syncwright::input `compile-commands` is "../flags.json"; it must be a path in the repository, relative to its root',
    ],
  ]);
});

test('a comment by which a pull request silences its own race is told in the body, once, and not inline', async () => {
  world.commit('main', correct);
  const pull = world.openPull(silenced);
  const run = await world.run(pull);
  expect(run.status).toBe(0);
  expect(world.state.comments).toEqual([]);
  expect(world.state.reviews).toHaveLength(1);
  const body = world.state.reviews[0]?.body ?? '';
  expect(body).toContain('This pull request accepts 1 finding of **Syncwright** by comments: SW101 in `shift`');
  expect(body).toContain('Not counted: suppressed by the comment on src/shift.cu:');
  const outsideOfCode = body.replace(/```[^]*?```/g, '');
  expect(outsideOfCode).not.toContain('<b>');
  expect(outsideOfCode).not.toMatch(/(^|\s)@ada/);
  expect((await world.run(pull)).writes).toEqual([]);
});

test('a race that the base silences by a comment stays silent', async () => {
  world.commit('main', silenced);
  const run = await world.run(
    world.openPull({ 'src/shift.cu': silenced['src/shift.cu'].replace('int t', 'const int t') }),
  );
  expect(run.status).toBe(0);
  expect(run.writes).toEqual([]);
});

test('inputs that the workflow gives go before the file, the file before the defaults', async () => {
  world.commit('main', { ...correct, [config]: 'gate: { fail-on: never }\ncomments: none\n' });
  const pull = world.openPull(racy);
  const quiet = await world.run(pull, { inputs: { 'fail-on': '', comments: '' } });
  expect(quiet.status).toBe(0);
  expect(quiet.writes).toEqual([]);
  const loud = await world.run(pull, { inputs: { 'fail-on': 'error', comments: 'error' } });
  expect(loud.status).toBe(1);
  expect(loud.writes.map((one) => one.id)).toEqual(['pulls/create-review']);
});

test('files that the base excludes are not looked at, unless the input `paths` says so', async () => {
  world.commit('main', { ...correct, [config]: 'exclude: [src]\n' });
  const pull = world.openPull(racy);
  expect((await world.run(pull)).log).toContain('0 touched kernels');
  expect((await world.run(pull, { inputs: { paths: 'src/**' } })).status).toBe(1);
});

test('what the baseline of the base lists is old', async () => {
  world.commit('main', correct);
  const pull = world.openPull(racy);
  const first = await world.run(pull, { inputs: { comments: 'none' } });
  expect(first.status).toBe(1);
  const fingerprint =
    /"fingerprint": "([0-9a-f]{16})"/.exec(readFileSync(join(first.workspace, 'syncwright.json'), 'utf8'))?.[1] ?? '';
  world.commit('main', {
    [config]: 'baseline: known.json\n',
    'known.json': JSON.stringify({
      version: 1,
      findings: [{ fingerprint, code: 'SW101', status: 'confirmed', kernel: 'shift', file: 'src/shift.cu' }],
    }),
  });
  const run = await world.run(pull);
  expect(run.status).toBe(0);
  expect(run.writes).toEqual([]);
  expect(run.log).toContain('old SW101');
});

test('a configuration of the base that is wrong is one line with its place, and nothing is written', async () => {
  for (const [text, line] of [
    ['level: gird\n', '.syncwright.yml:1: "level" is "gird"; it must be one of block, grid (in the base, '],
    ['a: &a [x]\nb: *a\n', '.syncwright.yml:1: anchors (`&name`) are not allowed (in the base, '],
    [
      'baseline: none.json\n',
      'baseline none.json: there is no such file in the base; `syncwright check --write-baseline` writes it',
    ],
  ] as const) {
    world.commit('main', { ...correct, [config]: text });
    const run = await world.run(world.openPull(racy, `change-${text.length}`));
    expect(run.status).toBe(2);
    expect(run.requests).toEqual([]);
    expect(errors(run)).toHaveLength(1);
    expect(errors(run)[0]).toContain(line);
  }
});

test.each([
  ['a folder', [{ path: `${config}/x.cu`, text: '\n' }], 'it is a folder or submodule, not a file'],
  [
    'a submodule',
    [{ path: config, text: 'a commit of another repository', mode: '160000' }],
    'it is a folder or submodule, not a file',
  ],
  ['a link', [{ path: config, text: 'src/shift.cu', mode: '120000' }], 'it is a symbolic link, which is not followed'],
] as const)(
  '%s in the place of the configuration of the base is no configuration to go without: one line',
  async (_what, files, line) => {
    const { store } = world.state;
    store.setRef(
      'refs/heads/main',
      store.makeCommit(
        store.makeTree(null, [{ path: 'src/shift.cu', text: correct['src/shift.cu'] }, ...files]),
        [],
        'base',
        { name: 'a', email: 'a@example.org' },
      ),
    );
    const run = await world.run(world.openPull(racy));
    expect([run.status, run.requests]).toEqual([2, []]);
    expect(errors(run)).toEqual([expect.stringContaining(`${config} of the base: ${line}`)]);
  },
);
