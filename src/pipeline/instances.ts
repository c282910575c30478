/**
 * Pass: all instances of one kernel of the source, within its time limit. Needs: how each is analysed (kernel.ts).
 * Gives: their answers, in their order. Without a limit, or of a single instance, each is analysed to its end. Else
 * verdicts come first, those of instances that may be proved before those of others, and of small ones before those of
 * large ones; then what explains and mends them; and instances that no time is left for are answered by what the runs
 * of the others show of them.
 */
import type { Begun } from './kernel.ts';
import type { Deadline } from '../base/deadline.ts';
import type { KernelAnswer } from '../verdict/finding.ts';
import { invariant } from '../base/invariant.ts';
import { timeShares } from './time-shares.ts';

export type Instance = Readonly<{
  /** Statements of it, of which more take longer. */
  size: number;
  /** Whether all of it is modelled. */
  mayBeProved: boolean;
  onStart: () => void;
  begin: (deadline: Deadline) => Promise<Begun>;
  /** Without questions to the solver. */
  briefly: (deadline: Deadline) => KernelAnswer;
  /** Gets a verdict that more may be said about. */
  onVerdict: (answer: KernelAnswer) => Promise<void>;
  onAnswer: (answer: KernelAnswer) => void;
}>;

/**
 * `seconds` null: no limit. `times`: how often it holds the limit of the user. `clock` gives milliseconds. `text`: of
 * the limit, for reasons. `within`: a deadline that ends no later than the run that calls it.
 */
export type Limit = Readonly<{
  seconds: number | null;
  times: number;
  clock: () => number;
  text: string;
  within: (own: Deadline) => Deadline;
}>;

/**
 * What of the limit is kept for brief answers: a hundredth for each instance while it is not known what one takes, and
 * no more than this.
 */
const mostForBrief = 0.5;
/** What brief answers take may vary by this. */
const variation = 1.5;
/** How much the last brief answer counts in what one is expected to take. */
const weightOfLast = 0.2;
/** The part of the limit by which verdicts are there where nothing else is to come. */
const nearlyAll = 0.95;
/** What one step may take of the time that is left, where others are to come. */
const mostForOne = 1 / 4;
/** The same of the first instance that is explained: a condition that is found of it is tried in the others first. */
const mostForFirstReason = 3 / 5;
/** And what it gets at least: with less, of many nothing is decided. */
const leastForOne = 1 / 20;
/** The same of the first that is not easy, of the limit of the user: what is found of it, others may show. */
const mostForFirst = 1 / 2;
/**
 * Racy ones that are explained at once where there are many: a condition that is found of one makes what runs show of
 * the others no answer.
 */
const mostExplainedFirst = 2;
/** And what each gets of the time that is left. */
const mostForReasonFirst = 1 / 5;
/** With more instances, what runs of the others show of one is its verdict: there are too many to ask more of each. */
const manyInstances = 16;
/**
 * Of the time for verdicts, the part that instances take one after the other; what is left then is shared among the
 * others, many of which may be easy.
 */
const oneByOne = 0.65;

/** An answer that nothing more is said about. */
export const answered = (answer: KernelAnswer): Begun => ({ answer, finish: () => Promise.resolve(answer) });

/**
 * An instance, its verdict so far (null: nothing was asked of it yet), its answer where that was explained before the
 * others had a verdict, and what runs of others show of it (null: they were not tried).
 */
type Progress = {
  readonly instance: Instance;
  isStarted: boolean;
  made: Begun | null;
  finished: KernelAnswer | null;
  brief: KernelAnswer | null;
};

