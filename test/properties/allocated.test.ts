/**
 * Blocks that reserve ranges of one array by counters, and near misses of that: wherever the engine says race-free, no
 * run of the machine has a race. `SEED=… RUNS=… npx vitest run test/properties/allocated.test.ts` goes further.
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

const numRuns = Number(process.env['RUNS'] ?? 60);
const threads = 4;
const blocks = 3;

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine(assetPaths(), () => performance.now());
});
afterAll(async () => engine.close());

const guards: readonly [string, ...string[]] = [
  'if (threadIdx.x == 0)',
  'if (threadIdx.x == blockDim.x - 1)',
  'if (threadIdx.x < 2)',
  'if (threadIdx.x == n)',
  'if (blockIdx.x == 0 && threadIdx.x == 0)',
  '',
];
const barriers: readonly [string, ...string[]] = ['__syncthreads();', '', 'if (n > 2) __syncthreads();'];

/** The pieces of a kernel: the first of each is right. */
const pieces: Readonly<Record<string, readonly [string, ...string[]]>> = {
  early: [
    '',
    'if (threadIdx.x >= n) return;',
    'if (blockIdx.x == n) return;',
    'atomicAdd(count, 2);',
    'atomicSub(count, 1);',
    'atomicAdd(count, n);',
  ],
  initialGuard: guards,
  initial: ['= 0;', '= 2;', '= -1;', '= n;', '+ 0;'],
  firstBarrier: barriers,
  countGuard: ['if (keep)', 'if (keep && in[i] != 3)', 'for (int k = 0; k < in[i]; ++k)', 'if (threadIdx.x != 1)', ''],
  step: ['1', '2', '-1', 'n'],
  again: [
    '',
    'if (in[i] == 2) atomicAdd(&found, 1);',
    'if (threadIdx.x == 0) found = 1;',
    'if (threadIdx.x == 0) start = n;',
  ],
  secondBarrier: barriers,
  guard: guards,
  amount: ['found', 'found + 1', 'found - 1', '1', 'own', 'n'],
  kept: ['', ' + 1', ' & 7'],
  late: ['', 'if (in[i] == 3) own = atomicAdd(&found, 1);', 'if (threadIdx.x == 0) found = 0;'],
  thirdBarrier: barriers,
  last: [
    '',
    'if (in[i] == 1) own = atomicAdd(&found, 1);',
    'if (threadIdx.x == 1) start = 5; __syncthreads();',
    'if (threadIdx.x == 1) found = 0; __syncthreads(); if (keep) own = atomicAdd(&found, 1);',
  ],
  storeGuard: ['if (own >= 0)', 'if (keep)', 'if (in[i] > 1)', ''],
  behind: ['', ' + 1', ' * 2', ' - 1'],
};

const kernelText = fc
  .record({
    type: fc.constantFrom('int', 'unsigned'),
    drawn: fc.record(
      Object.fromEntries(Object.entries(pieces).map(([name, [, ...others]]) => [name, fc.constantFrom(...others)])),
    ),
    wrong: fc.subarray(Object.keys(pieces), { maxLength: 2 }),
  })
  .map(({ type, drawn, wrong }) => {
    const the = (name: string): string => (wrong.includes(name) ? drawn[name] : pieces[name]?.[0]) ?? '';
    return `__global__ void k(const int *in, int *out, ${type} *count, int n) {
  __shared__ ${type} found;
  __shared__ ${type} start;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  bool keep = in[i] > 1;
  ${the('early')}
  ${the('initialGuard')} found ${the('initial')}
  ${the('firstBarrier')}
  int own = -1;
  ${the('countGuard')} own = atomicAdd(&found, ${the('step')});
  ${the('again')}
  ${the('secondBarrier')}
  ${the('guard')} start = atomicAdd(count, ${the('amount')})${the('kept')};
  ${the('late')}
  ${the('thirdBarrier')}
  ${the('last')}
  ${the('storeGuard')} out[start + own${the('behind')}] = i;
}
`;
  });

async function verdictOf(text: string): Promise<string> {
  const options: EngineOptions = {
    kernel: null,
    block: [threads, 1, 1],
    grid: [blocks, 1, 1],
    params: new Map(),
    assumes: [],
    defines: new Map(),
    includeDirs: [],
    warpModel: 'its',
    level: 'grid',
    timeoutSeconds: 60,
    repair: false,
  };
  const report = await engine.analyze({ files: ['k.cu'], read: (path) => (path === 'k.cu' ? text : null), options });
  return report.kernels[0]?.verdict ?? 'none';
}

const inputs: readonly Readonly<{ n: bigint; salt: number }>[] = [-2n, 0n, 1n, 3n].flatMap((n) =>
  [0, 1, 2, 3, 4, 5].map((salt) => ({ n, salt })),
);

function isRaceFree(kernel: Kernel, { n, salt }: (typeof inputs)[number]): boolean {
  const contents = new Map(
    Array.from(
      { length: threads * blocks },
      (_, k) => [k, BigInt((k * (salt + 3) + salt * 5) % (salt < 3 ? 4 : 3))] as const,
    ),
  );
  const run: ConcreteRun = {
    block: [threads, 1, 1],
    grid: [blocks, 1, 1],
    scalars: new Map([['n', n]]),
    arrays: new Map([
      ['in', { elements: 16, fill: 0n, values: contents }],
      ['out', { elements: 64, fill: 0n, values: new Map() }],
      ['count', { elements: 1, fill: 0n, values: new Map([[0, 4n]]) }],
    ]),
    schedule: { kind: 'canonical' },
    warpModel: 'its',
    blocks: [0, 1, 2],
  };
  const { outcome, races, divergences } = runOnMachine(kernel, run, budget);
  return outcome.kind === 'completed' && races.every(({ sameValue }) => sameValue) && divergences.length === 0;
}

test(`no run has a race where ranges are called apart (seed ${seed}, ${numRuns} kernels)`, async () => {
  const verdicts = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(kernelText, async (text) => {
      const verdict = await verdictOf(text);
      verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
      if (verdict !== 'drf') return;
      const kernel = await lowerOne(text);
      for (const input of inputs)
        expect(isRaceFree(kernel, input), `n ${input.n}, salt ${input.salt}\n${text}`).toBe(true);
    }),
    { seed, numRuns },
  );
  if (process.env['LIST'] !== undefined) console.log([...verdicts]);
  expect(verdicts.get('drf') ?? 0).toBeGreaterThan(0);
}, 600_000);
