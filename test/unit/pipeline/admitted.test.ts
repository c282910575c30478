/** Which runs count for a launch: its sizes and arguments, and all that is stated, evaluated as C does. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ConcreteRun } from '../../../src/launch/run.ts';
import type { Engine, EngineOptions } from '../../../src/engine.ts';
import type { Expr } from '../../../src/base/expr.ts';
import type { KernelAnswer } from '../../../src/verdict/finding.ts';
import type { LaunchConfig } from '../../../src/launch/launch.ts';
import { assetPaths } from '../../../src/assets.ts';
import { binary, builtin, cast, int } from '../../../src/base/expr-build.ts';
import { createEngine } from '../../../src/pipeline.ts';
import { i32, u32 } from '../../../src/base/ctype.ts';
import { kernel, v } from '../../../src/ir/build.ts';
import { notAdmitted } from '../../../src/pipeline/admitted.ts';

const open: LaunchConfig = {
  origin: 'test',
  span: null,
  block: [null, null, null],
  grid: [null, null, null],
  scalars: new Map(),
  aliases: [],
  overlaps: [],
  sharedBytes: null,
  cooperative: false,
  facts: [],
};
const run = (w: bigint, more: Partial<ConcreteRun> = {}): ConcreteRun => ({
  block: [64, 1, 1],
  grid: [2, 1, 1],
  blocks: [0, 1],
  scalars: new Map([['w', w]]),
  arrays: new Map(),
  schedule: { kind: 'canonical' },
  warpModel: 'its',
  ...more,
});
const one = kernel({ params: [{ name: 'w', type: i32 }], arrays: [], body: [] });
const w = v('w');
const because = (at: ConcreteRun, condition: Expr | null, more: Partial<LaunchConfig> = {}): string | null =>
  notAdmitted(at, {
    kernel: one,
    config: { ...open, ...more },
    facts: condition === null ? [] : [{ condition, text: 'stated' }],
  });
const violated = 'the run violates an assumption: stated';

describe('conditions', () => {
  test('are compared after the conversions of C', () => {
    const wide = binary('>=', cast(u32, w), int(64, u32));
    expect(because(run(5n), wide)).toBe(violated);
    expect(because(run(64n), wide)).toBeNull();
    expect(because(run(-1n), wide)).toBeNull();
    const byGrid = binary('>=', cast(u32, w), binary('*', int(32, u32), builtin('gridDim.x')));
    expect(because(run(63n), byGrid)).toBe(violated);
    expect(because(run(64n), byGrid)).toBeNull();
    expect(because(run(63n, { grid: [1, 1, 1], blocks: [0] }), byGrid)).toBeNull();
  });

  test('that cannot be evaluated are not taken to hold', () => {
    expect(because(run(0n), binary('>', binary('/', int(8), w), int(1)))).toBe(
      'an assumption cannot be evaluated for the run: stated',
    );
    expect(because(run(4n), binary('>', binary('/', int(8), w), int(1)))).toBeNull();
    expect(because(run(4n), binary('>', v('other'), int(1)))).toBe(
      'an assumption cannot be evaluated for the run: stated',
    );
  });

  test('do not hold by an overflow of signed integers', () => {
    const small = binary('<', binary('*', w, w), int(100));
    expect(because(run(9n), small)).toBeNull();
    expect(because(run(65536n), small)).toBe(violated);
  });

  test('of the launch and the source count like those of the user', () => {
    const fact = { condition: binary('==', w, int(3)), text: 'stated' };
    expect(because(run(3n), null, { facts: [fact] })).toBeNull();
    expect(because(run(4n), null, { facts: [fact] })).toBe(violated);
    expect(because(run(4n), null, { checks: [fact] })).toBe(violated);
    expect(
      notAdmitted(run(4n), { kernel: { ...one, assumptions: [{ ...fact, span: one.span }] }, config: open, facts: [] }),
    ).toBe(violated);
  });
});

describe('sizes and arguments', () => {
  test('are those of the launch', () => {
    expect(because(run(1n), null, { block: [64, 1, 1], grid: [2, 1, 1], scalars: new Map([['w', 1n]]) })).toBeNull();
    expect(because(run(1n), null, { block: [32, 1, 1] })).toBe(
      'the run does not belong to the launch: blockDim = (64, 1, 1)',
    );
    expect(because(run(1n), null, { grid: [1, null, null] })).toBe(
      'the run does not belong to the launch: gridDim = (2, 1, 1)',
    );
    expect(because(run(1n), null, { scalars: new Map([['w', 2n]]) })).toBe(
      'the run does not belong to the launch: w = 1',
    );
  });

  test('are those that a device and the types have', () => {
    expect(because(run(1n, { block: [1024, 2, 1] }), null)).toBe(
      'the run does not belong to the launch: blockDim = (1024, 2, 1)',
    );
    expect(because(run(1n, { blocks: [2] }), null)).toBe('the run does not belong to the launch: gridDim = (2, 1, 1)');
    expect(because(run(2n ** 31n), null)).toBe('the run does not belong to the launch: w = 2147483648');
    expect(because(run(1n, { scalars: new Map() }), null)).toBe(
      'the run does not belong to the launch: no value for w',
    );
    expect(notAdmitted(run(1n), { kernel: { ...one, maxThreads: 32 }, config: open, facts: [] })).toBe(
      'the run does not belong to the launch: blockDim = (64, 1, 1)',
    );
    expect(
      notAdmitted(run(1n), { kernel: { ...one, maxThreads: 32 }, config: { ...open, block: [64, 1, 1] }, facts: [] }),
    ).toBeNull();
  });
});

describe('answers', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine(assetPaths(), () => 0);
  });
  afterAll(() => engine.close());
  const answer = async (
    body: string,
    assumes: readonly string[],
    more: Partial<EngineOptions> = {},
  ): Promise<KernelAnswer | undefined> => {
    const source = `#include <cassert>\n__global__ void k(int *out, int w) { int t = threadIdx.x; ${body} }\n`;
    const options: EngineOptions = {
      kernel: null,
      block: null,
      grid: null,
      params: new Map(),
      assumes,
      defines: new Map(),
      includeDirs: [],
      warpModel: 'its',
      level: 'grid',
      timeoutSeconds: null,
      repair: false,
      ...more,
    };
    return (await engine.analyze({ files: ['k.cu'], read: (path) => (path === 'k.cu' ? source : null), options }))
      .kernels[0];
  };

  test('under assumptions that contradict each other are no proofs, and say so', async () => {
    for (const body of ['out[t + blockIdx.x * w] = t;', 'out[0] = t;']) {
      const found = await answer(body, ['w > 5 && w < 3']);
      expect(found).toMatchObject({
        verdict: 'unknown',
        reasons: ['the assumptions contradict each other or the launch'],
        findings: [],
      });
    }
    expect(await answer('out[t] = t;', ['w > 5'], { params: new Map([['w', 3n]]), grid: [1, 1, 1] })).toMatchObject({
      verdict: 'unknown',
      findings: [],
    });
  });

  test('of waits and schedules use no arguments that are ruled out', async () => {
    const waits = 'if (t == 0) { atomicAdd(out, 1); while (atomicAdd(out, 0) < w) { } }';
    const codes = async (assumes: readonly string[]): Promise<readonly string[]> =>
      ((await answer(waits, assumes, { block: [32, 1, 1], grid: [4, 1, 1] }))?.findings ?? []).map(({ code }) => code);
    expect(await codes([])).toEqual(['SW407']);
    expect(await codes(['w == 4'])).toEqual(['SW407']);
    expect(await codes(['w <= 1'])).toEqual([]);
  });
});
