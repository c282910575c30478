/** Why a process of an audit ended, as it is told: each of these ends one. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { UnitTask } from '../../../src/audit/run.ts';
import { openAuditWorker } from '../../../src/workers/audit-worker.ts';

const root = mkdtempSync(join(tmpdir(), 'syncwright-ends-'));
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

const source = (name: string): string => JSON.stringify(new URL(`../../../src/workers/${name}`, import.meta.url).href);
const task: UnitTask = {
  path: '.',
  files: [],
  part: [0, 1],
  limits: { maxBytes: 1, include: [] },
  totalSeconds: null,
  mostMiB: 300,
  options: {
    kernel: null,
    block: null,
    grid: null,
    params: new Map(),
    assumes: [],
    defines: new Map(),
    includeDirs: [],
    warpModel: 'its',
    level: 'grid',
    timeoutSeconds: null,
    repair: false,
  },
};

test.each([
  [
    'takes more memory than it may',
    'watchMemory(300); const held = []; for (let k = 0; k < 60; k++) { held.push(Buffer.alloc(16 * 1024 * 1024, k)); await new Promise((go) => setTimeout(go, 20)); } return held.length;',
    'memory',
    '',
  ],
  [
    'fills its heap',
    'const held = []; for (;;) held.push({ k: held.length, text: String(held.length) });',
    'memory',
    '',
  ],
  ['exits', 'process.exit(7);', 'fault', 'its process exited with status 7'],
  [
    'is killed',
    "process.kill(process.pid, 'SIGKILL'); await new Promise(() => undefined);",
    'fault',
    'its process was killed by SIGKILL',
  ],
  [
    'is asked to end',
    "process.kill(process.pid, 'SIGTERM'); await new Promise(() => undefined);",
    'stopped',
    'its process was killed by SIGTERM',
  ],
  ['throws', "throw new Error('wrong\\nfor a reason');", 'fault', 'wrong'],
])(
  'a process that %s',
  async (name, body, kind, text) => {
    const script = join(root, `${name.replaceAll(' ', '-')}.mjs`);
    writeFileSync(
      script,
      `import { serve } from ${source('pool.ts')};\nimport { watchMemory } from ${source('watch-memory.ts')};\nserve({ audit: async () => { ${body} } });\n`,
    );
    const end = await openAuditWorker(script, 300).analyze(task, () => undefined);
    expect(end).toMatchObject({ kind, ...(text === '' ? {} : { text }) });
  },
  120_000,
);
