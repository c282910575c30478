/** The statements of a list with what is written around them: the comment behind each, and the pragma before it. */
import type { Chunk } from './layout.ts';
import type { SourceText } from '../source-text.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import { isBlank, lineStart } from './layout.ts';
import { layoutAt } from '../source-text.ts';

/** `node`: null for a comment on lines of its own. `blank`: empty lines before it. */
export type Unit = Readonly<{ node: SyntaxNode | null; start: number; end: number; blank: number }>;
/** `head`: where what belongs to the opening brace ends. */
export type List = Readonly<{ units: readonly Unit[]; head: number }>;

/** Of a `{ … }`; a statement without braces is a list of one. `behind`: where the comment behind that one ends. */
export function listOf(body: SyntaxNode, { text }: SourceText, behind: number = body.end): List {
  if (body.type !== 'compound_statement')
    return { units: [{ node: body, start: body.start, end: behind, blank: 0 }], head: body.start };
  const units: Unit[] = [];
  let head = body.start + 1;
  for (const node of body.children) {
    if (!node.named) continue;
    const last = units.at(-1);
    const before = last?.end ?? head;
    const gap = text.slice(before, node.start);
    const isBehind = !gap.includes('\n') && node.type === 'comment';
    const end = ['preproc_call', 'comment'].includes(node.type)
      ? node.start + text.slice(node.start, node.end).trimEnd().length
      : node.end;
    if (isBehind && last === undefined) head = end;
    else if (isBehind && last !== undefined) units[units.length - 1] = { ...last, end };
    else
      units.push({
        node: node.type === 'comment' ? null : node,
        start: node.start,
        end,
        blank: Math.max(0, gap.split('\n').length - 2),
      });
  }
  return { units: units.reduce<readonly Unit[]>(withPragma, []), head };
}

function withPragma(units: readonly Unit[], next: Unit): readonly Unit[] {
  const last = units.at(-1);
  if (last?.node?.type !== 'preproc_call' || next.node === null) return [...units, next];
  return [...units.slice(0, -1), { ...next, start: last.start, blank: last.blank }];
}

/** The text from one offset to another, which begins a line or stands in one. */
export function chunkAt({ text }: SourceText, start: number, end: number): Chunk {
  return { text: text.slice(start, end), from: layoutAt(text, start).indent };
}

/** Whether nothing else stands before it on its line. */
export const beginsLine = ({ text }: SourceText, offset: number): boolean =>
  isBlank(text.slice(lineStart(text, offset), offset));
