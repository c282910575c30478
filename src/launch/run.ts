/**
 * A concrete run: everything the machine needs, and everything a reader needs to repeat it. Made by `witness/` or
 * `search/`, executed by `machine/`, printed by `report/`. Plain data: it serializes as JSON (bigint as decimal
 * string).
 */
import type { Dim3, WarpModel } from './launch.ts';

export type ConcreteRun = Readonly<{
  block: Dim3;
  grid: Dim3;
  /** Linear ids of the blocks to execute (the others do not matter to what is shown); ascending, at least one. */
  blocks: readonly number[];
  /** Values of all scalar parameters, by parameter name. Integers and bools as bigint. */
  scalars: ReadonlyMap<string, bigint | number>;
  /**
   * Initial contents by array name; elements that are not listed are `fill`. Arrays not listed: fill 0, extent unknown.
   */
  arrays: ReadonlyMap<string, InitialArray>;
  schedule: Schedule;
  warpModel: WarpModel;
}>;

export const fillWords = ['uninitialized', 'distinct'] as const;
export type FillWord = (typeof fillWords)[number];
export const isFillWord = (fill: unknown): fill is FillWord => fillWords.some((word) => word === fill);

export type InitialArray = Readonly<{
  /** Extent in elements; null: unbounded (no out-of-bounds is reported). */
  elements: number | null;
  /**
   * Value of elements that are not in `values`; `uninitialized` memory is noticed when read; `distinct`: each element
   * has a value of its own, element k the value (k ^ 5) + 1 as far as its type goes.
   */
  fill: bigint | number | FillWord;
  /** Element index to value. */
  values: ReadonlyMap<number, bigint | number>;
}>;

/**
 * `canonical`: thread by thread, each to its next barrier, in ascending order. `preferred`: the same, but the named
 * threads (linear ids in their block) go first. `random`: seeded choice at every step. `delayed`: canonical, with each
 * listed thread held back once before its n-th visible step.
 */
export type Schedule =
  | Readonly<{ kind: 'canonical' }>
  | Readonly<{ kind: 'preferred'; order: readonly Readonly<{ block: number; thread: number }>[] }>
  | Readonly<{ kind: 'random'; seed: number }>
  | Readonly<{ kind: 'delayed'; delays: readonly Readonly<{ block: number; thread: number; step: number }>[] }>;
