/** Structs and classes: members (layout.ts places them), base classes, nested types and constants, member functions. */
import type { Expr } from '../../base/expr.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { CType, Field, StructType, TemplateArgument } from '../types/c-type.ts';
import type { FileScope, FunctionDecl } from '../file-scope.ts';
import type { Member, Shape } from './layout.ts';
import type { Binding, Scope } from '../scope.ts';
import { childIn, childrenIn, namedChildren } from '../../parse/node.ts';
import { i32 } from '../../base/ctype.ts';
import { typeOf } from '../../base/expr-build.ts';
import { printArgument } from '../calls/templates.ts';
import { printExpr } from '../../base/expr-print.ts';
import { fail, textIn, textOf } from '../context.ts';
import { constantOf, convert, isConstantExpr } from '../expressions/constants.ts';
import {
  alignOfType,
  basesOf,
  functionType,
  isSized,
  pointerTo,
  printCType,
  scalar,
  typeKey,
} from '../types/c-type.ts';
import { layoutOf } from './layout.ts';
import { withOutside } from './outside-definitions.ts';
import { declareEnum } from '../types/enums.ts';
import { declaredName, functionDeclarator, hasWord, onlyValue, splitName } from '../file-scope.ts';
import { isOpenConst, maybeConst } from '../types/open-const.ts';
import { within } from '../scope.ts';
import { memoized } from '../../base/memoize.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

type Template = Readonly<{ name: string; arguments: readonly TemplateArgument[] }> | null;

/**
 * The struct that a specifier with a body defines, for one binding of its template parameters. It is known (and may be
 * pointed to) before its members are, and completed in place, so that all mentions of it are one object.
 */
export function structOf(
  cx: Context,
  node: SyntaxNode,
  name: string,
  outer: Scope | null,
  path: readonly string[],
  template: Template,
): StructType {
  const id = `${node.start} ${(template?.arguments ?? []).map(argumentKey).join(',')}${enclosingKey(outer)}`;
  const key = template === null ? `${id} by ${cx.frame.key}` : id;
  const known = cx.unit.structs.get(key);
  if (known !== undefined) return known;
  const scope: Scope = { names: new Map(), parent: outer };
  const started: StructType = {
    name,
    id,
    fields: [],
    size: 1,
    align: 1,
    dataSize: 1,
    sized: false,
    template,
    body: { node, scope, path },
  };
  cx.unit.structs.set(key, started);
  scope.names.set(template?.name ?? name, { kind: 'type', type: { kind: 'struct', struct: started } });
  cx.unit.openStructs.add(started);
  const members = [...baseMembers(cx, node, scope), ...membersOf(cx, node, scope)].map((member) => ({
    ...member,
    type: complete(cx, member.type),
  }));
  cx.unit.openStructs.delete(started);
  if (members.reduce((sum, { type }) => sum + partsOf(type), 0) > maxParts) {
    fail(cx, node, fill(messages.tooManyMembers, { name, maxParts }));
    return started;
  }
  const isKnown = members.every((member) => isSized(member.type)) && !hasVirtualBase(node);
  const shape = shapeOf(cx, node, members);
  const { isKnown: isPlaced, ...placed } = layoutOf(members, shape);
  const dataSize = isPlainData(cx, node, members) ? placed.size : placed.dataSize;
  return Object.assign(started, {
    ...placed,
    dataSize: placed.dataSize === 0 ? 0 : dataSize,
    sized: isKnown && isPlaced,
  });
}

/** The class whose scope this is; null for other scopes. A class's own name is the first that its scope has. */
export function classOfScope(scope: Scope): StructType | null {
  const first = scope.names.values().next().value;
  return first?.kind === 'type' && first.type.kind === 'struct' && first.type.struct.body?.scope === scope
    ? first.type.struct
    : null;
}

/** A class inside a class template, or in an instance of a function, is another one for each of them. */
function enclosingKey(outer: Scope | null): string {
  const made: string[] = [];
  for (let at = outer; at !== null; at = at.parent) {
    const struct = classOfScope(at);
    if (struct !== null)
      made.push(`${struct.body?.node.start ?? 0} ${(struct.template?.arguments ?? []).map(argumentKey).join(',')}`);
    if (at.instance !== undefined) return ` in ${[...made, at.instance].join(' in ')}`;
  }
  return made.length === 0 ? '' : ` in ${made.join(' in ')}`;
}

