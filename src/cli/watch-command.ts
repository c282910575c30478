/**
 * `syncwright check --watch`: the same check whenever something changes that it rests on. Groups of files are analysed
 * again whose texts, or those of what they include, are others than before; a change while one is being analysed begins
 * it anew.
 */
import { join, relative } from 'node:path';
import type { Report } from '../verdict/finding.ts';
import type { FileStates } from '../cache/trace.ts';
import { configPath } from '../config/config.ts';
import { fill } from '../base/message.ts';
import { plural } from '../report/wording.ts';
import { digestOf } from '../cache/digest.ts';
import { plainJson } from '../base/plain-json.ts';
import { stateOf, statesOf } from '../cache/trace.ts';
import { visible } from '../report/visible.ts';
import { engineOptions } from './analysis-options.ts';
import { analyzed, deliverCheck, prepare } from './check-command.ts';
import type { CheckFlags, Checked, Prepared } from './check-command.ts';
import { interrupted } from './exit-words.ts';
import { status, UsageError } from './io.ts';
import type { CliIo, StopSignal } from './io.ts';
import type { Memory, WorkerAnswer } from './workers.ts';
import { messages } from './wording.ts';

/** `settle`: reads the configuration anew. */
export async function watchAndCheck(
  flags: CheckFlags,
  paths: readonly string[],
  settle: () => Checked,
  io: CliIo,
): Promise<number> {
  refuse(flags);
  if (io.watch === undefined) throw new UsageError(fill(messages.watchFailed, { because: messages.notHere }));
  const bell = createBell();
  const end = io.onStop?.(bell.end);
  const memory = createMemory();
  const watch = await io.watch(
    { paths, files: [...configFiles(flags), ...settledFiles(settle)] },
    {
      changed: bell.ring,
      failed: (because) => io.err(`${fill(messages.watchFailed, { because: visible(because) })}\n`),
    },
  );
  let [last, shown]: [number | null, string | null] = [null, null];
  while (bell.endedBy() === null) {
    const round = await oneRound(settle, memory, bell.begin(), shown, io);
    if (round.kind === 'done') {
      [last, shown] = [round.exit, round.state];
      watch.add(round.files);
    }
    await bell.wait();
  }
  end?.();
  // what is under way is ended with this process
  watch.close().catch(() => undefined);
  return last ?? interrupted[bell.endedBy() ?? 'SIGINT'];
}

function refuse({ format, out, dump, stopAfter, writeBaseline }: CheckFlags): void {
  if (format !== 'text' && out === undefined) throw new UsageError(fill(messages.watchNeedsFile, { format }));
  const other =
    dump !== undefined
      ? '--dump'
      : stopAfter !== undefined
        ? '--stop-after'
        : writeBaseline !== undefined
          ? '--write-baseline'
          : null;
  if (other !== null) throw new UsageError(fill(messages.watchAlone, { option: other }));
}

const configFiles = ({ config, baseline }: CheckFlags): readonly string[] => [
  ...(typeof config === 'string' ? [config] : []),
  ...(baseline === undefined ? [] : [baseline]),
];

/** The configuration and the baseline that it names. A configuration that is wrong is the first round's to report. */
function settledFiles(settle: () => Checked): readonly string[] {
  try {
    const { policy, flags } = settle();
    return [
      ...(flags.config === false ? [] : [policy.file]),
      ...(policy.config.baseline === null ? [] : [relative('', join(policy.root, policy.config.baseline))]),
    ];
  } catch (error) {
    if (error instanceof UsageError) return [configPath];
    throw error;
  }
}

/** `state`: a digest of all that was shown; `files`: all that it rests on. */
type Round =
  | Readonly<{ kind: 'done'; exit: number; state: string; files: readonly string[] }>
  | Readonly<{ kind: 'unchanged' | 'changed-meanwhile' }>;

async function oneRound(
  settle: () => Checked,
  memory: AnswerMemory,
  stop: AbortSignal,
  shown: string | null,
  io: CliIo,
): Promise<Round> {
  try {
    const prepared = prepare(settle(), io);
    if (memory.isKnown(prepared) && stateWith(prepared, memory) === shown) return { kind: 'unchanged' };
    const made = await analyzed(prepared, { stop, stoppedBy: () => null, memory: memory.of(prepared) }, io);
    if (stop.aborted) return { kind: 'changed-meanwhile' };
    clear(shown !== null, io);
    const exit = deliverCheck(prepared, made, io);
    const files = [...new Set([...prepared.sources.files, ...memory.files()])];
    tellWatching(files.filter((file) => prepared.sources.read(file) !== null).length, io);
    return { kind: 'done', exit, state: stateWith(prepared, memory), files };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const state = digestOf(error.message);
    if (state === shown) return { kind: 'unchanged' };
    clear(shown !== null, io);
    io.err(`error: ${visible(error.message)}\n`);
    tellWatching(null, io);
    return { kind: 'done', exit: status.usage, state, files: [] };
  }
}

