/** What deciding a kernel under one launch gives: facts about runs, not yet findings. */
import type { ConcreteRun } from '../launch/run.ts';
import type { DivergenceObligation, Obligation, RaceObligation } from '../obligation/obligation.ts';
import type { LaunchConfig } from '../launch/launch.ts';
import type { AmplifiedRun } from '../verdict/finding.ts';
import type { MachineDivergence, MachineRace } from '../machine/machine.ts';

/** An obligation that the machine confirmed, with the run in which it did. */
export type RaceEvidence = Readonly<{
  kind: 'race';
  obligation: RaceObligation;
  race: MachineRace;
  run: ConcreteRun;
  sameValue: boolean;
}>;
export type DivergenceEvidence = Readonly<{
  kind: 'divergence';
  obligation: DivergenceObligation;
  divergence: MachineDivergence;
  run: ConcreteRun;
}>;
export type Evidence = RaceEvidence | DivergenceEvidence;

/** A race or divergence that some run has shown, by what it is about (question-keys.ts). */
export type Shown = ReadonlyMap<string, Evidence>;

/**
 * Writes that are proved to store equal values wherever they meet: neither a fault, nor an answer to other questions.
 */
export const isHarmless = (evidence: Evidence): boolean => evidence.kind === 'race' && evidence.sameValue;

/** Satisfiable, or not decided, and not confirmed. `because` is a reason for the report. */
export type OpenObligation = Readonly<{ obligation: Obligation; status: 'possible' | 'undecided'; because: string }>;

/** How the reason of a question begins that was not asked. */
export const notAskedBecause = 'not asked';

export type Decision = Readonly<{
  config: LaunchConfig;
  confirmed: readonly Evidence[];
  /** Writes that were not shown to meet, and of which it is proved that they would store equal values. */
  equal: readonly Obligation[];
  open: readonly OpenObligation[];
  /** Questions that the time limit left. */
  late: number;
  /** Why nothing was decided under this launch; any entry forbids `drf`. */
  refused: readonly string[];
  /** What the protocol does not model; any entry forbids `drf`. */
  unknowns: readonly string[];
  assumptions: readonly string[];
  /** Further ones, on which only proofs rest [D19]. */
  fitted: readonly string[];
  /** Over-approximations that were made, in words. */
  approximations: readonly string[];
  /** The run that decided what the solver left open, if one did. */
  amplified: AmplifiedRun | null;
}>;

/** Whether something is confirmed that makes the kernel racy. */
export const isAnswered = ({ confirmed }: Decision): boolean => !confirmed.every(isHarmless);

/** Everything is decided, and nothing confirmed. */
export const nothingOpen = (config: LaunchConfig): Decision => ({
  config,
  confirmed: [],
  equal: [],
  open: [],
  late: 0,
  refused: [],
  unknowns: [],
  assumptions: [],
  fitted: [],
  approximations: [],
  amplified: null,
});

/** Whether neither a proof nor a fault came of it. */
export const leavesDoubt = (decision: Decision): boolean =>
  !isAnswered(decision) &&
  decision.open.length + decision.unknowns.length + decision.refused.length + decision.late > 0;

/**
 * Nothing is decided but what runs under launches that this one allows have shown: something ended the analysis.
 * `unknowns`: what of the kernel is not modelled.
 */
export function unfinished(
  config: LaunchConfig,
  shown: readonly Evidence[],
  unknowns: readonly string[],
  because: string,
): Decision {
  const confirmed = shown.filter((evidence) => !isHarmless(evidence));
  return {
    config,
    confirmed,
    equal: [],
    open: [],
    late: 1,
    refused: [because],
    unknowns,
    assumptions: [],
    fitted: [],
    approximations: [],
    amplified: null,
  };
}
