/**
 * Pull requests that somebody made to do harm: names, contents, attributes, links, build files and configuration at random. Whatever is in them, nothing
 * of theirs is executed, nothing is written outside, and every touched file with a kernel is counted.
 *
 * A few with each run of the tests; 200: `RUNS=200 npx vitest run test/github/hostile.test.ts`. A failure prints the seed (`SEED=…`).
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { githubDialect } from '../../src/github/dialect.ts';
import type { Engine } from '../../src/engine.ts';
import type { LocalReview } from '../../src/review/review.ts';
import { GitStore } from './git-store.ts';
import { assetPaths } from '../../src/assets.ts';
import { createEngine } from '../../src/pipeline.ts';
import { crewOf } from '../../src/review/crew.ts';
import { defaultLimits } from '../../src/review/analysis.ts';
import { fc } from '../seeded.ts';
import { renderAnalysis } from '../../src/review/analysis-write.ts';
import { readAnalysis } from '../../src/review/analysis-read.ts';
import { runLocalReview } from '../../src/review/review.ts';
import { shift } from './kernels.ts';
import { summaryMarkdown } from '../../src/review/body.ts';

// A machine with other work on it is slow; nothing here measures time.
vi.setConfig({ testTimeout: 3_600_000 });
const runs = Number(process.env['RUNS'] ?? 6);

const folder = mkdtempSync(join(tmpdir(), 'syncwright-hostile-'));
const repo = join(folder, 'repo.git');
/** Whatever is executed leaves this. */
const canary = join(folder, 'canary');
const touch = `touch ${canary}`;
const store = new GitStore(repo);
let engine: Engine;
const temporary = process.env['TMPDIR'];
beforeAll(async () => {
  mkdirSync(join(folder, 'temporary'));
  process.env['TMPDIR'] = join(folder, 'temporary');
  // of the machine, not of the pull request: what its attributes would start if git were let
  appendFileSync(join(repo, 'config'), ['core]\n\thooksPath = ./hooks', `core]\n\tfsmonitor = ${touch}`, `core]\n\tpager = ${touch}`, `filter "evil"]\n\tsmudge = ${touch}\n\tclean = ${touch}\n\tprocess = ${touch}\n\trequired = true`, `diff "evil"]\n\ttextconv = ${touch}\n\tcommand = ${touch}`, `diff]\n\texternal = ${touch}`, `merge "evil"]\n\tdriver = ${touch}`, `credential]\n\thelper = !${touch}`].map((part) => `[${part}\n`).join(''));
  engine = await createEngine(assetPaths(), () => performance.now());
});
afterAll(async () => {
  if (temporary === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = temporary;
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

const part = fc.constantFrom('src', 'a', 'ü', ' ', '..', '.', '.git', '.GIT ', 'git~1', '-rf', '--output=x', `$(${touch.replaceAll('/', ' ')})`, '`id`', ';id;', '\u202egnp', 'a\nb', 'a\\b', ':(top)', '*', '[a', 'C:', 'CON', 'x'.repeat(200), '__proto__', '%0A::error::x', '<!-- syncwright:closed x -->');
const name = fc.tuple(fc.array(part, { maxLength: 3 }), part, fc.constantFrom('.cu', '.cuh', '.CU', '.h')).map(([folders, base, suffix]) => [...folders, `${base}${suffix}`].join('/'));
const line = fc.oneof(
  fc.constantFrom('#include "/etc/passwd"', '#include "../../../../etc/passwd"', '#include </proc/self/environ>', '#include __FILE__', '#pragma omp', '#if 0', '#define K K K', '#define __global__', '#undef __global__', '#line 7 "../x.cu"', '#error x',
    '::error file=x::y', '::stop-commands::x', '// syncwright-ignore-next-line SW101: mine', '<!-- syncwright:closed x -->', '@everyone #1', '`'.repeat(400), '('.repeat(3000), '/*', 'R"x(', '"', '\\', '\0', '\u202e', '\ufeff', '??/', `/* ${'x'.repeat(20_000)} */`, 'template <int N> struct S { S<N + 1> s; };', 'asm("exit;");'),
  fc.string({ maxLength: 40, unit: 'binary' }).map((text) => text.replace(/[\ud800-\udfff]/g, '')));
const kernels = fc.constantFrom(shift({ barrier: false }), shift({ barrier: true }), shift({ barrier: false, name: 'other' }), '__global__ void loop(int *a, int n) { for (int k = 0; k != n; k += 3) a[k * k] += a[threadIdx.x]; }\n');
/** Only before the kernel: what one of these closes behind it hides it from compilers too. */
const closing = fc.constantFrom('#endif', '*/');
const source = fc.tuple(fc.array(fc.oneof({ weight: 9, arbitrary: line }, { weight: 1, arbitrary: closing }), { maxLength: 4 }), kernels, fc.array(line, { maxLength: 3 })).map(([before, kernel, after]) => `${before.join('\n')}\n${kernel}${after.join('\n')}\n`);
const besides = fc.subarray([
  ['.gitattributes', '* filter=evil diff=evil merge=evil -text working-tree-encoding=UTF-16\n'], ['.gitmodules', `[submodule "x"]\n\tpath = x\n\turl = ext::sh -c "${touch}"\n\tupdate = !${touch}\n`], ['hooks/post-checkout', `#!/bin/sh\n${touch}\n`],
  ['compile_commands.json', JSON.stringify([{ directory: '/', file: 'a.cu', command: `nvcc $(${touch}) -include /etc/passwd @/etc/passwd -I/ a.cu` }])], ['Makefile', `X := $(shell ${touch})\nNVCCFLAGS = -DX=$(X) -I/etc @/etc/passwd\nall:\n\t${touch}\n`],
  ['CMakeLists.txt', `execute_process(COMMAND ${touch})\ninclude(/etc/passwd)\nadd_compile_definitions($ENV{PATH})\n`], ['setup.py', `import os\nos.system('${touch}')\nCUDAExtension('x', ['a.cu'], extra_compile_args={'nvcc': [os.popen('${touch}').read()]})\n`], ['BUILD.bazel', `genrule(name = "x", cmd = "${touch}")\n`],
  ['.syncwright.yml', `exclude: ['**']\nmax-files: 0\ntotal-timeout: 1\nignore:\n  - path: '**'\n    reason: mine\nbaseline: ../../../etc/passwd\ncompile-commands: /etc/passwd\n`], ['.syncwright.yml', '&a [*a, *a]\n'], ['x.rsp', `@x.rsp $(${touch})\n`],
] as const);
const links = fc.subarray([['link.cu', '/etc/passwd'], ['up.cuh', '../../canary'], ['self.cu', 'self.cu'], ['folder', '/']] as const);
const hostile = fc.record({ files: fc.uniqueArray(fc.tuple(name, source), { minLength: 1, maxLength: 4, selector: ([path]) => path }), besides, links });

const who = { name: 'm', email: 'm@example.org' };
const base = store.makeCommit(store.makeTree(null, [{ path: 'src/shift.cu', text: shift({ barrier: true }) }]), [], 'base', who);
store.setRef('refs/heads/main', base);

/** A file and a folder cannot have one name. */
const withoutClashes = (files: readonly (readonly [string, string])[]): readonly (readonly [string, string])[] => files.filter(([path]) => !files.some(([other]) => other.startsWith(`${path}/`)));

/** All that is there but the objects of git, which tests write, with what it was when. */
const listing = (of: string): readonly string[] => readdirSync(of, { recursive: true, encoding: 'utf8' }).filter((path) => !path.startsWith(join('repo.git', 'objects'))).sort().map((path) => { const { mtimeMs, size } = statSync(join(of, path)); return `${path} ${path === 'temporary' ? '' : mtimeMs} ${size}`; });

async function reviewed(head: string): Promise<LocalReview> {
  const crew = crewOf({ openEngine: async () => ({ ...engine, close: async () => undefined }), openWorker: null, mostWorkers: 1 });
  const review = await runLocalReview({
    repo, base, head, crew, backwards: false, limits: { ...defaultLimits, totalSeconds: 60 },
    options: { kernel: null, block: null, grid: null, params: new Map(), assumes: [], defines: new Map(), includeDirs: ['/etc', '..'], warpModel: 'its', level: 'grid', timeoutSeconds: 2, repair: true, stated: [] },
  });
  await crew.close();
  if (!review.ok) throw new Error(review.problem.text);
  return review.value;
}

test('nothing is executed, nothing is written outside, and every touched file is counted', async () => {
  const own = process.cwd();
  await fc.assert(fc.asyncProperty(hostile, async (pull) => {
    const files = withoutClashes([...new Map<string, string>([...pull.besides, ...pull.files])]);
    const tree = store.makeTree(base, [...files.map(([path, text]) => ({ path, text })), ...pull.links.map(([path, text]) => ({ path, text, mode: '120000' }))]);
    const head = store.makeCommit(tree, [base], 'evil', who);
    const before = listing(folder);
    const { plan, input } = await reviewed(head);

    expect(existsSync(canary)).toBe(false);
    // temporary files too are gone
    expect(listing(folder)).toEqual(before);
    expect(process.cwd()).toBe(own);

    const decided = new Set(plan.report.kernels.flatMap(({ span, uses }) => [span.file, ...uses.map((use) => use.span.file)]));
    const unread = new Set(plan.tally.unread.map(({ name: path }) => path));
    const missing = pull.files.map(([path]) => path).filter((path) => !decided.has(path) && !unread.has(path));
    // a header that nothing includes is part of no kernel
    expect(missing.filter((path) => /\.cu$/i.test(path))).toEqual([]);

    // what is written from it has no half characters, command or marker of theirs at the beginning of a line
    const summary = summaryMarkdown(plan, { source: input.read, address: null, fixesBy: 'diff', dialect: githubDialect });
    expect(summary).not.toMatch(/^::|^<!-- syncwright:closed/m);
    expect(summary).not.toMatch(/root:x:0/);
    const artifact = renderAnalysis(input, { tool: 'x', pull: 1 });
    expect(readAnalysis(artifact).ok).toBe(true);
  }), { numRuns: runs });
});

test('an analysis file that is changed at random is refused or read, and never throws', async () => {
  const review = await reviewed(store.makeCommit(store.makeTree(base, [{ path: 'src/shift.cu', text: shift({ barrier: false }) }]), [base], 'racy', who));
  const text = renderAnalysis(review.input, { tool: 'x', pull: 1 });
  const piece = fc.constantFrom('', '"', '{', '}', '[', ']', ',', '-1', '1e999', 'null', '"__proto__":{"x":1},', '"../../x.cu"', '\u0000', '\ud800', '[[[[[[[[', '"@everyone"', '"<!-- syncwright:closed x -->"', '999999999999999999999');
  fc.assert(fc.property(fc.array(fc.tuple(fc.nat(), fc.nat({ max: 40 }), piece), { minLength: 1, maxLength: 4 }), (changes) => {
    let changed = text;
    for (const [at, length, put] of changes) { const from = at % changed.length; changed = changed.slice(0, from) + put + changed.slice(from + length); }
    const read = readAnalysis(changed);
    if (!read.ok) expect(typeof read.problem).toBe('string');
    expect(Reflect.get({}, 'x')).toBe(undefined);
  }), { numRuns: 20 * runs });
});

test('the canary would sing: what a checkout with these attributes starts is seen', () => {
  const commit = store.makeCommit(store.makeTree(base, [{ path: '.gitattributes', text: '* filter=evil\n' }, { path: 'b.cu', text: 'x\n' }]), [base], 'evil', who);
  writeFileSync(join(folder, 'before'), '');
  try {
    store.git(['--work-tree', folder, 'checkout', '-q', '-f', commit, '--', '.gitattributes', 'b.cu']);
  } catch {
    // the filter speaks no protocol
  }
  expect(existsSync(canary)).toBe(true);
  expect(readFileSync(canary, 'utf8')).toBe('');
});
