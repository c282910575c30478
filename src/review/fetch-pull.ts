/**
 * Brings the ends of a pull request into a clone of its base, for a run that was not started by the pull request
 * itself.
 */
import type { Fetching } from './fetching.ts';
import type { GitProblem } from './git.ts';
import type { Result } from '../base/result.ts';
import { fail, ok } from '../base/result.ts';
import { isShallowClone } from './fetching.ts';
import { resolveCommit } from './git.ts';
import { firstDepth } from './history.ts';
import { messages } from './wording.ts';
import { fill } from '../base/message.ts';

export type PullRefs = Readonly<{
  number: number;
  /** The branch it goes into. */ baseRef: string;
  /** The commit that must be there. */ head: string;
}>;

/** The tip of the base branch. The problem is one line for the user. */
export async function fetchPull(
  fetching: Fetching,
  pull: PullRefs,
  depth: 'of the clone' | 'shallow' = 'of the clone',
): Promise<Result<string, GitProblem>> {
  const shallow = depth === 'shallow' ? ok(true) : await isShallowClone(fetching.git);
  if (!shallow.ok) return shallow;
  const place = `refs/syncwright/pull/${pull.number}`;
  const fetched = await fetching.fetch(shallow.value ? [`--depth=${firstDepth}`] : [], [
    `+refs/pull/${pull.number}/head:${place}/head`,
    `+refs/heads/${pull.baseRef}:${place}/base`,
  ]);
  if (!fetched.ok)
    return fail({ ...fetched.problem, text: fill(messages.pullNotFetched, { problem: fetched.problem.text }) });
  const head = await resolveCommit(fetching.git, pull.head);
  return head.ok
    ? resolveCommit(fetching.git, `${place}/base`)
    : fail({ kind: 'missing-revision', text: messages.movedDuringFetch });
}
