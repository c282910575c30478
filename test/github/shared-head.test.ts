/**
 * Two pull requests of one branch: a check run belongs to their commit, so neither may pass by what holds of the other.
 */
import { expect, test, vi } from 'vitest';
import { World, ada } from './world.ts';
import { here } from './here.ts';
import { shift } from './kernels.ts';

// A machine with other work on it is slow; nothing here measures time.
vi.setConfig({ testTimeout: 300_000 });

test('one that passes does not overwrite the check by which the other fails, while that is open', async () => {
  const world = await World.open(undefined, undefined, here);
  const { state } = world;
  const checked = { inputs: { 'check-run': 'true' } };
  const conclusions = (): readonly string[] => state.checks.map(({ conclusion }) => conclusion);
  world.commit('main', { 'src/shift.cu': shift({ barrier: true }) });
  world.commit('develop', { 'src/shift.cu': shift({ barrier: false }) });
  world.commit('change', { 'NOTES.md': 'x\n' }, 'develop');
  const first = state.openPull('A change', '', ada, 'change', 'main');
  const second = state.openPull('Into the other branch, which has the race', '', ada, first.headRef, 'develop');
  expect([(await world.run(first, checked)).status, conclusions()]).toEqual([1, ['failure']]);
  const passing = await world.run(second, checked);
  expect([passing.status, passing.writes, conclusions()]).toEqual([0, [], ['failure']]);
  expect(passing.log).toMatch(/^::notice .*no check run is written: pull request #1 has the same head and fails/m);
  state.closePull(first);
  expect([(await world.run(second, checked)).status, conclusions()]).toEqual([0, ['failure', 'success']]);
  // and one that fails overwrites one that passes
  first.state = 'open';
  expect([(await world.run(first, checked)).status, conclusions().at(-1)]).toEqual([1, 'failure']);
  expect(world.github.violations).toEqual([]);
  await world.close();
});
