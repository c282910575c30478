/** The API that the runner names, with the token of the input: GitHub's own, or an enterprise server's. */
import type { Client } from '../github/octokit.ts';
import type { GithubProblem } from '../github/problem.ts';
import type { Inputs } from './inputs.ts';
import type { Result } from '../base/result.ts';
import type { Status, Step } from './step.ts';
import { connect } from '../github/octokit.ts';
import { complain, say, status } from './step.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';
import { withoutTrailing } from '../base/trailing.ts';

/** Longer waits for a rate limit are given up. */
const mostWaitSeconds = 120;

export function connectFor(step: Step, inputs: Inputs): Result<Client, GithubProblem> {
  const { apiUrl, fetch, userAgent, proxy } = step.runner;
  return connect({
    apiUrl,
    fetch,
    userAgent,
    proxy,
    token: inputs.token,
    mostWaitSeconds,
    sleep: step.sleep,
    paced: true,
    log: (line) => say(step, line),
  });
}

/** Where people look at the repository: `https://github.com`, or an enterprise server. */
export function serverOf(step: Step): string {
  const server = withoutTrailing(step.runner.serverUrl, /\//);
  return /^https?:\/\/[\w.:-]+$/.test(server) ? server : 'https://github.com';
}

/** Setting up permissions is the user's; an unreachable GitHub is not; and who locks a conversation wants it so. */
export const failureStatus = ({ kind }: GithubProblem): Status =>
  kind === 'locked'
    ? status.nothing
    : kind === 'unavailable' || kind === 'rate-limited' || kind === 'unexpected'
      ? status.fault
      : status.setup;

/** How loud it is that nothing could be written. */
export const levelOf = ({ kind }: GithubProblem): 'error' | 'notice' => (kind === 'locked' ? 'notice' : 'error');

/** Why GitHub did not do it, with the permissions that the token lacks where that is the reason (empty: any). */
export function reasonOf(problem: GithubProblem, permissions: string): string {
  return problem.kind === 'forbidden' && permissions !== ''
    ? fill(messages.lacksPermission, { permissions, detail: detailOf(problem) })
    : problem.text;
}

const detailOf = ({ detail }: GithubProblem): string => (detail === '' ? '' : fill(messages.githubDetail, { detail }));

/** A right that is missing costs what needs it, and nothing else; a GitHub that does not answer fails the run. */
export function unwritten(step: Step, what: string, permissions: string, problem: GithubProblem): Status {
  const isRefusal =
    problem.kind === 'forbidden' ||
    problem.kind === 'locked' ||
    problem.kind === 'missing' ||
    problem.kind === 'unauthorized';
  const why = problem.kind === 'missing' ? `${problem.text}${detailOf(problem)}` : reasonOf(problem, permissions);
  complain(step, isRefusal ? 'warning' : 'error', fill(messages.cannotWrite, { what, why }));
  return isRefusal ? status.nothing : failureStatus(problem);
}
