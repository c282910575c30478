/** The review core on a loopback GitLab, with findings made by hand: what is written, once, and what becomes of it. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Discussion } from './loopback.ts';
import type { Finding, Verdict } from '../../src/verdict/finding.ts';
import type { Published } from '../../src/review/publish.ts';
import type { PlatformProblem } from '../../src/platform/problem.ts';
import type { Result } from '../../src/base/result.ts';
import { Gitlab, ada, bot, token } from './loopback.ts';
import { answer, changed, finding, fixWith, reportOf, spanAt } from '../unit/review/example.ts';
import { connect } from '../../src/gitlab/client.ts';
import { defaultSettings, planReview } from '../../src/review/plan.ts';
import { diffFileAt } from '../../src/review/diff-lines.ts';
import { gitlabDialect, gitlabPlatform } from '../../src/gitlab/platform.ts';
import { markersIn } from '../../src/platform/markers.ts';
import { publishReview } from '../../src/review/publish.ts';
import { readAccount, readMergeRequest } from '../../src/gitlab/merge-request.ts';

vi.setConfig({ testTimeout: 120_000 });

const containing = (part: string): unknown => expect.stringContaining(part);

let gitlab: Gitlab;
let waits: number[];
let head: string;
beforeEach(async () => {
  gitlab = await Gitlab.open();
  Object.assign(gitlab.request, { base: 'b'.repeat(40), start: 'c'.repeat(40) });
  waits = [];
  push(1);
});
afterEach(async () => {
  await gitlab.close();
  expect(gitlab.violations).toEqual([]);
});

/** Line 11 of the head is added; 10, 12 and 13 were 10, 11 and 12. */
const diff = '@@ -10,3 +10,4 @@\n line 10;\n+added 11;\n line 11;\n line 12;\n';
const text =
  [
    ...Array.from({ length: 10 }, (_, k) => `line ${k + 1};`),
    'added 11;',
    ...Array.from({ length: 10 }, (_, k) => `line ${k + 11};`),
  ].join('\n') + '\n';
const offsetOf = (line: number): number =>
  text
    .split('\n')
    .slice(0, line - 1)
    .join('\n').length + 1;

function push(n: number, isUnchanged: (position: Readonly<Record<string, unknown>>) => boolean = () => true): void {
  head = `${n}`.repeat(40).slice(0, 40);
  gitlab.push(head, new Map([['a.cu', diff]]), isUnchanged);
}

type Head = Readonly<{
  findings?: readonly Finding[];
  verdict?: Verdict;
  path?: string;
  source?: string;
  patch?: string;
  key?: string;
}>;

async function attempt({
  findings = [],
  verdict = findings.length > 0 ? 'racy' : 'drf',
  path = 'a.cu',
  source = text,
  patch = diff,
  key = token,
}: Head): Promise<Result<Published, PlatformProblem>> {
  const client = connect({
    apiUrl: gitlab.url,
    token: key,
    fetch,
    userAgent: 'syncwright',
    mostWaitSeconds: 90,
    sleep: (seconds) => {
      waits.push(seconds);
      return Promise.resolve();
    },
    log: () => undefined,
  });
  const [account, request] = [await readAccount(client), await readMergeRequest(client, gitlab.request)];
  if (!account.ok) return account;
  if (!request.ok) return request;
  const changes = [changed(path, patch)];
  const kernels = [...new Set(['k', ...findings.map(({ kernel }) => kernel)])].map((name) =>
    answer({ name, verdict, findings: findings.filter(({ kernel }) => kernel === name) }),
  );
  const plan = planReview({
    base: gitlab.request.base,
    mergeBase: gitlab.request.base,
    head,
    changes,
    report: reportOf(...kernels),
    compared: { fresh: findings, old: [], fixed: [] },
    read: () => source,
    isExactText: () => true,
    notes: [],
    settings: defaultSettings,
  });
  const platform = gitlabPlatform({
    client,
    place: gitlab.request,
    account: account.value,
    request: request.value,
    files: (file) => diffFileAt(changes, file),
  });
  return publishReview(platform, plan, {
    source: () => source,
    address: null,
    fixesBy: 'diff',
    dialect: gitlabDialect,
  });
}

