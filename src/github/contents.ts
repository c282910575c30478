/**
 * Commits and file contents through the API: what a follow-up pull request is made of. Its branches are in branches.ts.
 */
import type { Client, Repo } from './octokit.ts';
import type { FileVersion } from '../platform/proposal.ts';
import type { GithubProblem } from './problem.ts';
import type { Result } from '../base/result.ts';
import { branchTip, createBranch, hasMoved, moveBranch } from './branches.ts';
import { fail, ok } from '../base/result.ts';
import { createHash } from 'node:crypto';
import { persist } from '../platform/persist.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

type TipCommit = Readonly<{
  sha: string;
  /** Logins; empty when no account is known. */ author: string;
  committer: string;
  message: string;
  parents: readonly string[];
}>;
type BranchState = Readonly<{
  /** How many commits the branch has that its base has not. */
  ahead: number;
  /** The last of them; null when there are none. */
  tip: TipCommit | null;
}>;

const perPage = 100;

/** `base` and `branch`: names or commits. */
export async function compareBranch(
  client: Client,
  repo: Repo,
  base: string,
  branch: string,
): Promise<Result<BranchState, GithubProblem>> {
  const page = (number: number) =>
    client.rest((api) =>
      api.repos.compareCommitsWithBasehead({
        ...repo,
        basehead: `${base}...${branch}`,
        per_page: perPage,
        page: number,
      }),
    );
  const first = await page(1);
  if (!first.ok) return first;
  const ahead = first.value.total_commits;
  const last = ahead > perPage ? await page(Math.ceil(ahead / perPage)) : first;
  if (!last.ok) return last;
  const tip = last.value.commits.at(-1);
  return ok({
    ahead,
    tip:
      tip === undefined
        ? null
        : {
            sha: tip.sha,
            author: loginOf(tip.author),
            committer: loginOf(tip.committer),
            message: tip.commit.message,
            parents: tip.parents.map((parent) => parent.sha),
          },
  });
}

/** The API types an author as an account or an empty object. */
const loginOf = (author: object | null): string =>
  author !== null && 'login' in author && typeof author.login === 'string' ? author.login : '';

/** The files that a commit changes against an earlier one, with their blobs at it. */
export async function filesOfCommit(
  client: Client,
  repo: Repo,
  before: string,
  commit: string,
): Promise<Result<readonly Readonly<{ path: string; blob: string }>[], GithubProblem>> {
  const compared = await client.rest((api) =>
    api.repos.compareCommitsWithBasehead({ ...repo, basehead: `${before}...${commit}`, per_page: 1 }),
  );
  return compared.ok
    ? ok((compared.value.files ?? []).map((file) => ({ path: file.filename, blob: file.sha ?? '' })))
    : compared;
}

/** The blob of a file at a branch or commit; null when it is not there. */
export async function blobAt(
  client: Client,
  repo: Repo,
  path: string,
  ref: string,
): Promise<Result<string | null, GithubProblem>> {
  const content = await client.rest((api) => api.repos.getContent({ ...repo, path, ref }));
  if (!content.ok) return content.problem.kind === 'missing' ? ok(null) : content;
  return ok(Array.isArray(content.value) ? null : content.value.sha);
}

/** The text of a file at a branch or commit; null when it is not there. */
export async function fileText(
  client: Client,
  repo: Repo,
  path: string,
  ref: string,
): Promise<Result<string | null, GithubProblem>> {
  const content = await client.rest((api) => api.repos.getContent({ ...repo, path, ref }));
  if (!content.ok) return content.problem.kind === 'missing' ? ok(null) : content;
  const file = content.value;
  if (Array.isArray(file) || !('content' in file) || file.encoding !== 'base64')
    return fail({ kind: 'unexpected', text: fill(messages.noText, { path }), detail: '', retryAfterSeconds: null });
  return ok(Buffer.from(file.content, 'base64').toString('utf8'));
}

/** Whether a file is there with exactly this text; of large files GitHub gives the blob and no text. */
export async function holdsText(
  client: Client,
  repo: Repo,
  path: string,
  ref: string,
  text: string,
): Promise<Result<boolean, GithubProblem>> {
  const blob = await blobAt(client, repo, path, ref);
  return blob.ok ? ok(blob.value === blobOf(text)) : blob;
}

