/**
 * `<type_traits>` of C++: `std::is_same<A, B>::value`, `std::conditional_t<c, A, B>` and their kin, for types that are
 * known. Exact: null where the answer rests on what is not kept (`const`, types that are not declared here, `long`
 * against `long long`).
 */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { CType, TemplateArgument } from './c-type.ts';
import { mentions } from '../kept.ts';
import { childIn, namedChildren } from '../../parse/node.ts';
import { textOf } from '../context.ts';
import { constantOf } from '../expressions/constants.ts';
import { isOpenConst, maybeConst, pointeeOf, withoutConst } from './open-const.ts';
import { isFunction, pointerTo, sameCType, scalar } from './c-type.ts';
import { splitName } from '../file-scope.ts';
import { templateArguments } from '../calls/templates.ts';

/** The value of `trait<…>::value` or `trait_v<…>`; null: none that is known. */
export function traitValue(cx: Context, node: SyntaxNode): boolean | null {
  const named = traitNamed(cx, node, 'value', '_v');
  return named === null ? aliasValue(cx, node) : valueOf(cx, named);
}

/** `isFirst<T>::value`, where that is an alias of one of these classes. */
function aliasValue(cx: Context, node: SyntaxNode): boolean | null {
  const [scope, name] =
    node.type === 'qualified_identifier' ? [childIn(node, 'scope'), childIn(node, 'name')] : [null, null];
  if (scope?.type !== 'template_type' || name === null || textOf(cx, name) !== 'value') return null;
  const type = cx.rules.type(cx, scope);
  return type.kind === 'opaque' ? (type.truth ?? null) : null;
}

/** The `value` of the class that a type names; null: none that is known, or none of these. */
export function traitTruth(cx: Context, node: SyntaxNode): boolean | null {
  const inner = node.type === 'dependent_type' ? (namedChildren(node).at(-1) ?? node) : node;
  const named = namedBy(
    cx,
    splitName(inner, (one) => textOf(cx, one)),
    '',
  );
  return named === null ? null : valueOf(cx, named);
}

function valueOf(cx: Context, named: Named): boolean | null {
  if (logical.has(named.name)) return ofAll(named);
  const [a, b] = named.given.map((one) => (one.kind === 'type' ? one.type : null));
  if (a === undefined || a === null) return null;
  if (named.name === 'is_same') return b === undefined || b === null || named.isQualified ? null : sameTypes(cx, a, b);
  const first = a.kind === 'reference' ? a.to : a;
  if (first.kind === 'opaque' || a.kind === 'reference') return null;
  const type = first.kind === 'scalar' ? first.type : null;
  // an enumeration is no integer, and is one here
  if (
    first.kind === 'scalar' &&
    first.mayBeConst === true &&
    type?.kind === 'int' &&
    /^is_(?:integral|arithmetic|fundamental|signed|unsigned)$/.test(named.name) &&
    mentions(cx.unit, /\benum\b/)
  )
    return null;
  switch (named.name) {
    case 'is_integral':
      return type !== null && type.kind !== 'float';
    case 'is_floating_point':
      // __half and its kin are classes
      return type === null ? false : type.kind !== 'float' ? false : type.bits === 16 ? null : true;
    case 'is_arithmetic':
    case 'is_fundamental':
      return type === null ? false : type.kind === 'float' && type.bits === 16 ? null : true;
    case 'is_signed':
      return type === null
        ? false
        : type.kind === 'int'
          ? type.signed
          : type.kind === 'bool'
            ? false
            : type.bits === 16
              ? null
              : true;
    case 'is_unsigned':
      return type !== null && (type.kind === 'bool' || (type.kind === 'int' && !type.signed));
    case 'is_pointer':
      return first.kind === 'pointer';
    case 'is_void':
      return first.kind === 'void';
    default:
      return null;
  }
}

