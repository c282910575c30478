import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { command, kernel } from './command.ts';
import { sealed } from '../../../src/cache/seal.ts';

const root = mkdtempSync(join(tmpdir(), 'syncwright-merge-'));
const code = join(root, 'code');
const shards = join(root, 'shards');
const whole = join(root, 'whole.jsonl');
const shard = (k: number): string => join(shards, `${k}.jsonl`);

beforeAll(() => {
  mkdirSync(code);
  for (let k = 0; k < 20; k++)
    writeFileSync(
      join(code, `${String(k).padStart(2, '0')}.cu`),
      ['drf', 'racy', 'unknown', 'unsupported']
        .slice(0, 1 + (k % 4))
        .map((verdict) => kernel(`${verdict}_${k}`))
        .join(''),
    );
});
beforeEach(async () => {
  rmSync(shards, { recursive: true, force: true });
  mkdirSync(shards);
  for (const k of [1, 2, 3, 4, 5, 6, 7, 8])
    await command(['audit', code, '--shard', `${k}/8`, '--out', shard(k), '--jobs', '2']);
});
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

const rewritten = (path: string, change: (line: string, k: number) => string): void => {
  writeFileSync(path, readFileSync(path, 'utf8').split('\n').map(change).join('\n'));
};
/** A line whose text was changed by one who knows how to seal it. */
const resealed = (line: string, change: (body: string) => string): string => sealed(change(`{${line.slice(42)}`));

