/** Texts made to take long: of what stands beside them, the review says what it says without them. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { World } from './world.ts';
import { here } from './here.ts';
import { shift } from './kernels.ts';

// A machine with other work on it is slow.
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

/** What reads them in quadratic time takes longer: 11 s for 44 KB of blanks, 80 s for the lines. */
const atMostMs = 60_000;

test.each([
  ['44 KB of blanks', `int a[1]${' '.repeat(44 * 1024)};\n`],
  ['132 KB of blanks', `int a[1]${' '.repeat(132 * 1024)};\n`],
  ['5,000 lines of comment', '// as above, and so on\n'.repeat(5000)],
])('%s: the kernel beside them is decided', async (_what, much) => {
  world.commit('main', { 'src/shift.cu': shift({ barrier: true }) });
  const before = performance.now();
  const run = await world.run(world.openPull({ 'src/shift.cu': shift({ barrier: false, lead: much }) }));
  expect(performance.now() - before).toBeLessThan(atMostMs);
  expect([run.status, run.outputs.get('racy'), run.outputs.get('undecided'), run.outputs.get('unread')]).toEqual([
    1,
    '1',
    '0',
    '0',
  ]);
  expect(world.state.comments.map(({ path }) => path)).toEqual(['src/shift.cu']);
});
