/** `syncwright gitlab-review` as a job of GitLab CI runs it: a real clone, the engine, and a loopback GitLab. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { CliIo } from '../../src/cli/io.ts';
import type { SideWorker } from '../../src/review/crew.ts';
import { Gitlab, bot, token } from './loopback.ts';
import { parse } from 'yaml';
import { openSideWorker } from '../../src/workers/side-worker.ts';
import { runCli } from '../../src/cli/run-cli.ts';
import { shift } from '../github/kernels.ts';
import { workerProgram } from '../programs.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const containing = (part: string): unknown => expect.stringContaining(part);

let folder: string;
let worker: SideWorker;
let [base, head] = ['', ''];
let diff = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'syncwright-gitlab-'));
  worker = openSideWorker(workerProgram);
  git('init', '-q', '-b', 'main');
  base = commit(shift({ barrier: true }));
  head = commit(shift({ barrier: false }));
  diff = git('diff', base, head).split('\n').slice(4).join('\n');
});
afterAll(async () => {
  await worker.close();
  rmSync(folder, { recursive: true, force: true });
});

const git = (...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' },
  });

function commit(text: string): string {
  writeFileSync(join(folder, 'shift.cu'), text);
  git('add', 'shift.cu');
  git('commit', '-q', '-m', 'change');
  return git('rev-parse', 'HEAD').trim();
}

let gitlab: Gitlab;
beforeEach(async () => {
  gitlab = await Gitlab.open();
  Object.assign(gitlab.request, { base, start: base, head });
  gitlab.pipeline.sha = head;
  gitlab.diffs = new Map([['shift.cu', diff]]);
});
afterEach(async () => {
  await gitlab.close();
  expect(gitlab.violations).toEqual([]);
});

type Ran = Readonly<{ status: number; out: string; err: string; quality: unknown }>;

async function job(env: Readonly<Record<string, string>> = {}, ...args: readonly string[]): Promise<Ran> {
  const [out, err]: [string[], string[]] = [[], []];
  const file = join(folder, 'quality.json');
  rmSync(file, { force: true });
  const io: CliIo = {
    out: (text) => {
      out.push(text);
    },
    err: (text) => {
      err.push(text);
    },
    outIsTerminal: false,
    errIsTerminal: false,
    color: false,
    width: 100,
    keys: null,
    openEngine: () => Promise.reject(new Error('the worker has the engine')),
    openWorker: null,
    openSideWorker: () => ({ ...worker, close: async () => undefined }),
    sleep: () => Promise.resolve(),
    env: {
      CI_API_V4_URL: gitlab.url,
      CI_PROJECT_ID: '7',
      CI_MERGE_REQUEST_PROJECT_ID: '7',
      CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '7',
      CI_MERGE_REQUEST_IID: '3',
      CI_MERGE_REQUEST_DIFF_BASE_SHA: base,
      CI_COMMIT_SHA: head,
      CI_PIPELINE_ID: '99',
      CI_PROJECT_URL: 'https://gitlab.example.com/ada/kernels',
      CI_JOB_TOKEN: 'glcbt-job',
      GITLAB_TOKEN: token,
      ...env,
    },
  };
  const status = await runCli(['gitlab-review', '--repo', folder, '--code-quality', file, ...args], io);
  expect(out.join('') + err.join('')).not.toContain(token);
  return {
    status,
    out: out.join(''),
    err: err.join(''),
    quality: existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null,
  };
}

test('a racy merge request: a thread with the patch as a suggestion, a summary, the Code Quality report, and status 1', async () => {
  const first = await job();
  expect(first).toMatchObject({
    status: 1,
    err: containing('(1 inline)'),
    quality: [{ check_name: 'SW101', severity: 'critical', location: { path: 'shift.cu' } }],
  });
  expect(gitlab.threads().map(({ body }) => /```suggestion:-\d\+0\n[^]*__syncthreads\(\);[^]*?```/.test(body))).toEqual(
    [true],
  );
  expect(gitlab.threads()[0]?.body).toContain('](https://gitlab.example.com/ada/kernels/-/blob/');
  expect(gitlab.summaries().map(({ author }) => author)).toEqual([bot]);
});

test('without a token, as for a fork: the reports and the gate, and no request', async () => {
  const fork = await job({ GITLAB_TOKEN: '', CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '8', CI_PROJECT_ID: '8' });
  expect(fork).toMatchObject({
    status: 1,
    err: containing('as it should be in the pipeline of a fork'),
    quality: [{ check_name: 'SW101' }],
  });
  expect(fork.out).toContain('SW101');
  expect(gitlab.log).toEqual([]);
});

test('a token that is refused: where the findings let pass, what could not be written fails; else they decide', async () => {
  gitlab.callers.set(token, { user: bot, scopes: ['read_api'], role: 30 });
  expect(await job({}, '--fail-on', 'never')).toMatchObject({
    status: 2,
    err: containing(
      'error: the merge request cannot be written to: GitLab refuses the request (403): the token needs the scope `api`',
    ),
  });
  gitlab.faults.push({ operation: 'user', times: 99, act: { status: 503, body: {} } });
  expect(await job()).toMatchObject({
    status: 1,
    err: containing('GitLab does not answer properly (503)'),
    quality: [{ check_name: 'SW101' }],
  });
});

test('with --commit-status the gate is a status of the commit in this pipeline, written once; without it there is none', async () => {
  const statuses = (): unknown =>
    gitlab.statuses.map(({ sha, status, name, description, target_url: url, pipeline_id: pipeline }) => [
      sha,
      status,
      name,
      description,
      url,
      pipeline,
    ]);
  expect(await job()).toMatchObject({ status: 1 });
  expect(statuses()).toEqual([]);
  gitlab.faults.push({ operation: 'new status', times: 1, act: 'lost' });
  expect(await job({}, '--commit-status')).toMatchObject({
    status: 1,
    err: containing(`The status of commit ${head.slice(0, 12)} is written.`),
  });
  const failed = [
    head,
    'failed',
    'syncwright',
    '1 new finding',
    'https://gitlab.example.com/ada/kernels/-/merge_requests/3',
    99,
  ];
  expect(statuses()).toEqual([failed]);
  await job({}, '--commit-status');
  expect(statuses()).toEqual([failed]);
  expect(await job({}, '--commit-status', '--fail-on', 'never')).toMatchObject({ status: 0 });
  expect(statuses()).toEqual([failed, [head, 'success', ...failed.slice(2)]]);
});

test('a status that another job is writing (409) is written a little later', async () => {
  gitlab.faults.push({
    operation: 'new status',
    times: 2,
    act: { status: 409, body: { message: 'Another update to this commit status is in progress' } },
  });
  expect(await job({}, '--commit-status')).toMatchObject({ status: 1, err: containing('is written.') });
  expect(gitlab.statuses.map(({ status }) => status)).toEqual(['failed']);
});

test('a status that is refused: the reason, and status 2 where the gate would let pass', async () => {
  gitlab.pipeline.id = 98;
  expect(await job({}, '--commit-status', '--fail-on', 'never')).toMatchObject({
    status: 2,
    err: containing('error: the status of the commit cannot be written: GitLab does not find'),
  });
  expect(gitlab.threads()).toHaveLength(1);
  expect(await job({ GITLAB_TOKEN: '' }, '--commit-status')).toMatchObject({ status: 1 });
});

test('drafts can be skipped; a merged request is analysed and not written to', async () => {
  gitlab.request.draft = true;
  expect(await job({}, '--drafts', 'skip')).toMatchObject({ status: 0, out: '', quality: null });
  gitlab.request.state = 'merged';
  expect(await job()).toMatchObject({
    status: 1,
    err: containing('Merge request !3 is merged; nothing is written to it.'),
  });
  expect(gitlab.writes).toEqual([]);
});

test('the job of docs/gitlab.md runs this command, and keeps the report that it writes', () => {
  const [, yaml = ''] =
    /```yaml\n([^]*?)```/.exec(readFileSync(new URL('../../docs/gitlab.md', import.meta.url), 'utf8')) ?? [];
  expect(parse(yaml)).toMatchObject({
    syncwright: {
      script: ['npx --yes syncwright gitlab-review'],
      artifacts: { when: 'always', reports: { codequality: 'gl-code-quality-report.json' } },
    },
  });
});

test.each([
  [
    'the token of the job',
    { GITLAB_TOKEN: 'glcbt-job' },
    'GITLAB_TOKEN holds the token of the job (CI_JOB_TOKEN), which cannot write comments',
  ],
  ['no GitLab CI', { CI_API_V4_URL: '' }, 'CI_API_V4_URL is not set: this command runs in a GitLab CI job'],
  [
    'no merge request',
    { CI_MERGE_REQUEST_IID: '' },
    'this job is not part of a merge request pipeline (CI_MERGE_REQUEST_IID is not set)',
  ],
  [
    'a number that is none',
    { CI_MERGE_REQUEST_IID: '3/notes' },
    'CI_MERGE_REQUEST_IID is "3/notes", which is not a number',
  ],
  ['a commit that is none', { CI_COMMIT_SHA: '--output=x' }, 'CI_COMMIT_SHA is "--output=x", which is not a commit id'],
])('%s: one line, status 2, and nothing is done', async (_name, env, line) => {
  const ran = await job(env);
  expect([ran.status, ran.err.trim().split('\n').length]).toEqual([2, 1]);
  expect(ran.err).toContain(line);
  expect(gitlab.log).toEqual([]);
});

test('a thread that a person has resolved stays resolved while its finding is there, which still fails the job', async () => {
  await job();
  const [thread] = gitlab.threads();
  if (thread === undefined) throw new Error('no thread');
  thread.resolved = true;
  const { length } = gitlab.writes;
  expect(await job()).toMatchObject({ status: 1 });
  expect([gitlab.writes.length, gitlab.threads().map(({ resolved }) => resolved)]).toEqual([length, [true]]);
});

test('commits that are squashed: the same text under another commit is not told again', async () => {
  await job();
  git('checkout', '-q', '--detach', base);
  const squashed = commit(shift({ barrier: false }));
  git('checkout', '-q', 'main');
  expect(squashed).not.toBe(head);
  gitlab.push(squashed, gitlab.diffs, () => true);
  const { length } = gitlab.writes;
  expect(await job({ CI_COMMIT_SHA: squashed })).toMatchObject({ status: 1 });
  expect([gitlab.writes.length, gitlab.threads().map(({ resolved }) => resolved)]).toEqual([length, [false]]);
});

test('two jobs with other macros: one does not call fixed what the other finds', async () => {
  git('checkout', '-q', '--detach', base);
  const guarded = commit(
    shift({ barrier: true }).replace('  __syncthreads();', '#ifdef SYNC\n  __syncthreads();\n#endif'),
  );
  git('checkout', '-q', 'main');
  Object.assign(gitlab.request, { head: guarded });
  gitlab.diffs = new Map([['shift.cu', git('diff', base, guarded).split('\n').slice(4).join('\n')]]);
  const ran = async (...args: readonly string[]): Promise<readonly unknown[]> => [
    (await job({ CI_COMMIT_SHA: guarded }, ...args)).status,
    gitlab.threads().map(({ resolved }) => resolved),
  ];
  expect(await ran()).toEqual([1, [false]]);
  const { length } = gitlab.writes;
  expect(await ran('-D', 'SYNC')).toEqual([0, [false]]);
  expect(gitlab.writes.length).toBe(length);
});
