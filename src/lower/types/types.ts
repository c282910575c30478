/** From type nodes and declarators to types: built-in names, typedefs, template parameters, class templates. */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { CType, TemplateArgument } from './c-type.ts';
import type { TypeDecl } from '../file-scope.ts';
import { isDeduced } from './deduced.ts';
import { childIn, namedChildren } from '../../parse/node.ts';
import { i32, u64 } from '../../base/ctype.ts';
import { fail, note, spanOf, textOf } from '../context.ts';
import { use } from '../uses.ts';
import { constantOf } from '../expressions/constants.ts';
import { arithmetic, functionType, pointerTo, scalar, scalarNamed, scalarOfWords, vectorNamed } from './c-type.ts';
import { decltypeOf } from './decltype.ts';
import { enumType } from './enums.ts';
import { hasWord, splitName, visible } from '../file-scope.ts';
import { libraryClass, libraryClassOf } from '../library/types.ts';
import type { Binding, Scope } from '../scope.ts';
import { declaredBefore } from '../declared-before.ts';
import { inherited, isOneOfSeveral } from '../namesakes.ts';
import { lookUp, within } from '../scope.ts';
import { structOf } from '../classes/structs.ts';
import { maybeConst } from './open-const.ts';
import { saysRestrict } from '../restrict.ts';
import { traitTruth, traitType } from './type-traits.ts';
import { memberTemplate } from '../classes/member-templates.ts';
import { chosenSpecialization, isForwarding, withDefaults } from '../calls/specializations.ts';
import { asParameters, bindTemplate, printArgument, templateArguments } from '../calls/templates.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';
import { integerSequence } from './integer-sequences.ts';

const opaque = (text: string): CType => ({ kind: 'opaque', text });

/** The type that a type node names. Types that are not known are opaque. */
export function typeOfNode(cx: Context, node: SyntaxNode): CType {
  switch (node.type) {
    case 'primitive_type':
    case 'type_identifier':
    case 'identifier':
    case 'namespace_identifier':
      return namedType(cx, textOf(cx, node), [], null, node);
    case 'sized_type_specifier': {
      const words = node.children.map((child) => textOf(cx, child));
      const type = scalarOfWords(words);
      return type === null ? opaque(textOf(cx, node)) : arithmetic(type);
    }
    case 'template_type':
    case 'template_function':
    case 'qualified_identifier':
    case 'dependent_type': {
      const split = splitName(node, (inner) => textOf(cx, inner));
      return (
        memberType(cx, node) ??
        traitType(cx, node) ??
        withTruth(cx, namedType(cx, split.name, split.scopes, split.arguments, node), node)
      );
    }
    case 'type_descriptor':
      return describedType(cx, node);
    case 'struct_specifier':
    case 'class_specifier':
    case 'union_specifier':
      return specifiedType(cx, node);
    case 'enum_specifier':
      return enumType(cx, node);
    case 'decltype': {
      const inner = namedChildren(node)[0];
      return (inner === undefined ? null : decltypeOf(cx, inner)) ?? opaque(textOf(cx, node));
    }
    default:
      return opaque(textOf(cx, node));
  }
}

/** A class of `<type_traits>` with its value, where that is known. */
function withTruth(cx: Context, type: CType, node: SyntaxNode): CType {
  if (type.kind !== 'opaque' || type.truth !== undefined) return type;
  const truth = traitTruth(cx, node);
  return truth === null ? type : { ...type, truth };
}

/** `Class::type` or `space::Class<T>::type`, where the class is a struct of this file. */
function memberType(cx: Context, node: SyntaxNode): CType | null {
  const qualified = node.type === 'dependent_type' ? namedChildren(node).at(-1) : node;
  if (qualified === undefined || qualified.type !== 'qualified_identifier') return null;
  const { scopes, name } = partsOf(qualified);
  const [first, ...others] = scopes;
  if (first === undefined) return null;
  const spaces: string[] = [textOf(cx, first)];
  let owner: CType | null = typeOfNode(cx, first);
  for (const scope of others) {
    owner = owner.kind === 'struct' ? memberNamed(cx, owner, scope) : typeIn(cx, spaces, scope);
    if (owner === null) return null;
    spaces.push(textOf(cx, scope));
  }
  if (
    textOf(cx, name) === 'arrival_token' &&
    (owner.kind === 'struct' ? libraryClassOf(owner.struct) === 'barrier' : spaces.at(-1) === 'thread_block')
  )
    return scalar(u64);
  return owner.kind === 'struct' ? memberNamed(cx, owner, name) : null;
}

