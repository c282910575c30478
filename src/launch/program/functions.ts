/**
 * Which function of the file a call of a program that is run (run.ts) means, and what its parameters are. Null: not
 * certain.
 */
import type { SyntaxNode } from '../../parse/node.ts';
import type { HostNames } from '../host-names.ts';
import type { Struct } from '../type-index.ts';
import type { Result } from './state.ts';
import type { HostType } from './types.ts';
import { childIn, namedChildren, textOf } from '../../parse/node.ts';
import { calleeName, declaredName, parametersOf, qualifierOf } from '../declarator.ts';
import { contains, isOfNamespace, lookup } from '../lookup.ts';
import { namespaceOf, outwards, pathAround, targetsSeen } from '../namespaces.ts';
import { placeOf } from '../qualified.ts';
import { onlyClassNamed, structNamed } from '../type-index.ts';

/** The `template<…>` that a function is of. */
export function templateOf({ parents }: HostNames, definition: SyntaxNode): SyntaxNode | null {
  const parent = parents.get(definition);
  return parent?.type === 'template_declaration' ? parent : null;
}

/**
 * Whether a function is defined in a class whose friend it is: only an argument of that class leads a call to it (C++
 * [class.friend]).
 */
export const isFriend = (names: HostNames, definition: SyntaxNode): boolean =>
  names.parents.get(definition)?.type === 'friend_declaration';

/** The class that a function is a member of, by its name; null: none. */
export function classOf(names: HostNames, definition: SyntaxNode): string | null {
  if (isFriend(names, definition)) return null;
  const qualifier = qualifierOf(definition);
  if (qualifier !== null)
    return structNamed(names.types, textOf(names.source, qualifier)) === undefined
      ? null
      : textOf(names.source, qualifier);
  for (let node = names.parents.get(definition); node !== undefined; node = names.parents.get(node)) {
    if (node.type === 'struct_specifier' || node.type === 'class_specifier')
      return textOf(names.source, childIn(node, 'name') ?? node);
    if (node.type === 'function_definition') return null;
  }
  return null;
}

/** Functions of this name that are members of no class, also friends that are defined in one. */
export const freeFunctions = (names: HostNames, name: string): readonly SyntaxNode[] =>
  (names.functions.get(name) ?? []).filter((definition) => classOf(names, definition) === null);

/** Member functions of this name of a class or the nearest of its bases. */
export function methodsOf(names: HostNames, struct: Struct, name: string, depth = 0): readonly SyntaxNode[] {
  const own = (names.functions.get(name) ?? []).filter((definition) => {
    const qualifier = qualifierOf(definition);
    return qualifier === null
      ? contains(struct.node, definition) && classOf(names, definition) === classNameOf(names, struct)
      : structNamed(names.types, textOf(names.source, qualifier)) === struct;
  });
  if (own.length > 0 || depth > 8) return own;
  for (const base of struct.bases) {
    const meant = onlyClassNamed(names.types, base);
    const found = meant === null ? [] : methodsOf(names, meant, name, depth + 1);
    if (found.length > 0) return found;
  }
  return [];
}

export const classNameOf = ({ source }: HostNames, { node }: Struct): string =>
  textOf(source, childIn(node, 'name') ?? node);

/** Operators of the file of this name (`operator<<`), of a class (null: of none). */
export function operatorsNamed(names: HostNames, name: string, struct: Struct | null): readonly SyntaxNode[] {
  const all = operatorsOf(names.root, names.source.text).filter(
    (definition) => operatorName(definition, names) === name,
  );
  return all.filter((definition) =>
    struct === null ? classOf(names, definition) === null : contains(struct.node, definition),
  );
}

function operatorsOf(root: SyntaxNode, text: string): readonly SyntaxNode[] {
  if (root.type === 'function_definition') return [root, ...root.children.flatMap((child) => operatorsOf(child, text))];
  return text.slice(root.start, root.end).includes('operator')
    ? root.children.flatMap((child) => operatorsOf(child, text))
    : [];
}

