/** The options that `check` and `fix` share, and what they become for the engine. */
import { Option } from 'commander';
import type { Command } from 'commander';
import type { EngineOptions } from '../engine.ts';
import type { Dim3, WarpModel } from '../launch/launch.ts';
import { gates } from '../report/gate.ts';
import type { Gate } from '../report/gate.ts';
import { blockOf, bytesOf, collected, defineOf, gridOf, oneOf, paramOf, secondsOf } from './option-values.ts';
import { defaultMaxBytes } from './source-files.ts';

export type AnalysisFlags = Readonly<{
  kernel?: string;
  block?: Dim3;
  grid?: Dim3;
  param: ReadonlyMap<string, bigint | number>;
  fill: ReadonlyMap<string, bigint | number>;
  assume: readonly string[];
  define: ReadonlyMap<string, string>;
  include: readonly string[];
  warp: WarpModel;
  level: 'block' | 'grid';
  timeout?: number;
  failOn: Gate;
  maxBytes: number;
  verbose?: boolean;
}>;

export function withAnalysisOptions(command: Command): Command {
  return withSourceOptions(command)
    .option('--kernel <NAME>', 'only kernels of this name')
    .option('--block <X,Y,Z>', 'threads in a block, instead of the launches found', blockOf)
    .option('--grid <X,Y,Z>', 'blocks in the grid, instead of the launches found', gridOf)
    .addOption(new Option('--fill <NAME=VALUE>', 'what every element of an array holds at first: run schedules of its atomics (repeatable)').argParser(paramOf).default(new Map(), 'none'))
    .addOption(new Option('--assume <EXPR>', 'a condition that holds, such as "n % 32 == 0" (repeatable)').argParser(collected).default([], 'none'))
    .addOption(new Option('--warp <MODEL>', 'its: threads of a warp are independent (Volta and later); lockstep: before').argParser((text) => oneOf<WarpModel>(text, ['its', 'lockstep'])).default('its'))
    .addOption(new Option('--level <LEVEL>', 'block: races within a block only; grid: between blocks too').argParser((text) => oneOf(text, ['block', 'grid'] as const)).default('grid'))
    .option('--timeout <SECONDS>', 'time limit for one kernel, with all its instances', secondsOf)
    .addOption(new Option('--fail-on <SEVERITY>', `confirmed findings that give exit status 1: ${gates.join(', ')}`).argParser((text) => oneOf(text, gates)).default('error'))
    .option('-v, --verbose', 'show assumptions, launches, times and further patches');
}

/** What a source needs to be read the same way again: `replay` takes these too. */
export function withSourceOptions(command: Command): Command {
  return command
    .addOption(new Option('--param <NAME=VALUE>', 'value of a scalar or template parameter (repeatable)').argParser(paramOf).default(new Map(), 'none'))
    .addOption(new Option('-D, --define <NAME[=VALUE]>', 'define a macro (repeatable)').argParser(defineOf).default(new Map(), 'none'))
    .addOption(new Option('-I, --include <DIR>', 'search included files here (repeatable)').argParser(collected).default([], 'none'))
    .addOption(new Option('--max-bytes <N>', 'largest source file that is read').argParser(bytesOf).default(defaultMaxBytes, '16M'));
}

export function engineOptions(flags: AnalysisFlags): EngineOptions {
  return {
    kernel: flags.kernel ?? null,
    block: flags.block ?? null,
    grid: flags.grid ?? null,
    params: flags.param,
    fills: flags.fill,
    assumes: flags.assume,
    defines: flags.define,
    includeDirs: flags.include,
    warpModel: flags.warp,
    level: flags.level,
    timeoutSeconds: flags.timeout ?? null,
    repair: true,
    maxBytes: flags.maxBytes,
  };
}
