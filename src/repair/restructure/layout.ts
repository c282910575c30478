/** Restructured code as text: in the file's own style, and as few edits as the lines that differ. */
import type { Edit } from '../../verdict/finding.ts';
import type { SourceText } from '../source-text.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import { childIn, textOf } from '../../parse/node.ts';
import { layoutAt } from '../source-text.ts';
import { nodesOf } from './expressions.ts';

/** A stretch of lines. `from`: the indentation that they have now. */
export type Chunk = Readonly<{ text: string; from: string }>;
/**
 * `plain`: for all threads. `guarded`: `if (guard) { … }`. `barrier`: as `plain`; halves of two branches are laid
 * together at them.
 * `clears`: what it does may end the guard, which is asked again behind it. `block`: a construct that stays; each part
 * is what stands up to its `{`, and what is in the braces. `blank`: empty lines before it.
 */
export type Item =
  | Readonly<{ kind: 'plain' | 'barrier'; chunk: Chunk; blank: number }>
  | Readonly<{ kind: 'guarded'; guard: string; chunks: readonly Chunk[]; clears: boolean; blank: number }>
  | Readonly<{
      kind: 'block';
      parts: readonly Readonly<{ head: Chunk; items: readonly Item[] }>[];
      tail: Chunk;
      blank: number;
    }>;

/** `unit`: one step of indentation. `ownLine`: an opening brace stands on a line of its own. */
export type Style = Readonly<{ unit: string; eol: string; ownLine: boolean }>;

export function styleOf(definition: SyntaxNode, source: SourceText): Style {
  const text = textOf(source, definition);
  const inner = nodesOf(definition, 'compound_statement').flatMap((block) => {
    const first = block.children.find(
      ({ named, start }) =>
        named && text.slice(block.start - definition.start, start - definition.start).includes('\n'),
    );
    const outer = layoutAt(source.text, lineEnd(source.text, block.start)).indent;
    const own = first === undefined ? '' : layoutAt(source.text, first.start).indent;
    return own.startsWith(outer) && own.length > outer.length ? [own.slice(outer.length)] : [];
  });
  const blocks = nodesOf(definition, 'if_statement', 'for_statement', 'while_statement')
    .flatMap((node) => childIn(node, node.type === 'if_statement' ? 'consequence' : 'body') ?? [])
    .filter(({ type }) => type === 'compound_statement');
  const alone = blocks.filter(({ start }) => isBlank(source.text.slice(lineStart(source.text, start), start)));
  return {
    unit: commonest(inner) ?? '  ',
    eol: layoutAt(source.text, 0).eol,
    ownLine: blocks.length > 0 && alone.length * 2 > blocks.length,
  };
}

/** The first of those that are there most often. */
function commonest(all: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1);
  return [...counts].reduce<readonly [string, number] | null>(
    (best, one) => (best !== null && best[1] >= one[1] ? best : one),
    null,
  )?.[0];
}

/**
 * Statements that follow one another under one guard stand in one `if`; what is for the other threads in its `else`.
 */
export function printed(items: readonly Item[], indent: string, style: Style): readonly string[] {
  return together(items).reduce<readonly string[]>((lines, item, k, all) => {
    const before = all[k - 1];
    const isElse = item.kind === 'guarded' && before?.kind === 'guarded' && item.guard === `!${before.guard}`;
    if (isElse)
      return style.ownLine
        ? [...lines, ...braced('else', item.chunks, indent, style)]
        : [...lines.slice(0, -1), `${indent}} else {`, ...braced('', item.chunks, indent, style).slice(1)];
    return [...lines, ...Array<string>(k === 0 ? 0 : item.blank).fill(''), ...printedItem(item, indent, style)];
  }, []);
}

function together(items: readonly Item[]): readonly Item[] {
  return items.reduce<readonly Item[]>((done, item) => {
    const last = done.at(-1);
    if (item.kind === 'guarded' && last?.kind === 'guarded' && last.guard === item.guard && !last.clears)
      return [...done.slice(0, -1), { ...last, chunks: [...last.chunks, ...item.chunks], clears: item.clears }];
    return [...done, item];
  }, []);
}

function printedItem(item: Item, indent: string, style: Style): readonly string[] {
  switch (item.kind) {
    case 'plain':
    case 'barrier':
      return moved(item.chunk, indent);
    case 'guarded':
      return braced(`if (${item.guard})`, item.chunks, indent, style);
    case 'block':
      return [
        ...item.parts.flatMap(({ head, items }) => [
          ...moved(head, indent),
          ...printed(items, indent + style.unit, style),
        ]),
        ...moved(item.tail, indent),
      ];
  }
}

