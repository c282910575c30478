/**
 * A barrier is deleted from a random kernel that needs it: `fix` makes the kernel race-free again, with no more
 * barriers executed than the kernel had, and changes nothing where nothing was wrong. `SEED=… RUNS=… npx vitest run
 * test/properties/repair.test.ts` goes further; `LIST=1` shows the kernels for which more is executed than before.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Engine, EngineOptions } from '../../src/engine.ts';
import type { Fix } from '../../src/verdict/finding.ts';
import type { Kernel } from '../../src/ir/ir.ts';
import type { MachineReport } from '../../src/machine/machine.ts';
import type { RandomCase } from './random-kernel.ts';
import { applyEdits } from '../../src/verdict/edit.ts';
import { assetPaths } from '../../src/assets.ts';
import { budget, isClean, runWith, withNeededBarriers, without } from './needed-barriers.ts';
import { createEngine } from '../../src/pipeline.ts';
import { cudaText } from './cuda-text.ts';
import { eachStmt } from '../../src/ir/walk.ts';
import { fc, seed } from '../seeded.ts';
import { lowerOne } from '../unit/lower/lowered.ts';
import { randomCase } from './random-kernel.ts';
import { runOnMachine } from '../../src/machine/run.ts';

const numRuns = Number(process.env['RUNS'] ?? 30);
/**
 * The share of kernels for which more barriers may be executed than before: a loop counts ten turns, and a branch is
 * taken both ways, while an author's barrier may stand where one turn is made, or on the only way that is taken.
 */
const mostDearer = 0.05;

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine(assetPaths(), () => performance.now());
});
afterAll(async () => engine.close());

type Damaged = Readonly<{ sample: RandomCase; author: string; text: string }>;

/** A kernel, and the same without one of the barriers that it needs. */
const damaged: fc.Arbitrary<Damaged> = fc
  .tuple(randomCase, fc.nat(1000))
  .map(([sample, pick]) => {
    const needed = withNeededBarriers(sample);
    const deleted = needed?.barriers[pick % needed.barriers.length];
    if (needed === null || deleted === undefined) return null;
    return { sample, author: cudaText(needed.kernel), text: cudaText(without(needed.kernel, new Set([deleted]))) };
  })
  .filter((one) => one !== null);

async function fixOf({ sample, text }: Damaged): Promise<Readonly<{ fix: Fix | null; alternatives: readonly Fix[] }>> {
  const options: EngineOptions = {
    kernel: null,
    block: sample.block,
    grid: sample.grid,
    params: new Map([['n', sample.n]]),
    assumes: [],
    defines: new Map(),
    includeDirs: [],
    warpModel: 'its',
    level: 'grid',
    timeoutSeconds: 60,
    repair: true,
  };
  const report = await engine.analyze({ files: ['k.cu'], read: (path) => (path === 'k.cu' ? text : null), options });
  expect(
    report.kernels.map(({ verdict }) => verdict),
    text,
  ).toEqual(['racy']);
  const found = report.kernels.flatMap(({ findings }) => findings).find(({ fix }) => fix !== null);
  return { fix: found?.fix ?? null, alternatives: found?.alternatives ?? [] };
}

const machine = (kernel: Kernel, input: Pick<RandomCase, 'block' | 'grid' | 'n' | 'seed'>): MachineReport =>
  runOnMachine(kernel, runWith(input), budget);

function executed(kernel: Kernel, report: MachineReport): number {
  let sum = 0;
  eachStmt(kernel.body, (stmt) => {
    if (stmt.kind === 'barrier' && stmt.scope.kind === 'block') sum += report.barriers.get(stmt.id) ?? 0;
  });
  return sum;
}

const memoryOf = ({ memory }: MachineReport): string =>
  JSON.stringify(memory.map(({ array, bytes }) => [array, [...bytes].sort(([a], [b]) => a - b)]).sort());

/** Inputs that differ from those that the patch was proved for, those of one thread first. */
const otherInputs = (sample: RandomCase): readonly Pick<RandomCase, 'block' | 'grid' | 'n' | 'seed'>[] => [
  ...[0n, 1n, 3n].map((n) => ({ block: [1, 1, 1], grid: [1, 1, 1], n, seed: sample.seed }) as const),
  ...[0n, 1n, 2n, 3n].map((n) => ({ ...sample, n, seed: sample.seed + 1 })),
  { ...sample, block: [2, 1, 1], grid: [1, 1, 1] },
];

/** What came of the random kernels; `dearer` and `none` in words. */
type Tally = {
  readonly strategies: Map<string, number>;
  readonly none: string[];
  readonly dearer: string[];
  cheaper: number;
  compared: number;
};

async function checkPatch(one: Damaged, fix: Fix, isChosen: boolean, tally: Tally): Promise<void> {
  const text = applyEdits(one.text, fix.edits);
  const [author, before, patched] = [await lowerOne(one.author), await lowerOne(one.text), await lowerOne(text)];
  const [theirs, ours] = [machine(author, one.sample), machine(patched, one.sample)];
  expect(isClean(theirs) && isClean(ours), `${fix.title} leaves a race\n${text}`).toBe(true);
  const saved = executed(author, theirs) - executed(patched, ours);
  if (isChosen && saved > 0) tally.cheaper += 1;
  if (isChosen && saved < 0)
    tally.dearer.push(`${fix.title}: ${-saved} more executed\n${text}which was\n${one.author}`);
  // barriers alone order what they order as the text has it
  if (fix.strategy === 'insert-barrier') expect(memoryOf(ours), `${fix.title}\n${text}`).toBe(memoryOf(theirs));
  for (const input of otherInputs(one.sample)) {
    const original = machine(before, input);
    if (!isClean(original)) continue;
    tally.compared += 1;
    expect(
      memoryOf(machine(patched, input)),
      `${fix.title} changes what block ${input.block.join()} n ${input.n} computes\n${text}`,
    ).toBe(memoryOf(original));
  }
}

test(`a barrier that was deleted is put back, at no higher cost (seed ${seed}, ${numRuns} kernels)`, async () => {
  const tally: Tally = { strategies: new Map(), none: [], dearer: [], cheaper: 0, compared: 0 };
  await fc.assert(
    fc.asyncProperty(damaged, async (one) => {
      const { fix, alternatives } = await fixOf(one);
      if (fix === null) tally.none.push(`no patch for\n${one.text}which was\n${one.author}`);
      else tally.strategies.set(fix.strategy, (tally.strategies.get(fix.strategy) ?? 0) + 1);
      for (const each of fix === null ? [] : [fix, ...alternatives]) await checkPatch(one, each, each === fix, tally);
    }),
    { seed, numRuns },
  );
  const strategies = [...tally.strategies].map(([name, n]) => `${name} ${n}`).join(', ');
  console.log(
    `repair: seed ${seed}, ${numRuns} kernels: ${strategies}; none ${tally.none.length}; executing less than the author's ${tally.cheaper}, more ${tally.dearer.length}; memory compared ${tally.compared} times`,
  );
  if (process.env['LIST'] !== undefined) console.log(tally.dearer.join('\n\n'));
  expect(tally.none).toEqual([]);
  expect(tally.dearer.length, tally.dearer.join('\n\n')).toBeLessThanOrEqual(mostDearer * numRuns);
}, 3_600_000);
