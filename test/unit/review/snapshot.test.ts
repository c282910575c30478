/** Clones that lack objects. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseBatch } from '../../../src/review/git.ts';
import { snapshotOf } from '../../../src/review/snapshot.ts';

test('a file whose object is not in the clone cannot be read; the others can', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'syncwright-snapshot-'));
  const git = (...words: readonly string[]): string =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@b', ...words], {
      encoding: 'utf8',
    }).trim();
  try {
    git('init', '-q');
    writeFileSync(join(folder, 'a.cu'), '// a\n');
    writeFileSync(join(folder, 'large.bin'), 'large\n');
    git('add', '.');
    git('commit', '-q', '-m', 'both');
    const blob = git('rev-parse', 'HEAD:large.bin');
    rmSync(join(folder, '.git/objects', blob.slice(0, 2), blob.slice(2)));
    const snapshot = await snapshotOf(folder, git('rev-parse', 'HEAD'));
    expect(
      snapshot.ok && [[...snapshot.value.files.keys()], snapshot.value.read('a.cu'), snapshot.value.read('large.bin')],
    ).toEqual([['a.cu', 'large.bin'], '// a\n', null]);
    expect(snapshot.ok && snapshot.value.failed()).toEqual([
      { path: 'large.bin', because: 'git did not return its content' },
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('what is expected is read ahead with what it includes; an object that is damaged costs no other file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'syncwright-snapshot-'));
  const git = (...words: readonly string[]): string =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@b', ...words], {
      encoding: 'utf8',
    }).trim();
  try {
    git('init', '-q');
    const names = ['a', 'b', 'c', 'd', 'e'];
    for (const name of names) writeFileSync(join(folder, `${name}.cu`), `#include "${name}.h"\n// ${name}\n`);
    for (const name of names) writeFileSync(join(folder, `${name}.h`), `// header ${name}\n`);
    git('add', '.');
    git('commit', '-q', '-m', 'all');
    const pathOf = (name: string): string => {
      const blob = git('rev-parse', `HEAD:${name}`);
      return join(folder, '.git/objects', blob.slice(0, 2), blob.slice(2));
    };
    const commit = git('rev-parse', 'HEAD');
    const taken = await snapshotOf(folder, commit);
    for (const name of ['b.cu', 'd.h']) {
      chmodSync(pathOf(name), 0o644);
      writeFileSync(pathOf(name), 'no object');
    }
    if (!taken.ok) throw new Error(taken.problem.text);
    taken.value.expect(names.map((name) => `${name}.cu`));
    const read = (suffix: string): readonly (string | null)[] =>
      names.map((name) => taken.value.read(`${name}.${suffix}`));
    expect(read('cu')).toEqual(names.map((name) => (name === 'b' ? null : `#include "${name}.h"\n// ${name}\n`)));
    expect(read('h')).toEqual(names.map((name) => (name === 'd' ? null : `// header ${name}\n`)));

    const ahead = await snapshotOf(folder, commit);
    if (!ahead.ok) throw new Error(ahead.problem.text);
    ahead.value.expect(['a.cu', 'c.cu']);
    expect(ahead.value.read('a.cu')).toContain('// a');
    expect(ahead.value.read('a.h')).toContain('header a');
    rmSync(join(folder, '.git'), { recursive: true });
    expect([ahead.value.read('c.cu'), ahead.value.read('c.h'), ahead.value.read('e.cu')]).toEqual([
      '#include "c.h"\n// c\n',
      '// header c\n',
      null,
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('an answer of git that is cut off gives what is whole', () => {
  const out = Buffer.from('aa blob 3\nx\ny\nbb missing\ncc blob 0\n\ndd blob 4\nab');
  expect([...parseBatch(out)].map(([id, bytes]) => [id, bytes.toString()])).toEqual([
    ['aa', 'x\ny'],
    ['cc', ''],
  ]);
  expect(parseBatch(Buffer.alloc(0)).size).toBe(0);
});
