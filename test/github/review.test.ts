/** Mode `review`, through the action's program and the loopback GitHub. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { World, token } from './world.ts';
import { here } from './here.ts';
import { farApart, shift } from './kernels.ts';
import { markersIn } from '../../src/platform/markers.ts';
import { pullEvent } from './shapes.ts';

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

const correct = { 'src/shift.cu': shift({ barrier: true }) };
const racy = { 'src/shift.cu': shift({ barrier: false }) };

test('a pull request that removes a barrier gets one review with one comment and a suggestion that puts it back', async () => {
  world.commit('main', correct);
  const pull = world.openPull(racy);
  const run = await world.run(pull, { isApart: true });
  expect(run.log).not.toContain('bug in Syncwright');
  expect(run.status).toBe(1);
  expect(run.writes.map((one) => one.id)).toEqual(['pulls/create-review']);
  const [comment, ...more] = world.state.comments;
  expect(more).toEqual([]);
  expect(comment?.path).toBe('src/shift.cu');
  expect(comment?.body).toContain('SW101');
  expect(comment?.body).toContain('tile');
  expect(comment?.body).toContain('__syncthreads();');
  expect(comment?.body).toContain('```suggestion');
  expect(world.state.reviews[0]?.commit).toBe(world.state.tips(pull).head);
  expect(run.outputs.get('racy')).toBe('1');
  expect(run.outputs.get('new-findings')).toBe('1');
  expect(run.summary).toContain('shift');
  expect(run.log).toContain('::error title=Syncwright::1 finding at or above `fail-on`: SW101 in shift');
  expect(run.log).toContain('::add-mask::');
  expect(run.log.split(token).length).toBe(2); // the mask alone names it
});

test("pressing the suggestion's button gives a file that the next run finds clean", async () => {
  world.commit('main', { 'src/shift.cu': correct['src/shift.cu'].replace('int t', 'const int t') });
  const pull = world.openPull(racy);
  await world.run(pull);
  const [comment] = world.state.comments;
  const replacement = /```suggestion\n([^]*?)\n```/.exec(comment?.body ?? '')?.[1] ?? '';
  const lines = racy['src/shift.cu'].split('\n');
  const start = comment?.startLine ?? comment?.line ?? 0;
  lines.splice(start - 1, (comment?.line ?? 0) - start + 1, ...replacement.split('\n'));
  world.commit('change', { 'src/shift.cu': lines.join('\n') });
  const again = await world.run(pull);
  expect(again.log).toContain('drf');
  expect(again.status).toBe(0);
  expect(again.writes.map((one) => one.id)).toEqual(['graphql', 'graphql', 'graphql']);
  expect(world.state.comments.map((one) => one.resolved)).toEqual([true]);
});

test('a draft is reviewed like any other; once it is ready, after an unrelated push, and after lines shifted, nothing is written', async () => {
  world.commit('main', correct);
  const pull = world.openPull(racy);
  pull.draft = true;
  expect((await world.run(pull)).writes.map((one) => one.id)).toEqual(['pulls/create-review']);
  pull.draft = false;
  const same = await world.run(pull, {
    payload: JSON.stringify(pullEvent(world.state.name, pull, world.state.tips(pull), 'ready_for_review')),
  });
  expect(same.writes).toEqual([]);
  expect(same.status).toBe(1);
  expect(same.log).toContain('already reported');
  world.commit('change', { 'README.md': 'Not about kernels.\n' });
  const unrelated = await world.run(pull);
  expect([unrelated.status, unrelated.writes]).toEqual([1, []]);
  world.commit('change', { 'src/shift.cu': shift({ barrier: false, lead: '// A line more.\n// And one more.\n' }) });
  const shifted = await world.run(pull);
  expect(shifted.writes).toEqual([]);
});

test("markers in somebody else's comment are not believed", async () => {
  world.commit('main', correct);
  const pull = world.openPull(racy);
  await world.run(pull);
  const fingerprints = world.state.comments.flatMap((comment) => markersIn(comment.body, 'finding'));
  world.state.comments.length = 0;
  world.state.reviews.length = 0;
  world.state.reviews.push({
    id: 1,
    pull: pull.number,
    author: { login: 'mallory', id: 9, type: 'User' },
    body: `<!-- syncwright:finding ${fingerprints.join(' ')} -->`,
    commit: world.state.tips(pull).head,
  });
  const run = await world.run(pull);
  expect(run.writes.map((one) => one.id)).toEqual(['pulls/create-review']);
});

test('a launch that changes in another file than the kernel touches the kernel', async () => {
  const kernel =
    '#include "apart.h"\n__global__ void apart(int *data) {\n  data[threadIdx.x] = 1;\n  data[threadIdx.x + 64] = 2;\n}\n';
  const main = (threads: number): string =>
    `#include "apart.h"\nconst int threads = ${threads};\nvoid run(int *data) {\n  apart<<<1, threads>>>(data);\n}\n`;
  world.commit('main', {
    'src/apart.h': '__global__ void apart(int *data);\n',
    'src/kernel.cu': kernel,
    'src/main.cu': main(64),
  });
  const run = await world.run(world.openPull({ 'src/main.cu': main(128) }));
  expect([run.status, run.outputs.get('racy')]).toEqual([1, '1']);
  expect(run.writes.map((one) => one.id)).toEqual(['pulls/create-review']);
  expect(world.state.comments.map(({ path, subject }) => [path, subject])).toEqual([['src/main.cu', 'line']]);
  expect(JSON.stringify(world.state.comments)).toContain('src/main.cu:4');
});

test('a clean pull request is silent: nothing is written', async () => {
  world.commit('main', { 'src/shift.cu': shift({ barrier: true }), 'README.md': 'x\n' });
  const pull = world.openPull({ 'src/shift.cu': shift({ barrier: true }).replace('int t', 'const int t') });
  const run = await world.run(pull);
  expect(run.status).toBe(0);
  expect(run.writes).toEqual([]);
  expect(run.outputs.get('drf')).toBe('1');
});

test('a change beside a kernel does not touch it', async () => {
  world.commit('main', racy);
  const run = await world.run(
    world.openPull({ 'src/shift.cu': shift({ barrier: false, lead: '// Far above the kernel.\n\n' }) }),
  );
  expect(run.log).toContain('0 touched kernels');
  expect(run.writes).toEqual([]);
});

test('a pull request without CUDA is silent', async () => {
  world.commit('main', { ...racy, 'README.md': 'x\n' });
  const run = await world.run(world.openPull({ 'README.md': 'y\n' }));
  expect(run.status).toBe(0);
  expect(run.writes).toEqual([]);
});

test('a race that the target branch has too does not fail the gate and is not commented', async () => {
  world.commit('main', racy);
  const pull = world.openPull({
    'src/shift.cu': shift({ barrier: false, lead: '// Touched.\n' }).replace('int t =', 'const int t ='),
  });
  const run = await world.run(pull);
  expect(run.status).toBe(0);
  expect(run.writes).toEqual([]);
  expect(run.log).toContain('old SW101');
  const strict = await world.run(pull, { inputs: { 'fail-on-old': 'true' } });
  expect(strict.status).toBe(1);
});

test('an old race stands collapsed in the body beside a new one', async () => {
  world.commit('main', {
    'src/a.cu': shift({ barrier: false, name: 'old_shift' }),
    'src/b.cu': shift({ barrier: true, name: 'new_shift' }),
  });
  const pull = world.openPull({
    'src/a.cu': shift({ barrier: false, name: 'old_shift' }).replace('int t =', 'const int t ='),
    'src/b.cu': shift({ barrier: false, name: 'new_shift' }),
  });
  const run = await world.run(pull);
  expect(run.writes.map((one) => one.id)).toEqual(['pulls/create-review']);
  expect(world.state.comments.map((comment) => comment.path)).toEqual(['src/b.cu']);
  const body = world.state.reviews[0]?.body ?? '';
  expect(body).toContain('<details><summary>1 finding in these kernels that the target branch also has');
  expect(body).toContain('old_shift');
});

test('a race with one end outside of the diff is commented at the other end', async () => {
  world.commit('main', { 'far.cu': farApart({ barrier: true, scale: '1.0f' }) });
  const pull = world.openPull({ 'far.cu': farApart({ barrier: false, scale: '1.0f' }) });
  const run = await world.run(pull);
  expect(run.status).toBe(1);
  expect(run.writes.map((one) => one.id)).toEqual(['pulls/create-review']);
  const [comment] = world.state.comments;
  expect(comment?.line).toBeLessThanOrEqual(8);
});

test('a race with both ends outside of the diff is said at the changed line that it rests on', async () => {
  const header = (width: number): string => `#define WIDTH ${width}\n`;
  const kernel = (body: string): string =>
    `#include "width.h"\n__global__ void stretch(float *data) {\n  __shared__ float tile[64];\n  int t = threadIdx.x;\n  tile[t] = data[t];\n  ${body}\n  data[t] = tile[t ^ WIDTH];\n}\nvoid go(float *d) { stretch<<<1, 64>>>(d); }\n`;
  world.commit('main', { 'width.h': header(0), 'stretch.cu': kernel('') });
  const pull = world.openPull({ 'width.h': header(1) });
  const run = await world.run(pull);
  expect(run.status).toBe(1);
  expect(run.writes.map((one) => one.id)).toEqual(['pulls/create-review']);
  expect(world.state.comments.map(({ path, subject, line }) => [path, subject, line])).toEqual([
    ['width.h', 'line', 1],
  ]);
  expect(world.state.comments[0]?.body).toContain('**It happens elsewhere:** at [`stretch.cu:');
});

test('a path that leads out of the repository is named and left out; the rest is reviewed', async () => {
  world.commit('main', correct);
  // git itself refuses to write `..` into a tree through its index; a hostile tree is made by hand.
  const { store } = world.state;
  const blob = store.git(['hash-object', '-w', '--stdin'], 'x\n').trim();
  const inner = store.git(['mktree'], `100644 blob ${blob}\tevil.cu\n`).trim();
  const src = store
    .git(
      ['mktree'],
      `100644 blob ${store.git(['hash-object', '-w', '--stdin'], racy['src/shift.cu']).trim()}\tshift.cu\n`,
    )
    .trim();
  const tree = store
    .git(['mktree'], `040000 tree ${inner}\t..\n040000 tree ${src}\tsrc\n120000 blob ${blob}\tlink.cu\n`)
    .trim();
  const head = store.makeCommit(tree, [store.branchAt('main') ?? ''], 'evil', { name: 'm', email: 'm@example.org' });
  store.setRef('refs/heads/change', head);
  const pull = world.state.openPull('evil', '', { login: 'mallory', id: 9, type: 'User' }, 'change', 'main');
  // The runner's checkout would refuse this tree, so the clone stays at main.
  const run = await world.run(pull, { env: { GITHUB_WORKSPACE: store.folder } });
  expect(run.log).toContain('../evil.cu: skipped, the path contains `..`');
  expect(run.log).toContain('link.cu: a symbolic link, which is not analysed itself');
  expect(run.writes.map((one) => one.id)).toEqual(['pulls/create-review']);
  expect(world.state.comments.map((comment) => comment.path)).toEqual(['src/shift.cu']);
});

test("of 400 changed files, the last holds the race: more than GitHub's own diff shows", async () => {
  world.commit('main', correct);
  const many = Object.fromEntries(Array.from({ length: 399 }, (_, k) => [`data/${k}.txt`, `${k}\n`]));
  const run = await world.run(world.openPull({ ...many, ...racy }));
  expect(run.status).toBe(1);
  expect(run.writes.map((one) => one.id)).toEqual(['pulls/create-review']);
  expect(world.state.comments.map((comment) => [comment.path, comment.subject])).toEqual([['src/shift.cu', 'line']]);
});
