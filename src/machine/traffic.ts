/**
 * How closely the accesses of a run lie together, which is what a search for collisions goes by (Wu et al., Simulee,
 * 3.1: the primary fitness is addresses over accesses, the secondary one the range of addresses).
 */
import type { Machine } from './state.ts';
import type { Traffic } from './machine.ts';
import type { Store } from './memory.ts';

/** Of arrays in which races are looked for. */
export function trafficOf(m: Machine): Traffic {
  let [cells, range, accesses] = [0, 0, 0];
  const count = (store: Store): void => {
    if (!store.info.isLogged) return;
    let [first, last] = [Infinity, -Infinity];
    for (const page of store.pages.values()) {
      for (let cell = 0; cell < page.heads.length; cell++) {
        if (page.heads[cell] === 0) continue;
        cells++;
        first = Math.min(first, page.base + (cell << store.info.cellShift));
        last = Math.max(last, page.base + (cell << store.info.cellShift));
      }
    }
    if (last >= first) range += last - first;
  };
  for (const store of m.globals) if (store !== null) count(store);
  for (const block of m.blocks) {
    if (block === undefined) continue;
    for (const store of block.stores) if (store.info.space === 'shared') count(store);
    for (const thread of block.threads) accesses += thread.visible;
  }
  return { cells, accesses, range };
}