/** Members of members are followed one by one: classes that hold each other twice double with each. */
const maxParts = 10_000;

function partsOf(type: CType): number {
  if (type.kind === 'array') return partsOf(type.of);
  return type.kind === 'struct' ? type.struct.fields.reduce((sum, field) => sum + partsOf(field.type), 1) : 1;
}

/** A struct cannot contain itself, but broken source says so, and everything that follows fields would not end. */
function complete(cx: Context, type: CType): CType {
  if (type.kind === 'array') return { ...type, of: complete(cx, type.of) };
  return type.kind === 'struct' && cx.unit.openStructs.has(type.struct)
    ? { kind: 'opaque', text: type.struct.name }
    : type;
}

function argumentKey(argument: TemplateArgument): string {
  if (argument.kind === 'function')
    return `${argument.value.decls
      .filter(({ node }) => childIn(node, 'body') !== null)
      .map(({ node }) => node.start)
      .join('/')} ${printArgument(argument)}`;
  return argument.kind === 'type'
    ? `${isOpenConst(argument.type) ? '?const ' : ''}${typeKey(argument.type)}`
    : `${isConstantExpr(argument.value) ? '' : '~'}${printExpr(argument.value)}`;
}

function shapeOf(cx: Context, node: SyntaxNode, members: readonly Member[]): Shape {
  const body = childIn(node, 'body');
  const head =
    textIn(cx.unit, node.start, body?.start ?? node.start) + (body === null ? '' : textIn(cx.unit, body.end, node.end));
  const isVirtual = body !== null && body.children.some((member) => hasWord(member, 'virtual'));
  const inherits = members.some(
    (member) => member.role === 'base' && member.type.kind === 'struct' && isPolymorphic(member.type.struct),
  );
  return {
    isUnion: node.type === 'union_specifier',
    isPacked: isPackedBy(head),
    most: cx.unit.packingAt(node.start),
    align: alignmentIn(cx, node, head),
    start: isVirtual && !inherits ? 8 : 0,
  };
}

/** By an attribute: a class may have that name. */
const isPackedBy = (head: string): boolean => /[([,:]\s*(?:__packed__|packed)\s*[)\],]/.test(head);

const isOverlappingBy = (text: string): boolean => /(?<!msvc\s*::\s*)\bno_unique_address\b/.test(text);

/** `alignas(16)` or `__attribute__((aligned(16)))`; 1 without. */
function alignmentIn(cx: Context, node: SyntaxNode, text: string): number {
  const given = [...text.matchAll(/\b(?:alignas|__?aligned(?:__)?|aligned)\s*\(\s*(\d+)\s*\)/g)].map((match) =>
    Number(match[1]),
  );
  const computed = node.children
    .filter((child) => child.type === 'alignas_qualifier')
    .flatMap((child) => namedChildren(child))
    .map((inner) => alignmentValue(cx, inner));
  const asked = node.children
    .filter((child) => child.type === 'attribute_specifier')
    .flatMap((child) => alignmentsAsked(cx, child));
  return Math.max(1, ...given, ...computed, ...asked);
}

/** The largest alignment that types need on the hosts of CUDA: what `aligned` without a number asks for. */
const largestAlignment = 16;

/** `aligned(N)` in an attribute, `N` an expression, and `aligned`. */
function alignmentsAsked(cx: Context, node: SyntaxNode): readonly number[] {
  const isWord = (part: SyntaxNode | null): boolean =>
    part?.type === 'identifier' && /^(?:__)?aligned(?:__)?$/.test(textOf(cx, part));
  if (isWord(node)) return [largestAlignment];
  if (node.type !== 'call_expression') return node.children.flatMap((child) => alignmentsAsked(cx, child));
  const [first] = namedChildren(childIn(node, 'arguments') ?? node);
  return isWord(childIn(node, 'function')) && first !== undefined ? [alignmentValue(cx, first)] : [];
}

