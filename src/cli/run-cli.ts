/**
 * Runs one command line. Every mistake of the user is one line and status 2, every bug of ours one line and status 3.
 */
import { CommanderError } from 'commander';
import { shellWord } from '../report/finding-details.ts';
import { visible } from '../report/visible.ts';
import { status, UsageError } from './io.ts';
import type { CliIo } from './io.ts';
import { colorChoiceIn } from './color.ts';
import { programFor } from './program.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** `argv` without the program's own name. */
export async function runCli(argv: readonly string[], given: CliIo): Promise<number> {
  let result: number = status.nothing;
  const choice = colorChoiceIn(argv);
  const io: CliIo = choice === 'auto' ? given : { ...given, color: choice === 'always' };
  try {
    if (argv.length === 0) {
      programFor(io, () => undefined).outputHelp({ error: true });
      return status.usage;
    }
    await programFor(
      io,
      (made) => {
        result = made;
      },
      ['syncwright', ...argv.map(shellWord)].join(' '),
    ).parseAsync(rootOptionsFirst(argv), { from: 'user' });
    return result;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? status.nothing : status.usage;
    if (error instanceof UsageError) {
      io.err(`error: ${visible(error.message)}\n`);
      return status.usage;
    }
    return faultStatus(error, argv.includes('--debug'), io);
  }
}

function faultStatus(error: unknown, debug: boolean, io: CliIo): number {
  const message = error instanceof Error ? error.message : String(error);
  io.err(fill(messages.bug, { what: visible(message) }));
  if (debug && error instanceof Error && error.stack !== undefined) io.err(`${error.stack}\n`);
  else io.err(messages.reportBug);
  return status.fault;
}

/** `--debug` and `--color` are taken anywhere before `--`. */
function rootOptionsFirst(argv: readonly string[]): string[] {
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length;
  const isOfRoot = (k: number): boolean =>
    k < end && (/^--(?:debug|no-color|color(?:=.*)?)$/s.test(argv[k] ?? '') || argv[k - 1] === '--color');
  return [...argv.filter((_, k) => isOfRoot(k)), ...argv.filter((_, k) => !isOfRoot(k))];
}