export async function answerInstances(instances: readonly Instance[], limit: Limit): Promise<void> {
  const { seconds } = limit;
  if (seconds === null || instances.length === 1) {
    const shares = timeShares(seconds, limit.clock, limit.text);
    const whole = <Made>(run: (deadline: Deadline) => Promise<Made>): Promise<Made> =>
      shares.run(1, 1, (own) => run(limit.within(own)));
    const answers = answersOf((finish) => whole(finish));
    for (const instance of instances) {
      instance.onStart();
      const { answer, finish } = await whole(instance.begin);
      await instance.onVerdict(answer);
      answers.give(instance, await whole(finish), finish);
    }
    await answers.end();
    return;
  }
  await answerWithin(instances, seconds, limit);
}

async function answerWithin(
  instances: readonly Instance[],
  seconds: number,
  { times, clock, text, within }: Limit,
): Promise<void> {
  const shares = timeShares(seconds, clock, text);
  const step = <Made>(part: number, until: number, run: (deadline: Deadline) => Promise<Made>): Promise<Made> =>
    shares.run(part, until, (own) => run(within(own)));
  const greedily = (toCome: number): number => Math.max(mostForOne, 1 / toCome);
  const all = instances.map((instance): Progress => ({
    instance,
    isStarted: false,
    made: null,
    finished: null,
    brief: null,
  }));
  const briefs: { ms: number | null } = { ms: null };
  const start = (one: Progress): void => {
    if (!one.isStarted) one.instance.onStart();
    one.isStarted = true;
  };
  const decide = async (one: Progress, part: number, until: number): Promise<void> => {
    start(one);
    if (!shares.isLeft(until)) return;
    const made = await step(part, until, one.instance.begin);
    const isWorse = one.made !== null && one.made.answer.verdict !== 'unknown' && made.answer.verdict === 'unknown';
    if (isWorse) return;
    // what an open one was analysed by is large, and explains little
    one.made =
      all.length > manyInstances && ['unknown', 'unsupported'].includes(made.answer.verdict)
        ? answered(made.answer)
        : made;
    await one.instance.onVerdict(made.answer);
  };
  const lookBriefly = async (one: Progress, toCome: number, until: number): Promise<void> => {
    start(one);
    const before = clock();
    const brief = await step(greedily(toCome), until, (deadline) => Promise.resolve(one.instance.briefly(deadline)));
    const ms = clock() - before;
    briefs.ms = briefs.ms === null ? ms : (1 - weightOfLast) * briefs.ms + weightOfLast * ms;
    if (!isShown(one)) one.brief = brief;
  };
  /** The part of the limit that brief answers of so many instances need. */
  const partForBriefs = (count: number): number => {
    const each = briefs.ms === null ? 1 / 100 : (variation * briefs.ms) / 1000 / seconds;
    return Math.min(mostForBrief, count * each);
  };

  // verdicts
  const isMany = all.length > manyInstances;
  const inOrder = [...all].sort(
    (a, b) => Number(b.instance.mayBeProved) - Number(a.instance.mayBeProved) || a.instance.size - b.instance.size,
  );
  let hasRace = false;
  /** Under the condition of one instance, others are mostly proved: a race of theirs is then no answer. */
  let hasCondition = false;
  let isFirst = isMany;
  /** Racy ones that were explained before the others had a verdict. */
  let explained = 0;
  /** Of the last ones that were decided, how many were cut short, one after the other. */
  let vain = 0;
  for (const [k, one] of inOrder.entries()) {
    const toCome = inOrder.length - k;
    if (isMany && hasRace && !hasCondition && shares.isLeft(nearlyAll)) await lookBriefly(one, toCome, nearlyAll);
    if (isShown(one)) continue;
    // without a race of one of them, there is nothing to look for briefly
    const until = hasRace ? 1 - partForBriefs(toCome) : nearlyAll;
    const part = isMany
      ? Math.max(leastForOne, mostForOne / 2 ** vain)
      : shares.isLeft(oneByOne * until)
        ? mostForOne
        : 0;
    await decide(one, isFirst ? Math.max(mostForFirst / times, mostForOne) : Math.max(part, 1 / toCome), until);
    hasRace ||= one.made?.answer.verdict === 'racy';
    if (isMany && !hasCondition && explained < mostExplainedFirst && one.made?.answer.verdict === 'racy') {
      one.finished = await step(mostForReasonFirst, until, one.made.finish);
      explained += 1;
    }
    hasCondition ||= (one.finished ?? one.made?.answer)?.verdict === 'conditional';
    if (one.made?.answer.isCut === true) isFirst = false;
    vain = mayBeBetter(one) ? vain + 1 : 0;
  }
  // what these did not need
  const cut = all.filter((one) =>
    hasCondition ? one.made === null || one.made.answer.verdict === 'unknown' : !isShown(one) && mayBeBetter(one),
  );
  const until = hasRace ? 1 - partForBriefs(cut.length) : nearlyAll;
  for (const [k, one] of cut.entries()) await decide(one, greedily(cut.length - k), until);

  // what explains verdicts, and mends kernels
  const open = all.filter((one) => isOpen(one) && !isShown(one));
  const end = open.length > 0 ? 1 - partForBriefs(open.length) / 2 : 1;
  // what one instance is told by another one rests on the time that that one had
  const isCut = all.some(({ made }) => made === null || made.answer.isCut === true);
  const answers = answersOf((finish) => (shares.isLeft(1) ? step(mostForOne, 1, finish) : Promise.resolve(null)));
  let isReasonSought = false;
  for (const [k, one] of all.entries()) {
    const { instance, made } = one;
    const toCome = all.length - k;
    const isFirstReason: boolean = !isReasonSought && made?.answer.verdict === 'racy';
    isReasonSought ||= isFirstReason;
    const part = isFirstReason ? Math.max(mostForFirstReason, greedily(toCome)) : greedily(toCome);
    const finished =
      one.finished ??
      (made === null
        ? null
        : shares.isLeft(end)
          ? await step(part, end, made.finish)
          : { ...made.answer, isCut: true as const });
    if (isOpen(one) && !isShown(one)) await lookBriefly(one, toCome, 1);
    const answer = finished === null || (isOpen(one) && isShown(one)) ? one.brief : finished;
    invariant(answer !== null, 'an instance has an answer');
    answers.give(instance, isCut ? { ...answer, isCut: true } : answer, made?.finish ?? null);
  }
  await answers.end();
}

