import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const shell = (line: string): Readonly<{ status: number | null; out: string; err: string }> => {
  const ran = spawnSync('sh', ['-c', line.replace('CLI', `"${process.execPath}" src/cli/main.ts`)], { encoding: 'utf8' });
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
