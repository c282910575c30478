/**
 * What the file holds beside what is seen at once: pieces that the page's script (src/page/) inflates when they are
 * asked for. All text in them is already shown as it is to be (markup.ts, `shown`); the script puts it in as text, but
 * for `html` of a page, which is escaped here.
 */
import type { Severity, Verdict } from '../../verdict/finding.ts';

export type IndexFinding = Readonly<{
  id: string;
  code: string;
  severity: Severity;
  status: 'confirmed' | 'possible';
  message: string;
  /** Why it does not count, in a word. */
  aside: '' | 'suppressed' | 'in the baseline';
}>;

export type IndexKernel = Readonly<{
  /**
   * Names its page in addresses: `#/kernel/KEY`. Made of file and name, so that it stays the same from report to
   * report.
   */
  key: string;
  name: string;
  /** Number in {@link ReportIndex.files}. */
  file: number;
  line: number;
  verdict: Verdict;
  /** Milliseconds. */
  time: number;
  /** Number of the piece that holds its page. */
  piece: number;
  /** Numbers in {@link ReportIndex.reasons}. */
  reasons: readonly number[];
  /** One line for the list where there is no finding. */
  why: string;
  findings: readonly IndexFinding[];
}>;

export type ReportIndex = Readonly<{
  title: string;
  files: readonly string[];
  /** Reasons of kernels that were not decided, without their particulars. */
  reasons: readonly string[];
  /** Titles of the codes that occur. */
  codes: Readonly<Record<string, string>>;
  kernels: readonly IndexKernel[];
}>;

/** Pages by the keys of their kernels. */
export type PagePiece = Readonly<Record<string, KernelPage>>;

/** `steps`, `pictures` (SVG): by the id of the finding. */
export type KernelPage = Readonly<{
  html: string;
  views: readonly SourceView[];
  steps: Readonly<Record<string, StepList>>;
  pictures: Readonly<Record<string, string>>;
}>;

/** A stretch of one source file, lines counted from 1. `inserted`: lines that patches insert there. */
export type SourceView = Readonly<{
  file: number;
  from: number;
  to: number;
  marks: readonly Mark[];
  inserted: readonly Inserted[];
}>;

/** A line that the patch of a finding (`note` names it) puts before a line. */
export type Inserted = Readonly<{ before: number; text: string; note: string }>;

/** Part of a line; columns count characters as shown, from 0. */
export type Mark = Readonly<{
  line: number;
  from: number;
  to: number;
  kind: 'error' | 'warning' | 'info';
  note: string;
}>;

/** `threads`: what the two are called. */
export type StepList = Readonly<{
  threads: readonly [string, string];
  conclusion: string;
  steps: readonly Step[];
  /** Steps before the first one that is told. */ before: number;
}>;

export type Step = Readonly<{
  who: 0 | 1;
  /** Where; null: at no statement. */
  place: Readonly<{ file: number; line: number; from: number; to: number }> | null;
  /** What the thread does: `reads s[3] = 7`. */
  words: string;
  /** When: `behind 2 barriers`. */
  when: string;
  notes: readonly string[];
  isHit: boolean;
}>;

/** What is known of a source file: whole, or the stretches around what the report speaks of. */
export type SourcePiece = Readonly<{ stretches: readonly Readonly<{ first: number; lines: readonly string[] }>[] }>;
