/**
 * The one issue that says what the audits of a branch find. Its life cycle:
 *  - opened when there is something to say; written to only where what it says has changed;
 *  - closed by us when nothing is left, and then opened again, not anew, when something comes back;
 *  - a box that a person ticked is opened again, with a word, where the finding is still there;
 *  - closed by a person, it is left alone until something new is found; opened by a person, it stays open.
 * Found again by a hidden marker among the issues that we opened. Its title is written once.
 */
import type { Client, Repo } from '../github/octokit.ts';
import type { CommentSet } from '../config/schema.ts';
import type { GithubProblem } from '../github/problem.ts';
import type { Issue } from '../github/issues.ts';
import type { IssueFacts } from './issue-body.ts';
import type { Result } from '../base/result.ts';
import { compared, nothingRemembered, rememberedIn, trackedIn } from './tracked.ts';
import { editIssue, issuesOf, openIssue } from '../github/issues.ts';
import { issueText, issueTitle } from './issue-body.ts';
import { markersIn, plainKey, withoutMarkers } from '../platform/markers.ts';
import { ok } from '../base/result.ts';

/** What is to be written, or why nothing is. Pure data. */
export type IssuePlan =
  | Readonly<{ kind: 'none'; because: 'clean' | 'unchanged' | 'closed-by-person' }>
  | Readonly<{ kind: 'open'; title: string; body: string }>
  | Readonly<{ kind: 'edit'; body: string; state: Issue['state'] | null; /** What people see of it. */ as: 'updated' | 'closed' | 'reopened' }>;

/** `issue`: ours of this audit as it is now; null: there is none. */
export function planIssue(facts: IssueFacts, set: CommentSet, issue: Pick<Issue, 'state' | 'body'> | null): IssuePlan {
  const all = trackedIn(facts.report, set);
  const before = issue === null ? nothingRemembered : rememberedIn(issue.body);
  const comparison = compared(all, before, facts.report);
  const { body, hash, isClean } = issueText(facts, { ...comparison, all }, before, plainKey(facts.branch));
  if (issue === null) return isClean ? { kind: 'none', because: 'clean' } : { kind: 'open', title: issueTitle(facts.branch), body };
  const { head } = withoutMarkers(issue.body);
  const isOpen = issue.state === 'open';
  const isClosedByUs = !isOpen && markersIn(head, 'closed').length > 0;
  if (!isOpen && !isClosedByUs && comparison.fresh.length === 0) return { kind: 'none', because: 'closed-by-person' };
  const isContradicted = all.some(({ key }) => before.ticked.has(key));
  if (markersIn(head, 'body')[0] === hash && !isContradicted) return { kind: 'none', because: isClean ? 'clean' : 'unchanged' };
  if (isClean) return { kind: 'edit', body, state: 'closed', as: 'closed' };
  return { kind: 'edit', body, state: isOpen ? null : 'open', as: isOpen ? 'updated' : 'reopened' };
}

export type IssueOutcome = Readonly<{ kind: 'opened' | 'updated' | 'closed' | 'reopened' | 'unchanged' | 'clean' | 'closed-by-person'; /** Null: there is no issue. */ url: string | null }>;

/** `login`: ours. */
export async function trackAudit(client: Client, repo: Repo, login: string, facts: IssueFacts, set: CommentSet): Promise<Result<IssueOutcome, GithubProblem>> {
  const isThis = (issue: Issue): boolean => markersIn(withoutMarkers(issue.body).head, 'audit').includes(plainKey(facts.branch));
  const list = await issuesOf(client, repo, login);
  if (!list.ok) return list;
  const known = list.value.filter(isThis);
  const issue = known.find(({ state }) => state === 'open') ?? known[0] ?? null;
  const plan = planIssue(facts, set, issue);
  switch (plan.kind) {
    case 'none':
      return ok({ kind: plan.because, url: issue?.url ?? null });
    case 'open':
      return outcome('opened', await openIssue(client, repo, { title: plan.title, body: plan.body }, login, isThis));
    case 'edit':
      return issue === null ? ok({ kind: 'clean', url: null })
        : outcome(plan.as, await editIssue(client, repo, issue.number, { body: plan.body, ...(plan.state === null ? {} : { state: plan.state }) }));
  }
}

const outcome = (kind: IssueOutcome['kind'], written: Result<Issue, GithubProblem>): Result<IssueOutcome, GithubProblem> => written.ok ? ok({ kind, url: written.value.url }) : written;
