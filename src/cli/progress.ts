/** One line on a terminal's standard error that says how far an analysis is. Silent elsewhere. */
import type { ProgressEvent } from '../engine.ts';
import { assertNever } from '../base/invariant.ts';
import { visible } from '../report/visible.ts';
import type { CliIo } from './io.ts';

type Progress = Readonly<{ show: (event: ProgressEvent) => void; clear: () => void }>;

export function progressOn(io: CliIo): Progress {
  if (!io.errIsTerminal) return { show: () => undefined, clear: () => undefined };
  const clearLine = '\r\u001b[K';
  return {
    show: (event) => io.err(`${clearLine}${wordsOf(event).slice(0, io.width - 1)}`),
    clear: () => io.err(clearLine),
  };
}

/** What is being worked on: the n-th of so many. */
function wordsOf(event: ProgressEvent): string {
  switch (event.kind) {
    case 'read':
      return `${event.done + 1}/${event.total} reading ${visible(event.file)}`;
    case 'start':
      return `${event.done + 1}/${event.total} ${visible(event.name)} …`;
    case 'kernel':
      return `${event.done}/${event.total} ${visible(event.name)}: ${event.verdict}`;
    default:
      return assertNever(event);
  }
}
