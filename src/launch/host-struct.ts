/**
 * What the members of a struct of host code hold: given by braced lists, by copies of other objects and by functions
 * that return one.
 * Exact: lists are followed for classes without bases whose constructors, if any, only hand their arguments on, copies
 * for those that nobody wrote the copying of; all else is open.
 *
 * Example: with `struct View { int *p; int stride, n; };`, `View{p, 1, n}` has the stride 1.
 */
import type { Expr } from '../base/expr.ts';
import type { SyntaxNode } from '../parse/node.ts';
import type { Evaluation } from './evaluation.ts';
import type { Declaration, HostNames } from './host-names.ts';
import type { Struct } from './type-index.ts';
import { int } from '../base/expr-build.ts';
import { memoized } from '../base/memoize.ts';
import { childIn, namedChildren, textOf } from '../parse/node.ts';
import { enumerationsOf, hasConstructor } from './constructions.ts';
import { calleeName, declaredName } from './declarator.ts';
import { deeper, goesOn } from './evaluation.ts';
import { axes } from './host-dimensions.ts';
import { resultOf } from './host-call.ts';
import { declaredType, hostTypeOf, memberTypeText, printTypeText, spelledType } from './host-type.ts';
import { constantOf, converted, hostType } from './host-value.ts';
import { handsOn } from './library-calls.ts';
import { madeView, viewPointer, withoutArguments } from './library-views.ts';
import { lookup } from './lookup.ts';
import { argumentOf, beginsBare } from './member-initializers.ts';

const structOf = (names: HostNames, type: string): Struct | null =>
  names.types.structs.get(type.replace(/<.*$/s, '').replace(/^.*::/s, '').trim()) ?? null;

/** Whether lists give the members of such an object one by one (C++ [dcl.init.aggr]). */
function isAggregate(names: HostNames, struct: Struct): boolean {
  const body = childIn(struct.node, 'body');
  return body !== null && struct.bases.length === 0 && !hasConstructor(names, body) && isCopied(names, struct);
}

/**
 * Whether a copy of such an object has the members that it has: nobody wrote how it is copied or assigned, and no two
 * of them share a place.
 */
