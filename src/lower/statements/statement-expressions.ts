/**
 * Statement expressions, `({ int a = x; a > 0 ? a : 0; })`: a block whose last expression is the value (GCC manual,
 * "Statements and Declarations in Expressions"; nvcc takes them with GCC and Clang). Exact for numbers and pointers.
 * Where something jumps in the block, or the value is an object, the whole or the value is not modelled.
 */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { Value } from '../expressions/value.ts';
import { isBroken, namedChildren } from '../../parse/node.ts';
import { inScope } from '../context.ts';
import { notModelled } from '../not-modelled.ts';
import { pinned, pinnedExpr } from '../memory/pointers.ts';
import { pointerValue, scalarValue, unknownOf, voidValue } from '../expressions/value.ts';
import { messages } from '../wording.ts';

/** The value of the block in `({ … })`. */
export function statementExpression(cx: Context, block: SyntaxNode): Value {
  if (isBroken(block) || jumps(block)) return notModelled(cx, block, messages.statementExpression, true);
  const statements = namedChildren(block).filter((child) => child.type !== 'comment');
  const last = statements.at(-1);
  const result =
    last?.type === 'expression_statement' ? namedChildren(last).find((child) => child.type !== 'comment') : undefined;
  return inScope(cx, () => {
    for (const statement of statements) {
      if (statement !== last || result === undefined) cx.rules.statement(cx, statement, true);
    }
    return result === undefined ? voidValue : keptValue(cx, cx.rules.value(cx, result), result);
  });
}

const jumping = /^(return|co_return|break|continue|goto|labeled)_statement$/;

const jumps = (node: SyntaxNode): boolean => jumping.test(node.type) || node.children.some(jumps);

/** The value as it is before the block's own variables end. */
function keptValue(cx: Context, value: Value, node: SyntaxNode): Value {
  if (value.kind === 'scalar') return scalarValue(pinnedExpr(cx, value.expr, 'result', node));
  if (value.kind === 'pointer') return pointerValue(pinned(cx, value.pointer, 'result', node));
  return value.kind === 'unknown' || value.kind === 'void' ? value : unknownOf(messages.statementExpressionObject);
}
