/**
 * Order of evaluation. Values are expressions over variables, so a value that was computed before some effect must not be
 * read after it: `a[k++] = k` stores the old `k` [C++17, expr.ass], and `f() + f()` adds two results. Exact.
 */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { Value } from './value.ts';
import { typeOf } from '../../base/expr-build.ts';
import { freeVariables } from '../../base/expr-walk.ts';
import { assignedIn } from '../../ir/walk.ts';
import { emit, temporary } from '../context.ts';
import { scalarValue } from './value.ts';

/** A scalar as it was when `cx.out` had `mark` statements: kept in a temporary if later ones assign what it reads. */
export function asOf(cx: Context, value: Value, mark: number, node: SyntaxNode): Value {
  if (value.kind !== 'scalar') return value;
  const later = assignedIn(cx.out.slice(mark));
  if (![...freeVariables(value.expr)].some((id) => later.has(id))) return value;
  const kept = temporary(cx, 'before', typeOf(value.expr));
  const after = cx.out.splice(mark);
  emit(cx, node, { kind: 'assign', target: kept.id, value: value.expr });
  cx.out.push(...after);
  return scalarValue(kept.expr);
}
