/**
 * What one kernel may cost, in units that do not depend on the machine: Z3 resource units for each kind of question,
 * then models and machine steps.
 */

export const budgets = {
  /** Z3 resource units for one obligation: what takes more is seldom decided at all. */
  rlimit: 300_000,
  /**
   * The same, once questions of the kernel that stayed without an answer have cost `allRlimit` units, under all
   * launches together.
   */
  laterRlimit: 50_000,
  allRlimit: 300_000,
  /** For a question that stayed without an answer in another instance of the kernel: one look. */
  leftOpenRlimit: 20_000,
  /** Of the budget of a question, for the one about its family. */
  familyShare: 1 / 3,
  /** For one obligation, where only a model is of use: one that takes more is seldom one that a run confirms. */
  modelRlimit: 100_000,
  /**
   * The same, of a kernel that cannot be proved: a model that takes more is seldom found, and seldom confirmed by a
   * run.
   */
  unprovableRlimit: 20_000,
  /** For the question whether a model with large arguments has one with small arguments beside it. */
  smallRlimit: 50_000,
  /** For a condition that rules a race out (conditions.ts): one that takes more to prove is not simple. */
  conditionRlimit: 100_000,
  /**
   * For two threads that are left under it: without them it would only switch the kernel off. They are looked for under
   * all that the kernel does, so this takes more.
   */
  reachRlimit: 400_000,
  /**
   * For a question about a kernel without one of its barriers (redundant.ts): nobody waits for it, and most are like
   * those that were decided with the barrier.
   */
  redundantRlimit: 200_000,
  /**
   * For two threads of different warps in a race that was confirmed (in-step.ts): it only chooses the code, and the
   * question is one with a condition more.
   */
  inStepRlimit: 50_000,
  /** Obligations of one kernel that the solver may leave undecided before the rest is not asked. */
  undecided: 12,
  /**
   * The same, of a kernel that cannot be proved, whatever its questions are: models that are soon found are all that is
   * of use.
   */
  undecidedUnproved: 4,
  /** Questions of such a kernel that are asked with nothing confirmed, whatever comes of them, under one launch. */
  askedUnproved: 12,
  /**
   * Long searches of arithmetic for proofs of questions that are not asked any more, counted in constraints of their
   * formulas.
   */
  searchedUnasked: 1_000,
  /**
   * Questions of such a kernel whose runs end at what the machine cannot execute, with nothing confirmed, before the
   * rest is not asked: most of those would, too.
   */
  stuckQuestions: 4,
  /**
   * Machine steps of the runs of one obligation's models, one after the other, before it is left `possible`: most races
   * show soon, and what is not cut short is over soon.
   */
  steps: [2_000_000, 5_000_000, 10_000_000, 30_000_000],
  /** Models of one obligation that the machine may refute where none has small arguments. */
  unusualModels: 2,
  /** Models of one kernel that the machine may refute before one of each further obligation must do. */
  allTries: 24,
  /**
   * Questions left open, with nothing confirmed, after which runs are searched for that show them, before the rest is
   * asked; or one that the solver left undecided.
   */
  openBeforeSearch: 6,
  /** Variables of a question with products of unknowns from which on it is slow. */
  slowVariables: 16,
  /**
   * Slow questions, of which so many are asked only after a few runs: even those that arithmetic refutes take it long.
   */
  slowBeforeSearch: 4,
  /** As `openBeforeSearch`, of questions left open since something is confirmed. */
  openBeforeSearchOnceRacy: 2,
  /**
   * Models of one kernel that the machine may refute before small arguments are no longer wished for: that costs as
   * much as the question.
   */
  wishedModels: 6,
  /**
   * Runs of one kernel that the machine may cut short before one run of `cutSteps` of each further obligation must do.
   */
  cutRuns: 3,
  cutSteps: 5_000_000,
  /** Of one run. */
  machine: { maxSteps: 30_000_000, maxBytes: 256 * 1024 * 1024 },
  /** Machine steps of all runs of one kernel that confirm nothing, under all launches together. */
  allSteps: 90_000_000,
  /**
   * What takes the place of the above for the further questions of a kernel once something is confirmed: that it is
   * racy stands, whatever else is shown.
   */
  onceRacy: { steps: [2_000_000], allSteps: 10_000_000 },
} as const;

/**
 * Machine steps. `each`: of the runs of one question's models, one after the other; `all`: of all runs of the kernel
 * that confirm nothing.
 */
export type Effort = Readonly<{ each: readonly number[]; all: number }>;

/**
 * What runs for the next question may cost, after what was in vain so far. `isRacy`: something is confirmed already. A
 * kernel whose runs were cut short again and again runs long whatever its inputs are.
 */
export function effortOf(vain: Vain, isRacy: boolean): Effort {
  const { steps: each, allSteps: all } = isRacy ? budgets.onceRacy : budgets;
  if (vain.cut >= budgets.cutRuns) return { each: [budgets.cutSteps], all };
  return { each: vain.models < budgets.allTries ? each : each.slice(-1), all };
}

/**
 * Z3 resource units of questions without an answer, models that were refuted, the machine's steps for those, how many
 * of those runs were cut short, and of how many questions some came to what the machine cannot execute; the steps of
 * searches for runs; and how often a few runs were looked at.
 */
export type Vain = {
  units: number;
  models: number;
  steps: number;
  cut: number;
  stuck: number;
  searched: number;
  looked: number;
};
export const nothingInVain = (): Vain => ({ units: 0, models: 0, steps: 0, cut: 0, stuck: 0, searched: 0, looked: 0 });
