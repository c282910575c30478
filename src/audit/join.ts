/** The units of one or more audit files as one report, as a run over all files at once would give it. */
import type { Audit, AuditFacts } from './audit.ts';
import type { AuditHeader, EndMark, UnitRecord } from './record.ts';
import type { InputProblem, Report } from '../verdict/finding.ts';
import { together } from '../pipeline/together.ts';

/** `records`: in the order of their units. `problems`: with the files as such; they come first. */
export function joined(headers: readonly AuditHeader[], records: readonly UnitRecord[], problems: EndMark['end']['problems']): Audit {
  const report = together(records.map(({ report: one }) => one), records.flatMap(({ files }) => files));
  return { report: { ...report, problems: [...problems, ...report.problems] }, facts: factsOf(headers, records.map(({ ms }) => ms)) };
}

export function factsOf(headers: readonly AuditHeader[], ms: readonly number[]): AuditFacts {
  const [first] = headers;
  return {
    commit: first?.commit ?? null, engine: first?.engine ?? '', units: ms.length, shards: Math.max(1, headers.length),
    seconds: Math.round(ms.reduce((sum, one) => sum + one, 0)) / 1000,
  };
}

/** The engine names every file without a kernel; of a folder that is no problem. */
export const relevant = ({ problems, ...rest }: Report, isHarmless: (problem: InputProblem) => boolean): Report => ({ ...rest, problems: problems.filter((problem) => !isHarmless(problem)) });
