/** What the engine says of a time limit, a kernel that is not there and an assumption that means nothing. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Engine, EngineOptions, ProgressEvent } from '../../../src/engine.ts';
import type { Report } from '../../../src/verdict/finding.ts';
import { createEngine } from '../../../src/pipeline.ts';
import { assetPaths } from '../../../src/assets.ts';

const options: EngineOptions = {
  kernel: null,
  block: null,
  grid: null,
  params: new Map(),
  assumes: [],
  defines: new Map(),
  includeDirs: [],
  warpModel: 'its',
  level: 'grid',
  timeoutSeconds: null,
  repair: true,
};
const source = `
template <int N> __global__ void turn(int *a, int n) { __shared__ int s[N]; s[threadIdx.x] = a[threadIdx.x]; a[threadIdx.x] = s[n - threadIdx.x]; }
__global__ void twist(int *a) { a[threadIdx.x] = 1; }
void run(int *a, int n) { turn<64><<<1, 64>>>(a, n); twist<<<1, 64>>>(a); }
`;

/** Milliseconds, which a test lets pass: each question about the time takes `step` of them. */
let [now, step] = [0, 0];
let engine: Engine;
beforeAll(async () => {
  engine = await createEngine(assetPaths(), () => (now += step));
});
afterAll(() => engine.close());

function analyzed(
  more: Partial<EngineOptions>,
  onProgress: (event: ProgressEvent) => void = () => undefined,
  text = source,
): Promise<Report> {
  return engine.analyze({
    files: ['a.cu'],
    read: (path) => (path === 'a.cu' ? text : null),
    options: { ...options, ...more },
    onProgress,
  });
}

test('a stage that runs into the time limit leaves the kernel unknown, with the limit as its reason', async () => {
  let stopped = 0;
  for (const questions of [8, 12, 16, 20, 25, 30, 40]) {
    step = 1000;
    const { kernels, problems } = await analyzed({ timeoutSeconds: questions });
    step = 0;
    for (const { reasons } of kernels.filter(({ verdict }) => verdict === 'unknown')) {
      stopped++;
      expect(reasons.join()).toContain(`the time limit of ${questions} s was reached; --timeout changes it [SL105]`);
    }
    expect(problems.filter(({ code }) => code !== 'SI116')).toEqual([]);
  }
  expect(stopped).toBeGreaterThan(4);
});

test("what a block of the launch's size never does makes no kernel unsupported for which no time was left", async () => {
  const sums = (threads: number): string => `#include <cub/cub.cuh>
__global__ void sums(float *out, const float *in) {
  using Reduce = cub::BlockReduce<float, ${threads}>;
  __shared__ typename Reduce::TempStorage storage;
  const float sum = Reduce(storage).Sum(in[blockIdx.x * 128 + threadIdx.x]);
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}
void run(float *out, const float *in) { sums<<<4, 128>>>(out, in); }
`;
  const verdictsOf = async (text: string): Promise<ReadonlySet<string>> => {
    const seen = new Set<string>();
    for (let questions = 4; questions < 20_000; questions = Math.ceil(1.3 * questions)) {
      step = 1000;
      const { kernels } = await analyzed({ timeoutSeconds: questions }, undefined, text);
      step = 0;
      for (const { verdict } of kernels) seen.add(verdict);
    }
    return seen;
  };
  expect([...(await verdictsOf(sums(128)))].sort()).toEqual(['drf', 'unknown']);
  expect(await verdictsOf(sums(64))).toContain('unsupported');
});

test('what is left of a limit for all kernels bounds them, and the reason names the whole limit', async () => {
  step = 1000;
  const { kernels, problems } = await engine.analyze({
    files: ['a.cu'],
    read: (path) => (path === 'a.cu' ? source : null),
    options,
    totalSeconds: 0.25,
    limitSeconds: 150,
  });
  step = 0;
  const words = [...kernels.flatMap(({ reasons }) => reasons), ...problems.map(({ text }) => text)].join();
  expect(words).toContain('the time limit of 150 s for all kernels together was reached [SL105]');
  expect(words).not.toContain('0.25');
});

