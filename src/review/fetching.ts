/**
 * Fetching what a clone lacks: from where, and with which right. Objects only: nothing is checked out, no hook, filter,
 * submodule or maintenance runs. The token is in the environment of that one git process: not on its command line,
 * which others can read, and not in the clone's configuration.
 *
 * Why git's own credential helpers and ssh are never used, on the command line either: both are programs that the
 * configuration of the clone may name, and the clone may be a stranger's. So `syncwright review` fetches over HTTP(S),
 * with a token of the environment (or with none, from what is public), or from a folder of this machine. Who needs more
 * fetches first, by `git fetch`.
 */
import type { Access, Git, GitProblem } from './git.ts';
import type { Result } from '../base/result.ts';
import { askGit, gitIn, remoteName } from './git.ts';
import { fail, ok } from '../base/result.ts';
import { messages } from './wording.ts';

/** `authorizations`: values of the header `Authorization`, in the order in which they are tried; null: no header. */
export type Origin = Readonly<{ url: string; authorizations: readonly (string | null)[] }>;

export type Fetching = Readonly<{
  /** A folder of the clone. */
  repo: string;
  /** For what needs no fetching. */
  git: Git;
  /** Whether it was made with a filter, and promises objects that it does not have. */
  isPartial: boolean;
  /** False: nothing may be fetched, and nothing is tried; what is missing is reported where it is looked up. */
  mayFetch: boolean;
  /**
   * `git fetch` with these options and references; those of the input are objects, and what the clone has is not
   * compared with them. The problem's text says why it failed.
   */
  fetch: (
    options: readonly string[],
    references: readonly string[],
    input?: string,
  ) => Promise<Result<null, GitProblem>>;
  /** Whether the remote answers. Fetches nothing. */
  reach: () => Promise<Result<null, GitProblem>>;
}>;

/** Where missing revisions are kept, so that later fetches know of them. */
export const fetchedRef = (commit: string): string => `refs/syncwright/fetched/${commit}`;

/** `origin`: in words, why it cannot be fetched from; null: nothing may be fetched. */
export async function fetchingFor(repo: string, origin: Origin | string | null): Promise<Fetching> {
  const git = gitIn(repo);
  const isPartial = await isPartialClone(git);
  let known: readonly (string | null)[] = origin === null || typeof origin === 'string' ? [] : origin.authorizations;
  /** What is refused with one right is tried with the next; what was accepted is used from then on. */
  const ask = async (args: readonly string[], input?: string): Promise<Result<null, GitProblem>> => {
    if (origin === null || typeof origin === 'string')
      return fail({ kind: 'not-fetched', text: origin ?? messages.mayNotFetch });
    let first: GitProblem | null = null;
    for (const authorization of known) {
      const access: Access = { url: origin.url, authorization, isPartial, isNamed: input !== undefined };
      const answer = await repeatedly(() =>
        askGit(gitIn(repo, access), args, [0], input === undefined ? {} : { input }),
      );
      if (answer.ok) {
        known = [authorization];
        return ok(null);
      }
      first ??= { kind: 'not-fetched', text: fetchWords(answer.problem.text) };
    }
    return fail(first ?? { kind: 'not-fetched', text: messages.noAuthorization });
  };
  return {
    repo,
    git,
    isPartial,
    mayFetch: origin !== null,
    fetch: (options, references, input) =>
      ask(
        [
          'fetch',
          '--quiet',
          '--force',
          '--no-tags',
          '--no-prune',
          '--no-recurse-submodules',
          '--no-write-fetch-head',
          '--no-auto-maintenance',
          '--upload-pack=git-upload-pack',
          ...options,
          ...(input === undefined ? [] : ['--stdin']),
          '--end-of-options',
          remoteName,
          ...references,
        ],
        input,
      ),
    reach: () => ask(['ls-remote', '--quiet', '--upload-pack=git-upload-pack', '--end-of-options', remoteName, 'HEAD']),
  };
}

/** Waits before a server that does not answer properly is asked again: a fetch reads only. */
const waitsInSeconds = [1, 2, 4] as const;

async function repeatedly<Value>(ask: () => Promise<Result<Value, GitProblem>>): Promise<Result<Value, GitProblem>> {
  let answer = await ask();
  for (const seconds of waitsInSeconds) {
    if (
      answer.ok ||
      !/returned error: (?:5\d\d|429)|Connection reset|Empty reply from server|early EOF/.test(answer.problem.text)
    )
      break;
    await new Promise((resolve) => {
      setTimeout(resolve, seconds * 1000);
    });
    answer = await ask();
  }
  return answer;
}

/** Git's own words for the two things that a person can change, made plain. */
function fetchWords(text: string): string {
  if (/could not read (?:Username|Password)|Authentication failed|returned error: 401/.test(text))
    return messages.tokenNeeded;
  if (/returned error: 403/.test(text)) return messages.tokenRefused;
  return text;
}

export async function isPartialClone(git: Git): Promise<boolean> {
  const answer = await git([
    'config',
    '--get-regexp',
    '^(extensions\\.partialclone|remote\\..*\\.(promisor|partialclonefilter))$',
  ]);
  return answer.ok && answer.value.status === 0;
}

/** Whether the clone lacks the history behind its commits. */
export async function isShallowClone(git: Git): Promise<Result<boolean, GitProblem>> {
  const answer = await askGit(git, ['rev-parse', '--is-shallow-repository']);
  return answer.ok ? ok(answer.value.out.toString('utf8').trim() === 'true') : answer;
}

/** `server`: `https://github.com`. */
export type ServerToken = Readonly<{ server: string; token: string }>;

export const authorizationAs = (user: string, token: string): string =>
  `basic ${Buffer.from(`${user}:${token}`).toString('base64')}`;
/** GitHub takes a token as the password of any user. */
export const authorizationOf = (token: string): string => authorizationAs('x-access-token', token);

/**
 * The header that actions/checkout leaves for later steps: in the configuration of the clone or, since version 6, in a
 * file that it includes. It is data: only a header of this form is taken.
 */
export async function authorizationOfCheckout(repo: string, server: string): Promise<string | null> {
  const answer = await gitIn(repo)(['config', '--includes', '-z', '--get-all', `http.${server}/.extraheader`]);
  if (!answer.ok || answer.value.status !== 0) return null;
  const headers = answer.value.out
    .toString('utf8')
    .split('\0')
    .flatMap((line) => /^authorization: ((?:basic|bearer) [\w+/=.~-]{1,8000})$/i.exec(line)?.[1] ?? []);
  return headers.at(-1)?.replace(/^\w+/, (word) => word.toLowerCase()) ?? null;
}

/** `remote.origin.url` of a clone, or in words why it is not fetched from. The token goes to its server alone. */
export async function originOfClone(repo: string, { server, token }: ServerToken): Promise<Origin | string> {
  const answer = await gitIn(repo)(['config', '--get', 'remote.origin.url']);
  const url = answer.ok && answer.value.status === 0 ? answer.value.out.toString('utf8').replace(/\r?\n$/, '') : '';
  if (url === '') return messages.noOrigin;
  if (/[\u0000-\u001f\u007f]/.test(url)) return messages.badOrigin;
  if (/^(?:file:\/\/)?\//.test(url)) return { url, authorizations: [null] };
  // A name and password in the address would be shown in errors of git's.
  if (!/^https?:\/\/[^/@]+\//.test(url)) return messages.otherOrigin;
  return {
    url,
    authorizations: token !== '' && url.startsWith(`${server}/`) ? [authorizationOf(token), null] : [null],
  };
}
