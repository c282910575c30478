/**
 * The form of an analysis file (docs/analysis.schema.json): a local review as plain data, from which another process,
 * with other rights, plans and renders the review. It holds no rendered text, no address and no name of a person. Lists
 * stand where a report has maps, so that no key is chosen by the source under review.
 */
import type { Dim3, LaunchConfig, WarpModel } from '../launch/launch.ts';
import type { Finding, InputProblem, KernelAnswer, Outcome, Suppression, WitnessAccess } from '../verdict/finding.ts';
import type { Schedule } from '../launch/run.ts';
import type { ChangedFile } from './changes.ts';
import type { Span } from '../base/span.ts';

export const analysisVersion = 2 as const;

/**
 * An integer beyond 2^53 is a text of digits; a floating value that JSON could not tell from an integer is a text too.
 */
export type WrittenValue = number | string;

type WrittenWitness = Readonly<{
  /** Where the launch comes from, and what of its shape is known. */
  origin: string;
  launch: Pick<LaunchConfig, 'block' | 'grid'>;
  block: Dim3;
  grid: Dim3;
  blocks: readonly number[];
  scalars: readonly (readonly [name: string, value: WrittenValue])[];
  arrays: readonly Readonly<{
    name: string;
    elements: number | null;
    fill: WrittenValue;
    values: readonly (readonly [index: number, value: WrittenValue])[];
  }>[];
  schedule: Schedule;
  accesses: readonly [WitnessAccess, WitnessAccess];
  address: Readonly<{ byte: number; text: string }> | null;
  interval: number | null;
  warpModel: WarpModel;
  outcome: Outcome | null;
}>;

export type WrittenFinding = Readonly<
  Omit<Finding, 'witness' | 'related' | 'suppressed' | 'inBaseline' | 'also'> & {
    also: NonNullable<Finding['also']>;
    related: readonly Readonly<{ span: Span; note: string; isStep: boolean }>[];
    witness: WrittenWitness | null;
    suppressed: Suppression | null;
    inBaseline: boolean | null;
  }
>;

type WrittenKernel = Readonly<
  Pick<KernelAnswer, 'name' | 'span' | 'verdict' | 'reasons' | 'assumptions' | 'timeMs'> & {
    /** Those of the head; `new`: the merge base does not have it; `silent`: neither counts, a person has said why. */
    findings: readonly Readonly<{ state: 'new' | 'old' | 'silent'; finding: WrittenFinding }>[];
  }
>;

export type AnalysisFile = Readonly<{
  kind: 'syncwright-analysis';
  version: typeof analysisVersion;
  /** Name and version of the program. */
  tool: string;
  /** The pull request that the run was for; null: none. A reader does not rely on it. */
  pull: number | null;
  base: string;
  mergeBase: string;
  head: string;
  files: readonly ChangedFile[];
  kernels: readonly WrittenKernel[];
  /** Findings of the merge base that the head does not have. */
  removed: readonly WrittenFinding[];
  problems: readonly InputProblem[];
  /**
   * Texts of the head that findings and patches speak of. Only files whose bytes are exactly the UTF-8 of their text.
   */
  sources: readonly Readonly<{ path: string; text: string }>[];
  notes: readonly string[];
  /** What else is to be said. */
  asides: readonly string[];
  /** What did not fit into the file, in words. */
  cut: readonly string[];
}>;

/**
 * What a file may hold at most. Whole bytes are counted in UTF-8, lengths of texts in UTF-16 code units. The same
 * numbers stand in docs/analysis.schema.json.
 */
export const analysisLimits = {
  bytes: 8 * 1024 * 1024,
  depth: 16,
  /** Objects, lists and simple values together. */
  values: 400_000,
  files: 3000,
  hunks: 2000,
  kernels: 2000,
  findings: 500,
  places: 200,
  lines: 500,
  scalars: 200,
  arrays: 100,
  arrayValues: 500,
  threads: 64,
  edits: 100,
  /** Of one patch, what it takes away and what it brings. */
  editCharacters: 20_000,
  name: 1000,
  text: 4000,
  path: 4096,
  sources: 100,
  sourceCharacters: 1024 * 1024,
  allSourceCharacters: 4 * 1024 * 1024,
} as const;
