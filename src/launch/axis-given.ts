/**
 * Which expression gives an axis of a `dim3` or `uint3` that an expression makes: of a constructor, of what a function
 * of the text returns, and of a variable that nothing changes. Exact: null is what is left out, which is 1 or 0 by the
 * type, and what is not followed.
 *
 * Example: of `magic` in `uint3 magicOf(unsigned n) { return make_uint3(f(n), 0, n); }` and `uint3 magic =
 * magicOf(rows)`, `z` is given by `n`, which is `rows`.
 */
import type { SyntaxNode } from '../parse/node.ts';
import type { Evaluation } from './evaluation.ts';
import { namedChildren, textOf } from '../parse/node.ts';
import { deeper, goesOn } from './evaluation.ts';
import { resultOf } from './host-call.ts';
import { axes, constructorArguments, isDim3 } from './host-dimensions.ts';
import { hostTypeOf } from './host-type.ts';
import { hostType } from './host-value.ts';
import { isMember, lookup } from './lookup.ts';
import { writesTo } from './reaching.ts';

/** An expression and where it stands, to be evaluated there. */
type Given = Readonly<{ cx: Evaluation; node: SyntaxNode }>;

export function axisGiven(cx: Evaluation, node: SyntaxNode, axis: string): Given | null {
  if (!goesOn(cx)) return null;
  const inner = node.type === 'parenthesized_expression' ? namedChildren(node)[0] : undefined;
  if (inner !== undefined) return axisGiven(cx, inner, axis);
  const made = constructorArguments(cx, node);
  if (made !== null) return amongArguments(cx, made, axis);
  return node.type === 'call_expression'
    ? resultOf(cx, node, (inside, result) => axisGiven(inside, result, axis))
    : ofVariable(cx, node, axis);
}

function ofVariable(cx: Evaluation, node: SyntaxNode, axis: string): Given | null {
  const declaration = node.type === 'identifier' ? lookup(cx.names, textOf(cx.names.source, node), node) : null;
  const isFixed =
    declaration !== null &&
    !isMember(declaration) &&
    !cx.turns.has(declaration) &&
    isDim3(declaration) &&
    declaration.shape === 'plain' &&
    writesTo(cx.names, declaration, null).length === 0;
  if (!isFixed) return null;
  const bound = declaration.kind === 'parameter' ? cx.bindings.get(declaration) : undefined;
  if (bound !== undefined && bound !== null) return axisGiven({ ...bound.cx, depth: cx.depth + 1 }, bound.node, axis);
  if (declaration.kind !== 'variable') return null;
  const { initial } = declaration;
  if (initial.kind === 'expression') return axisGiven(deeper(cx), initial.node, axis);
  return initial.kind === 'arguments' ? amongArguments(deeper(cx), initial.nodes, axis) : null;
}

/** A single argument may be an object that all of it is a copy of. */
function amongArguments(cx: Evaluation, nodes: readonly SyntaxNode[], axis: string): Given | null {
  const node = nodes[axes.indexOf(axis)];
  const isScalar = node !== undefined && (nodes.length > 1 || hostType(hostTypeOf(cx.names, node) ?? '') !== null);
  return isScalar && node.type !== 'initializer_pair' ? { cx, node } : null;
}
