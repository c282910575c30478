/**
 * How many iterations a loop with a symbolic step makes, where its bound lies a multiple of the step beyond its first
 * value [D9]: `for (t = b*n*c + r; t < (b + 1)*n*c + r; t += c)` makes n, if c is positive. The solver sees a product of
 * the step and the iterations, and cancels it seldom. Exact: signed arithmetic does not overflow (C++, [expr.pre]).
 */
import type { Expr } from '../../base/expr.ts';
import type { VarId } from '../../base/brand.ts';
import { i64 } from '../../base/ctype.ts';
import { int, typeOf } from '../../base/expr-build.ts';
import { printExpr } from '../../base/expr-print.ts';
import { arithmetic, compare, convert, implies } from '../fold.ts';

type Term = Readonly<{ coef: bigint; factors: readonly Expr[] }>;
/** A sum, by the text of the factors of each term. */
type Sum = ReadonlyMap<string, Term>;

const maxTerms = 32;

/**
 * That the loop is in one of its iterations, for each comparison of the guard that says so. `turn`: their number so far,
 * an i64. Needs: the scalar `id` is `first + step * turn`, and the guard holds in each iteration.
 */
export function iterationBounds(
  guard: Expr,
  scalar: Readonly<{ id: VarId; first: Expr; step: Expr; turn: Expr }>,
): readonly Expr[] {
  if (guard.kind === 'binary' && guard.op === '&&')
    return [guard.left, guard.right].flatMap((side) => iterationBounds(side, scalar));
  if (guard.kind !== 'binary' || guard.op !== '<' || scalar.step.kind === 'int') return [];
  const { left, right } = guard;
  if (bare(left).kind !== 'var' || printExpr(bare(left)) !== scalar.id || !isSigned(left) || !isSigned(right))
    return [];
  const [bound, first, step] = [expanded(right), expanded(scalar.first), expanded(scalar.step)];
  const iterations = bound === null || first === null ? null : quotient(added(bound, first, -1n), step);
  return iterations === null
    ? []
    : [implies(compare('<', int(0, i64), scalar.step), compare('<', scalar.turn, writtenOut(iterations)))];
}

/** Without conversions that keep every value of a signed type. */
function bare(expr: Expr): Expr {
  if (expr.kind !== 'cast' || expr.to.kind !== 'int' || !expr.to.signed) return expr;
  const from = typeOf(expr.operand);
  return from.kind === 'int' && from.signed && from.bits <= expr.to.bits ? bare(expr.operand) : expr;
}

const isSigned = (expr: Expr): boolean => {
  const type = typeOf(expr);
  return type.kind === 'int' && type.signed;
};

/** The expression as a sum of products; null: it is too long, or of numbers that wrap around. */
function expanded(whole: Expr): Sum | null {
  const expr = bare(whole);
  if (!isSigned(expr)) return null;
  if (expr.kind === 'int') return sumOf([{ coef: expr.value, factors: [] }]);
  if (expr.kind === 'unary' && expr.op === 'neg') {
    const operand = expanded(expr.operand);
    return operand === null ? null : added(new Map(), operand, -1n);
  }
  if (expr.kind !== 'binary' || !['+', '-', '*'].includes(expr.op)) return sumOf([{ coef: 1n, factors: [expr] }]);
  const [left, right] = [expanded(expr.left), expanded(expr.right)];
  if (left === null || right === null || left.size * right.size > maxTerms) return null;
  if (expr.op !== '*') return added(left, right, expr.op === '+' ? 1n : -1n);
  return sumOf(
    [...left.values()].flatMap((a) =>
      [...right.values()].map((b) => ({ coef: a.coef * b.coef, factors: [...a.factors, ...b.factors] })),
    ),
  );
}

const keyOf = ({ factors }: Term): string => factors.map(printExpr).sort().join(' * ');

function sumOf(terms: readonly Term[]): Sum {
  const sum = new Map<string, Term>();
  for (const term of terms) {
    const key = keyOf(term);
    const coef = (sum.get(key)?.coef ?? 0n) + term.coef;
    if (coef === 0n) sum.delete(key);
    else sum.set(key, { ...term, coef });
  }
  return sum;
}

const added = (a: Sum, b: Sum, factor: bigint): Sum =>
  sumOf([...a.values(), ...[...b.values()].map((term) => ({ ...term, coef: term.coef * factor }))]);

/** What gives the sum, times one product; null: some term is no multiple of it. */
function quotient(sum: Sum, step: Sum | null): Sum | null {
  const [by, ...others] = step?.values() ?? [];
  if (by === undefined || others.length > 0 || sum.size === 0) return null;
  const terms: Term[] = [];
  for (const { coef, factors } of sum.values()) {
    if (coef % by.coef !== 0n) return null;
    const left = [...factors];
    for (const factor of by.factors) {
      const at = left.findIndex((one) => printExpr(one) === printExpr(factor));
      if (at < 0) return null;
      left.splice(at, 1);
    }
    terms.push({ coef: coef / by.coef, factors: left });
  }
  return sumOf(terms);
}

const writtenOut = (sum: Sum): Expr =>
  [...sum.values()]
    .map(({ coef, factors }) =>
      factors.map((factor) => convert(i64, factor)).reduce((a, b) => arithmetic('*', a, b), int(coef, i64)),
    )
    .reduce((a, b) => arithmetic('+', a, b), int(0n, i64));
