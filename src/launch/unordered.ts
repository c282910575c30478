/**
 * Order of evaluation in host code: the arguments of a call are evaluated in any order, and so are the operands of most operators
 * (C++ [expr.call], [intro.execution]). Over-approximating: what may be unordered counts as unordered.
 *
 * Example: in `go(out, n, n = 64)`, the second argument is what `n` was before, or 64.
 */
import type { HostNames } from './host-names.ts';
import type { SyntaxNode } from '../parse/node.ts';
import { memoized } from '../base/memoize.ts';
import { childIn, textOf } from '../parse/node.ts';
import { contains, lookup } from './lookup.ts';

/** Whether a change of a variable and a place that reads it stand side by side, so that either may come first. */
export function areUnordered(names: HostNames, write: SyntaxNode, at: SyntaxNode): boolean {
  if (contains(write, at) || contains(at, write)) return false;
  let both: SyntaxNode | undefined = names.parents.get(at);
  while (both !== undefined && !contains(both, write)) both = names.parents.get(both);
  if (both === undefined) return false;
  switch (both.type) {
    case 'argument_list':
      return true;
    case 'binary_expression':
      return !/^(?:&&|\|\||and|or|<<|>>)$/.test(childIn(both, 'operator')?.type ?? '');
    case 'call_expression':
      return both.children.some(({ type }) => type === 'kernel_call_syntax');
    default:
      return false;
  }
}

/** Whether what arguments give may depend on their order: one changes a variable that another one mentions, or calls something that does. */
export function dependOnOrder(names: HostNames, args: readonly SyntaxNode[]): boolean {
  if (args.length < 2 || !args.some(mayChange)) return false;
  const all = args.map((arg) => effectsOf(names, arg));
  return all.some((one, k) => all.some((other, j) => j !== k && ([...one.changed].some((name) => other.mentioned.has(name)) || (one.isActing && (other.isActing || other.isOuter)))));
}

const mayChange = ({ type, children }: SyntaxNode): boolean => /^(?:assignment|update|call)_expression$/.test(type) || children.some(mayChange);

/** `isActing`: it calls a function that changes what is not its own. `isOuter`: it mentions variables of no function. */
type Effects = Readonly<{ changed: ReadonlySet<string>; mentioned: ReadonlySet<string>; isActing: boolean; isOuter: boolean }>;

function effectsOf(names: HostNames, arg: SyntaxNode): Effects {
  const [changed, mentioned] = [new Set<string>(), new Set<string>()];
  let [isActing, isOuter] = [false, false];
  const visit = (node: SyntaxNode): void => {
    if (node.type === 'lambda_expression') return;
    const target = node.type === 'assignment_expression' ? childIn(node, 'left') : node.type === 'update_expression' ? childIn(node, 'argument') : null;
    if (target?.type === 'identifier') changed.add(textOf(names.source, target));
    if (node.type === 'call_expression' && takesReferences(names, node)) for (const given of childIn(node, 'arguments')?.children ?? []) if (given.type === 'identifier' || given.type === 'pointer_expression') changed.add(textOf(names.source, given).replace(/^&\s*/, ''));
    if (node.type === 'identifier') {
      const name = textOf(names.source, node);
      mentioned.add(name);
      isActing ||= acts(names).has(name);
      const declaration = lookup(names, name, node);
      isOuter ||= declaration?.kind === 'variable' && !declaration.isConst && isOutside(names, declaration.scope);
    }
    if (node.type === 'field_identifier') isActing ||= acts(names).has(textOf(names.source, node));
    for (const child of node.children) visit(child);
  };
  visit(arg);
  return { changed, mentioned, isActing, isOuter };
}

/** Whether a function of the file of the name that is called may change what it is given, by a parameter that is a reference or a pointer. */
function takesReferences(names: HostNames, call: SyntaxNode): boolean {
  const callee = childIn(call, 'function');
  const definitions = callee === null ? undefined : names.functions.get(textOf(names.source, callee).split('::').at(-1) ?? '');
  return definitions?.some((one) => { const declarator = childIn(one, 'declarator'); return declarator !== null && /[&*]/.test(textOf(names.source, declarator)); }) === true;
}

const isOutside = (names: HostNames, scope: SyntaxNode): boolean => scope === names.root || scope.type === 'declaration_list';

/** The functions of the file that change static variables or variables outside of functions, or call ones that do, by name. */
const acts = memoized((names: HostNames): ReadonlySet<string> => {
  const found = new Set<string>();
  const all = [...names.functions].flatMap(([name, definitions]) => definitions.flatMap((definition) => [{ name, body: childIn(definition, 'body') }]));
  for (const { name, body } of all) if (body !== null && names.writesInOrder.some(({ name: variable, node }) => contains(body, node) && isKept(names, variable, node))) found.add(name);
  for (let before = -1; before < found.size;) {
    before = found.size;
    for (const { name, body } of all) if (body !== null && !found.has(name) && (textOf(names.source, body).match(/[A-Za-z_]\w*/g) ?? []).some((word) => found.has(word) && names.functions.has(word))) found.add(name);
  }
  return found;
});

function isKept(names: HostNames, variable: string, at: SyntaxNode): boolean {
  const declaration = lookup(names, variable, at);
  return declaration !== null && (declaration.isStatic || isOutside(names, declaration.scope));
}
