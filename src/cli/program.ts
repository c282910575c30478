/** The command line as commander sees it: commands, options, help. What a command does is in its own file. */
import { Command, Option } from 'commander';
import { stages } from '../engine.ts';
import { settled, withAnalysisOptions, withSourceOptions } from './analysis-options.ts';
import { addAudit, addMerge } from './audit-options.ts';
import { check } from './check-command.ts';
import type { CheckFlags } from './check-command.ts';
import { coverage } from './coverage-command.ts';
import type { CoverageFlags } from './coverage-command.ts';
import { doctor } from './doctor-command.ts';
import { explain } from './explain-command.ts';
import { fix } from './fix-command.ts';
import type { FixFlags } from './fix-command.ts';
import type { CliIo } from './io.ts';
import { formatOf, formats, jobsOf, oneOf, stageOf } from './option-values.ts';
import { includeDirsOf, policyFor } from './policy.ts';
import { replay } from './replay-command.ts';
import type { ReplayFlags } from './replay-command.ts';
import { review } from './review-command.ts';
import type { ReviewFlags } from './review-command.ts';
import { version } from './version.ts';

/** `done` receives the exit status of the command that ran; `command`: the whole line, for reports. */
export function programFor(io: CliIo, done: (status: number) => void, command = ''): Command {
  const program = new Command('syncwright')
    .description('Proves CUDA kernels free of data races and barrier divergence, or shows two threads that collide and the patch that fixes it.')
    .version(version, '-V, --version', 'print the version')
    .option('--debug', 'for a bug of syncwright: show where it happened')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [COMMAND]', 'print the help of a command')
    .showSuggestionAfterError(true)
    .allowExcessArguments(false)
    .exitOverride()
    .configureOutput({ writeOut: io.out, writeErr: io.err, getOutHelpWidth: () => io.width, getErrHelpWidth: () => io.width, getOutHasColors: () => false, getErrHasColors: () => false })
    .addHelpText('after', rootHelp);
  addCheck(program, io, done, command);
  addFix(program, io, done);
  addReview(program, io, done);
  addCoverage(program, io, done);
  addAudit(program, io, done);
  addMerge(program, io, done);
  addSmallCommands(program, io, done);
  return program;
}

function addCheck(program: Command, io: CliIo, done: (status: number) => void, line: string): void {
  withAnalysisOptions(program.command('check').argument('<PATH...>', 'CUDA files, or directories to search'))
    .summary('analyse kernels and report')
    .description('Analyses every kernel in the given files and directories.')
    .addOption(new Option('--format <FORMAT>', `form of the report: ${formats.join(', ')}`).argParser(formatOf).default('text'))
    .option('--out <FILE>', 'write the report here instead of to standard output')
    .option('--jobs <N>', 'processes that share the files; not given: one for each processor core', jobsOf)
    .option('--write-baseline <FILE>', 'write all findings there, for --baseline')
    .option('--dump <STAGE>', `print what a stage makes, instead of the report: ${stages.join(', ')}`, stageOf)
    .option('--stop-after <STAGE>', 'run no stage after this one', stageOf)
    .addHelpText('after', checkHelp)
    .action(async (paths: readonly string[], flags: CheckFlags, command: Command) => {
      const policy = policyFor(paths, flags.config);
      done(await check(paths, settled(flags, command, policy.config, { include: includeDirsOf(policy), root: policy.root }), policy, line, io));
    });
}

function addFix(program: Command, io: CliIo, done: (status: number) => void): void {
  withAnalysisOptions(program.command('fix').argument('<PATH...>', 'CUDA files, or directories to search'))
    .summary('show or apply patches')
    .description('Prints the patches of confirmed findings as one diff, or writes them into the files.')
    .option('--write', 'change the files')
    .option('--presume', 'also take patches that are right only if something is meant, which is said with each')
    .addOption(new Option('--diff', 'print the patches and change nothing, which is the default').conflicts('write'))
    .addHelpText('after', fixHelp)
    .action(async (paths: readonly string[], flags: FixFlags, command: Command) => {
      const policy = policyFor(paths, flags.config);
      done(await fix(paths, settled(flags, command, policy.config, { include: includeDirsOf(policy), root: policy.root }), policy, io));
    });
}

function addReview(program: Command, io: CliIo, done: (status: number) => void): void {
  withAnalysisOptions(program.command('review'))
    .summary('review the kernels that a range of commits touches')
    .description('Reviews a pull request on a local clone: the kernels touched between the merge base and the head.')
    .requiredOption('--base <REV>', 'the branch or commit that the pull request goes to')
    .requiredOption('--head <REV>', 'the branch or commit that it brings')
    .option('--repo <DIR>', 'the clone', '.')
    .option('--dry-run', 'show the review comments that would be posted')
    .addOption(new Option('--format <FORMAT>', `form of the report: ${formats.join(', ')}`).argParser(formatOf).default('text'))
    .option('--out <FILE>', 'write the report here instead of to standard output')
    .addHelpText('after', reviewHelp)
    .action(async (flags: ReviewFlags, command: Command) => done(await review(flags, command, io)));
}

