/**
 * Evolutionary search for runs in which threads collide (Wu et al., Simulee, Algorithm 1): a population of runs, two
 * children for each in every generation, the fittest stay. Deterministic: it follows from the seed.
 * Under-approximating: what it finds is a run that the machine saw, what it does not find says nothing.
 *
 * Fitness, in this order: how many of the statements that are looked for were executed (branches that no run took yet
 * are what hides a race); addresses over accesses, the less the closer; the range of addresses, the less the closer.
 */
import type { ConcreteRun } from '../launch/run.ts';
import type { Individual, SearchSpace } from './individual.ts';
import type { MachineBudget, MachineReport } from '../machine/machine.ts';
import type { StmtId } from '../base/brand.ts';
import { childrenOf } from './mutation.ts';
import { closedDimensions, volumeOf } from '../launch/dimensions.ts';
import { createRandom } from '../base/random.ts';
import { individualOf, openScalars, runOf, variedArrays } from './individual.ts';
import { runCompiled } from '../machine/run.ts';

type SearchInput = Readonly<{
  space: SearchSpace;
  /** An individual like this one whose run keeps what is known of the launch; null: it is not worth a run. */
  within: (individual: Individual) => Individual | null;
  /** Runs to begin with: those that the solver proposed. */
  seeds: readonly ConcreteRun[];
  /** Numbers that the kernel compares with. */
  hints: readonly number[];
  /** Statements that must be executed. */
  targets: ReadonlySet<StmtId>;
  seed: number;
  budget: SearchBudget;
}>;
/** `steps`: of all runs together; `machine`: of one. */
type SearchBudget = Readonly<{ population: number; generations: number; steps: number; machine: MachineBudget }>;
/** As in the paper. */
export const defaultSearch = { population: 10, generations: 10 } as const;

/** Contents of the first runs: how many of those of one size have some that are drawn, and from how many values. */
const drawnAtFirst = 4;
/** Scalars of which one is large. */
const largeAtFirst = 10;
const drawnBelow = [256, 4, 32] as const;
/** Runs in which floats are drawn around 0, too, and from how many values. */
const signedAtFirst = 2;
const signedBelow = 64;
/** Values of which all of memory is full in the last runs: threads that vote on what they read agree there. */
const fullOf = [1, -1] as const;

export type SearchSummary = Readonly<{ runs: number; steps: number; generations: number }>;

type Scored = Readonly<{ individual: Individual; score: readonly [reached: number, density: number, range: number] }>;

/** `onRun` says whether the search may end. */
export function search(
  input: SearchInput,
  onRun: (run: ConcreteRun, report: MachineReport) => 'go on' | 'enough',
): SearchSummary {
  const { space, budget, hints } = input;
  const random = createRandom(input.seed);
  const spent = { runs: 0, steps: 0 };
  const end = { isReached: false };
  const seen = new Set<string>();
  const scored = (drawn: Individual): readonly Scored[] => {
    if (end.isReached) return [];
    const individual = input.within(drawn);
    const key = individual === null ? '' : textOf(individual);
    if (individual === null || seen.has(key)) return [];
    seen.add(key);
    const run = runOf(individual, space);
    const report = runCompiled(space.compiled, run, budget.machine);
    spent.runs++;
    spent.steps += report.steps;
    end.isReached = spent.steps >= budget.steps || budget.machine.isTimeUp?.() === true;
    if (report.faults.some(({ kind }) => kind === 'assumption')) return [{ individual, score: [-1, 1, Infinity] }];
    if (onRun(run, report) === 'enough') end.isReached = true;
    return [{ individual, score: scoreOf(report, input.targets) }];
  };
  let population = initial(input).flatMap(scored);
  let generation = 0;
  const canVary =
    openScalars(space).length > 0 || [...space.block, ...space.grid].includes(null) || variedArrays(space).length > 0;
  for (; canVary && !end.isReached && generation < budget.generations; generation++) {
    const children = population
      .flatMap(({ individual }) => childrenOf(individual, space, hints, random))
      .flatMap(scored);
    population = [...population, ...children].sort(fittestFirst).slice(0, budget.population);
  }
  return { ...spent, generations: generation };
}

