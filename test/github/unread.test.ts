/** What was not read is part of the answer: no file that cannot be read lets a pull request pass in silence. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { join } from 'node:path';
import { rmSync } from 'node:fs';
import type { Run, RunOptions } from './world.ts';
import { World } from './world.ts';
import { here } from './here.ts';
import { shift } from './kernels.ts';

// A machine with other work on it is slow; nothing here measures time.
vi.setConfig({ testTimeout: 300_000 });

let world: World;
beforeEach(async () => {
  world = await World.open(undefined, undefined, here);
  world.commit('main', {
    'src/shift.cu': shift({ barrier: true }),
    'src/other.cu': shift({ barrier: true, name: 'other' }),
  });
});
afterEach(async () => {
  const { violations } = world.github;
  await world.close();
  expect(violations).toEqual([]);
});

const racy = shift({ barrier: false });
const counts = ({ status, outputs }: Run): readonly unknown[] => [
  status,
  ...['decided', 'undecided', 'unread'].map((name) => outputs.get(name)),
];
const review = (files: Readonly<Record<string, string | null>>, options: RunOptions = {}): Promise<Run> =>
  world.run(world.openPull(files), options);

test('one NUL byte hides no race: the byte is read as a blank', async () => {
  const run = await review({ 'src/shift.cu': `${racy}// \0\n` });
  expect(counts(run)).toEqual([1, '1', '0', '0']);
  expect(JSON.stringify(world.state.reviews)).toContain('shift');
});

test('a NUL byte in a header with the kernel hides none either', async () => {
  const run = await review({ 'src/shift.cu': '#include "shift.cuh"\n', 'src/shift.cuh': `// \0\n${racy}` });
  expect(counts(run)).toEqual([1, '1', '0', '0']);
});

test('a file of NUL bytes is not read, which is told as an error and fails the step', async () => {
  const run = await review({
    'src/shift.cu': `${racy}// ${'\0'.repeat(100_000)}\n`,
    'src/other.cu': shift({ barrier: true, name: 'other' }).replace('int t', 'const int t'),
  });
  expect(counts(run)).toEqual([1, '1', '1', '1']);
  expect(run.log).toMatch(/^::error .*::1 of 2 touched kernels decided; 1 not read: src\/shift\.cu/m);
  expect(run.summary).toContain('1 of 2 touched kernels decided; 1 not read');
  expect(run.writes).toEqual([]);
});

test('the check run says the same count: one that does not fail the step is not passed off as a success', async () => {
  const files = {
    'src/shift.cu': `${racy}// ${'\0'.repeat(100_000)}\n`,
    'src/other.cu': shift({ barrier: true, name: 'other' }).replace('int t', 'const int t'),
  };
  const pull = world.openPull(files);
  const counted = '1 of 2 touched kernels decided; 1 not read: src/shift.cu (contains';
  for (const [gate, conclusion] of [
    ['unread', 'failure'],
    ['never', 'neutral'],
  ] as const) {
    const run = await world.run(pull, { inputs: { 'check-run': 'true', 'fail-on-undecided': gate } });
    expect(run.writes.map((one) => one.id)).toEqual(['checks/create']);
    const checks = world.state.checks.splice(0);
    expect(checks).toMatchObject([{ conclusion, title: 'no new findings in 2 touched kernels, 1 not read' }]);
    expect(checks[0]?.summary).toContain(counted);
  }
});

test('a file of two bytes a character, in which no kernel is found, is not read either', async () => {
  const run = await review({ 'src/shift.cu': [...racy].join('\0') });
  expect(counts(run)).toEqual([1, '0', '0', '1']);
  expect(run.log).toMatch(/^::error .*1 not read: src\/shift\.cu/m);
});

test('with `fail-on-undecided: never` the same is a notice', async () => {
  const run = await review(
    { 'src/shift.cu': `${racy}// ${'\0'.repeat(100_000)}\n` },
    { inputs: { 'fail-on-undecided': 'never' } },
  );
  expect(run.status).toBe(0);
  expect(run.log).toMatch(/^::notice .*::0 of 1 touched kernel decided; 1 not read: src\/shift\.cu/m);
});

test('a file that the merge base has unread too is told, and does not fail the step', async () => {
  const blob = (text: string): string => `${text}// ${'\0'.repeat(100_000)}\n`;
  world.commit('main', { 'src/blob.cu': blob('') });
  const run = await review({ 'src/blob.cu': blob('// x\n') });
  expect(run.status).toBe(0);
  expect(run.log).toMatch(/^::notice .*1 not read: src\/blob\.cu/m);
});

test.each(['src/a\nb.cu', 'src/a\\b.cu'])(
  'a kernel under the name %j is not read, and fails the step',
  async (name) => {
    const run = await review({ [name]: racy }, { env: { GITHUB_WORKSPACE: world.state.store.folder } });
    expect(run.status).toBe(1);
    expect(run.outputs.get('unread')).toBe('1');
  },
);

test('a macro bomb, a file of 50 MB and a comment of 60,000 lines are read or counted', async () => {
  const macros = Array.from({ length: 9 }, (_, k) => `#define B${k + 1} ${`B${k} `.repeat(10)}\n`).join('');
  const bomb = await review({
    'src/shift.cu': `#define B0 + 1\n${macros}${racy.replace('data[t] = tile', 'data[t] = 0 B9 + tile')}`,
  });
  expect(counts(bomb)).toEqual([1, '0', '1', '1']);
  world.commit('change', { 'src/shift.cu': `/*${'\n'.repeat(60_000)}*/\n${racy}` });
  const pull = world.state.pulls[0];
  if (pull === undefined) throw new Error('no pull request');
  const comment = await world.run(pull);
  expect([comment.status, comment.outputs.get('racy')]).toEqual([1, '1']);
  world.commit('change', { 'src/shift.cu': `${racy}${`// ${'x'.repeat(1000)}\n`.repeat(50_000)}` });
  const large = await world.run(pull, { env: { GITHUB_WORKSPACE: world.state.store.folder } });
  expect([large.status, large.outputs.get('unread')]).toEqual([1, '1']);
});

test('a header that git cannot give is counted; a changed file that it cannot give ends the run in one line', async () => {
  const { store } = world.state;
  const lose = (path: string): void => {
    const blob = store.git(['rev-parse', `change:${path}`]).trim();
    rmSync(join(store.folder, 'objects', blob.slice(0, 2), blob.slice(2)), { force: true });
  };
  world.commit('main', {
    'src/part.cuh': '#define PART\n',
    'src/shift.cu': `#include "part.cuh"\n${shift({ barrier: true })}`,
  });
  const pull = world.openPull({
    'src/shift.cu': `#include "part.cuh"\n${shift({ barrier: true }).replace('int t', 'const int t')}`,
  });
  lose('src/part.cuh');
  const run = await world.run(pull, { env: { GITHUB_WORKSPACE: store.folder } });
  expect([run.status, run.outputs.get('unread')], run.log).toEqual([0, '1']);
  expect(run.log).toMatch(/^::notice .*1 not read: src\/part\.cuh/m);
  lose('src/shift.cu');
  const broken = await world.run(pull, { env: { GITHUB_WORKSPACE: store.folder } });
  expect([broken.status, broken.log.match(/^::error /gm)?.length]).toEqual([2, 1]);
});

