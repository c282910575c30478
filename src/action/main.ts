/** The action's program: gives the runner's environment, log and engine to {@link runAction}. */
import * as core from '@actions/core';
import type { Runner } from './runner.ts';
import type { Status, Step } from './step.ts';
import { availableParallelism } from 'node:os';
import { assetPaths, workerPath } from '../assets.ts';
import { openAuditWorker } from '../workers/audit-worker.ts';
import { openRunner } from './runner.ts';
import { openSideWorker } from '../workers/side-worker.ts';
import { watched } from '../watch.ts';
import { complain, mask, refuse, status } from './step.ts';
import { proxyPasswords } from './proxy.ts';
import { readInputs } from './inputs.ts';
import { runAction } from './run-action.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

const stepOn = (runner: Runner): Step => ({
  core, runner,
  openEngine: async () => watched(await (await import('../pipeline.ts')).createEngine(assetPaths(), () => performance.now())),
  openWorker: () => openSideWorker(workerPath()),
  openAuditWorker: (mostMiB) => openAuditWorker(workerPath(), mostMiB),
  cores: availableParallelism(),
  sleep: (seconds) => new Promise((resolve) => { setTimeout(resolve, seconds * 1000); }),
});

async function run(): Promise<Status> {
  for (const secret of [core.getInput('token'), ...proxyPasswords(process.env)]) mask(core, secret);
  const inputs = readInputs();
  // No child process may inherit the token.
  delete process.env['INPUT_TOKEN'];
  const runner = await openRunner();
  return runner.ok ? runAction(stepOn(runner.value), inputs) : refuse({ core }, runner.problem);
}

const code = await run().catch((error: unknown) => {
  complain({ core }, 'error', fill(messages.bug, { message: error instanceof Error ? error.message : String(error) }));
  return status.fault;
});
// The solver's threads may still be there: leave when the log is written.
process.stdout.write('', () => process.exit(code));
