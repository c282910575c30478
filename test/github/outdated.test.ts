/**
 * Comments whose lines are changed while the finding stays: said again where it is now, the old ones hidden and linked.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Finding } from '../../src/verdict/finding.ts';
import type { PullRecord } from './shapes.ts';
import { Stage } from './stage.ts';
import { ada } from './world.ts';
import { finding, fixWith, spanAt } from '../unit/review/example.ts';

// A machine with other work on it is slow; nothing here measures time.
vi.setConfig({ testTimeout: 300_000 });

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.open();
});
afterEach(async () => {
  const { violations } = stage.world.github;
  await stage.world.close();
  expect(violations).toEqual([]);
});

const before = Array.from({ length: 40 }, (_, k) => `line ${k + 1};`).join('\n') + '\n';
const withLine = (text: string): string => before.replace('line 20;', text);
const at = (path: string, line = 20, fingerprint = 'one'): Finding =>
  finding({ span: spanAt(path, line), fingerprint });
const mutations = (from: number): readonly string[] =>
  stage.world.github.log
    .slice(from)
    .filter((one) => one.isWrite)
    .map((one) => (one.id === 'graphql' ? (/\{ (\w+)\(/.exec(JSON.stringify(one.body))?.[1] ?? '') : one.id));
const threads = (): readonly (readonly [string, number | null, string | null, boolean])[] =>
  stage.world.state.comments.map((one) => [one.path, one.line, one.minimized ?? null, one.resolved === true]);

async function said(): Promise<PullRecord> {
  const pull = stage.openPull({ 'a.cu': before }, { 'a.cu': withLine('line 20 changed;') });
  await stage.review(pull, { findings: [at('a.cu')] });
  return pull;
}

/** Runs, and the writes of the run; a second run has none. */
async function writesOf(pull: PullRecord, findings: readonly Finding[]): Promise<readonly string[]> {
  const from = stage.world.github.log.length;
  await stage.review(pull, { findings });
  const written = mutations(from);
  const count = stage.world.github.log.length;
  await stage.review(pull, { findings });
  expect(mutations(count)).toEqual([]);
  return written;
}

const saidAgain = ['pulls/create-review', 'updatePullRequestReviewComment', 'resolveReviewThread', 'minimizeComment'];

test('a line rewritten: said at the new place, the old comment hidden as outdated; the fix settles the new one', async () => {
  const pull = await said();
  stage.commit('change', { 'a.cu': `one more;\n${withLine('line 20 otherwise;')}` });
  expect(await writesOf(pull, [at('a.cu', 21)])).toEqual(saidAgain);
  expect(threads()).toEqual([
    ['a.cu', 20, 'OUTDATED', true],
    ['a.cu', 21, null, false],
  ]);
  const [old, fresh] = stage.world.state.comments;
  if (old === undefined || fresh === undefined) throw new Error('no comment');
  expect(old.body).toContain(
    `**Its lines have changed:** [the new comment](https://github.com/ada/kernels/pull/1#discussion_r${fresh.id})`,
  );
  expect(fresh.body).toContain(`[The earlier comment](https://github.com/ada/kernels/pull/1#discussion_r${old.id})`);
  stage.commit('change', { 'other.txt': 'x\n' });
  expect(await writesOf(pull, [])).toEqual([
    'resolveReviewThread',
    'updatePullRequestReviewComment',
    'updatePullRequestReview',
    'updatePullRequestReview',
  ]);
  expect(threads()).toEqual([
    ['a.cu', 20, 'OUTDATED', true],
    ['a.cu', 21, null, true],
  ]);
  expect(old.body).not.toContain('Fixed in');
});

