/** From one view of a kernel under one launch to its intervals and obligations. */
import type { ArrayId } from '../base/brand.ts';
import type { Deadline } from '../base/deadline.ts';
import type { Fact } from '../protocol/infer.ts';
import type { LaunchConfig, WarpModel } from '../launch/launch.ts';
import type { Obligation } from '../obligation/obligation.ts';
import type { Interval, KernelProtocol, SplitProtocol, WholeProtocol } from '../protocol/protocol.ts';
import type { Ordered } from './tiles.ts';
import type { View } from '../ir/views.ts';
import { arithmetic } from '../solve/decide.ts';
import { inferProtocol, ofBlock, ofGrid, ofOrdered } from '../protocol/infer.ts';
import { countConflicting } from '../obligation/conflict.ts';
import { obligationsOf } from '../obligation/obligations.ts';
import { ownedArrays } from '../obligation/ownership.ts';
import { withParts } from './tiles.ts';
import { synchronizesGrid } from '../ir/walk.ts';
import { betweenBlocks, splitProtocol, withBetween, wholeOf } from '../protocol/split.ts';

/** `facts`: over parameters and built-ins, beside those of the launch. `inFull`: arrays whose accesses stand in the intervals whoever owns them. */
export type SplitInput = Readonly<{ config: LaunchConfig; view: View; facts: readonly Fact[]; inFull: ReadonlySet<ArrayId>; level: 'block' | 'grid'; warpModel: WarpModel; deadline: Deadline }>;
type ViewSplit = Readonly<{ protocol: KernelProtocol; whole: WholeProtocol; split: SplitProtocol }>;

/** Pairs of accesses of one kernel under one launch; a kernel with more is not decided. */
export const maxPairs = 100_000;

/** `onProtocol`: told before it is split. */
export function splitView({ config, view, facts, inFull, level, warpModel, deadline }: SplitInput, onProtocol: (protocol: KernelProtocol) => void = () => undefined, ordered: Ordered | null = null): ViewSplit {
  const protocol = inferProtocol(view.kernel, config, facts, deadline, level, ordered === null ? ofBlock : ofOrdered(ordered, null));
  onProtocol(protocol);
  const whole = wholeOf(protocol, deadline);
  const owned = ownedArrays(whole, level, { ...arithmetic, refutes: arithmetic.refutesQuickly }, deadline);
  const among = (arrays: ReadonlySet<ArrayId>): ReadonlySet<ArrayId> => (inFull.size === 0 ? arrays : new Set([...arrays].filter((id) => !inFull.has(id))));
  const blocks = splitProtocol(protocol, deadline, { block: among(owned.block), grid: owned.grid }, whole, warpModel === 'its' && ordered === null);
  const parted = ordered === null ? blocks : withParts(blocks, ordered, deadline);
  const meets = level === 'grid' && synchronizesGrid(view.kernel.body);
  const split = meets ? withBetween(parted, inferProtocol(view.kernel, config, facts, deadline, level, ofGrid), deadline) : parted;
  return { protocol, whole, split: seenBy(view, split) };
}

/** How many pairs of accesses are to be compared, at most. */
export const countPairs = (split: SplitProtocol, level: 'block' | 'grid'): number =>
  countIn(split, [...split.intervals, ...split.parts.flatMap(({ intervals }) => intervals)], 'block') + (level === 'grid' ? countIn(split, betweenBlocks(split), 'grid') : 0);

const countIn = (split: SplitProtocol, intervals: readonly Interval[], scope: 'block' | 'grid'): number => intervals.reduce((sum, { accesses }) => sum + countConflicting(split, accesses, scope), 0);

export const obligationsUnder = (split: SplitProtocol, { level, warpModel, deadline }: SplitInput): readonly Obligation[] => obligationsOf(split, { level, warpModel, deadline });

/** The intervals with the accesses that the view is about. */
function seenBy({ sees }: View, split: SplitProtocol): SplitProtocol {
  const seen = (interval: Interval): Interval => ({ ...interval, accesses: interval.accesses.filter(({ access }) => sees(access.place.array)) });
  const between = split.between === null ? null : { ...split.between, intervals: split.between.intervals.map(seen) };
  const parts = split.parts.map((part) => ({ ...part, intervals: part.intervals.map(seen) }));
  return { ...split, intervals: split.intervals.map(seen), whole: seen(split.whole), between, parts };
}
