/**
 * What a confirmed race does to what the kernel computes: its run is repeated in both orders of the two accesses, each
 * thread in turn held back before its own. Needs: a race that a run has shown. Gives: the race as it is told, with what
 * differs. Where the program's inputs are ours, memory is filled with values that differ from each other, and of the
 * threads that collide two of different warps are named where there are such. Under-approximating: that nothing differs
 * in these runs does not make the race harmless for other inputs.
 * Smallest example: of `s[t] = t; x = s[t + 1]`, thread 31 reads 32 in one order, and in the other what was there
 * before.
 */
import type { AnsweredLaunch } from './admitted.ts';
import type { CompiledKernel } from '../machine/compiled.ts';
import type { ConcreteRun, InitialArray } from '../launch/run.ts';
import type { Deadline } from '../base/deadline.ts';
import type { Kernel } from '../ir/ir.ts';
import type { Footstep } from '../machine/footsteps.ts';
import type { MachineAccess, MachineRace, MachineReport } from '../machine/machine.ts';
import type { Outcome } from '../verdict/finding.ts';
import type { RaceEvidence } from './evidence.ts';
import { breaksAssumption } from './assumed.ts';
import { budgets } from './budgets.ts';
import { compileKernel } from '../machine/compile.ts';
import { createFootsteps } from '../machine/footsteps.ts';
import { elementOf, isAccess } from './replay.ts';
import { initialOf } from '../machine/block.ts';
import { notAdmitted } from './admitted.ts';
import { raceKeyOf } from './question-keys.ts';
import { runCompiled } from '../machine/run.ts';

/** `race`, `run`: how the evidence is told. `outcome`: null where the two orders could not be run. */
export type ToldRace = Readonly<{ race: MachineRace; run: ConcreteRun; outcome: Outcome | null }>;
export type Outcomes = (evidence: RaceEvidence) => ToldRace;

/** As it was found. */
export const asFound: Outcomes = ({ race, run }) => ({ race, run, outcome: null });

/**
 * `ran`: the kernel as it was analysed under the launch, where pointers to one array are one. `stated`: names of arrays
 * of which it is stated what they hold.
 */
export type OutcomeInput = AnsweredLaunch & Readonly<{ ran: Kernel; stated: ReadonlySet<string>; deadline: Deadline }>;

export function outcomesUnder(input: OutcomeInput): Outcomes {
  let compiled: CompiledKernel | null = null;
  return (evidence) => {
    const {
      sameValue,
      run: { schedule },
    } = evidence;
    if (sameValue || (schedule.kind !== 'canonical' && schedule.kind !== 'preferred')) return asFound(evidence);
    return toldRace(evidence, (compiled ??= compileKernel(input.ran)), input);
  };
}

function toldRace(evidence: RaceEvidence, compiled: CompiledKernel, input: OutcomeInput): ToldRace {
  const go = (run: ConcreteRun): MachineReport => runCompiled(compiled, run, budgetOf(input));
  const first = go(evidence.run);
  if (first.outcome.kind === 'budget') return asFound(evidence);
  let told: ToldRace | null = null;
  for (const run of [...filledRuns(evidence.run, compiled, input), evidence.run]) {
    const report = run === evidence.run ? first : go(run);
    const race =
      isLike(report, first) && (run === evidence.run || notAdmitted(run, input) === null)
        ? sameRace(report, evidence)
        : null;
    if (race === null) continue;
    const outcome = outcomeOf({ run, race }, compiled, input);
    told ??= { race, run, outcome };
    if (outcome !== null && outcome.kind !== 'nothing') return { race, run, outcome };
  }
  return told ?? asFound(evidence);
}

type Shown = Readonly<{ run: ConcreteRun; race: MachineRace }>;

/** Machine steps of one of these runs: what they show is said beside a race that is confirmed without them. */
const mostSteps = 3_000_000;

const budgetOf = ({ deadline }: OutcomeInput): Parameters<typeof runCompiled>[2] => ({
  ...budgets.machine,
  maxSteps: mostSteps,
  isTimeUp: deadline.passed,
});

/** Whether nothing went wrong that did not in the other one. */
const isLike = (report: MachineReport, other: MachineReport): boolean =>
  report.outcome.kind === other.outcome.kind &&
  report.faults.length <= other.faults.length &&
  !breaksAssumption(report);

