/**
 * What the instances of one kernel of the source tell of each other: the runs that showed a race or divergence in one
 * of them, and what was found by them. A run is tried in the next instance before anything is asked of that, and where
 * no time is left for questions, what it shows there is the answer (briefly-shown.ts). Under-approximating: a run shows
 * what it shows, whoever proposed it, and nothing is proved by it.
 *
 * Smallest example: of `template <int N> __global__ void k(int *a) { if (threadIdx.x < N) a[0] = threadIdx.x; }`, the
 * run that shows the race of `k<32>` shows that of `k<64>`, too.
 */
import type { AnsweredLaunch } from './admitted.ts';
import type { CompiledKernel } from '../machine/compile.ts';
import type { ConcreteRun } from '../launch/run.ts';
import type { Draft } from './draft.ts';
import type { MachineBudget, MachineReport } from '../machine/machine.ts';
import type { Obligation } from '../obligation/obligation.ts';
import type { Ownership } from '../obligation/ownership.ts';
import type { SharedConditions } from './shared-conditions.ts';
import type { Span } from '../base/span.ts';
import { breaksAssumption } from './assumed.ts';
import { createInVain } from './in-vain.ts';
import { createSharedConditions } from './shared-conditions.ts';
import { notAdmitted } from './admitted.ts';
import { plainJson } from '../base/plain-json.ts';
import { runCompiled } from '../machine/run.ts';
import { sourceKeyOf } from './question-keys.ts';
import { withoutOutsideReads } from './outside-reads.ts';

export type Siblings = Readonly<{
  /** Whether there are so many that what is found of one is worth looking for at once. */
  areMany: boolean;
  /** Runs that showed something of instances that came before, those of the latest first. */
  runs: () => readonly ConcreteRun[];
  /** What was confirmed of them. */
  drafts: () => readonly Draft[];
  keep: (drafts: readonly Draft[]) => void;
  /** Conditions under which other instances are proved. */
  conditions: SharedConditions;
  /** Notes that a run showed something of one more instance: it is tried first in the next one. */
  onShownAgain: (run: ConcreteRun) => void;
  /** Begins an instance: from now on, what came of the others counts. */
  begin: () => void;
  questions: QuestionsElsewhere;
  ownership: Ownership;
  /** Notes whether a search for runs found something. */
  onSearched: (isOfUse: boolean) => void;
  /** Whether searches of other instances found nothing, again and again. */
  isSearchedInVain: () => boolean;
  /** The same of the few runs before hard questions. */
  onLooked: (isOfUse: boolean) => void;
  /** In how many other instances these showed nothing; 0 once they were of use in one. */
  looksInVain: () => number;
  /** Notes whether anything was confirmed under a small launch. */
  onProbed: (isOfUse: boolean) => void;
  /** Whether nothing was, under those of other instances, again and again. */
  isProbedInVain: () => boolean;
}>;

/** What came of questions in other instances. */
export type QuestionsElsewhere = Readonly<{
  /**
   * Notes what came of a question that quick tests do not answer. `milliseconds`: the time that was spent on it, where
   * there is a limit.
   */
  note: (question: Obligation, outcome: Outcome, milliseconds: number) => void;
  /**
   * Whether the solver has left such questions of another instance without an answer, and answered none: one look is
   * enough then.
   */
  wasLeftOpen: (question: Obligation) => boolean;
  /** Whether such questions were proved in another instance, and never had an example: a proof is looked for first. */
  wasProved: (question: Obligation) => boolean;
  /** Notes the lines of which a proof assumes that their unsigned indices do not wrap around. */
  noteFitted: (lines: Iterable<number>) => void;
  /** Whether a proof of another instance assumes it of this line: it is needed here as well. */
  wasFitted: (line: number) => boolean;
  /** Whether such questions of other instances were asked again and again, and none of them was answered. */
  wasAskedInVain: (question: Obligation) => boolean;
  /** Whether a question stayed without an answer in so many other instances that it is not even looked at. */
  isHopeless: (question: Obligation) => boolean;
}>;

/** Where there are no other instances. */
export const notElsewhere: QuestionsElsewhere = {
  note: () => undefined,
  noteFitted: () => undefined,
  wasLeftOpen: () => false,
  wasProved: () => false,
  wasFitted: () => false,
  wasAskedInVain: () => false,
  isHopeless: () => false,
};

const limits = {
  /** Runs that are tried in the next instance, and the machine's steps for each. */
  runs: 3,
  machine: { maxSteps: 1_000_000, maxBytes: 64 * 1024 * 1024 },
  /**
   * Milliseconds that were spent on a question before time ended it, in all instances together, after which it is in
   * vain as well.
   */
  vainMs: 800,
  /** Instances in which a test of arithmetic fails before it is not made in further ones. */
  vainTests: 8,
  /** The machine's steps for a run in which one thing is sought: it shows soon, or mostly not at all. */
  soughtSteps: 300_000,
  /** Instances in which searches for runs find nothing before none is made in further ones. */
  vainSearches: 2,
  /** The same of small launches. */
  vainProbes: 3,
  /** Instances in which a question is asked in vain before it is not asked in further ones that cannot be proved. */
  vainQuestions: 2,
  /** Findings that are looked for again where no time is left. */
  drafts: 12,
} as const;

/** Instances of one kernel of the source that are many. */
const many = 8;

