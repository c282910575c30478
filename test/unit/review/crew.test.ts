/** The sides of a pull request, analysed by several processes. */
import { createRequire } from 'node:module';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { GitStore } from '../../github/git-store.ts';
import { assetPaths, workerPath } from '../../../src/assets.ts';
import { createEngine } from '../../../src/pipeline.ts';
import type { CrewParts } from '../../../src/review/crew.ts';
import { crewOf } from '../../../src/review/crew.ts';
import { defaultLimits } from '../../../src/review/analysis.ts';
import { openSideWorker } from '../../../src/workers/side-worker.ts';
import { answerSide } from '../../../src/review/side.ts';
import { runLocalReview } from '../../../src/review/review.ts';
import { snapshotOf } from '../../../src/review/snapshot.ts';
import type { EngineOptions } from '../../../src/engine.ts';

// A machine with other work on it is slow; nothing here measures time.
vi.setConfig({ testTimeout: 120_000 });

const folder = mkdtempSync(join(tmpdir(), 'syncwright-crew-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});
const store = new GitStore(join(folder, 'repo.git'));
const who = { name: 'ada', email: 'ada@example.com' };
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
  timeoutSeconds: 60,
  repair: false,
};

const reversing = (name: string, barrier: string): string => `__global__ void ${name}(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  ${barrier}
  out[threadIdx.x] = s[63 - threadIdx.x];
}
void launch_${name}(int *out) { ${name}<<<1, 64>>>(out); }
`;
const names = ['a', 'b', 'c', 'd'];
const commit = (parent: string | null, barriers: readonly string[]): string =>
  store.makeCommit(
    store.makeTree(
      parent,
      names.map((name, k) => ({ path: `${name}.cu`, text: reversing(name, barriers[k] ?? '') })),
    ),
    parent === null ? [] : [parent],
    'change',
    who,
  );
const base = commit(null, ['__syncthreads();', '__syncthreads();', '', '__syncthreads();']);
const head = commit(base, ['', '__syncthreads(); // all of it', '// none', '']);

async function review(parts: Pick<CrewParts, 'openWorker' | 'mostWorkers'>, maxKernels = 200) {
  const crew = crewOf({ openEngine: () => createEngine(assetPaths(), () => 0), ...parts });
  const made = await runLocalReview({
    repo: store.folder,
    base,
    head,
    crew,
    options,
    limits: { ...defaultLimits, maxKernels },
  });
  await crew.close();
  if (!made.ok) throw new Error(made.problem.text);
  const { plan } = made.value;
  return {
    kernels: plan.report.kernels.map(({ name, verdict, findings, reasons }) => ({
      name,
      verdict,
      findings: findings.map((finding) => finding.id),
      reasons,
    })),
    items: plan.items.map((item) => [item.finding.id, item.finding.kernel, item.state]),
    notes: plan.notes,
    conclusion: plan.conclusion,
  };
}

const alone = { openWorker: null, mostWorkers: 1 };

test('several processes find what one does, in the same order', async () => {
  const one = await review(alone);
  expect(one.items.map(([, kernel, state]) => [kernel, state])).toEqual([
    ['a', 'new'],
    ['d', 'new'],
    ['c', 'old'],
  ]);
  expect(await review({ openWorker: () => openSideWorker(workerPath()), mostWorkers: 3 })).toEqual(one);
});

test('the limit on kernels leaves out the same ones', async () => {
  const one = await review(alone, 2);
  expect(one.kernels.map(({ name }) => name)).toEqual(['a', 'b']);
  expect(one.notes).toEqual(['2 kernels skipped (limit 2): c (c.cu), d (d.cu)']);
  expect(await review({ openWorker: () => openSideWorker(workerPath()), mostWorkers: 2 }, 2)).toEqual(one);
});

test('what a process was at that ended is unknown, and the call names no function clean', async () => {
  const script = join(folder, 'ends.cjs');
  writeFileSync(script, 'process.exit(7);\n');
  const { kernels, conclusion } = await review({ openWorker: () => openSideWorker(script), mostWorkers: 2 });
  expect(kernels).toEqual(
    names.map((name) => ({ name, verdict: 'unknown', findings: [], reasons: [expect.stringContaining('[SL111]')] })),
  );
  expect(conclusion).toBe('neutral');
});

test('a process that does not answer is ended, and its files are unknown by the time; an analysis apart is never done in this process', async () => {
  const script = join(folder, 'waits.cjs');
  writeFileSync(
    script,
    "require('workerpool').worker({ side: () => { for (;;); } });\n".replace(
      "'workerpool'",
      JSON.stringify(createRequire(import.meta.url).resolve('workerpool')),
    ),
  );
  const crew = crewOf({
    openEngine: () => Promise.reject(new Error('not here')),
    openWorker: () => openSideWorker(script),
    mostWorkers: 1,
    isApart: true,
    graceSeconds: 1,
  });
  const made = await runLocalReview({
    repo: store.folder,
    base,
    head,
    crew,
    options: { ...options, timeoutSeconds: 0.5 },
    limits: { ...defaultLimits, totalSeconds: 0.1 },
  });
  await crew.close();
  expect(made).toMatchObject({ ok: true, value: { plan: { conclusion: 'neutral' } } });
  if (made.ok)
    expect(made.value.plan.report.kernels.map(({ verdict, reasons }) => [verdict, reasons])).toEqual(
      names.map(() => [
        'unknown',
        [expect.stringMatching(/^the time limit of 3 s for all kernels together was reached \[SL105\]/)],
      ]),
    );
});

test('a file of the head whose process ended is not read, which fails the gate; one of the base lets all its kernels count as touched', async () => {
  const engine = await createEngine(assetPaths(), () => 0);
  const endsAt =
    (commit: string): CrewParts['openWorker'] =>
    () => ({
      answer: async (task) => {
        if (task.commit === commit && task.files.includes('a.cu')) throw new Error('ended');
        const made = await snapshotOf(task.repo, task.commit);
        if (!made.ok) throw new Error(made.problem.text);
        return answerSide(engine, made.value, task);
      },
      close: async () => undefined,
    });
  const reviewed = async (commit: string, from: string, to: string) => {
    const crew = crewOf({
      openEngine: () => Promise.reject(new Error('not here')),
      openWorker: endsAt(commit),
      mostWorkers: 2,
      isApart: true,
    });
    const made = await runLocalReview({ repo: store.folder, base: from, head: to, crew, options });
    await crew.close();
    if (!made.ok) throw new Error(made.problem.text);
    return made.value.plan;
  };
  const lost = await reviewed(head, base, head);
  expect(lost.tally.unread.map(({ name, because, isOld }) => [name, because.includes('[SL111]'), isOld])).toEqual([
    ['a.cu', true, false],
  ]);
  expect([lost.isUndecided, lost.conclusion]).toEqual([true, 'failure']);
  const spaced = (word: string, parent: string): string =>
    store.makeCommit(
      store.makeTree(parent, [{ path: 'a.cu', text: `${reversing('a', '__syncthreads();')}\n\n\n// ${word}\n` }]),
      [parent],
      'change',
      who,
    );
  const before = spaced('less', base);
  const after = spaced('more', before);
  expect((await reviewed('none', before, after)).report.kernels).toEqual([]);
  expect((await reviewed(before, before, after)).report.kernels.map(({ name, verdict }) => [name, verdict])).toEqual([
    ['a', 'drf'],
  ]);
  await engine.close();
});

test('other processes are not given what this one has in its environment', async () => {
  const script = join(folder, 'tells.cjs');
  writeFileSync(
    script,
    `require(${JSON.stringify(createRequire(import.meta.url).resolve('workerpool'))}).worker({ side: () => { throw new Error('env ' + Object.keys(process.env).filter((name) => /TOKEN|INPUT/.test(name)).join(' ')); } });\n`,
  );
  process.env['ACTIONS_RUNTIME_TOKEN'] = 'secret';
  process.env['GITHUB_TOKEN'] = 'secret';
  try {
    const { kernels } = await review({ openWorker: () => openSideWorker(script), mostWorkers: 2 });
    expect(kernels[0]?.reasons).toEqual(['a bug in Syncwright stopped the analysis of this kernel: env  [SL111]']);
  } finally {
    delete process.env['ACTIONS_RUNTIME_TOKEN'];
    delete process.env['GITHUB_TOKEN'];
  }
});
