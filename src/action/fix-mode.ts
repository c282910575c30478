/** Mode `fix`: follow-up pull requests with proved patches, into the branch that was analysed; and their end. */
import type { Client } from '../github/octokit.ts';
import type { FollowUpTarget } from '../github/follow-up.ts';
import type { GithubProblem } from '../github/problem.ts';
import type { Job } from './run-action.ts';
import type { ProposalOutcome } from '../platform/proposal.ts';
import type { Result } from '../base/result.ts';
import type { Status, Step } from './step.ts';
import type { Target } from './event.ts';
import { branchLabel, endFollowUps, followUps, handOnFollowUps, hasMovedOn, isOwnBranch } from '../github/follow-up.ts';
import { complain, say, status } from './step.ts';
import { connectFor, failureStatus, levelOf, reasonOf } from './connection.ts';
import { offerOf } from '../review/offer.ts';
import { getPull } from '../github/pulls.ts';
import { ok } from '../base/result.ts';
import { obsoleteIn } from '../review/obsolete.ts';
import { ownLogin } from '../github/reviews.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

export async function finishFix(job: Job): Promise<Status> {
  const { step, review, inputs, target } = job;
  const place = placeFor(target, review.plan.head, job.server);
  if (place === null) {
    complain(step, 'notice', messages.fixesNowhere);
    return status.nothing;
  }
  if (isOwnBranch(place.base)) {
    say(step, fill(messages.fixesOwnBranch, { branch: place.base }));
    return status.nothing;
  }
  if (review.plan.fixes.length === 0) say(step, messages.noFixes);
  const client = connectFor(step, inputs);
  if (!client.ok) return refused(step, client.problem);
  const moved = await hasMovedOn(client.value, place);
  if (!moved.ok) return refused(step, moved.problem);
  if (moved.value) {
    say(step, fill(messages.fixesMoved, { branch: place.base, commit: place.commit.slice(0, 12) }));
    return status.nothing;
  }
  const open = target.kind === 'pull' ? await isOpen(client.value, target) : ok(true);
  if (!open.ok) return refused(step, open.problem);
  if (!open.value) {
    say(step, messages.fixesClosed);
    return status.nothing;
  }
  const login = await ownLogin(client.value);
  if (!login.ok) return refused(step, login.problem);
  const done = await followUps({
    client: client.value,
    target: place,
    login: login.value,
    most: inputs.maxFixes,
    isAskedFor: false,
    offers: review.plan.fixes.map((set) => offerOf(set, job.words, place.base, review.modeOf)),
    obsolete: obsoleteIn(review.plan, target.kind === 'branch' ? 'whole' : target.kind),
  });
  return reported(step, done);
}

/**
 * The run for a pull request that is closed ends its follow-ups, and nothing would end those that are opened after it.
 */
async function isOpen(
  client: Client,
  { repository, number }: Extract<Target, { kind: 'pull' }>,
): Promise<Result<boolean, GithubProblem>> {
  const pull = await getPull(client, repository, number);
  return pull.ok ? ok(pull.value.state === 'open') : pull;
}

/** The pull request was closed: so are its follow-ups; or merged: they go into its base. Nothing is analysed. */
export async function finishClosed(
  step: Step,
  client: Client,
  target: Extract<Target, { kind: 'pull' }>,
  server: string,
): Promise<Status> {
  const login = await ownLogin(client);
  if (!login.ok) return refused(step, login.problem);
  const session = {
    client,
    login: login.value,
    target: { ...target.repository, base: target.headRef, commit: target.head, server },
  };
  const label = pullLabel(target.number);
  return reported(
    step,
    target.isMerged
      ? await handOnFollowUps(
          session,
          label,
          target.baseRef,
          fill(messages.fixMerged, { number: target.number, branch: target.baseRef }),
        )
      : await endFollowUps(session, label, fill(messages.pullEnded, { number: target.number, ended: 'closed' })),
  );
}

export const pullLabel = (number: number): string => `pr-${number}`;

/** Null: nowhere to push to. */
function placeFor(target: Target, commit: string, server: string): FollowUpTarget | null {
  switch (target.kind) {
    case 'pull':
      return target.isFork
        ? null
        : { ...target.repository, base: target.headRef, commit, label: pullLabel(target.number), server };
    case 'branch':
    case 'range':
      return target.branch === null
        ? null
        : { ...target.repository, base: target.branch, commit, label: branchLabel(target.branch), server };
  }
}

function reported(step: Step, done: Result<readonly ProposalOutcome[], GithubProblem>): Status {
  if (!done.ok) return refused(step, done.problem);
  sayOutcomes(step, done.value);
  return status.nothing;
}

/** One line each. */
export function sayOutcomes(step: Step, outcomes: readonly ProposalOutcome[]): void {
  for (const outcome of outcomes) {
    const { level, text } = outcomeWords(outcome);
    if (level === 'log') say(step, text);
    else complain(step, level, text);
  }
  const waiting = outcomes.filter((outcome) => outcome.kind === 'waiting').length;
  if (waiting > 0)
    say(step, fill(messages.fixesWaiting, { fixes: `${waiting} more ${waiting === 1 ? 'fix waits' : 'fixes wait'}` }));
}

/** One line for the log, or for an annotation where a person has to do something. */
function outcomeWords(outcome: ProposalOutcome): Readonly<{ level: 'log' | 'warning'; text: string }> {
  const log = (text: string): Readonly<{ level: 'log'; text: string }> => ({ level: 'log', text });
  switch (outcome.kind) {
    case 'opened':
      return log(fill(messages.opened, outcome));
    case 'reopened':
      return log(fill(messages.reopened, outcome));
    case 'updated':
      return log(fill(messages.updated, outcome));
    case 'unchanged':
      return log(fill(messages.upToDate, outcome));
    case 'left-alone':
      return log(fill(messages.leftAlone, outcome));
    case 'closed-by-person':
      return log(fill(messages.leftClosed, outcome));
    case 'waiting':
      return log(fill(messages.notOpenedYet, outcome));
    case 'closed':
      return log(fill(messages.closedObsolete, outcome));
    case 'branch-only':
      return { level: 'warning', text: fill(messages.branchOnly, outcome) };
    case 'refused':
      return { level: 'warning', text: fill(messages.ruleRejects, outcome) };
  }
}

function refused(step: Step, problem: GithubProblem): Status {
  complain(
    step,
    levelOf(problem),
    fill(messages.fixesNotOffered, { why: reasonOf(problem, '`contents: write` or `pull-requests: write`') }),
  );
  return failureStatus(problem);
}
