/**
 * Runs with other arguments that show a race, too: a condition that holds in one of them does not rule it out, which is
 * settled here, where a proof would be sought in vain and at length. In some, one stride is small and all others have
 * room for anything; in others, all sizes are small.
 */
import type { ConcreteRun } from '../launch/run.ts';
import type { Dim3 } from '../launch/launch.ts';
import type { Given } from './usual-arguments.ts';
import type { RaceEvidence } from './evidence.ts';
import { bare } from '../obligation/extents.ts';
import { breaksAssumption, statedOf } from './assumed.ts';
import { budgets } from './budgets.ts';
import { evaluate } from '../solve/evaluate.ts';
import { varId } from '../base/brand.ts';
import type { Model } from '../solve/solve.ts';
import type { VarId } from '../base/brand.ts';
import { memoized } from '../base/memoize.ts';
import { raceKeyOf } from './question-keys.ts';
import { runCompiled } from '../machine/run.ts';
import { compiledUnder, openScalars } from './usual-arguments.ts';

/** What strides are, in the order of the parameters: rows, matrices of those, and so on. */
const rooms = [1n << 12n, 1n << 20n, 1n << 28n] as const;
/** What all other arguments are: few elements, and whole warps of them. */
const sizes = [4n, 64n] as const;
/** Blocks and threads along an axis that no launch states. */
const extents = { grid: 2, block: 4 } as const;
/** Of one kernel under one launch. */
const mostRuns = 32;
const budget = { maxBytes: budgets.machine.maxBytes, maxSteps: 100_000 } as const;

/**
 * Makes up to `most` runs, of those that are allowed and were not made before, until one shows one of the races; null:
 * none did. Those that break what is assumed show none.
 */
export type Trials = (isAllowed: (run: ConcreteRun) => boolean, most: number) => ConcreteRun | null;

/** `strides`: names of parameters. */
export function trialsOf(
  group: readonly RaceEvidence[],
  strides: ReadonlySet<string>,
  given: Given,
  isTimeUp: () => boolean,
): Trials {
  const keys = new Set(group.map(({ race }) => raceKeyOf(race)));
  let left: readonly ConcreteRun[] | null = null;
  return (isAllowed, most) => {
    for (const run of (left ??= runsFor(group, strides, given)).filter(isAllowed).slice(0, most)) {
      left = left.filter((other) => other !== run);
      if ([...racesIn(run, given, isTimeUp)].some((key) => keys.has(key))) return run;
    }
    return null;
  };
}

/** In the order in which to try them. */
function runsFor([main]: readonly RaceEvidence[], strides: ReadonlySet<string>, given: Given): readonly ConcreteRun[] {
  const open = openScalars(given);
  if (main === undefined || open.length < 2) return [];
  const runs = [...narrow(open, strides), ...mixed(open), ...oneLarge(open)].map((values): ConcreteRun => {
    const run = { ...main.run, scalars: new Map([...main.run.scalars, ...values]) };
    return { ...run, ...shapeOf(run, given) };
  });
  return runs.filter(({ block: [x, y, z] }) => x * y * z <= maxThreads);
}

/** The runs that were made of one kernel under one launch: all of its causes ask for the same ones. */
const made = memoized((_: Given) => new Map<string, ReadonlySet<string>>());

function racesIn(run: ConcreteRun, given: Given, isTimeUp: () => boolean): ReadonlySet<string> {
  const known = made(given);
  const key = [run.block, run.grid, ...[...run.scalars].map(([name, value]) => `${name}=${value.toString()}`)].join(
    ' ',
  );
  const before = known.get(key);
  if (before !== undefined || known.size >= mostRuns) return before ?? new Set();
  const report = runCompiled(compiledUnder(given), run, { ...budget, isTimeUp });
  const races = new Set(breaksAssumption(report) ? [] : report.races.map(raceKeyOf));
  known.set(key, races);
  return races;
}

/** Values of arguments by name. */
type Values = readonly (readonly [string, bigint])[];

type Named = Readonly<{ name: string }>;