function isCopied(names: HostNames, struct: Struct): boolean {
  const name = childIn(struct.node, 'name');
  const own = name === null ? '' : textOf(names.source, name);
  return namedChildren(childIn(struct.node, 'body') ?? struct.node).every((child) => {
    if (!/^(?:field_declaration|function_definition|declaration|template_declaration)$/.test(child.type)) return true;
    const type = childIn(child, 'type');
    if (type !== null && childIn(child, 'declarator') === null)
      return !/^(?:struct|union|class)_specifier$/.test(type.type) || childIn(type, 'name') !== null;
    const text = textOf(names.source, child);
    const declared =
      child.type === 'template_declaration' || type === null
        ? declaredName(
            childIn(
              child.type === 'template_declaration' ? (namedChildren(child).at(-1) ?? child) : child,
              'declarator',
            ),
          )
        : null;
    const takesOwn =
      declared !== null &&
      textOf(names.source, declared) === own &&
      (child.type === 'template_declaration' ||
        new RegExp(`\\b${own}\\b`).test(
          names.source.text.slice(declared.end, childIn(child, 'body')?.start ?? child.end),
        ));
    return !takesOwn && !/\bvirtual\b|\boperator\s*=\s*\(/.test(text);
  });
}

/**
 * Whether what an object of the type holds is what the object that it is a copy of held: no function of the file copies
 * it.
 */
export function isPlainlyCopied(names: HostNames, type: string | null): boolean {
  const struct = type === null ? null : structOf(names, type);
  return struct === null || isCopied(names, struct);
}

/**
 * Whether a member of such an object may be changed under another name that the class itself makes: by a reference or
 * pointer that begins as one to a member, or to the object. Over-approximating: null, an unknown class, is any of the
 * file's.
 */
export function hasOwnNames(names: HostNames, type: string | null): boolean {
  const struct = type === null ? null : structOf(names, type);
  return struct === null
    ? type === null && [...names.types.structs.values()].some((each) => each !== null && namesItself(each, names))
    : namesItself(struct, names);
}

const namesItself = memoized((struct: Struct, names: HostNames): boolean => {
  const body = childIn(struct.node, 'body');
  const given =
    body === null
      ? []
      : [
          ...namedChildren(body).flatMap((child) =>
            child.type === 'field_declaration' ? child.children.filter(({ field }) => field === 'default_value') : [],
          ),
          ...initializersIn(body),
        ];
  const members = [...struct.members.values()];
  const hasReference = members.some(({ declarator }) => declarator.type === 'reference_declarator');
  // an array is a pointer to itself
  const isNamed = (node: SyntaxNode): boolean => {
    const meant = /^(?:field_)?identifier$/.test(node.type) ? lookup(names, textOf(names.source, node), node) : null;
    return meant !== null && meant.scope === body && (hasReference || meant.isArray);
  };
  const keeps = (node: SyntaxNode): boolean =>
    node.type === 'this' ||
    (node.type === 'pointer_expression' && node.children[0]?.type === '&') ||
    isNamed(node) ||
    node.children.some(keeps);
  return given.some(keeps);
});

/** What constructors in a class give to its members. */
const initializersIn = (node: SyntaxNode): readonly SyntaxNode[] =>
  node.type === 'field_initializer' ? namedChildren(node).slice(1) : node.children.flatMap(initializersIn);

type Field = Readonly<{ name: string; declarator: SyntaxNode; declaration: SyntaxNode }>;

/** The data members that each object has, in their order. */
const fieldsIn = (names: HostNames, struct: Struct): readonly Field[] =>
  [...struct.members]
    .filter(
      ([, { declarator, declaration }]) =>
        declarator.type !== 'function_declarator' &&
        declaration.type === 'field_declaration' &&
        !declaration.children.some(
          (child) => child.type === 'storage_class_specifier' && textOf(names.source, child) === 'static',
        ),
    )
    .map(([name, member]) => ({ name, ...member }));

/** Whether a member is a bit-field, which holds less than its type. */
export function isBitField(names: HostNames, type: string, member: string): boolean {
  return (
    structOf(names, type)
      ?.members.get(member)
      ?.declaration.children.some((child) => child.type === 'bitfield_clause') === true
  );
}

/** The names of the data members of a class of the file, or []. */
export function fieldNames(names: HostNames, type: string): readonly string[] {
  const struct = structOf(names, type);
  return struct === null ? [] : fieldsIn(names, struct).map(({ name }) => name);
}

/** What a braced list gives to a field; null where that is not certain, or it gives nothing. */
export function fieldOfList(
  cx: Evaluation,
  typeText: string,
  nodes: readonly SyntaxNode[],
  member: string,
): SyntaxNode | null {
  const { names } = cx;
  const type = typeText.replace(/\b(?:const|struct|class)\b/g, ' ').trim();
  const view = viewPointer(names, type);
  if (view !== null)
    return member === view && nodes[0] !== undefined && hostTypeOf(names, nodes[0])?.endsWith('*') === true
      ? nodes[0]
      : null;
  const struct = structOf(names, type);
  if (
    struct !== null &&
    isCopied(names, struct) &&
    hasConstructor(names, childIn(struct.node, 'body') ?? struct.node)
  ) {
    const place = argumentOf(names, struct, nodes.length, {
      member,
      type: memberTypeText(names, { base: type, pointers: 0 }, member),
    });
    return place === null ? null : (nodes[place] ?? null);
  }
  if (struct === null || !isAggregate(names, struct)) return null;
  const pair = nodes.find(
    (node) =>
      node.type === 'initializer_pair' && textOf(names.source, childIn(node, 'designator') ?? node) === `.${member}`,
  );
  if (pair !== undefined) return childIn(pair, 'value');
  if (nodes.some((node) => node.type === 'initializer_pair')) return null;
  const fields = fieldsIn(names, struct);
  const k = fields.findIndex(({ name }) => name === member);
  const [only] = nodes;
  if (only !== undefined && nodes.length === 1 && !isPlainValue(names, only)) return null;
  const isInPlace =
    k >= 0 &&
    fields.slice(0, k + 1).every((field, j) => nodes[j] !== undefined && takesOne(names, type, field, nodes[j]));
  return isInPlace ? (nodes[k] ?? null) : null;
}

/**
 * What an object that is made in place gives to a field: `View{p, 1}`, `View(p, 1)`, or `{p, 1}` where a `formal` one
 * is expected; null where that is not certain.
 */
export function fieldGiven(
  cx: Evaluation,
  object: SyntaxNode,
  member: string,
  formal: string | null,
): SyntaxNode | null {
  const written = object.type === 'compound_literal_expression' ? childIn(object, 'type') : null;
  const type =
    written === null || written.missing ? constructedType(cx.names, object, formal) : textOf(cx.names.source, written);
  const list = object.type === 'initializer_list' ? object : (childIn(object, 'value') ?? childIn(object, 'arguments'));
  return type === null || list === null ? null : fieldOfList(cx, type, namedChildren(list), member);
}

/** Whether the only element of a list gives a field, and is no object that all of it is a copy of. */
function isPlainValue(names: HostNames, node: SyntaxNode): boolean {
  if (/_literal$|^(?:initializer_list|null|lambda_expression|true|false)$/.test(node.type)) return true;
  const type = hostTypeOf(names, node);
  return type !== null && (type.endsWith('*') || hostType(type) !== null || enumerationsOf(names).has(type));
}

/**
 * Whether a field is given by one element of the list, as it is if no braces are left out around its own (C++
 * [dcl.init.aggr]).
 */
function takesOne(names: HostNames, type: string, { name, declarator }: Field, node: SyntaxNode): boolean {
  if (node.type === 'initializer_list') return true;
  if (declarator.type === 'array_declarator' || childIn(declarator, 'declarator')?.type === 'array_declarator')
    return false;
  const own = memberTypeText(names, { base: type, pointers: 0 }, name);
  if (
    node.type === 'call_expression' &&
    own !== null &&
    [own, `make_${own}`].includes(textOf(names.source, childIn(node, 'function') ?? node))
  )
    return true;
  const given = hostTypeOf(names, node);
  if (own !== null && own.endsWith('*') && given !== null && structOf(names, given) !== null && !given.endsWith('*'))
    return false;
  return (
    own !== null && (own.endsWith('*') || hostType(own) !== null || enumerationsOf(names).has(own) || given === own)
  );
}

/**
 * The value of a member of an object, or of an axis of a member (`block.x`), that an expression of class type gives.
 * `type`: what it becomes; null: its own.
 */
export function memberValue(cx: Evaluation, node: SyntaxNode, type: string | null, member: string): Expr | null {
  const { names } = cx;
  if (!goesOn(cx)) return null;
  if (node.type === 'parenthesized_expression') return memberValue(cx, namedChildren(node)[0] ?? node, type, member);
  if (node.type === 'initializer_list') return type === null ? null : ofList(cx, type, namedChildren(node), member);
  if (node.type === 'compound_literal_expression') return ofLiteral(cx, node, type, member);
  const made = madeClass(names, node);
  if (made !== null)
    return type !== null && made !== type
      ? null
      : ofList(cx, made, namedChildren(childIn(node, 'arguments') ?? node), member);
  const own = hostTypeOf(names, node);
  const struct = own === null ? null : structOf(names, own);
  if (
    own === null ||
    struct === null ||
    !isCopied(names, struct) ||
    isBitField(names, own, member) ||
    (type !== null && own !== type)
  )
    return null;
  if (node.type === 'identifier') return cx.rules.variable(deeper(cx), textOf(names.source, node), node, member);
  return node.type === 'call_expression' ? ofCall(cx, node, own, member) : null;
}

/** The class of which `View(p, 1)` makes an object; null for other calls. */
function madeClass(names: HostNames, node: SyntaxNode): string | null {
  const callee = node.type === 'call_expression' ? childIn(node, 'function') : null;
  const text = callee === null ? '' : withoutArguments(textOf(names.source, callee)).replace(/^.*::/s, '');
  if (callee === null || !/^(?:identifier|qualified_identifier|template_function)$/.test(callee.type)) return null;
  const isHidden = (names.functions.get(text) ?? []).some((definition) => childIn(definition, 'type') !== null);
  return names.types.structs.has(text) &&
    !isHidden &&
    (names.declarations.get(text) ?? []).every(({ kind }) => kind !== 'variable' && kind !== 'parameter')
    ? text
    : null;
}

/**
 * The class of the file, or of a library, of which an expression makes an object: `View(p, 1)`, and `{p, 1}` where a
 * `formal` one is expected.
 */
export const constructedType = (names: HostNames, node: SyntaxNode, formal: string | null): string | null =>
  node.type === 'initializer_list' ||
  (node.type === 'compound_literal_expression' && childIn(node, 'type')?.missing === true)
    ? formal
    : (madeClass(names, node) ?? madeView(names, node));

/** `View{p, 1}`, and `{p, 1}` where it stands for one. */
function ofLiteral(cx: Evaluation, node: SyntaxNode, type: string | null, member: string): Expr | null {
  const written = childIn(node, 'type');
  const list = childIn(node, 'value');
  const own = written === null || written.missing ? type : spelledType(cx.names, written);
  return own === null || list === null || (type !== null && own !== type)
    ? null
    : ofList(cx, own, namedChildren(list), member);
}

function ofCall(cx: Evaluation, node: SyntaxNode, type: string, member: string): Expr | null {
  const callee = childIn(node, 'function');
  const name = calleeName(callee);
  const spelled = name === null ? '' : textOf(cx.names.source, name);
  const [only, second] = namedChildren(childIn(node, 'arguments') ?? node);
  if (callee === null || name === null) return null;
  if (handsOn(spelled) && !cx.names.functions.has(spelled))
    return only === undefined || second !== undefined ? null : memberValue(cx, only, type, member);
  return resultOf(cx, node, (inner, result) => memberValue(inner, result, type, member));
}

function ofList(cx: Evaluation, type: string, nodes: readonly SyntaxNode[], member: string): Expr | null {
  const { names } = cx;
  const [only, second] = nodes;
  if (
    only !== undefined &&
    second === undefined &&
    only.type !== 'initializer_pair' &&
    hostTypeOf(names, only) === type
  )
    return memberValue(cx, only, type, member);
  const [own = member, axis] = member.split('.');
  const node = fieldOfList(cx, type, nodes, own);
  if (axis !== undefined) return node === null ? null : (cx.rules.dimensions(cx, node)[axes.indexOf(axis)] ?? null);
  const given =
    node === null
      ? isLeftOut(names, type, nodes, member)
        ? defaultOf(cx, type, member, 'zero')
        : null
      : cx.rules.evaluate(cx, node);
  return asField(cx, given, type, member);
}

/** Whether a list ends before the field. */
function isLeftOut(names: HostNames, type: string, nodes: readonly SyntaxNode[], member: string): boolean {
  const struct = structOf(names, type);
  const fields = struct === null || !isAggregate(names, struct) ? [] : fieldsIn(names, struct);
  const k = fields.findIndex(({ name }) => name === member);
  return (
    k >= nodes.length &&
    nodes.every((node, j) => {
      const field = fields[j];
      return node.type !== 'initializer_pair' && field !== undefined && takesOne(names, type, field, node);
    })
  );
}

/**
 * What a member is that nothing gives a value: its own default, where that is a constant, else what `otherwise` says.
 */
function defaultOf(cx: Evaluation, type: string, member: string, otherwise: 'zero' | 'nothing'): Expr | null {
  const declared = structOf(cx.names, type)?.members.get(member)?.declaration;
  const fallback = declared === undefined ? null : childIn(declared, 'default_value');
  if (declared === undefined || declared.children.filter((child) => child.field === 'declarator').length > 1)
    return null;
  if (fallback === null) return otherwise === 'zero' ? int(0) : null;
  const value = cx.rules.evaluate(cx, fallback);
  return constantOf(value) === null ? null : value;
}

/** What a member begins with that says so itself, by a constant; null: it does not. */
export const ownDefault = (cx: Evaluation, type: string, member: string): Expr | null =>
  asField(cx, defaultOf(cx, type, member, 'nothing'), type, member);

/** The value that a field of this class gets. */
function asField(cx: Evaluation, value: Expr | null, type: string, member: string): Expr | null {
  const own = memberTypeText(cx.names, { base: type, pointers: 0 }, member);
  const scalar = own === null || isBitField(cx.names, type, member) ? null : hostType(own);
  return value === null || scalar === null ? null : converted(scalar, value);
}

/** What the declaration of a variable of class type gives to a member. */
export function declaredMember(cx: Evaluation, declaration: Declaration, member: string): Expr | null {
  const { initial } = declaration;
  const type = classOf(cx.names, declaration);
  if (initial.kind === 'expression')
    return type === null && declaration.typeText !== 'auto' ? null : memberValue(cx, initial.node, type, member);
  if (type === null) return null;
  if (initial.kind === 'arguments') return ofList(cx, type, initial.nodes, member);
  const struct = structOf(cx.names, type);
  return struct !== null && (isAggregate(cx.names, struct) || beginsBare(cx.names, struct, member))
    ? ownDefault(cx, type, member)
    : null;
}

/** The class of a variable; null where it is deduced or cannot be told. */
export function classOf(names: HostNames, declaration: Declaration): string | null {
  const type = declaration.typeText === 'auto' ? null : declaredType(names, declaration);
  return type === null ? null : printTypeText(type);
}

/** Whether a variable that is declared without a value has none in the member: reading it is undefined then. */
export function isUnset(names: HostNames, declaration: Declaration, member: string): boolean {
  const type = classOf(names, declaration);
  const struct = type === null ? null : structOf(names, type);
  const declared = struct?.members.get(member)?.declaration;
  return (
    struct !== null &&
    declared !== undefined &&
    isAggregate(names, struct) &&
    childIn(declared, 'default_value') === null
  );
}
