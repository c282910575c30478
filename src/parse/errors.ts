/** Puts into words where the text did not fit the grammar, one problem per place, in the order of the text. */
import type { SyntaxNode } from './node.ts';
import { parseLimits } from './limits.ts';
import { isFileLevel, isStatementOutside, strayBraceIn } from './early-ends.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** Offsets are into the preprocessed text. */
type ParseProblem = Readonly<{
  start: number;
  end: number;
  text: string;
  /** A brace that none closes, or that closes nothing, and where it is; null: it is something else. */ brace: Brace | null;
}>;
type Brace = Readonly<{ kind: 'open' | 'stray'; at: number }>;

/**
 * The outermost `ERROR` nodes and all missing tokens. A problem inside a function's body, or of a function that does
 * not end, says so: that is what a file cut off in the middle of a kernel looks like. `hasExcess`: whether the text has
 * a brace too many ({@link hasExcessBrace}).
 */
export function parseProblems(root: SyntaxNode, hasExcess: boolean): readonly ParseProblem[] {
  const problems: ParseProblem[] = [];
  const walk = (node: SyntaxNode, depth: number, inBody: boolean, parent: SyntaxNode | null): void => {
    if (node.missing) {
      const opens = node.type === '}' ? (parent?.children.find(({ type }) => type === '{')?.start ?? null) : null;
      problems.push({
        start: node.start,
        end: node.end,
        text: opens === null ? fill(messages.missingToken, { type: node.type }) : messages.endsInside,
        brace: opens === null ? null : { kind: 'open', at: opens },
      });
      return;
    }
    if (node.type === 'ERROR') {
      const text = describe(node, root, depth, inBody || !hasExcess ? null : strayBraceIn(node), inBody);
      problems.push({ start: node.start, end: node.end, text, brace: braceIn(node, text) });
      return;
    }
    let before: SyntaxNode | null = null;
    for (const child of node.children) {
      if (isFileLevel(node) && isStatementOutside(child, before))
        problems.push({ start: child.start, end: child.end, text: messages.strayStatement, brace: null });
      if (child.type !== 'comment') before = child;
      if (!isGrammarsGap(node, child)) walk(child, depth + 1, inBody || node.type === 'compound_statement', node);
    }
  };
  walk(root, 0, false, null);
  return problems;
}

/**
 * What is C++ though the grammar has no rule for it: `{16, 16}` as a launch's block (it asks for a type before it), and
 * explicit instantiations of classes, `template class Box<float>;`, and bit-fields without a name, `unsigned : 0;` (it
 * asks for names).
 */
function isGrammarsGap(parent: SyntaxNode, node: SyntaxNode): boolean {
  if (!node.missing) return false;
  if (parent.type === 'field_declaration')
    return node.field === 'declarator' && parent.children.some(({ type }) => type === 'bitfield_clause');
  return (
    (parent.type === 'compound_literal_expression' && node.type === 'type_identifier') ||
    (parent.type === 'template_instantiation' && node.field === 'declarator')
  );
}

function describe(node: SyntaxNode, root: SyntaxNode, depth: number, stray: number | null, inBody: boolean): string {
  if (node.children.length === 0 && depth >= parseLimits.maxDepth)
    return fill(messages.tooDeep, { maxDepth: parseLimits.maxDepth });
  if (node === root && node.children.length === 0) return fill(messages.tooLong, { maxLength: parseLimits.maxLength });
  if (endsOpen(node) && (node === root || node.end >= root.end - 1)) return messages.endsInside;
  if (stray !== null) return messages.strayBrace;
  return inBody ? messages.badBody : messages.badFile;
}

function braceIn(node: SyntaxNode, text: string): Brace | null {
  const at =
    text === messages.endsInside ? openBraceOf(node) : text === messages.strayBrace ? strayBraceIn(node) : null;
  return at === null ? null : { kind: text === messages.strayBrace ? 'stray' : 'open', at };
}

/** Whether more braces open than close among the direct tokens of an `ERROR` node. */
const endsOpen = (node: SyntaxNode): boolean => openBraceOf(node) !== null;

/** The last of them that is not closed. */
function openBraceOf(node: SyntaxNode): number | null {
  const open: number[] = [];
  for (const child of node.children) {
    if (child.type === '{') open.push(child.start);
    if (child.type === '}') open.pop();
  }
  return open.at(-1) ?? null;
}