async function publish(given: Head): Promise<Published> {
  const done = await attempt(given);
  if (!done.ok) throw new Error(done.problem.text);
  return done.value;
}

const at = (line: number, fingerprint: string, changes: Partial<Finding> = {}): Finding =>
  finding({ span: spanAt('a.cu', line), fingerprint, array: fingerprint, ...changes });
const two = [at(11, 'one'), at(12, 'two')];
const threadOf = (fingerprint: string): Discussion => {
  const found = gitlab.discussions.find(({ notes: [first] }) =>
    markersIn(first?.body ?? '', 'finding').includes(fingerprint),
  );
  if (found === undefined) throw new Error(`no thread says ${fingerprint}`);
  return found;
};

test('one summary, a thread at each line: an added one by its new number, another by both; nothing more on a second run', async () => {
  const { outcome } = await publish({ findings: two });
  expect(outcome).toMatchObject({ kind: 'posted', comments: 2, moved: 0, url: containing('/merge_requests/3#note_') });
  expect(gitlab.threads().map(({ position }) => [position?.['new_line'], position?.['old_line']])).toEqual([
    [11, undefined],
    [12, 11],
  ]);
  expect(gitlab.summaries()).toHaveLength(1);
  // threads first: a run that is cut off has said what it remembers
  expect(gitlab.writes.map(({ id }) => id)).toEqual(['new discussion', 'new discussion', 'new note']);
  const before = gitlab.writes.length;
  expect((await publish({ findings: two })).outcome).toEqual({ kind: 'said-before' });
  expect(gitlab.writes).toHaveLength(before);
});

test('a suggestion counts its lines from that of the comment, and a wider comment marks them', async () => {
  const from = offsetOf(10);
  const fix = fixWith([
    { file: 'a.cu', start: from, end: from + text.slice(from).indexOf('line 11;') - 1, text: 'mended 10;\nmended 11;' },
  ]);
  await publish({ findings: [at(11, 'one', { fix })] });
  const [note] = gitlab.threads();
  expect(note?.body).toContain('```suggestion:-1+0\nmended 10;\nmended 11;\n```');
  expect(note?.position).toMatchObject({ new_line: 11, line_range: { start: { type: 'old' }, end: { type: 'new' } } });
  expect(note?.body).not.toContain('/syncwright');
});

test('a thread is resolved when its finding is gone, and opened again when it is back', async () => {
  await publish({ findings: two });
  push(2);
  const settled = await publish({ findings: [two[1] ?? finding()], verdict: 'racy' });
  expect(settled.settling).toMatchObject({ resolved: 1, problem: null });
  expect(threadOf('one').notes[0]).toMatchObject({ resolved: true, body: containing('**Gone in 2222222**') });
  expect(threadOf('two').notes[0]).toMatchObject({ resolved: false });
  push(3);
  expect((await publish({ findings: two })).settling.reopened).toBe(1);
  expect(threadOf('one').notes[0]).toMatchObject({ resolved: false, body: containing('33333') });
  expect(gitlab.threads()).toHaveLength(2);
  const writes = gitlab.writes.length;
  await publish({ findings: two });
  expect(gitlab.writes).toHaveLength(writes);
});

test('a token that may not resolve: the comment says it', async () => {
  gitlab.callers.set(token, { user: bot, scopes: ['api'], role: 20 });
  await publish({ findings: two });
  push(2);
  expect((await publish({})).settling).toMatchObject({ resolved: 0, edited: 2, problem: null });
  expect(threadOf('one').notes[0]).toMatchObject({ resolved: false, body: containing('**Fixed in 2222222:**') });
});

