/** The text of an accessed place, close to the source: `tile[threadIdx.y][k + 1]`. */
import type { BinaryOp, Expr } from '../../base/expr.ts';
import type { Kernel, Place } from '../../ir/ir.ts';
import { assertNever } from '../../base/invariant.ts';

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

export function placeText(place: Place, kernel: Kernel): string {
  const name = kernel.arrays.get(place.array)?.name ?? place.array;
  const index = place.subscripts.map((subscript) => `[${exprText(subscript.index, kernel, 0)}]`).join('');
  const elementBytes = kernel.arrays.get(place.array)?.elementBytes ?? 1;
  const offset = place.offset === 0 || place.offset % elementBytes !== 0 ? '' : ` + ${place.offset / elementBytes}`;
  return index === '' ? name : `${name}${offset === '' ? index : `${index.slice(0, -1)}${offset}]`}`;
}

function exprText(expr: Expr, kernel: Kernel, outer: number): string {
  switch (expr.kind) {
    case 'int':
    case 'float':
    case 'bool':
      return `${expr.value}`;
    case 'var':
      return kernel.scalars.get(expr.id)?.name ?? expr.id;
    case 'builtin':
      return expr.name;
    case 'cast':
      return exprText(expr.operand, kernel, outer);
    case 'unary':
      return `${{ neg: '-', bitnot: '~', not: '!' }[expr.op]}${exprText(expr.operand, kernel, 11)}`;
    case 'binary': {
      const own = precedence[expr.op];
      const text = `${exprText(expr.left, kernel, own)} ${expr.op} ${exprText(expr.right, kernel, own + 1)}`;
      return own < outer ? `(${text})` : text;
    }
    case 'select': {
      const text = `${exprText(expr.when, kernel, 1)} ? ${exprText(expr.then, kernel, 1)} : ${exprText(expr.otherwise, kernel, 0)}`;
      return outer > 0 ? `(${text})` : text;
    }
    case 'apply':
      return `${expr.fn}(${expr.args.map((arg) => exprText(arg, kernel, 0)).join(', ')})`;
    default:
      return assertNever(expr);
  }
}
