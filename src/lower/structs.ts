/** Structs and classes: fields with their layout, base classes, nested types and constants. */
import type { SyntaxNode } from '../parse/node.ts';
import type { Context } from './context.ts';
import type { CType, StructType, TemplateArgument } from './c-type.ts';
import type { FunctionDecl } from './file-scope.ts';
import type { Binding, Scope } from './scope.ts';
import { childIn, childrenIn, namedChildren } from '../parse/node.ts';
import { i32 } from '../base/ctype.ts';
import { int } from '../base/expr-build.ts';
import { printExpr } from '../base/expr-print.ts';
import { fail, textOf } from './context.ts';
import { constantOf } from './constants.ts';
import { isSized, layout, printCType, scalar } from './c-type.ts';
import { declaredName, functionDeclarator, hasWord, splitName } from './file-scope.ts';

type Template = Readonly<{ name: string; arguments: readonly TemplateArgument[] }> | null;

/** The struct that a specifier with a body defines, for one binding of its template parameters. */
export function structOf(cx: Context, node: SyntaxNode, name: string, outer: Scope | null, path: readonly string[], template: Template): StructType {
  const key = `${node.start} ${(template?.arguments ?? []).map(argumentKey).join(',')}${template === null ? cx.frame.key : ''}`;
  const known = cx.unit.structs.get(key);
  if (known !== undefined) return known;
  const scope: Scope = { names: new Map(), parent: outer };
  const started: StructType = { name, fields: [], size: 1, align: 1, sized: false, template, body: { node, scope, path }, bases: [] };
  cx.unit.structs.set(key, started);
  const bases = basesOf(cx, node, scope);
  const own = fieldsOf(cx, node, scope);
  const inherited = bases.flatMap((base) => base.fields);
  const union = node.type === 'union_specifier';
  const placed = withoutAnonymous(aligned(union ? overlaid(own) : layout([...inherited, ...own]), alignmentOf(cx, node)));
  const sized = own.every((field) => isSized(field.type)) && bases.every((base) => base.sized) && !hasOddLayout(node);
  const made: StructType = { ...started, ...placed, sized: sized && placed.fields.length > 0, bases };
  cx.unit.structs.set(key, made);
  return made;
}

function argumentKey(argument: TemplateArgument): string {
  return argument.kind === 'type' ? printCType(argument.type) : printExpr(argument.value);
}

function overlaid(fields: readonly Readonly<{ name: string; type: CType }>[]): ReturnType<typeof layout> {
  const each = fields.map((field) => layout([field]));
  return {
    fields: each.flatMap((one) => one.fields),
    size: Math.max(1, ...each.map((one) => one.size)),
    align: Math.max(1, ...each.map((one) => one.align)),
  };
}

/** `alignas(16)` or `__attribute__((aligned(16)))` in the head of a class; 1 without. */
function alignmentOf(cx: Context, node: SyntaxNode): number {
  const body = childIn(node, 'body');
  const head = cx.unit.source.text.slice(node.start, body?.start ?? node.start);
  return Number(/\b(?:alignas|__?aligned(?:__)?|aligned)\s*\(\s*(\d+)\s*\)/.exec(head)?.[1] ?? 1);
}

function aligned(placed: ReturnType<typeof layout>, minimum: number): ReturnType<typeof layout> {
  const align = Math.max(1, placed.align, minimum);
  return { ...placed, align, size: Math.ceil(placed.size / align) * align };
}

/** Members of anonymous structs and unions are members of the class around them. */
function withoutAnonymous(placed: ReturnType<typeof layout>): ReturnType<typeof layout> {
  return { ...placed, fields: placed.fields.flatMap((field) => (field.name !== '' || field.type.kind !== 'struct' ? [field]
    : field.type.struct.fields.map((inner) => ({ ...inner, offset: inner.offset + field.offset })))) };
}

/**
 * What happens to objects of the class beyond their plain fields, in words, or null: effects at the end of a life or in a
 * copy are not lowered, nor is the width of a bit-field.
 */