/** `a`, `b<T>` and `c` of `a::b<T>::c`. */
function partsOf(qualified: SyntaxNode): Readonly<{ scopes: readonly SyntaxNode[]; name: SyntaxNode }> {
  const scope = childIn(qualified, 'scope');
  const name = childIn(qualified, 'name') ?? qualified;
  const inner = name !== qualified && name.type === 'qualified_identifier' ? partsOf(name) : { scopes: [], name };
  return { scopes: scope === null ? inner.scopes : [scope, ...inner.scopes], name: inner.name };
}

function typeIn(cx: Context, spaces: readonly string[], node: SyntaxNode): CType {
  const split = splitName(node, (inner) => textOf(cx, inner));
  return namedType(cx, split.name, spaces, split.arguments, node);
}

function memberNamed(cx: Context, owner: Extract<CType, { kind: 'struct' }>, name: SyntaxNode): CType | null {
  const found = owner.struct.body === null ? null : lookUp(owner.struct.body.scope, textOf(cx, name));
  return found?.kind === 'type' ? found.type : null;
}

function specifiedType(cx: Context, node: SyntaxNode): CType {
  const name = childIn(node, 'name');
  if (childIn(node, 'body') === null) return name === null ? opaque(textOf(cx, node)) : namedClass(cx, node, name);
  const own = name === null ? `struct at line ${spanOf(cx, node).line}` : textOf(cx, name);
  return { kind: 'struct', struct: structOf(cx, node, own, cx.scope, cx.frame.path, null) };
}

/** `struct S`: the class of that name, not an alias of it: `typedef struct S S;`. */
function namedClass(cx: Context, node: SyntaxNode, name: SyntaxNode): CType {
  if (name.type !== 'type_identifier') return typeOfNode(cx, name);
  const text = textOf(cx, name);
  const local = lookUp(cx.scope, text);
  if (local?.kind === 'type') return local.type;
  const entries = visible(cx.unit.declared.types.get(text) ?? [], [], cx.frame.path).filter(
    (entry) => entry.kind === 'struct',
  );
  return entries.length === 0 ? opaque(text) : (declaredTypeNamed(cx, entries, null, node) ?? opaque(text));
}

/** The base type of a declaration: its `type` field with qualifiers left out. `auto` gives null. */
export function declaredType(cx: Context, node: SyntaxNode): CType | null {
  const type = childIn(node, 'type');
  if (type === null) return scalar(i32);
  return isDeduced(cx, node) ? null : typeOfNode(cx, type);
}

function describedType(cx: Context, node: SyntaxNode): CType {
  const type = childIn(node, 'type');
  if (type === null) return opaque(textOf(cx, node));
  const base = typeOfNode(cx, type);
  const declarator = childIn(node, 'declarator');
  const quals = qualifiersOf(node);
  if (declarator !== null) return declared(cx, declarator, base, quals);
  return quals.isConst || quals.volatile ? maybeConst(base) : base;
}

type Qualifiers = Readonly<{ volatile: boolean; isConst: boolean }>;
export function qualifiersOf(node: SyntaxNode): Qualifiers {
  return { volatile: hasWord(node, 'volatile'), isConst: hasWord(node, 'const') || hasWord(node, 'constexpr') };
}

/** The type that a declarator makes of a base type: `*p`, `&r`, `a[3]`, `(*q)[17]`. */
export function declared(cx: Context, declarator: SyntaxNode, base: CType, quals: Qualifiers): CType {
  const inner =
    childIn(declarator, 'declarator') ??
    declarator.children.find((child) => child.named && /declarator$|identifier$/.test(child.type)) ??
    null;
  const into = (type: CType): CType => (inner === null ? type : declared(cx, inner, type, noQualifiers));
  switch (declarator.type) {
    case 'init_declarator':
    case 'parenthesized_declarator':
    case 'abstract_parenthesized_declarator':
    case 'attributed_declarator':
      return inner === null ? base : declared(cx, inner, base, quals);
    case 'pointer_declarator':
    case 'abstract_pointer_declarator': {
      const pointer = pointerTo(base, { ...quals, isRestrict: saysRestrict(cx, declarator) });
      return inner === null ? pointer : declared(cx, inner, pointer, pointerQualifiers(cx, declarator));
    }
    case 'reference_declarator':
    case 'abstract_reference_declarator':
      return into({ kind: 'reference', to: base, isConst: quals.isConst });
    case 'array_declarator':
    case 'abstract_array_declarator':
      return into({ kind: 'array', of: base, extent: extentOf(cx, declarator) });
    case 'function_declarator':
    case 'abstract_function_declarator':
      return arraysOfFunctions(into(functionType));
    default:
      return base;
  }
}

