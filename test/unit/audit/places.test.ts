/**
 * Where an audit is told to write and what it is told to read, when that is not what it should be: one line, no
 * waiting, and nothing is lost.
 */
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { command, kernel } from './command.ts';
import { fakeWorker } from './fake-worker.ts';
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
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

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
    expect(await refusal(['audit', code, '--out', out, '--report', link])).toBe(
      `error: ${link} is the file of the audit itself; choose another --report`,
    );
    expect(await refusal(['merge', out, '--report', join(root, 'code', '..', 'audit.jsonl')])).toContain(
      'choose another --report',
    );
    expect(readFileSync(out, 'utf8')).toBe(before);
  });

  test('a report over that file by a hard link, or by a link that leads to where it will be', async () => {
    const [hard, link, folder] = [join(root, 'hard'), join(root, 'dangling'), join(root, 'folder')];
    linkSync(out, hard);
    expect(await refusal(['audit', code, '--out', out, '--report', hard])).toContain('is the file of the audit itself');
    rmSync(out);
    symlinkSync(out, link);
    symlinkSync(root, folder);
    expect(await refusal(['audit', code, '--out', out, '--report', link])).toContain('is the file of the audit itself');
    expect(await refusal(['audit', code, '--out', out, '--report', join(folder, 'audit.jsonl')])).toContain(
      'is the file of the audit itself',
    );
    expect(existsSync(out)).toBe(false);
  });

  test.each([
    ['in a folder that is not there', () => join(root, 'none', 'r.html'), 'its folder does not exist'],
    ['that is a folder', () => code, 'it is a directory'],
    ['with a name that is too long', () => join(root, 'r'.repeat(300)), 'ENAMETOOLONG: name too long, open'],
    ['below a file', () => join(out, 'r.html'), 'its folder does not exist'],
  ])('a report %s, before the first unit', async (_, place, words) => {
    rmSync(join(code, 'drf_a.cu'));
    writeFileSync(join(code, 'drf_c.cu'), kernel('drf_c'));
    const fake = fakeWorker();
    const ran = await command(['audit', code, '--out', out, '--restart', '--report', place()], fake);
    expect([ran.status, ran.asked, ran.err.startsWith(`error: cannot write ${place()}: ${words}`)]).toEqual([
      2,
      [],
      true,
    ]);
    expect(await refusal(['merge', out, '--report', place()])).toContain(words);
  });

  test('a page for a browser on a terminal; a pipe takes it, and a file is not made before there is something in it', async () => {
    const words = '--format html is a page for a browser, not for a terminal; --report FILE sets where to write it';
    for (const argv of [
      ['audit', code, '--out', out],
      ['merge', out],
    ]) {
      const ran = await command([...argv, '--format', 'html'], undefined, { outIsTerminal: true });
      expect([ran.status, ran.out, ran.err]).toEqual([2, '', `error: ${words}\n`]);
      expect((await command([...argv, '--format', 'html'])).out).toMatch(/^<!doctype html>/i);
    }
    const ran = await command(['check', code, '--format', 'html'], undefined, { outIsTerminal: true });
    expect([ran.status, ran.err]).toEqual([2, `error: ${words.replace('--report', '--out')}\n`]);
    const seen: boolean[] = [];
    const report = join(root, 'report.html');
    await command(
      ['audit', code, '--out', out, '--restart', '--report', report],
      fakeWorker(async () => {
        seen.push(existsSync(report));
        return null;
      }),
    );
    expect([seen, existsSync(report)]).toEqual([[false], true]);
  });

  test('a merge into one of its files by another name', async () => {
    const before = readFileSync(out, 'utf8');
    expect(await refusal(['merge', out, '--out', `${root}/./code/../audit.jsonl`])).toContain(
      'is one of the merged files',
    );
    expect(readFileSync(out, 'utf8')).toBe(before);
  });

  test('what is no regular file', async () => {
    expect(await refusal(['audit', code, '--out', pipe])).toBe(
      `error: ${pipe} is not a regular file and was not changed; choose another --out`,
    );
    expect(await refusal(['audit', code, '--out', code])).toContain('is not a regular file');
    expect(await refusal(['merge', out, '--out', pipe])).toBe(
      `error: ${pipe} is not a regular file; choose another --out`,
    );
    expect(await refusal(['merge', pipe])).toBe(`error: ${pipe} is not a regular file`);
  });

  test('a file in the place of the codebase', async () => {
    const file = join(code, 'drf_a.cu');
    expect(await refusal(['audit', file])).toBe(`error: ${file} is not a folder; use \`check\` for single files`);
  });

  test('a place that is not there, without a word of what was kept', async () => {
    expect(await refusal(['audit', code, '--out', join(root, 'none', 'a.jsonl')])).toMatch(
      /: ENOENT: no such file or directory, open '[^']*'$/,
    );
    expect(await refusal(['audit', code, '--out', join(root, 'a'.repeat(300))])).toMatch(/: ENAMETOOLONG: [^;]*$/);
  });
});

test.each([
  ['with ./', './code'],
  ['with / behind', 'code//'],
  ['by a way round', 'code/../code'],
])('a folder is the same %s', async (_, spelled) => {
  const home = process.cwd();
  process.chdir(root);
  try {
    await command(['audit', 'code', '--out', out, '--restart']);
    const again = await command(['audit', spelled, '--out', out]);
    expect([again.status, again.err, again.asked]).toEqual([0, '', []]);
  } finally {
    process.chdir(home);
  }
});

