/**
 * What Z3 may cost in one formula, below the budget that the question comes with (SolveBudget): resource units, which
 * do not depend on the machine. Cheap looks come before long arithmetic, and long arithmetic before the full budget
 * (decision 0020).
 */
export const z3Limits = {
  /** For a glance at a formula: models that are found at once are found with less. */
  glanceRlimit: 12_000,
  /**
   * For a formula that the quick tests do not refute, before the long ones: most of what has a model or a short proof
   * is decided by then.
   */
  quickRlimit: 10_000,
  /**
   * For a formula that has small instances, before they are tried: an instance is easier, so the whole gets a glance
   * only.
   */
  shortRlimit: 3_000,
  /** For each of these instances: with numbers for its factors it is decided soon, or is no easier than the whole. */
  instanceRlimit: 20_000,
  /**
   * A check of a wish for a small model gets the formula's budget through this: that a model is readable is worth a
   * fraction of having one.
   */
  wishShare: 30,
  /** Checks of wishes for one model: halving finds most that can be kept with fewer. */
  maxWishChecks: 10,
} as const;
