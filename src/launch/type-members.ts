/**
 * The constant that `P::N` names where P is a class: an instance of a class template, an alias, or a template
 * parameter that a caller gives. Each class, and each of its bases, is seen with its own template arguments. Exact:
 * null where a part is not certain.
 *
 * Example: with `struct Tile : Policy<2, C>` in `template <int R, int C>` and `N = R * C` in `Policy`,
 * `Tile<1, 8>::N` is 16.
 */
import type { Evaluation } from './evaluation.ts';
import type { Declaration, HostNames } from './host-names.ts';
import type { SyntaxNode } from '../parse/node.ts';
import type { Struct } from './type-index.ts';
import { memoized } from '../base/memoize.ts';
import { childIn, childrenIn, namedChildren, textOf } from '../parse/node.ts';
import { declaredName, templateParameterName, templateParametersOf } from './declarator.ts';
import { deeper, evaluationWith, goesOn } from './evaluation.ts';
import { isMember, lookup } from './lookup.ts';
import { leadingNamespaces, partsOf } from './qualified.ts';
import { structNamed } from './type-index.ts';

/** A class, and the evaluation in which its template parameters are bound. */
type Instance = Readonly<{ struct: Struct; cx: Evaluation }>;

/** A member, and the evaluation of its class. */
type Member = Readonly<{ declaration: Declaration; cx: Evaluation }>;

/** The member that a qualified name means. */
export function memberOfType(cx: Evaluation, node: SyntaxNode): Member | null {
  const owner = ownerOf(cx, node);
  return owner === null ? null : memberIn(owner, textOf(cx.names.source, partsOf(node).last));
}

/** The class before the last `::`. */
function ownerOf(cx: Evaluation, node: SyntaxNode): Instance | null {
  const { scopes } = partsOf(node);
  const [first, ...rest] = scopes.slice(leadingNamespaces(cx.names, node));
  let owner = first === undefined ? null : instanceOf(cx, first);
  for (const part of rest) owner = owner === null ? null : typeIn(owner, part);
  return owner;
}

/** The class that a type as written means where it stands. */
function instanceOf(cx: Evaluation, node: SyntaxNode): Instance | null {
  if (!goesOn(cx)) return null;
  const [only, ...others] = namedChildren(node);
  switch (node.type) {
    case 'type_descriptor':
    case 'dependent_type':
      return only === undefined || others.length > 0 ? null : instanceOf(cx, only);
    case 'qualified_identifier': {
      const { scopes, last } = partsOf(node);
      if (leadingNamespaces(cx.names, node) === scopes.length) return classNamed(cx, last);
      const owner = ownerOf(cx, node);
      return owner === null ? null : typeIn(owner, last);
    }
    case 'template_type':
    case 'template_function':
      return classNamed(cx, node);
    case 'identifier':
    case 'type_identifier':
    case 'namespace_identifier':
      return namedInstance(cx, node);
    default:
      return null;
  }
}

/** A template parameter, an alias or a class by its name alone. */
function namedInstance(cx: Evaluation, node: SyntaxNode): Instance | null {
  const { names } = cx;
  const name = textOf(names.source, node);
  const parameter = lookup(names, name, node);
  if (parameter?.scope.type === 'template_declaration') {
    const bound = cx.bindings.get(parameter) ?? null;
    return bound === null ? null : instanceOf({ ...bound.cx, depth: cx.depth + 1 }, bound.node);
  }
  const alias = aliasSeen(names, name, node);
  return alias === null ? classNamed(cx, node) : instanceOf(deeper(cx), alias);
}

/** The type that an alias means where its name stands: the innermost one around it. */
export function aliasSeen(names: HostNames, name: string, at: SyntaxNode): SyntaxNode | null {
  for (let scope = names.parents.get(at); scope !== undefined; scope = names.parents.get(scope)) {
    if (!/^(?:compound_statement|field_declaration_list|declaration_list|translation_unit)$/.test(scope.type)) continue;
    const before = (aliasesIn(scope, names).get(name) ?? []).filter((type) => type.start < at.start).at(-1);
    if (before !== undefined) return before;
  }
  return null;
}

/** The types behind the aliases of a scope, by name; a `typedef` that adds a pointer or the like is none. */
const aliasesIn = memoized((scope: SyntaxNode, { source }: HostNames): ReadonlyMap<string, readonly SyntaxNode[]> => {
  const found = new Map<string, SyntaxNode[]>();
  for (const child of namedChildren(scope)) {
    const type = /^(?:alias_declaration|type_definition)$/.test(child.type) ? childIn(child, 'type') : null;
    const declared = child.type === 'alias_declaration' ? childrenIn(child, 'name') : childrenIn(child, 'declarator');
    for (const each of type === null ? [] : declared) {
      const name = textOf(source, each);
      if (type !== null) found.set(name, [...(found.get(name) ?? []), type]);
    }
  }
  return found;
});

