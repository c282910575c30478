/** The command line as commander sees it: commands, options, help. What a command does is in its own file. */
import { Argument, Command, Option } from 'commander';
import { stages } from '../engine.ts';
import { settled, withAnalysisOptions, withSourceOptions } from './analysis-options.ts';
import { addAudit, addMerge } from './audit-options.ts';
import { check } from './check-command.ts';
import type { CheckFlags, Checked } from './check-command.ts';
import { coverage } from './coverage-command.ts';
import type { CoverageFlags } from './coverage-command.ts';
import { colorChoices } from './color.ts';
import { completion, shells } from './completion/completion.ts';
import { doctor } from './doctor-command.ts';
import { explain } from './explain-command.ts';
import { gitlabReview } from './gitlab-command.ts';
import type { GitlabFlags } from './gitlab-command.ts';
import { fix } from './fix-command.ts';
import type { FixFlags } from './fix-command.ts';
import { status } from './io.ts';
import type { CliIo } from './io.ts';
import { lsp } from './lsp-command.ts';
import { coverageFormats, formats, jobsOf } from './option-values.ts';
import { builtAs, policyFor } from './policy.ts';
import { replay } from './replay-command.ts';
import type { ReplayFlags } from './replay-command.ts';
import { review } from './review-command.ts';
import type { ReviewFlags } from './review-command.ts';
import { undecidedGates } from '../config/schema.ts';
import { version } from './version.ts';
import { watchAndCheck } from './watch-command.ts';

