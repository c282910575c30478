/**
 * One excerpt of the source in which both accesses of a finding stand, in the order of the source: with what each
 * thread does below its line, the barriers between them, and what a patch inserts at its place. Needs: the two places
 * with their notes, and the insertions. Gives: rows; null where the source is not there, or the places are in different
 * files or far apart. Indentation is kept as far as the lines differ in it, and of a long line the part around its mark
 * is shown.
 */
import type { Edit } from '../verdict/finding.ts';
import type { Span } from '../base/span.ts';
import type { SourceLookup } from './wording.ts';
import { expanded, markedIn, withoutMark } from './excerpt.ts';

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

const barrierCall =
  /\b(?:__syncthreads(?:_\w+)?|__syncwarp|__barrier_sync)\s*\(|\.\s*sync\s*\(|\bcg::sync\s*\(|\bbar(?:rier)?\.sync\b/;

export function frameOf(
  places: readonly Noted[],
  edits: readonly Edit[],
  source: SourceLookup,
  width: number,
): readonly FrameRow[] | null {
  const [first] = places;
  if (first === undefined || places.some(({ span }) => span.file !== first.span.file)) return null;
  const { file } = first.span;
  const marked = places.map(({ span }) => span.line);
  const [top, bottom] = [Math.min(...marked), Math.max(...marked)];
  const text = source(file);
  if (text === null || bottom - top > mostCovered) return null;
  const all = text.split('\n');
  const lineAt = (line: number): string => (all[line - 1] ?? '').replace(/\r$/, '');
  const between = linesFrom(top + 1, bottom).filter((line) => barrierCall.test(lineAt(line)));
  const shown = new Map(
    [...marked, ...between].map((line) => [line, expanded(withoutMark(lineAt(line), line)).trimEnd()]),
  );
  const inserted = insertionsIn(
    text,
    edits.filter((edit) => edit.file === file),
    top,
    bottom,
  ).map(({ before, text: one }) => ({ before, text: expanded(one).trimEnd() }));
  const indent = Math.min(
    ...[...shown.values(), ...inserted.map((one) => one.text)].map((one) => one.length - one.trimStart().length),
  );
  // `next`: the line that follows without a gap; what is inserted before a line takes none
  const items = [
    ...[...shown].map(([line, one]) => ({
      at: line,
      next: line + 1,
      rows: sourceRows(line, one.slice(indent), placesOf(places, line, lineAt(line), indent), width),
    })),
    ...inserted.map((one) => ({
      at: one.before,
      next: one.before,
      rows: [{ kind: 'insertion', text: one.text.slice(indent) } as const],
    })),
  ].sort((a, b) => a.at - b.at || a.next - b.next);
  let expected = top;
  return items.flatMap(({ at, next, rows }): readonly FrameRow[] => {
    const isApart = at > expected;
    expected = next;
    return [...(isApart ? [{ kind: 'gap' } as const] : []), ...rows];
  });
}

type Marked = Readonly<{ start: number; length: number; note: string }>;

/** What is marked in a line, in columns of what is shown of it. */
const placesOf = (places: readonly Noted[], line: number, text: string, indent: number): readonly Marked[] =>
  places
    .filter(({ span }) => span.line === line)
    .map(({ span, note }) => {
      const { start, length } = markedIn(span, text);
      return { start: Math.max(0, start - indent), length, note };
    });

function sourceRows(line: number, text: string, marked: readonly Marked[], width: number): readonly FrameRow[] {
  const from = leftCut(marked, width);
  return [
    { kind: 'source', line, text: window(text, from, width) },
    ...marked.map(({ start, length, note }): FrameRow => {
      const marks = `${' '.repeat(start - from + (from > 0 ? 1 : 0))}${'^'.repeat(length)}`;
      return { kind: 'mark', marks: marks.slice(0, width).trimEnd(), note };
    }),
  ];
}

const linesFrom = (from: number, to: number): readonly number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, k) => from + k);

/** `before`: the line that it precedes. */
export type Insertion = Readonly<{ before: number; text: string }>;

function insertionsIn(text: string, edits: readonly Edit[], top: number, bottom: number): readonly Insertion[] {
  const found = insertedLines(text, edits);
  const isNear = found.every(({ before }) => before >= top && before <= bottom + mostCovered / 2);
  return isNear ? found : [];
}

/** What edits insert as lines of their own; none where an edit does anything else: the patch is shown elsewhere. */
export function insertedLines(text: string, edits: readonly Edit[]): readonly Insertion[] {
  if (!edits.every(({ start, end }) => start === end)) return [];
  return edits.flatMap(({ start, text: inserted }): readonly Insertion[] => {
    const lineStart = text.lastIndexOf('\n', start - 1) + 1;
    const own = text.slice(0, start).split('\n').length;
    const put = (before: number, lines: string): readonly Insertion[] =>
      lines.split('\n').map((one) => ({ before, text: one.replace(/\r$/, '') }));
    const prefix = text.slice(lineStart, start);
    if (prefix.trim() === '' && inserted.includes('\n'))
      return put(own, `${prefix}${inserted}`.split('\n').slice(0, -1).join('\n'));
    return /^\r?\n/.test(inserted) && /^\r?(?:\n|$)/.test(text.slice(start))
      ? put(own + 1, inserted.replace(/^\r?\n/, ''))
      : [];
  });
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
