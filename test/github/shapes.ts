/**
 * GitHub's objects, grown from the payloads of @octokit/webhooks-examples: users, repositories and pull requests keep
 * all their fields, and only what a scenario decides is set. Whether they are right is checked against the description.
 */
import { createRequire } from 'node:module';
import type { DiffFile, StoredCommit } from './git-store.ts';
import type { Fields } from './json.ts';
import { fieldsOf, listOf } from './json.ts';

const examples: unknown = createRequire(import.meta.url)('@octokit/webhooks-examples');
const opened =
  listOf(examples)
    .map(fieldsOf)
    .filter((one) => one['name'] === 'pull_request')
    .flatMap((one) => listOf(one['examples']).map(fieldsOf))
    .find((one) => one['action'] === 'opened' && one['installation'] === undefined) ?? {};
const completedRun =
  listOf(examples)
    .map(fieldsOf)
    .filter((one) => one['name'] === 'workflow_run')
    .flatMap((one) => listOf(one['examples']).map(fieldsOf))
    .find((one) => one['action'] === 'completed') ?? {};
const examplePull = fieldsOf(opened['pull_request']);
const exampleRepo = fieldsOf(opened['repository']);
const exampleUser = fieldsOf(examplePull['user']);

export type Actor = Readonly<{ login: string; id: number; type: 'User' | 'Bot' }>;
export type RepoName = Readonly<{ owner: string; repo: string }>;
export const now = '2026-11-01T12:00:00Z';
const html = 'https://github.com';
const api = 'https://api.github.com';

export function userShape(actor: Actor): Fields {
  const renamed = (value: unknown): unknown =>
    typeof value === 'string' ? value.replaceAll('Codertocat', encodeURIComponent(actor.login)) : value;
  return {
    ...Object.fromEntries(Object.entries(exampleUser).map(([key, value]) => [key, renamed(value)])),
    login: actor.login,
    id: actor.id,
    type: actor.type,
  };
}

/** Commits of a user are recognized by this address, as GitHub's own "noreply" addresses are. */
export const mailOf = (actor: Actor): string => `${actor.id}+${actor.login}@users.noreply.github.com`;

export function repoShape(name: RepoName): Fields {
  const renamed = (value: unknown): unknown =>
    typeof value === 'string' ? value.replaceAll('Codertocat/Hello-World', `${name.owner}/${name.repo}`) : value;
  const fields = Object.fromEntries(Object.entries(exampleRepo).map(([key, value]) => [key, renamed(value)]));
  return {
    ...fields,
    name: name.repo,
    full_name: `${name.owner}/${name.repo}`,
    owner: userShape({ login: name.owner, id: 1, type: 'User' }),
    default_branch: 'main',
    pushed_at: now,
    created_at: now,
    updated_at: now,
  };
}

export type PullRecord = {
  readonly number: number;
  title: string;
  body: string;
  state: 'open' | 'closed';
  mergedAt: string | null;
  draft: boolean;
  readonly author: Actor;
  readonly headRepo: RepoName;
  readonly headRef: string;
  baseRef: string;
  /** The head when it was closed; null: it is open, or its branch did not move since. */
  closedHead: string | null;
  /** The tip of the base when it was merged. */
  mergedInto?: string;
};
export type PullTips = Readonly<{ head: string; base: string }>;

