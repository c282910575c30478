/**
 * Kernels that host code names as values where no launch was followed: in a table, in the parameters of a graph's node,
 * as an argument of a function that is not seen. Each is launched from somewhere, with arguments that cannot be seen.
 * Over-approximating.
 */
import type { SyntaxNode } from '../parse/node.ts';
import type { HostNames } from './host-names.ts';
import { childIn, namedChildren, textOf } from '../parse/node.ts';
import { functionAround } from '../parse/parents.ts';
import { calleeName, declaredName, parametersOf } from './declarator.ts';
import { loadsKernel, onlyAsksAbout } from './library-calls.ts';
import { libraryCallee } from './library-callee.ts';
import { lookup } from './lookup.ts';
import { ownDefinitions } from './own-functions.ts';

/**
 * The mentions of kernels out of which a launch may come that is not among those `followed`, given by what names the
 * kernel there.
 */
export function openMentions(names: HostNames, followed: readonly Followed[]): readonly SyntaxNode[] {
  const known = new Set(followed.flatMap(({ name }) => leavesOf(name)));
  const launches = new Set(followed.map(({ call }) => call));
  const defined = [...names.functions]
    .filter(([, definitions]) => definitions.some((definition) => isKernel(names, definition)))
    .map(([name]) => name);
  const kernels = [...new Set([...defined, ...names.kernelPrototypes.keys()])];
  const mentioned = kernels.flatMap((name) =>
    (names.identifiers.get(name) ?? []).filter(
      (node) => /^(?:type_)?identifier$/.test(node.type) && meansKernel(names, name, node),
    ),
  );
  const isOpen = (node: SyntaxNode, isKnown: boolean): boolean =>
    (!isKnown || isReturned(names, node)) && escapes({ names, launches }, node, 0);
  return [
    ...mentioned
      .map((node) => ({ whole: wholeName(names, node), isKnown: known.has(node) }))
      .filter(({ whole, isKnown }) => isOpen(whole, isKnown))
      .map(({ whole }) => whole),
    ...loadedByName(names, kernels).filter((node) => !followed.some(({ name }) => name.start === node.start)),
  ];
}

/** A launch, and what names the kernel of it: perhaps in the function that returns it. */
type Followed = Readonly<{ call: SyntaxNode; name: SyntaxNode }>;
type Search = Readonly<{ names: HostNames; launches: ReadonlySet<SyntaxNode> }>;

/** Whether a function hands a kernel to its callers, of which some may be followed and others not. */
function isReturned(names: HostNames, node: SyntaxNode): boolean {
  for (let at = names.parents.get(node); at !== undefined; at = names.parents.get(at)) {
    if (at.type === 'return_statement') return true;
    if (!/^(?:cast|parenthesized|conditional|pointer)_expression$/.test(at.type)) return false;
  }
  return false;
}

const leavesOf = (node: SyntaxNode): readonly SyntaxNode[] =>
  node.children.length === 0 ? [node] : [node, ...node.children.flatMap(leavesOf)];

const isKernel = (names: HostNames, definition: SyntaxNode): boolean =>
  /\b__global__\b/.test(
    names.source.text.slice(definition.start, childIn(definition, 'body')?.start ?? definition.end),
  );

function meansKernel(names: HostNames, name: string, node: SyntaxNode): boolean {
  const declaration = lookup(names, name, node);
  return declaration === null || declaration.kind === 'other';
}

/** `N::k<float>` for `k`. */
function wholeName(names: HostNames, node: SyntaxNode): SyntaxNode {
  let at = node;
  for (
    let parent = names.parents.get(at);
    parent?.type === 'template_function' || parent?.type === 'qualified_identifier';
    parent = names.parents.get(at)
  )
    at = parent;
  return at;
}

/** Whether a value leaves the places that are read here, so that it may be launched there. */
function escapes(search: Search, node: SyntaxNode, depth: number): boolean {
  const { names } = search;
  const parent = names.parents.get(node);
  if (parent === undefined || depth > 16) return true;
  const on = (): boolean => escapes(search, parent, depth + 1);
  switch (parent.type) {
    case 'cast_expression':
    case 'parenthesized_expression':
    case 'conditional_expression':
      return on();
    case 'pointer_expression':
      return on();
    case 'function_declarator':
    case 'sizeof_expression':
    case 'decltype':
    case 'expression_statement':
      return false;
    case 'binary_expression':
    case 'condition_clause':
      return false;
    case 'call_expression':
      return false;
    case 'init_declarator':
      return node.field !== 'declarator' && heldEscapes(search, childIn(parent, 'declarator'), depth);
    case 'assignment_expression':
      return node.field === 'left'
        ? false
        : childIn(parent, 'left')?.type !== 'identifier' || heldEscapes(search, childIn(parent, 'left'), depth);
    case 'argument_list':
      return argumentEscapes(search, parent, node, depth);
    case 'return_statement':
      return resultEscapes(search, parent, depth);
    default:
      return true;
  }
}

