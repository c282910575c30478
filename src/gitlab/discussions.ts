/**
 * Our own comments of a merge request. What GitLab calls a discussion is one comment, or a thread; ours are those whose
 * first comment is of our own account, so a text that looks like ours is not taken for it.
 *
 * A thread is outdated when GitLab did not carry its place along to the present head: it does so for lines that are
 * unchanged, before it makes the pipeline of a push.
 */
import type { Account, MergeRequest, RequestPlace } from './merge-request.ts';
import type { Client } from './client.ts';
import type { Conversation, OwnReview, OwnThread } from '../platform/conversation.ts';
import type { PlatformProblem } from '../platform/problem.ts';
import type { Fields } from './fields.ts';
import type { Result } from '../base/result.ts';
import { fieldsOf, listOf, numberOf, textOf } from './fields.ts';
import { markersIn } from '../platform/markers.ts';
import { ok } from '../base/result.ts';
import { pathOf } from './merge-request.ts';

/** More are not looked at: 50 requests. */
const mostDiscussions = 5000;

type Discussion = Readonly<{ id: string; first: Fields; others: readonly Fields[] }>;

export async function readOwnDiscussions(
  client: Client,
  place: RequestPlace,
  account: Account,
): Promise<Result<readonly Discussion[], PlatformProblem>> {
  const all = await client.readAll(`${pathOf(place)}/discussions`, mostDiscussions);
  if (!all.ok) return all;
  return ok(
    all.value.flatMap((one): readonly Discussion[] => {
      const fields = fieldsOf(one);
      const [first, ...others] = listOf(fields['notes']).map(fieldsOf);
      return first === undefined || first['system'] === true || authorOf(first) !== account.id
        ? []
        : [{ id: textOf(fields['id']), first, others }];
    }),
  );
}

export function conversationOf(
  discussions: readonly Discussion[],
  request: MergeRequest,
  account: Account,
): Conversation {
  const reviews: OwnReview[] = [];
  const threads: OwnThread[] = [];
  for (const { id, first, others } of discussions) {
    const comment = commentOf(first, request);
    if (placeOf(first) === null) reviews.push(comment);
    else
      threads.push(
        threadOf(id, first, comment, {
          request,
          hasReply: others.some((note) => note['system'] !== true && authorOf(note) !== account.id),
        }),
      );
  }
  return { login: account.login, head: request.head, reviews, threads };
}

function threadOf(
  id: string,
  first: Fields,
  comment: OwnReview,
  { request, hasReply }: Readonly<{ request: MergeRequest; hasReply: boolean }>,
): OwnThread {
  const position = fieldsOf(first['position']);
  const canResolve = first['resolvable'] === true;
  return {
    id,
    comment,
    hasReply,
    canResolve,
    canUnresolve: canResolve,
    path: placeOf(first) ?? '',
    isResolved: first['resolved'] === true,
    isOutdated: textOf(position['position_type']) === 'text' && textOf(position['head_sha']) !== request.head,
  };
}

/** The file that a comment stands at; null: it stands at none. */
export function placeOf(note: Fields): string | null {
  const position = fieldsOf(note['position']);
  const path = textOf(position['new_path']) || textOf(position['old_path']);
  return path === '' ? null : path;
}

export const bodyOf = (note: Fields): string => textOf(note['body']);

export const urlOf = (note: Fields, request: MergeRequest): string => `${request.url}#note_${numberOf(note['id'])}`;

function commentOf(note: Fields, request: MergeRequest): OwnReview {
  const body = bodyOf(note);
  return {
    id: `${numberOf(note['id'])}`,
    order: numberOf(note['id']),
    url: urlOf(note, request),
    body,
    isMinimized: markersIn(body, 'hidden').length > 0,
    canMinimize: true,
  };
}

const authorOf = (note: Fields): number => numberOf(fieldsOf(note['author'])['id']);
