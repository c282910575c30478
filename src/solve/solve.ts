/** The solver's contract. */
import type { Deadline } from '../base/deadline.ts';
import type { Expr } from '../base/expr.ts';
import type { Formula } from '../obligation/obligation.ts';
import type { VarId } from '../base/brand.ts';

/** Values of variables, and of uninterpreted functions at the arguments that matter. */
export type Model = Readonly<{
  values: ReadonlyMap<VarId, bigint>;
  /** `read:ARRAY` and others: the value at each argument tuple that occurs in the formula. */
  functions: ReadonlyMap<string, readonly Readonly<{ args: readonly bigint[]; value: bigint }>[]>;
}>;

export type Answer =
  | Readonly<{ kind: 'unsat'; by: 'arithmetic' | 'integers' | 'bit-vectors' }>
  | Readonly<{ kind: 'sat'; model: Model; by: 'arithmetic' | 'integers' | 'bit-vectors' }>
  | Readonly<{ kind: 'unknown'; because: string }>;

/**
 * Z3 resource units (not seconds) for one formula, so that the answer does not depend on the machine. The deadline,
 * where one is given, ends also what Z3 is at.
 */
export type SolveBudget = Readonly<{
  rlimit: number;
  deadline?: Deadline;
  /**
   * `decide` (the default): a proof or a model, whatever is found. `soon`: the same without the long arithmetic
   * searches. `model`: a proof is of no use, so that no test is made that could only refute the formula. `glance`: a
   * model that Z3 finds at once, or nothing; what has none at once is `unknown`, unless Z3 refutes it.
   */
  aim?: 'decide' | 'soon' | 'model' | 'glance';
}>;

export type Solver = Readonly<{
  /**
   * `prefer`: constraints tried first for small, readable witnesses, dropped where they make the formula unsatisfiable.
   */
  decide: (formula: Formula, budget: SolveBudget, prefer?: readonly Expr[]) => Promise<Answer>;
  /** Ends the solver's threads. Nothing can be decided afterwards. */
  close: () => Promise<void>;
}>;
