/**
 * Which variables of a formula are powers of two wherever they are positive [L7]: those of which the constraints list
 * such values, state `(n & (n - 1)) == 0`, or say that they are made from one by halving, doubling and shifting, turn
 * by turn (protocol/loops/geometric.ts). With it `t & (s - 1)` is the remainder of t by s, whatever s is.
 *
 * Example: from `(n & (n - 1)) == 0` and `(n / 2 & (n / 2 - 1)) != 0 || (s & (s - 1)) == 0` follows that s is one.
 */
import type { Expr } from '../base/expr.ts';
import type { Formula } from '../obligation/obligation.ts';
import type { VarId } from '../base/brand.ts';
import { binary, int, typeOf } from '../base/expr-build.ts';
import { conjuncts, disjuncts } from '../base/expr-walk.ts';
import { valuesStated } from './cases.ts';
import type { ScalarType } from '../base/ctype.ts';
import { i32, isUnsigned } from '../base/ctype.ts';
import { isPowerOfTwo } from '../base/powers.ts';
import { wrap } from '../base/arithmetic.ts';
import { memoized } from '../base/memoize.ts';
import { printExpr } from '../base/expr-print.ts';

/** The variables that are 0, negative or a power of two in every solution of the formula. */
export const powersIn: (formula: Formula) => ReadonlySet<VarId> = memoized(
  ({ constraints }: Formula): ReadonlySet<VarId> => {
    const statements = constraints.flatMap(conjuncts);
    const found = new Set<VarId>();
    for (let before = -1; before < found.size;) {
      before = found.size;
      for (const statement of statements) for (const id of concluded(statement, found)) found.add(id);
    }
    return found;
  },
);

/**
 * The formula without rules of the form "if that is a power of two, then so is this": of those whose condition holds
 * the conclusion is left. Over-approximating [T4]: the others say nothing to integer arithmetic, and cost the solver
 * dearly.
 */
export const withoutPowerRules: (formula: Formula) => Formula = memoized((formula: Formula): Formula => {
  const isRule = (parts: readonly Expr[]): boolean =>
    parts.some((part) => deniesPower(part) !== null) &&
    parts.every((part) => deniesPower(part) !== null || saysPower(part) !== null);
  if (!formula.constraints.some((constraint) => isRule(disjuncts(constraint)))) return formula;
  const powers = powersIn(formula);
  const constraints = formula.constraints.flatMap((constraint) => {
    const parts = disjuncts(constraint);
    const open = parts.filter((part) => !isRefuted(part, powers));
    if (!isRule(parts) || open.length === 0) return [constraint];
    return open.some((part) => deniesPower(part) !== null) ? [] : [open.reduce((a, b) => binary('||', a, b))];
  });
  return { ...formula, constraints };
});

/** The variables of which the statement says that they are powers, if those are. */
function concluded(statement: Expr, powers: ReadonlySet<VarId>): readonly VarId[] {
  const [stated] = valuesStated(statement);
  if (stated !== undefined) return stated.values.every((value) => isPower(value, powers)) ? [stated.id] : [];
  if (statement.kind === 'binary' && statement.op === '==') {
    const { left, right } = statement;
    if (left.kind === 'var' && isPower(right, powers)) return [left.id];
    if (right.kind === 'var' && isPower(left, powers)) return [right.id];
  }
  const open = disjuncts(statement).filter((part) => !isRefuted(part, powers));
  const about = new Set(open.map(saysPower));
  const [only] = about;
  return about.size === 1 && only !== null && only !== undefined ? [only] : [];
}

/** The variable of which `v <= 0` or `(v & (v - 1)) == 0` says that it is one. */
function saysPower(expr: Expr): VarId | null {
  if (expr.kind === 'binary' && expr.op === '<=')
    return expr.right.kind === 'int' && expr.right.value === 0n && expr.left.kind === 'var' ? expr.left.id : null;
  const tested = expr.kind === 'unary' && expr.op === 'not' ? testedBy(expr.operand, '!=') : testedBy(expr, '==');
  return tested === null ? null : variableIn(tested);
}

/** The number of which the part says that it is greater than 0 and no power of two. */
function deniesPower(part: Expr): Expr | null {
  const signed = deniesSigned(part);
  if (signed !== null) return signed;
  return part.kind === 'binary' && part.op === '&&'
    ? (deniesPower(part.left) ?? deniesPower(part.right))
    : testedBy(part, '!=');
}

