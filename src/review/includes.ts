/**
 * Who includes whom, from single lines of the texts. Over-approximating: an include that cannot be placed exactly
 * counts for every file whose path ends with it, whatever its name says that it is.
 *
 * `#include "kernel/scan.hpp"` in `src/a/b.cu`: `src/a/kernel/scan.hpp` if there is one, else every
 * `…/kernel/scan.hpp`.
 */
import type { Git, GitProblem } from './git.ts';
import type { IncludeLine } from './include-lines.ts';
import { askGit } from './git.ts';
import { checkPath, folderOf, isSourceFile, joinPath, sourceSuffixes } from './paths.ts';
import { includeOfLine, nameInText, parseIncludes, parseNames } from './include-lines.ts';
import type { Result } from '../base/result.ts';
import { ok } from '../base/result.ts';
import { kernelMarkOfLine } from '../base/kernel-mark.ts';

/** From the root, wherever git is started. */
const sourceGlobs = sourceSuffixes.map((suffix) => `:(top,icase)*.${suffix}`);

/** Paths as git takes them where patterns may stand, but for those that it would refuse. Of more, nothing is asked. */
const literally = (paths: Iterable<string>): readonly string[] =>
  [...paths]
    .filter((path) => checkPath(path).ok)
    .slice(0, mostPaths)
    .map((path) => `:(top,literal)${path}`);
const mostPaths = 500;

export type Includes = Readonly<{
  lines: readonly IncludeLine[];
  /** Files that a source includes, whose names do not say that they are sources. */ unusual: ReadonlySet<string>;
}>;

/** A commit and its files; those without bytes are empty, or not in the clone, and not looked into. */
type Commit = Readonly<{ commit: string; files: ReadonlyMap<string, Readonly<{ bytes: number }>> }>;

/** The includes of a commit, with those of files that are sources only because they are included. */
export async function includesOf(git: Git, { commit, files }: Commit): Promise<Result<Includes, GitProblem>> {
  const resolve = includeResolver(files.keys());
  const unusual = new Set<string>();
  const lines: IncludeLine[] = [];
  for (let places: readonly string[] = sourceGlobs; places.length > 0;) {
    const found = await includeLinesOf(git, commit, places);
    if (!found.ok) return found;
    for (const line of found.value) lines.push(line);
    const more = new Set(found.value.flatMap(resolve).filter((path) => !isSourceFile(path) && !unusual.has(path)));
    for (const path of more) unusual.add(path);
    places = literally([...more].filter((path) => (files.get(path)?.bytes ?? 0) > 0));
  }
  return ok({ lines, unusual });
}

async function includeLinesOf(
  git: Git,
  commit: string,
  places: readonly string[],
): Promise<Result<readonly IncludeLine[], GitProblem>> {
  const found = await askGit(
    git,
    ['grep', '-a', '-z', '-n', '-E', '-e', includeOfLine, commit, '--', ...places],
    [0, 1],
  );
  if (!found.ok) return found;
  const { lines, open } = parseIncludes(found.value.out.toString('utf8'), commit);
  if (open.size === 0) return ok(lines);
  const named = await askGit(
    git,
    ['grep', '-a', '-z', '-n', '-o', '-E', '-e', nameInText, commit, '--', ...literally(open)],
    [0, 1],
  );
  return named.ok ? ok([...lines, ...parseNames(named.value.out.toString('utf8'), commit)]) : named;
}

/** Paths of a commit whose text has kernels in it, by how they are marked. `more`: looked at as well as sources. */
export async function filesWithKernels(
  git: Git,
  commit: string,
  more: Iterable<string>,
): Promise<Result<ReadonlySet<string>, GitProblem>> {
  const found = await askGit(
    git,
    ['grep', '-a', '-z', '-l', '-E', '-e', kernelMarkOfLine, commit, '--', ...sourceGlobs, ...literally(more)],
    [0, 1],
  );
  return found.ok ? ok(new Set(pathsIn(found.value.out.toString('utf8'), commit))) : found;
}

/** Those of these paths whose text has kernels in it. */
export async function filesMarked(
  git: Git,
  commit: string,
  paths: readonly string[],
): Promise<Result<readonly string[], GitProblem>> {
  const marked: string[] = [];
  for (let k = 0; k < paths.length; k += mostPaths) {
    const places = literally(paths.slice(k, k + mostPaths));
    if (places.length === 0) continue;
    const found = await askGit(
      git,
      ['grep', '-a', '-z', '-l', '-E', '-e', kernelMarkOfLine, commit, '--', ...places],
      [0, 1],
    );
    if (!found.ok) return found;
    marked.push(...pathsIn(found.value.out.toString('utf8'), commit));
  }
  return ok(marked);
}

