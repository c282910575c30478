/** A queue that gives the least of its items first. */

export type Heap<Item> = Readonly<{
  push: (item: Item) => void;
  /** Undefined when it is empty. */ pop: () => Item | undefined;
}>;

/** `compare` as for sorting; items that compare as equal come in any order. */
export function createHeap<Item>(compare: (a: Item, b: Item) => number): Heap<Item> {
  const items: Item[] = [];
  const isLess = (a: number, b: number): boolean => {
    const [x, y] = [items[a], items[b]];
    return x !== undefined && y !== undefined && compare(x, y) < 0;
  };
  const swap = (a: number, b: number): void => {
    const [x, y] = [items[a], items[b]];
    if (x === undefined || y === undefined) return;
    items[a] = y;
    items[b] = x;
  };
  return {
    push: (item) => {
      items.push(item);
      for (let at = items.length - 1; at > 0;) {
        const parent = (at - 1) >> 1;
        if (!isLess(at, parent)) break;
        swap(at, parent);
        at = parent;
      }
    },
    pop: () => {
      swap(0, items.length - 1);
      const least = items.pop();
      for (let at = 0; ;) {
        const [left, right] = [2 * at + 1, 2 * at + 2];
        const child = isLess(right, left) ? right : left;
        if (!isLess(child, at)) break;
        swap(at, child);
        at = child;
      }
      return least;
    },
  };
}
