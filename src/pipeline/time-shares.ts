/**
 * The time limit is for a kernel of the source, with all its instances. What is left of it is shared among the instances that are still
 * to come, so that one that takes all that it gets leaves something for the others; what one does not need is theirs.
 */
import type { Deadline } from '../base/deadline.ts';
import { deadlineAfter } from '../base/deadline.ts';

/** One instance may take this part of what is left, or more where fewer are to come. */
const parts = 4;

/** `run`: analyses the next instance of the kernel that `key` names; `text` is for reasons. Without a limit (`seconds` null) there is none. */
type TimeShares = Readonly<{ run: <Made>(key: string, analyse: (deadline: Deadline) => Promise<Made>) => Promise<Made> }>;

/** `keys`: of all instances that will be run. `clock` gives milliseconds. */
export function timeShares(keys: readonly string[], seconds: number | null, clock: () => number, text: string): TimeShares {
  const toCome = new Map<string, number>();
  for (const key of keys) toCome.set(key, (toCome.get(key) ?? 0) + 1);
  const used = new Map<string, number>();
  return {
    run: async (key, analyse) => {
      const count = toCome.get(key) ?? 1;
      const left = seconds === null ? null : Math.max(0, seconds - (used.get(key) ?? 0) / 1000);
      const start = clock();
      const made = await analyse(deadlineAfter(left === null ? null : left / Math.min(parts, count), clock, text));
      used.set(key, (used.get(key) ?? 0) + clock() - start);
      toCome.set(key, Math.max(1, count - 1));
      return made;
    },
  };
}
