import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  rmdirSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { CliIo, StopSignal } from '../../../src/cli/io.ts';
import type { Fake } from './fake-worker.ts';
import { fakeWorker } from './fake-worker.ts';
import type { Ran } from './command.ts';
import { command, kernel } from './command.ts';

const root = mkdtempSync(join(tmpdir(), 'syncwright-audit-'));
const code = join(root, 'code');
const out = join(root, 'audit.jsonl');

beforeEach(() => {
  rmSync(code, { recursive: true, force: true });
  rmSync(out, { force: true });
  mkdirSync(code);
  for (const name of ['drf_a', 'racy_b', 'unknown_c', 'drf_d']) writeFileSync(join(code, `${name}.cu`), kernel(name));
});
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

const audit = (args: readonly string[] = [], fake?: Fake, more?: Partial<CliIo>): Promise<Ran> =>
  command(['audit', code, '--out', out, '--jobs', '1', ...args], fake, more);
const lines = (): readonly string[] => readFileSync(out, 'utf8').trimEnd().split('\n');

describe('an audit', () => {
  test('counts verdicts, lists what is confirmed, and ends by the gate', async () => {
    const ran = await audit();
    expect(ran.status).toBe(1);
    expect(ran.out).toMatch(
      /4 kernels\n +1 {2}racy\n +0 {2}conditional\n +2 {2}drf \(race-free\)\n +1 {2}unknown\n +0 {2}unsupported/,
    );
    expect(ran.out).toContain(`${join(code, 'racy_b.cu')}:1: SW101 in racy_b`);
    expect(lines()).toHaveLength(6);
    expect((await audit(['--fail-on', 'never'])).status).toBe(0);
  });

  test('leaves a badge, and a history whose trend the next report shows', async () => {
    const [badge, json, history, page] = ['badge.svg', 'badge.json', 'history.jsonl', 'report.html'].map((name) =>
      join(root, name),
    );
    const once = (): Promise<Ran> =>
      audit([
        '--restart',
        '--badge',
        badge ?? '',
        '--badge-json',
        json ?? '',
        '--history',
        history ?? '',
        '--format',
        'html',
        '--report',
        page ?? '',
      ]);
    const read = (path = ''): string => readFileSync(path, 'utf8');
    await once();
    expect(read(badge)).toContain('4 kernels: 2 race-free, 1 racy, 1 open');
    expect(JSON.parse(read(json))).toMatchObject({ message: '4 kernels: 2 race-free, 1 racy, 1 open', color: 'red' });
    expect(read(page)).not.toContain('id="trend"');
    rmSync(join(code, 'racy_b.cu'));
    await once();
    expect(
      read(history)
        .trimEnd()
        .split('\n')
        .map((line): unknown => JSON.parse(line)),
    ).toMatchObject([{ counts: { racy: 1, drf: 2 } }, { counts: { racy: 0, drf: 2 } }]);
    expect(read(page)).toContain('−1 racy, ±0 race-free.');
  });

  test('that is complete has nothing left to do', async () => {
    const first = await audit();
    const second = await audit();
    expect(second.asked).toEqual([]);
    expect(second.status).toBe(first.status);
    expect(second.out).toContain('nothing was left to analyse');
  });

  test('that lost its last lines does those units again, and no other', async () => {
    await audit();
    const whole = lines();
    truncateSync(out, readFileSync(out).length - (whole.at(-1)?.length ?? 0) - 20);
    const again = await audit();
    expect(again.asked).toHaveLength(1);
    expect(lines()).toEqual(whole);
  });

  test('does a unit again whose file changed, and no other', async () => {
    await audit();
    writeFileSync(join(code, 'drf_a.cu'), kernel('racy_a'));
    const again = await audit();
    expect(again.asked).toEqual([[join(code, 'drf_a.cu')]]);
    expect(again.err).toContain('1 unit of changed files is analysed again');
    expect(again.out).toContain('2 confirmed findings');
  });

  test('does not go on with another audit, nor write over a file that is none', async () => {
    await audit();
    const other = await audit(['--level', 'block']);
    expect(other).toMatchObject({ status: 2, asked: [] });
    expect(other.err).toContain(
      `${out} holds another audit (other options, or another configuration): use --restart to replace it, or choose another --out`,
    );
    expect((await audit(['--level', 'block', '--restart'])).asked).toHaveLength(4);
    writeFileSync(out, 'a poem\n');
    const poem = await audit(['--restart']);
    expect(poem.status).toBe(2);
    expect(poem.err).toContain('is not an audit file');
    expect(readFileSync(out, 'utf8')).toBe('a poem\n');
  });

  test('whose process ends says so of that unit, and goes on', async () => {
    const ran = await audit(
      [],
      fakeWorker(async ({ files: [file = ''] }) =>
        file.includes('drf_a')
          ? { kind: 'fault', text: 'its process was ended by SIGSEGV' }
          : file.includes('drf_d')
            ? { kind: 'memory', text: '' }
            : null,
      ),
    );
    expect(ran.asked).toHaveLength(4);
    expect(ran.out).toContain(
      'a bug in Syncwright stopped the analysis of this kernel: its process was ended by SIGSEGV [SL111]',
    );
    expect(ran.out).toMatch(
      /the budget of memory of one process \(3072 MiB\) was reached; --memory changes it \[SL104\]/,
    );
  });

  test('that is stopped keeps what is done and says how to go on', async () => {
    let stop: (signal: StopSignal) => void = () => undefined;
    let count = 0;
    const fake = fakeWorker(async () => {
      if (++count < 3) return null;
      stop('SIGINT');
      return new Promise(() => undefined);
    });
    const ran = await audit([], fake, {
      onStop: (heard) => {
        stop = heard;
        return () => undefined;
      },
    });
    expect(ran.status).toBe(130);
    expect(ran.err).toBe(`stopped: 2 of 4 units are done and kept in ${out}; the same command continues from there\n`);
    expect((await audit()).asked).toHaveLength(2);
  });

  test('of which the budget is over leaves the rest unknown, and does it when started again', async () => {
    const ran = await audit(
      ['--budget', '0.05'],
      fakeWorker(async () => {
        await new Promise((resolve) => {
          setTimeout(resolve, 60);
        });
        return null;
      }),
    );
    expect(ran.asked).toHaveLength(1);
    expect(ran.out).toContain('3  the time limit of 0.05 s for all kernels together was reached [SL105]');
    const limits: unknown[] = [];
    const again = await audit(
      ['--budget', '100'],
      fakeWorker(async ({ limitSeconds, totalSeconds }) => {
        limits.push([limitSeconds, totalSeconds !== null && totalSeconds < 100]);
        return null;
      }),
    );
    expect(again.asked).toHaveLength(3);
    // what is left bounds the work, and the message names what was given
    expect(limits).toEqual([
      [100, true],
      [100, true],
      [100, true],
    ]);
    expect(again.err).toContain('3 units that the budget cut off are analysed again');
  });

  test('says which files changed while it was at them, and does those again', async () => {
    const fake = fakeWorker(async ({ files: [file = ''] }) => {
      // the smallest comes last: it is read as it then is
      if (file.endsWith('drf_d.cu'))
        for (const name of ['racy_b', 'drf_d']) writeFileSync(join(code, `${name}.cu`), kernel('drf_now'));
      return null;
    });
    const ran = await audit([], fake);
    expect(ran.out).toContain(
      `${join(code, 'racy_b.cu')} changed during the audit, directly or through an include; run the same command again to update it\n`,
    );
    const again = await audit();
    expect(again.asked).toEqual([[join(code, 'racy_b.cu')]]);
    expect(again.out).not.toContain('changed while');
    expect(again.out).toContain('no confirmed findings');
  });

  test.skipIf(process.getuid?.() === 0)('says which folder it cannot read, and goes on', async () => {
    mkdirSync(join(code, 'secret'), { mode: 0 });
    const ran = await audit();
    expect(ran.err).toBe(`problem ${join(code, 'secret')}: cannot be read: permission denied [SI108]\n`);
    expect(ran.asked).toHaveLength(4);
    rmdirSync(join(code, 'secret'));
  });

  test('of a folder without CUDA says so', async () => {
    rmSync(code, { recursive: true });
    mkdirSync(code);
    const ran = await audit();
    expect([ran.status, ran.out]).toEqual([2, '']);
    expect(ran.err).toContain('no CUDA source');
    expect(existsSync(out)).toBe(false);
  });
});

test('two audits do not write into one file at once', async () => {
  const fake = fakeWorker(async ({ files: [file = ''] }) => {
    if (file.endsWith('drf_d.cu')) appendFileSync(out, 'of another process\n');
    return null;
  });
  const ran = await audit([], fake);
  expect([ran.status, ran.err]).toEqual([
    2,
    `error: ${out}: another audit is writing to it; what is written stays, and the same command continues from there\n`,
  ]);
});
