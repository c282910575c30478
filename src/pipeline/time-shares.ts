/**
 * The time limit is for a kernel of the source, with all its instances, and each is analysed in steps. What is left of the time is shared among the
 * steps of a sort that are still to come, so that one that takes all that it gets leaves something for the others; what one does not need is theirs.
 */
import type { Deadline } from '../base/deadline.ts';
import { deadlineAfter } from '../base/deadline.ts';

/** One step may take this part of what is left, or more where fewer are to come; the first one more, since others find in tables what it has made. */
const parts = { first: 2, others: 4 } as const;

/** `left`: steps of this sort that are still to come, with this one. `until`: the part of the whole limit by which they end. */
export type TimeShares = Readonly<{
  run: <Made>(left: number, until: number, analyse: (deadline: Deadline) => Promise<Made>) => Promise<Made>;
  /** Whether something is left for a step that ends by then. */
  isLeft: (until: number) => boolean;
}>;

/** Of one kernel of the source. Without a limit (`seconds` null) there is none. `clock` gives milliseconds; `text` is for reasons. */
export function timeShares(seconds: number | null, clock: () => number, text: string): TimeShares {
  let used = 0;
  let isFirst = true;
  const rest = (until: number): number | null => (seconds === null ? null : Math.max(0, until * seconds - used / 1000));
  return {
    run: async (left, until, analyse) => {
      const own = rest(until);
      const start = clock();
      const share = Math.min(isFirst ? parts.first : parts.others, left);
      isFirst = false;
      const made = await analyse(deadlineAfter(own === null ? null : own / share, clock, text));
      used += clock() - start;
      return made;
    },
    isLeft: (until) => rest(until) !== 0,
  };
}
