/**
 * Pull requests that somebody made to do harm (hostile.ts), reviewed on a clone, and by the whole action at the
 * loopback. Whatever is in them, nothing of theirs is executed, nothing is written outside, and every touched file with
 * a kernel is counted.
 *
 * A few with each run of the tests; 200: `RUNS=200 npx vitest run test/github/hostile.test.ts`. A failure prints the
 * seed (`SEED=…`).
 */
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
import { World } from './world.ts';
import { commitOf, hostilePulls, listing, trapsOf, who } from './hostile.ts';
import { fc } from '../seeded.ts';
import { here } from './here.ts';
import { printablePath } from '../../src/review/paths.ts';
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
  appendFileSync(join(repo, 'config'), trapsOf(touch));
  engine = await createEngine(assetPaths(), () => performance.now());
});
afterAll(async () => {
  if (temporary === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = temporary;
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

const base = store.makeCommit(
  store.makeTree(null, [{ path: 'src/shift.cu', text: shift({ barrier: true }) }]),
  [],
  'base',
  who,
);
store.setRef('refs/heads/main', base);

async function reviewed(head: string): Promise<LocalReview> {
  const crew = crewOf({
    openEngine: async () => ({ ...engine, close: async () => undefined }),
    openWorker: null,
    mostWorkers: 1,
  });
  const review = await runLocalReview({
    repo,
    base,
    head,
    crew,
    backwards: false,
    limits: { ...defaultLimits, totalSeconds: 60 },
    options: {
      kernel: null,
      block: null,
      grid: null,
      params: new Map(),
      assumes: [],
      defines: new Map(),
      includeDirs: ['/etc', '..'],
      warpModel: 'its',
      level: 'grid',
      timeoutSeconds: 2,
      repair: true,
      stated: [],
    },
  });
  await crew.close();
  if (!review.ok) throw new Error(review.problem.text);
  return review.value;
}

test('nothing is executed, nothing is written outside, and every touched file is counted', async () => {
  const own = process.cwd();
  await fc.assert(
    fc.asyncProperty(hostilePulls(touch), async (pull) => {
      const head = commitOf(store, base, pull);
      const before = listing(folder);
      const { plan, input } = await reviewed(head);

      expect(existsSync(canary)).toBe(false);
      // temporary files too are gone
      expect(listing(folder)).toEqual(before);
      expect(process.cwd()).toBe(own);

      const decided = new Set(
        plan.report.kernels.flatMap(({ span, uses }) => [span.file, ...uses.map((use) => use.span.file)]),
      );
      const unread = new Set(plan.tally.unread.map(({ name: path }) => path));
      expect(pull.files.map(([path]) => path).filter((path) => !decided.has(path) && !unread.has(path))).toEqual([]);

      // what is written from it has no half characters, command or marker of theirs at the beginning of a line
      const summary = summaryMarkdown(plan, {
        source: input.read,
        address: null,
        fixesBy: 'diff',
        dialect: githubDialect,
      });
      expect(summary).not.toMatch(/^::|^<!-- syncwright:closed/m);
      expect(summary).not.toMatch(/root:x:0/);
      const artifact = renderAnalysis(input, { tool: 'x', pull: 1 });
      expect(readAnalysis(artifact).ok).toBe(true);
    }),
    { numRuns: runs },
  );
});

test('so it is when the whole action reviews them', async () => {
  const world = await World.open(undefined, undefined, here);
  onTestFinished(() => world.close());
  world.commit('main', { 'src/shift.cu': shift({ barrier: true }) });
  const { store: server } = world.state;
  const from = server.branchAt('main') ?? '';
  let count = 0;
  await fc.assert(
    fc.asyncProperty(hostilePulls(touch), async (hostile) => {
      count += 1;
      const head = commitOf(server, from, hostile);
      server.setRef(`refs/heads/change-${count}`, head);
      const pull = world.state.openPull(
        'evil',
        '',
        { login: 'mallory', id: 9, type: 'User' },
        `change-${count}`,
        'main',
      );
      const clone = bareClone(world, head, from);
      const before = listing(folder, (path) => ours.test(path));
      const run = await world.run(pull, {
        env: { GITHUB_WORKSPACE: clone, TMPDIR: join(folder, 'temporary') },
        inputs: { 'json-file': 'report.json', timeout: '2', 'total-timeout': '60', 'check-run': 'true' },
      });

      expect(existsSync(canary)).toBe(false);
      expect(listing(folder, (path) => ours.test(path))).toEqual(before);
      expect([0, 1], run.log).toContain(run.status);
      // commands of the log are ours alone, and nothing of the machine or its secrets stands anywhere
      expect(
        commandsIn(run.log).filter((text) => !/^::(?:error|warning|notice|add-mask)(?: [^:]*)?::/.test(text)),
      ).toEqual([]);
      const log = run.log.replace(/^::add-mask::.*$/gm, '');
      expect(`${log}${run.summary}${JSON.stringify(run.writes.map(({ path, body }) => [path, body]))}`).not.toMatch(
        /root:x:0|ghs_loopback/,
      );

      const decided = JSON.stringify(JSON.parse(readFileSync(join(clone, 'report.json'), 'utf8')));
      // several that are not read for one reason are named together
      const counted = run.log.replaceAll('%25', '%');
      const missing = hostile.files
        .map(([path]) => path)
        .filter(
          (path) =>
            !decided.includes(JSON.stringify(path)) &&
            ![', ', ' ('].some((end) => counted.includes(`${printablePath(path)}${end}`)),
        );
      expect(missing, run.log).toEqual([]);
    }),
    { numRuns: Math.ceil(runs / 2) },
  );
  expect(world.github.violations).toEqual([]);
});

/** As the runner reads a log: between a stop and its token there are none. */
function commandsIn(log: string): readonly string[] {
  let token: string | null = null;
  return log.split('\n').filter((text) => {
    const [, begun = null] = /^::stop-commands::(syncwright-[0-9a-f]+)$/.exec(text) ?? [];
    if (token !== null) token = text === `::${token}::` ? null : token;
    else if (begun !== null) token = begun;
    else return text.startsWith('::');
    return false;
  });
}

/** What the scenario and the reports that it asks for write. */
const ours =
  /^temporary\/syncwright-world-\w+(?:$|\/(?:run-\d+(?:\/(?:workspace|event\.json|outputs|summary\.md))?$|clone\.git(?:\/(?:report\.json|syncwright\.sarif))?$|github\.git\/(?:objects|refs\/heads)\b))/;

/** Of the server's repository, with traps in its configuration. */
function bareClone(world: World, head: string, from: string): string {
  const clone = join(world.folder, 'clone.git');
  rmSync(clone, { recursive: true, force: true });
  for (const part of ['objects/info', 'refs/remotes/origin', 'hooks'])
    mkdirSync(join(clone, part), { recursive: true });
  writeFileSync(join(clone, 'HEAD'), `${head}\n`);
  writeFileSync(
    join(clone, 'config'),
    `[core]\n\trepositoryformatversion = 0\n\tbare = true\n[remote "origin"]\n\turl = ${world.github.server}/ada/kernels.git\n${trapsOf(touch)}`,
  );
  writeFileSync(join(clone, 'objects/info/alternates'), `${join(world.state.store.folder, 'objects')}\n`);
  writeFileSync(join(clone, 'refs/remotes/origin/main'), `${from}\n`);
  return clone;
}

test('an analysis file that is changed at random is refused or read, and never throws', async () => {
  const review = await reviewed(
    store.makeCommit(
      store.makeTree(base, [{ path: 'src/shift.cu', text: shift({ barrier: false }) }]),
      [base],
      'racy',
      who,
    ),
  );
  const text = renderAnalysis(review.input, { tool: 'x', pull: 1 });
  const piece = fc.constantFrom(
    '',
    '"',
    '{',
    '}',
    '[',
    ']',
    ',',
    '-1',
    '1e999',
    'null',
    '"__proto__":{"x":1},',
    '"../../x.cu"',
    '\u0000',
    '\ud800',
    '[[[[[[[[',
    '"@everyone"',
    '"<!-- syncwright:closed x -->"',
    '999999999999999999999',
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(), fc.nat({ max: 40 }), piece), { minLength: 1, maxLength: 4 }), (changes) => {
      let changed = text;
      for (const [at, length, put] of changes) {
        const from = at % changed.length;
        changed = changed.slice(0, from) + put + changed.slice(from + length);
      }
      const read = readAnalysis(changed);
      if (!read.ok) expect(typeof read.problem).toBe('string');
      expect(Reflect.get({}, 'x')).toBe(undefined);
    }),
    { numRuns: 20 * runs },
  );
});

test('the canary would sing: what a checkout with these attributes starts is seen', () => {
  const commit = store.makeCommit(
    store.makeTree(base, [
      { path: '.gitattributes', text: '* filter=evil\n' },
      { path: 'b.cu', text: 'x\n' },
    ]),
    [base],
    'evil',
    who,
  );
  writeFileSync(join(folder, 'before'), '');
  try {
    store.git(['--work-tree', folder, 'checkout', '-q', '-f', commit, '--', '.gitattributes', 'b.cu']);
  } catch {
    // the filter speaks no protocol
  }
  expect(existsSync(canary)).toBe(true);
  expect(readFileSync(canary, 'utf8')).toBe('');
});
