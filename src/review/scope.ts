/**
 * Which files of a commit the engine must look at for a set of changed files: CUDA units that changed or include a
 * changed header at any depth, units that are linked with these, and headers that define kernels themselves.
 * Over-approximating: which kernels in them are really touched is decided later, from the spans they use.
 */
import type { Git, GitProblem } from './git.ts';
import type { Result } from '../base/result.ts';
import type { Snapshot } from './snapshot.ts';
import type { UnreadFile } from './unread.ts';
import type { Includes } from './includes.ts';
import { dependentsOf, filesWithKernels, inferIncludeFolders } from './includes.ts';
import { isCudaUnit, isSourceFile, printablePath } from './paths.ts';
import { hasKernelMark } from '../base/kernel-mark.ts';
import { linkedUnits } from './linked-units.ts';
import { ok } from '../base/result.ts';
import { notText, unreadable } from './snapshot.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

export type Scope = Readonly<{
  /** CUDA units (`.cu`), analysed first: they bring the launches of the kernels in their headers. */
  units: readonly string[];
  /** Other files with kernels in them: analysed by themselves where no unit showed their kernels. */
  headers: readonly string[];
  /** Where includes that are not beside their includer are found in this repository. */
  includeFolders: readonly string[];
  /** What may have kernels, and cannot be read; what is beyond the limit. */
  unread: readonly UnreadFile[];
  beyond: readonly UnreadFile[];
  notes: readonly string[];
}>;

export type ScopeLimits = Readonly<{
  maxFiles: number;
  /** Paths to look at, by the user's choice. */ isWanted: (path: string) => boolean;
}>;
const mostIncludeFolders = 24;

export async function scopeOf(
  git: Git,
  snapshot: Snapshot,
  includes: Includes,
  changed: Iterable<string>,
  limits: ScopeLimits,
): Promise<Result<Scope, GitProblem>> {
  const sources = new Set([...changed].filter((path) => isSourceFile(path) || includes.unusual.has(path)));
  if (sources.size === 0) return ok({ units: [], headers: [], includeFolders: [], unread: [], beyond: [], notes: [] });
  const kernels = await filesWithKernels(
    git,
    snapshot.commit,
    [...includes.unusual].filter((path) => (snapshot.files.get(path)?.bytes ?? 0) > 0),
  );
  if (!kernels.ok) return kernels;
  const reached = dependentsOf(sources, includes.lines, snapshot.files.keys());
  const wanted = [...reached]
    .filter((path) => snapshot.files.has(path) && limits.isWanted(path))
    .sort(byChangedFirst(sources));
  const present = wanted.filter((path) => unreadable(snapshot, path) === null);
  const changing = present.filter((path) => isCudaUnit(path));
  snapshot.expect(changing);
  const linked = await linkedUnits(
    git,
    snapshot,
    changing,
    includes.lines,
    (path) => snapshot.files.has(path) && limits.isWanted(path) && unreadable(snapshot, path) === null,
  );
  if (!linked.ok) return linked;
  const units = [...changing, ...linked.value];
  const touched = present.filter((path) => sources.has(path));
  snapshot.expect(touched);
  // git looks at one line at a time
  const isMarked = (path: string): boolean =>
    kernels.value.has(path) ||
    (sources.has(path) && hasKernelMark((snapshot.read(path) ?? '').replace(/\\\r?\n/g, '')));
  const headers = present.filter((path) => !isCudaUnit(path) && isMarked(path));
  const left = Math.max(0, limits.maxFiles - units.length);
  const skipped = [...units.slice(limits.maxFiles), ...headers.slice(left)];
  return ok({
    units: units.slice(0, limits.maxFiles),
    headers: headers.slice(0, left),
    includeFolders: inferIncludeFolders(
      [...units, ...headers],
      includes.lines,
      snapshot.files.keys(),
      mostIncludeFolders,
    ),
    unread: [
      ...wanted.flatMap((path) => because(path, unreadable(snapshot, path))),
      ...touched.flatMap((path) => because(path, notText(snapshot, path))),
    ],
    beyond: skipped.map((path) => ({ path, because: fill(messages.beyondFiles, { maxFiles: limits.maxFiles }) })),
    notes: [
      ...wanted.flatMap((path) => {
        const why = unreadable(snapshot, path);
        return why === null ? [] : [fill(messages.leftOut, { path: printablePath(path), why })];
      }),
      ...(skipped.length === 0
        ? []
        : [
            fill(messages.filesSkipped, {
              count: skipped.length,
              maxFiles: limits.maxFiles,
              names: skipped.slice(0, 5).join(', '),
              more: skipped.length > 5 ? ', …' : '',
            }),
          ]),
    ],
  });
}

const because = (path: string, why: string | null): readonly UnreadFile[] =>
  why === null ? [] : [{ path, because: why }];

const byChangedFirst =
  (changed: ReadonlySet<string>) =>
  (a: string, b: string): number =>
    Number(changed.has(b)) - Number(changed.has(a)) || (a < b ? -1 : 1);
