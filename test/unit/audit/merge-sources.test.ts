/**
 * What `merge` reads of the codebase that a file says it is of. Whoever wrote the file may want to see other files in a
 * report.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ran } from './command.ts';
import { command } from './command.ts';
import { fakeWorker } from './fake-worker.ts';
import { sealed } from '../../../src/cache/seal.ts';

const root = mkdtempSync(join(tmpdir(), 'syncwright-sources-'));
const [code, elsewhere, out] = [join(root, 'code'), join(root, 'elsewhere'), join(root, 'audit.jsonl')];
const source = (mark: string): string => `__global__ void racy_a(int *p) { /* ${mark} */ }\n\n\n\n\n`;
const home = process.cwd();
/** Its findings show a line of the kernel. */
const worker = (): ReturnType<typeof fakeWorker> =>
  fakeWorker(
    async () => null,
    () => undefined,
    (answer) => ({
      ...answer,
      findings: answer.findings.map((finding) => ({
        ...finding,
        witness: null,
        fix: null,
        alternatives: [],
        related: [],
      })),
    }),
  );
const audit = (folder: string, ...more: readonly string[]): Promise<Ran> =>
  command(['audit', folder, '--out', out, '--restart', ...more], worker());

beforeEach(async () => {
  process.chdir(home);
  for (const path of [code, elsewhere]) {
    rmSync(path, { recursive: true, force: true });
    mkdirSync(path);
  }
  writeFileSync(join(code, 'a.cu'), source('TEXT OF A'));
  await audit(code);
});
afterAll(() => {
  process.chdir(home);
  rmSync(root, { recursive: true, force: true });
});

const merged = (...more: readonly string[]): Promise<Ran> => command(['merge', out, '--format', 'text', ...more]);
/** By one who knows how to seal lines. */
const forged = (change: (body: string) => string): void => {
  writeFileSync(
    out,
    readFileSync(out, 'utf8')
      .split('\n')
      .map((line) => (line === '' ? '' : sealed(change(`{${line.slice(42)}`))))
      .join('\n'),
  );
};

describe('sources', () => {
  test('elsewhere are shown where the command line names their folder', async () => {
    const closed = await merged();
    expect([closed.status, closed.out.includes('TEXT OF A')]).toEqual([1, false]);
    expect(closed.err).toBe(
      `nothing is read below ${code}, a folder named in the audit but not on the command line (--source ${code}): the configuration is not applied, and sources are not quoted\n`,
    );
    const open = await merged('--source', code);
    expect([open.status, open.out.includes('TEXT OF A'), open.err]).toEqual([1, true, '']);
    expect((await merged('--source', root)).out).toBe(open.out);
  });

  test('below the current directory are shown, as far as no link leads out of it', async () => {
    process.chdir(root);
    expect((await merged()).out).toContain('TEXT OF A');
    symlinkSync(code, join(elsewhere, 'link'));
    process.chdir(elsewhere);
    await audit('link');
    const ran = await merged();
    expect([ran.out.includes('TEXT OF A'), ran.err.startsWith('nothing is read below link, ')]).toEqual([false, true]);
  });

  test('that have changed since are not shown, and the rest is', async () => {
    writeFileSync(join(code, 'b.cu'), source('TEXT OF B').replace('racy_a', 'racy_b'));
    await audit(code);
    writeFileSync(join(code, 'a.cu'), source('ANOTHER TEXT'));
    const ran = await merged('--source', code);
    expect(['TEXT OF A', 'ANOTHER TEXT', 'TEXT OF B'].map((words) => ran.out.includes(words))).toEqual([
      false,
      false,
      true,
    ]);
    expect(ran.err).toBe(
      'the sources of 1 of 2 units differ from those that were audited: they are not quoted, and suppressing comments in them do not count\n',
    );
  });

  test('that the writer of the file did not know are not shown, below the folder either', async () => {
    writeFileSync(join(code, 'secret'), source('SECRET'));
    forged((body) => body.replaceAll(join(code, 'a.cu'), join(code, 'secret')));
    const ran = await merged('--source', code);
    expect([ran.status, ran.out.includes('SECRET'), ran.err.startsWith('the sources of 1 of 1 unit differ')]).toEqual([
      1,
      false,
      true,
    ]);
  });

  test('in folders of -I need to be named too', async () => {
    const include = join(elsewhere, 'include');
    mkdirSync(include);
    await audit(code, '-I', include);
    expect((await merged('--source', code)).err).toContain(
      `nothing is read below ${include}, a folder named in the audit but not on the command line (--source ${include}): some sources may not be quoted`,
    );
    expect((await merged('--source', code, '--source', elsewhere)).err).toBe('');
  });

  test('have folders, and what is none is told', async () => {
    const ran = await merged('--source', join(code, 'a.cu'));
    expect([ran.status, ran.err]).toEqual([2, `error: --source ${join(code, 'a.cu')}: it is not a folder\n`]);
  });
});

describe('the configuration', () => {
  test('of a folder that the command line does not name is not read', async () => {
    const config = join(elsewhere, '.syncwright.yml');
    writeFileSync(config, 'gate:\n  fail-on: never\n');
    cpSync(join(code, 'a.cu'), join(elsewhere, 'a.cu'));
    forged((body) => body.replaceAll(code, elsewhere));
    expect((await merged()).status).toBe(1);
    expect((await merged('--config', config)).status).toBe(0);
    expect((await merged('--source', elsewhere)).status).toBe(0);
    writeFileSync(config, 'gate: [a\n');
    expect((await merged()).status).toBe(1);
  });
});
