/** Pull requests: their files as the API shows them, finding one by its branch, opening and editing one. */
import type { Client, Repo } from './octokit.ts';
import type { GithubProblem } from './problem.ts';
import type { Pull } from './reviews.ts';
import type { Result } from '../base/result.ts';
import { fail, ok } from '../base/result.ts';
import { persist } from '../platform/persist.ts';

export type PullFile = Readonly<{
  path: string;
  /** The git blob of the head; null where there is none. */
  blob: string | null;
  /** Null where the API leaves it out (binary, too large). */
  patch: string | null;
}>;

/** GitHub ends this list at 3,000 files. */
export async function listPullFiles(client: Client, pull: Pull): Promise<Result<readonly PullFile[], GithubProblem>> {
  const files = await client.pages(
    (octokit, upToMost) =>
      octokit.paginate(
        octokit.rest.pulls.listFiles,
        { owner: pull.owner, repo: pull.repo, pull_number: pull.number, per_page: 100 },
        upToMost,
      ),
    3000,
  );
  return files.ok
    ? ok(files.value.map((file) => ({ path: file.filename, blob: file.sha, patch: file.patch ?? null })))
    : files;
}

type PullSide = Readonly<{
  ref: string;
  sha: string;
  /** `owner/name`; null when the repository is gone. */ repository: string | null;
}>;
export type PullState = Readonly<{
  number: number;
  state: 'open' | 'closed';
  merged: boolean;
  title: string;
  body: string;
  url: string;
  author: string;
  head: PullSide;
  base: PullSide;
}>;
type AnswerSide = Readonly<{ ref: string; sha: string; repo: Readonly<{ full_name: string }> | null }>;
type Answer = Readonly<{
  number: number;
  state: string;
  merged_at: string | null;
  title: string;
  body?: string | null;
  html_url: string;
  user: Readonly<{ login: string }> | null;
  head: AnswerSide;
  base: AnswerSide;
}>;

const asSide = (side: AnswerSide): PullSide => ({
  ref: side.ref,
  sha: side.sha,
  repository: side.repo?.full_name ?? null,
});
const asState = (pull: Answer): PullState => ({
  number: pull.number,
  state: pull.state === 'open' ? 'open' : 'closed',
  merged: pull.merged_at !== null,
  title: pull.title,
  body: pull.body ?? '',
  url: pull.html_url,
  author: pull.user?.login ?? '',
  head: asSide(pull.head),
  base: asSide(pull.base),
});

export async function getPull(client: Client, repo: Repo, number: number): Promise<Result<PullState, GithubProblem>> {
  const pull = await client.rest((api) => api.pulls.get({ ...repo, pull_number: number }));
  return pull.ok ? ok(asState(pull.value)) : pull;
}

/** Pull requests of a branch into a base (null: any), newest first, open and closed. */
export async function pullsOfBranch(
  client: Client,
  repo: Repo,
  branch: string,
  base: string | null,
): Promise<Result<readonly PullState[], GithubProblem>> {
  const pulls = await client.pages(
    (octokit, upToMost) =>
      octokit.paginate(
        octokit.rest.pulls.list,
        {
          ...repo,
          head: `${repo.owner}:${branch}`,
          ...(base === null ? {} : { base }),
          state: 'all',
          sort: 'created',
          direction: 'desc',
          per_page: 100,
        },
        upToMost,
      ),
    100,
  );
  return pulls.ok ? ok(pulls.value.map(asState)) : pulls;
}

/** Open pull requests that a branch of a repository, which may be a fork, brings. */
export async function openPullsFrom(
  client: Client,
  repo: Repo,
  owner: string,
  branch: string,
): Promise<Result<readonly PullState[], GithubProblem>> {
  const pulls = await client.pages(
    (octokit, upToMost) =>
      octokit.paginate(
        octokit.rest.pulls.list,
        { ...repo, head: `${owner}:${branch}`, state: 'open', per_page: 100 },
        upToMost,
      ),
    300,
  );
  return pulls.ok ? ok(pulls.value.map(asState)) : pulls;
}

type NewPull = Readonly<{ branch: string; base: string; title: string; body: string }>;
/** `not-permitted`: the repository's setting forbids actions to open pull requests. */
type OpenOutcome = Readonly<{ kind: 'opened' | 'existed'; pull: PullState }> | Readonly<{ kind: 'not-permitted' }>;

/** The words of the setting "Allow GitHub Actions to create and approve pull requests", when it is off. */
export const mayNotOpenPulls = (problem: GithubProblem): boolean =>
  problem.kind === 'forbidden' && /not permitted to create or approve pull requests/i.test(problem.detail);

export async function openPull(client: Client, repo: Repo, pull: NewPull): Promise<Result<OpenOutcome, GithubProblem>> {
  const existing = async (): Promise<Result<PullState | null, GithubProblem>> => {
    const pulls = await pullsOfBranch(client, repo, pull.branch, pull.base);
    return pulls.ok ? ok(pulls.value.find((one) => one.state === 'open') ?? null) : pulls;
  };
  const answer = await persist(
    client,
    async () => {
      const created = await client.rest((api) =>
        api.pulls.create({ ...repo, head: pull.branch, base: pull.base, title: pull.title, body: pull.body }),
      );
      return created.ok ? ok(asState(created.value)) : created;
    },
    existing,
  );
  if (answer.ok) return ok({ kind: 'opened', pull: answer.value });
  const { problem } = answer;
  if (mayNotOpenPulls(problem)) return ok({ kind: 'not-permitted' });
  if (problem.kind !== 'invalid' || !/already exists/i.test(problem.detail)) return answer;
  const found = await existing();
  if (!found.ok) return found;
  return found.value === null ? fail(problem) : ok({ kind: 'existed', pull: found.value });
}

type PullChange = Readonly<{ base?: string; title?: string; body?: string; state?: 'open' | 'closed' }>;

/**
 * GitHub does not open a closed one again (`invalid`) unless its branch comes from the commit that it had when it was
 * closed.
 */
export async function editPull(
  client: Client,
  repo: Repo,
  number: number,
  change: PullChange,
): Promise<Result<PullState, GithubProblem>> {
  const write = async (): Promise<Result<PullState, GithubProblem>> => {
    const edited = await client.rest((api) => api.pulls.update({ ...repo, pull_number: number, ...change }));
    return edited.ok ? ok(asState(edited.value)) : edited;
  };
  // Setting the same text twice is the same as once.
  return persist(client, write, () => Promise.resolve(ok(null)));
}
