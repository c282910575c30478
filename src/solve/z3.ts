/** The solver: `decideFormula` over one Z3, with counts of what decided. */
import type { Answer, SolveBudget, Solver } from './solve.ts';
import type { Decision } from './decide.ts';
import type { Expr } from '../base/expr.ts';
import type { Formula } from '../obligation/obligation.ts';
import { createZ3 } from './z3-wasm.ts';
import { decideFormula } from './decide.ts';
import { printExpr } from '../base/expr-print.ts';

export type CountingSolver = Solver & Readonly<{
  /** Starts Z3 in the background, so that the first formula that needs it need not wait. */
  warmUp: () => Promise<void>;
  /** How many formulas each way decided, so far. */
  counts: () => ReadonlyMap<Decision['how'] | 'remembered', number>;
}>;

/** Answers that are remembered: intervals, statements and instances that read alike ask the same again. */
const maxRemembered = 4096;

export function createSolver(): Promise<CountingSolver> {
  const z3 = createZ3();
  const counts = new Map<Decision['how'] | 'remembered', number>();
  const count = (how: Decision['how'] | 'remembered'): void => void counts.set(how, (counts.get(how) ?? 0) + 1);
  const remembered = new Map<string, Answer>();
  const textOf = formulaPrinter();
  return Promise.resolve({
    decide: async (formula, budget, prefer = []) => {
      // with its budget, so that what was asked before changes no answer; only what was left open with wishes is left open without them, too
      const question = `${budget.rlimit}\n${textOf(formula)}`;
      const known = remembered.get(question);
      if (known !== undefined && (known.kind !== 'sat' || prefer.length === 0)) {
        count('remembered');
        return known;
      }
      const { answer, how } = await decideFormula(z3, formula, budget, prefer);
      count(how);
      if (isWorthRemembering(answer, budget, prefer) && remembered.size < maxRemembered) remembered.set(question, answer);
      return answer;
    },
    warmUp: z3.warmUp,
    counts: () => counts,
    close: z3.close,
  });
}

/** What cost Z3 something, and is not of the time limit or of wishes: the arithmetic tests are as fast as the memory. */
function isWorthRemembering(answer: Answer, { deadline }: SolveBudget, prefer: readonly Expr[]): boolean {
  switch (answer.kind) {
    case 'unsat':
      return answer.by !== 'arithmetic';
    case 'sat':
      return prefer.length === 0;
    case 'unknown':
      return deadline?.passed() !== true;
  }
}

/** Text that determines a formula: its constraints and the types of its variables. */
function formulaPrinter(): (formula: Formula) => string {
  const texts = new WeakMap<Expr, string>();
  const textOf = (expr: Expr): string => {
    const text = texts.get(expr) ?? printExpr(expr);
    texts.set(expr, text);
    return text;
  };
  return ({ variables, constraints }) => {
    const types = [...variables.values()].map((v) => `${v.id}:${v.type.kind}${v.type.kind === 'int' ? `${v.type.signed}${v.type.bits}` : ''}`);
    return [...types, ...constraints.map(textOf)].join('\n');
  };
}
