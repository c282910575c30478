/**
 * Decides one kernel under one launch, question by question. Needs: its obligations. Gives: a `Decision`, and what runs have shown. Questions that
 * arithmetic refutes at once come first, so that hard ones leave them no less time (soon-decided.ts); then those that are likeliest to be answered by a run.
 * What one run shows answers others without being asked (learn.ts); what one of them costs is told in one-question.ts.
 */
import type { Decision, Evidence, OpenObligation, Shown } from './evidence.ts';
import type { QuestionInput } from './one-question.ts';
import type { Obligation } from '../obligation/obligation.ts';
import type { SplitProtocol } from '../protocol/protocol.ts';
import { arithmetic } from '../solve/decide.ts';
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

/** Who follows how questions are decided. `onQuestion`: gets, before each, how many came before it. */
export type Watch = QuestionInput['watch'] & Readonly<{ onQuestion: (done: number) => void }>;
export const unwatched: Watch = { onQuestion: () => undefined, onAnswer: () => undefined, onRun: () => undefined };

type DecideInput = Omit<QuestionInput, 'fitted' | 'isRacy'> & Readonly<{
  /** What runs under other launches that this one allows have shown. */
  known: Shown;
  /** Evidence for some of the obligations, from runs that no model proposes. `isRacy`: something else is confirmed already. */
  look: (obligations: readonly Obligation[], isRacy: boolean) => readonly Evidence[];
  watch: Watch;
  /** Gets what came of each question that was asked. */
  onOutcome: (obligation: Obligation, isSettled: boolean) => void;
}>;

export async function decide(input: DecideInput): Promise<Readonly<{ decision: Decision; shown: Shown }>> {
  const { split } = input;
  const shown = new Map(input.known);
  const fitted = new Set<number>();
  const confirmed: Evidence[] = [];
  const open: OpenObligation[] = [];
  const equal: Obligation[] = [];
  let [late, openSince, isSearched] = [0, 0, false];
  const isRacyElsewhere = ![...input.known.values()].every(isHarmless);
  // grows where one cannot happen and others are alike
  const asked = [...input.costs.timed('questions', () => notSoonRefuted([...input.obligations].sort(likeliestFirst), { ...input, ...input.watch }))];
  for (const [k, obligation] of asked.entries()) {
    input.watch.onQuestion(input.obligations.length - asked.length + k);
    const known = shown.get(keyOf(obligation));
    if (known !== undefined && !isHarmless(known)) {
      if (!confirmed.includes(known)) confirmed.push(known);
      continue;
    }
    if (input.deadline.passed()) {
      late++;
      continue;
    }
    if (isOneOfEqual(obligation, [...equal, ...confirmed.filter(isHarmless).map((evidence) => evidence.obligation)])) {
      equal.push(obligation);
      continue;
    }
    const isRacy = isRacyElsewhere || !confirmed.every(isHarmless);
    const notAsked = notAskedSince(open, isRacy, input);
    // what no proof of others can make race-free gets no long proofs: those that are soon found have been made
    const worth = input.worth === 'proof' && input.showsModels && (isRacy || open.length > 0) ? 'model' : input.worth;
    const outcome = notAsked === null ? await input.costs.asked(obligation, () => decideOne(obligation, { ...input, worth, fitted, isRacy, deadline: partOf(input.deadline, k + 1 === asked.length ? 1 : mostOfTime) }, shown)) : leftOut(obligation, notAsked);
    const isAnswered = typeof outcome === 'string' || 'evidence' in outcome || outcome.status === 'possible';
    // what was not asked in full may have an answer
    if (notAsked === null && !input.deadline.passed() && (isAnswered || worth === 'proof')) input.onOutcome(obligation, isAnswered);
    if (outcome === 'stores equal values') equal.push(obligation);
    const next = outcome === 'cannot happen' ? nextAlike(obligation) : null;
    if (next !== null) asked.push(next);
    if (outcome === 'cannot happen' || outcome === 'stores equal values') continue;
    if ('evidence' in outcome) confirmed.push(outcome.evidence);
    else open.push(outcome);
    if (isRacy && !('evidence' in outcome)) openSince++;
    if (!input.showsModels && open.length > 0) break;
    if (!isSearched && isWorthSearching(input.worth === 'glance' ? possible(open) : open, openSince, confirmed)) {
      isSearched = true;
      for (const evidence of input.look(input.obligations, isRacy)) addTo(shown, evidence);
    }
  }
  for (const { obligation } of open) {
    const evidence = shown.get(keyOf(obligation));
    if (evidence !== undefined && !isHarmless(evidence) && !confirmed.includes(evidence)) confirmed.push(evidence);
  }
  const decision = {
    config: input.config,
    confirmed,
    equal,
    open: open.filter((o) => leavesOpen(shown.get(keyOf(o.obligation)))),
    late,
    refused: late === 0 ? [] : [fill(messages.lateQuestions, { late, count: input.obligations.length, questions: input.obligations.length === 1 ? 'question was' : late === 1 ? 'questions was' : 'questions were', text: input.deadline.text })],
    unknowns: unknownsOf(split),
    assumptions: split.protocol.assumptions,
    fitted: fitted.size === 0 ? [] : [fill(messages.unsignedNoWrap, { lines: linesListed([...fitted].sort((a, b) => a - b)) })],
    approximations: split.protocol.approximations.map((a) => `line ${a.span.line}: ${a.text}`),
    amplified: null,
  };
  return { decision, shown };
}

