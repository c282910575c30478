/**
 * A merge request of GitLab, as the review sees it: the review is a comment, and each comment on lines a thread of its
 * own. GitLab has no hidden comments, so what is to be hidden is folded, and says so by a marker.
 */
import type { Account, MergeRequest, RequestPlace } from './merge-request.ts';
import type { Client } from './client.ts';
import type { Dialect, LoneComment, Own, Platform, Posted } from '../platform/platform.ts';
import type { FindFile } from '../platform/diff-file.ts';
import type { Position } from './position.ts';
import type { Fields } from './fields.ts';
import type { PlatformProblem } from '../platform/problem.ts';
import type { Result } from '../base/result.ts';
import { bodyOf, conversationOf, placeOf, readOwnDiscussions, urlOf } from './discussions.ts';
import { fail, ok } from '../base/result.ts';
import { fieldsOf, listOf, numberOf } from './fields.ts';
import { filePosition, linePosition } from './position.ts';
import { hasQuickAction, withoutQuickActions } from './quick-actions.ts';
import { marker, withoutMarkers } from '../platform/markers.ts';
import { pathOf, readMergeRequest } from './merge-request.ts';
import { persist } from '../platform/persist.ts';
import { problem } from './client.ts';
import { messages } from './wording.ts';

/** Lines of a suggestion are counted from that of the comment, which is the last of its lines. */
export const gitlabDialect: Dialect = {
  request: 'merge request',
  elsewhere: 'log of the job',
  hasCommands: false,
  suggestionFence: (replacement, lines) => (hasQuickAction(replacement) ? null : `suggestion:-${lines - 1}+0`),
};

type Session = Readonly<{
  client: Client;
  place: RequestPlace;
  account: Account;
  request: MergeRequest;
  files: FindFile;
}>;

/** `files`: of the diff. */
export function gitlabPlatform(session: Session): Platform {
  const { client, place, account, files } = session;
  /** As they are now, for what folds them. */
  const bodies = new Map<string, string>();
  let { request } = session;
  const edit = async (id: string, body: string): Promise<Result<null, PlatformProblem>> => {
    bodies.set(id, body);
    return put(client, `${pathOf(place)}/notes/${id}`, { body: withoutQuickActions(body) });
  };
  return {
    commentsInReview: false,
    readConversation: async () => {
      const now = await readMergeRequest(client, place);
      if (!now.ok) return now;
      request = now.value;
      const own = await readOwnDiscussions(client, place, account);
      if (!own.ok) return own;
      const conversation = conversationOf(own.value, request, account);
      for (const { id, body } of [...conversation.reviews, ...conversation.threads.map(({ comment }) => comment)])
        bodies.set(id, body);
      return ok(conversation);
    },
    postReview: ({ body }, own) =>
      post({ ...session, request }, `${pathOf(place)}/notes`, { body: withoutQuickActions(body) }, null, own),
    postComment: (comment, own) => postComment({ ...session, request }, files, comment, own),
    shownDiffs: () => Promise.resolve(ok(new Map())),
    writeThread: async (write) => {
      switch (write.kind) {
        case 'resolve':
        case 'unresolve':
          return put(client, `${pathOf(place)}/discussions/${encodeURIComponent(write.thread)}`, {
            resolved: write.kind === 'resolve',
          });
        case 'edit-comment':
        case 'edit-review':
          return edit(write.id, write.body);
        case 'minimize':
          return write.as === undefined
            ? cannotHide
            : edit(write.subject, folded(bodies.get(write.subject) ?? '', write.as));
        case 'unminimize':
          return cannotHide;
      }
    },
  };
}

/** The edit that follows says it, and folds what was found. */
const cannotHide = fail(problem('forbidden', messages.cannotHide));

function folded(body: string, as: 'DUPLICATE' | 'OUTDATED'): string {
  const { head, rest } = withoutMarkers(body);
  return `${head}\n${marker('hidden', as.toLowerCase())}\n\n<details><summary>${as === 'DUPLICATE' ? messages.duplicate : messages.outdated}</summary>\n\n${rest}\n\n</details>`;
}

/** The same twice is the same as once. */
async function put(client: Client, path: string, body: Fields): Promise<Result<null, PlatformProblem>> {
  const done = await persist(
    client,
    () => client.write('PUT', path, body),
    () => Promise.resolve(ok(null)),
  );
  return done.ok ? ok(null) : done;
}

/** A range that GitLab does not take still has its last line. */
async function postComment(
  session: Session,
  files: FindFile,
  { head, path, lines, body }: LoneComment,
  own: Own,
): Promise<Result<Posted, PlatformProblem>> {
  const { refs } = session.request;
  const file = files(path);
  if (refs === null || refs.head !== head) return fail(problem('invalid', messages.noDiff));
  if (file === null) return fail(problem('invalid', messages.notInDiff));
  const positions =
    lines === null
      ? [filePosition(refs, path, file)]
      : [true, ...(lines.first < lines.last ? [false] : [])].map((isWide) =>
          linePosition(refs, path, file, lines, isWide),
        );
  let answer: Result<Posted, PlatformProblem> = fail(problem('invalid', messages.notInDiff));
  for (const position of positions) {
    if (position === null) continue;
    answer = await post(
      session,
      `${pathOf(session.place)}/discussions`,
      { body: withoutQuickActions(body), position },
      path,
      own,
    );
    if (answer.ok || answer.problem.kind !== 'invalid') break;
  }
  return answer;
}

type NewNote = Readonly<{ body: string; position?: Position }>;

/** `path`: the file that it stands at. */
function post(
  { client, place, account, request }: Session,
  to: string,
  note: NewNote,
  path: string | null,
  { isThis }: Own,
): Promise<Result<Posted, PlatformProblem>> {
  const write = async (): Promise<Result<Posted, PlatformProblem>> => {
    const answer = await client.write('POST', to, note);
    if (!answer.ok) return answer;
    const fields = fieldsOf(answer.value);
    // a thread is answered with its comments
    const [first = fields] = listOf(fields['notes']).map(fieldsOf);
    return numberOf(first['id']) > 0
      ? ok({ url: urlOf(first, request) })
      : fail(problem('unavailable', messages.brokenAnswer));
  };
  return persist(client, write, async () => {
    const own = await readOwnDiscussions(client, place, account);
    if (!own.ok) return own;
    const found = own.value.find(({ first }) => placeOf(first) === path && isThis(bodyOf(first)));
    return ok(found === undefined ? null : { url: urlOf(found.first, request) });
  });
}
