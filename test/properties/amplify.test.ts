/**
 * What one run of a kernel's slice decides holds for every schedule and every content of memory [T9]: no run of the
 * whole kernel shows a race or a divergence where it says that there is none, all of them touch the same cells, and
 * what it sees, a run of the whole kernel sees too.
 */
import { fc, seed } from '../seeded.ts';
import { expect, test } from 'vitest';
import type { ConcreteRun, Schedule } from '../../src/launch/run.ts';
import type { LaunchConfig } from '../../src/launch/launch.ts';
import type { MachineReport } from '../../src/machine/machine.ts';
import type { RandomCase } from './random-kernel.ts';
import type { Amplification } from '../../src/amplify/amplify.ts';
import { amplify } from '../../src/amplify/amplify.ts';
import { checkKernel } from '../../src/ir/check.ts';
import { printKernel } from '../../src/ir/print.ts';
import { runOnMachine } from '../../src/machine/run.ts';
import { sliceFor } from '../../src/amplify/slice.ts';
import { handOverCase } from './random-numbered.ts';
import { randomCase, wildCase } from './random-kernel.ts';

const numRuns = Number(process.env['RUNS'] ?? 400);
const budget = { maxSteps: 200_000, maxBytes: 1 << 26 };

const arraysOf = ({ kernel }: RandomCase) => new Set([...kernel.arrays.keys()]);

function amplified(sample: RandomCase): Amplification {
  const { kernel, block, grid, n } = sample;
  const config: LaunchConfig = {
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
  };
  return amplify({
    kernel,
    config,
    facts: [],
    arrays: arraysOf(sample),
    betweenBlocks: true,
    isOrdered: () => true,
    leavesTogether: false,
    isHarmless: () => false,
    budget,
  });
}

function whole({ kernel, block, grid, n, seed: contents }: RandomCase, schedule: Schedule): MachineReport {
  const cells = Array.from(
    { length: 512 },
    (_, k) => [k, BigInt((k * 2654435761 + contents * 40503) >>> 13) & 7n] as const,
  );
  const array = { elements: 512, fill: 0n, values: new Map(cells) };
  const run: ConcreteRun = {
    block,
    grid,
    scalars: new Map([['n', n]]),
    arrays: new Map([['g', array]]),
    schedule,
    warpModel: 'its',
    blocks: Array.from({ length: grid[0] }, (_, k) => k),
  };
  return runOnMachine(kernel, run, budget);
}

const schedules: readonly Schedule[] = [
  { kind: 'canonical' },
  { kind: 'random', seed: 1 },
  { kind: 'random', seed: 2 },
  { kind: 'random', seed: 3 },
];
const written = ({ memory }: MachineReport): string =>
  memory
    .map(({ array, block, bytes }) => `${array} ${block ?? ''}: ${[...bytes.keys()].join()}`)
    .sort()
    .join('\n');
const pairs = ({ races }: MachineReport): readonly string[] =>
  [
    ...new Set(
      races.map(
        ({ array, scope, first, second }) =>
          `${array} ${Math.min(first.stmt, second.stmt)} ${Math.max(first.stmt, second.stmt)} ${scope === 'grid' ? 'grid' : 'block'}`,
      ),
    ),
  ].sort();

/** In words what contradicts the answer, or nothing. */
function contradiction(sample: RandomCase, count: (kind: Amplification['kind']) => void): string {
  const slice = sliceFor(sample.kernel, arraysOf(sample));
  const bad = 'because' in slice ? [] : checkKernel(slice.kernel);
  if (bad.length > 0) return bad.join('\n');
  const answer = amplified(sample);
  count(answer.kind);
  if (answer.kind === 'open') return '';
  const reports = [0, 1, 2].flatMap((more) =>
    schedules.map((schedule) => whole({ ...sample, seed: sample.seed + more * 77 }, schedule)),
  );
  if (answer.kind === 'seen') {
    // After a race on memory that control or addresses depend on, runs differ: each has some race.
    const rests = 'fixed' in slice && [...slice.fixed].some((id) => sample.kernel.arrays.get(id)?.space === 'shared');
    const missed = reports.filter((report) =>
      rests ? report.races.length === 0 : pairs(report).join() !== pairs(answer.report).join(),
    );
    return answer.report.divergences.length > 0 || missed.length === 0
      ? ''
      : `${printKernel(sample.kernel)}\nseen ${pairs(answer.report).join('; ')}, and in another run ${missed.map(pairs).join('; ')}`;
  }
  const shown = reports.filter(
    (report) => report.races.length + report.divergences.length > 0 || report.outcome.kind !== 'completed',
  );
  const cells = new Set(reports.map(written));
  return shown.length === 0 && cells.size === 1
    ? ''
    : `${printKernel(sample.kernel)}\n${JSON.stringify(sample.block)} ${JSON.stringify(sample.grid)} n ${sample.n} seed ${sample.seed}\n${shown.length} of ${reports.length} runs show something, ${cells.size} sets of cells are written`;
}

test.each([
  ['data-dependent control', wildCase],
  ['fixed control', randomCase],
  ['numbered barriers', handOverCase],
] as const)(
  `what a run decides holds for all: kernels with %s (seed ${seed}, ${numRuns} kernels)`,
  (_, cases) => {
    const counts = new Map<string, number>();
    fc.assert(
      fc.property(cases, (sample) => {
        expect(contradiction(sample, (kind) => counts.set(kind, (counts.get(kind) ?? 0) + 1))).toBe('');
      }),
      { seed, numRuns },
    );
    console.log(`amplify: ${[...counts].map(([kind, number]) => `${kind} ${number}`).join(', ')}`);
    expect(counts.get('free') ?? 0, 'some kernels are decided').toBeGreaterThan(0);
  },
  600_000,
);
