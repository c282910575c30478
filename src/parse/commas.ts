/**
 * `(t = a, t)`: C++ lets an assignment be the first operand of a comma in parentheses (C++ [expr.comma]); the grammar
 * reads `t = t` and an error. The operands are read one by one and joined. Exact; what does not read well alone stays
 * the error that it was.
 *
 * ```
 * 5 + (t = x, t)   =>   comma_expression(left: assignment_expression(t = x), right: t)
 * ```
 */
import type { SyntaxNode } from './node.ts';
import { isBroken, moved } from './node.ts';

/** Characters of a list; longer ones stay errors, so that nested ones cost no more than their length each. */
const maxLength = 4000;

/** Reads a text by itself, at offset 0. */
type Read = (text: string) => SyntaxNode;
type Range = Readonly<{ start: number; end: number }>;

/** The list with its operands joined; null where it is none, or one does not read well. */
export function commaList(node: SyntaxNode, text: string, read: Read): SyntaxNode | null {
  const [open, close] = [node.children[0], node.children.at(-1)];
  if (open?.type !== '(' || close?.type !== ')' || node.end - node.start > maxLength) return null;
  const operands = operandsIn(text, { start: open.end, end: close.start });
  const parsed = operands.length < 2 ? [null] : operands.map((range) => operandAt(range, text, read));
  const list = parsed.reduceRight<SyntaxNode | null>(
    (right, left, k) =>
      left === null ? null : k === parsed.length - 1 ? left : right === null ? null : joined(left, right, text),
    null,
  );
  return list === null ? null : { ...node, children: [open, list, close] };
}

function joined(left: SyntaxNode, right: SyntaxNode, text: string): SyntaxNode {
  const at = text.indexOf(',', left.end);
  const comma: SyntaxNode = {
    type: ',',
    start: at,
    end: at + 1,
    named: false,
    missing: false,
    field: null,
    children: [],
  };
  return {
    type: 'comma_expression',
    start: left.start,
    end: right.end,
    named: true,
    missing: false,
    field: null,
    children: [{ ...left, field: 'left' }, comma, { ...right, field: 'right' }],
  };
}

/** The stretches between commas that no bracket encloses. */
function operandsIn(text: string, { start, end }: Range): readonly Range[] {
  const operands: Range[] = [];
  let depth = 0;
  let from = start;
  for (const { 0: token, index } of text
    .slice(start, end)
    .matchAll(/"(?:\\[^]|[^"\\])*"?|'(?:\\[^]|[^'\\])*'?|[()[\]{},]/g)) {
    if (/^[([{]/.test(token)) depth++;
    else if (/^[)\]}]/.test(token)) depth--;
    else if (token === ',' && depth === 0) {
      operands.push({ start: from, end: start + index });
      from = start + index + 1;
    }
  }
  return [...operands, { start: from, end }];
}

const before = 'void f() { (';

function operandAt({ start, end }: Range, text: string, read: Read): SyntaxNode | null {
  const tree = read(`${before}${text.slice(start, end)}); }`);
  const at = (node: SyntaxNode): SyntaxNode | null =>
    node.type === 'parenthesized_expression'
      ? node
      : node.children.reduce<SyntaxNode | null>((found, child) => found ?? at(child), null);
  const inside = at(tree)?.children.filter(({ type }) => type !== 'comment') ?? [];
  const operand = inside[1];
  return isBroken(tree) || inside.length !== 3 || operand === undefined ? null : moved(operand, start - before.length);
}
