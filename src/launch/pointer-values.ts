/**
 * Which values of host code can be, or hold, a pointer, by their types. Over-approximating: what has no known type may
 * be one.
 */
import type { SyntaxNode } from '../parse/node.ts';
import type { Evaluation } from './evaluation.ts';
import type { Declaration, HostNames } from './host-names.ts';
import { memoized } from '../base/memoize.ts';
import { childIn, textOf } from '../parse/node.ts';
import { withoutCasts } from './declarator.ts';
import { hostTypeOf } from './host-type.ts';
import { hostType } from './host-value.ts';
import { outlivesCalls } from './origins.ts';
import { reachingWrite, writesTo } from './reaching.ts';
import { structNamed } from './type-index.ts';

/** Whether a value is a number, and no pointer. */
export function isScalar(cx: Evaluation, node: SyntaxNode): boolean {
  const type = hostTypeOf(cx.names, node);
  return (
    node.type === 'number_literal' || node.type === 'sizeof_expression' || (type !== null && hostType(type) !== null)
  );
}

/** Whether a pointer goes into the value, also where that is reckoned with as a number: `((size_t)p + 63) & ~63`. */
export function holdsPointer(cx: Evaluation, node: SyntaxNode): boolean {
  const bare = withoutCasts(node);
  if (bare.type !== 'binary_expression') return !isScalar(cx, bare);
  const [left, right] = [childIn(bare, 'left'), childIn(bare, 'right')].map(
    (side) => side !== null && holdsPointer(cx, side),
  );
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
  if (given === null || given.replace(/[ *<].*$/s, '') === type.replace(/<.*$/s, '')) return false;
  const struct = given.endsWith('*') ? undefined : structNamed(cx.names.types, given);
  // an object of a derived class, or one that converts itself, may become a copy
  return (
    struct === undefined ||
    (struct !== null && struct.bases.length === 0 && !/\boperator\b/.test(textOf(cx.names.source, struct.node)))
  );
}

/**
 * Whether an operator of the file's own may be what is done to an operand: it may be of a class, and some class has
 * that operator.
 */
export function mayBeOwnOperator(cx: Evaluation, operator: string, operand: SyntaxNode): boolean {
  if (!ownOperators(cx.names).has(operator)) return false;
  const type = hostTypeOf(cx.names, operand);
  return type === null || !(type.endsWith('*') || hostType(type) !== null);
}

const ownOperators = memoized(
  ({ source }: HostNames): ReadonlySet<string> =>
    new Set(
      [...source.text.matchAll(/\boperator\s*(->|\[\s*\]|\*)/g)].map(([, operator = '']) =>
        operator.replace(/\s/g, ''),
      ),
    ),
);

/** Whether a value is an object of a class of the file, which becomes a pointer only as that class says. */
export function isObject(cx: Evaluation, node: SyntaxNode): boolean {
  const type = hostTypeOf(cx.names, node);
  return type !== null && !type.endsWith('*') && structNamed(cx.names.types, type) !== undefined;
}

/**
 * Whether a value may lead to elements that a container copies: a pointer to pointers, or an object that is no pointer.
 */
export function mayIterate(cx: Evaluation, node: SyntaxNode): boolean {
  const type = hostTypeOf(cx.names, node);
  return type === null ? !isLiteral(node) : /\*\s*\*$/.test(type) || (!type.endsWith('*') && hostType(type) === null);
}

/** Whether a value is written as a constant. */
export const isLiteral = (node: SyntaxNode): boolean =>
  /_literal$|^(?:true|false|null|sizeof_expression|unary_expression)$/.test(withoutCasts(node).type);

/** Whether a value is known to be an object of a class that is not the file's. */
export function isUnseenObject(cx: Evaluation, node: SyntaxNode): boolean {
  const type = hostTypeOf(cx.names, node);
  return type !== null && !type.endsWith('*') && hostType(type) === null && !isObject(cx, node);
}

/** The expression that a local variable certainly got last, where that is a copy. */
export function certainValue(cx: Evaluation, declaration: Declaration, node: SyntaxNode): SyntaxNode | null {
  if (
    outlivesCalls(cx, declaration) ||
    declaration.kind !== 'variable' ||
    declaration.isArray ||
    declaration.shape !== 'pointer'
  )
    return null;
  const writes = writesTo(cx.names, declaration, null);
  if (writes.some((write) => write.escapes)) return null;
  const reaching = reachingWrite(cx.names, declaration, writes, node);
  if (reaching.kind === 'initial') return declaration.initial.kind === 'expression' ? declaration.initial.node : null;
  return reaching.kind === 'write' && reaching.write.operator === '=' ? reaching.write.value : null;
}
