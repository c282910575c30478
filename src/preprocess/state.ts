/**
 * What one run of the preprocessor gathers while it goes over the files. Mutable, made and dropped within one call
 * of `preprocess`. The first problem that ends the run is kept in `problem`; every loop looks at it.
 */
import type { Span } from '../base/span.ts';
import type { BuildFacts } from './build-facts.ts';
import type { PhysicalFile } from './physical-file.ts';
import type { Macro } from './macro.ts';
import type { Output } from './output.ts';
import type { NamespaceAliases } from './namespace-aliases.ts';
import type { Packing } from './packing.ts';
import type {
  LeftOut,
  MacroDefinition,
  PreprocessNote,
  PreprocessOptions,
  PreprocessProblem,
  ReadSource,
  Test,
  Undecided,
} from './preprocess.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

export type State = {
  readonly options: PreprocessOptions;
  readonly read: ReadSource;
  readonly macros: Map<string, Macro>;
  /** What names meant when they were pushed, null: no macro. */
  readonly keptMacros: Map<string, (Macro | null)[]>;
  /** Macros whose expansion is being rescanned now. */
  readonly disabled: Set<Macro>;
  /** As far as the text was read. */
  readonly aliases: NamespaceAliases;
  /** Every macro of a physical file, for the result; names that any directive or option ever defined. */
  readonly defined: Map<string, MacroDefinition>;
  readonly files: PhysicalFile[];
  readonly once: Set<string>;
  readonly notes: PreprocessNote[];
  /** Names of includes that were not found. */
  readonly missing: Set<string>;
  /**
   * Conditionals that asked for names that nobody had defined, or that the build file gives; `defaults`: what they
   * define names as.
   */
  readonly conditionals: Conditional[];
  /** What `#line` adds to the lines of a file, as `__LINE__` gives them, from there on. */
  readonly lineShifts: Map<string, number>;
  /** Every conditional of which something was evaluated. */
  readonly tests: Test[];
  /** Macros that stand for the mark of a kernel. */
  readonly kernelMacros: Set<string>;
  /** Stretches with kernels in branches that are not taken. */
  readonly leftOut: LeftOut[];
  /** What no compiler takes of conditionals: the stretch of which it is not known whether it is compiled, and why. */
  readonly undecided: Undecided[];
  /** Files that were found in a folder that the build gives, with that folder. */
  readonly throughBuild: Map<string, string>;
  /** Files that were included by name alone, with the name that was asked for. */
  readonly elsewhere: Map<string, string>;
  /** Names that conditionals asked for and nobody had defined, where first. */
  readonly unknownNames: Map<string, Span>;
  /** What the build says of the main file. */
  readonly build: BuildFacts | null;
  /** Its macros, by name. */
  readonly given: ReadonlyMap<string, Macro>;
  readonly output: Output;
  readonly packing: Packing;
  readonly spent: {
    bytes: number;
    expansions: number;
    /** memory of the tokens made for the current use, about */ made: number;
    counter: number;
    unclosedCalls: number;
  };
  problem: PreprocessProblem | null;
};

export type Conditional = Readonly<{
  names: ReadonlySet<string>;
  given: ReadonlySet<Macro>;
  defaults: ReadonlyMap<string, string>;
  file: PhysicalFile;
  start: number;
  end: number;
}>;

const maxNotes = 1000;

export function note(state: State, text: string, span: Span, kind: PreprocessNote['kind'] = 'guess'): void {
  if (state.notes.length < maxNotes) state.notes.push({ kind, text, span });
}

/** Ends the run: a stated budget is used up. */
export function exhaust(state: State, budget: string, limit: number, file: PhysicalFile, at: number): void {
  state.problem ??= {
    file: file.path,
    line: file.lineOf(at),
    text: fill(messages.budget, { budget, limit }),
    code: budget === 'maxIncludeDepth' ? 'too-deep' : 'budget',
  };
}
