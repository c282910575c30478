import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ran } from './command.ts';
import { command, kernel } from './command.ts';
import { fakeWorker } from './fake-worker.ts';
import { isUncut } from '../../../src/audit/known.ts';
import { reasonText, timeLimitReached } from '../../../src/verdict/catalogue.ts';
import { report } from '../report/sample-report.ts';

const root = mkdtempSync(join(tmpdir(), 'syncwright-known-'));
const [code, cache, out] = [join(root, 'code'), join(root, 'cache'), join(root, 'audit.jsonl')];
const put = (name: string, text: string): void => {
  writeFileSync(join(code, name), text);
};
const audit = (args: readonly string[] = [], fake = fakeWorker()): Promise<Ran> =>
  command(['audit', code, '--out', out, '--restart', '--cache', cache, ...args], fake);

/** Reads what each file includes, as the engine does. */
const including = (): ReturnType<typeof fakeWorker> =>
  fakeWorker(
    async () => null,
    (file, read) => {
      for (const [, name = ''] of (read(file) ?? '').matchAll(/#include "(.*)"/g)) read(join(code, name));
    },
  );

beforeEach(() => {
  for (const folder of [code, cache]) rmSync(folder, { recursive: true, force: true });
  mkdirSync(code);
  put('a.cu', `#include "h.h"\n${kernel('racy_a')}`);
  put('b.cu', kernel('drf_b'));
  put('h.h', 'int one;\n');
});
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

describe('answers of earlier audits', () => {
  test('are taken where all that was read is the same', async () => {
    const first = await audit();
    const text = readFileSync(out, 'utf8');
    const second = await audit();
    expect([first.asked.length, second.asked.length]).toEqual([2, 0]);
    expect(second.out).toContain('2 units, all of them from the cache in ');
    expect(readFileSync(out, 'utf8').split('\n').sort()).toEqual(text.split('\n').sort());
    expect((await audit(['--no-cache'])).asked).toHaveLength(2);
  });

  test.each([
    ['its own text', () => put('a.cu', kernel('drf_a'))],
    ['an include', () => put('h.h', 'int two;\n')],
    [
      'an include that is gone',
      () => {
        rmSync(join(code, 'h.h'));
      },
    ],
  ])('are not where %s changed', async (_, change) => {
    await audit([], including());
    change();
    const again = including();
    await audit([], again);
    expect(again.asked).toEqual([[join(code, 'a.cu')]]);
  });

  test('are not where the file changed that launches the kernel', async () => {
    const [defines, launches] = [
      '__global__ void drf_k(int *p) {}\n',
      '__global__ void drf_k(int *p);\nvoid run(int *p) { drf_k<<<1, 64>>>(p); }\n',
    ];
    put('k.cu', defines);
    put('main.cu', launches);
    await audit();
    put('main.cu', launches.replace('64', '128'));
    const again = fakeWorker();
    await audit([], again);
    expect(again.asked).toEqual([[join(code, 'k.cu'), join(code, 'main.cu')]]);
    put('k.cu', '');
    put('main.cu', '');
  });

  test('of other options are others, but for a limit on time that nobody felt', async () => {
    await audit();
    expect((await audit(['--level', 'block'])).asked).toHaveLength(2);
    expect((await audit(['--timeout', '20'])).asked).toHaveLength(0);
  });

  test('two versions of a file have each their own', async () => {
    await audit();
    put('b.cu', kernel('racy_b'));
    await audit();
    put('b.cu', kernel('drf_b'));
    expect((await audit()).asked).toHaveLength(0);
  });

  test('that are damaged are dropped and said', async () => {
    await audit();
    for (const name of readdirSync(cache, { recursive: true, encoding: 'utf8' }).filter((one) => one.endsWith('.json')))
      writeFileSync(join(cache, name), 'garbage');
    const ran = await audit();
    expect(ran.asked).toHaveLength(2);
    expect(ran.err).toMatch(
      /^cache: .*\.json is damaged, and is dropped\ncache: .*\.json is damaged, and is dropped\n$/,
    );
    expect((await audit()).asked).toHaveLength(0);
  });

  test('that a limit on time cut off are taken for that limit, unless they are to be tried again', async () => {
    const late = (): ReturnType<typeof fakeWorker> =>
      fakeWorker(undefined, undefined, (answer) => ({ ...answer, reasons: [reasonText(timeLimitReached(1))] }));
    await audit(['--timeout', '1'], late());
    expect((await audit(['--timeout', '1'], late())).asked).toHaveLength(0);
    expect((await audit(['--timeout', '2'], late())).asked).toHaveLength(2);
    expect((await audit(['--timeout', '1', '--retry-cut'], late())).asked).toHaveLength(2);
  });

  test('are not kept of a process that ended', async () => {
    await audit(
      [],
      fakeWorker(async () => ({ kind: 'fault', text: 'it ended' })),
    );
    expect((await audit()).asked).toHaveLength(2);
  });
});

describe('an answer is kept only where no limit on time had a say', () => {
  const [sample] = report.kernels;
  const of = (...answers: readonly object[]): typeof report => ({
    ...report,
    problems: [],
    kernels: answers.flatMap((own) => (sample === undefined ? [] : [{ ...sample, reasons: [], ...own }])),
  });

  test.each([
    [of({}), true],
    [of({}, {}), true],
    [of({}, { isCut: true }), false],
    [of({ reasons: [reasonText(timeLimitReached(1))] }), false],
    [{ ...of({}), problems: [{ file: 'a.cu', line: null, code: 'SI116', text: 'not read to its end' }] }, false],
  ])('%#', (given, isKept) => {
    expect(isUncut(given)).toBe(isKept);
  });
});