/** Functions, pointers to them and what returns them are one type; `int (*table[2])(int)` is an array of it. */
const arraysOfFunctions = (type: CType): CType =>
  type.kind === 'array' ? { ...type, of: arraysOfFunctions(type.of) } : functionType;

/** What stands behind the `*`: it qualifies the pointer, and so what a pointer to it points to (`int *volatile *p`). */
function pointerQualifiers(cx: Context, declarator: SyntaxNode): Qualifiers {
  const words = declarator.children
    .filter((child) => child.type === 'type_qualifier')
    .map((child) => textOf(cx, child));
  return { volatile: words.includes('volatile'), isConst: words.includes('const') };
}
const noQualifiers: Qualifiers = { volatile: false, isConst: false };

function extentOf(cx: Context, declarator: SyntaxNode): number | null {
  const size = childIn(declarator, 'size');
  if (size === null) return null;
  const { out } = cx;
  cx.out = [];
  const value = cx.rules.value(cx, size);
  cx.out = out;
  const known = value.kind === 'scalar' ? constantOf(value.expr) : null;
  if (known !== null && known >= 0n) return Number(known);
  cx.unknownExtents.push({ text: textOf(cx, size), node: size });
  return null;
}

/** The type of a name with template arguments. */
export function namedType(
  cx: Context,
  name: string,
  scopes: readonly string[],
  args: SyntaxNode | null,
  node: SyntaxNode,
): CType {
  if (scopes.length === 0 && args === null) {
    const local = lookUp(cx.scope, name);
    if (local?.kind === 'type') return local.type;
    const own = inherited(cx, name);
    if (own?.kind === 'type') return own.type;
  }
  if (name === 'void') return { kind: 'void' };
  const member = scopes.length === 0 && args !== null ? memberTemplate(cx, name) : null;
  if (member !== null)
    return member.isOpen
      ? opaque(textOf(cx, node))
      : (declaredTypeNamed(cx, member.entries, args, node, member.scope) ?? opaque(textOf(cx, node)));
  const given = scopes.length === 0 && args !== null ? lookUp(cx.scope, name) : null;
  if (given?.kind === 'type' && given.type.kind === 'opaque' && given.type.template !== undefined)
    return declaredTypeNamed(cx, given.type.template, args, node) ?? opaque(textOf(cx, node));
  const entries = declaredBefore(cx, visible(cx.unit.declared.types.get(name) ?? [], scopes, cx.frame.path), node);
  if (scopes.length === 0 && isOneOfSeveral(cx, entries)) {
    note(cx, node, fill(messages.ambiguous, { name }));
    return opaque(textOf(cx, node));
  }
  if (entries.length > 0) {
    const made = declaredTypeNamed(cx, entries, args, node);
    if (made !== null) return made;
  }
  const built = scalarNamed(name);
  if (built !== null && args === null) return arithmetic(built);
  const vector = args === null ? vectorNamed(name) : null;
  if (vector !== null) return { kind: 'struct', struct: vector };
  const sequence = args === null ? null : integerSequence(name, scopes, templateArguments(cx, args));
  if (sequence !== null) return sequence;
  const library = libraryClass(
    name,
    scopes,
    args === null ? [] : templateArguments(cx, args),
    args === null ? null : textOf(cx, args),
  );
  if (library !== null) return library;
  return opaque(args === null ? name : textOf(cx, node));
}

