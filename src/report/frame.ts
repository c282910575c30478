/**
 * One excerpt of the source in which both accesses of a finding stand, in the order of the source: with what each thread does below its line, the barriers
 * between them, and what a patch inserts at its place. Needs: the two places with their notes, and the insertions. Gives: rows; null where the source is not
 * there, or the places are in different files or far apart. Indentation is kept as far as the lines differ in it, and of a long line the part around its mark is shown.
 */
import type { Edit } from '../verdict/finding.ts';
import type { Span } from '../base/span.ts';
import type { SourceLookup } from './wording.ts';
import { expanded, sourceLine } from './excerpt.ts';

export type FrameRow =
  | Readonly<{ kind: 'source'; line: number; text: string }>
  /** Below a line of source: the underline, then what is said of it. */
  | Readonly<{ kind: 'mark'; marks: string; note: string }>
  | Readonly<{ kind: 'insertion'; text: string }>
  | Readonly<{ kind: 'gap' }>;

type Noted = Readonly<{ span: Span; note: string }>;

/** Lines from the first to the last that a frame may cover. */
const mostCovered = 40;
const leastLeft = 8;

const barrierCall = /\b(?:__syncthreads(?:_\w+)?|__syncwarp|__barrier_sync)\s*\(|\.\s*sync\s*\(|\bcg::sync\s*\(|\bbar(?:rier)?\.sync\b/;

export function frameOf(places: readonly Noted[], edits: readonly Edit[], source: SourceLookup, width: number): readonly FrameRow[] | null {
  const [first] = places;
  if (first === undefined || places.some(({ span }) => span.file !== first.span.file)) return null;
  const { file } = first.span;
  const marked = places.map(({ span }) => span.line);
  const [top, bottom] = [Math.min(...marked), Math.max(...marked)];
  const text = source(file);
  if (text === null || bottom - top > mostCovered) return null;
  const inserted = insertionsIn(text, edits.filter((edit) => edit.file === file), top, bottom);
  const between = linesFrom(top + 1, bottom).filter((line) => barrierCall.test(sourceLine(source, file, line) ?? ''));
  const lines = [...new Set([...marked, ...between])].sort((a, b) => a - b);
  const shown = new Map(lines.map((line) => [line, expanded(withoutMark(sourceLine(source, file, line) ?? '', line)).trimEnd()]));
  const indent = Math.min(...[...shown.values(), ...inserted.map((one) => expanded(one.text))].map((one) => one.length - one.trimStart().length));
  const rows: FrameRow[] = [];
  let last = top - 1;
  for (const line of lines) {
    const before = inserted.filter((one) => one.before > last && one.before <= line);
    const gap = line > last + 1 && rows.length > 0;
    if (gap && (before.length === 0 || before.some((one) => one.before > last + 1))) rows.push({ kind: 'gap' });
    rows.push(...before.map((one): FrameRow => ({ kind: 'insertion', text: expanded(one.text).slice(indent).trimEnd() })));
    if (gap && before.length > 0 && before.every((one) => one.before < line)) rows.push({ kind: 'gap' });
    const own = places.filter(({ span }) => span.line === line);
    const columns = own.map(({ span }) => columnsOf(span, sourceLine(source, file, line) ?? '', indent));
    const from = leftCut(columns, width);
    const cutText = (shown.get(line) ?? '').slice(indent);
    rows.push({ kind: 'source', line, text: window(cutText, from, width) });
    columns.forEach(({ start, length }, k) => {
      const marks = `${' '.repeat(start - from + (from > 0 ? 1 : 0))}${'^'.repeat(length)}`;
      rows.push({ kind: 'mark', marks: marks.slice(0, width).trimEnd(), note: own[k]?.note ?? '' });
    });
    last = line;
  }
  const behind = inserted.filter((one) => one.before > last);
  if (behind.some((one) => one.before > last + 1)) rows.push({ kind: 'gap' });
  rows.push(...behind.map((one): FrameRow => ({ kind: 'insertion', text: expanded(one.text).slice(indent).trimEnd() })));
  return rows;
}

const linesFrom = (from: number, to: number): readonly number[] => Array.from({ length: Math.max(0, to - from) }, (_, k) => from + k);

/** A byte-order mark counts in columns and is not shown. */
const withoutMark = (text: string, line: number): string => (line === 1 && text.startsWith('\ufeff') ? text.slice(1) : text);

type Insertion = Readonly<{ before: number; text: string }>;

/** What edits insert as lines of their own, near the lines shown; none where an edit does anything else: the patch is shown elsewhere. */
function insertionsIn(text: string, edits: readonly Edit[], top: number, bottom: number): readonly Insertion[] {
  const found = edits.flatMap(({ start, end, text: inserted }): readonly Insertion[] => {
    if (start !== end) return [];
    const lineStart = text.lastIndexOf('\n', start - 1) + 1;
    const own = text.slice(0, start).split('\n').length;
    const put = (before: number, lines: string): readonly Insertion[] => lines.split('\n').map((one) => ({ before, text: one.replace(/\r$/, '') }));
    const prefix = text.slice(lineStart, start);
    if (prefix.trim() === '' && inserted.includes('\n')) return put(own, `${prefix}${inserted}`.split('\n').slice(0, -1).join('\n'));
    return /^\r?\n/.test(inserted) && /^\r?(?:\n|$)/.test(text.slice(start)) ? put(own + 1, inserted.replace(/^\r?\n/, '')) : [];
  });
  const isNear = found.every(({ before }) => before >= top && before <= bottom + mostCovered / 2);
  return edits.every(({ start, end }) => start === end) && isNear ? found : [];
}

/** Of the marked stretch, in columns of what is shown. */
function columnsOf(span: Span, line: string, indent: number): Readonly<{ start: number; length: number }> {
  const mark = span.line === 1 && line.startsWith('\ufeff') ? 1 : 0;
  const text = line.slice(mark);
  const [start, end] = [Math.max(0, span.column - 1 - mark), span.endLine === span.line ? span.endColumn - 1 - mark : text.length];
  const before = expanded(text.slice(0, start)).length;
  const length = Math.max(1, expanded(text.slice(start, end).trimEnd(), before).length);
  return { start: Math.max(0, before - indent), length };
}

/** Columns that are cut at the left so that the marks are seen. */
function leftCut(columns: readonly Readonly<{ start: number; length: number }>[], width: number): number {
  const ends = columns.map(({ start, length }) => start + Math.min(length, width - leastLeft));
  if (columns.length === 0 || Math.max(...ends) <= width) return 0;
  return Math.max(0, Math.min(...columns.map(({ start }) => start)) - leastLeft);
}

function window(text: string, from: number, width: number): string {
  const left = from > 0 ? `…${text.slice(from)}` : text;
  return left.length <= width ? left : `${left.slice(0, Math.max(0, width - 1))}…`;
}
