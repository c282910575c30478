/** Which values of host code can be, or hold, a pointer, by their types. Over-approximating: what has no known type may be one. */
import type { SyntaxNode } from '../parse/node.ts';
import type { Evaluation } from './evaluation.ts';
import { childIn } from '../parse/node.ts';
import { withoutCasts } from './declarator.ts';
import { hostTypeOf } from './host-type.ts';
import { hostType } from './host-value.ts';

/** Whether a value is a number, and no pointer. */
export function isScalar(cx: Evaluation, node: SyntaxNode): boolean {
  const type = hostTypeOf(cx.names, node);
  return node.type === 'number_literal' || node.type === 'sizeof_expression' || (type !== null && hostType(type) !== null);
}

/** Whether a pointer goes into the value, also where that is reckoned with as a number: `((size_t)p + 63) & ~63`. */
export function holdsPointer(cx: Evaluation, node: SyntaxNode): boolean {
  const bare = withoutCasts(node);
  if (bare.type !== 'binary_expression') return !isScalar(cx, bare);
  const [left, right] = [childIn(bare, 'left'), childIn(bare, 'right')].map((side) => side !== null && holdsPointer(cx, side));
  // a distance is none
  return left === true && right === true ? childIn(bare, 'operator')?.type !== '-' : left === true || right === true;
}

/** Whether the value is too narrow to hold a pointer. */
export function isNumber(cx: Evaluation, node: SyntaxNode): boolean {
  const type = hostTypeOf(cx.names, node);
  const scalar = type === null ? null : hostType(type);
  return scalar !== null && (scalar.kind !== 'int' || scalar.bits < 64);
}

/** Whether what a constructor is given is of another class, so that the object is no copy of it. */
export function isOfOther(cx: Evaluation, node: SyntaxNode, type: string): boolean {
  const given = hostTypeOf(cx.names, node);
  return given !== null && given.replace(/[ *<].*$/s, '') !== type.replace(/<.*$/s, '');
}