export function pullShape(name: RepoName, pull: PullRecord, tips: PullTips, full: boolean): Fields {
  const renamed = (value: unknown): unknown =>
    typeof value === 'string'
      ? value
          .replaceAll('Codertocat/Hello-World', `${name.owner}/${name.repo}`)
          .replaceAll(/(pulls?|issues)\/2\b/g, `$1/${pull.number}`)
      : value;
  const links = Object.fromEntries(
    Object.entries(fieldsOf(examplePull['_links'])).map(([key, value]) => [
      key,
      { href: renamed(fieldsOf(value)['href']) },
    ]),
  );
  const plain = Object.fromEntries(Object.entries(examplePull).map(([key, value]) => [key, renamed(value)]));
  const counts = [
    'comments',
    'review_comments',
    'commits',
    'additions',
    'deletions',
    'changed_files',
    'merged',
    'mergeable',
    'rebaseable',
    'mergeable_state',
    'merged_by',
    'maintainer_can_modify',
  ];
  const shape: Fields = {
    ...plain,
    _links: links,
    id: 279_000_000 + pull.number,
    number: pull.number,
    title: pull.title,
    body: pull.body,
    state: pull.state,
    merged_at: pull.mergedAt,
    user: userShape(pull.author),
    html_url: `${html}/${name.owner}/${name.repo}/pull/${pull.number}`,
    author_association: 'CONTRIBUTOR',
    auto_merge: null,
    draft: pull.draft,
    head: sideShape(pull.headRepo, pull.headRef, tips.head),
    base: sideShape(name, pull.baseRef, tips.base),
    created_at: now,
    updated_at: now,
    closed_at: pull.state === 'closed' ? now : null,
  };
  return full
    ? { ...shape, merged: pull.mergedAt !== null }
    : Object.fromEntries(Object.entries(shape).filter(([key]) => !counts.includes(key)));
}

const sideShape = (repo: RepoName, ref: string, sha: string): Fields => ({
  label: `${repo.owner}:${ref}`,
  ref,
  sha,
  user: userShape({ login: repo.owner, id: 1, type: 'User' }),
  repo: repoShape(repo),
});

export type IssueRecord = {
  readonly number: number;
  title: string;
  body: string;
  state: 'open' | 'closed';
  reason: string | null;
  readonly author: Actor;
};
export function issueShape(name: RepoName, issue: IssueRecord): Fields {
  const url = `${api}/repos/${name.owner}/${name.repo}/issues/${issue.number}`;
  return {
    url,
    repository_url: `${api}/repos/${name.owner}/${name.repo}`,
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    html_url: `${html}/${name.owner}/${name.repo}/issues/${issue.number}`,
    id: 444_500_000 + issue.number,
    node_id: `I_${issue.number}`,
    number: issue.number,
    title: issue.title,
    user: userShape(issue.author),
    labels: [],
    state: issue.state,
    state_reason: issue.reason,
    locked: false,
    assignee: null,
    assignees: [],
    milestone: null,
    comments: 0,
    created_at: now,
    updated_at: now,
    closed_at: issue.state === 'closed' ? now : null,
    author_association: 'NONE',
    body: issue.body,
  };
}

/** A pull request as lists of issues show it. */
export function pullAsIssue(name: RepoName, pull: PullRecord): Fields {
  const page = `${html}/${name.owner}/${name.repo}/pull/${pull.number}`;
  const shape = issueShape(name, {
    number: pull.number,
    title: pull.title,
    body: pull.body,
    state: pull.state,
    reason: null,
    author: pull.author,
  });
  return {
    ...shape,
    html_url: page,
    pull_request: {
      url: `${api}/repos/${name.owner}/${name.repo}/pulls/${pull.number}`,
      html_url: page,
      diff_url: `${page}.diff`,
      patch_url: `${page}.patch`,
    },
  };
}

export type ReviewRecord = {
  readonly id: number;
  readonly pull: number;
  readonly author: Actor;
  body: string;
  readonly commit: string;
  minimized?: string | null;
};
export function reviewShape(name: RepoName, review: ReviewRecord): Fields {
  const url = `${html}/${name.owner}/${name.repo}/pull/${review.pull}#pullrequestreview-${review.id}`;
  const pull = `${api}/repos/${name.owner}/${name.repo}/pulls/${review.pull}`;
  return {
    id: review.id,
    node_id: `PRR_${review.id}`,
    user: userShape(review.author),
    body: review.body,
    state: 'COMMENTED',
    commit_id: review.commit,
    html_url: url,
    pull_request_url: pull,
    submitted_at: now,
    author_association: 'NONE',
    _links: { html: { href: url }, pull_request: { href: pull } },
  };
}

