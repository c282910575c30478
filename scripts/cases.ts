/** Why: `npm run cases -- --update [TOPIC]` reads better than an environment variable. Runs the cases alone. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './source-tree.ts';

const words = process.argv.slice(2);
const update = words.includes('--update');
const topics = words.filter((word) => word !== '--update');
const { status } = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    'test/cases-',
    ...(topics.length > 0 ? ['-t', topics.join('|')] : []),
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...(update ? { UPDATE: '1' } : {}) },
  },
);
process.exitCode = status ?? 1;
