/**
 * The analysis of one kernel, pass by pass: its launches, a decision under each of them (decide-launch.ts), then what is looked for over all launches, and
 * the answer. Needs: a lowered kernel, and what the analysis is for (goal.ts). Gives: the answer.
 */
import type { Decided } from './decide-launch.ts';
import type { GivenFact } from './user-facts.ts';
import type { Kernel } from '../ir/ir.ts';
import type { KernelAnswer } from '../verdict/finding.ts';
import type { KernelInput } from './kernel-input.ts';
import type { Launches } from './launches.ts';
import type { Redundancy } from './redundant.ts';
import { TimeLimit } from '../base/deadline.ts';
import { assuming } from '../verdict/reason-shape.ts';
import { assumptionsOf, oversizedBlocks, unusualAssumptions } from './assumptions.ts';
import { buildAssumptions, shortly } from './build-assumptions.ts';
import { conditionsUnder } from './kernel-conditions.ts';
import { costsBy, noCosts } from './costs.ts';
import { createKept } from './kept.ts';
import { countableAxes } from '../launch/unused-axes.ts';
import { decideLaunches, rulesOut } from './decide-launches.ts';
import { described, unconditional } from './described.ts';
import { factsFor } from './user-facts.ts';
import { faultInAnalysis, reasonText, stoppedEarly, unsupportedConstruct } from '../verdict/catalogue.ts';
import { launchesFor } from './launches.ts';
import { mergeDrafts, notAsked, reasonsOf, verdictOf } from './answer.ts';
import { noPartings, partingsOf } from './partings.ts';
import { noPatches, patchesOf } from './patches.ts';
import { numbered } from './numbered.ts';
import { placed } from './approximations.ts';
import { planOf, toReport } from './goal.ts';
import { printConfig } from '../launch/print.ts';
import { redundantBarriers } from './redundant.ts';
import { runWords, runsOf } from './amplified.ts';
import { scheduleFindings } from './schedules.ts';
import { textIn } from './kernel-input.ts';
import { usesOf } from './unit.ts';
import { waitFindings } from './waits.ts';

/** The answer for a person, with where its time went. */
export async function analyzeKernel(given: Omit<KernelInput, 'costs' | 'goal' | 'kept'>): Promise<KernelAnswer> {
  const costs = costsBy(given.clock);
  const answer = await analyzed({ ...given, goal: toReport, costs, kept: createKept() });
  return { ...answer, costs: costs.made() };
}

/** The same on the way to another answer: its time is that of the pass that asks for it. */
const analyzedOnTheWay = (input: KernelInput): Promise<KernelAnswer> => analyzed({ ...input, costs: noCosts });

