/**
 * Where the time of one kernel goes: to which stage, and to which questions. For reports alone: nothing is decided by
 * it. A stage that runs within another one is counted for itself, except within `patches` and `conditions`, which keep
 * what they analyse anew.
 */
import type { Obligation } from '../obligation/obligation.ts';
import type { KernelCosts, CostStage } from '../verdict/finding.ts';
import { subjectOf } from './answer.ts';

export type Costs = Readonly<{
  /** Runs a step and counts its time to a stage. */
  timed: <Made>(stage: CostStage, run: () => Made) => Made;
  timedLong: <Made>(stage: CostStage, run: () => Promise<Made>) => Promise<Made>;
  /** As `timedLong`, for the question that the time is spent on. */
  asked: <Made>(question: Obligation, run: () => Promise<Made>) => Promise<Made>;
  made: () => KernelCosts;
}>;

/** Questions that are listed, the slowest first, and what they must take to be listed. */
const mostQuestions = 8;
const leastMs = 50;

export const noCosts: Costs = {
  timed: (_, run) => run(),
  timedLong: (_, run) => run(),
  asked: (_, run) => run(),
  made: () => ({ stages: [], questions: [] }),
};

/** `clock` gives milliseconds. */
export function costsBy(clock: () => number): Costs {
  const stages = new Map<CostStage, number>();
  const questions = new Map<string, number>();
  const within: CostStage[] = [];
  let since = clock();
  const passTo = (change: () => void): void => {
    const now = clock();
    const stage = within.find((one) => one === 'patches' || one === 'conditions') ?? within.at(-1);
    if (stage !== undefined) stages.set(stage, (stages.get(stage) ?? 0) + now - since);
    since = now;
    change();
  };
  const enter = (stage: CostStage): void => passTo(() => within.push(stage));
  const leave = (): void => passTo(() => within.pop());
  const timedLong: Costs['timedLong'] = async (stage, run) => {
    enter(stage);
    try {
      return await run();
    } finally {
      leave();
    }
  };
  return {
    timed: (stage, run) => {
      enter(stage);
      try {
        return run();
      } finally {
        leave();
      }
    },
    timedLong,
    asked: async (question, run) => {
      const start = clock();
      try {
        return await timedLong('questions', run);
      } finally {
        const about = subjectOf(question);
        questions.set(about, (questions.get(about) ?? 0) + clock() - start);
      }
    },
    made: () => ({
      stages: [...stages]
        .map(([stage, ms]) => ({ stage, ms: Math.round(ms) }))
        .filter(({ ms }) => ms > 0)
        .sort((a, b) => b.ms - a.ms),
      questions: [...questions]
        .map(([about, ms]) => ({ about, ms: Math.round(ms) }))
        .filter(({ ms }) => ms >= leastMs)
        .sort((a, b) => b.ms - a.ms)
        .slice(0, mostQuestions),
    }),
  };
}
