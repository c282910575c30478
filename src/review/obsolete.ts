/** When a follow-up pull request has nothing left to fix: its finding is gone, and the kernel was decided. Pure. */
import type { ReviewPlan } from './plan.ts';
import { baseName } from '../base/kernel-name.ts';
import { hashOf, plainKey } from '../platform/markers.ts';
import { repositoryPath } from './positions.ts';
import { isDecided } from '../verdict/decided.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/**
 * What a run looked at: the kernels that a pull request touches, those that a push touches, or all. A kernel that is
 * not in the report says something in the first case (the pull request changes it no more) and in the last (it is no
 * more).
 */
type Scope = 'pull' | 'range' | 'whole';

/** A kernel without its template arguments and lines, as one word. */
export const kernelKey = (file: string, kernel: string): string =>
  hashOf(`${repositoryPath(file)}\n${baseName(kernel)}`).slice(0, 16);

/** The test for `FollowUpRequest.obsolete`: one sentence, or null where the follow-up may still be needed. */
export function obsoleteIn(
  plan: Pick<ReviewPlan, 'report' | 'isComplete' | 'head'>,
  scope: Scope,
): (key: string, kernel: string | null) => string | null {
  const present = new Set(
    plan.report.kernels.flatMap((kernel) => kernel.findings.map((finding) => plainKey(finding.fingerprint))),
  );
  return (key, kernel) => {
    if (present.has(key)) return null;
    const same = plan.report.kernels.filter((one) => kernelKey(one.span.file, one.name) === kernel);
    const isGone =
      same.length > 0
        ? same.every(isDecided)
        : plan.isComplete && scope !== 'range' && plan.report.kernels.every(isDecided);
    return isGone ? fill(messages.goneAt, { commit: plan.head.slice(0, 12) }) : null;
  };
}
