/** The units of one or more audit files as one report, as a run over all files at once would give it. */
import type { Audit, AuditFacts } from './audit.ts';
import type { AuditHeader, EndMark, UnitRecord } from './record.ts';
import type { Report } from '../verdict/finding.ts';
import type { StatedFacts } from '../launch/stated.ts';
import { groupBy } from '../base/group.ts';
import { together } from '../pipeline/together.ts';
import { withoutUnderstood } from './stated.ts';

/**
 * `records`: in the order of their units. `problems`: with the files as such; they come first. `stated`: by the
 * configuration.
 */
export function joined(
  headers: readonly AuditHeader[],
  records: readonly UnitRecord[],
  problems: EndMark['end']['problems'],
  stated: readonly StatedFacts[],
): Audit {
  const groups = [...groupBy(records, ({ files }) => files.join('\n')).values()];
  const report = together(withoutUnderstood(groups.map(ofGroup), stated), [
    ...new Set(records.flatMap(({ files }) => files)),
  ]);
  return {
    report: { ...report, problems: [...problems, ...report.problems] },
    facts: factsOf(
      headers,
      records.map(({ ms }) => ms),
    ),
  };
}

/** The parts of a group of files as one report, kernels in the order in which they stand. */
function ofGroup(records: readonly UnitRecord[]): Report {
  const [first, ...others] = records.map(({ report }) => report);
  if (first === undefined || others.length === 0) return first ?? { version: 1, kernels: [], problems: [] };
  const all = [first, ...others];
  const kernels = all
    .flatMap((report) => report.kernels)
    .sort((a, b) => compared(a.span.file, b.span.file) || a.span.start - b.span.start);
  return { version: 1, kernels, problems: all.flatMap((report) => report.problems) };
}

const compared = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export function factsOf(headers: readonly AuditHeader[], ms: readonly number[]): AuditFacts {
  const [first] = headers;
  return {
    commit: first?.commit ?? null,
    engine: first?.engine ?? '',
    units: ms.length,
    shards: Math.max(1, headers.length),
    seconds: Math.round(ms.reduce((sum, one) => sum + one, 0)) / 1000,
  };
}
