/**
 * `syncwright gitlab-review`: the review of a merge request in a job of GitLab CI. The report and the Code Quality file
 * are made in any case; the merge request is written to where there is a token for it. What fails there is one line,
 * after the report.
 */
import type { Client } from '../gitlab/client.ts';
import type { CiJob } from '../gitlab/ci.ts';
import type { LocalReview } from '../review/review.ts';
import type { MergeRequest } from '../gitlab/merge-request.ts';
import type { PlatformProblem } from '../platform/problem.ts';
import type { PublishOutcome } from '../review/publish.ts';
import type { Result } from '../base/result.ts';
import type { ReviewWords } from '../review/body.ts';
import { authorizationAs } from '../review/fetching.ts';
import { checkOf } from '../review/check.ts';
import { connect } from '../gitlab/client.ts';
import { diffFileAt } from '../review/diff-lines.ts';
import { gitlabDialect, gitlabPlatform } from '../gitlab/platform.ts';
import { isLoud } from '../review/plan.ts';
import { jobIn, tokenIn } from '../gitlab/ci.ts';
import { ok } from '../base/result.ts';
import { publishReview } from '../review/publish.ts';
import { readAccount, readMergeRequest } from '../gitlab/merge-request.ts';
import { reportStatus } from '../gitlab/statuses.ts';
import { renderGitlab } from '../report/gitlab.ts';
import { settlingWords } from '../review/carry-out.ts';
import type { View } from '../review/view.ts';
import { checkNameOf, viewOf } from '../review/view.ts';
import { visible } from '../report/visible.ts';
import type { Given } from './analysis-options.ts';
import { status, UsageError } from './io.ts';
import type { CliIo } from './io.ts';
import { isCompleteClone, localReview } from './local-review.ts';
import type { LocalReviewFlags } from './local-review.ts';
import { checkWritable, writeOut } from './render.ts';
import { reportText, tellGate } from './review-command.ts';
import { version } from './version.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

export type GitlabFlags = Omit<LocalReviewFlags, 'base' | 'head' | 'format'> &
  Readonly<{ fetch: boolean; tokenEnv: string; codeQuality: string; commitStatus: boolean; drafts: 'review' | 'skip' }>;

/** Longer waits for a rate limit are given up. */
const mostWaitSeconds = 120;

type Session = Readonly<{ client: Client; account: Readonly<{ id: number; login: string }>; request: MergeRequest }>;

export async function gitlabReview(flags: GitlabFlags, command: Given, io: CliIo): Promise<number> {
  const env = io.env ?? {};
  const job = orUsage(jobIn(env));
  const token = orUsage(tokenIn(env, flags.tokenEnv));
  checkWritable(flags.codeQuality);
  const session = token === null ? null : await sessionFor(job, token, io);
  const request = session?.ok === true ? session.value.request : null;
  if (flags.drafts === 'skip' && (request?.isDraft ?? env['CI_MERGE_REQUEST_DRAFT'] === 'true')) {
    io.err(`${messages.gitlabDraft}\n`);
    return status.nothing;
  }
  // GitLab's own diff is between these, and it takes comments on its lines only
  const base = request?.refs?.head === job.head ? request.refs.base : job.base;
  const origin =
    !flags.fetch || job.clone === null || (await isCompleteClone(flags.repo))
      ? null
      : { url: job.clone.url, authorizations: [authorizationAs('gitlab-ci-token', job.clone.token), null] };
  const { review, flags: settled } = await localReview(
    { ...flags, base, head: job.head, format: 'text' },
    command,
    { origin, isApart: true },
    io,
  );
  writeOut(flags.codeQuality, renderGitlab(review.plan.report));
  io.out(reportText(review.plan, review.source, settled, io));
  const gate = tellGate(review.plan, settled, io);
  if (session === null) {
    io.err(`${fill(job.isFork ? messages.gitlabFork : messages.gitlabNoToken, { variable: flags.tokenEnv })}\n`);
    return gate;
  }
  const choices = { paths: [], warpModel: flags.warp, level: flags.level, defines: flags.define };
  const written = session.ok ? await writeReview(job, session.value, review, viewOf(choices), io) : session;
  const reported =
    session.ok && flags.commitStatus
      ? await writeStatus(job, session.value, review, checkNameOf(choices), io)
      : ok(null);
  if (!written.ok) return unwritten(written.problem, review, gate, io);
  return reported.ok ? gate : refused(messages.gitlabNoStatus, reported.problem, gate, io);
}

