/**
 * What the machine sees of a kernel in many runs: arguments, contents of arrays and schedules from a fixed list of
 * seeds. Where control and addresses do not depend on data, one schedule for each argument says all; a race that needs
 * an argument outside the list is not seen.
 */
import type { Kernel } from '../src/ir/ir.ts';
import type { ConcreteRun, InitialArray } from '../src/launch/run.ts';
import type { Dim3, LaunchConfig } from '../src/launch/launch.ts';
import { compileKernel } from '../src/machine/compile.ts';
import { randomFrom } from '../test/properties/mutations.ts';
import { runCompiled } from '../src/machine/run.ts';

/** `stuck`: no run came to its end, and why. */
export type Seen = Readonly<{ kind: 'racy' | 'clean' }> | Readonly<{ kind: 'stuck'; because: string }>;

const runs = 40;
const budget = { maxSteps: 400_000, maxBytes: 1 << 27 } as const;
const cells = 4096;

export function seenByMachine(
  kernel: Kernel,
  config: LaunchConfig,
  level: 'block' | 'grid',
  warpModel: ConcreteRun['warpModel'],
): Seen {
  const compiled = compileKernel(kernel);
  let stuck = 'no run';
  let completed = 0;
  for (let seed = 0; seed < runs; seed++) {
    const report = runCompiled(compiled, runOf(kernel, config, seed, warpModel), budget);
    if (report.faults.some(({ kind }) => kind === 'assumption' || kind === 'assertion')) continue;
    const races = report.races.filter(({ sameValue, scope }) => !sameValue && (level === 'grid' || scope !== 'grid'));
    if (races.length + report.divergences.length > 0) return { kind: 'racy' };
    if (report.outcome.kind === 'completed') completed++;
    else stuck = report.outcome.kind === 'unmodelled' ? report.outcome.because : report.outcome.kind;
    if (
      completed > 0 &&
      !report.dataDependent &&
      kernel.params.every((param) => param.kind !== 'scalar' || config.scalars.has(param.name))
    )
      break;
  }
  return completed > 0 ? { kind: 'clean' } : { kind: 'stuck', because: stuck };
}

/**
 * The run of a seed: arguments that matter to bounds, few or many different contents, and in each third a random
 * schedule.
 */
export function runOf(
  kernel: Kernel,
  config: LaunchConfig,
  seed: number,
  warpModel: ConcreteRun['warpModel'],
): ConcreteRun {
  const random = randomFrom(seed * 7919 + 1);
  const below = (end: number): number => Math.floor(random() * end);
  const block: Dim3 = [config.block[0] ?? 64, config.block[1] ?? 1, config.block[2] ?? 1];
  const grid: Dim3 = [config.grid[0] ?? 2, config.grid[1] ?? 1, config.grid[2] ?? 1];
  const threads = block[0] * block[1] * block[2];
  const sizes = [
    0,
    1,
    2,
    3,
    4,
    5,
    7,
    8,
    16,
    31,
    32,
    33,
    64,
    threads,
    threads + 1,
    2 * threads,
    threads * grid[0],
    threads * grid[0] + 1,
  ];
  const scalars = new Map<string, bigint | number>();
  for (const param of kernel.params) {
    if (param.kind !== 'scalar') continue;
    const value =
      config.scalars.get(param.name) ??
      (param.type.kind === 'float'
        ? random()
        : param.type.kind === 'bool'
          ? BigInt(below(2))
          : BigInt(sizes[seed < sizes.length ? seed : below(sizes.length)] ?? 1));
    scalars.set(param.name, value);
  }
  const most = [2, 8, 64, cells][seed % 4] ?? 8;
  const contents = (isFloat: boolean): InitialArray => ({
    elements: null,
    fill: 0n,
    values: new Map(Array.from({ length: cells }, (_, k) => [k, isFloat ? random() * most : BigInt(below(most))])),
  });
  const arrays = new Map(
    [...kernel.arrays.values()]
      .filter(({ space }) => space === 'global' || space === 'constant')
      .map((decl) => [decl.name, contents(decl.element?.kind === 'float')]),
  );
  const blocks = Array.from({ length: Math.min(grid[0] * grid[1] * grid[2], 4) }, (_, k) => k);
  const schedule: ConcreteRun['schedule'] = seed % 3 === 2 ? { kind: 'random', seed } : { kind: 'canonical' };
  return { block, grid, blocks, scalars, arrays, schedule, warpModel };
}
