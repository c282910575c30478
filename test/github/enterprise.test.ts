/** An enterprise server: its APIs lie at /api/v3 and /api/graphql, its git and pages beside them. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { World } from './world.ts';
import { shift } from './kernels.ts';

// A machine with other work on it is slow; nothing here measures time.
vi.setConfig({ testTimeout: 300_000 });

let world: World;
beforeEach(async () => {
  world = await World.open(undefined, 'enterprise');
});
afterEach(async () => {
  const { violations } = world.github;
  await world.close();
  expect(violations).toEqual([]);
});

test('a review, a follow-up and a command go to that server alone', async () => {
  world.commit('main', { 'src/shift.cu': shift({ barrier: true }) });
  const pull = world.openPull({ 'src/shift.cu': shift({ barrier: false }) });
  const env = { GITHUB_SERVER_URL: world.github.server };
  const review = await world.run(pull, { env });
  expect(review.status).toBe(1);
  expect(world.state.reviews).toHaveLength(1);
  const fix = await world.run(pull, { env, inputs: { mode: 'fix' } });
  expect(fix.status).toBe(0);
  expect(fix.writes.map((one) => one.id)).toEqual(['git/create-ref', 'graphql', 'pulls/create']);
  world.state.permissions.set('ada', 'admin');
  const command = await world.runOnComment(pull, world.say(pull, '/syncwright explain SW101'));
  expect(command.status).toBe(0);
  expect(command.requests.filter((one) => one.id === 'git').every((one) => one.status === 200)).toBe(true);
  expect(world.state.conversation.at(-1)?.body).toContain('What SW101 means');
});
