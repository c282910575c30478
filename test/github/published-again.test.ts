/**
 * Mode `publish` stands by nothing that its own analysis did not show: no patch out of the diff's reach, and nothing
 * for which the time did not do.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import type { Files, Run } from './world.ts';
import type { PullRecord } from './shapes.ts';
import { World } from './world.ts';
import { here } from './here.ts';
import { shift } from './kernels.ts';
import { workflowRunEvent } from './shapes.ts';

// A machine with other work on it is slow; nothing here measures time.
vi.setConfig({ testTimeout: 300_000 });

let world: World;
beforeEach(async () => {
  world = await World.open(undefined, undefined, here);
});
afterEach(async () => {
  const { violations } = world.github;
  await world.close();
  expect(violations).toEqual([]);
});

const onServer = (): Readonly<Record<string, string>> => ({ GITHUB_SERVER_URL: world.github.server });

/** The file of an honest run. */
const analysisOf = async (pull: PullRecord): Promise<string> =>
  join((await world.run(pull, { inputs: { mode: 'analyze' } })).workspace, 'syncwright-analysis.json');

async function publish(pull: PullRecord, file: string): Promise<Run> {
  const payload = JSON.stringify(workflowRunEvent(world.state.name, pull, world.state.tips(pull), {}));
  return world.run(pull, {
    event: 'workflow_run',
    payload,
    inputs: { mode: 'publish', 'analysis-file': file },
    env: onServer(),
  });
}

const told = (run: Run): readonly string[] =>
  run.log
    .split('\n')
    .filter((line) => /^::(error|warning|notice) title=Syncwright::/.test(line))
    .map((line) => line.replace(' title=Syncwright', ''));

/** All Markdown that was written; it is forgotten. */
const written = (): string =>
  [...world.state.reviews.splice(0), ...world.state.comments.splice(0)].map(({ body }) => body).join('\n');

const stepped: Files = {
  'src/shift.cu': `#include "step.cuh"\n${shift({ barrier: false }).replace('t + 1', 't + STEP')}`,
  'src/step.cuh': '#define STEP 0\n',
};

test('a changed macro makes a race whose patch lies in a source that is not changed: the race is told, the patch is not', async () => {
  world.commit('main', stepped);
  const pull = world.openPull({ 'src/step.cuh': '#define STEP 1\n' });
  const run = await publish(pull, await analysisOf(pull));
  expect([run.status, world.state.comments.map(({ path }) => path)]).toEqual([0, ['src/step.cuh']]);
  const published = written();
  expect(published).toContain('SW101');
  expect(published).not.toMatch(/```(?:suggestion|diff)|__syncthreads\(\);/);
  // Who runs the review on a branch of the repository is shown it.
  await world.run(pull, { env: onServer() });
  expect(written()).toMatch(/```diff[^]*\+ *__syncthreads\(\);/);
});

test('what the time does not do for is left out and counted, and no patch of the file takes its place', async () => {
  const names = Array.from({ length: 60 }, (_, k) => `shift_${k}`);
  const many = (barrier: boolean): Files => ({
    'src/many.cu': names.map((name) => shift({ barrier, name })).join('\n'),
  });
  world.commit('main', many(true));
  const pull = world.openPull(many(false));
  const honest = readFileSync(await analysisOf(pull), 'utf8');
  expect(honest.split('__syncthreads();').length).toBeGreaterThan(names.length);
  world.commit('main', { '.syncwright.yml': 'budgets: { total-timeout: 1 }\n' });
  const run = await publish(pull, world.file(honest.replaceAll('__syncthreads();', 'evil();')));
  // How many depends on the machine.
  const shown = names.filter((name) => run.log.includes(`  racy        ${name}  `));
  const left = names.filter((name) => run.log.includes(`  unknown     ${name}  `));
  const comments = world.state.comments.map(({ body }) => body);
  const published = written();
  expect(left).not.toEqual([]);
  expect(run.log).toContain(`\n${shown.length} of ${names.length} touched kernels decided\n`);
  expect(told(run)).toEqual([
    expect.stringMatching(`^::notice::${left.length} findings? of the analysis file left out: not found`),
  ]);
  expect(published.includes(`- ${left.length} finding`)).toBe(shown.length > 0);
  expect(comments).toHaveLength(Math.min(shown.length, 25));
  expect(left.filter((name) => new RegExp(`\\b${name}\\b`).test(published))).toEqual([]);
  expect(published).not.toContain('evil');
});
