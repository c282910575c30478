/**
 * What an audit says at its end: a summary, or the report on all its kernels in a format. Without a report, one unit is
 * in memory at a time.
 */
import type { AuditFacts } from '../audit/audit.ts';
import type { Baseline } from '../config/baseline.ts';
import type { RecordIndex } from '../audit/record-file.ts';
import type { Report } from '../verdict/finding.ts';
import type { AuditTally } from '../audit/tally.ts';
import type { UnitRecord } from '../audit/record.ts';
import type { TrendPoint } from '../report/html/trend.ts';
import { existsSync } from 'node:fs';
import { badgeJson, badgeSvg } from '../report/badge.ts';
import { historyText, historyWith } from '../audit/history.ts';
import { joined } from '../audit/join.ts';
import { diskProblem } from '../audit/disk.ts';
import { recordsOf } from '../audit/record-file.ts';
import { summaryText } from '../audit/summary.ts';
import { tallying } from '../audit/tally.ts';
import { withBaseline } from '../config/baseline.ts';
import { withoutTimes } from '../audit/merge.ts';
import { isFailing } from '../report/gate.ts';
import { inReportSet } from '../config/report-set.ts';
import type { AnalysisFlags } from './analysis-options.ts';
import { status, UsageError } from './io.ts';
import type { CliIo } from './io.ts';
import type { Format } from './option-values.ts';
import { baselineFor, judged } from './policy.ts';
import type { Policy } from './policy.ts';
import { deliver, paintOf, render, writeOut } from './render.ts';
import type { Rendering } from './render.ts';
import type { Sources } from './source-files.ts';
import { readText } from './source-files.ts';

export type AuditReportFlags = AnalysisFlags &
  Readonly<{
    format?: Format;
    report?: string;
    reproducible?: boolean;
    badge?: string;
    badgeJson?: string;
    history?: string;
  }>;

export type Reported = Readonly<{
  indices: readonly RecordIndex[];
  flags: AuditReportFlags;
  policy: Policy;
  read: Sources['read'];
  io: CliIo;
  /** Where the audit is, for the summary. */
  place: string;
  /** Called when all units have been seen; lines for the summary. */
  notes: () => readonly string[];
  onRecord?: (record: UnitRecord) => void;
}>;

/** The exit status. */
export function reportOn(reported: Reported): number {
  const { flags, io, place, notes, indices } = reported;
  const tally = tallyOf(reported);
  const trend =
    flags.history === undefined
      ? null
      : historyWith(earlierIn(flags.history), {
          commit: indices[0]?.header.commit ?? null,
          time: flags.reproducible === true ? null : new Date().toISOString(),
          counts: tally.verdicts,
        });
  if (flags.format !== undefined || flags.report !== undefined) deliver(rendered(reported, trend), flags.report, io);
  if (flags.badge !== undefined) writeOut(flags.badge, badgeSvg(tally.verdicts));
  if (flags.badgeJson !== undefined) writeOut(flags.badgeJson, badgeJson(tally.verdicts));
  if (flags.history !== undefined && trend !== null) writeOut(flags.history, historyText(trend));
  if (flags.report !== undefined || flags.format === undefined)
    io.out(summaryText(tally, place, notes(), paintOf(io.color)));
  return tally.fails ? status.findings : tally.hasFault ? status.fault : status.nothing;
}

/** Nothing where there is no such file yet. */
function earlierIn(path: string): string {
  if (!existsSync(path)) return '';
  const text = readText(path, mostHistoryBytes);
  if (!text.ok) throw new UsageError(`${path}: ${text.problem.text}`);
  return text.value;
}
const mostHistoryBytes = 4 * 1024 * 1024;

function tallyOf({ indices, flags, policy, read, onRecord }: Reported): AuditTally {
  const counted = tallying(flags.failOn, policy.config.failOnOld ?? false);
  counted.add({ version: 1, kernels: [], problems: indices[0]?.end?.problems ?? [] });
  let left: Baseline | null = baselineFor(policy, flags.baseline);
  for (const record of recordsIn(indices)) {
    onRecord?.(record);
    const { report } = judged(record.report, { files: [], read }, policy, { baseline: null, isWhole: false });
    const compared: Readonly<{ report: Report; gone: Baseline | null }> =
      left === null ? { report, gone: null } : withBaseline(report, left);
    counted.add(compared.report);
    left = compared.gone;
  }
  return counted.tally();
}

/** A file that went or was changed since its index was made is one line for the user. */
function* recordsIn(indices: readonly RecordIndex[]): Generator<UnitRecord> {
  try {
    yield* recordsOf(indices);
  } catch (error) {
    throw new UsageError(diskProblem(error));
  }
}

function rendered({ indices, flags, policy, read, io }: Reported, trend: readonly TrendPoint[] | null): string {
  const records = [...recordsIn(indices)];
  const { report, facts } = joined(
    indices.map(({ header }) => header),
    flags.reproducible === true ? records.map(withoutTimes) : records,
    indices[0]?.end?.problems ?? [],
    policy.config.stated,
  );
  const isWhole = records.length === indices[0]?.header.units.count;
  const { report: whole } = judged(report, { files: records.flatMap(({ files }) => files), read }, policy, {
    baseline: baselineFor(policy, flags.baseline),
    isWhole,
  });
  return inFormat(inReportSet(whole, policy.config.report ?? 'all').report, facts, indices[0]?.header.path ?? '', {
    flags,
    policy,
    read,
    io,
    trend,
  });
}

function inFormat(
  report: Report,
  { commit }: AuditFacts,
  title: string,
  {
    flags,
    policy,
    read,
    io,
    trend,
  }: Pick<Reported, 'flags' | 'policy' | 'read' | 'io'> & Readonly<{ trend: readonly TrendPoint[] | null }>,
): string {
  const facts: Rendering['facts'] = {
    title,
    ...(trend === null ? {} : { trend }),
    ...(commit === null ? {} : { commit }),
  };
  return render(report, flags.format ?? 'text', flags, read, {
    paint: paintOf(io.color && flags.report === undefined),
    width: io.width,
    facts,
    fails: (finding) => isFailing(finding, flags.failOn, policy.config.failOnOld ?? false),
  });
}
