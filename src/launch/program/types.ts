/**
 * Types of the host code of a program that is run: what declarations spell, and how large things are. Null: not known.
 */
import type { ScalarType } from '../../base/ctype.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { HostNames } from '../host-names.ts';
import type { Struct } from '../type-index.ts';
import { i32, u32 } from '../../base/ctype.ts';
import { childIn, namedChildren, textOf } from '../../parse/node.ts';
import { declaredName, parametersOf, templateParameterName, templateParametersOf } from '../declarator.ts';
import { hostType } from '../host-value.ts';
import { onlyClassNamed } from '../type-index.ts';

export type TypeNames = ReadonlyMap<string, HostType>;
/** `dims`: `dim3`. `box`: a container of the library. `given`: what the parameters of the class's template are. */
export type HostType =
  | Readonly<{
      kind: 'scalar';
      type: ScalarType;
      /** an enumeration, or another type that is alike and not the same */ name?: string;
    }>
  | Readonly<{ kind: 'pointer' | 'reference'; to: HostType; /** `std::unique_ptr` and the like */ isSmart?: boolean }>
  | Readonly<{ kind: 'array'; of: HostType; count: number; /** `std::array` */ isObject?: boolean }>
  | Readonly<{ kind: 'struct'; struct: Struct; name: string; given: TypeNames }>
  | Readonly<{ kind: 'box'; name: 'vector' | 'map'; of: readonly HostType[] }>
  | Readonly<{
      kind: 'dims' | 'void' | 'auto' | 'function' | 'closure' | 'other';
      /** a type of the file that is not followed: making one may do anything */ isOwn?: boolean;
    }>;

const other: HostType = { kind: 'other' };
const ownType: HostType = { kind: 'other', isOwn: true };
/** Of a variable of a type that is not followed; nothing is known of it. */
const unknownBytes = 8;

export const sizeOf = (names: HostNames, type: HostType): number => layoutOf(names, type).size;

type Layout = Readonly<{ size: number; align: number }>;

function layoutOf(names: HostNames, type: HostType): Layout {
  switch (type.kind) {
    case 'scalar': {
      const size = type.type.kind === 'bool' ? 1 : type.type.bits / 8;
      return { size, align: size };
    }
    case 'array': {
      const { size, align } = layoutOf(names, type.of);
      return { size: size * type.count, align };
    }
    case 'struct': {
      let [end, align] = [0, 1];
      for (const field of fieldsOf(names, type)) {
        const own = layoutOf(names, field.type);
        end = field.at + own.size;
        align = Math.max(align, own.align);
      }
      return { size: Math.max(1, Math.ceil(end / align) * align), align };
    }
    case 'dims':
      return { size: 12, align: 4 };
    case 'box':
      return { size: 24, align: 8 };
    case 'void':
      return { size: 1, align: 1 };
    case 'pointer':
    case 'reference':
    case 'auto':
    case 'function':
    case 'closure':
    case 'other':
      return { size: unknownBytes, align: 8 };
  }
}

/** `name`: null for a base class. `initial`: what the class gives to the member. */
export type Field = Readonly<{ name: string | null; type: HostType; at: number; initial: SyntaxNode | null }>;

/** The base classes and members of a class, in their order in memory. */
export function fieldsOf(
  names: HostNames,
  { struct, given }: Extract<HostType, { kind: 'struct' }>,
  depth = 0,
): readonly Field[] {
  const found: Field[] = [];
  let at = 0;
  const add = (name: string | null, type: HostType, initial: SyntaxNode | null): void => {
    const { size, align } = layoutOf(names, type);
    at = Math.ceil(at / align) * align;
    found.push({ name, type, at, initial });
    at += size;
  };
  for (const base of struct.node.children
    .filter(({ type }) => type === 'base_class_clause')
    .flatMap(namedChildren)
    .filter(({ type }) => type !== 'access_specifier')) {
    const text = textOf(names.source, base);
    const meant = onlyClassNamed(names.types, text);
    const own = meant === null || meant.parameters.length === 0 ? null : namedType(names, given, base);
    add(
      null,
      meant === null || depth > 8
        ? other
        : own?.kind === 'struct'
          ? own
          : { kind: 'struct', struct: meant, name: text, given: new Map() },
      null,
    );
  }
  for (const [name, { declarator, declaration }] of struct.members) {
    if (
      declaration.type !== 'field_declaration' ||
      isFunction(declarator) ||
      declaration.children.some(
        ({ type, start }) => type === 'storage_class_specifier' && names.source.text.startsWith('static', start),
      )
    )
      continue;
    // a part of a unit, of which only some bits are the member's
    const isBits = declaration.children.some(({ type }) => type === 'bitfield_clause');
    add(
      name,
      isBits ? ownType : (declaredType(names, given, declaration, declarator, () => null) ?? ownType),
      valueOfField(declaration, declarator),
    );
  }
  return found;
}

