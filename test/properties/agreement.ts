/** Asks both sides, the solver's and the machine's, which pairs of statements race, and compares. */
import type { ConcreteRun } from '../../src/launch/run.ts';
import type { LaunchConfig } from '../../src/launch/launch.ts';
import type { MachineParting, MachineReport } from '../../src/machine/machine.ts';
import type { RandomCase } from './random-kernel.ts';
import type { Solver } from '../../src/solve/solve.ts';
import type { SplitProtocol } from '../../src/protocol/protocol.ts';
import type { Ordered } from '../../src/pipeline/tiles.ts';
import type { Sets } from '../../src/pipeline/parts.ts';
import { partsOf } from '../../src/pipeline/parts.ts';
import { createKept } from '../../src/pipeline/kept.ts';
import { quietLoads } from '../../src/pipeline/quiet.ts';
import { seesAll } from '../../src/ir/views.ts';
import { orderedParts } from '../../src/pipeline/tiles.ts';
import { splitView } from '../../src/pipeline/view-split.ts';
import { obligationsOf } from '../../src/obligation/obligations.ts';
import { laneMeetings } from '../../src/ir/lane-groups.ts';
import { printKernel } from '../../src/ir/print.ts';
import { runOnMachine } from '../../src/machine/run.ts';
import { noDeadline } from '../../src/base/deadline.ts';

export type Answers = Readonly<{
  races: ReadonlySet<string>;
  diverges: boolean;
  exact: boolean;
  undecided: readonly string[];
}>;

const raceKey = (array: string, a: number, b: number, scope: string) =>
  `${array}: ${Math.min(a, b)} with ${Math.max(a, b)}, ${scope}`;

const configOf = ({ block, grid, n }: RandomCase): LaunchConfig => ({
  origin: 'property',
  span: null,
  block,
  grid,
  scalars: new Map([['n', n]]),
  aliases: [],
  overlaps: [],
  sharedBytes: null,
  cooperative: false,
  facts: [],
});

function splitOf(sample: RandomCase, ordered: Ordered | null = null): SplitProtocol {
  const view = { kernel: sample.kernel, sees: seesAll };
  return splitView(
    {
      config: configOf(sample),
      view,
      facts: [],
      inFull: new Set(),
      level: 'grid',
      warpModel: 'its',
      deadline: noDeadline,
      kept: createKept(),
    },
    ordered,
  ).split;
}

export async function solverAnswers(sample: RandomCase, solver: Solver): Promise<Answers> {
  return answersOf(splitOf(sample), solver);
}

/** The barriers that order accesses, but for those that threads go around which do nothing. */
function missedByNobody(ordered: Ordered): ReadonlySet<number> {
  const idle = new Set(ordered.protocols.flatMap((one) => [...one.idle].map((name) => name.split(' ')[1])));
  return new Set([...ordered.barriers].filter((id) => !idle.has(`${id}`)));
}

/**
 * With barriers of parts that order accesses [D22, D23]. `barriers`: those of them at which nobody of one set is
 * missed, of whom `sets` tells.
 */
export async function tileAnswers(
  sample: RandomCase,
  solver: Solver,
): Promise<Answers & Readonly<{ barriers: ReadonlySet<number>; sets: ReadonlyMap<number, Sets> }>> {
  const given = {
    kernel: sample.kernel,
    config: configOf(sample),
    facts: [],
    level: 'grid',
    deadline: noDeadline,
  } as const;
  const ordered = await orderedParts({
    ...given,
    solver,
    quiet: quietLoads({
      ...given,
      view: { kernel: sample.kernel, sees: seesAll },
      warpModel: 'its',
      kept: createKept(),
    }),
  });
  return {
    ...(await answersOf(splitOf(sample, ordered), solver)),
    barriers: missedByNobody(ordered),
    sets: partsOf(given).sets,
  };
}

