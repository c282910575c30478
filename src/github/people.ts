/** What an account may do in a repository. */
import type { Client, Repo } from './octokit.ts';
import type { GithubProblem } from './problem.ts';
import type { Result } from '../base/result.ts';
import { ok } from '../base/result.ts';

/**
 * Whether an account may write to the repository. GitHub folds its roles into `admin`, `write`, `read` and `none`; what
 * is not known, or not there, may not.
 * https://docs.github.com/en/rest/collaborators/collaborators#get-repository-permissions-for-a-user
 */
export async function mayWrite(client: Client, repo: Repo, login: string): Promise<Result<boolean, GithubProblem>> {
  const answer = await client.rest((api) => api.repos.getCollaboratorPermissionLevel({ ...repo, username: login }));
  if (!answer.ok) return answer.problem.kind === 'missing' || answer.problem.kind === 'forbidden' ? ok(false) : answer;
  const { permission, user } = answer.value;
  const isSameAccount = user?.login.toLowerCase() === login.toLowerCase();
  return ok(isSameAccount && (permission === 'admin' || permission === 'write'));
}