/** Whether the size is the one that the compiler gives to the type: of what is not followed it is not known. */
export function hasKnownSize(names: HostNames, type: HostType): boolean {
  switch (type.kind) {
    case 'scalar':
    case 'pointer':
    case 'dims':
      return true;
    case 'array':
      return type.count >= 0 && hasKnownSize(names, type.of);
    case 'struct':
      return (
        type.struct.bases.length === 0 &&
        !/\balignas\b|__align|__attribute__|\bpacked\b|\bvirtual\b/.test(textOf(names.source, type.struct.node)) &&
        !/#\s*pragma\s+pack/.test(names.source.text) &&
        fieldsOf(names, type).every((field) => field.type.kind === 'reference' || hasKnownSize(names, field.type))
      );
    case 'void':
    case 'box':
    case 'reference':
    case 'auto':
    case 'function':
    case 'closure':
    case 'other':
      return false;
  }
}

/** Whether objects of the type, or members or elements of it, are copied by functions of the file. */
export function copiesInItsWay(names: HostNames, type: HostType, depth = 0): boolean {
  if (type.kind === 'array') return copiesInItsWay(names, type.of, depth);
  if (type.kind === 'box') return type.of.some((own) => copiesInItsWay(names, own, depth + 1));
  if (type.kind !== 'struct') return false;
  return (
    depth > 8 ||
    namedChildren(childIn(type.struct.node, 'body') ?? type.struct.node).some((member) =>
      mayCopy(names, type, member),
    ) ||
    fieldsOf(names, type).some((field) => copiesInItsWay(names, field.type, depth + 1))
  );
}

/**
 * A constructor that may take an object of its own class, or an assignment; not one that does what the compiler's does.
 */
