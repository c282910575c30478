/**
 * Which findings commands at a pull request say do not count. Both must be there, and are read anew with each run: the
 * command, of somebody who may write now, and our answer to it. A text with our markers that some other workflow was
 * made to write under our login is no command; and a command that is deleted counts no more.
 */
import type { Client } from '../github/octokit.ts';
import type { GithubProblem } from '../github/problem.ts';
import type { Ignore } from '../review/ignored.ts';
import type { Inputs } from './inputs.ts';
import type { LocalReview } from '../review/review.ts';
import type { Pull, Written } from '../github/reviews.ts';
import type { Result } from '../base/result.ts';
import type { Step } from './step.ts';
import type { Target } from './event.ts';
import { complain } from './step.ts';
import { connectFor, reasonOf } from './connection.ts';
import { fill } from '../base/message.ts';
import { answeredBy } from '../review/answer.ts';
import { isSameLogin, listReviewComments, ownLogin } from '../github/reviews.ts';
import { listConversation } from '../github/conversation.ts';
import { markersIn } from '../platform/markers.ts';
import { mayWrite } from '../github/people.ts';
import { messages } from './wording.ts';
import { ok } from '../base/result.ts';
import { parseCommand } from '../review/command.ts';
import { withIgnores } from '../review/ignored.ts';

/**
 * The review without what was ignored at its pull request, which may be in a merge queue; where that cannot be read,
 * nothing is. `fix` for a fork writes nothing, and asks nothing.
 */
export async function withIgnoresOf(
  step: Step,
  inputs: Inputs,
  target: Target,
  review: LocalReview,
): Promise<LocalReview> {
  const number = target.kind === 'pull' ? target.number : target.kind === 'range' ? target.pull : undefined;
  const writesNothing = inputs.mode === 'fix' && target.kind === 'pull' && target.isFork;
  if (number === undefined || inputs.token === '' || writesNothing || review.plan.items.length === 0) return review;
  const client = connectFor(step, inputs);
  if (!client.ok) return review;
  const ignores = await ignoresAt(client.value, { ...target.repository, number });
  if (ignores.ok) return withIgnores(review, ignores.value);
  // a token that GitHub does not take at all is told by what needs it next
  if (ignores.problem.kind !== 'unauthorized')
    complain(step, 'notice', fill(messages.ignoresUnread, { why: reasonOf(ignores.problem, '`pull-requests: read`') }));
  return review;
}

async function ignoresAt(client: Client, pull: Pull): Promise<Result<readonly Ignore[], GithubProblem>> {
  const places = [await listConversation(client, pull, null), await listReviewComments(client, pull)];
  const asked: Ignore[] = [];
  let login: string | null = null;
  for (const place of places) {
    if (!place.ok) return place;
    const answers = place.value.filter(({ body }) => ignoredIn(body).length > 0);
    if (answers.length === 0) continue;
    if (login === null) {
      const own = await ownLogin(client);
      if (!own.ok) return own;
      login = own.value;
    }
    const ours = login;
    asked.push(
      ...answers
        .filter(({ author }) => isSameLogin(author, ours))
        .flatMap((answer) => commandOf(answer, place.value, ours)),
    );
  }
  return allowed(client, pull, asked);
}

const ignoredIn = (body: string): readonly string[] => markersIn(body, 'ignored');

/** The command that the answer is to: in the same thread, or beside it in the conversation. */
function commandOf(answer: Written, all: readonly Written[], login: string): readonly Ignore[] {
  const asked = all.find(({ id }) => `${id}` === answeredBy(answer.body));
  if (asked === undefined || (answer.root ?? null) !== (asked.root ?? (answer.root === asked.id ? asked.id : null)))
    return [];
  const root = all.find(({ id, author }) => id === answer.root && isSameLogin(author, login));
  const [own = null, ...more] = root === undefined ? [] : markersIn(root.body, 'finding');
  const command = parseCommand(asked.body, more.length === 0 ? own : null);
  return command?.kind === 'ignore'
    ? [{ id: command.id, keys: ignoredIn(answer.body), reason: command.reason, author: asked.author, url: asked.url }]
    : [];
}

async function allowed(
  client: Client,
  pull: Pull,
  asked: readonly Ignore[],
): Promise<Result<readonly Ignore[], GithubProblem>> {
  const may = new Map<string, boolean>();
  for (const author of new Set(asked.map((one) => one.author))) {
    const answer = author === '' ? ok(false) : await mayWrite(client, { owner: pull.owner, repo: pull.repo }, author);
    if (!answer.ok) return answer;
    may.set(author, answer.value);
  }
  return ok(asked.filter(({ author }) => may.get(author) === true));
}
