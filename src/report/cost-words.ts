/** Where the time of a kernel went, in words: so that a user sees which array or question to help with a fact. */
import type { CostStage, KernelAnswer } from '../verdict/finding.ts';

const stageWords: Readonly<Record<CostStage, string>> = {
  accesses: 'collecting accesses',
  tiles: 'barriers of warps and tiles',
  questions: 'questions to the solver',
  runs: 'replays',
  search: 'searching for runs',
  lanes: 'lanes that must arrive together',
  conditions: 'conditions on arguments',
  waits: 'waits and schedules of atomics',
  barriers: 'unneeded barriers',
  patches: 'patches',
};

/** Stages and questions that took less are not named, in milliseconds. */
const leastMs = 100;

/**
 * `time: 1.2 s questions to the solver, 0.4 s replays`, and the slowest questions; nothing for a kernel that took no
 * time to speak of.
 */
export function costWords({ costs }: Pick<KernelAnswer, 'costs'>): readonly string[] {
  const stages = (costs?.stages ?? [])
    .filter(({ ms }) => ms >= leastMs)
    .map(({ stage, ms }) => `${seconds(ms)} ${stageWords[stage]}`);
  const questions = (costs?.questions ?? [])
    .filter(({ ms }) => ms >= leastMs)
    .slice(0, 3)
    .map(({ about, ms }) => `${about} (${seconds(ms)})`);
  return [
    ...(stages.length === 0 ? [] : [`time: ${stages.join(', ')}`]),
    ...(questions.length === 0 ? [] : [`slowest questions: ${questions.join('; ')}`]),
  ];
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
