/**
 * Modes `analyze` and `publish`: a fork's pull request, reviewed in two halves, of which the fork may make up the
 * first.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Actor, PullRecord } from './shapes.ts';
import type { Fields } from './json.ts';
import type { Run } from './world.ts';
import { World, robot, token } from './world.ts';
import { here } from './here.ts';
import { fieldsOf, listOf } from './json.ts';
import { pullEvent, workflowRunEvent } from './shapes.ts';
import { shift } from './kernels.ts';

// A machine with other work on it is slow; nothing here measures time.
vi.setConfig({ testTimeout: 300_000 });

let world: World;
beforeEach(async () => {
  world = await World.open(['pull-requests', 'checks'], undefined, here);
});
afterEach(async () => {
  const { violations, log } = world.github;
  await world.close();
  expect(violations).toEqual([]);
  expect(JSON.stringify(log)).not.toContain(token);
});

const mallory: Actor = { login: 'mallory', id: 9, type: 'User' };
const correct = { 'src/shift.cu': shift({ barrier: true }) };
const racy = { 'src/shift.cu': shift({ barrier: false }) };

function openFork(files: Readonly<Record<string, string>>, branch = 'change'): PullRecord {
  world.commitTo(`refs/forks/mallory/${branch}`, files, 'main', mallory);
  return world.state.openPull('From a fork', '', mallory, branch, 'main', { owner: 'mallory', repo: 'kernels' });
}

/** With the token of a fork's run, which may only read. */
async function analyze(pull: PullRecord): Promise<Run & Readonly<{ file: string }>> {
  world.github.callers.set(token, { actor: robot, write: new Set() });
  const run = await world.run(pull, { inputs: { mode: 'analyze' } });
  world.github.callers.set(token, { actor: robot, write: new Set(['pull-requests', 'checks']) });
  return { ...run, file: join(run.workspace, 'syncwright-analysis.json') };
}

/** `run`: changes to the run of the event. */
async function publish(
  pull: PullRecord,
  file: string,
  run: Fields = {},
  inputs: Readonly<Record<string, string>> = {},
): Promise<Run> {
  const payload = JSON.stringify(workflowRunEvent(world.state.name, pull, world.state.tips(pull), run));
  return world.run(pull, {
    event: 'workflow_run',
    payload,
    inputs: { mode: 'publish', 'analysis-file': file, ...inputs },
    env: onServer(),
  });
}

/** Where `publish` fetches from, and its links lead to. */
const onServer = (): Readonly<Record<string, string>> => ({ GITHUB_SERVER_URL: world.github.server });

const told = (run: Run): readonly string[] =>
  run.log
    .split('\n')
    .filter((line) => /^::(error|warning|notice) title=Syncwright::/.test(line))
    .map((line) => line.replace(' title=Syncwright', ''));

/**
 * Of fork pull request 1: the analysis of a race. It is made once: the same commits have the same names in every world.
 */
let analysisOfRace = '';
async function racyFork(): Promise<Readonly<{ pull: PullRecord; file: string }>> {
  world.commit('main', correct);
  const pull = openFork(racy);
  if (analysisOfRace === '') analysisOfRace = readFileSync((await analyze(pull)).file, 'utf8');
  const file = join(world.folder, 'syncwright-analysis.json');
  writeFileSync(file, analysisOfRace);
  return { pull, file };
}

/** The analysis, changed by hand. */
function poisoned(
  file: string,
  change: (analysis: Record<string, unknown>, finding: Record<string, unknown>) => void,
): string {
  const analysis: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
  if (!isRecord(analysis)) throw new Error('the analysis is no object');
  const finding = fieldsOf(listOf(fieldsOf(listOf(analysis['kernels'])[0])['findings'])[0])['finding'];
  change(analysis, isRecord(finding) ? finding : {});
  const path = join(world.folder, 'poisoned.json');
  writeFileSync(path, JSON.stringify(analysis));
  return path;
}