async function analyzed(input: KernelInput): Promise<KernelAnswer> {
  const start = input.clock();
  const { kernel, costs, request: { options, stopAfter } } = input;
  const plan = planOf(input.goal);
  const { file } = input.from.unit;
  const blank = { name: kernel.name, span: kernel.span, ...(file === kernel.span.file ? {} : { unit: file }), reasons: [], assumptions: [], launches: [], findings: [], uses: usesOf(kernel, input.from) };
  const done = (answer: Partial<KernelAnswer> & Pick<KernelAnswer, 'verdict'>): KernelAnswer => ({ ...blank, ...answer, timeMs: input.clock() - start });
  if (kernel.unsupported !== null) return done({ verdict: 'unsupported', reasons: [reasonText(unsupportedConstruct(placed(kernel.unsupported, kernel)))] });
  const facts = factsFor(options, kernel, input.parser);
  if (!facts.ok) return done({ verdict: 'unknown', reasons: [`${facts.problem.file} ${facts.problem.text} [${facts.problem.code}]`] });
  const launches = launchesFor(input);
  const { all, analysed, closed, doubtful, skipped } = launches;
  for (const launch of all) input.dump('launch', kernel.name, () => printConfig(launch));
  if (stopAfter !== undefined && ['preprocess', 'parse', 'ir', 'launch'].includes(stopAfter)) return done({ verdict: 'unknown', launches: all, reasons: [reasonText(stoppedEarly(stopAfter))] });
  const isWhole = stopAfter === undefined;

  // under each launch
  const decided = await decideLaunches(analysed, facts.value, input);
  const decisions = decided.map(({ decision }) => decision);

  // over all launches
  const seeksConditions = plan.seeksConditions && isWhole && skipped.length === 0;
  const conditions = seeksConditions ? await costs.timedLong('conditions', () => conditionsUnder(all, facts.value, decided, input)) : unconditional;
  const races = described(decided, conditions, input);
  const over = overLaunches(launches, facts.value, input);
  const divergent = new Set(races.flatMap(({ kind, span }) => (kind === 'barrier-divergence' ? [span.start] : [])));
  const partings = isWhole ? await costs.timedLong('lanes', () => partingsOf({ ...over, divergent, level: options.level, solver: input.solver, showsModels: plan.showsModels })) : noPartings;
  const drafts = mergeDrafts([...races, ...partings.drafts]);
  const found = verdictOf(decisions, drafts);
  const seeksWaits = plan.seeksWaits && isWhole;
  const scheduled = seeksWaits && found !== 'racy' ? costs.timed('waits', () => mergeDrafts(scheduleFindings(over))) : [];
  const waits = seeksWaits ? costs.timed('waits', () => mergeDrafts(waitFindings(over))) : [];
  const verdict = found === 'drf' && (skipped.length + doubtful.length > 0 || !isWhole) ? 'unknown' : found;
  const seeksRedundant = plan.seeksRedundant && isWhole && skipped.length === 0;
  const redundant = seeksRedundant ? await costs.timedLong('barriers', () => redundancies(decided, facts.value, verdict === 'drf', input)) : [];

  // patches, then the answer
  const decidedAt = input.clock();
  const isRepaired = plan.patches !== 'none' && verdict === 'racy' && options.repair && isWhole;
  const patches = isRepaired ? await costs.timedLong('patches', () => patchesOf({ decided, drafts, missed: partings.missed, analyze: analyzedOnTheWay, rulesOut }, input)) : noPatches;
  const rests = { closed, decisions, facts: facts.value, partings, verdict };
  const builtAs = shortly(buildAssumptions(kernel, input.from)).map(assuming);
  return done({
    verdict,
    launches: all,
    reasons: verdict === 'racy' ? [...oversizedBlocks(decisions).map(assuming), ...builtAs, ...notAsked(decisions)]
      : verdict === 'drf' ? [...runWords(decisions), ...unusualAssumptions(rests, input)]
        : [...skipped, ...doubtful, ...(stopAfter === undefined ? [] : [reasonText(stoppedEarly(stopAfter))]), ...reasonsOf(decisions), ...builtAs],
    assumptions: assumptionsOf(rests, input),
    findings: numbered([...drafts, ...scheduled, ...waits], patches, redundant),
    ...runsOf(decisions),
    ...(isRepaired ? { repairMs: input.clock() - decidedAt } : {}),
  });
}

/** What every pass over all launches needs. */
function overLaunches({ analysed }: Launches, facts: readonly GivenFact[], input: KernelInput): Parameters<typeof waitFindings>[0] {
  const { warpModel, fills } = input.request.options;
  return { kernel: input.kernel, launches: analysed, facts, warpModel, fills: fills ?? new Map(), deadline: input.deadline, textAt: textIn(input) };
}

/** Not looked for where no patches are wanted: a barrier that goes is one. */
async function redundancies(decided: readonly Decided[], facts: readonly GivenFact[], isRaceFree: boolean, input: KernelInput): Promise<readonly Redundancy[]> {
  const { warpModel, level, repair } = input.request.options;
  if (!repair) return [];
  try {
    return await redundantBarriers({
      kernel: input.kernel, decided, isRaceFree, warpModel, level, solver: input.solver, deadline: input.deadline, kept: input.kept,
      factsOf: ({ config }) => [...facts, ...countableAxes(config)],
      textOf: (file) => input.request.read(file),
    });
  } catch (error) {
    if (!(error instanceof TimeLimit)) throw error;
    return [];
  }
}

/** An answer for a kernel on which the engine itself failed: one fault does not cost the others. */
export function answerOnFault(kernel: Kernel, error: unknown): KernelAnswer {
  const text = error instanceof Error ? error.message : String(error);
  return {
    name: kernel.name, span: kernel.span, verdict: 'unknown', reasons: [reasonText(faultInAnalysis(text))],
    assumptions: [], launches: [], findings: [], uses: kernel.uses, timeMs: 0,
  };
}