test('a source that is renamed to what no source is called is read under that name', async () => {
  const run = await review({ 'src/shift.cu': null, 'src/shift.kernel': racy });
  expect(counts(run)).toEqual([1, '1', '0', '0']);
  expect(world.state.comments.map(({ path }) => path)).toEqual(['src/shift.kernel']);
});

test.each([{}, { depth: 1, filter: 'blob:none' }] as const)(
  'kernels in strings of another language and in templates are named, new or changed, and those of a text about kernels are not (clone: %j)',
  async (options) => {
    const names = ['tools/make.py', 'src/scan.cu.in', 'compiled'];
    world.commit('main', {
      ...Object.fromEntries(names.slice(1).map((name) => [name, 'nothing yet\n'])),
      'docs/guide.md': 'x\n',
    });
    const text = `source = '''\n${racy}'''\n`;
    const run = await world.run(
      world.openPull(Object.fromEntries([...names, 'docs/guide.md'].map((name) => [name, text]))),
      options,
    );
    expect([run.status, run.outputs.get('unread'), run.writes], run.log).toEqual([0, '3', []]);
    expect(run.log).toMatch(
      /^::notice title=Syncwright::.*3 not read: compiled, src\/scan\.cu\.in, tools\/make\.py \(all 3: it has kernels, /m,
    );
  },
);

test('a file of any name that a source includes is read, and not called unread', async () => {
  world.commit('main', { 'src/a.cu': '#include "body.txt"\n', 'src/body.txt': '\n' });
  const run = await world.run(world.openPull({ 'src/body.txt': racy.replaceAll('shift', 'inner') }));
  expect([run.status, run.outputs.get('racy'), run.outputs.get('unread')]).toEqual([1, '1', '0']);
});

test('files beyond the limit are counted', async () => {
  world.commit('main', { '.syncwright.yml': 'budgets: { max-files: 1 }\n' });
  const run = await review({
    'src/other.cu': shift({ barrier: true, name: 'other' }).replace('int t', 'const int t'),
    'src/shift.cu': racy,
  });
  expect(counts(run)).toEqual([1, '1', '0', '1']);
  expect(run.log).toMatch(/^::error .*1 not read: src\/shift\.cu/m);
});

test('without a limit of the configuration, files beyond the 400th are counted, and named', async () => {
  const names = Array.from({ length: 403 }, (_, k) => `src/empty${String(k).padStart(3, '0')}.cu`);
  const run = await review(Object.fromEntries(names.map((name, k) => [name, `int empty${k};\n`])));
  expect(counts(run)).toEqual([1, '0', '0', '3']);
  const limit = 'beyond the limit of 400 files';
  expect(run.log).toContain(
    `::0 of 0 touched kernels decided; 3 not read: ${names.slice(400).join(', ')} (all 3: ${limit})`,
  );
  expect(run.summary).toContain(limit);
});

test('a link to a source of the repository is no file that was not read; one to something else is', async () => {
  world.commit('main', { 'src/data.txt': racy });
  const { store } = world.state;
  const entries = (links: Readonly<Record<string, string>>): string =>
    store
      .git(
        ['mktree'],
        [
          ...Object.entries({ 'shift.cu': shift({ barrier: true }), 'data.txt': racy }).map(
            ([name, text]) => `100644 blob ${store.git(['hash-object', '-w', '--stdin'], text).trim()}\t${name}\n`,
          ),
          ...Object.entries(links).map(
            ([name, target]) => `120000 blob ${store.git(['hash-object', '-w', '--stdin'], target).trim()}\t${name}\n`,
          ),
        ].join(''),
      )
      .trim();
  const head = (links: Readonly<Record<string, string>>): void => {
    const tree = store.git(['mktree'], `040000 tree ${entries(links)}\tsrc\n`).trim();
    store.setRef(
      'refs/heads/change',
      store.makeCommit(tree, [store.branchAt('main') ?? ''], 'links', { name: 'm', email: 'm@example.org' }),
    );
  };
  head({ 'link.cu': 'shift.cu' });
  const pull = world.state.openPull('links', '', { login: 'mallory', id: 9, type: 'User' }, 'change', 'main');
  const options = { env: { GITHUB_WORKSPACE: store.folder } };
  expect((await world.run(pull, options)).outputs.get('unread')).toBe('0');
  head({ 'link.cu': 'data.txt' });
  const run = await world.run(pull, options);
  expect([run.status, run.outputs.get('unread')]).toEqual([1, '1']);
});
