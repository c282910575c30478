/**
 * The analysis of one kernel, pass by pass: its launches, a decision under each of them (decide-launch.ts), then what
 * is looked for over all launches, and the answer. Needs: a lowered kernel, and what the analysis is for (goal.ts).
 * Gives: the answer.
 */
import type { Deadline } from '../base/deadline.ts';
import type { Decided } from './decide-launch.ts';
import type { GivenFact } from './user-facts.ts';
import type { Decision } from './evidence.ts';
import type { Kernel } from '../ir/ir.ts';
import type { Draft } from './draft.ts';
import type { Finding, KernelAnswer, Verdict } from '../verdict/finding.ts';
import type { KernelInput } from './kernel-input.ts';
import type { Launches } from './launches.ts';
import type { Outcomes } from './outcomes.ts';
import type { Redundancy } from './redundant.ts';
import { TimeLimit } from '../base/deadline.ts';
import { asConditionNote, conditionWords } from '../verdict/conditional.ts';
import { assuming } from '../verdict/reason-shape.ts';
import { assumptionsOf, oversizedBlocks, unusualAssumptions } from './assumptions.ts';
import { buildAssumptions, shortly } from './build-assumptions.ts';
import { brieflyShown } from './briefly-shown.ts';
import type { ConditionsOfKernel } from './kernel-conditions.ts';
import { conditionSeeker, noConditions } from './kernel-conditions.ts';
import { costsBy, noCosts } from './costs.ts';
import { createKept } from './kept.ts';
import { countableAxes } from '../launch/unused-axes.ts';
import { decideLaunches, rulesOut } from './decide-launches.ts';
import { described, describedUnconditionally, unsought } from './described.ts';
import { factsFor } from './user-facts.ts';
import { fill } from '../base/message.ts';
import { groupedFindings } from '../verdict/grouped.ts';
import { faultInAnalysis, reasonText, stoppedEarly, unsupportedConstruct } from '../verdict/catalogue.ts';
import { asyncFindings } from './async-runs.ts';
import { isAnswered, leavesDoubt } from './evidence.ts';
import { launchesFor } from './launches.ts';
import { messages } from './wording.ts';
import {
  apartWords,
  blockWords,
  conditionOf,
  divisionWords,
  mergeDrafts,
  notAsked,
  reasonsOf,
  verdictOf,
} from './answer.ts';
import { outcomesUnder } from './outcomes.ts';
import type { Partings } from './partings.ts';
import { noPartings, partingsOf } from './partings.ts';
import { noPatches, patchesOf } from './patches.ts';
import { numbered } from './numbered.ts';
import { placed } from './approximations.ts';
import { shownBefore } from './shown-before.ts';
import { planOf, toReport } from './goal.ts';
import { printConfig } from '../launch/print.ts';
import { redundantBarriers } from './redundant.ts';
import { runWords, runsOf } from './amplified.ts';
import { scheduleFindings } from './schedules.ts';
import { tellingFirst } from './first-shown.ts';
import { textIn } from './kernel-input.ts';
import { unmodelledIn } from './unmodelled.ts';
import { usesOf } from './unit.ts';
import { waitFindings } from './waits.ts';

/** An analysis that has come to a verdict. */
export type Begun = Readonly<{
  /** The answer as it is without what only explains it or mends it. */
  answer: KernelAnswer;
  /**
   * The answer with that too: conditions under which there is no race, what schedules and endless waits show, unneeded
   * barriers, patches.
   */
  finish: (deadline: Deadline) => Promise<KernelAnswer>;
}>;

type Given = Omit<KernelInput, 'costs' | 'goal' | 'kept' | 'onShown' | 'settling'>;

/**
 * The answer for a person, with where its time went, in two steps: a verdict is worth more than what is said beside it,
 * so that all instances of a kernel get theirs before the time limit goes into the patches of one.
 */
export async function beginKernel(given: Given): Promise<Begun> {
  const costs = costsBy(given.clock);
  const cutBy = ({ isCut, ...answer }: KernelAnswer, deadline: Deadline): KernelAnswer => ({
    ...answer,
    costs: costs.made(),
    ...(isCut === true || deadline.wasFelt() ? { isCut: true } : {}),
  });
  const begun = await begin({ ...given, goal: toReport, costs, kept: createKept(), onShown: null, settling: null });
  const answer = cutBy(begun.answer, given.deadline);
  return {
    answer,
    finish: async (deadline) => ({
      ...cutBy(await begun.finish(deadline), deadline),
      ...(answer.isCut === true ? { isCut: true } : {}),
    }),
  };
}

