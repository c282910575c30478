/** Audits by the program itself, in processes: what only shows there. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { killedAudits } from '../../killed-audit.ts';
import { cliProgram } from '../../programs.ts';

const root = mkdtempSync(join(tmpdir(), 'syncwright-processes-'));
const code = join(root, 'code');
beforeAll(() => {
  mkdirSync(code);
  for (const name of ['a', 'b', 'c'])
    writeFileSync(
      join(code, `${name}.cu`),
      `__global__ void ${name}(int *p) { p[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n`,
    );
});
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

type Ended = Readonly<{ status: number | null; out: string; err: string }>;

/** How a command is started: its words as those of another program. */
type Start = (words: readonly string[]) => readonly [program: string, words: readonly string[]];

/** `stop`: sent to all its processes, as by Ctrl-C, once `when` says so. */
function ran(
  words: readonly string[],
  stop?: Readonly<{ signal: NodeJS.Signals; when: () => boolean }>,
  start: Start = ([first = '', ...others]) => [first, others],
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(...start([process.execPath, cliProgram, ...words]), {
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
      env: { ...process.env, XDG_CACHE_HOME: join(root, 'home') },
    });
    const seen = { out: '', err: '' };
    child.stdout.on('data', (data) => {
      seen.out += String(data);
    });
    child.stderr.on('data', (data) => {
      seen.err += String(data);
    });
    const timer = setInterval(() => {
      if (stop === undefined || child.pid === undefined || !stop.when()) return;
      process.kill(-child.pid, stop.signal);
      clearInterval(timer);
    }, 10);
    child.on('error', reject);
    child.on('close', (status) => {
      clearInterval(timer);
      resolve({ status, ...seen });
    });
  });
}

const linesIn = (path: string): number => (existsSync(path) ? readFileSync(path, 'utf8').split('\n').length - 1 : 0);

test('Ctrl-C ends it and all its processes, and the same command goes on', async () => {
  const many = join(root, 'many');
  mkdirSync(many);
  for (let k = 0; k < 20; k++)
    writeFileSync(join(many, `${k}.cu`), `__global__ void k${k}(int *p) { p[threadIdx.x] = blockIdx.x; }\n`);
  const out = join(root, 'many.jsonl');
  const words = ['audit', many, '--out', out, '--no-cache', '--jobs', '2', '--fail-on', 'never'];
  const stopped = await ran(words, { signal: 'SIGINT', when: () => linesIn(out) >= 2 });
  expect(stopped.status).toBe(130);
  expect(stopped.err).toMatch(
    /^stopped: \d+ of 20 units are done and kept in .*many\.jsonl; the same command continues from there\n$/,
  );
  const units = linesIn(out) - 1;
  expect(stopped.err).toContain(`stopped: ${units} of 20`);
  expect(units).toBeLessThan(20);
  const again = await ran(words);
  expect([again.status, linesIn(out)]).toEqual([0, 22]);
  expect(again.out).toContain(`${20 - units} units in `);
}, 120_000);

/**
 * A limit on the size of files stands for a disk that is full: what is beyond it is refused in the same place. Null:
 * there is no such shell here.
 */
const limitedTo = (kibibytes: number): Start | null =>
  existsSync('/bin/bash')
    ? (words) => ['/bin/bash', ['-c', `ulimit -f ${kibibytes}; exec "$@"`, 'bash', ...words]]
    : null;

test.skipIf(limitedTo(1) === null)(
  'a disk that takes no more is one line, what was written stays, and the same command goes on',
  async () => {
    const out = join(root, 'full.jsonl');
    const words = ['audit', code, '--out', out, '--no-cache', '--jobs', '1'];
    const kibibytes = 4;
    const { status, err } = await ran(words, undefined, limitedTo(kibibytes) ?? undefined);
    expect([status, err]).toEqual([
      2,
      `error: ${out}: EFBIG: file too large, write; what is written stays, and the same command continues from there\n`,
    ]);
    expect(readFileSync(out)).toHaveLength(1024 * kibibytes);
    const units = linesIn(out) - 1;
    expect(units).toBeGreaterThan(0);
    const again = await ran(words);
    expect([again.status, again.err, linesIn(out)]).toEqual([0, '', 5]);
    expect(again.out).toContain(`${3 - units} unit`);
  },
  120_000,
);

test.skipIf(!existsSync('/dev/full'))(
  'a device is no file for an audit',
  async () => {
    expect(await ran(['audit', code, '--out', '/dev/full', '--no-cache'])).toEqual({
      status: 2,
      out: '',
      err: 'error: /dev/full is not a regular file and was not changed; choose another --out\n',
    });
  },
  120_000,
);

test('an audit twice: the second one takes all from the cache', async () => {
  const first = await ran(['audit', code, '--out', join(root, '1.jsonl')]);
  expect([first.status, first.err]).toEqual([0, '']);
  const second = await ran(['audit', code, '--out', join(root, '2.jsonl')]);
  expect(second.out).toContain('3 units, all of them from the cache');
  const sorted = (name: string): readonly string[] => readFileSync(join(root, name), 'utf8').split('\n').sort();
  expect(sorted('2.jsonl')).toEqual(sorted('1.jsonl'));
}, 120_000);

test('killed at random moments, and continued, it is what an undisturbed one is', async () => {
  expect((await killedAudits({ program: cliProgram, kills: 3, seed: 8, files: 3 })).differing).toEqual([]);
}, 600_000);
