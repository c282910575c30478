/**
 * Files that a command line writes. Its words are the user's, but what lies in the folder may be a stranger's: a pull
 * request that commits `report.sarif` as a symbolic link would choose what the run overwrites. So no link of a clone,
 * or below the current directory, is followed on the way to a file that is written; `..` and absolute paths are as the
 * user says, and so are links elsewhere (`/dev/stdout`, a temporary folder that is one).
 */
import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { dirname, join, parse, relative, resolve, sep } from 'node:path';
import { attempt } from '../base/attempt.ts';

/** The link, as a path; null: there is none. */
export function foreignLinkOn(path: string): string | null {
  const whole = resolve(path);
  const { root } = parse(whole);
  let at = root;
  for (const part of whole
    .slice(root.length)
    .split(sep)
    .filter((one) => one !== '')) {
    const next = join(at, part);
    const isLink = attempt(() => lstatSync(next, { throwIfNoEntry: false })?.isSymbolicLink()) === true;
    if (isLink && isOfOthers(at)) return relative('', next);
    at = isLink ? (attempt(() => realpathSync(next)) ?? next) : next;
  }
  return null;
}

/** Of a folder whose own path has no link. */
function isOfOthers(folder: string): boolean {
  const here = attempt(() => realpathSync('.'));
  if (here !== null && here !== parse(here).root && `${folder}${sep}`.startsWith(`${here}${sep}`)) return true;
  for (let at = folder; dirname(at) !== at; at = dirname(at)) if (existsSync(join(at, '.git'))) return true;
  return false;
}
