/** Where an audit is told to write and what it is told to read, when that is not what it should be: one line, no waiting, and nothing is lost. */
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { command, kernel } from './command.ts';
import { sealed } from '../../../src/cache/seal.ts';

const root = mkdtempSync(join(tmpdir(), 'syncwright-places-'));
const code = join(root, 'code');
const out = join(root, 'audit.jsonl');
const pipe = join(root, 'pipe.jsonl');
spawnSync('mkfifo', [pipe]);

beforeEach(async () => {
  for (const path of [code, out]) rmSync(path, { recursive: true, force: true });
  mkdirSync(code);
  writeFileSync(join(code, 'drf_a.cu'), kernel('drf_a'));
  await command(['audit', code, '--out', out, '--jobs', '1']);
});
afterAll(() => { rmSync(root, { recursive: true, force: true }); });

/** Status, standard output, and the one line of standard error. */
async function refusal(argv: readonly string[]): Promise<string> {
  const ran = await command(argv);
  expect([ran.status, ran.out]).toEqual([2, '']);
  expect(ran.err.trimEnd().split('\n')).toHaveLength(1);
  return ran.err.trimEnd();
}

describe('refused is', () => {
  test('a report over the file of the audit that it is of', async () => {
    const before = readFileSync(out, 'utf8');
    const link = join(root, 'link');
    symlinkSync(out, link);
    expect(await refusal(['audit', code, '--out', out, '--report', link])).toBe(`error: ${link} is the file of the audit itself: --report must be another`);
    expect(await refusal(['merge', out, '--report', join(root, 'code', '..', 'audit.jsonl')])).toContain('--report must be another');
    expect(readFileSync(out, 'utf8')).toBe(before);
  });

  test('a merge into one of its files by another name', async () => {
    const before = readFileSync(out, 'utf8');
    expect(await refusal(['merge', out, '--out', `${root}/./code/../audit.jsonl`])).toContain('is one of the files that are merged');
    expect(readFileSync(out, 'utf8')).toBe(before);
  });

  test('what is no regular file', async () => {
    expect(await refusal(['audit', code, '--out', pipe])).toBe(`error: ${pipe}: it is not a regular file; it is left as it is: --out FILE writes elsewhere`);
    expect(await refusal(['audit', code, '--out', code])).toContain('it is not a regular file');
    expect(await refusal(['merge', out, '--out', pipe])).toBe(`error: ${pipe}: it is not a regular file: --out must be another`);
    expect(await refusal(['merge', pipe])).toBe(`error: ${pipe}: it is not a regular file`);
  });

  test('a file in the place of the codebase', async () => {
    const file = join(code, 'drf_a.cu');
    expect(await refusal(['audit', file])).toBe(`error: ${file} is not a folder: \`check\` analyses single files`);
  });

  test('a place that is not there, without a word of what was kept', async () => {
    expect(await refusal(['audit', code, '--out', join(root, 'none', 'a.jsonl')])).toMatch(/: ENOENT: no such file or directory, open '[^']*'$/);
    expect(await refusal(['audit', code, '--out', join(root, 'a'.repeat(300))])).toMatch(/: ENAMETOOLONG: [^;]*$/);
  });
});

test('folders of shards may have folders called as shards are', async () => {
  const shards = join(root, 'shards');
  mkdirSync(join(shards, 'x.jsonl'), { recursive: true });
  copyFileSync(out, join(shards, 'x.jsonl', 'a.jsonl'));
  expect((await command(['merge', shards])).status).toBe(0);
});

test('a name that moves the cursor is shown, not obeyed, when its file changed under the audit', async () => {
  const file = join(code, 'drf_\u001b[2J\u202e.cu');
  writeFileSync(file, kernel('drf_b'));
  let isOver = false;
  const ran = await command(['audit', code, '--out', out, '--jobs', '1', '--restart'], undefined, {
    onStop: () => () => { isOver = true; writeFileSync(file, kernel('racy_b')); },
  });
  expect([isOver, ran.out.includes('changed while it was audited')]).toEqual([true, true]);
  expect(ran.out).not.toMatch(/[\u001b\u202e]/);
});

test('what a forged shard calls a code is shown, not obeyed', async () => {
  writeFileSync(join(code, 'drf_a.cu'), kernel('racy_a'));
  await command(['audit', code, '--out', out, '--jobs', '1']);
  const forged = readFileSync(out, 'utf8').split('\n').map((line) => (line.includes('"code":"SW101"') ? sealed(`{${line.slice(42)}`.replaceAll('"code":"SW101"', '"code":"\\u001b[2J"')) : line));
  writeFileSync(out, forged.join('\n'));
  const ran = await command(['merge', out]);
  expect(ran.out).toContain(': ␛[2J in racy_a');
});
