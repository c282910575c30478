/**
 * Which source a page shows, and which lines of it are marked. Needs: findings and the texts. Gives: views (stretches
 * of files with marks), and for each file the lines that any view may show: the whole file where it is not large.
 */
import type { Finding, KernelAnswer } from '../../verdict/finding.ts';
import type { Span } from '../../base/span.ts';
import type { SourceLookup } from '../wording.ts';
import type { Inserted, Mark, SourcePiece, SourceView } from './contract.ts';
import { doingWords, threadWords } from '../wording.ts';
import { groupBy } from '../../base/group.ts';
import { editsKey } from '../../verdict/edit.ts';
import { firstShown } from '../patch.ts';
import { insertedLines } from '../frame.ts';
import { shown } from './markup.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

/** Characters of a file that is kept whole; of a longer one, the lines around what is shown. */
const wholeBelow = 200_000;
/** Lines before a kernel (its comment), around a mark elsewhere, and around either in what is kept of a long file. */
const around = { kernel: 3, mark: 4, kept: 12 } as const;

/** Numbers files in the order in which they are asked for, and remembers which lines of them are shown. */
export type SourceShelf = Readonly<{
  numberOf: (file: string) => number;
  /** Lines of a file as they are in it; null when there is no text. */
  linesOf: (file: string) => readonly string[] | null;
  /** The text itself, in whose characters edits count. */
  textOf: SourceLookup;
  files: () => readonly string[];
  keep: (file: string, from: number, to: number) => void;
  pieceOf: (file: string) => SourcePiece | null;
}>;

export function createShelf(read: SourceLookup): SourceShelf {
  const numbers = new Map<string, number>();
  const kept = new Map<string, [from: number, to: number][]>();
  let last: Readonly<{ file: string; lines: readonly string[] | null; isWhole: boolean }> | null = null;
  const textOf = (file: string): Readonly<{ lines: readonly string[] | null; isWhole: boolean }> => {
    if (last?.file === file) return last;
    const text = read(file);
    last = {
      file,
      lines: text === null ? null : text.replace(/^\ufeff/, '').split(/\r?\n/),
      isWhole: text !== null && text.length < wholeBelow,
    };
    return last;
  };
  const numberOf = (file: string): number => {
    const known = numbers.get(file);
    if (known !== undefined) return known;
    numbers.set(file, numbers.size);
    return numbers.size - 1;
  };
  return {
    numberOf,
    linesOf: (file) => textOf(file).lines,
    textOf: read,
    files: () => [...numbers.keys()],
    keep: (file, from, to) => {
      numberOf(file);
      const known = kept.get(file);
      if (known === undefined) kept.set(file, [[from, to]]);
      else known.push([from, to]);
    },
    pieceOf: (file) => {
      const { lines, isWhole } = textOf(file);
      if (lines === null || !kept.has(file)) return null;
      const ranges = isWhole
        ? [[1, lines.length] as const]
        : joined(
            (kept.get(file) ?? []).map(
              ([from, to]) => [Math.max(1, from - around.kept), Math.min(lines.length, to + around.kept)] as const,
            ),
          );
      return { stretches: ranges.map(([from, to]) => ({ first: from, lines: lines.slice(from - 1, to).map(shown) })) };
    },
  };
}

/** Ranges that touch, as one; in ascending order. */
function joined(ranges: readonly (readonly [number, number])[]): readonly (readonly [number, number])[] {
  const out: [number, number][] = [];
  for (const [from, to] of [...ranges].sort(([a], [b]) => a - b)) {
    const end = out.at(-1);
    if (end !== undefined && from <= end[1] + 1) end[1] = Math.max(end[1], to);
    else out.push([from, to]);
  }
  return out;
}

