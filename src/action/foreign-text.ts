/**
 * What `@actions/core` leaves to its caller. It escapes the data of commands, but `core.info` prints text as it is, and
 * a line of a pull request such as `::add-mask::a` would then be a command of its author's. So free text stands between
 * `stop-commands`.
 * https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands#stopping-and-starting-workflow-commands
 */
import { visible } from '../report/visible.ts';

/** Free text, in which the runner looks for no command. `token` must not be guessable. */
export function stoppedText(text: string, token: string): string {
  const lines = text
    .split(/\r\n|\r|\n/)
    .map((line) => visible(line))
    .join('\n');
  return `::stop-commands::${token}\n${lines.replaceAll(token, '')}\n::${token}::`;
}
