/** C++ types as far as memory and arithmetic need them: layout of structs and vectors, pointees, array extents. */
import type { ScalarType } from '../../base/ctype.ts';
import type { Expr } from '../../base/expr.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { TypeDecl } from '../file-scope.ts';
import type { Scope } from '../scope.ts';
import type { FunctionValue } from '../expressions/value.ts';
import {
  bool,
  f16,
  f32,
  f64,
  i16,
  i32,
  i64,
  i8,
  printType,
  sameType,
  sizeOf,
  u16,
  u32,
  u64,
  u8,
} from '../../base/ctype.ts';
import { assertNever } from '../../base/invariant.ts';

export type CType =
  | Readonly<{ kind: 'void' }>
  /** `enumeration`: null for a type that is none; not given: it is not known whether it is. */
  | Readonly<{ kind: 'scalar'; type: ScalarType; enumeration?: Enumeration | null } & Open>
  /**
   * `volatile` and `isConst` qualify what is pointed to, `isRestrict` the pointer (`__restrict__`); types are not told
   * apart by it.
   */
  | Readonly<{ kind: 'pointer'; to: CType; volatile: boolean; isConst: boolean; isRestrict?: true } & Open>
  | Readonly<{ kind: 'array'; of: CType; extent: number | null }>
  | Readonly<{ kind: 'struct'; struct: StructType } & Open>
  | Readonly<{ kind: 'reference'; to: CType; isConst: boolean }>
  /**
   * A type that is not defined here. Its size is not known: elements count as units of one made-up byte. `template`: it
   * is no type, but a class template that is given as an argument. `truth`: it is a class of `<type_traits>`, whose
   * `value` this is.
   */
  | Readonly<{ kind: 'opaque'; text: string; template?: readonly TypeDecl[]; truth?: boolean } & Open>;

/** Types are told apart without `const`; where templates may tell them apart by it, this says so (open-const.ts). */
type Open = Readonly<{ mayBeConst?: boolean }>;

/** `id`: where it stands. `isScoped`: no implicit conversion leads from it. */
export type Enumeration = Readonly<{ id: number; isScoped: boolean }>;

export type TemplateArgument =
  /**
   * `template`: what a name without arguments is where a class template is asked for [temp.arg.template]. `node`,
   * `path`: where it is written, and in which namespaces and classes.
   */
  | Readonly<{ kind: 'type'; type: CType; template?: CType; node?: SyntaxNode; path?: readonly string[] }>
  /** A constant, or a variable for a parameter that is left symbolic. */
  | Readonly<{ kind: 'value'; value: Expr }>
  | Readonly<{ kind: 'function'; value: FunctionValue }>;

export type StructType = Readonly<{
  name: string;
  /** Which class of the file it is: where it stands, and with what arguments. Not given: its name tells. */
  id?: string;
  fields: readonly Field[];
  size: number;
  align: number;
  /** `size` without padding that a derived class may use; 0 for an empty class. */
  dataSize: number;
  /** Every scalar of it has a known place (no opaque or unsized part). */
  sized: boolean;
  /** Its class template and arguments, for deduction. */
  template: Readonly<{ name: string; arguments: readonly TemplateArgument[] }> | null;
  /** Where its members are declared; null for built-in vectors. */
  body: Readonly<{ node: SyntaxNode; scope: Scope; path: readonly string[] }> | null;
  /** The lambda of host code whose captures are the fields; `body.scope` is what its body sees besides them. */
  closure?: SyntaxNode;
}>;

/**
 * `base`: the subobject of a base class; `anonymous`: an anonymous struct or union. The members of both are found as
 * members of the class around (fields.ts).
 */
export type FieldRole = 'member' | 'base' | 'anonymous';
/** Bits `shift` to `shift + width` of the integer `unit` at the field's offset. */
export type BitRange = Readonly<{ unit: ScalarType; shift: number; width: number }>;
export type Field = Readonly<{
  /** Unique in its struct; those of subobjects are in parentheses. */
  name: string;
  type: CType;
  /** In bytes. */
  offset: number;
  role: FieldRole;
  bits: BitRange | null;
  /** Declared `volatile`, as an object; not given: it is not. */
  isVolatile?: true;
  /** Its default member initializer. */
  initializer: SyntaxNode | null;
}>;

/** The subobjects of base classes. */
export function basesOf(struct: StructType): readonly StructType[] {
  return struct.fields.flatMap((field) =>
    field.role === 'base' && field.type.kind === 'struct' ? [field.type.struct] : [],
  );
}

export const scalar = (type: ScalarType): CType => ({ kind: 'scalar', type });
/** A type of the language itself. */
export const arithmetic = (type: ScalarType): CType => ({ kind: 'scalar', type, enumeration: null });
/** What is known of a type that may be an enumeration, for what is declared with it. */
export const enumerationOf = (type: CType): Readonly<{ enumeration?: Enumeration | null }> =>
  type.kind === 'scalar' && type.enumeration !== undefined ? { enumeration: type.enumeration } : {};