/** All Markdown that was written. Annotations of check runs are shown as plain text. */
const texts = (): string =>
  [
    ...world.state.reviews.map((review) => review.body),
    ...world.state.comments.map((comment) => comment.body),
    ...world.state.checks.map((check) => `${check.title}\n${check.summary}`),
  ].join('\n');

test('a race in a fork: the analysis only asks what is ignored there, and fails by the gate; the publisher posts what review mode would post', async () => {
  const { pull, file } = await racyFork();
  const analysis = await analyze(pull);
  expect(analysis.status).toBe(1);
  expect(analysis.requests.map((one) => one.id)).toEqual(['issues/list-comments', 'pulls/list-review-comments']);
  expect(analysis.log).toMatch(/::error title=[^,]*,file=src\/shift\.cu,line=\d+/);
  const run = await publish(pull, file, { conclusion: 'failure' });
  expect(told(run)).toEqual([]);
  expect(run.status).toBe(0);
  expect(run.writes.map((one) => one.id)).toEqual(['pulls/create-review']);
  const forked = {
    body: world.state.reviews[0]?.body,
    comments: world.state.comments.map(({ path, line, startLine, body }) => ({ path, line, startLine, body })),
  };
  expect(forked.comments[0]?.body).toContain('```suggestion');
  world.state.reviews.length = 0;
  world.state.comments.length = 0;
  await world.run(pull, { env: onServer() });
  expect({
    body: world.state.reviews[0]?.body,
    comments: world.state.comments.map(({ path, line, startLine, body }) => ({ path, line, startLine, body })),
  }).toEqual(forked);
});

test('published twice, it writes nothing the second time', async () => {
  const { pull, file } = await racyFork();
  await publish(pull, file);
  expect((await publish(pull, file)).writes).toEqual([]);
});

test('the check run is written on the head of the pull request', async () => {
  const { pull, file } = await racyFork();
  expect((await publish(pull, file, {}, checked)).writes.map((one) => one.id)).toEqual([
    'pulls/create-review',
    'checks/create',
  ]);
  expect(world.state.checks[0]).toMatchObject({ head: world.state.tips(pull).head, conclusion: 'failure' });
});

const clean = { 'src/shift.cu': shift({ barrier: true }).replace('int t', 'const int t') };
const checked = { 'check-run': 'true' };

describe('the check run of an analysis that lets pass', () => {
  test("is written on a head that is nobody else's, in a fork and in a branch of the repository", async () => {
    world.commit('main', correct);
    for (const pull of [openFork(clean), world.openPull({ ...clean, 'README.md': 'x\n' }, 'own')]) {
      const run = await publish(pull, (await analyze(pull)).file, {}, checked);
      expect(told(run)).toEqual([]);
      expect(run.writes.map((one) => one.id)).toEqual(['checks/create']);
    }
    expect(world.state.checks.map((check) => check.conclusion)).toEqual(['success', 'success']);
  });

  test("is not written on the head of somebody else's pull request, of a branch or of the merge queue", async () => {
    world.commit('main', correct);
    const pull = openFork(clean);
    const { file } = await analyze(pull);
    const { head } = world.state.tips(pull);
    const refused = async (whose: string): Promise<void> => {
      const run = await publish(pull, file, {}, checked);
      expect(told(run)).toEqual([
        `::notice::no check run is written: ${head.slice(0, 12)} is also the head of ${whose}, and a check run would count for both`,
      ]);
      expect([run.status, run.writes]).toEqual([0, []]);
    };
    world.state.openPull('The victim', '', { login: 'bob', id: 11, type: 'User' }, 'theirs', 'main', {
      owner: 'bob',
      repo: 'kernels',
    });
    world.state.store.setRef('refs/forks/bob/theirs', head);
    await refused('pull request #2');
    world.state.pulls.pop();
    world.state.store.setRef('refs/heads/gh-readonly-queue/main/pr-9', head);
    await refused('the branch gh-readonly-queue/main/pr-9 of this repository');
    expect(world.state.checks).toEqual([]);
  });

  test('one that blocks is written all the same; where nobody can be asked, one that lets pass is not', async () => {
    const { pull, file } = await racyFork();
    world.state.store.setRef('refs/heads/other', world.state.tips(pull).head);
    expect((await publish(pull, file, {}, checked)).writes.map((one) => one.id)).toContain('checks/create');
    world.commitTo('refs/forks/mallory/change', clean, 'main', mallory);
    const cleaned = (await analyze(pull)).file;
    world.github.faults.push({
      matches: (_method, path) => path.endsWith('/branches-where-head'),
      times: 9,
      act: { kind: 'answer', status: 403, body: { message: 'Resource not accessible by integration' } },
    });
    const run = await publish(pull, cleaned, {}, checked);
    expect(told(run)).toEqual([
      expect.stringContaining(
        '::notice::no check run is written: it is not known whether another pull request has the same head: GitHub refuses the request (403)',
      ),
    ]);
    expect(run.writes.map((one) => one.id)).not.toContain('checks/create');
  });
});

