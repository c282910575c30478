/**
 * The thread of a finding and its alert of code scanning close and open in step: both are known by the finding's
 * fingerprint.
 */
import { expect, test, vi } from 'vitest';
import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import type { CommentRecord } from './shapes.ts';
import type { Run, RunOptions } from './world.ts';
import { World, ada, robot, token } from './world.ts';
import { answer, reportOf } from '../unit/review/example.ts';
import { fieldsOf, listOf, textOf } from './json.ts';
import { here } from './here.ts';
import { keptOf } from '../../src/action/alerts.ts';
import { shift } from './kernels.ts';

// A machine with other work on it is slow; nothing here measures time.
vi.setConfig({ testTimeout: 300_000 });

const file = (barrier: boolean, changes: Readonly<{ lead?: string }> = {}): string => shift({ barrier, ...changes });

/**
 * The alerts of code scanning that are open after the upload: of one category, the last upload counts, and an alert is
 * the same where tool, rule, file and `primaryLocationLineHash` are (docs.github.com, "SARIF support for code
 * scanning").
 */
const alerts = (run: Run): readonly string[] => {
  const { runs } = fieldsOf(JSON.parse(readFileSync(join(run.workspace, 'syncwright.sarif'), 'utf8')));
  return listOf(runs).flatMap((one) => {
    const category = textOf(fieldsOf(fieldsOf(one)['automationDetails'])['id']);
    return listOf(fieldsOf(one)['results'])
      .map(fieldsOf)
      .map((result) => {
        const [place] = listOf(result['locations']);
        const file = textOf(fieldsOf(fieldsOf(fieldsOf(place)['physicalLocation'])['artifactLocation'])['uri']);
        return [
          category,
          textOf(result['ruleId']),
          file,
          textOf(fieldsOf(result['partialFingerprints'])['primaryLocationLineHash']),
        ].join(' ');
      });
  });
};

test('pushing the fix settles the thread with three writes and closes the alert; pushing the race again opens both; what a person answered stays', async () => {
  const world = await World.open(undefined, undefined, here);
  world.commit('main', { 'src/shift.cu': file(true) });
  const pull = world.openPull({ 'src/shift.cu': file(false) });
  const first = await world.run(pull);
  const [comment] = world.state.comments;
  if (comment === undefined) throw new Error('no comment');
  const reply = { ...world.state.reply(comment, ada, 'Is that so?') };
  expect(alerts(first)).toHaveLength(1);
  // Otherwise than on main, so that the kernel is still touched.
  const mended = world.commit('change', { 'src/shift.cu': file(true).replace('int t', 'const int t') });
  const run = await world.run(pull);
  expect(run.status).toBe(0);
  expect(run.writes).toHaveLength(3);
  expect(run.log).toContain('Earlier comments: 1 thread resolved, 1 review edited.');
  expect(alerts(run)).toEqual([]);
  expect(comment.body).toContain(`**Fixed in ${mended.slice(0, 7)}:** the kernel is proved race-free.`);
  world.commit('change', { 'src/shift.cu': file(false, { lead: '// One more line.\n' }) });
  const back = await world.run(pull);
  expect(back.log).toContain('1 thread opened again');
  expect(alerts(back)).toEqual(alerts(first));
  expect(back.writes).toHaveLength(3);
  expect(comment.resolved).toBe(false);
  expect(world.state.comments.slice(1)).toEqual([reply]);
  expect(world.github.violations).toEqual([]);
  await world.close();
});

const mergeRef = 'refs/pull/1/merge';

/** The review, and the upload of its file, as two steps of a workflow. */
async function scanned(world: World, options: RunOptions = {}): Promise<Run> {
  const [pull] = world.state.pulls;
  if (pull === undefined) throw new Error('no pull request');
  const run = await world.run(pull, { ...options, env: { GITHUB_REF: mergeRef } });
  world.state.scans.push({
    id: world.state.nextId(),
    ref: mergeRef,
    commit: world.state.tips(pull).head,
    text: readFileSync(join(run.workspace, 'syncwright.sarif'), 'utf8'),
  });
  return run;
}

async function withThread(): Promise<Readonly<{ world: World; first: Run; comment: CommentRecord }>> {
  const world = await World.open(['contents', 'pull-requests', 'security-events'], undefined, here);
  world.state.permissions.set(ada.login, 'write');
  world.commit('main', { 'src/shift.cu': file(true) });
  world.openPull({ 'src/shift.cu': file(false) });
  const first = await scanned(world);
  const [comment] = world.state.comments;
  if (comment === undefined) throw new Error('no comment');
  expect(alerts(first)).toHaveLength(1);
  return { world, first, comment };
}