/** Of the races of these statements one between warps, then one between the same threads. */
function sameRace({ races }: MachineReport, { race }: RaceEvidence): MachineRace | null {
  const key = raceKeyOf(race);
  const alike = races.filter((other) => raceKeyOf(other) === key && other.array === race.array && !other.sameValue);
  return alike.find(({ scope }) => scope === 'block') ?? alike[0] ?? null;
}

// Contents ------------------------------------------------------------------------------------------------------------

/**
 * Runs with memory filled with values that differ from each other: arrays of the program of which nothing is stated or
 * chosen; those of floats alone, which seldom lead a thread elsewhere; then shared memory too, whose contents at the
 * start are not defined.
 */
function* filledRuns(
  run: ConcreteRun,
  { arrays, memory }: CompiledKernel,
  { stated }: OutcomeInput,
): Generator<ConcreteRun> {
  const read = new Set(memory.flatMap(({ array, mode }) => (mode === 'write' ? [] : [array])));
  const open = arrays.filter(
    ({ index, parameter, name }) =>
      read.has(index) &&
      !stated.has(name) &&
      !stated.has(parameter ?? name) &&
      isOpen(initialOf(run, { name, parameter })),
  );
  const given = open.filter(({ space, parameter }) => space === 'global' && parameter !== null);
  const floats = given.filter(({ elementType }) => elementType?.kind === 'float');
  const shared = open.filter(({ space }) => space === 'shared');
  const choices = [
    given,
    ...(floats.length < given.length ? [floats] : []),
    ...(shared.length > 0 ? [[...given, ...shared]] : []),
  ];
  for (const chosen of choices) {
    if (chosen.length > 0)
      yield {
        ...run,
        arrays: new Map([
          ...run.arrays,
          ...chosen.map((info): readonly [string, InitialArray] => [info.name, distinct(initialOf(run, info))]),
        ]),
      };
  }
}

const distinct = (known: InitialArray | null): InitialArray => ({
  elements: known?.elements ?? null,
  fill: 'distinct',
  values: known?.values ?? new Map(),
});

const isOpen = (initial: InitialArray | null): boolean => initial === null || initial.fill === 0n || initial.fill === 0;

// The two orders ------------------------------------------------------------------------------------------------------

/** The steps of one order in which the two accesses are made, and how the run ends. */
type Ordered = Readonly<{ steps: readonly Footstep[]; hits: readonly [number, number]; report: MachineReport }>;

function outcomeOf({ race, run }: Shown, compiled: CompiledKernel, input: OutcomeInput): Outcome | null {
  const found = followed(race, run, compiled, input);
  if (found === null) return null;
  const orders = ([1, 0] as const).map((late) => {
    const made = followed(race, holding(run, race, [[late, found.hits[late]]], found), compiled, input);
    return made !== null && made.hits[0] < made.hits[1] === (late === 1) && made.report.outcome.kind === 'completed'
      ? made
      : null;
  });
  const [before, after] = orders;
  if (before === undefined || before === null || after === undefined || after === null) return null;
  return (
    lostUpdate({ race, run }, found, [before, after], compiled, input) ?? difference([before, after], race, compiled)
  );
}

function followed(race: MachineRace, run: ConcreteRun, compiled: CompiledKernel, input: OutcomeInput): Ordered | null {
  const both = [race.first, race.second] as const;
  const footsteps = createFootsteps(both.map(({ who }) => ({ block: who.linearBlock, thread: who.linearThread })));
  const report = runCompiled(compiled, run, budgetOf(input), null, footsteps);
  const at = (who: 0 | 1): number => footsteps.steps.findIndex((step) => isAccess(step, who, both[who], race));
  const hits = [at(0), at(1)] as const;
  return hits.includes(-1) || both.some(({ isCopy }) => isCopy === true)
    ? null
    : { steps: footsteps.steps, hits, report };
}

/** The run with threads held back before the steps that are named by their numbers among those of `found`. */
function holding(
  run: ConcreteRun,
  race: MachineRace,
  held: readonly (readonly [who: 0 | 1, step: number])[],
  { steps }: Ordered,
): ConcreteRun {
  const delays = held.map(([who, at]) => {
    const { linearBlock, linearThread } = (who === 0 ? race.first : race.second).who;
    return { block: linearBlock, thread: linearThread, step: (steps[at]?.visible ?? 1) - 1 };
  });
  return { ...run, schedule: { kind: 'delayed', delays } };
}

