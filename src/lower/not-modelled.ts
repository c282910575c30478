/** The step for what has no model: it may touch everything that other threads see. */
import type { SyntaxNode } from '../parse/node.ts';
import type { Context } from './context.ts';
import type { Value } from './expressions/value.ts';
import { emit } from './context.ts';
import { unknownOf } from './expressions/value.ts';

/** Something whose effects are not known: it may touch everything, and `synchronizes`: be a barrier. */
export function notModelled(cx: Context, node: SyntaxNode, because: string, synchronizes: boolean): Value {
  emit(cx, node, { kind: 'unknown', because, footprint: cx.everything, synchronizes });
  return unknownOf(because);
}
