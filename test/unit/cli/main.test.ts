import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const shell = (line: string): Readonly<{ status: number | null; out: string; err: string }> => {
  const ran = spawnSync('sh', ['-c', line.replaceAll('CLI', `"${process.execPath}" src/cli/main.ts`)], { encoding: 'utf8' });
  return { status: ran.status, out: ran.stdout, err: ran.stderr };
};

describe('the program in a pipeline', () => {
  test('a reader that stops early is no error', () => {
    expect(shell('CLI explain | head -n 1')).toEqual({ status: 0, out: 'Findings, about a kernel\n', err: '' });
  });
  test.skipIf(!existsSync('/dev/full'))('output that cannot be written is one line and status 2', () => {
    expect(shell('CLI explain SW101 > /dev/full')).toEqual({ status: 2, out: '', err: 'error: the output cannot be written: ENOSPC: no space left on device, write\n' });
  });
  test('the status of a mistake reaches the shell', () => {
    expect(shell('CLI explain SW999')).toEqual({ status: 2, out: '', err: 'error: there is no code SW999; syncwright explain lists them all\n' });
  });
});

describe('replay, from the report to the picture', () => {
  const root = mkdtempSync(join(tmpdir(), 'syncwright-replay-'));
  const report = join(root, 'report.json');
  beforeAll(() => { shell(`CLI check test/unit/cli/three-kernels.cu --format json --out ${report}`); });
  afterAll(() => { rmSync(root, { recursive: true, force: true }); });

  test.each([
    ['F1', 'a race in shared memory', 'class="badge"'],
    ['F2', 'a race between blocks', 'no order between blocks'],
    ['F3', 'a divergence', 'the barrier is not passed together'],
  ])('%s, %s', (id, _, part) => {
    const picture = join(root, `${id}.svg`);
    const ran = shell(`CLI replay ${report} ${id} --step --svg ${picture} < /dev/null`);
    expect([ran.status, ran.err]).toEqual([1, '']);
    expect(ran.out).toMatch(/── step 1 of \d+ [^]*✗[^]*\nseen again: [^]*\nthe time line is drawn in /);
    expect(readFileSync(picture, 'utf8')).toContain(part);
  }, 30_000);

  test('a picture that cannot be written is one line and status 2', () => {
    const ran = shell(`CLI replay ${report} F1 --svg ${join(root, 'no', 'where.svg')}`);
    expect([ran.status, ran.err]).toEqual([2, `error: cannot write ${join(root, 'no', 'where.svg')}: ENOENT: no such file or directory, open '${join(root, 'no', 'where.svg')}'\n`]);
  }, 30_000);
});
