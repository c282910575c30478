/** `syncwright audit`: every kernel of a codebase, with the answers on disk as they come. */
import { availableParallelism } from 'node:os';
import type { AuditHeader, EndMark, UnitRecord } from '../audit/record.ts';
import type { AuditUnit } from '../audit/units.ts';
import type { Beginning } from '../audit/continue.ts';
import type { Shard } from '../audit/shards.ts';
import type { RecordWriter } from '../audit/record-file.ts';
import type { RunEnd } from '../audit/run.ts';
import { auditProgress, timeWords } from '../audit/progress.ts';
import { auditUnits, digestOfUnits } from '../audit/units.ts';
import { beginningOf } from '../audit/continue.ts';
import { digestOf } from '../cache/digest.ts';
import { engineId } from '../assets.ts';
import { gitIn } from '../review/git.ts';
import { notCuda } from '../verdict/catalogue.ts';
import { plainJson } from '../base/plain-json.ts';
import { plural } from '../report/wording.ts';
import { problemLine } from '../report/text.ts';
import { recordWriter } from '../audit/record-file.ts';
import { runUnits } from '../audit/run.ts';
import { sharesOf } from '../audit/shards.ts';
import { statesOf } from '../cache/trace.ts';
import { engineOptions } from './analysis-options.ts';
import type { AuditReportFlags } from './audit-report.ts';
import { reportOn } from './audit-report.ts';
import { status, UsageError } from './io.ts';
import type { CliIo, StopSignal } from './io.ts';
import type { Policy } from './policy.ts';
import { gatherSources } from './source-files.ts';
import type { Sources } from './source-files.ts';

export type AuditFlags = AuditReportFlags & Readonly<{ out?: string; jobs?: number; shard?: Shard; budget?: number; memory: number; restart?: boolean }>;

/** `flags` with what the policy settles. */
export async function audit(path: string, flags: AuditFlags, policy: Policy, io: CliIo): Promise<number> {
  const { openAuditWorker } = io;
  if (openAuditWorker === undefined) throw new UsageError('audit needs processes beside this one');
  const sources = gatherSources([path], flags, false);
  for (const problem of sources.problems) io.err(problemLine(problem));
  if (sources.leftOut > 0) io.err(`${plural(sources.leftOut, 'file')} left out by ${policy.file} (include, exclude)\n`);
  if (sources.files.length === 0) return status.usage;
  const units = auditUnits(sources.files, sources.read);
  const shard = flags.shard ?? [1, 1];
  const own = sharesOf(units, shard[1])[shard[0] - 1] ?? [];
  const header = await headerOf(path, flags, policy, units, shard);
  const out = flags.out ?? defaultName(shard);
  const beginning = onDisk(out, () => beginningOf(out, header, statesOf(sources), flags.restart === true));
  if (!beginning.ok) throw new UsageError(beginning.problem);
  for (const note of beginning.value.notes) io.err(`${note}\n`);
  const waiting = own.filter(({ index }) => !beginning.value.done.has(index));
  const ended = beginning.value.isComplete && waiting.length === 0 ? null : await auditUnitsInto(out, beginning.value, { waiting, own, header, sources, flags, io, open: () => openAuditWorker(flags.memory) });
  if (ended?.stoppedBy !== undefined) return ended.stoppedBy === 'SIGINT' ? interrupted.SIGINT : interrupted.SIGTERM;
  const done = ended === null ? `nothing was left to be done` : `${plural(waiting.length, 'unit')} in ${timeWords(ended.seconds)}, at most ${ended.peakMiB} MiB in the processes`;
  return reportOn({ files: [out], flags, policy, sources, io, notes: [done] });
}

/** As a shell counts them. */
const interrupted = { SIGINT: 130, SIGTERM: 143 } as const;

const defaultName = ([k, n]: Shard): string => (n === 1 ? 'syncwright-audit.jsonl' : `syncwright-audit-${k}-of-${n}.jsonl`);

