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
  // A byte-order mark counts in columns and is not shown.
  const mark = span.line === 1 && line.startsWith('\ufeff') ? 1 : 0;
  const text = line.slice(mark);
  const start = Math.max(0, span.column - 1 - mark);
  const end = span.endLine === span.line ? span.endColumn - 1 - mark : text.length;
  const before = expanded(text.slice(0, start));
  const marked = expanded(text.slice(start, end).trimEnd(), before.length);
  const whole = expanded(text);
  const indent = Math.min(whole.length - whole.trimStart().length, before.length);
  const shown = whole.slice(indent).trimEnd();
  const marks = `${' '.repeat(before.length - indent)}${'^'.repeat(Math.max(1, marked.length))}`;
  return { line: span.line, text: cut(shown, width), marks: marks.slice(0, width).trimEnd() };
}

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

const cut = (text: string, width: number): string => (text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`);
