/**
 * What a token may write, found out without writing: GitHub looks at permissions before it looks at a request, so a
 * request that cannot be carried out is refused as `forbidden` without the permission, and as `invalid` with it.
 */
import type { Client, Repo } from './octokit.ts';
import type { GithubProblem } from './problem.ts';
import type { Result } from '../base/result.ts';
import { mayNotOpenPulls } from './pulls.ts';
import { messages } from './wording.ts';

export type Probe =
  | Readonly<{ kind: 'granted' }>
  | Readonly<{ kind: 'lacking' }>
  /** Permitted to the token, but switched off for actions by a setting of the repository or its organization. */
  | Readonly<{ kind: 'switched-off' }>
  /** GitHub did not say; `because` in one line. */
  | Readonly<{ kind: 'untold'; because: string }>;

const noCommit = '0'.repeat(40);

/** Asks for a branch at a commit that no repository has. */
export const probeContents = async (client: Client, repo: Repo): Promise<Probe> =>
  judged(
    await client.rest((api) => api.git.createRef({ ...repo, ref: 'refs/heads/syncwright/doctor', sha: noCommit })),
  );

/** Asks for a pull request of a branch into itself. */
export const probePulls = async (client: Client, repo: Repo, branch: string): Promise<Probe> =>
  judged(
    await client.rest((api) => api.pulls.create({ ...repo, head: branch, base: branch, title: 'syncwright doctor' })),
  );

/** Asks for a check of a commit that no repository has. */
export const probeChecks = async (client: Client, repo: Repo): Promise<Probe> =>
  judged(await client.rest((api) => api.checks.create({ ...repo, name: 'syncwright', head_sha: noCommit })));

/** Asks for an issue without a title, which every issue needs. */
export async function probeIssues(client: Client, repo: Repo): Promise<Probe> {
  const answer = await client.rest((api) => api.issues.create({ ...repo, title: '' }));
  // also where the repository has no issues
  return !answer.ok && answer.problem.kind === 'missing'
    ? { kind: 'untold', because: answer.problem.text }
    : judged(answer);
}

/** Asks to run a job again that no repository has: who may is told that there is none. */
export async function probeActions(client: Client, repo: Repo): Promise<Probe> {
  const answer = await client.rest((api) => api.actions.reRunJobForWorkflowRun({ ...repo, job_id: 0 }));
  return !answer.ok && answer.problem.kind === 'missing' ? { kind: 'granted' } : judged(answer);
}

/** The setting "Allow GitHub Actions to create and approve pull requests", where the token may read settings. */
export async function probeSetting(client: Client, repo: Repo): Promise<Probe> {
  const answer = await client.rest((api) => api.actions.getGithubActionsDefaultWorkflowPermissionsRepository(repo));
  if (!answer.ok)
    return {
      kind: 'untold',
      because:
        answer.problem.kind === 'forbidden' || answer.problem.kind === 'missing'
          ? messages.noSettings
          : answer.problem.text,
    };
  return { kind: answer.value.can_approve_pull_request_reviews ? 'granted' : 'switched-off' };
}

function judged(answer: Result<unknown, GithubProblem>): Probe {
  if (answer.ok || answer.problem.kind === 'invalid') return { kind: 'granted' };
  if (mayNotOpenPulls(answer.problem)) return { kind: 'switched-off' };
  // A token of a person who may not write is told that there is nothing.
  if (answer.problem.kind === 'forbidden' || answer.problem.kind === 'missing') return { kind: 'lacking' };
  return { kind: 'untold', because: answer.problem.text };
}
