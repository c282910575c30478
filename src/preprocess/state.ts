/**
 * What one run of the preprocessor gathers while it goes over the files. Mutable, made and dropped within one call
 * of `preprocess`. The first problem that ends the run is kept in `problem`; every loop looks at it.
 */
import type { Span } from '../base/span.ts';
import type { PhysicalFile } from './physical-file.ts';
import type { Macro } from './macro.ts';
import type { Output } from './output.ts';
import type { MacroDefinition, PreprocessOptions, PreprocessProblem, ReadSource } from './preprocess.ts';

export type State = {
  readonly options: PreprocessOptions;
  readonly read: ReadSource;
  readonly macros: Map<string, Macro>;
  /** Macros whose expansion is being rescanned now. */
  readonly disabled: Set<Macro>;
  /** Every macro of a physical file, for the result; names that any directive or option ever defined. */
  readonly defined: Map<string, MacroDefinition>;
  readonly files: PhysicalFile[];
  readonly once: Set<string>;
  readonly notes: { text: string; span: Span }[];
  /** Names that conditionals asked for and nobody had defined, where first. */
  readonly unknownNames: Map<string, Span>;
  readonly output: Output;
  readonly spent: { bytes: number; expansions: number; /** code units of tokens made for the current use */ made: number; counter: number; unclosedCalls: number };
  problem: PreprocessProblem | null;
};

export function note(state: State, text: string, span: Span): void {
  if (state.notes.length < 1000) state.notes.push({ text, span });
}

/** Ends the run: a stated budget is used up. */
export function exhaust(state: State, budget: string, limit: number, file: PhysicalFile, at: number): void {
  state.problem ??= {
    file: file.path,
    line: file.lineOf(at),
    text: `preprocessing stopped: the budget ${budget} (${limit}) is used up`,
    code: 'budget',
  };
}
