/**
 * The namespaces of a text by their paths (`a::b`; '' outside of any): all blocks of one are one. Anonymous and inline
 * ones count as what they stand in, whose names theirs are (C++ [namespace.unnamed], [namespace.def]). Exact, for
 * namespaces that the text opens.
 */
import type { HostNames } from './host-names.ts';
import type { SyntaxNode } from '../parse/node.ts';
import { memoized } from '../base/memoize.ts';
import { childIn, namedChildren, textOf } from '../parse/node.ts';

/** `using namespace target`, which stands in the namespace `from`. */
type Directive = Readonly<{ node: SyntaxNode; scope: SyntaxNode; from: string; target: string }>;

const join = (path: string, name: string): string => (path === '' ? name : `${path}::${name}`);
const bare = (text: string): string => text.replace(/\s+/g, '');

/** The path of the namespace around a node. */
export function pathAround(names: HostNames, node: SyntaxNode): string {
  const known = paths(names);
  const before = known.get(node);
  if (before !== undefined) return before;
  const parent = names.parents.get(node);
  const outer = parent === undefined ? '' : pathAround(names, parent);
  const path = parent?.type === 'namespace_definition' && node.field === 'body' ? pathOf(names, parent, outer) : outer;
  known.set(node, path);
  return path;
}

const paths = memoized((_: HostNames) => new Map<SyntaxNode, string>());

function pathOf(names: HostNames, definition: SyntaxNode, outer: string): string {
  const name = childIn(definition, 'name');
  return name === null || isInline(definition) ? outer : join(outer, bare(textOf(names.source, name)));
}

const isInline = (definition: SyntaxNode): boolean => definition.children[0]?.type === 'inline';

/** Whether a namespace without a name is around: then nothing outside of the text sees what it declares. */
export function isUnnamed(names: HostNames, node: SyntaxNode): boolean {
  for (let at: SyntaxNode | undefined = node; at !== undefined; at = names.parents.get(at))
    if (at.type === 'namespace_definition' && childIn(at, 'name') === null) return true;
  return false;
}

type Spaces = Readonly<{ paths: ReadonlySet<string>; inline: ReadonlySet<string> }>;

const spacesOf = memoized((names: HostNames): Spaces => {
  const found = { paths: new Set(['']), inline: new Set<string>() };
  for (const definition of names.namespaces) {
    const name = childIn(definition, 'name');
    const outer = pathAround(names, definition);
    if (name !== null && isInline(definition)) found.inline.add(join(outer, bare(textOf(names.source, name))));
    if (name === null || isInline(definition)) continue;
    const parts = bare(textOf(names.source, name)).split('::');
    parts.forEach((_, k) => found.paths.add(parts.slice(0, k + 1).reduce(join, outer)));
  }
  return found;
});

/** Paths from the one around a place outwards. */
export function outwards(path: string): readonly string[] {
  const parts = path === '' ? [] : path.split('::');
  return parts.map((_, k) => parts.slice(0, parts.length - k).join('::')).concat('');
}

/**
 * The namespace that `name` names in the namespace `path` itself, or through what it names with `using namespace` and
 * aliases; null: none.
 */
export function namespaceIn(names: HostNames, path: string, name: string, at: SyntaxNode, depth = 0): string | null {
  const { paths: all, inline } = spacesOf(names);
  const own = join(path, name);
  if (all.has(own)) return own;
  if (inline.has(own)) return path;
  if (depth > 8) return null;
  const alias = names.namespaceAliases.find(
    (node) =>
      node.start < at.start &&
      pathAround(names, node) === path &&
      textOf(names.source, childIn(node, 'name') ?? node) === name,
  );
  const target = alias === undefined ? null : namedChildren(alias).at(-1);
  if (target !== null && target !== undefined)
    return namespaceSeen(names, path, bare(textOf(names.source, target)), at, depth + 1);
  for (const directive of directivesOf(names)) {
    const found =
      directive.from === path && directive.node.start < at.start && directive.target !== path
        ? namespaceIn(names, directive.target, name, at, depth + 1)
        : null;
    if (found !== null) return found;
  }
  return null;
}

/**
 * The namespace that a name, perhaps a qualified one, means in the namespace `path`; null: none that the text opens.
 */
function namespaceSeen(names: HostNames, path: string, name: string, at: SyntaxNode, depth = 0): string | null {
  const isAbsolute = name.startsWith('::');
  const [first = '', ...rest] = name.replace(/^::/, '').split('::');
  const start =
    (isAbsolute ? [''] : outwards(path))
      .map((outer) => namespaceIn(names, outer, first, at, depth + 1))
      .find((found) => found !== null) ?? null;
  return rest.reduce<string | null>(
    (found, part) => (found === null ? null : namespaceIn(names, found, part, at, depth + 1)),
    start,
  );
}