/** The type that `typename trait<…>::type` or `trait_t<…>` names; null: none that is known. */
export function traitType(cx: Context, node: SyntaxNode): CType | null {
  const named = traitNamed(cx, node, 'type', '_t');
  if (named === null) return null;
  const [first, second, third] = named.given;
  const type = first?.kind === 'type' ? first.type : null;
  switch (named.name) {
    case 'conditional': {
      const when = truthOf(first);
      const chosen = when === null ? undefined : when ? second : third;
      return chosen?.kind === 'type' ? chosen.type : null;
    }
    case 'enable_if':
      if (truthOf(first) !== true) return null;
      return second === undefined ? { kind: 'void' } : second.kind === 'type' ? second.type : null;
    case 'remove_reference':
      return type?.kind === 'reference' ? type.to : type;
    case 'remove_cv':
    case 'remove_const':
    case 'remove_volatile':
      return type === null ? null : withoutConst(type);
    case 'type_identity':
      return type;
    case 'remove_cvref':
      return type === null ? null : withoutConst(type.kind === 'reference' ? type.to : type);
    case 'decay': {
      const bare = type?.kind === 'reference' ? type.to : type;
      return bare?.kind === 'array' ? pointerTo(bare.of) : bare === null ? null : withoutConst(bare);
    }
    case 'void':
      return named.given.every((one) => one.kind === 'type' && one.type.kind !== 'opaque') ? { kind: 'void' } : null;
    case 'add_lvalue_reference':
    case 'add_rvalue_reference':
      return type === null || type.kind === 'void' || type.kind === 'reference'
        ? type
        : { kind: 'reference', to: type, isConst: false };
    case 'add_const':
    case 'add_volatile':
    case 'add_cv':
      return type === null ? null : maybeConst(type);
    case 'remove_pointer':
      return type?.kind === 'pointer' ? pointeeOf(type) : type;
    case 'add_pointer':
      return type === null ? null : pointerTo(type.kind === 'reference' ? type.to : type);
    case 'make_unsigned':
    case 'make_signed':
      return type?.kind === 'scalar' && type.type.kind === 'int'
        ? scalar({ ...type.type, signed: named.name === 'make_signed' })
        : null;
    default:
      return null;
  }
}

type Named = Readonly<{
  name: string;
  list: SyntaxNode;
  given: readonly TemplateArgument[];
  /** Arguments have `const` and the like, which types do not keep. */ isQualified: boolean;
}>;

/** `std::name<…>::member` or `std::name_suffix<…>`, unless the file declares such a name itself. */
export function traitNamed(cx: Context, node: SyntaxNode, member: string, suffix: string): Named | null {
  const inner = node.type === 'dependent_type' ? (namedChildren(node).at(-1) ?? node) : node;
  const owner = ownerOf(cx, inner, member);
  const split = splitName(owner ?? inner, (one) => textOf(cx, one));
  return owner === null && !split.name.endsWith(suffix) ? null : namedBy(cx, split, owner === null ? suffix : '');
}

function namedBy(cx: Context, split: ReturnType<typeof splitName>, suffix: string): Named | null {
  if (split.arguments === null) return null;
  const name = suffix === '' ? split.name : split.name.slice(0, -suffix.length);
  if (!known.has(name) || cx.unit.declared.types.has(split.name) || cx.unit.declared.variables.has(split.name))
    return null;
  return {
    name,
    list: split.arguments,
    given: templateArguments(cx, split.arguments),
    isQualified: isQualified(cx, split.arguments),
  };
}

/** Whether types are written with what a `CType` does not keep. */
export function isQualified(cx: Context, node: SyntaxNode): boolean {
  return /\b(?:const|volatile)\b|&&/.test(textOf(cx, node));
}

const known: ReadonlySet<string> = new Set([
  'is_same',
  'is_integral',
  'is_floating_point',
  'is_arithmetic',
  'is_fundamental',
  'is_signed',
  'is_unsigned',
  'is_pointer',
  'is_void',
  'conditional',
  'enable_if',
  'remove_reference',
  'remove_cv',
  'remove_const',
  'remove_volatile',
  'remove_cvref',
  'type_identity',
  'decay',
  'remove_pointer',
  'add_pointer',
  'make_unsigned',
  'make_signed',
  'add_lvalue_reference',
  'add_rvalue_reference',
  'add_const',
  'add_volatile',
  'add_cv',
  'void',
  'conjunction',
  'disjunction',
  'negation',
]);

