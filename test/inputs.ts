/**
 * `@actions/core` in tests: inputs in the environment of the process, where it looks for them, and a log that nobody
 * sees.
 */
import * as core from '@actions/core';
import type { Core } from '../src/action/step.ts';
import { readInputs } from '../src/action/inputs.ts';

/**
 * `given`: names of inputs with their values. What else the environment holds of inputs is out of the way meanwhile.
 */
export function inputsFrom(given: Readonly<Record<string, string>>): ReturnType<typeof readInputs> {
  const kept = { ...process.env };
  for (const name of Object.keys(kept)) if (name.startsWith('INPUT_')) Reflect.deleteProperty(process.env, name);
  for (const [name, value] of Object.entries(given)) process.env[`INPUT_${name.toUpperCase()}`] = value;
  try {
    return readInputs();
  } finally {
    for (const name of Object.keys(given)) Reflect.deleteProperty(process.env, `INPUT_${name.toUpperCase()}`);
    Object.assign(process.env, kept);
  }
}

const nothing = (): void => undefined;
export const silentCore: Core = {
  ...core,
  info: nothing,
  debug: nothing,
  error: nothing,
  warning: nothing,
  notice: nothing,
  setSecret: nothing,
  startGroup: nothing,
  endGroup: nothing,
};
