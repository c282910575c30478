import { fc, seed } from '../seeded.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Solver } from '../../src/solve/solve.ts';
import { createSolver } from '../../src/solve/z3.ts';
import { disagreement } from './agreement.ts';
import { randomCase, wildCase } from './random-kernel.ts';

/**
 * `SEED=… RUNS=… npx vitest run test/properties` repeats or widens the search. The seed is printed on failure and here.
 */
const numRuns = Number(process.env['RUNS'] ?? 400);

let solver: Solver;
beforeAll(async () => {
  solver = await createSolver();
});
afterAll(() => solver.close());

test(`solver and machine name the same racing pairs (seed ${seed}, ${numRuns} kernels)`, async () => {
  console.log(`agreement: seed ${seed}, ${numRuns} kernels`);
  await fc.assert(
    fc.asyncProperty(randomCase, async (sample) => {
      expect(await disagreement(sample, solver)).toBe('');
    }),
    { seed, numRuns },
  );
}, 600_000);

test(`what the machine sees is never proved absent (seed ${seed}, ${numRuns} kernels with data-dependent control)`, async () => {
  await fc.assert(
    fc.asyncProperty(wildCase, async (sample) => {
      expect(await disagreement(sample, solver, 'missed only')).toBe('');
    }),
    { seed, numRuns },
  );
}, 600_000);