const logical: ReadonlySet<string> = new Set(['conjunction', 'disjunction', 'negation']);

/** Of classes with values. */
function ofAll({ name, given }: Named): boolean | null {
  const values = given.map((one) =>
    one.kind === 'type' && one.type.kind === 'opaque' ? (one.type.truth ?? null) : null,
  );
  const [only = null] = values;
  if (name === 'negation') return only === null ? null : !only;
  const deciding = name === 'disjunction';
  return values.includes(deciding) ? deciding : values.includes(null) ? null : !deciding;
}

/** `std::is_same<A, B>` of `std::is_same<A, B>::value`: the scope before the last part, where that is the member. */
function ownerOf(cx: Context, node: SyntaxNode, member: string): SyntaxNode | null {
  if (node.type !== 'qualified_identifier') return null;
  const scope = childIn(node, 'scope');
  const name = childIn(node, 'name');
  if (name === null) return null;
  if (name.type === 'qualified_identifier') return ownerOf(cx, name, member);
  return textOf(cx, name) === member ? scope : null;
}

function truthOf(argument: TemplateArgument | undefined): boolean | null {
  const value = argument?.kind === 'value' ? constantOf(argument.value) : null;
  return value === null ? null : value !== 0n;
}

/** Null where the two may or may not be one type. */
export function sameTypes(cx: Context, a: CType, b: CType): boolean | null {
  if (sameCType(a, b)) return mayDiffer(cx, a) || isOpenConst(a) || isOpenConst(b) ? null : true;
  return isDeclared(a) && isDeclared(b) ? false : null;
}

/**
 * Types that C++ tells apart and a `CType` does not: `long` and `long long`, `char` and `signed char`, `wchar_t` and
 * `int`, functions, `T &` and `T &&`. Only those that the text mentions.
 */
export function mayDiffer(cx: Context, type: CType): boolean {
  const isMentioned = (spelling: RegExp): boolean => mentions(cx.unit, spelling) || spelling.test(cx.unit.library.used);
  switch (type.kind) {
    case 'pointer':
      return mayDiffer(cx, type.to);
    case 'reference':
      return mayDiffer(cx, type.to) || mentions(cx.unit, /&&\s*[,>]/);
    case 'array':
      return mayDiffer(cx, type.of);
    case 'struct':
      return (type.struct.template?.arguments ?? []).some((one) => one.kind === 'type' && mayDiffer(cx, one.type));
    case 'opaque':
      return isFunction(type);
    case 'void':
      return false;
    case 'scalar': {
      const spelling =
        type.type.kind === 'int' ? others.get(`${type.type.signed ? 'i' : 'u'}${type.type.bits}`) : undefined;
      return spelling !== undefined && isMentioned(spelling);
    }
  }
}

/** Per integer, what it is spelled as where it may be one of two types. */
const others: ReadonlyMap<string, RegExp> = new Map([
  ['i64', /\blong\s+long\b|\bu?longlong\b|\d[uU]?(?:ll|LL)/],
  ['u64', /\blong\s+long\b|\bu?longlong\b|\d[uU]?(?:ll|LL)/],
  ['i8', /(?<!un)\bsigned\s+char\b|\bint8_t\b/],
  ['u8', /\bchar8_t\b/],
  ['u16', /\bchar16_t\b/],
  ['i32', /\bwchar_t\b/],
  ['u32', /\bchar32_t\b/],
]);

/** Whether a part of the type is not known: it may be an alias of any type. */
export function mayBeAnything(type: CType): boolean {
  return !isDeclared(type);
}

function isDeclared(type: CType): boolean {
  switch (type.kind) {
    case 'pointer':
    case 'reference':
      return isDeclared(type.to);
    case 'array':
      return isDeclared(type.of);
    case 'opaque':
      return false;
    case 'struct':
      return (type.struct.template?.arguments ?? []).every(
        (one) =>
          one.kind === 'function' || (one.kind === 'type' ? isDeclared(one.type) : constantOf(one.value) !== null),
      );
    case 'void':
    case 'scalar':
      return true;
  }
}
