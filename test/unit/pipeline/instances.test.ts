/**
 * Of the instances of a kernel, all get a verdict before the time limit goes into one; and what one shows, the others
 * show too.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Begun } from '../../../src/pipeline/kernel.ts';
import type { Engine, EngineOptions } from '../../../src/engine.ts';
import type { Instance } from '../../../src/pipeline/instances.ts';
import type { KernelAnswer, Verdict } from '../../../src/verdict/finding.ts';
import { answerInstances } from '../../../src/pipeline/instances.ts';
import { assetPaths } from '../../../src/assets.ts';
import { createEngine } from '../../../src/pipeline.ts';

describe('steps within a limit', () => {
  let now = 0;
  const spend = (ms: number): void => void (now += ms);
  const answerOf = (name: string, verdict: Verdict, isCut: boolean): KernelAnswer => ({
    name,
    verdict,
    span: { file: 'a.cu', start: 0, end: 1, line: 1, column: 1, endLine: 1, endColumn: 2 },
    reasons: [],
    assumptions: [],
    launches: [],
    findings: [],
    uses: [],
    timeMs: 0,
    ...(isCut ? { isCut: true } : {}),
  });

  /**
   * What was done, in order. `cost`: of a verdict and of what follows it, in milliseconds; more is not spent than there
   * is.
   */
  async function done(count: number, cost: number, seconds: number | null): Promise<readonly string[]> {
    now = 0;
    const log: string[] = [];
    const instances = Array.from({ length: count }, (_, k): Instance => ({
      size: 1,
      mayBeProved: true,
      onStart: () => undefined,
      onVerdict: ({ verdict }) => {
        if (count === 1) log.push(`${k} ${verdict} so far`);
        return Promise.resolve();
      },
      begin: (deadline): Promise<Begun> => {
        const isCut = deadline.remaining() < cost;
        spend(Math.min(cost, deadline.remaining()));
        log.push(`begin ${k}`);
        const finish: Begun['finish'] = (until) => {
          spend(Math.min(cost, until.remaining()));
          log.push(`finish ${k}`);
          return Promise.resolve(answerOf(`${k}`, 'drf', false));
        };
        return Promise.resolve({ answer: answerOf(`${k}`, isCut ? 'unknown' : 'drf', isCut), finish });
      },
      briefly: () => {
        log.push(`brief ${k}`);
        return answerOf(`${k}`, 'unknown', true);
      },
      onAnswer: ({ verdict }) => void log.push(`${k} ${verdict}`),
    }));
    await answerInstances(instances, { seconds, times: 1, clock: () => now, text: 'late', within: (own) => own });
    return log;
  }

  test('without one, each is analysed to its end', async () => {
    expect(await done(2, 500, null)).toEqual(['begin 0', 'finish 0', '0 drf', 'begin 1', 'finish 1', '1 drf']);
  });

  test('of one alone, the verdict is told before what is said beside it', async () => {
    expect(await done(1, 200, 1)).toEqual(['begin 0', '0 drf so far', 'finish 0', '0 drf']);
  });

  test('verdicts come first', async () => {
    expect(await done(2, 200, 1)).toEqual(['begin 0', 'begin 1', 'finish 0', '0 drf', 'finish 1', '1 drf']);
  });

  test('what no time is left for is answered briefly', async () => {
    const log = await done(20, 2_000, 10);
    expect(log.filter((step) => step.startsWith('begin')).length).toBeGreaterThan(3);
    expect(log.filter((step) => step.startsWith('brief')).length).toBeGreaterThan(10);
    expect(log.filter((step) => /^\d/.test(step))).toHaveLength(20);
    expect(now).toBeLessThanOrEqual(10_000);
  });
});

