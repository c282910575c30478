/**
 * Where host code makes objects of its classes: what constructors are given, and what braced lists give to fields.
 * Over-approximating: a list whose class cannot be told may be of any.
 */
import type { SyntaxNode } from '../parse/node.ts';
import type { HostNames } from './host-names.ts';
import type { Struct } from './type-index.ts';
import { memoized } from '../base/memoize.ts';
import { childIn, namedChildren, textOf } from '../parse/node.ts';
import { declaredName, qualifierOf } from './declarator.ts';
import { structNamed } from './type-index.ts';

/** `type`: as written, or null where the place does not say it; `args`: what is given. */
type Construction = Readonly<{ type: string | null; args: readonly SyntaxNode[]; isList: boolean }>;

const allConstructions = memoized((names: HostNames): readonly Construction[] => {
  const found: Construction[] = [];
  const walk = (node: SyntaxNode): void => {
    const made = constructionAt(names, node);
    if (made !== null) found.push(made);
    for (const child of node.children) walk(child);
  };
  walk(names.root);
  return found;
});

const bare = (type: string): string =>
  type
    .replace(/\b(?:const|struct|class|static|volatile)\b/g, ' ')
    .replace(/<.*$/s, '')
    .trim()
    .replace(/^.*::/s, '');
const typeOf = (names: HostNames, node: SyntaxNode): string =>
  bare(textOf(names.source, childIn(node, 'type') ?? { ...node, end: node.start }));

/**
 * Makers of an object, with and without the types that they are given; bounded, because names are as long as their
 * author likes.
 */
const withTypes = /(?:make_(?:unique|shared)|emplace\w{0,80})\s{0,80}<(.*)>$/s;
const withoutTypes = /(?:make_(?:unique|shared)|emplace\w{0,80})\s{0,80}$/;

function constructionAt(names: HostNames, node: SyntaxNode): Construction | null {
  switch (node.type) {
    case 'initializer_list': {
      const parent = names.parents.get(node);
      if (parent?.type === 'compound_literal_expression')
        return { type: typeOf(names, parent), args: namedChildren(node), isList: true };
      const declaration = parent === undefined ? undefined : names.parents.get(parent);
      if (parent?.type === 'init_declarator' && declaration !== undefined)
        return { type: typeOf(names, declaration), args: namedChildren(node), isList: true };
      return { type: null, args: namedChildren(node), isList: true };
    }
    case 'argument_list': {
      const parent = names.parents.get(node);
      const declaration = parent === undefined ? undefined : names.parents.get(parent);
      if (parent?.type === 'init_declarator' && declaration !== undefined)
        return { type: typeOf(names, declaration), args: namedChildren(node), isList: false };
      if (parent?.type === 'new_expression')
        return { type: typeOf(names, parent), args: namedChildren(node), isList: false };
      if (parent?.type === 'call_expression') {
        const callee = childIn(parent, 'function');
        const text = callee === null ? '' : textOf(names.source, callee);
        const made = (text.endsWith('>') ? withTypes : withoutTypes).exec(text);
        return made === null
          ? { type: bare(text), args: namedChildren(node), isList: false }
          : { type: made[1] === undefined ? null : bare(made[1]), args: namedChildren(node), isList: false };
      }
      return parent?.type === 'field_initializer'
        ? { type: initializedType(names, parent), args: namedChildren(node), isList: false }
        : null;
    }
    case 'function_declarator': {
      const declaration = names.parents.get(node);
      const parameters = namedChildren(childIn(node, 'parameters') ?? node);
      const types = parameters.map((parameter) => childIn(parameter, 'type'));
      const isMisread =
        declaration?.type === 'declaration' &&
        types.length > 0 &&
        (names.parents.get(declaration)?.type === 'compound_statement' ||
          types.some((type) => type !== null && namesNoType(names, type)));
      return isMisread
        ? { type: typeOf(names, declaration), args: types.flatMap((type) => type ?? []), isList: false }
        : null;
    }
    default:
      return null;
  }
}

/**
 * Whether what stands where the grammar reads the type of a parameter is a function or variable of the file: `G
 * g(make());` outside of functions.
 */
function namesNoType(names: HostNames, type: SyntaxNode): boolean {
  const text = textOf(names.source, type);
  const isVariable = (names.declarations.get(text) ?? []).some(({ kind }) => kind === 'variable');
  return (
    type.type === 'type_identifier' &&
    !names.types.structs.has(text) &&
    !names.types.aliases.has(text) &&
    (names.functions.has(text) || isVariable)
  );
}