describe('merge', () => {
  test('gives of eight shards what one run gives', async () => {
    await command(['audit', code, '--out', whole, '--jobs', '3']);
    const files = await Promise.all(
      [
        [shards, 'a'],
        [whole, 'b'],
      ].map(async ([from = '', name = '']) => {
        const out = join(root, `${name}.jsonl`);
        const report = join(root, `${name}.json`);
        const ran = await command([
          'merge',
          from,
          '--reproducible',
          '--out',
          out,
          '--format',
          'json',
          '--report',
          report,
        ]);
        expect(ran.status).toBe(1);
        return [readFileSync(out, 'utf8'), readFileSync(report, 'utf8')];
      }),
    );
    expect(files[0]).toEqual(files[1]);
    expect(files[0]?.[0]?.split('\n')).toHaveLength(23);
    expect(files[0]?.[1]).toContain('"id": "F15"');
  });

  test('sums up what the shards found', async () => {
    const ran = await command(['merge', shards]);
    expect(ran.out).toMatch(
      /^50 kernels\n +15 {2}racy\n +0 {2}conditional\n +20 {2}drf \(race-free\)\n +10 {2}unknown\n +5 {2}unsupported\n/,
    );
    expect(ran.out).toContain('15 confirmed findings');
    expect(ran.out).toContain('20 units from 8 audit files');
  });

  test.each([
    ['as it is named', () => shard(3)],
    ['by another way', () => `${shards}/../shards/3.jsonl`],
    [
      'by a link',
      () => {
        symlinkSync(shard(3), join(shards, 'link'));
        return join(shards, 'link');
      },
    ],
  ])('does not write over one of its files, %s', async (_, out) => {
    const [path, before] = [out(), readFileSync(shard(3), 'utf8')];
    const ran = await command(['merge', shards, '--out', path]);
    expect([ran.status, ran.err]).toEqual([
      2,
      expect.stringContaining(`${path} is one of the merged files; choose another --out`),
    ]);
    expect(readFileSync(shard(3), 'utf8')).toBe(before);
  });

  test.each([
    [
      'a shard is missing',
      () => {
        rmSync(shard(3));
        rmSync(shard(7));
      },
      'error: shards 3, 7 of 8 are missing',
    ],
    [
      'a shard is there twice',
      () => {
        writeFileSync(join(shards, '9.jsonl'), readFileSync(shard(2)));
      },
      `error: ${join(shards, '9.jsonl')}: shard 2 of 8 is also in ${shard(2)}`,
    ],
    [
      'a line was changed',
      () => {
        rewritten(shard(4), (line, k) => (k === 1 ? line.replace('"verdict"', '"Verdict"') : line));
      },
      `error: ${shard(4)}: line 2: it is damaged: it does not match its digest`,
    ],
    [
      'a unit was lost',
      () => {
        rewritten(shard(4), (line, k) => (k === 1 ? '' : line));
      },
      `error: ${shard(4)}: line 2: it is damaged: it does not match its digest`,
    ],
    [
      'a shard did not come to its end',
      () => {
        writeFileSync(shard(5), `${readFileSync(shard(5), 'utf8').trimEnd().split('\n').slice(0, -1).join('\n')}\n`);
      },
      `error: ${shard(5)}: it is incomplete: the audit that writes it has not finished`,
    ],
    [
      'a shard is cut off',
      () => {
        writeFileSync(shard(5), readFileSync(shard(5)).subarray(0, -3));
      },
      `error: ${shard(5)}: it is incomplete: the audit that writes it has not finished`,
    ],
    [
      'a shard is of another commit',
      () => {
        rewritten(shard(6), (line, k) =>
          k === 0 ? resealed(line, (body) => body.replace('"commit":null', '"commit":"0123456789abcdef"')) : line,
        );
      },
      `error: ${shard(6)}: it does not belong to the same audit as ${shard(1)} (commit 0123456789ab, not none)`,
    ],
    [
      'a shard is of another version',
      () => {
        rewritten(shard(6), (line, k) =>
          k === 0 ? resealed(line, (body) => body.replace(/"engine":"[^"]*"/, '"engine":"0.0.9+a"')) : line,
        );
      },
      `error: ${shard(6)}: it does not belong to the same audit as ${shard(1)} (syncwright 0.0.9+a, not`,
    ],
    [
      'a header is damaged',
      () => {
        rewritten(shard(1), (line, k) => (k === 0 ? line.replace('"version":1', '"version":2') : line));
      },
      `error: ${shard(1)} is not an audit file: it is damaged: it does not match its digest`,
    ],
    [
      'a unit is none of the audit',
      () => {
        rewritten(shard(7), (line, k) =>
          k === 1 ? resealed(line, (body) => body.replace(/"unit":\d+/, '"unit":20')) : line,
        );
      },
      `error: ${shard(7)}: line 2: it is for unit 20, but the audit has 20 units, counted from 0`,
    ],
    [
      'a shard is beyond their number',
      () => {
        rewritten(shard(7), (line, k) =>
          k === 0 ? resealed(line, (body) => body.replace('"shard":[7,8]', '"shard":[9,8]')) : line,
        );
      },
      `error: ${shard(7)}: it is damaged: it claims to be shard 9 of 8`,
    ],
    [
      'there are more shards than there may be',
      () => {
        rewritten(shard(1), (line, k) =>
          k === 0 ? resealed(line, (body) => body.replace('"shard":[1,8]', '"shard":[1,4000000000]')) : line,
        );
      },
      `error: ${shard(1)} is not an audit file: /shard/1 must be <= 256`,
    ],
    [
      'there are two whole audits',
      () => {
        rmSync(shards, { recursive: true });
        mkdirSync(shards);
        writeFileSync(shard(1), readFileSync(whole));
        writeFileSync(shard(2), readFileSync(whole));
      },
      `error: ${shard(2)}: shard 1 of 1 is also in ${shard(1)}`,
    ],
    [
      'there is no file',
      () => {
        rmSync(shards, { recursive: true });
        mkdirSync(shards);
      },
      'error: no audit file was found',
    ],
  ])('refuses where %s', async (_, disturb, words) => {
    disturb();
    const ran = await command(['merge', shards]);
    expect([ran.status, ran.out]).toEqual([2, '']);
    expect(ran.err.startsWith(words), ran.err).toBe(true);
    expect(ran.err.trimEnd().split('\n')).toHaveLength(1);
  });

  test('finds in a folder what is of the audit, whatever it is called, and names what is not', async () => {
    renameSync(shard(3), join(shards, 'third'));
    mkdirSync(join(shards, '.git'));
    for (const [name, text] of [
      ['stranger.jsonl', '{"sum":"0"}\n'],
      ['notes.txt', 'x\n'],
      ['empty.jsonl', ''],
      ['.git/other.jsonl', 'x\n'],
    ] as const)
      writeFileSync(join(shards, name), text);
    symlinkSync(join(shards, 'nowhere'), join(shards, 'gone.jsonl'));
    symlinkSync(shard(4), join(shards, 'again.jsonl'));
    spawnSync('mkfifo', [join(shards, 'pipe.jsonl')]);
    const out = join(shards, 'syncwright-audit.jsonl');
    const first = await command(['merge', shards, '--out', out, '--fail-on', 'never']);
    const others = `skipped: ${['empty', 'gone', 'pipe', 'stranger'].map((name) => join(shards, `${name}.jsonl`)).join(', ')}, which are not files of an audit`;
    expect([first.status, first.err.split('\n')[0]]).toEqual([0, others]);
    const second = await command(['merge', shards, '--out', out, '--fail-on', 'never']);
    expect([second.status, second.err.split('\n').slice(0, 2)]).toEqual([
      0,
      [others, `skipped: ${out}, which is a whole audit beside shards`],
    ]);
    expect((await command(['merge', out, '--fail-on', 'never'])).status).toBe(0);
  });

  test('takes no whole audit beside shards where it is named', async () => {
    expect((await command(['merge', shards, whole])).err).toContain(
      `error: ${whole}: it is shard 1 of 1, but ${shard(1)} is shard 1 of 8`,
    );
  });

  test('refuses a unit that is in two shards', async () => {
    const [unit = ''] = readFileSync(shard(2), 'utf8').split('\n').slice(1);
    rewritten(shard(7), (line, k) => (k === 1 ? unit : line));
    expect((await command(['merge', shards])).err).toBe(
      `error: ${shard(7)}: unit ${/"unit":(\d+)/.exec(unit)?.[1] ?? ''} is also in ${shard(2)}: the shards were planned differently\n`,
    );
  });

  test('refuses a shard with other options', async () => {
    await command(['audit', code, '--shard', '2/8', '--out', shard(2), '--level', 'block', '--restart']);
    expect((await command(['merge', shards])).err).toContain('(other options, or another configuration)');
  });
});
