/** Loops: `for`, `while`, `do`. Exact. */
import type { Expr } from '../../base/expr.ts';
import type { Stmt } from '../../ir/ir.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import { childIn } from '../../parse/node.ts';
import { truth } from '../../base/expr-build.ts';
import { conditionally, emit, inScope } from '../context.ts';
import { constantOf } from '../expressions/constants.ts';
import { discarded } from '../expressions/expressions.ts';

type Parts = Readonly<{
  condition: SyntaxNode | null;
  body: SyntaxNode | null;
  step: SyntaxNode | null;
  testFirst: boolean;
}>;

function lowerLoop(cx: Context, node: SyntaxNode, parts: Parts): void {
  cx.breaks.push({ kind: 'loop', living: cx.living.length });
  let condition: Expr = truth(true);
  let before: readonly Stmt[] = [];
  const test = (): void => {
    before = conditionally(cx, () => {
      if (parts.condition !== null) condition = cx.rules.condition(cx, parts.condition);
    });
  };
  if (parts.testFirst) test();
  const never = parts.testFirst && before.length === 0 && constantOf(condition) === 0n;
  const body = never
    ? []
    : conditionally(cx, () => {
        cx.rules.body(cx, parts.body);
      });
  const step = never
    ? []
    : conditionally(cx, () => {
        discarded(cx, parts.step);
      });
  if (!parts.testFirst) test();
  cx.breaks.pop();
  if (!never) emit(cx, node, { kind: 'loop', before, condition, body, step, testFirst: parts.testFirst });
}

export function forLoop(cx: Context, node: SyntaxNode): void {
  inScope(cx, () => {
    const initializer = childIn(node, 'initializer');
    if (initializer !== null) cx.rules.init(cx, initializer);
    lowerLoop(cx, node, {
      condition: childIn(node, 'condition'),
      body: childIn(node, 'body'),
      step: childIn(node, 'update'),
      testFirst: true,
    });
  });
}

export function whileLoop(cx: Context, node: SyntaxNode): void {
  inScope(cx, () => {
    lowerLoop(cx, node, {
      condition: childIn(node, 'condition'),
      body: childIn(node, 'body'),
      step: null,
      testFirst: true,
    });
  });
}

export function doLoop(cx: Context, node: SyntaxNode): void {
  lowerLoop(cx, node, {
    condition: childIn(node, 'condition'),
    body: childIn(node, 'body'),
    step: null,
    testFirst: false,
  });
}
