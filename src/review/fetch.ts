/**
 * Brings the commits of a pull request into a clone of its base, as objects only: nothing is checked out, no hook, filter,
 * submodule or maintenance runs. From the server that the runner names, with the token in the environment of this one
 * process: not on its command line, which others can read, and not in the clone's configuration.
 */
import type { GitProblem } from './git.ts';
import type { Result } from '../base/result.ts';
import { askGit, gitIn, resolveCommit } from './git.ts';
import { fail, ok } from '../base/result.ts';

export type PullRefs = Readonly<{ owner: string; repo: string; number: number; /** The branch it goes into. */ baseRef: string; /** The commit that must be there. */ head: string }>;

/** The tip of the base branch. The problem is one line for the user. */
export async function fetchPull(workspace: string, server: string, token: string, pull: PullRefs): Promise<Result<string, GitProblem>> {
  const local = gitIn(workspace);
  const shallow = await isShallowClone(workspace);
  if (!shallow.ok) return shallow;
  const place = `refs/syncwright/pull/${pull.number}`;
  const fetched = await askGit(gitIn(workspace, { server, token }), [
    'fetch', '--quiet', '--force', '--no-tags', '--no-recurse-submodules', '--no-write-fetch-head', '--no-auto-maintenance', ...(shallow.value ? ['--unshallow'] : []),
    '--end-of-options', `${server}/${pull.owner}/${pull.repo}.git`, `+refs/pull/${pull.number}/head:${place}/head`, `+refs/heads/${pull.baseRef}:${place}/base`,
  ]);
  if (!fetched.ok) return fail({ ...fetched.problem, text: `the commits of the pull request cannot be fetched: ${fetched.problem.text}` });
  const head = await resolveCommit(local, pull.head);
  return head.ok ? resolveCommit(local, `${place}/base`) : fail({ kind: 'missing-revision', text: 'the pull request moved while its commits were fetched' });
}

/** Whether the clone lacks the history behind its commits. */
export async function isShallowClone(workspace: string): Promise<Result<boolean, GitProblem>> {
  const answer = await askGit(gitIn(workspace), ['rev-parse', '--is-shallow-repository']);
  return answer.ok ? ok(answer.value.out.toString('utf8').trim() === 'true') : answer;
}
