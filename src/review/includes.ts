/**
 * Who includes whom, from the text of `#include` lines alone. Over-approximating: an include that cannot be placed
 * exactly counts for every file whose path ends with it, and conditionals are ignored.
 *
 * `#include "kernel/scan.hpp"` in `src/a/b.cu`: `src/a/kernel/scan.hpp` if there is one, else every `…/kernel/scan.hpp`.
 */
import type { Git, GitProblem } from './git.ts';
import { askGit } from './git.ts';
import { folderOf, isSourceFile, joinPath } from './paths.ts';
import type { Result } from '../base/result.ts';
import { ok } from '../base/result.ts';
import { kernelMarkOfLine } from '../base/kernel-mark.ts';

export type IncludeLine = Readonly<{ from: string; spec: string }>;

const sourceGlobs = ['cu', 'cuh', 'h', 'hh', 'hpp', 'hxx', 'inl', 'inc', 'ipp', 'tpp', 'tcc', 'txx', 'def', 'c', 'cc', 'cpp', 'cxx']
  .map((suffix) => `*.${suffix}`);

/** All `#include` lines of a commit. */
export async function includesOf(git: Git, commit: string): Promise<Result<readonly IncludeLine[], GitProblem>> {
  const found = await askGit(git, ['grep', '-a', '-z', '-n', '-E', '^[[:space:]]*#[[:space:]]*include[[:space:]]*["<]', commit, '--', ...sourceGlobs], [0, 1]);
  return found.ok ? ok(parseIncludes(found.value.out.toString('utf8'), commit)) : found;
}

/** Paths of a commit whose text has kernels in it, by how they are marked. */
export async function filesWithKernels(git: Git, commit: string): Promise<Result<ReadonlySet<string>, GitProblem>> {
  const found = await askGit(git, ['grep', '-a', '-z', '-l', '-E', '-e', kernelMarkOfLine, commit, '--', ...sourceGlobs], [0, 1]);
  return found.ok ? ok(new Set(pathsIn(found.value.out.toString('utf8'), commit))) : found;
}

/** Names that are asked for at once; of more, no file is found. */
const mostNames = 400;

/** Paths of a commit whose text has one of the names as a word. */
export async function filesNaming(git: Git, commit: string, names: readonly string[]): Promise<Result<readonly string[], GitProblem>> {
  if (names.length === 0 || names.length > mostNames) return ok([]);
  const found = await askGit(git, ['grep', '-a', '-z', '-l', '-w', '-F', ...names.flatMap((name) => ['-e', name]), commit, '--', ...sourceGlobs], [0, 1]);
  return found.ok ? ok(pathsIn(found.value.out.toString('utf8'), commit)) : found;
}

const pathsIn = (out: string, commit: string): readonly string[] => out.split('\0').filter((path) => path !== '').map((path) => path.slice(commit.length + 1));

/** `COMMIT:path NUL line NUL text`, one a line. */
export function parseIncludes(text: string, commit: string): readonly IncludeLine[] {
  return text.split('\n').flatMap((line) => {
    const [where, , content] = line.split('\0');
    const spec = /include\s*["<]([^"<>]+)[">]/.exec(content ?? '')?.[1];
    return where === undefined || spec === undefined || !where.startsWith(`${commit}:`) ? [] : [{ from: where.slice(commit.length + 1), spec: spec.trim() }];
  });
}

/** Every file that includes one of `changed`, at any depth, with `changed` itself. */
export function dependentsOf(changed: ReadonlySet<string>, includes: readonly IncludeLine[], paths: Iterable<string>): ReadonlySet<string> {
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
    if (!isSourceFile(path)) continue;
    all.add(path);
    const name = path.slice(path.lastIndexOf('/') + 1);
    const same = byName.get(name);
    if (same === undefined) byName.set(name, [path]);
    else same.push(path);
  }
  return (line) => {
    const beside = joinPath(folderOf(line.from), line.spec);
    if (beside !== null && all.has(beside)) return [beside];
    const tail = line.spec.split('/').filter((part) => part !== '..' && part !== '.' && part !== '').join('/');
    return (byName.get(tail.slice(tail.lastIndexOf('/') + 1)) ?? []).filter((path) => path === tail || path.endsWith(`/${tail}`));
  };
}

/**
 * Folders to search for includes that are not found beside their includer, seen from the files that are analysed: of all
 * files that an include may mean, the one nearest to its includer counts, and what that one includes is followed in turn.
 * Sorted by how often they help. `kernel/scan.hpp` in `src/cuda/scan.cu` with `src/cuda/kernel/scan.hpp` and
 * `src/opencl/kernel/scan.hpp` there: `src/cuda`.
 */
export function inferIncludeFolders(roots: readonly string[], includes: readonly IncludeLine[], paths: Iterable<string>, most: number): readonly string[] {
  const resolve = includeResolver(paths);
  const byIncluder = new Map<string, IncludeLine[]>();
  for (const line of includes) byIncluder.set(line.from, [...(byIncluder.get(line.from) ?? []), line]);
  const votes = new Map<string, number>();
  const reached = new Set(roots);
  const queue = [...roots];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    for (const line of byIncluder.get(path) ?? []) {
      const target = nearest(path, resolve(line));
      if (target === null) continue;
      const folder = target === line.spec ? '.' : target.endsWith(`/${line.spec}`) ? target.slice(0, -line.spec.length - 1) : null;
      if (folder !== null && folder !== (folderOf(path) || '.')) votes.set(folder, (votes.get(folder) ?? 0) + 1);
      if (reached.has(target)) continue;
      reached.add(target);
      queue.push(target);
    }
  }
  return [...votes].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, most).map(([folder]) => folder);
}

/** The path that shares the most leading folders with `from`; the first of equals. */
function nearest(from: string, candidates: readonly string[]): string | null {
  const own = from.split('/');
  const shared = (path: string): number => path.split('/').findIndex((part, k) => part !== own[k]);
  return candidates.reduce<string | null>((best, path) => best === null || shared(path) > shared(best) ? path : best, null);
}
