/** Which findings fail a run: the gate, apart from what is reported and what is commented. */
import type { Finding, Report, Severity } from '../verdict/finding.ts';
import { findingsOf } from './wording.ts';

export const gates = ['error', 'warning', 'info', 'never'] as const;
export type Gate = (typeof gates)[number];

const rank: Readonly<Record<Severity, number>> = { error: 3, warning: 2, info: 1 };

/** Confirmed findings at or above the gate. Possible and suppressed ones never fail a run; those of a baseline do where `oldToo`. */
export function failing(report: Report, gate: Gate, oldToo = false): readonly Finding[] {
  if (gate === 'never') return [];
  return findingsOf(report).filter((finding) => finding.status === 'confirmed' && rank[finding.severity] >= rank[gate] && finding.suppressed === undefined && (oldToo || finding.inBaseline !== true));
}

/** Orders severities: the worse one is greater. */
export const severityRank = (severity: Severity): number => rank[severity];
