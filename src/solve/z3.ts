/** The solver: `decideFormula` over one Z3, with counts of what decided. */
import type { Decision } from './decide.ts';
import type { Solver } from './solve.ts';
import { createZ3 } from './z3-wasm.ts';
import { decideFormula } from './decide.ts';

export type CountingSolver = Solver & Readonly<{
  /** Starts Z3 in the background, so that the first formula that needs it need not wait. */
  warmUp: () => Promise<void>;
  /** How many formulas each way decided, so far. */
  counts: () => ReadonlyMap<Decision['how'], number>;
}>;

export function createSolver(): Promise<CountingSolver> {
  const z3 = createZ3();
  const counts = new Map<Decision['how'], number>();
  return Promise.resolve({
    decide: async (formula, budget, prefer) => {
      const { answer, how } = await decideFormula(z3, formula, budget, prefer ?? []);
      counts.set(how, (counts.get(how) ?? 0) + 1);
      return answer;
    },
    warmUp: z3.warmUp,
    counts: () => counts,
    close: z3.close,
  });
}
