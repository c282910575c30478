/** One run of the action: inputs, event, local review, then what the mode does with it. */
import type { Inputs, readInputs } from './inputs.ts';
import type { Place } from './checkout.ts';
import type { Ends } from '../review/history.ts';
import type { Fetching } from '../review/fetching.ts';
import type { LocalReview } from '../review/review.ts';
import type { Result } from '../base/result.ts';
import type { ReviewWords } from '../review/body.ts';
import type { RunEvent } from './runner.ts';
import type { Status, Step } from './step.ts';
import type { CreatedBranch, Target } from './event.ts';
import { complain, refuse, say, status } from './step.ts';
import { connectFor, serverOf } from './connection.ts';
import { keptAlerts } from './alerts.ts';
import { analyse } from './analyse.ts';
import { completeClone, completeFile } from '../review/complete.ts';
import { fail, ok } from '../base/result.ts';
import { fetchingOf, placeOf, sayFetched } from './checkout.ts';
import { finishAnalyze } from './analyze-mode.ts';
import { finishClosed, finishFix } from './fix-mode.ts';
import { finishPublish } from './publish-mode.ts';
import { finishReview, sayGate } from './review-mode.ts';
import { reachHistory } from '../review/history.ts';
import { resolveCommit } from '../review/git.ts';
import { leaveResults, resultsOf } from './results.ts';
import { planLines } from '../review/plan-text.ts';
import { readEvent } from './event.ts';
import type { ReviewPolicy } from '../review/policy.ts';
import { policyAt, withReportSet } from '../review/policy.ts';
import { withIgnoresOf } from './ignores.ts';
import { readAuditEvent } from './audit-event.ts';
import { settledInputs } from './inputs.ts';
import { runAudit, runAuditMerge, runAuditPlan } from './audit-mode.ts';
import { runCommand } from './command-mode.ts';
import { targetOfCreated } from './created-branch.ts';
import { runDoctor } from './doctor-mode.ts';
import { checkNameOf, viewOf } from '../review/view.ts';
import { wordsFor } from './words.ts';
import { summaryMarkdown } from '../review/body.ts';
import { beforeItsMerge, withFreshBase } from './fresh-base.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

export type Job = Readonly<{
  step: Step;
  inputs: Inputs;
  target: Target;
  policy: ReviewPolicy;
  review: LocalReview;
  words: ReviewWords;
  server: string;
}>;

/** Gives the exit status. Every mistake in the set-up is one line. */
export async function runAction(step: Step, inputs: ReturnType<typeof readInputs>): Promise<Status> {
  if (!inputs.ok) return refuse(step, inputs.problem);
  if (inputs.value.mode === 'doctor') return runDoctor(step, inputs.value);
  const { event } = step.runner;
  if (inputs.value.mode === 'command') return command(step, inputs.value);
  if (!event.ok) return refuse(step, event.problem);
  if (inputs.value.mode === 'publish') return finishPublish(step, inputs.value, event.value);
  if (inputs.value.mode === 'audit' || inputs.value.mode === 'audit-plan' || inputs.value.mode === 'audit-merge')
    return audit(step, inputs.value, event.value);
  const read = readEvent(event.value, step.runner);
  if (!read.ok) return refuse(step, read.problem);
  const place = placeOf(step, inputs.value);
  if (!place.ok) return refuse(step, place.problem);
  if (read.value.kind === 'nothing') {
    say(step, fill(messages.nothingToAnalyse, { why: read.value.why }));
    return status.nothing;
  }
  return runOn(
    step,
    inputs.value,
    read.value.kind === 'created' ? await settledTarget(step, inputs.value, read.value, place.value) : read.value,
    place.value,
  );
}

function command(step: Step, inputs: Inputs): Promise<Status> | Status {
  const place = placeOf(step, inputs);
  return place.ok
    ? runCommand({
        step,
        inputs,
        clone: place.value.clone,
        analyse: (pull) => jobFor(step, inputs, pull, place.value),
        leave: (job) => leave(job, place.value),
      })
    : refuse(step, place.problem);
}

async function settledTarget(step: Step, inputs: Inputs, created: CreatedBranch, { clone }: Place): Promise<Target> {
  const { target, words } = await targetOfCreated(created, await fetchingOf(step, inputs, created.repository, clone));
  say(step, words);
  return target;
}

