/**
 * The pairs of threads that the same barriers of parts order [D23]: for each set of barriers at which some two threads
 * are both waited for, who they are, in words that formulas are made of. Exact.
 *
 * Example: barriers of warps and of tiles of 8 give the pairs within tiles of 8, whom both order, and those within
 * warps but not within tiles of 8.
 */
import type { Pairs, Part, Run } from '../protocol/protocol.ts';
import type { Sets } from './parts.ts';
import type { StmtId } from '../base/brand.ts';
import { deviceLimits } from '../launch/launch.ts';

/** `barriers`: those that order such a pair. */
export type PairsOfParts = Readonly<{
  groups: readonly Readonly<{ barriers: ReadonlySet<StmtId>; pairs: Pairs }>[];
  /** In whose sets the pairs are not that no barrier orders. */ apart: readonly Part[];
}>;

type Distinct = Readonly<{ sets: Sets; part: Part; barriers: StmtId[] }>;

/** More ways in which threads are parted are not followed, nor more runs of numbers in one of them. */
const maxParts = 12;
const maxRuns = 64;

/** Those that order few pairs come last. Barriers whose sets are too many, or too ragged, order nothing. */
export function pairsOf(sets: ReadonlyMap<StmtId, Sets>): PairsOfParts {
  const distinct = distinctParts(sets);
  const found = new Map<string, readonly Distinct[]>();
  const threads = Math.max(0, ...distinct.map((one) => one.sets.length));
  const kinds = new Map(
    Array.from({ length: threads }, (_, linear) => [distinct.map((one) => one.sets[linear] ?? -1).join(), linear]),
  );
  const both = (a: number, b: number): void => {
    const common = distinct.filter(
      (one) => one.sets[a] !== undefined && one.sets[a] >= 0 && one.sets[a] === one.sets[b],
    );
    if (common.length > 0) found.set(common.map((one) => distinct.indexOf(one)).join(), common);
  };
  const last = [...kinds.values()];
  last.forEach((a, k) => {
    for (const b of last.slice(k + 1)) both(a, b);
  });
  // of threads that are parted nowhere, any two stand for all
  const seen = new Set<string>();
  for (let linear = 0; linear < threads; linear++) {
    const kind = distinct.map((one) => one.sets[linear] ?? -1).join();
    if (seen.has(kind)) both(linear, linear);
    seen.add(kind);
  }
  const groups = [...found.values()]
    .sort((a, b) => a.length - b.length)
    .map((common) => ({
      barriers: new Set(common.flatMap(({ barriers }) => barriers)),
      pairs: {
        within: finest(common).map(({ part }) => part),
        apart: widest(distinct.filter((one) => !common.includes(one)))
          .filter((one) => meets(one, common))
          .map(({ part }) => part),
      },
    }));
  return { groups, apart: widest(distinct).map(({ part }) => part) };
}

function distinctParts(sets: ReadonlyMap<StmtId, Sets>): readonly Distinct[] {
  const found = new Map<string, Distinct>();
  for (const [id, own] of sets) {
    const part = partFrom(own);
    if (part === null) continue;
    const key = JSON.stringify(part);
    const known = found.get(key) ?? { sets: own, part, barriers: [] };
    known.barriers.push(id);
    if (found.size < maxParts || found.has(key)) found.set(key, known);
  }
  return [...found.values()];
}

/** Whether each set of `one` lies in one of `other`. */
function isWithin(one: Distinct, other: Distinct): boolean {
  const where = new Map<number, number>();
  return one.sets.every((set, linear) => {
    const outer = other.sets[linear] ?? -1;
    if (set < 0) return true;
    if (!where.has(set)) where.set(set, outer);
    return outer >= 0 && where.get(set) === outer;
  });
}

const isAlike = (one: Distinct, other: Distinct): boolean => isWithin(one, other) && isWithin(other, one);
const finest = (all: readonly Distinct[]): readonly Distinct[] =>
  all.filter(
    (one, k) => !all.some((other, j) => other !== one && isWithin(other, one) && (j < k || !isAlike(one, other))),
  );
const widest = (all: readonly Distinct[]): readonly Distinct[] =>
  all.filter(
    (one, k) => !all.some((other, j) => other !== one && isWithin(one, other) && (j < k || !isAlike(one, other))),
  );

/** Whether some two threads are in one set of it and of all the others. */
function meets(one: Distinct, others: readonly Distinct[]): boolean {
  const seen = new Set<string>();
  return one.sets.some((set, linear) => {
    const all = [set, ...others.map((other) => other.sets[linear] ?? -1)];
    if (all.some((each) => each < 0)) return false;
    const key = all.join();
    const isAgain = seen.has(key);
    seen.add(key);
    return isAgain;
  });
}

// In words ------------------------------------------------------------------------------------------------------------

/** Null: no two threads are in one set, or the sets are too ragged. */
function partFrom(sets: Sets): Part | null {
  const { warpSize } = deviceLimits;
  const members = new Map<number, number[]>();
  sets.forEach((set, linear) => {
    if (set >= 0) members.set(set, [...(members.get(set) ?? []), linear]);
  });
  const lists = [...members.values()].filter((list) => list.length > 1);
  if (lists.length === 0) return null;
  for (let size = 2; size <= deviceLimits.threadsPerBlock; size *= 2)
    if (isTiles(sets, size)) return { kind: 'tiles', size };
  const inWarps = lists.every((list) =>
    list.every((linear) => Math.floor(linear / warpSize) === Math.floor((list[0] ?? 0) / warpSize)),
  );
  const ofWarp = inWarps ? sameInEachWarp(sets, lists) : null;
  const written = (ofWarp ?? lists).map(runsOf);
  if (written.reduce((sum, runs) => sum + runs.length, 0) > maxRuns) return null;
  return { kind: 'sets', of: ofWarp === null ? 'block' : 'warp', sets: written };
}

const isTiles = (sets: Sets, size: number): boolean =>
  sets.every((set, linear) => set >= 0 && (linear === 0 || (set === sets[linear - 1]) === (linear % size !== 0))) &&
  new Set(sets).size === Math.ceil(sets.length / size);

/** The sets of lanes, where they are the same in each warp, as far as it has these lanes. */
function sameInEachWarp(sets: Sets, lists: readonly (readonly number[])[]): readonly (readonly number[])[] | null {
  const { warpSize } = deviceLimits;
  const lanes = new Map<string, readonly number[]>(
    lists.filter(([first]) => first !== undefined && first < warpSize).map((list) => [list.join(), list]),
  );
  const isSame = sets.every((_, linear) => {
    const own = linear % warpSize;
    const mine = [...lanes.values()].find((list) => list.includes(own));
    const start = linear - own;
    const others = Array.from({ length: warpSize }, (__, lane) => lane).filter(
      (lane) => start + lane < sets.length && lane !== own,
    );
    return others.every(
      (lane) => ((sets[linear] ?? -1) >= 0 && sets[start + lane] === sets[linear]) === (mine?.includes(lane) ?? false),
    );
  });
  return isSame ? [...lanes.values()] : null;
}

function runsOf(list: readonly number[]): readonly Run[] {
  const runs: { from: number; to: number }[] = [];
  for (const at of list) {
    const last = runs.at(-1);
    if (last !== undefined && last.to === at - 1) last.to = at;
    else runs.push({ from: at, to: at });
  }
  return runs;
}