test('questions that the time limit leaves unasked forbid a proof, whenever it is reached', async () => {
  const racy =
    '__global__ void k(int *a, int *b) { a[threadIdx.x] = 1; b[threadIdx.x] = 2; b[threadIdx.x / 2] = 3; }\nvoid run(int *a, int *b) { k<<<1, 64>>>(a, b); }\n';
  const seen = new Set<string>();
  for (let questions = 1; questions < 120; questions += 4) {
    step = 1000;
    const { kernels } = await analyzed({ timeoutSeconds: questions }, undefined, racy);
    step = 0;
    for (const { verdict, reasons } of kernels) {
      seen.add(verdict);
      if (verdict !== 'racy')
        expect([verdict, reasons.join()]).toEqual(['unknown', expect.stringContaining('the time limit')]);
    }
  }
  expect([...seen].sort()).toEqual(['racy', 'unknown']);
});

test('what runs of a small launch have shown stays shown where the time limit ends the open one before it is asked about', async () => {
  const open = '__global__ void k(int *a, int n) { if (threadIdx.x < n) a[threadIdx.x / 2] = threadIdx.x; }\n';
  const ask = (limited: boolean): Promise<Report> =>
    engine.analyze({
      files: ['a.cu'],
      read: (path) => (path === 'a.cu' ? open : null),
      options: { ...options, grid: [1, 1, 1], timeoutSeconds: 3600 },
      dump: { stage: 'machine', write: () => (now += limited ? 1e9 : 0) },
    });
  for (const limited of [false, true]) {
    const { kernels } = await ask(limited);
    expect(
      kernels.map(({ verdict, findings }) => [
        verdict,
        findings.map(({ code, status, severity, message }) => [
          code,
          status,
          severity,
          message.includes('(the block size is an assumption of Syncwright: no launch was found)'),
        ]),
      ]),
    ).toEqual([['racy', [['SW105', 'confirmed', 'warning', true]]]]);
  }
});

test('a file that takes too long to read is a problem, and its kernels are unknown for that reason', async () => {
  const because = 'not read to the end: the time limit of 3 s was reached; --timeout changes it [SL105]';
  const late = async (kernel: string | null): Promise<Report> => {
    step = 1000;
    const report = await analyzed({ timeoutSeconds: 3, kernel });
    step = 0;
    return report;
  };
  const { kernels, problems } = await late(null);
  expect(kernels.map(({ name, verdict, span, reasons }) => [name, verdict, span.line, reasons])).toEqual([
    ['turn', 'unknown', 2, [because]],
    ['twist', 'unknown', 3, [because]],
  ]);
  expect(problems.map(({ file, code, text }) => [file, code, text])).toEqual([['a.cu', 'SI116', because]]);
  for (const kernel of ['twist', 'elsewhere']) {
    const report = await late(kernel);
    expect([
      report.kernels.map(({ name, verdict }) => [name, verdict]),
      report.problems.map(({ code }) => code),
    ]).toEqual([[[kernel, 'unknown']], ['SI116']]);
  }
});

test('where the limit ends the reading of many instances, those that were read are analysed, and the others named', async () => {
  const count = 12;
  const many = source.replace(
    'turn<64><<<1, 64>>>(a, n);',
    Array.from({ length: count }, (_, k) => `turn<${k + 64}><<<1, ${k + 64}>>>(a, n);`).join(' '),
  );
  const late: number[] = [];
  for (let questions = 5; questions < 100; questions += 3) {
    step = 1000;
    const { kernels } = await analyzed({ timeoutSeconds: questions }, undefined, many);
    step = 0;
    const turns = kernels.filter(({ name }) => name.startsWith('turn<'));
    // not read at all
    if (turns.length === 0) continue;
    expect(new Set(turns.map(({ name }) => name)).size).toBe(count);
    late.push(turns.filter(({ verdict, launches }) => verdict === 'unknown' && launches.length === 0).length);
  }
  expect(late.some((one) => one > 0 && one < count)).toBe(true);
  expect(late.at(-1)).toBe(0);
});