/** Modes that start from the commits of an event. */
async function runOn(step: Step, inputs: Inputs, target: Target, place: Place): Promise<Status> {
  if (target.kind === 'pull' && target.isDraft === true && !target.isClosed && inputs.drafts === 'skip') {
    say(step, fill(messages.nothingToAnalyse, { why: messages.aDraft }));
    return status.nothing;
  }
  if (inputs.mode === 'fix' && inputs.token === '') return refuse(step, messages.noToken);
  if (target.kind === 'pull' && target.isClosed && inputs.mode === 'fix') {
    const client = connectFor(step, inputs);
    return client.ok ? finishClosed(step, client.value, target, serverOf(step)) : refuse(step, client.problem.text);
  }

  const job = await jobFor(step, inputs, target, place);
  if (!job.ok) return refuse(step, job.problem);
  await leave(job.value, place);
  if (inputs.mode !== 'fix') sayGate(step, job.value.review.plan);
  if (inputs.mode === 'analyze') return finishAnalyze(job.value, place.workspace);
  return inputs.mode === 'fix' ? finishFix(job.value) : finishReview(job.value);
}

async function audit(step: Step, inputs: Inputs, event: RunEvent): Promise<Status> {
  const target = readAuditEvent(event, step.runner);
  if (!target.ok) return refuse(step, target.problem);
  const place = placeOf(step, inputs);
  if (!place.ok) return refuse(step, place.problem);
  const run = inputs.mode === 'audit' ? runAudit : inputs.mode === 'audit-plan' ? runAuditPlan : runAuditMerge;
  return run(step, inputs, target.value, place.value);
}

/** After a forced push the old commit may be gone; it is then as if the branch were new. */
async function withBaseOfPush(step: Step, fetching: Fetching, target: Target): Promise<Target> {
  if (target.kind !== 'range' || target.defaultBranch === undefined) return target;
  const { repository, head, branch, defaultBranch } = target;
  const reached = await reachHistory(fetching, { base: null, head: target.base });
  const there = reached.ok ? await resolveCommit(fetching.git, target.base) : reached;
  if (there.ok) return target;
  say(step, fill(messages.oldCommitGone, { commit: target.base.slice(0, 12) }));
  const made = await targetOfCreated(
    { kind: 'created', repository, head, branch, defaultBranch },
    fetching,
    'rewritten',
  );
  say(step, made.words);
  return made.target;
}

/** Fetches what the clone lacks, and analyses. */
async function jobFor(step: Step, given: Inputs, asked: Target, { clone }: Place): Promise<Result<Job, string>> {
  const fetching = await fetchingOf(step, given, asked.repository, clone);
  const fresh = await withBaseOfPush(step, fetching, await withFreshBase(step, fetching, asked));
  const completed = await complete(step, fetching, fresh);
  if (!completed.ok) return completed;
  const target = await beforeItsMerge(step, fetching, asked, fresh);
  const again = target === fresh ? completed : await complete(step, fetching, target);
  if (!again.ok) return again;
  const ends = again.value;
  const policy = await policyAt(fetching, target.kind === 'branch' ? target.head : target.base);
  if (!policy.ok) return policy;
  const inputs = settledInputs(given, policy.value.config);
  const commands = await completeFile(fetching, ends, inputs.compileCommands);
  if (!commands.ok) return fail(commands.problem.text);
  const analysed = await analyse(step, inputs, policy.value, target, clone, fetching.git);
  if (!analysed.ok) return analysed;
  const review = await withIgnoresOf(step, inputs, target, analysed.value);
  const server = serverOf(step);
  return ok({
    step,
    inputs,
    target,
    policy: policy.value,
    review,
    words: {
      ...wordsFor(review, target, server, inputs.mode === 'fix' ? 'follow-up' : 'diff'),
      view: viewOf(given),
      checkName: checkNameOf(given),
    },
    server,
  });
}

async function complete(step: Step, fetching: Fetching, target: Target): Promise<Result<Ends, string>> {
  const ends: Ends = { base: target.kind === 'branch' ? null : target.base, head: target.head };
  const completed = await completeClone(fetching, ends);
  if (!completed.ok) return fail(completed.problem.text);
  sayFetched(step, completed.value);
  return ok(ends);
}

/** The log, outputs and files of the step. */
async function leave({ step, inputs, target, policy, review, words }: Job, { workspace }: Place): Promise<void> {
  say(step, planLines(review.plan).join('\n'));
  const { report, isComplete, items } = review.plan;
  const silenced = new Set(
    items
      .filter(({ state, finding }) => state === 'new' && finding.suppressed !== undefined)
      .flatMap(({ finding, also }) => [finding, ...also])
      .map(({ fingerprint }) => fingerprint),
  );
  const kept = await keptAlerts(step, inputs, target.repository, {
    report,
    isComplete,
    silenced,
    source: review.source,
  });
  for (const problem of await leaveResults(
    step,
    workspace,
    inputs,
    resultsOf(withReportSet(review, policy), summaryMarkdown(review.plan, words), kept),
  ))
    complain(step, 'warning', problem);
}
