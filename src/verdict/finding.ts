/**
 * Findings (about kernels) and the answer for a kernel. What the JSON report holds (docs/report.schema.json), as types.
 */
import type { ConcreteRun } from '../launch/run.ts';
import type { Dim3, LaunchConfig, WarpModel } from '../launch/launch.ts';
import type { RunStory } from './run-story.ts';
import type { Span, Use } from '../base/span.ts';

/** From the worst to the best: of several answers for one kernel, the first in this list counts. */
export const verdicts = ['racy', 'unsupported', 'unknown', 'conditional', 'drf'] as const;
/**
 * `conditional`: proved under a condition on the arguments, which its findings or reasons name; no host code states or
 * contradicts it.
 */
export type Verdict = (typeof verdicts)[number];
/** In the order in which counts are shown: what is decided, then what is not. */
export const shownVerdicts = [
  'racy',
  'conditional',
  'drf',
  'unknown',
  'unsupported',
] as const satisfies readonly Verdict[];
export type FindingKind =
  | 'data-race'
  | 'barrier-divergence'
  | 'redundant-barrier'
  | 'atomicity'
  | 'assertion'
  | 'deadlock'
  | 'warp-sync'
  | 'memory-order'
  | 'async-copy';
export type Severity = 'error' | 'warning' | 'info';
const severityRanks: Readonly<Record<Severity, number>> = { error: 3, warning: 2, info: 1 };
/** Orders severities: the worse one is greater. */
export const severityRank = (severity: Severity): number => severityRanks[severity];

export type Finding = Readonly<{
  /** Stable within a report: `F1`, `F2`, … in the order of the report. */
  id: string;
  code: string;
  kind: FindingKind;
  status: 'confirmed' | 'possible';
  severity: Severity;
  /** One sentence for a person: what happens, to what, between whom. */
  message: string;
  /** A condition on the arguments, as C, under which the whole kernel is proved; null: none is known. */
  condition: string | null;
  /**
   * In which build it was found, of several that the text has, to stand behind "when"; not given: in the one that was
   * read.
   */
  build?: string;
  kernel: string;
  /** The first access, or the barrier. */
  span: Span;
  array: string | null;
  related: readonly Readonly<{
    span: Span;
    note: string;
    /** A step of a story, which is told whole; not given: no. */ isStep?: boolean;
  }>[];
  /** All racing pairs of statements with this one cause, the witness's own first; for divergence the two places. */
  pairs: readonly Readonly<{ first: Span; second: Span; array: string | null }>[];
  /** What the same edit mends beside it (grouped.ts); not given: nothing. */
  also?: readonly Readonly<{ code: string; status: 'confirmed' | 'possible'; message: string; fingerprint: string }>[];
  /**
   * What it tells beside the race on its own array, each as a finding by itself, for reviews in which only some is new;
   * not given: nothing, or read from a file, which leaves it out.
   */
  apart?: readonly Finding[];
  /**
   * It is such a part, told by itself: reports of single commits have it only with another finding, and not under its
   * name; not given: no.
   */
  isPart?: true;
  witness: Witness | null;
  /** What its two threads did in the run, step by step; not given: nobody asked, or there is no run. */
  story?: RunStory;
  fix: Fix | null;
  /** Further patches, ranked; without `fix`, those that presume something. */
  alternatives: readonly Fix[];
  /**
   * Of a confirmed finding without a patch: why there is none, or what a person can do. Null: nothing is known that
   * helps.
   */
  advice: string | null;
  fingerprint: string;
  /** Why a person says that it does not count; not given: it counts. */
  suppressed?: Suppression;
  /** Whether the baseline that the report was compared with lists it; not given: with none. */
  inBaseline?: boolean;
}>;

/** `file`, `line`: where it is said; `reply`: in a command at a pull request, whose address `file` is. */
export type Suppression = Readonly<{
  by: 'comment' | 'configuration' | 'reply';
  reason: string;
  author: string | null;
  file: string;
  line: number | null;
}>;

export type Witness = Readonly<{
  run: ConcreteRun;
  launch: LaunchConfig;
  /** The two accesses; for divergence, the two places where the threads are. */
  accesses: readonly [WitnessAccess, WitnessAccess];
  /** Byte address in the array, and the element's text `scratch[0]`; null for divergence. */
  address: Readonly<{ byte: number; text: string }> | null;
  /** Number of the barrier interval, from 0; null between blocks. */
  interval: number | null;
  warpModel: WarpModel;
  /** What the order of the two accesses changes; not given: it was not run in both orders. */
  outcome?: Outcome;
}>;
export const outcomeKinds = ['read', 'result', 'lost-update', 'elsewhere', 'nothing'] as const;
/**
 * What differs between two runs of a witness, in which its first access comes first and its second one does. `read`:
 * what the one reads, in these two orders; `result`: what the element holds after both; `lost-update`: both read one
 * value, and then both store: the value, and what they store;
 * `elsewhere`: the element of memory that ends with another value, without the values; `nothing`: no value of memory
 * that outlives the kernel.
 */
