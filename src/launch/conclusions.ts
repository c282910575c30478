/**
 * What follows from the conditions of a launch together, where no one of them says it and a solver would have to divide
 * for it. Exact.
 *
 * Example: `C % H == 0` and `C / H == 64` give `C == 64 * H`; `b == 64 || b == 128` and `b != 64` give `b == 128`.
 */
import type { Expr } from '../base/expr.ts';
import type { HostCondition } from './host-conditions.ts';
import { printExpr } from '../base/expr-print.ts';
import { applyBinary, constantOf, withoutWidening } from './host-value.ts';

/** The conditions, and what they give together. */
export function withConclusions(conditions: readonly HostCondition[]): readonly HostCondition[] {
  const all = [...conditions, ...valuesLeft(conditions)];
  return [...all, ...products(all)];
}

/** Where all values but one of a choice are excluded: that one. */
function valuesLeft(conditions: readonly HostCondition[]): readonly HostCondition[] {
  const excluded = new Set(
    conditions.flatMap(({ condition }) => {
      const value = condition.kind === 'binary' && condition.op === '!=' ? constantOf(condition.right) : null;
      return condition.kind === 'binary' && value !== null ? [keyOf(condition.left, value)] : [];
    }),
  );
  return excluded.size === 0
    ? []
    : conditions.flatMap(({ condition, span }) => {
        const choices = choicesOf(condition);
        const left = choices.filter(({ of, value }) => !excluded.has(keyOf(of, value)));
        return choices.length > 1 && left.length === 1
          ? left.map(({ condition: only }) => ({ condition: only, span }))
          : [];
      });
}

const keyOf = (of: Expr, value: bigint | number): string => `${printExpr(withoutWidening(of))} ${value}`;

/** The equations of a choice between values (`b == 64 || b == 128`); none: it says something else, too. */
function choicesOf(condition: Expr): readonly Readonly<{ of: Expr; value: bigint | number; condition: Expr }>[] {
  if (condition.kind !== 'binary') return [];
  if (condition.op === '||') {
    const [left, right] = [choicesOf(condition.left), choicesOf(condition.right)];
    return left.length === 0 || right.length === 0 ? [] : [...left, ...right];
  }
  const value = condition.op === '==' ? constantOf(condition.right) : null;
  return value === null ? [] : [{ of: condition.left, value, condition }];
}

/** x == q * y, of a quotient `x / y == q` without a rest: x = (x / y) * y + x % y (C++ [expr.mul]). */
function products(conditions: readonly HostCondition[]): readonly HostCondition[] {
  const whole = new Set(
    conditions.flatMap(({ condition }) => {
      const rest =
        condition.kind === 'binary' && condition.op === '==' && constantOf(condition.right) === 0n
          ? withoutWidening(condition.left)
          : null;
      return rest?.kind === 'binary' && rest.op === '%' ? [printExpr({ ...rest, op: '/' })] : [];
    }),
  );
  return whole.size === 0
    ? []
    : conditions.flatMap(({ condition, span }) => {
        const quotient = condition.kind === 'binary' && condition.op === '==' ? withoutWidening(condition.left) : null;
        if (
          condition.kind !== 'binary' ||
          quotient?.kind !== 'binary' ||
          quotient.op !== '/' ||
          constantOf(condition.right) === null
        )
          return [];
        if (!whole.has(printExpr(quotient))) return [];
        const product = applyBinary('*', quotient.right, condition.right);
        const equation = product === null ? null : applyBinary('==', quotient.left, product);
        return equation === null || equation.kind === 'bool' ? [] : [{ condition: equation, span }];
      });
}
