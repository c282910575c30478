/** `check` as a process that is asked to stop, and that watches files. */
import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { XMLParser } from 'fast-xml-parser';
import { cliProgram } from '../../programs.ts';

const root = mkdtempSync(join(tmpdir(), 'syncwright-stopped-'));
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});
const path = (name: string): string => join(root, name);

type Run = Readonly<{ child: ChildProcess; out: () => string; err: () => string; ended: Promise<number | null> }>;

function start(args: readonly string[]): Run {
  const child = spawn(process.execPath, [cliProgram, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  return {
    child,
    out: () => out,
    err: () => err,
    ended: new Promise((resolve) => {
      child.once('close', resolve);
    }),
  };
}

async function until(what: () => boolean, seconds = 60): Promise<void> {
  for (let k = 0; k < 20 * seconds && !what(); k++)
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  expect(what()).toBe(true);
}

const reversing = (name: string, barrier: string): string =>
  `__global__ void ${name}(int *p) {\n  __shared__ int s[64];\n  s[threadIdx.x] = p[threadIdx.x];\n  ${barrier}\n  p[threadIdx.x] = s[63 - threadIdx.x];\n}\nvoid launch_${name}(int *p) { ${name}<<<1, 64>>>(p); }\n`;
/** Takes far longer than any test waits: products of unknown values, pairwise. */
const long = `__global__ void endless(int *p, int n, int m, const int *q) {\n${Array.from({ length: 60 }, (_, k) => `  p[(threadIdx.x * n + ${k}) * m % (n * m + ${k + 3}) + q[threadIdx.x * m % (n + ${k + 1})]] = ${k};\n`).join('')}}\n`;

describe.skipIf(process.platform === 'win32')('a check that is asked to stop', () => {
  beforeEach(() => {
    writeFileSync(path('long.cu'), `${reversing('hasty', '')}${long}${reversing('later', '')}`);
  });
  /**
   * Once the first kernel is decided: a terminal would say so, but here nothing does, so the time it takes is measured
   * first.
   */
  const afterFirst = async (args: readonly string[], signal: NodeJS.Signals): Promise<Run> => {
    const began = Date.now();
    await start(['check', 'long.cu', '--kernel', 'hasty']).ended;
    const run = start(['check', 'long.cu', ...args]);
    await new Promise((resolve) => {
      setTimeout(resolve, 2 * (Date.now() - began) + 1000);
    });
    run.child.kill(signal);
    return run;
  };

  test.each([
    ['SIGINT', 130, 'Ctrl-C'],
    ['SIGTERM', 143, 'SIGTERM'],
  ] as const)(
    '%s: what was decided is reported, the rest marked',
    async (signal, status, words) => {
      const run = await afterFirst([], signal);
      expect(await run.ended).toBe(status);
      expect(run.out()).toMatch(/ hasty line 1 {2}racy {2}F1 SW101/);
      expect(run.out()).toContain(`later line 70  unknown\n      not analysed: stopped by ${words} [SL112]`);
      expect(run.err()).toBe(`stopped by ${words}; 2 kernels not analysed; 1 error: exit ${status}\n`);
    },
    120_000,
  );

  test.each(['json', 'sarif', 'junit', 'checkstyle', 'gitlab', 'html'])(
    '--format %s --out: the report that is written is whole',
    async (format) => {
      const out = path(`report.${format}`);
      const run = await afterFirst(['--format', format, '--out', out], 'SIGINT');
      expect(await run.ended).toBe(130);
      expect(run.err()).toContain(`exit 130; the report is in ${out}`);
      const text = readFileSync(out, 'utf8');
      if (format === 'html') expect(text.trimEnd()).toMatch(/<\/html>$/);
      else if (format === 'junit' || format === 'checkstyle')
        expect([new XMLParser().parse(text), text.trimEnd()]).toEqual([
          expect.any(Object),
          expect.stringMatching(/<\/(?:testsuites|checkstyle)>$/),
        ]);
      else expect(JSON.parse(text)).toBeTypeOf('object');
      expect(text).toContain('hasty');
    },
    120_000,
  );

  test.skipIf(spawnSync('script', ['-qec', 'true', '/dev/null']).status !== 0)(
    'on a terminal the kernel, its step and its time are shown meanwhile',
    () => {
      const line = `stty cols 100; timeout --foreground -s INT 12 '${process.execPath}' '${cliProgram}' check long.cu --kernel endless`;
      const { stdout } = spawnSync('script', ['-qec', line, '/dev/null'], { cwd: root, encoding: 'utf8', input: '' });
      expect(stdout).toMatch(/\r\u001b\[K1\/1 endless · deciding question \d+\/\d+ · \d+ s/);
      // the line is gone before the report begins
      expect(stdout).toMatch(/\r\u001b\[K(?:\u001b\[\d+m)*long\.cu/);
    },
    120_000,
  );

  test('nothing is written to a baseline', async () => {
    const run = await afterFirst(['--write-baseline', path('base.json')], 'SIGINT');
    expect(await run.ended).toBe(130);
    expect(run.err()).toContain('stopped by Ctrl-C: no baseline was written');
    expect(() => readFileSync(path('base.json'))).toThrow('ENOENT');
  }, 120_000);
});

describe.skipIf(process.platform === 'win32')('check --watch', () => {
  test('headers, renames, deletions and the configuration count; Ctrl-C ends with the last status', async () => {
    const folder = path('watched');
    mkdirSync(join(folder, 'inc'), { recursive: true });
    mkdirSync(join(folder, '.git'), { recursive: true });
    const file = (name: string): string => join(folder, name);
    writeFileSync(file('a.cu'), `#include "inc/sync.h"\n${reversing('a', 'SYNC')}`);
    writeFileSync(file('b.cu'), reversing('b', '__syncthreads();'));
    writeFileSync(file('inc/sync.h'), '#define SYNC __syncthreads();\n');
    const run = start(['check', folder, '--watch']);
    const rounds = (): readonly string[] =>
      run
        .err()
        .split(/checked at .*\n/)
        .slice(0, -1)
        .map((round) => round.trim());
    const nextRound = async (change: () => void): Promise<string | undefined> => {
      const before = rounds().length;
      change();
      await until(() => rounds().length > before);
      // a change that comes in two steps may be reported twice
      await new Promise((resolve) => {
        setTimeout(resolve, 2000);
      });
      return rounds().at(-1);
    };
    try {
      expect(await nextRound(() => undefined)).toBe('no confirmed findings: exit 0');
      expect(await nextRound(() => writeFileSync(file('inc/sync.h'), '#define SYNC\n'))).toBe('1 error: exit 1');
      const count = rounds().length;
      writeFileSync(file('b.cu'), readFileSync(file('b.cu')));
      await new Promise((resolve) => {
        setTimeout(resolve, 2000);
      });
      expect(rounds()).toHaveLength(count);
      writeFileSync(file('inc/new.tmp'), '#define SYNC __syncthreads();\n');
      expect(await nextRound(() => renameSync(file('inc/new.tmp'), file('inc/sync.h')))).toBe(
        'no confirmed findings: exit 0',
      );
      expect(await nextRound(() => rmSync(file('b.cu')))).toBe('no confirmed findings: exit 0');
      expect(run.out().trimEnd()).toMatch(/1 kernel: 1 drf \(race-free\)$/);
      expect(await nextRound(() => writeFileSync(file('b.cu'), reversing('b', '')))).toBe('1 error: exit 1');
      expect(await nextRound(() => writeFileSync(file('.syncwright.yml'), 'gate:\n  fail-on: never\n'))).toBe(
        '1 error, which --fail-on never ignores: exit 0',
      );
      expect(await nextRound(() => writeFileSync(file('.syncwright.yml'), 'gate: [\n'))).toMatch(
        /^error: \S*\.syncwright\.yml:/,
      );
      expect(await nextRound(() => rmSync(file('.syncwright.yml')))).toBe('1 error: exit 1');
    } finally {
      run.child.kill('SIGINT');
    }
    expect(await run.ended).toBe(1);
  }, 300_000);

  test('what does not go with it', async () => {
    writeFileSync(path('k.cu'), reversing('k', ''));
    const refused = async (args: readonly string[]): Promise<readonly [number | null, string]> => {
      const run = start(['check', 'k.cu', '--watch', ...args]);
      return [await run.ended, run.err()];
    };
    expect(await refused(['--format', 'json'])).toEqual([
      2,
      'error: --watch prints text; --format json needs --out FILE\n',
    ]);
    expect(await refused(['--dump', 'ir'])).toEqual([2, 'error: --watch cannot be combined with --dump\n']);
  }, 60_000);
});
