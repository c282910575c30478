/** `syncwright review`: the review of a pull request, on a local clone. Posts nothing; `--dry-run` shows what would be posted. */
import { availableParallelism } from 'node:os';
import type { Report } from '../verdict/finding.ts';
import type { Fetching, Origin } from '../review/fetching.ts';
import type { UndecidedGate } from '../config/schema.ts';
import type { ReviewPlan } from '../review/plan.ts';
import { completeClone, completeFile } from '../review/complete.ts';
import { crewOf } from '../review/crew.ts';
import { renderReview } from '../review/body.ts';
import { planJson, planText } from '../review/plan-text.ts';
import { defaultSettings } from '../review/plan.ts';
import { tallyWords } from '../review/unread.ts';
import { runLocalReview } from '../review/review.ts';
import { defaultLimits } from '../review/analysis.ts';
import { limitedBy, noPolicy, policyAt, policyOf } from '../review/policy.ts';
import type { ReviewPolicy } from '../review/policy.ts';
import { fetchingFor, isPartialClone, isShallowClone, originOfClone } from '../review/fetching.ts';
import { gitIn } from '../review/git.ts';
import { ok } from '../base/result.ts';
import { engineOptions, settled } from './analysis-options.ts';
import type { AnalysisFlags, Given } from './analysis-options.ts';
import { status, UsageError } from './io.ts';
import type { CliIo } from './io.ts';
import type { Format } from './option-values.ts';
import { baselineFor, policyFor } from './policy.ts';
import { progressOn } from './progress.ts';
import { checkPlace, deliver, paintOf, render, tellStatus } from './render.ts';
import type { SourceLookup } from '../report/wording.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

export type ReviewFlags = AnalysisFlags & Readonly<{ base: string; head: string; repo: string; failOnUndecided?: UndecidedGate; fetch: boolean; dryRun?: boolean; format: Format; out?: string }>;

/** The configuration is that of the base, as in the action, so that the answer is the same. */
export async function review(given: ReviewFlags, command: Given, io: CliIo): Promise<number> {
  checkPlace(given.dryRun === true ? 'text' : given.format, given.out, '--out', io);
  const fetching = await fetchingFor(given.repo, given.fetch ? await originOf(given.repo, io) : null);
  const completed = await completeClone(fetching, { base: given.base, head: given.head });
  if (!completed.ok) throw new UsageError(completed.problem.text);
  if (completed.value !== null) io.err(`${completed.value}\n`);
  const policy = await reviewPolicy(given, fetching);
  const { config } = policy;
  const flags = { ...settled(given, command, config, { include: config.includeDirs, compileCommands: config.compileCommands, root: null }), ...(given.format === 'html' ? { stories: true } : {}) };
  const commands = await completeFile(fetching, { base: given.base, head: given.head }, flags.compileCommands ?? null);
  if (!commands.ok) throw new UsageError(commands.problem.text);
  const progress = progressOn(io);
  const crew = crewOf({ openEngine: io.openEngine, openWorker: io.openSideWorker, mostWorkers: availableParallelism(), onProgress: (event) => progress.show(event) });
  try {
    const result = await runLocalReview({
      repo: flags.repo, base: flags.base, head: flags.head, crew, options: engineOptions(flags),
      settings: { failOn: flags.failOn, comments: config.comments ?? defaultSettings.comments, gateOld: config.failOnOld ?? defaultSettings.gateOld, failOnUndecided: flags.failOnUndecided ?? config.failOnUndecided ?? defaultSettings.failOnUndecided, maxInline: config.maxComments ?? defaultSettings.maxInline },
      limits: limitedBy(defaultLimits, policy, false), policy,
    });
    progress.clear();
    if (!result.ok) throw new UsageError(result.problem.text);
    const { plan, source } = result.value;
    deliver(flags.dryRun === true ? dryRunText(plan, source, flags) : reportText(plan, source, flags, io), flags.out, io);
    tellStatus(plan.failing.length, flags.failOn, flags.out, io);
    if (plan.isUndecided) io.err(`${tallyWords(plan.tally)}\n`);
    return plan.conclusion === 'failure' ? status.findings : status.nothing;
  } finally {
    progress.clear();
    await crew.close();
  }
}

/** A clone that is complete is taken as it is, and nothing is asked of its remote. */
async function originOf(repo: string, io: CliIo): Promise<Origin | string | null> {
  const git = gitIn(repo);
  const shallow = await isShallowClone(git);
  const isComplete = !(shallow.ok && shallow.value) && !await isPartialClone(git);
  return isComplete ? null : originOfClone(repo, io.serverToken ?? { server: 'https://github.com', token: '' });
}

async function reviewPolicy({ config: given, baseline, repo, base }: ReviewFlags, fetching: Fetching): Promise<ReviewPolicy> {
  const policy = given === false ? ok(noPolicy) : given === undefined ? await policyAt(fetching, base) : await policyOf(policyFor([repo], given).config, given, fetching, base);
  if (!policy.ok) throw new UsageError(policy.problem);
  return baseline === undefined ? policy.value : { ...policy.value, baseline: baselineFor({ config: policy.value.config, root: repo, file: policy.value.file }, baseline) };
}

function dryRunText(plan: ReviewPlan, source: SourceLookup, flags: ReviewFlags): string {
  const posted = renderReview(plan, { source, address: null, fixesBy: 'diff' });
  if (flags.format === 'json') return `${JSON.stringify(planJson(plan, posted), null, 1)}\n`;
  if (flags.format === 'text') return planText(plan, posted);
  throw new UsageError(fill(messages.dryRunFormats, { format: flags.format }));
}

/** The touched kernels as a report; the findings that the pull request brings are named. */
function reportText(plan: ReviewPlan, source: SourceLookup, flags: ReviewFlags, io: CliIo): string {
  const report: Report = plan.report;
  const text = render(report, flags.format, flags, source, { paint: paintOf(io.color && flags.out === undefined), width: io.width, isReview: true, fails: (finding) => plan.failing.includes(finding), facts: { title: `${flags.head} against ${flags.base}`, commit: flags.head } });
  if (flags.format !== 'text') return text;
  const ids = (state: 'new' | 'old'): string => plan.items.filter((item) => item.state === state).flatMap((item) => [item.finding, ...item.also]).map((finding) => finding.id).join(', ') || 'none';
  return `${text}new: ${ids('new')}; there before: ${ids('old')}; removed: ${plan.fixed.length === 0 ? 'none' : plan.fixed.map((finding) => `${finding.code} in ${finding.kernel}`).join(', ')}\n${plan.notes.map((note) => `note: ${note}\n`).join('')}`;
}