/** Whether a variable's value leaves; one that is launched through its name is followed there. */
function heldEscapes(search: Search, declarator: SyntaxNode | null, depth: number): boolean {
  const { names } = search;
  const name = declaredName(declarator);
  const declaration = name === null ? null : lookup(names, textOf(names.source, name), name);
  if (declaration === null || depth > 16) return true;
  return (names.identifiers.get(declaration.name) ?? []).some(
    (mention) =>
      mention !== declaration.node &&
      lookup(names, declaration.name, mention) === declaration &&
      escapes(search, mention, depth + 4),
  );
}

/**
 * Whether what a function returns leaves somewhere that it is called, or it is used in another way; where nothing calls
 * it, other files may.
 */
function resultEscapes(search: Search, statement: SyntaxNode, depth: number): boolean {
  const { names } = search;
  const definition = functionAround(names.parents, statement);
  const own = definition?.type === 'function_definition' ? declaredName(childIn(definition, 'declarator')) : null;
  if (own === null || depth > 16) return true;
  const mentions = (names.identifiers.get(textOf(names.source, own)) ?? [])
    .filter((mention) => mention !== own)
    .map((mention) => ({ mention, parent: names.parents.get(wholeName(names, mention)) }))
    .filter(({ parent }) => parent?.type !== 'function_declarator');
  return (
    mentions.length === 0 ||
    mentions.some(
      ({ mention, parent }) =>
        parent?.type !== 'call_expression' ||
        childIn(parent, 'function') !== wholeName(names, mention) ||
        escapes(search, parent, depth + 4),
    )
  );
}

function argumentEscapes(search: Search, list: SyntaxNode, node: SyntaxNode, depth: number): boolean {
  const { names, launches } = search;
  const call = names.parents.get(list);
  if (call !== undefined && launches.has(call)) return false;
  const callee = call?.type === 'call_expression' ? calleeName(childIn(call, 'function')) : null;
  if (call === undefined || callee === null) return true;
  const spelled = textOf(names.source, callee);
  if (/_cast$/.test(spelled)) return escapes(search, call, depth + 1);
  const own = ownDefinitions(names, call);
  if (own.length === 0) return !onlyAsksAbout(libraryCallee(names, call) ?? '');
  const position = namedChildren(list).indexOf(node);
  return own.some((definition) => {
    const parameter = parametersOf(definition)[position];
    return (
      parameter === undefined ||
      parameter.type === 'variadic_parameter_declaration' ||
      heldEscapes(search, childIn(parameter, 'declarator'), depth)
    );
  });
}

/** `"k"` in `cuModuleGetFunction(&f, module, "k")`, also mangled. */
function loadedByName(names: HostNames, kernels: readonly string[]): readonly SyntaxNode[] {
  return names.calls.flatMap((call) => {
    const callee = calleeName(childIn(call, 'function'));
    if (callee === null || !loadsKernel(textOf(names.source, callee))) return [];
    const third = namedChildren(childIn(call, 'arguments') ?? call)[2];
    const [content] = third?.type === 'string_literal' ? namedChildren(third) : [];
    const name = content === undefined ? null : nameLoaded(names, content);
    return name !== null && kernels.includes(textOf(names.source, name)) ? [name] : [];
  });
}

/**
 * The part of a string's content that is the function's own name: `k` of `k`, of `_Z1kPi` and of `_ZN1N1kEPi` (Itanium
 * C++ ABI 5.1.2).
 */
export function nameLoaded(names: HostNames, content: SyntaxNode): SyntaxNode {
  const text = textOf(names.source, content);
  const [prefix] = /^_ZN?(?=\d)/.exec(text) ?? [''];
  let [from, to, next] = [0, text.length, prefix.length];
  for (
    let match = /^\d+/.exec(text.slice(next));
    prefix !== '' && match !== null;
    match = prefix === '_ZN' ? /^\d+/.exec(text.slice(next)) : null
  ) {
    from = next + match[0].length;
    to = Math.min(text.length, from + Number(match[0]));
    next = to;
  }
  return { ...content, start: content.start + from, end: content.start + to };
}
