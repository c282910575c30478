/** Which function of the file a call of a program that is run (run.ts) means, and what its parameters are. Null: not certain. */
import type { SyntaxNode } from '../../parse/node.ts';
import type { HostNames } from '../host-names.ts';
import type { Struct } from '../type-index.ts';
import type { Result } from './state.ts';
import type { HostType } from './types.ts';
import { childIn, namedChildren, textOf } from '../../parse/node.ts';
import { calleeName, declaredName, parametersOf, qualifierOf } from '../declarator.ts';
import { contains } from '../lookup.ts';
import { outwards, pathAround } from '../namespaces.ts';
import { structNamed } from '../type-index.ts';
import { declaredType } from './types.ts';

/** The `template<…>` that a function is of. */
export function templateOf({ parents }: HostNames, definition: SyntaxNode): SyntaxNode | null {
  const parent = parents.get(definition);
  return parent?.type === 'template_declaration' ? parent : null;
}

/** The class that a function is a member of, by its name; null: none. */
export function classOf(names: HostNames, definition: SyntaxNode): string | null {
  const qualifier = qualifierOf(definition);
  if (qualifier !== null) return structNamed(names.types, textOf(names.source, qualifier)) === undefined ? null : textOf(names.source, qualifier);
  for (let node = names.parents.get(definition); node !== undefined; node = names.parents.get(node)) {
    if (node.type === 'struct_specifier' || node.type === 'class_specifier') return textOf(names.source, childIn(node, 'name') ?? node);
    if (node.type === 'function_definition') return null;
  }
  return null;
}

/** Functions outside of classes of this name. */
export const freeFunctions = (names: HostNames, name: string): readonly SyntaxNode[] => (names.functions.get(name) ?? []).filter((definition) => classOf(names, definition) === null);

/** Member functions of this name of a class or the nearest of its bases. */
export function methodsOf(names: HostNames, struct: Struct, name: string, depth = 0): readonly SyntaxNode[] {
  const own = (names.functions.get(name) ?? []).filter((definition) => {
    const qualifier = qualifierOf(definition);
    return qualifier === null ? contains(struct.node, definition) && classOf(names, definition) === classNameOf(names, struct) : structNamed(names.types, textOf(names.source, qualifier)) === struct;
  });
  if (own.length > 0 || depth > 8) return own;
  for (const base of struct.bases) {
    const meant = structNamed(names.types, base) ?? null;
    const found = meant === null ? [] : methodsOf(names, meant, name, depth + 1);
    if (found.length > 0) return found;
  }
  return [];
}

export const classNameOf = ({ source }: HostNames, { node }: Struct): string => textOf(source, childIn(node, 'name') ?? node);

/** Operators of the file of this name (`operator<<`), of a class (null: of none). */
export function operatorsNamed(names: HostNames, name: string, struct: Struct | null): readonly SyntaxNode[] {
  const all = operatorsOf(names.root, names.source.text).filter((definition) => operatorName(definition, names) === name);
  return all.filter((definition) => (struct === null ? classOf(names, definition) === null : contains(struct.node, definition)));
}

function operatorsOf(root: SyntaxNode, text: string): readonly SyntaxNode[] {
  if (root.type === 'function_definition') return [root, ...root.children.flatMap((child) => operatorsOf(child, text))];
  return text.slice(root.start, root.end).includes('operator') ? root.children.flatMap((child) => operatorsOf(child, text)) : [];
}

function operatorName(definition: SyntaxNode, { source }: HostNames): string | null {
  for (let at = childIn(definition, 'declarator'); at !== null; at = childIn(at, 'declarator') ?? namedChildren(at).find((child) => /declarator$|operator_name$/.test(child.type)) ?? null) {
    if (at.type === 'operator_name') return textOf(source, at).replace(/\s/g, '');
  }
  return null;
}

/**
 * Whether functions outside of classes are all those of their name that a call may mean, from its place: none comes after the call, stands in a
 * namespace that it does not name, or is only declared with other parameters.
 */
export function areMeant(names: HostNames, found: readonly SyntaxNode[], callee: SyntaxNode, call: SyntaxNode): boolean {
  const [first] = found;
  if (first === undefined) return true;
  const name = declaratorOf(first);
  const prototypes = (name === null ? [] : (names.declarations.get(textOf(names.source, name)) ?? [])).filter(({ kind, node }) => kind === 'other' && !found.some((definition) => contains(definition, node)));
  const keyOfCount = (node: SyntaxNode): number => (names.parents.get(node)?.type === 'function_declarator' ? namedChildren(childIn(names.parents.get(node) ?? node, 'parameters') ?? node).filter(({ type }) => type !== 'comment').length : -1);
  const counts = found.map((definition) => parametersOf(definition).length);
  if (prototypes.some(({ node }) => !counts.includes(keyOfCount(node)))) return false;
  if (found.length > 1 && found.some((definition) => definition.start > call.start)) return false;
  const paths = new Set(found.map((definition) => pathAround(names, definition)));
  const [path, other] = paths;
  if (path === undefined || other !== undefined) return false;
  const scope = callee.type === 'qualified_identifier' ? textOf(names.source, callee).replace(/\s+/g, '').replace(/<.*$/s, '').replace(/(?:^|::)[^:]*$/, '') : null;
  if (scope !== null) return scope.replace(/^::/, '') === path;
  return outwards(pathAround(names, call)).includes(path);
}

function declaratorOf(definition: SyntaxNode): SyntaxNode | null {
  return declaredName(childIn(definition, 'declarator'));
}

/** The one of several definitions that takes these arguments. */
export function chosen(names: HostNames, definitions: readonly SyntaxNode[], args: readonly Result[]): SyntaxNode | null {
  if (definitions.length > 1 && definitions.some((definition) => parametersOf(definition).some(({ type }) => type === 'variadic_parameter_declaration' || type === 'optional_parameter_declaration'))) return null;
  const byCount = definitions.filter((definition) => {
    const parameters = parametersOf(definition);
    const needed = parameters.filter(({ type }) => type === 'parameter_declaration').length;
    return childIn(definition, 'body') !== null && parameters.every(({ type }) => type !== 'variadic_parameter_declaration') && args.length >= needed && args.length <= parameters.length;
  });
  const [only, second] = byCount.length < 2 ? byCount : byCount.filter((definition) => parametersOf(definition).every((parameter, k) => args[k] === undefined || isExact(names, parameter, args[k].type)));
  return second === undefined ? (only ?? null) : null;
}

function isExact(names: HostNames, parameter: SyntaxNode, given: HostType): boolean {
  const own = declaredType(names, new Map(), parameter, childIn(parameter, 'declarator'), () => null);
  return own !== null && keyOf(own) === keyOf(given);
}

function keyOf(type: HostType): string {
  switch (type.kind) {
    case 'reference':
      return keyOf(type.to);
    case 'pointer':
      return `${keyOf(type.to)}*`;
    case 'array':
      return `${keyOf(type.of)}*`;
    case 'scalar':
      return JSON.stringify(type.type);
    case 'struct':
      return type.name;
    case 'box':
      return `${type.name}<${type.of.map(keyOf).join(',')}>`;
    case 'dims':
    case 'void':
    case 'auto':
    case 'function':
    case 'closure':
    case 'other':
      return type.kind;
  }
}

/** The name that a call spells, without what qualifies it. */
export function spelledName({ source }: HostNames, callee: SyntaxNode): string {
  const name = calleeName(callee);
  return name === null ? '' : textOf(source, name);
}
