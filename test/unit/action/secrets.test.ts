/** No secret of the workflow is left where the code under review is read. */
import { execFileSync } from 'node:child_process';
import * as core from '@actions/core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fail } from '../../../src/base/result.ts';
import { runProgram } from '../../../src/action/program.ts';
import { silentCore } from '../../inputs.ts';

const kept = { ...process.env };
afterEach(() => {
  for (const name of Object.keys(process.env)) Reflect.deleteProperty(process.env, name);
  Object.assign(process.env, kept);
});
beforeEach(() => {
  process.env['INPUT_MODE'] = 'analyze';
});

/** The environment of the program when it begins to read, and that of a process which inherits it. */
async function environments(
  env: Readonly<Record<string, string>>,
): Promise<readonly Readonly<Record<string, string | undefined>>[]> {
  const seen: Readonly<Record<string, string | undefined>>[] = [];
  Object.assign(process.env, env);
  await runProgram(
    { ...silentCore, setSecret: core.setSecret },
    async () => {
      const child: unknown = JSON.parse(
        execFileSync(process.execPath, ['-e', 'process.stdout.write(JSON.stringify(process.env))'], {
          encoding: 'utf8',
        }),
      );
      seen.push({ ...process.env }, Object.fromEntries(Object.entries(child ?? {})));
      return fail('this is as far as it goes');
    },
    () => {
      throw new Error('nothing is run');
    },
  );
  return seen;
}

const token = 'ghs_theTokenOfThisTest';

test.each([
  'INPUT_TOKEN',
  'INPUT_GITHUB-TOKEN',
  'GITHUB_TOKEN',
  'GH_TOKEN',
  'ACTIONS_RUNTIME_TOKEN',
  'ACTIONS_ID_TOKEN_REQUEST_TOKEN',
  'ACTIONS_ID_TOKEN_REQUEST_URL',
  'NPM_TOKEN',
  'MY_PAT',
  'AWS_SECRET_ACCESS_KEY',
  'SSH_PRIVATE_KEY',
  'DB_PASSWORD',
  'GOOGLE_CREDENTIALS',
  'my_token',
])('%s is gone, in the program and in what it starts', async (name) => {
  const seen = await environments({ INPUT_TOKEN: token, [name]: 'secret' });
  expect(seen).toHaveLength(2);
  for (const env of seen) expect(Object.keys(env)).not.toContain(name);
});

test('the token is gone under any name', async () => {
  const seen = await environments({ INPUT_TOKEN: token, WHATEVER: token, HEADER: `basic x:${token}` });
  for (const env of seen)
    expect(Object.entries(env).filter(([, value]) => value?.includes(token) === true)).toEqual([]);
});

test('what is no secret stays', async () => {
  const others = {
    INPUT_PATHS: 'src/**',
    HTTPS_PROXY: 'http://kim:word@proxy.test:3128',
    GITHUB_REPOSITORY: 'ada/kernels',
    PATH: kept['PATH'] ?? '',
    TOKENIZER: 'a',
    KEYBOARD: 'b',
    PATCH: 'c',
  };
  for (const env of await environments({ INPUT_TOKEN: token, ...others })) expect(env).toMatchObject(others);
});

test('without a token everything stays', async () => {
  for (const env of await environments({ INPUT_TOKEN: '', OTHER: 'value' }))
    expect(env).toMatchObject({ OTHER: 'value' });
});
