/**
 * From one view of a kernel under one launch to its protocol, its intervals and its obligations: four passes, each of
 * whose results is kept (kept.ts).
 */
import type { ArrayId } from '../base/brand.ts';
import type { Deadline } from '../base/deadline.ts';
import type { Fact } from '../protocol/infer.ts';
import type { Kept } from './kept.ts';
import type { LaunchConfig, WarpModel } from '../launch/launch.ts';
import type { Obligation } from '../obligation/obligation.ts';
import type { Interval, KernelProtocol, Owned, SplitProtocol, WholeProtocol } from '../protocol/protocol.ts';
import type { Ordered } from './tiles.ts';
import type { View } from '../ir/views.ts';
import { arithmetic } from '../solve/by-arithmetic.ts';
import { inferProtocol, ofBlock, ofGrid, ofOrdered } from '../protocol/infer.ts';
import { countConflicting } from '../obligation/conflict.ts';
import { launchKey } from './kept.ts';
import { obligationsOf } from '../obligation/obligations.ts';
import type { Ownership } from '../obligation/ownership.ts';
import { ownedArrays } from '../obligation/ownership.ts';
import { withParts } from './tiles.ts';
import { synchronizesGrid } from '../ir/walk.ts';
import { betweenBlocks, splitProtocol, withBetween, wholeOf } from '../protocol/split.ts';

/**
 * `facts`: over parameters and built-ins, beside those of the launch. `inFull`: arrays whose accesses stand in the
 * intervals whoever owns them.
 */
export type SplitInput = Readonly<{
  config: LaunchConfig;
  view: View;
  facts: readonly Fact[];
  inFull: ReadonlySet<ArrayId>;
  level: 'block' | 'grid';
  warpModel: WarpModel;
  deadline: Deadline;
  kept: Kept;
  ownership?: Ownership;
}>;
type ViewSplit = Readonly<{ whole: WholeProtocol; split: SplitProtocol }>;

/** Pairs of accesses of one kernel under one launch; a kernel with more is not decided. */
export const maxPairs = 100_000;

/** Pass: what the threads of the view do. Depends on: its kernel, launch, facts, level. */
export const protocolOf = (under: SplitInput): KernelProtocol => protocolFor('block', under);

function protocolFor(
  together: 'block' | 'grid',
  { config, view: { kernel }, facts, level, deadline, kept }: SplitInput,
): KernelProtocol {
  return kept.protocols(kernel, `${together} ${level}\n${launchKey(config, facts)}`, () =>
    inferProtocol(kernel, config, facts, deadline, level, together === 'grid' ? ofGrid : ofBlock),
  );
}

/**
 * Pass: the intervals of the view. Depends on: the protocol, what the view sees, level, model of warps. `ordered`: the
 * barriers of parts that count too.
 */
export function splitView(under: SplitInput, ordered: Ordered | null = null): ViewSplit {
  const { config, view, facts, inFull, level, warpModel, deadline, kept } = under;
  if (ordered !== null)
    return splitOf(
      inferProtocol(view.kernel, config, facts, deadline, level, ofOrdered(ordered, null)),
      ordered,
      under,
    );
  const protocol = protocolOf(under);
  if (inFull.size > 0) return splitOf(protocol, null, under);
  const split = kept.splits(
    protocol,
    `${level} ${warpModel} ${kept.numberOf(view.sees)}`,
    () => splitOf(protocol, null, under).split,
  );
  return { whole: wholeUnder(protocol, under).whole, split };
}

function splitOf(protocol: KernelProtocol, ordered: Ordered | null, under: SplitInput): ViewSplit {
  const { view, inFull, level, warpModel, deadline } = under;
  const { whole, owned } = wholeUnder(protocol, under);
  const among = (arrays: ReadonlySet<ArrayId>): ReadonlySet<ArrayId> =>
    inFull.size === 0 ? arrays : new Set([...arrays].filter((id) => !inFull.has(id)));
  const blocks = splitProtocol(
    protocol,
    deadline,
    { block: among(owned.block), grid: owned.grid },
    whole,
    warpModel === 'its' && ordered === null,
  );
  const parted = ordered === null ? blocks : withParts(blocks, ordered, deadline);
  const meets = level === 'grid' && synchronizesGrid(view.kernel.body);
  const split = meets ? withBetween(parted, protocolFor('grid', under), deadline) : parted;
  return { whole, split: seenBy(view, split) };
}

/** Pass: all that the kernel may do, and which arrays are owned [T6]. Depends on: the protocol, level. */
function wholeUnder(
  protocol: KernelProtocol,
  { level, deadline, kept, ownership }: SplitInput,
): Readonly<{ whole: WholeProtocol; owned: Owned }> {
  return kept.wholes(protocol, level, () => {
    const whole = wholeOf(protocol, deadline);
    return {
      whole,
      owned: ownedArrays(whole, level, { ...arithmetic, refutes: arithmetic.refutesQuickly }, deadline, ownership),
    };
  });
}

/** How many pairs of accesses are to be compared, at most. */
export const countPairs = (split: SplitProtocol, level: 'block' | 'grid'): number =>
  countIn(split, [...split.intervals, ...split.parts.flatMap(({ intervals }) => intervals)], 'block') +
  (level === 'grid' ? countIn(split, betweenBlocks(split), 'grid') : 0);

const countIn = (split: SplitProtocol, intervals: readonly Interval[], scope: 'block' | 'grid'): number =>
  intervals.reduce((sum, { accesses }) => sum + countConflicting(split, accesses, scope), 0);

/** Pass: what could go wrong. Depends on: the split view, level, model of warps. */
export const obligationsUnder = (
  split: SplitProtocol,
  { level, warpModel, deadline, kept }: SplitInput,
): readonly Obligation[] =>
  kept.obligations(split, `${level} ${warpModel}`, () =>
    obligationsOf(split, { level, warpModel, deadline, refutes: arithmetic.refutesAtOnce }),
  );

/** The intervals with the accesses that the view is about. */
function seenBy({ sees }: View, split: SplitProtocol): SplitProtocol {
  const seen = (interval: Interval): Interval => ({
    ...interval,
    accesses: interval.accesses.filter(({ access }) => sees(access.place.array)),
  });
  const between = split.between === null ? null : { ...split.between, intervals: split.between.intervals.map(seen) };
  const parts = split.parts.map((part) => ({ ...part, intervals: part.intervals.map(seen) }));
  return { ...split, intervals: split.intervals.map(seen), whole: seen(split.whole), between, parts };
}
