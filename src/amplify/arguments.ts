/**
 * The scalar arguments that a launch fixes: those that it gives as constants, and those of which a fact says `n ==
 * 512`. Exact.
 */
import type { VarId } from '../base/brand.ts';
import type { Expr } from '../base/expr.ts';
import type { Kernel } from '../ir/ir.ts';
import type { LaunchConfig } from '../launch/launch.ts';
import { sameType } from '../base/ctype.ts';
import { typeOf } from '../base/expr-build.ts';
import { isInRange } from '../base/arithmetic.ts';
import { conjuncts } from '../base/expr-walk.ts';
import { assignedIn } from '../ir/walk.ts';

/** `facts`: conditions over parameters as they are on entry, besides those that the launch and the source state. */
export function argumentsOf(
  kernel: Kernel,
  config: LaunchConfig,
  facts: readonly Expr[],
): ReadonlyMap<string, bigint | number> {
  const changed = assignedIn(kernel.body);
  const names = new Map(
    kernel.params.flatMap((param) => (param.kind === 'scalar' ? [[param.id, param.name] as const] : [])),
  );
  const found = new Map(config.scalars);
  const stated = [...facts, ...[...config.facts, ...kernel.assumptions].map(({ condition }) => condition)];
  for (const fact of stated.flatMap(conjuncts)) {
    const equal = equality(fact);
    const name = equal === null || changed.has(equal.id) ? undefined : names.get(equal.id);
    if (equal !== null && name !== undefined && !found.has(name)) found.set(name, equal.value);
  }
  return found;
}

/** `n == 512` or `512 == n`, where the constant has the parameter's type, and casts lose nothing. */
function equality(fact: Expr): Readonly<{ id: VarId; value: bigint }> | null {
  if (fact.kind !== 'binary' || fact.op !== '==') return null;
  for (const [side, other] of [
    [fact.left, fact.right],
    [fact.right, fact.left],
  ] as const) {
    const value = wholeOf(other);
    if (side.kind === 'var' && value !== null && sameType(typeOf(side), typeOf(other))) return { id: side.id, value };
  }
  return null;
}

/** A constant, seen through conversions that keep it. */
function wholeOf(expr: Expr): bigint | null {
  if (expr.kind === 'int') return expr.value;
  if (expr.kind !== 'cast' || expr.to.kind !== 'int') return null;
  const value = wholeOf(expr.operand);
  if (value === null) return null;
  return isInRange(value, expr.to) ? value : null;
}