function unmodelledLife(cx: Context, struct: StructType): string | null {
  const node = struct.body?.node;
  const body = node === undefined ? null : childIn(node, 'body');
  if (body === null) return null;
  if (body.children.some((member) => member.children.some((child) => child.type === 'bitfield_clause'))) return `bit-fields of ${struct.name}`;
  const text = cx.unit.source.text.slice(body.start, body.end);
  const effects = /~\s*\w+\s*\([^)]*\)[^;{=]*(?:;|\{\s*[^\s}])/.test(text);
  if (effects) return `the destructor of ${struct.name}`;
  const plain = struct.name.replace(/<[^]*$/, '').replace(/\W/g, '');
  const copies = plain !== '' && new RegExp(`\\b${plain}\\s*\\(\\s*(?:const\\s+)?${plain}\\b[^()]*&[^()]*\\)[^;={]*(?:;|\\{\\s*[^\\s}])`).test(text);
  return copies ? `the copy constructor of ${struct.name}` : null;
}

/** No kernel with such an object is answered: what its life does to memory would be lost. */
export function refuseUnmodelledLife(cx: Context, struct: StructType, node: SyntaxNode): void {
  const what = unmodelledLife(cx, struct);
  if (what !== null) fail(cx, node, `${what}: not modelled`);
}

/** Virtual functions and bit-fields: the layout is not the one of the plain fields. */
function hasOddLayout(node: SyntaxNode): boolean {
  const body = childIn(node, 'body');
  return body !== null && body.children.some((member) => hasWord(member, 'virtual') || member.children.some((child) => child.type === 'bitfield_clause'));
}

function basesOf(cx: Context, node: SyntaxNode, scope: Scope): readonly StructType[] {
  const clause = node.children.find((child) => child.type === 'base_class_clause');
  if (clause === undefined) return [];
  return within(cx, scope, () => namedChildren(clause).flatMap((child) => {
    if (child.type === 'access_specifier') return [];
    const type = cx.rules.type(cx, child);
    return type.kind === 'struct' ? [type.struct] : [];
  }));
}

function within<Made>(cx: Context, scope: Scope, run: () => Made): Made {
  const outer = cx.scope;
  cx.scope = scope;
  const made = run();
  cx.scope = outer;
  return made;
}

