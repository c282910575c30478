/** What each command does once the pull request is analysed, and what is answered. */
import type { Command } from '../review/command.ts';
import type { GithubProblem } from '../github/problem.ts';
import type { Job } from './run-action.ts';
import type { PlannedItem } from '../review/plan.ts';
import type { Proposal } from '../platform/proposal.ts';
import type { Reply } from '../review/answer.ts';
import type { Result } from '../base/result.ts';
import type { Session } from './command-mode.ts';
import type { Status } from './step.ts';
import type { FailedJob } from '../github/failed-jobs.ts';
import type { FollowUpTarget } from '../github/follow-up.ts';
import {
  allowWords,
  explainReply,
  failureReply,
  ignoredReply,
  noPatchReply,
  notFoundReply,
  patchReply,
  proposalsReply,
  recheckReply,
} from '../review/answer.ts';
import { assertNever } from '../base/invariant.ts';
import { configPath } from '../config/config.ts';
import { findFinding } from '../review/find-finding.ts';
import { complain, complaintTitle, status } from './step.ts';
import { failedJobs, runAgain } from '../github/failed-jobs.ts';
import { finishReview, gateOf } from './review-mode.ts';
import { reasonOf } from './connection.ts';
import { followUps } from '../github/follow-up.ts';
import { offerOf } from '../review/offer.ts';
import { ignoreProposal } from '../review/ignore-proposal.ts';
import { fail, ok } from '../base/result.ts';
import { propose } from '../github/proposal.ts';
import { pullLabel } from './fix-mode.ts';
import { pullsOfBranch } from '../github/pulls.ts';
import { plainKey } from '../platform/markers.ts';
import { rememberedIn } from '../review/plan.ts';
import { withIgnores } from '../review/ignored.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';
import { messages as texts } from '../review/wording.ts';

type Work = Exclude<Command, { kind: 'help' | 'not-understood' }>;
type Answer = Promise<Result<Reply, GithubProblem>>;
/** `job`: with what the command changes of it, not given: nothing. `last`: what is done once the answer is written. */
export type CarriedOut = Readonly<{ reply: Reply; job?: Job; last?: (amend: Amend) => Promise<Status> }>;
/** Replaces what was answered. */
export type Amend = (reply: Reply) => Promise<void>;

/** A fix that is asked for by name is not held up by others. */
const mostNamed = 1000;

export async function carryOut(session: Session, command: Work, job: Job): Promise<Result<CarriedOut, GithubProblem>> {
  if (command.kind === 'ignore') return ignore(session, job, command);
  const reply = await replyTo(session, command, job);
  return reply.ok ? ok({ reply: reply.value }) : reply;
}

async function replyTo(session: Session, command: Exclude<Work, { kind: 'ignore' }>, job: Job): Answer {
  if (command.kind === 'recheck') return recheck(job);
  const found = command.id === null ? ok(null) : findFinding(job.review.plan, command.id);
  if (!found.ok) return ok(notFoundReply(found.problem));
  switch (command.kind) {
    case 'fix':
      return fix(session, job, found.value);
    case 'explain':
      return ok(found.value === null ? notFoundReply(messages.commandNamesNone) : explainReply(found.value, job.words));
    default:
      return assertNever(command);
  }
}

/** The gate is the business of the pull request's own check, not of this run. */
async function recheck(job: Job): Answer {
  const done = await finishReview(job);
  return ok(
    done === status.nothing || done === status.findings
      ? recheckReply(job.review.plan)
      : failureReply(messages.reviewFailed),
  );
}

async function fix(session: Session, job: Job, item: PlannedItem | null): Answer {
  const { plan } = job.review;
  const wanted = item === null ? null : new Set([item.finding, ...item.also].map((finding) => finding.fingerprint));
  const sets = plan.fixes.filter(
    (set) => wanted === null || set.findings.some((finding) => wanted.has(finding.fingerprint)),
  );
  if (sets.length === 0) return ok(noPatchReply(item, job.words));
  const target = targetOf(job);
  if (target === null) return ok(patchReply(sets, job.words));
  const done = await followUps({
    client: session.client,
    target,
    login: session.login,
    most: item === null ? session.inputs.maxFixes : mostNamed,
    isAskedFor: true,
    offers: sets.map((set) => offerOf(set, job.words, target.base, job.review.modeOf)),
    obsolete: () => null,
  });
  return done.ok ? ok(proposalsReply(done.value)) : done;
}