describe('of a file with a damaged header', () => {
  const damaged = (): void => {
    writeFileSync(out, readFileSync(out, 'utf8').replace('"version":1', '"version":7'));
  };

  test('is said, with what would replace it', async () => {
    damaged();
    expect(await refusal(['audit', code, '--out', out])).toBe(
      `error: ${out} is not an audit file: it is damaged: it does not match its digest; it was not changed: use --restart to replace it, or choose another --out`,
    );
    expect((await command(['audit', code, '--out', out, '--restart'])).status).toBe(0);
    expect((await command(['merge', out])).status).toBe(0);
  });

  test.each([
    ['a poem', 'a poem\n'],
    ['JSON of another', '{"sum":"12"}'],
    ['an answer of the cache', `${sealed('{"unit":0}')}\n`],
    ['a plan', `${sealed('{"kind":"syncwright-plan","header":{}}')}\n`],
  ])('nothing is done to %s', async (_, text) => {
    writeFileSync(out, text);
    for (const more of [[], ['--restart']])
      expect(await refusal(['audit', code, '--out', out, ...more])).toContain(
        'it was not changed: choose another --out',
      );
    expect(readFileSync(out, 'utf8')).toBe(text);
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
    onStop: () => () => {
      isOver = true;
      writeFileSync(file, kernel('racy_b'));
    },
  });
  expect([isOver, ran.out.includes('changed during the audit')]).toEqual([true, true]);
  expect(ran.out).not.toMatch(/[\u001b\u202e]/);
});

test('an audit that went on behind a damaged line is whole', async () => {
  const damage = (at: number): void => {
    writeFileSync(
      out,
      readFileSync(out, 'utf8')
        .split('\n')
        .map((line, k) => (k === at - 1 ? line.replace('"verdict"', '"Verdict"') : line))
        .join('\n'),
    );
  };
  damage(2);
  expect(await refusal(['merge', out])).toContain(': line 2: it is damaged');
  const again = await command(['audit', code, '--out', out]);
  expect([again.status, again.asked.length, again.err]).toEqual([
    0,
    1,
    `${out}:2: it is damaged: it does not match its digest; the units from there on are analysed again\n`,
  ]);
  const third = await command(['audit', code, '--out', out]);
  expect([third.status, third.asked.length, third.err]).toEqual([0, 0, '']);
  const merged = await command(['merge', out]);
  expect([merged.status, merged.out.split('\n')[0]]).toEqual([0, '1 kernel']);
  // damage that comes later counts
  damage(5);
  expect(await refusal(['merge', out])).toContain(': line 5: it is damaged');
});

describe('a forged file', () => {
  const lines = (): readonly string[] => readFileSync(out, 'utf8').split('\n');
  const forged = (change: (body: string) => string): void => {
    writeFileSync(
      out,
      lines()
        .map((line, k) => (k === 0 ? sealed(change(`{${line.slice(42)}`)) : line))
        .join('\n'),
    );
  };

  test('with a line of gigabytes costs no memory', async () => {
    const [header = '', ...rest] = lines();
    writeFileSync(out, `${header}\n`);
    truncateSync(out, 300 * 1024 * 1024);
    appendFileSync(out, `\n${rest.join('\n')}`);
    expect(await refusal(['merge', out])).toBe(`error: ${out}: line 2: it is longer than 256 MiB`);
  });

  test('with many lines of no use tells of some', async () => {
    writeFileSync(
      out,
      lines()
        .map((line, k) => (k === 0 ? `${line}${'\n{}'.repeat(10_000)}` : line))
        .join('\n'),
    );
    const ran = await command(['audit', code, '--out', out]);
    expect([ran.status, ran.err.split('\n').length]).toEqual([0, 21]);
  });

  test('whose folder has a name that no folder can have is refused', async () => {
    forged((body) => body.replace(/"path":"[^"]*"/, `"path":"${'a/'.repeat(100_000)}"`));
    expect(await refusal(['merge', out])).toContain('/path must NOT have more than 4096 characters');
  });

  test('whose folder moves the cursor shows it', async () => {
    forged((body) => body.replace(/"path":"[^"]*"/, '"path":"/\\u001b[2J"'));
    const ran = await command(['merge', out]);
    expect([ran.status, ran.err.startsWith('nothing is read below /␛[2J, ')]).toEqual([0, true]);
  });

  test.each([
    ['the parent of all objects', '{"__proto__":{"unit":7},"constructor":1,'],
    ['keys of its own', '{"more":[{}],'],
  ])('with %s is read as what it says of units', async (_, start) => {
    writeFileSync(
      out,
      lines()
        .map((line, k) => (k === 1 ? sealed(`${start}${line.slice(42)}`) : line))
        .join('\n'),
    );
    expect((await command(['merge', out])).out).toMatch(/^1 kernel\n/);
  });

  test('that nests without end is refused', async () => {
    writeFileSync(
      out,
      lines()
        .map((line, k) =>
          k === 1 ? sealed(`{"unit":0,"files":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}`) : line,
        )
        .join('\n'),
    );
    expect(await refusal(['merge', out])).toBe(`error: ${out}: line 2: it is not JSON`);
  });
});

test('what a forged shard calls a code is shown, not obeyed', async () => {
  writeFileSync(join(code, 'drf_a.cu'), kernel('racy_a'));
  await command(['audit', code, '--out', out, '--jobs', '1']);
  const forged = readFileSync(out, 'utf8')
    .split('\n')
    .map((line) =>
      line.includes('"code":"SW101"')
        ? sealed(`{${line.slice(42)}`.replaceAll('"code":"SW101"', '"code":"\\u001b[2J"'))
        : line,
    );
  writeFileSync(out, forged.join('\n'));
  const ran = await command(['merge', out]);
  expect(ran.out).toContain(': ␛[2J in racy_a');
});
