/** Branches: where they are, and setting them without taking away what somebody pushed meanwhile. */
import type { Client, Repo } from './octokit.ts';
import type { GithubProblem } from './problem.ts';
import type { Result } from '../base/result.ts';
import { fail, ok } from '../base/result.ts';
import { wordOf } from './fields.ts';
import { persist } from '../platform/persist.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** The commit at a branch's tip; null when there is no such branch. */
export async function branchTip(
  client: Client,
  repo: Repo,
  branch: string,
): Promise<Result<string | null, GithubProblem>> {
  const ref = await client.rest((api) => api.git.getRef({ ...repo, ref: `heads/${branch}` }));
  if (ref.ok) return ok(ref.value.object.sha);
  return ref.problem.kind === 'missing' ? ok(null) : ref;
}

/** Creates a branch at a commit. A branch that is there already, at that commit, is as good. */
export async function createBranch(
  client: Client,
  repo: Repo,
  branch: string,
  commit: string,
): Promise<Result<null, GithubProblem>> {
  const answer = await persist(
    client,
    async () => {
      const made = await client.rest((api) => api.git.createRef({ ...repo, ref: `refs/heads/${branch}`, sha: commit }));
      return made.ok ? ok(made.value.object.sha) : made;
    },
    async () => {
      const tip = await branchTip(client, repo, branch);
      return tip.ok ? ok(tip.value === commit ? commit : null) : tip;
    },
  );
  return answer.ok ? ok(null) : answer;
}

/** The branches whose names begin so, with their tips. */
export async function branchesUnder(
  client: Client,
  repo: Repo,
  prefix: string,
): Promise<Result<readonly Readonly<{ branch: string; tip: string }>[], GithubProblem>> {
  const refs = await client.rest((api) => api.git.listMatchingRefs({ ...repo, ref: `heads/${prefix}` }));
  return refs.ok
    ? ok(refs.value.map((one) => ({ branch: one.ref.replace(/^refs\/heads\//, ''), tip: one.object.sha })))
    : refs;
}

/** Removes a branch; one that is gone already is as good. `kept`: its tip is not `expected` any more. */
export async function deleteBranch(
  client: Client,
  repo: Repo,
  branch: string,
  expected: string,
): Promise<Result<'removed' | 'kept', GithubProblem>> {
  const set = await setBranch(client, repo, branch, expected, null);
  if (set.ok) return ok('removed');
  return set.problem.kind === 'conflict' ? ok('kept') : set;
}

/**
 * Sets a branch from one commit to another, whatever they are to each other; `conflict` when its tip is not `from` any
 * more.
 */
export const moveBranch = (
  client: Client,
  repo: Repo,
  branch: string,
  from: string,
  to: string,
): Promise<Result<null, GithubProblem>> => setBranch(client, repo, branch, from, to);

export const hasMoved = (branch: string): GithubProblem => ({
  kind: 'conflict',
  text: fill(messages.branchMoved, { branch }),
  detail: '',
  retryAfterSeconds: null,
});

/** What `updateRefs` takes for "there is no such branch". */
const noCommit = '0'.repeat(40);

/**
 * GitHub compares and sets in one step, which REST cannot; `to` null removes. It has no kind of its own for a branch
 * that moved, so after a refusal the branch is looked at.
 * https://docs.github.com/en/graphql/reference/mutations#updaterefs
 */
async function setBranch(
  client: Client,
  repo: Repo,
  branch: string,
  from: string,
  to: string | null,
): Promise<Result<null, GithubProblem>> {
  const id = await repositoryId(client, repo);
  if (!id.ok) return id;
  const refUpdates = [{ name: `refs/heads/${branch}`, beforeOid: from, afterOid: to ?? noCommit, force: true }];
  const done = await persist<unknown>(
    client,
    () =>
      client.graphql('mutation ($input: UpdateRefsInput!) { updateRefs(input: $input) { clientMutationId } }', {
        input: { repositoryId: id.value, refUpdates },
      }),
    async () => {
      const tip = await branchTip(client, repo, branch);
      return tip.ok ? ok(tip.value === to ? true : null) : tip;
    },
  );
  if (done.ok) return ok(null);
  if (done.problem.kind !== 'invalid' && done.problem.kind !== 'conflict' && done.problem.kind !== 'missing')
    return done;
  const tip = await branchTip(client, repo, branch);
  if (!tip.ok) return tip;
  if (tip.value === to) return ok(null);
  return tip.value === from ? done : fail(hasMoved(branch));
}

async function repositoryId(client: Client, repo: Repo): Promise<Result<string, GithubProblem>> {
  const answer = await persist(
    client,
    () =>
      client.graphql('query ($owner: String!, $repo: String!) { repository(owner: $owner, name: $repo) { id } }', {
        ...repo,
      }),
    () => Promise.resolve(ok(null)),
  );
  if (!answer.ok) return answer;
  const id = wordOf(answer.value, 'repository', 'id');
  return id === ''
    ? fail({ kind: 'missing', text: messages.hiddenRepository, detail: '', retryAfterSeconds: null })
    : ok(id);
}
