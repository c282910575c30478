/** The review of two revisions of a clone, for the commands that make one. */
import { availableParallelism } from 'node:os';
import type { Fetching, Origin } from '../review/fetching.ts';
import type { LocalReview } from '../review/review.ts';
import type { ReviewPolicy } from '../review/policy.ts';
import type { UndecidedGate } from '../config/schema.ts';
import { completeClone, completeFile } from '../review/complete.ts';
import { crewOf } from '../review/crew.ts';
import { defaultLimits } from '../review/analysis.ts';
import { defaultSettings } from '../review/plan.ts';
import { fetchingFor, isPartialClone, isShallowClone } from '../review/fetching.ts';
import { gitIn } from '../review/git.ts';
import { limitedBy, noPolicy, policyAt, policyOf } from '../review/policy.ts';
import { ok } from '../base/result.ts';
import { runLocalReview } from '../review/review.ts';
import { engineOptions, settled } from './analysis-options.ts';
import type { AnalysisFlags, Given } from './analysis-options.ts';
import { UsageError } from './io.ts';
import type { CliIo } from './io.ts';
import type { Format } from './option-values.ts';
import { baselineFor, policyFor } from './policy.ts';
import { progressOn } from './progress.ts';

export type LocalReviewFlags = AnalysisFlags &
  Readonly<{ base: string; head: string; repo: string; failOnUndecided?: UndecidedGate; format: Format }>;

/**
 * The configuration is that of the base, as in the action, so that the answer is the same. `origin`: what the clone
 * lacks is fetched from there. `isApart`: another process analyses, since this one holds a token.
 */
export async function localReview<Flags extends LocalReviewFlags>(
  given: Flags,
  command: Given,
  { origin, isApart }: Readonly<{ origin: Origin | string | null; isApart: boolean }>,
  io: CliIo,
): Promise<Readonly<{ review: LocalReview; flags: Flags }>> {
  const fetching = await fetchingFor(given.repo, origin);
  const completed = await completeClone(fetching, { base: given.base, head: given.head });
  if (!completed.ok) throw new UsageError(completed.problem.text);
  if (completed.value !== null) io.err(`${completed.value}\n`);
  const policy = await reviewPolicy(given, fetching);
  const { config } = policy;
  const flags = {
    ...settled(given, command, config, {
      include: config.includeDirs,
      compileCommands: config.compileCommands,
      root: null,
    }),
    ...(given.format === 'html' ? { stories: true } : {}),
  };
  const commands = await completeFile(fetching, { base: given.base, head: given.head }, flags.compileCommands ?? null);
  if (!commands.ok) throw new UsageError(commands.problem.text);
  const progress = progressOn(io);
  const crew = crewOf({
    openEngine: io.openEngine,
    openWorker: io.openSideWorker,
    mostWorkers: availableParallelism(),
    isApart,
    onProgress: (event) => progress.show(event),
  });
  try {
    const result = await runLocalReview({
      repo: flags.repo,
      base: flags.base,
      head: flags.head,
      crew,
      options: engineOptions(flags),
      settings: {
        failOn: flags.failOn,
        comments: config.comments ?? defaultSettings.comments,
        gateOld: config.failOnOld ?? defaultSettings.gateOld,
        failOnUndecided: flags.failOnUndecided ?? config.failOnUndecided ?? defaultSettings.failOnUndecided,
        maxInline: config.maxComments ?? defaultSettings.maxInline,
      },
      limits: limitedBy(defaultLimits, policy, false),
      policy,
    });
    progress.clear();
    if (!result.ok) throw new UsageError(result.problem.text);
    return { review: result.value, flags };
  } finally {
    progress.clear();
    await crew.close();
  }
}

/** Whether it has all of its history and files. */
export async function isCompleteClone(repo: string): Promise<boolean> {
  const git = gitIn(repo);
  const shallow = await isShallowClone(git);
  return !(shallow.ok && shallow.value) && !(await isPartialClone(git));
}

async function reviewPolicy(
  { config: given, baseline, repo, base }: LocalReviewFlags,
  fetching: Fetching,
): Promise<ReviewPolicy> {
  const policy =
    given === false
      ? ok(noPolicy)
      : given === undefined
        ? await policyAt(fetching, base)
        : await policyOf(policyFor([repo], given).config, given, fetching, base);
  if (!policy.ok) throw new UsageError(policy.problem);
  return baseline === undefined
    ? policy.value
    : {
        ...policy.value,
        baseline: baselineFor({ config: policy.value.config, root: repo, file: policy.value.file }, baseline),
      };
}