async function closed(world: World): Promise<void> {
  expect(world.github.violations).toEqual([]);
  await world.close();
}

/** What calls a function that is nowhere is not decided, and here has not even a possible finding. */
const open = file(true)
  .replace('  int t', '  elsewhere(tile);\n  int t')
  .replace('__global__', 'extern __device__ void elsewhere(float *cells);\n__global__');
const unread = `${file(false)}// ${'\0'.repeat(100_000)}\n`;

test.each([
  ['its kernel is not decided', open],
  ['its file is not read', unread],
])('%s the next times: the alert stays, as the thread does; decided, both close', async (_what, text) => {
  const { world, first, comment } = await withThread();
  for (const lead of ['', '// One more line.\n']) {
    world.commit('change', { 'src/shift.cu': lead + text });
    const run = await scanned(world, { inputs: { 'fail-on-undecided': 'never' } });
    expect([run.outputs.get('racy'), run.writes, comment.resolved === true]).toEqual(['0', [], false]);
    expect(alerts(run)).toEqual(alerts(first));
  }
  world.commit('change', { 'src/shift.cu': file(true).replace('int t', 'const int t') });
  expect([alerts(await scanned(world)), comment.resolved]).toEqual([[], true]);
  await closed(world);
});

test.each([
  ['all', 1, /^::error .*::0 of 1 touched kernel decided$/m],
  ['unread', 0, /^::notice .*::0 of 1 touched kernel decided$/m],
] as const)(
  'a kernel that was read and left undecided: `fail-on-undecided: %s` ends with %i',
  async (gate, status, told) => {
    const world = await World.open(undefined, undefined, here);
    world.commit('main', { 'src/shift.cu': file(true) });
    const run = await world.run(world.openPull({ 'src/shift.cu': open }), { inputs: { 'fail-on-undecided': gate } });
    expect([run.status, ...['decided', 'undecided', 'unread', 'racy'].map((name) => run.outputs.get(name))]).toEqual([
      status,
      '0',
      '1',
      '0',
      '0',
    ]);
    expect(run.log).toMatch(told);
    await closed(world);
  },
);

test('what a person ignores closes both; a token that may not read alerts keeps none', async () => {
  const { world, first, comment } = await withThread();
  const [pull] = world.state.pulls;
  if (pull === undefined) throw new Error('no pull request');
  const { asked } = await world.runInThread(pull, comment, '/syncwright ignore it is one warp');
  expect([alerts(await scanned(world)), comment.resolved]).toEqual([[], true]);
  world.state.comments.splice(world.state.comments.indexOf(asked), 1);
  expect([alerts(await scanned(world)), comment.resolved]).toEqual([alerts(first), false]);
  world.github.callers.set(token, { actor: robot, write: new Set(['contents', 'pull-requests']) });
  world.commit('change', { 'src/shift.cu': open });
  expect(alerts(await scanned(world))).toEqual([]);
  await closed(world);
});

test('what only a comment of the pull request silences keeps both open; the fix closes both', async () => {
  const { world, first, comment } = await withThread();
  world.commit('change', {
    'src/shift.cu': file(false).replace('  tile[t] =', '  // syncwright: allow(SW101) one warp only\n  tile[t] ='),
  });
  for (const _ of [1, 2]) {
    const run = await scanned(world);
    expect([run.status, alerts(run), comment.resolved === true]).toEqual([0, alerts(first), false]);
  }
  world.commit('change', { 'src/shift.cu': file(true).replace('int t', 'const int t') });
  expect([alerts(await scanned(world)), comment.resolved]).toEqual([[], true]);
  await closed(world);
});

test('of the last upload only results of our form are kept, in files that are there', () => {
  const one = {
    code: 'SW101',
    level: 'error',
    message: 'a race',
    kernel: 'k',
    file: 'a.cu',
    line: 3,
    fingerprint: '0123456789abcdef',
  };
  const report = reportOf(answer({ name: 'k', verdict: 'unknown' }), answer({ name: 'decided', verdict: 'drf' }));
  const kept = (change: Partial<typeof one>, isComplete = true): number =>
    keptOf([{ ...one, ...change }], { report, isComplete, source: (path) => (path === 'a.cu' ? '// a' : null) }).length;
  expect([
    kept({}),
    kept({ kernel: 'away' }),
    kept({ kernel: 'away' }, false),
    kept({ kernel: 'decided' }, false),
  ]).toEqual([1, 0, 1, 0]);
  expect(
    [{ code: 'XX1' }, { level: 'none' }, { file: '../a.cu' }, { fingerprint: 'x"}' }].map((change) => kept(change)),
  ).toEqual([0, 0, 0, 0]);
});
