/**
 * One line on a terminal's standard error that says how far an analysis is, and how long the kernel takes that it is
 * at. Silent elsewhere. Where other processes do the work, the line is renewed while nothing is heard of them.
 */
import type { KernelStep, ProgressEvent } from '../engine.ts';
import { assertNever } from '../base/invariant.ts';
import { fill } from '../base/message.ts';
import { visible } from '../report/visible.ts';
import type { CliIo } from './io.ts';
import { messages } from './wording.ts';

/** Who works on it, and how many of all files are done; not given: the events count. */
type At = Readonly<{ slot: number; done: number; total: number }>;
export type Progress = Readonly<{ show: (event: ProgressEvent, at?: At) => void; clear: () => void }>;

/** What a worker is at, since when (in milliseconds). */
type Work = Readonly<{ what: string; step: string; since: number }>;

const everyMs = 250;

/** `clock` gives milliseconds. */
export function progressOn(
  io: Pick<CliIo, 'err' | 'errIsTerminal' | 'errWidth' | 'width'>,
  clock: () => number = () => performance.now(),
): Progress {
  if (!io.errIsTerminal) return { show: () => undefined, clear: () => undefined };
  const works = new Map<number, Work>();
  let count = '';
  const draw = (): void =>
    io.err(`${clearLine}${lineOf(count, [...works.values()], clock()).slice(0, (io.errWidth?.() ?? io.width) - 1)}`);
  let timer: NodeJS.Timeout | null = null;
  return {
    show: (event, at) => {
      const slot = at?.slot ?? 0;
      works.set(slot, workOf(event, works.get(slot), clock()));
      if (at !== undefined) count = fill(messages.filesDone, { done: at.done, total: at.total });
      else if (event.kind !== 'step') count = `${event.done + (event.kind === 'kernel' ? 0 : 1)}/${event.total}`;
      draw();
      timer ??= setInterval(draw, everyMs).unref();
    },
    clear: () => {
      if (timer !== null) clearInterval(timer);
      timer = null;
      io.err(clearLine);
    },
  };
}
const clearLine = '\r\u001b[K';

function workOf(event: ProgressEvent, before: Work | undefined, now: number): Work {
  switch (event.kind) {
    case 'read':
      return { what: fill(messages.readingFile, { file: visible(event.file) }), step: '', since: now };
    case 'start':
      return { what: visible(event.name), step: '', since: now };
    case 'step':
      return {
        what: visible(event.name),
        step: stepWords(event),
        since: before?.what === visible(event.name) ? before.since : now,
      };
    case 'kernel':
      return { what: `${visible(event.name)}: ${event.verdict}`, step: '', since: now };
    default:
      return assertNever(event);
  }
}

const stepNames: Readonly<Record<KernelStep, string>> = {
  accesses: messages.stepAccesses,
  questions: messages.stepQuestions,
  patches: messages.stepPatches,
};

const stepWords = ({ step, done, total }: Extract<ProgressEvent, { kind: 'step' }>): string =>
  `${stepNames[step]}${total !== null ? ` ${Math.min(total, done + 1)}/${total}` : step === 'patches' ? ` ${done + 1}` : ''}`;

/** Of several workers, what takes longest. */
function lineOf(count: string, works: readonly Work[], now: number): string {
  const [longest, ...others] = [...works].sort((a, b) => a.since - b.since);
  if (longest === undefined) return count;
  const seconds = Math.floor((now - longest.since) / 1000);
  return [
    `${count} ${longest.what}`,
    ...(longest.step === '' ? [] : [longest.step]),
    ...(seconds < 1 ? [] : [`${seconds} s`]),
    ...(others.length === 0 ? [] : [fill(messages.othersAtWork, { others: others.length })]),
  ].join(' · ');
}
