/**
 * Addresses in shared memory as numbers, for inline assembly: `unsigned a = __cvta_generic_to_shared(&s[i]);`. The number is any; what it points to is kept beside
 * it, for variables that are assigned once in the text and for sums of such a one with a number of bytes. A variable that is assigned again is known by
 * the next round of lowering, and keeps nothing then.
 */
import type { Context } from '../context.ts';
import type { Expr } from '../../base/expr.ts';
import type { Pointer, Value } from '../expressions/value.ts';
import type { ScalarType } from '../../base/ctype.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { VarId } from '../../base/brand.ts';
import { eachStmt, targetOf } from '../../ir/walk.ts';
import { leftUndefined } from '../../ir/gaps.ts';
import { addToPointer, pinned } from './pointers.ts';
import { scalar } from '../types/c-type.ts';
import { u8 } from '../../base/ctype.ts';
import { unknownScalar } from '../context.ts';
import { messages } from '../wording.ts';

/** A pointer as a number of that type. */
export function numberOf(cx: Context, pointer: Pointer, type: ScalarType, node: SyntaxNode): Expr {
  const isShared = pointer.target.kind === 'memory' && cx.arrays.get(pointer.target.place.array)?.space === 'shared';
  const kept = isShared && type.kind === 'int' && type.bits >= 32 ? pinned(cx, pointer, 'address', node) : null;
  const number = unknownScalar(cx, type, messages.pointerAsNumber, node);
  if (kept !== null && number.kind === 'var') cx.addresses.set(number.id, kept);
  return number;
}

/** A variable gets a value. */
export function noteAddress(cx: Context, id: VarId, value: Value): void {
  const pointer = value.kind === 'scalar' && !cx.facts.movedAddresses.has(id) ? pointerFrom(cx, value.expr) : null;
  if (pointer !== null && !cx.addresses.has(id)) cx.addresses.set(id, pointer);
}

/** Finds the variables that hold an address and are assigned more than once in the statements made. */
export function findMoved(cx: Context): void {
  if (cx.addresses.size === 0) return;
  const once = new Set<VarId>();
  eachStmt(cx.out, (stmt) => {
    const target = targetOf(stmt);
    if (target === null || !cx.addresses.has(target) || (stmt.kind === 'unknown-value' && stmt.because === leftUndefined)) return;
    if (once.has(target) && !cx.facts.movedAddresses.has(target)) {
      cx.facts.movedAddresses.add(target);
      cx.facts.changed = true;
    }
    once.add(target);
  });
}

/** What a number points to; null where that is not known. */
export function pointerFrom(cx: Context, expr: Expr): Pointer | null {
  if (expr.kind === 'cast') return pointerFrom(cx, expr.operand);
  if (expr.kind === 'var') return cx.addresses.get(expr.id) ?? null;
  if (expr.kind !== 'binary' || expr.op !== '+') return null;
  const [left, right] = [pointerFrom(cx, expr.left), pointerFrom(cx, expr.right)];
  if ((left === null) === (right === null)) return null;
  return left !== null ? moved(left, expr.right) : right === null ? null : moved(right, expr.left);
}

const moved = (pointer: Pointer, bytes: Expr): Pointer => ({ ...addToPointer({ ...pointer, to: scalar(u8) }, bytes), to: pointer.to });
