/** What the strategies for barriers with phases share: the kernel's own text, and one change of it. */
import type { Edit } from '../verdict/finding.ts';
import type { SourceText } from './source-text.ts';
import type { SyntaxNode } from '../parse/node.ts';
import type { Written } from './written.ts';
import { behind, gapBefore } from './source-text.ts';
import { namedChildren } from '../parse/node.ts';

/**
 * The kernel's own text, where it meets by such barriers. `own`: the accesses that race, in it; `functions`: those of
 * the file that meet.
 */
export type Place = Readonly<{
  text: SourceText;
  definition: SyntaxNode;
  own: readonly Written[];
  functions: ReadonlySet<string>;
}>;

/** `does`: what is done at the line. `cost`: not given where the same calls are made. */
export type Change = Readonly<{ does: string; line: number; edits: readonly Edit[]; weight: number; cost?: string }>;

export const lists = (node: SyntaxNode): readonly SyntaxNode[] => [
  ...(node.type === 'compound_statement' ? [node] : []),
  ...node.children.flatMap(lists),
];

/** The statements of all lists in it. */
export const statementsIn = (node: SyntaxNode): readonly SyntaxNode[] =>
  lists(node).flatMap((list) => namedChildren(list).filter(({ type }) => type !== 'comment'));

/** The nodes around a node, outermost first. */
export function within(root: SyntaxNode, node: SyntaxNode): readonly SyntaxNode[] {
  const inner = root.children.find((child) => child.start <= node.start && node.end <= child.end);
  return inner === undefined || inner === node ? [root] : [root, ...within(inner, node)];
}

/** A statement on a line of its own, behind or before one of a list. */
export function callBehind(node: SyntaxNode, call: string, { file, text }: SourceText): Edit {
  const { at, gap } = behind(text, node);
  return { file, start: at, end: at, text: `${gap}${call}` };
}
export const callBefore = (node: SyntaxNode, call: string, { file, text }: SourceText): Edit => ({
  file,
  start: node.start,
  end: node.start,
  text: `${call}${gapBefore(text, node.start)}`,
});
