/** Ctrl-C, and the request to end, while an analysis is under way. A second one ends the process at once (main.ts). */
import type { CliIo, StopSignal } from './io.ts';

export type Interruption = Readonly<{
  stop: AbortSignal;
  /** Null: the run goes on. */ by: () => StopSignal | null;
  /** Stops listening. */ end: () => void;
}>;

export function interruptionFrom({ onStop }: Pick<CliIo, 'onStop'>): Interruption {
  const controller = new AbortController();
  let by: StopSignal | null = null;
  const end = onStop?.((signal) => {
    by = signal;
    controller.abort();
  });
  return { stop: controller.signal, by: () => by, end: () => end?.() };
}
