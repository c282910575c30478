/** Branches, commits and file contents through the API: what a follow-up pull request is made of. */
import type { Client, Repo } from './octokit.ts';
import type { GithubProblem } from './problem.ts';
import type { Result } from '../base/result.ts';
import { fail, ok } from '../base/result.ts';
import { createHash } from 'node:crypto';
import { persist } from './persist.ts';

/** The commit at a branch's tip; null when there is no such branch. */
export async function branchTip(client: Client, repo: Repo, branch: string): Promise<Result<string | null, GithubProblem>> {
  const ref = await client.rest((api) => api.git.getRef({ ...repo, ref: `heads/${branch}` }));
  if (ref.ok) return ok(ref.value.object.sha);
  return ref.problem.kind === 'missing' ? ok(null) : ref;
}

/** Creates a branch at a commit. A branch that is there already, at that commit, is as good. */
export async function createBranch(client: Client, repo: Repo, branch: string, commit: string): Promise<Result<null, GithubProblem>> {
  const answer = await persist(client, async () => {
    const made = await client.rest((api) => api.git.createRef({ ...repo, ref: `refs/heads/${branch}`, sha: commit }));
    return made.ok ? ok(made.value.object.sha) : made;
  }, async () => {
    const tip = await branchTip(client, repo, branch);
    return tip.ok ? ok(tip.value === commit ? commit : null) : tip;
  });
  return answer.ok ? ok(null) : answer;
}