export function mayCopy(names: HostNames, type: Extract<HostType, { kind: 'struct' }>, member: SyntaxNode): boolean {
  const own =
    member.type === 'template_declaration'
      ? (namedChildren(member).find((inner) => /^(?:function_definition|declaration)$/.test(inner.type)) ?? member)
      : member;
  const text = textOf(names.source, own);
  if (/=\s*(?:default|delete)\s*;?$/.test(text)) return false;
  if (/\boperator\s*=\s*\(/.test(text)) return true;
  const name = declaredName(childIn(own, 'declarator'));
  if (
    childIn(own, 'type') !== null ||
    name === null ||
    textOf(names.source, name) !== textOf(names.source, childIn(type.struct.node, 'name') ?? type.struct.node)
  )
    return false;
  const [first] = parametersOf(own);
  const given =
    first === undefined ? null : declaredType(names, type.given, first, childIn(first, 'declarator'), () => null);
  if (given === null) return first !== undefined;
  return (
    given.kind === 'reference' &&
    (given.to.kind === 'struct' ? given.to.struct === type.struct : /^(?:other|auto)$/.test(given.to.kind))
  );
}

/** What the class gives to one of the members of a declaration: `int b = 32, n = 128;`. */
function valueOfField({ children }: SyntaxNode, declarator: SyntaxNode): SyntaxNode | null {
  const rest = children.slice(
    children.findIndex(({ start, end }) => start <= declarator.start && declarator.end <= end) + 1,
  );
  const next = rest.findIndex(({ type }) => type === ',');
  return rest.slice(0, next < 0 ? rest.length : next).find(({ field }) => field === 'default_value') ?? null;
}

const isFunction = (declarator: SyntaxNode): boolean =>
  declarator.type === 'function_declarator' && childIn(declarator, 'declarator')?.type !== 'parenthesized_declarator';

/**
 * Whether all that a class does by itself is what its members and constructors say: no bases that it shares, no members
 * in one place.
 */
export function isPlainClass({ source }: HostNames, { node }: Struct): boolean {
  return (
    !/\bunion\b/.test(textOf(source, node)) &&
    !/\bvirtual\b/.test(source.text.slice(node.start, childIn(node, 'body')?.start ?? node.end))
  );
}

/** Whether a pointer to a class becomes one to another class that may begin elsewhere. */
export function isUpcast(to: HostType, from: HostType): boolean {
  const own = from.kind === 'pointer' ? from.to : from;
  return (
    to.kind === 'struct' &&
    own.kind === 'struct' &&
    to.struct !== own.struct &&
    own.struct.bases.length + to.struct.bases.length > 1
  );
}

/** The type that a declaration gives to one of its declarators. `count`: of an array; null: not known. */
export function declaredType(
  names: HostNames,
  given: TypeNames,
  declaration: SyntaxNode,
  declarator: SyntaxNode | null,
  count: (size: SyntaxNode) => number | null,
): HostType | null {
  const type = childIn(declaration, 'type');
  return type === null ? null : withDeclarator(names, namedType(names, given, type), declarator, count);
}

function withDeclarator(
  names: HostNames,
  type: HostType,
  declarator: SyntaxNode | null,
  count: (size: SyntaxNode) => number | null,
): HostType | null {
  if (declarator === null) return type;
  const inner =
    childIn(declarator, 'declarator') ??
    namedChildren(declarator).find((child) => /declarator$|identifier$/.test(child.type) && child.field !== 'value') ??
    null;
  switch (declarator.type) {
    case 'pointer_declarator':
    case 'abstract_pointer_declarator':
      return withDeclarator(names, { kind: 'pointer', to: type }, inner, count);
    case 'reference_declarator':
    case 'abstract_reference_declarator':
      return withDeclarator(names, { kind: 'reference', to: type }, inner, count);
    case 'array_declarator':
    case 'abstract_array_declarator': {
      const size = childIn(declarator, 'size');
      const extent =
        size === null ? -1 : size.type === 'number_literal' ? extentOf(textOf(names.source, size)) : count(size);
      return extent === null || !Number.isInteger(extent)
        ? null
        : withDeclarator(names, { kind: 'array', of: type, count: extent }, inner, count);
    }
    case 'function_declarator':
    case 'abstract_function_declarator':
      return withDeclarator(names, { kind: 'function' }, inner, count);
    case 'init_declarator':
    case 'parenthesized_declarator':
    case 'abstract_parenthesized_declarator':
      return withDeclarator(names, type, inner, count);
    default:
      return type;
  }
}

const extentOf = (literal: string): number =>
  /^0[0-7]+$/.test(literal) ? Number.parseInt(literal, 8) : Number(literal);

const boxes: ReadonlyMap<string, 'vector' | 'map'> = new Map([
  ['vector', 'vector'],
  ['map', 'map'],
  ['unordered_map', 'map'],
]);

/** The type that a name alone means. */
export const typeOfName = (names: HostNames, given: TypeNames, name: string): HostType =>
  given.get(name) ?? ofName(names, given, name);

/** The type that a type's node names: `float`, `std::vector<int *>`, `Buffer`, `T` as it is given. */
export function namedType(names: HostNames, given: TypeNames, node: SyntaxNode): HostType {
  const text = textOf(names.source, node);
  switch (node.type) {
    case 'type_descriptor':
      return declaredType(names, given, node, childIn(node, 'declarator'), () => null) ?? other;
    case 'placeholder_type_specifier':
    case 'auto':
      return text.includes('decltype') ? ownType : { kind: 'auto' };
    case 'decltype':
      return ownType;
    case 'primitive_type':
    case 'sized_type_specifier':
      return text === 'void' ? { kind: 'void' } : ofScalar(text);
    case 'qualified_identifier': {
      const name = childIn(node, 'name');
      return name === null ? other : hostType(text) === null ? namedType(names, given, name) : ofScalar(text);
    }
    case 'template_type': {
      const name = textOf(names.source, childIn(node, 'name') ?? node);
      const args = namedChildren(childIn(node, 'arguments') ?? node).map((arg) => namedType(names, given, arg));
      const ofLibrary = isOfFile(names, name) ? null : libraryType(names, name, node, args);
      if (ofLibrary !== null) return ofLibrary;
      const box = names.types.structs.has(name) ? undefined : boxes.get(name);
      // with an order, hash or allocator of its own, it is another container
      if (box !== undefined && args.length > (box === 'map' ? 2 : 1)) return ownType;
      if (box !== undefined) return { kind: 'box', name: box, of: args };
      const struct = onlyClassNamed(names.types, name);
      return struct === null || struct.parameters.length !== args.length
        ? isOfFile(names, name)
          ? ownType
          : other
        : {
            kind: 'struct',
            struct,
            name,
            given: new Map(struct.parameters.map((parameter, k) => [parameter, args[k] ?? other])),
          };
    }
    case 'struct_specifier':
    case 'class_specifier': {
      const name = childIn(node, 'name');
      return name === null ? other : namedType(names, given, name);
    }
    case 'enum_specifier':
      return { kind: 'scalar', type: u32 };
    case 'type_identifier':
      return typeOfName(names, given, text);
    default:
      return other;
  }
}

/** A pointer that owns what it points to, a function of any kind, or an array that is an object. */
function libraryType(names: HostNames, name: string, node: SyntaxNode, args: readonly HostType[]): HostType | null {
  const [first, second] = args;
  if (first === undefined) return null;
  if (name === 'function') return { kind: 'function' };
  if (name === 'shared_ptr' || (name === 'unique_ptr' && (second === undefined || onlyFrees(names, second))))
    return { kind: 'pointer', to: first.kind === 'array' ? first.of : first, isSmart: true };
  if (name !== 'array') return null;
  const size = namedChildren(childIn(node, 'arguments') ?? node)[1];
  const count = size?.type === 'number_literal' ? Number(textOf(names.source, size)) : -1;
  return Number.isInteger(count) && count > 0 ? { kind: 'array', of: first, count, isObject: true } : null;
}

/** A class whose call operator does nothing but give memory back. */
function onlyFrees(names: HostNames, type: HostType): boolean {
  if (type.kind !== 'struct' || type.struct.bases.length > 0) return false;
  const members = namedChildren(childIn(type.struct.node, 'body') ?? type.struct.node).filter(
    (member) => member.type !== 'comment',
  );
  const body = members[0] === undefined || members.length > 1 ? null : childIn(members[0], 'body');
  return body !== null && namedChildren(body).every((statement) => freesMemory(textOf(names.source, statement)));
}

/** `cudaFree(p);`, `if (p) delete p;` */
export const freesMemory = (statement: string): boolean =>
  /^(?:if\s*\(\s*\w+\s*(?:!=\s*nullptr\s*)?\)\s*)?(?:cudaFree\w*|free)\s*\(\s*\w+\s*\);$|^delete\s*(?:\[\s*\]\s*)?\w+;$/.test(
    statement,
  );

/** An enumeration without operators of its own. */
function enumNamed(names: HostNames, name: string): HostType | null {
  const lists = names.enumeratorLists.filter((list) => {
    const own = childIn(names.parents.get(list) ?? list, 'name');
    return own !== null && textOf(names.source, own) === name;
  });
  const [list, second] = lists;
  const specifier = list === undefined || second !== undefined ? undefined : names.parents.get(list);
  if (specifier === undefined) return null;
  if (new RegExp(`\\boperator\\b(?:(?!\\boperator\\b)[^;{])*\\b${name}\\b`).test(names.source.text)) return ownType;
  const base = childIn(specifier, 'base');
  const own = base === null ? { kind: 'scalar' as const, type: i32 } : ofScalar(textOf(names.source, base));
  return own.kind === 'scalar' ? { ...own, name } : own;
}

/** The type of an enumerator, by the list that it stands in; null: not known. */
export function enumerationOf(names: HostNames, enumerator: SyntaxNode): HostType | null {
  const specifier = names.enumeratorLists
    .filter((list) => list.start <= enumerator.start && enumerator.end <= list.end)
    .map((list) => names.parents.get(list))[0];
  if (specifier === undefined) return null;
  const [name, base] = [childIn(specifier, 'name'), childIn(specifier, 'base')];
  if (name !== null) return enumNamed(names, textOf(names.source, name));
  return base === null ? { kind: 'scalar', type: i32 } : ofScalar(textOf(names.source, base));
}

function ofScalar(text: string): HostType {
  const type = hostType(text);
  if (type === null) return other;
  return /^(?:signed\s+char|char\s+signed|(?:std\s*::\s*)?int8_t)$/.test(text)
    ? { kind: 'scalar', type, name: 'signed char' }
    : { kind: 'scalar', type };
}

function ofName(names: HostNames, given: TypeNames, text: string): HostType {
  const alias = names.types.aliases.get(text);
  if (alias !== undefined && alias !== null)
    return withDeclarator(names, namedType(names, new Map(), alias.type), alias.declarator, () => null) ?? ownType;
  const struct = names.types.structs.get(text);
  if (struct !== undefined)
    return struct === null || struct.parameters.length > 0 ? ownType : { kind: 'struct', struct, name: text, given };
  const enumeration = enumNamed(names, text);
  if (enumeration !== null) return enumeration;
  if (isOfFile(names, text)) return ownType;
  if (/^cudaError(?:_t)?$/.test(text)) return { kind: 'scalar', type: i32, name: 'cudaError' };
  return text === 'dim3' || text === 'uint3' ? { kind: 'dims' } : ofScalar(text);
}

const isOfFile = ({ types }: HostNames, name: string): boolean =>
  types.structs.has(name) || types.aliases.has(name) || types.specialized.has(name);

/**
 * What the types among the parameters of a function's template are, by what is given explicitly and by the types of
 * arguments; null where that is not certain, also of values that are not given explicitly.
 */
export function deducedTypes(
  names: HostNames,
  template: SyntaxNode | null,
  explicit: readonly HostType[],
  parameters: readonly SyntaxNode[],
  args: readonly HostType[],
): TypeNames | null {
  const found = new Map<string, HostType>();
  if (template === null) return found;
  for (const [k, parameter] of templateParametersOf(template).entries()) {
    const name = templateParameterName(parameter);
    if (isValueParameter(parameter) && explicit[k] !== undefined) continue;
    if (name === null || parameter.type !== 'type_parameter_declaration') return null;
    const text = textOf(names.source, name);
    const given = explicit[k] ?? deduced(names, text, parameters, args);
    if (given === null) return null;
    found.set(text, given);
  }
  return found;
}

/** Whether a template parameter is a value: `int N`, `bool B = true`. */
export const isValueParameter = ({ type }: SyntaxNode): boolean =>
  type === 'parameter_declaration' || type === 'optional_parameter_declaration';

function deduced(
  names: HostNames,
  name: string,
  parameters: readonly SyntaxNode[],
  args: readonly HostType[],
): HostType | null {
  for (const [k, parameter] of parameters.entries()) {
    const type = childIn(parameter, 'type');
    const given = args[k];
    if (type === null || given === undefined || textOf(names.source, type) !== name) continue;
    let own: HostType = given.kind === 'reference' ? given.to : given;
    for (
      let at = childIn(parameter, 'declarator');
      at !== null;
      at = childIn(at, 'declarator') ?? namedChildren(at)[0] ?? null
    ) {
      if (at.type !== 'pointer_declarator') continue;
      if (own.kind === 'pointer') own = own.to;
      else if (own.kind === 'array') own = own.of;
      else return null;
    }
    return own;
  }
  return null;
}
