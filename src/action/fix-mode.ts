/** Mode `fix`: follow-up pull requests with proved patches, into the branch that was analysed; and their end. */
import type { Client } from '../github/octokit.ts';
import type { FollowUpTarget } from '../review/follow-up.ts';
import type { GithubProblem } from '../github/problem.ts';
import type { Job } from './run-action.ts';
import type { ProposalOutcome } from '../review/proposal.ts';
import type { Result } from '../base/result.ts';
import type { Status, Step } from './step.ts';
import type { Target } from './event.ts';
import { branchLabel, endFollowUps, followUps, hasMovedOn, isOwnBranch } from '../review/follow-up.ts';
import { complain, say, status } from './step.ts';
import { connectFor, failureStatus } from './connection.ts';
import { followUpTexts } from '../review/follow-up-text.ts';
import { obsoleteIn } from '../review/obsolete.ts';
import { ownLogin } from '../github/reviews.ts';

export async function finishFix(job: Job): Promise<Status> {
  const { step, review, inputs, target } = job;
  const place = placeFor(target, review.plan.head, job.server);
  if (place === null) {
    complain(step, 'notice', 'no fix is offered: the head lies in a fork or in no branch, and this token may not write there');
    return status.nothing;
  }
  if (isOwnBranch(place.base)) {
    say(step, `No fix is offered: ${place.base} is a branch of Syncwright's own.`);
    return status.nothing;
  }
  if (review.plan.fixes.length === 0) say(step, 'There is no fix to offer.');
  const client = connectFor(step, inputs);
  if (!client.ok) return refused(step, client.problem);
  const moved = await hasMovedOn(client.value, place);
  if (!moved.ok) return refused(step, moved.problem);
  if (moved.value) {
    say(step, `No fix is offered: ${place.base} has moved on from ${place.commit.slice(0, 12)}; the run for its new commit does it.`);
    return status.nothing;
  }
  const login = await ownLogin(client.value);
  if (!login.ok) return refused(step, login.problem);
  const done = await followUps({
    client: client.value, target: place, login: login.value, most: inputs.maxFixes, isAskedFor: false, modeOf: review.modeOf,
    offers: review.plan.fixes.map((set) => ({ set, texts: followUpTexts(set, job.words, place.base) })),
    obsolete: obsoleteIn(review.plan, target.kind === 'branch' ? 'whole' : target.kind),
  });
  return told(step, done);
}

/** The pull request was merged or closed: so are its follow-ups. Nothing is analysed. */
export async function finishClosed(step: Step, client: Client, target: Extract<Target, { kind: 'pull' }>, server: string): Promise<Status> {
  const login = await ownLogin(client);
  if (!login.ok) return refused(step, login.problem);
  const session = { client, login: login.value, target: { ...target.repository, base: target.headRef, commit: target.head, server } };
  return told(step, await endFollowUps(session, pullLabel(target.number), `Pull request #${target.number}, which this was for, is ${target.isMerged ? 'merged' : 'closed'}.`));
}

export const pullLabel = (number: number): string => `pr-${number}`;

/** Null: nowhere to push to. */
function placeFor(target: Target, commit: string, server: string): FollowUpTarget | null {
  switch (target.kind) {
    case 'pull':
      return target.isFork ? null : { ...target.repository, base: target.headRef, commit, label: pullLabel(target.number), server };
    case 'branch':
    case 'range':
      return target.branch === null ? null : { ...target.repository, base: target.branch, commit, label: branchLabel(target.branch), server };
  }
}

function told(step: Step, done: Result<readonly ProposalOutcome[], GithubProblem>): Status {
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
  if (waiting > 0) say(step, `${waiting} further ${waiting === 1 ? 'fix waits' : 'fixes wait'} until these are merged or closed (input \`max-fixes\`).`);
}

/** One line for the log, or for an annotation where a person has to do something. */
function outcomeWords(outcome: ProposalOutcome): Readonly<{ level: 'log' | 'warning'; text: string }> {
  const log = (text: string): Readonly<{ level: 'log'; text: string }> => ({ level: 'log', text });
  switch (outcome.kind) {
    case 'opened':
      return log(`Opened ${outcome.url} (branch ${outcome.branch}).`);
    case 'reopened':
      return log(`Opened again: ${outcome.url} (branch ${outcome.branch}).`);
    case 'updated':
      return log(`Updated ${outcome.url} (branch ${outcome.branch}).`);
    case 'unchanged':
      return log(`Already there, nothing to write: ${outcome.url}`);
    case 'left-alone':
      return log(`Left alone: somebody else has written to ${outcome.branch}: ${outcome.url}`);
    case 'closed-by-person':
      return log(`Left closed: the pull request for ${outcome.branch} was closed: ${outcome.url}`);
    case 'waiting':
      return log(`Not opened yet: ${outcome.branch}`);
    case 'closed':
      return log(`Closed because it is obsolete: ${outcome.url} (branch ${outcome.branch} removed).`);
    case 'branch-only':
      return { level: 'warning', text: `the fix is on branch ${outcome.branch}, but this repository does not let actions open pull requests (Settings, Actions, General, "Allow GitHub Actions to create and approve pull requests"); open it here: ${outcome.url}` };
    case 'refused':
      return { level: 'warning', text: `a rule of this repository refuses branch ${outcome.branch} (GitHub says: ${outcome.because}); let Syncwright's account pass it, or put in the patch of the job summary by hand: ${outcome.url}` };
  }
}

function refused(step: Step, problem: GithubProblem): Status {
  complain(step, 'error', problem.kind === 'forbidden'
    ? `the fix cannot be offered: the token lacks \`contents: write\` or \`pull-requests: write\`${problem.detail === '' ? '' : ` (GitHub says: ${problem.detail})`}`
    : `the fix cannot be offered: ${problem.text}`);
  return failureStatus(problem);
}
