/**
 * The action in the process of the tests, where what it does is the point and not that it is a program of its own: the
 * same inputs, log, files and requests, and one worker process with its engine for all runs of a test file. A program
 * of its own takes a second for each run before it begins. The engine is kept out of this process, which starts git
 * very often: that takes longer the more memory it holds.
 */
import * as core from '@actions/core';
import { readFileSync } from 'node:fs';
import { afterAll } from 'vitest';
import type { AuditWorker } from '../../src/audit/run.ts';
import type { Core, Step } from '../../src/action/step.ts';
import type { Engine } from '../../src/engine.ts';
import type { Program } from './world.ts';
import type { Runner } from '../../src/action/runner.ts';
import type { SideWorker } from '../../src/review/crew.ts';
import { assetPaths } from '../../src/assets.ts';
import { createEngine } from '../../src/pipeline.ts';
import { direct } from './world.ts';
import { hasten } from './clock.ts';
import { ok } from '../../src/base/result.ts';
import { openSideWorker } from '../../src/workers/side-worker.ts';
import { runProgram } from '../../src/action/program.ts';
import { textsOf } from '../../src/cli/source-files.ts';
import { tracing } from '../../src/cache/trace.ts';
import { workerProgram } from '../programs.ts';

let worker: SideWorker | null = null;
afterAll(() => worker?.close());

function shared(): SideWorker {
  worker ??= openSideWorker(workerProgram);
  return { ...worker, close: async () => undefined };
}

let engine: Promise<Engine> | null = null;
afterAll(async () => {
  await (await engine)?.close();
});

/**
 * Units of audits are done in this process, which starts few others then: a worker has the folder in which it was
 * started.
 */
const auditor = (): AuditWorker => ({
  analyze: async ({ path, files, part, limits, options }) => {
    engine ??= createEngine(assetPaths(), () => performance.now());
    const { read, locate, trace } = tracing(textsOf([path], limits));
    const report = await (await engine).analyze({ files, read, locate, options, part });
    return { report, trace: trace(), ms: 1, residentMiB: 1, peakMiB: 1 };
  },
  close: async () => undefined,
});

/** One run at a time: the environment is that of the process. */
export const here: Program = async (env, _workspace, haste) => {
  const [kept, folder] = [{ ...process.env }, process.cwd()];
  const write = process.stdout.write.bind(process.stdout);
  let log = '';
  setEnvironment(env);
  process.stdout.write = (text: string | Uint8Array): boolean => {
    log += typeof text === 'string' ? text : Buffer.from(text).toString('utf8');
    return true;
  };
  const back = hasten(haste);
  try {
    const own: Core = { ...core, summary: freshSummary() };
    const status = await runProgram(
      own,
      async () => ok(runnerIn(env)),
      (runner) => stepOn(own, runner),
    );
    return { status, log };
  } finally {
    back();
    process.stdout.write = write;
    setEnvironment(kept);
    // audits go to the clone
    process.chdir(folder);
  }
};

function setEnvironment(env: Readonly<Record<string, string | undefined>>): void {
  for (const name of Object.keys(process.env)) Reflect.deleteProperty(process.env, name);
  Object.assign(process.env, env);
}

/** The one of the toolkit would keep the file of the first run; this one keeps what it writes to itself. */
function freshSummary(): Core['summary'] {
  const made: unknown = Object.create(core.summary);
  if (!isSummary(made)) throw new Error('@actions/core has another summary');
  return made;
}

const isSummary = (value: unknown): value is Core['summary'] => value instanceof core.summary.constructor;

/** What `openRunner` makes of it, whose toolkit reads the environment when it is loaded, which is once in a process. */
function runnerIn(env: Readonly<Record<string, string>>): Runner {
  const payload: unknown = JSON.parse(readFileSync(env['GITHUB_EVENT_PATH'] ?? '', 'utf8'));
  if (typeof payload !== 'object' || payload === null) throw new Error('the event of a scenario is an object');
  return {
    ...direct,
    event: ok({ name: env['GITHUB_EVENT_NAME'] ?? '', payload }),
    commit: env['GITHUB_SHA'] ?? '',
    ref: env['GITHUB_REF'] ?? '',
    repository: env['GITHUB_REPOSITORY'] ?? '',
    workspace: env['GITHUB_WORKSPACE'] ?? '',
    apiUrl: env['GITHUB_API_URL'] ?? '',
    serverUrl: env['GITHUB_SERVER_URL'] ?? '',
  };
}

const stepOn = (own: Core, runner: Runner): Step => ({
  core: own,
  runner,
  openEngine: () => Promise.reject(new Error('the worker process has the engine')),
  openWorker: shared,
  openAuditWorker: auditor,
  cores: 1,
  sleep: (seconds) =>
    new Promise((resolve) => {
      setTimeout(resolve, seconds * 1000);
    }),
});
