/**
 * A stretch of a physical source file, through macros and includes.
 * `start` and `end` are UTF-16 code unit offsets into the file's decoded text (`end` exclusive); lines and
 * columns count from 1, columns in UTF-16 code units. Text that a macro produced has the span of the macro's use.
 */
export type Span = Readonly<{
  file: string;
  start: number;
  end: number;
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
}>;

/** A stretch of source that an analysis rested on; review mode compares it with the changed lines. */
export type Use = Readonly<{
  what: 'kernel' | 'function' | 'macro' | 'constant' | 'type' | 'array' | 'launch';
  name: string;
  span: Span;
}>;

/** Prints `file:line:column`. */
export function printSpan(span: Span): string {
  return `${span.file}:${span.line}:${span.column}`;
}