export const pointerTo = (
  to: CType,
  quals: Readonly<{ volatile?: boolean; isConst?: boolean; isRestrict?: boolean }> = {},
): CType => ({
  ...(quals.isRestrict === true ? { isRestrict: true } : {}),
  kind: 'pointer',
  to,
  volatile: quals.volatile ?? false,
  isConst: quals.isConst ?? false,
});

/** The type of functions: which one is not told apart. */
export const functionType: CType = { kind: 'opaque', text: 'a function' };
export function isFunction(type: CType): boolean {
  return type.kind === 'pointer' || type.kind === 'reference' ? isFunction(type.to) : sameCType(type, functionType);
}

/** Size in bytes; opaque types count 1, arrays without extent count 0 elements. */
export function sizeOfType(type: CType): number {
  switch (type.kind) {
    case 'void':
    case 'opaque':
      return 1;
    case 'scalar':
      return sizeOf(type.type);
    case 'pointer':
    case 'reference':
      return 8;
    case 'array':
      return sizeOfType(type.of) * (type.extent ?? 0);
    case 'struct':
      return type.struct.size;
    default:
      return assertNever(type);
  }
}

export function alignOfType(type: CType): number {
  switch (type.kind) {
    case 'array':
      return alignOfType(type.of);
    case 'struct':
      return type.struct.align;
    case 'void':
    case 'scalar':
    case 'pointer':
    case 'reference':
    case 'opaque':
      return sizeOfType(type);
    default:
      return assertNever(type);
  }
}

/** Whether the byte layout is known. */
export function isSized(type: CType): boolean {
  switch (type.kind) {
    case 'void':
    case 'opaque':
      return false;
    case 'scalar':
    case 'pointer':
    case 'reference':
      return true;
    case 'array':
      return type.extent !== null && isSized(type.of);
    case 'struct':
      return type.struct.sized;
    default:
      return assertNever(type);
  }
}

/**
 * Whether all that is unknown of the layout is the size of types that are not declared. Such types count one made-up
 * byte each: then different elements, and different members, are different bytes, and nothing else is known of where
 * they are.
 */
export function isUndeclaredOnly(type: CType): boolean {
  switch (type.kind) {
    case 'void':
      return false;
    case 'opaque':
    case 'scalar':
    case 'pointer':
    case 'reference':
      return true;
    case 'array':
      return type.extent !== null && isUndeclaredOnly(type.of);
    case 'struct':
      return (
        type.struct.sized ||
        (type.struct.fields.length > 0 && type.struct.fields.every((field) => isUndeclaredOnly(field.type)))
      );
    default:
      return assertNever(type);
  }
}

export function sameCType(a: CType, b: CType): boolean {
  switch (a.kind) {
    case 'void':
      return b.kind === 'void';
    case 'scalar':
      return b.kind === 'scalar' && sameType(a.type, b.type);
    case 'pointer':
      return b.kind === 'pointer' && sameCType(a.to, b.to);
    case 'reference':
      return b.kind === 'reference' && sameCType(a.to, b.to);
    case 'array':
      return b.kind === 'array' && a.extent === b.extent && sameCType(a.of, b.of);
    case 'struct':
      return b.kind === 'struct' && isSameClass(a.struct, b.struct);
    case 'opaque':
      return b.kind === 'opaque' && a.text === b.text && a.template?.[0] === b.template?.[0];
    default:
      return assertNever(a);
  }
}

/** Classes of several namespaces, classes or functions may have one name. */
export function isSameClass(a: StructType, b: StructType): boolean {
  if (a === b) return true;
  return a.id !== undefined && b.id !== undefined ? a.id === b.id : a.name === b.name && a.size === b.size;
}

const scalarNames: ReadonlyMap<string, ScalarType> = new Map<string, ScalarType>([
  ['bool', bool],
  ['char', i8],
  ['short', i16],
  ['int', i32],
  ['long', i64],
  ['float', f32],
  ['double', f64],
  ['half', f16],
  ['__half', f16],
  ['unsigned', u32],
  ['signed', i32],
  ['size_t', u64],
  ['ssize_t', i64],
  ['ptrdiff_t', i64],
  ['intptr_t', i64],
  ['uintptr_t', u64],
  ['int8_t', i8],
  ['uint8_t', u8],
  ['int16_t', i16],
  ['uint16_t', u16],
  ['int32_t', i32],
  ['uint32_t', u32],
  ['int64_t', i64],
  ['uint64_t', u64],
  ['uchar', u8],
  ['schar', i8],
  ['ushort', u16],
  ['uint', u32],
  ['ulong', u64],
  ['longlong', i64],
  ['ulonglong', u64],
  ['wchar_t', i32],
  ['char16_t', u16],
  ['char32_t', u32],
  ['clock_t', i64],
  ['__int64', i64],
  ['cudaTextureObject_t', u64],
  ['CUtexObject', u64],
  ['cudaGraphConditionalHandle', u64],
  ['cudaSurfaceObject_t', u64],
  ['curandDirection_t', i32],
  ['cudaError_t', i32],
  ['cudaError', i32],
  ['cudaStream_t', u64],
  ['cudaEvent_t', u64],
  ['hipStream_t', u64],
  ['hipEvent_t', u64],
]);

