/** Carries out the settling of threads and counts honestly what was done. What is left is for the next run. */
import type { Platform } from '../platform/platform.ts';
import type { PlatformProblem } from '../platform/problem.ts';
import type { SettleStep } from './settle.ts';
import { plural } from '../report/wording.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

export type Settling = Readonly<{
  resolved: number;
  hidden: number;
  /** Neither resolved nor hidden: the comment says it. */
  edited: number;
  reopened: number;
  reviews: number;
  /** Threads and reviews not come to. */
  left: number;
  /** What ended it early. */
  problem: PlatformProblem | null;
}>;

/** GitHub takes about 80 content writes a minute and 500 an hour; more than so many steps wait for the next run. */
const mostSteps = 100;

export async function carryOut(
  { writeThread }: Pick<Platform, 'writeThread'>,
  steps: readonly SettleStep[],
): Promise<Settling> {
  const counts = { resolved: 0, hidden: 0, edited: 0, reopened: 0, reviews: 0 };
  for (const [k, step] of steps.slice(0, mostSteps).entries()) {
    const how = await oneStep(writeThread, step);
    if (typeof how !== 'string') return { ...counts, left: steps.length - k, problem: how };
    counts[how] += 1;
  }
  return { ...counts, left: Math.max(0, steps.length - mostSteps), problem: null };
}

type Way = 'resolved' | 'hidden' | 'edited' | 'reopened' | 'reviews';

async function oneStep(writeThread: Platform['writeThread'], step: SettleStep): Promise<Way | PlatformProblem> {
  let way: Way =
    step.change === 'copied' || step.change === 'moved'
      ? 'hidden'
      : step.what === 'review'
        ? 'reviews'
        : step.change === 'reopened'
          ? 'reopened'
          : 'edited';
  for (const group of step.before) {
    for (const write of group) {
      const done = await writeThread(write);
      if (!done.ok && !isRefusal(done.problem)) return done.problem;
      if (!done.ok) continue;
      if (way === 'edited') way = write.kind === 'resolve' ? 'resolved' : 'hidden';
      break;
    }
  }
  const edited = await writeThread(step.edit);
  return edited.ok ? way : edited.problem;
}

/** The token may not, whatever the platform said before: the next way is tried. */
const isRefusal = ({ kind }: PlatformProblem): boolean =>
  kind === 'forbidden' || kind === 'locked' || kind === 'missing' || kind === 'invalid';

/** One line for the log; null: nothing was done. */
export function settlingWords(settling: Settling): string | null {
  const { resolved, hidden, edited, reopened, reviews, left } = settling;
  const parts = [
    resolved > 0 ? `${plural(resolved, 'thread')} resolved` : '',
    hidden > 0 ? `${plural(hidden, 'comment')} hidden` : '',
    edited > 0 ? `${plural(edited, 'comment')} edited` : '',
    reopened > 0 ? fill(messages.openedAgainCount, { threads: plural(reopened, 'thread') }) : '',
    reviews > 0 ? `${plural(reviews, 'review')} edited` : '',
    left > 0 ? fill(messages.leftForNext, { left }) : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? null : fill(messages.earlierComments, { what: parts.join(', ') });
}
