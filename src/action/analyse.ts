/**
 * The analysis of a target in a clone that has all it needs, with what inputs and configuration say: in processes
 * without the token.
 */
import type { EngineOptions } from '../engine.ts';
import type { Git } from '../review/git.ts';
import type { Inputs } from './inputs.ts';
import type { LocalReview } from '../review/review.ts';
import type { Result } from '../base/result.ts';
import type { ReviewPolicy } from '../review/policy.ts';
import type { Step } from './step.ts';
import type { Target } from './event.ts';
import { crewOf } from '../review/crew.ts';
import { debug } from './step.ts';
import { defaultLimits } from '../review/analysis.ts';
import { fail, ok } from '../base/result.ts';
import { limitedBy } from '../review/policy.ts';
import { pathFilter } from '../config/globs.ts';
import { runLocalReview } from '../review/review.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** The problem is one line for the user. */
export async function analyse(
  step: Step,
  inputs: Inputs,
  policy: ReviewPolicy,
  target: Target,
  clone: string,
  git?: Git,
): Promise<Result<LocalReview, string>> {
  const options: EngineOptions = {
    kernel: null,
    block: null,
    grid: null,
    params: new Map(),
    assumes: [],
    defines: inputs.defines,
    includeDirs: inputs.includeDirs,
    warpModel: inputs.warpModel,
    level: inputs.level,
    timeoutSeconds: inputs.timeoutSeconds,
    repair: true,
    stated: policy.config.stated,
    ...(inputs.compileCommands === null ? {} : { compileCommands: inputs.compileCommands }),
    ...(policy.config.maxBytes === null ? {} : { maxBytes: policy.config.maxBytes }),
  };
  const crew = crewOf({
    openEngine: step.openEngine,
    openWorker: step.openWorker,
    mostWorkers: step.cores,
    isApart: true,
  });
  try {
    const review = await runLocalReview({
      repo: clone,
      ...(git === undefined ? {} : { git }),
      base: target.kind === 'branch' ? null : target.base,
      head: target.head,
      crew,
      options,
      backwards: false,
      settings: {
        failOn: inputs.failOn,
        comments: inputs.comments,
        gateOld: inputs.failOnOld,
        failOnUndecided: inputs.failOnUndecided,
        maxInline: inputs.maxComments,
      },
      limits: limitedBy(
        { ...defaultLimits, tellsRemoved: false, isWanted: pathFilter(inputs.paths) },
        policy,
        inputs.given.has('paths'),
      ),
      policy,
    });
    if (review.ok)
      for (const [name, seconds] of review.value.times)
        debug(step, fill(messages.stageTime, { stage: name, seconds: seconds.toFixed(2) }));
    debug(step, fill(messages.peakMemory, { mib: crew.peakMiB().toFixed(0) }));
    return review.ok ? ok(review.value) : fail(review.problem.text);
  } finally {
    await crew.close();
  }
}