const directivesOf = memoized((names: HostNames): readonly Directive[] => {
  const found: Directive[] = [];
  for (const node of names.usingNamespaces) {
    const [name] = namedChildren(node);
    const scope = names.parents.get(node);
    const from = pathAround(names, node);
    // one that leads to another directive is resolved by aliases and paths alone
    const target = name === undefined ? null : namespaceByPaths(names, from, bare(textOf(names.source, name)));
    if (scope !== undefined && target !== null) found.push({ node, scope, from, target });
  }
  return found;
});

function namespaceByPaths(names: HostNames, from: string, name: string): string | null {
  const { paths: all, inline } = spacesOf(names);
  const isAbsolute = name.startsWith('::');
  for (const outer of isAbsolute ? [''] : outwards(from)) {
    const path = join(outer, name.replace(/^::/, ''));
    if (all.has(path)) return path;
    if (inline.has(path)) return outer;
  }
  return null;
}

/**
 * Where a namespace's names are visible around a place: from which offset on, those of inner namespaces later; null:
 * nowhere around it.
 */
export function startAround(names: HostNames, path: string, at: SyntaxNode): number | null {
  const own = blockOf(names, path, at);
  // before the parameters of a function that is defined outside
  return own === null ? null : own.start - 1 + path.split('::').length / 1024;
}

/**
 * The innermost node around a place whose names are those of the namespace: one of its blocks, or a function that is
 * defined outside of it by its path.
 */
export function blockOf(names: HostNames, path: string, at: SyntaxNode): SyntaxNode | null {
  for (let node: SyntaxNode | undefined = at; node !== undefined; node = names.parents.get(node)) {
    if (node.type === 'translation_unit' && path === '') return node;
    const defined = node.type === 'function_definition' ? namespaceOfDefined(names, node) : null;
    const inner = node.type === 'declaration_list' ? pathAround(names, node.children[0] ?? node) : defined;
    // `namespace a::b {` is a block of `a`, too
    const outer = pathAround(names, node.type === 'declaration_list' ? (names.parents.get(node) ?? node) : node);
    if (inner !== null && (inner === path || (inner.startsWith(`${path}::`) && outer.length < path.length)))
      return node;
  }
  return null;
}

/** The namespace that a function's definition belongs to. */
export const namespaceOf = (names: HostNames, definition: SyntaxNode): string =>
  namespaceOfDefined(names, definition) ?? pathAround(names, definition);

/** The namespace that `void a::b::f() { … }` belongs to; null where it names none. */
function namespaceOfDefined(names: HostNames, definition: SyntaxNode): string | null {
  const known = definedIn(names);
  const before = known.get(definition);
  if (before !== undefined) return before;
  let declarator = childIn(definition, 'declarator');
  while (declarator !== null && declarator.type !== 'qualified_identifier')
    declarator = childIn(declarator, 'declarator');
  const parts =
    declarator === null
      ? []
      : bare(textOf(names.source, declarator)).replace(/<.*$/s, '').replace(/^::/, '').split('::').slice(0, -1);
  let path: string | null = null;
  for (let k = parts.length; k > 0 && path === null; k--)
    path = namespaceByPaths(names, pathAround(names, definition), parts.slice(0, k).join('::'));
  known.set(definition, path);
  return path;
}

const definedIn = memoized((_: HostNames) => new Map<SyntaxNode, string | null>());

/** What two paths have in common: where `using namespace` makes names visible ([namespace.udir]). */
export function sharedPath(a: string, b: string): string {
  const [left, right] = [a.split('::'), b.split('::')];
  const k = left.findIndex((part, index) => part !== right[index]);
  return left.slice(0, k === -1 ? left.length : k).join('::');
}

/** The namespaces that `using namespace` names at a place, and those that they name in turn. */
export function targetsSeen(names: HostNames, at: SyntaxNode): readonly Readonly<{ target: string; from: string }>[] {
  const all = directivesOf(names);
  if (all.length === 0) return [];
  const around = outwards(pathAround(names, at));
  const isSeen = ({ node, scope, from }: Directive): boolean =>
    node.start < at.start &&
    ((scope.start <= at.start && at.end <= scope.end) ||
      (/^(?:declaration_list|translation_unit)$/.test(scope.type) && around.includes(from)));
  const found = all.filter(isSeen).map(({ target, from }) => ({ target, from }));
  for (let k = 0; k < found.length && found.length < 64; k++) {
    const { target, from } = found[k] ?? { target: '', from: '' };
    for (const next of all)
      if (next.from === target && next.node.start < at.start && !found.some((each) => each.target === next.target))
        found.push({ target: next.target, from });
  }
  return found;
}

/** Where a name qualified with a namespace is looked for: there, then in all that it names with `using namespace`. */
export function membersFrom(names: HostNames, path: string, at: SyntaxNode): readonly string[] {
  const found = [path];
  for (let k = 0; k < found.length; k++) {
    for (const next of directivesOf(names))
      if (
        next.from === found[k] &&
        next.node.start < at.start &&
        /^(?:declaration_list|translation_unit)$/.test(next.scope.type) &&
        !found.includes(next.target)
      )
        found.push(next.target);
  }
  return found;
}
