/** Issues that we opened: finding one again, opening and editing it. */
import type { Client, Repo } from './octokit.ts';
import type { GithubProblem } from './problem.ts';
import type { Result } from '../base/result.ts';
import { isSameLogin } from './reviews.ts';
import { ok } from '../base/result.ts';
import { persist } from '../platform/persist.ts';

export type Issue = Readonly<{
  number: number;
  state: 'open' | 'closed';
  title: string;
  body: string;
  url: string;
  author: string;
}>;
type Answer = Readonly<{
  number: number;
  state: string;
  title: string;
  body?: string | null;
  html_url: string;
  user: Readonly<{ login: string }> | null;
  pull_request?: object;
}>;

const asIssue = (issue: Answer): Issue => ({
  number: issue.number,
  state: issue.state === 'open' ? 'open' : 'closed',
  title: issue.title,
  body: issue.body ?? '',
  url: issue.html_url,
  author: issue.user?.login ?? '',
});

/** Thirty requests; an account that has opened more is not an action's own. */
const mostEntries = 3000;

/**
 * Issues that an account opened, newest first, open and closed. GitHub lists pull requests with them; those are left
 * out.
 */
export async function issuesOf(
  client: Client,
  repo: Repo,
  login: string,
): Promise<Result<readonly Issue[], GithubProblem>> {
  const list = await client.pages(
    (octokit, upToMost) =>
      octokit.paginate(
        octokit.rest.issues.listForRepo,
        { ...repo, creator: login, state: 'all', sort: 'created', direction: 'desc', per_page: 100 },
        upToMost,
      ),
    mostEntries,
  );
  return list.ok
    ? ok(
        list.value
          .filter((one) => one.pull_request === undefined)
          .map(asIssue)
          .filter(({ author }) => isSameLogin(author, login)),
      )
    : list;
}

/** `login`: ours; `isThis` recognizes the issue when the answer got lost. */
export function openIssue(
  client: Client,
  repo: Repo,
  issue: Readonly<{ title: string; body: string }>,
  login: string,
  isThis: (issue: Issue) => boolean,
): Promise<Result<Issue, GithubProblem>> {
  return persist(
    client,
    async () => {
      const opened = await client.rest((api) => api.issues.create({ ...repo, ...issue }));
      return opened.ok ? ok(asIssue(opened.value)) : opened;
    },
    async () => {
      const list = await issuesOf(client, repo, login);
      return list.ok ? ok(list.value.find(isThis) ?? null) : list;
    },
  );
}

export type IssueChange = Readonly<{ body: string; state?: 'open' | 'closed' }>;

/** The title is left as it is: people may give it another. */
export function editIssue(
  client: Client,
  repo: Repo,
  number: number,
  { body, state }: IssueChange,
): Promise<Result<Issue, GithubProblem>> {
  const reason =
    state === undefined
      ? {}
      : { state, state_reason: state === 'closed' ? ('completed' as const) : ('reopened' as const) };
  // Setting the same text twice is the same as once.
  return persist(
    client,
    async () => {
      const edited = await client.rest((api) => api.issues.update({ ...repo, issue_number: number, body, ...reason }));
      return edited.ok ? ok(asIssue(edited.value)) : edited;
    },
    () => Promise.resolve(ok(null)),
  );
}
