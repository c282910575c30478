/** Stable text of expressions, in C's spelling and precedence, with casts and literal types written out. */
import type { BinaryOp, Expr } from './expr.ts';
import { printType } from './ctype.ts';
import { assertNever } from './invariant.ts';

const precedence: Readonly<Record<BinaryOp, number>> = {
  '||': 1,
  '&&': 2,
  '|': 3,
  '^': 4,
  '&': 5,
  '==': 6,
  '!=': 6,
  '<': 7,
  '<=': 7,
  '>': 7,
  '>=': 7,
  '<<': 8,
  '>>': 8,
  '+': 9,
  '-': 9,
  '*': 10,
  '/': 10,
  '%': 10,
};

/** Prints an expression; equal trees give equal text and different trees different text. */
export function printExpr(expr: Expr): string {
  return print(expr, 0);
}

function print(expr: Expr, outer: number): string {
  switch (expr.kind) {
    case 'int':
      return expr.type.bits === 32 && expr.type.signed ? `${expr.value}` : `${expr.value}:${printType(expr.type)}`;
    case 'float':
      return `${Object.is(expr.value, -0) ? '-0' : expr.value}:${printType(expr.type)}`;
    case 'bool':
      return `${expr.value}`;
    case 'var':
      return expr.id;
    case 'builtin':
      return expr.name;
    case 'unary':
      return `${{ neg: '-', bitnot: '~', not: '!' }[expr.op]}${print(expr.operand, 11)}`;
    case 'binary': {
      const own = precedence[expr.op];
      const text = `${print(expr.left, own)} ${expr.op} ${print(expr.right, own + 1)}`;
      return own < outer ? `(${text})` : text;
    }
    case 'cast':
      return `(${printType(expr.to)})${print(expr.operand, 11)}`;
    case 'select': {
      const text = `${print(expr.when, 1)} ? ${print(expr.then, 1)} : ${print(expr.otherwise, 0)}`;
      return outer > 0 ? `(${text})` : text;
    }
    case 'apply':
      return `${expr.fn}(${expr.args.map((arg) => print(arg, 0)).join(', ')})`;
    default:
      return assertNever(expr);
  }
}
