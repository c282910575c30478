/**
 * One side of a pull request (its head, or its merge base), as far as some of its files are asked about: which kernels there are touched, and what
 * the engine says of them. Asked as data, so that other processes can answer; each then reads the commit from the clone by itself.
 */
import type { Engine, EngineOptions, ProgressEvent } from '../engine.ts';
import type { KernelAnswer, Report } from '../verdict/finding.ts';
import type { Snapshot } from './snapshot.ts';
import type { Touching } from './touched.ts';
import { baseName } from '../base/kernel-name.ts';
import { touchesKernel } from './touched.ts';
import { joinPath } from './paths.ts';

export type SideTask = Readonly<{
  /** A folder of the clone, and the commit of the side. */
  repo: string;
  commit: string;
  files: readonly string[];
  /** Files of other tasks for the same commit, which are read in one go with these: a git for each task costs more than the task. */
  ahead?: readonly string[];
  options: EngineOptions;
  touching: Touching;
  /** False: the touched kernels are named, and none is decided. */
  decide: boolean;
  /** Of this task's kernels no more are decided. */
  maxKernels: number;
  /** For all of them together; what comes later is `unknown`. */
  totalSeconds: number;
  /** The limit that `totalSeconds` is left of; not given: the same. */
  limitSeconds?: number;
}>;

export type SideAnswer = Readonly<{
  report: Report;
  /** The touched kernels, decided or not, by {@link kernelKey}, with the base names of each. */
  touched: ReadonlyMap<string, readonly string[]>;
  /** Files in which kernels stand, touched or not. */
  seen: readonly string[];
  /** Most of the memory that was resident so far in the process that answered, in MiB. */
  peakMiB: number;
}>;

type Uses = KernelAnswer['uses'];

/** What tells a kernel from others of the side. */
export const kernelKey = (uses: Uses): string => uses.filter((use) => use.what === 'kernel').map((use) => `${use.name} (${use.span.file})`).join(', ');

export async function answerSide(engine: Engine, snapshot: Pick<Snapshot, 'read' | 'locate'>, task: SideTask, onProgress?: (event: ProgressEvent) => void): Promise<SideAnswer> {
  const isTouched = touchesKernel(task.touching);
  const touched = new Map<string, readonly string[]>();
  const seen = new Set<string>();
  const wants = (uses: Uses): boolean => {
    const kernels = uses.filter((use) => use.what === 'kernel');
    for (const { span } of kernels) seen.add(joinPath('', span.file) ?? span.file);
    if (!isTouched(uses)) return false;
    const key = kernelKey(uses);
    const isDecided = task.decide && (touched.has(key) || touched.size < task.maxKernels);
    touched.set(key, kernels.map((use) => baseName(use.name)));
    return isDecided;
  };
  const report = await engine.analyze({
    files: task.files,
    read: (path) => { const own = joinPath('', path); return own === null ? null : snapshot.read(own); },
    locate: snapshot.locate,
    options: task.options, touches: wants, totalSeconds: task.totalSeconds, limitSeconds: task.limitSeconds ?? task.totalSeconds,
    ...(onProgress === undefined ? {} : { onProgress }),
  });
  return { report, touched, seen: [...seen], peakMiB: process.resourceUsage().maxRSS / 1024 };
}
