/**
 * The time limit is for a kernel of the source, with all its instances, and each is analysed in steps, one after the
 * other. A step gets a part of what is left; what it does not need is left for the others.
 */
import type { Deadline } from '../base/deadline.ts';
import { deadlineAfter } from '../base/deadline.ts';

/** `until`: the part of the whole limit by which the step ends at the latest; `part`: of what is left of that. */
export type TimeShares = Readonly<{
  run: <Made>(part: number, until: number, analyse: (deadline: Deadline) => Promise<Made>) => Promise<Made>;
  /** Whether something is left for a step that ends by then. */
  isLeft: (until: number) => boolean;
}>;

/**
 * Of one kernel of the source. Without a limit (`seconds` null) there is none. `clock` gives milliseconds; `text` is
 * for reasons.
 */
export function timeShares(seconds: number | null, clock: () => number, text: string): TimeShares {
  let used = 0;
  const rest = (until: number): number | null => (seconds === null ? null : Math.max(0, until * seconds - used / 1000));
  return {
    run: async (part, until, analyse) => {
      const own = rest(until);
      const start = clock();
      const made = await analyse(deadlineAfter(own === null ? null : own * part, clock, text));
      used += clock() - start;
      return made;
    },
    isLeft: (until) => rest(until) !== 0,
  };
}
