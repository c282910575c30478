/**
 * Arrays of the addresses of a kernel's arguments: `void *args[] = { &x, &n };`, from where a launch only copies.
 * Exact: an array that goes anywhere else as well may be used to change the arguments.
 */
import type { SyntaxNode } from '../parse/node.ts';
import type { HostNames } from './host-names.ts';
import { memoized } from '../base/memoize.ts';
import { childIn, namedChildren, textOf } from '../parse/node.ts';
import { declaredName, parametersOf } from './declarator.ts';
import { libraryCallee } from './library-callee.ts';
import { launchesKernel } from './library-calls.ts';
import { lookup } from './lookup.ts';
import { ownDefinitions } from './own-functions.ts';

/** Whether an element of a braced list is only copied by launches. */
export function isKernelArgument(names: HostNames, list: SyntaxNode): boolean {
  let at = names.parents.get(list);
  while (at?.type === 'cast_expression' || at?.type === 'initializer_list') at = names.parents.get(at);
  const declaration = at === undefined ? undefined : names.parents.get(at);
  const isOfAddresses =
    at?.type === 'init_declarator' &&
    declaration?.type === 'declaration' &&
    /\bvoid\b/.test(textOf(names.source, childIn(declaration, 'type') ?? list));
  const name = isOfAddresses && at !== undefined ? declaredName(childIn(at, 'declarator')) : null;
  return name !== null && isOnlyLaunched(name, names, 0);
}

/** Whether all that is done with a variable is to launch kernels with the arguments that it points to. */
const isOnlyLaunched = memoized((name: SyntaxNode, names: HostNames, depth: number): boolean => {
  const spelled = textOf(names.source, name);
  const declaration = lookup(names, spelled, name);
  if (declaration === null || depth > 4) return false;
  return (names.identifiers.get(spelled) ?? []).every(
    (mention) =>
      mention === declaration.node ||
      lookup(names, spelled, mention) !== declaration ||
      isLaunched(names, mention, depth),
  );
});

function isLaunched(names: HostNames, mention: SyntaxNode, depth: number): boolean {
  let at = mention;
  let parent = names.parents.get(at);
  while (
    parent !== undefined &&
    (parent.type === 'cast_expression' ||
      parent.type === 'parenthesized_expression' ||
      isCast(names, parent) ||
      (parent.type === 'argument_list' && isCast(names, names.parents.get(parent))))
  ) {
    at = parent;
    parent = names.parents.get(at);
  }
  if (parent?.type === 'sizeof_expression') return true;
  // `params.kernelParams = args`
  if (parent?.type === 'assignment_expression')
    return (
      at.field === 'right' &&
      /(?:\.|->)(?:kernelParams|args)$/.test(textOf(names.source, childIn(parent, 'left') ?? at))
    );
  const call = parent?.type === 'argument_list' ? names.parents.get(parent) : undefined;
  if (parent === undefined || call?.type !== 'call_expression') return isElementSet(names, at);
  if (launchesKernel(libraryCallee(names, call) ?? '')) return true;
  const own = ownDefinitions(names, call);
  const position = namedChildren(parent).indexOf(at);
  return (
    own.length > 0 &&
    own.every((definition) => {
      const parameter = parametersOf(definition)[position];
      const name = parameter === undefined ? null : declaredName(childIn(parameter, 'declarator'));
      return name !== null && isOnlyLaunched(name, names, depth + 1);
    })
  );
}

const isCast = (names: HostNames, node: SyntaxNode | undefined): boolean =>
  node?.type === 'call_expression' &&
  /^(?:static|reinterpret|const)_cast\s*</.test(textOf(names.source, childIn(node, 'function') ?? node));

/** `args[1] = &n;`, whose right side is read for itself. */
function isElementSet(names: HostNames, node: SyntaxNode): boolean {
  const element = names.parents.get(node);
  const assignment = element === undefined ? undefined : names.parents.get(element);
  return (
    element?.type === 'subscript_expression' &&
    node.field === 'argument' &&
    assignment?.type === 'assignment_expression' &&
    element.field === 'left'
  );
}