test("what is said is the choice of the base's configuration, not of the fork's", async () => {
  world.commit('main', { ...correct, '.syncwright.yml': 'comments: none\n' });
  const pull = openFork({ ...racy, '.syncwright.yml': 'comments: possible\n' });
  const { file } = await analyze(pull);
  const run = await publish(pull, file);
  expect(run.status).toBe(0);
  expect(run.writes).toEqual([]);
});

test('a clean pull request of a fork is silent', async () => {
  world.commit('main', correct);
  const pull = openFork(clean);
  const analysis = await analyze(pull);
  const run = await publish(pull, analysis.file);
  expect([analysis.status, run.status, run.writes, told(run)]).toEqual([0, 0, [], []]);
});

test('a pull request of the repository itself is published alike', async () => {
  world.commit('main', correct);
  const pull = world.openPull(racy);
  const { file } = await analyze(pull);
  expect((await publish(pull, file)).writes.map((one) => one.id)).toEqual(['pulls/create-review']);
});

test('of two pull requests of one branch, the one that was analysed is reviewed', async () => {
  world.commit('main', correct);
  world.commit('release', { 'NOTES.md': 'x\n' });
  const first = openFork(racy);
  const second = world.state.openPull('Into a release', '', mallory, first.headRef, 'release', first.headRepo);
  expect((await publish(first, (await analyze(first)).file)).status).toBe(0);
  expect(world.state.reviews.map((review) => review.pull)).toEqual([first.number]);
  expect(second.number).toBe(2);
});

describe('the merge queue', () => {
  async function queued(
    inputs: Readonly<Record<string, string>>,
  ): Promise<Run & Readonly<{ base: string; head: string }>> {
    const base = world.commit('main', correct);
    const pull = world.openPull(racy, 'gh-readonly-queue/main/pr-1');
    const { head } = world.state.tips(pull);
    const payload = JSON.stringify({
      action: 'checks_requested',
      merge_group: {
        base_sha: base,
        head_sha: head,
        base_ref: 'refs/heads/main',
        head_ref: `refs/heads/${pull.headRef}`,
      },
      repository: { full_name: 'ada/kernels' },
    });
    return { ...(await world.run(pull, { event: 'merge_group', payload, inputs })), base, head };
  }

  test('is analysed between its two commits; nothing is asked or posted', async () => {
    const run = await queued({ mode: 'analyze' });
    expect(run.status).toBe(1);
    expect(run.requests).toEqual([]);
    expect(fieldsOf(JSON.parse(readFileSync(join(run.workspace, 'syncwright-analysis.json'), 'utf8')))).toMatchObject({
      pull: null,
      base: run.base,
      head: run.head,
    });
  });

  test('gets its check run, and no review', async () => {
    const run = await queued({ 'check-run': 'true' });
    expect(run.status).toBe(1);
    expect(run.writes.map((one) => one.id)).toEqual(['checks/create']);
    expect(world.state.checks[0]).toMatchObject({ head: run.head, conclusion: 'failure' });
  });
});

