/** Which findings fail a run: the gate, apart from what is reported and what is commented. */
import type { Finding, Report, Severity } from '../verdict/finding.ts';
import { findingsOf } from './wording.ts';

export const gates = ['error', 'warning', 'info', 'never'] as const;
export type Gate = (typeof gates)[number];

const rank: Readonly<Record<Severity, number>> = { error: 3, warning: 2, info: 1 };

/** Confirmed findings at or above the gate. Possible and suppressed ones never fail a run; those of a baseline do where `oldToo`. */
export const failing = (report: Report, gate: Gate, oldToo = false): readonly Finding[] => findingsOf(report).filter((finding) => isFailing(finding, gate, oldToo));

export const isFailing = ({ status, severity, suppressed, inBaseline }: Finding, gate: Gate, oldToo = false): boolean =>
  gate !== 'never' && status === 'confirmed' && rank[severity] >= rank[gate] && suppressed === undefined && (oldToo || inBaseline !== true);

/** Orders severities: the worse one is greater. */
export const severityRank = (severity: Severity): number => rank[severity];