/**
 * The answer for an instance of a kernel that no time is left for: what the runs of other instances show of it, and
 * what of it is not modelled. Nothing is proved.
 */
export function answerBriefly(given: Given): KernelAnswer {
  const {
    kernel,
    request: { options },
    deadline,
    siblings,
  } = given;
  const start = given.clock();
  const facts = factsFor(options, kernel, given.parser);
  const { all, analysed } = launchesFor(given);
  const drafts =
    facts.ok && kernel.unsupported === null
      ? brieflyShown(siblings, {
          kernel,
          launches: analysed,
          facts: facts.value,
          textAt: textIn(given),
          isTimeUp: deadline.passed,
        })
      : [];
  const unknowns = unmodelledIn(kernel, analysed);
  const because =
    kernel.unsupported === null
      ? [deadline.text, ...unknowns]
      : [reasonText(unsupportedConstruct(placed(kernel.unsupported, kernel)))];
  return {
    ...blankFor(given),
    verdict:
      drafts.length > 0 ? 'racy' : kernel.unsupported === null && unknowns.length === 0 ? 'unknown' : 'unsupported',
    reasons: [
      ...(drafts.length > 0 ? [fill(messages.shownBySibling, { because: deadline.text })] : because),
      ...shortly(buildAssumptions(kernel, given.from)).map(assuming),
    ],
    launches: all,
    findings: numbered(mergeDrafts(drafts), noPatches, []),
    timeMs: given.clock() - start,
    isCut: true,
  };
}

function blankFor({ kernel, from }: Pick<KernelInput, 'kernel' | 'from'>): Omit<KernelAnswer, 'verdict' | 'timeMs'> {
  const { file } = from.unit;
  const unit = file === kernel.span.file ? {} : { unit: file };
  return {
    name: kernel.name,
    span: kernel.span,
    ...unit,
    reasons: [],
    assumptions: [],
    launches: [],
    findings: [],
    uses: usesOf(kernel, from),
  };
}

/** An answer on the way to another one: its time is that of the pass that asks for it. */
async function analyzedOnTheWay(input: KernelInput): Promise<KernelAnswer> {
  const { finish } = await begin({ ...input, costs: noCosts });
  return await finish(input.deadline);
}

