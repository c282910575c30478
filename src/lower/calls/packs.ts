/**
 * Parameter packs [temp.variadic]: a launch or a call says how many elements there are. An expansion in a call stands
 * for one argument for each element, a fold expression for its operands, `sizeof...` for their number. Exact; other
 * expansions are not modelled.
 */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { Binding, Scope } from '../scope.ts';
import type { Value } from '../expressions/value.ts';
import { u64 } from '../../base/ctype.ts';
import { int, truth } from '../../base/expr-build.ts';
import { childIn } from '../../parse/node.ts';
import { textOf } from '../context.ts';
import { notModelled } from '../not-modelled.ts';
import { lookUp, withBound } from '../scope.ts';
import { scalarValue, unknownOf, voidValue } from '../expressions/value.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

/** Starts the type of a node of our own making: its only child, for one element of the packs that it names. */
const elementMark = 'pack_element ';

export const isPackElement = (node: SyntaxNode): boolean => node.type.startsWith(elementMark);

/** The packs that a pattern names; null where they have no one length, or one that is not known. */
function packsIn(
  cx: Context,
  pattern: SyntaxNode,
): Readonly<{ named: ReadonlyMap<string, readonly Binding[]>; count: number }> | null {
  const named = new Map<string, readonly Binding[]>();
  const visit = (node: SyntaxNode): void => {
    const found = /identifier$/.test(node.type) ? lookUp(cx.scope, textOf(cx, node)) : null;
    if (found?.kind === 'pack') named.set(textOf(cx, node), found.elements);
    for (const child of node.children) visit(child);
  };
  visit(pattern);
  const [first, ...others] = named.values();
  return first === undefined || others.some((one) => one.length !== first.length)
    ? null
    : { named, count: first.length };
}

/** What the packs that a pattern names mean for each element; null where they are not known. */
export function elementScopes(cx: Context, pattern: SyntaxNode): readonly ReadonlyMap<string, Binding>[] | null {
  const packs = packsIn(cx, pattern);
  return packs === null
    ? null
    : Array.from(
        { length: packs.count },
        (_, k) =>
          new Map(
            [...packs.named].flatMap(([name, elements]) =>
              elements[k] === undefined ? [] : [[name, elements[k]] as const],
            ),
          ),
      );
}

/** The elements of a pattern, to be evaluated one by one; null where its packs are not known. */
function elementsOf(cx: Context, pattern: SyntaxNode): readonly SyntaxNode[] | null {
  const packs = packsIn(cx, pattern);
  return packs === null
    ? null
    : Array.from({ length: packs.count }, (_, k): SyntaxNode => ({
        ...pattern,
        type: `${elementMark}${k}`,
        field: null,
        children: [pattern],
      }));
}

/** Arguments, with those that are expansions of known packs one by one. */
export function expanded(cx: Context, nodes: readonly SyntaxNode[]): readonly SyntaxNode[] {
  return nodes.flatMap((node) => {
    const pattern = node.type === 'parameter_pack_expansion' ? childIn(node, 'pattern') : null;
    return (pattern === null ? null : elementsOf(cx, pattern)) ?? [node];
  });
}

/** Evaluates one element: what names packs means their element. */
export function withElement<Made>(cx: Context, node: SyntaxNode, run: (pattern: SyntaxNode) => Made): Made {
  const [pattern = node] = node.children;
  const k = Number(node.type.slice(elementMark.length));
  const bound = elementScopes(cx, pattern)?.[k] ?? new Map<string, Binding>();
  const { key } = cx.frame;
  cx.frame = { ...cx.frame, key: `${key}[${k}]` };
  const made = withBound(cx, bound, () => run(pattern));
  cx.frame = { ...cx.frame, key };
  return made;
}

/** The pack of that name, which within an expansion stands for one element. */
function packNamed(scope: Scope, name: string): Extract<Binding, { kind: 'pack' }> | null {
  for (let at: Scope | null = scope; at !== null; at = at.parent) {
    const found = at.names.get(name);
    if (found?.kind === 'pack') return found;
  }
  return null;
}

/** `sizeof...(args)`; null for other nodes. */
export function packSize(cx: Context, node: SyntaxNode): Value | null {
  if (!node.children.some(({ type }) => type === '...')) return null;
  const name = childIn(node, 'value') ?? childIn(node, 'type');
  const found = name === null ? null : packNamed(cx.scope, textOf(cx, name));
  return found !== null
    ? scalarValue(int(found.elements.length, u64))
    : unknownOf(fill(messages.undeclared, { text: textOf(cx, node) }), { kind: 'scalar', type: u64 });
}

/** `(args + ...)`, `(... + args)`, `(0 + ... + args)` [expr.prim.fold]. */
export function foldExpression(cx: Context, node: SyntaxNode): Value {
  const operands = foldOperands(cx, node);
  const operator = node.children.find(
    (child) => child.field === 'operator' || (!child.named && !/^(?:\(|\)|\.\.\.)$/.test(child.type)),
  );
  if (operands === null || operator === undefined)
    return notModelled(cx, node, fill(messages.fold, { text: textOf(cx, node) }), true);
  const join = (left: SyntaxNode, right: SyntaxNode): SyntaxNode => ({
    ...node,
    type: operator.type === ',' ? 'comma_expression' : 'binary_expression',
    field: null,
    children: [
      { ...left, field: 'left' },
      { ...operator, field: 'operator' },
      { ...right, field: 'right' },
    ],
  });
  const [first, ...others] = operands.isLeft ? operands.nodes : operands.nodes.toReversed();
  if (first === undefined)
    return operator.type === ','
      ? voidValue
      : /^(?:&&|\|\|)$/.test(operator.type)
        ? scalarValue(truth(operator.type === '&&'))
        : unknownOf(messages.emptyFold);
  return cx.rules.value(
    cx,
    others.reduce((made, one) => (operands.isLeft ? join(made, one) : join(one, made)), first),
  );
}

/** A fold for its effects alone: `(f(args), ...)`. */
export function discardFold(cx: Context, node: SyntaxNode): void {
  const operands = node.children.some(({ type }) => type === ',') ? foldOperands(cx, node) : null;
  if (operands === null) foldExpression(cx, node);
  else for (const one of operands.nodes) cx.rules.discard(cx, one);
}

/** What is folded, in order. `isLeft`: the first two are joined first. */
function foldOperands(
  cx: Context,
  node: SyntaxNode,
): Readonly<{ nodes: readonly SyntaxNode[]; isLeft: boolean }> | null {
  const [left, right] = [childIn(node, 'left'), childIn(node, 'right')];
  const dots = node.children.findIndex(({ type }) => type === '...');
  const operands = [left, right].filter((one) => one !== null && one.type !== '...');
  const [only, second] = operands;
  if (only === null || only === undefined) return null;
  if (second === null || second === undefined) {
    const nodes = elementsOf(cx, only);
    return nodes === null ? null : { nodes, isLeft: dots < node.children.indexOf(only) };
  }
  const [a, b] = [elementsOf(cx, only), elementsOf(cx, second)];
  if ((a === null) === (b === null)) return null;
  return a === null ? { nodes: [only, ...(b ?? [])], isLeft: true } : { nodes: [...a, second], isLeft: false };
}
