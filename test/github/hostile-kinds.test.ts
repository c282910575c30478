/**
 * Hostile pull requests of single kinds: each is found or counted, and what people do beside it changes nothing of
 * that.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PullRecord } from './shapes.ts';
import { World, ada, robot } from './world.ts';
import { here } from './here.ts';
import { shift } from './kernels.ts';

// A machine with other work on it is slow; nothing here measures time.
vi.setConfig({ testTimeout: 300_000 });

let world: World;
beforeEach(async () => {
  world = await World.open(undefined, undefined, here);
  world.commit('main', { 'src/shift.cu': shift({ barrier: true }) });
});
afterEach(async () => {
  const { violations } = world.github;
  await world.close();
  expect(violations).toEqual([]);
});

const mallory = { login: 'mallory', id: 9, type: 'User' } as const;
const racy = shift({ barrier: false });
type Entry = Readonly<{ path: string; text: string | null; mode?: string }>;

function pullOf(...files: readonly Entry[]): PullRecord {
  const { store } = world.state;
  const parent = store.branchAt('main');
  store.setRef(
    'refs/heads/change',
    store.makeCommit(store.makeTree(parent, files), parent === null ? [] : [parent], 'evil', {
      name: 'm',
      email: 'm@example.org',
    }),
  );
  return world.state.openPull('A change', 'Please look.', ada, 'change', 'main');
}

const pointer =
  'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 12345\n';
const inHeader = racy.replaceAll('shift', 'inner');
const found: readonly (readonly [string, readonly Entry[]])[] = [
  ['line ends of Windows', [{ path: 'src/shift.cu', text: racy.replaceAll('\n', '\r\n') }]],
  [
    'a carriage return that ends the comment before it',
    [{ path: 'src/shift.cu', text: racy.replace(/^(\/\/.*)\n/, '$1\r') }],
  ],
  [
    'a comment that begins on two lines',
    [{ path: 'src/shift.cu', text: racy.replace('  data[t] =', '/\\\n* __syncthreads(); */ data[t] =') }],
  ],
  [
    'a build that defines words of CUDA away',
    [
      { path: 'src/shift.cu', text: racy },
      {
        path: 'compile_commands.json',
        text: JSON.stringify([
          { directory: '/p', file: 'src/shift.cu', command: 'nvcc -D__global__= -D__shared__= -c src/shift.cu' },
        ]),
      },
    ],
  ],
  ['a byte order mark', [{ path: 'src/shift.cu', text: `\ufeff${racy}` }]],
  ['one line of a megabyte before it', [{ path: 'src/shift.cu', text: `/* ${'x'.repeat(1 << 20)} */\n${racy}` }]],
  ['all in one line', [{ path: 'src/shift.cu', text: racy.replace(/^\/\/.*\n/m, '').replaceAll('\n', ' ') }]],
  [
    'names that differ in case only',
    [
      { path: 'src/Shift.cu', text: racy },
      { path: 'src/shift.cu', text: `${shift({ barrier: true })}// mine\n` },
    ],
  ],
  [
    'includes that differ in case only',
    [
      { path: 'src/a.cu', text: '#include "Inner.cuh"\n' },
      { path: 'src/Inner.cuh', text: inHeader },
      { path: 'src/inner.cuh', text: '\n' },
    ],
  ],
  [
    'a rename with an edit',
    [
      { path: 'src/shift.cu', text: null },
      { path: 'lib/moved.cu', text: racy },
    ],
  ],
  [
    'marked as binary, generated and vendored',
    [
      { path: '.gitattributes', text: '* binary -diff linguist-generated linguist-vendored\n' },
      { path: 'src/shift.cu', text: racy },
    ],
  ],
  [
    'everything turned off',
    [
      { path: '.syncwright.yml', text: 'exclude: ["**"]\nfail-on: never\ncomments: none\nfail-on-undecided: never\n' },
      { path: 'src/shift.cu', text: racy },
    ],
  ],
  [
    'a configuration that is a link',
    [
      { path: '.syncwright.yml', text: '/etc/passwd', mode: '120000' },
      { path: 'src/shift.cu', text: racy },
    ],
  ],
  ['an executable file', [{ path: 'src/shift.cu', text: racy, mode: '100755' }]],
  [
    'words for the log',
    [{ path: 'src/shift.cu', text: `// ::stop-commands::x\n// ::set-output name=racy::0\n${racy}` }],
  ],
  ['a name of another script, and one of commands', [{ path: 'src/ядро %0A::error::x.cu', text: racy }]],
];

test.each(found)('%s: the race is found, said once, and fails', async (_kind, files) => {
  const pull = pullOf(...files);
  const run = await world.run(pull);
  expect([run.status, run.outputs.get('racy')]).toEqual([1, '1']);
  expect(world.state.reviews.map(({ author }) => author.login)).toEqual([robot.login]);
  expect(run.log).not.toMatch(/^::set-output|^::error::x/m);
  expect((await world.run(pull)).writes).toEqual([]);
});

const counted: readonly (readonly [string, readonly Entry[]])[] = [
  ['a pointer of Git LFS', [{ path: 'src/shift.cu', text: pointer }]],
  ['a file that became a link to nowhere', [{ path: 'src/shift.cu', text: '../../outside.cu', mode: '120000' }]],
  ['a link to itself', [{ path: 'src/loop.cu', text: 'loop.cu', mode: '120000' }]],
  [
    'a folder of sources that became a link out of the repository',
    [
      { path: 'src/shift.cu', text: null },
      { path: 'src', text: '../outside', mode: '120000' },
    ],
  ],
  ['a link to the configuration of the clone', [{ path: 'src/git.cu', text: '../.git/config', mode: '120000' }]],
];

