/**
 * Rings of stages that copies of one thread fill, and near misses of that: wherever the engine says race-free, no run
 * of the machine has a race. `SEED=… RUNS=… npx vitest run test/properties/rings.test.ts` goes further.
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

const numRuns = Number(process.env['RUNS'] ?? 100);
const threads = 4;

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine(assetPaths(), () => performance.now());
});
afterAll(async () => engine.close());

/**
 * Ways to name the stage that is read (`rd`) and the one that is filled (`wr`), from the turn `i` of S stages: how they
 * begin, and change.
 */
const counts: readonly [Count, ...Count[]] = [
  { rd: 'rd', wr: 'wr', init: 'int rd = 0, wr = S - 1;', next: 'if (++rd == S) rd = 0; if (++wr == S) wr = 0;' },
  { rd: 'rd', wr: 'wr', init: 'int rd = 0, wr = S - 1;', next: 'wr = rd; rd = rd + 1 == S ? 0 : rd + 1;' },
  { rd: 'rd', wr: 'wr', init: 'int rd = 0, wr = S - 1;', next: 'rd = (rd + 1) % S; wr = (wr + 1) % S;' },
  { rd: 'i % S', wr: '(i + S - 1) % S', init: '', next: '' },
  { rd: 'rd', wr: 'rd', init: 'int rd = 0;', next: 'if (++rd == S) rd = 0;' },
  { rd: 'rd', wr: 'wr', init: 'int rd = 0, wr = S - 1;', next: 'if (++rd > S) rd = 0; if (++wr == S) wr = 0;' },
  {
    rd: 'rd',
    wr: 'wr',
    init: 'int rd = 0, wr = S - 1;',
    next: 'rd++; if (wr == 0) rd = 1; wr = wr == S - 1 ? 0 : wr + 1;',
  },
  { rd: 'rd', wr: 'wr', init: 'int rd = 0, wr = 0;', next: 'wr = rd; if (++rd == S) { rd = 0; }' },
];
type Count = Readonly<{ rd: string; wr: string; init: string; next: string }>;

/** Loops over the turns, around BODY and NEXT. */
const loops: readonly [string, ...string[]] = [
  'for (int i = 0; i < n; i++) { BODY NEXT }',
  'int i = 0; while (i < n) { BODY NEXT i++; }',
  'int i = 0, left = n; while (left-- > 0) { BODY NEXT ++i; }',
  'for (int i = 0; ; i++) { if (i >= n) break; BODY NEXT }',
  'for (int i = 0; i < n; i++) { BODY if (i == 2) break; NEXT }',
  'int i = 0; do { BODY NEXT i++; } while (i < n);',
  'for (int j = 0; j < 2; j++) for (int i = 0; i < n; i++) { BODY NEXT }',
];

/** The pieces of a kernel; the first of each, and all the first together, are right. */
const ring = fc.record({
  stages: fc.constantFrom(3, 2, 4),
  count: fc.constantFrom(...counts),
  loop: fc.constantFrom(...loops),
  issued: fc.constantFrom(0, 0, 0, -1, 1),
  kept: fc.constantFrom(0, 0, 0, 1, -1),
  guard: fc.constantFrom('if (i + S - 1 < n) ', 'if (i + S - 1 < n) ', ''),
  first: fc.constantFrom('__syncthreads();', '__syncthreads();', ''),
  last: fc.constantFrom('', '__syncthreads();'),
  isReadFirst: fc.boolean(),
  other: fc.constantFrom(`${threads - 1} - t`, `${threads - 1} - t`, 't'),
  end: fc.constantFrom(
    '',
    '__pipeline_wait_prior(0); __syncthreads(); out[t] += s[0][3 - t];',
    '__syncthreads(); s[S - 1][t] = 0;',
  ),
});
type Ring = typeof ring extends fc.Arbitrary<infer Made> ? Made : never;

function textOf({
  stages,
  count: { rd, wr, init, next },
  loop,
  issued,
  kept,
  guard,
  first,
  last,
  isReadFirst,
  other,
  end,
}: Ring): string {
  const copy = `${guard}__pipeline_memcpy_async(&s[${wr}][t], &in[(i + S - 1) * ${threads} + t], 4); __pipeline_commit();`;
  const use = `sum += s[${rd}][${other}];`;
  const body = `__pipeline_wait_prior(${Math.max(0, stages - 2 + kept)}); ${first} ${isReadFirst ? `${use} ${copy}` : `${copy} ${use}`} ${last}`;
  return `
__global__ void k(float *out, const float *in, int n) {
  constexpr int S = ${stages};
  __shared__ float s[S + 1][${threads}];
  int t = threadIdx.x;
  float sum = 0;
  for (int i = 0; i < S - 1 + ${issued}; i++) { if (i < n) __pipeline_memcpy_async(&s[i][t], &in[i * ${threads} + t], 4); __pipeline_commit(); }
  ${init}
  ${loop.replace('BODY', body).replace('NEXT', next)}
  out[t] = sum;
  ${end}
}
`;
}

async function verdictOf(text: string): Promise<string> {
  const options: EngineOptions = {
    kernel: null,
    block: [threads, 1, 1],
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

/** The order of what a run does follows from n alone, so that one run shows each race that there is. */
function isRaceFree(kernel: Kernel, n: bigint): boolean {
  const run: ConcreteRun = {
    block: [threads, 1, 1],
    grid: [1, 1, 1],
    scalars: new Map([['n', n]]),
    schedule: { kind: 'canonical' },
    warpModel: 'its',
    blocks: [0],
    arrays: new Map([
      ['in', { elements: 256, fill: 0, values: new Map() }],
      ['out', { elements: threads, fill: 0, values: new Map() }],
    ]),
  };
  const { outcome, races, divergences } = runOnMachine(kernel, run, budget);
  return outcome.kind === 'completed' && races.length === 0 && divergences.length === 0;
}

test(`no run has a race where a ring is called race-free (seed ${seed}, ${numRuns} kernels)`, async () => {
  const verdicts = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(ring, async (sample) => {
      const text = textOf(sample);
      const verdict = await verdictOf(text);
      verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
      if (verdict !== 'drf') return;
      const kernel = await lowerOne(text);
      for (const n of [0n, 1n, 2n, 3n, 4n, 5n, 7n, 9n, 13n])
        expect(isRaceFree(kernel, n), `n ${n}\n${text}`).toBe(true);
    }),
    { seed, numRuns },
  );
  if (process.env['LIST'] !== undefined) console.log([...verdicts]);
  expect(verdicts.get('drf') ?? 0).toBeGreaterThan(0);
}, 600_000);
