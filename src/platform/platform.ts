/**
 * What a review needs of the place where a change is discussed. GitHub (src/github/) and GitLab (src/gitlab/) give it;
 * another place is a folder beside them. It is as thin as `publishReview` allows: read our own texts, write a review
 * with comments on lines, change what was written. Facts of the change come from git, and what only one place has
 * (check runs, follow-up pull requests, commands) is not part of it.
 */
import type { Conversation, ThreadWrite } from './conversation.ts';
import type { PlatformProblem } from './problem.ts';
import type { Result } from '../base/result.ts';

type Answer<Value> = Promise<Result<Value, PlatformProblem>>;

/** A comment on lines of a file of the head. `startLine`: null where it is one line. */
export type LineComment = Readonly<{ path: string; startLine: number | null; line: number; body: string }>;
/** A comment that is written by itself. `lines`: null: on the file as a whole. */
export type LoneComment = Readonly<{
  head: string;
  path: string;
  lines: Readonly<{ first: number; last: number }> | null;
  body: string;
}>;
export type NewReview = Readonly<{ head: string; body: string; comments: readonly LineComment[] }>;
export type Posted = Readonly<{ url: string }>;

/** Recognizes what was written when the answer got lost: by us, under this login, and with this text. */
export type Own = Readonly<{ login: string; isThis: (body: string) => boolean }>;

export type Platform = Readonly<{
  readConversation: () => Answer<Conversation>;
  /**
   * Whether comments on lines are written with the review, all or nothing (`invalid` where one place is refused); else
   * each is written by itself before the review, and one that is refused stands in the review's body.
   */
  commentsInReview: boolean;
  postReview: (review: NewReview, own: Own) => Answer<Posted>;
  postComment: (comment: LoneComment, own: Own) => Answer<Posted>;
  /**
   * The unified diff of each file as the platform shows it, which tells what places it takes; null: it leaves it out.
   * Asked only where a review was refused.
   */
  shownDiffs: () => Answer<ReadonlyMap<string, string | null>>;
  /** A refusal (`forbidden`, `missing`, `invalid`) makes the caller try another way. */
  writeThread: (write: ThreadWrite) => Answer<null>;
}>;

/** How texts differ from place to place. */
export type Dialect = Readonly<{
  /** The word for what is reviewed. */
  request: 'pull request' | 'merge request';
  /** Where everything stands that does not fit into a comment. */
  elsewhere: string;
  /** Whether replies such as `/syncwright ignore` are heard. */
  hasCommands: boolean;
  /**
   * The language of a block whose lines replace the last so many lines of the comment; null: such a block is no
   * suggestion here.
   */
  suggestionFence: (replacement: readonly string[], lines: number) => string | null;
}>;
