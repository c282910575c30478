/**
 * The scenario driver: a repository with a pull request on the loopback GitHub, a clone of it as the runner would lay
 * it, and the action's program run in it as a child process, with the environment and event payload of a workflow.
 */
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Actor, CommentRecord, ConversationRecord, JobRecord, PullRecord } from './shapes.ts';
import type { Logged, Loopback, Permission } from './loopback.ts';
import { GitStore } from './git-store.ts';
import { GithubState } from './state.ts';
import { commentEvent, commentShape, mailOf, pullEvent, repoShape } from './shapes.ts';
import { actionProgram } from '../programs.ts';
import { hastened } from './clock.ts';
import { startLoopback } from './loopback.ts';

export const robot: Actor = { login: 'github-actions[bot]', id: 41898282, type: 'Bot' };
export const ada: Actor = { login: 'ada', id: 7, type: 'User' };
export const token = 'ghs_loopbackTokenThatMustNeverBeLogged';

/** Requests of tests in this process: without a proxy. */
export const direct = { fetch, proxy: null, userAgent: 'syncwright' } as const;

export type Files = Readonly<Record<string, string | null>>;
export type RunOptions = Readonly<{
  inputs?: Readonly<Record<string, string>>;
  env?: Readonly<Record<string, string>>;
  /** The event's name; default `pull_request`. */
  event?: string;
  payload?: string;
  /** What lies in the workspace beside the checkout. */
  beside?: Readonly<Record<string, string>>;
  /** The clone holds only so many commits. */
  depth?: number;
  /** What the clone leaves out, and which files are laid out, as the inputs of actions/checkout of these names. */
  filter?: 'blob:none' | 'tree:0';
  sparse?: string;
  /** Whether git's index is there, which the action has no use for; not given: only where git lays the files out. */
  hasIndex?: boolean;
  /** The commit that is checked out, if not that of the event. */
  at?: string;
  /** Where the clone lies in the workspace. */
  path?: string;
  /** Where actions/checkout leaves a token: in the configuration of the clone, or in a file that this includes. */
  left?: Readonly<{ token: string; in: 'config' | 'included file' }>;
  /** How many times as fast as here the program's clock runs; see {@link hasten}. */
  haste?: number;
  /** A process of its own, whatever the scenario's other runs are. */
  isApart?: boolean;
}>;
export type CommentOptions = RunOptions &
  Readonly<{
    action?: 'created' | 'edited' | 'deleted';
    /** false: the comment stands on an issue. */ isPull?: boolean;
  }>;
export type Run = Readonly<{
  status: number;
  log: string;
  summary: string;
  outputs: ReadonlyMap<string, string>;
  requests: readonly Logged[];
  writes: readonly Logged[];
  workspace: string;
  clone: string;
  /** As `Logged.at`. */ startedAt: number;
}>;

/** Runs the action with an environment, its clock so many times as fast as here. */
export type Program = (
  env: Readonly<Record<string, string>>,
  workspace: string,
  haste: number,
) => Promise<Readonly<{ status: number; log: string }>>;

export class World {
  readonly github: Loopback;
  readonly state: GithubState;
  readonly folder: string;
  private readonly program: Program;
  private runs = 0;

  private constructor(github: Loopback, folder: string, program: Program) {
    this.program = program;
    this.github = github;
    this.state = github.state;
    this.folder = folder;
  }

  static async open(
    write: readonly Permission[] = ['contents', 'pull-requests', 'checks'],
    mount: 'github.com' | 'enterprise' = 'github.com',
    program: Program = apart,
  ): Promise<World> {
    const folder = mkdtempSync(join(tmpdir(), 'syncwright-world-'));
    const state = new GithubState({ owner: 'ada', repo: 'kernels' }, new GitStore(join(folder, 'github.git')));
    const github = await startLoopback(state, mount);
    github.callers.set(token, { actor: robot, write: new Set(write) });
    return new World(github, folder, program);
  }