export type Outcome = Readonly<{ kind: (typeof outcomeKinds)[number]; element: string; values: readonly string[] }>;
export type WitnessAccess = Readonly<{
  block: Dim3;
  thread: Dim3;
  span: Span;
  /** The source's text: `scratch[threadIdx.x + s]`. */
  expression: string;
  mode: 'read' | 'write' | 'atomic' | 'barrier' | 'exited';
  value: string | null;
  loops: readonly Readonly<{ line: number; turn: number }>[];
}>;

export type Edit = Readonly<{
  file: string;
  /** UTF-16 offsets into the file's text */ start: number;
  end: number;
  text: string;
}>;
export type Proof = 'drf' | 'conditional' | 'machine' | 'unneeded';

/** Whether the patched kernel is proved as a whole, where need be under a condition. */
export const provesKernel = <One extends Readonly<{ proof: Proof | null }>>(
  one: One,
): one is One & Readonly<{ proof: 'drf' | 'conditional' }> => one.proof === 'drf' || one.proof === 'conditional';

export type Fix = Readonly<{
  title: string;
  strategy: string;
  edits: readonly Edit[];
  /**
   * `drf`: the patched kernel is proved. `conditional`: it is proved under `condition`, which it needs without the
   * patch, too. `machine`: the findings that the patch is for are gone, and nothing is found that was not found before;
   * what else is open in the kernel, or that it hands data over by fences, keeps it from being proved. `unneeded`: of a
   * barrier that is deleted it is proved that it orders nothing, whatever else is wrong or open in the kernel.
   */
  proof: Proof;
  /** What a conditional proof rests on, in words: "race-free if …"; not given with others. */
  condition?: string;
  /** What has to be meant for the patch to be right, where no text says it; not given: nothing. */
  presumes?: string;
  /** In words: barriers added, where, how often executed. */
  cost: string;
}>;

/**
 * A run of the machine that decided for all inputs what the solver left open: of how many blocks of which launch, in
 * how many steps.
 */
export type AmplifiedRun = Readonly<{ grid: Dim3; block: Dim3; blocks: number; steps: number }>;

/** What the time of a kernel is counted to. `patches` and `conditions` include what they analyse anew. */
export const costStages = [
  'accesses',
  'tiles',
  'questions',
  'runs',
  'search',
  'lanes',
  'conditions',
  'waits',
  'barriers',
  'patches',
] as const;
export type CostStage = (typeof costStages)[number];

/**
 * Where the time of one kernel went, in milliseconds: by stage, and for the questions that took longest; the slowest
 * first.
 */
export type KernelCosts = Readonly<{
  stages: readonly Readonly<{ stage: CostStage; ms: number }>[];
  questions: readonly Readonly<{ about: string; ms: number }>[];
}>;

export type KernelAnswer = Readonly<{
  name: string;
  span: Span;
  /** The file that it was read with, where that includes the file it stands in. */
  unit?: string;
  verdict: Verdict;
  reasons: readonly string[];
  assumptions: readonly string[];
  launches: readonly LaunchConfig[];
  findings: readonly Finding[];
  /** The other builds that the text of the kernel has, with what was found of it there; not given: none. */
  builds?: readonly OtherBuildAnswer[];
  /** One for each launch that was decided so. */
  runs?: readonly AmplifiedRun[];
  uses: readonly Use[];
  timeMs: number;
  /** Of `timeMs`, what looking for patches and proving them took; not given where none were looked for. */
  repairMs?: number;
  /** Not given for what was not analysed. */
  costs?: KernelCosts;
  /** A time limit ended some step of it, whether or not it says so: with more time, it might say more. */
  isCut?: true;
}>;

/** `when`: what distinguishes the build from the one that was read: "`FAST` is defined". */
export type OtherBuildAnswer = Readonly<{ when: string; verdict: Verdict }>;

/** A problem with an input, not with a kernel: missing file, not text, cut off, … One line for the user. */
export type InputProblem = Readonly<{ file: string; line: number | null; text: string; code: string }>;

export type Report = Readonly<{
  version: 1;
  kernels: readonly KernelAnswer[];
  problems: readonly InputProblem[];
}>;
