/**
 * Replays a model: a concrete run of it on the machine, which knows nothing of formulas. Needs: the model of an
 * obligation. Gives: evidence for the obligation, or why the run is none. What the run shows of other obligations is
 * kept too (learn.ts).
 */
import type { CompiledKernel } from '../machine/compile.ts';
import type { ConcreteRun } from '../launch/run.ts';
import type { Deadline } from '../base/deadline.ts';
import type { Evidence } from './evidence.ts';
import type { Fact } from '../protocol/infer.ts';
import type { Learner } from './learn.ts';
import type { LaunchConfig, WarpModel } from '../launch/launch.ts';
import type { MachineBudget, MachineReport } from '../machine/machine.ts';
import type { Model } from '../solve/solve.ts';
import type { Obligation } from '../obligation/obligation.ts';
import type { Vain } from './budgets.ts';
import { breaksAssumption } from './assumed.ts';
import { budgets, effortOf } from './budgets.ts';
import { withContents } from './content-facts.ts';
import { divisionByZero, refusal } from './refusal.ts';
import { filledRuns } from './filled-runs.ts';
import { fill } from '../base/message.ts';
import { handedOverRuns, partingRuns, withFound, withoutTold } from './handed-over.ts';
import { isMadeUp, learn } from './learn.ts';
import { keyOf, raceKeyOf } from './question-keys.ts';
import { messages } from './wording.ts';
import { runCompiled } from '../machine/run.ts';
import { foundByRuns, runKept } from './kept-runs.ts';
import { withoutPlaces } from './run-text.ts';
import { toConcreteRun } from '../witness/witness.ts';
import { withUnequalValues } from './unequal.ts';
import { withoutOutsideReads } from './outside-reads.ts';
import { witnessContext } from './witness-context.ts';

export type ReplayInput = Learner &
  Readonly<{
    compiled: CompiledKernel;
    config: LaunchConfig;
    /** What is stated of arguments and elements. */
    facts: readonly Fact[];
    warpModel: WarpModel;
    deadline: Deadline;
    /** What was in vain for this kernel so far, under any launch. */
    vain: Vain;
    /** Whether something is confirmed already. */
    isRacy: boolean;
    watch: Readonly<{ onRun: (obligation: Obligation, run: ConcreteRun, report: MachineReport) => void }>;
  }>;

/**
 * `isFinal`: whatever the model, so that another one is not worth asking for. `isFaulty`: the run has no meaning from a
 * line on, which another model seldom changes. `isStated`: it breaks what is stated of runs. `isStuck`: it ends at what
 * the machine cannot execute.
 */
export type Refusal = Readonly<{
  because: string;
  isFinal: boolean;
  isFaulty?: boolean;
  isStated?: boolean;
  isStuck?: boolean;
}>;

export function replayModel(
  obligation: Obligation,
  model: Model,
  sameValue: boolean,
  steps: number,
  input: ReplayInput,
  shown: Map<string, Evidence>,
): { evidence: Evidence } | Refusal {
  const refused = (because: string, isFinal = false): Refusal => ({ because, isFinal });
  const plan = toConcreteRun(obligation, model, witnessContext(input.kernel, input.config, input.warpModel));
  if (!plan.ok) return refused(plan.problem);
  const { all } = effortOf(input.vain, input.isRacy);
  if (input.vain.steps >= all) return refused(fill(messages.stepsSpent, { all }), true);
  const run = withContents(
    withFound(withoutTold(plan.value.run, input.kernel), input.kernel, input.config),
    input.facts,
    input.kernel,
  );
  const budget = {
    maxBytes: budgets.machine.maxBytes,
    maxSteps: Math.min(steps, all - input.vain.steps),
    isTimeUp: input.deadline.passed,
    sought: soughtBy(obligation, sameValue),
  };
  const seen = runKept(input.compiled, run, budget, soughtText(obligation, sameValue));
  const inside = (first: MachineReport, at: ConcreteRun): MachineReport =>
    withoutOutsideReads(first, (outside) => runCompiled(input.compiled, at, { ...budget, outside }));
  const report = inside(seen, run);
  input.vain.steps += report.steps;
  const isCut = report.outcome.kind === 'budget' && report.outcome.which === 'steps';
  input.watch.onRun(obligation, run, report);
  if (breaksAssumption(report)) return { ...refused(messages.contradictsAssumption), isStated: true };
  if (isMadeUp(obligation, { report, run, ...input })) return refused(messages.unmodelledValue, true);
  learn(report, run, { ...input, asked: { obligation, sameValue } }, shown);
  const evidence = shown.get(keyOf(obligation)) ?? otherBarrier(obligation, report, run);
  const ofAnother = evidence?.kind === 'race' && evidence.sameValue && evidence.obligation !== obligation;
  if (evidence === undefined || ofAnother) {
    const handed = shownElsewhere(
      obligation,
      run,
      { maxSteps: budget.maxSteps, isByData: report.dataDependent },
      sameValue,
      input,
      shown,
    );
    if (handed !== undefined) return { evidence: handed };
    if (isCut) input.vain.cut++;
    return {
      ...refused(refusal(report, seen)),
      isFaulty: divisionByZero(report) !== undefined,
      isStuck: report.outcome.kind === 'unmodelled',
    };
  }
  input.vain.steps -= report.steps;
  if (
    evidence.kind !== 'race' ||
    evidence.obligation !== obligation ||
    sameValue ||
    evidence.obligation.differ === null
  )
    return { evidence };
  const { maxSteps, maxBytes } = budget;
  const about = `unequal ${soughtText(obligation, sameValue)} ${withoutPlaces([evidence.run, input.config.scalars, maxSteps, maxBytes])}`;
  const unequal = foundByRuns(input.compiled, about, input.deadline.passed, () =>
    withUnequalValues(evidence, input.compiled, input.config.scalars, (at) =>
      inside(runCompiled(input.compiled, at, budget), at),
    ),
  );
  if (unequal !== null) shown.set(keyOf(obligation), unequal);
  else shown.delete(keyOf(obligation));
  return unequal === null ? refused(messages.equalInRuns) : { evidence: unequal };
}

