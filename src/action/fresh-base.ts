/**
 * The tip of a pull request's base branch, instead of the commit that the event calls its base: that one is stale after
 * a change of the base, and when a workflow is run again, and what others merged meanwhile would be blamed on the pull
 * request. But once the pull request itself is merged, the tip has all of it: compared with that, nothing would be
 * changed, and each of its races would count as gone.
 */
import type { Fetching } from '../review/fetching.ts';
import type { Git } from '../review/git.ts';
import type { Step } from './step.ts';
import type { Target } from './event.ts';
import { fetchBranch } from '../review/history.ts';
import { mergeBaseOf, resolveCommit } from '../review/git.ts';
import { say } from './step.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/**
 * A clone with all branches was fetched in this run, and has the tip, which the event's commit leads to; a workspace
 * that is used again may have an older one, and the tip is asked for. Where it cannot be had, the event's commit has to
 * do.
 */
export async function withFreshBase(step: Step, fetching: Fetching, target: Target): Promise<Target> {
  if (target.kind !== 'pull' || target.isClosed) return target;
  const known = await resolveCommit(fetching.git, `refs/remotes/origin/${target.baseRef}`);
  const isNewer = known.ok && (await fetching.git(['merge-base', '--is-ancestor', target.base, known.value]));
  const tip =
    known.ok && isNewer !== false && isNewer.ok && isNewer.value.status === 0
      ? known
      : await fetchBranch(fetching, target.baseRef);
  if (tip.ok) return { ...target, base: tip.value };
  // any other problem is one of the clone itself, which is refused next
  if (tip.problem.kind === 'not-fetched')
    say(step, fill(messages.staleBase, { commit: target.base.slice(0, 12), why: tip.problem.text }));
  return target;
}

/**
 * The target as it is compared: where the fresh base already has the head, as after a merge, with what it was before
 * that. Needs a clone that has both ends of `target` and what lies between them.
 */
export async function beforeItsMerge(step: Step, { git }: Fetching, asked: Target, target: Target): Promise<Target> {
  if (asked.kind !== 'pull' || target.kind !== 'pull' || asked.base === target.base) return target;
  const common = await mergeBaseOf(git, target.base, target.head);
  if (!common.ok || common.value !== target.head) return target;
  const base = (await tipBefore(git, target.head, target.base)) ?? asked.base;
  say(step, fill(messages.mergedAlready, { branch: target.baseRef, commit: base.slice(0, 12) }));
  return { ...target, base };
}

/**
 * The tip that a branch had before a commit came into it by a merge: the first parent of the merge. Null: it came
 * otherwise (the branch was moved to it), and then the base that the event names has to do, which may be older than
 * what the pull request itself took from the branch.
 *
 *   tip  o--M--b--o      M^1 = b
 *   head    h--o--+
 */
async function tipBefore(git: Git, head: string, tip: string): Promise<string | null> {
  const since = await git(['rev-list', '--first-parent', '--ancestry-path', tip, `^${head}`]);
  const merge =
    since.ok && since.value.status === 0 ? (since.value.out.toString('utf8').trim().split('\n').at(-1) ?? '') : '';
  const before = merge === '' ? null : await resolveCommit(git, `${merge}^1`);
  return before?.ok === true && before.value !== head ? before.value : null;
}
