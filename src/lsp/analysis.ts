/** What the language server asks of an analysis, and what that answers. All of it data: another process does it. */
import type { KernelAnswer, Report } from '../verdict/finding.ts';

export type EditorTask = Readonly<{
  /** Absolute. Relative paths of the report start there, and so does the search for a configuration where there is no repository. */
  folder: string;
  /** Absolute path of the document. It need not be on the disk. */
  file: string;
  /** Texts as the editor has them, by absolute path. */
  texts: ReadonlyMap<string, string>;
  /** The open CUDA sources of the folder: those that belong together with `file` are analysed together with it. */
  open: readonly string[];
  /** Limit for one kernel, unless the configuration states one. */
  timeoutSeconds: number;
  before: Basis | null;
  /** Once this file exists, nobody waits for the answer any more. */
  cancelled: string;
}>;

/** An analysis that is finished, and all that it rests on. `kernels`: before comments and the configuration have their say. */
export type Basis = Readonly<{
  /** Digests: of the options and the files that were analysed together, and of what names were found to be. */
  options: string;
  names: string;
  /** Ends of paths that were looked for. */
  looked: readonly string[];
  /** Digests of the texts that were read, by path; null: there was none. */
  seen: ReadonlyMap<string, string | null>;
  /** Of those, the texts that the editor had. */
  texts: ReadonlyMap<string, string>;
  report: Report;
  /** Digests of what the answers of kernels rest on, by `kernelKey`; where it is not known, there is none. */
  questions: ReadonlyMap<string, string>;
}>;

/** Of a kernel in one state of its file. */
export const kernelKey = ({ name, span }: Pick<KernelAnswer, 'name' | 'span'>): string => `${span.file}:${span.start} ${name}`;

export type EditorAnswer =
  | Readonly<{
    kind: 'done';
    /** What was analysed together, absolute. */
    files: readonly string[];
    report: Report;
    basis: Basis;
    /** Names of the kernels that were decided anew. */
    asked: readonly string[];
    /** Texts of the files that patches change, by the path of the report. */
    texts: ReadonlyMap<string, string>;
  }>
  /** The configuration leaves the file out. */
  | Readonly<{ kind: 'excluded' }>
  /** `text`: what a person has to put right, in one line. */
  | Readonly<{ kind: 'refused'; text: string }>;

/** A kernel that is not decided yet. */
export type Pending = Pick<KernelAnswer, 'name' | 'span'>;

/** `files`: what is analysed together, absolute. `part`: what is known so far. */
export type EditorEvent = Readonly<{ kind: 'files'; files: readonly string[] }> | Readonly<{ kind: 'part'; report: Report; pending: readonly Pending[] }>;

/** A process that does one task after the other. `ask` fails where the process ends; it is of no use then. */
export type Analyzer = Readonly<{
  ask: (task: EditorTask, onEvent: (event: EditorEvent) => void) => Promise<EditorAnswer>;
  /** Ends it at once, whatever it is at. */
  kill: () => void;
}>;