describe('nothing is published, and one notice says why', () => {
  test.each<readonly [string, Fields, string]>([
    [
      'another workflow',
      { path: '.github/workflows/evil.yml' },
      'the run belongs to the workflow ".github/workflows/evil.yml", not to .github/workflows/syncwright-analyze.yml (input `workflow`)',
    ],
    ['another event', { event: 'push' }, 'the run was started by "push", not by a pull request'],
    ['a run that was cancelled', { conclusion: 'cancelled' }, 'the run ended with "cancelled", so it left no analysis'],
    ['a fork that is gone', { head_repository: null }, 'the repository or branch of the run no longer exists'],
  ])('%s: not even a request', async (_what, change, why) => {
    world.commit('main', correct);
    const pull = openFork(racy);
    const run = await publish(pull, 'nowhere.json', change);
    expect(told(run)).toEqual([`::notice::nothing is published: ${why}`]);
    expect(run.status).toBe(0);
    expect(run.requests).toEqual([]);
  });

  test('a path with its ref is the workflow all the same', async () => {
    const { pull, file } = await racyFork();
    expect(
      (await publish(pull, file, { path: '.github/workflows/syncwright-analyze.yml@refs/heads/main' })).writes,
    ).toHaveLength(1);
  });

  test('the run left no analysis: not even a request', async () => {
    const run = await publish((await racyFork()).pull, '/nowhere/analysis.json', { conclusion: 'failure' });
    expect(told(run)).toEqual([
      '::notice::nothing is published: there is no /nowhere/analysis.json: the run wrote none (see its log), or this workflow did not download it',
    ]);
    expect([run.status, run.requests]).toEqual([0, []]);
  });

  test('the pull request was closed', async () => {
    const { pull, file } = await racyFork();
    pull.state = 'closed';
    const run = await publish(pull, file);
    expect(told(run)).toEqual([
      '::notice::nothing is published: there is no open pull request from branch "change" of mallory/kernels',
    ]);
    expect(run.writes).toEqual([]);
  });

  test('the pull request moved on', async () => {
    const { pull, file } = await racyFork();
    const { head } = world.state.tips(pull);
    const event = workflowRunEvent(world.state.name, pull, { head, base: '' });
    world.commitTo('refs/forks/mallory/change', { 'src/shift.cu': shift({ barrier: true }) }, 'main', mallory);
    const run = await world.run(pull, {
      event: 'workflow_run',
      payload: JSON.stringify(event),
      inputs: { mode: 'publish', 'analysis-file': file },
    });
    expect(told(run)).toEqual([
      `::notice::nothing is published: pull request #1 has moved on from ${head.slice(0, 12)}; the run for the new commit reports`,
    ]);
    expect(run.writes).toEqual([]);
  });

  test("a fork of the same name, owner and branch as somebody else's is not taken for it", async () => {
    const { pull, file } = await racyFork();
    const run = await publish(pull, file, { head_repository: { full_name: 'mallory/other' } });
    expect(told(run)).toEqual([
      '::notice::nothing is published: there is no open pull request from branch "change" of mallory/other',
    ]);
  });

  test('the analysis says that it is of another pull request', async () => {
    const { pull, file } = await racyFork();
    world.openPull({ 'README.md': 'x\n' }, 'victim');
    const run = await publish(
      pull,
      poisoned(file, (analysis) => {
        analysis['pull'] = 2;
      }),
    );
    expect(told(run)).toEqual([
      '::notice::nothing is published: the analysis claims to be for pull request #2, but its run was for #1',
    ]);
    expect(run.writes).toEqual([]);
  });
});

