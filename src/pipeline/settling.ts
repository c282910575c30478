/**
 * Whether the first race that a run shows settles the kernel before its other questions are asked: it does where a
 * condition that callers keep rules it out and proves the kernel as a whole. Of a kernel with many stores to rows whose
 * strides are open, each question would be a hard one with the same answer. What is confirmed is not changed by it, and
 * where no condition is found, all questions are asked.
 */
import type { Deadline } from '../base/deadline.ts';
import type { DivergenceEvidence, RaceEvidence } from './evidence.ts';
import type { KernelInput } from './kernel-input.ts';
import type { Kernel } from '../ir/ir.ts';
import type { LaunchConfig } from '../launch/launch.ts';
import type { WholeProtocol } from '../protocol/protocol.ts';
import { TimeLimit, partOf } from '../base/deadline.ts';

/** What a condition is for. */
export type Place = Readonly<{ kernel: Kernel; config: LaunchConfig; whole: WholeProtocol }>;

/** `Race`: what is known of a race that a run shows; `At`: what its condition is for. */
export type SettlingOf<Race, At> = Readonly<{
  /** Gets a race and how many questions are still to be asked; whether they need not be. */
  settles: (evidence: Race | Divergence, left: number, at: () => At) => Promise<boolean>;
  /** The condition, if one has settled the kernel. */
  settledBy: () => string | null;
}>;
export type Settling = SettlingOf<RaceEvidence, Place>;
type Divergence = Pick<DivergenceEvidence, 'kind'>;

/**
 * Where so few questions are left, they are asked; not where there are many instances, in which a condition is tried
 * first.
 */
const leastLeft = 4;
/** What looking for a condition may take of the time that is left. */
const mostOfTime = 2 / 3;

type ConditionOf<Race, At> = (evidence: Race, at: At, deadline: Deadline) => Promise<string | null>;

/** `conditionOf`: of a race, a condition under which the kernel is proved. It is asked once. */
export function settlingBy<Race extends Pick<RaceEvidence, 'kind'>, At>(
  conditionOf: ConditionOf<Race, At>,
  {
    deadline,
    siblings,
    kernel,
  }: Pick<KernelInput, 'deadline' | 'siblings'> & Readonly<{ kernel: Pick<KernelInput['kernel'], 'name'> }>,
): SettlingOf<Race, At> {
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
      if (condition !== null) siblings.conditions.keep({ text: condition, isTrusted: true }, kernel.name);
      return condition !== null;
    },
    settledBy: () => condition,
  };
}
