/**
 * Which sources of a repository include a header that is named outright: its kernels are launched and instantiated
 * there, and may have their macros and types from there. They are read with it, as `check` of the whole repository
 * would; only kernels of the header are decided.
 *
 * Example: `check scan.cuh` reads `main.cu` too, which has `#include "scan.cuh"` and launches `scan<256>`.
 */
import type { IncludeLine } from '../review/include-lines.ts';
import { sharedFolders } from '../preprocess/include.ts';
import { includeResolver } from '../review/includes.ts';
import { kernelNamesIn } from '../pipeline/kernel-names.ts';

/**
 * More of them cost more time than they are worth to one who asks about a header: what they launch is what the others
 * launch.
 */
const most = 8;
/** Of more sources, none is looked into. */
const mostSources = 20_000;

/** `others`: how many more there are than are read. */
export type Includers = Readonly<{ files: readonly string[]; others: number }>;

/** `given`: all files that are read as it is; `all`: the sources and headers of the repository. */
type Files = Readonly<{ given: readonly string[]; all: readonly string[]; read: (path: string) => string | null }>;

/**
 * Of the headers that no given file includes, the sources of CUDA that do, at any depth: those that name a kernel of
 * theirs first, then the nearest. Where there is none, other sources that include them, else the headers that no file
 * includes.
 */
export function includersOf(headers: readonly string[], { given, all, read }: Files): Includers {
  if (headers.length === 0 || all.length > mostSources) return { files: [], others: 0 };
  const slashed = new Map(all.map((path) => [withSlashes(path), path]));
  const resolve = includeResolver(slashed.keys());
  const names = new Set(headers.flatMap((header) => [...kernelNamesIn(read(header) ?? '').defined]));
  const naming = new Set<string>();
  const direct = new Map<string, Set<string>>();
  for (const [path, file] of slashed) {
    const text = read(file) ?? '';
    for (const line of includesIn(path, text))
      for (const target of resolve(line)) direct.set(target, (direct.get(target) ?? new Set()).add(path));
    if (wordsOf(text).some((word) => names.has(word))) naming.add(path);
  }
  const reached = headers.map(withSlashes).map((header) => stepsFrom(header, direct));
  const alone = reached.filter((steps) => !given.some((file) => (steps.get(withSlashes(file)) ?? 0) > 0));
  const nearest = ranked(chosen(alone, direct), naming);
  return {
    files: nearest.slice(0, most).map((path) => slashed.get(path) ?? path),
    others: Math.max(0, nearest.length - most),
  };
}

/** By how many includes each file is from the header. */
function stepsFrom(header: string, direct: ReadonlyMap<string, ReadonlySet<string>>): ReadonlyMap<string, number> {
  const reached = new Map([[header, 0]]);
  for (const [path, steps] of reached)
    for (const from of direct.get(path) ?? []) if (!reached.has(from)) reached.set(from, steps + 1);
  return reached;
}

type Reached = Readonly<{ path: string; steps: number; shared: number }>;

function chosen(
  reached: readonly ReadonlyMap<string, number>[],
  direct: ReadonlyMap<string, ReadonlySet<string>>,
): readonly Reached[] {
  const found = reached.flatMap((steps): readonly Reached[] => {
    const [[header] = ['']] = steps;
    return [...steps].flatMap(([path, count]) =>
      count === 0 ? [] : [{ path, steps: count, shared: sharedFolders(header, path) }],
    );
  });
  const kinds = [/\.cu$/i, /\.(?:c|cc|cpp|cxx|c\+\+)$/i].map((name) => found.filter(({ path }) => name.test(path)));
  return kinds.find((some) => some.length > 0) ?? found.filter(({ path }) => !direct.has(path));
}

function ranked(found: readonly Reached[], naming: ReadonlySet<string>): readonly string[] {
  const isLast = ({ path }: Reached): number => Number(!naming.has(path));
  const inOrder = [...found].sort(
    (a, b) => isLast(a) - isLast(b) || a.steps - b.steps || b.shared - a.shared || (a.path < b.path ? -1 : 1),
  );
  return [...new Set(inOrder.map(({ path }) => path))];
}

const withSlashes = (path: string): string => path.replaceAll('\\', '/');
const wordsOf = (text: string): readonly string[] => text.replace(includeLine, '').match(/[A-Za-z_]\w*/g) ?? [];
const includeLine = /^[ \t]*(?:#|%:)[ \t]*include(?:_next)?[ \t]*(["<])([^">\n]+)[">]/gm;
const includesIn = (from: string, text: string): readonly IncludeLine[] =>
  [...text.matchAll(includeLine)].map(([, mark = '', spec = '']) => ({
    from,
    spec: spec.trim(),
    how: mark === '<' ? 'angle' : 'quoted',
  }));
