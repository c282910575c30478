/**
 * What a push that made a branch is compared with: the commit at which it left the default branch; where the clone does not
 * have that, nothing, so that all of it is looked at. A push names only what was there before, and nothing was.
 */
import type { CreatedBranch, Target } from './event.ts';
import { gitIn, mergeBaseOf, resolveCommit } from '../review/git.ts';

export async function targetOfCreated({ repository, head, branch, defaultBranch }: CreatedBranch, workspace: string): Promise<Readonly<{ target: Target; words: string }>> {
  const git = gitIn(workspace);
  const name = branch ?? 'what was pushed';
  const base = branch === defaultBranch ? null : await resolveCommit(git, `refs/remotes/origin/${defaultBranch}`);
  const left = base?.ok === true ? await mergeBaseOf(git, base.value, head) : base;
  if (left?.ok === true) return { target: { kind: 'range', repository, base: left.value, head, branch }, words: `The push created ${name}: it is compared with ${left.value.slice(0, 12)}, where it left ${defaultBranch}.` };
  const why = left === null ? 'it is the default branch' : left.problem.text;
  return { target: { kind: 'branch', repository, head, branch }, words: `The push created ${name}, and there is nothing to compare it with (${why}): all of it is looked at.` };
}
