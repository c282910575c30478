/**
 * Pass: all instances of one kernel of the source, within its time limit. Needs: how each is analysed (kernel.ts). Gives: their answers, in their order.
 * Without a limit, or of a single instance, each is analysed to its end. Else verdicts come first, then what explains and mends them; and instances
 * that no time is left for are answered by what the runs of the others show of them.
 */
import type { Begun } from './kernel.ts';
import type { Deadline } from '../base/deadline.ts';
import type { KernelAnswer } from '../verdict/finding.ts';
import { invariant } from '../base/invariant.ts';
import { timeShares } from './time-shares.ts';

export type Instance = Readonly<{
  onStart: () => void;
  begin: (deadline: Deadline) => Promise<Begun>;
  /** Without questions to the solver. */
  briefly: (deadline: Deadline) => KernelAnswer;
  /** Gets a verdict that more may be said about. */
  onVerdict: (answer: KernelAnswer) => void;
  onAnswer: (answer: KernelAnswer) => void;
}>;

/** `seconds` null: no limit. `clock` gives milliseconds. `text`: of the limit, for reasons. `within`: a deadline that ends no later than the run that calls it. */
export type Limit = Readonly<{ seconds: number | null; clock: () => number; text: string; within: (own: Deadline) => Deadline }>;

/** What of the limit is kept for brief answers: a hundredth for each instance, and no more than this. */
const mostForBrief = 0.5;
/** The part of the limit by which verdicts are there where nothing else is to come. */
const nearlyAll = 0.95;
/** What one step may take of the time that is left, where others are to come. */
const mostForOne = 1 / 4;
/** With more instances, a race of the first one is looked for in all others before more is asked of any: there are too many for that. It may take half of the time. */
const manyInstances = 16;
/** Of the time for verdicts, the part that instances take one after the other; what is left then is shared among the others, many of which may be easy. */
const forFirst = 0.65;

/** An instance, its verdict so far (null: nothing was asked of it yet), and what runs of others show of it (null: they were not tried). */
type Progress = { readonly instance: Instance; isStarted: boolean; made: Begun | null; brief: KernelAnswer | null };

export async function answerInstances(instances: readonly Instance[], { seconds, clock, text, within }: Limit): Promise<void> {
  const shares = timeShares(seconds, clock, text);
  const step = <Made>(part: number, until: number, run: (deadline: Deadline) => Promise<Made>): Promise<Made> => shares.run(part, until, (own) => run(within(own)));
  if (seconds === null || instances.length === 1) {
    for (const { onStart, begin, onAnswer } of instances) {
      onStart();
      const { finish } = await step(1, 1, begin);
      onAnswer(await step(1, 1, finish));
    }
    return;
  }
  const forBrief = Math.min(mostForBrief, instances.length / 100);
  const forVerdicts = 1 - forBrief;
  const greedily = (toCome: number): number => Math.max(mostForOne, 1 / toCome);
  const all = instances.map((instance): Progress => ({ instance, isStarted: false, made: null, brief: null }));
  const start = (one: Progress): void => {
    if (!one.isStarted) one.instance.onStart();
    one.isStarted = true;
  };
  const decide = async (one: Progress, part: number, until = forVerdicts): Promise<void> => {
    start(one);
    if (!shares.isLeft(until)) return;
    const made = await step(part, until, one.instance.begin);
    const isWorse = one.made !== null && one.made.answer.verdict !== 'unknown' && made.answer.verdict === 'unknown';
    if (isWorse) return;
    one.made = made;
    one.instance.onVerdict(made.answer);
  };
  const lookBriefly = async (one: Progress, toCome: number, until: number): Promise<void> => {
    start(one);
    one.brief = await step(greedily(toCome), until, (deadline) => Promise.resolve(one.instance.briefly(deadline)));
  };
  const isShown = ({ brief }: Progress): boolean => brief?.verdict === 'racy';

  // verdicts
  const [first, ...others] = all;
  const isMany = all.length > manyInstances;
  if (first !== undefined) await decide(first, isMany ? 1 / 2 : greedily(all.length));
  if (isMany && first?.made?.answer.verdict === 'racy') for (const [k, one] of others.entries()) await lookBriefly(one, others.length - k, forVerdicts);
  const unshown = others.filter((one) => !isShown(one));
  for (const [k, one] of unshown.entries()) {
    const toCome = unshown.length - k;
    await decide(one, shares.isLeft(forFirst * forVerdicts) ? greedily(toCome) : 1 / toCome);
  }
  // what these did not need
  const mayBeBetter = ({ made }: Progress): boolean => made === null || (made.answer.isCut === true && ['unknown', 'unsupported'].includes(made.answer.verdict));
  const cut = all.filter(mayBeBetter);
  // without a race of one of them, there is nothing to look for briefly
  const until = all.some(({ made }) => made?.answer.verdict === 'racy') ? forVerdicts : nearlyAll;
  for (const [k, one] of cut.entries()) await decide(one, greedily(cut.length - k), until);

  // what explains verdicts, and mends kernels
  const isOpen = ({ made }: Progress): boolean => made === null || (made.answer.isCut === true && made.answer.verdict === 'unknown');
  const end = all.some(isOpen) ? 1 - forBrief / 2 : 1;
  // what one instance is told by another one rests on the time that that one had
  const isCut = all.some(({ made }) => made === null || made.answer.isCut === true);
  for (const [k, one] of all.entries()) {
    const { instance, made } = one;
    const toCome = all.length - k;
    const finished = made === null ? null : shares.isLeft(end) ? await step(greedily(toCome), end, made.finish) : { ...made.answer, isCut: true as const };
    if (isOpen(one) && !isShown(one)) await lookBriefly(one, toCome, 1);
    const answer = finished === null || (isOpen(one) && isShown(one)) ? one.brief : finished;
    invariant(answer !== null, 'an instance has an answer');
    instance.onAnswer(isCut ? { ...answer, isCut: true } : answer);
  }
}