function addCoverage(program: Command, io: CliIo, done: (status: number) => void): void {
  withSourceOptions(program.command('coverage').argument('<PATH...>', 'CUDA files, or directories to search'))
    .summary('count what of the kernels can be read, and why not')
    .description('Reads kernels without deciding them: how many are lowered exactly, with approximations, or not at all, for which reasons and on which lines.')
    .option('--kernel <NAME>', 'only kernels of this name')
    .addOption(new Option('--format <FORMAT>', 'form of the answer: text, json, markdown').argParser((text) => oneOf(text, formats)).default('text'))
    .option('--out <FILE>', 'write the answer here instead of to standard output')
    .option('-v, --verbose', 'show every kernel, every place of a reason, and the launches found')
    .addHelpText('after', coverageHelp)
    .action(async (paths: readonly string[], flags: CoverageFlags) => done(await coverage(paths, flags, io)));
}

function addSmallCommands(program: Command, io: CliIo, done: (status: number) => void): void {
  withSourceOptions(program.command('replay').argument('<REPORT.json>', 'a report written with --format json').argument('<ID>', 'a finding of it, such as F1, or its fingerprint'))
    .summary('run a witness again')
    .description('Runs the two threads of a finding again, on the source as it is now, and shows their time line.')
    .option('--step', 'show every access of the two threads, one by one; without a terminal all at once')
    .option('--svg <FILE>', 'draw the time line into this file')
    .addHelpText('after', replayHelp)
    .action(async (path: string, id: string, flags: ReplayFlags) => done(await replay(path, id, flags, io)));
  program.command('explain').argument('[CODE]', 'such as SW101')
    .summary('explain a code')
    .description('Explains a code, with a racy kernel and a corrected one. Without a code, lists them all.')
    .action((code: string | undefined) => done(explain(code, io)));
  program.command('doctor')
    .summary('see whether this installation and the configuration work')
    .description('Checks the runtime, the files beside the program, analyses two small kernels, and checks the configuration of the repository of the current directory.')
    .option('--config <FILE>', 'check this configuration, instead of .syncwright.yml at the root of the repository')
    .action(async (flags: Readonly<{ config?: string }>) => done(await doctor(io, process.version, '.', flags.config)));
}

const exitHelp = `
Exit status:
  0  nothing at or above the gate (--fail-on)
  1  findings at or above it
  2  the command was wrong, or no input could be used
  3  a bug of syncwright
A kernel that was not decided, for want of time too, is no finding and fails no run.`;

const rootHelp = `
Examples:
  syncwright check examples/                          every kernel below a directory
  syncwright check a.cu --kernel reduce --block 256   one kernel, for a block of 256 threads
  syncwright fix a.cu --write                         apply the patches
  syncwright explain SW101                            what a code means

Verdicts: racy (two threads collided when replayed), drf (proved free of races and divergence, under the assumptions
that --verbose lists), unknown and unsupported (with the reason and its line).
${exitHelp}`;

const checkHelp = `
Examples:
  syncwright check src/
  syncwright check a.cu --param n=1024 --assume "n % 32 == 0" -D TILE=16 -I include
  syncwright check a.cu --format sarif --out syncwright.sarif
  syncwright check src/ --format html --out report.html     a page to look through, for a browser
  syncwright check a.cu --dump protocol               the access protocol of each kernel

Directories are searched for .cu and .cuh files, and for headers that hold a __global__ function; .git, node_modules
and symbolic links are left out.
${exitHelp}`;

const fixHelp = `
Examples:
  syncwright fix a.cu > fix.patch; git apply fix.patch
  syncwright fix src/ --write && syncwright check src/

Every patch is analysed as the file itself before it is shown: what is proved says so, what is only shown by runs says
"not proved". The status is 1 while findings at or above the gate are left in the files. A file that changed meanwhile is
not written.
Notes, such as redundant barriers, are patched only with --fail-on info.
${exitHelp}`;

const coverageHelp = `
Examples:
  syncwright coverage src/
  syncwright coverage a.cu -D TILE=16 --verbose

Exit status: 0 whatever was counted, 2 the command was wrong or no input could be used, 3 a bug of syncwright`;

const reviewHelp = `
Examples:
  syncwright review --base origin/main --head HEAD
  syncwright review --base main --head topic --dry-run
${exitHelp}`;

const replayHelp = `
Examples:
  syncwright check a.cu --format json --out report.json; syncwright replay report.json F1
  syncwright replay report.json F1 --svg f1.svg      a picture of the two threads, for a browser
  syncwright replay report.json F1 --step            Enter or → goes on, b or ← back, c to the collision, q ends

Run it in the directory where the report was made. Macros, include folders and parameters are taken from the report.

Exit status: 0 the threads did not collide, 1 they did, 2 the command was wrong, 3 a bug of syncwright`;
