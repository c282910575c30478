/**
 * What expressions are for one thread of a launch that is known: computed from ids, dimensions and arguments. Exact
 * where it gives a value.
 */
import type { BinaryOp, BuiltinName, Expr } from '../../base/expr.ts';
import type { Kernel, Stmt } from '../ir.ts';
import type { VarId } from '../../base/brand.ts';
import { eachStmt, targetOf } from '../walk.ts';
import { leftUndefined } from '../gaps.ts';
import { typeOf } from '../../base/expr-build.ts';
import { wrap } from '../../base/arithmetic.ts';

/** Integers, bools as 0 and 1. */
export type Known = Readonly<{ builtins: ReadonlyMap<BuiltinName, bigint>; variables: ReadonlyMap<VarId, bigint> }>;
/** By variable, the statements that give it a value. */
export type Definitions = ReadonlyMap<VarId, readonly Stmt[]>;

export function definitionsOf(kernel: Kernel): Definitions {
  const found = new Map<VarId, Stmt[]>();
  eachStmt(kernel.body, (stmt) => {
    const id = targetOf(stmt);
    // what C leaves without a value is not read before it has one
    if (stmt.kind === 'unknown-value' && stmt.because === leftUndefined) return;
    if (id !== null) found.set(id, [...(found.get(id) ?? []), stmt]);
  });
  // a parameter that is assigned has had another value before
  for (const param of kernel.params)
    if (param.kind === 'scalar') found.set(param.id, [...(found.get(param.id) ?? []), ...(found.get(param.id) ?? [])]);
  return found;
}

/** The value, or null. A variable that is assigned in one place has the value that is given there. */
export function valueOf(expr: Expr, known: Known, definitions: Definitions, depth = 12): bigint | null {
  const of = (one: Expr): bigint | null => valueOf(one, known, definitions, depth - 1);
  if (depth <= 0) return null;
  switch (expr.kind) {
    case 'int':
      return expr.value;
    case 'bool':
      return expr.value ? 1n : 0n;
    case 'builtin':
      return known.builtins.get(expr.name) ?? null;
    case 'var': {
      const given = known.variables.get(expr.id);
      if (given !== undefined) return given;
      const [only, ...others] = definitions.get(expr.id) ?? [];
      return only?.kind === 'assign' && others.length === 0 ? of(only.value) : null;
    }
    case 'cast':
      return castOf(expr, of);
    case 'unary': {
      const value = of(expr.operand);
      if (value === null) return null;
      if (expr.op === 'not') return value === 0n ? 1n : 0n;
      return fitted(expr.op === 'neg' ? -value : ~value, expr);
    }
    case 'binary':
      return binaryOf(expr, of);
    case 'select': {
      const when = of(expr.when);
      return when === null ? null : of(when === 0n ? expr.otherwise : expr.then);
    }
    case 'float':
    case 'apply':
      return null;
  }
}

function castOf({ to, operand }: Extract<Expr, { kind: 'cast' }>, of: (expr: Expr) => bigint | null): bigint | null {
  const value = typeOf(operand).kind === 'float' ? null : of(operand);
  if (value === null || to.kind === 'float') return null;
  return to.kind === 'bool' ? BigInt(value !== 0n) : wrap(value, to);
}

const fitted = (value: bigint, expr: Expr): bigint | null => {
  const type = typeOf(expr);
  return type.kind === 'int' ? wrap(value, type) : null;
};

function binaryOf(expr: Extract<Expr, { kind: 'binary' }>, of: (expr: Expr) => bigint | null): bigint | null {
  const [left, right] = [of(expr.left), of(expr.right)];
  if (expr.op === '&&') return left === 0n || right === 0n ? 0n : left === null || right === null ? null : 1n;
  if (expr.op === '||')
    return (left !== null && left !== 0n) || (right !== null && right !== 0n)
      ? 1n
      : left === null || right === null
        ? null
        : 0n;
  if (left === null || right === null) return null;
  const value = computed(expr.op, left, right);
  return value === null || typeof value === 'boolean' ? (value === null ? null : BigInt(value)) : fitted(value, expr);
}

export function computed(op: BinaryOp, a: bigint, b: bigint): bigint | boolean | null {
  switch (op) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return b === 0n ? null : a / b;
    case '%':
      return b === 0n ? null : a % b;
    case '&':
      return a & b;
    case '|':
      return a | b;
    case '^':
      return a ^ b;
    case '<<':
      return b < 0n || b > 31n ? null : a << b;
    case '>>':
      return b < 0n || b > 31n ? null : a >> b;
    case '==':
      return a === b;
    case '!=':
      return a !== b;
    case '<':
      return a < b;
    case '<=':
      return a <= b;
    case '>':
      return a > b;
    case '>=':
      return a >= b;
    default:
      return null;
  }
}