describe('of a template', () => {
  let engine: Engine;
  let [now, limitMs] = [0, Infinity];
  beforeAll(async () => {
    engine = await createEngine(assetPaths(), () => now);
  });
  afterAll(() => engine.close());

  const options: EngineOptions = {
    kernel: null,
    block: null,
    grid: null,
    params: new Map(),
    assumes: [],
    defines: new Map(),
    includeDirs: [],
    warpModel: 'its',
    level: 'block',
    timeoutSeconds: 100,
    repair: false,
  };
  const lines = (...all: readonly string[]): string => all.join('\n');
  const launches = (counts: readonly number[]): string =>
    `void run(float *out) { ${counts.map((n) => `k<${n}><<<1, 128>>>(out);`).join(' ')} }`;

  /** The time that is left goes into the instance with that number. */
  async function answered(text: string, slow: number): Promise<readonly KernelAnswer[]> {
    [now, limitMs] = [0, 99_500];
    let started = -1;
    const { kernels } = await engine.analyze({
      files: ['a.cu'],
      read: (path) => (path === 'a.cu' ? text : null),
      options,
      onProgress: (event) => {
        if (event.kind === 'start') started++;
        if (event.kind === 'step' && started === slow) now = limitMs;
      },
    });
    return kernels;
  }

  test('a run that shows a race of one shows that of the others, at their own places', async () => {
    const text = lines(
      'template <int N> __global__ void k(float *out) {',
      '  __shared__ float s[N];',
      '  if (threadIdx.x < N) s[threadIdx.x] = 1;',
      '  if (threadIdx.x + 1 < N) out[threadIdx.x] = s[threadIdx.x + 1];',
      '}',
      launches([128, 96, 127]),
    );
    const kernels = await answered(text, 1);
    expect(kernels.map(({ name, verdict }) => [name, verdict])).toEqual([
      ['k<128>', 'racy'],
      ['k<96>', 'racy'],
      ['k<127>', 'racy'],
    ]);
    const [, , last] = kernels;
    expect(last?.reasons.join()).toContain('another instance');
    expect(last?.findings.map(({ code, kernel, array, status }) => [code, kernel, array, status])).toEqual([
      ['SW101', 'k<127>', 's', 'confirmed'],
    ]);
    expect(last?.findings[0]?.witness?.accesses.map(({ span }) => span.line).sort()).toEqual([3, 4]);
  });

  test('what the run shows is a warning about one pair, without what was found of the other instance beside it', async () => {
    const text = lines(
      'template <int N> __global__ void k(float *out) {',
      '  __shared__ float s[N];',
      '  if (threadIdx.x < N) s[threadIdx.x] = 1;',
      '  if (threadIdx.x + 1 < N) out[threadIdx.x] = s[threadIdx.x + 1];',
      '}',
      launches([128, 96, 127]),
    );
    const [first, , last] = await answered(text, 1);
    expect(first?.findings.map(({ severity }) => severity)).toEqual(['error']);
    expect(last?.findings.map(({ severity, condition, pairs }) => [severity, condition, pairs.length])).toEqual([
      ['warning', null, 1],
    ]);
    expect(last?.findings[0]?.message).toMatch(
      /^thread .* on line \d+ and thread .* on line \d+ access s\[\d+\], and nothing orders them \(seen in a run that shows it of k<(96|128)>\)$/,
    );
  });

  test('once time cut one of them short, no answer is one without a limit', async () => {
    const text = lines(
      'template <int N> __global__ void k(float *out) {',
      '  out[threadIdx.x * (N == 1 ? 0 : 1)] = threadIdx.x;',
      '}',
      launches([8, 4, 1]),
    );
    expect((await answered(text, 1)).map(({ isCut }) => isCut)).toEqual([true, true, true]);
  });

  test('an instance without the race is not called racy', async () => {
    const text = lines(
      'template <int N> __global__ void k(float *out) {',
      '  __shared__ float s[N];',
      '  if (threadIdx.x < N) s[threadIdx.x] = 1;',
      '  if (threadIdx.x + 1 < N) out[threadIdx.x] = s[threadIdx.x + 1];',
      '}',
      launches([128, 64, 1]),
    );
    expect((await answered(text, 1)).map(({ verdict }) => verdict)).toEqual(['racy', 'racy', 'unknown']);
  });

  test('nothing is proved of one by another one', async () => {
    const text = lines(
      'template <int N> __global__ void k(float *out) {',
      '  out[threadIdx.x * (N == 1 ? 0 : 1)] = threadIdx.x;',
      '}',
      launches([8, 4, 1]),
    );
    const kernels = await answered(text, 1);
    expect(kernels.map(({ verdict }) => verdict)).toEqual(['drf', 'unknown', 'unknown']);
    expect(kernels[2]?.isCut).toBe(true);
  });

  describe('the condition of one', () => {
    const rows = (counts: readonly number[], also = ''): string =>
      lines(
        'template <int N> __global__ void k(float *out, int rows, int used) {',
        '  int row = blockIdx.x * blockDim.x + threadIdx.x;',
        '  if (row >= rows) return;',
        '  for (int i = 0; i < used; i++) out[row * N + i] = row;',
        also,
        '}',
        `void run(float *out, int rows, int used) { ${counts.map((n) => `k<${n}><<<(rows + 127) / 128, 128>>>(out, rows, used);`).join(' ')} }`,
      );
    const reasonsOf = (kernels: readonly KernelAnswer[]): readonly (readonly [Verdict, string | undefined])[] =>
      kernels.map(({ verdict, reasons }) => [verdict, reasons[0]]);
    const unlimited = async (text: string): Promise<readonly KernelAnswer[]> =>
      (
        await engine.analyze({
          files: ['a.cu'],
          read: (path) => (path === 'a.cu' ? text : null),
          options: { ...options, level: 'grid', timeoutSeconds: null },
        })
      ).kernels;

    test('is that of the others, with their own arguments, and of those before it', async () => {
      expect(reasonsOf(await unlimited(rows([1, 4, 8])))).toEqual(
        [1, 4, 8].map((n) => ['conditional', `race-free if \`used <= ${n}\`, which is proved; no host code states it`]),
      );
    });

    test('is none of an instance that races under it', async () => {
      const kernels = await unlimited(rows([4, 8, 16], '  if (N == 16) out[0] = row;'));
      expect(kernels.map(({ verdict }) => verdict)).toEqual(['conditional', 'conditional', 'racy']);
    });
  });
});