function* furtherRuns(
  obligation: Obligation,
  run: ConcreteRun,
  isByData: boolean,
  input: ReplayInput,
): Generator<ConcreteRun> {
  yield* obligation.kind === 'race'
    ? handedOverRuns(run, input.compiled, [obligation.first.id, obligation.second.id])
    : partingRuns(run, input.kernel);
  if (isByData && obligation.kind === 'divergence')
    yield* filledRuns(run, witnessContext(input.kernel, input.config, input.warpModel));
}

/** In other runs of this kind (handed-over.ts, filled-runs.ts). `isByData`: control followed what memory held. */
function shownElsewhere(
  obligation: Obligation,
  run: ConcreteRun,
  { maxSteps, isByData }: Readonly<{ maxSteps: number; isByData: boolean }>,
  sameValue: boolean,
  input: ReplayInput,
  shown: Map<string, Evidence>,
): Evidence | undefined {
  const runs = furtherRuns(obligation, run, isByData, input);
  for (const other of runs) {
    const report = runKept(
      input.compiled,
      other,
      {
        maxBytes: budgets.machine.maxBytes,
        maxSteps,
        isTimeUp: input.deadline.passed,
        sought: soughtBy(obligation, sameValue),
      },
      soughtText(obligation, sameValue),
    );
    input.vain.steps += report.steps;
    input.watch.onRun(obligation, other, report);
    if (
      breaksAssumption(report) ||
      report.faults.some(({ kind }) => kind === 'out-of-bounds') ||
      isMadeUp(obligation, { report, run: other, ...input })
    )
      continue;
    learn(report, other, { ...input, asked: { obligation, sameValue } }, shown);
    const evidence = shown.get(keyOf(obligation));
    if (evidence?.obligation !== obligation) continue;
    if (
      evidence.kind === 'divergence' ||
      (obligation.kind === 'race' && !(evidence.sameValue && obligation.differ !== null))
    )
      return evidence;
  }
  return undefined;
}

/** Determines {@link soughtBy}. */
const soughtText = (obligation: Obligation, sameValue: boolean): string =>
  `${keyOf(obligation)} ${obligation.kind === 'race' && obligation.differ !== null && !sameValue}`;

/**
 * What a run of the obligation's model is made for; writes that might store different values are sought until they do.
 */
function soughtBy(obligation: Obligation, sameValue: boolean): NonNullable<MachineBudget['sought']> {
  const mayDiffer = obligation.kind === 'race' && obligation.differ !== null && !sameValue;
  const key = keyOf(obligation);
  return {
    race: (race) =>
      obligation.kind === 'divergence' || raceKeyOf(race) !== key
        ? 'other'
        : race.sameValue && mayDiffer
          ? 'nearly'
          : 'sought',
    divergence: ({ barrier }) => obligation.kind === 'divergence' && barrier === obligation.question.barrier,
  };
}

/** A split that shows itself only at a later barrier than the first one concerned is the same divergence. */
function otherBarrier(obligation: Obligation, report: MachineReport, run: ConcreteRun): Evidence | undefined {
  const divergence = report.divergences[0];
  if (obligation.kind !== 'divergence' || divergence === undefined) return undefined;
  return { kind: 'divergence', obligation, divergence, run };
}
