/** What a function that is not followed may do with the pointers that it is given. Over-approximating. */
import type { ArrayId } from '../../base/brand.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { Pointer } from '../expressions/value.ts';
import { assertNever } from '../../base/invariant.ts';
import { clobber } from '../memory/memory.ts';

/** Collects what a pointer given away may touch; false when that may be everything. */
export function giveAway(cx: Context, pointer: Pointer, touched: ArrayId[], to: string, node: SyntaxNode): boolean {
  const { target } = pointer;
  switch (target.kind) {
    case 'memory':
      touched.push(target.place.array);
      return true;
    case 'slot':
      clobber(cx, target.slot, `its address is given to ${to}`, node);
      return true;
    case 'null':
      return true;
    case 'chosen':
      return [...target.cases.map((one) => one.pointer), target.last].every((one) => giveAway(cx, one, touched, to, node));
    case 'unknown':
      if (target.footprint === 'everything') return false;
      touched.push(...target.footprint);
      return true;
    default:
      return assertNever(target);
  }
}