describe('the step is set up wrongly', () => {
  test('another event', async () => {
    world.commit('main', correct);
    const pull = openFork(racy);
    const run = await world.run(pull, {
      payload: JSON.stringify(pullEvent(world.state.name, pull, world.state.tips(pull))),
      inputs: { mode: 'publish' },
    });
    expect(told(run)).toEqual([
      '::error::mode `publish` runs on the event workflow_run, not on "pull_request"; see docs/workflows/forks-publish.yml',
    ]);
    expect(run.status).toBe(2);
    expect(run.requests).toEqual([]);
  });

  test('a token that may not write: the permission is named', async () => {
    const { pull, file } = await racyFork();
    world.github.callers.set(token, { actor: robot, write: new Set() });
    const run = await publish(pull, file);
    expect(told(run)).toEqual([
      '::error::the review cannot be written: the token lacks `pull-requests: write`; grant this under `permissions:` of the job (GitHub: Resource not accessible by integration; it needs pull-requests: write)',
    ]);
    expect(run.status).toBe(2);
  });
});

describe('an artifact that is no analysis is refused in one line, before any request', () => {
  async function refusal(file: string): Promise<string> {
    if (world.state.pulls.length === 0) await racyFork();
    const pull = world.state.pull(1);
    if (pull === undefined) throw new Error('no pull request');
    const run = await publish(pull, file);
    expect(run.status).toBe(2);
    expect(run.requests).toEqual([]);
    expect(told(run)).toHaveLength(1);
    return (told(run)[0] ?? '').replace(/^::error::the analysis file \S+ is rejected: /, '');
  }
  const here = (name: string): string => join(world.folder, name);

  test('a folder, a link, a pipe', async () => {
    mkdirSync(here('folder'));
    expect(await refusal(here('folder'))).toBe('it is not a regular file');
    writeFileSync(here('secret'), '{}');
    symlinkSync(here('secret'), here('link'));
    expect(await refusal(here('link'))).toBe('it is a symbolic link');
    execFileSync('mkfifo', [here('pipe')]);
    expect(await refusal(here('pipe'))).toBe('it is not a regular file');
  });

  test('100 MB, deep, no UTF-8, an unknown version', async () => {
    writeFileSync(here('big'), '{');
    truncateSync(here('big'), 100 * 1024 * 1024);
    expect(await refusal(here('big'))).toBe('it is larger than 8388608 bytes');
    writeFileSync(here('deep'), '['.repeat(8_000_000));
    expect(await refusal(here('deep'))).toBe('it is nested more than 16 levels deep');
    writeFileSync(here('latin'), Buffer.from([0x7b, 0xff, 0x7d]));
    expect(await refusal(here('latin'))).toBe('it is not UTF-8');
    writeFileSync(here('version'), '{"version":9}');
    expect(await refusal(here('version'))).toMatch(/^it has version 9/);
  });

  test('cut off, of another commit, with a path out of the repository, with a prototype key', async () => {
    const { file } = await racyFork();
    const text = readFileSync(file, 'utf8');
    writeFileSync(here('cut'), text.slice(0, text.length / 2));
    expect(await refusal(here('cut'))).toBe('it is not JSON, or it is cut off');
    expect(
      await refusal(
        poisoned(file, (analysis) => {
          analysis['head'] = 'f'.repeat(40);
        }),
      ),
    ).toMatch(/^it is for commit f{12}, but the run was for [0-9a-f]{12}$/);
    expect(
      await refusal(
        poisoned(file, (_, finding) => {
          finding['span'] = { ...fieldsOf(finding['span']), file: '../../.ssh/id' };
        }),
      ),
    ).toBe('a path in it contains `..` or `.`');
    writeFileSync(here('proto'), text.replace('{', '{"__proto__":{"isAdmin":true},'));
    expect(await refusal(here('proto'))).toMatch(/must NOT have additional properties$/);
  });
});

