/** The conversation of a pull request: its plain comments, and reactions to them. */
import type { Client, Repo } from './octokit.ts';
import type { GithubProblem } from './problem.ts';
import type { Pull, Written } from './reviews.ts';
import type { Result } from '../base/result.ts';
import { ok } from '../base/result.ts';
import { persist } from '../platform/persist.ts';

const mostEntries = 5000;

/** `node`: its id for GraphQL. */
export type Spoken = Written & Readonly<{ node: string }>;

/** The comments that were written or edited since a time (ISO 8601; null: all), oldest first. */
export async function listConversation(
  client: Client,
  pull: Pull,
  since: string | null,
): Promise<Result<readonly Spoken[], GithubProblem>> {
  const comments = await client.pages(
    (octokit, upToMost) =>
      octokit.paginate(
        octokit.rest.issues.listComments,
        {
          owner: pull.owner,
          repo: pull.repo,
          issue_number: pull.number,
          per_page: 100,
          ...(since === null ? {} : { since }),
        },
        upToMost,
      ),
    mostEntries,
  );
  return comments.ok
    ? ok(
        comments.value.map((entry) => ({
          id: entry.id,
          author: entry.user?.login ?? '',
          body: entry.body ?? '',
          url: entry.html_url,
          node: entry.node_id,
        })),
      )
    : comments;
}

/** Adds a comment to the conversation. `isThis` recognizes it when the answer got lost. */
export function postToConversation(
  client: Client,
  pull: Pull,
  body: string,
  since: string | null,
  isThis: (written: Written) => boolean,
): Promise<Result<Spoken, GithubProblem>> {
  return persist<Spoken>(
    client,
    async () => {
      const posted = await client.rest((api) =>
        api.issues.createComment({ owner: pull.owner, repo: pull.repo, issue_number: pull.number, body }),
      );
      return posted.ok
        ? ok({
            id: posted.value.id,
            author: posted.value.user?.login ?? '',
            body: posted.value.body ?? '',
            url: posted.value.html_url,
            node: posted.value.node_id,
          })
        : posted;
    },
    async () => {
      const comments = await listConversation(client, pull, since);
      return comments.ok ? ok(comments.value.find(isThis) ?? null) : comments;
    },
  );
}

/** Gives a comment of the conversation another text. */
export async function editInConversation(
  client: Client,
  repo: Repo,
  id: number,
  body: string,
): Promise<Result<null, GithubProblem>> {
  // Setting the same text twice is the same as once.
  const edited = await persist<unknown>(
    client,
    () => client.rest((api) => api.issues.updateComment({ ...repo, comment_id: id, body })),
    () => Promise.resolve(ok(null)),
  );
  return edited.ok ? ok(null) : edited;
}

export type Reaction = 'eyes' | 'rocket' | 'confused';

/**
 * Reacts to a comment, of the conversation or of a review thread. The same reaction again changes nothing, so it may be
 * sent twice.
 */
export async function react(
  client: Client,
  repo: Repo,
  comment: Readonly<{ id: number; isInThread: boolean }>,
  content: Reaction,
): Promise<Result<null, GithubProblem>> {
  const to = { ...repo, comment_id: comment.id, content };
  const send = async (): Promise<Result<unknown, GithubProblem>> =>
    comment.isInThread
      ? client.rest((api) => api.reactions.createForPullRequestReviewComment(to))
      : client.rest((api) => api.reactions.createForIssueComment(to));
  const sent = await persist<unknown>(client, send, () => Promise.resolve(ok(null)));
  return sent.ok ? ok(null) : sent;
}
