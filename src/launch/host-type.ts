/**
 * The type of a host expression as text: what it was declared as, through aliases, members, pointers and `auto`. For
 * what is passed at a launch and called on the way to it; the types that decide on instances of templates are `CType`s
 * and follow src/lower/host/types.ts. Exact: null where the declaration is not seen.
 *
 * Example: after `typedef float real; real *d; Params p;`, `d + n` is `float *` and `p.n` is `int`.
 */
import type { SyntaxNode } from '../parse/node.ts';
import type { Declaration, HostNames } from './host-names.ts';
import type { Struct, TypeText } from './type-index.ts';
import { memoized } from '../base/memoize.ts';
import { childIn, namedChildren, textOf } from '../parse/node.ts';
import { calleeName, innerDeclarator, qualifierOf } from './declarator.ts';
import { hostType } from './host-value.ts';
import { isNamedCast } from './library-calls.ts';
import { lookup } from './lookup.ts';
import { templateParameterNames } from './type-index.ts';
import { trailingFrom } from '../base/trailing.ts';

const maxDepth = 24;

/**
 * The type of the expression, spelled `float`, `unsigned int`, `float *`, `Params`, `Vec<float>`: aliases followed, no
 * `const`, no references, arrays as pointers. Null when it cannot be told, as for names that depend on template
 * parameters.
 */
export function hostTypeOf(names: HostNames, node: SyntaxNode): string | null {
  const known = typesKnown(names);
  const before = known.get(node);
  if (before !== undefined) return before;
  const type = typeOf(names, node, 0);
  const text = type === null || type.base === '' || dependsOnTemplate(names, type, node) ? null : printTypeText(type);
  known.set(node, text);
  return text;
}

/**
 * The same in templates too, where the type is made of a class template: that by its name (`Pair *` for a `Pair<T> *`).
 */
export function classTypeOf(names: HostNames, node: SyntaxNode): string | null {
  const exact = hostTypeOf(names, node);
  const type = exact === null ? typeOf(names, node, 0) : null;
  const name = type === null ? '' : templateOf(type.base).name;
  return type === null || !names.types.structs.has(name)
    ? exact
    : printTypeText({ base: name, pointers: type.pointers });
}

/** The types that were asked for, which the text alone decides. */
const typesKnown = memoized((_: HostNames) => new Map<SyntaxNode, string | null>());

/** The spelling of the type that a type's node names, aliases followed; null where it has two meanings. */
export function spelledType(names: HostNames, node: SyntaxNode): string | null {
  const type = writtenType(names, node, 0);
  return type === null ? null : printTypeText(type);
}

export const printTypeText = ({ base, pointers }: TypeText): string =>
  pointers === 0 ? base : `${base} ${'*'.repeat(pointers)}`;

const plain = (base: string): TypeText => ({ base, pointers: 0 });
const pointerTo = (type: TypeText | null): TypeText | null =>
  type === null ? null : { ...type, pointers: type.pointers + 1 };
const pointee = (type: TypeText | null): TypeText | null =>
  type === null || type.pointers === 0 ? null : { ...type, pointers: type.pointers - 1 };

function typeOf(names: HostNames, node: SyntaxNode, depth: number): TypeText | null {
  if (depth > maxDepth) return null;
  const inner = (child: SyntaxNode | null | undefined): TypeText | null =>
    child === null || child === undefined ? null : typeOf(names, child, depth + 1);
  switch (node.type) {
    case 'number_literal':
      return typeOfLiteral(textOf(names.source, node));
    case 'true':
    case 'false':
      return plain('bool');
    case 'char_literal':
      return plain('char');
    case 'string_literal':
    case 'concatenated_string':
      return { base: 'char', pointers: 1 };
    case 'sizeof_expression':
      return plain('unsigned long');
    case 'parenthesized_expression':
      return inner(namedChildren(node)[0]);
    case 'identifier':
      return typeOfName(names, node, depth);
    case 'cast_expression':
      return writtenType(names, childIn(node, 'type'), depth);
    case 'compound_literal_expression':
      return writtenType(names, childIn(node, 'type'), depth);
    case 'new_expression':
      return pointerTo(writtenType(names, childIn(node, 'type'), depth));
    case 'assignment_expression':
      return inner(childIn(node, 'left'));
    case 'update_expression':
      return inner(childIn(node, 'argument'));
    case 'unary_expression':
      return textOf(names.source, node).startsWith('!') ? plain('bool') : promoted(inner(childIn(node, 'argument')));
    case 'pointer_expression':
      return textOf(names.source, node).startsWith('&')
        ? pointerTo(inner(childIn(node, 'argument')))
        : pointee(inner(childIn(node, 'argument')));
    case 'subscript_expression':
      return elementOf(names, inner(childIn(node, 'argument')));
    case 'conditional_expression':
      return common(inner(childIn(node, 'consequence')), inner(childIn(node, 'alternative')));
    case 'binary_expression':
      return ofBinary(
        childIn(node, 'operator')?.type ?? '',
        inner(childIn(node, 'left')),
        inner(childIn(node, 'right')),
      );
    case 'field_expression':
      return memberType(
        names,
        inner(childIn(node, 'argument')),
        textOf(names.source, childIn(node, 'field') ?? node),
        depth,
      );
    case 'this':
      return enclosingClass(names, node);
    case 'call_expression':
      return typeOfCall(names, node, depth);
    default:
      return null;
  }
}

