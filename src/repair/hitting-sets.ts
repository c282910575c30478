/**
 * Sets of items that hold at least one of every list: insertion points of which each racing pair needs one (a minimum-cost hitting set, as
 * in GPURepair, VMCAI'21). Found in the order of their weight, by a search that always goes on with the lightest set that is not whole yet.
 */

/** Sets that are looked at, at most: with hundreds of pairs and points there are far too many. */
const maxVisited = 4_000;

/** At most `wanted` sets of at most `largest` items, each without an item that it could do without; lighter ones first, then those of the smaller `rank`. */
export function hittingSets<Item>(lists: readonly (readonly Item[])[], of: Readonly<{ weight: (item: Item) => number; rank: (item: Item) => number; wanted: number; largest: number }>): readonly (readonly Item[])[] {
  const numbers = new Map<Item, number>();
  for (const item of lists.flat()) numbers.set(item, numbers.get(item) ?? numbers.size);
  const keyOf = (set: readonly Item[]): string => set.map((item) => numbers.get(item) ?? 0).sort((a, b) => a - b).join();
  const isMinimal = (set: readonly Item[]): boolean => set.every((item) => lists.some((list) => list.filter((one) => set.includes(one)).every((one) => one === item)));
  const open: { set: readonly Item[]; weight: number; rank: number }[] = [{ set: [], weight: 0, rank: 0 }];
  const seen = new Set<string>();
  const found: (readonly Item[])[] = [];
  for (let visited = 0; visited < maxVisited && open.length > 0 && found.length < of.wanted; visited++) {
    let least = 0;
    for (const [k, one] of open.entries()) {
      const best = open[least];
      if (best !== undefined && (one.weight < best.weight || (one.weight === best.weight && one.rank < best.rank))) least = k;
    }
    const [current] = open.splice(least, 1);
    if (current === undefined) break;
    const missed = lists.find((list) => !list.some((item) => current.set.includes(item)));
    if (missed === undefined) {
      if (isMinimal(current.set)) found.push(current.set);
      continue;
    }
    if (current.set.length === of.largest) continue;
    for (const item of missed) {
      const set = [...current.set, item];
      const key = keyOf(set);
      if (seen.has(key)) continue;
      seen.add(key);
      open.push({ set, weight: current.weight + of.weight(item), rank: current.rank + of.rank(item) });
    }
  }
  return found;
}
