/**
 * What a few runs on the machine show of the barriers of a kernel under one launch: which of them some pair of accesses
 * needed, and how often each was executed. Arguments that the launch leaves open are chosen; a run that contradicts
 * what is known of the launch shows nothing.
 */
import type { ConcreteRun } from '../launch/run.ts';
import type { Fact } from '../protocol/infer.ts';
import type { Kernel } from '../ir/ir.ts';
import type { LaunchConfig, WarpModel } from '../launch/launch.ts';
import type { MachineReport } from '../machine/machine.ts';
import type { Deadline } from '../base/deadline.ts';
import type { StmtId } from '../base/brand.ts';
import { breaksAssumption, compileAssuming, statedOf } from './assumed.ts';
import { closedDimensions, volumeOf } from '../launch/dimensions.ts';
import { drawnArrays } from '../search/individual.ts';
import { probeLaunch } from '../launch/probe.ts';
import { runCompiled } from '../machine/run.ts';

const limits = { maxSteps: 1_000_000, maxBytes: 64 * 1024 * 1024 } as const;

export type BarrierRun = Readonly<{ run: ConcreteRun; chosen: readonly string[]; report: MachineReport }>;
type EvidenceInput = Readonly<{
  kernel: Kernel;
  config: LaunchConfig;
  facts: readonly Fact[];
  warpModel: WarpModel;
  deadline: Deadline;
}>;

/**
 * Runs with different arguments, and with contents of memory from the second one on, while some of `candidates` is not
 * needed yet.
 */
export function barrierRuns(input: EvidenceInput, candidates: ReadonlySet<StmtId>): readonly BarrierRun[] {
  const { kernel, config, facts, warpModel, deadline } = input;
  const { block, grid } = probeLaunch(config, kernel) ?? config;
  const shape = { block: closedDimensions(block, [1, 1, 1]), grid: closedDimensions(grid, [1, 1, 1]) };
  const compiled = compileAssuming(kernel, [...statedOf(config), ...facts]);
  const runs: BarrierRun[] = [];
  const open = new Set(candidates);
  const chosen = kernel.params.flatMap((param) =>
    param.kind === 'scalar' && !config.scalars.has(param.name) ? [param] : [],
  );
  const blocks = volumeOf(shape.grid);
  for (const [k, value] of (chosen.length === 0
    ? [0, 0]
    : [2 * volumeOf(shape.block), 3, Math.max(shape.block[0], 2)]
  ).entries()) {
    if (open.size === 0 || deadline.passed()) break;
    const scalars = new Map(
      kernel.params.flatMap((param) =>
        param.kind === 'scalar'
          ? [[param.name, config.scalars.get(param.name) ?? (param.type.kind === 'float' ? 1 : BigInt(value))] as const]
          : [],
      ),
    );
    const run: ConcreteRun = {
      ...shape,
      blocks: blocks > 1 ? [0, blocks - 1] : [0],
      scalars,
      arrays: k === 0 ? new Map() : drawnArrays({ compiled }, 100 * k, 256),
      schedule: { kind: 'canonical' },
      warpModel,
    };
    const report = runCompiled(compiled, run, { ...limits, isTimeUp: deadline.passed });
    if (breaksAssumption(report)) continue;
    for (const id of report.neededBarriers) open.delete(id);
    runs.push({ run, report, chosen: chosen.map(({ name }) => name) });
  }
  return runs;
}