test('a line that is changed since: said again at the new place, the old one folded and linked; then nothing more', async () => {
  await publish({ findings: two });
  gitlab.reply(threadOf('two'), ada, 'Are you sure?');
  push(2, ({ new_line: line }) => line !== 12);
  expect((await publish({ findings: [two[0] ?? finding(), at(13, 'two')] })).settling).toMatchObject({
    hidden: 1,
    problem: null,
  });
  const [old] = threadOf('two').notes;
  const again = gitlab.threads().find(({ position }) => position?.['new_line'] === 13);
  expect(old?.body).toContain('<details><summary>Outdated; repeated where the code is now</summary>');
  expect(old?.body).toContain(`#note_${again?.id ?? 0}`);
  // people still talk there
  expect(old?.resolved).toBe(false);
  const writes = gitlab.writes.length;
  await publish({ findings: [two[0] ?? finding(), at(13, 'two')] });
  expect(gitlab.writes).toHaveLength(writes);
});

test('a place that GitLab does not take goes to the summary, at once and for good', async () => {
  // the diff that GitLab shows lacks the file
  gitlab.diffs = new Map();
  expect((await publish({ findings: two })).outcome).toMatchObject({ kind: 'posted', comments: 0, moved: 2 });
  expect(markersIn(gitlab.summaries()[0]?.body ?? '', 'here')).toEqual(['one', 'two']);
  expect((await publish({ findings: two })).outcome.kind).toBe('said-before');
  expect(gitlab.threads()).toEqual([]);
});

test('a finding outside of the hunks stands at its file', async () => {
  expect((await publish({ findings: [at(2, 'far')] })).outcome.kind).toBe('posted');
  expect(gitlab.threads().map(({ position }) => [position?.['position_type'], position?.['new_path']])).toEqual([
    ['file', 'a.cu'],
  ]);
});

test('answers that get lost: nothing is written twice', async () => {
  for (const operation of ['new discussion', 'new note']) gitlab.faults.push({ operation, times: 1, act: 'lost' });
  await publish({ findings: two });
  expect([gitlab.threads().length, gitlab.summaries().length]).toEqual([2, 1]);
});

test('a rate limit is waited for as long as it says, a server that fails is asked again', async () => {
  gitlab.faults.push({
    operation: 'new discussion',
    times: 1,
    act: {
      status: 429,
      headers: { 'retry-after': '17' },
      body: { message: { error: 'This endpoint has been requested too many times. Try again later.' } },
    },
  });
  gitlab.faults.push({ operation: 'discussions', times: 2, act: { status: 502, body: {} } });
  await publish({ findings: two });
  expect(waits).toContain(17);
  expect([gitlab.threads().length, gitlab.summaries().length]).toEqual([2, 1]);
});

test('a wait that is too long is given up; the next run writes what is left', async () => {
  gitlab.faults.push({
    operation: 'new note',
    times: 1,
    act: { status: 429, headers: { 'retry-after': '3600' }, body: {} },
  });
  expect(await attempt({ findings: two })).toMatchObject({ ok: false, problem: { kind: 'rate-limited' } });
  expect([gitlab.threads().length, gitlab.summaries().length]).toEqual([2, 0]);
  expect((await publish({ findings: [...two, at(13, 'three')] })).outcome).toMatchObject({
    kind: 'posted',
    comments: 1,
  });
  expect(gitlab.threads()).toHaveLength(3);
});

test.each([
  ['a token that is not known', 'glpat-other', null, /^GitLab rejects the token \(401\).*scope `api`/],
  [
    'a token that may only read',
    token,
    { user: bot, scopes: ['read_api'], role: 30 },
    /^GitLab refuses the request \(403\): the token needs the scope `api`/,
  ],
  [
    'a token of another project',
    token,
    { user: bot, scopes: ['api'], role: 0 },
    /^GitLab does not find the merge request \(404\).*not for this project/,
  ],
])('%s: one line', async (_name, key, caller, line) => {
  if (caller !== null) gitlab.callers.set(token, caller);
  const done = await attempt({ findings: two, key });
  expect(done.ok ? '' : done.problem.text).toMatch(line);
  expect(gitlab.discussions).toEqual([]);
});

