/**
 * What is said of objects where they are named: whether a name is an object of its own, a copy, one seen as another
 * class, or a constructor.
 */
import type { SyntaxNode } from '../parse/node.ts';
import type { Evaluation } from './evaluation.ts';
import type { Declaration } from './host-names.ts';
import { childIn, textOf } from '../parse/node.ts';
import { declaredName, withoutCasts } from './declarator.ts';
import { classTypeOf, hostTypeOf, splitArguments } from './host-type.ts';
import { constantOf, hostType } from './host-value.ts';
import { mayBeOwnOperator } from './pointer-values.ts';
import { withoutTrailing } from '../base/trailing.ts';

/** Whether the name stands for an object of its own, not for a pointer or another name of one. */
export const isStorage = ({ kind, shape, isArray }: Declaration): boolean =>
  (kind === 'variable' || kind === 'parameter') && shape === 'plain' && !isArray;

/** Whether an object is made of one of another class, by a constructor or an operator that is not looked at. */
export function isConverted({ names }: Evaluation, declaration: Declaration, value: SyntaxNode): boolean {
  const [type, own] = [withoutCasts(value), declaration.node].map((node) =>
    withoutTrailing(classTypeOf(names, node)?.replace(/<.*$/s, '') ?? '', /[ *]/),
  );
  return type !== own && [type, own].every((name) => name !== undefined && names.types.structs.has(name));
}

/** Whether the object is given another of its class, which is copied. */
export function isCopy(cx: Evaluation, declaration: Declaration, value: SyntaxNode): boolean {
  const [type, own] = [value, declaration.node].map((node) => classTypeOf(cx.names, node)?.replace(/<.*$/s, ''));
  return type !== undefined && type === own;
}

/** Whether `->` behind an expression may be an operator of the file's own. */
export function isReachedByOwn(cx: Evaluation, object: SyntaxNode): boolean {
  let parent = cx.names.parents.get(object);
  while (parent?.type === 'parenthesized_expression' || parent?.type === 'cast_expression')
    parent = cx.names.parents.get(parent);
  return (
    parent?.type === 'field_expression' &&
    parent.children.some(({ type }) => type === '->') &&
    mayBeOwnOperator(cx, '->', object)
  );
}

/** Whether an object is seen as one of another class: `((B *)&a)->p`. */
export function isOfAnotherClass(cx: Evaluation, object: SyntaxNode): boolean {
  const inner = object.type === 'pointer_expression' ? childIn(object, 'argument') : object;
  const bare = inner === null ? object : withoutCasts(inner);
  const [seen, own] = [inner, bare].map((node) => (node === null ? null : classTypeOf(cx.names, node)));
  return inner !== bare && own !== null && own !== undefined && own !== 'void *' && seen !== own;
}

/** Whether a name's definitions are constructors of its class. */
export const isConstructor = (cx: Evaluation, definitions: readonly SyntaxNode[]): boolean =>
  definitions.every(
    (definition) =>
      childIn(definition, 'type') === null &&
      cx.names.types.structs.has(
        textOf(cx.names.source, declaredName(childIn(definition, 'declarator')) ?? definition),
      ),
  );

/** Whether it is declared here, and defined elsewhere. */
export const isExtern = (cx: Evaluation, { statement }: Declaration): boolean =>
  statement.type === 'declaration' && /^\s*extern\b/.test(textOf(cx.names.source, statement));

/**
 * Whether two elements of an object are apart if the numbers in brackets differ: not the keys of a map that are of a
 * narrow type, or that its own order compares.
 */
export function hasOwnIndices(cx: Evaluation, object: SyntaxNode): boolean {
  const type = hostTypeOf(cx.names, object);
  const [, name = '', args = ''] = /^(?:\w+::)*(\w+)\s*<(.*)>$/s.exec(type ?? '') ?? [];
  if (!/^(?:unordered_|multi)?(?:map|set)$/.test(name)) return true;
  const [keys = '', , ...own] = splitArguments(args);
  const key = hostType(keys);
  return own.length === 0 && key?.kind === 'int' && key.bits >= 32;
}

/** The index of an element, where that is a constant. */
export function constantIndex(cx: Evaluation, node: SyntaxNode | null | undefined): bigint | null {
  const value = node === null || node === undefined ? null : constantOf(cx.rules.evaluate(cx, node));
  return typeof value === 'bigint' ? value : null;
}
