/**
 * Expressions to polynomials and propositions: which rule of integers.ts and bitwise.ts applies where. Everything is an
 * integer here: bools are 0 and 1, floats are opaque values of which only equality of the terms counts.
 */
import type { AtomTable } from './atoms.ts';
import type { BinaryOp, BinaryExpr, CastExpr, Expr, UnaryExpr } from '../../base/expr.ts';
import { add, constantPoly, negate, one, subtract, zero } from './polynomial.ts';
import {
  applied,
  chosen,
  compact,
  convertedInt,
  decidedByRange,
  divided,
  indicator,
  shifted,
  smaller,
  times,
  wrapped,
} from './integers.ts';
import {
  atMost,
  below,
  conjunction,
  disjunction,
  equal,
  equivalence,
  negation,
  no,
  unequal,
  yes,
} from './proposition.ts';
import { bitwise, complement } from './bitwise.ts';
import { exactFunctionOf, opaqueOf, symbolOf } from '../opaque.ts';
import { meet, rangeFrom, rangeOfType, within } from './range.ts';
import type { FormulaVariable } from '../../obligation/obligation.ts';
import type { Poly } from './polynomial.ts';
import type { Prop } from './proposition.ts';
import type { Range } from './range.ts';
import type { ScalarType } from '../../base/ctype.ts';
import type { VarId } from '../../base/brand.ts';
import { assertNever, invariant } from '../../base/invariant.ts';
import { typeOf } from '../../base/expr-build.ts';

export type Translation = Readonly<{
  atoms: AtomTable;
  value: (expr: Expr) => Poly;
  truth: (expr: Expr) => Prop;
  /** For every signed operation that could overflow: that it does not. True by assumption where it is executed. */
  overflowFree: () => readonly Prop[];
}>;

type Here = Readonly<{
  atoms: AtomTable;
  variables: ReadonlyMap<VarId, FormulaVariable>;
  known: ReadonlyMap<VarId, Range>;
  values: Map<Expr, Poly>;
  truths: Map<Expr, Prop>;
  overflowFree: Map<string, Prop>;
}>;

/** `known`: narrower ranges of variables than their types'. */
export function translation(
  atoms: AtomTable,
  variables: ReadonlyMap<VarId, FormulaVariable>,
  known: ReadonlyMap<VarId, Range>,
): Translation {
  const here: Here = { atoms, variables, known, values: new Map(), truths: new Map(), overflowFree: new Map() };
  return {
    atoms,
    value: (expr) => valueOf(here, expr),
    truth: (expr) => truthOf(here, expr),
    overflowFree: () => [...here.overflowFree.values()],
  };
}

function valueOf(here: Here, expr: Expr): Poly {
  const known = here.values.get(expr);
  if (known !== undefined) return known;
  const value = compact(here.atoms, freshValue(here, expr));
  here.values.set(expr, value);
  return value;
}

function freshValue(here: Here, expr: Expr): Poly {
  const opaque = opaqueOf(expr);
  if (opaque !== null) {
    const args = opaque.args.map((arg) => valueOf(here, arg));
    return applied(here.atoms, opaque.fn, symbolOf(opaque), args, rangeOfResult(opaque.fn, opaque.type));
  }
  switch (expr.kind) {
    case 'int':
      return constantPoly(
        expr.type.signed ? BigInt.asIntN(expr.type.bits, expr.value) : BigInt.asUintN(expr.type.bits, expr.value),
      );
    case 'bool':
      return expr.value ? one : zero;
    case 'var':
      return valueOfVariable(here, expr.id);
    case 'unary':
      return valueOfUnary(here, expr);
    case 'binary':
      return typeOf(expr).kind === 'bool' && !isBitwise(expr.op)
        ? indicator(here.atoms, truthOf(here, expr))
        : valueOfBinary(here, expr);
    case 'cast':
      return expr.to.kind === 'bool'
        ? indicator(here.atoms, truthOf(here, expr))
        : convertedInt(here.atoms, valueOf(here, expr.operand), typeOf(expr.operand), expr.to);
    case 'select':
      return chosen(here.atoms, truthOf(here, expr.when), valueOf(here, expr.then), valueOf(here, expr.otherwise));
    case 'apply':
      return valueOfExact(here, expr.fn, expr.args, expr.type);
    case 'builtin':
    case 'float':
      invariant(
        false,
        `a formula has variables for ${expr.kind === 'builtin' ? expr.name : 'floats'}: see obligation/`,
      );
      return zero;
    default:
      return assertNever(expr);
  }
}

function rangeOfResult(fn: string, type: ScalarType): Range {
  const range = rangeOfType(type);
  return /^__(popc|clz|ffs)(ll)?$/.test(fn) ? meet(range, rangeFrom(0n, 64n)) : range;
}

function valueOfVariable(here: Here, id: VarId): Poly {
  const variable = here.variables.get(id);
  invariant(variable !== undefined, `the formula declares its variable ${id}`);
  const range = here.known.get(id) ?? rangeOfType(variable.type);
  return here.atoms.intern(`variable ${id}`, { kind: 'variable', id }, range, () => []);
}

function valueOfUnary(here: Here, expr: UnaryExpr): Poly {
  const type = typeOf(expr.operand);
  if (expr.op === 'not' || type.kind !== 'int') return indicator(here.atoms, truthOf(here, expr));
  const value = valueOf(here, expr.operand);
  return expr.op === 'bitnot' ? complement(value, type) : inType(here, negate(value), type);
}

