/** Numbered barriers of parts of a block that order accesses of their threads [D23, T14]. */
import { fc, seed } from '../seeded.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Solver } from '../../src/solve/solve.ts';
import { createSolver } from '../../src/solve/z3.ts';
import { numberedCase } from './random-numbered.ts';
import { numberedDisagreement } from './agreement.ts';

const numRuns = Number(process.env['RUNS'] ?? 150);

let solver: Solver;
beforeAll(async () => {
  solver = await createSolver();
});
afterAll(() => solver.close());

test(`solver and machine agree where numbered barriers order their threads (seed ${seed}, ${numRuns} kernels)`, async () => {
  await fc.assert(
    fc.asyncProperty(numberedCase, async (sample) => {
      expect(await numberedDisagreement(sample, solver)).toBe('');
    }),
    { seed, numRuns },
  );
}, 600_000);
