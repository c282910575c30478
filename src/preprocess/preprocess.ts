/** The preprocessor's contract. */
import type { MappedText } from '../base/text-map.ts';
import type { Span } from '../base/span.ts';

/** Reads a source file; null when there is none. Paths are as given by the caller or joined from include directories. */
export type ReadSource = (path: string) => string | null;

export type PreprocessOptions = Readonly<{
  /** `-D NAME[=VALUE]`, value '1' when not given. */
  defines: ReadonlyMap<string, string>;
  /** `-I DIR`, searched in order after the including file's own folder. */
  includeDirs: readonly string[];
  budget: PreprocessBudget;
}>;
/** Each is a stated limit; reaching one ends preprocessing with a problem that names it. */
export type PreprocessBudget = Readonly<{ maxBytes: number; maxIncludeDepth: number; maxExpansions: number; maxExpandedBytes: number }>;

export type MacroDefinition = Readonly<{ name: string; parameters: readonly string[] | null; body: string; span: Span }>;

export type Preprocessed = Readonly<{
  file: string;
  source: MappedText;
  /** Every macro that was defined in a physical file, by name (the last definition). */
  macros: ReadonlyMap<string, MacroDefinition>;
  /** Physical files that were read, the main one first. */
  files: readonly string[];
  /** Includes that were not found, unknown directives, conditionals on undefined names (`#ifdef X`, with X unknown). */
  notes: readonly Readonly<{ text: string; span: Span }>[];
}>;
