/** `audit` and `merge` as commander sees them. */
import { Option } from 'commander';
import type { Command } from 'commander';
import { settled, withBuildOptions, withGate, withJudgement } from './analysis-options.ts';
import type { AnalysisFlags } from './analysis-options.ts';
import { audit } from './audit-command.ts';
import type { AuditFlags } from './audit-command.ts';
import type { CliIo } from './io.ts';
import { bytesOf, collected, formatOf, formats, jobsOf, mebibytesOf, memoryOf, secondsOf, shardOf, shardsOf } from './option-values.ts';
import { merge } from './merge-command.ts';
import type { MergeFlags } from './merge-command.ts';
import { includeDirsOf, policyFor } from './policy.ts';
import type { Policy } from './policy.ts';
import { defaultMaxBytes } from './source-files.ts';

/** Of one kernel, which an audit has none of. */
const ofNoKernel = { param: new Map(), fill: new Map(), assume: [] } satisfies Partial<AnalysisFlags>;
/** What a file that is merged says itself. */
const ofNoBuild = { ...ofNoKernel, define: new Map(), include: [], warp: 'its', level: 'grid' } satisfies Partial<AnalysisFlags>;

export function addAudit(program: Command, io: CliIo, done: (status: number) => void): void {
  withReport(withJudgement(withBuildOptions(program.command('audit').argument('<DIR>', 'the codebase'))))
    .summary('analyse a whole codebase')
    .description('Analyses every kernel below a directory in processes beside this one. Answers are on disk as they come: started again, it goes on where it stopped.')
    .option('--out <FILE>', 'the file of the audit; not given: syncwright-audit.jsonl')
    .option('--restart', 'begin anew where the file holds another audit')
    .option('--jobs <N>', 'processes that share the work; not given: one for each processor core', jobsOf)
    .addOption(new Option('--memory <MIB>', 'memory that one of them may have; what needs more is unknown').argParser(memoryOf).default(2048))
    .option('--budget <SECONDS>', 'time limit for all kernels together; those that are left are unknown', secondsOf)
    .option('--shard <I/N>', 'only the I-th of N shares of the work, for merge', shardOf)
    .option('--plan', 'analyse nothing: print the shards as a job matrix of GitHub Actions')
    .option('--shards <N>', 'how many shards to plan, or auto: by what there is to do', shardsOf)
    .option('--plan-file <FILE>', 'with --plan, write it here too; with --shard, share the work as it says')
    .option('--cache <DIR>', 'keep answers here, for files that stay as they are; not given: ~/.cache/syncwright')
    .option('--no-cache', 'use and keep no answers of other runs')
    .option('--retry-cut', 'try again what the same --timeout cut off before, instead of taking that answer')
    .addOption(new Option('--cache-size <MIB>', 'what the cache may hold; what was not used for longest goes').argParser(mebibytesOf).default(512))
    .addHelpText('after', auditHelp)
    .action(async (path: string, given: Omit<AuditFlags, keyof typeof ofNoKernel>, command: Command) => {
      // its file must be good for every format, the HTML report too
      const flags: AuditFlags = { ...given, ...ofNoKernel, stories: true };
      const policy = policyFor([path], flags.config);
      done(await audit(path, settled(flags, command, policy.config, { include: includeDirsOf(policy), root: policy.root }), policy, io));
    });
}

export function addMerge(program: Command, io: CliIo, done: (status: number) => void): void {
  withReport(withGate(program.command('merge').argument('<PATH...>', 'files of audits, or directories that hold them (.jsonl)')))
    .summary('join the shards of an audit')
    .description('Takes the files of all shards of one audit together, and fails if one is missing, damaged, or of another commit, version or options. Of a single file it renders the report.')
    .option('--out <FILE>', 'write one audit file here, its units in their order')
    .addOption(new Option('--source <DIR>', 'also read sources and the configuration below here, not only below the current directory (repeatable)').argParser(collected).default([], 'none'))
    .addOption(new Option('--max-bytes <N>', 'largest source file that is read').argParser(bytesOf).default(defaultMaxBytes, '16M'))
    .addHelpText('after', mergeHelp)
    .action((paths: readonly string[], given: Omit<MergeFlags, keyof typeof ofNoBuild>, command: Command) => {
      const all: MergeFlags = { ...given, ...ofNoBuild };
      const settle = (path: string | null): Readonly<{ policy: Policy; flags: MergeFlags }> => {
        const policy = policyFor([path ?? '.'], all.config ?? (path === null ? false : undefined));
        return { policy, flags: settled(all, command, policy.config, { include: [], root: null }) };
      };
      done(merge(paths, all, settle, io));
    });
}

function withReport(command: Command): Command {
  return command
    .addOption(new Option('--format <FORMAT>', `the report on all kernels, instead of the summary: ${formats.join(', ')}`).argParser(formatOf))
    .option('--report <FILE>', 'write the report here (text without --format), and the summary to standard output')
    .option('--reproducible', 'leave times out, so that equal answers are equal files');
}

const auditHelp = `
Examples:
  syncwright audit src/
  syncwright audit . --timeout 60 --budget 3600 --report audit.sarif --format sarif
  syncwright audit . --plan --shards 8                what each of eight machines would do
  syncwright audit . --shard 2/8                      one of them; merge joins their files

Ctrl-C ends it with what is done; the same command goes on. Exit status: that of check; 130 or 143 when it was stopped.`;

const mergeHelp = `
Examples:
  syncwright merge shards/ --format sarif --report audit.sarif
  syncwright merge syncwright-audit-*.jsonl --out syncwright-audit.jsonl
  syncwright merge syncwright-audit.jsonl --format json

The status is that of check; 2 where the files are not all of one audit.`;