/**
 * The seeds, also with contents that are drawn, since they come to the statements but for what memory decides; runs
 * with one scalar as large as the launch and the others small, so that all threads take part while no nest of loops is
 * long; and runs whose scalars are all one of a few sizes: those with memory of one value, and then with contents that
 * are drawn, with floats that are below 0, and in the end full of one value.
 */
function initial({ space, seeds, hints, budget }: SearchInput): readonly Individual[] {
  const fit = seeds
    .filter(({ block, grid }) => isAllowed(block, space.block) && isAllowed(grid, space.grid))
    .slice(0, Math.ceil(budget.population / 2))
    .map(individualOf);
  const contentsOf = (k: number): Individual['contents'] =>
    new Map(
      variedArrays(space).map(({ name }, at) => [
        name,
        { kind: 'drawn', seed: 100 * k + at, below: drawnBelow[k % drawnBelow.length] ?? 2 },
      ]),
    );
  const block = closedDimensions(space.block, [64, 1, 1]);
  const grid = closedDimensions(space.grid, [2, 1, 1]);
  const threads = block[0] * grid[0];
  const sizes = [threads, block[0], threads + 1, 1, 2 * threads, ...hints].slice(0, budget.population - fit.length);
  // flags are off in every other run
  const plain = (value: number, k: number): Individual => ({
    block,
    grid,
    scalars: new Map(openScalars(space).map(({ name, type }) => [name, type.kind === 'bool' ? k % 2 : value])),
    contents: new Map(),
  });
  const drawn = (value: number, k: number): Individual => ({ ...plain(value, k), contents: contentsOf(k) });
  const oneLarge = openScalars(space)
    .slice(0, largeAtFirst)
    .map(({ name }, k): Individual => ({
      ...drawn(2, k),
      scalars: new Map([...plain(2, k).scalars, [name, volumeOf(block) * volumeOf(grid)]]),
    }));
  const large = [volumeOf(block) * volumeOf(grid), volumeOf(block), ...sizes];
  const hasFloats = variedArrays(space).some(({ elementType }) => elementType?.kind === 'float');
  const around0 = (hasFloats ? large : []).slice(0, signedAtFirst).map((value, k): Individual => ({
    ...plain(value, k),
    contents: new Map(
      variedArrays(space).map(({ name }, at) => [
        name,
        { kind: 'drawn', seed: 200 + 100 * k + at, below: signedBelow, isSigned: true },
      ]),
    ),
  }));
  const full = fullOf.map((value, k): Individual => ({
    ...plain(threads, k + 1),
    contents: new Map(variedArrays(space).map(({ name }) => [name, { kind: 'filled', value }])),
  }));
  return [
    ...fit,
    ...fit.map((one, k) => ({ ...one, contents: contentsOf(k) })),
    ...oneLarge,
    ...sizes.map(plain),
    ...[...new Set(large)].slice(0, drawnAtFirst).map(drawn),
    ...around0,
    ...full,
  ];
}

const isAllowed = (extent: Individual['block'], stated: SearchSpace['block']): boolean =>
  stated.every((one, k) => one === null || one === extent[k]);

function scoreOf(report: MachineReport, targets: ReadonlySet<StmtId>): Scored['score'] {
  const { cells, accesses, range } = report.traffic;
  return [[...targets].filter((id) => report.accessing.has(id)).length, accesses === 0 ? 1 : cells / accesses, range];
}

function fittestFirst({ score: a }: Scored, { score: b }: Scored): number {
  return b[0] - a[0] || a[1] - b[1] || a[2] - b[2];
}

const textOf = (individual: Individual): string =>
  JSON.stringify(individual, (_key, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value instanceof Map ? [...value] : value,
  );
