/**
 * What a push that made a branch is compared with: the commit at which it left the default branch; where there is none,
 * nothing, so that all of it is looked at. A push names only what was there before, and nothing was.
 */
import type { CreatedBranch, Target } from './event.ts';
import type { Fetching } from '../review/fetching.ts';
import type { GitProblem } from '../review/git.ts';
import type { Result } from '../base/result.ts';
import { fetchBranch, reachHistory } from '../review/history.ts';
import { mergeBaseOf, resolveCommit } from '../review/git.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** `how`: a branch whose old commit is gone is looked at as if it were new, and not called so. */
export async function targetOfCreated(
  { repository, head, branch, defaultBranch }: CreatedBranch,
  fetching: Fetching,
  how: 'created' | 'rewritten' = 'created',
): Promise<Readonly<{ target: Target; words: string }>> {
  const name = branch ?? messages.aTag;
  const words =
    how === 'created'
      ? { fromDefault: messages.createdFromDefault, alone: messages.createdAlone }
      : { fromDefault: messages.rewrittenFromDefault, alone: messages.rewrittenAlone };
  const left = branch === defaultBranch ? null : await whereItLeft(fetching, defaultBranch, head);
  if (left?.ok === true)
    return {
      target: { kind: 'range', repository, base: left.value, head, branch },
      words: fill(words.fromDefault, { name, commit: left.value.slice(0, 12), branch: defaultBranch }),
    };
  const why = left === null ? messages.isDefaultBranch : left.problem.text;
  return { target: { kind: 'branch', repository, head, branch }, words: fill(words.alone, { name, why }) };
}

async function whereItLeft(
  fetching: Fetching,
  defaultBranch: string,
  head: string,
): Promise<Result<string, GitProblem>> {
  const known = await resolveCommit(fetching.git, `refs/remotes/origin/${defaultBranch}`);
  const tip = known.ok ? known : await fetchBranch(fetching, defaultBranch);
  if (!tip.ok) return tip;
  const history = await reachHistory(fetching, { base: tip.value, head });
  if (!history.ok) return history;
  return history.value.mergeBase === null
    ? mergeBaseOf(fetching.git, tip.value, head)
    : { ok: true, value: history.value.mergeBase };
}
