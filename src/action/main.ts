/** The action's program: gives the runner's environment, log and engine to {@link runAction}. */
import type { Step } from './step.ts';
import { availableParallelism } from 'node:os';
import { assetPaths, workerPath } from '../assets.ts';
import { openAuditWorker } from '../workers/audit-worker.ts';
import { openSideWorker } from '../workers/side-worker.ts';
import { watched } from '../watch.ts';
import { complain, status } from './step.ts';
import { runAction } from './run-action.ts';

const step: Step = {
  env: { ...process.env },
  write: (text) => { process.stdout.write(text); },
  openEngine: async () => watched(await (await import('../pipeline.ts')).createEngine(assetPaths(), () => performance.now())),
  openWorker: () => openSideWorker(workerPath()),
  openAuditWorker: (mostMiB) => openAuditWorker(workerPath(), mostMiB),
  cores: availableParallelism(),
  sleep: (seconds) => new Promise((resolve) => { setTimeout(resolve, seconds * 1000); }),
};
// No child process may inherit the token.
delete process.env['INPUT_TOKEN'];

const code = await runAction(step).catch((error: unknown) => {
  complain(step, 'error', `this is a bug of syncwright: ${error instanceof Error ? error.message : String(error)}`);
  return status.fault;
});
// The solver's threads may still be there: leave when the log is written.
process.stdout.write('', () => process.exit(code));
