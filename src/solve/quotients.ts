/**
 * Indices that are taken apart and put together again: with `i = x / s / n`, `j = x / n % s` and `k = x % n`, `(i * s + j) * n + k` is x, whatever s and n
 * are. The arithmetic tests see that once a remainder is written with its quotient, and a quotient of a quotient as one: `x % n` is `x - n * (x / n)`, and
 * `x / s / n` is `x / (n * s)`, the product in 64 bits of the same sign, where it fits [expr.mul]. Exact where the divisors are not 0, of which C says nothing. Numbers as
 * divisors are left as they are: the normal form knows them better.
 */
import type { Expr } from '../base/expr.ts';
import type { Formula } from '../obligation/obligation.ts';
import type { ScalarType } from '../base/ctype.ts';
import { binary, cast, typeOf } from '../base/expr-build.ts';
import { eachNode, mapExpr } from '../base/expr-walk.ts';
import { i64, sameType, u64 } from '../base/ctype.ts';
import { memoized } from '../base/memoize.ts';
import { printExpr } from '../base/expr-print.ts';

/** What is divided, and by what. */
type Quotient = Readonly<{ of: Expr; by: readonly Expr[] }>;

/** The formula so written, or null where no divisor is a term. */
export function withoutRemainders(formula: Formula): Formula | null {
  if (!formula.constraints.some(hasQuotient)) return null;
  // of the quotients that are written here: one of the kernel's own that looks like them may drop digits where it is narrowed
  const written = new Map<Expr, Quotient>();
  return { ...formula, constraints: formula.constraints.map((constraint) => mapExpr(constraint, (node) => rewritten(node, written))) };
}

const hasQuotient = memoized((constraint: Expr): boolean => {
  let has = false;
  eachNode(constraint, (node) => { has ||= node.kind === 'binary' && isTaken(node); });
  return has;
});

type Binary = Extract<Expr, { kind: 'binary' }>;

/** Of 32 bits, by a divisor that is no number. */
function isTaken({ op, left, right }: Binary): boolean {
  const [type, by] = [typeOf(left), typeOf(right)];
  return (op === '/' || op === '%') && right.kind !== 'int' && type.kind === 'int' && type.bits === 32 && sameType(type, by);
}

function rewritten(node: Expr, written: Map<Expr, Quotient>): Expr {
  if (node.kind !== 'binary' || !isTaken(node)) return node;
  const { left, right } = node;
  const inner = written.get(left);
  // a product of two numbers of 32 bits has 64
  const taken = inner?.by.length === 1 ? { of: inner.of, by: [...inner.by, right] } : { of: left, by: [right] };
  const quotient = quotientOf(taken, typeOf(node));
  written.set(quotient, taken);
  return node.op === '/' ? quotient : binary('-', left, binary('*', right, quotient));
}

function quotientOf({ of, by }: Quotient, type: ScalarType): Expr {
  const wide = type.kind === 'int' && type.signed ? i64 : u64;
  const divisors = by.toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : 1)).map((divisor) => cast(wide, divisor));
  return cast(type, binary('/', cast(wide, of), divisors.reduce((product, one) => binary('*', product, one))));
}

const textOf = memoized(printExpr);