/** The kernel with what is marked in it; then other stretches that its findings speak of. */
export function viewsOf(kernel: KernelAnswer, shelf: SourceShelf): readonly SourceView[] {
  const marks = kernel.findings.flatMap((finding) => marksOf(finding, shelf));
  const insertions = insertionsOf(kernel.findings, shelf);
  const { span } = kernel;
  const home = { file: span.file, from: Math.max(1, span.line - around.kernel), to: span.endLine };
  const isHome = ({ file, mark }: Placed): boolean =>
    file === home.file && mark.line >= home.from && mark.line <= home.to;
  const away = [
    ...groupBy(
      marks.filter((one) => !isHome(one)),
      ({ file }) => file,
    ),
  ].flatMap(([file, own]) =>
    joined(own.map(({ mark }) => [Math.max(1, mark.line - around.mark), mark.line + around.mark] as const)).map(
      ([from, to]) => ({ file, from, to }),
    ),
  );
  return [home, ...away].flatMap(({ file, from, to }) => {
    const lines = shelf.linesOf(file);
    if (lines === null) return [];
    const end = Math.min(to, lines.length);
    shelf.keep(file, from, end);
    const own = marks.filter((one) => one.file === file && one.mark.line >= from && one.mark.line <= end);
    const inserted = insertions
      .filter((one) => one.file === file && one.line.before >= from && one.line.before <= end)
      .map(({ line }) => line);
    return [{ file: shelf.numberOf(file), from, to: end, marks: distinct(own.map(({ mark }) => mark)), inserted }];
  });
}

type Placed = Readonly<{ file: string; mark: Mark }>;

const distinct = (marks: readonly Mark[]): readonly Mark[] =>
  [...new Map(marks.map((mark) => [`${mark.line} ${mark.from} ${mark.to} ${mark.note}`, mark])).values()].sort(
    (a, b) => a.line - b.line || a.from - b.from,
  );

function marksOf(finding: Finding, shelf: SourceShelf): readonly Placed[] {
  const { witness, severity, id } = finding;
  const own =
    witness === null
      ? [{ span: finding.span, note: `${id}: ${finding.code}` }]
      : witness.accesses.map((access) => ({
          span: access.span,
          note: `${id}: ${threadWords(access, witness)} ${doingWords(access, witness.address?.text ?? null)}`,
        }));
  const pairs = finding.pairs
    .flatMap(({ first, second }) => [first, second])
    .filter((span) => !own.some((one) => isSame(one.span, span)));
  const related = finding.related.filter(
    ({ span }) => ![...own.map((one) => one.span), ...pairs].some((other) => isSame(other, span)),
  );
  const place = (span: Span, note: string, kind: Mark['kind']): Placed => ({
    file: span.file,
    mark: { ...columnsOf(span, shelf), kind, note: shown(note) },
  });
  return [
    ...own.map(({ span, note }) => place(span, note, severity)),
    ...pairs.map((span) => place(span, fill(messages.alsoRaces, { id }), severity)),
    ...related.map(({ span, note }) => place(span, `${id}: ${note}`, 'info')),
  ];
}

const isSame = (a: Span, b: Span): boolean => a.file === b.file && a.start === b.start && a.end === b.end;

/** The lines that patches insert, each patch once; not those of a patch that changes a line, too. */
function insertionsOf(
  findings: readonly Finding[],
  shelf: SourceShelf,
): readonly Readonly<{ file: string; line: Inserted }>[] {
  const first = firstShown(findings, ({ fix }) => (fix === null ? [] : [fix]));
  return findings.flatMap(({ id, fix }) => {
    if (fix === null || first.get(editsKey(fix.edits)) !== id || !fix.edits.every(({ start, end }) => start === end))
      return [];
    const note = fill(messages.patchOfFinding, { id });
    return [...groupBy(fix.edits, ({ file }) => file)].flatMap(([file, edits]) =>
      insertedLines(shelf.textOf(file) ?? '', edits).map(({ before, text }) => ({
        file,
        line: { before, text: shown(text), note },
      })),
    );
  });
}

/** The first line of a span, with its columns as they are shown. */
export function columnsOf(span: Span, shelf: SourceShelf): Readonly<{ line: number; from: number; to: number }> {
  const line = shelf.linesOf(span.file)?.[span.line - 1];
  if (line === undefined) return { line: span.line, from: 0, to: 0 };
  const end = span.endLine === span.line ? span.endColumn - 1 : line.trimEnd().length;
  const from = shown(line.slice(0, span.column - 1)).length;
  return { line: span.line, from, to: Math.max(from, shown(line.slice(0, end)).length) };
}