function operatorName(definition: SyntaxNode, { source }: HostNames): string | null {
  for (
    let at = childIn(definition, 'declarator');
    at !== null;
    at =
      childIn(at, 'declarator') ??
      namedChildren(at).find((child) => /declarator$|operator_name$/.test(child.type)) ??
      null
  ) {
    if (at.type === 'operator_name') return textOf(source, at).replace(/\s/g, '');
  }
  return null;
}

/**
 * The functions outside of classes of a name that a call may mean, from its place (C++ [basic.lookup]): those of the
 * nearest namespace that declares the name, or of the one that the call or a using-declaration names, and those of the
 * namespaces of the arguments' classes. Null: not certain; one may come after the call, be of several namespaces in
 * sight, or be only declared with other parameters.
 */
export function meantBy(
  names: HostNames,
  name: string,
  callee: SyntaxNode,
  call: SyntaxNode,
  args: readonly Result[] | null,
): readonly SyntaxNode[] | null {
  const every = freeFunctions(names, name);
  if (every.length === 0) return [];
  const isQualified = callee.type === 'qualified_identifier';
  const hidden = every.filter((definition) => isFriend(names, definition));
  const friends = isQualified || args === null ? [] : friendsOf(names, hidden, args);
  const all = every.filter((definition) => !hidden.includes(definition));
  if (friends === null) return null;
  if (all.length === 0) return friends;
  const used = callee.type === 'qualified_identifier' ? undefined : usedIn(names, name, call);
  if (used === null) return null;
  const path = used ?? pathMeant(names, name, callee, call, all);
  const own = path === null ? [] : all.filter((definition) => namespaceOf(names, definition) === path);
  // a directive may show functions of several namespaces side by side
  const isOfOne = all.every((definition) => namespaceOf(names, definition) === path);
  if (
    !isOfOne &&
    targetsSeen(names, call).some(({ target }) => all.some((definition) => namespaceOf(names, definition) === target))
  )
    return null;
  const besides = isQualified || args === null ? [] : associated(names, name, args, friends);
  if (besides === null || (own.length === 0 && besides.length === 0 && friends.length === 0)) return null;
  const found = [
    ...new Set([
      ...own,
      ...friends,
      ...besides.flatMap((each) => all.filter((definition) => namespaceOf(names, definition) === each)),
    ]),
  ];
  return areComplete(names, name, found, call) ? found : null;
}

/**
 * The namespace in which a call finds a name of functions; null: not certain. Templates are no declarations that a
 * lookup sees.
 */
function pathMeant(
  names: HostNames,
  name: string,
  callee: SyntaxNode,
  call: SyntaxNode,
  all: readonly SyntaxNode[],
): string | null {
  const found = lookup(names, name, callee);
  // the name of a template is only seen within it
  const isOwnName = all.some(
    (definition) => declaredName(childIn(definition, 'declarator'))?.start === found?.node.start,
  );
  const seen = found?.scope.type === 'template_declaration' && isOwnName ? null : found;
  if (seen !== null && (seen.kind !== 'other' || !isOfNamespace(seen))) return null;
  const own = seen === null ? null : pathAround(names, seen.node);
  if (callee.type === 'qualified_identifier') {
    const place = placeOf(names, callee);
    return own ?? (place?.kind === 'namespace' ? place.path : null);
  }
  const nearest =
    outwards(pathAround(names, call)).find((path) =>
      all.some((definition) => namespaceOf(names, definition) === path),
    ) ?? null;
  return own === null || nearest === null || own === nearest ? (nearest ?? own) : null;
}

/**
 * The namespace that a using-declaration of the name gives in a block around a call, where it hides what is declared
 * outside; null: not certain.
 */
function usedIn(names: HostNames, name: string, call: SyntaxNode): string | null | undefined {
  const all = names.usings.filter(
    (using) => using.name.start < call.start && contains(using.scope, call) && spelledName(names, using.name) === name,
  );
  const [only, second] = all;
  if (only === undefined) return undefined;
  const place = placeOf(names, only.name);
  return second !== undefined || only.scope.type !== 'compound_statement' || place?.kind !== 'namespace'
    ? null
    : place.path;
}

