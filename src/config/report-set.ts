/** The report set: what of the findings a report holds. Verdicts stay, and what is left out is counted. */
import type { Finding, Report } from '../verdict/finding.ts';
import type { ReportSet } from './schema.ts';
import { assertNever } from '../base/invariant.ts';
import { findingsOf } from '../report/wording.ts';

export function inReportSet(report: Report, set: ReportSet): Readonly<{ report: Report; left: number }> {
  const kernels = report.kernels.map((kernel) => ({
    ...kernel,
    findings: kernel.findings.filter((finding) => isHeld(finding, set)),
  }));
  const kept = { ...report, kernels };
  return { report: kept, left: findingsOf(report).length - findingsOf(kept).length };
}

function isHeld({ status, severity }: Finding, set: ReportSet): boolean {
  switch (set) {
    case 'all':
      return true;
    case 'confirmed':
      return status === 'confirmed';
    case 'warning':
      return status === 'confirmed' && severity !== 'info';
    case 'error':
      return status === 'confirmed' && severity === 'error';
    default:
      return assertNever(set);
  }
}
