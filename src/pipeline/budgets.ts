/** What one kernel may cost, in units that do not depend on the machine. */

export const budgets = {
  /** Z3 resource units for one obligation. */
  rlimit: 300_000,
  /** The same, once questions of the kernel that stayed without an answer have cost `allRlimit` units, under all launches together. */
  laterRlimit: 100_000,
  allRlimit: 300_000,
  /** For the question whether a model with large arguments has one with small arguments beside it. */
  smallRlimit: 100_000,
  /** Obligations of one kernel that the solver may leave undecided before the rest is not asked. */
  undecided: 12,
  /** Models of one obligation that are replayed before it is left `possible`. */
  tries: 4,
  /** Models of one kernel that the machine may refute before one of each further obligation must do. */
  allTries: 24,
  /** Questions left open, with nothing confirmed, after which runs are searched for that show them, before the rest is asked; or one that the solver left undecided. */
  openBeforeSearch: 6,
  /** The same, of questions left open since something is confirmed. */
  openBeforeSearchOnceRacy: 2,
  /** Models of one kernel that the machine may refute before small arguments are no longer wished for: that costs as much as the question. */
  wishedModels: 6,
  /** Of one run. */
  machine: { maxSteps: 30_000_000, maxBytes: 256 * 1024 * 1024 },
  /** Machine steps of a run after which another model is tried first. */
  firstSteps: 10_000_000,
  /** Machine steps of all runs of one kernel that confirm nothing, under all launches together. */
  allSteps: 90_000_000,
} as const;

/** Z3 resource units of questions without an answer, models that were refuted, and the machine's steps for those. */
export type Vain = { units: number; models: number; steps: number };
export const nothingInVain = (): Vain => ({ units: 0, models: 0, steps: 0 });
