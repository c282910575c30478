/**
 * Random kernels of which a barrier, vote or shuffle is missed by some: wherever the machine runs the kernel to its
 * end, and all threads come to the barriers, the patched text leaves the same memory. `SEED=… RUNS=… npx vitest run
 * test/properties/restructure.test.ts` goes further; `LIST=1` shows the kernels without a patch.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Engine, EngineOptions } from '../../src/engine.ts';
import type { Fix, KernelAnswer } from '../../src/verdict/finding.ts';
import type { ConcreteRun } from '../../src/launch/run.ts';
import type { Kernel } from '../../src/ir/ir.ts';
import type { MachineReport } from '../../src/machine/machine.ts';
import { applyEdits } from '../../src/verdict/edit.ts';
import { assetPaths } from '../../src/assets.ts';
import { budget, isClean } from './needed-barriers.ts';
import { createEngine } from '../../src/pipeline.ts';
import { callingText, divergentText, lanesText, threads } from './random-divergence.ts';
import { fc, seed } from '../seeded.ts';
import { lowerOne } from '../unit/lower/lowered.ts';
import { runOnMachine } from '../../src/machine/run.ts';

const numRuns = Number(process.env['RUNS'] ?? 20);

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine(assetPaths(), () => performance.now());
});
afterAll(async () => engine.close());

async function answerFor(text: string): Promise<KernelAnswer | null> {
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
    timeoutSeconds: 60,
    repair: true,
  };
  const report = await engine.analyze({ files: ['k.cu'], read: (path) => (path === 'k.cu' ? text : null), options });
  return report.kernels[0] ?? null;
}

/** Single threads; and blocks in which tests of `n` turn out the same for all. */
const inputs: readonly Readonly<{ size: number; n: bigint; salt: number }>[] = [1, 2, threads].flatMap((size) =>
  [0n, 1n, 2n, 4n, 40n].flatMap((n) => [0, 1].map((salt) => ({ size, n, salt }))),
);

function runOf(kernel: Kernel, { size, n, salt }: (typeof inputs)[number]): MachineReport {
  const contents = new Map(Array.from({ length: threads }, (_, k) => [k, BigInt((k * 7 + salt * 5) % 11)] as const));
  const array = (
    values: ReadonlyMap<number, bigint>,
  ): ConcreteRun['arrays'] extends ReadonlyMap<string, infer Contents> ? Contents : never => ({
    elements: 2 * threads,
    fill: 0n,
    values,
  });
  const run: ConcreteRun = {
    block: [size, 1, 1],
    grid: [2, 1, 1],
    scalars: new Map([['n', n]]),
    arrays: new Map([
      ['in', array(contents)],
      ['o', array(new Map())],
    ]),
    schedule: { kind: 'canonical' },
    warpModel: 'its',
    blocks: [0, 1],
  };
  return runOnMachine(kernel, run, budget);
}

const memoryOf = ({ memory }: MachineReport): string =>
  JSON.stringify(memory.map(({ array, bytes }) => [array, [...bytes].sort(([a], [b]) => a - b)]).sort());

type Tally = { divergent: number; compared: number; readonly none: string[]; readonly strategies: Map<string, number> };

async function checkPatch(before: Kernel, text: string, fix: Fix, tally: Tally): Promise<void> {
  const patched = applyEdits(text, fix.edits);
  const after = await lowerOne(patched);
  for (const input of inputs) {
    const original = runOf(before, input);
    if (!isClean(original) || original.partings.length > 0 || original.inventedValues) continue;
    tally.compared += 1;
    const ours = runOf(after, input);
    // what was only shown may leave warnings: threads that have left before a barrier (SW203)
    if (fix.proof !== 'drf' && !isClean(ours)) continue;
    expect(isClean(ours), `${fix.title} goes wrong for ${input.size} threads, n ${input.n}\n${text}${patched}`).toBe(
      true,
    );
    expect(
      memoryOf(ours),
      `${fix.title} changes what ${input.size} threads, n ${input.n} compute\n${text}${patched}`,
    ).toBe(memoryOf(original));
  }
}

test.each([
  ['a kernel', divergentText],
  ['a kernel that calls', callingText],
  ['a kernel whose lanes part', lanesText],
])(
  `what is restructured computes the same: %s (seed ${seed}, ${numRuns} kernels)`,
  async (kind, texts) => {
    const tally: Tally = { divergent: 0, compared: 0, none: [], strategies: new Map() };
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const answer = await answerFor(text);
        if (
          answer === null ||
          !answer.findings.some(({ code, status }) => status === 'confirmed' && /^SW2[01]/.test(code))
        )
          return;
        tally.divergent += 1;
        const before = await lowerOne(text);
        const found = answer.findings.find(({ fix }) => fix !== null);
        const fixes = found === undefined || found.fix === null ? [] : [found.fix, ...found.alternatives];
        if (fixes.length === 0) tally.none.push(text);
        for (const fix of fixes) {
          tally.strategies.set(fix.strategy, (tally.strategies.get(fix.strategy) ?? 0) + 1);
          await checkPatch(before, text, fix, tally);
        }
      }),
      { seed, numRuns },
    );
    const strategies = [...tally.strategies]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, n]) => `${name} ${n}`)
      .join(', ');
    console.log(
      `restructure of ${kind}: seed ${seed}, ${numRuns} kernels, ${tally.divergent} divergent, ${tally.none.length} without a patch; ${strategies}; memory compared ${tally.compared} times`,
    );
    if (process.env['LIST'] !== undefined) console.log(tally.none.join('\n'));
    expect(tally.compared).toBeGreaterThan(numRuns);
  },
  3_600_000,
);
