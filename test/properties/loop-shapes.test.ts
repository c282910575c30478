import { fc, seed } from '../seeded.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Solver } from '../../src/solve/solve.ts';
import { createSolver } from '../../src/solve/z3.ts';
import { disagreement } from './agreement.ts';
import { loopCase, returningCase } from './loop-kernel.ts';

/** `SEED=… RUNS=… npx vitest run test/properties/loop-shapes` repeats or widens the search. */
const numRuns = Number(process.env['RUNS'] ?? 200);

let solver: Solver;
beforeAll(async () => {
  solver = await createSolver();
});
afterAll(() => solver.close());

test(`solver and machine agree about loops of many shapes (seed ${seed}, ${numRuns} kernels)`, async () => {
  await fc.assert(
    fc.asyncProperty(loopCase, async (sample) => {
      expect(await disagreement(sample, solver)).toBe('');
    }),
    { seed, numRuns },
  );
}, 600_000);

test(`the solver misses nothing where a function returns from inside a loop (seed ${seed}, ${Math.ceil(numRuns / 4)} kernels)`, async () => {
  await fc.assert(
    fc.asyncProperty(returningCase, async (sample) => {
      expect(await disagreement(sample, solver, 'missed only')).toBe('');
    }),
    { seed, numRuns: Math.ceil(numRuns / 4) },
  );
}, 600_000);
