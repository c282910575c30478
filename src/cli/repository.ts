/**
 * What a source may include: files of the repository it stands in (the nearest folder above with `.git`), else of the
 * current directory when it stands in there, else of the directory given, with the headers up to two folders above a
 * file that was named outright (`#include "../common.h"`); and files of the `-I` folders. Nothing else is opened,
 * whatever an `#include` says: sources may come from strangers, and reports quote what was read.
 */
import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { attempt } from '../base/attempt.ts';
import { isSourceFile } from '../review/paths.ts';
import { isTailOf, lastName, tailKeys } from '../base/tail.ts';
import type { LocateSource } from '../preprocess/preprocess.ts';

type Repository = Readonly<{
  /** Whether the path, its symbolic links followed, is one of the files that may be read. */
  holds: (path: string) => boolean;
  locate: LocateSource;
  /**
   * Sources and headers of the repositories in which files named outright stand, as paths that start as the user's do;
   * none of what is in no repository.
   */
  sources: () => readonly string[];
}>;

/** Files and folders in all roots together; where there are more, none is found by its name alone. */
const defaultMaxEntries = 200_000;
const skipped: ReadonlySet<string> = new Set(['.git', 'node_modules']);
const headerName = /\.(?:cuh|h|hpp|hh|hxx|inl)$/i;
/** How far above a file named outright, in no repository, its headers may lie; as far as build files are looked for. */
const foldersAbove = 2;

/** `paths`: files and directories as the user gave them. */
export function repositoryOf(
  paths: readonly string[],
  includeDirs: readonly string[],
  maxEntries = defaultMaxEntries,
): Repository {
  const roots = [...new Set(paths.map(rootOf))];
  const real = [...new Set([...roots, ...includeDirs].flatMap(realPath))];
  const around = [...new Set(paths.flatMap(foldersAround).flatMap(realPath))];
  const usesRelative = paths.every((path) => !isAbsolute(path));
  let index: ReadonlyMap<string, readonly string[]> | null = null;
  const asGiven = (path: string): string => (usesRelative ? relative('', path) : path);
  return {
    holds: (path) =>
      realPath(path).some(
        (found) =>
          real.some((root) => isWithin(root, found)) ||
          (headerName.test(found) && around.some((root) => isWithin(root, found))),
      ),
    locate: (tail) => {
      index ??= indexOf(roots, maxEntries);
      const found = index.get(lastName(tail)) ?? [];
      const named = found.filter((path) => isTailOf(tail, path.split(sep).join('/')));
      return named.map(asGiven);
    },
    sources: () => {
      index ??= indexOf(roots, maxEntries);
      const repositories = roots.filter((root) => existsSync(join(root, '.git')));
      const found = new Set(
        [...index.values()]
          .flat()
          .filter((path) => isSourceFile(path) && repositories.some((root) => isWithin(root, path))),
      );
      return [...found].map(asGiven).sort();
    },
  };
}

/** The repository in which a path stands, else a folder that may be taken for it. */
export function rootOf(given: string): string {
  const whole = resolve(given);
  const folder = isDirectory(whole) ? whole : dirname(whole);
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (dirname(at) === at) break;
  }
  const here = process.cwd();
  return dirname(here) !== here && isWithin(here, folder) ? here : folder;
}

/** The topmost folder in which headers of a file given alone may lie: never the root of the file system. */
function foldersAround(given: string): readonly string[] {
  const whole = resolve(given);
  if (isDirectory(whole) || rootOf(given) !== dirname(whole)) return [];
  let top = dirname(whole);
  for (let k = 0; k < foldersAbove && dirname(dirname(top)) !== dirname(top); k++) top = dirname(top);
  return [top];
}

/** All files below the roots by name. Symbolic links are not followed. */
function indexOf(roots: readonly string[], maxEntries: number): ReadonlyMap<string, readonly string[]> {
  const index = new Map<string, string[]>();
  const seen = new Set<string>();
  const waiting = [...roots];
  let entries = 0;
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    if (seen.has(folder)) continue;
    seen.add(folder);
    for (const item of entriesOf(folder)) {
      if (++entries > maxEntries) return new Map();
      const path = join(folder, item.name);
      if (item.isDirectory() && !skipped.has(item.name)) waiting.push(path);
      if (!item.isFile()) continue;
      for (const key of tailKeys(item.name)) {
        const same = index.get(key);
        if (same === undefined) index.set(key, [path]);
        else same.push(path);
      }
    }
  }
  return index;
}

function entriesOf(folder: string): ReturnType<typeof readFolder> {
  try {
    return readFolder(folder);
  } catch {
    return [];
  }
}

const readFolder = (folder: string) => readdirSync(folder, { withFileTypes: true });

function realPath(path: string): readonly string[] {
  try {
    return [realpathSync(path)];
  } catch {
    return [];
  }
}

export const isDirectory = (path: string): boolean => attempt(() => statSync(path))?.isDirectory() === true;

export function isWithin(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** A file's path from the root, with `/`, as globs mean it; as it is where it does not lie below. */
export function pathFrom(root: string, file: string): string {
  const way = relative(root, resolve(file));
  return (isAbsolute(way) || way.startsWith('..') ? file : way).split(sep).join('/');
}