function alignmentValue(cx: Context, node: SyntaxNode): number {
  if (node.type.endsWith('_type') || node.type.endsWith('_descriptor')) return alignOfType(cx.rules.type(cx, node));
  const value = cx.rules.value(cx, node);
  return value.kind === 'scalar' ? Number(constantOf(value.expr) ?? 1n) : 1;
}

/** Whether some function of the class or its bases is virtual. */
export function isPolymorphic(struct: StructType): boolean {
  const body = struct.body === null ? null : childIn(struct.body.node, 'body');
  return (
    (body !== null && body.children.some((member) => hasWord(member, 'virtual'))) || basesOf(struct).some(isPolymorphic)
  );
}

/** The same of a class or one of its bases. */
export function hasVirtualBases(struct: StructType): boolean {
  return (struct.body !== null && hasVirtualBase(struct.body.node)) || basesOf(struct).some(hasVirtualBases);
}

function hasVirtualBase(node: SyntaxNode): boolean {
  return node.children.some(
    (child) => child.type === 'base_class_clause' && child.children.some((inner) => inner.type === 'virtual'),
  );
}

/** Plain data keeps its tail padding to itself: no bases, no constructors or destructors, no private members. */
function isPlainData(cx: Context, node: SyntaxNode, members: readonly Member[]): boolean {
  const body = childIn(node, 'body');
  if (
    body === null ||
    members.some(
      (member) =>
        member.role === 'base' ||
        (member.type.kind === 'struct' && member.type.struct.dataSize !== member.type.struct.size),
    )
  )
    return false;
  return namedChildren(body).every((member) => {
    if (member.type === 'access_specifier') return /public/.test(textOf(cx, member));
    const declarator = functionDeclarator(childIn(member, 'declarator'));
    const isSpecial = declarator !== null && childIn(member, 'type') === null && declarator.type !== 'operator_cast';
    return (
      !isSpecial &&
      !hasWord(member, 'virtual') &&
      !/\boperator\s*=\s*\(/.test(declarator === null ? '' : textOf(cx, declarator))
    );
  });
}

function baseMembers(cx: Context, node: SyntaxNode, scope: Scope): readonly Member[] {
  const clause = node.children.find((child) => child.type === 'base_class_clause');
  if (clause === undefined) return [];
  return within(cx, scope, () =>
    namedChildren(clause).flatMap((child, k): Member[] => {
      if (child.type === 'access_specifier' || child.type === 'comment' || child.type === 'virtual') return [];
      const type = cx.rules.type(cx, child);
      return [
        {
          name: `(base ${k} ${printCType(type)})`,
          type,
          role: 'base',
          align: 1,
          isPacked: false,
          isOverlapping: false,
          bits: null,
          initializer: null,
        },
      ];
    }),
  );
}

/** The members in order; nested types and constants go into the class's scope on the way. */
function membersOf(cx: Context, node: SyntaxNode, scope: Scope): readonly Member[] {
  const body = childIn(node, 'body');
  if (body === null) return [];
  return within(cx, scope, () =>
    namedChildren(body).flatMap((member) => {
      switch (member.type) {
        case 'field_declaration':
          return fieldMembers(cx, member, scope);
        case 'type_definition':
        case 'alias_declaration':
          declareAlias(cx, member, scope);
          return [];
        case 'enum_specifier':
        case 'struct_specifier':
        case 'class_specifier':
        case 'union_specifier':
          declareNested(cx, member, scope);
          return [];
        default:
          return [];
      }
    }),
  );
}

function fieldMembers(cx: Context, member: SyntaxNode, scope: Scope): readonly Member[] {
  const typeNode = childIn(member, 'type');
  if (typeNode !== null && typeNode.type.endsWith('_specifier')) declareNested(cx, typeNode, scope);
  if (hasWord(member, 'static')) {
    declareConstants(cx, member, scope);
    return [];
  }
  const base = typeNode === null ? scalar(i32) : cx.rules.type(cx, typeNode);
  const quals = { volatile: hasWord(member, 'volatile'), isConst: hasWord(member, 'const') };
  const qualifiers = member.children.filter(
    (child) => child.type === 'type_qualifier' || child.type === 'alignas_qualifier',
  );
  const declarators = childrenIn(member, 'declarator');
  const beside =
    textIn(cx.unit, member.start, typeNode?.start ?? member.start) +
    textIn(cx.unit, typeNode?.end ?? member.start, declarators[0]?.start ?? member.end);
  const alignedBy = (text: string, start: number, end: number): number =>
    alignmentIn(
      cx,
      {
        ...member,
        children: member.children.filter(
          (child) => child.type === 'attribute_specifier' && child.start >= start && child.end <= end,
        ),
      },
      text,
    );
  const align = Math.max(
    alignedBy(beside, member.start, declarators[0]?.start ?? member.end),
    ...qualifiers.map((child) => alignmentIn(cx, child, textOf(cx, child))),
  );
  const isPacked = isPackedBy(beside);
  const isOverlapping = isOverlappingBy(beside);
  const clauses = bitFieldClauses(member);
  if (clauses === null) fail(cx, member, messages.unreadMember);
  if (declarators.length === 0) {
    const width = clauses?.[0] === undefined ? null : widthOf(cx, clauses[0]);
    if (width !== null)
      return [{ name: '', type: base, role: 'member', align, isPacked, isOverlapping, bits: width, initializer: null }];
    const isAnonymous =
      base.kind === 'struct' &&
      typeNode !== null &&
      typeNode.type.endsWith('_specifier') &&
      childIn(typeNode, 'name') === null;
    return isAnonymous
      ? [
          {
            name: `(anonymous ${member.start})`,
            type: base,
            role: 'anonymous',
            align,
            isPacked,
            isOverlapping,
            bits: null,
            initializer: null,
          },
        ]
      : [];
  }
  const values = childrenIn(member, 'default_value');
  return declarators.flatMap((declarator, k): Member[] => {
    const name = declaredName(declarator);
    if (name === null || functionDeclarator(declarator) !== null) return [];
    const type = cx.rules.declared(cx, declarator, base, quals);
    cx.unknownExtents.length = 0;
    const end = declarators[k + 1]?.start ?? member.end;
    const within = (node: SyntaxNode): boolean => node.start >= declarator.end && node.start < end;
    const clause = clauses?.find(within);
    const behind = textIn(cx.unit, declarator.start, end);
    // of a pointer the word qualifies what it points to
    const own =
      quals.volatile && ['scalar', 'struct'].includes(elementOf(type).kind) ? { isVolatile: true as const } : {};
    return [
      {
        name: textOf(cx, name),
        type,
        role: 'member',
        ...own,
        align: Math.max(align, alignedBy(behind, declarator.start, end)),
        isPacked: isPacked || isPackedBy(behind),
        isOverlapping: isOverlapping || isOverlappingBy(behind),
        bits: clause === undefined ? null : widthOf(cx, clause),
        initializer: values.find(within) ?? initializerIn(clause),
      },
    ];
  });
}

const elementOf = (type: CType): CType => (type.kind === 'array' ? elementOf(type.of) : type);

/**
 * The clauses of a member, which the grammar does not expect before `= 7` or `{7}`; null: something in the member was
 * not parsed.
 */
function bitFieldClauses(member: SyntaxNode): readonly SyntaxNode[] | null {
  const isUnread = ({ type, children }: SyntaxNode): boolean =>
    type === 'ERROR' && !(children.length === 1 && children[0]?.type === 'bitfield_clause');
  if (member.children.some(isUnread)) return null;
  return member.children
    .flatMap((child) => (child.type === 'ERROR' ? child.children : [child]))
    .filter(({ type }) => type === 'bitfield_clause');
}

/** `7` of `int x : width = 7`, which reads like an assignment. */
function initializerIn(clause: SyntaxNode | undefined): SyntaxNode | null {
  const value = clause === undefined ? undefined : namedChildren(clause)[0];
  return value?.type === 'assignment_expression' ? childIn(value, 'right') : null;
}

/**
 * The width of a bit-field; an unknown one is taken as that of its type by the caller's layout, which is then not
 * sized.
 */
function widthOf(cx: Context, clause: SyntaxNode): number | null {
  const [written] = namedChildren(clause);
  const node = written?.type === 'assignment_expression' ? (childIn(written, 'left') ?? written) : written;
  const value = node === undefined ? null : cx.rules.value(cx, node);
  const known = value?.kind === 'scalar' ? constantOf(value.expr) : null;
  return known === null ? null : Number(known);
}

/** A type that is defined inside a class. */
function declareNested(cx: Context, node: SyntaxNode, scope: Scope): void {
  const name = childIn(node, 'name');
  if (node.type === 'enum_specifier') declareEnum(cx, node, scope);
  else if (name !== null && childIn(node, 'body') !== null)
    scope.names.set(textOf(cx, name), { kind: 'type', type: cx.rules.type(cx, node) });
}

const constantBinding = (expr: Expr, name: string): Binding => ({
  kind: 'slot',
  key: `constant ${name}`,
  slot: { kind: 'value', value: { kind: 'scalar', expr }, type: scalar(typeOf(expr)) },
});

/** Static members that are constants, converted to their types; others are not known. */
function declareConstants(cx: Context, member: SyntaxNode, scope: Scope): void {
  if (!hasWord(member, 'const') && !hasWord(member, 'constexpr')) return;
  const typeNode = childIn(member, 'type');
  const type = typeNode === null || typeNode.type === 'placeholder_type_specifier' ? null : cx.rules.type(cx, typeNode);
  for (const declarator of childrenIn(member, 'declarator')) {
    const name = declaredName(declarator);
    const inner = declarator.type === 'init_declarator' ? childIn(declarator, 'declarator') : declarator;
    const value = childIn(declarator, 'value') ?? childIn(member, 'default_value');
    const isPlain =
      inner !== null &&
      (/identifier$/.test(inner.type) || (inner.type === 'function_declarator' && functionDeclarator(inner) === null));
    if (name === null || value === null || !isPlain || specializedMembers(cx.unit.declared).has(textOf(cx, name)))
      continue;
    const made = cx.rules.value(cx, onlyValue(value));
    if (made.kind === 'function')
      scope.names.set(textOf(cx, name), {
        kind: 'slot',
        key: `constant ${textOf(cx, name)}`,
        slot: { kind: 'value', value: made, type: pointerTo(functionType) },
      });
    if (made.kind !== 'scalar' || !isConstantExpr(made.expr) || (type !== null && type.kind !== 'scalar')) continue;
    const kept = type === null ? made.expr : convert(made.expr, type.type);
    if (isConstantExpr(kept)) scope.names.set(textOf(cx, name), constantBinding(kept, textOf(cx, name)));
  }
}

/**
 * Names of static members that have another value in some class of a template: `template <> constexpr int P<int>::n =
 * 2;` (C++ [temp.expl.spec]).
 */
const specializedMembers = memoized(
  ({ variables }: FileScope): ReadonlySet<string> =>
    new Set(
      [...variables].flatMap(([name, all]) => {
        const [, member] = />\s*::\s*(\w+)$/.exec(name) ?? [];
        return member !== undefined &&
          all.some(({ template }) => template !== null && namedChildren(template).length === 0)
          ? [member]
          : [];
      }),
    ),
);

/** Binds the names that a `typedef` or `using` declares in a scope. */
export function declareAlias(cx: Context, node: SyntaxNode, scope: Scope): void {
  const type = childIn(node, 'type');
  if (type === null) return;
  if (type.type === 'enum_specifier') declareEnum(cx, type, scope);
  const base = cx.rules.type(cx, type);
  if (node.type === 'alias_declaration') {
    const name = childIn(node, 'name');
    if (name !== null) scope.names.set(textOf(cx, name), { kind: 'type', type: base });
    return;
  }
  for (const declarator of childrenIn(node, 'declarator')) {
    const name = declaredName(declarator);
    const made = cx.rules.declared(cx, declarator, base, { volatile: false, isConst: false });
    if (name !== null)
      scope.names.set(textOf(cx, name), {
        kind: 'type',
        type: hasWord(node, 'const') || hasWord(node, 'volatile') ? maybeConst(made) : made,
      });
  }
}

/** Member functions of one name, with the class that declares them: the nearest one up the bases. */
type Methods = Readonly<{ owner: StructType; path: readonly Field[]; decls: readonly FunctionDecl[] }>;

/** Member functions of that name; constructors have the class's own name. `path`: the subobjects down to the owner. */
export function methodsOf(cx: Context, struct: StructType, name: string): Methods {
  const decls = ownMethods(cx, struct, name);
  if (decls.length > 0) return { owner: struct, path: [], decls };
  for (const field of struct.fields) {
    if (field.role !== 'base' || field.type.kind !== 'struct') continue;
    const found = methodsOf(cx, field.type.struct, name);
    if (found.decls.length > 0) return { ...found, path: [field, ...found.path] };
  }
  return { owner: struct, path: [], decls: [] };
}

export function methodsNamed(cx: Context, struct: StructType, name: string): readonly FunctionDecl[] {
  return methodsOf(cx, struct, name).decls;
}

/** Whether a function of that name is virtual in the class or a base of it. */
export function isVirtual(cx: Context, struct: StructType, name: string): boolean {
  const body = struct.body === null ? null : childIn(struct.body.node, 'body');
  const declares = (member: SyntaxNode): boolean => {
    const declarator = functionDeclarator(childIn(member, 'declarator'));
    const own = declarator === null ? null : childIn(declarator, 'declarator');
    return own !== null && hasWord(member, 'virtual') && textOf(cx, own).replace(/\s+/g, '') === name;
  };
  return (
    (body !== null && namedChildren(body).some(declares)) || basesOf(struct).some((base) => isVirtual(cx, base, name))
  );
}

/** Nodes that declare a member function, with its body or without. */
const declares: ReadonlySet<string> = new Set(['function_definition', 'declaration', 'field_declaration']);

function ownMethods(cx: Context, struct: StructType, name: string): readonly FunctionDecl[] {
  const body = struct.body === null ? null : childIn(struct.body.node, 'body');
  const own =
    body === null
      ? []
      : namedChildren(body).flatMap((member): FunctionDecl[] => {
          const definition =
            member.type === 'template_declaration'
              ? namedChildren(member).find((child) => declares.has(child.type))
              : member;
          if (definition === undefined || !declares.has(definition.type)) return [];
          const decl = methodOf(
            cx,
            definition,
            member.type === 'template_declaration' ? childIn(member, 'parameters') : null,
            struct,
          );
          return decl !== null && decl.name === name ? [decl] : [];
        });
  const isFriend = (node: SyntaxNode): boolean =>
    body !== null &&
    namedChildren(body).some(
      (member) => member.type === 'friend_declaration' && member.start <= node.start && node.end <= member.end,
    );
  const outside = (cx.unit.declared.functions.get(name) ?? []).filter(
    (decl) =>
      struct.body !== null &&
      decl.path.join('::') === struct.body.path.join('::') &&
      !own.some((one) => one.node === decl.node) &&
      !isFriend(decl.node),
  );
  return withOutside(cx, struct, own, outside);
}

/** Friend functions of that name that the class defines: they see its template parameters. */
export function friendsNamed(cx: Context, struct: StructType, name: string): readonly FunctionDecl[] {
  const body = struct.body === null ? null : childIn(struct.body.node, 'body');
  return (body === null ? [] : namedChildren(body)).flatMap((member): FunctionDecl[] => {
    const definition =
      member.type === 'friend_declaration'
        ? namedChildren(member).find((child) => child.type === 'function_definition')
        : undefined;
    const decl = definition === undefined ? null : methodOf(cx, definition, null, struct);
    return decl !== null && decl.name === name ? [decl] : [];
  });
}

function methodOf(cx: Context, node: SyntaxNode, template: SyntaxNode | null, struct: StructType): FunctionDecl | null {
  const declarator = functionDeclarator(childIn(node, 'declarator'));
  if (declarator === null || struct.body === null) return null;
  const path = struct.body.path;
  if (declarator.type === 'operator_cast')
    return { name: 'operator cast', path, node, declarator, template, specialization: null, isKernel: false };
  const name = childIn(declarator, 'declarator');
  if (name === null) return null;
  const split = splitName(name, (inner) => textOf(cx, inner));
  return { name: split.name, path, node, declarator, template, specialization: split.arguments, isKernel: false };
}
