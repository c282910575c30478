/**
 * One side of a pull request (its head, or its merge base), as far as some of its files are asked about: which kernels
 * there are touched, and what the engine says of them. Asked as data, so that other processes can answer; each then
 * reads the commit from the clone by itself.
 */
import type { Engine, EngineOptions, ProgressEvent, ReadKernel } from '../engine.ts';
import type { KernelAnswer, Report } from '../verdict/finding.ts';
import type { Snapshot } from './snapshot.ts';
import type { Touching } from './touched.ts';
import type { UnreadFile } from './unread.ts';
import { baseName } from '../base/kernel-name.ts';
import { digestOf } from '../cache/digest.ts';
import { touchesKernel } from './touched.ts';
import { joinPath } from './paths.ts';

export type SideTask = Readonly<{
  /** A folder of the clone, and the commit of the side. */
  repo: string;
  commit: string;
  files: readonly string[];
  /**
   * Files of other tasks for the same commit, which are read in one go with these: a git for each task costs more than
   * the task.
   */
  ahead?: readonly string[];
  options: EngineOptions;
  touching: Touching;
  /** False: the touched kernels are named, and none is decided. */
  decide: boolean;
  /**
   * What kernels rested on before: one that rests on something else now is touched as well. Not given: not compared.
   */
  before?: Before;
  /** Of this task's kernels no more are decided. */
  maxKernels: number;
  /** For all of them together; what comes later is `unknown`. */
  totalSeconds: number;
  /** The limit that `totalSeconds` is left of; not given: the same. */
  limitSeconds?: number;
}>;

/**
 * Of the kernels of a side, by base name, digests of what the answers for their instances rest on: their code as it is
 * read, and their launches (pipeline/question.ts). So a kernel is touched whose code reads otherwise although no line
 * that it uses was changed: another file is included, a macro defined before it, another size handed to the function
 * that launches it. Null in the place of a digest: not known.
 */
export type Questions = ReadonlyMap<string, ReadonlySet<string | null>>;
/** `renamed`: names of then by names of now. */
export type Before = Readonly<{ questions: Questions; renamed: ReadonlyMap<string, string> }>;

export type SideAnswer = Readonly<{
  report: Report;
  /** The touched kernels, decided or not, by {@link kernelKey}, with the base names of each. */
  touched: ReadonlyMap<string, readonly string[]>;
  /** Only where no kernel is decided. */
  questions: Questions;
  /** Files in which kernels stand, touched or not. */
  seen: readonly string[];
  /** Files of the commit that should have been read and could not be, touched or not. */
  unread: readonly UnreadFile[];
  /** Most of the memory that was resident so far in the process that answered, in MiB. */
  peakMiB: number;
}>;

type Uses = KernelAnswer['uses'];

/** What tells a kernel from others of the side. */
export const kernelKey = (uses: Uses): string =>
  uses
    .filter((use) => use.what === 'kernel')
    .map((use) => `${use.name} (${use.span.file})`)
    .join(', ');

export async function answerSide(
  engine: Engine,
  snapshot: Pick<Snapshot, 'read' | 'locate' | 'failed'>,
  task: SideTask,
  onProgress?: (event: ProgressEvent) => void,
): Promise<SideAnswer> {
  const isTouched = touchesKernel(task.touching);
  const touched = new Map<string, readonly string[]>();
  const questions = new Map<string, Set<string | null>>();
  const [seen, decided] = [new Set<string>(), new Set<string>()];
  const take = (uses: Uses): boolean => {
    const key = kernelKey(uses);
    if (task.decide && !touched.has(key) && touched.size < task.maxKernels) decided.add(key);
    touched.set(
      key,
      uses.filter((use) => use.what === 'kernel').map((use) => baseName(use.name)),
    );
    return decided.has(key);
  };
  const wants = (uses: Uses): boolean => {
    for (const { what, span } of uses) if (what === 'kernel') seen.add(joinPath('', span.file) ?? span.file);
    return isTouched(uses) && take(uses);
  };
  const chosen = (kernels: readonly ReadKernel[]): ReadonlySet<number> => {
    if (!task.decide) {
      for (const kernel of kernels) addTo(questions, baseName(kernel.name), digestOfQuestion(kernel, new Map()));
      return new Set();
    }
    const isWanted = (kernel: ReadKernel): boolean =>
      touched.has(kernelKey(kernel.uses)) || restsOnOther(kernel, task.before);
    return new Set(kernels.flatMap((kernel, k) => (isWanted(kernel) && take(kernel.uses) ? [k] : [])));
  };
  const report = await engine.analyze({
    files: task.files,
    read: (path) => {
      const own = joinPath('', path);
      return own === null ? null : snapshot.read(own);
    },
    locate: snapshot.locate,
    options: task.options,
    touches: wants,
    totalSeconds: task.totalSeconds,
    limitSeconds: task.limitSeconds ?? task.totalSeconds,
    ...(task.decide && task.before === undefined ? {} : { readsAll: true, chosen }),
    ...(onProgress === undefined ? {} : { onProgress }),
  });
  return {
    report,
    touched,
    questions,
    seen: [...seen],
    unread: snapshot.failed(),
    peakMiB: process.resourceUsage().maxRSS / 1024,
  };
}

function addTo(questions: Map<string, Set<string | null>>, name: string, digest: string | null): void {
  const known = questions.get(name) ?? new Set();
  questions.set(name, known.add(digest));
}

/** Under the names that its files had before. */
function digestOfQuestion(kernel: ReadKernel, renamed: Before['renamed']): string | null {
  const question = kernel.question();
  if (question === null || renamed.size === 0) return question === null ? null : digestOf(question);
  return digestOf(question.replace(/(?<![^\s:"\\{(])[^\s:"\\{(]+(?=[:"])/g, (word) => renamed.get(word) ?? word));
}

/** A kernel that the other side does not have is touched by its own lines, or by its launch. */
function restsOnOther(
  kernel: ReadKernel,
  { questions, renamed }: Before = { questions: new Map(), renamed: new Map() },
): boolean {
  const before = questions.get(baseName(kernel.name));
  return before !== undefined && (before.has(null) || !before.has(digestOfQuestion(kernel, renamed)));
}