/** The result of arithmetic: reduced where unsigned, assumed to fit where signed. */
function inType(here: Here, p: Poly, type: ScalarType): Poly {
  if (type.kind !== 'int') return p;
  if (!type.signed) return wrapped(here.atoms, p, type);
  const range = rangeOfType(type);
  if (type.bits < 64 && !within(here.atoms.rangeOf(p), range)) {
    const [lo, hi] = [constantPoly(range.lo ?? 0n), constantPoly(range.hi ?? 0n)];
    for (const limit of [atMost(lo, p), atMost(p, hi)]) here.overflowFree.set(`${here.overflowFree.size}`, limit);
  }
  return p;
}

const isBitwise = (op: BinaryOp): boolean => op === '&' || op === '|' || op === '^';

function valueOfBinary(here: Here, expr: BinaryExpr): Poly {
  const type = typeOf(expr.left);
  const [left, right] = [valueOf(here, expr.left), valueOf(here, expr.right)];
  switch (expr.op) {
    case '+':
      return inType(here, add(left, right), type);
    case '-':
      return inType(here, subtract(left, right), type);
    case '*':
      return inType(here, times(here.atoms, left, right), type);
    case '/':
      return divided(here.atoms, left, right, type).quotient;
    case '%':
      return divided(here.atoms, left, right, type).remainder;
    case '<<':
    case '>>':
      invariant(type.kind === 'int', 'E2: integers are shifted');
      return shifted(here.atoms, expr.op, left, right, type);
    case '&':
    case '|':
    case '^':
      return bitwise(here.atoms, expr.op, left, right, type);
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
    case '&&':
    case '||':
      return indicator(here.atoms, truthOf(here, expr));
    default:
      return assertNever(expr.op);
  }
}

function valueOfExact(here: Here, fn: string, args: readonly Expr[], type: ScalarType): Poly {
  const known = exactFunctionOf(fn, args, type);
  const [a, b] = args.map((arg) => valueOf(here, arg));
  invariant(known !== null && a !== undefined, 'opaqueOf leaves only exact functions with their arguments');
  if (known === 'abs') return negateIfSmaller(here, a);
  invariant(b !== undefined, 'min and max have two arguments');
  return known === 'min' ? smaller(here.atoms, a, b) : negate(smaller(here.atoms, negate(a), negate(b)));
}
const negateIfSmaller = (here: Here, a: Poly): Poly => negate(smaller(here.atoms, a, negate(a)));

function truthOf(here: Here, expr: Expr): Prop {
  const known = here.truths.get(expr);
  if (known !== undefined) return known;
  const truth = freshTruth(here, expr);
  here.truths.set(expr, truth);
  return truth;
}

function freshTruth(here: Here, expr: Expr): Prop {
  if (opaqueOf(expr) !== null) return isOne(here, expr);
  switch (expr.kind) {
    case 'bool':
      return expr.value ? yes : no;
    case 'unary':
      return expr.op === 'not' ? negation(truthOf(here, expr.operand)) : isOne(here, expr);
    case 'binary':
      return truthOfBinary(here, expr);
    case 'cast':
      return truthOfCast(here, expr);
    case 'select': {
      const [when, then, otherwise] = [
        truthOf(here, expr.when),
        truthOf(here, expr.then),
        truthOf(here, expr.otherwise),
      ];
      return disjunction([conjunction([when, then]), conjunction([negation(when), otherwise])]);
    }
    case 'int':
    case 'float':
    case 'var':
    case 'apply':
    case 'builtin':
      return isOne(here, expr);
    default:
      return assertNever(expr);
  }
}

function isOne(here: Here, expr: Expr): Prop {
  return decidedByRange(here.atoms, unequal(valueOf(here, expr), zero));
}

function truthOfCast(here: Here, expr: CastExpr): Prop {
  const from = typeOf(expr.operand);
  if (from.kind === 'bool') return truthOf(here, expr.operand);
  return decidedByRange(here.atoms, unequal(valueOf(here, expr.operand), zero));
}

function truthOfBinary(here: Here, expr: BinaryExpr): Prop {
  if (expr.op === '&&') return conjunction([truthOf(here, expr.left), truthOf(here, expr.right)]);
  if (expr.op === '||') return disjunction([truthOf(here, expr.left), truthOf(here, expr.right)]);
  if (typeOf(expr.left).kind === 'bool' && (expr.op === '==' || expr.op === '!=')) {
    const [left, right] = [truthOf(here, expr.left), truthOf(here, expr.right)];
    return expr.op === '==' ? equivalence(left, right) : equivalence(left, negation(right));
  }
  const [left, right] = [valueOf(here, expr.left), valueOf(here, expr.right)];
  const comparison = compared(expr.op, left, right);
  return comparison === null ? isOne(here, expr) : decidedByRange(here.atoms, comparison);
}

function compared(op: BinaryOp, a: Poly, b: Poly): Prop | null {
  switch (op) {
    case '==':
      return equal(a, b);
    case '!=':
      return unequal(a, b);
    case '<':
      return below(a, b);
    case '<=':
      return atMost(a, b);
    case '>':
      return below(b, a);
    case '>=':
      return atMost(b, a);
    case '+':
    case '-':
    case '*':
    case '/':
    case '%':
    case '<<':
    case '>>':
    case '&':
    case '|':
    case '^':
    case '&&':
    case '||':
      return null;
    default:
      return assertNever(op);
  }
}