async function begin(input: KernelInput): Promise<Begun> {
  const start = input.clock();
  const {
    kernel,
    costs,
    request: { options, stopAfter },
  } = input;
  const plan = planOf(input.goal);
  const blank = blankFor(input);
  const done = (answer: Partial<KernelAnswer> & Pick<KernelAnswer, 'verdict'>): Begun => {
    const whole = { ...blank, ...answer, timeMs: input.clock() - start };
    return { answer: whole, finish: () => Promise.resolve(whole) };
  };
  if (kernel.unsupported !== null)
    return done({
      verdict: 'unsupported',
      reasons: [reasonText(unsupportedConstruct(placed(kernel.unsupported, kernel)))],
    });
  const facts = factsFor(options, kernel, input.parser);
  if (!facts.ok)
    return done({
      verdict: 'unknown',
      reasons: [`${facts.problem.file} ${facts.problem.text} [${facts.problem.code}]`],
    });
  const launches = launchesFor(input);
  const { all, analysed, closed, doubtful, skipped } = launches;
  for (const launch of all) input.dump('launch', kernel.name, () => printConfig(launch));
  if (stopAfter !== undefined && ['preprocess', 'parse', 'ir', 'launch'].includes(stopAfter))
    return done({ verdict: 'unknown', launches: all, reasons: [reasonText(stoppedEarly(stopAfter))] });
  const isWhole = stopAfter === undefined;

  // under each launch
  const onShown = plan.isReported
    ? tellingFirst(input, (findings) => ({
        ...blank,
        verdict: 'racy',
        launches: all,
        findings,
        timeMs: input.clock() - start,
      }))
    : null;
  const again =
    onShown === null
      ? null
      : costs.timed('runs', () => shownBefore(input, { kernel, launches: analysed, facts: facts.value }));
  if (again !== null) {
    input.request.onPart?.({
      kind: 'shown',
      answer: { ...blank, verdict: 'racy', launches: all, findings: again, timeMs: input.clock() - start },
    });
    await input.request.letSend?.();
  }
  const seeker =
    plan.seeksConditions && isWhole && skipped.length === 0 ? conditionSeeker(all, facts.value, input) : null;
  const decided = await decideLaunches(analysed, facts.value, {
    ...input,
    onShown,
    settling: seeker?.settling ?? null,
  });
  const decisions = decided.map(({ decision }) => decision);

  // the verdict, over all launches
  const over = overLaunches(launches, facts.value, input);
  const races = describedUnconditionally(decided, input);
  const divergent = new Set(races.flatMap(({ kind, span }) => (kind === 'barrier-divergence' ? [span.start] : [])));
  const partings = isWhole
    ? await costs.timedLong('lanes', () =>
        partingsOf({ ...over, divergent, level: options.level, solver: input.solver, showsModels: plan.showsModels }),
      )
    : noPartings;
  const isAnsweredAlready = decisions.some(isAnswered);
  const ofCopies =
    isWhole && !isAnsweredAlready && plan.showsModels
      ? costs.timed('runs', () =>
          asyncFindings({
            ...over,
            launches: decisions.filter(leavesDoubt).map(({ config }) => config),
            level: options.level,
          }),
        )
      : [];
  const shown = [...partings.drafts, ...ofCopies.map(({ draft }) => draft)];
  const found = verdictOf(decisions, mergeDrafts([...races, ...shown]));
  input.siblings.keep(races);
  const stated = statedWords(decisions, kernel, facts.value, partings);
  const verdict: Verdict =
    found !== 'drf'
      ? found
      : skipped.length + doubtful.length > 0 || !isWhole
        ? 'unknown'
        : stated.length > 0
          ? 'conditional'
          : 'drf';
  const rests = { closed, decisions, facts: facts.value, partings, verdict };
  const builtAs = shortly(buildAssumptions(kernel, input.from)).map(assuming);
  const answerWith = (findings: KernelAnswer['findings']): KernelAnswer => ({
    ...blank,
    verdict,
    launches: all,
    reasons:
      verdict === 'racy'
        ? [...oversizedBlocks(decisions).map(assuming), ...builtAs, ...notAsked(decisions)]
        : verdict === 'drf' || verdict === 'conditional'
          ? [...stated, ...runWords(decisions), ...unusualAssumptions(rests, input)]
          : [
              ...skipped,
              ...doubtful,
              ...(stopAfter === undefined ? [] : [reasonText(stoppedEarly(stopAfter))]),
              ...reasonsOf(decisions),
              ...builtAs,
            ],
    assumptions: assumptionsOf(rests, input),
    findings,
    ...runsOf(decisions),
    timeMs: input.clock() - start,
  });

  const answerUnder = (
    conditions: ConditionsOfKernel,
    told: readonly Draft[],
    findings: KernelAnswer['findings'],
  ): KernelAnswer => {
    const condition =
      conditions.proof.length === 0 || doubtful.length > 0
        ? null
        : (conditionOf(told) ?? (found === 'unknown' && shown.length === 0 ? conditions.ofOpen : null));
    const notes = condition === null ? findings : notesUnder(findings, told, new Set(shown));
    return {
      ...answerWith(notes),
      ...(condition === null
        ? {}
        : conditionalOn(condition, { ...rests, decisions: conditions.proof, verdict: 'conditional' }, input)),
    };
  };

  // what explains it, and what mends it
  const finish = async (deadline: Deadline): Promise<KernelAnswer> => {
    const resumed = input.clock();
    const own = { ...input, deadline };
    const conditions =
      seeker === null ? noConditions : await costs.timedLong('conditions', () => seeker.under(decided, own));
    const outcomesOf = ({ kernel: ran, decision: { config } }: Decided): Outcomes =>
      outcomesUnder({
        kernel: input.kernel,
        ran,
        config,
        facts: facts.value,
        stated: new Set(options.fills?.keys() ?? []),
        deadline,
      });
    const ofLaunches = plan.showsOutcomes
      ? costs.timed('runs', () => described(decided, conditions, own, outcomesOf))
      : conditions === noConditions
        ? races
        : described(decided, conditions, own);
    const drafts = mergeDrafts([...ofLaunches, ...shown]);
    const waits =
      plan.seeksWaits && isWhole ? costs.timed('waits', () => waitDrafts({ ...over, deadline }, found)) : [];
    const seeksRedundant = plan.seeksRedundant && isWhole && skipped.length === 0;
    const redundant = seeksRedundant
      ? await costs.timedLong('barriers', () => redundancies(decided, facts.value, verdict === 'drf', own))
      : [];
    const decidedAt = input.clock();
    const isRepaired = plan.patches !== 'none' && verdict === 'racy' && options.repair && isWhole;
    const patches = isRepaired
      ? await costs.timedLong('patches', () =>
          patchesOf({ decided, drafts, missed: partings.missed, ofCopies, analyze: analyzedOnTheWay, rulesOut }, own),
        )
      : noPatches;
    const told = [...drafts, ...waits];
    const findings = numbered(told, patches, redundant);
    const answer = answerUnder(conditions, told, findings);
    return {
      ...answer,
      findings: plan.isReported ? groupedFindings(answer.findings) : answer.findings,
      timeMs: begun.timeMs + input.clock() - resumed,
      ...(isRepaired ? { repairMs: input.clock() - decidedAt } : {}),
    };
  };
  const settled =
    seeker === null || (found !== 'unknown' && seeker.settling.settledBy() === null)
      ? null
      : await seeker.under(decided, input);
  const first = mergeDrafts([
    ...(plan.seeksConditions ? described(decided, settled ?? unsought, input) : races),
    ...shown,
  ]);
  const begun = answerUnder(settled ?? noConditions, first, numbered(first, noPatches, []));
  return { answer: begun, finish };
}

