/**
 * The issue of an audit at GitHub, found again by a hidden marker among the issues that we opened, and brought up to
 * date.
 */
import type { Client, Repo } from '../github/octokit.ts';
import type { CommentSet } from '../config/schema.ts';
import type { GithubProblem } from '../github/problem.ts';
import type { Issue } from '../github/issues.ts';
import type { IssueFacts } from '../audit/issue-body.ts';
import type { Result } from '../base/result.ts';
import { editIssue, issuesOf, openIssue } from '../github/issues.ts';
import { markersIn, plainKey } from '../platform/markers.ts';
import { ok } from '../base/result.ts';
import { planIssue } from '../audit/tracking-issue.ts';

export type IssueOutcome = Readonly<{
  kind: 'opened' | 'updated' | 'closed' | 'reopened' | 'unchanged' | 'clean' | 'closed-by-person';
  /** Null: there is no issue. */ url: string | null;
}>;

/** `login`: ours. */
export async function trackAudit(
  client: Client,
  repo: Repo,
  login: string,
  facts: IssueFacts,
  set: CommentSet,
): Promise<Result<IssueOutcome, GithubProblem>> {
  const isThis = (issue: Issue): boolean => markersIn(issue.body, 'audit').includes(plainKey(facts.branch));
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
      return issue === null
        ? ok({ kind: 'clean', url: null })
        : outcome(
            plan.as,
            await editIssue(client, repo, issue.number, {
              body: plan.body,
              ...(plan.state === null ? {} : { state: plan.state }),
            }),
          );
  }
}

const outcome = (
  kind: IssueOutcome['kind'],
  written: Result<Issue, GithubProblem>,
): Result<IssueOutcome, GithubProblem> => (written.ok ? ok({ kind, url: written.value.url }) : written);