function difference(orders: readonly [Ordered, Ordered], race: MachineRace, compiled: CompiledKernel): Outcome {
  const element = elementOf(race, compiled.kernel);
  const reader = ([race.first, race.second] as const).findIndex(({ mode }) => mode === 'read');
  const [a, b] = orders.map(({ steps, hits }) =>
    valueAt(steps[reader < 0 ? Math.max(...hits) : hits[reader === 0 ? 0 : 1]]),
  );
  if (a !== undefined && b !== undefined && a !== b)
    return { kind: reader < 0 ? 'result' : 'read', element, values: [a, b] };
  return memoryDifference(orders, compiled) ?? { kind: 'nothing', element, values: [] };
}

const valueAt = (step: Footstep | undefined): string | undefined =>
  step?.did.kind === 'access' ? step.did.value : undefined;

/** `step`: its number. */
type Touch = Readonly<{ who: number; step: number; mode: MachineAccess['mode']; value: string }>;

/** What the two threads do to the cell, in their order. */
function touches({ steps }: Ordered, { array, address }: MachineRace): readonly Touch[] {
  return steps.flatMap(({ who, did }, step) =>
    did.kind === 'access' && did.array === array && did.address <= address && address < did.address + did.size
      ? [{ who, step, mode: did.mode, value: did.value }]
      : [],
  );
}

/**
 * An update that is lost: both threads read one value of the cell, then both store what they make of it. Only where the
 * cell ends with another value than in the two orders: two threads that set one flag lose nothing.
 */
function lostUpdate(
  { race, run }: Shown,
  found: Ordered,
  orders: readonly [Ordered, Ordered],
  compiled: CompiledKernel,
  input: OutcomeInput,
): Outcome | null {
  const updates = ([0, 1] as const).map((who) => updateOf(touches(found, race), who, found.hits[who]));
  const held = updates.flatMap((update, who) =>
    (update ?? []).map((step): readonly [0 | 1, number] => [who === 0 ? 0 : 1, step]),
  );
  if (held.length < 4) return null;
  // all others go first, so that nothing comes between the two
  const made = followed(race, holding(run, race, held, found), compiled, input);
  if (made === null || made.report.outcome.kind !== 'completed') return null;
  const values = lossIn(touches(made, race));
  const end = cellIn(made.report, race);
  return values === null || orders.some(({ report }) => cellIn(report, race) === end)
    ? null
    : { kind: 'lost-update', element: elementOf(race, compiled.kernel), values };
}

/**
 * Of a thread that reads the cell and then stores to it, one of which is the step `hit`: the numbers of the two steps.
 */
function updateOf(all: readonly Touch[], who: number, hit: number): readonly [number, number] | null {
  const own = all.filter((one) => one.who === who);
  const at = own.findIndex(({ step }) => step === hit);
  const [read, write] = own[at]?.mode === 'write' ? [own[at - 1], own[at]] : [own[at], own[at + 1]];
  return read?.mode === 'read' && write?.mode === 'write' ? [read.step, write.step] : null;
}

function lossIn(all: readonly Touch[]): readonly [string, string, string] | null {
  for (let k = 0; k + 3 < all.length; k++) {
    const [first, second, third, fourth] = all.slice(k, k + 4);
    if (first === undefined || second === undefined || third === undefined || fourth === undefined) return null;
    const areReads =
      first.mode === 'read' && second.mode === 'read' && first.who !== second.who && first.value === second.value;
    const areWrites = third.mode === 'write' && fourth.mode === 'write' && third.who !== fourth.who;
    if (areReads && areWrites && third.value !== first.value && fourth.value !== first.value)
      return [first.value, third.value, fourth.value];
  }
  return null;
}

/** The byte of the cell in the end. */
function cellIn({ memory }: MachineReport, { array, address, first }: MachineRace): number | undefined {
  return memory
    .find((one) => one.array === array && (one.block === null || one.block === first.who.linearBlock))
    ?.bytes.get(address);
}

/** What memory that outlives the kernel holds in the end. */
function memoryDifference(
  [{ report: before }, { report: after }]: readonly [Ordered, Ordered],
  { kernel }: CompiledKernel,
): Outcome | null {
  for (const { array, block, bytes } of before.memory) {
    if (block !== null || kernel.arrays.get(array)?.space !== 'global') continue;
    const other = after.memory.find((one) => one.array === array && one.block === null)?.bytes;
    for (const [address, value] of bytes)
      if (other?.get(address) !== value)
        return { kind: 'elsewhere', element: elementOf({ array, address }, kernel), values: [] };
  }
  return null;
}
