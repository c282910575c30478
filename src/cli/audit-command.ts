/** `syncwright audit`: every kernel of a codebase, with the answers on disk as they come. */
import { availableParallelism } from 'node:os';
import { existsSync, statSync } from 'node:fs';
import type { AuditHeader, EndMark, UnitRecord } from '../audit/record.ts';
import type { AuditUnit } from '../audit/units.ts';
import type { Beginning } from '../audit/continue.ts';
import type { FileStates } from '../cache/trace.ts';
import type { KnownAnswers, RunEnd } from '../audit/run.ts';
import type { Shard } from '../audit/shards.ts';
import type { Store } from '../cache/store.ts';
import type { RecordWriter } from '../audit/record-file.ts';
import { auditProgress, roughTime } from '../audit/progress.ts';
import { auditUnits, digestOfUnits } from '../audit/units.ts';
import { beginningOf, folderName } from '../audit/continue.ts';
import { digestOf } from '../cache/digest.ts';
import { engineId } from '../assets.ts';
import { gitIn } from '../review/git.ts';
import { knownAnswers } from '../audit/known.ts';
import { openStore } from '../cache/store.ts';
import { planOf, plannedShare } from '../audit/plan.ts';
import { notCuda } from '../verdict/catalogue.ts';
import { plainJson } from '../base/plain-json.ts';
import { plural } from '../report/wording.ts';
import { visible } from '../report/visible.ts';
import { problemLine } from '../report/text.ts';
import { indexOf, recordWriter } from '../audit/record-file.ts';
import { isSameFile, onDisk } from '../audit/disk.ts';
import { runUnits } from '../audit/run.ts';
import { sharesOf } from '../audit/shards.ts';
import { stateOf, statesOf } from '../cache/trace.ts';
import { engineOptions } from './analysis-options.ts';
import type { AuditReportFlags } from './audit-report.ts';
import { reportOn } from './audit-report.ts';
import { interrupted } from './exit-words.ts';
import { status, UsageError } from './io.ts';
import type { CliIo, StopSignal } from './io.ts';
import type { Policy } from './policy.ts';
import { checkPlace, deliver, refuseForeignLink } from './render.ts';
import { gatherSources, readText } from './source-files.ts';
import type { Sources } from './source-files.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

export type AuditFlags = AuditReportFlags &
  Readonly<{
    out?: string;
    jobs?: number;
    shard?: Shard;
    budget?: number;
    memory: number;
    restart?: boolean;
    plan?: boolean;
    shards?: number | 'auto';
    planFile?: string;
    cache?: string | false;
    cacheSize: number;
    retryCut?: boolean;
  }>;

/** All that is settled before the first unit is looked at. */
type Prepared = Readonly<{
  flags: AuditFlags;
  sources: Sources;
  units: readonly AuditUnit[];
  header: AuditHeader;
  io: CliIo;
  /** The files as they were at the start. */
  now: FileStates;
  store: Store | null;
  known: KnownAnswers;
}>;

/** `flags` with what the policy settles. */
export async function audit(given: string, flags: AuditFlags, policy: Policy, io: CliIo): Promise<number> {
  const path = folderName(given);
  if (flags.plan !== true && flags.shards !== undefined) throw new UsageError(messages.shardsWithPlan);
  const sources = gatherSources([path], flags, false);
  if (sources.named.size > 0) throw new UsageError(fill(messages.notAFolder, { path }));
  for (const problem of sources.problems) io.err(problemLine(problem));
  if (sources.leftOut > 0)
    io.err(fill(messages.excluded, { count: plural(sources.leftOut, 'file'), file: policy.file }));
  if (sources.files.length === 0) return status.usage;
  const units = auditUnits(sources.files, sources.read, flags.include);
  const header = await headerOf(path, flags, policy, units);
  const now = statesOf(sources);
  const store = storeFor(flags, io);
  const known =
    store === null
      ? noneKnown
      : knownAnswers({
          store,
          engine: header.engine,
          options: engineOptions(flags),
          now,
          acceptsCut: flags.retryCut !== true,
        });
  const prepared: Prepared = { flags, sources, units, header, io, now, store, known };
  return flags.plan === true ? plan(prepared) : auditShare(prepared, policy);
}

const noneKnown: KnownAnswers = { find: () => null, keep: async () => undefined };

function storeFor({ cache, cacheSize }: AuditFlags, io: CliIo): Store | null {
  const folder = cache === false ? null : (cache ?? io.cacheFolder ?? null);
  return folder === null
    ? null
    : openStore(folder, {
        mostBytes: cacheSize * 1024 * 1024,
        maker: `${process.pid}-${process.hrtime.bigint()}`,
        now: () => Date.now(),
      });
}