/** Of one kernel of the source that has so many instances. */
export function createSiblings(count = 1): Siblings {
  const runs = new Map<string, ConcreteRun>();
  const drafts = new Map<string, Draft>();
  const outcomes = new Map<string, Outcome>();
  const own = new Map<string, Outcome>();
  const [late, ownLate] = [new Map<string, number>(), new Map<string, number>()];
  const [fitted, ownFitted] = [new Set<number>(), new Set<number>()];
  const [questions, launches, arrays] = [createInVain(), createInVain(), createInVain()];
  return {
    areMany: count > many,
    conditions: createSharedConditions(),
    begin: () => {
      for (const [key, outcome] of own) noteIn(outcomes, key, outcome);
      for (const [key, milliseconds] of ownLate) late.set(key, (late.get(key) ?? 0) + milliseconds);
      for (const line of ownFitted) fitted.add(line);
      for (const noted of [own, ownLate, ownFitted]) noted.clear();
      for (const one of [questions, launches, arrays]) one.begin();
    },
    questions: {
      note: (question, outcome, milliseconds) => {
        const key = sourceKeyOf(question);
        if (outcome === 'late') {
          ownLate.set(key, (ownLate.get(key) ?? 0) + milliseconds);
          return;
        }
        noteIn(own, key, outcome);
        questions.note(key, outcome === 'proved' || outcome === 'shown');
      },
      noteFitted: (lines) => {
        for (const line of lines) ownFitted.add(line);
      },
      wasLeftOpen: (question) => outcomes.get(sourceKeyOf(question)) === 'open',
      wasProved: (question) => outcomes.get(sourceKeyOf(question)) === 'proved',
      wasFitted: (line) => fitted.has(line),
      isHopeless: (question) => questions.count(sourceKeyOf(question)) >= limits.vainTests,
      wasAskedInVain: (question) => {
        const key = sourceKeyOf(question);
        const count = questions.count(key);
        return count >= limits.vainQuestions || (count >= 0 && (late.get(key) ?? 0) >= limits.vainMs);
      },
    },
    onSearched: (isOfUse) => launches.note('search', isOfUse),
    isSearchedInVain: () => launches.count('search') >= limits.vainSearches,
    onLooked: (isOfUse) => launches.note('look', isOfUse),
    looksInVain: () => Math.max(0, launches.count('look')),
    onProbed: (isOfUse) => launches.note('probe', isOfUse),
    isProbedInVain: () => launches.count('probe') >= limits.vainProbes,
    ownership: { isInVain: (array) => arrays.count(array) >= limits.vainTests, note: arrays.note },
    runs: () => [...runs.values()].reverse().slice(0, limits.runs),
    drafts: () => [...drafts.values()].reverse().slice(0, limits.drafts),
    onShownAgain: (run) => {
      for (const [place, draft] of [...drafts]) {
        if (draft.witness?.run !== run) continue;
        drafts.delete(place);
        drafts.set(place, draft);
      }
    },
    keep: (found) => {
      for (const draft of found) {
        if (
          draft.status !== 'confirmed' ||
          draft.severity === 'info' ||
          draft.witness === null ||
          draft.witness.run.schedule.kind === 'delayed'
        )
          continue;
        const run = plainJson(draft.witness.run);
        runs.delete(run);
        runs.set(run, draft.witness.run);
        const place = [
          draft.code,
          draft.array,
          ...draft.pairs.slice(0, 1).flatMap(({ first, second }) => [placeOf(first), placeOf(second)]),
        ].join(' ');
        drafts.set(place, draft);
      }
    },
  };
}

/** `possible`: it has a model that no run confirms. `late`: time ended it. */
export type Outcome = 'proved' | 'shown' | 'possible' | 'open' | 'late';
const ranked: readonly Outcome[] = ['open', 'possible', 'proved', 'shown'];

/** What came of all questions with one key: one that is answered says that others may be. */
function noteIn(outcomes: Map<string, Outcome>, key: string, outcome: Outcome): void {
  const before = outcomes.get(key);
  if (before === undefined || ranked.indexOf(outcome) > ranked.indexOf(before)) outcomes.set(key, outcome);
}

const placeOf = ({ file, start, end }: Span): string => `${file}:${start}-${end}`;

/** A run that shows something, and what the machine says of it. */
export type ShowingRun = Readonly<{ run: ConcreteRun; report: MachineReport }>;

/** Those of the runs that show something under this launch. */
export function runsThatShow(
  runs: readonly ConcreteRun[],
  compiled: CompiledKernel,
  launch: AnsweredLaunch,
  isTimeUp: () => boolean,
): readonly ShowingRun[] {
  return runs.flatMap((run) => {
    const report = notAdmitted(run, launch) === null ? reportOf(run, compiled, { isTimeUp }) : null;
    const shows =
      report !== null && (report.divergences.length > 0 || report.races.some(({ sameValue }) => !sameValue));
    return shows ? [{ run, report }] : [];
  });
}

/**
 * Null: the run shows nothing, since it breaks what is assumed, or nothing of interest. `isOfInterest`: asked of what
 * rests on reads outside of arrays, too.
 */
export function reportOf(
  run: ConcreteRun,
  compiled: CompiledKernel,
  more: Pick<MachineBudget, 'isTimeUp' | 'sought'>,
  isOfInterest: (report: MachineReport) => boolean = () => true,
): MachineReport | null {
  const budget = { ...limits.machine, ...(more.sought === undefined ? {} : { maxSteps: limits.soughtSteps }), ...more };
  const seen = runCompiled(compiled, run, budget);
  if (breaksAssumption(seen) || !isOfInterest(seen)) return null;
  return withoutOutsideReads(seen, (outside) => runCompiled(compiled, run, { ...budget, outside }));
}
