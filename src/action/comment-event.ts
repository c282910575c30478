/** The comment of an `issue_comment` event: whether it may be a command at all. */
import type { Repository } from './payload.ts';
import type { Result } from '../base/result.ts';
import type { RunEvent } from './runner.ts';
import { at, repositoryOf, text } from './payload.ts';
import { fail, ok } from '../base/result.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** A comment that may be a command; or, in words, why it is none. */
export type CommentEvent =
  | Readonly<{
      kind: 'comment';
      repository: Repository;
      number: number;
      id: number;
      /** Its address; empty: not told. */ url: string;
      author: string;
      /** ISO 8601; null: not told. */ createdAt: string | null;
      body: string;
      /** The comment that began the review thread that it stands in; null: it stands in the conversation. */ thread:
        | number
        | null;
    }>
  | Readonly<{ kind: 'ignored'; because: string }>;

/**
 * Reads an `issue_comment` or `pull_request_review_comment` event. The text is that of the event: what it is edited to
 * later does not count.
 */
export function readComment({ name, payload }: RunEvent): Result<CommentEvent, string> {
  const isInThread = name === 'pull_request_review_comment';
  if (name !== 'issue_comment' && !isInThread)
    return fail(fill(messages.commandEvent, { event: JSON.stringify(name) }));
  const repository = repositoryOf(text(payload, 'repository', 'full_name'));
  if (repository === null) return fail(fill(messages.noRepositoryInEvent, { event: name }));
  const ignored = (because: string): Result<CommentEvent, string> => ok({ kind: 'ignored', because });
  if (text(payload, 'action') !== 'created') return ignored(messages.notANewComment);
  const url = at(payload, 'issue', 'pull_request');
  if (!isInThread && (typeof url !== 'object' || url === null)) return ignored(messages.onIssue);
  const author = text(payload, 'comment', 'user', 'login');
  if (
    author === null ||
    !/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/.test(author) ||
    text(payload, 'comment', 'user', 'type') !== 'User'
  )
    return ignored(messages.notAPerson);
  const [number, id, body] = [
    at(payload, isInThread ? 'pull_request' : 'issue', 'number'),
    at(payload, 'comment', 'id'),
    at(payload, 'comment', 'body'),
  ];
  if (!isNumber(number) || !isNumber(id) || typeof body !== 'string')
    return fail(fill(messages.noComment, { event: name }));
  return ok({
    kind: 'comment',
    repository,
    number,
    id,
    url: text(payload, 'comment', 'html_url') ?? '',
    author,
    createdAt: timeIn(payload),
    body,
    thread: isInThread ? rootOf(payload, id) : null,
  });
}

const isNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0;

/** A comment that begins a thread is its own root. */
function rootOf(payload: object, id: number): number {
  const root = at(payload, 'comment', 'in_reply_to_id');
  return isNumber(root) ? root : id;
}

function timeIn(payload: object): string | null {
  const time = text(payload, 'comment', 'created_at') ?? '';
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(time) ? time : null;
}
