/**
 * Marks: places in the statements made so far where an asynchronous copy begins or is waited for, or where threads say
 * that they have arrived at a barrier for which they wait later. Each is an `unknown` statement without footprint,
 * which in-flight.ts takes out again, or gives a footprint.
 */
import type { ArrayId, StmtId, VarId } from '../../base/brand.ts';
import type { AsyncOp, CopyAccess, Stmt, Subscript } from '../../ir/ir.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import { stmtId } from '../../base/brand.ts';
import { assignedIn, eachStmt } from '../../ir/walk.ts';
import { emit } from '../context.ts';

/** Where a copy of known size writes. */
export type CopiedPlace = Readonly<{ subscripts: readonly Subscript[]; offset: number; bytes: number }>;

export type Mark =
  /**
   * A copy is under way from one of the arrays `from`; `own` are its accesses. `on` names what completes it: a thread's
   * batches, or a barrier.
   */
  | Readonly<{
      kind: 'copy';
      on: string;
      by: CopyAccess['by'];
      to: ArrayId | null;
      from: readonly ArrayId[];
      place: CopiedPlace | null;
      own: ReadonlySet<StmtId>;
      /** why no shape of it is known to be in order */ doubt: string | null;
    }>
  /** The copies since the last one are a batch. */
  | Readonly<{ kind: 'commit'; on: string }>
  /** All batches but the latest `keep` are complete (null: it is not known how many), or the oldest is. */
  | Readonly<{ kind: 'wait'; on: string; keep: number | 'oldest' | null }>
  /** The object is initialized for all threads of the block. */
  | Readonly<{ kind: 'init'; on: string }>
  /** `token`: the scalar that stands for what the arrival answers. */
  | Readonly<{ kind: 'arrive'; on: string; token: VarId }>
  /**
   * Stands before the barrier that ends what `arrive` began; `token`: the scalar that is waited with, null where it is
   * not known.
   */
  | Readonly<{ kind: 'settle'; on: string; token: VarId | null }>
  /** Stands before the barrier that the object is for all threads of the block, if it is one (roles.ts). */
  | Readonly<{ kind: 'meet'; on: string; barrier: StmtId }>
  /**
   * Says exactly what happens here, or why that is not known; a statement of the IR where other marks are in doubt, and
   * nothing else.
   */
  | Readonly<{ kind: 'exact'; op: AsyncOp | string }>
  /** The object, or all of an array, is used in a way that no barrier of the block is. */
  | Readonly<{ kind: 'odd'; on: string }>;

/** The mark that a statement is. Attempts of lowering that were given up leave marks without a statement. */
export function markAt(marks: ReadonlyMap<StmtId, Mark>, stmt: Stmt): Mark | null {
  const mark = stmt.kind === 'unknown' ? marks.get(stmt.id) : undefined;
  return mark !== undefined &&
    stmt.kind === 'unknown' &&
    stmt.because === mark.kind &&
    stmt.footprint.length === 0 &&
    !stmt.synchronizes
    ? mark
    : null;
}

/** The scalar that a mark's exact step gives a value, which no statement shows. */
export function targetOfMark(mark: Mark | null): VarId | null {
  if (mark?.kind !== 'exact' || typeof mark.op === 'string') return null;
  return mark.op.kind === 'arrive' || mark.op.kind === 'look' ? mark.op.target : null;
}

/** The scalars that statements, or their marks, give values. */
export function assignedWithMarks(list: readonly Stmt[], marks: ReadonlyMap<StmtId, Mark>): ReadonlySet<VarId> {
  const found = new Set(assignedIn(list));
  eachStmt(list, (stmt) => {
    const target = targetOfMark(markAt(marks, stmt));
    if (target !== null) found.add(target);
  });
  return found;
}

/** Says exactly what happens after the statements made so far. */
export function setExact(cx: Context, node: SyntaxNode, op: AsyncOp | string): void {
  setMark(cx, node, { kind: 'exact', op });
}

/** The statements that `make` makes stand for exact ones that are said beside them. */
export function standingIn(cx: Context, make: () => void): void {
  const start = cx.nextStmt;
  make();
  for (let id = start; id < cx.nextStmt; id++) cx.standIns.add(stmtId(id));
}

/** Puts a mark after the statements made so far. */
export function setMark(cx: Context, node: SyntaxNode, mark: Mark): void {
  const id = stmtId(cx.nextStmt);
  emit(cx, node, { kind: 'unknown', because: mark.kind, footprint: [], synchronizes: false });
  cx.marks.set(id, mark);
}
