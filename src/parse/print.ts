/** Stable text of a syntax tree, for `--dump parse`: one node a line, children indented, leaves with their text. */
import type { SyntaxNode } from './node.ts';

/** `text` is the preprocessed text that was parsed. Named nodes stand bare, tokens in quotes. */
export function printTree(root: SyntaxNode, text: string): string {
  const lines: string[] = [];
  const walk = (node: SyntaxNode, indent: string): void => {
    const field = node.field === null ? '' : `${node.field}: `;
    const name = node.named ? node.type : JSON.stringify(node.type);
    const shown =
      node.named && node.children.length === 0 ? ` ${JSON.stringify(text.slice(node.start, node.end))}` : '';
    lines.push(`${indent}${field}${name}${node.missing ? ' (missing)' : ''} [${node.start}, ${node.end})${shown}`);
    for (const child of node.children) walk(child, `${indent}  `);
  };
  walk(root, '');
  return `${lines.join('\n')}\n`;
}
