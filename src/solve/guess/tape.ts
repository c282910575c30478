/**
 * A formula as a list of operations on doubles, to be evaluated at many points: each subexpression is computed once.
 * Fast, not exact: a value that is no safe integer becomes NaN, and its constraint counts as broken. Models found this
 * way are evaluated again (evaluate.ts), so no answer rests on it.
 */
import type { BinaryExpr, Expr } from '../../base/expr.ts';
import type { Formula } from '../../obligation/obligation.ts';
import type { ScalarType } from '../../base/ctype.ts';
import type { VarId } from '../../base/brand.ts';
import { exactFunctionOf, opaqueOf } from '../opaque.ts';
import { operandsOf } from '../../base/expr-walk.ts';
import { typeOf } from '../../base/expr-build.ts';

type Operation = (values: Float64Array) => number;
/**
 * `constraints`: the places of their values. `places`: those of all expressions. `support`: the variables that an
 * expression depends on, by number.
 */
export type Tape = Readonly<{
  variables: readonly VarId[];
  operations: readonly Operation[];
  constraints: readonly number[];
  places: ReadonlyMap<Expr, number>;
  supportOf: (expr: Expr) => ReadonlySet<number>;
}>;

/** Longer ones take too long at each point. */
const maxLength = 3000;

/** Null where the formula is too large. The first places are those of the variables, in their order. */
export function tapeOf({ variables, constraints }: Formula): Tape | null {
  const ids = [...variables.keys()];
  const numbers = new Map(ids.map((id, k) => [id, k] as const));
  const operations: Operation[] = [];
  const places = new Map<Expr, number>();
  const supports = new Map<Expr, ReadonlySet<number>>();
  const place = (expr: Expr): number => {
    const known = places.get(expr);
    if (known !== undefined) return known;
    const at = expr.kind === 'var' ? (numbers.get(expr.id) ?? constant(NaN)) : compiled(expr);
    places.set(expr, at);
    return at;
  };
  const add = (operation: Operation): number => ids.length + operations.push(operation) - 1;
  const constant = (value: number): number => add(() => value);
  const compiled = (expr: Expr): number => {
    const opaque = operations.length > maxLength ? null : opaqueOf(expr);
    if (operations.length > maxLength || opaque !== null) return constant(0);
    switch (expr.kind) {
      case 'int':
        return constant(exact(Number(fitted(expr.value, expr.type))));
      case 'bool':
        return constant(expr.value ? 1 : 0);
      case 'unary': {
        const a = place(expr.operand);
        const fit = fitOf(typeOf(expr.operand));
        if (expr.op === 'not') return add((v) => (Number.isNaN(v[a]) ? NaN : v[a] === 0 ? 1 : 0));
        return expr.op === 'neg' ? add((v) => fit(-at(v, a))) : add((v) => fit(-at(v, a) - 1));
      }
      case 'cast': {
        const a = place(expr.operand);
        const cast = castOf(typeOf(expr.operand), expr.to);
        return add((v) => cast(at(v, a)));
      }
      case 'select': {
        const [c, a, b] = [place(expr.when), place(expr.then), place(expr.otherwise)];
        return add((v) => (Number.isNaN(v[c]) ? NaN : at(v, at(v, c) === 0 ? b : a)));
      }
      case 'binary': {
        const [a, b] = [place(expr.left), place(expr.right)];
        const of = binaryOf(expr);
        return add((v) => of(at(v, a), at(v, b)));
      }
      case 'apply': {
        const [a = 0, b = 0] = expr.args.map(place);
        const fn = exactFunctionOf(expr.fn, expr.args, expr.type);
        return fn === 'abs'
          ? add((v) => Math.abs(at(v, a)))
          : fn === 'min'
            ? add((v) => Math.min(at(v, a), at(v, b)))
            : add((v) => Math.max(at(v, a), at(v, b)));
      }
      case 'var':
      case 'float':
      case 'builtin':
        return constant(NaN);
    }
  };
  const supportOf = (expr: Expr): ReadonlySet<number> => {
    const known = supports.get(expr);
    if (known !== undefined) return known;
    const own = expr.kind === 'var' ? numbers.get(expr.id) : undefined;
    const found = new Set(own === undefined ? operandsOf(expr).flatMap((one) => [...supportOf(one)]) : [own]);
    supports.set(expr, found);
    return found;
  };
  const made = constraints.map(place);
  return operations.length > maxLength ? null : { variables: ids, operations, constraints: made, places, supportOf };
}

