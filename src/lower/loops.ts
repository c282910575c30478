/** Loops: `for`, `while`, `do`, and range loops over arrays of known extent (unrolled). Exact. */
import type { Expr } from '../base/expr.ts';
import type { Stmt } from '../ir/ir.ts';
import type { SyntaxNode } from '../parse/node.ts';
import type { Context } from './context.ts';
import { childIn, namedChildren } from '../parse/node.ts';
import { int, truth } from '../base/expr-build.ts';
import { conditionally, emit, fail, inScope, textOf } from './context.ts';
import { constantOf } from './constants.ts';
import { discarded } from './expressions.ts';
import { declaredName } from './file-scope.ts';
import { arrayElement } from './fields.ts';
import { newSlot, pinnedSlot } from './slots.ts';
import { typeOfSlot } from './value.ts';
import { readSlot } from './memory.ts';

const maxUnrolled = 64;

type Parts = Readonly<{ condition: SyntaxNode | null; body: SyntaxNode | null; step: SyntaxNode | null; testFirst: boolean }>;

function lowerLoop(cx: Context, node: SyntaxNode, parts: Parts): void {
  cx.breaks.push({ kind: 'loop', living: cx.living.length });
  let condition: Expr = truth(true);
  let before: readonly Stmt[] = [];
  const test = (): void => {
    before = conditionally(cx, () => { if (parts.condition !== null) condition = cx.rules.condition(cx, parts.condition); });
  };
  if (parts.testFirst) test();
  const never = parts.testFirst && before.length === 0 && constantOf(condition) === 0n;
  const body = never ? [] : conditionally(cx, () => { cx.rules.body(cx, parts.body); });
  const step = never ? [] : conditionally(cx, () => { discarded(cx, parts.step); });
  if (!parts.testFirst) test();
  cx.breaks.pop();
  if (!never) emit(cx, node, { kind: 'loop', before, condition, body, step, testFirst: parts.testFirst });
}

export function forLoop(cx: Context, node: SyntaxNode): void {
  inScope(cx, () => {
    const initializer = childIn(node, 'initializer');
    if (initializer !== null) cx.rules.init(cx, initializer);
    lowerLoop(cx, node, { condition: childIn(node, 'condition'), body: childIn(node, 'body'), step: childIn(node, 'update'), testFirst: true });
  });
}

export function whileLoop(cx: Context, node: SyntaxNode): void {
  inScope(cx, () => { lowerLoop(cx, node, { condition: childIn(node, 'condition'), body: childIn(node, 'body'), step: null, testFirst: true }); });
}

export function doLoop(cx: Context, node: SyntaxNode): void {
  lowerLoop(cx, node, { condition: childIn(node, 'condition'), body: childIn(node, 'body'), step: null, testFirst: false });
}

/** `for (T x : array)`: the body once for each element. */
export function rangeLoop(cx: Context, node: SyntaxNode): void {
  const right = childIn(node, 'right');
  const declarator = childIn(node, 'declarator');
  const name = declarator === null ? null : declaredName(declarator);
  const range = right === null ? null : cx.rules.slot(cx, right);
  const type = range === null ? null : typeOfSlot(range);
  const body = childIn(node, 'body');
  if (range === null || name === null || type?.kind !== 'array' || type.extent === null || type.extent > maxUnrolled || (body !== null && mentionsJump(body))) {
    fail(cx, node, 'this range-based loop is not modelled');
    return;
  }
  for (let k = 0; k < type.extent; k++) {
    const element = arrayElement(range, int(k));
    if (element === null) continue;
    inScope(cx, () => {
      const key = `${cx.frame.key}:${node.start}[${k}]`;
      const slot = declarator?.type === 'reference_declarator' ? pinnedSlot(cx, element, textOf(cx, name), node) : newSlot(cx, type.of, textOf(cx, name), key, readSlot(cx, element, node), node);
      cx.scope.names.set(textOf(cx, name), { kind: 'slot', slot, key });
      cx.rules.body(cx, body);
    });
  }
}

function mentionsJump(node: SyntaxNode): boolean {
  return node.type === 'break_statement' || node.type === 'continue_statement' || namedChildren(node).some(mentionsJump);
}
