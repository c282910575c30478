/**
 * Mutation (Wu et al., Simulee, 3.1.2 and Algorithm 2): each parent has two children, one whose scalars moved by a
 * standard normal amount, one by a Cauchy amount; dimensions move by -1, 0 or 1. Beyond the paper: a dimension or
 * scalar may also be doubled or halved, a scalar may become one of the `hints` (what conditions of the kernel compare
 * with, what others are), and memory may be filled anew.
 */
import type { Contents, Individual, SearchSpace } from './individual.ts';
import type { Dim3 } from '../launch/launch.ts';
import type { Random } from '../base/random.ts';
import { volumeOf } from '../launch/dimensions.ts';
import { isLaunchable, openScalars, variedArrays } from './individual.ts';

const unit = 2 ** 30;
const uniform = (random: Random): number => (random.below(unit) + 0.5) / unit;

/** Box and Muller. */
export const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(uniform(random))) * Math.cos(2 * Math.PI * uniform(random));
export const cauchy = (random: Random): number => Math.tan(Math.PI * (uniform(random) - 0.5));

export function childrenOf(
  parent: Individual,
  space: SearchSpace,
  hints: readonly number[],
  random: Random,
): readonly Individual[] {
  return [normal, cauchy].map((step) => {
    const child: Individual = {
      block: movedDimensions(parent.block, space.block, random),
      grid: movedDimensions(parent.grid, space.grid, random),
      scalars: movedScalars(parent, space, hints, () => step(random), random),
      contents: refilled(parent, space, hints, random),
    };
    return isLaunchable(child, space) ? child : { ...child, block: parent.block, grid: parent.grid };
  });
}

function movedDimensions(extents: Dim3, stated: SearchSpace['block'], random: Random): Dim3 {
  const moved = (k: 0 | 1 | 2): number => {
    const extent = extents[k];
    if (stated[k] !== null) return extent;
    const doubled = random.below(4);
    if (doubled === 0) return extent * 2;
    return doubled === 1 ? Math.max(1, extent >> 1) : Math.max(1, extent + random.below(3) - 1);
  };
  return [moved(0), moved(1), moved(2)];
}

function movedScalars(
  { scalars, block, grid }: Individual,
  space: SearchSpace,
  hints: readonly number[],
  step: () => number,
  random: Random,
): Individual['scalars'] {
  const sizes = [...block, ...grid, block[0] * grid[0], volumeOf(block)];
  return new Map(
    openScalars(space).map(({ name }) => {
      const value = scalars.get(name) ?? 1;
      const choices = [...hints, ...sizes, ...scalars.values()];
      if (random.below(3) > 0) return [name, value + step()] as const;
      return [name, (choices[random.below(choices.length)] ?? value) + random.below(3) - 1] as const;
    }),
  );
}

/** One array is filled anew, or none. */
function refilled(
  { contents, block, grid }: Individual,
  space: SearchSpace,
  hints: readonly number[],
  random: Random,
): Individual['contents'] {
  const arrays = variedArrays(space);
  const chosen = arrays[random.below(arrays.length + 1)];
  if (chosen === undefined) return contents;
  const ranges = [2, block[0], block[0] * grid[0], 256, ...hints.map((hint) => Math.abs(hint) + 1)];
  const drawn: Contents = {
    kind: 'drawn',
    seed: random.below(unit),
    below: Math.max(2, Math.min(ranges[random.below(ranges.length)] ?? 2, 2 ** 31)),
  };
  return new Map([...contents, [chosen.name, drawn]]);
}
