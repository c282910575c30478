/**
 * Lanes that exchange values pairwise [D33], and near misses of that: wherever the engine says race-free, no run of the
 * machine shows lanes that store different values in one cell. `SEED=… RUNS=… npx vitest run
 * test/properties/exchanges.test.ts` goes further.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Engine, EngineOptions } from '../../src/engine.ts';
import type { ConcreteRun } from '../../src/launch/run.ts';
import type { Kernel } from '../../src/ir/ir.ts';
import { assetPaths } from '../../src/assets.ts';
import { budget } from './needed-barriers.ts';
import { createEngine } from '../../src/pipeline.ts';
import { fc, seed } from '../seeded.ts';
import { lowerOne } from '../unit/lower/lowered.ts';
import { runOnMachine } from '../../src/machine/run.ts';

const numRuns = Number(process.env['RUNS'] ?? 150);

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine(assetPaths(), () => performance.now());
});
afterAll(async () => engine.close());

/**
 * What a lane makes of its own `v` and `e` and of its partner's `ov` and `oe`; the first ones are the same for both.
 */
const steps: readonly [string, ...string[]] = [
  'v += ov;',
  'v = max(v, ov);',
  'v = ov > v ? ov : v;',
  'v ^= ov; e = min(e, oe);',
  'if (ov > v || (ov == v && oe < e)) { v = ov; e = oe; }',
  'v = v * ov + v + ov;',
  'e = (v > ov) == (ov < v) ? e + oe : e; v = v & ov;',
  'v -= ov;',
  'v = ov;',
  'v = v * 2 + ov;',
  'if (ov > v) { v = ov; e = oe; }',
  'if (t & 1) v += ov;',
  'v = max(v, ov) - t;',
  'v += ov; e = v - oe;',
  'v += oe;',
  'if (ov >= v) e = oe; v = max(v, ov);',
];
/** The distances, around STEP with the distance `m`. */
const rounds: readonly [string, ...string[]] = [
  'for (int m = 16; m > 0; m /= 2) { STEP }',
  'for (int m = 1; m < 32; m *= 2) { STEP }',
  'for (int m = 16; m >= 1; m >>= 1) { STEP }',
  '{ const int m = 16; STEP } { const int m = 8; STEP } { const int m = 4; STEP } { const int m = 2; STEP } { const int m = 1; STEP }',
  'for (int m = 16; m > 1; m /= 2) { STEP }',
  'for (int m = 8; m > 0; m /= 2) { STEP }',
  'for (int m = 1; m < n; m *= 2) { STEP }',
  'for (int m = 16; m > 0; m /= 2) { STEP if (m == 4) break; }',
  '{ const int m = 16; STEP } for (int m = 8; m > 1; m /= 2) { STEP }',
];

/** What stands around BODY: lanes that do not come to it leave the others without a partner. */
const around: readonly [string, ...string[]] = [
  'BODY',
  'BODY',
  'BODY',
  'if (t / 32 < n) { BODY }',
  'for (int j = 0; j < n; j++) { BODY }',
  'for (int j = t / 32; j < n; j += 2) { BODY }',
  'if (n > 1) { BODY } else v = 0;',
  'if (t % 32 < 20) { BODY }',
  'for (int j = 0; j < t; j++) { BODY }',
  'for (int j = 0; j < 3; j++) { if (j > t) break; BODY }',
  'for (int j = 0; j < 2; j++) { if (t == 3) continue; BODY }',
  'do { if (t > 9) break; BODY } while (false);',
  'int j = 0; while (j < n) { BODY j += t % 2 + 1; }',
  'for (int j = 0; j < 2; j++) { BODY if (t < 5) break; }',
];

