/**
 * `int *row(out + 64 * k);`, `int &state(isOwn ? a : b);` in a function: variables that are initialized in parentheses.
 * Where the grammar takes these for the parameters of a function and finds an error in them, the statement is read
 * again with braces, and the list put in parentheses again (C++ [dcl.init]). Exact; what does not read well stays as it
 * was.
 */
import type { SyntaxNode } from './node.ts';
import { childIn, isBroken, moved } from './node.ts';

type Read = (text: string) => SyntaxNode;

/** Characters of a statement; longer ones stay errors. */
const maxLength = 4000;
const before = 'void f() {';
/** What stands before the list: a type and a name. */
const declared = /^[\w:<>,\s*&]+$/;

/** The statements of a block, with those that are such declarations read again; the same list where there are none. */
export function withInitializers(statements: readonly SyntaxNode[], text: string, read: Read): readonly SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (let k = 0; k < statements.length; k++) {
    const statement = statements[k];
    if (statement === undefined) break;
    const isOpen = statement.type === 'ERROR' || (statement.type === 'declaration' && isBroken(statement));
    const last = isOpen ? statements.findIndex(({ end }, at) => at >= k && text.charAt(end - 1) === ';') : -1;
    const made = last < 0 ? null : declarationIn(text, statement.start, statements[last]?.end ?? statement.end, read);
    found.push(made ?? statement);
    if (made !== null) k = last;
  }
  return found.every((one, k) => one === statements[k]) ? statements : found;
}

function declarationIn(text: string, start: number, end: number, read: Read): SyntaxNode | null {
  if (end - start > maxLength) return null;
  const written = text.slice(start, end);
  const head = written.indexOf('(');
  const foot = written.slice(0, -1).trimEnd().length - 1;
  if (foot <= head || written.charAt(foot) !== ')' || !declared.test(written.slice(0, Math.max(head, 0)))) return null;
  const tree = read(`${before}${written.slice(0, head)}{${written.slice(head + 1, foot)}}${written.slice(foot + 1)}}`);
  const block = blockIn(tree);
  const [, declaration] = block?.children ?? [];
  if (block === null || declaration?.type !== 'declaration' || block.children.length !== 3 || isBroken(tree))
    return null;
  const made = moved(declaration, start - before.length);
  const isOne = made.children.some(
    (one) => one.type === 'init_declarator' && childIn(one, 'value')?.start === start + head,
  );
  return isOne ? inParentheses(made, start + head) : null;
}

/** The list in braces at `at` as one of arguments. */
function inParentheses(node: SyntaxNode, at: number): SyntaxNode {
  if (node.type !== 'initializer_list' || node.start !== at)
    return { ...node, children: node.children.map((child) => inParentheses(child, at)) };
  const brackets: Readonly<Record<string, string>> = { '{': '(', '}': ')' };
  return {
    ...node,
    type: 'argument_list',
    children: node.children.map((child) => ({ ...child, type: brackets[child.type] ?? child.type })),
  };
}

const blockIn = (node: SyntaxNode): SyntaxNode | null =>
  node.type === 'compound_statement'
    ? node
    : node.children.reduce<SyntaxNode | null>((found, child) => found ?? blockIn(child), null);

/** A declarator of a function with `args`, an `argument_list`, in place of its parameters. */
export function initializedBy(declarator: SyntaxNode, args: SyntaxNode): SyntaxNode {
  return {
    ...declarator,
    type: 'init_declarator',
    children: [
      { ...withoutParameters(declarator), field: 'declarator' },
      { ...args, field: 'value' },
    ],
  };
}

function withoutParameters(declarator: SyntaxNode): SyntaxNode {
  if (declarator.type === 'function_declarator') return childIn(declarator, 'declarator') ?? declarator;
  const children = declarator.children.map((child) =>
    child.type.endsWith('_declarator') ? { ...withoutParameters(child), field: child.field } : child,
  );
  return { ...declarator, end: children.at(-1)?.end ?? declarator.end, children };
}
