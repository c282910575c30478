/**
 * A pull request analysed once more, for mode `publish`: what a stranger's run says of it is not believed. Its commits
 * are fetched as data into a repository of their own, nothing is checked out, and the processes that read them have no
 * token.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import type { Finding, Fix } from '../verdict/finding.ts';
import type { Inputs } from './inputs.ts';
import type { LocalReview } from '../review/review.ts';
import type { Result } from '../base/result.ts';
import type { ReviewInput } from '../review/plan.ts';
import type { ReviewPolicy } from '../review/policy.ts';
import type { Step } from './step.ts';
import type { Target } from './event.ts';
import { analyse } from './analyse.ts';
import { askGit, gitIn } from '../review/git.ts';
import { completeClone } from '../review/complete.ts';
import { fail, ok } from '../base/result.ts';
import { fetchPull } from '../review/fetch-pull.ts';
import { fetchingOf } from './checkout.ts';
import { isSourceFile } from '../review/paths.ts';
import { planReview } from '../review/plan.ts';
import { policyAt } from '../review/policy.ts';
import { repositoryPath } from '../review/positions.ts';
import { settledInputs } from './inputs.ts';

export type PullTarget = Extract<Target, { kind: 'pull' }>;
export type Again = Readonly<{
  review: LocalReview;
  /** With what the configuration of the base says. */ inputs: Inputs;
  policy: ReviewPolicy;
  target: PullTarget;
}>;
/** `use`: what is done with it while its texts can be read. The problem is one line for the user. */
export type ReviewAgain = <Value>(
  step: Step,
  given: Inputs,
  pull: PullTarget,
  use: (again: Again) => Promise<Value>,
) => Promise<Result<Value, string>>;

export const reviewAgain: ReviewAgain = async (step, given, pull, use) => {
  const folder = mkdtempSync(join(tmpdir(), 'syncwright-publish-'));
  try {
    const again = await reviewIn(folder, step, given, pull);
    return again.ok ? ok(await use(again.value)) : again;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

async function reviewIn(folder: string, step: Step, given: Inputs, pull: PullTarget): Promise<Result<Again, string>> {
  const made = await askGit(gitIn(folder), ['init', '--quiet', '--bare', '--template=']);
  if (!made.ok) return fail(made.problem.text);
  const fetching = await fetchingOf(step, given, pull.repository, folder);
  const base = await fetchPull(fetching, { number: pull.number, baseRef: pull.baseRef, head: pull.head }, 'shallow');
  if (!base.ok) return fail(base.problem.text);
  const target: PullTarget = { ...pull, base: base.value };
  const completed = await completeClone(fetching, { base: target.base, head: target.head });
  if (!completed.ok) return fail(completed.problem.text);
  const policy = await policyAt(fetching, target.base);
  if (!policy.ok) return policy;
  const inputs = settledInputs(given, policy.value.config);
  const review = await analyse(step, inputs, policy.value, target, folder, fetching.git);
  return review.ok ? ok({ review: withPatchesOfDiff(review.value), inputs, policy: policy.value, target }) : review;
}

/**
 * A patch of a file that the pull request does not change, or that is no source, is not its reviewer's to press a
 * button for.
 */
function withPatchesOfDiff(review: LocalReview): LocalReview {
  const changed = new Set(review.input.changes.map(({ headPath }) => headPath));
  const fits = (fix: Fix): boolean =>
    fix.edits.map((edit) => repositoryPath(edit.file)).every((path) => changed.has(path) && isSourceFile(path));
  const known = new Map<Finding, Finding>();
  const without = (finding: Finding): Finding => {
    const made = known.get(finding) ?? {
      ...finding,
      fix: finding.fix !== null && fits(finding.fix) ? finding.fix : null,
      alternatives: finding.alternatives.filter(fits),
    };
    known.set(finding, made);
    return made;
  };
  const { report, compared } = review.input;
  const input: ReviewInput = {
    ...review.input,
    report: {
      ...report,
      kernels: report.kernels.map((kernel) => ({ ...kernel, findings: kernel.findings.map(without) })),
    },
    compared: {
      fresh: compared.fresh.map(without),
      old: compared.old.map(without),
      fixed: compared.fixed,
      regressions: new Set([...(compared.regressions ?? [])].map(without)),
    },
  };
  return { ...review, input, plan: planReview(input) };
}
