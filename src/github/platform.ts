/** A pull request of GitHub, as the review sees it. */
import type { Client } from './octokit.ts';
import type { Own, Platform } from '../platform/platform.ts';
import type { Pull, Written } from './reviews.ts';
import { fail, ok } from '../base/result.ts';
import { isSameLogin, postFileComment, postReview } from './reviews.ts';
import { listPullFiles } from './pulls.ts';
import { readConversation, writeThread } from './threads.ts';
import { messages } from './wording.ts';

export function githubPlatform(client: Client, pull: Pull): Platform {
  const byUs =
    ({ login, isThis }: Own) =>
    ({ author, body }: Written): boolean =>
      isSameLogin(author, login) && isThis(body);
  return {
    commentsInReview: true,
    readConversation: () => readConversation(client, pull),
    postReview: (review, own) => postReview(client, pull, review, byUs(own)),
    postComment: async ({ lines, ...comment }, own) =>
      lines === null
        ? postFileComment(client, pull, comment, byUs(own))
        : fail({ kind: 'invalid', text: messages.linesOutsideReview, detail: '', retryAfterSeconds: null }),
    shownDiffs: async () => {
      const files = await listPullFiles(client, pull);
      return files.ok ? ok(new Map(files.value.map((file) => [file.path, file.patch]))) : files;
    },
    writeThread: (write) => writeThread(client, write),
  };
}