function orUsage<Value>(result: Result<Value, string>): Value {
  if (result.ok) return result.value;
  throw new UsageError(result.problem);
}

async function sessionFor(job: CiJob, token: string, io: CliIo): Promise<Result<Session, PlatformProblem>> {
  const sleep = (seconds: number): Promise<void> =>
    new Promise((resolve) => {
      setTimeout(resolve, seconds * 1000);
    });
  const client = connect({
    apiUrl: job.apiUrl,
    token,
    fetch,
    userAgent: `syncwright/${version}`,
    mostWaitSeconds,
    sleep: io.sleep ?? sleep,
    log: (line) => io.err(`${visible(line)}\n`),
  });
  const account = await readAccount(client);
  if (!account.ok) return account;
  const request = await readMergeRequest(client, job);
  return request.ok ? ok({ client, account: account.value, request: request.value }) : request;
}

async function writeReview(
  job: CiJob,
  { client, account, request }: Session,
  review: LocalReview,
  view: View,
  io: CliIo,
): Promise<Result<null, PlatformProblem>> {
  if (request.state !== 'opened') {
    io.err(`${fill(messages.gitlabClosed, { number: job.number, state: visible(request.state) })}\n`);
    return ok(null);
  }
  const platform = gitlabPlatform({
    client,
    place: job,
    account,
    request,
    files: (path) => diffFileAt(review.input.changes, path),
  });
  const posted = await publishReview(platform, review.plan, { ...wordsFor(job, review), view });
  if (!posted.ok) return posted;
  const { outcome, settling } = posted.value;
  for (const line of [outcomeWords(outcome), settlingWords(settling)]) if (line !== null) io.err(`${visible(line)}\n`);
  if (settling.problem !== null)
    io.err(`${visible(fill(messages.gitlabNotUpdated, { why: settling.problem.text }))}\n`);
  return ok(null);
}

async function writeStatus(
  { pipeline }: CiJob,
  { client, request }: Session,
  review: LocalReview,
  ownName: string,
  io: CliIo,
): Promise<Result<null, PlatformProblem>> {
  const { conclusion } = review.plan;
  const { name, title } = checkOf(review.plan, {
    source: review.source,
    address: null,
    fixesBy: 'diff',
    dialect: gitlabDialect,
    checkName: ownName,
  });
  const done = await reportStatus(client, pipeline, {
    state: conclusion === 'failure' ? 'failed' : 'success',
    name,
    description: visible(title),
    url: request.url,
  });
  if (done.ok && done.value === 'written')
    io.err(`${fill(messages.gitlabStatus, { commit: pipeline.sha.slice(0, 12) })}\n`);
  return done.ok ? ok(null) : done;
}

/** Findings decide first; where nothing was to be said, nothing is lost either. */
const unwritten = (problem: PlatformProblem, { plan }: LocalReview, gate: number, io: CliIo): number =>
  refused(messages.gitlabNotWritten, problem, gate, io, plan.items.some(isLoud));

function refused(message: `${string}{why}`, problem: PlatformProblem, gate: number, io: CliIo, isLost = true): number {
  io.err(`${visible(fill(message, { why: problem.text }))}\n`);
  if (gate !== status.nothing || !isLost) return gate;
  return problem.kind === 'unavailable' || problem.kind === 'rate-limited' || problem.kind === 'unexpected'
    ? status.fault
    : status.usage;
}

function wordsFor(job: CiJob, { plan, source }: LocalReview): ReviewWords {
  const blob = job.projectUrl === null ? null : `${job.projectUrl}/-/blob/${plan.head}`;
  return {
    source,
    fixesBy: 'diff',
    dialect: gitlabDialect,
    address:
      blob === null ? null : (file, line) => `${blob}/${file.split('/').map(encodeURIComponent).join('/')}#L${line}`,
  };
}

function outcomeWords(outcome: PublishOutcome): string {
  switch (outcome.kind) {
    case 'silent':
      return messages.gitlabSilent;
    case 'said-before':
      return messages.gitlabSaidBefore;
    case 'moved':
      return messages.gitlabMoved;
    case 'posted':
      return fill(messages.gitlabWritten, {
        url: outcome.url,
        comments: outcome.comments,
        moved: outcome.moved === 0 ? '' : fill(messages.gitlabRefused, { moved: outcome.moved }),
      });
  }
}
