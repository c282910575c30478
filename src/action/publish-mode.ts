/**
 * Mode `publish`: the privileged half of a review of a fork's pull request. It checks out and runs nothing of the pull
 * request; the analysis comes as a file that the fork may have made up. Which pull request it is for is asked of
 * GitHub, by the head repository, branch and commit of the run that ended; what is said of it is found again here, so
 * that no word, finding or patch of the file is believed. The gate fails the run of the analysis, not this step.
 */
import { join, isAbsolute } from 'node:path';
import type { Analysis } from '../review/analysis-read.ts';
import type { AnalysedRun } from './workflow-run.ts';
import type { Client } from '../github/octokit.ts';
import type { GithubProblem } from '../github/problem.ts';
import type { Inputs } from './inputs.ts';
import type { LocalReview } from '../review/review.ts';
import type { PullTarget, ReviewAgain } from './again.ts';
import type { PullState } from '../github/pulls.ts';
import type { Result } from '../base/result.ts';
import type { Status, Step } from './step.ts';
import type { RunEvent } from './runner.ts';
import { analysisLimits } from '../review/analysis-file.ts';
import { complain, refuse, say, status } from './step.ts';
import { connectFor, failureStatus, reasonOf, serverOf } from './connection.ts';
import { fail, ok } from '../base/result.ts';
import { findingsOf, plural } from '../report/wording.ts';
import { finishReview } from './review-mode.ts';
import { reviewAgain } from './again.ts';
import { openPullsFrom } from '../github/pulls.ts';
import { otherBearer } from '../github/shared-heads.ts';
import { planLines } from '../review/plan-text.ts';
import { readAnalysis } from '../review/analysis-read.ts';
import { readUntrusted } from './untrusted-file.ts';
import { readWorkflowRun } from './workflow-run.ts';
import { withIgnoresOf } from './ignores.ts';
import { checkNameOf, viewOf } from '../review/view.ts';
import { wordsFor } from './words.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** `again`: how the pull request is analysed anew. */
export async function finishPublish(
  step: Step,
  inputs: Inputs,
  event: RunEvent,
  again: ReviewAgain = reviewAgain,
): Promise<Status> {
  const about = readWorkflowRun(event, inputs.workflow);
  if (!about.ok) return refuse(step, about.problem);
  if (about.value.kind === 'ignored') return nothing(step, about.value.why);
  const { run } = about.value;
  const analysis = analysisAt(step, inputs, run);
  if (!analysis.ok && analysis.problem === messages.noSuchFile)
    return nothing(step, fill(messages.noAnalysis, { file: inputs.analysisFile }));
  if (!analysis.ok)
    return refuse(step, fill(messages.analysisRejected, { file: inputs.analysisFile, problem: analysis.problem }));
  const client = connectFor(step, inputs);
  if (!client.ok) return refuse(step, client.problem.text);
  const pull = await pullOf(client.value, run, analysis.value.pull);
  if (!pull.ok) return unanswered(step, messages.pullUnknown, '`pull-requests: write`', pull.problem);
  if (pull.value.kind === 'none') return nothing(step, pull.value.why);
  return publish(step, inputs, client.value, run, pull.value.pull, analysis.value, again);
}

async function publish(
  step: Step,
  given: Inputs,
  client: Client,
  run: AnalysedRun,
  pull: PullState,
  analysis: Analysis,
  again: ReviewAgain,
): Promise<Status> {
  const asked: PullTarget = {
    kind: 'pull',
    repository: run.repository,
    number: pull.number,
    base: pull.base.sha,
    baseRef: pull.base.ref,
    head: run.head,
    headRef: pull.head.ref,
    isFork: false,
    isClosed: false,
    isMerged: false,
  };
  const done = await again(step, given, asked, async ({ review: analysed, inputs, policy, target }) => {
    const found = await withIgnoresOf(step, inputs, target, analysed);
    const left = leftOut(analysis, found);
    const review =
      left === 0
        ? found
        : {
            ...found,
            plan: {
              ...found.plan,
              notes: [...found.plan.notes, fill(messages.notFoundAgain, { findings: plural(left, 'finding') })],
            },
          };
    const server = serverOf(step);
    const words = { ...wordsFor(review, target, server, 'diff'), view: viewOf(given), checkName: checkNameOf(given) };
    say(step, planLines(review.plan).join('\n'));
    if (left > 0) complain(step, 'notice', fill(messages.notFoundAgain, { findings: plural(left, 'finding') }));
    const job = { step, inputs, target, policy, review, words, server };
    const shared = inputs.checkRun && review.plan.conclusion !== 'failure' ? await sharedHead(client, run, pull) : null;
    if (shared !== null) complain(step, 'notice', fill(messages.noCheckRun, { why: shared }));
    return finishReview(shared === null ? job : { ...job, inputs: { ...inputs, checkRun: false } }, status.nothing);
  });
  if (done.ok) return done.value;
  complain(step, 'error', fill(messages.notAnalysedAgain, { why: done.problem }));
  return status.fault;
}

