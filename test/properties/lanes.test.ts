/** Meetings of lanes: what is proved to be missed by nobody [T11] is missed in no run of the machine. */
import { fc, seed } from '../seeded.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConcreteRun } from '../../src/launch/run.ts';
import type { LaunchConfig } from '../../src/launch/launch.ts';
import type { LanesCase } from './random-lanes.ts';
import type { Solver } from '../../src/solve/solve.ts';
import { createSolver } from '../../src/solve/z3.ts';
import { decideLanes } from '../../src/pipeline/lanes.ts';
import { lanesCase } from './random-lanes.ts';
import { noDeadline } from '../../src/base/deadline.ts';
import { printKernel } from '../../src/ir/print.ts';
import { runOnMachine } from '../../src/machine/run.ts';

const numRuns = Number(process.env['RUNS'] ?? 400);

let solver: Solver;
beforeAll(async () => {
  solver = await createSolver();
});
afterAll(() => solver.close());

async function isProved({ kernel, block, n }: LanesCase, isLaunchOpen: boolean): Promise<boolean> {
  const scalars = new Map(isLaunchOpen ? [] : [['n', n] as const]);
  const config: LaunchConfig = {
    origin: 'property',
    span: null,
    block,
    grid: [1, 1, 1],
    scalars,
    aliases: [],
    overlaps: [],
    sharedBytes: null,
    cooperative: false,
    facts: [],
  };
  const { open } = await decideLanes({
    kernel,
    config,
    facts: [],
    level: 'grid',
    warpModel: 'its',
    solver,
    deadline: noDeadline,
    showsModels: false,
  });
  return open.size === 0;
}

function missed({ kernel, block, n }: LanesCase): readonly string[] {
  const run: ConcreteRun = {
    block,
    grid: [1, 1, 1],
    blocks: [0],
    scalars: new Map([['n', n]]),
    arrays: new Map(),
    schedule: { kind: 'canonical' },
    warpModel: 'its',
  };
  const { partings, divergences } = runOnMachine(kernel, run, { maxSteps: 1_000_000, maxBytes: 1 << 26 });
  // a block that has diverged is another question, and its own fault
  return divergences.length > 0
    ? []
    : partings.map(
        ({ barrier, how, waiting, other }) => `${barrier}: ${waiting.linearThread} ${other.linearThread} ${how}`,
      );
}

test(`meetings that somebody misses are never proved (seed ${seed}, ${numRuns} kernels)`, async () => {
  const counts = { proved: 0, missed: 0 };
  await fc.assert(
    fc.asyncProperty(lanesCase, fc.boolean(), async (sample, isLaunchOpen) => {
      const [proved, seen] = [await isProved(sample, isLaunchOpen), missed(sample)];
      if (proved) counts.proved++;
      if (seen.length > 0) counts.missed++;
      expect(
        proved ? seen : [],
        `block ${sample.block.join()} n ${sample.n}${isLaunchOpen ? ' (open)' : ''}\n${printKernel(sample.kernel)}`,
      ).toEqual([]);
    }),
    { seed, numRuns },
  );
  expect(counts.proved).toBeGreaterThan(numRuns / 10);
  expect(counts.missed).toBeGreaterThan(numRuns / 20);
}, 600_000);
