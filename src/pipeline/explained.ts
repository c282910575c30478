/**
 * What explains the verdict of a kernel, and what mends the kernel: conditions, outcomes, waits, barriers that nothing
 * needs, patches. Depends on: the verdict over all launches.
 */
import type { Deadline } from '../base/deadline.ts';
import type { Decided } from './decide-launch.ts';
import type { GivenFact } from './user-facts.ts';
import type { Draft } from './draft.ts';
import type { KernelAnswer, Verdict } from '../verdict/finding.ts';
import type { KernelInput } from './kernel-input.ts';
import type { Outcomes } from './outcomes.ts';
import type { Redundancy } from './redundant.ts';
import { TimeLimit } from '../base/deadline.ts';
import type { ConditionsOfKernel, ConditionSeeker } from './kernel-conditions.ts';
import { noConditions } from './kernel-conditions.ts';
import { countableAxes } from '../launch/unused-axes.ts';
import { rulesOut } from './decide-launches.ts';
import { described } from './described.ts';
import { groupedFindings } from '../verdict/grouped.ts';
import { mergeDrafts } from './answer.ts';
import { outcomesUnder } from './outcomes.ts';
import { noPatches, patchesOf } from './patches.ts';
import { numbered } from './numbered.ts';
import { redundantBarriers } from './redundant.ts';
import { scheduleFindings } from './schedules.ts';
import { waitFindings } from './waits.ts';
import type { Prepared } from './prepared.ts';
import type { Judged } from './judged.ts';
import { overLaunches } from './judged.ts';
import { answerUnder } from './kernel-answer.ts';
import type { Patches } from './patches.ts';

/** What the answer is explained from, and the tools for it. */
type Grounds = Readonly<{
  prepared: Prepared;
  judged: Judged;
  seeker: ConditionSeeker | null;
  /** The answer as it was without explanation. */
  begun: KernelAnswer;
  /** Analyses a patched kernel. */
  analyze: (input: KernelInput) => Promise<KernelAnswer>;
}>;

/**
 * Pass: what explains the answer, and what mends it. Needs: the verdict. Gives: the answer with conditions, what
 * schedules and endless waits show, unneeded barriers, and patches.
 */
export async function explained(grounds: Grounds, deadline: Deadline): Promise<KernelAnswer> {
  const { prepared, judged, seeker, begun } = grounds;
  const { plan } = prepared;
  const input = { ...prepared.input, deadline };
  const { clock, costs } = input;
  const resumed = clock();
  const conditions =
    seeker === null ? noConditions : await costs.timedLong('conditions', () => seeker.under(judged.decided, input));
  const drafts = mergeDrafts([...racesUnder(conditions, grounds, input), ...judged.shown]);
  const waits =
    plan.seeksWaits && prepared.isWhole
      ? costs.timed('waits', () => waitDrafts(overLaunches(prepared, deadline), judged.found))
      : [];
  const redundant =
    plan.seeksRedundant && prepared.isWhole && prepared.launches.skipped.length === 0
      ? await costs.timedLong('barriers', () =>
          redundancies(judged.decided, prepared.facts, judged.verdict === 'drf', input),
        )
      : [];
  const decidedAt = clock();
  const patches = await patchesFor(drafts, grounds, input);
  const all = [...drafts, ...waits];
  const answer = answerUnder(conditions, prepared, judged, all, numbered(all, patches ?? noPatches, redundant));
  return {
    ...answer,
    findings: plan.isReported ? groupedFindings(answer.findings) : answer.findings,
    timeMs: begun.timeMs + clock() - resumed,
    ...(patches === null ? {} : { repairMs: clock() - decidedAt }),
  };
}

/** The races under each launch, with conditions that rule them out, and with what comes of both orders. */
function racesUnder(
  conditions: ConditionsOfKernel,
  { prepared, judged: { decided, races } }: Grounds,
  input: KernelInput,
): readonly Draft[] {
  const { plan, facts } = prepared;
  const { kernel, deadline, costs, request } = input;
  const outcomesOf = ({ kernel: ran, decision: { config } }: Decided): Outcomes =>
    outcomesUnder({ kernel, ran, config, facts, stated: new Set(request.options.fills?.keys() ?? []), deadline });
  if (plan.showsOutcomes) return costs.timed('runs', () => described(decided, conditions, input, outcomesOf));
  return conditions === noConditions ? races : described(decided, conditions, input);
}

/** Null: none are looked for. */
async function patchesFor(
  drafts: readonly Draft[],
  { prepared: { plan, isWhole }, judged: { decided, partings, ofCopies, verdict }, analyze }: Grounds,
  input: KernelInput,
): Promise<Patches | null> {
  if (plan.patches === 'none' || verdict !== 'racy' || !input.request.options.repair || !isWhole) return null;
  return await input.costs.timedLong('patches', () =>
    patchesOf({ decided, drafts, missed: partings.missed, ofCopies, analyze, rulesOut }, input),
  );
}

/** What schedules show of a kernel that is not racy anyway, and waits that never end. */
const waitDrafts = (over: Parameters<typeof waitFindings>[0], found: Verdict): readonly Draft[] => [
  ...(found === 'racy' ? [] : mergeDrafts(scheduleFindings(over))),
  ...mergeDrafts(waitFindings(over)),
];

/** Not looked for where no patches are wanted: a barrier that goes is one. */
async function redundancies(
  decided: readonly Decided[],
  facts: readonly GivenFact[],
  isRaceFree: boolean,
  input: KernelInput,
): Promise<readonly Redundancy[]> {
  const { warpModel, level, repair } = input.request.options;
  if (!repair) return [];
  try {
    return await redundantBarriers({
      kernel: input.kernel,
      decided,
      isRaceFree,
      warpModel,
      level,
      solver: input.solver,
      deadline: input.deadline,
      kept: input.kept,
      factsOf: ({ config }) => [...facts, ...countableAxes(input.kernel, config)],
      textOf: (file) => input.request.read(file),
    });
  } catch (error) {
    if (!(error instanceof TimeLimit)) throw error;
    return [];
  }
}
