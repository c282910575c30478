/** The options that `check` and `fix` share, and what they become for the engine. */
import { Option } from 'commander';
import type { Command } from 'commander';
import type { EngineOptions } from '../engine.ts';
import type { Dim3, WarpModel } from '../launch/launch.ts';
import type { Config } from '../config/config.ts';
import type { StatedFacts } from '../launch/stated.ts';
import { gates } from '../report/gate.ts';
import type { Gate } from '../report/gate.ts';
import { blockOf, bytesOf, collected, defineOf, gridOf, paramOf, secondsOf } from './option-values.ts';
import { defaultMaxBytes } from './source-files.ts';
import type { FileScope } from './source-files.ts';

export type AnalysisFlags = Readonly<{
  kernel?: string;
  block?: Dim3;
  grid?: Dim3;
  param: ReadonlyMap<string, bigint | number>;
  fill: ReadonlyMap<string, bigint | number>;
  assume: readonly string[];
  define: ReadonlyMap<string, string>;
  include: readonly string[];
  compileCommands?: string;
  warp: WarpModel;
  level: 'block' | 'grid';
  timeout?: number;
  failOn: Gate;
  maxBytes: number;
  verbose?: boolean;
  config?: string | false;
  baseline?: string;
  /** Of the configuration. */
  stated?: readonly StatedFacts[];
  scope?: FileScope;
  /** Of the format: it shows runs step by step. */
  stories?: boolean;
}>;

/** Where an option's value comes from: commander's word. */
export type Given = Readonly<{ getOptionValueSource: (name: string) => string | undefined }>;

/** The flags with what the configuration says where the command line says nothing; macros and folders add up. */
export function settled<Flags extends AnalysisFlags>(
  flags: Flags,
  command: Given,
  config: Config,
  {
    include,
    compileCommands,
    root,
  }: Readonly<{
    include: readonly string[];
    compileCommands: string | null;
    /** Null: files are not looked for in folders. */ root: string | null;
  }>,
): Flags {
  const isGiven = (name: keyof AnalysisFlags): boolean => command.getOptionValueSource(name) === 'cli';
  const timeout =
    isGiven('timeout') || config.timeout === null ? flags.timeout : config.timeout === 0 ? undefined : config.timeout;
  return {
    ...flags,
    define: new Map([...config.defines, ...flags.define]),
    include: [...flags.include, ...include],
    ...(isGiven('compileCommands') || compileCommands === null ? {} : { compileCommands }),
    warp: isGiven('warp') ? flags.warp : (config.warpModel ?? flags.warp),
    level: isGiven('level') ? flags.level : (config.level ?? flags.level),
    failOn: isGiven('failOn') ? flags.failOn : (config.failOn ?? flags.failOn),
    maxBytes: isGiven('maxBytes') ? flags.maxBytes : (config.maxBytes ?? flags.maxBytes),
    ...(timeout === undefined ? {} : { timeout }),
    ...(config.stated.length === 0 ? {} : { stated: config.stated }),
    ...(root === null || config.include.length + config.exclude.length === 0
      ? {}
      : { scope: { root, include: config.include, exclude: config.exclude } }),
  };
}

export function withAnalysisOptions(command: Command): Command {
  return withJudgement(
    withSourceOptions(command)
      .option('--kernel <NAME>', 'only the kernels of this name')
      .option('--block <X,Y,Z>', 'threads in a block, instead of the launches found', blockOf)
      .option('--grid <X,Y,Z>', 'blocks in the grid, instead of the launches found', gridOf)
      .addOption(
        new Option(
          '--fill <NAME=VALUE>',
          'initial value of every element of an array: run schedules of its atomics (repeatable)',
        )
          .argParser(paramOf)
          .default(new Map(), 'none'),
      )
      .addOption(
        new Option('--assume <EXPR>', 'a condition that holds, such as "n % 32 == 0" (repeatable)')
          .argParser(collected)
          .default([], 'none'),
      ),
  );
}

/** How kernels are decided, and which findings count. */
export function withJudgement(command: Command): Command {
  return withGate(
    command
      .addOption(
        new Option('--warp <MODEL>', 'its: independent thread scheduling (Volta and later); lockstep: earlier')
          .choices(['its', 'lockstep'])
          .default('its'),
      )
      .addOption(
        new Option('--level <LEVEL>', 'block: races within a block only; grid: between blocks too')
          .choices(['block', 'grid'])
          .default('grid'),
      )
      .option('--timeout <SECONDS>', 'time limit for one kernel, with all its instances; default: none', secondsOf),
  );
}

/** Which findings count. */
export function withGate(command: Command): Command {
  return command
    .addOption(
      new Option('--fail-on <SEVERITY>', 'lowest severity of a confirmed finding that gives exit status 1')
        .choices(gates)
        .default('error'),
    )
    .option('--config <FILE>', 'read the configuration here, instead of .syncwright.yml at the root of the repository')
    .option('--no-config', 'read no configuration')
    .option('--baseline <FILE>', 'findings listed in this file are old, and do not fail the run')
    .option('-v, --verbose', 'show assumptions, launches, times and further patches');
}

/** What a source needs to be read the same way again: `replay` takes these too. */
export function withSourceOptions(command: Command): Command {
  return withBuildOptions(
    command.addOption(
      new Option('--param <NAME=VALUE>', 'value of a scalar or template parameter (repeatable)')
        .argParser(paramOf)
        .default(new Map(), 'none'),
    ),
  );
}

/** What the build says of all sources. */
export function withBuildOptions(command: Command): Command {
  return command
    .addOption(
      new Option('-D, --define <NAME[=VALUE]>', 'define a macro (repeatable)')
        .argParser(defineOf)
        .default(new Map(), 'none'),
    )
    .addOption(
      new Option('-I, --include <DIR>', 'search included files here (repeatable)')
        .argParser(collected)
        .default([], 'none'),
    )
    .option(
      '--compile-commands <FILE>',
      'read the flags of each source from this file; default: compile_commands.json at the root, in build/ or in out/',
    )
    .addOption(
      new Option('--max-bytes <N>', 'largest source file to read').argParser(bytesOf).default(defaultMaxBytes, '16M'),
    );
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
    ...(flags.compileCommands === undefined ? {} : { compileCommands: flags.compileCommands }),
    warpModel: flags.warp,
    level: flags.level,
    timeoutSeconds: flags.timeout ?? null,
    repair: true,
    maxBytes: flags.maxBytes,
    ...(flags.stated === undefined ? {} : { stated: flags.stated }),
    ...(flags.stories === undefined ? {} : { stories: flags.stories }),
  };
}
