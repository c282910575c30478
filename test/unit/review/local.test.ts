/**
 * The local review over a real repository, with an engine that only knows names: what is asked of it, and what comes of
 * it.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Engine, EngineOptions } from '../../../src/engine.ts';
import type { KernelAnswer } from '../../../src/verdict/finding.ts';
import { GitStore } from '../../github/git-store.ts';
import { answer, finding, reportOf, spanAt } from './example.ts';
import { fail } from '../../../src/base/result.ts';
import { crewOf } from '../../../src/review/crew.ts';
import { runLocalReview } from '../../../src/review/review.ts';

let folder: string;
let store: GitStore;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'review-'));
  store = new GitStore(join(folder, 'r.git'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const options: EngineOptions = {
  kernel: null,
  block: null,
  grid: null,
  params: new Map(),
  assumes: [],
  defines: new Map(),
  includeDirs: [],
  warpModel: 'its',
  level: 'grid',
  timeoutSeconds: null,
  repair: true,
};

function commit(branch: string, files: Readonly<Record<string, string | null>>, from: string | null): string {
  const tree = store.makeTree(
    from,
    Object.entries(files).map(([path, text]) => ({ path, text })),
  );
  const made = store.makeCommit(tree, from === null ? [] : [from], 'x', { name: 'a', email: 'a@example.org' });
  store.setRef(`refs/heads/${branch}`, made);
  return made;
}

/**
 * Each `kernel NAME` line up to `end` is a kernel of the file; `include` lines bring in others; `race` in it makes it
 * racy.
 */
function namesOnly(asked: string[]): Engine {
  const kernelsOf = (file: string, read: (path: string) => string | null): readonly KernelAnswer[] => {
    const lines = (read(file) ?? '').split('\n');
    const own = lines.flatMap((line, k): readonly KernelAnswer[] => {
      const name = /^__global__ (\w+)/.exec(line)?.[1];
      if (name === undefined) return [];
      const end = lines.indexOf('end', k);
      const text = lines.slice(k, end + 1);
      const race = text.findIndex((one) => one.startsWith('race'));
      const findings =
        race < 0
          ? []
          : [
              finding({
                kernel: name,
                span: spanAt(file, k + race + 1),
                fingerprint: `${name}.${text[race] ?? ''}`.replace(/\W/g, ''),
              }),
            ];
      return [
        answer({
          name,
          span: spanAt(file, k + 1, end + 1),
          findings,
          verdict: race < 0 ? 'drf' : 'racy',
          uses: [{ what: 'kernel', name, span: spanAt(file, k + 1, end + 1) }],
        }),
      ];
    });
    return [
      ...own,
      ...lines.flatMap((line) => {
        const path = /^#include "(.*)"/.exec(line)?.[1];
        return path === undefined ? [] : kernelsOf(path, read);
      }),
    ];
  };
  return {
    analyze: (request) => {
      const kernels = request.files
        .flatMap((file) => kernelsOf(file, request.read))
        .filter((kernel) => request.touches?.(kernel.uses) ?? true);
      asked.push(`${request.files.join(' ')} -> ${kernels.map((kernel) => kernel.name).join(' ')}`);
      return Promise.resolve(reportOf(...kernels));
    },
    coverage: () => ({
      files: 0,
      characters: 0,
      stageMs: { preprocess: 0, parse: 0, launch: 0, lower: 0 },
      kernels: [],
      problems: [],
    }),
    replay: () => Promise.resolve(fail('no')),
    close: () => Promise.resolve(),
  };
}

async function review(base: string, head: string, repo = store.folder) {
  const asked: string[] = [];
  const made = await runLocalReview({
    repo,
    base,
    head,
    crew: crewOf({ openEngine: () => Promise.resolve(namesOnly(asked)), openWorker: null, mostWorkers: 1 }),
    options,
  });
  if (!made.ok) throw new Error(made.problem.text);
  return {
    asked,
    plan: made.value.plan,
    said: made.value.plan.items.map((item) => [item.state, item.finding.kernel, item.place.kind]),
  };
}

const kernel = (name: string, ...body: readonly string[]): string =>
  [`__global__ ${name}`, ...body, 'end', ''].join('\n');

test('only kernels whose lines changed are decided; the base is asked for those with findings', async () => {
  const base = commit(
    'main',
    { 'a.cu': kernel('one', 'x') + kernel('two', 'race y'), 'b.cu': kernel('three', 'race z') },
    null,
  );
  const head = commit('change', { 'a.cu': kernel('one', 'race x') + kernel('two', 'race y') }, base);
  const { asked, said } = await review('main', 'change');
  expect(asked).toEqual(['a.cu -> ', 'a.cu -> one', 'a.cu -> one']);
  expect(said).toEqual([['new', 'one', 'inline']]);
  expect((await review(head, head)).said).toEqual([]);
});

test('from a folder of the work tree, what includes a changed header elsewhere is found too', async () => {
  const base = commit(
    'main',
    { 'src/k.cuh': '#define A\n', 'lib/a.cu': `#include "k.cuh"\n${kernel('one', 'race x')}`, 'src/b.cu': '\n' },
    null,
  );
  commit('change', { 'src/k.cuh': '#define A 1\n' }, base);
  const clone = join(folder, 'clone');
  execFileSync('git', ['clone', '-q', '-b', 'change', store.folder, clone]);
  const { asked } = await review(base, 'origin/change', join(clone, 'src'));
  expect(asked[0]).toBe('lib/a.cu -> ');
});

