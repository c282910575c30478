/** From gathered sources to a report: by other processes, or by the engine in this one. */
import type { Engine, Stage } from '../engine.ts';
import type { InputProblem, Report } from '../verdict/finding.ts';
import { interruptedBy, notCuda, reasonText } from '../verdict/catalogue.ts';
import { engineOptions } from './analysis-options.ts';
import type { AnalysisFlags } from './analysis-options.ts';
import { signalWords } from './exit-words.ts';
import type { CliIo, StopSignal } from './io.ts';
import { progressOn } from './progress.ts';
import { askedOf, filesRead } from './source-files.ts';
import type { Sources } from './source-files.ts';
import type { Memory, Worker } from './workers.ts';

export type FileFlags = AnalysisFlags & Readonly<{ jobs?: number; dump?: Stage; stopAfter?: Stage }>;

/** `stop`: ends it; `stoppedBy`: what did. `memory`: of runs before, under `--watch`. */
export type RunControl = Readonly<{ stop: AbortSignal; stoppedBy: () => StopSignal | null; memory: Memory | null }>;

/** Whether other processes analyse the files, so that this one can be asked to stop. */
export const usesWorkers = ({ dump, stopAfter }: FileFlags, io: Pick<CliIo, 'openWorker'>): boolean =>
  io.openWorker !== null && (stopAfter ?? dump) === undefined;

export async function analyzeFiles(
  paths: readonly string[],
  sources: Sources,
  flags: FileFlags,
  io: CliIo,
  control: RunControl,
  write: (title: string, text: string) => void,
): Promise<Report> {
  if (sources.files.length === 0) return { version: 1, kernels: [], problems: sources.problems };
  if (io.openWorker !== null && usesWorkers(flags, io))
    return analyzeByWorkers(io.openWorker, { paths, flags, sources, io, control });
  const stopAfter = flags.stopAfter ?? flags.dump;
  const engine = await io.openEngine();
  try {
    return await analyzeSources(engine, sources, flags, io, {
      ...(flags.dump === undefined ? {} : { dump: { stage: flags.dump, write } }),
      ...(stopAfter === undefined ? {} : { stopAfter }),
    });
  } finally {
    await engine.close();
  }
}

type Asked = Readonly<{ paths: readonly string[]; flags: FileFlags; sources: Sources; io: CliIo; control: RunControl }>;

/** What shares the files is loaded when it is needed. */
async function analyzeByWorkers(
  open: () => Promise<Worker>,
  { paths, flags, sources, io, control: { stop, stoppedBy, memory } }: Asked,
): Promise<Report> {
  const { analyzeShared, sharesOf } = await import('./workers.ts');
  const shares = sharesOf(sources, flags, memory !== null);
  const progress = progressOn(io);
  const total = filesRead(sources).length;
  try {
    const report = await analyzeShared({
      ...shares,
      task: { paths, flags },
      sources,
      open,
      stop,
      memory,
      show: (event, slot, done) => progress.show(event, shares.groups.length === 1 ? undefined : { slot, done, total }),
      stopReason: () => reasonText(interruptedBy(signalWords(stoppedBy() ?? 'SIGINT'))),
    });
    return { ...report, problems: [...sources.problems, ...relevant(report, sources)] };
  } finally {
    progress.clear();
  }
}

/** Runs the engine on gathered sources; their problems come first in the report. */
export async function analyzeSources(
  engine: Engine,
  sources: Sources,
  flags: AnalysisFlags,
  io: CliIo,
  more: Readonly<{
    dump?: Readonly<{ stage: Stage; write: (title: string, text: string) => void }>;
    stopAfter?: Stage;
  }> = {},
): Promise<Report> {
  const progress = progressOn(io);
  try {
    const report = await engine.analyze({
      files: filesRead(sources),
      ...askedOf(sources),
      read: sources.read,
      locate: sources.locate,
      options: engineOptions(flags),
      onProgress: (event) => progress.show(event),
      ...more,
    });
    return { ...report, problems: [...sources.problems, ...relevant(report, sources)] };
  } finally {
    progress.clear();
  }
}

/** The engine names every file without a kernel. Of a directory that is no problem. */
function relevant(report: Report, sources: Sources): readonly InputProblem[] {
  return report.problems.filter((problem) => problem.code !== notCuda('').code || sources.named.has(problem.file));
}
