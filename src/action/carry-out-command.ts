/** What each command does once the pull request is analysed, and what is answered. */
import type { Command } from '../review/command.ts';
import type { GithubProblem } from '../github/problem.ts';
import type { Job } from './run-action.ts';
import type { PlannedItem } from '../review/plan.ts';
import type { Proposal } from '../review/proposal.ts';
import type { Reply } from '../review/answer.ts';
import type { Result } from '../base/result.ts';
import type { Session } from './command-mode.ts';
import type { FollowUpTarget } from '../review/follow-up.ts';
import { allowReply, explainReply, failureReply, noPatchReply, notFoundReply, patchReply, proposalsReply, recheckReply } from '../review/answer.ts';
import { assertNever } from '../base/invariant.ts';
import { configPath } from '../config/config.ts';
import { findFinding } from '../review/find-finding.ts';
import { finishReview } from './review-mode.ts';
import { followUps } from '../review/follow-up.ts';
import { followUpTexts } from '../review/follow-up-text.ts';
import { ignoreProposal } from '../review/ignore-proposal.ts';
import { ok } from '../base/result.ts';
import { propose } from '../review/proposal.ts';
import { pullLabel } from './fix-mode.ts';
import { pullsOfBranch } from '../github/pulls.ts';
import { status } from './step.ts';
import { messages } from './wording.ts';

type Work = Exclude<Command, { kind: 'help' | 'not-understood' }>;
type Answer = Promise<Result<Reply, GithubProblem>>;

/** A fix that is asked for by name is not held up by others. */
const mostNamed = 1000;

export async function carryOut(session: Session, command: Work, job: Job): Answer {
  if (command.kind === 'recheck') return recheck(job);
  const found = command.id === null ? ok(null) : findFinding(job.review.plan, command.id);
  if (!found.ok) return ok(notFoundReply(found.problem));
  switch (command.kind) {
    case 'fix':
      return fix(session, job, found.value);
    case 'explain':
      return ok(found.value === null ? notFoundReply(messages.commandNamesNone) : explainReply(found.value, job.words));
    case 'ignore':
      return found.value === null ? ok(notFoundReply(messages.commandNamesNone)) : ignore(session, job, found.value, command.reason);
    default:
      return assertNever(command);
  }
}

/** The gate is the business of the pull request's own check, not of this run. */
async function recheck(job: Job): Answer {
  const done = await finishReview(job);
  return ok(done === status.nothing || done === status.findings ? recheckReply(job.review.plan) : failureReply(messages.reviewFailed));
}

async function fix(session: Session, job: Job, item: PlannedItem | null): Answer {
  const { plan } = job.review;
  const wanted = item === null ? null : new Set([item.finding, ...item.also].map((finding) => finding.fingerprint));
  const sets = plan.fixes.filter((set) => wanted === null || set.findings.some((finding) => wanted.has(finding.fingerprint)));
  if (sets.length === 0) return ok(noPatchReply(item, job.words));
  const target = targetOf(job);
  if (target === null) return ok(patchReply(sets, job.words));
  const done = await followUps({
    client: session.client, target, login: session.login, most: item === null ? session.inputs.maxFixes : mostNamed, isAskedFor: true, modeOf: job.review.modeOf,
    offers: sets.map((set) => ({ set, texts: followUpTexts(set, job.words, target.base) })), obsolete: () => null,
  });
  return done.ok ? ok(proposalsReply(done.value)) : done;
}

async function ignore(session: Session, job: Job, item: PlannedItem, reason: string): Answer {
  const target = targetOf(job);
  if (target === null) return ok(allowReply(item, reason, job.words));
  const proposal: Result<Proposal, string> = ignoreProposal({
    label: target.label, finding: item.finding, reason, author: session.comment.author, words: job.words,
    before: job.review.source(configPath), mode: job.review.modeOf(configPath),
  });
  if (!proposal.ok) return ok(notFoundReply(proposal.problem));
  const pulls = await pullsOfBranch(session.client, job.target.repository, proposal.value.branch, target.base);
  if (!pulls.ok) return pulls;
  const done = await propose({ client: session.client, target, login: session.login }, proposal.value, pulls.value, { mayOpen: true, isAskedFor: true });
  return done.ok ? ok(proposalsReply([done.value])) : done;
}

/** Null: the head lies in a fork, where this token may not write. */
function targetOf(job: Job): FollowUpTarget | null {
  const { target } = job;
  if (target.kind !== 'pull' || target.isFork) return null;
  return { ...target.repository, base: target.headRef, commit: target.head, label: pullLabel(target.number), server: job.server };
}
