/** What the language server asks of an analysis, and what that answers. All of it data: another process does it. */
import type { KernelAnswer, Report } from '../verdict/finding.ts';
import { plainJson } from '../base/plain-json.ts';

export type EditorTask = Readonly<{
  /**
   * Absolute. Relative paths of the report start there, and so does the search for a configuration where there is no
   * repository.
   */
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

/**
 * An analysis that is finished, and all that it rests on. `kernels`: before comments and the configuration have their
 * say.
 */
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
export const kernelKey = ({ name, span }: Pick<KernelAnswer, 'name' | 'span'>): string =>
  `${span.file}:${span.start} ${name}`;

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

/**
 * `files`: what is analysed together, absolute. `part`: what is known so far: all kernels by `kernelKey`, in their
 * order, and the answers that are new since the last part. What a process has told is sent when it is idle, or at once
 * where it is small.
 */
export type EditorEvent =
  | Readonly<{ kind: 'files'; files: readonly string[] }>
  | Readonly<{
      kind: 'part';
      keys: readonly string[];
      answers: readonly KernelAnswer[];
      problems: Report['problems'];
      pending: readonly Pending[];
    }>;

export type Part = Extract<EditorEvent, Readonly<{ kind: 'part' }>>;

/** Makes the parts of one analysis from the reports so far. */
export function partsOf(): (report: Report, pending: Part['pending']) => Part {
  const told = new Map<string, string>();
  return ({ kernels, problems }, pending) => {
    const answers = kernels.filter((answer) => {
      const [key, text] = [kernelKey(answer), plainJson(answer)];
      if (told.get(key) === text) return false;
      told.set(key, text);
      return true;
    });
    return { kind: 'part', keys: kernels.map(kernelKey), answers, problems, pending };
  };
}

/** Makes the reports so far from the parts of one analysis. */
export function reportsOf(): (part: Part) => Report {
  const known = new Map<string, KernelAnswer>();
  return ({ keys, answers, problems }) => {
    for (const answer of answers) known.set(kernelKey(answer), answer);
    return { version: 1, kernels: keys.flatMap((key) => known.get(key) ?? []), problems };
  };
}

/** A process that does one task after the other. `ask` fails where the process ends; it is of no use then. */
export type Analyzer = Readonly<{
  ask: (task: EditorTask, onEvent: (event: EditorEvent) => void) => Promise<EditorAnswer>;
  /** Ends it at once, whatever it is at. */
  kill: () => void;
}>;