function braced(head: string, chunks: readonly Chunk[], indent: string, style: Style): readonly string[] {
  return [
    ...(style.ownLine ? [`${indent}${head}`, `${indent}{`] : [`${indent}${head} {`]),
    ...chunks.flatMap((chunk) => moved(chunk, indent + style.unit)),
    `${indent}}`,
  ];
}

/** The lines, as far in as `to` says; directives stay where they are. */
function moved({ text, from }: Chunk, to: string): readonly string[] {
  return text.split(/\r?\n/).map((line, k) => {
    if (isBlank(line)) return '';
    if (k === 0) return to + line.trimStart();
    return line.startsWith(from) && !line.startsWith('#') ? to + line.slice(from.length) : line;
  });
}

const maxCells = 4_000_000;

/** Edits that turn the lines from `start` to `end` (a line's begin and an end of line) into these. */
export function editsBetween(
  source: SourceText,
  start: number,
  end: number,
  lines: readonly string[],
): readonly Edit[] {
  const { eol } = layoutAt(source.text, 0);
  const old = source.text.slice(start, end).split(/\r?\n/);
  const offsets = old.reduce<number[]>(
    (all, line, k) => {
      const at = (all[k] ?? 0) + line.length;
      return [...all, at + (source.text.startsWith('\r\n', at) ? 2 : 1)];
    },
    [start],
  );
  const isSame = (a: number, b: number): boolean => old[a]?.trimEnd() === lines[b]?.trimEnd();
  const kept = old.length * lines.length > maxCells ? [] : commonLines(old.length, lines.length, isSame);
  const edits: Edit[] = [];
  let [a, b] = [0, 0];
  for (const [nextA, nextB] of [...kept, [old.length, lines.length] as const]) {
    const [from, to] = [offsets[a] ?? end, nextA === old.length ? end : (offsets[nextA] ?? end)];
    const text = lines.slice(b, nextB);
    if (nextA > a || nextB > b) {
      const isLast = nextA === old.length;
      // at the end of the stretch there is no line to put the end of line before
      if (isLast && from > end)
        edits.push({ file: source.file, start: end, end, text: text.map((line) => eol + line).join('') });
      else if (isLast && text.length === 0)
        edits.push({ file: source.file, start: from - lengthOfEol(source.text, from), end: to, text: '' });
      else
        edits.push({
          file: source.file,
          start: from,
          end: to,
          text: text.join(eol) + (isLast ? '' : text.length === 0 ? '' : eol),
        });
    }
    [a, b] = [nextA + 1, nextB + 1];
  }
  return edits;
}

/** The longest common subsequence, as pairs of indices. */
function commonLines(
  rows: number,
  columns: number,
  isSame: (a: number, b: number) => boolean,
): readonly (readonly [number, number])[] {
  const width = columns + 1;
  const best = new Uint32Array((rows + 1) * width);
  for (let a = rows - 1; a >= 0; a--) {
    for (let b = columns - 1; b >= 0; b--) {
      best[a * width + b] = isSame(a, b)
        ? 1 + (best[(a + 1) * width + b + 1] ?? 0)
        : Math.max(best[(a + 1) * width + b] ?? 0, best[a * width + b + 1] ?? 0);
    }
  }
  const pairs: (readonly [number, number])[] = [];
  for (let [a, b] = [0, 0]; a < rows && b < columns;) {
    if (isSame(a, b)) pairs.push([a++, b++]);
    else if ((best[(a + 1) * width + b] ?? 0) >= (best[a * width + b + 1] ?? 0)) a++;
    else b++;
  }
  return pairs;
}

export const isBlank = (text: string): boolean => /^\s*$/.test(text);
export const lineStart = (text: string, offset: number): number => text.lastIndexOf('\n', offset - 1) + 1;
/** Before the `\r\n` or `\n`. */
export function lineEnd(text: string, offset: number): number {
  const newline = text.indexOf('\n', offset);
  if (newline < 0) return text.length;
  return text[newline - 1] === '\r' && newline > offset ? newline - 1 : newline;
}
const lengthOfEol = (text: string, offset: number): number => (text.startsWith('\r\n', offset - 2) ? 2 : 1);
