/**
 * One form for the coordinates that code takes from a number of several digits: quotients by one factor after the
 * other. The signed identities hold for all values where no product overflows, which C leaves undefined, since its
 * division truncates; the first one holds for unsigned products that wrap around, too.
 *
 *     x - x / (a * b) * a * b   is   x % (a * b)
 *     x / (a * b)               is   x / a / b
 *     x % (a * b) / a           is   x / a % b
 *     x % (a * b) % a           is   x % a
 *
 * Of unsigned numbers, the first one holds through conversions between types of one width, too (`blockIdx.z - q * n`
 * with `int q = blockIdx.z / n`).
 *
 * Example: of `k = i / (n * m); j = (i - k * n * m) / n`, `k` is `i / n / m` and `j` is `i / n % m`, as if code had
 * divided by `n`, and then by `m`.
 */
import type { ArithmeticOp, Expr } from '../base/expr.ts';
import type { IntType } from '../base/ctype.ts';
import { sameType } from '../base/ctype.ts';
import { binary, cast, typeOf } from '../base/expr-build.ts';

/** How many factors of a product are looked at. */
const maxFactors = 8;

/** Makes an expression of two that are folded. */
type Make = (op: ArithmeticOp, left: Expr, right: Expr) => Expr;
type Same = (a: Expr, b: Expr) => boolean;
/** Of folding, which this is a part of. */
type Folding = Readonly<{ make: Make; same: Same }>;

/** The form of `left op right`, both folded, or null: as it stands. */
export function foldedQuotient(op: ArithmeticOp, left: Expr, right: Expr, type: IntType, by: Folding): Expr | null {
  if (op === '-')
    return remainderOf(left, right, type, by) ?? (type.signed ? null : remainderOfSigned(left, right, type, by));
  if (!type.signed) return null;
  return op === '/' ? quotientOf(left, right, by) : op === '%' ? innermost(left, right, by) : null;
}

/** `x - q * p` where `q` is `x / p`. */
function remainderOf(left: Expr, right: Expr, type: IntType, { make, same }: Folding): Expr | null {
  const factors = factorsOf(type.signed ? right : throughConversions(right, type)).map((factor) =>
    type.signed ? factor : inType(throughConversions(factor, type), type),
  );
  for (const [k, quotient] of factors.entries()) {
    if (factors.length < 2 || !isQuotient(quotient)) continue;
    const others = factors.filter((_, at) => at !== k);
    const divisors = divisorsOf(quotient).slice(-others.length);
    // in the order in which it was divided by them, where that is another one
    const divisor = product(without(divisors, others, same) === null ? others : divisors);
    if (same(make('/', left, divisor), quotient)) return make('%', left, divisor);
  }
  return null;
}

/**
 * The same of signed numbers that are multiplied as unsigned ones: `(unsigned)x - (unsigned)q * (unsigned)a *
 * (unsigned)b`, where `q` is `x / (a * b)`.
 */
function remainderOfSigned(left: Expr, right: Expr, type: IntType, { make, same }: Folding): Expr | null {
  const whole = signedIn(left, type);
  const factors = factorsOf(right).map((factor) => signedIn(factor, type));
  const own = factors.flatMap((factor) => factor ?? []);
  if (whole === null || factors.length < 2 || own.length < factors.length) return null;
  for (const [k, quotient] of own.entries()) {
    if (!isQuotient(quotient)) continue;
    const divisor = product(own.filter((_, at) => at !== k));
    if (same(make('/', whole, divisor), quotient)) return cast(type, make('%', whole, divisor));
  }
  return null;
}

/** The signed number of the same width that is converted; null: none is. */
function signedIn(expr: Expr, type: IntType): Expr | null {
  const own = typeOf(expr);
  if (own.kind !== 'int' || own.bits !== type.bits) return null;
  if (own.signed) return expr;
  return expr.kind === 'cast' ? signedIn(expr.operand, type) : null;
}

/** Without conversions that keep all bits. */
function throughConversions(expr: Expr, type: IntType): Expr {
  const from = expr.kind === 'cast' ? typeOf(expr.operand) : null;
  return expr.kind === 'cast' && from?.kind === 'int' && from.bits === type.bits
    ? throughConversions(expr.operand, type)
    : expr;
}

const inType = (expr: Expr, type: IntType): Expr => (sameType(typeOf(expr), type) ? expr : cast(type, expr));

const isQuotient = (expr: Expr): boolean => expr.kind === 'binary' && (expr.op === '/' || expr.op === '%');

/** `a` and `b` of `x / a / b` and of `x / a / b % c`, in that order. */
function divisorsOf(quotient: Expr): readonly Expr[] {
  const found: Expr[] = [];
  let at = quotient.kind === 'binary' && quotient.op === '%' ? quotient.left : quotient;
  for (; at.kind === 'binary' && at.op === '/' && found.length < maxFactors; at = at.left) found.unshift(at.right);
  return found;
}

function quotientOf(left: Expr, right: Expr, { make, same }: Folding): Expr | null {
  if (right.kind === 'binary' && right.op === '*') return make('/', make('/', left, right.left), right.right);
  if (left.kind !== 'binary' || left.op !== '%') return null;
  const rest = without(factorsOf(left.right), [right], same);
  return rest === null || rest.length === 0 ? null : make('%', make('/', left.left, right), product(rest));
}

function innermost(left: Expr, right: Expr, { make, same }: Folding): Expr | null {
  if (left.kind !== 'binary' || left.op !== '%') return null;
  return without(factorsOf(left.right), factorsOf(right), same) === null ? null : make('%', left.left, right);
}

/** In the order in which they are written; the expression alone where it is no product, or one of too many. */
function factorsOf(expr: Expr): readonly Expr[] {
  const found: Expr[] = [];
  const visit = (one: Expr): void => {
    if (found.length > maxFactors) return;
    if (one.kind !== 'binary' || one.op !== '*') {
      found.push(one);
      return;
    }
    visit(one.left);
    visit(one.right);
  };
  visit(expr);
  return found.length > maxFactors ? [expr] : found;
}

const product = (factors: readonly Expr[]): Expr => factors.reduce((a, b) => binary('*', a, b));

/** The factors that are left of `all`, or null: not all of `some` are among them. */
function without(all: readonly Expr[], some: readonly Expr[], same: Same): readonly Expr[] | null {
  const rest = [...all];
  for (const one of some) {
    const at = rest.findIndex((other) => same(other, one));
    if (at < 0) return null;
    rest.splice(at, 1);
  }
  return rest;
}
