/** What a function returns, as it is declared, and where its body does. */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import { textOf } from '../context.ts';
import type { FunctionDecl } from '../file-scope.ts';
import type { CType } from '../types/c-type.ts';
import { childIn, namedChildren } from '../../parse/node.ts';
import { keep } from '../../base/memoize.ts';
import { pointerTo } from '../types/c-type.ts';
import { declaredType, qualifiersOf } from '../types/types.ts';

/** What the function returns; null for `auto`. */
export function returnType(cx: Context, decl: FunctionDecl): CType | null {
  const top = childIn(decl.node, 'declarator');
  if (top?.type === 'operator_cast') {
    const base = declaredType(cx, top);
    const inner = childIn(top, 'declarator');
    return inner?.type === 'abstract_pointer_declarator' && base !== null ? pointerTo(base) : base;
  }
  if (decl.node.type === 'lambda_expression') return typeOfLambda(cx, decl);
  if (childIn(decl.node, 'type') === null) return { kind: 'void' };
  const trailing = trailingType(cx, decl);
  if (trailing !== null) return trailing;
  let type = declaredType(cx, decl.node);
  for (let at = top; at !== null && at.type !== 'function_declarator'; at = within(at)) {
    if (type === null) break;
    if (at.type === 'pointer_declarator') type = pointerTo(type, qualifiersOf(decl.node));
    else if (at.type === 'reference_declarator')
      type = { kind: 'reference', to: type, isConst: qualifiersOf(decl.node).isConst };
  }
  return type;
}

const functionDeclarator = (declarator: SyntaxNode | null): SyntaxNode | null => {
  let at = declarator;
  while (at !== null && at.type !== 'function_declarator') at = within(at);
  return at;
};
const within = (declarator: SyntaxNode): SyntaxNode | null =>
  childIn(declarator, 'declarator') ?? declarator.children.find((child) => child.type.endsWith('_declarator')) ?? null;

/**
 * `-> T`; null where there is none, and where the type is left to the body: `decltype(auto)`, or `decltype(a + b)`
 * where that is all that is returned and its type is not known here.
 */
function trailingType(cx: Context, decl: FunctionDecl): CType | null {
  const trailing = functionDeclarator(childIn(decl.node, 'declarator'))?.children.find(
    (child) => child.type === 'trailing_return_type',
  );
  const named = trailing === undefined ? undefined : namedChildren(trailing)[0];
  if (named === undefined) return null;
  const text = withoutBlanks(textOf(cx, named));
  if (text === 'decltype(auto)') return null;
  const type = cx.rules.type(cx, named);
  const isOpen = type.kind === 'opaque' && text.startsWith('decltype(');
  return isOpen &&
    returned(childIn(decl.node, 'body')).every((value) => text === `decltype(${withoutBlanks(textOf(cx, value))})`)
    ? null
    : type;
}

const withoutBlanks = (text: string): string => text.replace(/\s+/g, '');

/** What the statements of a body return. */
function returned(node: SyntaxNode | null): readonly SyntaxNode[] {
  if (node === null || node.type === 'lambda_expression') return [];
  return node.type === 'return_statement' ? namedChildren(node) : node.children.flatMap(returned);
}

/** What a lambda returns; null when it is left to the body. */
function typeOfLambda(cx: Context, decl: FunctionDecl): CType | null {
  const block = childIn(decl.node, 'body');
  const trailing = decl.declarator.children.find((child) => child.type === 'trailing_return_type');
  const named = trailing === undefined ? undefined : namedChildren(trailing)[0];
  if (named !== undefined) return cx.rules.type(cx, named);
  return block !== null && keep(cx.unit.kept.returns, block, countReturns) > 0 ? null : { kind: 'void' };
}

function countReturns(node: SyntaxNode): number {
  if (node.type === 'lambda_expression') return 0;
  if (node.type === 'return_statement') return 1;
  let count = 0;
  for (const child of node.children) if (child.children.length > 0) count += countReturns(child);
  return count;
}

/** Whether several statements of the body return. */
export function returnsOften(cx: Context, block: SyntaxNode): boolean {
  return keep(cx.unit.kept.returns, block, countReturns) > 1;
}

/** Whether the only `return` is the last statement of the body. */
export function returnsOnce(cx: Context, block: SyntaxNode): boolean {
  return (
    namedChildren(block).at(-1)?.type === 'return_statement' && keep(cx.unit.kept.returns, block, countReturns) === 1
  );
}
