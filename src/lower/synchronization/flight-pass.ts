/**
 * What counting the batches of a thread rests on (flights.ts): where statements stand, what assigns each scalar, which
 * loops are followed turn by turn.
 */
import type { ArrayId, StmtId, VarId } from '../../base/brand.ts';
import type { Expr } from '../../base/expr.ts';
import type { ScalarType } from '../../base/ctype.ts';
import type { Stmt, StmtOf } from '../../ir/ir.ts';
import type { Facts } from './flight-facts.ts';
import type { Mark } from './marks.ts';
import { mapExpr } from '../../base/expr-walk.ts';
import { i32 } from '../../base/ctype.ts';
import { typeOf } from '../../base/expr-build.ts';
import { choose, combine, convert } from '../expressions/constants.ts';

export type Copy = Extract<Mark, { kind: 'copy' }>;
/**
 * `behind`: what stands behind each barrier; `before`: what stands before each loop; `steps`: what its step does more.
 */
export type InFlight = Readonly<{
  behind: ReadonlyMap<StmtId, readonly Stmt[]>;
  before: ReadonlyMap<StmtId, readonly Stmt[]>;
  steps: ReadonlyMap<StmtId, readonly Stmt[]>;
}>;
export type Fresh = Readonly<{ stmt: () => StmtId; scalar: (name: string, type: ScalarType) => VarId }>;

/** Turns that are followed one by one before it is given up that they become alike. */
export const maxTurns = 24;
export const maxBatches = 24;
/** Statements that are followed, each once for each state and turn, before it is given up. */
export const maxSteps = 200_000;
/** Copies that are put behind barriers, of one kernel. */
export const maxCopies = 256;

/**
 * `turn`: in which turn of its loop it was issued; `age`: how many turns ago, once that loop is left, or `turn` is that
 * of a loop with a known number of turns. `later`: batches committed since its own; null: it is in none. `ahead`:
 * batches that are waited for up to its own.
 */
export type Flight = Readonly<{ copy: StmtId; turn: number; isLeft: boolean; later: number | null; ahead: number }>;
/**
 * `open`: batches not waited for, by what counts them; null: not one number on all ways. `facts`: what is known of
 * scalars.
 */
export type State = Readonly<{
  flights: ReadonlyMap<string, Flight>;
  open: ReadonlyMap<string, number | null>;
  facts: Facts;
}>;

export type Where = Readonly<{ order: number; path: readonly StmtId[]; stmt: Stmt }>;
/**
 * A loop whose turns are followed; `last`: the number of its turns, where that is known; `isMade`: the counter is one
 * that is put in.
 */
export type Counted = Readonly<{
  loop: StmtOf<'loop'>;
  counter: VarId;
  by: bigint;
  first: bigint | null;
  last: number | null;
  isAligned: boolean;
  isMade: boolean;
}>;
export type Seen = Readonly<{ barrier: StmtId; flight: Flight; age: number; at: number; around: StmtId | null }>;

export class GivenUp extends Error {}

export type Pass = {
  readonly marks: ReadonlyMap<StmtId, Mark>;
  readonly where: ReadonlyMap<StmtId, Where>;
  readonly assignments: ReadonlyMap<VarId, readonly Where[]>;
  /** What may change each array of the thread's own. */
  readonly locals: ReadonlyMap<ArrayId, readonly Where[]>;
  readonly counted: Map<StmtId, Counted>;
  readonly seen: Map<string, Seen>;
  /** Loops around, with the turn that is followed, and from which turn on all are alike. */
  readonly turns: { loop: StmtId; turn: number }[];
  /**
   * Of these loops, the states in which a turn is left in its middle, for good or for the next one; of calls, those in
   * which they are left.
   */
  readonly breaks: State[][];
  readonly continues: State[][];
  readonly returns: State[][];
  /** The scalars that each statement that was asked for changes, and the types of scalars. */
  readonly changed: Map<StmtId, ReadonlySet<VarId>>;
  readonly types: ReadonlyMap<VarId, ScalarType>;
  /** The scalars that conditions inside of loops are about. */
  readonly asked: Map<StmtId, ReadonlySet<VarId>>;
  readonly alikeFrom: Map<StmtId, number>;
  /** Statements that may still be followed. */
  stepsLeft: number;
  readonly fresh: Fresh;
};

export function giveUp(): never {
  throw new GivenUp();
}

/** The state behind a list of statements, each of which changes it; null: nothing comes there. */
export function through<Held>(
  list: readonly Stmt[],
  from: Held,
  step: (stmt: Stmt, state: Held) => Held | null,
): Held | null {
  let state: Held | null = from;
  for (const stmt of list) {
    if (state === null) return null;
    state = step(stmt, state);
  }
  return state;
}

/** The innermost loop around a copy that is followed turn by turn. */
export function homeOf(pass: Pass, copy: StmtId): Counted | null {
  const path = pass.where.get(copy)?.path ?? [];
  return path.map((id) => pass.counted.get(id)).findLast((one) => one !== undefined) ?? null;
}

export const orderOf = (pass: Pass, id: StmtId): number => pass.where.get(id)?.order ?? giveUp();

/** The expression with variables replaced, constants folded; null where one has no value. */
export function substituted(expr: Expr, valueOf: (id: VarId, type: ScalarType) => Expr | null): Expr | null {
  const unknown = new Set<VarId>();
  const made = mapExpr(expr, (node) => {
    if (node.kind === 'var') {
      const value = valueOf(node.id, node.type);
      if (value === null) unknown.add(node.id);
      return value ?? node;
    }
    if (node.kind === 'binary') return combine(node.op, node.left, node.right);
    if (node.kind === 'cast') return convert(node.operand, node.to);
    if (node.kind === 'select') return choose(node.when, node.then, node.otherwise);
    return node;
  });
  return unknown.size === 0 ? made : null;
}

export function counterType({ counter, loop, isMade }: Counted): ScalarType {
  if (isMade) return i32;
  for (const stmt of loop.step) if (stmt.kind === 'assign' && stmt.target === counter) return typeOf(stmt.value);
  return giveUp();
}