function typeOfLiteral(text: string): TypeText {
  if (/^0[xX]/.test(text) ? /[.pP]/.test(text) : /[.eE]/.test(text) || /^\d+[fF]$/.test(text))
    return plain(/[fF]$/.test(text) ? 'float' : 'double');
  const suffix = text.slice(trailingFrom(text, /[uUlL]/)).toLowerCase();
  if (suffix.includes('u')) return plain(suffix.includes('l') ? 'unsigned long' : 'unsigned int');
  return plain(suffix.includes('l') ? 'long' : 'int');
}

function typeOfName(names: HostNames, node: SyntaxNode, depth: number): TypeText | null {
  const name = textOf(names.source, node);
  const found = lookup(names, name, node);
  if (found !== null) return declaredType(names, found, depth);
  const self = enclosingClass(names, node);
  return self === null ? null : memberType(names, self, name, depth);
}

/** The type that a declaration gives its name. */
export function declaredType(names: HostNames, declaration: Declaration, depth = 0): TypeText | null {
  if (declaration.kind === 'enumerator') return plain('int');
  const base = childIn(declaration.statement, 'type');
  const pointers = pointersAround(names, declaration.node, declaration.statement);
  if (base === null || pointers === null) return null;
  if (declaration.typeText !== 'auto') return withPointers(writtenType(names, base, depth), pointers);
  return declaration.initial.kind === 'expression' ? typeOf(names, declaration.initial.node, depth + 1) : null;
}

const withPointers = (type: TypeText | null, more: number): TypeText | null =>
  type === null ? null : { ...type, pointers: type.pointers + more };

/** How many `*` and `[…]` stand around the name in its declarator; null for functions. */
function pointersAround(names: HostNames, name: SyntaxNode, statement: SyntaxNode): number | null {
  let pointers = 0;
  for (let at: SyntaxNode | undefined = name; at !== undefined && at !== statement; at = names.parents.get(at)) {
    if (at.type === 'pointer_declarator' || at.type === 'array_declarator') pointers++;
    if (at.type === 'structured_binding_declarator') return null;
  }
  return pointers;
}

