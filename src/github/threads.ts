/**
 * Our own reviews and review threads of a pull request, through GraphQL (REST knows no threads), and what settles them.
 * Whose a text is, GitHub says itself (`viewerDidAuthor`), so a text that looks like ours is not taken for it.
 * https://docs.github.com/en/graphql/reference/objects#pullrequestreviewthread
 */
import type { Client } from './octokit.ts';
import type { Conversation, OwnReview, OwnThread, ThreadWrite } from '../platform/conversation.ts';
import type { GithubProblem } from './problem.ts';
import type { Pull } from './reviews.ts';
import type { Result } from '../base/result.ts';
import { fail, ok } from '../base/result.ts';
import { fieldOf, isTrue, listOf, wordOf } from './fields.ts';
import { isSameLogin } from './reviews.ts';
import { persist } from '../platform/persist.ts';
import { messages } from './wording.ts';

/** More of either are not looked at. */
const mostNodes = 5000;
const perPage = 100;

const who = 'viewerDidAuthor author { __typename login }';
const text = `id fullDatabaseId url body isMinimized viewerCanMinimize ${who}`;
const replies = `nodes { ${who} } pageInfo { hasNextPage endCursor }`;
const reviewNodes = `nodes { ${text} } pageInfo { hasNextPage endCursor }`;
const threadNodes = `nodes { id isResolved isOutdated viewerCanResolve viewerCanUnresolve path first: comments(first: 1) { nodes { ${text} } } all: comments(first: ${perPage}) { ${replies} } } pageInfo { hasNextPage endCursor }`;
/** Both at once, because Octokit lets a second go by between two requests. */
const firstQuery = `query ($owner: String!, $repo: String!, $number: Int!) {
  viewer { login }
  repository(owner: $owner, name: $repo) { pullRequest(number: $number) { headRefOid reviews(first: ${perPage}) { ${reviewNodes} } reviewThreads(first: ${perPage}) { ${threadNodes} } } }
}`;
const nextQuery = (
  connection: string,
): string => `query ($owner: String!, $repo: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $repo) { pullRequest(number: $number) { ${connection} } }
}`;
const reviewQuery = nextQuery(`reviews(first: ${perPage}, after: $after) { ${reviewNodes} }`);
const threadQuery = nextQuery(`reviewThreads(first: ${perPage}, after: $after) { ${threadNodes} }`);
const repliesQuery = `query ($id: ID!, $after: String) { node(id: $id) { ... on PullRequestReviewThread { all: comments(first: ${perPage}, after: $after) { ${replies} } } } }`;

export async function readConversation(client: Client, pull: Pull): Promise<Result<Conversation, GithubProblem>> {
  const at = { owner: pull.owner, repo: pull.repo, number: pull.number };
  const first = await repeatable(client, firstQuery, at);
  if (!first.ok) return first;
  const reviews = await allNodes(
    first.value,
    (data) => fieldOf(data, 'repository', 'pullRequest', 'reviews'),
    (after) => repeatable(client, reviewQuery, { ...at, after }),
  );
  if (!reviews.ok) return reviews;
  const threads = await allNodes(
    first.value,
    (data) => fieldOf(data, 'repository', 'pullRequest', 'reviewThreads'),
    (after) => repeatable(client, threadQuery, { ...at, after }),
  );
  if (!threads.ok) return threads;
  const login = wordOf(first.value, 'viewer', 'login') || 'github-actions[bot]';
  const own: OwnThread[] = [];
  for (const node of threads.value) {
    const thread = await ownThread(client, node, login);
    if (!thread.ok) return thread;
    if (thread.value !== null) own.push(thread.value);
  }
  return ok({
    login,
    head: wordOf(first.value, 'repository', 'pullRequest', 'headRefOid'),
    reviews: reviews.value.filter((node) => isOurs(node, login)).map(textOf),
    threads: own,
  });
}

const textOf = (node: unknown): OwnReview => ({
  id: wordOf(node, 'id'),
  order: Number(wordOf(node, 'fullDatabaseId')),
  url: wordOf(node, 'url'),
  body: wordOf(node, 'body'),
  isMinimized: isTrue(node, 'isMinimized'),
  canMinimize: isTrue(node, 'viewerCanMinimize'),
});