/** The class that `: name(a, b)` makes: of the member of that name, else the base. */
function initializedType(names: HostNames, node: SyntaxNode): string | null {
  const [name] = namedChildren(node);
  const text = name === undefined ? '' : textOf(names.source, name);
  const [member, second] = (names.declarations.get(text) ?? []).filter(
    ({ scope, typeText }) => scope.type === 'field_declaration_list' && typeText !== '',
  );
  return member === undefined ? bare(text) : second === undefined ? bare(member.typeText) : null;
}

/** What a constructor is given, wherever its class is made; null for other functions. */
export function constructionsOf(names: HostNames, definition: SyntaxNode): readonly (readonly SyntaxNode[])[] | null {
  const name = declaredName(childIn(definition, 'declarator'));
  const spelled = name === null ? '' : textOf(names.source, name);
  if (childIn(definition, 'type') !== null || !(names.types.structs.has(spelled) || qualifierOf(definition) !== null))
    return null;
  return allConstructions(names).flatMap(({ type, args }) =>
    type === spelled ||
    inheritsConstructors(names, type ?? '', spelled, 0) ||
    (type === null && args.length > 0) ||
    names.types.aliases.has(type ?? '')
      ? [args]
      : [],
  );
}

/**
 * Whether objects of a class may be made by the constructors of another: `struct C : B { using B::B; };` (C++
 * [class.inhctor.init]).
 */
function inheritsConstructors(names: HostNames, type: string, base: string, depth: number): boolean {
  const struct = names.types.structs.get(type);
  const body = struct === undefined || struct === null ? null : childIn(struct.node, 'body');
  if (body === null || depth > 4) return false;
  return namedChildren(body).some((child) => {
    const named = child.type === 'using_declaration' ? namedChildren(child).at(-1) : undefined;
    const last = named === undefined ? '' : bare(textOf(names.source, named));
    return last === base || (last !== '' && last !== type && inheritsConstructors(names, last, base, depth + 1));
  });
}

/**
 * Whether a class has a constructor that somebody wrote, so that a braced list gives that its arguments, and no field
 * its value (C++ [dcl.init.aggr]).
 */
export function hasConstructor(names: HostNames, body: SyntaxNode): boolean {
  const owner = names.parents.get(body);
  const name = owner === undefined ? null : childIn(owner, 'name');
  const spelled = name === null ? '' : textOf(names.source, name);
  return namedChildren(body).some((child) => {
    const inner = child.type === 'template_declaration' ? (namedChildren(child).at(-1) ?? child) : child;
    const isFunction =
      inner.type === 'function_definition' || inner.type === 'declaration' || inner.type === 'field_declaration';
    const declared = isFunction && childIn(inner, 'type') === null ? declaredName(childIn(inner, 'declarator')) : null;
    return (
      declared !== null &&
      textOf(names.source, declared) === spelled &&
      !inner.children.some((each) => /^(?:default|delete)_method_clause$/.test(each.type))
    );
  });
}

/** Whether a member takes one value of a list: no array, no object whose own braces may be left out, nothing static. */
function isFlat({ declarator, declaration }: Readonly<{ declarator: SyntaxNode; declaration: SyntaxNode }>): boolean {
  if (declarator.type === 'function_declarator') return true;
  const isScalar = /^(?:primitive_type|sized_type_specifier)$/.test(childIn(declaration, 'type')?.type ?? '');
  const isPointer =
    declarator.type === 'pointer_declarator' && childIn(declarator, 'declarator')?.type === 'field_identifier';
  return (
    !declaration.children.some((child) => child.type === 'storage_class_specifier') &&
    (isPointer || (isScalar && declarator.type === 'field_identifier'))
  );
}

/** Types of the CUDA headers without pointers that a list could give, and numbers. */
const plainTypes =
  /^(?:dim3|size_t|u?int(?:8|16|32|64)_t|cuda(?:Stream|Event|Error|DataType)_t|(?:u?(?:char|short|int|long|longlong)|float|double)[1-4])$/;

