/** Clones that lack objects. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { snapshotOf } from '../../../src/review/snapshot.ts';

test('a file whose object is not in the clone cannot be read; the others can', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'syncwright-snapshot-'));
  const git = (...words: readonly string[]): string => execFileSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@b', ...words], { encoding: 'utf8' }).trim();
  try {
    git('init', '-q');
    writeFileSync(join(folder, 'a.cu'), '// a\n');
    writeFileSync(join(folder, 'large.bin'), 'large\n');
    git('add', '.');
    git('commit', '-q', '-m', 'both');
    const blob = git('rev-parse', 'HEAD:large.bin');
    rmSync(join(folder, '.git/objects', blob.slice(0, 2), blob.slice(2)));
    const snapshot = await snapshotOf(folder, git('rev-parse', 'HEAD'));
    expect(snapshot.ok && [[...snapshot.value.files.keys()], snapshot.value.read('a.cu'), snapshot.value.read('large.bin')]).toEqual([['a.cu', 'large.bin'], '// a\n', null]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
