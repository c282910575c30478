/**
 * Shifts to the left that are meant as products. What a shift loses at the top is lost (C++20, expr.shift), and all
 * else here takes it so. But where arguments, dimensions that the launch leaves open, or what a loop counts up to them
 * are shifted by a few bits, the author means a product, which C++ does not let overflow: it is read as one. Exact, if
 * signed arithmetic does not overflow.
 *
 * Example: with a grid of any size, `i = blockIdx.x * blockDim.x + threadIdx.x; a[i << 2]` is `a[i * 4]`; but `m <<= 1`
 * shifts out bits of m.
 */
import type { Builder } from './builder.ts';
import type { Expr } from '../base/expr.ts';
import type { Kernel } from '../ir/ir.ts';
import type { ArrayId, VarId } from '../base/brand.ts';
import { int, typeOf } from '../base/expr-build.ts';
import { eachNode, freeVariables, operandsOf } from '../base/expr-walk.ts';
import { memoized } from '../base/memoize.ts';
import { eachStmt, expressionsOf } from '../ir/walk.ts';
import { arithmetic, constantOf } from './fold.ts';

/** From so many bits on, a field is moved to the top rather than a number multiplied. */
const leastMoved = 20n;

/** What is known to stay below this is not open: a block's threads, a grid that the launch states. */
const leastOpen = 1n << 24n;

/**
 * Whether shifts of the expression, as the source has it, may be products: neither it nor what is computed from it
 * takes bits apart, and it does not shift what it is assigned to, at once or in a later turn. `target`: the scalar that
 * it is assigned to, `memory` if it is stored.
 */
export function mayMultiply(kernel: Kernel, expr: Expr, target: VarId | 'memory' | null): boolean {
  let [shiftsLeft, isFed] = [false, false];
  eachNode(expr, (node) => {
    if (node.kind !== 'binary' || node.op !== '<<') return;
    shiftsLeft = true;
    if (target !== null && target !== 'memory' && comesFrom(kernel, freeVariables(node.left), target)) isFed = true;
  });
  if (!shiftsLeft || isFed || target === 'memory' || (target !== null && takenApart(kernel).has(target))) return false;
  let may = true;
  eachApart(expr, (node) => {
    if (node.kind === 'binary' && node.op === '<<') may = false;
  });
  return may;
}

/** Scalars of which, or of what is computed from which, bits are taken apart: there a shift is one. */
const takenApart = memoized((kernel: Kernel): ReadonlySet<VarId> => {
  const found = new Set<VarId>();
  const loaded = new Set<ArrayId>();
  eachStmt(kernel.body, (stmt) => {
    if (stmt.kind === 'load') loaded.add(stmt.place.array);
  });
  eachStmt(kernel.body, (stmt) => {
    for (const expr of expressionsOf(stmt))
      eachApart(expr, (node) => (node.kind === 'var' ? void found.add(node.id) : undefined));
    if (stmt.kind === 'store' && loaded.has(stmt.place.array))
      for (const id of freeVariables(stmt.value)) found.add(id);
  });
  const sources = sourcesOf(kernel);
  for (const id of found) for (const source of sources.get(id) ?? []) found.add(source);
  return found;
});

/**
 * Every node that stands where all bits count: not in sums, products, places, or what is compared with a bound that is
 * no constant.
 */
function eachApart(expr: Expr, visit: (node: Expr) => void, isApart = false): void {
  if (isApart) visit(expr);
  const within = isApart || countsBits(expr);
  for (const operand of operandsOf(expr)) eachApart(operand, visit, within);
}

const passing = new Set<string>(['+', '-', '*', '|', '<<', '&&', '||']);
const bounds = new Set<string>(['<', '<=', '>', '>=']);

function countsBits(expr: Expr): boolean {
  switch (expr.kind) {
    case 'binary':
      return (
        !passing.has(expr.op) &&
        !(bounds.has(expr.op) && constantOf(expr.left) === null && constantOf(expr.right) === null)
      );
    case 'unary':
      return expr.op === 'bitnot';
    case 'cast': {
      const [from, to] = [typeOf(expr.operand), expr.to];
      return from.kind === 'int' && (to.kind === 'bool' || (to.kind === 'int' && to.bits < from.bits));
    }
    case 'apply':
      return true;
    case 'select':
    case 'int':
    case 'float':
    case 'bool':
    case 'var':
    case 'builtin':
      return false;
  }
}

/** Whether one of the scalars is the other one, or is computed from it somewhere. */
function comesFrom(kernel: Kernel, scalars: ReadonlySet<VarId>, from: VarId): boolean {
  const sources = sourcesOf(kernel);
  const found = new Set(scalars);
  for (const id of found) for (const source of sources.get(id) ?? []) found.add(source);
  return found.has(from);
}

/** The scalars that appear in what is assigned to each scalar. */
const sourcesOf = memoized((kernel: Kernel): ReadonlyMap<VarId, ReadonlySet<VarId>> => {
  const found = new Map<VarId, Set<VarId>>();
  eachStmt(kernel.body, (stmt) => {
    if (stmt.kind === 'assign')
      found.set(stmt.target, new Set([...(found.get(stmt.target) ?? []), ...freeVariables(stmt.value)]));
  });
  return found;
});

/** The shift as the product that it is meant to be, where it is. */
export function asProduct(builder: Builder, expr: Expr): Expr {
  const type = typeOf(expr);
  if (expr.kind !== 'binary' || expr.op !== '<<' || type.kind !== 'int' || !type.signed) return expr;
  const amount = constantOf(expr.right);
  if (amount === null || amount < 0n || amount >= leastMoved || !isOpenIn(builder, expr.left)) return expr;
  return arithmetic('*', expr.left, int(1n << amount, type));
}

/** Whether the expression rests on what the launch leaves open. */
export const isOpenIn = (builder: Builder, expr: Expr): boolean =>
  [...freeVariables(expr)].some((id) => isOpen(builder, id));

function isOpen(builder: Builder, id: VarId): boolean {
  const variable = builder.variables.get(id);
  const range = builder.ranges.get(id);
  if (variable === undefined || (range !== undefined && range.high < leastOpen)) return false;
  switch (variable.origin.kind) {
    case 'parameter':
    case 'builtin':
    case 'turn':
    case 'carried':
      return true;
    case 'unknown':
      return builder.openNames.has(id);
  }
}
