/** The steps for what has no model. */
import type { SyntaxNode } from '../parse/node.ts';
import type { Context } from './context.ts';
import type { Value } from './expressions/value.ts';
import { emit } from './context.ts';
import { unknownOf } from './expressions/value.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** Something whose effects are not known: it may touch everything, and `synchronizes`: be a barrier. */
export function notModelled(cx: Context, node: SyntaxNode, because: string, synchronizes: boolean): Value {
  emit(cx, node, { kind: 'unknown', because, footprint: cx.everything, synchronizes });
  return unknownOf(because);
}

/**
 * A barrier of some threads. Taken to order nothing: races that it prevents stay possible. That the step is there keeps
 * the kernel from being called free of divergence. Over-approximating.
 */
export function orderNothing(cx: Context, what: string, node: SyntaxNode): void {
  emit(cx, node, { kind: 'unknown', because: whyNothing(what), footprint: [], synchronizes: false });
}

export const whyNothing = (what: string): string => fill(messages.takenToOrderNothing, { what });
