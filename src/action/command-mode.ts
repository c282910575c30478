/**
 * Mode `command`: a comment on a pull request that begins with `/syncwright`. Who may not write to the repository gets
 * a reaction and nothing else. The rest is bound to the head that the pull request has when the command is read: when
 * it moves before something is written, nothing is. One answer each, found again by its marker.
 */
import type { Client } from '../github/octokit.ts';
import type { CommentEvent } from './comment-event.ts';
import type { Command } from '../review/command.ts';
import type { GithubProblem } from '../github/problem.ts';
import type { Inputs } from './inputs.ts';
import type { Job } from './run-action.ts';
import type { PullState } from '../github/pulls.ts';
import type { Reaction } from '../github/conversation.ts';
import type { Reply } from '../review/answer.ts';
import type { Result } from '../base/result.ts';
import type { Status, Step } from './step.ts';
import type { Target } from './event.ts';
import { answerBody, answers, closedReply, failureReply, helpReply, movedReply } from '../review/answer.ts';
import type { CarriedOut } from './carry-out-command.ts';
import { carryOut } from './carry-out-command.ts';
import { complain, refuse, say, status } from './step.ts';
import { connectFor, failureStatus, levelOf, reasonOf } from './connection.ts';
import { ok } from '../base/result.ts';
import { fetchPull } from '../review/fetch-pull.ts';
import { fetchingOf } from './checkout.ts';
import { getPull } from '../github/pulls.ts';
import { githubDialect } from '../github/dialect.ts';
import type { Written } from '../github/reviews.ts';
import { editReply, isSameLogin, listReviewComments, ownLogin, postReply } from '../github/reviews.ts';
import { editInConversation, listConversation, postToConversation, react } from '../github/conversation.ts';
import { markersIn } from '../platform/markers.ts';
import { mayWrite } from '../github/people.ts';
import { parseCommand } from '../review/command.ts';
import { readComment } from './comment-event.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

type Comment = Extract<CommentEvent, { kind: 'comment' }>;
type PullTarget = Extract<Target, { kind: 'pull' }>;

/** What a command needs of the run around it. */
export type CommandRun = Readonly<{
  step: Step;
  inputs: Inputs;
  /** A folder of the clone. */
  clone: string;
  analyse: (target: PullTarget) => Promise<Result<Job, string>>;
  /** Leaves the results of the step. */
  leave: (job: Job) => Promise<void>;
}>;

/** A command of somebody who may give it. */
export type Session = CommandRun & Readonly<{ client: Client; login: string; comment: Comment }>;

export async function runCommand(run: CommandRun): Promise<Status> {
  const { step } = run;
  const { event } = step.runner;
  const comment = event.ok ? readComment(event.value) : event;
  if (!comment.ok) return refuse(step, comment.problem);
  if (comment.value.kind === 'ignored')
    return ignore(step, fill(messages.commentIgnored, { because: comment.value.because }));
  const command = parseCommand(comment.value.body);
  if (command === null) return ignore(step, messages.noCommand);
  const client = connectFor(step, run.inputs);
  if (!client.ok) return refuse(step, client.problem.text);
  const login = await ownLogin(client.value);
  if (!login.ok) return broken(run, login.problem);
  const own = await findingOfThread(client.value, comment.value, login.value);
  if (!own.ok) return broken(run, own.problem);
  return obey(
    { ...run, client: client.value, comment: comment.value, login: login.value },
    parseCommand(comment.value.body, own.value) ?? command,
  );
}

/** Of a thread that we began, the one finding that it is about; null: none. */
async function findingOfThread(
  client: Client,
  comment: Comment,
  login: string,
): Promise<Result<string | null, GithubProblem>> {
  if (comment.thread === null) return ok(null);
  const comments = await listReviewComments(client, pullOf(comment));
  if (!comments.ok) return comments;
  const root = comments.value.find(({ id, author }) => id === comment.thread && isSameLogin(author, login));
  const [key = null, ...more] = root === undefined ? [] : markersIn(root.body, 'finding');
  return ok(more.length === 0 ? key : null);
}

function ignore(step: Step, line: string): Status {
  say(step, line);
  return status.nothing;
}