test.each([
  'color.ui=always',
  'color.grep=always',
  'color.diff=always',
  'grep.column=true',
  'grep.lineNumber=true',
  'grep.fullName=false',
  'grep.patternType=perl',
  'core.quotePath=true',
  'submodule.recurse=true',
  'diff.relative=true',
  'diff.noprefix=true',
  'diff.mnemonicPrefix=true',
  'diff.context=0',
  'diff.interHunkContext=9',
  'diff.algorithm=histogram',
  'diff.renames=false',
  'diff.orderFile=/dev/null',
  'diff.colorMoved=zebra',
  'diff.suppressBlankEmpty=true',
  'core.abbrev=4',
  'diff.renameLimit=1',
  'core.bigFileThreshold=1',
  'core.ignoreCase=true',
  'core.preferSymlinkRefs=true',
  'pack.allowPackReuse=false',
  'core.commentChar=+',
  'diff.wsErrorHighlight=all',
  'diff.dirstat=lines',
  'diff.statNameWidth=1',
  'i18n.logOutputEncoding=UTF-16',
])('the setting %s of the clone changes nothing', async (setting) => {
  const base = commit(
    'main',
    {
      'src/h.cuh': '__global__ k\n\n\na\nend\n',
      'src/ü.cu': '#include "h.cuh"\nk<<<1, 2>>>();\n',
      'lib/old.cu': '__global__ m\nx\ny\nz\nend\n',
      'lib/two.cu': '__global__ n\nu\nv\nw\nend\n',
    },
    null,
  );
  commit(
    'change',
    {
      'src/h.cuh': '__global__ k\n\n\nrace\nend\n',
      'lib/old.cu': null,
      'lib/new.cu': '__global__ m\nx\ny\nrace\nend\n',
      'lib/two.cu': null,
      'lib/three.cu': '__global__ n\nu\nv\nrace\nend\n',
    },
    base,
  );
  const plain = await review('main', 'change');
  expect(plain.asked.join()).toContain('src/ü.cu');
  const [name = '', value = ''] = setting.split('=');
  store.git(['config', name, value]);
  const other = await review('main', 'change');
  expect([other.asked, other.plan.items]).toEqual([plain.asked, plain.plan.items]);
});

test('a line that is only removed touches the kernel of the head', async () => {
  const base = commit('main', { 'a.cu': kernel('one', 'race x', 'barrier', 'y') }, null);
  commit('change', { 'a.cu': kernel('one', 'race x', 'y') }, base);
  expect((await review('main', 'change')).said).toEqual([['old', 'one', 'folded']]);
});

test('a kernel in a header is shown by the unit that includes it, else by the header itself; a renamed file keeps its findings old', async () => {
  const base = commit(
    'main',
    {
      'k.cuh': kernel('shared', 'x'),
      'u.cu': '#include "k.cuh"\n',
      'alone.cuh': kernel('alone', 'race x', 'y', 'y', 'y', 'y'),
    },
    null,
  );
  commit(
    'change',
    {
      'k.cuh': kernel('shared', 'race x'),
      'alone.cuh': null,
      'moved.cuh': kernel('alone', 'race x', 'y', 'y', 'y', 'z'),
    },
    base,
  );
  const { asked, said } = await review('main', 'change');
  expect(asked.filter((line) => line.includes('-> ') && !line.endsWith('-> '))).toEqual([
    'u.cu -> shared',
    'moved.cuh -> alone',
    'u.cu -> shared',
    'alone.cuh -> alone',
  ]);
  expect(said).toEqual([
    ['new', 'shared', 'inline'],
    ['old', 'alone', 'folded'],
  ]);
});

test('what the pull request removes is named', async () => {
  const base = commit('main', { 'a.cu': kernel('one', 'race x') }, null);
  commit('change', { 'a.cu': kernel('one', 'x') }, base);
  const { plan } = await review('main', 'change');
  expect(plan.fixed.map((one) => one.kernel)).toEqual(['one']);
  expect(plan.conclusion).toBe('success');
});

test('a base that moved on: only what the head changed since they parted counts', async () => {
  const start = commit('main', { 'a.cu': kernel('one', 'x'), 'b.cu': kernel('two', 'x') }, null);
  commit('change', { 'a.cu': kernel('one', 'race x') }, start);
  commit('main', { 'b.cu': kernel('two', 'race x') }, start);
  expect((await review('main', 'change')).said).toEqual([['new', 'one', 'inline']]);
});

test('a missing revision and unrelated histories are one line', async () => {
  commit('main', { 'a.cu': 'x\n' }, null);
  commit('other', { 'b.cu': 'y\n' }, null);
  await expect(review('main', 'nowhere')).rejects.toThrow('revision nowhere is not in this clone');
  await expect(review('--help', 'main')).rejects.toThrow('revision --help is not in this clone');
  await expect(review('main', 'other')).rejects.toThrow('have no common ancestor in this clone');
});

test('a repository with SHA-256 objects is read like any other', async () => {
  const repo = join(folder, 'sha256');
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-C', repo, '-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], {
      encoding: 'utf8',
    });
  execFileSync('git', ['init', '-q', '-b', 'main', '--object-format=sha256', repo]);
  for (const [branch, body] of [
    ['main', 'x'],
    ['change', 'race x'],
  ] as const) {
    if (branch !== 'main') git('checkout', '-q', '-b', branch);
    writeFileSync(join(repo, 'k.cuh'), kernel('one', body, 'y', 'z'));
    writeFileSync(join(repo, 'a.cu'), '#include "k.cuh"\n');
    git('add', '-A');
    git('commit', '-q', '-m', branch);
  }
  const { asked, said, plan } = await review('main', 'change', repo);
  expect([asked[0], said, plan.head.length]).toEqual(['a.cu -> ', [['new', 'one', 'inline']], 64]);
});
