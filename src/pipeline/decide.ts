/**
 * Decides one kernel under one launch, question by question. Needs: its obligations. Gives: a `Decision`, and what runs
 * have shown. Questions that arithmetic refutes at once come first, so that hard ones leave them no less time
 * (soon-decided.ts); then those that are likeliest to be answered by a run. What one run shows answers others without
 * being asked (learn.ts); what one of them costs is told in one-question.ts.
 */
import type { Decision, Evidence, OpenObligation, Shown } from './evidence.ts';
import type { QuestionInput } from './one-question.ts';
import type { Obligation } from '../obligation/obligation.ts';
import type { Outcome } from './siblings.ts';
import type { SplitProtocol } from '../protocol/protocol.ts';
import type { Searches } from './search-open.ts';
import { arithmetic } from '../solve/by-arithmetic.ts';
import { budgets, effortOf } from './budgets.ts';
import { decideOne } from './one-question.ts';
import { fill } from '../base/message.ts';
import { isHarmless, notAskedBecause } from './evidence.ts';
import { isOneOfEqual, leavesOpen, notSoonRefuted } from './soon-decided.ts';
import { keyOf } from './question-keys.ts';
import { linesListed } from '../base/listing.ts';
import { messages } from './wording.ts';
import { nextAlike } from './alike.ts';
import { partOf } from '../base/deadline.ts';

/**
 * Who follows how questions are decided. `onQuestion`: gets, before each, how many came before it. `onEvidence`: gets
 * what is confirmed.
 */
export type Watch = QuestionInput['watch'] &
  Readonly<{ onQuestion: (done: number) => void; onEvidence: (evidence: Evidence) => void }>;
export const unwatched: Watch = {
  onQuestion: () => undefined,
  onEvidence: () => undefined,
  onAnswer: () => undefined,
  onRun: () => undefined,
};

type DecideInput = Omit<QuestionInput, 'fitted' | 'hard' | 'told' | 'families' | 'isRacy' | 'isProvable' | 'isOpen'> &
  Readonly<{
    /** What runs under other launches that this one allows have shown. */
    known: Shown;
    /** Evidence for some of the obligations, from runs that no model proposes. */
    look: Searches['look'];
    /**
     * Whether nothing but the questions stands between the kernel and a proof, beside what its protocol does not model.
     */
    isProvable: boolean;
    /** Whether a race settles the kernel, so that the questions that are left need not be asked. */
    settles: (evidence: Evidence, left: number) => Promise<boolean>;
    watch: Watch;
  }>;

