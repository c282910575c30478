/**
 * Barriers in two halves: threads `arrive` and later `wait`. What comes before `arrive` is ordered before what comes
 * after `wait`, as by a barrier in the place of `wait`; what lies between is ordered with neither side, so that
 * in-flight.ts makes it `unknown` where it touches memory that is written. CUDA guide, "Asynchronous Barrier".
 */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { Value } from '../expressions/value.ts';
import { emit, textOf } from '../context.ts';
import { setMark } from './marks.ts';
import { unknownOf, voidValue } from '../expressions/value.ts';
import { messages } from '../wording.ts';

/** What an arrival answers; it is only handed on. */
export const arrivalToken: Value = unknownOf(messages.tokenAsNumber, { kind: 'opaque', text: 'arrival_token' });

/** `barrier_arrive()` of the block's own barrier. */
export function splitArrive(cx: Context, on: string, node: SyntaxNode): Value {
  setMark(cx, node, { kind: 'arrive', on });
  return arrivalToken;
}

/** `barrier_wait(token)` of the block's own barrier. */
export function splitWait(cx: Context, on: string, args: readonly SyntaxNode[], node: SyntaxNode): Value {
  for (const arg of args) evaluateToken(cx, arg);
  setMark(cx, node, { kind: 'settle', on });
  emit(cx, node, { kind: 'barrier', scope: { kind: 'block' }, reduction: null });
  return voidValue;
}

/** `std::move(token)` is the token; other expressions are evaluated for what they do, such as `bar.arrive()`. */
export function evaluateToken(cx: Context, node: SyntaxNode): void {
  const inner = node.type === 'call_expression' ? node.children.find((child) => child.field === 'arguments')?.children.filter((child) => child.named) : undefined;
  const callee = node.children.find((child) => child.field === 'function');
  const isMove = callee !== undefined && /^(?:std::|cuda::std::)?move$/.test(textOf(cx, callee));
  const token = isMove ? inner?.[0] : node;
  if (token !== undefined) cx.rules.value(cx, token);
}