/** `done` receives the exit status of the command that ran; `command`: the whole line, for reports. */
export function programFor(io: CliIo, done: (status: number) => void, command = ''): Command {
  const program = new Command('syncwright')
    .description(
      'Proves CUDA kernels free of data races and barrier divergence, or shows two threads that collide and the patch that fixes it.',
    )
    .version(version, '-V, --version', 'print the version')
    .option('--debug', 'for a bug in Syncwright: show where it happened')
    .addOption(
      new Option('--color <WHEN>', 'color the output')
        .choices(colorChoices)
        .default('auto', 'auto: on a terminal, unless NO_COLOR or FORCE_COLOR is set'),
    )
    .addOption(new Option('--no-color', 'the same as --color never'))
    .configureHelp({ showGlobalOptions: true })
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [COMMAND]', 'print help for a command')
    .showSuggestionAfterError(true)
    .allowExcessArguments(false)
    .exitOverride()
    .configureOutput({
      writeOut: io.out,
      writeErr: io.err,
      getOutHelpWidth: () => io.width,
      getErrHelpWidth: () => io.width,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .addHelpText('after', rootHelp);
  addCheck(program, io, done, command);
  addFix(program, io, done);
  addReview(program, io, done);
  addGitlabReview(program, io, done);
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
    .addOption(new Option('--format <FORMAT>', 'format of the report').choices(formats).default('text'))
    .option('--out <FILE>', 'write the report to this file instead of standard output')
    .option('--jobs <N>', 'number of processes that share the files; default: one for each processor core', jobsOf)
    .option(
      '-w, --watch',
      'analyse again whenever a source, an included file or the configuration changes, until Ctrl-C',
    )
    .option('--write-baseline <FILE>', 'write all findings to this file, for --baseline')
    .addOption(new Option('--dump <STAGE>', 'print the output of a stage instead of the report').choices(stages))
    .addOption(new Option('--stop-after <STAGE>', 'run no stage after this one').choices(stages))
    .addHelpText('after', checkHelp)
    .action(async (paths: readonly string[], flags: CheckFlags, command: Command) => {
      const settle = (): Checked => {
        const policy = policyFor(paths, flags.config);
        return { paths, policy, command: line, flags: settled(flags, command, policy.config, builtAs(policy)) };
      };
      done(flags.watch === true ? await watchAndCheck(flags, paths, settle, io) : await check(settle(), io));
    });
}

function addFix(program: Command, io: CliIo, done: (status: number) => void): void {
  withAnalysisOptions(program.command('fix').argument('<PATH...>', 'CUDA files, or directories to search'))
    .summary('show or apply patches')
    .description('write the patches into the files')
    .option('--write', 'change the files')
    .option('--presume', 'also take patches that are correct only under a condition, which is printed with each')
    .addOption(new Option('--diff', 'print the patches without changing files (default)').conflicts('write'))
    .addHelpText('after', fixHelp)
    .action(async (paths: readonly string[], flags: FixFlags, command: Command) => {
      const policy = policyFor(paths, flags.config);
      done(await fix(paths, settled(flags, command, policy.config, builtAs(policy)), policy, io));
    });
}

function addReview(program: Command, io: CliIo, done: (status: number) => void): void {
  withAnalysisOptions(program.command('review'))
    .summary('review the kernels that a range of commits touches')
    .description('Reviews a pull request in a local clone: the kernels touched between the merge base and the head.')
    .requiredOption('--base <REV>', 'target branch or commit of the pull request')
    .requiredOption('--head <REV>', 'source branch or commit of the pull request')
    .option('--repo <DIR>', 'the clone', '.')
    .option('--no-fetch', 'fetch nothing from `origin`, even if the clone is shallow or partial')
    .addOption(
      new Option(
        '--fail-on-undecided <WHAT>',
        'what fails beside findings: touched files that were not read, also kernels that were not decided (default: unread)',
      ).choices(undecidedGates),
    )
    .option('--dry-run', 'print the review comments that would be posted')
    .addOption(new Option('--format <FORMAT>', 'format of the report').choices(formats).default('text'))
    .option('--out <FILE>', 'write the report to this file instead of standard output')
    .addHelpText('after', reviewHelp)
    .action(async (flags: ReviewFlags, command: Command) => done(await review(flags, command, io)));
}

function addGitlabReview(program: Command, io: CliIo, done: (status: number) => void): void {
  withAnalysisOptions(program.command('gitlab-review'))
    .summary('review a merge request in a GitLab CI job, and comment on it')
    .description(
      'Reviews the merge request of a GitLab CI pipeline, which the CI_* variables name: comments on its lines, a Code Quality report, and the exit status.',
    )
    .option(
      '--token-env <NAME>',
      'variable that holds a token with the scope api; empty: only the report is made',
      'GITLAB_TOKEN',
    )
    .option('--code-quality <FILE>', 'write the Code Quality report to this file', 'gl-code-quality-report.json')
    .option('--commit-status', 'also set a status of the commit, named syncwright, to the result', false)
    .addOption(
      new Option('--drafts <WHAT>', 'review drafts like other merge requests, or skip them')
        .choices(['review', 'skip'])
        .default('review'),
    )
    .option('--repo <DIR>', 'the clone', '.')
    .option('--no-fetch', 'fetch nothing, even if the clone is shallow or partial')
    .addOption(
      new Option(
        '--fail-on-undecided <WHAT>',
        'what fails beside findings: touched files that were not read, also kernels that were not decided (default: unread)',
      ).choices(undecidedGates),
    )
    .addHelpText('after', gitlabHelp)
    .action(async (flags: GitlabFlags, command: Command) => done(await gitlabReview(flags, command, io)));
}

function addCoverage(program: Command, io: CliIo, done: (status: number) => void): void {
  withSourceOptions(program.command('coverage').argument('<PATH...>', 'CUDA files, or directories to search'))
    .summary('count the kernels that can be read, with the reasons why others cannot')
    .description(
      'Reads kernels without deciding them: how many are read exactly, with approximations, or not at all, for which reasons and on which lines.',
    )
    .option('--kernel <NAME>', 'only the kernels of this name')
    .addOption(new Option('--format <FORMAT>', 'format of the answer').choices(coverageFormats).default('text'))
    .option('--out <FILE>', 'write the answer to this file instead of standard output')
    .option('-v, --verbose', 'show every kernel, every place of a reason, and the launches found')
    .addHelpText('after', coverageHelp)
    .action(async (paths: readonly string[], flags: CoverageFlags) => done(await coverage(paths, flags, io)));
}

function addSmallCommands(program: Command, io: CliIo, done: (status: number) => void): void {
  withSourceOptions(
    program
      .command('replay')
      .argument('<REPORT.json>', 'a report written with --format json')
      .argument('<ID>', 'a finding in it, such as F1, or its fingerprint'),
  )
    .summary('replay the run that shows a finding')
    .description('Runs the two threads of a finding again, on the source as it is now, and shows their time line.')
    .option('--step', 'show every access of the two threads, one by one; without a terminal, all at once')
    .option('--svg <FILE>', 'draw the time line into this file')
    .addHelpText('after', replayHelp)
    .action(async (path: string, id: string, flags: ReplayFlags) => done(await replay(path, id, flags, io)));
  program
    .command('explain')
    .argument('[CODE]', 'such as SW101')
    .summary('explain a code')
    .description('Explains a code with a racy kernel and a corrected one. Without a code, lists all codes.')
    .action((code: string | undefined) => done(explain(code, io)));
  program
    .command('completion')
    .addArgument(new Argument('<SHELL>', 'the shell').choices(shells))
    .summary('print the completion script for a shell')
    .description('Prints a script with which the shell completes commands, options, their values and codes.')
    .addHelpText('after', completionHelp)
    .action((shell: (typeof shells)[number]) => {
      io.out(completion(program, shell));
      done(status.nothing);
    });
  program
    .command('lsp')
    .summary('serve an editor')
    .description(
      'A language server on standard input and output: findings, patches and proofs while you edit. Editors start it; see docs/editor.md.',
    )
    .addOption(new Option('--stdio', 'the only way to speak with it, and the default'))
    .addOption(new Option('--clientProcessId <PID>', 'ends with this process').hideHelp())
    .action(async () => done(await lsp(io)));
  program
    .command('doctor')
    .summary('check the installation and the configuration')
    .description(
      'Checks the runtime and the files of the program, analyses two small kernels, and checks the configuration of the repository of the current directory.',
    )
    .option('--config <FILE>', 'check this configuration instead of .syncwright.yml at the root of the repository')
    .action(async (flags: Readonly<{ config?: string }>) => done(await doctor(io, process.version, '.', flags.config)));
}

const exitHelp = `
Exit status:
  0  no confirmed finding at or above the severity of --fail-on
  1  at least one such finding
  2  the command is wrong, or no input can be used
  3  a bug in Syncwright
A kernel that could not be decided, for example because of the time limit, is not a finding and does not fail the run.`;

const rootHelp = `
Examples:
  syncwright check examples/                          every kernel below a directory
  syncwright check a.cu --kernel reduce --block 256   one kernel, for a block of 256 threads
  syncwright fix a.cu --write                         apply the patches
  syncwright explain SW101                            explain a code

Verdicts: racy (two threads collided when replayed), drf (proved race-free and free of divergence, under the assumptions
that --verbose lists), conditional (drf under a condition that no host code states), unknown and unsupported (with the reason and its line).
${exitHelp}`;

const checkHelp = `
Examples:
  syncwright check src/
  syncwright check a.cu --param n=1024 --assume "n % 32 == 0" -D TILE=16 -I include
  syncwright check a.cu --format sarif --out syncwright.sarif
  syncwright check src/ --format html --out report.html     a page for a browser
  syncwright check a.cu --dump protocol               print the access protocol of each kernel

Directories are searched for .cu and .cuh files, and for headers that contain a __global__ function. .git, node_modules
and symbolic links are skipped.
${exitHelp}`;

const fixHelp = `
Examples:
  syncwright fix a.cu > fix.patch; git apply fix.patch
  syncwright fix src/ --write && syncwright check src/

Every patched file is analysed again before its patch is printed. A patch is marked as proved, or as "not proved" if only
runs support it. The exit status is 1 while findings at or above --fail-on remain. A file that changes during the analysis
is not written. Notes, such as redundant barriers, are patched only with --fail-on info.
${exitHelp}`;

const coverageHelp = `
Examples:
  syncwright coverage src/
  syncwright coverage a.cu -D TILE=16 --verbose

Exit status: 0 if kernels were counted, 2 if the command is wrong or no input can be used, 3 for a bug in Syncwright`;

const reviewHelp = `
Examples:
  syncwright review --base origin/main --head HEAD
  syncwright review --base main --head topic --dry-run
${exitHelp}`;

const gitlabHelp = `
Example, in .gitlab-ci.yml, with \`rules: - if: $CI_PIPELINE_SOURCE == "merge_request_event"\`:
  npx --yes syncwright gitlab-review
${exitHelp}
If a comment cannot be written, the status is 2 (the token) or 3 (GitLab does not answer) where it would be 0.`;

const completionHelp = `
Examples:
  eval "$(syncwright completion bash)"                                            in ~/.bashrc
  syncwright completion zsh > ~/.zfunc/_syncwright                                a folder of $fpath
  syncwright completion fish > ~/.config/fish/completions/syncwright.fish`;

const replayHelp = `
Examples:
  syncwright check a.cu --format json --out report.json; syncwright replay report.json F1
  syncwright replay report.json F1 --svg f1.svg      a picture of the two threads
  syncwright replay report.json F1 --step            Enter or →: next, b or ←: back, c: collision, q: quit

Run it in the directory in which the report was made. Macros, include folders and parameters are taken from the report.

Exit status: 0 if the threads did not collide, 1 if they did, 2 if the command is wrong, 3 for a bug in Syncwright`;