async function answersOf(split: SplitProtocol, solver: Solver): Promise<Answers> {
  const races = new Set<string>();
  const undecided: string[] = [];
  let diverges = false;
  for (const obligation of obligationsOf(split, { level: 'grid', warpModel: 'its' })) {
    const answer = await solver.decide(obligation.formula, { rlimit: 5_000_000 });
    if (answer.kind === 'unknown') undecided.push(answer.because);
    if (answer.kind !== 'sat') continue;
    if (obligation.kind === 'divergence') diverges = true;
    else races.add(raceKey(obligation.array, obligation.first.id, obligation.second.id, obligation.scope));
  }
  return { races, diverges, exact: split.protocol.approximations.length === 0, undecided };
}

export function machineAnswers(sample: RandomCase): Answers {
  return answersIn(reportOf(sample));
}

function answersIn(report: MachineReport): Answers {
  const races = report.races.map((r) =>
    raceKey(r.array, r.first.stmt, r.second.stmt, r.scope === 'grid' ? 'grid' : 'block'),
  );
  const undecided =
    report.outcome.kind === 'completed' || report.outcome.kind === 'deadlock' ? [] : [report.outcome.kind];
  return {
    races: new Set(races),
    diverges: report.divergences.length + report.partings.length > 0,
    exact: true,
    undecided,
  };
}

/**
 * Whether lanes wait for some who do not come: told as a parting, or where data led them there as a block that is stuck
 * at barriers of lanes.
 */
function partsLanes({ kernel }: RandomCase, { partings, divergences }: MachineReport): boolean {
  const meetings = new Set<number>(laneMeetings(kernel.body));
  return partings.length > 0 || divergences.some(({ barrier }) => meetings.has(barrier));
}

/** As the function below; that a tile parts matters at barriers that are taken to order accesses. */
export async function tileDisagreement(
  sample: RandomCase,
  solver: Solver,
  sides: 'both' | 'missed only' = 'both',
): Promise<string> {
  const report = reportOf(sample);
  // who waits at a barrier of a tile in vain keeps the block waiting, too; and what would have come then is not seen
  const hasParted = partsLanes(sample, report);
  const machine = { ...machineAnswers(sample), diverges: report.divergences.length > 0 && !hasParted };
  const solved = await tileAnswers(sample, solver);
  // one that is missed at another barrier is late at all that follow, and which of its barriers it meets others at is
  // undeclared
  const isAll = laneMeetings(sample.kernel.body).every((id) => solved.barriers.has(id));
  // those whose masks differ, or leave their own lane out, are in no set together, and nothing is told of the two
  const isTold = ({ barrier, waiting, other }: MachineParting): boolean => {
    const set = solved.sets.get(barrier);
    return (
      set?.[waiting.linearThread] !== undefined &&
      set[waiting.linearThread] !== -1 &&
      set[waiting.linearThread] === set[other.linearThread]
    );
  };
  const parted = isAll ? report.partings.filter(isTold) : [];
  const differences = [
    ...(hasParted && !isAll ? [] : differencesOf(machine, solved, hasParted ? 'missed only' : sides)),
    ...(machine.diverges || solved.diverges || mayRestOnRace(solved, sides)
      ? []
      : parted.map(({ barrier }) => `MISSED: a tile parts before the barrier ${barrier}`)),
  ];
  return inWords(differences, sample);
}

/**
 * With numbered barriers: what any of a few schedules shows is not proved absent, and nobody waits in vain where all
 * barriers of parts count. Where they do, what is not proved is seen.
 */