type Finish = Begun['finish'];

/**
 * Gives the answers of instances. What is racy or open waits for the others: the condition of a later instance may be
 * that of this one, too, which `again` looks at with what the others know by then. Null where no time is left for that.
 */
function answersOf(again: (finish: Finish) => Promise<KernelAnswer | null>): Readonly<{
  give: (instance: Instance, answer: KernelAnswer, finish: Finish | null) => void;
  end: () => Promise<void>;
}> {
  const waiting: {
    readonly instance: Instance;
    readonly answer: KernelAnswer;
    readonly finish: Finish | null;
    isBefore: boolean;
  }[] = [];
  return {
    give: (instance, answer, finish) => {
      if (answer.verdict === 'conditional') for (const one of waiting) one.isBefore = true;
      if (['racy', 'unknown'].includes(answer.verdict)) waiting.push({ instance, answer, finish, isBefore: false });
      else instance.onAnswer(answer);
    },
    end: async () => {
      for (const { instance, answer, finish, isBefore } of waiting) {
        const later = isBefore && finish !== null ? await again(finish) : null;
        instance.onAnswer(
          later?.verdict === 'conditional' ? { ...later, ...(answer.isCut === true ? { isCut: true } : {}) } : answer,
        );
      }
    },
  };
}

const isShown = ({ brief }: Progress): boolean => brief?.verdict === 'racy';
const isOpen = ({ made }: Progress): boolean =>
  made === null || (made.answer.isCut === true && made.answer.verdict === 'unknown');
const mayBeBetter = ({ made }: Progress): boolean =>
  made === null || (made.answer.isCut === true && ['unknown', 'unsupported'].includes(made.answer.verdict));
