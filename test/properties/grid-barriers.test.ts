import { fc, seed } from '../seeded.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Solver } from '../../src/solve/solve.ts';
import { createSolver } from '../../src/solve/z3.ts';
import { disagreement } from './agreement.ts';
import { gridCase, wildGridCase } from './random-kernel.ts';

const numRuns = Number(process.env['RUNS'] ?? 150);

let solver: Solver;
beforeAll(async () => {
  solver = await createSolver();
});
afterAll(() => solver.close());

test(`solver and machine agree where barriers of the grid order blocks (seed ${seed}, ${numRuns} kernels)`, async () => {
  await fc.assert(
    fc.asyncProperty(gridCase, async (sample) => {
      expect(await disagreement(sample, solver)).toBe('');
    }),
    { seed, numRuns },
  );
}, 600_000);

test(`what the machine sees between barriers of the grid is never proved absent (seed ${seed}, ${numRuns} kernels with data-dependent control)`, async () => {
  await fc.assert(
    fc.asyncProperty(wildGridCase, async (sample) => {
      expect(await disagreement(sample, solver, 'missed only')).toBe('');
    }),
    { seed, numRuns },
  );
}, 600_000);
