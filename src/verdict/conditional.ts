/**
 * Races that a condition on the arguments rules out, in a kernel that is proved under it. They are notes: nobody is
 * known to break the condition.
 * Needs: a finding with its condition. Gives: the note, or whether a finding is one.
 */
import type { Finding } from './finding.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** The severity is raised again where the kernel had no such race before (a regression): then it is no note. */
export const isConditionNote = ({ severity, condition }: Pick<Finding, 'severity' | 'condition'>): boolean =>
  severity === 'info' && condition !== null;

/** Also of a note about writes of equal values, which the condition does not concern: as it is. */
export const asConditionNote = (finding: Finding): Finding =>
  finding.condition === null
    ? finding
    : {
        ...finding,
        severity: 'info',
        message: fill(messages.raceFreeIf, { condition: finding.condition, message: finding.message }),
      };

/** With the message that tells what happens where the condition does not hold. */
export function withoutCondition(finding: Finding): Finding {
  const start = fill(messages.raceFreeIf, { condition: finding.condition ?? '', message: '' });
  return {
    ...finding,
    message: finding.message.startsWith(start) ? finding.message.slice(start.length) : finding.message,
  };
}

/** What the kernel with such notes is told by in one line. */
export const conditionWords = (condition: string): string => fill(messages.raceFreeUnder, { condition });
