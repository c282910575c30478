/**
 * The time limit is for a kernel of the source, with all its instances, and each is analysed in steps. What is left of the time is shared among the
 * steps that are still to come, so that one that takes all that it gets leaves something for the others; what one does not need is theirs.
 */
import type { Deadline } from '../base/deadline.ts';
import { deadlineAfter } from '../base/deadline.ts';

/** One step may take this part of what is left, or more where fewer are to come. */
const parts = 4;

/** `left`: steps of this sort that are still to come, with this one. */
export type TimeShares = Readonly<{ run: <Made>(left: number, analyse: (deadline: Deadline) => Promise<Made>) => Promise<Made> }>;

/** Of one kernel of the source. Without a limit (`seconds` null) there is none. `clock` gives milliseconds; `text` is for reasons. */
export function timeShares(seconds: number | null, clock: () => number, text: string): TimeShares {
  let used = 0;
  return {
    run: async (left, analyse) => {
      const rest = seconds === null ? null : Math.max(0, seconds - used / 1000);
      const start = clock();
      const made = await analyse(deadlineAfter(rest === null ? null : rest / Math.min(parts, left), clock, text));
      used += clock() - start;
      return made;
    },
  };
}