export type CommentRecord = Readonly<{
  id: number;
  review: number;
  pull: number;
  author: Actor;
  path: string;
  commit: string;
  line: number | null;
  startLine: number | null;
  subject: 'line' | 'file';
  hunk: string;
}> & {
  body: string;
  minimized?: string | null;
  /** The comment that began the thread; of that one itself, whether the thread is resolved. */
  readonly replyTo?: number;
  resolved?: boolean;
};
export function commentShape(name: RepoName, comment: CommentRecord): Fields {
  const url = `${api}/repos/${name.owner}/${name.repo}/pulls/comments/${comment.id}`;
  const page = `${html}/${name.owner}/${name.repo}/pull/${comment.pull}#discussion_r${comment.id}`;
  const pull = `${api}/repos/${name.owner}/${name.repo}/pulls/${comment.pull}`;
  return {
    url,
    id: comment.id,
    node_id: `PRRC_${comment.id}`,
    pull_request_review_id: comment.review,
    diff_hunk: comment.hunk,
    path: comment.path,
    commit_id: comment.commit,
    original_commit_id: comment.commit,
    user: userShape(comment.author),
    body: comment.body,
    created_at: now,
    updated_at: now,
    html_url: page,
    pull_request_url: pull,
    author_association: 'NONE',
    _links: { self: { href: url }, html: { href: page }, pull_request: { href: pull } },
    subject_type: comment.subject,
    ...(comment.replyTo === undefined ? {} : { in_reply_to_id: comment.replyTo }),
    ...(comment.line === null ? {} : { line: comment.line, original_line: comment.line, side: 'RIGHT' }),
    ...(comment.startLine === null
      ? {}
      : { start_line: comment.startLine, original_start_line: comment.startLine, start_side: 'RIGHT' }),
  };
}

export function fileShape(name: RepoName, head: string, file: DiffFile, withPatch: boolean): Fields {
  const path = encodeURIComponent(file.path);
  return {
    sha: file.blob,
    filename: file.path,
    status: file.status,
    additions: file.additions,
    deletions: file.deletions,
    changes: file.additions + file.deletions,
    blob_url: `${html}/${name.owner}/${name.repo}/blob/${head}/${path}`,
    raw_url: `${html}/${name.owner}/${name.repo}/raw/${head}/${path}`,
    contents_url: `${api}/repos/${name.owner}/${name.repo}/contents/${path}?ref=${head}`,
    ...(withPatch && file.patch !== '' ? { patch: file.patch } : {}),
    ...(file.previous === null ? {} : { previous_filename: file.previous }),
  };
}

const person = (author: StoredCommit['author']): Fields => ({ name: author.name, email: author.email, date: now });

/** The account of a commit's author or committer; null when the address belongs to none. */
function accountOf(author: StoredCommit['author']): Fields | null {
  const [, id, login] = /^(\d+)\+([^@]+)@users\.noreply\.github\.com$/.exec(author.email) ?? [];
  return id === undefined || login === undefined
    ? null
    : userShape({ login, id: Number(id), type: login.endsWith('[bot]') ? 'Bot' : 'User' });
}
const unsigned = { verified: false, reason: 'unsigned', signature: null, payload: null, verified_at: null };

export function commitShape(name: RepoName, commit: StoredCommit): Fields {
  const url = `${api}/repos/${name.owner}/${name.repo}/commits/${commit.sha}`;
  const page = `${html}/${name.owner}/${name.repo}/commit/${commit.sha}`;
  return {
    url,
    sha: commit.sha,
    node_id: `C_${commit.sha}`,
    html_url: page,
    comments_url: `${url}/comments`,
    author: accountOf(commit.author),
    committer: accountOf(commit.committer),
    commit: {
      url,
      author: person(commit.author),
      committer: person(commit.committer),
      message: commit.message,
      comment_count: 0,
      tree: { sha: commit.tree, url: `${api}/repos/${name.owner}/${name.repo}/git/trees/${commit.tree}` },
      verification: unsigned,
    },
    parents: commit.parents.map((sha) => ({
      sha,
      url: `${api}/repos/${name.owner}/${name.repo}/commits/${sha}`,
      html_url: `${html}/${name.owner}/${name.repo}/commit/${sha}`,
    })),
  };
}