/**
 * At this pull request it counts at once: with the answer, which later runs read, the gate, the outputs, the check run
 * and the thread change. For others the configuration is changed, by a pull request.
 */
async function ignore(
  session: Session,
  job: Job,
  { id, reason }: Extract<Work, { kind: 'ignore' }>,
): Promise<Result<CarriedOut, GithubProblem>> {
  const found = /^F\d+$/i.test(id) ? fail(texts.ignoreByFingerprint) : findFinding(job.review.plan, id);
  if (!found.ok) return ok({ reply: notFoundReply(found.problem) });
  const beyond = await ignoreBeyond(session, job, found.value, reason);
  if (!beyond.ok) return beyond;
  const { author, url } = session.comment;
  const keys = rememberedIn(found.value).map(({ fingerprint }) => plainKey(fingerprint));
  const settled: Job = { ...job, review: withIgnores(job.review, [{ id, keys, reason, author, url }]) };
  const failed = gateOf(settled.review.plan) === status.nothing ? await failedBefore(session, settled) : [];
  const reply = (started: ReadonlySet<FailedJob>): Reply =>
    ignoredReply(
      author,
      reason,
      keys,
      failed?.map((one) => ({ name: one.name, url: jobUrl(settled, one), isStarted: started.has(one) })) ?? null,
      beyond.value,
    );
  const last = async (amend: Amend): Promise<Status> => {
    const done = await finishReview(settled, status.nothing);
    const started = await startAgain(session, settled, failed ?? []);
    if (started.size > 0) await amend(reply(started));
    return done;
  };
  return ok({ reply: reply(new Set()), job: settled, last });
}

/** Null: not known. */
async function failedBefore({ step, client }: Session, { target }: Job): Promise<readonly FailedJob[] | null> {
  const failed = await failedJobs(client, target.repository, target.head, complaintTitle);
  if (failed.ok) return failed.value;
  complain(
    step,
    'notice',
    fill(messages.failedJobsUnread, { why: reasonOf(failed.problem, '`checks: read` and `actions: write`') }),
  );
  return null;
}

/** After the answer, which they read. What cannot be started is for people. */
async function startAgain(
  { step, client }: Session,
  { target }: Job,
  failed: readonly FailedJob[],
): Promise<ReadonlySet<FailedJob>> {
  const started = new Set<FailedJob>();
  for (const one of failed) {
    const again = await runAgain(client, target.repository, one);
    if (again.ok) started.add(one);
    else
      complain(
        step,
        'notice',
        fill(messages.notRunAgain, {
          name: JSON.stringify(one.name),
          why: reasonOf(again.problem, '`actions: write`'),
        }),
      );
  }
  return started;
}

const jobUrl = ({ server, target: { repository } }: Job, { run, id }: FailedJob): string =>
  `${server}/${repository.owner}/${repository.repo}/actions/runs/${run}/job/${id}`;

/** In words: the pull request that changes the configuration, or what to write where there can be none. */
async function ignoreBeyond(
  session: Session,
  job: Job,
  item: PlannedItem,
  reason: string,
): Promise<Result<string, GithubProblem>> {
  const target = targetOf(job);
  if (target === null) return ok(allowWords(item, reason, job.words));
  const proposal: Result<Proposal, string> = ignoreProposal({
    label: target.label,
    finding: item.finding,
    reason,
    author: session.comment.author,
    words: job.words,
    before: job.review.source(configPath),
    mode: job.review.modeOf(configPath),
  });
  if (!proposal.ok) return ok(notFoundReply(proposal.problem).text);
  const pulls = await pullsOfBranch(session.client, job.target.repository, proposal.value.branch, target.base);
  if (!pulls.ok) return pulls;
  const done = await propose({ client: session.client, target, login: session.login }, proposal.value, pulls.value, {
    mayOpen: true,
    isAskedFor: true,
  });
  return done.ok ? ok(fill(texts.ignoreBeyond, { list: proposalsReply([done.value]).text })) : done;
}

/** Null: the head lies in a fork, where this token may not write. */
function targetOf(job: Job): FollowUpTarget | null {
  const { target } = job;
  if (target.kind !== 'pull' || target.isFork) return null;
  return {
    ...target.repository,
    base: target.headRef,
    commit: target.head,
    label: pullLabel(target.number),
    server: job.server,
  };
}
