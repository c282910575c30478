/**
 * Results that are kept under a text that determines them, the most recent ones, for the life of the process: what
 * instances, launches, patches and other kernels ask again is found once. Like `memoized` (memoize.ts), it changes no
 * answer.
 */
export type Remembered<Found> = Readonly<{
  get: (key: string) => Found | undefined;
  set: (key: string, found: Found) => void;
}>;

/** `most`: results that are kept; the oldest go first. */
export function remembered<Found>(most: number): Remembered<Found> {
  const known = new Map<string, Found>();
  return {
    get: (key) => {
      const found = known.get(key);
      if (found === undefined) return undefined;
      known.delete(key);
      known.set(key, found);
      return found;
    },
    set: (key, found) => {
      known.delete(key);
      known.set(key, found);
      if (known.size <= most) return;
      const [oldest] = known.keys();
      if (oldest !== undefined) known.delete(oldest);
    },
  };
}
