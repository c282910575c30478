/**
 * Which expressions have one value on every GPU and on the machine, so that a run may follow them: integer arithmetic,
 * and of floating numbers only what rounds nothing in a way that compilers may change (constants, conversions from
 * integers, comparisons). Sums and products are not among them (`-fmad` contracts them), nor math functions (CUDA
 * Programming Guide, Mathematical Functions, gives them error bounds, not values). Under-approximating: "no" says
 * nothing.
 */
import type { Expr } from '../base/expr.ts';
import { eachNode } from '../base/expr-walk.ts';
import { typeOf } from '../base/expr-build.ts';

const integerFunctions: ReadonlySet<string> = new Set([
  'min',
  'max',
  'umin',
  'umax',
  'llmin',
  'llmax',
  'ullmin',
  'ullmax',
  'abs',
  'labs',
  'llabs',
  '__mul24',
  '__umul24',
  '__mulhi',
  '__umulhi',
  '__mul64hi',
  '__umul64hi',
  '__popc',
  '__popcll',
  '__clz',
  '__clzll',
  '__ffs',
  '__ffsll',
  '__brev',
  '__brevll',
]);

export function isReproducible(expr: Expr): boolean {
  let holds = true;
  eachNode(expr, (node) => {
    holds &&= isReproducibleNode(node);
  });
  return holds;
}

const isFloat = (expr: Expr): boolean => typeOf(expr).kind === 'float';

function isReproducibleNode(node: Expr): boolean {
  switch (node.kind) {
    case 'cast':
      return !isFloat(node.operand) || node.to.kind !== 'int';
    case 'binary':
      return !isFloat(node);
    case 'apply':
      return (
        integerFunctions.has(node.fn.replace(/^(::)?(cuda::)?std::|^::/, '')) &&
        !isFloat(node) &&
        !node.args.some(isFloat)
      );
    case 'int':
    case 'float':
    case 'bool':
    case 'var':
    case 'builtin':
    case 'unary':
    case 'select':
      return true;
  }
}
