/**
 * Reviews and review threads in GraphQL: what is read, and what edits, resolves and hides them.
 * https://docs.github.com/en/graphql/reference/objects#pullrequestreviewthread
 */
import type { Caller } from './loopback.ts';
import type { CommentRecord, ReviewRecord } from './shapes.ts';
import type { Fields } from './json.ts';
import type { GithubState } from './state.ts';
import type { Resolvers } from './graphql.ts';
import { GithubGraphqlError } from './graphql.ts';
import { isOutdated } from './positions.ts';
import { fieldsOf, listOf, numberOf, textOf } from './json.ts';

export const repositoryId = 'R_kgDOkernels';

/** At most 100 nodes of a connection at once (docs, "Rate limits and query limits for the GraphQL API"). */
function connection(all: readonly unknown[], { first, after }: Fields): Fields {
  const size = numberOf(first);
  if (!(size >= 1 && size <= 100))
    throw new GithubGraphqlError('EXCESSIVE_PAGINATION', 'Requesting more than the `first` limit of 100 records');
  const start = textOf(after) === '' ? 0 : Number(textOf(after)) + 1;
  const nodes = all.slice(start, start + size);
  return {
    nodes,
    totalCount: all.length,
    pageInfo: {
      hasNextPage: start + size < all.length,
      endCursor: nodes.length === 0 ? null : `${start + nodes.length - 1}`,
    },
  };
}

const repliesOf = (state: GithubState, first: CommentRecord): readonly CommentRecord[] =>
  state.comments.filter((comment) => comment === first || comment.replyTo === first.id);

/** A bot's login has no `[bot]` here. */
function written(one: CommentRecord | ReviewRecord, id: string, caller: Caller): Fields {
  return {
    id,
    fullDatabaseId: `${one.id}`,
    url: `https://github.com/ada/kernels/pull/${one.pull}#${'review' in one ? `discussion_r${one.id}` : `pullrequestreview-${one.id}`}`,
    body: one.body,
    isMinimized: (one.minimized ?? null) !== null,
    minimizedReason: one.minimized?.toLowerCase() ?? null,
    viewerCanMinimize: caller.write.has('pull-requests'),
    viewerDidAuthor: one.author.id === caller.actor.id,
    author: { __typename: one.author.type, login: one.author.login.replace(/\[bot\]$/, '') },
  };
}

/** Resolving needs `contents: write`, unlike everything else here (github.com/orgs/community/discussions/44650). */
function thread(state: GithubState, first: CommentRecord, caller: Caller): Fields {
  const may = caller.write.has('contents');
  return {
    __typename: 'PullRequestReviewThread',
    id: `PRRT_${first.id}`,
    isResolved: first.resolved === true,
    isOutdated: isOutdated(state, first),
    path: first.path,
    viewerCanResolve: may && first.resolved !== true,
    viewerCanUnresolve: may && first.resolved === true,
    comments: (args: Fields) =>
      connection(
        repliesOf(state, first).map((comment) => written(comment, `PRRC_${comment.id}`, caller)),
        args,
      ),
  };
}

const lacking = (): never => {
  throw new GithubGraphqlError('FORBIDDEN', 'Resource not accessible by integration');
};
const unknownNode = (id: string): never => {
  throw new GithubGraphqlError('NOT_FOUND', `Could not resolve to a node with the global id of '${id}'`);
};

export function threadResolvers(state: GithubState, caller: Caller): Resolvers {
  const number = (id: unknown): number => Number(/_(\d+)$/.exec(textOf(id))?.[1]);
  const comment = (id: unknown): CommentRecord =>
    state.comments.find((one) => `PRRC_${one.id}` === id) ?? unknownNode(textOf(id));
  const review = (id: unknown): ReviewRecord =>
    state.reviews.find((one) => `PRR_${one.id}` === id) ?? unknownNode(textOf(id));
  const starter = (id: unknown): CommentRecord =>
    state.comments.find((one) => one.id === number(id) && one.replyTo === undefined) ?? unknownNode(textOf(id));
  const settle = (id: unknown, resolved: boolean): Fields => {
    if (!caller.write.has('contents')) lacking();
    const first = starter(id);
    first.resolved = resolved;
    return { thread: thread(state, first, caller) };
  };
  const minimized = (id: unknown, how: string | null): Fields => {
    if (!caller.write.has('pull-requests')) lacking();
    const spoken = state.conversation.find((one) => `IC_${one.id}` === id);
    const one = spoken ?? (textOf(id).startsWith('PRR_') ? review(id) : comment(id));
    one.minimized = how;
    return {
      __typename:
        spoken !== undefined
          ? 'IssueComment'
          : textOf(id).startsWith('PRR_')
            ? 'PullRequestReview'
            : 'PullRequestReviewComment',
      isMinimized: how !== null,
    };
  };
  /** The body of a comment, review or pull request is at most 65,536 characters; only its author edits it here. */
  const edited = (one: CommentRecord | ReviewRecord, body: unknown): void => {
    if (!caller.write.has('pull-requests') || one.author.id !== caller.actor.id) lacking();
    if (textOf(body).length > 65_536)
      throw new GithubGraphqlError('UNPROCESSABLE', 'Body is too long (maximum is 65536 characters)');
    one.body = textOf(body);
  };
  return {
    repository: () => ({
      id: repositoryId,
      pullRequests: (args: Fields) =>
        connection(
          state.pulls
            .filter((pull) => listOf(args['states']).map(textOf).includes(pull.state.toUpperCase()))
            .map((pull) => ({ number: pull.number, headRefOid: state.tips(pull).head })),
          args,
        ),
      pullRequest: (args: Fields) => {
        const pull = numberOf(args['number']);
        const record = state.pulls.find((one) => one.number === pull);
        return {
          headRefOid: record === undefined ? null : state.tips(record).head,
          reviews: (page: Fields) =>
            connection(
              state.reviews.filter((one) => one.pull === pull).map((one) => written(one, `PRR_${one.id}`, caller)),
              page,
            ),
          reviewThreads: (page: Fields) =>
            connection(
              state.comments
                .filter((one) => one.pull === pull && one.replyTo === undefined)
                .map((one) => thread(state, one, caller)),
              page,
            ),
        };
      },
    }),
    node: ({ id }) => thread(state, starter(id), caller),
    resolveReviewThread: ({ input }) => settle(fieldsOf(input)['threadId'], true),
    unresolveReviewThread: ({ input }) => settle(fieldsOf(input)['threadId'], false),
    minimizeComment: ({ input }) => ({
      minimizedComment: minimized(fieldsOf(input)['subjectId'], textOf(fieldsOf(input)['classifier'])),
    }),
    unminimizeComment: ({ input }) => ({ unminimizedComment: minimized(fieldsOf(input)['subjectId'], null) }),
    updatePullRequestReviewComment: ({ input }) => {
      const fields = fieldsOf(input);
      const one = comment(fields['pullRequestReviewCommentId']);
      edited(one, fields['body']);
      return { pullRequestReviewComment: { id: `PRRC_${one.id}` } };
    },
    updatePullRequestReview: ({ input }) => {
      const fields = fieldsOf(input);
      const one = review(fields['pullRequestReviewId']);
      edited(one, fields['body']);
      return { pullRequestReview: { id: `PRR_${one.id}` } };
    },
  };
}