async function obey(session: Session, command: Command): Promise<Status> {
  const { step, client, comment, login } = session;
  const allowed = await mayWrite(client, comment.repository, comment.author);
  if (!allowed.ok) return broken(session, allowed.problem);
  if (!allowed.value) {
    await acknowledge(session, 'confused');
    return ignore(step, fill(messages.notAllowed, { author: comment.author }));
  }
  const said =
    comment.thread === null
      ? await listConversation(client, pullOf(comment), comment.createdAt)
      : await listReviewComments(client, pullOf(comment));
  if (!said.ok) return broken(session, said.problem);
  const before = said.value.find((written) => isSameLogin(written.author, login) && answers(written.body, comment.id));
  if (before !== undefined) return ignore(step, fill(messages.answeredBefore, { url: before.url }));
  await acknowledge(session, 'eyes');
  const pull = await getPull(client, comment.repository, comment.number);
  if (!pull.ok) return broken(session, pull.problem);
  const done = await replyTo(session, command, pull.value);
  if (!done.ok) return broken(session, done.problem);
  const head = pull.value.head.sha;
  const posted = await post(session, head, done.value.reply);
  if (!posted.ok) return broken(session, posted.problem);
  return done.value.last === undefined
    ? status.nothing
    : done.value.last((reply) => amend(session, posted.value, answerBody(comment.id, head, reply, githubDialect)));
}

/** A problem here is GitHub's: nothing is answered, so that the job can be run again. */
async function replyTo(
  session: Session,
  command: Command,
  pull: PullState,
): Promise<Result<CarriedOut, GithubProblem>> {
  if (command.kind === 'help') return ok({ reply: helpReply(null) });
  if (command.kind === 'not-understood') return ok({ reply: helpReply(command.because) });
  if (pull.state === 'closed') return ok({ reply: closedReply });
  const { repository, number } = session.comment;
  const base = await fetchPull(await fetchingOf(session.step, session.inputs, repository, session.clone), {
    number,
    baseRef: pull.base.ref,
    head: pull.head.sha,
  });
  if (!base.ok) return ok({ reply: failed(session, base.problem.text) });
  const job = await session.analyse({
    kind: 'pull',
    repository,
    number,
    base: base.value,
    baseRef: pull.base.ref,
    head: pull.head.sha,
    headRef: pull.head.ref,
    isFork: pull.head.repository !== `${repository.owner}/${repository.repo}`,
    isClosed: false,
    isMerged: false,
  });
  if (!job.ok) return ok({ reply: failed(session, job.problem) });
  const now = await getPull(session.client, repository, number);
  if (!now.ok) return now;
  const hasMoved = now.value.head.sha !== pull.head.sha || now.value.state !== 'open';
  const done: Result<CarriedOut, GithubProblem> = hasMoved
    ? ok({ reply: movedReply })
    : await carryOut(session, command, job.value);
  await session.leave(done.ok ? (done.value.job ?? job.value) : job.value);
  return done;
}

function failed(session: Session, line: string): Reply {
  complain(session.step, 'error', line);
  return failureReply(line);
}

async function post(session: Session, head: string, reply: Reply): Promise<Result<Written, GithubProblem>> {
  const { step, client, comment, login } = session;
  const isThis = (written: Written): boolean => isSameLogin(written.author, login) && answers(written.body, comment.id);
  const body = answerBody(comment.id, head, reply, githubDialect);
  const posted =
    comment.thread === null
      ? await postToConversation(client, pullOf(comment), body, comment.createdAt, isThis)
      : await postReply(client, pullOf(comment), comment.thread, body, isThis);
  if (!posted.ok) return posted;
  await acknowledge(session, reply.isDone ? 'rocket' : 'confused');
  say(step, fill(messages.answered, { url: posted.value.url }));
  return posted;
}

/** What was answered stays true without it. */
async function amend({ step, client, comment }: Session, { id }: Written, body: string): Promise<void> {
  const edited =
    comment.thread === null
      ? await editInConversation(client, comment.repository, id, body)
      : await editReply(client, comment.repository, id, body);
  if (!edited.ok) complain(step, 'notice', fill(messages.answerNotEdited, { why: wordsOf(edited.problem) }));
}

/** A reaction that cannot be written is no reason to stop. */
async function acknowledge(session: Session, reaction: Reaction): Promise<void> {
  const { comment } = session;
  const sent = await react(
    session.client,
    comment.repository,
    { id: comment.id, isInThread: comment.thread !== null },
    reaction,
  );
  if (!sent.ok) complain(session.step, 'warning', fill(messages.noReaction, { why: wordsOf(sent.problem) }));
}

function broken(run: CommandRun, problem: GithubProblem): Status {
  complain(run.step, levelOf(problem), fill(messages.commandFailed, { why: wordsOf(problem) }));
  return failureStatus(problem);
}

const wordsOf = (problem: GithubProblem): string => reasonOf(problem, '`pull-requests: write` or `contents: write`');

const pullOf = (comment: Comment): Readonly<{ owner: string; repo: string; number: number }> => ({
  ...comment.repository,
  number: comment.number,
});
