import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cliProgram } from '../../programs.ts';

const shell = (line: string): Readonly<{ status: number | null; out: string; err: string }> => {
  const ran = spawnSync('sh', ['-c', line.replaceAll('CLI', `"${process.execPath}" "${cliProgram}"`)], {
    encoding: 'utf8',
  });
  return { status: ran.status, out: ran.stdout, err: ran.stderr };
};

describe('the program in a pipeline', () => {
  test('a reader that stops early is no error', () => {
    expect(shell('CLI explain | head -n 1')).toEqual({ status: 0, out: 'Findings, about a kernel\n', err: '' });
  });
  test.skipIf(!existsSync('/dev/full'))('output that cannot be written is one line and status 2', () => {
    expect(shell('CLI explain SW101 > /dev/full')).toEqual({
      status: 2,
      out: '',
      err: 'error: the output cannot be written: ENOSPC: no space left on device, write\n',
    });
  });
  test('the status of a mistake reaches the shell', () => {
    expect(shell('CLI explain SW999')).toEqual({
      status: 2,
      out: '',
      err: 'error: there is no code SW999; `syncwright explain` lists them all\n',
    });
  });
});

describe('replay, from the report to the picture', () => {
  const root = mkdtempSync(join(tmpdir(), 'syncwright-replay-'));
  const report = join(root, 'report.json');
  beforeAll(() => {
    shell(`CLI check test/unit/cli/three-kernels.cu --format json --out ${report}`);
  });
  afterAll(() => {
    rmSync(root, { recursive: true, force: true });
  });

  test.each([
    ['F1', 'a race in shared memory', 'class="badge"'],
    ['F2', 'a race between blocks', 'no order between blocks'],
    ['F3', 'a divergence', 'not all threads meet at the barrier'],
  ])(
    '%s, %s',
    (id, _, part) => {
      const picture = join(root, `${id}.svg`);
      const ran = shell(`CLI replay ${report} ${id} --step --svg ${picture} < /dev/null`);
      expect([ran.status, ran.err]).toEqual([1, '']);
      expect(ran.out).toMatch(/── step 1 of \d+ [^]*✗[^]*\nobserved again: [^]*\ntime line written to /);
      expect(readFileSync(picture, 'utf8')).toContain(part);
    },
    30_000,
  );

  test('the race that the finding tells comes first, by the name of its cell', () => {
    const ran = shell(`CLI replay ${report} F1`);
    const [, element = ''] = /^F1 .*?`(\w+\[\d+\])`/.exec(ran.out) ?? [];
    expect(ran.out).toMatch(
      new RegExp(`^observed again: .*\\n  thread .*: (?:read|write) ${element.replace(/[[\]]/g, '\\$&')}, value`, 'm'),
    );
  }, 30_000);

  test('a report in a file leaves one line for its status', () => {
    const ran = shell(`CLI check test/unit/cli/three-kernels.cu --format json --out ${report}`);
    expect([ran.status, ran.out]).toEqual([1, '']);
    expect(ran.err).toMatch(new RegExp(`^\\d errors?: exit 1; the report is in ${report}\\n$`));
  }, 30_000);

  test('what a baseline takes over is counted, and afterwards told shortly', () => {
    const base = join(root, 'base.json');
    const written = shell(`CLI check test/unit/cli/three-kernels.cu --write-baseline ${base}`);
    expect([written.status, written.out.split('\n').length]).toEqual([0, 2]);
    expect(written.err).toMatch(
      /^baseline written: \S+ \(\d+ findings?\)\nthe findings are in the baseline: exit 0\n$/,
    );
    const again = shell(`CLI check test/unit/cli/three-kernels.cu --baseline ${base}`);
    expect(again.status).toBe(0);
    expect(again.out).toMatch(/^F1 race .* in the baseline\) in /m);
    expect(again.out).not.toMatch(/^ {2}(?:fix|launch) /m);
    expect(shell(`CLI check test/unit/cli/three-kernels.cu --baseline ${base} --verbose`).out).toMatch(/^ {2}launch /m);
  }, 60_000);

  test('fix prints a diff by default and with --diff, which does not go with --write; a block that no device runs is analysed, and reported', () => {
    const [plain, asked] = ['', ' --diff'].map((flag) => shell(`CLI fix test/unit/cli/three-kernels.cu${flag}`));
    expect(asked).toEqual(plain);
    expect(asked?.out).toMatch(/^--- a\//);
    expect(shell('CLI fix test/unit/cli/three-kernels.cu --diff --write')).toEqual({
      status: 2,
      out: '',
      err: "error: option '--diff' cannot be used with option '--write'\n",
    });
    expect(shell('CLI check test/unit/cli/three-kernels.cu --block 2048').out).toContain(
      'assuming a block of 2048 threads, more than the 1024 that a device supports\n',
    );
  }, 60_000);

  test('a picture that cannot be written is one line and status 2', () => {
    const ran = shell(`CLI replay ${report} F1 --svg ${join(root, 'no', 'where.svg')}`);
    expect([ran.status, ran.err]).toEqual([
      2,
      `error: cannot write ${join(root, 'no', 'where.svg')}: its folder does not exist\n`,
    ]);
  }, 30_000);
});
