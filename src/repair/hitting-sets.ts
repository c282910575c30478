/**
 * Sets of items that hold at least one of every list: insertion points of which each racing pair needs one (a
 * minimum-cost hitting set, as in GPURepair, VMCAI'21). Found in the order of their weight, by a search that always
 * goes on with the lightest set that is not whole yet.
 *
 * Thousands of pairs come down to few lists: what hits a list hits every longer one that holds it. What the lists that
 * a set misses cost at least counts as its own: lists of which no two share an item need one each.
 */
import { createHeap } from '../base/heap.ts';

/** Sets that are looked at, at most: with hundreds of pairs and points there are far too many. */
const maxVisited = 4_000;

/** `visited`: sets that were looked at. `lists`: those that are left to hit. */
export type Searched<Item> = Readonly<{ sets: readonly (readonly Item[])[]; visited: number; lists: number }>;

/**
 * At most `wanted` sets of at most `largest` items, each without an item that it could do without; lighter ones first,
 * then those of the smaller `rank`.
 */
export function hittingSets<Item>(
  given: readonly (readonly Item[])[],
  of: Readonly<{ weight: (item: Item) => number; rank: (item: Item) => number; wanted: number; largest: number }>,
): Searched<Item> {
  const numbers = new Map<Item, number>();
  for (const item of given.flat()) numbers.set(item, numbers.get(item) ?? numbers.size);
  const numberOf = (item: Item): number => numbers.get(item) ?? 0;
  const lists = leastLists(given, numberOf);
  const keyOf = (set: readonly Item[]): string =>
    set
      .map(numberOf)
      .sort((a, b) => a - b)
      .join();
  const isMinimal = (set: readonly Item[]): boolean =>
    set.every((item) => lists.some((list) => list.has(item) && set.every((one) => one === item || !list.has(one))));
  const open = createHeap<Open<Item>>(
    (a, b) =>
      a.least.weight - b.least.weight ||
      a.least.rank - b.least.rank ||
      b.set.length - a.set.length ||
      a.number - b.number,
  );
  const atLeast = ({ set, least }: Open<Item>, apart: readonly ReadonlySet<Item>[]): Cost => ({
    weight: Math.max(least.weight, sum(set, of.weight) + sum(apart, (list) => leastOf(list, of.weight))),
    rank: Math.max(least.rank, sum(set, of.rank) + sum(apart, (list) => leastOf(list, of.rank))),
  });
  open.push({ set: [], least: { weight: 0, rank: 0 }, number: 0 });
  const seen = new Set<string>();
  const sets: (readonly Item[])[] = [];
  let visited = 0;
  for (; visited < maxVisited && sets.length < of.wanted; visited++) {
    const current = open.pop();
    if (current === undefined) break;
    const missed = lists.filter((list) => current.set.every((item) => !list.has(item)));
    const apart = apartAmong(missed);
    if (apart.length > of.largest - current.set.length) continue;
    const least = atLeast(current, apart);
    if (least.weight > current.least.weight || least.rank > current.least.rank) {
      open.push({ ...current, least });
      continue;
    }
    const [next] = missed;
    if (next === undefined) {
      if (isMinimal(current.set)) sets.push(current.set);
      continue;
    }
    for (const item of next) {
      const set = [...current.set, item];
      const key = keyOf(set);
      if (seen.has(key)) continue;
      seen.add(key);
      open.push({ set, least: current.least, number: seen.size });
    }
  }
  return { sets, visited, lists: lists.length };
}

type Cost = Readonly<{ weight: number; rank: number }>;
/** `least`: what it and all that is made of it costs at least, as far as that is known. */
type Open<Item> = Readonly<{ set: readonly Item[]; least: Cost; number: number }>;

const sum = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((total, item) => total + of(item), 0);
const leastOf = <Item>(list: ReadonlySet<Item>, of: (item: Item) => number): number =>
  [...list].reduce((least, item) => Math.min(least, of(item)), Infinity);

/** Without those that hold another one, in the order in which they are given. */
function leastLists<Item>(
  given: readonly (readonly Item[])[],
  numberOf: (item: Item) => number,
): readonly ReadonlySet<Item>[] {
  const unique = [
    ...new Map(given.map((list, at) => [list.map(numberOf).join(), { list: new Set(list), at }])).values(),
  ];
  const least: (typeof unique)[number][] = [];
  for (const one of unique.sort((a, b) => a.list.size - b.list.size)) {
    if (!least.some(({ list }) => [...list].every((item) => one.list.has(item)))) least.push(one);
  }
  return least.sort((a, b) => a.at - b.at).map(({ list }) => list);
}

/** Lists of which no two share an item, the first that come. */
function apartAmong<Item>(lists: readonly ReadonlySet<Item>[]): readonly ReadonlySet<Item>[] {
  const taken = new Set<Item>();
  return lists.filter((list) => {
    const items = [...list];
    if (items.some((item) => taken.has(item))) return false;
    for (const item of items) taken.add(item);
    return true;
  });
}
