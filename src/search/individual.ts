/**
 * What the search varies of a run: the dimensions and scalar arguments that the launch leaves open, and what memory
 * holds at the start. Scalars are kept as real numbers and rounded when they are run (Wu et al., Simulee, 3.1.2).
 */
import type { ArrayInfo, CompiledKernel } from '../machine/compiled.ts';
import type { ConcreteRun, InitialArray } from '../launch/run.ts';
import type { Dim3, LaunchConfig, WarpModel } from '../launch/launch.ts';
import type { ScalarType } from '../base/ctype.ts';
import { createRandom } from '../base/random.ts';
import { deviceLimits } from '../launch/launch.ts';
import { volumeOf } from '../launch/dimensions.ts';

export type SearchSpace = Readonly<{
  compiled: CompiledKernel;
  block: LaunchConfig['block'];
  grid: LaunchConfig['grid'];
  /** Scalar arguments that the launch states. */
  known: ReadonlyMap<string, bigint | number>;
  warpModel: WarpModel;
}>;

/**
 * Contents of an array: 0 everywhere, one value everywhere (integers without its sign), or drawn from 0 to `below` - 1;
 * `isSigned`: of floats as many around 0, in eighths.
 */
export type Contents =
  | Readonly<{ kind: 'fill' }>
  | Readonly<{ kind: 'filled'; value: number }>
  | Readonly<{ kind: 'drawn'; seed: number; below: number; isSigned?: true }>
  | Readonly<{ kind: 'given'; initial: InitialArray }>;
export type Individual = Readonly<{
  block: Dim3;
  grid: Dim3;
  scalars: ReadonlyMap<string, number>;
  contents: ReadonlyMap<string, Contents>;
}>;

/** Elements whose contents are drawn; those behind hold 0. */
const drawnElements = 1024;
/** Blocks that are run: the first ones, and the last. */
const blocksRun = 4;

/** Arrays whose contents at the start a run may choose. */
export const variedArrays = ({ compiled }: Pick<SearchSpace, 'compiled'>): readonly ArrayInfo[] =>
  compiled.arrays.filter(
    ({ space, elementType }) => (space === 'global' || space === 'shared') && elementType !== null,
  );

/**
 * Arrays of structures, or whose type is not known: what they hold is drawn with the others, as bytes that differ from
 * element to element.
 */
const structures = ({ compiled }: Pick<SearchSpace, 'compiled'>): readonly ArrayInfo[] =>
  compiled.arrays.filter(({ space, elementType }) => space === 'global' && elementType === null);

export const openScalars = ({
  compiled,
  known,
}: SearchSpace): readonly Readonly<{ name: string; type: ScalarType }>[] =>
  compiled.params.filter(({ name }) => !known.has(name));

export function runOf(individual: Individual, space: SearchSpace): ConcreteRun {
  const { block, grid, scalars } = individual;
  const count = volumeOf(grid);
  const blocks = [...new Set([...Array.from({ length: Math.min(count, blocksRun - 1) }, (_, k) => k), count - 1])];
  const isDrawn = [...individual.contents.values()].some(({ kind }) => kind === 'drawn');
  return {
    block,
    grid,
    blocks,
    scalars: new Map(
      space.compiled.params.map(
        ({ name, type }) => [name, space.known.get(name) ?? valueOf(scalars.get(name) ?? 1, type)] as const,
      ),
    ),
    arrays: new Map([
      ...variedArrays(space).flatMap((info) => {
        const initial = initialOf(info, individual.contents.get(info.name) ?? { kind: 'fill' });
        return initial === null ? [] : [[info.name, initial] as const];
      }),
      ...structures(space).flatMap(({ name }) => {
        const given = individual.contents.get(name);
        if (given?.kind === 'given') return [[name, given.initial] as const];
        return isDrawn
          ? [[name, { elements: null, fill: 'distinct', values: new Map<number, bigint>() } as const] as const]
          : [];
      }),
    ]),
    schedule: { kind: 'canonical' },
    warpModel: space.warpModel,
  };
}

/** A scalar, which is kept as a real number, as the integer that is run. */
export const rounded = (value: number): bigint => BigInt(Math.round(Math.max(-(2 ** 62), Math.min(2 ** 62, value))));

function valueOf(value: number, type: ScalarType): bigint | number {
  if (type.kind === 'float') return value;
  if (type.kind === 'bool') return value > 0.5 ? 1n : 0n;
  return rounded(value);
}

function initialOf(info: ArrayInfo, contents: Contents): InitialArray | null {
  if (contents.kind === 'fill') return null;
  if (contents.kind === 'given') return contents.initial;
  if (contents.kind === 'filled')
    return {
      elements: null,
      fill: info.elementType?.kind === 'float' ? contents.value : BigInt(Math.abs(contents.value)),
      values: new Map(),
    };
  const random = createRandom(contents.seed);
  const declared = info.bytes === null ? drawnElements : Math.floor(info.bytes / Math.max(1, info.elementBytes));
  const values = new Map<number, bigint | number>();
  for (let k = 0; k < Math.min(declared, drawnElements); k++) {
    const isFloat = info.elementType?.kind === 'float';
    const isSigned = isFloat && contents.isSigned === true;
    const value = random.below(contents.below) - (isSigned ? Math.floor(contents.below / 2) : 0);
    if (value !== 0) values.set(k, isFloat ? (isSigned ? value / 8 : value) : BigInt(value));
  }
  return { elements: null, fill: 0n, values };
}

/** Contents of all arrays that a run may choose, drawn from 0 to `below` - 1. */
export function drawnArrays(space: Pick<SearchSpace, 'compiled'>, seed: number, below: number): ConcreteRun['arrays'] {
  return new Map(
    variedArrays(space).flatMap((info, at) => {
      const initial = initialOf(info, { kind: 'drawn', seed: seed + at, below });
      return initial === null ? [] : [[info.name, initial] as const];
    }),
  );
}

/** A run as an individual, so that the search goes on from it. */
export function individualOf(run: ConcreteRun): Individual {
  const scalars = new Map([...run.scalars].map(([name, value]) => [name, Number(value)] as const));
  return {
    block: run.block,
    grid: run.grid,
    scalars,
    contents: new Map([...run.arrays].map(([name, initial]) => [name, { kind: 'given', initial }] as const)),
  };
}

/** Whether a device can launch it. */
export function isLaunchable({ block, grid }: Individual, space: SearchSpace): boolean {
  return (
    (volumeOf(block) <= deviceLimits.threadsPerBlock || !space.block.includes(null)) &&
    [...block, ...grid].every((extent) => extent >= 1)
  );
}
