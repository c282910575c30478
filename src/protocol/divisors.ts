/**
 * What must hold for an expression to have a value: that no integer divisor that is evaluated is 0. C leaves the
 * quotient undefined (expr.mul), so a thread that goes on had another divisor [D17]. Exact: what `&&`, `||` and `?:` do
 * not evaluate demands nothing.
 *
 * Example: of `m != 0 && i % m == 0` it is `m == 0 || m != 0`, of `i / (n - 1)` it is `n - 1 != 0`.
 */
import type { BinaryExpr, Expr } from '../base/expr.ts';
import { binary, int, not, truth, typeOf } from '../base/expr-build.ts';
import { memoized } from '../base/memoize.ts';
import { operandsOf } from '../base/expr-walk.ts';

/** Null where nothing is demanded. */
export const divisorsNotZero: (expr: Expr) => Expr | null = memoized((expr: Expr): Expr | null => {
  if (expr.kind === 'binary') return ofBinary(expr);
  if (expr.kind !== 'select') return both(operandsOf(expr).map(divisorsNotZero));
  const { when, then, otherwise } = expr;
  return both([
    divisorsNotZero(when),
    unless(not(when), divisorsNotZero(then)),
    unless(when, divisorsNotZero(otherwise)),
  ]);
});

function ofBinary({ op, left, right }: BinaryExpr): Expr | null {
  const [first, second] = [divisorsNotZero(left), divisorsNotZero(right)];
  if (op === '&&') return both([first, unless(not(left), second)]);
  if (op === '||') return both([first, unless(left, second)]);
  return both([first, second, op === '/' || op === '%' ? notZero(right) : null]);
}

function notZero(divisor: Expr): Expr | null {
  const type = typeOf(divisor);
  return type.kind !== 'int' || divisor.kind === 'int' ? null : binary('!=', divisor, int(0, type));
}

const unless = (skipped: Expr, demand: Expr | null): Expr | null =>
  demand === null ? null : binary('||', skipped, demand);

/** The expressions that are demanded together. */
export function both(demands: readonly (Expr | null)[]): Expr | null {
  const all = demands.flatMap((demand) => demand ?? []);
  return all.length === 0 ? null : all.reduce((a, b) => binary('&&', a, b), truth(true));
}