export function gitCommitShape(name: RepoName, commit: StoredCommit): Fields {
  const url = `${api}/repos/${name.owner}/${name.repo}/git/commits/${commit.sha}`;
  return {
    sha: commit.sha,
    node_id: `C_${commit.sha}`,
    url,
    html_url: `${html}/${name.owner}/${name.repo}/commit/${commit.sha}`,
    author: person(commit.author),
    committer: person(commit.committer),
    message: commit.message,
    tree: { sha: commit.tree, url: `${api}/repos/${name.owner}/${name.repo}/git/trees/${commit.tree}` },
    verification: unsigned,
    parents: commit.parents.map((sha) => ({
      sha,
      url: `${api}/repos/${name.owner}/${name.repo}/git/commits/${sha}`,
      html_url: `${html}/${name.owner}/${name.repo}/commit/${sha}`,
    })),
  };
}

export const refShape = (name: RepoName, ref: string, sha: string): Fields => ({
  ref,
  node_id: `REF_${sha}`,
  url: `${api}/repos/${name.owner}/${name.repo}/git/${ref}`,
  object: { type: 'commit', sha, url: `${api}/repos/${name.owner}/${name.repo}/git/commits/${sha}` },
});

const appShape = (slug: string): Fields => ({
  id: 15368,
  slug,
  node_id: 'MDM6QXBwMTUzNjg=',
  client_id: 'Iv1.05c79e9ad1f6bdfa',
  owner: userShape({ login: 'github', id: 9919, type: 'User' }),
  name: slug,
  description: '',
  external_url: `${html}/apps/${slug}`,
  html_url: `${html}/apps/${slug}`,
  created_at: now,
  updated_at: now,
  permissions: { checks: 'write' },
  events: [],
});

export type CheckRecord = {
  readonly id: number;
  readonly head: string;
  readonly name: string;
  externalId: string;
  conclusion: string;
  title: string;
  summary: string;
  annotations: readonly Fields[];
  /** The slug of who wrote it. */ readonly app: string;
};
export function checkShape(name: RepoName, check: CheckRecord): Fields {
  const url = `${api}/repos/${name.owner}/${name.repo}/check-runs/${check.id}`;
  return {
    id: check.id,
    node_id: `CR_${check.id}`,
    head_sha: check.head,
    name: check.name,
    url,
    html_url: `${html}/${name.owner}/${name.repo}/runs/${check.id}`,
    details_url: null,
    status: 'completed',
    conclusion: check.conclusion,
    started_at: now,
    completed_at: now,
    external_id: check.externalId,
    check_suite: null,
    app: appShape(check.app),
    pull_requests: [],
    output: {
      title: check.title,
      summary: check.summary,
      text: null,
      annotations_count: check.annotations.length,
      annotations_url: `${url}/annotations`,
    },
  };
}

/** `annotations`: as the runner makes them of `::error` lines. */
export type JobRecord = {
  readonly id: number;
  readonly run: number;
  readonly name: string;
  readonly head: string;
  readonly event: string;
  conclusion: 'success' | 'failure' | null;
  annotations: readonly Fields[];
};

/** The check run of a job has its id (docs, "List jobs for a workflow run", `check_run_url`). */
export const jobShape = (name: RepoName, job: JobRecord): Fields => ({
  ...checkShape(name, {
    id: job.id,
    head: job.head,
    name: job.name,
    externalId: '',
    conclusion: job.conclusion ?? '',
    title: '',
    summary: '',
    annotations: job.annotations,
    app: 'github-actions',
  }),
  status: job.conclusion === null ? 'queued' : 'completed',
  conclusion: job.conclusion,
  details_url: `${html}/${name.owner}/${name.repo}/actions/runs/${job.run}/job/${job.id}`,
});