test('a comment of somebody else with our markers is not ours, and stays as it is', async () => {
  await publish({ findings: two });
  const [summary] = gitlab.summaries();
  const copy = gitlab.add(ada, (summary?.body ?? '').replaceAll('one', 'three'));
  const thread = gitlab.add(ada, threadOf('one').notes[0]?.body.replaceAll('one', 'three') ?? '', {
    position_type: 'text',
    new_path: 'a.cu',
    new_line: 13,
    head_sha: head,
  });
  const bodies = [copy, thread].map(({ notes: [first] }) => first?.body);
  expect((await publish({ findings: [...two, at(13, 'three')] })).outcome).toMatchObject({
    kind: 'posted',
    comments: 1,
  });
  push(2);
  await publish({});
  expect([copy, thread].map(({ notes: [first] }) => first?.body)).toEqual(bodies);
  expect(thread.notes[0]?.resolved).toBe(false);
});

test('300 comments in pages: ours is found behind them', async () => {
  for (let k = 0; k < 300; k += 1) gitlab.add(ada, `comment ${k}`, null, k % 3 === 0);
  await publish({ findings: two });
  const reads = gitlab.log.filter(({ id }) => id === 'discussions').length;
  expect((await publish({ findings: two })).outcome.kind).toBe('said-before');
  expect(gitlab.log.filter(({ id }) => id === 'discussions').length - reads).toBe(4);
});

test('two runs that both wrote: the later comments are called duplicates, never fixed', async () => {
  await publish({ findings: two });
  for (const { body, position } of [...gitlab.threads(), ...gitlab.summaries()]) gitlab.add(bot, body, position);
  expect((await publish({ findings: two })).settling).toMatchObject({ hidden: 3, problem: null });
  expect(
    gitlab.discussions
      .slice(3)
      .map(({ notes: [first] }) => first?.body.includes('<summary>Duplicate of an earlier comment</summary>')),
  ).toEqual([true, true, true]);
  const writes = gitlab.writes.length;
  await publish({ findings: two });
  expect(gitlab.writes).toHaveLength(writes);
});

test('a merge request that has moved on is not written to', async () => {
  const { head: old } = gitlab.request;
  gitlab.request.head = 'd'.repeat(40);
  head = old;
  expect((await publish({ findings: two })).outcome).toEqual({ kind: 'moved' });
  expect(gitlab.writes).toEqual([]);
});

test('hostile names, messages and sources: no HTML, no mention, no quick action (the loopback looks at every text)', async () => {
  const path = '@all <img src=x onerror=alert(1)>/merge.cu';
  const lines = ['/* ```', '/merge', '```', '/approve @all', '*/', 'int a;', '/close'];
  const source = `${lines.join('\n')}\n`;
  gitlab.diffs = new Map([[path, `@@ -0,0 +1,7 @@\n${lines.map((line) => `+${line}\n`).join('')}`]]);
  const name = '`/merge`\n/merge <b>@all</b> &epic !1 <!-- syncwright:finding x -->';
  const hostile = finding({
    span: spanAt(path, 6),
    kernel: name,
    message: '/merge\n@all <script>',
    array: '/close\n`@all`',
    advice: '@all\n/merge',
    fix: {
      ...fixWith([{ file: path, start: 0, end: source.length - 1, text: `${lines.join('\n')} // mended` }]),
      title: '/merge\n@all',
      cost: '<b>@all\n/close',
    },
  });
  await publish({ findings: [hostile], path, source, patch: gitlab.diffs.get(path) ?? '' });
  expect(gitlab.threads()).toHaveLength(1);
  // it holds lines that GitLab would carry out, and they could not be written otherwise
  expect(gitlab.threads()[0]?.body).not.toContain('suggestion:');
  push(2);
  await publish({ path, source });
  expect(gitlab.writes.filter(({ id }) => id === 'edit note').length).toBeGreaterThan(0);
});