export async function decide(input: DecideInput): Promise<Readonly<{ decision: Decision; shown: Shown }>> {
  const { split, elsewhere } = input;
  const unknowns = unknownsOf(split);
  const isProvable = !input.showsModels || (input.isProvable && unknowns.length === 0);
  const shown = new Map(input.known);
  const fitted = new Set<number>();
  const hard = { isLastProved: false };
  const told = new Set<string>();
  const families = new Map<Obligation, boolean>();
  const confirmed: Evidence[] = [];
  const open: OpenObligation[] = [];
  const equal: Obligation[] = [];
  let [count, late, openSince, isSearched] = [0, 0, 0, false];
  const searched = { constraints: 0 };
  const isRacyElsewhere = ![...input.known.values()].every(isHarmless);
  const isOpenAtOnce = (some: readonly Obligation[]): readonly Obligation[] =>
    input.costs.timed('questions', () => notSoonRefuted(some, { ...input, known: shown, ...input.watch }));
  const look = lookBeforeSlow(input, shown, isRacyElsewhere);
  look(input.obligations, budgets.slowBeforeSearch);
  const sorted = [...input.obligations].sort(likeliestFirst);
  // of a kernel that cannot be proved, only those are looked at that are asked
  const toAsk = isProvable
    ? [...isOpenAtOnce(sorted.filter((one) => !elsewhere.isHopeless(one))), ...sorted.filter(elsewhere.isHopeless)]
    : sorted;
  // grows where one cannot happen and others are alike
  const asked = [...toAsk];
  look(asked, 1);
  for (const [k, given] of asked.entries()) {
    input.watch.onQuestion(input.obligations.length - asked.length + k);
    const inVain =
      isRacyElsewhere || !confirmed.every(isHarmless) ? null : inVainBecause(given, { ...input, isProvable });
    const obligation = isProvable || inVain !== null ? given : isOpenAtOnce([given])[0];
    if (obligation === undefined) continue;
    const known = shown.get(keyOf(obligation));
    if (known !== undefined && !isHarmless(known)) {
      confirm(known, confirmed, input.watch);
      if (isProvable && (await input.settles(known, asked.length - k - 1))) break;
      continue;
    }
    if (inVain === null && input.deadline.passed()) {
      late++;
      continue;
    }
    if (
      inVain === null &&
      isOneOfEqual(obligation, [...equal, ...confirmed.filter(isHarmless).map((evidence) => evidence.obligation)])
    ) {
      equal.push(obligation);
      continue;
    }
    const isRacy = isRacyElsewhere || !confirmed.every(isHarmless);
    const notAsked = inVain ?? notAskedSince(open, isRacy, { ...input, isProvable, count });
    if (notAsked === null) count++;
    const isOpen = open.some(({ status }) => status === 'undecided');
    const deadline = partOf(input.deadline, k + 1 === asked.length ? 1 : mostOfTime);
    const milliseconds = deadline.remaining();
    const outcome =
      notAsked === null
        ? await input.costs.asked(obligation, () =>
            decideOne(
              obligation,
              { ...input, fitted, hard, told, families, isRacy, isProvable, isOpen, deadline },
              shown,
            ),
          )
        : leftOut(obligation, notAsked, { ...input, isProvable: isProvable && inVain === null }, searched);
    if (notAsked === null) hard.isLastProved = outcome === 'cannot happen' && !arithmetic.isLinear(obligation.formula);
    // what one instance makes up, another may have a model of
    const isMadeUp =
      typeof outcome === 'object' && 'because' in outcome && outcome.because === messages.unmodelledValue;
    const came = isMadeUp
      ? null
      : inVain !== null
        ? outcomeOf(outcome)
        : notAsked !== null
          ? null
          : deadline.passed()
            ? 'late'
            : outcomeOf(outcome);
    if (came !== null) elsewhere.note(obligation, came, milliseconds - deadline.remaining());
    if (outcome === 'stores equal values') equal.push(obligation);
    const next = outcome === 'cannot happen' ? nextAlike(obligation) : null;
    if (next !== null) asked.push(next);
    if (outcome === 'cannot happen' || outcome === 'stores equal values') continue;
    if ('evidence' in outcome) {
      confirm(outcome.evidence, confirmed, input.watch);
      if (isProvable && !isHarmless(outcome.evidence) && (await input.settles(outcome.evidence, asked.length - k - 1)))
        break;
    } else open.push(outcome);
    if (isRacy && !('evidence' in outcome)) openSince++;
    if (!input.showsModels && open.length > 0) break;
    if (!isSearched && isWorthSearching(open, openSince, confirmed)) {
      isSearched = true;
      for (const evidence of input.look(input.obligations, isRacy ? 'short' : 'long')) addTo(shown, evidence);
    }
  }
  confirmed.push(...shownOf(open, shown).filter((evidence) => !confirmed.includes(evidence)));
  elsewhere.noteFitted(fitted);
  const left = open.filter((o) => leavesOpen(shown.get(keyOf(o.obligation))));
  return {
    decision: {
      ...withoutAnswers(input, late),
      confirmed,
      equal,
      open: left,
      unknowns,
      fitted: restingOn(told, fitted),
    },
    shown,
  };
}

/** What a decision says beside its answers. `late`: how many questions the time limit left. */
function withoutAnswers(
  { config, obligations, deadline, split: { protocol } }: DecideInput,
  late: number,
): Omit<Decision, 'confirmed' | 'equal' | 'open' | 'unknowns' | 'fitted'> {
  const count = obligations.length;
  const questions = count === 1 ? 'question was' : late === 1 ? 'questions was' : 'questions were';
  return {
    config,
    late,
    refused: late === 0 ? [] : [fill(messages.lateQuestions, { late, count, questions, text: deadline.text })],
    assumptions: protocol.assumptions,
    approximations: protocol.approximations.map((a) => `line ${a.span.line}: ${a.text}`),
    amplified: null,
  };
}

function confirm(evidence: Evidence, confirmed: Evidence[], { onEvidence }: Watch): void {
  if (!confirmed.includes(evidence)) confirmed.push(evidence);
  onEvidence(evidence);
}

/** What runs show of questions that were left open when they were asked. */
const shownOf = (open: readonly OpenObligation[], shown: Shown): readonly Evidence[] =>
  open.flatMap(({ obligation }) => {
    const evidence = shown.get(keyOf(obligation));
    return evidence === undefined || isHarmless(evidence) ? [] : [evidence];
  });

/** What proofs rest on beside the protocol, in words. */
const restingOn = (told: ReadonlySet<string>, fitted: ReadonlySet<number>): readonly string[] => [
  ...(told.size === 0 ? [] : [fill(messages.startsAtZero, { names: [...told].sort().join(', ') })]),
  ...(fitted.size === 0
    ? []
    : [fill(messages.unsignedNoWrap, { lines: linesListed([...fitted].sort((a, b) => a - b)) })]),
];

/**
 * Questions that are looked at to tell whether many are slow: which of them are shows only once they are in normal
 * form, which is most of the work of refuting them.
 */
const mostSampled = 48;