/** The matrix is all that stands on standard output. */
function plan({ flags, units, header, io, known }: Prepared): number {
  const { plan: made, matrix } = planOf(header, units, (unit) => known.find(unit) !== null, flags.shards ?? 'auto');
  if (flags.planFile !== undefined) deliver(`${JSON.stringify(made)}\n`, flags.planFile, io);
  io.out(`${JSON.stringify(matrix)}\n`);
  io.err(
    fill(messages.planned, {
      units: plural(units.length, 'unit'),
      shards: plural(matrix.include.length, 'shard'),
      time: roughTime(matrix.include.reduce((sum, { seconds }) => sum + seconds, 0)),
    }),
  );
  return status.nothing;
}

async function auditShare(prepared: Prepared, policy: Policy): Promise<number> {
  const { flags, sources, io, now } = prepared;
  const shard = flags.shard ?? [1, 1];
  const header: AuditHeader = { ...prepared.header, shard };
  const own = shareOf(prepared, header);
  const out = flags.out ?? defaultName(shard);
  refuseForeignLink(out);
  if (flags.report !== undefined && isSameFile(flags.report, out))
    throw new UsageError(fill(messages.reportIsAudit, { report: flags.report }));
  checkPlace(flags.format, flags.report, '--report', io);
  const beginning = atFile(out, () => beginningOf(out, header, now, flags.restart === true));
  if (!beginning.ok) throw new UsageError(beginning.problem);
  for (const note of beginning.value.notes) io.err(`${visible(note)}\n`);
  const waiting = own.filter(({ index }) => !beginning.value.done.has(index));
  const ended =
    beginning.value.isComplete && waiting.length === 0
      ? null
      : await auditUnitsInto(out, beginning.value, { ...prepared, header, waiting, own });
  if (ended?.stoppedBy !== undefined) return ended.stoppedBy === 'SIGINT' ? interrupted.SIGINT : interrupted.SIGTERM;
  const changed: string[] = [];
  const after = statesOf(sources);
  const look = ({ files: [file = ''], trace }: UnitRecord): void => {
    if (stateOf(trace, after) !== trace.digest) changed.push(file);
  };
  const index = atFile(out, () => indexOf(out));
  if (!index.ok) throw new UsageError(index.problem);
  const done = ended === null ? messages.nothingLeft : doneWords(waiting.length, ended);
  return reportOn({
    indices: [index.value],
    flags,
    policy,
    read: sources.read,
    io,
    place: out,
    notes: () => [...changedNotes(changed), done],
    ...(ended === null ? {} : { onRecord: look }),
  });
}

function shareOf({ flags: { planFile }, units }: Prepared, header: AuditHeader): readonly AuditUnit[] {
  const { shard } = header;
  if (planFile === undefined) return sharesOf(units, shard[1])[shard[0] - 1] ?? [];
  const text = readText(planFile, mostPlanBytes);
  if (!text.ok) throw new UsageError(`${planFile}: ${text.problem.text}`);
  const share = plannedShare(text.value, header, units, shard);
  if (!share.ok) throw new UsageError(`${planFile}: ${share.problem}`);
  return share.value;
}
const mostPlanBytes = 64 * 1024 * 1024;

type Ended = Readonly<{ seconds: number; peakMiB: number; fromCache: number; stoppedBy?: StopSignal }>;

function doneWords(units: number, { seconds, peakMiB, fromCache }: Ended): string {
  const cached = fromCache === 0 ? '' : fill(messages.knownBefore, { count: fromCache === units ? 'all' : fromCache });
  return fill(messages.finished, { what: plural(units, 'unit'), cached, duration: roughTime(seconds), peakMiB });
}

const changedNotes = ([first, ...others]: readonly string[]): readonly string[] =>
  first === undefined
    ? []
    : [
        fill(messages.changedMeanwhile, {
          first,
          more: others.length === 0 ? '' : fill(messages.andMore, { more: plural(others.length, 'other unit') }),
        }),
      ];

const defaultName = ([k, n]: Shard): string =>
  n === 1 ? 'syncwright-audit.jsonl' : `syncwright-audit-${k}-of-${n}.jsonl`;

