/**
 * Where an audit writes and reads: which names are of files that will do, which of one file, and what the file system
 * refuses, in a line.
 */
import { existsSync, lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Result } from '../base/result.ts';
import { attempt } from '../base/attempt.ts';
import { fail, ok } from '../base/result.ts';

/** A pipe would wait for its other end for ever, and a device keeps nothing. What is not there can become a file. */
export const canBeAuditFile = (path: string): boolean => !existsSync(path) || statSync(path).isFile();

/** Whether two names are of one file, also by links. */
export function isSameFile(a: string, b: string): boolean {
  if (placeOf(a) === placeOf(b)) return true;
  const [one, other] = [attempt(() => statSync(a, { bigint: true })), attempt(() => statSync(b, { bigint: true }))];
  return one !== null && other !== null && one.dev === other.dev && one.ino === other.ino;
}

/** Where a file of this name is, or would be made, links followed. */
function placeOf(path: string, links = 0): string {
  if (existsSync(path)) return realpathSync(path);
  const folder = existsSync(dirname(resolve(path))) ? realpathSync(dirname(resolve(path))) : dirname(resolve(path));
  const place = join(folder, basename(resolve(path)));
  const isLink = attempt(() => lstatSync(place))?.isSymbolicLink() === true;
  return isLink && links < mostLinks ? placeOf(resolve(folder, readlinkSync(place)), links + 1) : place;
}
/** As Linux follows them. */
const mostLinks = 40;

/** What the file system refuses, as one line; anything else that is thrown goes on. */
export function diskProblem(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error)) throw error;
  return error.message.split('\n')[0] ?? '';
}

/** What is made on the disk, or what the file system refuses. */
export function onDisk<Made>(make: () => Made): Result<Made, string> {
  try {
    return ok(make());
  } catch (error) {
    return fail(diskProblem(error));
  }
}
