/**
 * The one issue that says what the audits of a branch find. Its life cycle:
 *  - opened when there is something to say; written to only where what it says has changed;
 *  - closed by us when nothing is left, and then opened again, not anew, when something comes back;
 *  - a box that a person ticked is opened again, with a word, where the finding is still there;
 *  - closed by a person, it is left alone until something new is found; opened by a person, it stays open.
 * Its title is written once. Pure; src/action/track-audit.ts finds the issue and writes it.
 */
import type { CommentSet } from '../config/schema.ts';
import type { IssueFacts } from './issue-body.ts';
import { compared, nothingRemembered, rememberedIn, trackedIn } from './tracked.ts';
import { issueText, issueTitle } from './issue-body.ts';
import { markersIn, plainKey } from '../platform/markers.ts';

/** Ours, as it is now. */
type IssueState = Readonly<{ state: 'open' | 'closed'; body: string }>;

/** What is to be written, or why nothing is. Pure data. */
export type IssuePlan =
  | Readonly<{ kind: 'none'; because: 'clean' | 'unchanged' | 'closed-by-person' }>
  | Readonly<{ kind: 'open'; title: string; body: string }>
  | Readonly<{
      kind: 'edit';
      body: string;
      state: IssueState['state'] | null;
      /** What people see of it. */ as: 'updated' | 'closed' | 'reopened';
    }>;

/** `issue`: null: there is none of this audit. */
export function planIssue(facts: IssueFacts, set: CommentSet, issue: IssueState | null): IssuePlan {
  const all = trackedIn(facts.report, set);
  const before = issue === null ? nothingRemembered : rememberedIn(issue.body);
  const comparison = compared(all, before, facts.report);
  const { body, hash, isClean } = issueText(facts, { ...comparison, all }, before, plainKey(facts.branch));
  if (issue === null)
    return isClean ? { kind: 'none', because: 'clean' } : { kind: 'open', title: issueTitle(facts.branch), body };
  const isOpen = issue.state === 'open';
  const isClosedByUs = !isOpen && markersIn(issue.body, 'closed').length > 0;
  if (!isOpen && !isClosedByUs && comparison.fresh.length === 0) return { kind: 'none', because: 'closed-by-person' };
  const isContradicted = all.some(({ key }) => before.ticked.has(key));
  if (markersIn(issue.body, 'body')[0] === hash && !isContradicted)
    return { kind: 'none', because: isClean ? 'clean' : 'unchanged' };
  if (isClean) return { kind: 'edit', body, state: 'closed', as: 'closed' };
  return { kind: 'edit', body, state: isOpen ? null : 'open', as: isOpen ? 'updated' : 'reopened' };
}
