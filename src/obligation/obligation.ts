/** Formulas to be decided: one obligation is one question "can this happen?"; `unsat` is the good answer. */
import type { Access, UniformityQuestion } from '../protocol/protocol.ts';
import type { ArrayId, Bytes, StmtId, VarId } from '../base/brand.ts';
import type { Expr } from '../base/expr.ts';
import type { Fitting } from './fitting.ts';
import type { ScalarType } from '../base/ctype.ts';

/** A variable of a formula: a C scalar, whose values are its type's range, or a mathematical integer. */
export type FormulaVariable = Readonly<{
  id: VarId;
  type: ScalarType | Readonly<{ kind: 'integer' }>;
  /** protocol variable and whose copy */ of: VarId;
  copy: Copy;
}>;
/** Whose value: of the whole launch, of the first or second block, of the first or second thread. */
export type Copy = 'launch' | 'block' | 'first' | 'second';

/** Satisfiable iff all `constraints` (bools) can hold at once. */
export type Formula = Readonly<{ variables: ReadonlyMap<VarId, FormulaVariable>; constraints: readonly Expr[] }>;

/** A variable of the formula that is a value read from memory: where, as byte offset from the array's start. */
export type MemoryRead = Readonly<{ variable: VarId; array: ArrayId; address: Expr; width: Bytes }>;

export type OwnRead = Pick<MemoryRead, 'variable' | 'array'>;

export type RaceObligation = Readonly<{
  kind: 'race';
  id: number;
  array: ArrayId;
  first: Access;
  second: Access;
  /** `block`: two threads of one block in one interval. `grid`: threads of two blocks. */
  scope: 'block' | 'grid';
  interval: number;
  /** The loop whose back edge lies between the two, or null. */
  carriedBy: StmtId | null;
  formula: Formula;
  /** Numbers of the turns of enclosing loops, for the witness. */
  turns: Readonly<{ first: readonly Turn[]; second: readonly Turn[] }>;
  /** Byte offset of the first access, for the witness. */
  address: Expr;
  /**
   * That the two store different values, where both are plain writes of whole cells and both values are known as
   * expressions; null otherwise. If the formula with it is unsatisfiable, all racing writes store equal values (SW107).
   */
  differ: Expr | null;
  /**
   * Other pairs of the interval that were proved to store equal values wherever they meet: if this one does too,
   * nothing is left to ask of them.
   */
  alike: Alike | null;
  /**
   * The question about all pairs that read like this one but for literals: where that cannot happen, none of them can.
   */
  family: RaceObligation | null;
  /** That no product of an argument wraps around in the two places; null where there is none. */
  fitting: Fitting | null;
  /**
   * That the two are in different warps, with the formula's variables; null where threads of one warp are unordered in
   * lockstep too, and between blocks.
   */
  warpsDiffer: () => Expr | null;
  reads: readonly MemoryRead[];
  /** Variables of the formula that are values read from arrays that each thread has for itself. */
  ownReads: readonly OwnRead[];
}>;
/** `next`: the obligation about the first of them, with the others alike: for where this one cannot happen. */
export type Alike = Readonly<{ pairs: readonly (readonly [Access, Access])[]; next: () => RaceObligation }>;
export type DivergenceObligation = Readonly<{
  kind: 'divergence';
  id: number;
  /** `grid`: threads of different blocks part, before a barrier of the grid */ scope: 'block' | 'grid';
  question: UniformityQuestion;
  formula: Formula;
  turns: Readonly<{ first: readonly Turn[]; second: readonly Turn[] }>;
  reads: readonly MemoryRead[];
}>;
export type Obligation = RaceObligation | DivergenceObligation;
export type Turn = Readonly<{ loop: StmtId; turn: Expr }>;
