/**
 * What something that is not followed may do with the values that it is given: whatever their pointers reach may
 * change. Over-approximating.
 */
import type { ArrayId } from '../../base/brand.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { Pointer, Value } from '../expressions/value.ts';
import { assertNever } from '../../base/invariant.ts';
import { emit } from '../context.ts';
import { clobber, touchArray } from './memory.ts';
import { wholeOf } from './parts.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

/** A value is given to something that is not known: what it points to may change. */
export function giveAway(cx: Context, value: Value, because: string, node: SyntaxNode): void {
  if (value.kind === 'pointer') giveAwayPointer(cx, value.pointer, because, node);
  else if (value.kind === 'struct') for (const field of value.fields.values()) giveAway(cx, field, because, node);
  else if (value.kind === 'list') for (const item of value.items) giveAway(cx, item, because, node);
}

function giveAwayPointer(cx: Context, pointer: Pointer, because: string, node: SyntaxNode): void {
  const { target } = pointer;
  switch (target.kind) {
    case 'memory':
      touchArray(cx, target.place, because, node);
      return;
    case 'slot':
      clobber(cx, wholeOf(cx, target.slot), because, node);
      return;
    case 'chosen':
      for (const one of target.cases) giveAwayPointer(cx, one.pointer, because, node);
      giveAwayPointer(cx, target.last, because, node);
      return;
    case 'unknown':
      emit(cx, node, {
        kind: 'unknown',
        because,
        footprint: target.footprint === 'everything' ? cx.everything : target.footprint,
        synchronizes: false,
      });
      return;
    case 'null':
      return;
    default:
      assertNever(target);
  }
}

/** Collects what a pointer given away may touch; false when that may be everything. */
export function collectTouched(
  cx: Context,
  pointer: Pointer,
  touched: ArrayId[],
  to: string,
  node: SyntaxNode,
): boolean {
  const { target } = pointer;
  switch (target.kind) {
    case 'memory':
      touched.push(target.place.array);
      return true;
    case 'slot':
      clobber(cx, wholeOf(cx, target.slot), fill(messages.addressGiven, { to }), node);
      return true;
    case 'null':
      return true;
    case 'chosen':
      return [...target.cases.map((one) => one.pointer), target.last].every((one) =>
        collectTouched(cx, one, touched, to, node),
      );
    case 'unknown':
      if (target.footprint === 'everything') return false;
      touched.push(...target.footprint);
      return true;
    default:
      return assertNever(target);
  }
}