/** Scalar types that need no declaration. */
export function scalarNamed(name: string): ScalarType | null {
  return scalarNames.get(name) ?? null;
}

/** `unsigned long long` and the like, from its words. */
export function scalarOfWords(words: readonly string[]): ScalarType | null {
  const unsigned = words.includes('unsigned');
  const known = words.every((word) =>
    ['unsigned', 'signed', 'long', 'short', 'int', 'char', 'double', '__int64'].includes(word),
  );
  if (!known) return null;
  if (words.includes('double')) return f64;
  if (words.includes('char')) return unsigned ? u8 : i8;
  if (words.includes('short')) return unsigned ? u16 : i16;
  if (words.includes('long') || words.includes('__int64')) return unsigned ? u64 : i64;
  return unsigned ? u32 : i32;
}

const vectorElements: ReadonlyMap<string, ScalarType> = new Map<string, ScalarType>([
  ['char', i8],
  ['uchar', u8],
  ['short', i16],
  ['ushort', u16],
  ['int', i32],
  ['uint', u32],
  ['long', i64],
  ['ulong', u64],
  ['longlong', i64],
  ['ulonglong', u64],
  ['float', f32],
  ['double', f64],
  ['half', f16],
  ['__half', f16],
]);

/** CUDA's built-in vector types and `dim3`. */
export function vectorNamed(name: string): StructType | null {
  if (name === 'dim3') return vector('dim3', u32, 3, 4);
  const match = /^(\w+?)([1-4])$/.exec(name);
  const element = match?.[1] === undefined ? undefined : vectorElements.get(match[1]);
  if (match === null || element === undefined) return null;
  const count = Number(match[2]);
  const size = sizeOf(element);
  // `half2` and `__half2` are one type.
  return vector(name.replace(/^__/, ''), element, count, count === 3 ? size : Math.min(16, size * count));
}

function vector(name: string, element: ScalarType, count: number, align: number): StructType {
  const size = Math.ceil((count * sizeOf(element)) / align) * align;
  const fields = ['x', 'y', 'z', 'w'].slice(0, count).map((field, k): Field => ({
    name: field,
    type: scalar(element),
    role: 'member',
    initializer: null,
    offset: k * sizeOf(element),
    bits: null,
  }));
  return { name, fields, size, align, dataSize: size, sized: true, template: null, body: null };
}

/** Prints a type in C's words, for names and reasons. */
export function printCType(type: CType): string {
  switch (type.kind) {
    case 'void':
      return 'void';
    case 'scalar':
      return cNames.get(printType(type.type)) ?? printType(type.type);
    case 'pointer':
      return `${printCType(type.to)}*`;
    case 'reference':
      return `${printCType(type.to)}&`;
    case 'array':
      return `${printCType(type.of)}[${type.extent ?? ''}]`;
    case 'struct':
      return type.struct.name;
    case 'opaque':
      return type.text;
    default:
      return assertNever(type);
  }
}

/**
 * Text that names a type as `printCType` does, but tells classes of one name apart. `~` stands before what may be
 * another type too: of the name of one that is not declared.
 */
export function typeKey(type: CType): string {
  switch (type.kind) {
    case 'pointer':
      return `${typeKey(type.to)}*`;
    case 'reference':
      return `${typeKey(type.to)}&`;
    case 'array':
      return `${typeKey(type.of)}[${type.extent ?? ''}]`;
    case 'struct':
      return type.struct.id === undefined
        ? `${/</.test(type.struct.name) ? '~' : ''}${type.struct.name}`
        : `class ${type.struct.id}`;
    case 'opaque':
      return type.template?.[0] === undefined
        ? `${isFunction(type) ? '' : '~'}${type.text}`
        : `${type.text}@${type.template[0].node.start}`;
    case 'void':
    case 'scalar':
      return printCType(type);
    default:
      return assertNever(type);
  }
}

const cNames: ReadonlyMap<string, string> = new Map([
  ['i8', 'char'],
  ['u8', 'unsigned char'],
  ['i16', 'short'],
  ['u16', 'unsigned short'],
  ['i32', 'int'],
  ['u32', 'unsigned'],
  ['i64', 'long'],
  ['u64', 'unsigned long'],
  ['f16', 'half'],
  ['f32', 'float'],
  ['f64', 'double'],
  ['bool', 'bool'],
]);
