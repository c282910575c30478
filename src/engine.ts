/** What the uses of the engine (command line, review, audit) ask of it. Implemented in pipeline.ts. */
import type { LaunchConfig, WarpModel } from './launch/launch.ts';
import type { StatedFacts } from './launch/stated.ts';
import type { LocateSource, ReadSource } from './preprocess/preprocess.ts';
import type { Coverage } from './verdict/coverage.ts';
import type { Finding, KernelAnswer, Report } from './verdict/finding.ts';
import type { ConcreteRun } from './launch/run.ts';
import type { MachineReport } from './machine/machine.ts';
import type { RunStory, Sought } from './verdict/run-story.ts';
import type { Span } from './base/span.ts';
import type { Result } from './base/result.ts';

export const stages = [
  'preprocess',
  'parse',
  'ir',
  'launch',
  'protocol',
  'intervals',
  'obligation',
  'solve',
  'witness',
  'machine',
  'verdict',
  'repair',
] as const;
export type Stage = (typeof stages)[number];

export type EngineOptions = Readonly<{
  /** Only kernels of this name (base name, without template arguments); null: all. */
  kernel: string | null;
  /** `--block`, `--grid`: override every launch found. */
  block: LaunchConfig['block'] | null;
  grid: LaunchConfig['grid'] | null;
  /** `--param NAME=VALUE`: scalar parameters, and non-type template parameters. */
  params: ReadonlyMap<string, bigint | number>;
  /**
   * `--fill NAME=VALUE`: what every element of an array holds at first; schedules of atomics are run only where this is
   * known.
   */
  fills?: ReadonlyMap<string, bigint | number>;
  /** `--assume EXPR`: C expressions over parameters and built-ins. */
  assumes: readonly string[];
  /** What is stated of the launches of single kernels; the options above go before it. */
  stated?: readonly StatedFacts[];
  defines: ReadonlyMap<string, string>;
  /** What macros are in one of the builds that the text has (pipeline/builds.ts); not given: none are changed. */
  build?: ReadonlyMap<string, string>;
  includeDirs: readonly string[];
  /** `--compile-commands FILE`, as the reader understands it; not given: one is looked for. */
  compileCommands?: string;
  warpModel: WarpModel;
  /** `block`: races within a block only; `grid`: between blocks too. */
  level: 'block' | 'grid';
  /**
   * Wall-clock limit for one kernel, and for reading one file; null: none. What is not decided by then is `unknown`.
   */
  timeoutSeconds: number | null;
  /** Look for patches of confirmed findings. */
  repair: boolean;
  /** Tell of every witness what its threads did, step by step (for pages that show it). Not given: no. */
  stories?: boolean;
  /** Most bytes of one file with all that it includes; not given: the preprocessor's own budget. */
  maxBytes?: number;
}>;

export type AnalyzeRequest = Readonly<{
  /** Source files to analyse, as the reader understands them. */
  files: readonly string[];
  read: ReadSource;
  /** The files of the repository by the end of their path, for includes that are found nowhere else. */
  locate?: LocateSource;
  options: EngineOptions;
  /** Called before and after what takes long. */
  onProgress?: (event: ProgressEvent) => void;
  /** Called with what of the report is known so far, for callers that may have to do with it. */
  onPart?: (part: ReportPart) => void;
  /** Called between steps that take long: lets the process send what was told. Not given: nobody waits for parts. */
  letSend?: () => Promise<void>;
  dump?: Readonly<{ stage: Stage; write: (title: string, text: string) => void }>;
  stopAfter?: Stage;
  /** Wall-clock limit for all kernels together; those that come after it are `unknown`. */
  totalSeconds?: number;
  /** The limit that a person set, of which `totalSeconds` is what is left: for messages. Not given: the same. */
  limitSeconds?: number;
  /** Of the kernels those of one part of so many, counted from 0; all parts together are all. Not given: all. */
  part?: readonly [part: number, parts: number];
  /** Narrows the kernels by the physical spans they use; null: all. Used by review mode. */
  touches?: (uses: Report['kernels'][number]['uses']) => boolean;
  /**
   * Kernels that are decided before the others, by the span of their definition. Not given: in the order of the text.
   */
  isFirst?: (kernel: Span) => boolean;
  /** Whether those that nothing touches are read all the same, so that they can be chosen. */
  readsAll?: boolean;
  /**
   * Findings of a kernel before its text was edited, at their places now: what their runs still show is told first. Not
   * given: none are known.
   */
  earlier?: (kernel: Pick<KernelAnswer, 'name' | 'span'>) => readonly Finding[];
  /**
   * Narrows them once more, when all is read, to those of these numbers, and the other instances of their templates.
   */
  chosen?: (kernels: readonly ReadKernel[]) => ReadonlySet<number>;
}>;
/**
 * A kernel that will be decided. `question`: what its answer rests on beside the options, without places
 * (pipeline/question.ts); null: not known.
 */
