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
const mostForBrief = 0.4;
/** What one step may take of the time that is left, where others are to come. */
const mostForOne = 1 / 4;
/** Of the time for verdicts, the part that instances take so, one after the other; what is left then is shared among the others, many of which may be easy. */
const forFirst = 0.65;

/** An instance, and its verdict so far; null: nothing was asked of it yet. */
type Progress = { readonly instance: Instance; made: Begun | null };

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
  const greedily = (toCome: number): number => Math.max(mostForOne, 1 / toCome);
  const all = instances.map((instance): Progress => ({ instance, made: null }));
  const verdictOf = async (one: Progress, part: number): Promise<void> => {
    if (!shares.isLeft(1 - forBrief)) return;
    const made = await step(part, 1 - forBrief, one.instance.begin);
    const isWorse = one.made !== null && one.made.answer.verdict !== 'unknown' && made.answer.verdict === 'unknown';
    if (isWorse) return;
    one.made = made;
    one.instance.onVerdict(made.answer);
  };
  for (const [k, one] of all.entries()) {
    one.instance.onStart();
    const toCome = all.length - k;
    await verdictOf(one, shares.isLeft(forFirst * (1 - forBrief)) ? greedily(toCome) : 1 / toCome);
  }
  // what the others did not need
  const mayBeBetter = ({ made }: Progress): boolean => made === null || (made.answer.isCut === true && (made.answer.verdict === 'unknown' || made.answer.verdict === 'unsupported'));
  const cut = all.filter(mayBeBetter);
  for (const [k, one] of cut.entries()) await verdictOf(one, greedily(cut.length - k));
  // what explains verdicts, and mends kernels
  const isOpen = ({ made }: Progress): boolean => made === null || (made.answer.isCut === true && made.answer.verdict === 'unknown');
  const end = all.some(isOpen) ? 1 - forBrief / 2 : 1;
  // what one instance is told by another one rests on the time that that one had
  const isCut = all.some(({ made }) => made === null || made.answer.isCut === true);
  for (const [k, { instance, made }] of all.entries()) {
    const left = all.length - k;
    const finished = made === null ? null : shares.isLeft(end) ? await step(greedily(left), end, made.finish) : { ...made.answer, isCut: true as const };
    const brief = isOpen({ instance, made }) ? await step(greedily(left), 1, (deadline) => Promise.resolve(instance.briefly(deadline))) : null;
    const answer = finished === null || brief?.verdict === 'racy' ? brief ?? finished : finished;
    invariant(answer !== null, 'an instance has an answer');
    instance.onAnswer(isCut ? { ...answer, isCut: true } : answer);
  }
}