/** Whether a class, or one that it holds as a part, may have a member of that name. */
function mayHaveMember(names: HostNames, { members, bases }: Struct, member: string, depth = 0): boolean {
  if (bases.length > 0 || members.has(member) || depth > 4) return true;
  return [...members.values()].some((one) => {
    if (isFlat(one)) return false;
    const type = childIn(one.declaration, 'type');
    const spelled = type === null ? '' : textOf(names.source, type);
    const own = structNamed(names.types, spelled);
    return own === undefined || own === null ? !plainTypes.test(spelled) : mayHaveMember(names, own, member, depth + 1);
  });
}

/** The values that braced lists may give to a field. */
export function listsOf(names: HostNames, member: string): readonly SyntaxNode[] {
  const owners = (names.declarations.get(member) ?? []).filter(({ scope }) => scope.type === 'field_declaration_list');
  if (owners.length > 0 && owners.every(({ scope }) => hasConstructor(names, scope))) return [];
  return allConstructions(names).flatMap(({ type, args, isList }) => {
    if (!isList) return [];
    const struct = type === null ? undefined : names.types.structs.get(type);
    if (type !== null && struct === undefined && type !== 'auto' && !mayBeClass(names, type)) return [];
    if (struct !== undefined && struct !== null && !mayHaveMember(names, struct, member)) return [];
    const fields =
      struct === undefined || struct === null
        ? []
        : [...struct.members]
            .filter(([, { declarator }]) => declarator.type !== 'function_declarator')
            .map(([name]) => name);
    const pairs = args.filter((arg) => arg.type === 'initializer_pair');
    if (pairs.length > 0)
      return pairs.flatMap((pair) =>
        textOf(names.source, childIn(pair, 'designator') ?? pair) === `.${member}`
          ? (childIn(pair, 'value') ?? pair)
          : [],
      );
    const isPlain =
      fields.length > 0 &&
      struct?.bases.length === 0 &&
      [...struct.members.values()].every(isFlat) &&
      !args.some((arg) => arg.type === 'initializer_list');
    if (isPlain) return fields.includes(member) ? (args[fields.indexOf(member)] ?? []) : [];
    return args.filter((arg) => arg.type !== 'initializer_list');
  });
}

/** Whether an alias may be one of a class, as far as it is followed; other names are of none that the file has. */
function mayBeClass(names: HostNames, alias: string, depth = 0): boolean {
  if (/::/.test(alias)) return mayBeOfFile(names, alias.replace(/^.*::/s, ''), depth);
  const meant = names.types.aliases.get(alias);
  if (meant === undefined) return depth > 0 && !plainTypes.test(alias);
  if (meant === null || depth > 4) return true;
  if (/^(?:primitive_type|sized_type_specifier|enum_specifier)$/.test(meant.type.type)) return false;
  return meant.type.type !== 'type_identifier' || mayBeClass(names, textOf(names.source, meant.type), depth + 1);
}

/** The same of a name that is looked up in a class or namespace. */
const mayBeOfFile = (names: HostNames, name: string, depth: number): boolean =>
  names.types.structs.has(name) || mayBeClass(names, name, depth);

/** The names of the file's enumerations. */
export const enumerationsOf = memoized(
  ({ source }: HostNames): ReadonlySet<string> =>
    new Set([...source.text.matchAll(/\benum\s+(?:class\s+|struct\s+)?(\w+)/g)].flatMap(([, name]) => name ?? [])),
);

/** What follows a function that is handed on where an object is made: `std::thread t(f, a, b)`. */
export const handedOnWith = (names: HostNames, spelled: string): readonly (readonly SyntaxNode[])[] =>
  allHandedOn(names).get(spelled) ?? [];

/** What follows the first mention of each name in a list of arguments. */
const allHandedOn = memoized((names: HostNames): ReadonlyMap<string, readonly (readonly SyntaxNode[])[]> => {
  const found = new Map<string, (readonly SyntaxNode[])[]>();
  for (const { args } of allConstructions(names)) {
    const named = args.map((arg) => textOf(names.source, arg).replace(/^&/, ''));
    // a table of functions hands nothing on
    if (named.every((name) => names.functions.has(name))) continue;
    const seen = new Set<string>();
    for (const [k, text] of named.entries()) {
      if (seen.has(text)) continue;
      seen.add(text);
      const lists = found.get(text);
      if (lists === undefined) found.set(text, [args.slice(k + 1)]);
      else lists.push(args.slice(k + 1));
    }
  }
  return found;
});