export function runShape(name: RepoName, job: JobRecord): Fields {
  const url = `${api}/repos/${name.owner}/${name.repo}/actions/runs/${job.run}`;
  return {
    ...fieldsOf(completedRun['workflow_run']),
    id: job.run,
    url,
    html_url: `${html}/${name.owner}/${name.repo}/actions/runs/${job.run}`,
    event: job.event,
    path: '.github/workflows/syncwright.yml',
    head_sha: job.head,
    head_branch: 'change',
    status: job.conclusion === null ? 'queued' : 'completed',
    conclusion: job.conclusion,
    pull_requests: [],
    repository: repoShape(name),
    head_repository: repoShape(name),
    display_title: 'A change',
    run_attempt: 1,
    head_repository_id: 1,
  };
}

export type ConversationRecord = Readonly<{ id: number; pull: number; author: Actor }> & {
  body: string;
  minimized?: string | null;
};
export type ReactionRecord = Readonly<{ id: number; comment: number; author: Actor; content: string }>;
export function issueCommentShape(name: RepoName, comment: ConversationRecord): Fields {
  const url = `${api}/repos/${name.owner}/${name.repo}/issues/comments/${comment.id}`;
  return {
    url,
    id: comment.id,
    node_id: `IC_${comment.id}`,
    html_url: `${html}/${name.owner}/${name.repo}/pull/${comment.pull}#issuecomment-${comment.id}`,
    issue_url: `${api}/repos/${name.owner}/${name.repo}/issues/${comment.pull}`,
    user: userShape(comment.author),
    body: comment.body,
    created_at: now,
    updated_at: now,
    author_association: 'NONE',
  };
}

/** An `issue_comment` event. On an issue that is no pull request, `pull_request` is not there. */
export function commentEvent(
  name: RepoName,
  pull: PullRecord,
  comment: ConversationRecord,
  action: 'created' | 'edited' | 'deleted',
  isPull: boolean,
): Fields {
  const url = `${html}/${name.owner}/${name.repo}/pull/${pull.number}`;
  const issue = {
    number: pull.number,
    title: pull.title,
    state: pull.state,
    user: userShape(pull.author),
    html_url: url,
    ...(isPull
      ? { pull_request: { url: `${api}/repos/${name.owner}/${name.repo}/pulls/${pull.number}`, html_url: url } }
      : {}),
  };
  return {
    action,
    issue,
    comment: issueCommentShape(name, comment),
    repository: repoShape(name),
    sender: userShape(comment.author),
  };
}

/** A `pull_request` event as the runner writes it to GITHUB_EVENT_PATH. */
export const pullEvent = (name: RepoName, pull: PullRecord, tips: PullTips, action = 'synchronize'): Fields => ({
  ...opened,
  action: pull.state === 'closed' ? 'closed' : action,
  number: pull.number,
  pull_request: pullShape(name, pull, tips, true),
  repository: repoShape(name),
  sender: userShape(pull.author),
});

export const analyzeWorkflow = '.github/workflows/syncwright-analyze.yml';

/**
 * A `workflow_run` event of a run for a pull request; GitHub leaves `pull_requests` empty where it comes from a fork.
 */
export const workflowRunEvent = (name: RepoName, pull: PullRecord, tips: PullTips, changes: Fields = {}): Fields => ({
  ...completedRun,
  action: 'completed',
  repository: repoShape(name),
  sender: userShape(pull.author),
  workflow_run: {
    ...fieldsOf(completedRun['workflow_run']),
    name: 'Syncwright analyze',
    path: analyzeWorkflow,
    event: 'pull_request',
    status: 'completed',
    conclusion: 'success',
    head_sha: tips.head,
    head_branch: pull.headRef,
    pull_requests: [],
    repository: repoShape(name),
    head_repository: repoShape(pull.headRepo),
    ...changes,
  },
});
