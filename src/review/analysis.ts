/**
 * Runs the engine on the touched kernels of the head and, for comparison, on the same kernels of the merge base.
 *
 * A kernel of the head is touched through its own lines or, where lines were only removed, through those of the base
 * kernel of the same name: so the base is looked over first, without deciding anything.
 */
import type { ChangedFile } from './changes.ts';
import type { ChangedLines } from './touched.ts';
import type { Engine, EngineOptions, ProgressEvent } from '../engine.ts';
import type { Finding, KernelAnswer, Report } from '../verdict/finding.ts';
import type { Git, GitProblem } from './git.ts';
import type { Result } from '../base/result.ts';
import type { Scope, ScopeLimits } from './scope.ts';
import type { Snapshot } from './snapshot.ts';
import { baseName, changedLines, launchesTouched, touchesKernel } from './touched.ts';
import { joinAnswers } from '../verdict/join.ts';
import { joinPath } from './paths.ts';
import { ok } from '../base/result.ts';
import { scopeOf } from './scope.ts';

/** `totalSeconds`: for all kernels of one side (head or base); what comes later is answered `unknown`. */
export type AnalysisLimits = ScopeLimits & Readonly<{ maxKernels: number; totalSeconds: number }>;
export const defaultLimits: AnalysisLimits = { maxFiles: 400, maxKernels: 200, totalSeconds: 600, isWanted: () => true };

type AnalysisRequest = Readonly<{
  engine: Engine;
  options: EngineOptions;
  git: Git;
  files: readonly ChangedFile[];
  base: Snapshot;
  head: Snapshot;
  limits: AnalysisLimits;
  onProgress?: (event: ProgressEvent) => void;
}>;
type Analysis = Readonly<{ head: Report; base: Report; notes: readonly string[] }>;

type Uses = KernelAnswer['uses'];

export async function analyseBoth(request: AnalysisRequest): Promise<Result<Analysis, GitProblem>> {
  const sides = { base: changedLines(request.files, 'base'), head: changedLines(request.files, 'head') };
  const headScope = await scopeOf(request.git, request.head, sides.head.keys(), request.limits);
  if (!headScope.ok) return headScope;
  const baseScope = await scopeOf(request.git, request.base, sides.base.keys(), request.limits);
  if (!baseScope.ok) return baseScope;

  const touchedInBase = await namesTouched(request, request.base, baseScope.value, sides.base);
  const inHead = touchesKernel(sides.head, new Set([...launchesTouched(sides.head, request.head.read), ...touchedInBase]));
  const counter = kernelCounter(request.limits.maxKernels);
  const withRemoved = withPathsOf(headScope.value, baseScope.value, request.files, request.head, request.limits);
  const head = await analyse(request, request.head, withRemoved, (uses) => inHead(uses) && counter.take(uses), request.options);

  const wanted = new Set([...touchedInBase, ...head.kernels.filter((kernel) => kernel.findings.length > 0).map((kernel) => baseName(kernel.name))]);
  const base = wanted.size === 0
    ? emptyReport
    : await analyse(request, request.base, withPathsOf(baseScope.value, headScope.value, request.files.map(reversed), request.base, request.limits), (uses) => names(uses).some((name) => wanted.has(name)), { ...request.options, repair: false });
  return ok({ head, base, notes: [...headScope.value.notes, ...counter.notes()] });
}

const emptyReport: Report = { version: 1, kernels: [], problems: [] };
const names = (uses: Uses): readonly string[] => uses.filter((use) => use.what === 'kernel').map((use) => baseName(use.name));

/** Looks at what kernels use, and decides none of them. */
async function namesTouched(request: AnalysisRequest, snapshot: Snapshot, scope: Scope, lines: ChangedLines): Promise<ReadonlySet<string>> {
  const isTouched = touchesKernel(lines, launchesTouched(lines, snapshot.read));
  const found = new Set<string>();
  await analyse(request, snapshot, scope, (uses) => {
    if (isTouched(uses)) for (const name of names(uses)) found.add(name);
    return false;
  }, { ...request.options, repair: false });
  return found;
}

/**
 * A kernel may be reached on one side only through files that did not change there (a header that it no longer
 * includes): the files of the other side's scope are looked at too, under their names on this side.
 */
function withPathsOf(scope: Scope, other: Scope, files: readonly ChangedFile[], here: Snapshot, limits: ScopeLimits): Scope {
  const renamed = new Map(files.flatMap((file) => file.basePath === null || file.headPath === null ? [] : [[file.basePath, file.headPath]]));
  const translate = (paths: readonly string[]): readonly string[] => paths.map((path) => renamed.get(path) ?? path).filter((path) => here.files.has(path) && limits.isWanted(path));
  return {
    ...scope,
    units: [...new Set([...scope.units, ...translate(other.units)])],
    headers: [...new Set([...scope.headers, ...translate(other.headers)])],
  };
}

const reversed = (file: ChangedFile): ChangedFile => ({ ...file, basePath: file.headPath, headPath: file.basePath });

/** Units first; then those headers whose kernels no unit has shown. */
async function analyse(request: AnalysisRequest, snapshot: Snapshot, scope: Scope, touches: (uses: Uses) => boolean, options: EngineOptions): Promise<Report> {
  const seen = new Set<string>();
  const run = (files: readonly string[]): Promise<Report> => files.length === 0 ? Promise.resolve(emptyReport) : request.engine.analyze({
    files,
    read: (path) => { const own = joinPath('', path); return own === null ? null : snapshot.read(own); },
    locate: snapshot.locate,
    options: { ...options, includeDirs: [...new Set([...options.includeDirs, ...scope.includeFolders])] },
    touches: (uses) => {
      for (const use of uses) if (use.what === 'kernel') seen.add(joinPath('', use.span.file) ?? use.span.file);
      return touches(uses);
    },
    totalSeconds: request.limits.totalSeconds,
    ...(request.onProgress === undefined ? {} : { onProgress: request.onProgress }),
  });
  const units = await run(scope.units);
  const headers = await run(scope.headers.filter((path) => !seen.has(path)));
  return merged([units, headers]);
}

/** Joins reports: a kernel that several units include is one kernel, with the worst of its verdicts. */
function merged(reports: readonly Report[]): Report {
  const kernels = new Map<string, KernelAnswer>();
  for (const kernel of reports.flatMap((report) => report.kernels)) {
    const key = `${joinPath('', kernel.span.file) ?? kernel.span.file}\n${kernel.name}\n${kernel.span.start}`;
    const same = kernels.get(key);
    kernels.set(key, same === undefined ? kernel : joinAnswers(same, kernel));
  }
  let number = 0;
  const renumbered = [...kernels.values()].map((kernel) => ({ ...kernel, findings: kernel.findings.map((finding): Finding => ({ ...finding, id: `F${number += 1}` })) }));
  const problems = reports.flatMap((report) => report.problems);
  return { version: 1, kernels: renumbered, problems: [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()] };
}

function kernelCounter(most: number): Readonly<{ take: (uses: Uses) => boolean; notes: () => readonly string[] }> {
  const taken = new Set<string>();
  const skipped = new Set<string>();
  return {
    take: (uses) => {
      const key = uses.filter((use) => use.what === 'kernel').map((use) => `${use.name} (${use.span.file})`).join(', ');
      if (taken.has(key) || taken.size < most) {
        taken.add(key);
        return true;
      }
      skipped.add(key);
      return false;
    },
    notes: () => skipped.size === 0 ? [] : [`${skipped.size} kernels skipped (limit ${most}): ${[...skipped].slice(0, 5).join(', ')}${skipped.size > 5 ? ', …' : ''}`],
  };
}
