/** Barriers of tiles that order accesses of their threads [D22, T13]. */
import { fc, seed } from '../seeded.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Solver } from '../../src/solve/solve.ts';
import { createSolver } from '../../src/solve/z3.ts';
import { tileDisagreement } from './agreement.ts';
import { tileCase, wildTileCase } from './random-kernel.ts';

const numRuns = Number(process.env['RUNS'] ?? 150);

let solver: Solver;
beforeAll(async () => {
  solver = await createSolver();
});
afterAll(() => solver.close());

test(`solver and machine agree where barriers of tiles order their threads (seed ${seed}, ${numRuns} kernels)`, async () => {
  await fc.assert(
    fc.asyncProperty(tileCase, async (sample) => {
      expect(await tileDisagreement(sample, solver)).toBe('');
    }),
    { seed, numRuns },
  );
}, 600_000);

test(`what the machine sees between barriers of tiles is never proved absent (seed ${seed}, ${numRuns} kernels with data-dependent control)`, async () => {
  await fc.assert(
    fc.asyncProperty(wildTileCase, async (sample) => {
      expect(await tileDisagreement(sample, solver, 'missed only')).toBe('');
    }),
    { seed, numRuns },
  );
}, 600_000);
