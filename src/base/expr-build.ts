/** Constructors of {@link Expr}. They build exactly what is asked: no folding, no conversion. */
import type { BinaryOp, BuiltinName, Expr, UnaryOp } from './expr.ts';
import type { FloatType, IntType, ScalarType } from './ctype.ts';
import type { VarId } from './brand.ts';
import { bool, i32, u32 } from './ctype.ts';
import { assertNever } from './invariant.ts';

export const int = (value: bigint | number, type: IntType = i32): Expr => ({ kind: 'int', value: BigInt(value), type });
export const float = (value: number, type: FloatType): Expr => ({ kind: 'float', value, type });
export const truth = (value: boolean): Expr => ({ kind: 'bool', value });
export const variable = (id: VarId, type: ScalarType): Expr => ({ kind: 'var', id, type });
export const builtin = (name: BuiltinName): Expr => ({ kind: 'builtin', name });
export const unary = (op: UnaryOp, operand: Expr): Expr => ({ kind: 'unary', op, operand });
export const binary = (op: BinaryOp, left: Expr, right: Expr): Expr => ({ kind: 'binary', op, left, right });
export const cast = (to: ScalarType, operand: Expr): Expr => ({ kind: 'cast', to, operand });
export const select = (when: Expr, then: Expr, otherwise: Expr): Expr => ({ kind: 'select', when, then, otherwise });
export const apply = (fn: string, args: readonly Expr[], type: ScalarType): Expr => ({ kind: 'apply', fn, args, type });
export const not = (operand: Expr): Expr => unary('not', operand);
/** Conjunction of any number of bools; `true` for none. */
export const all = (parts: readonly Expr[]): Expr => parts.reduce((a, b) => binary('&&', a, b), truth(true));

/** The C type of an expression. */
export function typeOf(expr: Expr): ScalarType {
  switch (expr.kind) {
    case 'int':
    case 'float':
    case 'var':
    case 'apply':
      return expr.type;
    case 'bool':
      return bool;
    case 'builtin':
      return u32;
    case 'unary':
      return expr.op === 'not' ? bool : typeOf(expr.operand);
    case 'binary':
      return givesBool(expr.op) ? bool : typeOf(expr.left);
    case 'cast':
      return expr.to;
    case 'select':
      return typeOf(expr.then);
    default:
      return assertNever(expr);
  }
}

function givesBool(op: BinaryOp): boolean {
  return (
    op === '==' || op === '!=' || op === '<' || op === '<=' || op === '>' || op === '>=' || op === '&&' || op === '||'
  );
}