const exchange = fc.record({
  step: fc.constantFrom(...steps),
  round: fc.constantFrom(...rounds),
  width: fc.constantFrom(32, 32, 32, 16),
  start: fc.constantFrom('int v = in[t], e = t;', 'int v = in[t] & 1, e = t;', 'int v = in[t / 32], e = t / 32;'),
  exit: fc.constantFrom('', '', '', 'if (t >= 40) return;', 'if (t / 32 >= n) return;', 'if (n < 3) return;'),
  after: fc.constantFrom('', '', 'v += n;', 'v += t;', 'e = v;'),
  use: fc.constantFrom(
    'out[t / 32] = v;',
    'if ((e & 31) == t % 32) out[t / 32] = e;',
    'out[t / 16] = v;',
    'out[t / 32] = e;',
    'if (e == t) out[t / 32] = v + e;',
  ),
  isInCall: fc.boolean(),
  isLeft: fc.constantFrom(false, false, false, true),
  around: fc.constantFrom(...around),
  block: fc.constantFrom(64, 64, 32, 48),
});
type Exchange = typeof exchange extends fc.Arbitrary<infer Made> ? Made : never;

function textOf({ step, round, width, start, exit, after, use, isInCall, isLeft, around: place }: Exchange): string {
  const shuffles = `const int ov = __shfl_xor_sync(0xffffffff, v, m, ${width}); const int oe = __shfl_xor_sync(0xffffffff, e, m, ${width});`;
  const body = round.replaceAll('STEP', `${shuffles} ${step}`);
  const call = isInCall ? 'together(v, e, t, n);' : body;
  const leaves = 'if (t % 32 > 20) return; ';
  return `
__device__ void together(int &v, int &e, int t, int n) { ${isLeft ? leaves : ''}${body} }
__global__ void k(int *out, const int *in, int n) {
  const int t = threadIdx.x;
  ${exit}
  ${start}
  ${place.replace('BODY', call)}
  ${after}
  ${use}
}
`;
}

async function verdictOf(text: string, block: number): Promise<string> {
  const options: EngineOptions = {
    kernel: null,
    block: [block, 1, 1],
    grid: [1, 1, 1],
    params: new Map(),
    assumes: [],
    defines: new Map(),
    includeDirs: [],
    warpModel: 'its',
    level: 'grid',
    timeoutSeconds: 20,
    repair: false,
  };
  const report = await engine.analyze({ files: ['k.cu'], read: (path) => (path === 'k.cu' ? text : null), options });
  return report.kernels[0]?.verdict ?? 'none';
}

/** Stores of equal values are none. */
function hasRace(kernel: Kernel, block: number, n: bigint, values: readonly number[]): boolean {
  const run: ConcreteRun = {
    block: [block, 1, 1],
    grid: [1, 1, 1],
    scalars: new Map([['n', n]]),
    schedule: { kind: 'canonical' },
    warpModel: 'its',
    blocks: [0],
    arrays: new Map([
      ['in', { elements: block, fill: 0, values: new Map(values.map((value, k) => [k, BigInt(value)])) }],
      ['out', { elements: block, fill: 0, values: new Map() }],
    ]),
  };
  return runOnMachine(kernel, run, budget).races.some(({ sameValue }) => !sameValue);
}

test(`lanes that are said to have one value have it in all runs (seed ${seed}, ${numRuns} kernels)`, async () => {
  const verdicts = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(
      exchange,
      fc.array(fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 64, maxLength: 64 }), {
        minLength: 3,
        maxLength: 3,
      }),
      async (sample, contents) => {
        const text = textOf(sample);
        const verdict = await verdictOf(text, sample.block);
        verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
        if (verdict !== 'drf') return;
        const kernel = await lowerOne(text);
        for (const values of contents)
          for (const n of [0n, 1n, 2n, 32n])
            expect(hasRace(kernel, sample.block, n, values), `block ${sample.block} n ${n}\n${text}`).toBe(false);
      },
    ),
    { seed, numRuns },
  );
  if (process.env['LIST'] !== undefined) console.log([...verdicts]);
  expect(verdicts.get('drf') ?? 0).toBeGreaterThan(numRuns / 20);
  expect(verdicts.get('racy') ?? 0).toBeGreaterThan(numRuns / 10);
}, 600_000);
