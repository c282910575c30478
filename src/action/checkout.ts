/** The clone that the step works on: where it lies in the workspace, and with which right what it lacks is fetched. */
import { realpathSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { Fetching } from '../review/fetching.ts';
import type { Inputs } from './inputs.ts';
import type { Repository } from './payload.ts';
import type { Result } from '../base/result.ts';
import type { Step } from './step.ts';
import { attempt } from '../base/attempt.ts';
import { authorizationOf, authorizationOfCheckout, fetchingFor } from '../review/fetching.ts';
import { fail, ok } from '../base/result.ts';
import { mask, say } from './step.ts';
import { serverOf } from './connection.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** `workspace`: where the files of the step are written. `clone`: a folder of the clone, the same or below it. */
export type Place = Readonly<{ workspace: string; clone: string }>;

/** The problem is one line for the user. */
export function placeOf(step: Step, { workingDirectory }: Inputs): Result<Place, string> {
  const { workspace } = step.runner;
  if (workspace === '') return fail(fill(messages.notInActions, { variable: 'GITHUB_WORKSPACE', command: 'review' }));
  if (workingDirectory === '.') return ok({ workspace, clone: workspace });
  const value = JSON.stringify(workingDirectory);
  if (workingDirectory.split(/[\\/]/).includes('..')) return fail(fill(messages.directoryDots, { value }));
  const root = attempt(() => realpathSync(workspace));
  const clone = attempt(() => realpathSync(resolve(workspace, workingDirectory)));
  if (root === null || clone === null) return fail(fill(messages.directoryMissing, { value }));
  const way = relative(root, clone);
  return isAbsolute(way) || way === '..' || way.startsWith(`..${sep}`)
    ? fail(fill(messages.directoryOutside, { value }))
    : ok({ workspace, clone: resolve(workspace, way) });
}

/**
 * From the repository of the event: with the token of the input, then with that of actions/checkout, then with none.
 */
export async function fetchingOf(
  step: Step,
  inputs: Inputs,
  { owner, repo }: Repository,
  clone: string,
): Promise<Fetching> {
  const server = serverOf(step);
  const left = await authorizationOfCheckout(clone, server);
  if (left !== null) mask(step.core, left.replace(/^\w+ /, ''));
  const authorizations = [
    ...new Set([
      ...(inputs.token === '' ? [] : [authorizationOf(inputs.token)]),
      ...(left === null ? [] : [left]),
      null,
    ]),
  ];
  return fetchingFor(clone, { url: `${server}/${owner}/${repo}.git`, authorizations });
}

/** A path from the workspace, as it is from the clone. */
export const fromClone = ({ workspace, clone }: Place, path: string): string =>
  isAbsolute(path) || workspace === clone ? path : relative(clone, resolve(workspace, path));

/** In the log, what was fetched. */
export const sayFetched = (step: Step, line: string | null): void => {
  if (line !== null) say(step, line);
};
