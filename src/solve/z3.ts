/** The solver: `decideFormula` over one Z3, with counts of what decided. */
import type { Answer, SolveBudget, Solver } from './solve.ts';
import type { Decision } from './decide.ts';
import { createZ3 } from './z3-wasm.ts';
import { decideFormula } from './decide.ts';
import type { Canonical } from './formula-key.ts';
import { canonical } from './formula-key.ts';
import { remembered } from '../base/remembered.ts';

export type CountingSolver = Solver &
  Readonly<{
    /** Starts Z3 in the background, so that the first formula that needs it need not wait. */
    warmUp: () => Promise<void>;
    /** How many formulas each way decided, so far. */
    counts: () => ReadonlyMap<Decision['how'] | 'remembered', number>;
  }>;

/** Answers that are remembered: intervals, statements and instances that read alike ask the same again. */
const maxRemembered = 20_000;

export function createSolver(): Promise<CountingSolver> {
  const z3 = createZ3();
  const counts = new Map<Decision['how'] | 'remembered', number>();
  const count = (how: Decision['how'] | 'remembered'): void => void counts.set(how, (counts.get(how) ?? 0) + 1);
  const answers = remembered<Answer>(maxRemembered);
  return Promise.resolve({
    decide: async (formula, budget, prefer = []) => {
      // with its budget and wishes, so that what was asked before changes no answer
      const own = canonical(formula, prefer);
      const question = `${budget.rlimit} ${budget.aim ?? ''}\n${own.key}`;
      const wished = prefer.length === 0 ? question : `${question}\n${own.wishes}`;
      const unwished = prefer.length === 0 ? undefined : answers.get(question);
      // what is left open without wishes is left open with them
      const known = unwished !== undefined && unwished.kind !== 'sat' ? unwished : answers.get(wished);
      if (known !== undefined) {
        count('remembered');
        return restored(known, own);
      }
      const made = own.made();
      const { answer, how } = await decideFormula(z3, made.formula, budget, made.prefer);
      count(how);
      // also where the limit was Z3's own
      budget.deadline?.passed();
      if (isWorthRemembering(answer, budget)) answers.set(answer.kind === 'unsat' ? question : wished, answer);
      return restored(answer, own);
    },
    warmUp: z3.warmUp,
    counts: () => counts,
    close: z3.close,
  });
}

/** The answer in the names that were asked in. */
const restored = (answer: Answer, { restored: withNames }: Canonical): Answer =>
  answer.kind === 'sat' ? { ...answer, model: withNames(answer.model) } : answer;

/** What the time limit cut short would be answered otherwise with more time, and its model might be a smaller one. */
const isWorthRemembering = (answer: Answer, { deadline }: SolveBudget): boolean =>
  answer.kind === 'unsat' || deadline === undefined || deadline.remaining() > 0;
