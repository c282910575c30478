/** Two runs for one head at once: the end is that of one run. */
import { expect, test, vi } from 'vitest';
import { Stage } from './stage.ts';
import { finding, spanAt } from '../unit/review/example.ts';

// A machine with other work on it is slow; nothing here measures time.
vi.setConfig({ testTimeout: 300_000 });

const before = Array.from({ length: 40 }, (_, k) => `line ${k + 1};`).join('\n') + '\n';

test('what both wrote is hidden once as a duplicate, which no later run calls fixed', async () => {
  const stage = await Stage.open();
  const { state, github } = stage.world;
  const pull = stage.openPull({ 'a.cu': before }, { 'a.cu': before.replace('line 20;', 'line 20 changed;') });
  const head = { findings: [finding({ span: spanAt('a.cu', 20), fingerprint: 'one' }), finding({ span: spanAt('a.cu', 21), fingerprint: 'two' })] };
  const written = (): typeof state.comments | typeof state.reviews => [...state.comments, ...state.reviews];
  const writes = (): number => github.log.filter((one) => one.isWrite).length;
  await Promise.all([stage.review(pull, head), stage.review(pull, head)]);
  expect([state.comments.length, state.reviews.length]).toEqual([4, 2]);
  expect(written().map(({ minimized }) => minimized ?? null)).toEqual([null, null, 'DUPLICATE', 'DUPLICATE', null, 'DUPLICATE']);
  const count = writes();
  await stage.review(pull, head);
  expect(writes()).toBe(count);
  stage.commit('change', { 'other.txt': 'x\n' });
  await stage.review(pull, {});
  expect(written().map(({ body }) => body.includes('**Fixed in'))).toEqual([true, true, false, false, true, false]);
  expect(github.violations).toEqual([]);
  await stage.world.close();
});
