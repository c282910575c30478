/** Which findings fail a run: the gate, apart from what is reported and what is commented. */
import type { Finding, Report } from '../verdict/finding.ts';
import { severityRank } from '../verdict/finding.ts';
import { findingsOf } from './wording.ts';

export const gates = ['error', 'warning', 'info', 'never'] as const;
export type Gate = (typeof gates)[number];

/**
 * Confirmed findings at or above the gate. Possible and suppressed ones never fail a run; those of a baseline do where
 * `oldToo`.
 */
export const failing = (report: Report, gate: Gate, oldToo = false): readonly Finding[] =>
  findingsOf(report).filter((finding) => isFailing(finding, gate, oldToo));

export const isFailing = ({ status, severity, suppressed, inBaseline }: Finding, gate: Gate, oldToo = false): boolean =>
  gate !== 'never' &&
  status === 'confirmed' &&
  severityRank(severity) >= severityRank(gate) &&
  suppressed === undefined &&
  (oldToo || inBaseline !== true);
