/** The node around a node, found from the root when it is asked for: most nodes of a file are never asked about. */
import type { SyntaxNode } from './node.ts';

/** `get` gives the parent; undefined for the root and for nodes that are not in the tree. */
export type Parents = Readonly<{ get: (node: SyntaxNode) => SyntaxNode | undefined }>;

/** The parents in the tree of `root`; the nodes on the way to one that was asked for are kept. */
export function parentsIn(root: SyntaxNode): Parents {
  const known = new Map<SyntaxNode, SyntaxNode>();
  const findIn = (at: SyntaxNode, node: SyntaxNode): boolean => {
    for (let k = firstReaching(at.children, node.start); k < at.children.length; k++) {
      const child = at.children[k];
      if (child === undefined || child.start > node.start) return false;
      if (child !== node && (child.end < node.end || child.children.length === 0 || !findIn(child, node))) continue;
      known.set(child, at);
      return true;
    }
    return false;
  };
  const get = (node: SyntaxNode): SyntaxNode | undefined => {
    if (!known.has(node) && node !== root) findIn(root, node);
    return known.get(node);
  };
  return { get };
}

/** Index of the first of the children (which stand in order) that ends at or after the offset. */
function firstReaching(children: readonly SyntaxNode[], offset: number): number {
  let low = 0;
  let high = children.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((children[middle]?.end ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The innermost function or lambda that a node is, or is in; null: none. */
export function functionAround(parents: Parents, node: SyntaxNode): SyntaxNode | null {
  let at: SyntaxNode | undefined = node;
  while (at !== undefined && at.type !== 'function_definition' && at.type !== 'lambda_expression') at = parents.get(at);
  return at ?? null;
}