/** Names that are asked for at once; of more, no file is found. */
const mostNames = 400;

/** Paths of a commit whose text has one of the names as a word. */
export async function filesNaming(
  git: Git,
  commit: string,
  names: readonly string[],
): Promise<Result<readonly string[], GitProblem>> {
  if (names.length === 0 || names.length > mostNames) return ok([]);
  const found = await askGit(
    git,
    ['grep', '-a', '-z', '-l', '-w', '-F', ...names.flatMap((name) => ['-e', name]), commit, '--', ...sourceGlobs],
    [0, 1],
  );
  return found.ok ? ok(pathsIn(found.value.out.toString('utf8'), commit)) : found;
}

const pathsIn = (out: string, commit: string): readonly string[] =>
  out
    .split('\0')
    .filter((path) => path !== '')
    .map((path) => path.slice(commit.length + 1));

/** Every file that includes one of `changed`, at any depth, with `changed` itself. */
export function dependentsOf(
  changed: ReadonlySet<string>,
  includes: readonly IncludeLine[],
  paths: Iterable<string>,
): ReadonlySet<string> {
  const resolve = includeResolver(paths);
  const includers = new Map<string, Set<string>>();
  for (const line of includes) {
    for (const target of resolve(line)) includers.set(target, (includers.get(target) ?? new Set()).add(line.from));
  }
  const reached = new Set(changed);
  const queue = [...changed];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    for (const from of includers.get(path) ?? []) {
      if (reached.has(from)) continue;
      reached.add(from);
      queue.push(from);
    }
  }
  return reached;
}

/** The files an include line may mean. */
export function includeResolver(paths: Iterable<string>): (line: IncludeLine) => readonly string[] {
  const byName = new Map<string, string[]>();
  const all = new Set<string>();
  for (const path of paths) {
    all.add(path);
    const name = path.slice(path.lastIndexOf('/') + 1);
    const same = byName.get(name);
    if (same === undefined) byName.set(name, [path]);
    else same.push(path);
  }
  return (line) => {
    const beside = joinPath(folderOf(line.from), line.spec);
    if (line.how === 'quoted' && beside !== null && all.has(beside)) return [beside];
    const tail = line.spec
      .split('/')
      .filter((part) => part !== '..' && part !== '.' && part !== '')
      .join('/');
    return (byName.get(tail.slice(tail.lastIndexOf('/') + 1)) ?? []).filter(
      (path) => path === tail || path.endsWith(`/${tail}`),
    );
  };
}

/**
 * Folders to search for includes that are not found beside their includer, seen from the files that are analysed: of
 * all files that an include may mean, the one nearest to its includer counts, and what that one includes is followed in
 * turn. Sorted by how often they help. `kernel/scan.hpp` in `src/cuda/scan.cu` with `src/cuda/kernel/scan.hpp` and
 * `src/opencl/kernel/scan.hpp` there: `src/cuda`.
 */
export function inferIncludeFolders(
  roots: readonly string[],
  includes: readonly IncludeLine[],
  paths: Iterable<string>,
  most: number,
): readonly string[] {
  const resolve = includeResolver(paths);
  const byIncluder = new Map<string, IncludeLine[]>();
  for (const line of includes)
    if (line.how !== 'perhaps') byIncluder.set(line.from, [...(byIncluder.get(line.from) ?? []), line]);
  const votes = new Map<string, number>();
  const reached = new Set(roots);
  const queue = [...roots];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    for (const line of byIncluder.get(path) ?? []) {
      const target = nearest(path, resolve(line));
      if (target === null) continue;
      const folder =
        target === line.spec ? '.' : target.endsWith(`/${line.spec}`) ? target.slice(0, -line.spec.length - 1) : null;
      if (folder !== null && folder !== (folderOf(path) || '.')) votes.set(folder, (votes.get(folder) ?? 0) + 1);
      if (reached.has(target)) continue;
      reached.add(target);
      queue.push(target);
    }
  }
  return [...votes]
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, most)
    .map(([folder]) => folder);
}

/** The path that shares the most leading folders with `from`; the first of equals. */
function nearest(from: string, candidates: readonly string[]): string | null {
  const own = from.split('/');
  const shared = (path: string): number => path.split('/').findIndex((part, k) => part !== own[k]);
  return candidates.reduce<string | null>(
    (best, path) => (best === null || shared(path) > shared(best) ? path : best),
    null,
  );
}
