/**
 * `int &state(isOwn ? a : b);` in a function: a variable that is initialized in parentheses. The grammar reads the declaration of a
 * function with an error among its parameters; what reads well as arguments is an initializer (C++ [dcl.init]). Exact; what does not is
 * left as it was.
 */
import type { SyntaxNode } from './node.ts';
import { childIn, isBroken, moved } from './node.ts';

/** Characters of a list; longer ones stay errors. */
const maxLength = 4000;
const before = 'void f() { g';

/** The declaration with its initializer, or null when it has none that is read as parameters. */
export function withInitializer(declaration: SyntaxNode, text: string, read: (text: string) => SyntaxNode): SyntaxNode | null {
  const declarators = declaration.children.map((child) => (child.field === 'declarator' ? initialized(child, text, read) : null));
  if (declarators.every((made) => made === null)) return null;
  return { ...declaration, children: declaration.children.map((child, k) => declarators[k] ?? child) };
}

function initialized(declarator: SyntaxNode, text: string, read: (text: string) => SyntaxNode): SyntaxNode | null {
  const list = parametersIn(declarator);
  if (list === null || !isBroken(list) || list.end - list.start > maxLength) return null;
  const tree = read(`${before}${text.slice(list.start, list.end)}; }`);
  const args = argumentsIn(tree);
  if (args === null || isBroken(tree) || args.end - args.start !== list.end - list.start) return null;
  return initializedBy(declarator, moved(args, list.start - before.length));
}

/** A declarator with `args`, an `argument_list`, in place of its parameters. */
export function initializedBy(declarator: SyntaxNode, args: SyntaxNode): SyntaxNode {
  return { ...declarator, type: 'init_declarator', children: [{ ...withoutParameters(declarator), field: 'declarator' }, { ...args, field: 'value' }] };
}

/** The parameters of the function that a declarator declares, through pointers and references. */
function parametersIn(declarator: SyntaxNode): SyntaxNode | null {
  if (declarator.type === 'function_declarator') return childIn(declarator, 'parameters');
  const inner = /^(?:pointer|reference)_declarator$/.test(declarator.type) ? declarator.children.find(({ type }) => type.endsWith('_declarator')) : undefined;
  return inner === undefined ? null : parametersIn(inner);
}

function withoutParameters(declarator: SyntaxNode): SyntaxNode {
  if (declarator.type === 'function_declarator') return childIn(declarator, 'declarator') ?? declarator;
  const children = declarator.children.map((child) => (child.type.endsWith('_declarator') ? { ...withoutParameters(child), field: child.field } : child));
  return { ...declarator, end: children.at(-1)?.end ?? declarator.end, children };
}

function argumentsIn(node: SyntaxNode): SyntaxNode | null {
  if (node.type === 'argument_list') return node;
  for (const child of node.children) {
    const found = argumentsIn(child);
    if (found !== null) return found;
  }
  return null;
}