/** In each, one stride is narrow. */
function narrow(open: readonly Named[], strides: ReadonlySet<string>): readonly Values[] {
  const moving = open.filter(({ name }) => strides.has(name));
  if (moving.length < 2 || moving.length > rooms.length + 1) return [];
  return moving.flatMap((one) =>
    sizes.map((size) => {
      const others = moving.filter((other) => other !== one);
      return [
        ...open.map(({ name }) => [name, size] as const),
        ...others.map(({ name }, k) => [name, rooms[k] ?? 1n] as const),
        [one.name, 1n] as const,
      ];
    }),
  );
}

/** Small values, of each two the one above the other at some time: how sizes compare by chance is no condition. */
const mixed = (open: readonly Named[]): readonly Values[] =>
  few.map((_, from) =>
    open.map(({ name }, k) => [name, few[(from + k * (1 + (from % 2))) % few.length] ?? 1n] as const),
  );

/** One argument is larger than all products of others. */
function oneLarge(open: readonly Named[]): readonly Values[] {
  const some = mixed(open).slice(0, 2);
  return open.flatMap(({ name }) =>
    some.map((values) => values.map(([own, value]) => [own, own === name ? rooms[0] : value] as const)),
  );
}

const few = [2n, 8n, 4n, 16n, 6n] as const;

/**
 * The launch with several blocks and threads along each axis of which nothing is stated, or as many as facts tell of
 * the arguments; of many blocks, the first ones are executed.
 */
function shapeOf(run: ConcreteRun, given: Given): Pick<ConcreteRun, 'block' | 'grid' | 'blocks'> {
  const { block, grid } = given.config;
  const stated = extentsIn(run, given);
  const along = (name: string, k: number, fixed: number | null | undefined, least: number): number =>
    fixed ?? stated.get(`${name}.${axes[k] ?? ''}`) ?? least;
  // a block of one row is as long as the one in which the race was seen
  const isRow = block[1] !== null && block[2] !== null;
  const shape: Dim3 = [
    along('gridDim', 0, grid[0], extents.grid),
    along('gridDim', 1, grid[1], extents.grid),
    along('gridDim', 2, grid[2], extents.grid),
  ];
  const threads: Dim3 = [
    along('blockDim', 0, block[0], isRow ? run.block[0] : extents.block),
    along('blockDim', 1, block[1], extents.block),
    along('blockDim', 2, block[2], extents.block),
  ];
  const count = shape.reduce((product, extent) => product * extent, 1);
  return { block: threads, grid: shape, blocks: Array.from({ length: Math.min(count, mostBlocks) }, (_, k) => k) };
}

const axes = ['x', 'y', 'z'] as const;
const mostBlocks = 8;
/** Of a block; CUDA guide, Technical Specifications per Compute Capability. */
const maxThreads = 1024;

/** The dimensions that facts state as values of the arguments. */
function extentsIn(run: ConcreteRun, { kernel, config, facts }: Given): ReadonlyMap<string, number> {
  const model = modelOf(run, { kernel });
  return new Map(
    [...facts, ...statedOf(config)].flatMap(({ condition }) => {
      const extent = condition.kind === 'binary' && condition.op === '==' ? bare(condition.left) : null;
      if (condition.kind !== 'binary' || extent?.kind !== 'builtin') return [];
      const value = evaluate(condition.right, model, 'ideal');
      return value !== null && value >= 1n && value <= 1024n ? [[extent.name, Number(value)] as const] : [];
    }),
  );
}

/** The launch's variables as a run has them. */
export function modelOf(run: ConcreteRun, { kernel }: Pick<Given, 'kernel'>): Model {
  const values = new Map<VarId, bigint>();
  for (const param of kernel.params) {
    const value = run.scalars.get(param.name);
    if (param.kind === 'scalar' && typeof value === 'bigint') values.set(param.id, value);
  }
  (['x', 'y', 'z'] as const).forEach((axis, k) => {
    values.set(varId(`blockDim.${axis}`), BigInt(run.block[k] ?? 1));
    values.set(varId(`gridDim.${axis}`), BigInt(run.grid[k] ?? 1));
  });
  return { values, functions: new Map() };
}
