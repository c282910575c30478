/**
 * Our own immutable view of a syntax tree. Node types and field names are those of tree-sitter-cuda
 * (tree-sitter-cpp with CUDA's additions).
 */
export type SyntaxNode = Readonly<{
  /** The grammar's node type, such as `for_statement`; for anonymous nodes the token itself, such as `__shared__`. */
  type: string;
  /** UTF-16 offsets into the *preprocessed* text. */
  start: number;
  end: number;
  /** False for punctuation and keywords. */
  named: boolean;
  /** Parser's recovery: the text did not fit the grammar (`ERROR`), or the token is not there (`missing`). */
  missing: boolean;
  /** Field of the parent that this node fills, or null. */
  field: string | null;
  children: readonly SyntaxNode[];
}>;

/** The first child in that field, or null. */
export function childIn(node: SyntaxNode, field: string): SyntaxNode | null {
  for (const child of node.children) if (child.field === field) return child;
  return null;
}

/** All children in that field. */
export function childrenIn(node: SyntaxNode, field: string): readonly SyntaxNode[] {
  return node.children.filter((child) => child.field === field);
}

/** Children that are named, without comments. */
export function namedChildren(node: SyntaxNode): readonly SyntaxNode[] {
  return node.children.filter((child) => child.named && child.type !== 'comment');
}

/** What a node is written as, in the text that it was parsed from. */
export const textOf = (source: Readonly<{ text: string }>, node: SyntaxNode): string =>
  source.text.slice(node.start, node.end);

/** Whether the parser could not read a part of it. A semicolon may be missing. */
export function isBroken(node: SyntaxNode): boolean {
  if (node.type === 'ERROR' || (node.missing && node.type !== ';')) return true;
  for (const child of node.children) if (isBroken(child)) return true;
  return false;
}

/** A tree whose text begins `by` characters later. */
export function moved(node: SyntaxNode, by: number): SyntaxNode {
  return {
    ...node,
    start: node.start + by,
    end: node.end + by,
    children: node.children.map((child) => moved(child, by)),
  };
}
