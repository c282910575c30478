/** The comment set: what of the findings is said where people are told of them, apart from reports and the gate. */
import type { CommentSet } from './schema.ts';
import type { Finding } from '../verdict/finding.ts';

export function inCommentSet(finding: Finding, set: CommentSet): boolean {
  switch (set) {
    case 'none':
      return false;
    case 'error':
      return finding.status === 'confirmed' && finding.severity === 'error' && finding.condition === null;
    case 'warning':
      return finding.status === 'confirmed' && finding.severity !== 'info';
    case 'possible':
      return true;
  }
}
