/**
 * The analysis of one kernel, pass by pass: its launches, a decision under each of them (decide-launch.ts), then what
 * is looked for over all launches, and the answer. Needs: a lowered kernel, and what the analysis is for (goal.ts).
 * Gives: the answer.
 */
import type { Deadline } from '../base/deadline.ts';
import type { Kernel } from '../ir/ir.ts';
import type { Finding, KernelAnswer } from '../verdict/finding.ts';
import type { KernelInput } from './kernel-input.ts';
import { assuming } from '../verdict/reason-shape.ts';
import { buildAssumptions, shortly } from './build-assumptions.ts';
import { brieflyShown } from './briefly-shown.ts';
import { conditionSeeker, noConditions } from './kernel-conditions.ts';
import { costsBy, noCosts } from './costs.ts';
import { createKept } from './kept.ts';
import { decideLaunches } from './decide-launches.ts';
import { described, unsought } from './described.ts';
import { factsFor } from './user-facts.ts';
import { fill } from '../base/message.ts';
import { faultInAnalysis, reasonText, unsupportedConstruct } from '../verdict/catalogue.ts';
import { launchesFor } from './launches.ts';
import { messages } from './wording.ts';
import { mergeDrafts } from './answer.ts';
import { noPatches } from './patches.ts';
import { numbered } from './numbered.ts';
import { placed } from './approximations.ts';
import { shownBefore } from './shown-before.ts';
import { toReport } from './goal.ts';
import { tellingFirst } from './first-shown.ts';
import { textIn } from './kernel-input.ts';
import { unmodelledIn } from './unmodelled.ts';
import type { Prepared } from './prepared.ts';
import { blankFor, prepare } from './prepared.ts';
import type { Judged } from './judged.ts';
import { judge } from './judged.ts';
import { answerUnder } from './kernel-answer.ts';
import { explained } from './explained.ts';
import type { ConditionSeeker } from './kernel-conditions.ts';
import type { OnShown } from './first-shown.ts';

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

/** An answer on the way to another one: its time is that of the pass that needs it. */
async function analyzedOnTheWay(input: KernelInput): Promise<KernelAnswer> {
  const { finish } = await begin({ ...input, costs: noCosts });
  return await finish(input.deadline);
}

/** The passes over one kernel, in order. */
async function begin(input: KernelInput): Promise<Begun> {
  const start = prepare(input);
  if (!start.ok) return { answer: start.problem, finish: () => Promise.resolve(start.problem) };
  const prepared = start.value;
  const onShown = await withFirstShown(prepared);
  const seeker = seekerFor(prepared);
  const decided = await decideLaunches(prepared.launches.analysed, prepared.facts, {
    ...input,
    onShown,
    settling: seeker?.settling ?? null,
  });
  const judged = await judge(prepared, decided);
  const begun = await firstAnswer(prepared, judged, seeker);
  const grounds = { prepared, judged, seeker, begun, analyze: analyzedOnTheWay };
  return { answer: begun, finish: (deadline) => explained(grounds, deadline) };
}

/**
 * Reports what runs show before all is decided: first what was shown of an earlier text and still is. Gives: what is to
 * get further evidence; null: nobody waits for it.
 */
async function withFirstShown({ input, start, plan, blank, launches, facts }: Prepared): Promise<OnShown | null> {
  const { kernel, costs, request } = input;
  const racyWith = (findings: readonly Finding[]): KernelAnswer => ({
    ...blank,
    verdict: 'racy',
    launches: launches.all,
    findings,
    timeMs: input.clock() - start,
  });
  const onShown = plan.isReported ? tellingFirst(input, racyWith) : null;
  if (onShown === null) return null;
  const again = costs.timed('runs', () => shownBefore(input, { kernel, launches: launches.analysed, facts: facts }));
  if (again !== null) {
    request.onPart?.({ kind: 'shown', answer: racyWith(again) });
    await request.letSend?.();
  }
  return onShown;
}

/** Null: no conditions are looked for, or some launch was not looked at. */
const seekerFor = ({ input, plan, isWhole, launches: { all, skipped }, facts }: Prepared): ConditionSeeker | null =>
  plan.seeksConditions && isWhole && skipped.length === 0 ? conditionSeeker(all, facts, input) : null;

/**
 * The answer without what only explains it. Conditions are looked for at once where one may be all that the kernel
 * needs.
 */
async function firstAnswer(prepared: Prepared, judged: Judged, seeker: ConditionSeeker | null): Promise<KernelAnswer> {
  const { input, plan } = prepared;
  const { decided, races, shown, found } = judged;
  const settled =
    seeker === null || (found !== 'unknown' && seeker.settling.settledBy() === null)
      ? null
      : await seeker.under(decided, input);
  const drafts = mergeDrafts([
    ...(plan.seeksConditions ? described(decided, settled ?? unsought, input) : races),
    ...shown,
  ]);
  return answerUnder(settled ?? noConditions, prepared, judged, drafts, numbered(drafts, noPatches, []));
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
