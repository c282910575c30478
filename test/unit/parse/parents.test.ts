import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Parser } from '../../../src/parse/tree-sitter.ts';
import type { SyntaxNode } from '../../../src/parse/node.ts';
import { parentsIn } from '../../../src/parse/parents.ts';
import { startParser } from '../launch/given.ts';

let parser: Parser;
beforeAll(async () => {
  parser = await startParser();
});
afterAll(() => {
  parser.close();
});

const each = (node: SyntaxNode, visit: (child: SyntaxNode, parent: SyntaxNode) => void): void => {
  for (const child of node.children) {
    visit(child, node);
    each(child, visit);
  }
};

/** The last line lacks its semicolon: a token of no length that ends where others begin. */
const text = 'int a, b(int x) { if (x) { return f(x, {1, 2})[0]; } return 0; }\nvoid g() { a = b(1) }\n';

test('finds the parent of every node, whichever is asked for first', () => {
  const root = parser.parse(text);
  const inOrder: [SyntaxNode, SyntaxNode][] = [];
  each(root, (child, parent) => inOrder.push([child, parent]));
  for (const pairs of [inOrder, inOrder.toReversed()]) {
    const parents = parentsIn(root);
    for (const [child, parent] of pairs) expect(parents.get(child)).toBe(parent);
  }
});

test('knows none for the root and for nodes of another tree', () => {
  const root = parser.parse(text);
  const [other] = parser.parse(text).children;
  expect(parentsIn(root).get(root)).toBeUndefined();
  expect(other === undefined ? null : parentsIn(root).get(other)).toBeUndefined();
});