/** `files`: how many; null: not known. */
const tellWatching = (files: number | null, io: CliIo): void =>
  io.err(
    `${fill(messages.watching, { time: new Date().toTimeString().slice(0, 8), files: files === null ? '' : ` ${plural(files, 'file')}` })}\n`,
  );

/** Between two reports: an empty screen, or a line where there is none. */
function clear(isAgain: boolean, io: CliIo): void {
  if (io.outIsTerminal) io.out('\u001b[2J\u001b[3J\u001b[H');
  else if (isAgain) io.out(`\n${'─'.repeat(Math.min(io.width, 80))}\n`);
}

/** What the report rests on beside the engine's answers, which follow from the texts. */
function stateWith({ flags, policy, baseline, sources }: Prepared, memory: AnswerMemory): string {
  return digestOf(
    JSON.stringify([
      plainJson([flags, policy.config, baseline]),
      sources.files,
      sources.problems,
      sources.leftOut,
      memory.state(),
      sources.files.map((file) => digestOf(sources.read(file) ?? '')),
    ]),
  );
}

type AnswerMemory = Readonly<{
  /** For one round. */
  of: (prepared: Prepared) => Memory;
  /** Whether everything was analysed with these options, and nothing that it read has changed. */
  isKnown: (prepared: Prepared) => boolean;
  files: () => readonly string[];
  state: () => string;
}>;

function createMemory(): AnswerMemory {
  const kept = new Map<string, Readonly<{ report: Report; trace: NonNullable<WorkerAnswer['trace']> }>>();
  let options = '';
  const keyOf = (files: readonly string[]): string => files.join('\0');
  const isSame = ({ trace }: Readonly<{ trace: NonNullable<WorkerAnswer['trace']> }>, now: FileStates): boolean =>
    stateOf(trace, now) === trace.digest;
  const optionsOf = ({ flags }: Prepared): string => digestOf(JSON.stringify(plainJson([engineOptions(flags)])));
  return {
    of: (prepared) => {
      const now = statesOf(prepared.sources);
      if (options !== optionsOf(prepared)) kept.clear();
      options = optionsOf(prepared);
      const used = new Set<string>();
      for (const [key, answer] of kept) if (!isSame(answer, now)) kept.delete(key);
      return {
        find: (files) => {
          used.add(keyOf(files));
          return kept.get(keyOf(files))?.report ?? null;
        },
        keep: (files, { report, trace }) => {
          for (const key of kept.keys()) if (!used.has(key)) kept.delete(key);
          if (trace !== null) kept.set(keyOf(files), { report, trace });
        },
      };
    },
    isKnown: (prepared) => {
      const now = statesOf(prepared.sources);
      return options === optionsOf(prepared) && [...kept.values()].every((answer) => isSame(answer, now));
    },
    files: () => [...new Set([...kept.values()].flatMap(({ trace }) => trace.texts))],
    state: () =>
      digestOf(
        [...kept.values()]
          .map(({ trace }) => trace.digest)
          .sort()
          .join(),
      ),
  };
}

type Bell = Readonly<{
  /** Something changed: what is under way begins anew, what waits goes on. */
  ring: () => void;
  end: (signal: StopSignal) => void;
  endedBy: () => StopSignal | null;
  /** Of the round that begins. */
  begin: () => AbortSignal;
  /** For the next ring, if there was none since the round began. */
  wait: () => Promise<void>;
}>;

function createBell(): Bell {
  let [isRung, by]: [boolean, StopSignal | null] = [false, null];
  let round = new AbortController();
  let wake = (): void => undefined;
  const ring = (): void => {
    isRung = true;
    round.abort();
    wake();
  };
  return {
    ring,
    end: (signal) => {
      by = signal;
      ring();
    },
    endedBy: () => by,
    begin: () => {
      isRung = false;
      round = new AbortController();
      return round.signal;
    },
    wait: () =>
      isRung
        ? Promise.resolve()
        : new Promise((resolve) => {
            wake = resolve;
          }),
  };
}