/** Whether at least so many questions are slow, of those that are looked at, evenly spread. */
function hasSlow(some: readonly Obligation[], least: number): boolean {
  const step = Math.ceil(some.length / mostSampled);
  let slow = 0;
  for (let k = 0; k < some.length && slow < least; k += step) {
    const formula = some[k]?.formula;
    if (formula !== undefined && formula.variables.size >= budgets.slowVariables && !arithmetic.isLinear(formula))
      slow++;
  }
  return slow >= least;
}

/**
 * Looks once for a few runs, where at least so many of the questions are slow: runs cost less, and what they show need
 * not be asked.
 */
function lookBeforeSlow(
  { showsModels, obligations, look, vain }: DecideInput,
  shown: Map<string, Evidence>,
  isRacyElsewhere: boolean,
): (some: readonly Obligation[], least: number) => void {
  let isLooked = !showsModels || isRacyElsewhere || vain.looked > 0;
  return (some, least) => {
    if (isLooked || !hasSlow(some, least)) return;
    isLooked = true;
    for (const evidence of look(obligations, 'brief')) addTo(shown, evidence);
  };
}

const outcomeOf = (outcome: Awaited<ReturnType<typeof decideOne>>): Outcome =>
  typeof outcome === 'string'
    ? 'proved'
    : 'evidence' in outcome
      ? 'shown'
      : outcome.status === 'possible'
        ? 'possible'
        : 'open';

/** What one question may take of the time that is left, where others are still to come. */
const mostOfTime = 1 / 3;

/**
 * Why a question of a kernel of which nothing is confirmed is not asked, or null; of one that cannot be proved, it is
 * not even looked at.
 */
function inVainBecause(
  question: Obligation,
  { vain, isProvable, elsewhere }: Pick<DecideInput, 'vain' | 'isProvable' | 'elsewhere'>,
): string | null {
  if (!isProvable && vain.stuck >= budgets.stuckQuestions) return fill(messages.skippedAfterStuck, { notAskedBecause });
  return elsewhere.wasAskedInVain(question) ? fill(messages.skippedAfterOther, { notAskedBecause }) : null;
}

/**
 * Why the solver is not asked any more, or null. `count`: how many questions it was asked. Of a kernel that is racy,
 * what no run would show says little: arithmetic alone tells what cannot be.
 */
function notAskedSince(
  open: readonly OpenObligation[],
  isRacy: boolean,
  { vain, isProvable, count }: Pick<DecideInput, 'vain' | 'isProvable'> & Readonly<{ count: number }>,
): string | null {
  const undecided = isProvable ? budgets.undecided : budgets.undecidedUnproved;
  if (!isProvable && !isRacy && count >= budgets.askedUnproved)
    return fill(messages.skippedAfterAsked, { notAskedBecause, count: budgets.askedUnproved });
  if (open.filter(({ status }) => status === 'undecided').length >= undecided)
    return fill(messages.skippedAfterQuestions, { notAskedBecause, undecided });
  const { all } = effortOf(vain, isRacy);
  return isRacy && vain.steps >= all ? fill(messages.skippedAfterSteps, { notAskedBecause, all }) : null;
}

/**
 * Quick tests have looked at it. What cannot be proved and has a model under a smaller launch stays possible.
 * `searched`: what longer tests of such questions have cost.
 */
function leftOut(
  obligation: Obligation,
  because: string,
  { isProvable, doubted }: Pick<DecideInput, 'isProvable' | 'doubted'>,
  searched: { constraints: number },
): 'cannot happen' | OpenObligation {
  if (isProvable && searched.constraints < budgets.searchedUnasked) {
    searched.constraints += obligation.formula.constraints.length;
    if (arithmetic.refutes(obligation.formula)) return 'cannot happen';
  }
  return { obligation, status: !isProvable && doubted.has(keyOf(obligation)) ? 'possible' : 'undecided', because };
}

function addTo(shown: Map<string, Evidence>, evidence: Evidence): void {
  const key = keyOf(evidence.obligation);
  if (leavesOpen(shown.get(key))) shown.set(key, evidence);
}

/**
 * Whether so much is open that runs are searched for, before more is asked. `openSince`: of what is open, since
 * something is confirmed.
 */
function isWorthSearching(open: readonly OpenObligation[], openSince: number, confirmed: readonly Evidence[]): boolean {
  if (!confirmed.every(isHarmless)) return openSince >= budgets.openBeforeSearchOnceRacy;
  return open.length >= budgets.openBeforeSearch || open.some(({ status }) => status === 'undecided');
}

/**
 * Divergences; then races whose formula speaks of no contents of memory, since the machine sees in a run what the
 * solver sees in them.
 */
function likeliestFirst(a: Obligation, b: Obligation): number {
  const rank = ({ kind, reads }: Obligation): number => (kind === 'divergence' ? 0 : reads.length === 0 ? 1 : 2);
  return rank(a) - rank(b);
}

function unknownsOf(split: SplitProtocol): readonly string[] {
  const all = [...split.intervals, split.whole].flatMap((interval) => interval.unknowns);
  return [...new Set(all.map((u) => `line ${u.span.line}: ${u.because}`))];
}
