/**
 * The text of a source file as it is written, with its syntax: what strategies read statements from, and where they
 * edit.
 */
import type { Kernel } from '../ir/ir.ts';
import type { Span } from '../base/span.ts';
import type { SyntaxNode } from '../parse/node.ts';

/**
 * `tree`: of the text before preprocessing. Its offsets are those of edits; directives and uses of macros are nodes of
 * their own.
 */
export type SourceText = Readonly<{ file: string; text: string; tree: SyntaxNode }>;

/** The smallest named node around a stretch of the text. */
export function nodeAt(tree: SyntaxNode, { start, end }: Pick<Span, 'start' | 'end'>): SyntaxNode {
  for (let at = tree; ;) {
    const inner = at.children.find((child) => child.named && child.start <= start && end <= child.end);
    if (inner === undefined) return at;
    at = inner;
  }
}

/** The definition of the kernel, or null where the text is not what was analysed. */
export function definitionOf(kernel: Kernel, { tree, file }: SourceText): SyntaxNode | null {
  if (file !== kernel.span.file) return null;
  let found: SyntaxNode | null = null;
  const visit = (node: SyntaxNode): void => {
    if (node.end <= kernel.span.start || node.start >= kernel.span.end) return;
    if (node.type === 'function_definition') found = node;
    else for (const child of node.children) visit(child);
  };
  visit(tree);
  return found;
}

/** The function that an offset stands in; null: none. */
export function definitionAt(offset: number, { tree }: SourceText): SyntaxNode | null {
  let found: SyntaxNode | null = null;
  for (
    let at: SyntaxNode | undefined = tree;
    at !== undefined;
    at = at.children.find((child) => child.start <= offset && offset < child.end)
  )
    if (at.type === 'function_definition') found = at;
  return found;
}

/** What the line of an offset begins with, and how lines of the file end. */
export function layoutAt(text: string, offset: number): Readonly<{ indent: string; eol: string }> {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  return {
    indent: /^[ \t]*/.exec(text.slice(lineStart, offset))?.[0] ?? '',
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
}

/** Past the comment that is all that follows on the statement's line, so that it stays with its statement. */
function endOfLineComment(text: string, offset: number): number {
  const rest = /^[ \t]*(?:\/\/[^\r\n]*(?=\r?\n|$)|\/\*(?:[^*]|\*(?!\/))*\*\/(?=[ \t]*(?:\r?\n|$)))/.exec(
    text.slice(offset),
  );
  return offset + (rest?.[0].length ?? 0);
}

/**
 * Where a statement goes that comes behind what stands from `start` to `end`: in the same line where more stands there,
 * else on a line of its own.
 */
export function behind(
  text: string,
  { start, end }: Readonly<{ start: number; end: number }>,
): Readonly<{ at: number; gap: string; isSameLine: boolean }> {
  const { indent, eol } = layoutAt(text, start);
  const at = endOfLineComment(text, end);
  const isSameLine = !/^[ \t]*(?:\/\/.*)?\r?(?:\n|$)/.test(text.slice(at));
  return { at, gap: isSameLine ? ' ' : `${eol}${indent}`, isSameLine };
}

/**
 * What comes between a statement and one before it that is put there: a line's end, unless more stands before it on its
 * line.
 */
export function gapBefore(text: string, offset: number): string {
  const { indent, eol } = layoutAt(text, offset);
  return text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset).trim() === '' ? `${eol}${indent}` : ' ';
}