/** What one question may take of the time that is left, where others are still to come. */
const mostOfTime = 1 / 3;

/** Why the solver is not asked any more, or null. Of a kernel that is racy, what no run would show says little: arithmetic alone tells what cannot be. */
function notAskedSince(open: readonly OpenObligation[], isRacy: boolean, { vain, worth }: Pick<DecideInput, 'vain' | 'worth'>): string | null {
  if (worth !== 'glance' && open.length - possible(open).length >= budgets.undecided) return fill(messages.skippedAfterQuestions, { notAskedBecause, undecided: budgets.undecided });
  const { all } = effortOf(vain, isRacy);
  return isRacy && vain.steps >= all ? fill(messages.skippedAfterSteps, { notAskedBecause, all }) : null;
}

const possible = (open: readonly OpenObligation[]): readonly OpenObligation[] => open.filter(({ status }) => status === 'possible');

function leftOut(obligation: Obligation, because: string): 'cannot happen' | OpenObligation {
  return arithmetic.refutes(obligation.formula) ? 'cannot happen' : { obligation, status: 'undecided', because };
}

function addTo(shown: Map<string, Evidence>, evidence: Evidence): void {
  const key = keyOf(evidence.obligation);
  if (leavesOpen(shown.get(key))) shown.set(key, evidence);
}

/** Whether so much is open that runs are searched for, before more is asked. `openSince`: of what is open, since something is confirmed. */
function isWorthSearching(open: readonly OpenObligation[], openSince: number, confirmed: readonly Evidence[]): boolean {
  if (!confirmed.every(isHarmless)) return openSince >= budgets.openBeforeSearchOnceRacy;
  return open.length >= budgets.openBeforeSearch || open.some(({ status }) => status === 'undecided');
}

/** Divergences; then races whose formula speaks of no contents of memory, since the machine sees in a run what the solver sees in them. */
function likeliestFirst(a: Obligation, b: Obligation): number {
  const rank = ({ kind, reads }: Obligation): number => (kind === 'divergence' ? 0 : reads.length === 0 ? 1 : 2);
  return rank(a) - rank(b);
}

function unknownsOf(split: SplitProtocol): readonly string[] {
  const all = [...split.intervals, split.whole].flatMap((interval) => interval.unknowns);
  return [...new Set(all.map((u) => `line ${u.span.line}: ${u.because}`))];
}