  async close(): Promise<void> {
    await this.github.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Commits files (null: removed) on a branch; a new branch starts at `from`. */
  commit(branch: string, files: Files, from = 'main', author: Actor = ada): string {
    return this.commitTo(`refs/heads/${branch}`, files, from, author);
  }

  commitTo(ref: string, files: Files, from: string, author: Actor): string {
    const { store } = this.state;
    const parent = store.commitAt(ref) ?? store.branchAt(from);
    const tree = store.makeTree(
      parent,
      Object.entries(files).map(([path, text]) => ({ path, text })),
    );
    const commit = store.makeCommit(tree, parent === null ? [] : [parent], `change ${Object.keys(files).join(', ')}`, {
      name: author.login,
      email: mailOf(author),
    });
    store.setRef(ref, commit);
    return commit;
  }

  /** A pull request of branch `change` into main. */
  openPull(files: Files, branch = 'change'): PullRecord {
    this.commit(branch, files);
    return this.state.openPull('A change', 'Please look.', ada, branch, 'main');
  }

  /** Runs the action on a pull request, in a fresh clone of its head. */
  async run(pull: PullRecord, options: RunOptions = {}): Promise<Run> {
    const at = this.state.tips(pull).head;
    const event = options.event ?? 'pull_request';
    const run = await this.runAt(
      at,
      options.payload ?? JSON.stringify(pullEvent(this.state.name, pull, this.state.tips(pull))),
      event,
      options,
    );
    this.keepJob(at, event, options.inputs?.['mode'] ?? 'review', run);
    return run;
  }

  /** What GitHub keeps of a job; a job that was started again is the same job here. */
  private keepJob(head: string, event: string, name: string, { status, log }: Run): void {
    const known = this.state.jobs.find((job) => job.head === head && job.event === event && job.name === name);
    const job: JobRecord = known ?? {
      id: this.state.nextId(),
      run: this.state.nextId(),
      name,
      head,
      event,
      conclusion: null,
      annotations: [],
    };
    if (known === undefined) this.state.jobs.push(job);
    job.conclusion = status === 0 ? 'success' : 'failure';
    job.annotations = [...log.matchAll(/^::error ([^:]*)::(.*)$/gm)].map(([, properties = '', message = '']) => ({
      path: '.github',
      start_line: 1,
      end_line: 1,
      annotation_level: 'failure',
      title: /(?:^|,)title=([^,]*)/.exec(properties)?.[1] ?? '',
      message,
    }));
  }

  /** Runs the action after a push that brought `before`..`after`. */
  async runOnPush(before: string, after: string, options: RunOptions = {}, branch = 'main'): Promise<Run> {
    return this.runAt(
      after,
      JSON.stringify({ ref: `refs/heads/${branch}`, before, after, repository: repoShape(this.state.name) }),
      'push',
      options,
    );
  }

  /** A file of the scenario's own. */
  file(text: string): string {
    const path = join(this.folder, `file-${this.state.nextId()}`);
    writeFileSync(path, text);
    return path;
  }

  /** Writes a comment to the conversation, as a person does. */
  say(pull: PullRecord, body: string, author: Actor = ada): ConversationRecord {
    const comment = { id: this.state.nextId(), pull: pull.number, author, body };
    this.state.conversation.push(comment);
    return comment;
  }

  /** Runs the action on a comment, in a clone of the default branch, as `issue_comment` workflows have it. */
  async runOnComment(pull: PullRecord, comment: ConversationRecord, options: CommentOptions = {}): Promise<Run> {
    const payload = JSON.stringify(
      commentEvent(this.state.name, pull, comment, options.action ?? 'created', options.isPull ?? true),
    );
    return this.runAt(this.state.store.branchAt('main') ?? '', payload, 'issue_comment', {
      ...options,
      inputs: { mode: 'command', ...options.inputs },
      env: { GITHUB_SERVER_URL: this.github.server, ...options.env },
    });
  }

  /** Runs the action on a person's comment in a review thread. */
  async runInThread(
    pull: PullRecord,
    root: CommentRecord,
    text: string,
    author: Actor = ada,
    options: RunOptions = {},
  ): Promise<Run & Readonly<{ asked: CommentRecord }>> {
    const asked = this.state.reply(root, author, text);
    const payload = JSON.stringify({
      action: 'created',
      repository: repoShape(this.state.name),
      pull_request: { number: pull.number },
      comment: commentShape(this.state.name, asked),
    });
    const run = await this.runAt(this.state.store.branchAt('main') ?? '', payload, 'pull_request_review_comment', {
      ...options,
      inputs: { mode: 'command', ...options.inputs },
      env: { GITHUB_SERVER_URL: this.github.server, ...options.env },
    });
    return { ...run, asked };
  }

  /** Runs the action by hand or by the clock, on a branch. */
  async runOnBranch(
    branch: string,
    event: 'workflow_dispatch' | 'schedule',
    {
      at,
      ...options
    }: RunOptions & Readonly<{ /** A commit that the branch had, not given: its tip. */ at?: string }> = {},
  ): Promise<Run> {
    return this.runAt(
      at ?? this.state.store.branchAt(branch) ?? '',
      JSON.stringify({ repository: repoShape(this.state.name) }),
      event,
      { ...options, env: { GITHUB_REF: `refs/heads/${branch}`, ...options.env } },
    );
  }

  private async runAt(commit: string, payload: string, event: string, options: RunOptions): Promise<Run> {
    this.runs += 1;
    const folder = join(this.folder, `run-${this.runs}`);
    mkdirSync(folder);
    const workspace = join(folder, 'workspace');
    const clone = join(workspace, options.path ?? '.');
    mkdirSync(workspace);
    if (options.env?.['GITHUB_WORKSPACE'] === undefined) this.cloneAt(clone, options.at ?? commit, options);
    for (const [name, text] of Object.entries(options.beside ?? {})) writeFileSync(join(workspace, name), text);
    const file = (name: string, text = ''): string => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const [summary, outputs] = [file('summary.md'), file('outputs')];
    const inputs = Object.fromEntries(
      Object.entries({ token, ...options.inputs }).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]),
    );
    const env = {
      PATH: process.env['PATH'] ?? '',
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
      HOME: folder,
      RUNNER_TEMP: folder,
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_EVENT_NAME: event,
      GITHUB_EVENT_PATH: file('event.json', payload),
      GITHUB_WORKSPACE: workspace,
      GITHUB_REPOSITORY: 'ada/kernels',
      GITHUB_SHA: commit,
      GITHUB_API_URL: this.github.url,
      GITHUB_GRAPHQL_URL: this.github.graphqlUrl,
      GITHUB_SERVER_URL: this.isPart(options) ? this.github.server : 'https://github.com',
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_OUTPUT: outputs,
      ...inputs,
      ...options.env,
    };
    const [first, startedAt] = [this.github.log.length, Date.now()];
    const { status, log } = await (options.isApart === true ? apart : this.program)(
      env,
      workspace,
      options.haste ?? 20,
    );
    const requests = this.github.log.slice(first);
    return {
      status,
      log,
      summary: readFileSync(summary, 'utf8'),
      outputs: outputsIn(readFileSync(outputs, 'utf8')),
      requests,
      writes: requests.filter((one) => one.isWrite),
      workspace,
      clone,
      startedAt,
    };
  }

  /** Whether the clone lacks something, which the program fetches from here. */
  private isPart = ({ depth, filter, sparse }: RunOptions): boolean =>
    depth !== undefined || filter !== undefined || sparse !== undefined;

  /**
   * What `git init` and a fetch of everything leave, without starting them: the objects are those of the repository.
   */
  private layWhole(folder: string, commit: string, url: string): void {
    const write = (path: string, text: string): void => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    };
    write('HEAD', `${commit}\n`);
    write(
      'config',
      `[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n\tlogallrefupdates = true\n[remote "origin"]\n\turl = ${url}\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n`,
    );
    write('objects/info/alternates', `${join(this.state.store.folder, 'objects')}\n`);
    write('refs/remotes/pull/1/merge', `${commit}\n`);
    for (const branch of this.state.store.branches()) write(`refs/remotes/origin/${branch.name}`, `${branch.commit}\n`);
  }

  /**
   * As actions/checkout does it; from the files of the repository, because this process cannot serve while it waits.
   */
  private cloneAt(clone: string, commit: string, { depth, filter, sparse, left, hasIndex }: RunOptions): void {
    const git = (...args: readonly string[]): string =>
      execFileSync('git', ['-C', clone, ...args], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { PATH: process.env['PATH'] ?? '', GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' },
      });
    mkdirSync(clone, { recursive: true });
    const url = `${this.github.server}/${this.state.name.owner}/${this.state.name.repo}.git`;
    const chosen = filter ?? (sparse === undefined ? null : 'blob:none');
    if (depth === undefined && chosen === null) {
      this.layWhole(join(clone, '.git'), commit, url);
      const files = hasIndex === true ? null : this.state.store.plainFiles(commit);
      if (files === null) git('reset', '-q', '--hard');
      for (const { path, bytes } of files ?? []) {
        mkdirSync(dirname(join(clone, path)), { recursive: true });
        writeFileSync(join(clone, path), bytes);
      }
    } else {
      git('init', '-q');
      git('remote', 'add', 'origin', `file://${this.state.store.folder}`);
      git(
        'fetch',
        '-q',
        '--no-tags',
        ...(depth === undefined ? [] : [`--depth=${depth}`]),
        ...(chosen === null ? [] : [`--filter=${chosen}`]),
        'origin',
        `+${commit}:refs/remotes/pull/1/merge`,
        ...(depth === undefined ? ['refs/heads/*:refs/remotes/origin/*'] : []),
      );
      if (sparse !== undefined) git('sparse-checkout', 'set', sparse);
      git('checkout', '-q', '--detach', commit);
      git('remote', 'set-url', 'origin', url);
    }
    if (left === undefined) return;
    const [name, header] = [
      `http.${this.github.server}/.extraheader`,
      `AUTHORIZATION: basic ${Buffer.from(`x-access-token:${left.token}`).toString('base64')}`,
    ];
    if (left.in === 'config') git('config', '--local', name, header);
    else {
      const file = join(this.folder, `git-credentials-${this.runs}.config`);
      git('config', '--file', file, name, header);
      git('config', '--local', `includeIf.gitdir:${join(clone, '.git')}.path`, file);
    }
  }
}

/** A process of its own, as the runner starts it. */
export const apart: Program = (env, cwd, haste) =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [...(haste === 1 ? [] : hastened(haste)), actionProgram],
      { env, cwd, encoding: 'utf8', maxBuffer: 1 << 28 },
      (error, out, err) => {
        const status = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
        resolve({ status, log: `${out}${err}` });
      },
    );
  });

function outputsIn(text: string): ReadonlyMap<string, string> {
  return new Map(
    [...text.matchAll(/^([\w-]+)<<(\S+)\n([^]*?)\n\2$/gm)].map((match) => [match[1] ?? '', match[3] ?? '']),
  );
}
