/**
 * Marks: places in the statements made so far where an asynchronous copy begins or is waited for, or where threads say
 * that they have arrived at a barrier for which they wait later. Each is an `unknown` statement without footprint, which
 * in-flight.ts takes out again, or gives a footprint.
 */
import type { ArrayId, StmtId } from '../../base/brand.ts';
import type { Subscript } from '../../ir/ir.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import { stmtId } from '../../base/brand.ts';
import { emit } from '../context.ts';

/** Where a copy of known size writes. */
export type CopiedPlace = Readonly<{ subscripts: readonly Subscript[]; offset: number; bytes: number }>;

export type Mark =
  /** A copy is under way; `own` are its accesses. `on` names what completes it: a thread's batches, or a barrier. */
  | Readonly<{ kind: 'copy'; on: string; isCollective: boolean; to: ArrayId | null; from: ArrayId | null; place: CopiedPlace | null; own: ReadonlySet<StmtId> }>
  /** The copies since the last one are a batch. */
  | Readonly<{ kind: 'commit'; on: string }>
  /** All batches but the latest `keep` are complete (null: it is not known how many), or the oldest is. */
  | Readonly<{ kind: 'wait'; on: string; keep: number | 'oldest' | null }>
  | Readonly<{ kind: 'arrive'; on: string }>
  /** Stands before the barrier that ends what `arrive` began. */
  | Readonly<{ kind: 'settle'; on: string }>;

/** Puts a mark after the statements made so far. */
export function setMark(cx: Context, node: SyntaxNode, mark: Mark): void {
  const id = stmtId(cx.nextStmt);
  emit(cx, node, { kind: 'unknown', because: mark.kind, footprint: [], synchronizes: false });
  cx.marks.set(id, mark);
}