/** The block, class, template or file that a declaration stands in. */
function enclosing(names: HostNames, node: SyntaxNode): SyntaxNode {
  for (let at = names.parents.get(node); at !== undefined; at = names.parents.get(at)) {
    if (/^(?:compound_statement|field_declaration_list|template_declaration)$/.test(at.type)) return at;
  }
  return names.root;
}

/** A class of the text, with the template arguments that it is given. */
function classNamed(cx: Evaluation, node: SyntaxNode): Instance | null {
  const isInstance = node.type === 'template_type' || node.type === 'template_function';
  const name = textOf(cx.names.source, isInstance ? (childIn(node, 'name') ?? node) : node);
  const struct = structNamed(cx.names.types, name);
  if (struct === undefined || struct === null || cx.names.types.specialized.has(name)) return null;
  return made(cx, struct, isInstance ? namedChildren(childIn(node, 'arguments') ?? node) : null, node);
}

/** Of a class that stands in no other template: what its members are follows from its own parameters alone. */
function made(cx: Evaluation, struct: Struct, given: readonly SyntaxNode[] | null, at: SyntaxNode): Instance | null {
  const { names } = cx;
  const template = names.parents.get(struct.node);
  const isTemplate = template?.type === 'template_declaration';
  if (isTemplate !== (given !== null)) return null;
  if (enclosing(names, isTemplate ? template : struct.node) !== names.root) return null;
  const bindings = new Map<Declaration, Readonly<{ node: SyntaxNode; cx: Evaluation }> | null>();
  const own = evaluationWith(cx, { bindings, frame: `${cx.frame}${at.start}#`, depth: cx.depth + 1 });
  for (const [k, parameter] of (isTemplate ? templateParametersOf(template) : []).entries()) {
    if (parameter.type.startsWith('variadic')) return null;
    const name = templateParameterName(parameter);
    const declarations = names.declarations.get(name === null ? '' : textOf(names.source, name)) ?? [];
    const declared = declarations.find((each) => each.scope === template);
    const ownDefault = childIn(parameter, 'default_value') ?? childIn(parameter, 'default_type');
    const otherwise = ownDefault === null ? null : { node: ownDefault, cx: own };
    const value = given?.[k] === undefined ? otherwise : { node: given[k], cx };
    if (declared !== undefined) bindings.set(declared, value);
  }
  return { struct, cx: own };
}

const bodyOf = ({ struct }: Instance): SyntaxNode => childIn(struct.node, 'body') ?? struct.node;

/** What the class or the first of its bases that has it declares; null too where a base before it is not known. */
function memberIn(owner: Instance, name: string): Member | null {
  const body = bodyOf(owner);
  const own = (owner.cx.names.declarations.get(name) ?? []).find((each) => isMember(each) && each.scope === body);
  if (own !== undefined) return { declaration: own, cx: owner.cx };
  return inBases(owner, (base) => memberIn(base, name));
}

/** A class that is named in another one: by an alias, or declared there. */
function typeIn(owner: Instance, part: SyntaxNode): Instance | null {
  const { names } = owner.cx;
  const name = textOf(names.source, part);
  const alias = aliasesIn(bodyOf(owner), names).get(name)?.at(-1);
  if (alias !== undefined) return instanceOf(deeper(owner.cx), alias);
  if (namedChildren(bodyOf(owner)).some((member) => declares(names, member, name))) return null;
  return inBases(owner, (base) => typeIn(base, part));
}

/** Whether a member has the name: what it is does not matter here. */
function declares({ source }: HostNames, member: SyntaxNode, name: string): boolean {
  const inner = childIn(member, 'type');
  const named = inner === null ? null : childIn(inner, 'name');
  const own = declaredName(childIn(member, 'declarator')) ?? named ?? childIn(member, 'name');
  return own !== null && textOf(source, own) === name;
}

/** From the bases in their order. */
function inBases<Found>({ struct, cx }: Instance, find: (base: Instance) => Found | null): Found | null {
  for (const clause of struct.node.children.filter(({ type }) => type === 'base_class_clause')) {
    for (const base of namedChildren(clause).filter(({ type }) => type !== 'access_specifier')) {
      const instance = instanceOf(deeper(cx), base);
      const found = instance === null ? null : find(instance);
      if (instance === null || found !== null) return found;
    }
  }
  return null;
}
