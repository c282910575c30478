/**
 * fast-check, and the seed of every random test. It is fixed, so that CI says the same of one commit whenever it runs:
 * `SEED=… RUNS=…` searches elsewhere, and what that finds is added as a case.
 */
import fc from 'fast-check';

export const seed = Number(process.env['SEED'] ?? 20_261_122);
fc.configureGlobal({ seed });

export { fc };