/** How many findings the file has, as new ones, that are not there. */
function leftOut({ compared }: Analysis, { plan }: LocalReview): number {
  const there = new Set(findingsOf(plan.report).map(({ fingerprint }) => fingerprint));
  return compared.fresh.filter(({ fingerprint }) => !there.has(fingerprint)).length;
}

/**
 * Why nothing that lets pass may be written on the head; null: it may. The analysis may be made up, and whoever opens a
 * pull request with somebody else's commit as its head must not decide by it what that one's check says. (Branch
 * protection takes `neutral` for passed, too.)
 */
async function sharedHead(client: Client, run: AnalysedRun, pull: PullState): Promise<string | null> {
  const isHere = run.headRepository.owner === run.repository.owner && run.headRepository.repo === run.repository.repo;
  const other = await otherBearer(client, run.repository, run.head, {
    number: pull.number,
    branch: isHere ? run.branch : null,
  });
  if (!other.ok) return fill(messages.maybeSharedHead, { problem: other.problem.text });
  return other.value === null ? null : fill(messages.sharedHead, { commit: run.head.slice(0, 12), other: other.value });
}

function analysisAt(step: Step, inputs: Inputs, run: AnalysedRun): Result<Analysis, string> {
  const path = isAbsolute(inputs.analysisFile) ? inputs.analysisFile : join(step.runner.workspace, inputs.analysisFile);
  const text = readUntrusted(path, analysisLimits.bytes);
  if (!text.ok) return text;
  const analysis = readAnalysis(text.value);
  if (!analysis.ok || analysis.value.head === run.head) return analysis;
  return fail(
    fill(messages.analysisOfOther, { commit: analysis.value.head.slice(0, 12), head: run.head.slice(0, 12) }),
  );
}

type Found = Readonly<{ kind: 'pull'; pull: PullState }> | Readonly<{ kind: 'none'; why: string }>;

/** `claimed`, which the file says, only chooses among pull requests that GitHub names. */
async function pullOf(client: Client, run: AnalysedRun, claimed: number | null): Promise<Result<Found, GithubProblem>> {
  const pulls = await openPullsFrom(client, run.repository, run.headRepository.owner, run.branch);
  if (!pulls.ok) return pulls;
  const none = (why: string): Result<Found, GithubProblem> => ok({ kind: 'none', why });
  const name = `${run.headRepository.owner}/${run.headRepository.repo}`;
  const ofBranch = pulls.value.filter((pull) => pull.head.repository === name && pull.head.ref === run.branch);
  if (ofBranch.length === 0)
    return none(fill(messages.noOpenPull, { branch: JSON.stringify(run.branch), repository: name }));
  const current = ofBranch.filter((pull) => pull.head.sha === run.head);
  if (current.length === 0)
    return none(fill(messages.pullMovedOn, { numbers: numbersOf(ofBranch), commit: run.head.slice(0, 12) }));
  const chosen = claimed === null ? current[0] : current.find((pull) => pull.number === claimed);
  if (chosen === undefined)
    return none(fill(messages.claimedPull, { claimed: claimed ?? 0, numbers: numbersOf(current) }));
  return ok({ kind: 'pull', pull: chosen });
}

function nothing(step: Step, why: string): Status {
  complain(step, 'notice', fill(messages.nothingPublished, { why }));
  return status.nothing;
}

const numbersOf = (pulls: readonly PullState[]): string => pulls.map(({ number }) => `#${number}`).join(', ');

/** `message`: one with a slot for the reason. */
function unanswered(step: Step, message: `${string}{why}`, permissions: string, problem: GithubProblem): Status {
  complain(step, 'error', fill(message, { why: reasonOf(problem, permissions) }));
  return failureStatus(problem);
}
