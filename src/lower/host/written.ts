/**
 * Types as host code writes them, and the members of its classes. Templates of the standard library and of Thrust are
 * kept by name and arguments (`vector<float>`): what they hold is known, their layout is not.
 */
import type { SyntaxNode } from '../../parse/node.ts';
import type { CType } from '../types/c-type.ts';
import type { Environment, Host } from './host.ts';
import { childIn, childrenIn, namedChildren } from '../../parse/node.ts';
import { textOf } from '../context.ts';
import { pointerTo } from '../types/c-type.ts';
import { declaredName, functionDeclarator, splitName, visible } from '../file-scope.ts';
import { ancestorsOf, at, inScopeOf, isClass, maxHostDepth } from './host.ts';
import { firstOf } from './declarations.ts';
import { emptyScope } from '../scope.ts';
import { templateArguments } from '../calls/templates.ts';
import { declared, qualifiersOf } from '../types/types.ts';

/** A type as written at a place. */
export function typeNamed(host: Host, type: SyntaxNode | null, place: SyntaxNode, env: Environment): CType | null {
  if (type === null || type.type === 'placeholder_type_specifier') return null;
  return known(at(host, place, env, () => written(host, type)));
}

/** Null for types that stand for another one. */
export const known = (type: CType): CType | null =>
  type.kind === 'opaque' && /^(?:auto|a function)$/.test(type.text) ? null : type;

/** The type that a node names, library templates by name and arguments. */
export function written(host: Host, node: SyntaxNode): CType {
  const { cx } = host;
  if (node.type === 'type_descriptor') {
    const inner = childIn(node, 'type');
    const declarator = childIn(node, 'declarator');
    if (inner === null) return cx.rules.type(cx, node);
    const base = written(host, inner);
    return declarator === null ? base : declared(cx, declarator, base, qualifiersOf(node));
  }
  const type = cx.rules.type(cx, node);
  if (type.kind !== 'opaque') return type;
  const split = splitName(node, (inner) => textOf(cx, inner));
  if (split.arguments === null) return aliasOfLibrary(host, split.name, split.scopes) ?? type;
  return {
    kind: 'struct',
    struct: {
      name: textOf(cx, node),
      fields: [],
      size: 1,
      align: 1,
      dataSize: 1,
      sized: false,
      template: { name: split.name, arguments: templateArguments(cx, split.arguments) },
      body: null,
    },
  };
}

/** `using Vec = thrust::device_vector<float>`. */
function aliasOfLibrary(host: Host, name: string, scopes: readonly string[]): CType | null {
  const { cx } = host;
  const decl = visible(cx.unit.declared.types.get(name) ?? [], scopes, cx.frame.path)[0];
  const type =
    decl === undefined || decl.kind !== 'alias' || decl.template !== null ? null : childIn(decl.node, 'type');
  if (decl === undefined || type === null || host.depth > maxHostDepth) return null;
  host.depth++;
  const made = inScopeOf(host, emptyScope, decl.path, () => written(host, type));
  host.depth--;
  return made.kind === 'opaque' ? null : made;
}

/** What `*x` and `x[i]` of such a type are. */
export function elementOf(type: CType | null): CType | null {
  if (type?.kind === 'pointer') return type.to;
  if (type?.kind === 'array') return type.of;
  return firstArgument(type, containers);
}

export const containers =
  /^(?:vector|array|device_vector|host_vector|universal_vector|valarray|span|unique_ptr|shared_ptr|device_ptr|counted_iterator|unique_eager_array|normal_iterator)$/;

/** The element type of a library template that holds such elements. */
export function firstArgument(type: CType | null, names: RegExp): CType | null {
  const template = type?.kind === 'struct' && type.struct.body === null ? type.struct.template : null;
  const first = template !== null && names.test(template.name) ? template.arguments[0] : undefined;
  if (first?.kind !== 'type') return null;
  return first.type.kind === 'array' ? first.type.of : first.type;
}

/** A raw pointer to what an iterator or smart pointer stands for. */
export function pointee(type: CType | null): CType | null {
  if (type?.kind === 'pointer') return type;
  const element = elementOf(type);
  return element === null ? null : pointerTo(element);
}

/** The class whose member function holds a place. */
export function classAround(host: Host, node: SyntaxNode, env: Environment): CType | null {
  const { cx } = host;
  const around = [...ancestorsOf(host, node)].reverse();
  const definition = around.find((one) => one.type === 'function_definition' || isClass(one));
  if (definition === undefined) return null;
  const name = definition.type === 'function_definition' ? functionDeclarator(childIn(definition, 'declarator')) : null;
  const qualified = name === null ? null : childIn(name, 'declarator');
  const scope = qualified?.type === 'qualified_identifier' ? childIn(qualified, 'scope') : null;
  if (scope !== null) return at(host, definition, env, () => cx.rules.type(cx, scope));
  const owner = around.find((one) => isClass(one));
  const own = owner === undefined ? null : childIn(owner, 'name');
  if (owner === undefined || own === null) return null;
  return {
    kind: 'struct',
    struct: {
      name: textOf(cx, own),
      fields: [],
      size: 1,
      align: 1,
      dataSize: 1,
      sized: false,
      template: null,
      body: { node: owner, scope: { names: new Map(env), parent: null }, path: [] },
    },
  };
}

/** The type of a data member, in the class and then in its bases. */
export function typeOfField(host: Host, type: CType, name: string): CType | null {
  if (type.kind !== 'struct') return null;
  const { struct } = type;
  const plain = struct.fields.find((field) => field.name === name);
  if (struct.body === null) return plain?.type ?? null;
  const { scope, path } = struct.body;
  const body = childIn(struct.body.node, 'body');
  for (const member of body === null ? [] : namedChildren(body)) {
    if (member.type !== 'field_declaration') continue;
    for (const declarator of childrenIn(member, 'declarator')) {
      const own = declaredName(declarator);
      const typeNode = childIn(member, 'type');
      if (own === null || typeNode === null || textOf(host.cx, own) !== name || functionDeclarator(declarator) !== null)
        continue;
      return inScopeOf(host, scope, path, () =>
        declared(host.cx, declarator, written(host, typeNode), qualifiersOf(member)),
      );
    }
  }
  return firstOf(basesOf(host, type), (base) => typeOfField(host, base, name));
}

/** The types that a class derives from. */
export function basesOf(host: Host, type: Extract<CType, { kind: 'struct' }>): readonly CType[] {
  const { body } = type.struct;
  const clause = body?.node.children.find((child) => child.type === 'base_class_clause');
  if (body === null || clause === undefined || host.depth > maxHostDepth) return [];
  return inScopeOf(host, body.scope, body.path, () =>
    namedChildren(clause)
      .filter((child) => child.type !== 'access_specifier')
      .map((child) => written(host, child)),
  );
}