/** The id that git gives a file of this text. */
export const blobOf = (text: string): string =>
  createHash('sha1')
    .update(`blob ${Buffer.byteLength(text)}\0${text}`)
    .digest('hex');

export type NewCommit = Readonly<{
  branch: string;
  parent: string;
  title: string;
  text: string;
  files: readonly FileVersion[];
}>;

/**
 * Commits on the tip of a branch, signed by GitHub; refused as `conflict` when the tip is not `parent` any more. Knows
 * regular files only (mode 100644).
 */
export async function commitOnBranch(
  client: Client,
  repo: Repo,
  commit: NewCommit,
): Promise<Result<null, GithubProblem>> {
  const answer = await persist(
    client,
    () =>
      client.graphql(
        'mutation ($input: CreateCommitOnBranchInput!) { createCommitOnBranch(input: $input) { commit { oid } } }',
        {
          input: {
            branch: { repositoryNameWithOwner: `${repo.owner}/${repo.repo}`, branchName: commit.branch },
            expectedHeadOid: commit.parent,
            message: { headline: commit.title, body: commit.text },
            fileChanges: {
              additions: commit.files.map((file) => ({
                path: file.path,
                contents: Buffer.from(file.text, 'utf8').toString('base64'),
              })),
            },
          },
        },
      ),
    () => landed(client, repo, commit),
  );
  return answer.ok ? ok(null) : answer;
}

/**
 * The commit where the branch's tip is what we asked for; null where the branch did not move. Whatever else is there is
 * somebody else's.
 */
async function landed(client: Client, repo: Repo, commit: NewCommit): Promise<Result<string | null, GithubProblem>> {
  const tip = await branchTip(client, repo, commit.branch);
  if (!tip.ok || tip.value === commit.parent) return tip.ok ? ok(null) : tip;
  if (tip.value === null) return fail(hasMoved(commit.branch));
  const made = await client.rest((api) => api.git.getCommit({ ...repo, commit_sha: tip.value ?? '' }));
  if (!made.ok) return made;
  const isAlike =
    made.value.parents.map((parent) => parent.sha).join(' ') === commit.parent &&
    made.value.message.trim() === messageOf(commit).trim();
  for (const file of isAlike ? commit.files : []) {
    const held = await holdsText(client, repo, file.path, tip.value, file.text);
    if (!held.ok) return held;
    if (!held.value) return fail(hasMoved(commit.branch));
  }
  return isAlike ? ok(tip.value) : fail(hasMoved(commit.branch));
}

const messageOf = (commit: NewCommit): string => `${commit.title}\n\n${commit.text}`;

/**
 * The same by single git objects, and the branch set to the new commit: for modes that GraphQL does not know, and to
 * lay our own branch anew on a base that moved. The branch is never, not for a moment, without its commit, because
 * GitHub closes a pull request whose branch equals its base. `expected` is the tip that the branch must still have
 * (null: there is no such branch); where somebody has pushed meanwhile it is a `conflict`, and theirs stays.
 */
export async function replaceBranch(
  client: Client,
  repo: Repo,
  commit: NewCommit,
  expected: string | null,
): Promise<Result<null, GithubProblem>> {
  const parent = await client.rest((api) => api.git.getCommit({ ...repo, commit_sha: commit.parent }));
  if (!parent.ok) return parent;
  // Objects are named by their content: making one twice changes nothing.
  const again = (): Promise<Result<null, GithubProblem>> => Promise.resolve(ok(null));
  const tree = await persist(
    client,
    () =>
      client.rest((api) =>
        api.git.createTree({
          ...repo,
          base_tree: parent.value.tree.sha,
          tree: commit.files.map((file) => ({
            path: file.path,
            mode: file.mode === '100755' ? '100755' : '100644',
            type: 'blob',
            content: file.text,
          })),
        }),
      ),
    again,
  );
  if (!tree.ok) return tree;
  const made = await persist(
    client,
    () =>
      client.rest((api) =>
        api.git.createCommit({ ...repo, message: messageOf(commit), tree: tree.value.sha, parents: [commit.parent] }),
      ),
    again,
  );
  if (!made.ok) return made;
  if (expected === null) return createBranch(client, repo, commit.branch, made.value.sha);
  return moveBranch(client, repo, commit.branch, expected, made.value.sha);
}
