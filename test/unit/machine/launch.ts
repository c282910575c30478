/** Runs for tests: small launches, canonical unless told otherwise, and short texts of what happened. */
import type { Kernel } from '../../../src/ir/ir.ts';
import type { ConcreteRun } from '../../../src/launch/run.ts';
import type { MachineDivergence, MachineReport } from '../../../src/machine/machine.ts';
import { runOnMachine } from '../../../src/machine/run.ts';
import { builtin, cast } from '../../../src/base/expr-build.ts';
import { i32 } from '../../../src/base/ctype.ts';

export const tid = cast(i32, builtin('threadIdx.x'));
export const bid = cast(i32, builtin('blockIdx.x'));
export const budget = { maxSteps: 1_000_000, maxBytes: 100_000_000 };

export const launch = (threads: number, more: Partial<ConcreteRun> = {}): ConcreteRun => ({
  block: [threads, 1, 1],
  grid: [1, 1, 1],
  blocks: [0],
  scalars: new Map(),
  arrays: new Map(),
  schedule: { kind: 'canonical' },
  warpModel: 'its',
  ...more,
});
export const grid = (blocks: number, threads: number, more: Partial<ConcreteRun> = {}): ConcreteRun =>
  launch(threads, { grid: [blocks, 1, 1], blocks: Array.from({ length: blocks }, (_, b) => b), ...more });

export const runIt = (kernel: Kernel, run: ConcreteRun): MachineReport => runOnMachine(kernel, run, budget);

/**
 * `out@0: 1-2 block`: array, byte address, the two statements in order of their numbers, scope, `=` for equal values.
 */
export const races = (report: MachineReport): readonly string[] =>
  report.races
    .map(
      (race) =>
        `${race.array}: ${[race.first.stmt, race.second.stmt].sort((a, b) => a - b).join('-')} ${race.scope}${race.sameValue ? ' =' : ''}`,
    )
    .sort();

/** `at 3: 0 waits, 5 exited`: the barrier, linear threads, and where the other is. */
export const divergences = (report: MachineReport): readonly string[] => report.divergences.map(divergence).sort();
const divergence = ({ barrier, waiting, other, otherAt }: MachineDivergence): string =>
  `at ${barrier}: ${waiting.linearThread} waits, ${other.linearThread} ${otherAt.kind}${otherAt.kind === 'barrier' ? ` ${otherAt.stmt}` : otherAt.kind === 'exited' ? ` on line ${otherAt.span?.line ?? 'end'}` : ''}`;

/** The i32 elements that a run wrote to an array, by index. */
export function words(report: MachineReport, array: string, block: number | null = null): ReadonlyMap<number, number> {
  const bytes =
    report.memory.find((final) => final.array === array && final.block === block)?.bytes ?? new Map<number, number>();
  const found = new Map<number, number>();
  for (const at of bytes.keys()) {
    if (at % 4 !== 0) continue;
    const byte = (k: number): number => bytes.get(at + k) ?? 0;
    found.set(at / 4, byte(0) | (byte(1) << 8) | (byte(2) << 16) | (byte(3) << 24));
  }
  return found;
}