test('what is said again has its suggestion again, which applies at the new place', async () => {
  const mended = (path: string, line: number, text: string): Finding => ({
    ...at(path, line),
    fix: fixWith([
      {
        file: path,
        start: text.indexOf('line 20'),
        end: text.indexOf('line 20') + 7,
        text: '__syncthreads(); line 20',
      },
    ]),
  });
  const first = withLine('line 20 changed;');
  const pull = stage.openPull({ 'a.cu': before }, { 'a.cu': first });
  await stage.review(pull, { findings: [mended('a.cu', 20, first)] });
  const next = `one more;\n${withLine('line 20 otherwise;')}`;
  stage.commit('change', { 'a.cu': next });
  expect(await writesOf(pull, [mended('a.cu', 21, next)])).toEqual(saidAgain);
  const [old, fresh] = stage.world.state.comments;
  expect([old?.minimized, fresh?.minimized ?? null]).toEqual(['OUTDATED', null]);
  const [, block = ''] = /^```suggestion\n([^]*?)^```$/m.exec(fresh?.body ?? '') ?? [];
  const lines = next.split('\n');
  const [from, to] = [fresh?.startLine ?? fresh?.line ?? 0, fresh?.line ?? 0];
  lines.splice(from - 1, to - from + 1, ...block.replace(/\n$/, '').split('\n'));
  expect(lines.join('\n')).toBe(next.replace('line 20', '__syncthreads(); line 20'));
});

test('the file renamed', async () => {
  const pull = await said();
  stage.world.commit('change', { 'a.cu': null });
  stage.commit('change', { 'b.cu': withLine('line 20 changed;') });
  expect(await writesOf(pull, [at('b.cu')])).toEqual(saidAgain);
  expect(threads()).toEqual([
    ['a.cu', 20, 'OUTDATED', true],
    ['b.cu', 20, null, false],
  ]);
});

test('lines that only move: nothing is written', async () => {
  const pull = await said();
  stage.commit('change', { 'a.cu': `one more;\n${withLine('line 20 changed;')}` });
  expect(await writesOf(pull, [at('a.cu', 21)])).toEqual([]);
});

test('a thread that a person answered stays open, linked, with the answer', async () => {
  const pull = await said();
  const [first] = stage.world.state.comments;
  if (first === undefined) throw new Error('no comment');
  const reply = { ...stage.world.state.reply(first, ada, 'Is that so?') };
  stage.commit('change', { 'a.cu': withLine('line 20 otherwise;') });
  expect(await writesOf(pull, [at('a.cu')])).toEqual([
    'pulls/create-review',
    'updatePullRequestReviewComment',
    'minimizeComment',
  ]);
  expect([first.minimized, first.resolved === true, stage.world.state.comments[1]]).toEqual(['OUTDATED', false, reply]);
});

test.each(['resolved', 'hidden'])('a thread that a person %s is left alone', async (how) => {
  const pull = await said();
  const [first] = stage.world.state.comments;
  if (first !== undefined && how === 'resolved') first.resolved = true;
  if (first !== undefined && how === 'hidden') first.minimized = 'OFF_TOPIC';
  stage.commit('change', { 'a.cu': withLine('line 20 otherwise;') });
  expect(await writesOf(pull, [at('a.cu')])).toEqual([]);
});

test('a finding that was gone and comes back at other lines is said there', async () => {
  const pull = await said();
  stage.commit('change', { 'a.cu': withLine('line 20 mended;') });
  await stage.review(pull, {});
  stage.commit('change', { 'a.cu': withLine('line 20 otherwise;') });
  expect(await writesOf(pull, [at('a.cu')])).toContain('pulls/create-review');
  expect(threads()).toEqual([
    ['a.cu', 20, 'OUTDATED', true],
    ['a.cu', 20, null, false],
  ]);
});

test('where no line of it is in the diff now, the old comment stays', async () => {
  const pull = await said();
  stage.commit('change', { 'a.cu': before.replace('line 1;', 'line 1 changed;') });
  expect(await writesOf(pull, [at('a.cu')])).toEqual([]);
});

test.each(saidAgain.slice(1))('a run that broke off at %s is finished by the next', async (mutation) => {
  const pull = await said();
  stage.commit('change', { 'a.cu': withLine('line 20 otherwise;') });
  stage.world.github.faults.push({
    matches: (_, path, body) => path.endsWith('/graphql') && JSON.stringify(body).includes(`${mutation}(`),
    times: 3,
    act: { kind: 'answer', status: 502, body: { message: 'Bad gateway' } },
  });
  await stage.review(pull, { findings: [at('a.cu')] });
  expect(await writesOf(pull, [at('a.cu')])).not.toContain('pulls/create-review');
  expect(threads()).toEqual([
    ['a.cu', 20, 'OUTDATED', true],
    ['a.cu', 20, null, false],
  ]);
  expect(stage.world.state.comments[0]?.body.match(/Its lines have changed/g)).toHaveLength(1);
});