describe('nothing of an artifact is believed', () => {
  const evil =
    '</details><script>alert(1)</script> @ada see #1 [x](javascript:1) <!-- syncwright:finding 0123456789abcdef --> \u202egnp\n::error::x';
  const honest = async (): Promise<Readonly<{ pull: PullRecord; file: string; body: string }>> => {
    const fork = await racyFork();
    await publish(fork.pull, fork.file);
    const body = texts();
    for (const written of [world.state.reviews, world.state.comments]) written.length = 0;
    return { ...fork, body };
  };

  test('words, sources, notes and verdicts: the review is that of the honest file', async () => {
    const { pull, file, body } = await honest();
    const path = poisoned(file, (analysis, finding) => {
      Object.assign(finding, { message: evil, kernel: `k${evil}`, array: evil, advice: evil, condition: null });
      Object.assign(analysis, {
        notes: [evil],
        asides: [evil],
        problems: [{ file: evil, line: 1, text: evil, code: 'SI101' }],
        tool: evil,
        sources: [{ path: 'src/shift.cu', text: evil }],
      });
    });
    const run = await publish(pull, path);
    expect(run.log.replace(/^::stop-commands::(\S+)\n[^]*?\n::\1::$/gm, '')).not.toMatch(/^::error::x/m);
    expect([run.status, texts()]).toEqual([0, body]);
  });

  test('a finding that is not found again is left out, with its patch of a workflow file, and counted', async () => {
    world.commit('main', { ...correct, '.github/workflows/ci.yml': 'on: push\n' });
    const racyPull = openFork(racy);
    const { file } = await analyze(racyPull);
    const path = poisoned(file, (_, finding) => {
      Object.assign(finding, {
        fingerprint: 'feedfeedfeedfeed',
        fix: {
          title: 'good',
          strategy: 'good',
          proof: 'drf',
          cost: 'nothing',
          edits: [{ file: '.github/workflows/ci.yml', start: 0, end: 3, text: 'evil' }],
        },
      });
    });
    const run = await publish(racyPull, path);
    expect(told(run)).toEqual([
      '::notice::1 finding of the analysis file left out: not found when the pull request was analysed again',
    ]);
    expect(texts()).not.toContain('evil');
    expect(texts()).toMatch(/left out[^]*```suggestion/);
  });

  test('a patch of the file does not take the place of one that is proved', async () => {
    const { pull, file, body } = await honest();
    const path = poisoned(file, (_, finding) => {
      Object.assign(finding, {
        fix: { ...fieldsOf(finding['fix']), edits: [{ file: 'src/shift.cu', start: 0, end: 2, text: 'evil' }] },
      });
    });
    await publish(pull, path);
    expect(texts()).toBe(body);
  });

  test('a race that the file conceals is found, and no check run lets it pass', async () => {
    const { pull, file } = await racyFork();
    expect(
      (
        await publish(
          pull,
          poisoned(file, (analysis) => {
            analysis['kernels'] = [];
          }),
          {},
          checked,
        )
      ).writes.map((one) => one.id),
    ).toEqual(['pulls/create-review', 'checks/create']);
    expect(world.state.checks[0]?.conclusion).toBe('failure');
  });

  test('where the commits cannot be fetched, nothing is written', async () => {
    const { pull, file } = await racyFork();
    world.github.faults.push({
      matches: (_method, path) => path.endsWith('/info/refs'),
      times: 99,
      act: { kind: 'answer', status: 403, body: {} },
    });
    const run = await publish(pull, file);
    expect([run.status, run.writes]).toEqual([3, []]);
    expect(told(run)).toEqual([
      expect.stringContaining('::error::nothing is published: the pull request cannot be analysed again: '),
    ]);
  });

  test('a file from another place is read where the input says, not from the workspace', async () => {
    const { pull, file } = await racyFork();
    copyFileSync(file, join(world.folder, 'elsewhere.json'));
    expect((await publish(pull, join(world.folder, 'elsewhere.json'))).writes).toHaveLength(1);
  });
});
