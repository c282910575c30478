/**
 * Which pairs of memory statements conflict [D2]: same array, one writes, not both atomic enough. Atomics of different
 * widths are not.
 */
import type { ArrayInfo, MemorySite } from './compiled.ts';

export const within = 1;
export const between = 2;

/** A square table over the sites, of bits `within` a block and `between` blocks. */
export function conflictsBetween(sites: readonly MemorySite[], arrays: readonly ArrayInfo[]): Uint8Array {
  const table = new Uint8Array(sites.length * sites.length);
  for (const a of sites) {
    for (const b of sites) {
      if (a.array !== b.array || !a.isLogged || (!writes(a) && !writes(b))) continue;
      // copies by a group are atomic among themselves only, which the log finds out
      const bothAtomic =
        a.atomic !== null && b.atomic !== null && a.size === b.size && a.copy === null && b.copy === null;
      const blockOnly = a.atomic?.scope === 'block' || b.atomic?.scope === 'block';
      const isGlobal = arrays[a.array]?.space === 'global';
      table[a.index * sites.length + b.index] =
        (bothAtomic ? 0 : within) | (isGlobal && (!bothAtomic || blockOnly) ? between : 0);
    }
  }
  return table;
}

const writes = (site: MemorySite): boolean =>
  site.mode === 'write' || (site.atomic !== null && site.atomic.op !== 'load');
