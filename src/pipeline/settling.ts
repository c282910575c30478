/**
 * Whether the first race that a run shows settles the kernel before its other questions are asked: it does where a condition that callers keep rules it out
 * and proves the kernel as a whole. Of a kernel with many stores to rows whose strides are open, each question would be a hard one with the same answer.
 * What is confirmed is not changed by it, and where no condition is found, all questions are asked.
 */
import type { Deadline } from '../base/deadline.ts';
import type { Evidence, RaceEvidence } from './evidence.ts';
import type { KernelInput } from './kernel-input.ts';
import type { Kernel } from '../ir/ir.ts';
import type { LaunchConfig } from '../launch/launch.ts';
import type { WholeProtocol } from '../protocol/protocol.ts';
import { TimeLimit, partOf } from '../base/deadline.ts';

/** What a condition is for. */
export type Place = Readonly<{ kernel: Kernel; config: LaunchConfig; whole: WholeProtocol }>;

export type Settling = Readonly<{
  /** Gets a race and how many questions are still to be asked; whether they need not be. */
  settles: (evidence: Evidence, left: number, at: () => Place) => Promise<boolean>;
  /** The condition, if one has settled the kernel. */
  settledBy: () => string | null;
}>;

/** Where so few questions are left, they are asked; not where there are many instances, in which a condition is tried first. */
const leastLeft = 4;
/** What looking for a condition may take of the time that is left. */
const mostOfTime = 2 / 3;

type ConditionOf = (evidence: RaceEvidence, at: Place, deadline: Deadline) => Promise<string | null>;

/** `conditionOf`: of a race, a condition under which the kernel is proved. It is asked once. */
export function settlingBy(conditionOf: ConditionOf, { deadline, siblings }: Pick<KernelInput, 'deadline' | 'siblings'>): Settling {
  const least = siblings.areMany ? 0 : leastLeft;
  let [condition, isTried]: [string | null, boolean] = [null, false];
  return {
    settles: async (evidence, left, at) => {
      if (isTried || left < least || evidence.kind !== 'race') return condition !== null;
      isTried = true;
      try {
        condition = await conditionOf(evidence, at(), partOf(deadline, mostOfTime));
      } catch (error) {
        if (!(error instanceof TimeLimit)) throw error;
      }
      if (condition !== null) siblings.keepCondition(condition);
      return condition !== null;
    },
    settledBy: () => condition,
  };
}