/**
 * The namespaces of the classes of arguments, in which an unqualified call looks as well; null: not certain, as with
 * friends that are only declared in classes.
 */
function associated(
  names: HostNames,
  name: string,
  args: readonly Result[],
  friends: readonly SyntaxNode[],
): readonly string[] | null {
  const structs = classesOf(names, args);
  const mentions = new RegExp(`\\bfriend\\b(?:(?!\\bfriend\\b)[^;{])*\\b${name}\\s*\\(`, 'g');
  const isAllDefined = (node: SyntaxNode): boolean =>
    (textOf(names.source, node).match(mentions) ?? []).length ===
    friends.filter((definition) => contains(node, definition)).length;
  return structs !== null && [...structs].every(({ node }) => isAllDefined(node))
    ? [...structs].map(({ node }) => pathAround(names, node))
    : null;
}

/**
 * The friends of the classes of arguments among those that are defined in classes; null: not certain, as in a class
 * template.
 */
function friendsOf(
  names: HostNames,
  hidden: readonly SyntaxNode[],
  args: readonly Result[],
): readonly SyntaxNode[] | null {
  if (hidden.length === 0) return [];
  const structs = classesOf(names, args);
  const found =
    structs === null
      ? null
      : hidden.filter((definition) => [...structs].some(({ node }) => contains(node, definition)));
  const isOfTemplate = (definition: SyntaxNode): boolean =>
    structs === null ||
    [...structs].some(({ node, parameters }) => parameters.length > 0 && contains(node, definition));
  return found === null || found.some(isOfTemplate) ? null : found;
}

/** The classes of arguments, their bases, and what their template arguments are; null: not certain. */
function classesOf(names: HostNames, args: readonly Result[]): ReadonlySet<Struct> | null {
  const structs = new Set<Struct>();
  const add = (type: HostType): boolean => {
    if (type.kind === 'pointer' || type.kind === 'reference') return add(type.to);
    if (type.kind === 'array') return add(type.of);
    if (type.kind === 'box') return type.of.every(add);
    if (type.kind !== 'struct' || structs.has(type.struct)) return true;
    structs.add(type.struct);
    const bases = type.struct.bases.map((base) => onlyClassNamed(names.types, base));
    return (
      bases.every((base) => base !== null && add({ kind: 'struct', struct: base, name: '', given: new Map() })) &&
      [...type.given.values()].every(add)
    );
  };
  return args.every(({ type }) => add(type)) ? structs : null;
}

/** Whether what a call may mean is all defined before it, and nothing is declared besides. */
function areComplete(names: HostNames, name: string, found: readonly SyntaxNode[], call: SyntaxNode): boolean {
  const prototypes = (names.declarations.get(name) ?? []).filter(
    ({ kind, node }) => kind === 'other' && !found.some((definition) => contains(definition, node)),
  );
  const others = freeFunctions(names, name).filter((definition) => !found.includes(definition));
  const paths = new Set(found.map((definition) => namespaceOf(names, definition)));
  const isOther = (node: SyntaxNode): boolean =>
    others.some((definition) => contains(definition, node)) ||
    (others.length > 0 && !paths.has(pathAround(names, node)));
  const keyOfCount = (node: SyntaxNode): number =>
    names.parents.get(node)?.type === 'function_declarator'
      ? namedChildren(childIn(names.parents.get(node) ?? node, 'parameters') ?? node).filter(
          ({ type }) => type !== 'comment',
        ).length
      : -1;
  const counts = found.map((definition) => parametersOf(definition).length);
  if (prototypes.some(({ node }) => !isOther(node) && !counts.includes(keyOfCount(node)))) return false;
  return found.length < 2 || found.every((definition) => definition.start < call.start);
}

/** The name that a call spells, without what qualifies it. */
export function spelledName({ source }: HostNames, callee: SyntaxNode): string {
  const name = calleeName(callee);
  return name === null ? '' : textOf(source, name);
}