/** A type as written, with aliases followed. */
function writtenType(names: HostNames, node: SyntaxNode | null, depth: number): TypeText | null {
  if (node === null || depth > maxDepth || node.type === 'decltype') return null;
  if (node.type === 'type_descriptor') {
    const base = writtenType(names, childIn(node, 'type'), depth + 1);
    return withPointers(
      base,
      (textOf(names.source, childIn(node, 'declarator') ?? emptyAt(node)).match(/[*[]/g) ?? []).length,
    );
  }
  const text = textOf(names.source, node)
    .replace(/\b(?:const|volatile|struct|class|enum|typename)\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return /\bauto\b/.test(text) ? null : named(names, text === 'unsigned' ? 'unsigned int' : text, depth);
}

const emptyAt = (node: SyntaxNode): SyntaxNode => ({ ...node, end: node.start });

function named(names: HostNames, text: string, depth: number): TypeText | null {
  const from = text.endsWith('*') ? trailingFrom(text, /[\s*]/) : text.length;
  const pointers = text.slice(from).replace(/\s/g, '').length;
  if (pointers > 0) return withPointers(named(names, text.slice(0, from), depth), pointers);
  const bare = text.replace(/^(?:::)?(?:\w+::)*(?=\w+$)/, '');
  const alias = names.types.aliases.get(bare);
  if (alias === null || depth > maxDepth) return null;
  if (alias === undefined) return plain(text);
  const base = writtenType(names, alias.type, depth + 1);
  if (alias.declarator === null) return base;
  const shape = textOf(names.source, alias.declarator);
  return shape.includes('(') ? null : withPointers(base, (shape.match(/[*[]/g) ?? []).length);
}

/** `Vec<float>` → `Vec` and [`float`]. */
function templateOf(base: string): Readonly<{ name: string; args: readonly string[] }> {
  const match = /^(?:\w+::)*(\w+)(?:\s*<(.*)>)?$/s.exec(base);
  return { name: match?.[1] ?? base, args: match?.[2] === undefined ? [] : splitArguments(match[2]) };
}

/** Splits at commas outside of brackets. */
export function splitArguments(text: string): readonly string[] {
  const parts = [''];
  let depth = 0;
  for (const c of text) {
    if ('<([{'.includes(c)) depth++;
    if ('>)]}'.includes(c)) depth--;
    if (c === ',' && depth === 0) parts.push('');
    else parts.push((parts.pop() ?? '') + c);
  }
  return parts.map((part) => part.trim());
}

const containers = /^(?:vector|device_vector|host_vector|array|device_ptr|unique_ptr|shared_ptr|valarray)$/;
const pointerMethods = /^(?:data|get|raw_get)$/;

function memberType(names: HostNames, object: TypeText | null, member: string, depth: number): TypeText | null {
  if (object === null || object.pointers > 1 || depth > maxDepth) return null;
  const { name, args } = templateOf(object.base);
  if (/^(?:dim3|uint3|uint[24])$/.test(name) && /^[xyzw]$/.test(member)) return plain('unsigned int');
  const vector = /^(float|double|int|char|short|long)[1-4]$/.exec(name);
  if (vector !== null && /^[xyzw]$/.test(member)) return plain(vector[1] ?? '');
  const struct = names.types.structs.get(name);
  if (struct === undefined || struct === null) {
    const [element] = args;
    if (!containers.test(name) || element === undefined) return null;
    return pointerMethods.test(member)
      ? pointerTo(named(names, element, depth + 1))
      : member === 'size'
        ? plain('unsigned long')
        : null;
  }
  const found = struct.members.get(member);
  if (found === undefined) return inherited(names, struct, member, depth);
  const type = writtenType(names, childIn(found.declaration, 'type'), depth + 1);
  return withPointers(
    substituted(names, type, struct, args, depth),
    (textOf(names.source, found.declarator).replace(/\(.*$/s, '').match(/[*[]/g) ?? []).length,
  );
}

/** The spelling of the type of a member of a struct. */
export function memberTypeText(names: HostNames, object: TypeText, member: string): string | null {
  const type = memberType(names, object, member, 0);
  return type === null ? null : printTypeText(type);
}

function inherited(names: HostNames, struct: Struct, member: string, depth: number): TypeText | null {
  const [base, second] = struct.bases;
  return base === undefined || second !== undefined
    ? null
    : memberType(names, named(names, base, depth + 1), member, depth + 1);
}

/** A type inside of a class template, with the parameters' arguments in place. */
function substituted(
  names: HostNames,
  type: TypeText | null,
  struct: Struct,
  args: readonly string[],
  depth: number,
): TypeText | null {
  if (type === null) return null;
  const base = struct.parameters.reduce(
    (text, parameter, k) =>
      parameter === '' || args[k] === undefined
        ? text
        : text.replace(new RegExp(`\\b${parameter}\\b`, 'g'), args[k] ?? parameter),
    type.base,
  );
  return base === type.base ? type : withPointers(named(names, base, depth + 1), type.pointers);
}

function elementOf(names: HostNames, array: TypeText | null): TypeText | null {
  if (array === null || array.pointers > 0) return pointee(array);
  const { name, args } = templateOf(array.base);
  return containers.test(name) && args[0] !== undefined ? named(names, args[0], 0) : null;
}

function typeOfCall(names: HostNames, node: SyntaxNode, depth: number): TypeText | null {
  const callee = childIn(node, 'function');
  const args = namedChildren(childIn(node, 'arguments') ?? node);
  if (callee === null || depth > maxDepth) return null;
  if (callee.type === 'primitive_type') return writtenType(names, callee, depth + 1);
  const name = calleeName(callee);
  const spelled = name === null ? '' : textOf(names.source, name);
  if (callee.type === 'template_function' && isNamedCast(spelled))
    return writtenType(names, namedChildren(childIn(callee, 'arguments') ?? callee)[0] ?? null, depth + 1);
  if (callee.type === 'field_expression') {
    const object = childIn(callee, 'argument');
    return object === null ? null : memberType(names, typeOf(names, object, depth + 1), spelled, depth + 1);
  }
  const arg = (k: number): TypeText | null => (args[k] === undefined ? null : typeOf(names, args[k], depth + 1));
  if (spelled === 'raw_pointer_cast') return fromDevicePointer(names, arg(0), depth);
  if (/^(?:min|max)$/.test(spelled) && !/<[^<]*>$/s.test(textOf(names.source, callee))) return common(arg(0), arg(1));
  const definitions = names.functions.get(spelled);
  if (definitions === undefined)
    return hostType(spelled) !== null || names.types.aliases.has(spelled) || names.types.structs.has(spelled)
      ? named(names, spelled, depth + 1)
      : null;
  const types = definitions.map((definition) => returnType(names, definition, depth));
  return types.every(
    (type) => type !== null && types[0] !== null && type.base === types[0]?.base && type.pointers === types[0].pointers,
  )
    ? (types[0] ?? null)
    : null;
}

function returnType(names: HostNames, definition: SyntaxNode, depth: number): TypeText | null {
  let pointers = 0;
  let at = childIn(definition, 'declarator');
  for (; at !== null && /^(?:pointer|reference)_declarator$/.test(at.type); at = innerDeclarator(at))
    if (at.type === 'pointer_declarator') pointers++;
  // `int *(&f())[2]`: a reference to an array
  if (at !== null && /^(?:array|parenthesized)_declarator$/.test(at.type)) return null;
  return withPointers(writtenType(names, childIn(definition, 'type'), depth + 1), pointers);
}

function fromDevicePointer(names: HostNames, type: TypeText | null, depth: number): TypeText | null {
  if (type === null || type.pointers > 0) return type;
  const { name, args } = templateOf(type.base);
  return name === 'device_ptr' && args[0] !== undefined ? pointerTo(named(names, args[0], depth + 1)) : null;
}

const ranks: readonly string[] = ['int', 'unsigned int', 'long', 'unsigned long', 'float', 'double'];

/** C's integer promotions, on the spellings of the types that they give. */
function promoted(type: TypeText | null): TypeText | null {
  if (type === null || type.pointers > 0) return null;
  const known = hostType(type.base);
  if (known === null) return null;
  if (known.kind === 'float') return plain(type.base);
  return plain(
    known.kind === 'bool'
      ? 'int'
      : known.bits < 32
        ? 'int'
        : `${known.signed ? '' : 'unsigned '}${known.bits === 32 ? 'int' : 'long'}`,
  );
}

/** The usual arithmetic conversions; two like types are themselves. */
function common(a: TypeText | null, b: TypeText | null): TypeText | null {
  if (a === null || b === null) return null;
  if (a.base === b.base && a.pointers === b.pointers) return a;
  const [left, right] = [promoted(a), promoted(b)];
  return left === null || right === null ? null : ranks.indexOf(left.base) >= ranks.indexOf(right.base) ? left : right;
}

function ofBinary(operator: string, left: TypeText | null, right: TypeText | null): TypeText | null {
  if (/^(?:[<>]=?|[=!]=|&&|\|\|)$/.test(operator)) return plain('bool');
  if (left !== null && left.pointers > 0)
    return operator === '-' && right !== null && right.pointers > 0 ? plain('long') : left;
  if (right !== null && right.pointers > 0) return operator === '+' ? right : null;
  return operator === '<<' || operator === '>>' ? promoted(left) : common(promoted(left), promoted(right));
}

/** `Foo *` in methods of `Foo`, inside of its braces or as `Foo::run`. */
function enclosingClass(names: HostNames, node: SyntaxNode): TypeText | null {
  for (let at = names.parents.get(node); at !== undefined; at = names.parents.get(at)) {
    const name =
      at.type === 'class_specifier' || at.type === 'struct_specifier'
        ? childIn(at, 'name')
        : at.type === 'function_definition'
          ? qualifierOf(at)
          : null;
    if (name !== null) return { base: textOf(names.source, name), pointers: 1 };
  }
  return null;
}

/** Whether the type names a parameter of a template around the expression. */
function dependsOnTemplate(names: HostNames, type: TypeText, node: SyntaxNode): boolean {
  const used = new Set(type.base.match(/\w+/g) ?? []);
  for (let at = names.parents.get(node); at !== undefined; at = names.parents.get(at)) {
    if (
      at.type === 'template_declaration' &&
      templateParameterNames(at, (each) => textOf(names.source, each)).some((name) => used.has(name))
    )
      return true;
  }
  return false;
}
