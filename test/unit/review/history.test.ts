/** Shallow clones: how far the history is deepened, and that a merge base of a cut history is not believed. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Origin } from '../../../src/review/fetching.ts';
import { fetchingFor } from '../../../src/review/fetching.ts';
import { reachHistory } from '../../../src/review/history.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'syncwright-history-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const git = (args: readonly string[], input = ''): string =>
  execFileSync('git', [...args], {
    cwd: folder,
    encoding: 'utf8',
    input,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] ?? '', GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' },
  }).trim();

/** Commits by name, each with its parents; a branch for each of `tips`. */
function repository(
  commits: readonly (readonly [name: string, ...parents: string[]])[],
  tips: readonly string[],
): Readonly<Record<string, string>> {
  const marks = new Map(commits.map(([name], k) => [name, k + 1]));
  const text = commits
    .map(([name, first, ...others], k) =>
      [
        ...(first === undefined ? ['reset refs/made/all', ''] : []),
        'commit refs/made/all',
        `mark :${k + 1}`,
        `committer a <a@b> ${1_700_000_000 + k} +0000`,
        `data ${name.length}`,
        name,
        ...(first === undefined ? [] : [`from :${marks.get(first) ?? 0}`]),
        ...others.map((other) => `merge :${marks.get(other) ?? 0}`),
        'M 100644 inline file',
        `data ${name.length}`,
        name,
        '',
        '',
      ].join('\n'),
    )
    .join('');
  git(['init', '-q', '--bare', '-b', 'main', 'from.git']);
  git(['-C', 'from.git', 'config', 'uploadpack.allowAnySHA1InWant', 'true']);
  git(['-C', 'from.git', 'fast-import', '--quiet', '--force', '--export-marks=marks'], text);
  const byMark = new Map(
    [...readFileSync(join(folder, 'from.git', 'marks'), 'utf8').matchAll(/^:(\d+) ([0-9a-f]{40})$/gm)].map(
      ([, mark, id = '']) => [Number(mark), id],
    ),
  );
  const ids = Object.fromEntries(commits.map(([name]) => [name, byMark.get(marks.get(name) ?? 0) ?? '']));
  git(['-C', 'from.git', 'update-ref', '-d', 'refs/made/all']);
  for (const tip of tips) git(['-C', 'from.git', 'update-ref', `refs/heads/${tip}`, ids[tip] ?? '']);
  return ids;
}

function clone(depth: number, branch: string): string {
  git(['clone', '-q', `--depth=${depth}`, '--no-tags', '-b', branch, `file://${join(folder, 'from.git')}`, 'clone']);
  return join(folder, 'clone');
}

const origin = (): Origin => ({ url: `file://${join(folder, 'from.git')}`, authorizations: [null] });
const chain = (name: string, from: readonly string[], length: number): readonly (readonly [string, ...string[]])[] =>
  Array.from({ length }, (_, k) =>
    k === 0 ? ([`${name}1`, ...from] as const) : ([`${name}${k + 1}`, `${name}${k}`] as const),
  );

test('a long way to the merge base is gone in few steps', async () => {
  const ids = repository(
    [
      ['root'],
      ...chain('old', ['root'], 3000),
      ...chain('main', ['old3000'], 150),
      ...chain('change', ['old3000'], 400),
    ],
    ['main150', 'change400'],
  );
  const repo = clone(1, 'change400');
  const reached = await reachHistory(await fetchingFor(repo, origin()), {
    base: ids['main150'] ?? '',
    head: ids['change400'] ?? '',
  });
  expect(reached).toMatchObject({ ok: true, value: { mergeBase: ids['old3000'], wasShallow: true } });
  // Not the whole of it, of which the merge base is no end.
  expect(git(['-C', 'clone', 'rev-parse', '--is-shallow-repository'])).toBe('true');
  expect(reached.ok && reached.value.commits).toBe(
    Number(git(['-C', 'clone', 'rev-list', '--count', ids['main150'] ?? '', ids['change400'] ?? ''])) - 1,
  );
});

test('a merge base that stands at the cut of the history may hide a newer one', async () => {
  // The head merges `root` by a short way and `newer` by a long one; the base comes from `newer`, with a short way to
  // `root` too.
  const ids = repository(
    [
      ['root'],
      ['newer', 'root'],
      ...chain('long', ['newer'], 90),
      ['head', 'long90', 'root'],
      ...chain('wide', ['newer'], 90),
      ['base', 'wide90', 'root'],
    ],
    ['head', 'base'],
  );
  const repo = clone(3, 'head');
  git(['-C', 'clone', 'fetch', '-q', '--depth=3', 'origin', 'base:base']);
  expect(git(['-C', 'clone', 'merge-base', 'base', 'head'])).toBe(ids['root']);
  const reached = await reachHistory(await fetchingFor(repo, origin()), { base: 'base', head: 'head' });
  expect(reached).toMatchObject({ ok: true, value: { mergeBase: ids['newer'] } });
});

test('unrelated histories, a commit that is nowhere, and a clone of which nothing may be fetched', async () => {
  const ids = repository([['root'], ['head', 'root'], ['other'], ['base', 'other']], ['head', 'base']);
  const repo = clone(1, 'head');
  const fetching = await fetchingFor(repo, origin());
  const forbidden = await reachHistory(await fetchingFor(repo, null), { base: ids['base'] ?? '', head: 'HEAD' });
  expect(forbidden).toMatchObject({ ok: true, value: { commits: 0, mergeBase: null } });
  const nowhere = await reachHistory(fetching, { base: 'f'.repeat(40), head: 'HEAD' });
  expect(nowhere).toMatchObject({ ok: false, problem: { kind: 'not-fetched' } });
  expect(nowhere.ok ? '' : nowhere.problem.text).toMatch(
    /^commit f{40} is not in this clone and cannot be fetched: .*; the clone is shallow, so set `fetch-depth: 0` for actions\/checkout$/,
  );
  expect(await reachHistory(fetching, { base: ids['base'] ?? '', head: 'HEAD' })).toMatchObject({
    ok: true,
    value: { mergeBase: null },
  });
  expect(await reachHistory(fetching, { base: 'nothing', head: 'HEAD' })).toMatchObject({
    ok: true,
    value: { mergeBase: null },
  });
});

test('a clone that has all of it is asked nothing', async () => {
  const ids = repository([['root'], ['head', 'root'], ['base', 'root']], ['head', 'base']);
  git(['clone', '-q', `file://${join(folder, 'from.git')}`, '-b', 'head', 'clone']);
  const nowhere = await fetchingFor(join(folder, 'clone'), { url: 'file:///nowhere', authorizations: [null] });
  expect(await reachHistory(nowhere, { base: ids['base'] ?? '', head: ids['head'] ?? '' })).toEqual({
    ok: true,
    value: { commits: 0, mergeBase: null, wasShallow: false },
  });
});
