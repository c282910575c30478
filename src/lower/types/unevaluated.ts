/**
 * The types of expressions that are not evaluated: operands of `sizeof` and `decltype`, and of operators before their
 * meaning is known.
 */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { CType } from './c-type.ts';
import type { Slot } from '../expressions/value.ts';
import { typeOfSlot, typeOfValue } from '../expressions/value.ts';

/** A value's own type where its slot was made up for it. */
function typeOfNamed(slot: Extract<Slot, { kind: 'value' }>): CType | null {
  return slot.type.kind === 'opaque' ? typeOfValue(slot.value) : slot.type;
}

/** The type of an expression that is not evaluated (`sizeof`, `decltype`). */
export function unevaluatedType(cx: Context, node: SyntaxNode): CType | null {
  const { out, nextStmt, failed } = cx;
  cx.out = [];
  const slot = cx.rules.slot(cx, node);
  const type =
    slot === null
      ? typeOfValue(cx.rules.value(cx, node))
      : slot.kind === 'value'
        ? typeOfNamed(slot)
        : typeOfSlot(slot);
  cx.out = out;
  cx.nextStmt = nextStmt;
  cx.failed = failed;
  return type;
}
