/**
 * What a step says to its runner: log lines, annotations, masked values, outputs. Text of the pull request must never be
 * read as a command, so data is escaped as the runner unescapes it, and free text stands between `stop-commands`.
 * https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
 */
import { escapeData } from '../report/workflow-command.ts';
import { visible } from '../report/visible.ts';

/** A line that the runner shows with debug logging only. */
export const debugCommand = (text: string): string => `::debug::${escapeData(visible(text))}`;

/** Hides a value in all later log lines. */
export const maskCommand = (secret: string): string => `::add-mask::${escapeData(secret)}`;

/** Free text, in which the runner looks for no command. `token` must not be guessable. */
export function stoppedText(text: string, token: string): string {
  const lines = text.split(/\r\n|\r|\n/).map((line) => visible(line)).join('\n');
  return `::stop-commands::${token}\n${lines.replaceAll(token, '')}\n::${token}::`;
}

/** One entry of the file that `GITHUB_OUTPUT` names. `token` must not be guessable. */
export const outputEntry = (name: string, value: string, token: string): string => `${name}<<${token}\n${value.replaceAll(token, '')}\n${token}\n`;

/** GitHub shows so many annotations of a level for one step, and drops the rest. */
export const mostAnnotations = 10;
/** A step's summary above 1 MiB is dropped whole. */
export const mostSummaryBytes = 1024 * 1024;
