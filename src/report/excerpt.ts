/** A line of the source with the stretch that matters underlined; columns stay true under tabs. */
import type { Span } from '../base/span.ts';
import type { SourceLookup } from './wording.ts';
import { visible } from './visible.ts';

const tabWidth = 4;

type Excerpt = Readonly<{ line: number; text: string; marks: string }>;

/** The first line of a span; null when its source is not there. `width`: longer lines are cut. */
export function excerptOf(span: Span, source: SourceLookup, width: number): Excerpt | null {
  const line = sourceLine(source, span.file, span.line);
  if (line === null) return null;
  const { start, length } = markedIn(span, line);
  const whole = expanded(withoutMark(line, span.line));
  const indent = Math.min(whole.length - whole.trimStart().length, start);
  const shown = whole.slice(indent).trimEnd();
  const marks = `${' '.repeat(start - indent)}${'^'.repeat(length)}`;
  return { line: span.line, text: cut(shown, width), marks: marks.slice(0, width).trimEnd() };
}

/** Where the first line of a span is marked, in columns of the line as it is shown, from 0. */
export function markedIn(span: Span, line: string): Readonly<{ start: number; length: number }> {
  const text = withoutMark(line, span.line);
  const mark = line.length - text.length;
  const start = Math.max(0, span.column - 1 - mark);
  const end = span.endLine === span.line ? span.endColumn - 1 - mark : text.length;
  const before = expanded(text.slice(0, start)).length;
  return { start: before, length: Math.max(1, expanded(text.slice(start, end).trimEnd(), before).length) };
}

/** A byte-order mark counts in columns and is not shown. */
export const withoutMark = (text: string, line: number): string =>
  line === 1 && text.startsWith('\ufeff') ? text.slice(1) : text;

/** Line `line` (from 1) of a file, without its line end. */
export function sourceLine(source: SourceLookup, file: string, line: number): string | null {
  const text = source(file);
  if (text === null) return null;
  let start = 0;
  for (let n = 1; n < line; n += 1) {
    const next = text.indexOf('\n', start);
    if (next < 0) return null;
    start = next + 1;
  }
  const end = text.indexOf('\n', start);
  return text.slice(start, end < 0 ? text.length : end).replace(/\r$/, '');
}

/** Tabs become spaces up to the next stop; other characters that do not print become visible. */
export function expanded(text: string, from = 0): string {
  let out = '';
  for (const piece of text.split(/(\t)/)) {
    out += piece === '\t' ? ' '.repeat(tabWidth - ((from + out.length) % tabWidth)) : visible(piece);
  }
  return out;
}

const cut = (text: string, width: number): string =>
  text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`;
