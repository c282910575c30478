/**
 * Parts of a tree that the grammar could not read, read again by themselves: lists with an assignment before a comma
 * (commas.ts), and variables that are initialized in parentheses (initializers.ts), and packs of pointers
 * (pack-parameters.ts). Exact; the same tree where there are none.
 */
import type { SyntaxNode } from './node.ts';
import { commaList } from './commas.ts';
import { withInitializers } from './initializers.ts';
import { withPointers } from './pack-parameters.ts';
import { isBroken } from './node.ts';

/** `read`: reads a text by itself, at offset 0. */
export function reread(root: SyntaxNode, text: string, read: (text: string) => SyntaxNode): SyntaxNode {
  if (root.type === 'ERROR' && root.children.length === 0) return root;
  const children = root.children.map((child) => reread(child, text, read));
  const node = children.every((child, k) => child === root.children[k]) ? root : { ...root, children };
  if (node.type === 'compound_statement') {
    const statements = withInitializers(node.children, text, read);
    return statements === node.children ? node : { ...node, children: statements };
  }
  if (node.type === 'parenthesized_expression') return isBroken(node) ? (commaList(node, text, read) ?? node) : node;
  return withPointers(node);
}
