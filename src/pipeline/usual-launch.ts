/**
 * Whether a race was only seen because of the block or grid that Syncwright chose where no launch states it: the same
 * run is made once more with usual ones. It decides what is said of a finding, and no verdict. Needs: a race that a run
 * has shown. Gives: whether no such run shows it, and some was made to its end.
 */
import type { ConcreteRun } from '../launch/run.ts';
import type { Given, Unusual } from './usual-arguments.ts';
import type { RaceEvidence } from './evidence.ts';
import { unusualContentsUnder } from './usual-contents.ts';
import { isGoneIn, oncePerGroup, unusualUnder } from './usual-arguments.ts';

/** Of the races of one finding. */
export type RestsOnLaunch = (group: readonly RaceEvidence[]) => boolean;

/** What runs with usual arguments, contents and launches say of races. */
export type UsualRuns = Readonly<{ unusual: Unusual; unusualContents: Unusual; restsOnLaunch: RestsOnLaunch }>;

export const usualRunsUnder = (given: Given): UsualRuns => ({
  unusual: unusualUnder(given),
  unusualContents: unusualContentsUnder(given),
  restsOnLaunch: restsOnLaunch(given),
});

const usualBlocks = [
  [32, 4, 1],
  [128, 1, 1],
  [256, 1, 1],
  [64, 2, 2],
  [16, 16, 1],
] as const;
const usualGrids = [
  [2, 2, 2],
  [4, 1, 1],
  [8, 2, 1],
  [16, 1, 1],
] as const;

const restsOnLaunch = (given: Given): RestsOnLaunch =>
  oncePerGroup((group) => {
    const [main] = group;
    return main !== undefined && isGoneIn(usualLaunches(main.run, given.config), group, given);
  });

/** With usual extents where the launch states none: of the block, or else of the grid. */
function usualLaunches(shown: ConcreteRun, { block, grid }: Given['config']): readonly ConcreteRun[] {
  const open = (
    stated: readonly (number | null)[],
    own: ConcreteRun['block'],
    [x, y, z]: ConcreteRun['block'],
  ): ConcreteRun['block'] => [
    stated[0] === null ? x : own[0],
    stated[1] === null ? y : own[1],
    stated[2] === null ? z : own[2],
  ];
  if (block.includes(null)) return usualBlocks.map((usual) => ({ ...shown, block: open(block, shown.block, usual) }));
  return usualGrids.map((usual) => ({ ...shown, grid: open(grid, shown.grid, usual) }));
}
