/** What an audit says at its end: a summary, or the report on all its kernels in a format. Of its files only lines are in memory, where no report is asked for. */
import type { Baseline } from '../config/baseline.ts';
import type { RecordIndex } from '../audit/record-file.ts';
import type { UnitRecord } from '../audit/record.ts';
import { withBaseline } from '../config/baseline.ts';
import { indexOf, recordsOf } from '../audit/record-file.ts';
import { joined } from '../audit/join.ts';
import { summaryText } from '../audit/summary.ts';
import { tallying } from '../audit/tally.ts';
import { inReportSet } from '../config/report-set.ts';
import type { AnalysisFlags } from './analysis-options.ts';
import { UsageError, status } from './io.ts';
import type { CliIo } from './io.ts';
import type { Format } from './option-values.ts';
import { baselineFor, judged } from './policy.ts';
import type { Policy } from './policy.ts';
import { deliver, paintOf, render } from './render.ts';
import type { Rendering } from './render.ts';
import type { Sources } from './source-files.ts';

export type AuditReportFlags = AnalysisFlags & Readonly<{ format?: Format; report?: string }>;

type Reported = Readonly<{ files: readonly string[]; flags: AuditReportFlags; policy: Policy; sources: Pick<Sources, 'files' | 'read'>; io: CliIo; notes: readonly string[] }>;

/** The exit status. */
export function reportOn({ files, flags, policy, sources, io, notes }: Reported): number {
  const indices = files.map(readIndex);
  const baseline = baselineFor(policy, flags.baseline);
  const oldToo = policy.config.failOnOld ?? false;
  const counted = tallying(flags.failOn, oldToo);
  let left: Baseline | null = baseline;
  for (const { report } of inOrder(indices)) {
    const { report: said } = judged(report, { files: [], read: sources.read }, policy, { baseline: null, isWhole: false });
    if (left === null) counted.add(said);
    else {
      const compared = withBaseline(said, left);
      counted.add(compared.report);
      left = compared.gone;
    }
  }
  const tally = counted.tally();
  const wantsReport = flags.format !== undefined || flags.report !== undefined;
  if (wantsReport) {
    const { report } = joined(indices.map(({ header }) => header), [...inOrder(indices)], indices.flatMap(({ end }) => end?.problems ?? []));
    const { report: whole } = judged(report, sources, policy, { baseline, isWhole: true });
    const format = flags.format ?? 'text';
    const text = render(inReportSet(whole, policy.config.report ?? 'all').report, format, flags, sources.read, { paint: paintOf(io.color && flags.report === undefined), width: io.width, facts: factsOf(indices) });
    deliver(text, flags.report, io);
  }
  if (!wantsReport || flags.report !== undefined) io.out(summaryText(tally, files.join(' '), notes, paintOf(io.color)));
  return tally.fails ? status.findings : tally.hasFault ? status.fault : status.nothing;
}

function readIndex(path: string): RecordIndex {
  const index = indexOf(path);
  if (!index.ok) throw new UsageError(index.problem);
  return index.value;
}

/** What the files say of the codebase. */
function factsOf([first]: readonly RecordIndex[]): Rendering['facts'] {
  return first === undefined ? {} : { title: first.header.path, ...(first.header.commit === null ? {} : { commit: first.header.commit }) };
}

/** All units of the files in their order, one in memory at a time. */
function* inOrder(indices: readonly RecordIndex[]): Generator<UnitRecord> {
  for (const index of indices) yield* recordsOf(index);
}
