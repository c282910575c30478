import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const module = new URL('../../src/watch.ts', import.meta.url).href;

/** A process whose engine reports one kernel and then does `meanwhile`, with half a second of patience. */
const run = (timeoutSeconds: number | null, meanwhile: string): ReturnType<typeof spawnSync> =>
  spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `
  const { watched } = await import(${JSON.stringify(module)});
  const engine = watched({ analyze: async ({ onProgress }) => { onProgress?.({ kind: 'start', name: 'reduce', file: 'a.cu', done: 0, total: 1 }); ${meanwhile} return 'report'; } }, 0.5);
  console.log(await engine.analyze({ options: { timeoutSeconds: ${JSON.stringify(timeoutSeconds)} } }));
`,
    ],
    { encoding: 'utf8', timeout: 30_000 },
  );

const busyFor = (ms: number): string => `const end = Date.now() + ${ms}; while (Date.now() < end);`;

test('a step that no limit ends is ended, and the kernel is named', () => {
  const { signal, stderr, stdout } = run(0, busyFor(25_000));
  expect(signal).toBe('SIGKILL');
  expect(stderr).toContain('reduce of a.cu took more than 0.5 s');
  expect(stdout).toBe('');
});

test('an analysis that goes on is left alone', () => {
  const telling = `for (let k = 0; k < 6; k++) { ${busyFor(200)} onProgress?.({ kind: 'kernel', name: 'reduce', file: 'a.cu', verdict: 'drf', done: 1, total: 1 }); }`;
  expect(run(0, telling)).toMatchObject({ status: 0, stdout: 'report\n', stderr: '' });
});

test('where no limit is asked for, a step may take as long as it likes', () => {
  expect(run(null, busyFor(1_500))).toMatchObject({ status: 0, stdout: 'report\n', stderr: '' });
});