/** The branches whose names begin so, with their tips. */
export async function branchesUnder(client: Client, repo: Repo, prefix: string): Promise<Result<readonly Readonly<{ branch: string; tip: string }>[], GithubProblem>> {
  const refs = await client.rest((api) => api.git.listMatchingRefs({ ...repo, ref: `heads/${prefix}` }));
  return refs.ok ? ok(refs.value.map((one) => ({ branch: one.ref.replace(/^refs\/heads\//, ''), tip: one.object.sha }))) : refs;
}

/**
 * Removes a branch; one that is gone already is as good. One of which the tip is not `expected` any more is kept: looked at
 * directly before, since REST knows no such condition.
 */
export async function deleteBranch(client: Client, repo: Repo, branch: string, expected: string): Promise<Result<null, GithubProblem>> {
  const now = await branchTip(client, repo, branch);
  if (!now.ok) return now;
  if (now.value !== expected) return ok(null);
  const gone = await persist<unknown>(client, () => client.rest((api) => api.git.deleteRef({ ...repo, ref: `heads/${branch}` })), async () => {
    const tip = await branchTip(client, repo, branch);
    return tip.ok ? ok(tip.value === null ? true : null) : tip;
  });
  if (gone.ok) return ok(null);
  const tip = gone.problem.kind === 'invalid' ? await branchTip(client, repo, branch) : gone;
  return tip.ok && tip.value === null ? ok(null) : gone;
}

type TipCommit = Readonly<{ sha: string; /** Logins; empty when no account is known. */ author: string; committer: string; message: string; parents: readonly string[] }>;
type BranchState = Readonly<{
  /** How many commits the branch has that its base has not. */
  ahead: number;
  /** The last of them; null when there are none. */
  tip: TipCommit | null;
}>;

const perPage = 100;

/** `base` and `branch`: names or commits. */
export async function compareBranch(client: Client, repo: Repo, base: string, branch: string): Promise<Result<BranchState, GithubProblem>> {
  const page = (number: number) => client.rest((api) => api.repos.compareCommitsWithBasehead({ ...repo, basehead: `${base}...${branch}`, per_page: perPage, page: number }));
  const first = await page(1);
  if (!first.ok) return first;
  const ahead = first.value.total_commits;
  const last = ahead > perPage ? await page(Math.ceil(ahead / perPage)) : first;
  if (!last.ok) return last;
  const tip = last.value.commits.at(-1);
  return ok({ ahead, tip: tip === undefined ? null : { sha: tip.sha, author: loginOf(tip.author), committer: loginOf(tip.committer), message: tip.commit.message, parents: tip.parents.map((parent) => parent.sha) } });
}

/** The API types an author as an account or an empty object. */
const loginOf = (author: object | null): string => author !== null && 'login' in author && typeof author.login === 'string' ? author.login : '';

/** The text of a file at a branch or commit; null when it is not there. */
export async function fileText(client: Client, repo: Repo, path: string, ref: string): Promise<Result<string | null, GithubProblem>> {
  const content = await client.rest((api) => api.repos.getContent({ ...repo, path, ref }));
  if (!content.ok) return content.problem.kind === 'missing' ? ok(null) : content;
  const file = content.value;
  if (Array.isArray(file) || !('content' in file) || file.encoding !== 'base64') return fail({ kind: 'unexpected', text: `GitHub does not give the text of ${path}`, detail: '', retryAfterSeconds: null });
  return ok(Buffer.from(file.content, 'base64').toString('utf8'));
}

/** Whether a file is there with exactly this text; of large files GitHub gives the blob and no text. */
export async function holdsText(client: Client, repo: Repo, path: string, ref: string, text: string): Promise<Result<boolean, GithubProblem>> {
  const content = await client.rest((api) => api.repos.getContent({ ...repo, path, ref }));
  if (!content.ok) return content.problem.kind === 'missing' ? ok(false) : content;
  return ok(!Array.isArray(content.value) && content.value.sha === blobOf(text));
}

/** The id that git gives a file of this text. */
export const blobOf = (text: string): string => createHash('sha1').update(`blob ${Buffer.byteLength(text)}\0${text}`).digest('hex');

export type FileVersion = Readonly<{ path: string; text: string; mode: string }>;
export type NewCommit = Readonly<{ branch: string; parent: string; title: string; text: string; files: readonly FileVersion[] }>;

/**
 * Commits on the tip of a branch, signed by GitHub; refused as `conflict` when the tip is not `parent` any more. Knows
 * regular files only (mode 100644).
 */
export async function commitOnBranch(client: Client, repo: Repo, commit: NewCommit): Promise<Result<null, GithubProblem>> {
  const answer = await persist(client, () => client.graphql(
    'mutation ($input: CreateCommitOnBranchInput!) { createCommitOnBranch(input: $input) { commit { oid } } }',
    { input: {
      branch: { repositoryNameWithOwner: `${repo.owner}/${repo.repo}`, branchName: commit.branch },
      expectedHeadOid: commit.parent,
      message: { headline: commit.title, body: commit.text },
      fileChanges: { additions: commit.files.map((file) => ({ path: file.path, contents: Buffer.from(file.text, 'utf8').toString('base64') })) },
    } },
  ), async () => {
    const tip = await branchTip(client, repo, commit.branch);
    return tip.ok ? ok(tip.value === commit.parent ? null : tip.value) : tip;
  });
  return answer.ok ? ok(null) : answer;
}

/**
 * The same by single git objects, and the branch set to the new commit: for modes that GraphQL does not know, and to lay
 * our own branch anew on a base that moved. The branch is never, not for a moment, without its commit, because GitHub
 * closes a pull request whose branch equals its base. `expected` is the tip that the branch must still have (null: there
 * is no such branch): looked at directly before, since a forced update has no such condition.
 */
export async function replaceBranch(client: Client, repo: Repo, commit: NewCommit, expected: string | null): Promise<Result<null, GithubProblem>> {
  const parent = await client.rest((api) => api.git.getCommit({ ...repo, commit_sha: commit.parent }));
  if (!parent.ok) return parent;
  // Objects are named by their content: making one twice changes nothing.
  const again = (): Promise<Result<null, GithubProblem>> => Promise.resolve(ok(null));
  const tree = await persist(client, () => client.rest((api) => api.git.createTree({
    ...repo, base_tree: parent.value.tree.sha,
    tree: commit.files.map((file) => ({ path: file.path, mode: file.mode === '100755' ? '100755' : '100644', type: 'blob', content: file.text })),
  })), again);
  if (!tree.ok) return tree;
  const made = await persist(client, () => client.rest((api) => api.git.createCommit({ ...repo, message: `${commit.title}\n\n${commit.text}`, tree: tree.value.sha, parents: [commit.parent] })), again);
  if (!made.ok) return made;
  if (expected === null) return createBranch(client, repo, commit.branch, made.value.sha);
  const tip = await branchTip(client, repo, commit.branch);
  if (!tip.ok) return tip;
  if (tip.value !== expected) return fail({ kind: 'conflict', text: `the branch ${commit.branch} moved meanwhile`, detail: '', retryAfterSeconds: null });
  const moved = await persist(client, () => client.rest((api) => api.git.updateRef({ ...repo, ref: `heads/${commit.branch}`, sha: made.value.sha, force: true })), again);
  return moved.ok ? ok(null) : moved;
}
