/** What is known of the function that is being lowered, and of the variables that live in it. */
import type { VarId } from '../base/brand.ts';
import type { SyntaxNode } from '../parse/node.ts';
import type { CType } from './types/c-type.ts';
import type { Slot } from './expressions/value.ts';
import type { ImpliedObject } from './calls/implied-object.ts';

/** One function being lowered: the kernel, or a device function inlined into it. */
export type Frame = Readonly<{
  /** Its printed name; null for the kernel. */
  callee: string | null;
  /** Made of the starts of the calls that led here: names instances in facts. */
  key: string;
  path: readonly string[];
  /** Where `return` puts the value; null for `void`. */
  result: Slot | null;
  /** References are returned as the slot itself. */
  returned: {
    slot: Slot | null;
    /** `auto` with several `return`s: where the values go, from the first one on. */
    late: Slot | null;
    type: CType | null;
    /** The function has one `return`, at its end: its value is used as it is. */
    readonly direct: boolean;
    /** `auto`: the type of the value. */
    readonly deduce: boolean;
    /** A reference with several `return`s: the objects, and which of them it is. */
    readonly several: Readonly<{ which: VarId; slots: Slot[] }> | null;
  };
  self: Slot | null;
  /** What `*this` is qualified with; null: not known. */
  object: ImpliedObject | null;
  depth: number;
  /** Function definitions being inlined, with their template arguments. */
  active: readonly string[];
  /** How many variables with destructors lived when the function was entered (lifetimes.ts). */
  living: number;
  /** How many loops and switches of the callers are open: jumps in here do not leave them. */
  callersBreaks: number;
  /** The parser could not read a part of the function. */
  isBroken: boolean;
  /** It is an atomic operation of the file's own, whose plain reads of its place are meant (own-atomics.ts). */
  isAtomic: boolean;
  /**
   * A constructor or destructor is running, here or further out: an object is then of the class whose one it is
   * [class.cdtor].
   */
  builds: boolean;
}>;

/** A variable whose end runs a destructor. */
export type Living = Readonly<{ slot: Slot; type: CType; node: SyntaxNode }>;
