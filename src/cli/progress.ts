/** One line on a terminal's standard error that says how far an analysis is. Silent elsewhere. */
import type { ProgressEvent } from '../engine.ts';
import { visible } from '../report/visible.ts';
import type { CliIo } from './io.ts';

export type Progress = Readonly<{ show: (event: ProgressEvent) => void; clear: () => void }>;

export function progressOn(io: CliIo): Progress {
  if (!io.errIsTerminal) return { show: () => undefined, clear: () => undefined };
  const clearLine = '\r\u001b[K';
  return {
    show: ({ done, total, name, verdict }) => io.err(`${clearLine}${`${done}/${total} ${visible(name)}: ${verdict}`.slice(0, io.width - 1)}`),
    clear: () => io.err(clearLine),
  };
}
