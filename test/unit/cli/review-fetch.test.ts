/** `syncwright review` on a shallow clone: completed from its origin, unless that is forbidden or out of reach. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CliIo } from '../../../src/cli/io.ts';
import { runCli } from '../../../src/cli/run-cli.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'syncwright-review-fetch-'));
  git('init', '-q', '-b', 'main', 'from');
  for (const text of ['one', 'two', 'three']) commit(text);
  git('-C', 'from', 'checkout', '-q', '-b', 'change', 'HEAD~1');
  commit('four');
  git('clone', '-q', '--depth=1', '--no-single-branch', '-b', 'change', `file://${join(folder, 'from')}`, 'clone');
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const git = (...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] ?? '', GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' },
  });

function commit(text: string): void {
  writeFileSync(join(folder, 'from', 'notes.txt'), text);
  git('-C', 'from', 'add', '.');
  git('-C', 'from', 'commit', '-q', '-m', text);
}

async function review(...more: readonly string[]): Promise<Readonly<{ status: number; err: string }>> {
  const parts: string[] = [];
  const io: CliIo = {
    out: () => undefined,
    err: (text) => {
      parts.push(text);
    },
    outIsTerminal: false,
    errIsTerminal: false,
    color: false,
    width: 100,
    keys: null,
    openEngine: () => Promise.reject(new Error('nothing is analysed here')),
    openWorker: null,
    openSideWorker: null,
  };
  const status = await runCli(
    ['review', '--repo', join(folder, 'clone'), '--base', 'origin/main', '--head', 'HEAD', ...more],
    io,
  );
  return { status, err: parts.join('') };
}

test('the line of what was fetched goes to standard error; a second run fetches nothing', async () => {
  const common = git('-C', 'from', 'rev-parse', 'main~1').slice(0, 7);
  const first = await review();
  expect(first.status).toBe(0);
  expect(first.err).toContain(`Fetched 2 commits to reach the merge base ${common}; the clone was shallow.\n`);
  git('-C', 'clone', 'remote', 'set-url', 'origin', 'file:///nowhere');
  expect((await review()).err).not.toContain('Fetched');
});

test('an origin that is gone: the error of git fetch', async () => {
  git('-C', 'clone', 'remote', 'set-url', 'origin', 'file:///nowhere');
  expect((await review()).err).toMatch(
    /^error: the history down to the merge base cannot be fetched: git fetch failed: .*; the clone is shallow/,
  );
});

test('--no-fetch: the error of before', async () => {
  const { status, err } = await review('--no-fetch');
  expect(status).toBe(2);
  expect(err).toMatch(/have no common ancestor in this clone; the clone is shallow/);
  expect(git('-C', 'clone', 'rev-list', '--count', 'HEAD').trim()).toBe('1');
});

test('an origin that only ssh reaches is not asked', async () => {
  git('-C', 'clone', 'remote', 'set-url', 'origin', 'git@github.com:a/b.git');
  const { status, err } = await review();
  expect(status).toBe(2);
  expect(err).toContain('the remote `origin` is not an HTTP(S) address without a password');
  expect(err).toContain('run `git fetch` first');
});
