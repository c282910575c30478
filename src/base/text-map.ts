/** A text made from physical sources (macros expanded, includes inlined), with the way back. */
import type { Span } from './span.ts';

export type MappedText = Readonly<{
  /** The preprocessed text. */
  text: string;
  /** The physical span that a stretch of `text` comes from; a stretch inside a macro's expansion maps to its use. */
  spanOf: (start: number, end: number) => Span;
  /** The macros (outermost first) whose expansion contains `start`, with where each is defined. */
  macrosAt: (start: number) => readonly MacroUse[];
}>;
export type MacroUse = Readonly<{ name: string; definition: Span; use: Span }>;