/** What schedules show of a kernel that is not racy anyway, and waits that never end. */
const waitDrafts = (over: Parameters<typeof waitFindings>[0], found: Verdict): readonly Draft[] => [
  ...(found === 'racy' ? [] : mergeDrafts(scheduleFindings(over))),
  ...mergeDrafts(waitFindings(over)),
];

/** Conditions of a proof that are not on arguments: of pointers, blocks, divisions and lanes. */
const statedWords = (
  decisions: readonly Decision[],
  kernel: Kernel,
  facts: readonly GivenFact[],
  { conditions }: Partings,
): readonly string[] => [
  ...apartWords(decisions),
  ...blockWords(decisions, kernel, facts),
  ...divisionWords(kernel),
  ...conditions,
];

/** The answer of a kernel that is proved under the condition, as far as it differs from that of a racy one. */
function conditionalOn(
  condition: string,
  rests: Parameters<typeof assumptionsOf>[0],
  input: KernelInput,
): Pick<KernelAnswer, 'verdict' | 'reasons' | 'assumptions'> {
  const conditions = [
    conditionWords(condition),
    ...statedWords(rests.decisions, input.kernel, rests.facts, rests.partings),
  ];
  return {
    verdict: 'conditional',
    reasons: [...conditions, ...runWords(rests.decisions), ...unusualAssumptions(rests, input)],
    assumptions: assumptionsOf(rests, input),
  };
}

/**
 * Findings of a kernel that is proved under a condition; what was only possible is ruled out by the proof, but for what
 * is not asked in it (`apart`).
 */
function notesUnder(
  findings: readonly Finding[],
  drafts: readonly Draft[],
  apart: ReadonlySet<Draft>,
): readonly Finding[] {
  return findings.flatMap((finding, k) => {
    const draft = drafts[k];
    return draft !== undefined && draft.status === 'possible' && !apart.has(draft) ? [] : [asConditionNote(finding)];
  });
}

/** What every pass over all launches needs. */
function overLaunches(
  { analysed }: Launches,
  facts: readonly GivenFact[],
  input: KernelInput,
): Parameters<typeof waitFindings>[0] {
  const { warpModel, fills } = input.request.options;
  return {
    kernel: input.kernel,
    launches: analysed,
    facts,
    warpModel,
    fills: fills ?? new Map(),
    deadline: input.deadline,
    textAt: textIn(input),
  };
}

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

/** An answer for a kernel on which the engine itself failed: one fault does not cost the others. */
export function answerOnFault(kernel: Kernel, error: unknown): KernelAnswer {
  const text = error instanceof Error ? error.message : String(error);
  return {
    name: kernel.name,
    span: kernel.span,
    verdict: 'unknown',
    reasons: [reasonText(faultInAnalysis(text))],
    assumptions: [],
    launches: [],
    findings: [],
    uses: kernel.uses,
    timeMs: 0,
  };
}