/** Declares fields in order; nested types and constants go into the class's scope on the way. */
function fieldsOf(cx: Context, node: SyntaxNode, scope: Scope): readonly Readonly<{ name: string; type: CType }>[] {
  const body = childIn(node, 'body');
  if (body === null) return [];
  return within(cx, scope, () => namedChildren(body).flatMap((member) => {
    switch (member.type) {
      case 'field_declaration':
        return memberFields(cx, member, scope);
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
  }));
}

function memberFields(cx: Context, member: SyntaxNode, scope: Scope): readonly Readonly<{ name: string; type: CType }>[] {
  const typeNode = childIn(member, 'type');
  if (typeNode !== null && typeNode.type.endsWith('_specifier')) declareNested(cx, typeNode, scope);
  if (hasWord(member, 'static')) {
    declareConstants(cx, member, scope);
    return [];
  }
  const base = typeNode === null ? scalar(i32) : cx.rules.type(cx, typeNode);
  const quals = { volatile: hasWord(member, 'volatile'), isConst: hasWord(member, 'const') };
  if (childrenIn(member, 'declarator').length === 0) return base.kind === 'struct' && typeNode !== null && childIn(typeNode, 'name') === null ? [{ name: '', type: base }] : [];
  return childrenIn(member, 'declarator').flatMap((declarator) => {
    const name = declaredName(declarator);
    if (name === null || functionDeclarator(declarator) !== null) return [];
    const type = cx.rules.declared(cx, declarator, base, quals);
    cx.unknownExtents.length = 0;
    return [{ name: textOf(cx, name), type }];
  });
}

/** A type that is defined inside a class. */
function declareNested(cx: Context, node: SyntaxNode, scope: Scope): void {
  const name = childIn(node, 'name');
  if (node.type === 'enum_specifier') {
    declareEnumerators(cx, node, scope);
    if (name !== null) scope.names.set(textOf(cx, name), { kind: 'type', type: scalar(i32) });
  } else if (name !== null && childIn(node, 'body') !== null) scope.names.set(textOf(cx, name), { kind: 'type', type: cx.rules.type(cx, node) });
}

function bindConstant(cx: Context, scope: Scope, name: string, value: SyntaxNode | null): void {
  if (value === null) return;
  const made = cx.rules.value(cx, value);
  if (made.kind === 'scalar' && (constantOf(made.expr) !== null || made.expr.kind === 'float')) scope.names.set(name, constantBinding(made.expr, name));
}

function constantBinding(expr: Parameters<typeof constantOf>[0], name: string): Binding {
  return { kind: 'slot', key: `constant ${name}`, slot: { kind: 'value', value: { kind: 'scalar', expr }, type: scalar(i32) } };
}

function declareConstants(cx: Context, member: SyntaxNode, scope: Scope): void {
  for (const declarator of childrenIn(member, 'declarator')) {
    const name = declaredName(declarator);
    if (name !== null) bindConstant(cx, scope, textOf(cx, name), childIn(declarator, 'value') ?? childIn(member, 'default_value'));
  }
}

/** Binds the enumerators of an enum to their values in a scope. */
export function declareEnumerators(cx: Context, node: SyntaxNode, scope: Scope): void {
  const body = childIn(node, 'body');
  let next = 0n;
  for (const enumerator of body === null ? [] : namedChildren(body)) {
    const name = childIn(enumerator, 'name');
    if (enumerator.type !== 'enumerator' || name === null) continue;
    const value = childIn(enumerator, 'value');
    const made = value === null ? null : cx.rules.value(cx, value);
    const given = made?.kind === 'scalar' ? constantOf(made.expr) : null;
    if (value !== null && given === null) continue;
    const known = given ?? next;
    next = known + 1n;
    scope.names.set(textOf(cx, name), constantBinding(int(BigInt.asIntN(32, known)), textOf(cx, name)));
  }
}

/** Binds the names that a `typedef` or `using` declares in a scope. */
export function declareAlias(cx: Context, node: SyntaxNode, scope: Scope): void {
  const type = childIn(node, 'type');
  if (type === null) return;
  const base = cx.rules.type(cx, type);
  if (node.type === 'alias_declaration') {
    const name = childIn(node, 'name');
    if (name !== null) scope.names.set(textOf(cx, name), { kind: 'type', type: base });
    return;
  }
  for (const declarator of childrenIn(node, 'declarator')) {
    const name = declaredName(declarator);
    if (name !== null) scope.names.set(textOf(cx, name), { kind: 'type', type: cx.rules.declared(cx, declarator, base, { volatile: false, isConst: false }) });
  }
}

/** Member functions of that name, in the class and then in its bases; constructors have the class's own name. */
export function methodsNamed(cx: Context, struct: StructType, name: string): readonly FunctionDecl[] {
  const body = struct.body === null ? null : childIn(struct.body.node, 'body');
  const own = body === null ? [] : namedChildren(body).flatMap((member): FunctionDecl[] => {
    const definition = member.type === 'template_declaration' ? namedChildren(member).find((child) => child.type === 'function_definition') : member;
    if (definition === undefined || definition.type !== 'function_definition') return [];
    const decl = methodOf(cx, definition, member.type === 'template_declaration' ? childIn(member, 'parameters') : null, struct);
    return decl !== null && decl.name === name ? [decl] : [];
  });
  const outside = (cx.unit.declared.functions.get(name) ?? []).filter((decl) => struct.body !== null && decl.path.join('::') === struct.body.path.join('::') && !own.some((one) => one.node === decl.node));
  const found = [...own, ...(struct.template === null ? outside : [])];
  return found.length > 0 ? found : struct.bases.flatMap((base) => methodsNamed(cx, base, name));
}

function methodOf(cx: Context, node: SyntaxNode, template: SyntaxNode | null, struct: StructType): FunctionDecl | null {
  const declarator = functionDeclarator(childIn(node, 'declarator'));
  if (declarator === null || struct.body === null) return null;
  const path = struct.body.path;
  if (declarator.type === 'operator_cast') return { name: 'operator cast', path, node, declarator, template, specialization: null, isKernel: false };
  const name = childIn(declarator, 'declarator');
  if (name === null) return null;
  const split = splitName(name, (inner) => textOf(cx, inner));
  return { name: split.name, path, node, declarator, template, specialization: split.arguments, isKernel: false };
}

/** Constructors that the class itself declares. */
export function constructorsOf(cx: Context, struct: StructType): readonly FunctionDecl[] {
  return methodsNamed(cx, struct, struct.template?.name ?? struct.name).filter((decl) => childIn(decl.node, 'type') === null);
}

export function hasConstructor(cx: Context, struct: StructType): boolean {
  return struct.body !== null && constructorsOf(cx, struct).length > 0;
}
