/**
 * Many pairs of files compared by one git, held against a git for each pair; and what git costs and how long it may
 * take.
 */
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { GitStore } from '../../github/git-store.ts';
import type { BlobPair } from '../../../src/review/blob-diff.ts';
import type { Git } from '../../../src/review/git.ts';
import type { Hunk } from '../../../src/review/changes.ts';
import { askGit, gitIn } from '../../../src/review/git.ts';
import { blobHunks } from '../../../src/review/blob-diff.ts';
import { crewOf } from '../../../src/review/crew.ts';
import { runLocalReview } from '../../../src/review/review.ts';
import { changesBetween } from '../../../src/review/diff.ts';
import { parseHunks } from '../../../src/review/changes.ts';
import { fc } from '../../seeded.ts';

// A machine with other work on it is slow; nothing here measures time.
vi.setConfig({ testTimeout: 400_000 });

const folder = mkdtempSync(join(tmpdir(), 'syncwright-blobs-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});
// A folder whose name has what separates folders in git's lists.
const store = new GitStore(join(folder, 'a "quoted": repo.git'));
const git = gitIn(store.folder);
const who = { name: 'ada', email: 'ada@example.com' };

const blobOf = (text: string | null): string | null =>
  text === null ? null : store.git(['hash-object', '-w', '--stdin'], text).trim();

async function alone({ base, head }: BlobPair): Promise<readonly Hunk[]> {
  const empty = blobOf('') ?? '';
  const answer = await askGit(git, [
    'diff',
    '--no-ext-diff',
    '--no-textconv',
    '--no-color',
    '--text',
    '-U3',
    '--diff-algorithm=myers',
    '--indent-heuristic',
    base ?? empty,
    head ?? empty,
  ]);
  return answer.ok ? (parseHunks(answer.value.out.toString('utf8')) ?? []) : [];
}

const line = fc.constantFrom(
  'a',
  'b',
  '',
  ' ',
  '}',
  '@@ -1,2 +3,4 @@',
  'diff --git a/0000001 b/0000001',
  '-- a',
  '++ b',
  '\\ No newline at end of file',
  'c\r',
  'ü',
  '\u0000',
);
const text = fc
  .tuple(fc.array(line, { maxLength: 12 }), fc.boolean())
  .map(([lines, ends]) => `${lines.join('\n')}${ends ? '\n' : ''}`);

test('one git for all pairs finds the hunks that a git for each pair finds', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.option(text), text), { minLength: 1, maxLength: 6 }), async (texts) => {
      const pairs = texts.map(([base, head]): BlobPair => ({ base: blobOf(base), head: blobOf(head) }));
      const all = await blobHunks(git, pairs);
      expect(all).toEqual({ ok: true, value: await Promise.all(pairs.map(alone)) });
    }),
    { numRuns: 25 },
  );
});

test('four hundred files cost five processes; the clone is as it was; attributes hide nothing', async () => {
  const files = (word: string) =>
    Array.from({ length: 400 }, (_, k) => ({ path: `src/${k}.cu`, text: `// ${k}\n${word}\n` }));
  const base = store.makeCommit(
    store.makeTree(null, [...files('one'), { path: '.gitattributes', text: '* -diff binary\n' }]),
    [],
    'base',
    who,
  );
  const head = store.makeCommit(
    store.makeTree(null, [...files('two'), { path: '.gitattributes', text: '* -diff binary\n' }]),
    [base],
    'head',
    who,
  );
  const before = readdirSync(join(store.folder, 'objects')).sort();
  let asked = 0;
  const counting: Git = (...args) => {
    asked += 1;
    return git(...args);
  };
  const changes = await changesBetween(counting, base, head);
  if (!changes.ok) throw new Error(changes.problem.text);
  expect(changes.value.files.map((file) => file.hunks?.map((hunk) => hunk.blocks))).toEqual(
    Array.from({ length: 400 }, () => [[{ base: { start: 2, count: 1 }, head: { start: 2, count: 1 } }]]),
  );
  expect(asked).toBe(5);
  expect(readdirSync(join(store.folder, 'objects')).sort()).toEqual(before);
});

test('more files than are compared, and files too large for it: taken as changed whole, and said', async () => {
  const tree = store.makeTree(null, [
    { path: 'big.cu', text: 'x\n'.repeat(17 * 1024 * 1024) },
    ...Array.from({ length: 3001 }, (_, k) => ({ path: `s/${String(k).padStart(4, '0')}.cu`, text: 'y\n' })),
  ]);
  const changes = await changesBetween(
    git,
    store.makeCommit(store.makeTree(null, []), [], 'none', who),
    store.makeCommit(tree, [], 'all', who),
  );
  if (!changes.ok) throw new Error(changes.problem.text);
  expect(changes.value.files.filter((file) => file.hunks === null).map((file) => file.headPath)).toEqual([
    'big.cu',
    's/2999.cu',
    's/3000.cu',
  ]);
  expect(changes.value.notes).toEqual([
    '3 files were not compared line by line (limits 3000 files, 100663296 bytes), treated as completely changed: big.cu, s/2999.cu, s/3000.cu',
  ]);
});

test.skipIf(process.platform === 'win32')('a git that does not end is ended, and said', async () => {
  const slow = join(folder, 'git');
  writeFileSync(slow, '#!/bin/sh\nexec sleep 60\n');
  chmodSync(slow, 0o755);
  vi.stubEnv('PATH', `${folder}:${process.env['PATH'] ?? ''}`);
  try {
    expect(await gitIn(store.folder, null, 0.2)(['rev-parse', 'HEAD'])).toEqual({
      ok: false,
      problem: { kind: 'git-failed', text: 'git rev-parse was stopped: it took more than 0.2 s' },
    });
  } finally {
    vi.unstubAllEnvs();
  }
});

test('a tree that unfolds to more files than can be listed is one clear line, and takes no memory for it', async () => {
  const blob = blobOf('x\n') ?? '';
  let tree = store
    .git(['mktree'], Array.from({ length: 60 }, (_, k) => `100644 blob ${blob}\t${'f'.repeat(240)}${k}.cu\n`).join(''))
    .trim();
  for (let depth = 0; depth < 5; depth += 1)
    tree = store
      .git(['mktree'], Array.from({ length: 20 }, (_, k) => `040000 tree ${tree}\t${'d'.repeat(240)}${k}\n`).join(''))
      .trim();
  const base = store.makeCommit(store.makeTree(null, []), [], 'empty', who);
  const head = store.makeCommit(tree, [base], 'bomb', who);
  const crew = crewOf({ openEngine: () => Promise.reject(new Error('not here')), openWorker: null, mostWorkers: 1 });
  const options = {
    kernel: null,
    block: null,
    grid: null,
    params: new Map(),
    assumes: [],
    defines: new Map(),
    includeDirs: [],
    warpModel: 'its',
    level: 'grid',
    timeoutSeconds: 60,
    repair: false,
  } as const;
  expect(await runLocalReview({ repo: store.folder, base, head, crew, options })).toEqual({
    ok: false,
    problem: {
      kind: 'git-failed',
      text: 'git ls-tree was stopped: its output is longer than 268435456 bytes, for example because of a tree with too many files',
    },
  });
});
