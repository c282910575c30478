/**
 * What the analysis of a kernel is for, and what it does and leaves out for that. `planOf` is the one table of what
 * differs between goals: a pass asks its plan, never which goal it serves.
 */
import type { Decision } from './evidence.ts';
import type { Obligation } from '../obligation/obligation.ts';

export type Goal =
  /** All that there is to say of the kernel, for a person. */
  | Readonly<{ kind: 'report' }>
  /**
   * A proof, and nothing else: it ends at the first question that stays open. `isAsked`: of the other questions it is
   * known that they cannot come true; null: all are asked.
   */
  | Readonly<{ kind: 'prove'; isAsked: ((question: Obligation) => boolean) | null }>
  /**
   * What is still wrong with a patched text. `further`: whether patches of that are looked for, to be made together
   * with the first one.
   */
  | Readonly<{ kind: 'recheck'; further: boolean }>;

export const toReport: Goal = { kind: 'report' };
export const toProve: Goal = { kind: 'prove', isAsked: null };
export const toProveOnly = (isAsked: (question: Obligation) => boolean): Goal => ({ kind: 'prove', isAsked });
/** Of a text with one patch in it: another one is looked for. */
export const toPatchFurther: Goal = { kind: 'recheck', further: true };
export const toRecheck: Goal = { kind: 'recheck', further: false };

/** What an analysis does for its goal. */
export type Plan = Readonly<{
  /** Whether progress and costs are reported: of the kernel itself, not of what is analysed on the way. */
  isReported: boolean;
  /** Whether a small launch is decided before an open one: what its runs show need not be proved impossible. */
  hasProbes: boolean;
  /** Whether questions are asked about a kernel that cannot be proved, whatever the answers are. */
  asksUnprovable: boolean;
  /** Whether barriers of parts of the block are tried before those of the block alone are counted (by-tiles.ts). */
  triesTilesFirst: boolean;
  /** Whether models are replayed, and what stays open is looked for in runs (amplified.ts, search-open.ts). */
  showsModels: boolean;
  /** Whether such a search is as short as that of a kernel which is known to be racy. */
  searchesAsRacy: boolean;
  /** Whether the views and launches that are left are not decided after this decision. */
  isSettledBy: (decision: Decision) => boolean;
  /**
   * Whether it is looked for: conditions that rule races out, what schedules and endless waits show, barriers that
   * nothing needs.
   */
  seeksConditions: boolean;
  seeksWaits: boolean;
  seeksRedundant: boolean;
  /** Whether races that are confirmed are run in both orders (outcomes.ts). */
  showsOutcomes: boolean;
  /** What patches may be made of. `single`: of one proposal for all that is found. */
  patches: 'none' | 'single' | 'all';
}>;

const report: Plan = {
  isReported: true,
  hasProbes: true,
  asksUnprovable: true,
  triesTilesFirst: true,
  showsModels: true,
  searchesAsRacy: false,
  isSettledBy: () => false,
  seeksConditions: true,
  seeksWaits: true,
  seeksRedundant: true,
  showsOutcomes: true,
  patches: 'all',
};

const prove: Plan = {
  isReported: false,
  hasProbes: false,
  asksUnprovable: false,
  triesTilesFirst: true,
  showsModels: false,
  searchesAsRacy: false,
  isSettledBy: ({ open, refused }) => open.length > 0 || refused.length > 0,
  seeksConditions: false,
  seeksWaits: false,
  seeksRedundant: false,
  showsOutcomes: false,
  patches: 'none',
};

/**
 * Barriers of parts would be proved for questions that are not asked; and what refuses a launch says nothing of the
 * questions that are.
 */
const proveSome: Plan = {
  ...prove,
  asksUnprovable: true,
  triesTilesFirst: false,
  isSettledBy: ({ open }) => open.length > 0,
};

const patchFurther: Plan = { ...report, isReported: false, showsOutcomes: false, patches: 'single' };

const recheck: Plan = { ...patchFurther, searchesAsRacy: true, seeksRedundant: false, patches: 'none' };

export function planOf(goal: Goal): Plan {
  switch (goal.kind) {
    case 'report':
      return report;
    case 'prove':
      return goal.isAsked === null ? prove : proveSome;
    case 'recheck':
      return goal.further ? patchFurther : recheck;
  }
}

/** Whether a question is asked. */
export const isAskedFor = (goal: Goal, question: Obligation): boolean =>
  goal.kind !== 'prove' || goal.isAsked === null || goal.isAsked(question);
