/**
 * What the formulas know nothing about but that it is a function: float arithmetic, conversions to and from floats,
 * reads of read-only memory, C functions without an exact meaning here. Both encodings and the evaluation of models
 * take the names from here, so that one interpretation serves all.
 * Over-approximating: float constants are opaque too, and not known to differ from each other.
 */
import type { Expr } from '../base/expr.ts';
import type { ScalarType } from '../base/ctype.ts';
import { printType, sameType } from '../base/ctype.ts';
import { typeOf } from '../base/expr-build.ts';
import { bool } from '../base/ctype.ts';

export type Opaque = Readonly<{ fn: string; args: readonly Expr[]; type: ScalarType }>;

/** How the expression is an uninterpreted application, or null if its operator is known. */
export function opaqueOf(expr: Expr): Opaque | null {
  switch (expr.kind) {
    case 'float':
      return {
        fn: `float:${Object.is(expr.value, -0) ? '-0' : expr.value}:${printType(expr.type)}`,
        args: [],
        type: expr.type,
      };
    case 'unary':
      return isFloat(expr.operand)
        ? { fn: `${expr.op}:${printType(typeOf(expr.operand))}`, args: [expr.operand], type: typeOf(expr) }
        : null;
    case 'binary': {
      if (!isFloat(expr.left) && !isFloat(expr.right)) return null;
      const type = typeOf(expr);
      return {
        fn: `${expr.op}:${printType(typeOf(expr.left))}`,
        args: [expr.left, expr.right],
        type: type.kind === 'bool' ? bool : type,
      };
    }
    case 'cast': {
      const from = typeOf(expr.operand);
      if (from.kind !== 'float' && expr.to.kind !== 'float') return null;
      if (sameType(from, expr.to)) return null;
      return { fn: `cast:${printType(from)}:${printType(expr.to)}`, args: [expr.operand], type: expr.to };
    }
    case 'apply':
      return exactFunctionOf(expr.fn, expr.args, expr.type) === null
        ? { fn: expr.fn, args: expr.args, type: expr.type }
        : null;
    case 'int':
    case 'bool':
    case 'var':
    case 'builtin':
    case 'select':
      return null;
  }
}

const isFloat = (expr: Expr): boolean => typeOf(expr).kind === 'float';

export type ExactFunction = 'min' | 'max' | 'abs';
const exactNames: ReadonlyMap<string, ExactFunction> = new Map([
  ['min', 'min'],
  ['umin', 'min'],
  ['llmin', 'min'],
  ['ullmin', 'min'],
  ['max', 'max'],
  ['umax', 'max'],
  ['llmax', 'max'],
  ['ullmax', 'max'],
  ['abs', 'abs'],
  ['labs', 'abs'],
  ['llabs', 'abs'],
] as const);

/** C functions on integers that are known exactly, where all types agree; null for all others. */
export function exactFunctionOf(fn: string, args: readonly Expr[], type: ScalarType): ExactFunction | null {
  const known = exactNames.get(fn);
  if (known === undefined || type.kind !== 'int' || args.length !== (known === 'abs' ? 1 : 2)) return null;
  return args.every((arg) => sameType(typeOf(arg), type)) ? known : null;
}

/** Name of the function's symbol, which tells arities and result types apart. */
export const symbolOf = (opaque: Opaque): string => `${opaque.fn}/${opaque.args.length}:${printType(opaque.type)}`;
