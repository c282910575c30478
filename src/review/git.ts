/**
 * Runs the git binary on a local clone. The clone holds somebody else's text, so git is told to run nothing of it:
 * no hooks, no fsmonitor, no external diff or textconv, no configuration of user or system, no pager, and no fetching
 * but what fetching.ts asks for. Files are read from the object database and never from the work tree, so no symbolic
 * link is ever followed.
 */
import { execFile, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { Result } from '../base/result.ts';
import { fail, ok } from '../base/result.ts';
import { oneLine } from '../base/one-line.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

export type GitProblem = Readonly<{
  kind: 'git-missing' | 'not-a-repository' | 'missing-revision' | 'no-merge-base' | 'not-fetched' | 'git-failed';
  /** One line for the user. */
  text: string;
}>;

/** What `git` answered. Status 1 is an answer of some commands ("nothing found"), not a failure. */
type Answer = Readonly<{ status: number; out: Buffer; error: string }>;
export type Git = (
  args: readonly string[],
  given?: Readonly<{ input?: string; env?: Readonly<Record<string, string>> }>,
) => Promise<Result<Answer, GitProblem>>;

const safety = [
  '-c',
  'core.hooksPath=/dev/null',
  '-c',
  'core.fsmonitor=false',
  '-c',
  'protocol.allow=never',
  '-c',
  'safe.directory=*',
  '-c',
  'core.quotePath=false',
  '-c',
  'diff.suppressBlankEmpty=false',
  '-c',
  'diff.interHunkContext=0',
  '-c',
  'diff.noprefix=false',
  '-c',
  'diff.renameLimit=1000',
  '-c',
  'grep.fullName=true',
  '-c',
  'grep.column=false',
  '-c',
  'color.grep=false',
  '-c',
  'submodule.recurse=false',
  '--no-pager',
  '--no-replace-objects',
];
const maxOutput = 256 * 1024 * 1024;

/** The environment git gets: what it needs to start, and nothing that configures it. */
function gitEnvironment(): Record<string, string> {
  const kept = Object.fromEntries(
    ['PATH', 'Path', 'SystemRoot', 'SYSTEMROOT', 'TEMP', 'TMP', 'TMPDIR'].flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
  return {
    ...kept,
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_ATTR_NOSYSTEM: '1',
  };
}

/**
 * What fetching needs beside a folder. `isPartial`: the clone has promised objects, so that what is fetched may leave
 * files out.
 */
export type Access = Readonly<{
  /** `https://github.com/OWNER/NAME.git` */ url: string;
  /** The value of the header `Authorization`; null: none is sent. */ authorization: string | null;
  isPartial: boolean;
  /** Whether the remote is asked only for objects named to it, so that it need not know what the clone has. */ isNamed: boolean;
}>;

/**
 * The remote of one process. It stands in its environment, and no clone can have settings for a name that is not to be
 * guessed.
 */
export const remoteName = `syncwright-${randomUUID()}`;

/**
 * The header goes to this repository only: it is named by its address, redirects are refused, and headers of the
 * clone's own are dropped. Only the protocol of the address is allowed, and no program is started to ask for a
 * password.
 */
function accessEnvironment({ url, authorization, isPartial, isNamed }: Access): Record<string, string> {
  const header = `http.${url}.extraheader`;
  const protocol = /^(https?):/.exec(url)?.[1] ?? 'file';
  const settings: readonly (readonly [string, string])[] = [
    [`remote.${remoteName}.url`, url],
    ...(isPartial
      ? ([
          [`remote.${remoteName}.promisor`, 'true'],
          [`remote.${remoteName}.partialclonefilter`, 'blob:none'],
        ] as const)
      : []),
    [header, ''],
    ...(authorization === null ? [] : ([[header, `Authorization: ${authorization}`]] as const)),
    ['http.followRedirects', 'false'],
    ['credential.helper', ''],
    [`credential.${url}.helper`, ''],
    ['protocol.version', '2'],
    ['fetch.writeCommitGraph', 'false'],
    ...(isNamed ? ([['fetch.negotiationAlgorithm', 'noop']] as const) : []),
    [`protocol.${protocol}.allow`, 'always'],
  ];
  const kept = Object.fromEntries(
    [
      'HTTP_PROXY',
      'HTTPS_PROXY',
      'ALL_PROXY',
      'NO_PROXY',
      'http_proxy',
      'https_proxy',
      'all_proxy',
      'no_proxy',
      'SSL_CERT_FILE',
      'SSL_CERT_DIR',
      'GIT_SSL_CAINFO',
    ].flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
  return {
    ...kept,
    GIT_ASKPASS: '',
    SSH_ASKPASS: '',
    GIT_CONFIG_COUNT: `${settings.length}`,
    ...Object.fromEntries(
      settings.flatMap(([key, value], k) => [
        [`GIT_CONFIG_KEY_${k}`, key],
        [`GIT_CONFIG_VALUE_${k}`, value],
      ]),
    ),
  };
}

/**
 * One command may take so long: a clone on a slow disk is no reason to end, a filesystem that hangs is. Fetching waits
 * for a server.
 */
const localSeconds = 300;
const fetchSeconds = 900;

/** Git in a folder; with `access` it may also fetch. What stays as it is for the whole run is asked once. */
export function gitIn(
  directory: string,
  access: Access | null = null,
  seconds: number = access === null ? localSeconds : fetchSeconds,
): Git {
  const env = { ...gitEnvironment(), ...(access === null ? {} : accessEnvironment(access)) };
  const known = new Map<string, Answer>();
  const ask = asking(directory, env, seconds);
  return async (args, given = {}) => {
    const key = staysAsItIs(args) ? args.join(' ') : null;
    const before = key === null ? undefined : known.get(key);
    if (before !== undefined) return ok(before);
    const answer = await ask(args, given);
    // what is missing may be fetched later
    if (key !== null && answer.ok && (answer.value.status === 0 || args[0] === 'config')) known.set(key, answer.value);
    return answer;
  };
}

/**
 * Whether an answer that was found holds from then on: where a clone is, how it is configured, and that it has a commit
 * that is named in full.
 */
const staysAsItIs = ([command, ...rest]: readonly string[]): boolean =>
  command === 'config' ||
  (command === 'rev-parse' &&
    ((rest.length === 1 && rest[0] === '--git-dir') ||
      (rest.includes('--git-path') && rest.at(-1) === 'objects') ||
      (rest.includes('--verify') && /^[0-9a-f]{40,64}\^\{commit\}$/.test(rest.at(-1) ?? ''))));

function asking(directory: string, env: Readonly<Record<string, string>>, seconds: number): Git {
  return (args, given = {}) =>
    new Promise((resolve) => {
      const child = execFile(
        'git',
        [...safety, ...args],
        {
          cwd: directory,
          env: { ...env, ...given.env },
          encoding: 'buffer',
          maxBuffer: maxOutput,
          windowsHide: true,
          timeout: seconds * 1000,
          killSignal: 'SIGKILL',
        },
        (error, out, err) => {
          if (error?.signal === 'SIGKILL' && error.killed === true)
            return resolve(
              fail({ kind: 'git-failed', text: fill(messages.gitTimedOut, { command: args[0] ?? '', seconds }) }),
            );
          if (error?.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER')
            return resolve(
              fail({ kind: 'git-failed', text: fill(messages.gitTooLong, { command: args[0] ?? '', maxOutput }) }),
            );
          if (error === null) return resolve(ok({ status: 0, out, error: '' }));
          if (error.code === 'ENOENT')
            return resolve(fail({ kind: 'git-missing', text: fill(messages.gitMissing, { directory }) }));
          if (typeof error.code !== 'number')
            return resolve(fail({ kind: 'git-failed', text: `git ${args[0] ?? ''}: ${oneLine(error.message)}` }));
          return resolve(ok({ status: error.code, out, error: oneLine(err.toString('utf8')) }));
        },
      );
      // What ends before it has read all says so by its status.
      child.stdin?.on('error', () => undefined);
      child.stdin?.end(given.input ?? '');
    });
}

/** The contents of blobs; one that git cannot give is not among them. */
export type ReadBlobs = (blobs: readonly string[]) => ReadonlyMap<string, Buffer>;

/** The same, for some blobs at a time, because the engine reads sources synchronously. */
export function readBlobsIn(directory: string): ReadBlobs {
  return (blobs) => {
    const answer = spawnSync('git', [...safety, 'cat-file', '--batch'], {
      cwd: directory,
      env: gitEnvironment(),
      input: blobs.map((blob) => `${blob}\n`).join(''),
      maxBuffer: maxOutput,
      windowsHide: true,
      timeout: localSeconds * 1000,
      killSignal: 'SIGKILL',
    });
    return answer.error === undefined ? parseBatch(answer.stdout) : new Map();
  };
}

/**
 * `ID blob SIZE`, a line end, so many bytes and a line end for each; `ID missing` for others. What is cut off is left
 * out.
 */
export function parseBatch(out: Buffer): ReadonlyMap<string, Buffer> {
  const contents = new Map<string, Buffer>();
  for (let at = 0; at < out.length;) {
    const end = out.indexOf(10, at);
    if (end < 0) break;
    const [id = '', type, size] = out.toString('latin1', at, end).split(' ');
    if (type === 'missing') {
      at = end + 1;
      continue;
    }
    const past = end + 1 + Number(size);
    if (type !== 'blob' || !(past < out.length)) break;
    contents.set(id, out.subarray(end + 1, past));
    at = past + 1;
  }
  return contents;
}

/** Runs a command that must succeed; `known` lists exit statuses that are answers. */
export async function askGit(
  git: Git,
  args: readonly string[],
  known: readonly number[] = [0],
  given: Parameters<Git>[1] = {},
): Promise<Result<Answer, GitProblem>> {
  const answer = await git(args, given);
  if (!answer.ok || known.includes(answer.value.status)) return answer;
  return fail({
    kind: 'git-failed',
    text: fill(messages.gitFailed, {
      command: args[0] ?? '',
      reason: answer.value.error || `exit status ${answer.value.status}`,
    }),
  });
}

/** Whether the folder is in a repository at all. */
export async function checkRepository(git: Git, directory: string): Promise<Result<null, GitProblem>> {
  const answer = await git(['rev-parse', '--git-dir']);
  if (!answer.ok) return answer;
  return answer.value.status === 0
    ? ok(null)
    : fail({ kind: 'not-a-repository', text: fill(messages.notARepository, { directory }) });
}

/** The full id of a commit. */
export async function resolveCommit(git: Git, revision: string): Promise<Result<string, GitProblem>> {
  const answer = await git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`]);
  if (!answer.ok) return answer;
  const id = answer.value.out.toString('utf8').trim();
  if (answer.value.status === 0 && /^[0-9a-f]{40,64}$/.test(id)) return ok(id);
  return fail({
    kind: 'missing-revision',
    text: fill(messages.noRevision, { revision: oneLine(revision), hint: await shallowHint(git) }),
  });
}

/** The newest commit that both revisions come from. */
export async function mergeBaseOf(git: Git, base: string, head: string): Promise<Result<string, GitProblem>> {
  const answer = await askGit(git, ['merge-base', base, head], [0, 1]);
  if (!answer.ok) return answer;
  const id = answer.value.out.toString('utf8').trim();
  if (/^[0-9a-f]{40,64}$/.test(id)) return ok(id);
  return fail({
    kind: 'no-merge-base',
    text: fill(messages.noMergeBase, {
      base: base.slice(0, 12),
      head: head.slice(0, 12),
      hint: await shallowHint(git),
    }),
  });
}

/** The id of the tree without files, which every repository knows: what "everything is new" is compared with. */
export async function emptyTree(git: Git): Promise<Result<string, GitProblem>> {
  const answer = await askGit(git, ['hash-object', '-t', 'tree', '/dev/null']);
  return answer.ok ? ok(answer.value.out.toString('utf8').trim()) : answer;
}

async function shallowHint(git: Git): Promise<string> {
  const answer = await git(['rev-parse', '--is-shallow-repository']);
  const isShallow = answer.ok && answer.value.out.toString('utf8').trim() === 'true';
  return isShallow ? messages.shallowRemedy : '';
}
