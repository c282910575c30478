/**
 * What the part of a qualified name before its last `::` names: a namespace, a class or an enumeration of the text.
 * Exact: null where it names none that is seen.
 */
import type { HostNames } from './host-names.ts';
import type { SyntaxNode } from '../parse/node.ts';
import { memoized } from '../base/memoize.ts';
import { childIn, textOf } from '../parse/node.ts';
import { namespaceIn, outwards, pathAround, targetsSeen } from './namespaces.ts';

/** `name`: the last part. `node`: the list of the enumerators. */
type Place = Readonly<{ name: string }> &
  (
    | Readonly<{ kind: 'namespace'; path: string }>
    | Readonly<{ kind: 'class'; type: string }>
    | Readonly<{ kind: 'enumeration'; node: SyntaxNode }>
  );
type Scope =
  | Readonly<{ kind: 'namespace'; path: string }>
  | Readonly<{ kind: 'class'; type: string }>
  | Readonly<{ kind: 'enumeration'; node: SyntaxNode }>;

/** The scopes of `a::b<4>::N` as nodes, and its last part. */
export function partsOf(
  node: SyntaxNode,
): Readonly<{ scopes: readonly SyntaxNode[]; last: SyntaxNode; isAbsolute: boolean }> {
  const scopes: SyntaxNode[] = [];
  let last = node;
  const isAbsolute = node.type === 'qualified_identifier' && node.children[0]?.type === '::';
  while (last.type === 'qualified_identifier') {
    const scope = childIn(last, 'scope');
    const name = childIn(last, 'name');
    if (scope !== null) scopes.push(scope);
    if (name === null) break;
    last = name;
  }
  return { scopes, last, isAbsolute };
}

/** How many of the first scopes of a qualified name are namespaces. */
export function leadingNamespaces(names: HostNames, node: SyntaxNode): number {
  const scopes = scopesNamed(names, node);
  const end = scopes.findIndex((scope) => scope?.kind !== 'namespace');
  return end < 0 ? scopes.length : end;
}

export function placeOf(names: HostNames, node: SyntaxNode): Place | null {
  const { last, isAbsolute } = partsOf(node);
  const scopes = scopesNamed(names, node);
  const scope = scopes.length === 0 && isAbsolute ? whole : (scopes.at(-1) ?? null);
  return scope === null ? null : { ...scope, name: textOf(names.source, last) };
}

const whole: Scope = { kind: 'namespace', path: '' };

/** What the scopes of a qualified name mean, in their order; null: it is not known. */
function scopesNamed(names: HostNames, node: SyntaxNode): readonly (Scope | null)[] {
  const { scopes, isAbsolute } = partsOf(node);
  const found: (Scope | null)[] = [];
  for (const part of scopes) {
    const around = found.length === 0 && isAbsolute ? whole : found.at(-1);
    found.push(
      around === undefined
        ? firstScope(names, part, node)
        : around === null
          ? null
          : scopeIn(names, around, part, node),
    );
  }
  return found;
}

/** The namespace or class that the first part of a qualified name means where it stands. */
function firstScope(names: HostNames, part: SyntaxNode, at: SyntaxNode): Scope | null {
  if (isTemplateParameter(names, textOf(names.source, part), at)) return null;
  for (const path of outwards(pathAround(names, at))) {
    const found = namespaceIn(names, path, textOf(names.source, part), at);
    if (found !== null) return { kind: 'namespace', path: found };
  }
  for (const { target } of targetsSeen(names, at)) {
    const found = namespaceIn(names, target, textOf(names.source, part), at);
    if (found !== null) return { kind: 'namespace', path: found };
  }
  return typeNamed(names, part);
}

function scopeIn(names: HostNames, scope: Scope, part: SyntaxNode, at: SyntaxNode): Scope | null {
  const found = scope.kind === 'namespace' ? namespaceIn(names, scope.path, textOf(names.source, part), at) : null;
  return found !== null
    ? { kind: 'namespace', path: found }
    : scope.kind === 'enumeration'
      ? null
      : typeNamed(names, part);
}

/**
 * A class or enumeration that has its name alone in the text: one that is declared twice, or specialized, is not
 * trusted.
 */
function typeNamed(names: HostNames, part: SyntaxNode): Scope | null {
  const type = textOf(names.source, part.type === 'template_type' ? (childIn(part, 'name') ?? part) : part);
  const [list, second] = enumeratorLists(names).get(type) ?? [];
  const struct = names.types.structs.get(type);
  if (list !== undefined)
    return second === undefined && struct === undefined ? { kind: 'enumeration', node: list } : null;
  return struct === undefined || struct === null || names.types.specialized.has(type) ? null : { kind: 'class', type };
}

const enumeratorLists = memoized((names: HostNames): ReadonlyMap<string, readonly SyntaxNode[]> => {
  const found = new Map<string, SyntaxNode[]>();
  for (const list of names.enumeratorLists) {
    const specifier = names.parents.get(list);
    const name = specifier === undefined ? null : childIn(specifier, 'name');
    if (name !== null) found.set(textOf(names.source, name), [...(found.get(textOf(names.source, name)) ?? []), list]);
  }
  return found;
});

function isTemplateParameter(names: HostNames, name: string, at: SyntaxNode): boolean {
  return (names.declarations.get(name) ?? []).some(
    ({ scope }) => scope.type === 'template_declaration' && scope.start <= at.start && at.end <= scope.end,
  );
}
