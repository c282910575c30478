/** Reviews and review comments of a pull request: what is there, by whom, and adding to it. */
import type { Client, Repo } from './octokit.ts';
import type { GithubProblem } from './problem.ts';
import type { NewReview } from '../platform/platform.ts';
import type { Result } from '../base/result.ts';
import { fail, ok } from '../base/result.ts';
import { persist } from '../platform/persist.ts';
import { fieldOf, wordOf } from './fields.ts';
import { messages } from './wording.ts';

export type Pull = Repo & Readonly<{ number: number }>;
/** Something written at a pull request. `author` is a login, empty when the account is gone. */
export type Written = Readonly<{
  id: number;
  author: string;
  body: string;
  url: string;
  /** Of an answer in a review thread: the comment that began it. */ root?: number;
}>;

const mostEntries = 5000;

export async function listReviews(client: Client, pull: Pull): Promise<Result<readonly Written[], GithubProblem>> {
  return writtenBy(
    await client.pages(
      (octokit, upToMost) =>
        octokit.paginate(
          octokit.rest.pulls.listReviews,
          { owner: pull.owner, repo: pull.repo, pull_number: pull.number, per_page: 100 },
          upToMost,
        ),
      mostEntries,
    ),
  );
}

export async function listReviewComments(
  client: Client,
  pull: Pull,
): Promise<Result<readonly Written[], GithubProblem>> {
  return writtenBy(
    await client.pages(
      (octokit, upToMost) =>
        octokit.paginate(
          octokit.rest.pulls.listReviewComments,
          { owner: pull.owner, repo: pull.repo, pull_number: pull.number, per_page: 100 },
          upToMost,
        ),
      mostEntries,
    ),
  );
}

type Answer = Readonly<{
  id: number;
  body?: string | null;
  html_url: string;
  user: Readonly<{ login: string }> | null;
  in_reply_to_id?: number;
}>;

function writtenBy(answer: Result<readonly Answer[], GithubProblem>): Result<readonly Written[], GithubProblem> {
  return answer.ok ? ok(answer.value.map(asWritten)) : answer;
}

const asWritten = (entry: Answer): Written => ({
  id: entry.id,
  author: entry.user?.login ?? '',
  body: entry.body ?? '',
  url: entry.html_url,
  ...(entry.in_reply_to_id === undefined ? {} : { root: entry.in_reply_to_id }),
});

/**
 * Posts one review of type COMMENT. All or nothing: one position that GitHub does not take gives `invalid` for all.
 * `isThis` recognizes the review when the answer got lost.
 */
export function postReview(
  client: Client,
  pull: Pull,
  review: NewReview,
  isThis: (written: Written) => boolean,
): Promise<Result<Written, GithubProblem>> {
  const write = async (): Promise<Result<Written, GithubProblem>> => {
    const answer = await client.rest((api) =>
      api.pulls.createReview({
        owner: pull.owner,
        repo: pull.repo,
        pull_number: pull.number,
        commit_id: review.head,
        event: 'COMMENT',
        body: review.body,
        comments: review.comments.map((comment) => ({
          path: comment.path,
          body: comment.body,
          line: comment.line,
          side: 'RIGHT',
          ...(comment.startLine === null ? {} : { start_line: comment.startLine, start_side: 'RIGHT' }),
        })),
      }),
    );
    return wholeAnswer(answer);
  };
  return persist(client, write, async () => found(await listReviews(client, pull), isThis));
}

/** Posts a comment on a changed file as a whole. */
export function postFileComment(
  client: Client,
  pull: Pull,
  comment: Readonly<{ head: string; path: string; body: string }>,
  isThis: (written: Written) => boolean,
): Promise<Result<Written, GithubProblem>> {
  const write = async (): Promise<Result<Written, GithubProblem>> => {
    const answer = await client.rest((api) =>
      api.pulls.createReviewComment({
        owner: pull.owner,
        repo: pull.repo,
        pull_number: pull.number,
        commit_id: comment.head,
        path: comment.path,
        body: comment.body,
        subject_type: 'file',
      }),
    );
    return wholeAnswer(answer);
  };
  return persist(client, write, async () => found(await listReviewComments(client, pull), isThis));
}

/** Answers in the thread that a comment began. `isThis` recognizes the answer when GitHub's got lost. */
export function postReply(
  client: Client,
  pull: Pull,
  root: number,
  body: string,
  isThis: (written: Written) => boolean,
): Promise<Result<Written, GithubProblem>> {
  const write = async (): Promise<Result<Written, GithubProblem>> =>
    wholeAnswer(
      await client.rest((api) =>
        api.pulls.createReplyForReviewComment({
          owner: pull.owner,
          repo: pull.repo,
          pull_number: pull.number,
          comment_id: root,
          body,
        }),
      ),
    );
  return persist(client, write, async () => found(await listReviewComments(client, pull), isThis));
}

/** Gives a comment of a review thread another text. */
export async function editReply(
  client: Client,
  repo: Repo,
  id: number,
  body: string,
): Promise<Result<null, GithubProblem>> {
  // Setting the same text twice is the same as once.
  const edited = await persist<unknown>(
    client,
    () => client.rest((api) => api.pulls.updateReviewComment({ ...repo, comment_id: id, body })),
    () => Promise.resolve(ok(null)),
  );
  return edited.ok ? ok(null) : edited;
}

/** An answer that is cut off or somebody else's says nothing: what was written is looked for, as after none. */
function wholeAnswer(answer: Result<Answer, GithubProblem>): Result<Written, GithubProblem> {
  if (!answer.ok) return answer;
  const value: unknown = answer.value;
  return typeof fieldOf(value, 'id') === 'number' && wordOf(value, 'html_url') !== ''
    ? ok(asWritten(answer.value))
    : fail({ kind: 'unavailable', text: messages.brokenAnswer, detail: '', retryAfterSeconds: null });
}

function found(
  list: Result<readonly Written[], GithubProblem>,
  isThis: (written: Written) => boolean,
): Result<Written | null, GithubProblem> {
  return list.ok ? ok(list.value.find(isThis) ?? null) : list;
}

/**
 * The login that writes with this token. An installation token (`GITHUB_TOKEN`) cannot ask REST for its user, but
 * GraphQL's `viewer` answers. Where it is refused, it is taken to be the login of `GITHUB_TOKEN`; where there is no
 * answer, nothing is: with a wrong login, what is ours would be taken for somebody else's.
 */
export async function ownLogin(client: Client): Promise<Result<string, GithubProblem>> {
  const answer = await persist(
    client,
    () => client.graphql('query { viewer { login } }', {}),
    () => Promise.resolve(ok(null)),
  );
  if (!answer.ok && (answer.problem.kind === 'unavailable' || answer.problem.kind === 'rate-limited')) return answer;
  return ok((answer.ok ? wordOf(answer.value, 'viewer', 'login') : '') || 'github-actions[bot]');
}

/** REST writes a bot's login with `[bot]`, GraphQL may leave it out. */
export const isSameLogin = (a: string, b: string): boolean =>
  a.replace(/\[bot\]$/, '') === b.replace(/\[bot\]$/, '') && a !== '';
