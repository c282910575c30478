/**
 * A Code Quality report of GitLab: one entry for each finding that counts. GitLab compares the reports of two branches
 * by fingerprint and shows one entry of each, so a fingerprint must be unique in the report, and keep its value while
 * the finding stays. https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
 */
import { createHash } from 'node:crypto';
import type { Finding, Report } from '../verdict/finding.ts';
import { countedFindings, findingWords, plainPath, titleWords } from './finding-words.ts';
import { visible } from './visible.ts';

export type CodeQualityIssue = Readonly<{
  description: string;
  check_name: string;
  fingerprint: string;
  severity: 'info' | 'minor' | 'major' | 'critical' | 'blocker';
  location: Readonly<{ path: string; lines: Readonly<{ begin: number; end: number }> }>;
}>;

export const renderGitlab = (report: Report): string => `${JSON.stringify(codeQualityOf(report), null, 1)}\n`;

export function codeQualityOf(report: Report): readonly CodeQualityIssue[] {
  const seen = new Map<string, number>();
  return countedFindings(report).map((finding) => {
    const { span, fingerprint, code } = finding;
    const path = plainPath(span.file);
    const key = JSON.stringify([fingerprint, path]);
    const before = seen.get(key) ?? 0;
    seen.set(key, before + 1);
    return {
      description: visible(`${titleWords(finding)}: ${findingWords(finding)}`),
      check_name: code,
      fingerprint: createHash('sha256')
        .update(JSON.stringify([fingerprint, path, before]))
        .digest('hex')
        .slice(0, 32),
      severity: severityOf(finding),
      location: { path, lines: { begin: span.line, end: span.endLine } },
    };
  });
}

/** A confirmed error is `critical`; `blocker` is left to those who rank findings by hand. */
function severityOf({ severity, status }: Finding): CodeQualityIssue['severity'] {
  if (severity === 'info') return 'info';
  const isConfirmed = status === 'confirmed';
  if (severity === 'error') return isConfirmed ? 'critical' : 'major';
  return isConfirmed ? 'major' : 'minor';
}
