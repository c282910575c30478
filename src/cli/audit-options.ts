/** `audit` and `merge` as commander sees them. */
import { Option } from 'commander';
import type { Command } from 'commander';
import { settled, withBuildOptions, withGate, withJudgement } from './analysis-options.ts';
import type { AnalysisFlags } from './analysis-options.ts';
import { audit } from './audit-command.ts';
import type { AuditFlags } from './audit-command.ts';
import type { CliIo } from './io.ts';
import {
  bytesOf,
  collected,
  formats,
  jobsOf,
  mebibytesOf,
  memoryOf,
  secondsOf,
  shardOf,
  shardsOf,
} from './option-values.ts';
import { merge } from './merge-command.ts';
import type { MergeFlags } from './merge-command.ts';
import { builtAs, policyFor } from './policy.ts';
import type { Policy } from './policy.ts';
import { defaultMaxBytes } from './source-files.ts';

/** Of one kernel, which an audit has none of. */
const ofNoKernel = { param: new Map(), fill: new Map(), assume: [] } satisfies Partial<AnalysisFlags>;
/** What a file that is merged says itself. */
const ofNoBuild = {
  ...ofNoKernel,
  define: new Map(),
  include: [],
  warp: 'its',
  level: 'grid',
} satisfies Partial<AnalysisFlags>;

export function addAudit(program: Command, io: CliIo, done: (status: number) => void): void {
  withReport(withJudgement(withBuildOptions(program.command('audit').argument('<DIR>', 'the codebase'))))
    .summary('analyse a whole codebase')
    .description(
      'Analyses every kernel below a directory in separate processes. Answers are written as they come; started again, the audit continues where it stopped.',
    )
    .option('--out <FILE>', 'file of the audit; default: syncwright-audit.jsonl')
    .option('--restart', 'start again where the file holds another audit')
    .option('--jobs <N>', 'number of processes; default: one for each processor core', jobsOf)
    .addOption(
      new Option('--memory <MIB>', 'memory limit of each; kernels that need more are unknown')
        .argParser(memoryOf)
        .default(3072),
    )
    .option('--budget <SECONDS>', 'time limit for all kernels together; the rest is unknown', secondsOf)
    .option('--shard <I/N>', 'analyse only the I-th of N shards, to be merged later', shardOf)
    .option('--plan', 'print the shards as a job matrix of GitHub Actions, and analyse nothing')
    .option('--shards <N>', 'number of shards to plan, or auto: by the amount of work', shardsOf)
    .option('--plan-file <FILE>', 'with --plan, also write it here; with --shard, follow it')
    .option('--cache <DIR>', 'cache of answers for unchanged files; default: ~/.cache/syncwright')
    .option('--no-cache', 'use and keep no answers of other runs')
    .option('--retry-cut', 'retry kernels that the same --timeout cut off before, instead of taking that answer')
    .addOption(
      new Option('--cache-size <MIB>', 'size limit of the cache; the least recently used answers are removed')
        .argParser(mebibytesOf)
        .default(512),
    )
    .addHelpText('after', auditHelp)
    .action(async (path: string, given: Omit<AuditFlags, keyof typeof ofNoKernel>, command: Command) => {
      // its file must be good for every format, the HTML report too
      const flags: AuditFlags = { ...given, ...ofNoKernel, stories: true };
      const policy = policyFor([path], flags.config);
      done(await audit(path, settled(flags, command, policy.config, builtAs(policy)), policy, io));
    });
}

export function addMerge(program: Command, io: CliIo, done: (status: number) => void): void {
  withReport(
    withGate(program.command('merge').argument('<PATH...>', 'audit files, or directories that contain them (.jsonl)')),
  )
    .summary('join the shards of an audit')
    .description(
      'Joins the files of all shards of one audit, and fails if one is missing, damaged, or of another commit, version or options. With a single file, renders its report.',
    )
    .option('--out <FILE>', 'write one audit file here, with its units in order')
    .addOption(
      new Option(
        '--source <DIR>',
        'also read sources and the configuration below this directory, not only below the current one (repeatable)',
      )
        .argParser(collected)
        .default([], 'none'),
    )
    .addOption(
      new Option('--max-bytes <N>', 'largest source file to read').argParser(bytesOf).default(defaultMaxBytes, '16M'),
    )
    .addHelpText('after', mergeHelp)
    .action((paths: readonly string[], given: Omit<MergeFlags, keyof typeof ofNoBuild>, command: Command) => {
      const all: MergeFlags = { ...given, ...ofNoBuild };
      const settle = (path: string | null): Readonly<{ policy: Policy; flags: MergeFlags }> => {
        const policy = policyFor([path ?? '.'], all.config ?? (path === null ? false : undefined));
        return {
          policy,
          flags: settled(all, command, policy.config, { include: [], compileCommands: null, root: null }),
        };
      };
      done(merge(paths, all, settle, io));
    });
}

function withReport(command: Command): Command {
  return command
    .addOption(new Option('--format <FORMAT>', 'report on all kernels, instead of the summary').choices(formats))
    .option('--report <FILE>', 'write the report here (as text without --format), and the summary to standard output')
    .option('--badge <FILE>', 'also write the verdicts in one line here, as SVG')
    .option('--badge-json <FILE>', 'the same for an endpoint badge of shields.io')
    .option('--history <FILE>', 'add the verdicts to this file, a line for each audit; HTML reports show the trend')
    .option('--reproducible', 'leave out times, so that equal answers give equal files');
}

const auditHelp = `
Examples:
  syncwright audit src/
  syncwright audit . --timeout 60 --budget 3600 --report audit.sarif --format sarif
  syncwright audit . --plan --shards 8                plan the work of eight machines
  syncwright audit . --shard 2/8                      analyse one shard; merge joins the files

Ctrl-C stops the audit and keeps what is done; the same command continues from there. Exit status: as for check; 130 or 143 if it was stopped.`;

const mergeHelp = `
Examples:
  syncwright merge shards/ --format sarif --report audit.sarif
  syncwright merge syncwright-audit-*.jsonl --out syncwright-audit.jsonl
  syncwright merge syncwright-audit.jsonl --format json

Exit status: as for check; 2 if the files are not all of one audit.`;
