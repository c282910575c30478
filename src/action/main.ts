/** The action's program: gives the runner's environment, log and engine to {@link runProgram}. */
import * as core from '@actions/core';
import type { Runner } from './runner.ts';
import type { Step } from './step.ts';
import { availableParallelism } from 'node:os';
import { assetPaths, workerPath } from '../assets.ts';
import { openAuditWorker } from '../workers/audit-worker.ts';
import { openRunner } from './runner.ts';
import { openSideWorker } from '../workers/side-worker.ts';
import { runProgram } from './program.ts';
import { watched } from '../watch.ts';

const stepOn = (runner: Runner): Step => ({
  core,
  runner,
  openEngine: async () =>
    watched(await (await import('../pipeline.ts')).createEngine(assetPaths(), () => performance.now())),
  openWorker: () => openSideWorker(workerPath()),
  openAuditWorker: (mostMiB) => openAuditWorker(workerPath(), mostMiB),
  cores: availableParallelism(),
  sleep: (seconds) =>
    new Promise((resolve) => {
      setTimeout(resolve, seconds * 1000);
    }),
});

const code = await runProgram(core, openRunner, stepOn);
// The solver's threads may still be there: leave when the log is written.
process.stdout.write('', () => process.exit(code));