test.each(counted)('%s is counted as not read, and fails', async (_kind, files) => {
  const run = await world.run(pullOf(...files));
  expect([run.status, run.outputs.get('unread')]).toEqual([1, '1']);
});

test('a folder of sources that became a link to another one of the repository is read there', async () => {
  const run = await world.run(
    pullOf(
      { path: 'src/shift.cu', text: null },
      { path: 'lib/shift.cu', text: racy },
      { path: 'src', text: './lib', mode: '120000' },
    ),
  );
  expect([run.status, run.outputs.get('racy'), run.outputs.get('unread')]).toEqual([1, '1', '0']);
});

test('a comment and a review of somebody else with our markers hide nothing, and are left alone', async () => {
  const first = pullOf({ path: 'src/shift.cu', text: racy });
  await world.run(first);
  const [own] = world.state.comments;
  const body = own?.body ?? '';
  expect(body).toContain('syncwright:finding');
  world.state.comments.splice(0);
  world.state.reviews.splice(0);
  world.say(first, body, mallory);
  const before = world.state.conversation.map((one) => one.body);
  expect((await world.run(first)).writes.map((one) => one.id)).toEqual(['pulls/create-review']);
  const [root] = world.state.comments;
  if (root === undefined) throw new Error('no comment');
  const reply = world.state.reply(
    root,
    mallory,
    `<!-- syncwright:settled all -->\n${body.replace('finding', 'moved')}`,
  );
  expect((await world.run(first)).writes).toEqual([]);
  world.commit('change', { 'src/shift.cu': `${racy}// more\n` });
  expect([(await world.run(first)).writes, reply.body.startsWith('<!-- syncwright:settled')]).toEqual([[], true]);
  expect(world.state.conversation.map((one) => one.body)).toEqual(before);
});

test('our comment emptied by a person, its thread resolved, the pull request closed and opened again: still red, nothing twice', async () => {
  const pull = pullOf({ path: 'src/shift.cu', text: racy });
  await world.run(pull);
  const [root] = world.state.comments;
  if (root === undefined) throw new Error('no comment');
  root.body = 'nothing to see here';
  root.resolved = true;
  world.state.closePull(pull);
  pull.state = 'open';
  const again = await world.run(pull);
  expect([again.status, again.writes, root.body]).toEqual([1, [], 'nothing to see here']);
});

test('a force-push away and back, and a revert of the revert: the thread settles and opens again', async () => {
  const pull = pullOf({ path: 'src/shift.cu', text: racy });
  await world.run(pull);
  const { store } = world.state;
  const evil = store.branchAt('change') ?? '';
  world.commit('change', { 'src/shift.cu': `${shift({ barrier: true })}// reverted\n` });
  expect((await world.run(pull)).status).toBe(0);
  expect(world.state.comments.map((one) => one.resolved)).toEqual([true]);
  store.setRef('refs/heads/change', evil);
  expect((await world.run(pull)).status).toBe(1);
  expect(world.state.comments.map((one) => one.resolved === true)).toEqual([false]);
  expect((await world.run(pull)).writes).toEqual([]);
});

const submodule = (path: string): Entry => ({ path, text: 'a commit of another repository', mode: '160000' });
const replaced: Entry = { path: 'src/shift.cu', text: null };

test.each<readonly [string, readonly Entry[], number, 'error' | 'notice', string]>([
  ['a new submodule', [submodule('third_party/lib')], 0, 'notice', 'third_party/lib'],
  ['a submodule in the place of a folder of sources', [replaced, submodule('src')], 1, 'error', 'src'],
  ['a submodule in the place of a source', [submodule('src/shift.cu')], 1, 'error', 'src/shift.cu'],
])('%s is counted as not read, and named', async (_kind, files, status, level, name) => {
  const run = await world.run(pullOf(...files));
  expect([run.status, run.outputs.get('unread')]).toEqual([status, '1']);
  const words = `1 not read: ${name} (a submodule, which is a commit of another repository)`;
  expect(run.log.split('\n').filter((line) => line.startsWith(`::${level} `) && line.includes(words))).toHaveLength(1);
  expect(run.summary.replaceAll('\\', '')).toContain(words);
});

test('of a submodule and a link in folders that the configuration of the base excludes, nothing is said', async () => {
  const { store } = world.state;
  const main = store.branchAt('main');
  const excluded = [{ path: '.syncwright.yml', text: 'exclude: ["third_party/**"]\n' }, submodule('third_party/lib')];
  store.setRef(
    'refs/heads/main',
    store.makeCommit(store.makeTree(main, excluded), main === null ? [] : [main], 'base', {
      name: 'a',
      email: 'a@example.org',
    }),
  );
  const other = { ...submodule('third_party/lib'), text: 'a later one' };
  const run = await world.run(pullOf(other, { path: 'third_party/link.cu', text: '../../outside.cu', mode: '120000' }));
  expect([run.status, run.outputs.get('unread')]).toEqual([0, '0']);
  const seen = await world.run(pullOf(other, { path: '.syncwright.yml', text: '\n' }), {
    inputs: { paths: '**', 'fail-on-undecided': 'all' },
  });
  expect([seen.status, seen.outputs.get('unread')]).toEqual([1, '1']);
});
