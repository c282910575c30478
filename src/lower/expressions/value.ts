/**
 * What an expression of the source stands for while lowering: values, the slots (lvalues) they are read from and
 * written to, and pointers. Everything dynamic in them is a pure IR expression.
 */
import type { ArrayId, VarId } from '../../base/brand.ts';
import type { Expr } from '../../base/expr.ts';
import type { ScalarType } from '../../base/ctype.ts';
import type { Subscript } from '../../ir/ir.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Enumeration, CType, StructType, TemplateArgument } from '../types/c-type.ts';
import type { FunctionDecl } from '../file-scope.ts';
import type { Group } from '../groups/type.ts';
import type { PointerVariable } from '../memory/pointer-variable.ts';
import type { Scope } from '../scope.ts';
import { enumerationOf, functionType, pointerTo, scalar } from '../types/c-type.ts';
import { typeOf } from '../../base/expr-build.ts';
import { assertNever } from '../../base/invariant.ts';
import { typeOfGroup } from '../groups/type.ts';

/** Bytes of an array, without the type that they are read as. */
export type MemoryPlace = Readonly<{
  array: ArrayId;
  subscripts: readonly Subscript[];
  offset: number;
  volatile: boolean;
  /** How the fields that lead here are written: `.rows[]`. For names only. */
  label?: string;
  /** The subscripts count from the start of the array, over all its objects (ir/objects.ts). */
  isFlat?: true;
}>;

/** Arrays that something unresolved may touch: all that other threads can see, or these. */
type Footprint = 'everything' | readonly ArrayId[];

export type Value =
  /** `enumeration`: as of a type (types/c-type.ts). */
  | Readonly<{ kind: 'scalar'; expr: Expr; enumeration?: Enumeration | null }>
  | Readonly<{ kind: 'pointer'; pointer: Pointer }>
  | Readonly<{ kind: 'struct'; type: StructType; fields: ReadonlyMap<string, Value> }>
  /** The elements of an array inside a struct value, or of a braced list. */
  | Readonly<{ kind: 'list'; items: readonly Value[] }>
  | Readonly<{ kind: 'group'; group: Group }>
  /** `self`, `path`: the `this` and the namespace of the place where it was made. */
  | Readonly<{ kind: 'lambda'; node: SyntaxNode; scope: Scope; self: Slot | null; path: readonly string[] }>
  | FunctionValue
  /** One of several functions: number `which`. */
  | Readonly<{ kind: 'functions'; which: Expr; of: readonly FunctionValue[] }>
  /** A value that is not modelled. It is given a scalar only where one is needed. */
  | Readonly<{ kind: 'unknown'; because: string; type: CType | null }>
  | Readonly<{ kind: 'void' }>;

/**
 * A function that is named, not called; `explicit`: the template arguments that are written. Declarations of it, and
 * what specializes it.
 */
export type FunctionValue = Readonly<{
  kind: 'function';
  name: string;
  decls: readonly FunctionDecl[];
  explicit: readonly TemplateArgument[];
  scope: Scope | null;
}>;

export type Slot =
  /** `key` names a local variable across rounds; `enumeration`: as of the type that it is declared with. */
  | Readonly<{ kind: 'scalar'; id: VarId; type: ScalarType; key?: string; enumeration?: Enumeration | null }>
  | Readonly<{ kind: 'pointer'; variable: PointerVariable }>
  | Readonly<{ kind: 'struct'; type: StructType; fields: ReadonlyMap<string, Slot> }>
  /** A small array that is kept as separate slots (arrays in parameter structs, arrays of pointers). */
  | Readonly<{ kind: 'elements'; of: CType; items: readonly Slot[] }>
  | Readonly<{ kind: 'memory'; place: MemoryPlace; type: CType }>
  /** A bit-field: bits `shift` to `shift + width` of an unsigned scalar in memory or in a variable. */
  | Readonly<{ kind: 'bits'; of: Slot; shift: number; width: number; type: ScalarType }>
  /**
   * Scalars of local variables, the first one lowest, whose bits together are seen as one of another type
   * (memory/joined.ts).
   */
  | Readonly<{ kind: 'joined'; parts: readonly Slot[]; type: ScalarType }>
  /** The slot of the first case that holds, or `last`. */
  | Readonly<{ kind: 'chosen'; cases: readonly Readonly<{ when: Expr; slot: Slot }>[]; last: Slot }>
  /**
   * Names a value: constants, groups. `assumedConstant` names the fact that a parameter or variable is never assigned;
   * `holds`: the key of a variable that is a pointer to a function; `which`: the number of the one that it holds.
   */
  | Readonly<{ kind: 'value'; value: Value; type: CType; assumedConstant?: string; holds?: string; which?: VarId }>
  /**
   * Something not modelled; writing it may also change the local variables of `clobbers`, `isBeyond`: and of the object
   * that they are members of. `holdsNothing`: see classes/empty-objects.ts.
   */
  | Readonly<{
      kind: 'unknown';
      because: string;
      type: CType | null;
      footprint: Footprint;
      clobbers: Slot | null;
      isBeyond?: boolean;
      parameter?: UndeclaredParameter;
      holdsNothing?: true;
    }>;

