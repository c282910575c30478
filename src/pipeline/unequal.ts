/**
 * Two writes of one cell whose values the solver does not know to be equal, and that were equal in the run of its
 * model: the same sum that each lane of a warp has after a reduction, or zeros because all memory held zeros. Only a
 * run in which they differ shows a fault. Under-approximating: a race whose values differ for other contents only is
 * left possible.
 */
import type { CompiledKernel } from '../machine/compile.ts';
import type { ConcreteRun, InitialArray } from '../launch/run.ts';
import type { MachineReport } from '../machine/machine.ts';
import type { RaceEvidence } from './evidence.ts';
import { breaksAssumption } from './assumed.ts';
import { createRandom } from '../base/random.ts';
import { drawnArrays } from '../search/individual.ts';
import { eachNode, freeVariables } from '../base/expr-walk.ts';
import { notModelled } from '../protocol/protocol.ts';
import { raceKeyOf } from './question-keys.ts';

type Kind = 'float' | 'struct' | 'int' | 'bool';
/**
 * `kinds`: of arrays whose contents are drawn; `scalars`: of arguments that are, where the launch states none;
 * `spread`: floats are of several magnitudes.
 */
type Try = Readonly<{ seed: number; below: number; kinds: readonly Kind[]; scalars: readonly Kind[]; spread: boolean }>;

const anyKind: readonly Kind[] = ['float', 'struct', 'int', 'bool'];
/**
 * What is tried: contents of floats alone, which seldom lead a thread elsewhere; of structures too, by bytes; of all
 * arrays, small so that they are good indices; then arguments too, on which it may hang how often a loop turns before
 * it stores.
 */
const tries: readonly Try[] = [
  { seed: 11, below: 256, kinds: ['float'], scalars: [], spread: false },
  { seed: 11, below: 256, kinds: ['float', 'struct'], scalars: [], spread: false },
  { seed: 29, below: 4, kinds: anyKind, scalars: [], spread: false },
  { seed: 31, below: 4, kinds: anyKind, scalars: ['float'], spread: true },
  { seed: 37, below: 4, kinds: anyKind, scalars: ['float', 'int'], spread: true },
  { seed: 41, below: 4, kinds: anyKind, scalars: ['float', 'int'], spread: true },
];

/** Of an array so many elements at its start: a reader of the witness is shown them. */
const mostElements = 64;

/**
 * The race with different values, in this run or one with other contents of memory and arguments; null: none shows it.
 * `known`: arguments that the launch states.
 */
export function withUnequalValues(
  evidence: RaceEvidence,
  compiled: CompiledKernel,
  known: ReadonlyMap<string, unknown>,
  runAgain: (run: ConcreteRun) => MachineReport,
): RaceEvidence | null {
  if (!evidence.race.sameValue || isMadeOfUnknown(evidence)) return evidence;
  const key = raceKeyOf(evidence.race);
  for (const one of tries) {
    const arrays = filled(evidence.run, compiled, one);
    const drawn = drawnScalars(compiled, known, one);
    // where what is stated forbids the arguments that were drawn, those that it speaks of stay as they are
    for (const kept of [new Set<string>(), statedNames(compiled)]) {
      const scalars = new Map([...evidence.run.scalars, ...[...drawn].filter(([name]) => !kept.has(name))]);
      const run = { ...evidence.run, scalars, arrays };
      const report = runAgain(run);
      if (breaksAssumption(report)) continue;
      const race = report.races.find((other) => !other.sameValue && raceKeyOf(other) === key);
      if (race !== undefined) return { ...evidence, race, run };
      break;
    }
  }
  return null;
}

/** The parameters that assumptions speak of. */
function statedNames({ kernel: { assumptions }, params }: CompiledKernel): ReadonlySet<string> {
  const stated = new Set(assumptions.flatMap(({ condition }) => [...freeVariables(condition)]));
  return new Set(params.flatMap(({ id, name }) => (stated.has(id) ? [name] : [])));
}

/** From 1 to 8, so that a bound lets a loop turn and a product is not lost. */
function drawnScalars(
  { params }: CompiledKernel,
  known: ReadonlyMap<string, unknown>,
  { seed, scalars }: Try,
): ConcreteRun['scalars'] {
  const random = createRandom(seed);
  const open = params.filter(({ name, type }) => !known.has(name) && scalars.some((kind) => kind === type.kind));
  return new Map(
    open.map(({ name, type }) => {
      const value = 1 + random.below(8);
      return [name, type.kind === 'float' ? value : BigInt(value)];
    }),
  );
}

/** What the run's arrays hold stays; elements of which it says nothing get drawn values. */
function filled(
  { arrays }: ConcreteRun,
  compiled: CompiledKernel,
  { seed, below, kinds, spread }: Try,
): ConcreteRun['arrays'] {
  const kindOf = new Map(
    compiled.arrays.map(({ name, elementType }) => [name, elementType?.kind ?? 'struct'] as const),
  );
  const structures = compiled.arrays
    .filter(({ space, elementType }) => elementType === null && (space === 'global' || space === 'shared'))
    .map(({ name }): readonly [string, InitialArray] => [name, bytes]);
  const drawn = [...drawnArrays({ compiled }, seed, below), ...structures].filter(([name]) =>
    kinds.some((kind) => kind === kindOf.get(name)),
  );
  const random = createRandom(seed);
  const scaled = ([index, value]: readonly [number, bigint | number]): readonly [number, bigint | number] => [
    index,
    typeof value === 'number' && spread ? value * 4 ** random.below(5) : value,
  ];
  const joined = drawn.map(([name, initial]): readonly [string, InitialArray] => {
    const known = arrays.get(name);
    const values = [...initial.values].filter(([index]) => index < mostElements).map(scaled);
    return [
      name,
      known === undefined
        ? { ...initial, values: new Map(values) }
        : { ...known, values: new Map([...values, ...known.values]) },
    ];
  });
  return new Map([...arrays, ...joined]);
}

/**
 * Of structures, whose bytes all hold the element's value: as floats of any width ordinary numbers, each another one.
 */
const bytes: InitialArray = {
  elements: null,
  fill: 0n,
  values: new Map(Array.from({ length: mostElements }, (_, k) => [k, BigInt(0x38 + ((k * 5) % 16))] as const)),
};

/**
 * What unknown functions give, such as textures, may differ where their arguments do; runs know no contents of these.
 */
const isMadeOfUnknown = ({ obligation: { first, second } }: RaceEvidence): boolean =>
  [first.value, second.value].some((value) => {
    let found = false;
    if (value !== null)
      eachNode(value, (node) => {
        found ||= node.kind === 'apply' && node.fn.startsWith(notModelled);
      });
    return found;
  });
