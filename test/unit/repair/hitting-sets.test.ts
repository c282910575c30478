import { fc } from '../../seeded.ts';
import { expect, test } from 'vitest';
import { hittingSets } from '../../../src/repair/hitting-sets.ts';

const wishes = {
  weight: (item: number): number => 1 + (item % 3),
  rank: (item: number): number => item / 1000,
  wanted: 1000,
  largest: 4,
};
const hits = (set: readonly number[], lists: readonly (readonly number[])[]): boolean =>
  lists.every((list) => list.some((item) => set.includes(item)));
const keyOf = (set: readonly number[]): string => [...set].sort((a, b) => a - b).join();

/** All sets of at most four of eight items that hit, without one that a smaller of them would do for. */
function minimalSets(lists: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const sets = Array.from({ length: 256 }, (_, bits) =>
    Array.from({ length: 8 }, (_unused, k) => k).filter((k) => (bits & (1 << k)) !== 0),
  );
  return sets.filter(
    (set) =>
      set.length <= 4 &&
      hits(set, lists) &&
      set.every(
        (item) =>
          !hits(
            set.filter((other) => other !== item),
            lists,
          ),
      ),
  );
}

test('finds exactly the minimal sets, lighter ones first', () => {
  fc.assert(
    fc.property(
      fc.array(fc.uniqueArray(fc.nat(7), { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 5 }),
      (lists) => {
        const found = hittingSets(lists, wishes).sets;
        expect(found.map(keyOf).sort()).toEqual(minimalSets(lists).map(keyOf).sort());
        const weights = found.map((set) => set.reduce((sum, item) => sum + wishes.weight(item), 0));
        expect(weights).toEqual([...weights].sort((a, b) => a - b));
      },
    ),
    { numRuns: 300 },
  );
});

test('a list of nothing is hit by nothing', () => {
  expect(hittingSets([[1, 2], []], wishes).sets).toEqual([]);
});

test('lists that hold another one need nothing of their own', () => {
  const lists = Array.from({ length: 60 }, (_, from) =>
    Array.from({ length: 60 - from }, (_unused, k) => Array.from({ length: k + 1 }, (_more, at) => from + at)),
  ).flat();
  expect(lists).toHaveLength(1830);
  expect(hittingSets(lists, { ...wishes, largest: 60 })).toMatchObject({
    lists: 60,
    sets: [Array.from({ length: 60 }, (_, k) => k)],
  });
});

test('more lists apart from each other than items are allowed are seen at once', () => {
  const lists = Array.from({ length: 40 }, (_, k) => Array.from({ length: 50 }, (_unused, at) => 50 * k + at));
  expect(hittingSets(lists, wishes)).toEqual({ sets: [], visited: 1, lists: 40 });
});

test('of thousands of overlapping lists few sets are looked at', () => {
  const lists = Array.from({ length: 90 }, (_, from) =>
    Array.from({ length: 60 }, (_unused, k) => Array.from({ length: 20 + k }, (_more, at) => from + at)),
  ).flat();
  const { sets, visited } = hittingSets(lists, { ...wishes, wanted: 24, largest: 6 });
  expect(sets.length).toBeGreaterThan(0);
  expect(visited).toBeLessThanOrEqual(4_000);
});
