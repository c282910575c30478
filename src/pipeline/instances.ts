/**
 * Pass: all instances of one kernel of the source, within its time limit. Needs: how each is analysed (kernel.ts). Gives: their answers, in their order.
 * Without a limit, or of a single instance, each is analysed to its end. Else verdicts come first, then what explains and mends them; and instances
 * that no time is left for are answered by what the runs of the others show of them.
 */
import type { Begun } from './kernel.ts';
import type { Deadline } from '../base/deadline.ts';
import type { KernelAnswer } from '../verdict/finding.ts';
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

export async function answerInstances(instances: readonly Instance[], { seconds, clock, text, within }: Limit): Promise<void> {
  const shares = timeShares(seconds, clock, text);
  const step = <Made>(left: number, until: number, run: (deadline: Deadline) => Promise<Made>): Promise<Made> => shares.run(left, until, (own) => run(within(own)));
  if (seconds === null || instances.length === 1) {
    for (const [k, { onStart, begin, onAnswer }] of instances.entries()) {
      onStart();
      const { finish } = await step(instances.length - k, 1, begin);
      onAnswer(await step(instances.length - k, 1, finish));
    }
    return;
  }
  const forBrief = Math.min(mostForBrief, instances.length / 100);
  const verdicts = 1 - forBrief;
  const begun: Readonly<{ instance: Instance; made: Begun | null }>[] = [];
  for (const [k, instance] of instances.entries()) {
    instance.onStart();
    const made = shares.isLeft(verdicts) ? await step(instances.length - k, verdicts, instance.begin) : null;
    if (made !== null) instance.onVerdict(made.answer);
    begun.push({ instance, made });
  }
  const isOpen = ({ made }: typeof begun[number]): boolean => made === null || (made.answer.isCut === true && made.answer.verdict === 'unknown');
  const open = begun.filter(isOpen);
  const decided = begun.filter((one) => !isOpen(one));
  const end = open.length === 0 ? 1 : 1 - forBrief / 2;
  for (const [k, { instance, made }] of decided.entries()) {
    if (made === null) continue;
    instance.onAnswer(shares.isLeft(end) ? await step(decided.length - k, end, made.finish) : { ...made.answer, isCut: true });
  }
  for (const [k, { instance, made }] of open.entries()) {
    const brief = await step(open.length - k, 1, (deadline) => Promise.resolve(instance.briefly(deadline)));
    instance.onAnswer(made === null || brief.verdict !== 'unknown' ? brief : made.answer);
  }
}
