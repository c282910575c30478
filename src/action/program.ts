/**
 * From what the workflow gives to an exit status: secrets are masked before anything is read, and a fault of ours is
 * one line.
 */
import type { Core, Status, Step } from './step.ts';
import type { Result } from '../base/result.ts';
import type { Runner } from './runner.ts';
import { getInput } from '@actions/core';
import { complain, mask, refuse, status } from './step.ts';
import { dropSecrets } from './secrets.ts';
import { proxyPasswords } from './proxy.ts';
import { readInputs } from './inputs.ts';
import { runAction } from './run-action.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** `open`: reads the runner's environment, after which `stepOn` gives all that the action needs. */
export async function runProgram(
  core: Core,
  open: () => Promise<Result<Runner, string>>,
  stepOn: (runner: Runner) => Step,
): Promise<Status> {
  try {
    const token = getInput('token');
    for (const secret of [token, ...proxyPasswords(process.env)]) mask(core, secret);
    const inputs = readInputs();
    dropSecrets(process.env, [token]);
    const runner = await open();
    return runner.ok ? await runAction(stepOn(runner.value), inputs) : refuse({ core }, runner.problem);
  } catch (error) {
    complain(
      { core },
      'error',
      fill(messages.bug, { message: error instanceof Error ? error.message : String(error) }),
    );
    return status.fault;
  }
}