/** Computes all values behind those of the variables. */
export function run({ variables, operations }: Tape, values: Float64Array): void {
  let place = variables.length;
  for (const operation of operations) values[place++] = operation(values);
}

const at = (values: Float64Array, place: number): number => values[place] ?? NaN;
const exact = (value: number): number => (Number.isSafeInteger(value) ? value : NaN);

const fitted = (value: bigint, type: ScalarType): bigint =>
  type.kind !== 'int' ? value : type.signed ? BigInt.asIntN(type.bits, value) : BigInt.asUintN(type.bits, value);

/** Reduced into the type; signed arithmetic is that of the integers. */
function fitOf(type: ScalarType): (value: number) => number {
  return type.kind !== 'int' || type.signed ? exact : wrapOf(type);
}

/** Reduced into the type, two's complement. */
function wrapOf(type: ScalarType): (value: number) => number {
  if (type.kind !== 'int') return exact;
  if (type.bits === 64) return type.signed ? exact : (value) => (value < 0 ? NaN : exact(value));
  const modulus = 2 ** type.bits;
  const half = type.signed ? modulus / 2 : modulus;
  return (value) => {
    const rest = exact(value) % modulus;
    const from0 = rest < 0 ? rest + modulus : rest;
    return from0 >= half ? from0 - modulus : from0 + 0;
  };
}

function castOf(from: ScalarType, to: ScalarType): (value: number) => number {
  if (to.kind === 'bool') return (value) => (Number.isNaN(value) ? NaN : value === 0 ? 0 : 1);
  const wrap = wrapOf(to);
  if (from.kind !== 'int' || to.kind !== 'int' || !from.signed || from.bits > to.bits) return wrap;
  return to.signed ? exact : (value) => (value >= 0 ? value : wrap(value));
}

const truth = (holds: boolean): number => (holds ? 1 : 0);

function binaryOf(expr: BinaryExpr): (a: number, b: number) => number {
  const type = typeOf(expr.left);
  const fit = fitOf(type);
  const wrap = wrapOf(type);
  const bits = type.kind === 'int' ? type.bits : 1;
  const isKnown = (a: number, b: number): boolean => !Number.isNaN(a) && !Number.isNaN(b);
  const inBits =
    (of: (a: bigint, b: bigint) => bigint, short: (a: number, b: number) => number) =>
    (a: number, b: number): number =>
      !isKnown(a, b)
        ? NaN
        : a >= 0 && b >= 0 && a < 2 ** 31 && b < 2 ** 31
          ? short(a, b)
          : wrap(Number(of(BigInt(a), BigInt(b))));
  switch (expr.op) {
    case '+':
      return (a, b) => fit(a + b);
    case '-':
      return (a, b) => fit(a - b);
    case '*':
      return (a, b) => fit(a * b);
    case '/':
      return (a, b) => (b === 0 ? NaN : fit(Math.trunc(a / b)));
    case '%':
      return (a, b) => (b === 0 ? NaN : fit(a % b));
    case '<<':
      return (a, b) => (b >= 0 && b < bits ? wrap(a * 2 ** b) : NaN);
    case '>>':
      return (a, b) => (b >= 0 && b < bits ? Math.floor(a / 2 ** b) : NaN);
    case '&':
      return inBits(
        (a, b) => a & b,
        (a, b) => a & b,
      );
    case '|':
      return inBits(
        (a, b) => a | b,
        (a, b) => a | b,
      );
    case '^':
      return inBits(
        (a, b) => a ^ b,
        (a, b) => a ^ b,
      );
    case '==':
      return (a, b) => (isKnown(a, b) ? truth(a === b) : NaN);
    case '!=':
      return (a, b) => (isKnown(a, b) ? truth(a !== b) : NaN);
    case '<':
      return (a, b) => (isKnown(a, b) ? truth(a < b) : NaN);
    case '<=':
      return (a, b) => (isKnown(a, b) ? truth(a <= b) : NaN);
    case '>':
      return (a, b) => (isKnown(a, b) ? truth(a > b) : NaN);
    case '>=':
      return (a, b) => (isKnown(a, b) ? truth(a >= b) : NaN);
    case '&&':
      return (a, b) => (a === 0 || b === 0 ? 0 : isKnown(a, b) ? 1 : NaN);
    case '||':
      return (a, b) => (a === 1 || b === 1 ? 1 : isKnown(a, b) ? 0 : NaN);
  }
}
