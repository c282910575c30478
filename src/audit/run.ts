/**
 * Does the units of an audit: some at once, the largest first, each in a process that its end does not outlive. What a
 * process was at that ended is `unknown`, and another one goes on; what was done when the audit is stopped stays done.
 */
import type { EngineOptions, ProgressEvent } from '../engine.ts';
import type { Report } from '../verdict/finding.ts';
import type { Trace } from '../cache/trace.ts';
import type { AuditUnit } from './units.ts';
import type { UnitRecord } from './record.ts';
import { budgetReached, faultInAnalysis, isTimeReason, reasonText, totalTimeReached } from '../verdict/catalogue.ts';
import { isInPart } from '../pipeline/parts-of-files.ts';
import { stopsSoon, untilStopped } from './stop.ts';
import { largestFirst } from './shards.ts';
import { stateOf, statesOf } from '../cache/trace.ts';
import { unreadKernels } from '../pipeline/unread.ts';
import { withoutApart } from '../verdict/grouped.ts';
import { messages } from './wording.ts';

/**
 * What a worker is asked: to read the files below `path` itself, and to analyse these. `totalSeconds`: for all of them;
 * null: no limit.
 */
export type UnitTask = Readonly<{
  path: string;
  files: readonly string[];
  part: AuditUnit['part'];
  limits: Readonly<{ maxBytes: number; include: readonly string[]; compileCommands?: string }>;
  options: EngineOptions;
  totalSeconds: number | null;
  /** The budget that `totalSeconds` is left of; not given: no budget. */
  limitSeconds?: number;
  /** Of resident memory; a process that has more is ended. */
  mostMiB: number;
}>;

/** `residentMiB`: what the process holds now. */
export type UnitAnswer = Readonly<{ report: Report; trace: Trace; ms: number; residentMiB: number; peakMiB: number }>;

/** Why a process ended that was at a unit. */
export type WorkerEnd = Readonly<{ kind: 'memory' | 'stopped' | 'fault'; text: string }>;

/** A process that does one unit after the other. One that ended is of no use, and is not closed. */
export type AuditWorker = Readonly<{
  analyze: (task: UnitTask, onProgress: (event: ProgressEvent) => void) => Promise<UnitAnswer | WorkerEnd>;
  close: () => Promise<void>;
}>;

/** `isCached`: the answer is of an earlier audit. */
export type RunEvent =
  | Readonly<{ kind: 'progress'; unit: AuditUnit; event: ProgressEvent }>
  | Readonly<{ kind: 'done'; unit: AuditUnit; record: UnitRecord; isCached: boolean }>;

/** Known answers, by what they rest on. */
export type KnownAnswers = Readonly<{
  find: (unit: AuditUnit) => UnitRecord | null;
  keep: (unit: AuditUnit, record: UnitRecord) => Promise<void>;
}>;

export type RunInput = Readonly<{
  units: readonly AuditUnit[];
  task: Omit<UnitTask, 'files' | 'part' | 'totalSeconds' | 'limitSeconds'>;
  read: (path: string) => string | null;
  open: () => Promise<AuditWorker>;
  jobs: number;
  /** Of wall-clock time, for all units together; null: no limit. */
  budgetSeconds: number | null;
  known: KnownAnswers;
  /** Ends the run after what is recorded. */
  stop: AbortSignal;
  /** Gives milliseconds. */
  clock: () => number;
  on: (event: RunEvent) => void;
}>;

/** Most memory that was resident in its processes at once, in MiB, each at its worst. */
export type RunEnd = Readonly<{ isStopped: boolean; peakMiB: number }>;

/**
 * A process that holds more than this part of what it may is left after its unit, and another one started: what Z3 and
 * V8 once took they keep.
 */
const roomy = 0.6;

