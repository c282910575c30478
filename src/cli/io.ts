/** What the commands touch of the outside, passed in so that tests can drive them. */
import type { AuditWorker } from '../audit/run.ts';
import type { Engine } from '../engine.ts';
import type { ServerToken } from '../review/fetching.ts';
import type { SideWorker } from '../review/crew.ts';
import type { OpenWatch } from './watcher.ts';
import type { Worker } from './workers.ts';

export type CliIo = Readonly<{
  out: (text: string) => void;
  err: (text: string) => void;
  /** Whether standard output, and standard error, are terminals. */
  outIsTerminal: boolean;
  errIsTerminal: boolean;
  /** Whether to paint, as the environment says; `--color` goes before it. */
  color: boolean;
  width: number;
  /** Columns of standard error's terminal as it is now; not given: `width`. */
  errWidth?: () => number;
  /** Columns of the terminal, for prose; not given: there is none, and 80. */
  proseWidth?: number;
  /** Keys as they are pressed, one a text (an arrow is one key); null where nobody is there to press them. */
  keys: (() => AsyncIterable<string>) | null;
  openEngine: () => Promise<Engine>;
  /** Another process that analyses files beside this one; null: everything is done here. */
  openWorker: (() => Promise<Worker>) | null;
  /** The same, for the sides of a pull request. */
  openSideWorker: (() => SideWorker) | null;
  /** The same, for the units of an audit, each in so many MiB of memory; not given: there are none. */
  openAuditWorker?: (mostMiB: number) => AuditWorker;
  /** What the environment says, for what a CI system tells its jobs; not given: nothing. */
  env?: Readonly<Record<string, string | undefined>>;
  /** Waits before a server is asked again; not given: by the clock. */
  sleep?: (seconds: number) => Promise<void>;
  /** Where answers are kept between runs; not given: nowhere. */
  cacheFolder?: string;
  /** The token with which a clone is completed, and the server that it is for. */
  serverToken?: ServerToken;
  /** Tells when this process is asked to end, once; gives what ends the listening. Not given: nobody asks. */
  onStop?: (heard: (signal: StopSignal) => void) => () => void;
  /** Says when one of these files or folders changes; not given: `--watch` is not possible. */
  watch?: OpenWatch;
  /** Speaks with an editor on standard input and output; not given: `lsp` is not possible. */
  serveEditor?: () => Promise<void>;
}>;

/** Ctrl-C, and the request of a system that goes down. */
export type StopSignal = 'SIGINT' | 'SIGTERM';

/** A mistake in how the command was used: one line for the user, exit status 2. Thrown only inside `cli/`. */
export class UsageError extends Error {}

/** Exit statuses of the contract. */
export const status = { nothing: 0, findings: 1, usage: 2, fault: 3 } as const;