/** Its shard is for the caller to say. */
async function headerOf(
  path: string,
  flags: AuditFlags,
  policy: Policy,
  units: readonly AuditUnit[],
): Promise<AuditHeader> {
  const answer = await gitIn(path)(['rev-parse', 'HEAD']);
  const commit = answer.ok && answer.value.status === 0 ? answer.value.out.toString('utf8').trim() : null;
  return {
    kind: 'syncwright-audit',
    version: 1,
    engine: engineId(),
    commit,
    path,
    shard: [1, 1],
    options: digestOf(plainJson([engineOptions(flags), { ...policy.config, path: null }])),
    build: { defines: [...flags.define], includeDirs: flags.include },
    units: { count: units.length, digest: digestOfUnits(units) },
  };
}

type Work = Prepared & Readonly<{ waiting: readonly AuditUnit[]; own: readonly AuditUnit[] }>;

async function auditUnitsInto(out: string, { begin }: Beginning, work: Work): Promise<Ended> {
  const { waiting, own, header, sources, flags, io, known, store } = work;
  const { openAuditWorker } = io;
  if (openAuditWorker === undefined) throw new UsageError(messages.needsProcesses);
  const started = performance.now();
  const stop = new AbortController();
  const stoppedBy: StopSignal[] = [];
  const forget = io.onStop?.((signal) => {
    stoppedBy.push(signal);
    stop.abort();
  });
  const writer = atFile(out, () => recordWriter(out, begin));
  const shown = showing(waiting, io);
  let [done, fromCache] = [0, 0];
  try {
    const end = await runUnits({
      units: waiting,
      read: sources.read,
      jobs: flags.jobs ?? availableParallelism(),
      budgetSeconds: flags.budget ?? null,
      stop: stop.signal,
      clock: () => performance.now(),
      task: {
        path: header.path,
        limits: {
          maxBytes: flags.maxBytes,
          include: flags.include,
          ...(flags.compileCommands === undefined ? {} : { compileCommands: flags.compileCommands }),
        },
        options: engineOptions(flags),
        mostMiB: flags.memory,
      },
      open: async () => openAuditWorker(flags.memory),
      known,
      on: (event) => {
        if (event.kind === 'done') {
          atFile(out, () => writer.add(relevantRecord(event.record)));
          done += 1;
          if (event.isCached) fromCache += 1;
        }
        shown.on(event);
      },
    });
    const ended = { seconds: (performance.now() - started) / 1000, peakMiB: peakOf(end), fromCache };
    shown.end();
    const [signal] = stoppedBy;
    if (end.isStopped && signal !== undefined) {
      io.err(
        fill(messages.stoppedAudit, { done: own.length - waiting.length + done, all: plural(own.length, 'unit'), out }),
      );
      return { ...ended, stoppedBy: signal };
    }
    finish(out, writer, work);
    return ended;
  } finally {
    store?.trim();
    shown.end();
    for (const note of store?.notes() ?? []) io.err(`${visible(note)}\n`);
    writer.close();
    forget?.();
  }
}

const peakOf = ({ peakMiB }: RunEnd): number => Math.round(peakMiB + process.resourceUsage().maxRSS / 1024);

function finish(out: string, writer: RecordWriter, { own, sources }: Pick<Work, 'own' | 'sources'>): void {
  const end: EndMark = {
    end: { units: own.length, kernels: own.reduce((sum, { kernels }) => sum + kernels, 0), problems: sources.problems },
  };
  atFile(out, () => writer.add(end));
}

/** The engine names every file without a kernel; of a folder that is no problem. */
function relevantRecord(record: UnitRecord): UnitRecord {
  return {
    ...record,
    report: { ...record.report, problems: record.report.problems.filter(({ code }) => code !== notCuda('').code) },
  };
}

/** Whatever the file system refuses is one line. */
function atFile<Made>(path: string, make: () => Made): Made {
  const made = onDisk(make);
  if (made.ok) return made.value;
  const kept = existsSync(path) && statSync(path).size > 0 ? messages.continuesLater : '';
  throw new UsageError(`${path}: ${made.problem}${kept}`);
}

const logEveryMs = 60_000;
const drawEveryMs = 250;

function showing(
  waiting: readonly AuditUnit[],
  io: CliIo,
): Readonly<{ on: ReturnType<typeof auditProgress>['on']; end: () => void }> {
  const progress = auditProgress(waiting, () => performance.now());
  const clearLine = '\r\u001b[K';
  const timer = setInterval(
    () => io.err(io.errIsTerminal ? `${clearLine}${progress.bar(io.width - 1)}` : `${progress.line()}\n`),
    io.errIsTerminal ? drawEveryMs : logEveryMs,
  );
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