/** x of `!(x <= 0 || (x & (x - 1)) == 0)`. */
function deniesSigned(part: Expr): Expr | null {
  if (part.kind !== 'unary' || part.op !== 'not') return null;
  const [bound, test, ...more] = disjuncts(part.operand);
  const tested = bound === undefined || test === undefined || more.length > 0 ? null : testedBy(test, '==');
  return tested !== null && bound !== undefined && printExpr(bound) === printExpr(binary('<=', tested, zeroOf(tested)))
    ? tested
    : null;
}

function isRefuted(part: Expr, powers: ReadonlySet<VarId>): boolean {
  const denied = deniesPower(part);
  if (denied === null || !isPower(denied, powers)) return false;
  return (
    isUnsigned(typeOf(denied)) ||
    deniesSigned(part) !== null ||
    conjuncts(part).some(
      (one) =>
        printExpr(one) === printExpr(binary('<', zeroOf(denied), denied)) ||
        printExpr(one) === printExpr(binary('>', denied, zeroOf(denied))),
    )
  );
}

/** x of `(x & (x - 1)) op 0`. */
function testedBy(expr: Expr, op: '==' | '!='): Expr | null {
  if (expr.kind === 'cast') return expr.to.kind === 'bool' && op === '!=' ? testedIn(expr.operand) : null;
  return expr.kind === 'binary' && expr.op === op && expr.right.kind === 'int' && expr.right.value === 0n
    ? testedIn(expr.left)
    : null;
}

function testedIn(expr: Expr): Expr | null {
  if (expr.kind !== 'binary' || expr.op !== '&') return null;
  return isOneLess(expr.right, expr.left) ? expr.left : isOneLess(expr.left, expr.right) ? expr.right : null;
}

function isOneLess(less: Expr, than: Expr): boolean {
  const type = typeOf(than);
  if (less.kind !== 'binary' || type.kind !== 'int') return false;
  const minusOne = BigInt.asIntN(type.bits, -1n);
  const forms = [
    binary('-', than, int(1, type)),
    binary('+', than, int(type.signed ? minusOne : BigInt.asUintN(type.bits, minusOne), type)),
  ];
  return forms.some((form) => printExpr(form) === printExpr(less));
}

const zeroOf = (expr: Expr): Expr => {
  const type = typeOf(expr);
  return int(0, type.kind === 'int' ? type : i32);
};

/**
 * The variable behind casts that keep its bits: if what they make of it is a power of two, or not positive, then so is
 * it.
 */
function variableIn(expr: Expr): VarId | null {
  if (expr.kind === 'var') return expr.id;
  return expr.kind === 'cast' && bitsOf(expr.to) >= bitsOf(typeOf(expr.operand)) && bitsOf(typeOf(expr.operand)) > 0
    ? variableIn(expr.operand)
    : null;
}

const bitsOf = (type: ScalarType): number => (type.kind === 'int' ? type.bits : 0);

/** Whether the expression is not positive, or a power of two, if these variables are. */
function isPower(expr: Expr, powers: ReadonlySet<VarId>): boolean {
  switch (expr.kind) {
    case 'int':
      return isPowerValue(wrap(expr.value, expr.type));
    case 'var':
      return powers.has(expr.id);
    case 'select':
      return isPower(expr.then, powers) && isPower(expr.otherwise, powers);
    case 'cast':
      return isKept(typeOf(expr.operand), expr.to) && isPower(expr.operand, powers);
    case 'binary': {
      const by = expr.right.kind === 'int' ? BigInt.asIntN(expr.right.type.bits, expr.right.value) : null;
      if (expr.op === '>>') return isPower(expr.left, powers);
      // a negative number, or one whose multiple is reduced modulo a power of two, would be another matter; `1 << k` is
      // 0, negative or a power
      if (expr.op === '<<')
        return (
          (isUnsigned(typeOf(expr.left)) && isPower(expr.left, powers)) ||
          (expr.left.kind === 'int' && isPowerOfTwo(wrap(expr.left.value, expr.left.type)))
        );
      if (expr.op === '/') return by !== null && isPowerOfTwo(by) && isPower(expr.left, powers);
      return (
        expr.op === '*' && isUnsigned(typeOf(expr.left)) && isPower(expr.left, powers) && isPower(expr.right, powers)
      );
    }
    case 'bool':
    case 'float':
    case 'unary':
    case 'apply':
    case 'builtin':
      return false;
  }
}

const isPowerValue = (value: bigint): boolean => value <= 0n || isPowerOfTwo(value);

/** A cast after which the number is 0, negative or a power of two if it was before. */
function isKept(from: ScalarType, to: ScalarType): boolean {
  if (from.kind !== 'int' || to.kind !== 'int') return false;
  return !from.signed || (to.signed && to.bits >= from.bits);
}