function declaredTypeNamed(
  cx: Context,
  entries: readonly TypeDecl[],
  args: SyntaxNode | null,
  node: SyntaxNode,
  around: Scope | null = null,
): CType | null {
  const given = args === null ? [] : templateArguments(cx, args);
  const primary = entries.find((entry) => entry.specialization === null);
  // the nearest declaration says which template is meant, where the primary one has no text here
  const meant = primary ?? entries[0];
  const choice = chosenSpecialization(
    cx,
    entries.filter(
      (entry) => entry === primary || (meant !== undefined && isOf(entry, meant) && !isForwarding(cx, entry)),
    ),
    given,
  );
  const decl = choice.kind === 'specialization' ? choice.decl : primary;
  if (decl === undefined || (decl.kind === 'struct' && childIn(decl.node, 'body') === null)) return null;
  if (choice.kind === 'unclear') {
    note(cx, node, fill(messages.ambiguousSpecialization, { text: textOf(cx, node) }));
    return opaque(textOf(cx, node));
  }
  use(cx, 'type', decl.name, decl.node);
  if (decl.kind === 'enum') return enumType(cx, decl.node);
  const bound = choice.kind === 'specialization' ? choice.bound : bindTemplate(cx, decl.template, given, decl.node);
  const complete = primary === undefined ? given : convertedArguments(cx, primary, given, around);
  if (cx.typeDepth > 40) {
    fail(cx, node, fill(messages.deepType, { name: decl.name }));
    return opaque(decl.name);
  }
  return instanceWith(cx, decl, bound, complete, around);
}

function instanceWith(
  cx: Context,
  decl: TypeDecl,
  bound: ReadonlyMap<string, Binding>,
  given: readonly TemplateArgument[],
  around: Scope | null,
): CType {
  const outer = { scope: cx.scope, path: cx.frame.path };
  cx.typeDepth++;
  cx.scope = { names: new Map(bound), parent: around };
  cx.frame = { ...cx.frame, path: decl.path };
  const made = decl.kind === 'alias' ? aliasedType(cx, decl) : structFor(cx, decl, given);
  cx.scope = outer.scope;
  cx.frame = { ...cx.frame, path: outer.path };
  cx.typeDepth--;
  return made;
}

/**
 * The class that a declaration of the file makes of arguments for all parameters of its template; none for a class that
 * is no template.
 */
export function instanceOf(cx: Context, decl: TypeDecl, given: readonly TemplateArgument[]): CType {
  use(cx, 'type', decl.name, decl.node);
  return instanceWith(
    cx,
    decl,
    bindTemplate(cx, decl.template, given, decl.node),
    convertedArguments(cx, decl, given, null),
    null,
  );
}

/**
 * The arguments of a class, its defaults among them, as values of its parameters' types: `Box<3>` and `Box<3u>` are one
 * class [temp.type].
 */
function convertedArguments(
  cx: Context,
  decl: TypeDecl,
  given: readonly TemplateArgument[],
  around: Scope | null,
): readonly TemplateArgument[] {
  const { path } = cx.frame;
  const complete = withDefaults(cx, decl.template, given);
  cx.frame = { ...cx.frame, path: decl.path };
  const made = within(cx, { names: new Map(), parent: around }, () => asParameters(cx, decl.template, complete));
  cx.frame = { ...cx.frame, path };
  return made;
}

/** Whether a specialization is one of that template: of the same namespace, or written with its name outside of it. */
function isOf(entry: TypeDecl, primary: TypeDecl): boolean {
  return entry.specialization !== null && entry.path.every((part, k) => part === primary.path[k]);
}

function aliasedType(cx: Context, decl: TypeDecl): CType {
  const type = childIn(decl.node, 'type');
  if (type === null) return opaque(decl.name);
  const base = typeOfNode(cx, type);
  const quals = qualifiersOf(decl.node);
  const made = decl.declarator === null ? base : declared(cx, decl.declarator, base, quals);
  return quals.isConst || quals.volatile ? maybeConst(made) : made;
}

function structFor(cx: Context, decl: TypeDecl, given: readonly TemplateArgument[]): CType {
  const name = given.length === 0 ? decl.name : `${decl.name}<${given.map(printArgument).join(', ')}>`;
  const template = decl.template === null && given.length === 0 ? null : { name: decl.name, arguments: given };
  return { kind: 'struct', struct: structOf(cx, decl.node, name, cx.scope, [...decl.path, decl.name], template) };
}
