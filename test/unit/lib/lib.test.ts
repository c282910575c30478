/** The library on whole files: the same report as that of the command line. */
import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { analyze } from '../../../src/lib.ts';
import type { Report } from '../../../src/report/json-report.ts';
import { schemaProblems } from '../../report-schema.ts';

const kernel =
  'int shift(int *a) { return a[0]; }\n#include "size.h"\n__global__ void sum(int *out, int n) {\n  __shared__ int s[SIZE];\n  s[threadIdx.x] = out[threadIdx.x];\n  out[threadIdx.x] = s[(threadIdx.x + 1) % SIZE];\n}\n';
const header = { path: 'inc/size.h', text: '#define SIZE 64\n' };
const fixedSize = { block: 64, grid: 1 };
const timeless = (report: Report): unknown => ({
  ...report,
  kernels: report.kernels.map((one) => ({ ...one, timeMs: 0 })),
});

test('files in, a report by the schema out', async () => {
  const report = await analyze([{ path: 'src/sum.cu', text: kernel }, header], fixedSize);
  expect(schemaProblems(JSON.parse(JSON.stringify(report)))).toEqual([]);
  expect(report.problems.filter(({ text }) => text.includes('size.h'))).toEqual([]);
  expect(report.kernels).toMatchObject([{ name: 'sum', verdict: 'racy', file: 'src/sum.cu' }]);
  expect(report.findings).toMatchObject([{ status: 'confirmed', kernel: 'sum', line: 5 }]);
  expect(report.findings[0]?.fix?.proof).toBe('drf');
});

test('a reader is asked for included files; without fixes none are looked for', async () => {
  const asked: string[] = [];
  const texts = new Map([
    ['sum.cu', kernel],
    ['size.h', header.text],
  ]);
  const report = await analyze(
    {
      files: ['sum.cu'],
      read: (path) => {
        asked.push(path);
        return texts.get(path) ?? null;
      },
    },
    { ...fixedSize, fixes: false },
  );
  expect(asked).toContain('size.h');
  expect(report.findings).toMatchObject([{ status: 'confirmed', fix: null, alternatives: [] }]);
});

test('comments suppress, files without a kernel are no problem unless they were named', async () => {
  const allowed = kernel
    .replace('  out[', '  // syncwright: allow(SW101) it is a test\n  out[')
    .replace('SIZE]', '64]')
    .replace('% SIZE', '% 64');
  const report = await analyze(
    [
      { path: 'a.cu', text: allowed.replace('#include "size.h"', '') },
      { path: 'b.cu', text: 'int b;\n' },
    ],
    { ...fixedSize, fixes: false },
  );
  expect(report.findings).toMatchObject([{ suppressed: { by: 'comment', reason: 'it is a test' } }]);
  expect(report.problems).toEqual([]);
  expect(
    (await analyze({ files: ['b.cu'], read: (path) => (path === 'b.cu' ? 'int b;\n' : null) })).problems,
  ).toHaveLength(1);
});

test('overlapping calls run one after the other, and one that fails holds up no other', async () => {
  const events: string[] = [];
  const one = (name: string): Promise<Report> =>
    analyze([{ path: `${name}.cu`, text: kernel }, header], {
      ...fixedSize,
      fixes: false,
      onProgress: (event) => events.push(`${event.kind} ${event.file}`),
    });
  const failing = analyze({
    files: ['c.cu'],
    read: () => {
      throw new Error('the disk is gone');
    },
  });
  const [a, b, c] = await Promise.allSettled([one('a'), one('b'), failing]);
  expect([a.status, b.status, c.status]).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  expect(events).toEqual(['read a.cu', 'start a.cu', 'kernel a.cu', 'read b.cu', 'start b.cu', 'kernel b.cu']);
  expect((await one('d')).kernels).toHaveLength(1);
});

test('a wrong argument rejects with a TypeError', async () => {
  await expect(analyze([], { block: 100_000 })).rejects.toThrow(TypeError);
  expect(timeless(await analyze([]))).toMatchObject({ kernels: [], findings: [], problems: [] });
});

test('the report on examples/ is that of the command line', async () => {
  const { runCli } = await import('../../../src/cli/run-cli.ts');
  const { createEngine } = await import('../../../src/pipeline.ts');
  const { assetPaths } = await import('../../../src/assets.ts');
  const texts: string[] = [];
  const quiet = {
    outIsTerminal: false,
    errIsTerminal: false,
    color: false,
    width: 100,
    keys: null,
    openWorker: null,
    openSideWorker: null,
  };
  await runCli(['check', '--no-config', '--format', 'json', 'examples/'], {
    ...quiet,
    out: (text) => {
      texts.push(text);
    },
    err: () => undefined,
    openEngine: () => createEngine(assetPaths(), () => performance.now()),
  });
  const byCommand: unknown = JSON.parse(texts.join(''), (key, value: unknown) => (key === 'timeMs' ? 0 : value));
  const files = readdirSync('examples')
    .filter((name) => /\.cuh?$/.test(name))
    .sort()
    .map((name) => ({ path: `examples/${name}`, text: readFileSync(`examples/${name}`, 'utf8') }));
  expect(JSON.parse(JSON.stringify(timeless(await analyze(files))))).toEqual(byCommand);
});
