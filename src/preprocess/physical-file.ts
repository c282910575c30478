/** A file that was read, with lines and columns by binary search. */
import type { Span } from '../base/span.ts';

/**
 * `text`: a carriage return alone is a newline in it, as for gcc (`_cpp_clean_line`), clang (`SkipLineComment`) and so
 * nvcc: it ends a `//` comment and a directive. Lines are counted as editors, git and GitHub do, for which it ends
 * none.
 */
export type PhysicalFile = Readonly<{
  path: string;
  text: string;
  lineOf: (offset: number) => number;
  span: (start: number, end: number) => Span;
}>;

export function physicalFile(path: string, text: string): PhysicalFile {
  let starts: readonly number[] | null = null;
  const lineOf = (offset: number): number => {
    starts ??= lineStarts(text);
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
  const columnOf = (offset: number, line: number): number => offset - (starts?.[line - 1] ?? 0) + 1;
  const span = (start: number, end: number): Span => {
    const line = lineOf(start);
    const endLine = lineOf(end);
    return { file: path, start, end, line, column: columnOf(start, line), endLine, endColumn: columnOf(end, endLine) };
  };
  return { path, text: text.replace(/\r(?!\n)/g, '\n'), lineOf, span };
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