/** A parameter whose type is not declared here; its members are inferred from their use (undeclared.ts). */
export type UndeclaredParameter = Readonly<{ name: string; element: CType; isConst: boolean; node: SyntaxNode }>;

/** `asNumber`: it was converted to that type of integer; arithmetic counts bytes. */
export type Pointer = Readonly<{ to: CType; volatile: boolean; target: PointerTarget; asNumber?: ScalarType }>;
export type PointerTarget =
  /** `number`: what was read, where the pointer comes from memory as it is. */
  | Readonly<{ kind: 'memory'; place: MemoryPlace; number?: Expr }>
  /** A local variable that lives in no memory; `index` counts elements of an `elements` slot. */
  | Readonly<{ kind: 'slot'; key: string; slot: Slot; index: Expr | null }>
  | Readonly<{ kind: 'null' }>
  | Readonly<{ kind: 'chosen'; cases: readonly Readonly<{ when: Expr; pointer: Pointer }>[]; last: Pointer }>
  | Readonly<{ kind: 'unknown'; because: string; footprint: Footprint }>;

export const scalarValue = (expr: Expr): Value => ({ kind: 'scalar', expr });
/** `type`: what it is known to be of. */
export const valueOfType = (expr: Expr, type: CType): Value => ({ kind: 'scalar', expr, ...enumerationOf(type) });
export const pointerValue = (pointer: Pointer): Value => ({ kind: 'pointer', pointer });
export const unknownOf = (because: string, type: CType | null = null): Value => ({ kind: 'unknown', because, type });
export const voidValue: Value = { kind: 'void' };

/** The type of what a slot holds; null when it is not known. */
export function typeOfSlot(slot: Slot): CType | null {
  switch (slot.kind) {
    case 'scalar':
      return slot.enumeration === undefined
        ? scalar(slot.type)
        : { kind: 'scalar', type: slot.type, enumeration: slot.enumeration };
    case 'bits':
    case 'joined':
      return scalar(slot.type);
    case 'pointer':
      if (slot.variable.number !== null) return scalar(slot.variable.number);
      return { kind: 'pointer', to: slot.variable.to, volatile: slot.variable.volatile, isConst: false };
    case 'struct':
      return { kind: 'struct', struct: slot.type };
    case 'elements':
      return { kind: 'array', of: slot.of, extent: slot.items.length };
    case 'memory':
    case 'unknown':
      return slot.type;
    case 'value':
      return slot.value.kind === 'struct' && slot.type.kind === 'opaque'
        ? { kind: 'struct', struct: slot.value.type }
        : slot.type;
    case 'chosen':
      return typeOfSlot(slot.last);
    default:
      return assertNever(slot);
  }
}

/** The type of a value; null when it is not known. */
export function typeOfValue(value: Value): CType | null {
  switch (value.kind) {
    case 'scalar':
      return value.enumeration === undefined
        ? scalar(typeOf(value.expr))
        : { kind: 'scalar', type: typeOf(value.expr), enumeration: value.enumeration };
    case 'pointer':
      if (value.pointer.asNumber !== undefined) return scalar(value.pointer.asNumber);
      return { kind: 'pointer', to: value.pointer.to, volatile: value.pointer.volatile, isConst: false };
    case 'struct':
      return { kind: 'struct', struct: value.type };
    case 'unknown':
      return value.type;
    case 'void':
      return { kind: 'void' };
    case 'group':
      return typeOfGroup(value.group);
    case 'list':
    case 'lambda':
      return null;
    case 'function':
    case 'functions':
      return pointerTo(functionType);
    default:
      return assertNever(value);
  }
}