test('all other builds of a file together get the time of one reading', async () => {
  const names = ['ONE', 'TWO', 'THREE', 'FOUR'];
  const text = `__global__ void k(int *a) {\n${names.map((name, k) => `#ifdef ${name}\n  a[threadIdx.x] = ${k};\n#endif\n`).join('')}}\nvoid run(int *a) { k<<<1, 64>>>(a); }\n`;
  const readings = async (timeoutSeconds: number): Promise<number> => {
    let count = 0;
    const read = (path: string): string | null => {
      if (path !== 'a.cu') return null;
      count++;
      now += 1000;
      return text;
    };
    await engine.analyze({ files: ['a.cu'], read, options: { ...options, timeoutSeconds } });
    return count;
  };
  // six builds are read, and half of that time is one reading's: its own, and the others that it is enough for
  const all = await readings(10_000);
  const limited = await readings(all / 2);
  expect(limited).toBeLessThanOrEqual(all / 6 + all / 2);
  expect(limited).toBeGreaterThan(all / 6);
});

test('all instances of a kernel share one time limit, and each gets some of it', async () => {
  const many = source.replace(
    'turn<64><<<1, 64>>>(a, n);',
    Array.from({ length: 8 }, (_, k) => `turn<${k + 64}><<<1, ${k + 64}>>>(a, n);`).join(' '),
  );
  const start = now;
  step = 1;
  const { kernels } = await analyzed({ timeoutSeconds: 1 }, () => undefined, many);
  step = 0;
  expect(kernels.filter(({ name }) => name.startsWith('turn')).length).toBe(8);
  // reading has a limit of its own, and so has the other kernel
  expect(now - start).toBeLessThan(3500);
});

test('progress names the file, then each kernel before it is decided, and its steps', async () => {
  const events: string[] = [];
  await analyzed({}, (event) =>
    events.push(event.kind === 'read' ? `read ${event.file}` : `${event.kind} ${event.name}`),
  );
  expect(events.filter((event, k) => event !== events[k - 1])).toEqual([
    'read a.cu',
    'start turn<64>',
    'step turn<64>',
    'kernel turn<64>',
    'start twist',
    'step twist',
    'kernel twist',
  ]);
});

test('a kernel that is not there: those that are, the nearest first', async () => {
  const { kernels, problems } = await analyzed({ kernel: 'twits' });
  expect([kernels.length, problems.map(({ text }) => text)]).toEqual([
    0,
    ['no kernel named twits; there are only twist, turn'],
  ]);
});

test('an assumption that means nothing for any kernel is a problem; one that does for some is a reason of the others', async () => {
  const nothing = await analyzed({ assumes: ['k > 0'] });
  expect(nothing.problems.map(({ file, code }) => `${file} ${code}`)).toEqual(['--assume SI114']);
  const some = await analyzed({ assumes: ['n > 0'] });
  expect([some.problems, some.kernels.find(({ name }) => name === 'twist')?.reasons]).toEqual([
    [],
    ['--assume "n > 0" cannot be used: `n` is undeclared [SI114]'],
  ]);
});

test('a value for a parameter that no kernel has is a problem that names those that there are; one that some have, or a template, is none', async () => {
  const missing = await analyzed({
    params: new Map([
      ['m', 64n],
      ['a', 1n],
    ]),
  });
  expect(missing.problems.map(({ file, code, text }) => [file, code, text])).toEqual([
    ['--param', 'SI117', 'no kernel has a scalar or template parameter named m; there is only n'],
    ['--param', 'SI117', 'no kernel has a scalar or template parameter named a; there is only n'],
  ]);
  expect(
    (
      await analyzed({
        params: new Map([
          ['n', 63n],
          ['N', 64n],
        ]),
      })
    ).problems,
  ).toEqual([]);
});
