/**
 * Who else has a commit as its head: a check run belongs to the commit, so what is written for one pull request counts
 * for all of them, and for a merge queue's branch.
 */
import type { Client, Repo } from './octokit.ts';
import type { GithubProblem } from './problem.ts';
import type { Result } from '../base/result.ts';
import { fieldOf, isTrue, listOf, wordOf } from './fields.ts';
import { ok } from '../base/result.ts';
import { persist } from '../platform/persist.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** More open pull requests are not looked at: 20 requests. */
const mostPulls = 2000;

const query = `query ($owner: String!, $repo: String!, $after: String) {
  repository(owner: $owner, name: $repo) { pullRequests(states: [OPEN], first: 100, after: $after, orderBy: { field: UPDATED_AT, direction: DESC }) { nodes { number headRefOid } pageInfo { hasNextPage endCursor } } }
}`;

/**
 * In words, somebody else whose head the commit is; null: nobody. `branch`: the pull request's own, where it lies in
 * this repository. GitHub's list of a commit's pull requests is not asked, because it leaves out those from forks.
 */
export async function otherBearer(
  client: Client,
  repo: Repo,
  commit: string,
  own: Readonly<{ number: number; branch: string | null }>,
): Promise<Result<string | null, GithubProblem>> {
  const branches = await client.rest((api) => api.repos.listBranchesForHeadCommit({ ...repo, commit_sha: commit }));
  if (!branches.ok) return branches;
  const branch = branches.value.find(({ name }) => name !== own.branch);
  if (branch !== undefined) return ok(fill(messages.branchOfRepository, { name: branch.name }));
  let after: string | null = null;
  for (let seen = 0; seen < mostPulls; seen += 100) {
    const variables: Readonly<Record<string, unknown>> = { ...repo, after };
    const page: Result<unknown, GithubProblem> = await persist(
      client,
      () => client.graphql(query, variables),
      () => Promise.resolve(ok(null)),
    );
    if (!page.ok) return page;
    const pulls: unknown = fieldOf(page.value, 'repository', 'pullRequests');
    const other = listOf(pulls, 'nodes').find(
      (pull) => wordOf(pull, 'headRefOid') === commit && fieldOf(pull, 'number') !== own.number,
    );
    if (other !== undefined) return ok(fill(messages.pullRequest, { number: String(fieldOf(other, 'number')) }));
    if (!isTrue(pulls, 'pageInfo', 'hasNextPage')) return ok(null);
    after = wordOf(pulls, 'pageInfo', 'endCursor');
  }
  return ok(fill(messages.maybeOther, { mostPulls }));
}
