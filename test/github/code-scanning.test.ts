/** The thread of a finding and its alert of code scanning close and open in step: both are known by the finding's fingerprint. */
import { expect, test, vi } from 'vitest';
import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import type { Run } from './world.ts';
import { World, ada } from './world.ts';
import { fieldsOf, listOf, textOf } from './json.ts';
import { here } from './here.ts';
import { shift } from './kernels.ts';

// A machine with other work on it is slow; nothing here measures time.
vi.setConfig({ testTimeout: 300_000 });

const file = (barrier: boolean, changes: Readonly<{ lead?: string }> = {}): string => shift({ barrier, ...changes });

/**
 * The alerts of code scanning that are open after the upload: of one category, the last upload counts, and an alert is the same where tool, rule, file and
 * `primaryLocationLineHash` are (docs.github.com, "SARIF support for code scanning").
 */
const alerts = (run: Run): readonly string[] => {
  const { runs } = fieldsOf(JSON.parse(readFileSync(join(run.workspace, 'syncwright.sarif'), 'utf8')));
  return listOf(runs).flatMap((one) => {
    const category = textOf(fieldsOf(fieldsOf(one)['automationDetails'])['id']);
    return listOf(fieldsOf(one)['results']).map(fieldsOf).map((result) => {
      const [place] = listOf(result['locations']);
      const file = textOf(fieldsOf(fieldsOf(fieldsOf(place)['physicalLocation'])['artifactLocation'])['uri']);
      return [category, textOf(result['ruleId']), file, textOf(fieldsOf(result['partialFingerprints'])['primaryLocationLineHash'])].join(' ');
    });
  });
};

test('pushing the fix settles the thread with three writes and closes the alert; pushing the race again opens both; what a person answered stays', async () => {
  const world = await World.open(undefined, undefined, here);
  world.commit('main', { 'src/shift.cu': file(true) });
  const pull = world.openPull({ 'src/shift.cu': file(false) });
  const first = await world.run(pull);
  const [comment] = world.state.comments;
  if (comment === undefined) throw new Error('no comment');
  const reply = { ...world.state.reply(comment, ada, 'Is that so?') };
  expect(alerts(first)).toHaveLength(1);
  // Otherwise than on main, so that the kernel is still touched.
  const mended = world.commit('change', { 'src/shift.cu': file(true).replace('int t', 'const int t') });
  const run = await world.run(pull);
  expect(run.status).toBe(0);
  expect(run.writes).toHaveLength(3);
  expect(run.log).toContain('Earlier comments: 1 thread resolved, 1 review edited.');
  expect(alerts(run)).toEqual([]);
  expect(comment.body).toContain(`**Fixed in ${mended.slice(0, 7)}:** the kernel is proved race-free.`);
  world.commit('change', { 'src/shift.cu': file(false, { lead: '// One more line.\n' }) });
  const back = await world.run(pull);
  expect(back.log).toContain('1 thread opened again');
  expect(alerts(back)).toEqual(alerts(first));
  expect(back.writes).toHaveLength(3);
  expect(comment.resolved).toBe(false);
  expect(world.state.comments.slice(1)).toEqual([reply]);
  expect(world.github.violations).toEqual([]);
  await world.close();
});
