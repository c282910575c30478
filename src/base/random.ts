/**
 * A small seeded generator (mulberry32), so that a schedule or a search is repeated from its seed alone on every
 * machine.
 */
export type Random = Readonly<{ /** A whole number from 0 to `below` - 1. */ below: (below: number) => number }>;

export function createRandom(seed: number): Random {
  let state = seed | 0;
  return {
    below: (below) => {
      state = (state + 0x6d2b79f5) | 0;
      let t = Math.imul(state ^ (state >>> 15), 1 | state);
      t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
      return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * below);
    },
  };
}