export async function runUnits(input: RunInput): Promise<RunEnd> {
  const { units, known, jobs, stop, clock, on, budgetSeconds } = input;
  const end = budgetSeconds === null ? null : clock() + 1000 * budgetSeconds;
  const waiting: AuditUnit[] = [];
  for (const unit of largestFirst(units)) {
    const record = known.find(unit);
    if (record === null) waiting.push(unit);
    else on({ kind: 'done', unit, record, isCached: true });
  }
  const toCome = waiting.values();
  const peaks: number[] = [];
  const work = async (k: number): Promise<void> => {
    let worker: AuditWorker | null = null;
    for (const unit of toCome) {
      if (stop.aborted) break;
      const left = end === null ? null : (end - clock()) / 1000;
      if (left !== null && left <= 0) {
        on({
          kind: 'done',
          unit,
          isCached: false,
          record: unread(unit, input, reasonText(totalTimeReached(budgetSeconds ?? 0)), 'budget'),
        });
        continue;
      }
      worker ??= await input.open();
      const answer = await untilStopped(
        stop,
        worker.analyze(
          {
            ...input.task,
            files: unit.files,
            part: unit.part,
            totalSeconds: left,
            ...(budgetSeconds === null ? {} : { limitSeconds: budgetSeconds }),
          },
          (event) => on({ kind: 'progress', unit, event }),
        ),
      );
      if (answer === null) break;
      if ('kind' in answer) {
        worker = null;
        // asked to stop, and a process heard it first
        if (answer.kind === 'stopped' && (await stopsSoon(stop))) break;
        on({
          kind: 'done',
          unit,
          isCached: false,
          record: unread(unit, input, endReason(answer, input.task.mostMiB), null),
        });
        continue;
      }
      peaks[k] = Math.max(peaks[k] ?? 0, answer.peakMiB);
      const record = recordOf(unit, answer, left);
      if (record.cut === null && (left === null || record.ms < 900 * left)) await known.keep(unit, record);
      on({ kind: 'done', unit, record, isCached: false });
      if (answer.residentMiB > roomy * input.task.mostMiB) {
        await worker.close();
        worker = null;
      }
    }
    // one that computes is ended by its own watch once this process is gone
    if (stop.aborted) worker?.close().catch(() => undefined);
    else await worker?.close();
  };
  await Promise.all(Array.from({ length: Math.min(jobs, waiting.length) }, (_, k) => work(k)));
  return { isStopped: stop.aborted, peakMiB: peaks.reduce((sum, one) => sum + one, 0) };
}

/** What only the budget of the whole cut off is to be done again. */
function recordOf(unit: AuditUnit, { report, trace, ms }: UnitAnswer, left: number | null): UnitRecord {
  const isCut = left !== null && ms >= 1000 * left && report.kernels.some(({ reasons }) => reasons.some(isTimeReason));
  return {
    unit: unit.index,
    files: unit.files,
    trace,
    cut: isCut ? 'budget' : null,
    ms: Math.round(ms),
    report: {
      ...report,
      kernels: report.kernels.map((kernel) => ({ ...kernel, findings: kernel.findings.map(withoutApart) })),
    },
  };
}

/** Of a unit that was not read to its end: its kernels are there, and nothing is known of them. */
function unread(unit: AuditUnit, { read }: RunInput, because: string, cut: string | null): UnitRecord {
  const kernels = unreadKernels(
    unit.files.map((file) => ({ file, text: read(file) ?? '', because })),
    null,
    false,
  ).filter(({ span }) => isInPart(span, unit.part));
  const asked = { texts: [...unit.files].sort(), names: [] };
  const trace = { ...asked, digest: stateOf(asked, statesOf({ read, locate: () => [] })) };
  return { unit: unit.index, files: unit.files, trace, cut, ms: 0, report: { version: 1, kernels, problems: [] } };
}

const endReason = (end: WorkerEnd, mostMiB: number): string =>
  reasonText(
    end.kind === 'memory'
      ? budgetReached(messages.memoryOfOne, `${mostMiB} MiB`, '--memory')
      : faultInAnalysis(end.text),
  );