async function headerOf(path: string, flags: AuditFlags, policy: Policy, units: readonly AuditUnit[], shard: Shard): Promise<AuditHeader> {
  const answer = await gitIn(path)(['rev-parse', 'HEAD']);
  const commit = answer.ok && answer.value.status === 0 ? answer.value.out.toString('utf8').trim() : null;
  return {
    kind: 'syncwright-audit', version: 1, engine: engineId(), commit, path, shard,
    options: digestOf(plainJson([engineOptions(flags), { ...policy.config, path: null }])),
    build: { defines: [...flags.define], includeDirs: flags.include },
    units: { count: units.length, digest: digestOfUnits(units) },
  };
}

type Work = Readonly<{ waiting: readonly AuditUnit[]; own: readonly AuditUnit[]; header: AuditHeader; sources: Sources; flags: AuditFlags; io: CliIo; open: () => ReturnType<NonNullable<CliIo['openAuditWorker']>> }>;

async function auditUnitsInto(out: string, { begin }: Beginning, work: Work): Promise<Readonly<{ seconds: number; peakMiB: number; stoppedBy?: StopSignal }>> {
  const { waiting, own, header, sources, flags, io } = work;
  const started = performance.now();
  const stop = new AbortController();
  const stoppedBy: StopSignal[] = [];
  const forget = io.onStop?.((signal) => { stoppedBy.push(signal); stop.abort(); });
  const writer = onDisk(out, () => recordWriter(out, begin));
  const shown = showing(waiting, io);
  let done = 0;
  try {
    const end = await runUnits({
      units: waiting, read: sources.read, jobs: flags.jobs ?? availableParallelism(), budgetSeconds: flags.budget ?? null, stop: stop.signal, clock: () => performance.now(),
      task: { path: header.path, limits: { maxBytes: flags.maxBytes, include: flags.include }, options: engineOptions(flags), mostMiB: flags.memory },
      open: async () => work.open(), known: { find: () => null, keep: () => undefined },
      on: (event) => {
        if (event.kind === 'done') {
          onDisk(out, () => writer.add(relevantRecord(event.record)));
          done += 1;
        }
        shown.on(event);
      },
    });
    const seconds = (performance.now() - started) / 1000;
    const [signal] = stoppedBy;
    if (end.isStopped && signal !== undefined) {
      shown.end();
      io.err(`stopped: ${own.length - waiting.length + done} of ${plural(own.length, 'unit')} are done and kept in ${out}; the same command goes on from there\n`);
      return { seconds, peakMiB: end.peakMiB, stoppedBy: signal };
    }
    finish(out, writer, work);
    return { seconds, peakMiB: peakOf(end) };
  } finally {
    shown.end();
    writer.close();
    forget?.();
  }
}

const peakOf = ({ peakMiB }: RunEnd): number => Math.round(peakMiB + process.resourceUsage().maxRSS / 1024);

function finish(out: string, writer: RecordWriter, { own, sources }: Work): void {
  const end: EndMark = { end: { units: own.length, kernels: own.reduce((sum, { kernels }) => sum + kernels, 0), problems: sources.problems } };
  onDisk(out, () => writer.add(end));
}

/** The engine names every file without a kernel; of a folder that is no problem. */
function relevantRecord(record: UnitRecord): UnitRecord {
  return { ...record, report: { ...record.report, problems: record.report.problems.filter(({ code }) => code !== notCuda('').code) } };
}

/** Whatever the file system refuses is one line. */
function onDisk<Made>(path: string, make: () => Made): Made {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    throw new UsageError(`${path}: ${error.message.split('\n')[0] ?? ''}; what is written stays, and the same command goes on from there`);
  }
}

const logEveryMs = 60_000;
const drawEveryMs = 250;

function showing(waiting: readonly AuditUnit[], io: CliIo): Readonly<{ on: ReturnType<typeof auditProgress>['on']; end: () => void }> {
  const progress = auditProgress(waiting, () => performance.now());
  const clearLine = '\r\u001b[K';
  const timer = setInterval(() => io.err(io.errIsTerminal ? `${clearLine}${progress.bar(io.width - 1)}` : `${progress.line()}\n`), io.errIsTerminal ? drawEveryMs : logEveryMs);
  let isOver = false;
  return {
    on: progress.on,
    end: () => {
      clearInterval(timer);
      if (!isOver && io.errIsTerminal) io.err(clearLine);
      isOver = true;
    },
  };
}
