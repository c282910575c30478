/** `audit` and `merge` as commander sees them. */
import { Option } from 'commander';
import type { Command } from 'commander';
import { settled, withBuildOptions, withJudgement } from './analysis-options.ts';
import type { AnalysisFlags } from './analysis-options.ts';
import { audit } from './audit-command.ts';
import type { AuditFlags } from './audit-command.ts';
import type { CliIo } from './io.ts';
import { formatOf, jobsOf, mebibytesOf, formats, secondsOf, shardOf } from './option-values.ts';
import { includeDirsOf, policyFor } from './policy.ts';

/** Of one kernel, which an audit has none of. */
const ofNoKernel = { param: new Map(), fill: new Map(), assume: [] } satisfies Partial<AnalysisFlags>;

export function addAudit(program: Command, io: CliIo, done: (status: number) => void): void {
  withJudgement(withBuildOptions(program.command('audit').argument('<DIR>', 'the codebase')))
    .summary('analyse a whole codebase')
    .description('Analyses every kernel below a directory in processes beside this one. Answers are on disk as they come: started again, it goes on where it stopped.')
    .option('--out <FILE>', 'the file of the audit; not given: syncwright-audit.jsonl')
    .option('--restart', 'begin anew where the file holds another audit')
    .option('--jobs <N>', 'processes that share the work; not given: one for each processor core', jobsOf)
    .addOption(new Option('--memory <MIB>', 'memory that one of them may have; what needs more is unknown').argParser(mebibytesOf).default(2048))
    .option('--budget <SECONDS>', 'time limit for all kernels together; those that are left are unknown', secondsOf)
    .option('--shard <I/N>', 'only the I-th of N shares of the work, for merge', shardOf)
    .addOption(new Option('--format <FORMAT>', `the report on all kernels, instead of the summary: ${formats.join(', ')}`).argParser(formatOf))
    .option('--report <FILE>', 'write the report here, and the summary to standard output')
    .addHelpText('after', auditHelp)
    .action(async (path: string, given: Omit<AuditFlags, keyof typeof ofNoKernel>, command: Command) => {
      const flags: AuditFlags = { ...given, ...ofNoKernel };
      const policy = policyFor([path], flags.config);
      done(await audit(path, settled(flags, command, policy.config, { include: includeDirsOf(policy), root: policy.root }), policy, io));
    });
}

const auditHelp = `
Examples:
  syncwright audit src/
  syncwright audit . --timeout 60 --budget 3600 --report audit.sarif --format sarif
  syncwright audit . --shard 2/8                      one of eight machines; merge joins their files

Ctrl-C ends it with what is done; the same command goes on. Exit status: that of check; 130 or 143 when it was stopped.`;