export async function numberedDisagreement(sample: RandomCase, solver: Solver): Promise<string> {
  const solved = await tileAnswers(sample, solver);
  // a run that is stuck need not show who was missed before at barriers of lanes that do not count [T14]
  const isAll = laneMeetings(sample.kernel.body).every((id) => solved.barriers.has(id));
  const differences = schedules.flatMap((schedule) => {
    const report = reportOf(sample, schedule);
    const hasParted = partsLanes(sample, report);
    const isStuck = report.outcome.kind !== 'completed' || hasParted;
    const machine = { ...answersIn(report), undecided: [], diverges: report.divergences.length > 0 && !isStuck };
    // what a run that was cut off shows is seen all the same
    const isOpen = report.outcome.kind === 'budget' || !solved.exact;
    if (solved.diverges || (isStuck && isOpen))
      return solved.diverges || hasParted || !isAll
        ? []
        : [...machine.races].filter((race) => !solved.races.has(race)).map((race) => `MISSED by the solver: ${race}`);
    return isStuck
      ? [`MISSED: the machine ends with ${JSON.stringify(report.outcome)}`]
      : differencesOf(machine, solved, schedule.kind === 'canonical' ? 'both' : 'missed only');
  });
  return inWords(differences, sample);
}

const schedules: readonly ConcreteRun['schedule'][] = [
  { kind: 'canonical' },
  { kind: 'random', seed: 1 },
  { kind: 'random', seed: 2 },
  { kind: 'random', seed: 3 },
];

function reportOf(
  { kernel, block, grid, n, seed }: RandomCase,
  schedule: ConcreteRun['schedule'] = { kind: 'canonical' },
): MachineReport {
  const cells = Array.from(
    { length: 512 },
    (_, k) => [k, BigInt((k * 2654435761 + seed * 40503) >>> 13) & 7n] as const,
  );
  const run: ConcreteRun = {
    block,
    grid,
    scalars: new Map([['n', n]]),
    arrays: new Map([['g', { elements: 512, fill: 0n, values: new Map(cells) }]]),
    schedule,
    warpModel: 'its',
    blocks: Array.from({ length: grid[0] }, (_, k) => k),
  };
  return runOnMachine(kernel, run, { maxSteps: 1_000_000, maxBytes: 1 << 26 });
}

/**
 * What the two sides disagree about, in words with the kernel; empty when they agree. A divergence that only the
 * solver's side sees is no disagreement: it asks whether threads part around a barrier, not whether one comes to it.
 */
export async function disagreement(
  sample: RandomCase,
  solver: Solver,
  sides: 'both' | 'missed only' = 'both',
): Promise<string> {
  const machine = machineAnswers(sample);
  const solved = await solverAnswers(sample, solver);
  return inWords(differencesOf(machine, solved, sides), sample);
}

function differencesOf(machine: Answers, solved: Answers, sides: 'both' | 'missed only'): readonly string[] {
  return [
    ...(sides === 'both' ? solved.undecided : []).map((u) => `the solver gave up: ${u}`),
    ...machine.undecided.map((u) => `the machine stopped: ${u}`),
    ...(machine.diverges && !solved.diverges && !mayRestOnRace(solved, sides)
      ? ['MISSED: the machine sees a divergence, the solver proves there is none']
      : []),
    ...(machine.diverges || solved.diverges ? [] : raceDifferences(machine, solved, sides)),
  ];
}

function inWords(differences: readonly string[], sample: RandomCase): string {
  if (differences.length === 0) return '';
  return `${differences.join('\n')}\nblock ${sample.block.join()} grid ${sample.grid.join()} n ${sample.n}\n${printKernel(sample.kernel)}`;
}

/**
 * Where control depends on loaded data, threads may part because of what a race left there; the race is what is to be
 * named then.
 */
const mayRestOnRace = (solved: Answers, sides: 'both' | 'missed only'): boolean =>
  sides === 'missed only' && solved.races.size > 0;

function raceDifferences(machine: Answers, solved: Answers, sides: 'both' | 'missed only'): readonly string[] {
  const allowed = solved.undecided.length > 0 ? machine.races : solved.races;
  return [
    ...[...machine.races].filter((r) => !allowed.has(r)).map((r) => `MISSED by the solver: ${r}`),
    ...(solved.exact && sides === 'both'
      ? [...solved.races].filter((r) => !machine.races.has(r)).map((r) => `FALSE ALARM of the solver: ${r}`)
      : []),
  ];
}