/** Null: somebody else began it. */
async function ownThread(
  client: Client,
  node: unknown,
  login: string,
): Promise<Result<OwnThread | null, GithubProblem>> {
  const [first] = listOf(node, 'first', 'nodes');
  if (first === undefined || !isOurs(first, login)) return ok(null);
  const id = wordOf(node, 'id');
  const isOther = (comment: unknown): boolean => !isOurs(comment, login);
  let hasReply = listOf(node, 'all', 'nodes').some(isOther);
  if (!hasReply && isTrue(node, 'all', 'pageInfo', 'hasNextPage')) {
    const all = await allNodes(
      { node },
      (data) => fieldOf(data, 'node', 'all'),
      (after) => repeatable(client, repliesQuery, { id, after }),
    );
    if (!all.ok) return all;
    hasReply = all.value.some(isOther);
  }
  return ok({
    id,
    hasReply,
    path: wordOf(node, 'path'),
    comment: textOf(first),
    isResolved: isTrue(node, 'isResolved'),
    isOutdated: isTrue(node, 'isOutdated'),
    canResolve: isTrue(node, 'viewerCanResolve'),
    canUnresolve: isTrue(node, 'viewerCanUnresolve'),
  });
}

/** A bot's login stands here without `[bot]`, and only a bot's may be compared so. */
function isOurs(node: unknown, login: string): boolean {
  if (isTrue(node, 'viewerDidAuthor')) return true;
  return (
    wordOf(node, 'author', '__typename') === 'Bot' &&
    login.endsWith('[bot]') &&
    isSameLogin(wordOf(node, 'author', 'login'), login)
  );
}

/** The nodes of a connection from its first page on; `next` asks for the page behind a cursor. */
async function allNodes(
  first: unknown,
  connection: (data: unknown) => unknown,
  next: (after: string) => Promise<Result<unknown, GithubProblem>>,
): Promise<Result<readonly unknown[], GithubProblem>> {
  const nodes: unknown[] = [];
  for (let page = first; ;) {
    const part = connection(page);
    if (typeof part !== 'object' || part === null)
      return fail({ kind: 'missing', text: messages.hiddenPull, detail: '', retryAfterSeconds: null });
    nodes.push(...listOf(part, 'nodes'));
    if (!isTrue(part, 'pageInfo', 'hasNextPage') || nodes.length >= mostNodes) return ok(nodes);
    const more = await next(wordOf(part, 'pageInfo', 'endCursor'));
    if (!more.ok) return more;
    page = more.value;
  }
}

/** Reads and writes of the same effect once or twice: GraphQL is all POST, which Octokit does not repeat by itself. */
const repeatable = (
  client: Client,
  query: string,
  variables: Readonly<Record<string, unknown>>,
): Promise<Result<unknown, GithubProblem>> =>
  persist(
    client,
    () => client.graphql(query, variables),
    () => Promise.resolve(ok(null)),
  );

/** GitHub may have carried out what got no answer; once more changes nothing. */
export async function writeThread(client: Client, write: ThreadWrite): Promise<Result<null, GithubProblem>> {
  const [query, input] = mutationOf(write);
  const answer = await repeatable(client, query, { input });
  return answer.ok ? ok(null) : answer;
}

/** https://docs.github.com/en/graphql/reference/mutations */
function mutationOf(write: ThreadWrite): readonly [query: string, input: Readonly<Record<string, string>>] {
  switch (write.kind) {
    case 'resolve':
      return [
        'mutation ($input: ResolveReviewThreadInput!) { resolveReviewThread(input: $input) { thread { isResolved } } }',
        { threadId: write.thread },
      ];
    case 'unresolve':
      return [
        'mutation ($input: UnresolveReviewThreadInput!) { unresolveReviewThread(input: $input) { thread { isResolved } } }',
        { threadId: write.thread },
      ];
    case 'minimize':
      return [
        'mutation ($input: MinimizeCommentInput!) { minimizeComment(input: $input) { minimizedComment { isMinimized } } }',
        { subjectId: write.subject, classifier: write.as ?? 'RESOLVED' },
      ];
    case 'unminimize':
      return [
        'mutation ($input: UnminimizeCommentInput!) { unminimizeComment(input: $input) { unminimizedComment { isMinimized } } }',
        { subjectId: write.subject },
      ];
    case 'edit-comment':
      return [
        'mutation ($input: UpdatePullRequestReviewCommentInput!) { updatePullRequestReviewComment(input: $input) { pullRequestReviewComment { id } } }',
        { pullRequestReviewCommentId: write.id, body: write.body },
      ];
    case 'edit-review':
      return [
        'mutation ($input: UpdatePullRequestReviewInput!) { updatePullRequestReview(input: $input) { pullRequestReview { id } } }',
        { pullRequestReviewId: write.id, body: write.body },
      ];
  }
}
