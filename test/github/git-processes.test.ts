/** What git is asked grows with the pull request; the processes that answer do not. */
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { World } from './world.ts';
import { here } from './here.ts';
import { shift } from './kernels.ts';

// A machine with other work on it is slow; nothing here measures time.
vi.setConfig({ testTimeout: 300_000 });

let world: World;
let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'git-processes-'));
  world = await World.open(undefined, undefined, here);
});
afterEach(async () => {
  const { violations } = world.github;
  await world.close();
  rmSync(folder, { recursive: true });
  expect(violations).toEqual([]);
});

const files = (count: number, word: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, k) => [
      `src/part_${k}.cu`,
      `// ${word}\n${shift({ barrier: true, name: `shift_${k}` })}`,
    ]),
  );

/** The commands of git that a review of so many changed files starts. */
async function commandsFor(count: number): Promise<readonly string[]> {
  const log = join(folder, `log-${count}`);
  const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  writeFileSync(log, '');
  writeFileSync(join(folder, 'git'), `#!/bin/sh\necho "$*" >> '${log}'\nexec '${real}' "$@"\n`);
  chmodSync(join(folder, 'git'), 0o755);
  world.commit('main', files(count, 'before'));
  const run = await world.run(world.openPull(files(count, 'after')), {
    env: { PATH: `${folder}:${process.env['PATH'] ?? ''}` },
  });
  expect(run.status, run.log).toBe(0);
  return readFileSync(log, 'utf8').trim().split('\n');
}

test('a review of many files starts as many processes of git as one of few', async () => {
  const few = await commandsFor(3);
  const many = await commandsFor(40);
  expect(few.length).toBeGreaterThan(0);
  expect(many.length, many.join('\n')).toBe(few.length);
});
