/** Sources made to keep a reviewer busy for ever, or to fill its memory: one line each, and the rest is reviewed. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { World } from './world.ts';
import { shift } from './kernels.ts';

// A machine with other work on it is slow; nothing here measures time.
vi.setConfig({ testTimeout: 300_000 });

let world: World;
beforeEach(async () => {
  world = await World.open();
});
afterEach(async () => {
  const { violations } = world.github;
  await world.close();
  expect(violations).toEqual([]);
});

test('a source of 100 MB and one whose macros grow to a thousand million tokens', async () => {
  world.commit('main', { 'src/shift.cu': shift({ barrier: true }) });
  const filler = `/* ${'x'.repeat(99_993)} */\n`;
  const macros = Array.from({ length: 9 }, (_, k) => `#define B${k + 1} ${`B${k} `.repeat(10)}\n`).join('');
  const pull = world.openPull({
    'big.cu': `${shift({ barrier: false, name: 'big' })}${filler.repeat(1000)}`,
    'bomb.cu': `#define B0 + 1\n${macros}__global__ void bomb(int *a) {\n  a[threadIdx.x] = 0 B9;\n}\nvoid go(int *a) { bomb<<<1, 64>>>(a); }\n`,
    'src/shift.cu': shift({ barrier: false }),
  });
  // A bare repository will do: the runner's checkout of 100 MB is no part of this.
  const run = await world.run(pull, { env: { GITHUB_WORKSPACE: world.state.store.folder } });
  expect(run.status).toBe(1);
  expect(run.writes.map((one) => one.id)).toEqual(['pulls/create-review']);
  expect(world.state.comments.map((comment) => comment.path)).toEqual(['src/shift.cu']);
  const notes = run.log.split('\n').filter((line) => line.startsWith('note: '));
  expect(notes).toEqual([
    'note: 1 file was not compared line by line (limits 3000 files, 100663296 bytes), treated as completely changed: big.cu',
    expect.stringMatching(/^note: big\.cu: skipped, its 1\d{8} bytes exceed the limit of 67108864$/),
    'note: bomb.cu:12: preprocessing stopped: the budget maxExpandedBytes (33554432) was reached',
  ]);
  for (const note of notes) expect(run.summary).toContain(note.slice('note: '.length));
});
