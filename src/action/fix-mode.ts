/** Mode `fix`: follow-up pull requests with proved patches, into the branch that was analysed. */
import type { FollowUpOutcome, FollowUpTarget } from '../review/follow-up.ts';
import type { GithubProblem } from '../github/problem.ts';
import type { Job } from './run-action.ts';
import type { Status } from './step.ts';
import type { Target } from './event.ts';
import { apiUrlOf, failureStatus, mostWaitSeconds } from './review-mode.ts';
import { complain, say, status } from './step.ts';
import { connect } from '../github/octokit.ts';
import { followUp } from '../review/follow-up.ts';
import { followUpTexts } from '../review/follow-up-text.ts';
import { ownLogin } from '../github/reviews.ts';

export async function finishFix(job: Job): Promise<Status> {
  const { step, review } = job;
  const place = placeFor(job.target, review.plan.head, job.server);
  if (place === null) {
    complain(step, 'notice', 'no fix is offered: the head lies in a fork or in no branch, and this token may not write there');
    return status.nothing;
  }
  const sets = review.plan.fixes.slice(0, job.inputs.maxFixes);
  const left = review.plan.fixes.length - sets.length;
  if (sets.length === 0) {
    say(step, review.plan.fixes.length === 0 ? 'There is no fix to offer.' : 'The input `max-fixes` is 0: no fix is offered.');
    return status.nothing;
  }
  const client = connect({ apiUrl: apiUrlOf(step), token: job.inputs.token, mostWaitSeconds, sleep: step.sleep, paced: true, log: (line) => say(step, line) });
  if (!client.ok) return refused(job, client.problem);
  const login = await ownLogin(client.value);
  for (const set of sets) {
    const done = await followUp(client.value, place, set, followUpTexts(set, job.words, place.base), login, review.modeOf);
    if (!done.ok) return refused(job, done.problem);
    tell(job, done.value);
  }
  if (left > 0) say(step, `${left} further fixes wait until these are merged or closed (input \`max-fixes\`).`);
  return status.nothing;
}

/** Null: nowhere to push to. */
function placeFor(target: Target, commit: string, server: string): FollowUpTarget | null {
  switch (target.kind) {
    case 'pull':
      return target.isFork ? null : { ...target.repository, base: target.headRef, commit, label: `pr-${target.number}`, server };
    case 'range':
      return target.branch === null ? null : { ...target.repository, base: target.branch, commit, label: target.branch, server };
  }
}

function tell(job: Job, outcome: FollowUpOutcome): void {
  const { step } = job;
  switch (outcome.kind) {
    case 'opened':
      return say(step, `Opened ${outcome.url} (branch ${outcome.branch}).`);
    case 'updated':
      return say(step, `Updated ${outcome.url} (branch ${outcome.branch}).`);
    case 'unchanged':
      return say(step, `Already there, nothing to write: ${outcome.url}`);
    case 'left-alone':
      return say(step, `Left alone: somebody else has committed to ${outcome.branch}: ${outcome.url}`);
    case 'closed-by-person':
      return say(step, `Left closed: the pull request for ${outcome.branch} was closed: ${outcome.url}`);
    case 'branch-only':
      return complain(step, 'warning', `the fix is on branch ${outcome.branch}, but this repository does not let actions open pull requests (Settings, Actions, General, "Allow GitHub Actions to create and approve pull requests"); open it here: ${outcome.url}`);
  }
}

function refused(job: Job, problem: GithubProblem): Status {
  complain(job.step, 'error', problem.kind === 'forbidden'
    ? `the fix cannot be offered: the token lacks \`contents: write\` or \`pull-requests: write\`${problem.detail === '' ? '' : ` (GitHub says: ${problem.detail})`}`
    : `the fix cannot be offered: ${problem.text}`);
  return failureStatus(problem);
}
