/** Mode `review`: one review on the pull request, then the gate. */
import type { Client } from '../github/octokit.ts';
import type { GithubProblem } from '../github/problem.ts';
import type { Job } from './run-action.ts';
import type { LogAnnotation } from '../report/workflow-command.ts';
import type { PlannedItem, ReviewPlan } from '../review/plan.ts';
import type { PublishOutcome } from '../review/publish.ts';
import type { Status, Step } from './step.ts';
import { annotateAll, complain, say, status } from './step.ts';
import { checkOf } from '../review/check.ts';
import { connectFor, failureStatus, levelOf, reasonOf } from './connection.ts';
import { githubPlatform } from '../github/platform.ts';
import { isLoud } from '../review/plan.ts';
import { publishReview } from '../review/publish.ts';
import { plural } from '../report/wording.ts';
import { settlingWords } from '../review/carry-out.ts';
import { tallyWords } from '../review/unread.ts';
import { failingAt, ofPull, reportCheck } from '../github/checks.ts';
import { ok } from '../base/result.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

export const gateOf = (plan: ReviewPlan): Status => (plan.conclusion === 'failure' ? status.findings : status.nothing);

/** What a passed gate would hide, and why a gate does not hold; nothing where all is decided and clean. */
export function sayGate(step: Step, plan: ReviewPlan): void {
  const { tally, isUndecided, failing } = plan;
  if (isUndecided || tally.decided < tally.touched || tally.unread.length > 0)
    complain(step, isUndecided ? 'error' : 'notice', tallyWords(tally));
  if (failing.length > 0)
    complain(
      step,
      'error',
      fill(messages.gateFails, {
        findings: plural(failing.length, 'finding'),
        names: [...new Set(failing.map(({ code, kernel }) => `${code} in ${kernel}`))].slice(0, 5).join(', '),
        more: failing.length > 5 ? ', …' : '',
      }),
    );
}

/** `gate`: the status where all goes well. */
export async function finishReview(job: Job, gate: Status = gateOf(job.review.plan)): Promise<Status> {
  const { step, target, review } = job;
  if (target.kind !== 'pull') {
    annotateAll(step, annotationsOf(review.plan));
    return job.inputs.checkRun ? checkOnly(job, gate) : gate;
  }
  const needsToWrite = review.plan.items.some(isLoud) || job.inputs.checkRun;
  if (!needsToWrite && job.inputs.token === '') {
    say(step, messages.nothingWithoutToken);
    return gate;
  }
  const client = connectFor(step, job.inputs);
  if (!client.ok) return unsaid(job, client.problem, gate);
  const posted = await publishReview(
    githubPlatform(client.value, { ...target.repository, number: target.number }),
    review.plan,
    job.words,
  );
  if (!posted.ok && !needsToWrite) return unsettled(job, posted.problem, gate);
  if (!posted.ok) return unsaid(job, posted.problem, gate);
  const { outcome, settling } = posted.value;
  say(step, [outcomeWords(outcome), settlingWords(settling)].filter((line) => line !== null).join('\n'));
  if (settling.problem !== null) unsettled(job, settling.problem, gate);
  return job.inputs.checkRun ? postCheck(job, client.value, gate) : gate;
}

/** Where there is no pull request to write to: a merge queue, a push. */
async function checkOnly(job: Job, gate: Status): Promise<Status> {
  const client = connectFor(job.step, job.inputs);
  if (client.ok) return postCheck(job, client.value, gate);
  complain(job.step, 'error', fill(messages.cannotWrite, { what: messages.theCheckRun, why: client.problem.text }));
  return gate === status.nothing ? failureStatus(client.problem) : gate;
}

async function postCheck(job: Job, client: Client, gate: Status): Promise<Status> {
  const { target } = job;
  const made = checkOf(job.review.plan, job.words);
  const check = target.kind === 'pull' ? ofPull(made, target.number) : made;
  const other =
    target.kind === 'pull' && check.conclusion !== 'failure'
      ? await failingAt(client, target.repository, check, target.number)
      : ok(null);
  if (other.ok && other.value !== null) {
    complain(
      job.step,
      'notice',
      fill(messages.noCheckRun, { why: fill(messages.failsAtOther, { number: other.value }) }),
    );
    return gate;
  }
  const checked = other.ok ? await reportCheck(client, target.repository, check) : other;
  if (checked.ok) {
    say(job.step, fill(messages.checkWritten, { url: checked.value }));
    return gate;
  }
  complain(
    job.step,
    isForkRefusal(job, checked.problem) ? 'notice' : 'error',
    fill(messages.cannotWrite, { what: messages.theCheckRun, why: reasonOf(checked.problem, '`checks: write`') }),
  );
  return isForkRefusal(job, checked.problem) || gate !== status.nothing ? gate : failureStatus(checked.problem);
}

/** The review could not be written: the findings go to the log instead, and it is said why. */
function unsaid(job: Job, problem: GithubProblem, gate: Status): Status {
  annotateAll(job.step, annotationsOf(job.review.plan));
  if (isForkRefusal(job, problem)) {
    complain(job.step, 'notice', messages.forkReadOnly);
    return gate;
  }
  complain(
    job.step,
    levelOf(problem),
    fill(messages.cannotWrite, { what: messages.theReview, why: reasonOf(problem, '`pull-requests: write`') }),
  );
  return gate === status.nothing ? failureStatus(problem) : gate;
}

/** Nothing new is lost by it, so the run does not fail. */
function unsettled(job: Job, problem: GithubProblem, gate: Status): Status {
  complain(
    job.step,
    isForkRefusal(job, problem) || problem.kind === 'locked' ? 'notice' : 'warning',
    fill(messages.commentsNotUpdated, { why: reasonOf(problem, '`pull-requests: write`') }),
  );
  return gate;
}

const isForkRefusal = (job: Job, problem: GithubProblem): boolean =>
  job.target.kind === 'pull' &&
  job.target.isFork &&
  (problem.kind === 'forbidden' || problem.kind === 'unauthorized' || problem.kind === 'missing');

function outcomeWords(outcome: PublishOutcome): string {
  switch (outcome.kind) {
    case 'silent':
      return messages.nothingToReport;
    case 'said-before':
      return messages.reportedBefore;
    case 'moved':
      return messages.pullMoved;
    case 'posted':
      return fill(messages.reviewWritten, {
        url: outcome.url,
        comments: outcome.comments,
        moved: outcome.moved === 0 ? '' : fill(messages.movedToBody, { moved: outcome.moved }),
      });
  }
}

export function annotationsOf(plan: ReviewPlan): readonly LogAnnotation[] {
  return plan.items
    .filter(
      (item) => item.state === 'new' && item.finding.status === 'confirmed' && item.finding.suppressed === undefined,
    )
    .map((item: PlannedItem): LogAnnotation => ({
      level: item.finding.severity === 'info' ? 'notice' : item.finding.severity,
      file: item.finding.span.file,
      line: item.finding.span.line,
      endLine: item.finding.span.endLine,
      title: fill(messages.annotationTitle, item.finding),
      message: item.finding.message,
    }));
}