export type ReadKernel = Pick<KernelAnswer, 'name' | 'span' | 'uses'> & Readonly<{ question: () => string | null }>;
/**
 * `read`: a file is about to be read; `start`: a kernel is about to be decided; `kernel`: it is. `done` of `total`
 * files or kernels are.
 * `step`: within a kernel; `done` of `total` of its questions, or what else the step counts, are; null: how many there
 * are is not known.
 */
export type ProgressEvent =
  | Readonly<{ kind: 'read'; file: string; done: number; total: number }>
  | Readonly<{ kind: 'start'; name: string; file: string; done: number; total: number }>
  | Readonly<{ kind: 'kernel'; name: string; file: string; verdict: string; done: number; total: number }>
  | Readonly<{ kind: 'step'; name: string; file: string; step: KernelStep; done: number; total: number | null }>;

/**
 * What is done about a kernel: its accesses are followed, pairs of them decided, inputs searched for, patches tried.
 */
export type KernelStep = 'accesses' | 'questions' | 'patches';

/**
 * `read`: all files are read; which kernels will be decided, and what is wrong with the input. `answer`: one of them
 * is, before findings are numbered; another answer for the same kernel says more, and takes its place. `shown`: a run
 * has shown a race or divergence of one that is not decided yet, whose verdict is `racy` then, whatever else is found;
 * its answer follows.
 */
export type ReportPart =
  | Readonly<{
      kind: 'read';
      kernels: readonly Pick<KernelAnswer, 'name' | 'span' | 'unit'>[];
      problems: Report['problems'];
    }>
  | Readonly<{ kind: 'answer' | 'shown'; answer: KernelAnswer }>;

export type CoverageRequest = Pick<AnalyzeRequest, 'files' | 'read' | 'locate' | 'options'> &
  Readonly<{ onFile?: (event: Readonly<{ file: string; done: number; total: number }>) => void }>;

/**
 * `isSerializable`: whether some order of whole threads ends in the same memory; null: not asked of this run. `story`:
 * what the two threads did that collide, or the two that were sought; null: none were. `broken`: why the run is none
 * that the assumptions allow, for which it shows nothing; null: they hold in it.
 */
export type Replayed = MachineReport &
  Readonly<{ isSerializable: boolean | null; story: RunStory | null; broken: string | null }>;

export type ReplayRequest = Readonly<{
  file: string;
  kernel: string;
  read: ReadSource;
  locate?: LocateSource;
  options: EngineOptions;
  run: ConcreteRun;
  sought: Sought | null;
}>;

export type Engine = Readonly<{
  analyze: (request: AnalyzeRequest) => Promise<Report>;
  /** Reads and lowers only, and says what was lowered how; one file in memory at a time. */
  coverage: (request: CoverageRequest) => Coverage;
  /** Runs a witness again on the machine. The problem is a line for the user. */
  replay: (request: ReplayRequest) => Promise<Result<Replayed, string>>;
  close: () => Promise<void>;
}>;

export { applyEdits } from './verdict/edit.ts';
